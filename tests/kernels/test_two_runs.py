"""Repeated runs give back the effective dimensionality behind the noise."""

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.special import stdtrit

from parallaxis.errors import NotIdentified
from parallaxis.kernels.scaling import prepare
from parallaxis.kernels.two_runs import two_runs
from parallaxis.kernels.unbiased_traces import unbiased_traces

Array = NDArray[np.float64]


def runs(n_runs: int, n_models: int, k: int, *, chance: float = 0.0, seed: int = 0) -> Array:
    """Return right/wrong answers of several runs on 120 items of k abilities."""
    rng = np.random.default_rng([k, n_runs, seed])
    ability = rng.normal(size=(n_models, k))[:, np.arange(120) % k]
    right = 1.0 / (1.0 + np.exp(rng.normal(0.0, 1.0, 120) - 1.5 * ability))
    share = chance + (1.0 - chance) * right
    return np.asarray((rng.random((n_runs, n_models, 120)) < share).astype(float))


def population(k: int, chance: float) -> float:
    """Return the ED of the probabilities of very many models."""
    rng = np.random.default_rng(99)
    ability = rng.normal(size=(20_000, k))[:, np.arange(120) % k]
    share = 1.0 / (1.0 + np.exp(rng.normal(0.0, 1.0, 120) - 1.5 * ability))
    centred = (1.0 - chance) * (share - share.mean(axis=0))
    product = centred.T @ centred
    return float(np.trace(product) ** 2 / (product**2).sum())


def test_it_is_the_squared_reliability_times_ed_both_by_plain_loops() -> None:
    x = runs(3, 14, 2)
    pairs = [(0, 1), (0, 2), (1, 2)]
    shared = np.mean(
        [sum(np.cov(x[a, :, t], x[b, :, t])[0, 1] for t in range(120)) for a, b in pairs]
    )
    spread = np.mean([x[a].var(axis=0, ddof=1).sum() for a in range(3)])
    traces = [unbiased_traces(prepare(run)) for run in x]
    both = sum(one.squared_trace - one.own for one in traces) / sum(
        one.trace_of_square - one.own for one in traces
    )
    found = two_runs(x, np.arange(14))
    assert found.reliability == pytest.approx(shared / spread, rel=1e-10)
    assert found.ed_both == pytest.approx(both, rel=1e-10)
    assert found.estimate == pytest.approx((shared / spread) ** 2 * both, rel=1e-10)


@pytest.mark.parametrize("k", [1, 2, 4])
@pytest.mark.parametrize("chance", [0.0, 0.25])
def test_known_latent_value_is_recovered_and_covered(k: int, chance: float) -> None:
    truth, covered, found = population(k, chance), 0, []
    for seed in range(30):
        outcome = two_runs(runs(2, 80, k, chance=chance, seed=seed), np.arange(80), seed=seed)
        jackknife = outcome.log_jackknife
        half = stdtrit(jackknife.degrees_of_freedom, 0.975) * jackknife.standard_error
        covered += abs(np.log(outcome.estimate / truth)) <= half
        found.append(np.log(outcome.estimate))
    error = np.std(found) / np.sqrt(30)
    # a ratio of noisy sums has a bias of the order of its squared spread; items differ by world
    assert np.mean(found) == pytest.approx(np.log(truth), abs=4.0 * error + np.var(found) + 0.03)
    assert covered >= 25  # 30 at 95 %: fewer than 25 is 1 in 300


def test_more_runs_tell_more() -> None:
    spread = {
        n_runs: np.std(
            [
                np.log(two_runs(runs(n_runs, 40, 2, seed=s), np.arange(40)).estimate)
                for s in range(20)
            ]
        )
        for n_runs in (2, 6)
    }
    assert spread[6] < spread[2]


def test_what_is_lacking_is_said() -> None:
    with pytest.raises(NotIdentified, match="one run of each model"):
        two_runs(runs(1, 20, 1), np.arange(20))
    with pytest.raises(NotIdentified, match="3 models; unbiased traces need 4"):
        two_runs(runs(2, 3, 1), np.arange(3))
    x = runs(2, 30, 1)
    with pytest.raises(NotIdentified, match="share no variance"):
        two_runs(np.stack([x[0], 1.0 - x[0]]), np.arange(30))
    with pytest.raises(NotIdentified, match="fewer than 3 groups"):
        two_runs(x, np.arange(30) % 2)
