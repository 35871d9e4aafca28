"""Best weights and nearest correlation matrices against what can be worked out by hand."""

import numpy as np
import pytest
from numpy.typing import NDArray

from parallaxis.errors import NotIdentified
from parallaxis.kernels.effective import kish
from parallaxis.kernels.optimal_votes import (
    nearest_correlation,
    nonnegative_votes,
    optimal_votes,
)

Array = NDArray[np.float64]


def random_correlation(n: int, seed: int) -> Array:
    """Return a positive definite correlation matrix."""
    factors = np.random.default_rng(seed).normal(size=(n, 2 * n)) + 0.5
    return np.asarray(np.corrcoef(factors))


def impossible(n: int, seed: int) -> Array:
    """Return a symmetric matrix with ones on the diagonal that is no correlation matrix."""
    drawn = np.random.default_rng(seed).uniform(-1.0, 1.0, size=(n, n))
    matrix = np.triu(drawn, 1) + np.triu(drawn, 1).T + np.eye(n)
    assert np.linalg.eigvalsh(matrix)[0] < -0.1
    return matrix


def test_equal_correlations_have_equal_weights_and_kishs_votes() -> None:
    votes, weights = optimal_votes(np.full((9, 9), 0.5) + np.eye(9) / 2)
    assert votes == pytest.approx(kish(9, 0.5), abs=1e-12)
    assert weights == pytest.approx(np.full(9, 1 / 9), abs=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_no_other_weights_do_better(seed: int) -> None:
    matrix = random_correlation(6, seed)
    votes, weights = optimal_votes(matrix)
    assert weights.sum() == pytest.approx(1.0)
    assert votes == pytest.approx(1.0 / (weights @ matrix @ weights), rel=1e-10)
    others = np.random.default_rng(seed).normal(1.0, 1.0, size=(500, 6))
    carried = others.sum(axis=1) ** 2 / np.einsum("di,ij,dj->d", others, matrix, others)
    assert carried.max() <= votes * (1 + 1e-12)
    mean = matrix[np.triu_indices(6, 1)].mean()
    assert votes >= kish(6, mean) - 1e-12


def test_an_independent_member_weighs_more_than_either_of_two_alike() -> None:
    matrix = np.array([[1.0, 0.9, 0.1], [0.9, 1.0, 0.1], [0.1, 0.1, 1.0]])
    weights = optimal_votes(matrix).weights
    assert weights[2] > weights[0] == pytest.approx(weights[1])


def test_a_matrix_that_is_one_is_left_alone() -> None:
    matrix = random_correlation(5, 0)
    found = nearest_correlation(matrix)
    assert found.matrix is matrix
    assert found.distance == 0.0


@pytest.mark.parametrize("seed", range(5))
def test_the_nearest_is_a_correlation_matrix_and_nearest(seed: int) -> None:
    """Nearer ones would lie on the way to others of the convex set; none of 300 does."""
    matrix = impossible(6, seed)
    found = nearest_correlation(matrix, least=0.01)
    assert found.converged
    assert np.diag(found.matrix) == pytest.approx(np.ones(6), abs=1e-12)
    assert np.linalg.eigvalsh(found.matrix)[0] >= 0.01 - 1e-6
    assert found.distance == pytest.approx(np.linalg.norm(found.matrix - matrix))
    for other in range(300):
        target = 0.98 * random_correlation(6, other) + 0.02 * np.eye(6)
        step = found.matrix + 0.01 * (target - found.matrix)
        assert np.linalg.norm(step - matrix) >= found.distance - 1e-6


def test_what_is_not_positive_definite_has_no_best_weights() -> None:
    with pytest.raises(NotIdentified, match="not positive definite"):
        optimal_votes(impossible(6, 0))


@pytest.mark.parametrize("seed", range(5))
def test_no_other_weights_that_are_not_negative_do_better(seed: int) -> None:
    loadings = np.random.default_rng(seed).uniform(0.3, 0.95, size=6)
    matrix = np.outer(loadings, loadings)
    np.fill_diagonal(matrix, 1.0)
    votes, weights = nonnegative_votes(matrix)
    assert weights.min() >= 0.0
    assert weights.sum() == pytest.approx(1.0)
    assert optimal_votes(matrix).votes >= votes - 1e-9
    others = np.random.default_rng(seed).dirichlet(np.full(6, 0.4), size=2000)
    carried = 1.0 / np.einsum("di,ij,dj->d", others, matrix, others)
    assert carried.max() <= votes * (1 + 1e-9)
