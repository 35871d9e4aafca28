"""Expected residual correlations beside simulated boards of independent answers."""

import numpy as np
import pytest
from numpy.typing import NDArray

from parallaxis.kernels.expected_residuals import expected_residual_correlations
from parallaxis.kernels.irt import ItemResponseFit, fit
from parallaxis.kernels.residual_correlation import residual_correlations

Array = NDArray[np.float64]


def board(seed: int, ability: Array, n_items: int = 300) -> Array:
    """Return independent answers of one ability, items on which all agree left out."""
    rng = np.random.default_rng(seed)
    slope, difficulty = np.exp(0.3 * rng.normal(size=n_items)), 1.3 * rng.normal(size=n_items)
    share = 1.0 / (1.0 + np.exp(-slope * (ability[:, None] - difficulty)))
    right = (rng.random(share.shape) < share).astype(float)
    return np.asarray(right[:, right.std(axis=0) > 0.0])


def both(values: Array) -> tuple[ItemResponseFit, Array, Array]:
    """Return the fit, the residual correlations and what is expected of them."""
    found = fit(values)
    correlation = residual_correlations(values, found.probabilities())
    return found, correlation, expected_residual_correlations(found, ~np.isnan(values))


def mean_over_boards(n_boards: int, missing: float = 0.0) -> tuple[Array, Array]:
    """Return mean found and mean expected correlations of the pairs of the same 24 models."""
    ability = np.linspace(-2.2, 2.2, 24)
    upper = np.triu_indices(24, 1)
    totals = np.zeros((2, upper[0].size))
    for seed in range(n_boards):
        values = board(seed, ability)
        values[np.random.default_rng(seed).random(values.shape) < missing] = np.nan
        values = values[:, np.nanstd(values, axis=0) > 0.0]
        _, correlation, expected = both(values)
        totals += correlation[upper], expected[upper]
    return totals[0] / n_boards, totals[1] / n_boards


@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_expected_is_the_mean_of_independent_answers(missing: float) -> None:
    found, expected = mean_over_boards(40, missing)
    error = 1.1 / np.sqrt(300 * (1.0 - missing) ** 2 * 40)  # of one pair's mean
    assert abs(found.mean() - expected.mean()) < 0.002
    assert np.std(found - expected) < 1.25 * error  # little but noise is left
    assert np.std(found - found.mean()) > 2.5 * error  # of much that there was to explain
    slope = np.polyfit(expected, found, 1)[0]
    assert 0.8 < slope < 1.1


def test_mean_is_near_minus_one_over_n_minus_one() -> None:
    ability = np.random.default_rng(3).normal(size=60)
    _, correlation, expected = both(board(1, ability, 500))
    upper = np.triu_indices(60, 1)
    assert expected[upper].mean() == pytest.approx(-1 / 59, abs=5e-4)
    assert correlation[upper].mean() == pytest.approx(-1 / 59, abs=5e-4)


def test_nothing_in_common_is_nan_and_the_diagonal_one() -> None:
    values = board(0, np.random.default_rng(0).normal(size=12), 80)
    half = values.shape[1] // 2
    values[0, :half], values[1, half:] = np.nan, np.nan
    values = values[:, np.nanstd(values, axis=0) > 0.0]
    _, _, expected = both(values)
    assert np.isnan(expected[0, 1])
    np.testing.assert_array_equal(np.diag(expected), 1.0)
    np.testing.assert_allclose(expected, expected.T)


@pytest.mark.parametrize("model", ["1pl", "3pl"])
def test_other_curves_have_a_value(model: str) -> None:
    values = board(0, np.random.default_rng(1).normal(size=30), 100)
    found = fit(values, model="1pl" if model == "1pl" else "3pl")
    expected = expected_residual_correlations(found, ~np.isnan(values))
    upper = np.triu_indices(30, 1)
    assert expected[upper].mean() == pytest.approx(-1 / 29, abs=0.008)
