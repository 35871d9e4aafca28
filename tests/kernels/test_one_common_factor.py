"""One factor: exact matrices come back, gaps are no zeros, and a second group is left over."""

import numpy as np
import pytest

from parallaxis.errors import NotIdentified
from parallaxis.kernels.one_common_factor import one_common_factor

LOADINGS = np.linspace(0.3, 0.95, 12)


def test_exact_matrix_comes_back() -> None:
    found = one_common_factor(np.outer(LOADINGS, LOADINGS) + np.diag(1.0 - LOADINGS**2))
    np.testing.assert_allclose(found.loadings, LOADINGS, atol=1e-8)
    np.testing.assert_allclose(found.residuals, 0.0, atol=1e-8)


def test_diagonal_and_gaps_do_not_count() -> None:
    matrix = np.outer(LOADINGS, LOADINGS)
    np.fill_diagonal(matrix, 77.0)
    matrix[0, 1] = matrix[1, 0] = np.nan
    found = one_common_factor(matrix)
    np.testing.assert_allclose(found.loadings, LOADINGS, atol=1e-8)
    assert np.isnan(found.residuals[0, 1])


def test_least_squares_cannot_be_improved() -> None:
    rng = np.random.default_rng(0)
    noise = 0.1 * rng.normal(size=(12, 12))
    matrix = np.outer(LOADINGS, LOADINGS) + noise + noise.T
    found = one_common_factor(matrix)
    off = ~np.eye(12, dtype=bool)

    def loss(loadings: np.ndarray) -> float:
        return float(((matrix - np.outer(loadings, loadings))[off] ** 2).sum())

    best = loss(found.loadings)
    inside = np.abs(found.loadings) < 1.0
    for _ in range(50):
        moved = found.loadings + 1e-3 * rng.normal(size=12) * inside
        assert loss(moved) >= best


def test_a_group_is_left_over() -> None:
    matrix = np.full((12, 12), 0.4)
    matrix[:4, :4] += 0.2
    left = one_common_factor(matrix).residuals
    assert left[:4, :4][np.triu_indices(4, 1)].mean() > left[4:, 4:].mean() + 0.05


def test_members_without_correlations_are_left_out() -> None:
    matrix = np.outer(LOADINGS, LOADINGS)
    matrix[0], matrix[:, 0] = np.nan, np.nan
    matrix[1, 2:10] = matrix[2:10, 1] = np.nan
    found = one_common_factor(matrix)
    np.testing.assert_allclose(found.loadings[2:], LOADINGS[2:], atol=1e-8)
    assert np.isnan(found.loadings[:2]).all()
    assert np.isnan(found.residuals[1, 10])
    assert np.isfinite(found.residuals[2:, 2:]).all()


def test_too_few_correlations_are_refused() -> None:
    with pytest.raises(NotIdentified, match="0 members have correlations with 3 others"):
        one_common_factor(np.ones((3, 3)))
    with pytest.raises(NotIdentified, match="0 members have correlations"):
        one_common_factor(np.full((5, 5), np.nan))
