"""Parallel analysis against reference counts, eigenvalues of R, and exact intervals of SciPy."""

from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.stats import binomtest

from oracle_files import oracle, oracle_board
from parallaxis.kernels import draws
from parallaxis.kernels.parallel_analysis import (
    CHECKPOINTS,
    ParallelAnalysis,
    _checkpoints,
    clopper_pearson,
    leading,
    parallel_analysis,
    permuted,
    reached,
)
from parallaxis.kernels.scaling import standardise

Array = NDArray[np.float64]
SETS: dict[str, dict[str, Any]] = oracle("parallel_analysis")["sets"]
REFERENCE_DRAWS = {"pa_cont": 400, "pa_hete": 400, "pa_bin8": 200}
# standard error of a 95 % quantile of a normal law, in standard deviations, times √draws
QUANTILE_ERROR = np.sqrt(0.05 * 0.95) / 0.1031
FOUR = 4.0  # standard errors


def variables(name: str) -> Array:
    """Return the board of a reference set with its variables in the columns."""
    values = oracle_board(name.split("_items", maxsplit=1)[0].split("_models", maxsplit=1)[0])
    if name.endswith("_models"):
        return np.array(values.T)
    live = values[:, values.std(axis=0) > 0.0]
    return (live - live.mean(axis=0)).T if name.endswith("itemcentered") else np.array(live)


def analysed(values: Array, **settings: Any) -> ParallelAnalysis:
    """Run parallel analysis on a complete board."""
    return parallel_analysis(standardise(values), np.ones(values.shape, bool), **settings)


@cache
def reference_run(name: str) -> ParallelAnalysis:
    """Run parallel analysis on a reference set with the usual settings, once."""
    return analysed(variables(name))


@pytest.mark.parametrize("name", SETS)
def test_reference_permutation_null(name: str) -> None:
    reference = SETS[name]["ref"]["perm"]["corr"]
    outcome = reference_run(name)
    n = len(reference["observed"])
    np.testing.assert_allclose(outcome.eigenvalues[:n], reference["observed"], rtol=1e-9)

    spread = np.array(reference["null_sd"])
    both = np.sqrt(1.0 / REFERENCE_DRAWS[name[:7]] + 1.0 / len(outcome.null))
    mean, edge = outcome.null.mean(axis=0), np.quantile(outcome.null, 0.95, axis=0)
    assert (np.abs(mean[:n] - reference["null_mean"]) < FOUR * both * spread).all()
    # eigenvalues are skewed to the right, so their quantile errs somewhat more than a normal's
    allowed = 1.25 * FOUR * QUANTILE_ERROR * both * spread
    assert (np.abs(edge[:n] - reference["null_q95"]) < allowed).all()

    k = reference["k_q95"]
    low, high = outcome.k_range
    assert low <= k <= high
    margin = np.abs(np.array(reference["observed"]) - reference["null_q95"])[: k + 1]
    if (margin > allowed[: k + 1]).all():
        assert outcome.k == k


