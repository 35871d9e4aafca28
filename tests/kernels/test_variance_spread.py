"""Spread of variances: against plain sums, under equal noise, and where it is unequal by design."""

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import binom

from oracle_files import oracle_board
from parallaxis.kernels.scaling import prepare, standardise
from parallaxis.kernels.variance_spread import (
    FARTHEST,
    VarianceSpread,
    item_variance_spread,
    model_noise,
    model_noise_spread,
)

Array = NDArray[np.float64]


def test_spread_of_known_variances() -> None:
    found = VarianceSpread.of(np.arange(1.0, 12.0))
    assert found.ratio == pytest.approx(10.0 / 2.0)
    assert found.largest == pytest.approx(11.0 / 6.0)
    assert found.evenness == pytest.approx(66.0**2 / (11 * 506.0))
    assert found.n == 11
    assert VarianceSpread.of(np.full(5, 1e-200)).evenness == pytest.approx(1.0)
    assert VarianceSpread.of(np.array([0.0, 0.0, 1.0])).largest == FARTHEST
    assert np.isnan(VarianceSpread.of(np.zeros(3)).ratio)


def test_item_variances_over_scored_models() -> None:
    values = np.random.default_rng(0).normal(size=(30, 9)) * np.arange(1, 10)
    values[np.random.default_rng(1).random(values.shape) < 0.2] = np.nan
    plain = VarianceSpread.of(np.nanvar(values, axis=0))
    found = item_variance_spread(prepare(values), ~np.isnan(values))
    assert found.ratio == pytest.approx(plain.ratio)
    assert found.largest == pytest.approx(plain.largest)


@pytest.mark.parametrize("shape", [(20, 50), (50, 20)])
@pytest.mark.parametrize("n_directions", [0, 1, 3])
def test_noise_of_a_plain_twin(shape: tuple[int, int], n_directions: int) -> None:
    scores = standardise(np.random.default_rng(2).normal(size=shape))
    left, size, right = np.linalg.svd(scores, full_matrices=False)
    size[:n_directions] = 0.0
    residual = left @ np.diag(size) @ right
    leverage = np.array([(row[:n_directions] ** 2).sum() for row in left])
    expected = (residual**2).mean(axis=1) / (1.0 - leverage)
    found = model_noise(scores, np.ones(shape, bool), n_directions)[1]
    np.testing.assert_allclose(found, expected, rtol=1e-9)


def factor_board(k: int, seed: int, *, spread: float = 0.0) -> Array:
    """Return a board of k factors whose models have noise of log-standard-deviation `spread`."""
    rng = np.random.default_rng(seed)
    ability = rng.normal(size=(80, max(k, 1)))
    loadings = 0.7 * (np.arange(max(k, 1))[:, None] == np.arange(40) % max(k, 1)) * (k > 0)
    own = np.exp(spread * rng.normal(size=(80, 1)))
    return standardise(ability @ loadings + 0.7 * own * rng.normal(size=(80, 40)))


@pytest.mark.parametrize("k", [0, 1, 2])
def test_equal_noise_is_called_unequal_at_the_nominal_rate(k: int) -> None:
    observed = np.ones((80, 40), bool)
    boards = 40
    small = sum(
        model_noise_spread(factor_board(k, seed), observed, n_directions=k, seed=seed).p <= 0.05
        for seed in range(boards)
    )
    assert small <= binom.ppf(0.999, boards, 0.05)


@pytest.mark.parametrize("k", [0, 1, 2])
def test_unequal_noise_is_found_beside_axes(k: int) -> None:
    scores = factor_board(k, 3, spread=0.5)
    # log-variance has a standard deviation of 1, so the 90/10 ratio is near exp(2.56) = 13
    found = model_noise_spread(scores, np.ones(scores.shape, bool), n_directions=k)
    assert found.p == 0.01
    assert 6.0 < found.spread.ratio < 26.0
    assert found.null_ratio < 3.0 < found.spread.ratio


def test_removing_too_many_directions_still_finds_it() -> None:
    scores = standardise(oracle_board("pa_hetero_k0"))
    for n_directions in (0, 6, 100):
        found = model_noise_spread(scores, np.ones(scores.shape, bool), n_directions=n_directions)
        assert found.p == 0.01
        assert found.n_directions == min(n_directions, 12)
        assert found.spread.ratio > 10.0


def test_gaps_do_not_look_like_unequal_noise() -> None:
    rng = np.random.default_rng(4)
    values = rng.normal(size=(80, 40))
    values[rng.random(values.shape) < np.linspace(0.0, 0.6, 80)[:, None]] = np.nan
    found = model_noise_spread(standardise(values), ~np.isnan(values), n_directions=0)
    assert found.p > 0.05
