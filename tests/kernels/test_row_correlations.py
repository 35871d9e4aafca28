"""Errors and influences of correlations of rows beside resampled columns and numerical slopes."""

import numpy as np
import pytest
from numpy.typing import NDArray

from parallaxis.errors import ShapeError
from parallaxis.kernels.phi_influence import phi_item_influence
from parallaxis.kernels.residual_correlation import residual_correlations
from parallaxis.kernels.row_correlations import StandardRows, column_influence, pair_errors

Array = NDArray[np.float64]
RNG = np.random.default_rng(0)
ROWS = RNG.standard_t(6, size=(6, 400)) + 0.8 * RNG.normal(size=400)


def correlations(rows: Array) -> Array:
    """Return NumPy's correlations of rows."""
    return np.asarray(np.corrcoef(rows))


def test_errors_are_those_of_resampled_columns() -> None:
    rng = np.random.default_rng(1)
    drawn = [correlations(ROWS[:, rng.integers(0, 400, 400)]) for _ in range(1500)]
    found = pair_errors(StandardRows.of(ROWS), correlations(ROWS))
    upper = np.triu_indices(6, 1)
    np.testing.assert_allclose(found.as_found[upper], np.std(drawn, axis=0)[upper], rtol=0.1)


def test_unrelated_rows_that_are_large_together_err_more() -> None:
    rng = np.random.default_rng(2)
    size = np.exp(rng.normal(size=200))
    drawn = [correlations(size * rng.normal(size=(2, 200)))[0, 1] for _ in range(1000)]
    errors = [
        pair_errors(StandardRows.of(rows), correlations(rows)).unrelated[0, 1]
        for rows in (size * rng.normal(size=(2, 200)) for _ in range(50))
    ]
    assert np.mean(errors) == pytest.approx(np.std(drawn), rel=0.15)
    assert np.mean(errors) > 1.5 / np.sqrt(200)


def test_influence_is_the_slope_of_the_weighted_sum() -> None:
    rng = np.random.default_rng(3)
    weights = rng.normal(size=(6, 6))
    weights += weights.T
    upper = np.triu_indices(6, 1)

    def total(times: Array) -> float:
        covariance = np.cov(ROWS, aweights=times, ddof=0)
        deviations = np.sqrt(np.diag(covariance))
        return float((covariance / np.outer(deviations, deviations) * weights)[upper].sum())

    found = column_influence(StandardRows.of(ROWS), correlations(ROWS), weights)
    for column in (0, 17, 399):
        more = np.ones(400)
        more[column] += 1e-4
        slope = (total(more) - total(np.ones(400))) / 1e-4
        assert found[column] / 400 == pytest.approx(slope, rel=1e-3, abs=1e-6)


def test_equal_weights_are_the_influence_on_phi() -> None:
    right = (np.random.default_rng(4).random((5, 60)) < 0.6).astype(float)
    right[0, :7] = np.nan
    phi = residual_correlations(right, np.zeros_like(right))
    found = column_influence(StandardRows.of(right), phi, np.ones((5, 5)))
    np.testing.assert_allclose(found, phi_item_influence(right, phi), atol=1e-12)


def test_missing_cells_are_no_columns() -> None:
    rows = ROWS.copy()
    rows[0, :300] = np.nan
    found = pair_errors(StandardRows.of(rows), correlations(ROWS))
    assert found.n_common[0, 1] == 100
    assert found.n_common[1, 2] == 400
    assert found.as_found[0, 1] > 1.2 * found.as_found[1, 2]  # a quarter of the columns


def test_shapes_are_checked() -> None:
    rows = StandardRows.of(ROWS)
    with pytest.raises(ShapeError, match=r"shape \(2, 2\); pass one row and column for 6 rows"):
        pair_errors(rows, np.eye(2))
    with pytest.raises(ShapeError, match=r"shape \(2, 2\)"):
        column_influence(rows, np.eye(6), np.eye(2))
