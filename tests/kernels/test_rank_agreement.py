"""Swaps: the plain loop, false ones on null worlds, true ones found; rank information lost."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.stats import norm, spearmanr

from parallaxis.errors import InputError, ShapeError
from parallaxis.kernels import rank_agreement
from parallaxis.kernels.rank_agreement import (
    rank_information_lost,
    resolved_swaps,
    share_reordered,
)

Array = NDArray[np.float64]
Columns = tuple[Array, Array, Array, Array]


def world(n: int, correlation: float, noise: float, seed: int) -> tuple[Array, Array, Columns]:
    """Return true abilities on two axes, and estimates with known standard errors."""
    rng = np.random.default_rng(seed)
    first, other = rng.normal(size=(2, n))
    second = correlation * first + np.sqrt(1 - correlation**2) * other
    se = noise * rng.uniform(0.5, 1.5, size=(2, n))
    seen = np.array([first, second]) + se * rng.normal(size=(2, n))
    return first, second, (seen[0], se[0], seen[1], se[1])


def plain_loop(columns: Columns, error: float) -> set[tuple[int, int]]:
    """Every pair by itself, then the step-up rule as in the paper."""
    a, sa, b, sb = columns
    tests = []
    for i in range(a.size):
        for j in range(a.size):
            za = (a[i] - a[j]) / np.hypot(sa[i], sa[j]) if i != j else 0.0
            zb = (b[i] - b[j]) / np.hypot(sb[i], sb[j]) if i != j else 0.0
            if za > 0 > zb:
                tests.append((max(norm.sf(za), norm.cdf(zb)), i, j))
    tests.sort()
    m = a.size * (a.size - 1) / 2
    last = max((r for r, test in enumerate(tests, 1) if test[0] <= r * error / m), default=0)
    return {(i, j) for _, i, j in tests[:last]}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("error", [0.01, 0.2])
def test_pairs_are_those_of_the_plain_loop(seed: int, error: float) -> None:
    columns = world(30, 0.3, 0.3, seed)[2]
    found = resolved_swaps(*columns, error=error)
    assert {(int(i), int(j)) for i, j in found.pairs} == plain_loop(columns, error)
    assert len(found.pairs) > 0 or error < 0.1
    assert found.n_pairs == 435
    assert (np.diff(found.p_adjusted) >= 0).all()
    assert found.p_adjusted.max(initial=0.0) <= error
    assert share_reordered(*columns, error=error) == found.share == len(found.pairs) / 435


def test_blocks_do_not_change_what_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    columns = world(60, 0.5, 0.3, 1)[2]
    whole = resolved_swaps(*columns)
    monkeypatch.setattr(rank_agreement, "CELLS", 130)
    blocks = resolved_swaps(*columns)
    np.testing.assert_array_equal(blocks.pairs, whole.pairs)
    np.testing.assert_array_equal(blocks.p_adjusted, whole.p_adjusted)


def false_shares(correlation: float, noise: float, rounds: int) -> tuple[Array, Array]:
    """Return the share of false swaps, and how many were found, on worlds one after another."""
    false, count = np.zeros(rounds), np.zeros(rounds)
    for seed in range(rounds):
        first, second, columns = world(50, correlation, noise, 100 + seed)
        i, j = resolved_swaps(*columns).pairs.T
        count[seed] = i.size
        if i.size:
            false[seed] = np.mean(~((first[i] > first[j]) & (second[i] < second[j])))
    return false, count


@pytest.mark.parametrize("noise", [0.2, 0.6, 2.0])
def test_one_ranking_seen_twice_hardly_ever_swaps(noise: float) -> None:
    # every swap is false here; 4 binomial standard errors of 200 worlds
    _, count = false_shares(1.0, noise, 200)
    assert np.mean(count > 0) <= 0.05 + 4 * np.sqrt(0.05 * 0.95 / 200)


@pytest.mark.parametrize("correlation", [0.9, 0.5, 0.0])
def test_few_of_the_swaps_are_false(correlation: float) -> None:
    false, count = false_shares(correlation, 0.4, 100)
    assert false.mean() <= 0.05 + 3 * false.std() / 10
    if correlation == 0.0:  # a sixth of all pairs truly swap by more than one standard error
        assert np.mean(count > 0) > 0.95


def test_exact_abilities_swap_wherever_their_order_differs() -> None:
    first, second, _ = world(80, 0.4, 0.1, 9)
    exact = np.zeros(80)
    found = share_reordered(first, exact, second, exact)
    concordant = np.sign(np.subtract.outer(first, first)) * np.sign(
        np.subtract.outer(second, second)
    )
    assert found == pytest.approx((concordant < 0).sum() / (80 * 79))
    assert share_reordered(first, exact, first, exact) == 0.0
    assert share_reordered(first, exact, -first, exact) == 1.0


def test_more_noise_never_resolves_more() -> None:
    first, second, _ = world(60, 0.3, 0.1, 4)
    noises = [np.full(60, noise) for noise in (0.0, 0.2, 0.5, 1.5)]
    shares = [share_reordered(first, noise, second, noise) for noise in noises]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > shares[-1]


def test_swapping_the_axes_swaps_the_pairs() -> None:
    a, sa, b, sb = world(40, 0.2, 0.3, 5)[2]
    there, back = resolved_swaps(a, sa, b, sb), resolved_swaps(b, sb, a, sa)
    assert {tuple(p) for p in there.pairs} == {tuple(p[::-1]) for p in back.pairs}


def test_models_that_miss_something_are_left_out_and_counted() -> None:
    columns = world(40, 0.0, 0.2, 6)[2]
    rows = np.array([3, 11, 20, 39])
    holed = [column.copy() for column in columns]
    for column, row in zip(holed, rows, strict=True):
        column[row] = np.nan
    kept = np.delete(np.arange(40), rows)
    expected = resolved_swaps(*(column[kept] for column in columns))
    found = resolved_swaps(holed[0], holed[1], holed[2], holed[3])
    assert found.n_models == 36
    assert found.n_pairs == 36 * 35 // 2
    np.testing.assert_array_equal(found.pairs, kept[expected.pairs])


@pytest.mark.parametrize("n", [0, 1])
def test_no_pairs(n: int) -> None:
    found = resolved_swaps(*[np.ones(n)] * 4)
    assert found.pairs.shape == (0, 2)
    assert np.isnan(found.share)


def test_thousands_of_models_fit_into_little_memory() -> None:
    columns = world(3000, 0.95, 0.5, 7)[2]  # all z together would take 72 MB an array
    tracemalloc.start()
    resolved_swaps(*columns)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 120e6


def test_what_does_not_fit_is_said() -> None:
    good = np.ones(3)
    with pytest.raises(ShapeError, match=r"\(4,\)"):
        resolved_swaps(good, good, np.ones(4), good)
    with pytest.raises(InputError, match=r"second_se is -1\.0 in row 2"):
        resolved_swaps(good, good, good, np.array([1.0, 1.0, -1.0]))
    with pytest.raises(InputError, match="error is 0"):
        resolved_swaps(good, good, good, good, error=0.0)


@settings(deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 4))
def test_information_lost_is_its_definition(seed: int, n_axes: int) -> None:
    rng = np.random.default_rng(seed)
    scores = rng.integers(0, 6, size=(12, n_axes)) + 0.01 * rng.integers(0, 3, size=(12, n_axes))
    weights = rng.random(n_axes) + 0.1
    shares = weights / weights.sum()
    if (np.ptp(scores, axis=0) == 0).any():
        return
    average = scores @ shares
    rho = np.array([spearmanr(axis, average).statistic for axis in scores.T])
    found = rank_information_lost(scores, weights)
    assert found == pytest.approx(1.0 - (shares * rho**2).sum(), abs=1e-12)
    assert 0.0 <= found <= 1.0
    assert rank_information_lost(scores, 7.0 * weights) == pytest.approx(found, abs=1e-12)


@pytest.mark.parametrize("n_axes", [1, 2, 3, 6])
def test_information_lost_by_unrelated_axes(n_axes: int) -> None:
    # the population value for normal abilities; 20,000 models: s.e. of each ρ² is below .01
    scores = np.random.default_rng(1).normal(size=(20_000, n_axes))
    expected = 1.0 - (6.0 / np.pi * np.arcsin(0.5 / np.sqrt(n_axes))) ** 2
    assert rank_information_lost(scores, np.ones(n_axes)) == pytest.approx(expected, abs=0.015)


def test_an_axis_without_ranks_has_none_to_lose() -> None:
    scores = np.column_stack([np.arange(5.0), np.ones(5)])
    assert rank_information_lost(scores, np.array([0.5, 0.5])) == 0.0
    assert np.isnan(rank_information_lost(scores, np.array([0.0, 1.0])))
    assert np.isnan(rank_information_lost(scores[:2], np.array([0.5, 0.5])))


def test_the_board_may_bring_its_own_average() -> None:
    scores = np.column_stack([np.arange(5.0), np.arange(5.0)])
    equal = np.array([0.5, 0.5])
    assert rank_information_lost(scores, equal, average=np.arange(5.0) ** 3) == 0.0
    assert rank_information_lost(scores, equal, average=-np.arange(5.0)) == 0.0
    assert rank_information_lost(scores, equal, average=np.ones(5)) == 1.0
    gap = np.array([0.0, 1.0, 2.0, np.nan, 4.0])
    assert rank_information_lost(scores, equal, average=gap) == 0.0


def test_scores_and_weights_that_do_not_fit_are_said() -> None:
    with pytest.raises(ShapeError, match=r"\(5, 2\) and weights of shape \(3,\)"):
        rank_information_lost(np.ones((5, 2)), np.ones(3))
    with pytest.raises(InputError, match=r"-1\.0"):
        rank_information_lost(np.ones((5, 2)), np.array([2.0, -1.0]))
    with pytest.raises(ShapeError, match="average has shape"):
        rank_information_lost(np.ones((5, 2)), np.ones(2), average=np.ones(4))