@pytest.mark.parametrize("name", [name for name in SETS if SETS[name].get("R_peers")])
def test_eigenvalues_of_r(name: str) -> None:
    peers = SETS[name]["R_peers"]["eigen_pearson"]
    found = analysed(variables(name), max_draws=20).eigenvalues[: len(peers)]
    np.testing.assert_allclose(found, peers[: found.size], rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("k", [0, 1, 2, 3, 6])
def test_true_number_of_factors(k: int) -> None:
    outcome = analysed(oracle_board(f"pa_cont_k{k}"), max_draws=200)
    assert (outcome.k, outcome.k_range, outcome.k_top_edge) == (k, (k, k), k)


def test_models_of_unequal_noise_mislead_the_permutation_null() -> None:
    # The truth is 0 axes and every peer says 6: rows of unequal scale are shuffled away. This is
    # what the count does, not what it should say.
    assert reference_run("pa_hetero_k0").k_range == (6, 7)


def test_permuting_keeps_scores_in_their_item_and_gaps_in_their_place() -> None:
    rng = np.random.default_rng(0)
    values = rng.normal(size=(8, 5))
    observed = rng.random((8, 5)) < 0.7
    for seen in (observed, np.ones((8, 5), bool)):
        board = np.where(seen, values, 0.0)
        shuffled = permuted(board, seen)(rng)
        assert (shuffled[~seen] == 0.0).all()
        for before, after, here in zip(board.T, shuffled.T, seen.T, strict=True):
            np.testing.assert_array_equal(np.sort(before[here]), np.sort(after[here]))


@pytest.mark.parametrize("gap", [False, True])
def test_every_order_of_an_item_is_equally_likely(gap: bool) -> None:
    seen = np.array([True, True, True, not gap])[:, None]
    column = np.array([1.0, 2.0, 3.0, 0.0])[:, None]
    shuffle = permuted(column, seen)
    rng = np.random.default_rng(1)
    draws = 6000
    counts: dict[tuple[float, ...], int] = {}
    for _ in range(draws):
        order = tuple(shuffle(rng)[:, 0])
        counts[order] = counts.get(order, 0) + 1
    orders = 6 if gap else 24
    assert len(counts) == orders
    chi_squared = sum((n - draws / orders) ** 2 for n in counts.values()) / (draws / orders)
    # mean and standard deviation of a chi-squared law with orders − 1 degrees of freedom
    assert chi_squared < orders - 1 + 5.0 * np.sqrt(2.0 * (orders - 1))


@pytest.mark.parametrize("n", [20, 200, 1000])
@pytest.mark.parametrize("error", [0.05, 1e-4])
def test_clopper_pearson_is_that_of_scipy(n: int, error: float) -> None:
    counts = np.array([0, 1, n // 20, n // 2, n - 1, n])
    low, high = clopper_pearson(counts.astype(float), n, error)
    for count, a, b in zip(counts.tolist(), low, high, strict=True):
        exact = binomtest(count, n).proportion_ci(1.0 - error)
        assert (a, b) == pytest.approx((exact.low, exact.high), rel=1e-9, abs=1e-12)


def test_leading_stops_at_the_first_failure() -> None:
    assert leading(np.array([True, True, False, True])) == 2
    assert leading(np.array([False, True])) == 0
    assert leading(np.array([True, True])) == 2


def test_checkpoints_rise_to_the_limit() -> None:
    for limit in (20, 21, 200, 1000, 1001, 2500, 10_000):
        points = _checkpoints(limit)
        assert points[-1] == limit
        assert points == sorted(set(points))
    assert _checkpoints(1000) == list(CHECKPOINTS)


def test_equal_eigenvalues_do_not_exceed_each_other() -> None:
    # Two items that one of four models solves: a permuted board is the observed one in a quarter
    # of draws, up to the last bit of its eigenvalues.
    values = np.repeat([[1.0], [0.0], [0.0], [0.0]], 2, axis=1)
    outcome = analysed(values)
    assert (outcome.k, outcome.k_range) == (0, (0, 0))
    share = reached(outcome.null, outcome.eigenvalues)[0] / len(outcome.null)
    assert share == pytest.approx(0.25, abs=4.0 * np.sqrt(0.25 * 0.75 / len(outcome.null)))
    rounded = outcome.eigenvalues * (1.0 - 1e-13)
    assert reached(rounded[None, :], outcome.eigenvalues)[0] == 1.0


def test_drawing_stops_when_the_count_is_proved() -> None:
    clear = reference_run("pa_cont_k2")
    assert len(clear.null) == 200
    close = reference_run("pa_bin80x240_k0_models_itemcentered")
    assert len(close.null) == 1000
    assert close.k_range[0] < close.k_range[1]


def test_same_for_any_number_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    nulls = []
    for cores in (1, 2):
        monkeypatch.setattr(draws, "available_cores", lambda cores=cores: cores)
        nulls.append(analysed(oracle_board("pa_bin80x240_k0"), max_draws=40).null)
    np.testing.assert_array_equal(nulls[0], nulls[1])


@given(st.integers(0, 10_000), st.integers(4, 12), st.integers(2, 12), st.sampled_from([20, 60]))
@settings(max_examples=40, deadline=None, derandomize=True, database=None)
def test_the_count_lies_within_its_range(seed: int, n: int, t: int, max_draws: int) -> None:
    rng = np.random.default_rng(seed)
    values = (rng.random((n, t)) < 0.5).astype(float)
    live = values[:, values.std(axis=0) > 0.0]
    if live.shape[1] == 0:
        return
    outcome = analysed(live, max_draws=max_draws)
    assert outcome.k_range[0] <= outcome.k <= outcome.k_range[1]
    assert outcome.k_top_edge <= outcome.k
    assert len(outcome.null) <= max_draws
