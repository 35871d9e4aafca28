"""Enrichment: the test of SciPy, null worlds at their level, and planted groups found."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from parallaxis.errors import InputError, ShapeError
from parallaxis.kernels.enrichment import MIN_ITEMS, enrichment, enrichment_table
from parallaxis.kernels.multiplicity import holm

Array = NDArray[np.float64]
Draw = Callable[[np.random.Generator, int], Array]


def one_ability_board(rng: np.random.Generator, n_items: int) -> Array:
    """Loadings as they are estimated: leading directions of a board, so errors go together."""
    board = rng.normal(size=(25, 2)) @ rng.normal(size=(2, n_items)) + rng.normal(
        size=(25, n_items)
    )
    return np.asarray(np.linalg.svd(board - board.mean(axis=0), full_matrices=False)[2][:2].T)


def heavy_tailed(rng: np.random.Generator, n_items: int) -> Array:
    """Loadings on two axes, correlated, with a few that are huge."""
    first = rng.standard_t(1.5, size=n_items)
    return np.column_stack([first, first + rng.normal(size=n_items)])


def tied(rng: np.random.Generator, n_items: int) -> Array:
    """Loadings with six values."""
    return np.asarray(rng.integers(0, 6, size=(n_items, 2)) ** 2, dtype=np.float64)


WORLDS = [one_ability_board, heavy_tailed, tied]
SIZES = np.repeat([0, 1, 2, 3], [5, 9, 30, 56])


def test_p_is_that_of_scipy() -> None:
    from scipy.stats import mannwhitneyu

    rng = np.random.default_rng(0)
    loadings = np.round(rng.normal(size=60), 1)
    groups = rng.integers(0, 4, 60)
    found = enrichment(loadings, groups)
    for place, group in enumerate(found.groups):
        inside, outside = loadings[groups == group], loadings[groups != group]
        expected = mannwhitneyu(inside, outside, method="asymptotic")
        assert found.p[place] == pytest.approx(expected.pvalue, rel=1e-10)
        wins = expected.statistic / (inside.size * outside.size)
        assert found.superiority[place] == pytest.approx(wins, rel=1e-12)
        gap = (inside.mean() - outside.mean()) / loadings.std()
        assert found.mean_difference[place] == pytest.approx(gap, rel=1e-10)


@pytest.mark.parametrize("world", WORLDS)
def test_null_worlds_are_at_their_level(world: Draw) -> None:
    rng = np.random.default_rng(1)
    rounds = 1500
    p = np.array([
        enrichment_table(world(rng, SIZES.size), rng.permutation(SIZES)).p for _ in range(rounds)
    ])  # fmt: skip
    for level in (0.05, 0.01):
        rates = (p <= level).mean(axis=0)
        # 4 binomial standard errors above; below, the discreteness of five items' rank sum
        slack = 4 * np.sqrt(level * (1 - level) / rounds)
        assert (rates <= level + slack).all()
        assert (rates >= 0.5 * level - slack).all()
        assert rates.mean() >= 0.75 * level - 3 * np.sqrt(level / (4 * rounds))


@pytest.mark.parametrize("world", WORLDS)
def test_one_false_group_in_the_table_is_rare(world: Draw) -> None:
    rng = np.random.default_rng(2)
    rounds = 1000
    false = np.mean([
        (enrichment_table(world(rng, 100), rng.permutation(SIZES)).p_adjusted <= 0.05).any()
        for _ in range(rounds)
    ])  # fmt: skip
    assert 0.01 < false < 0.05 + 4 * np.sqrt(0.05 * 0.95 / rounds)


def test_the_far_tail_errs_on_the_safe_side() -> None:
    # exact law of the rank sum of 5 among 40, from all 658,008 ways, against the p reported
    from scipy.stats import mannwhitneyu

    for shift in (1, 4, 8):
        loadings = np.arange(40.0)
        groups = np.ones(40, dtype=np.int64)
        groups[[39, 38, 37, 36 - shift, 35 - shift]] = 0
        reported = enrichment(loadings, groups).p[0]
        exact = mannwhitneyu(loadings[groups == 0], loadings[groups == 1], method="exact").pvalue
        assert exact < reported < 0.05


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_a_planted_group_is_found_whatever_the_general_level(sign: float) -> None:
    # general level 10, group 1 higher by 1.5 s.d., 12 of 100 items: power is above 99 % by Holm
    rng = np.random.default_rng(3)
    groups = np.repeat([0, 1, 2], [50, 12, 38])
    loadings = sign * (10.0 + rng.normal(size=100) + 1.5 * (groups == 1))
    found = enrichment(loadings, groups)
    assert found.p_adjusted[1] < 0.01
    assert np.sign(found.mean_difference[1]) == sign
    same = enrichment(loadings - sign * 10.0, groups)
    np.testing.assert_allclose(same.p, found.p, rtol=1e-9)
    np.testing.assert_allclose(same.mean_difference, found.mean_difference, rtol=1e-9)


def test_one_huge_loading_does_not_make_a_group() -> None:
    rng = np.random.default_rng(4)
    loadings = rng.normal(size=60)
    loadings[0] = 1e6
    assert enrichment(loadings, np.repeat([0, 1], [10, 50])).p[0] > 0.05


def test_small_groups_are_described_but_not_tested() -> None:
    loadings = np.arange(30.0)
    groups = np.repeat([0, 1, 2], [MIN_ITEMS - 1, MIN_ITEMS, 30 - 2 * MIN_ITEMS + 1])
    found = enrichment(loadings, groups)
    assert np.isnan(found.p).tolist() == [True, False, False]
    assert np.isfinite(found.mean_difference).all()
    np.testing.assert_array_equal(found.p_adjusted, holm(found.p))


def test_items_without_a_group_or_a_loading_are_left_out() -> None:
    rng = np.random.default_rng(5)
    loadings, groups = rng.normal(size=(40, 2)), rng.integers(0, 2, 40)
    expected = enrichment_table(loadings[3:], groups[3:])
    loadings[0, 1], groups[1:3] = np.nan, -1
    found = enrichment_table(loadings, groups)
    assert found.n_items == 37 == found.sizes.sum()
    np.testing.assert_array_equal(found.p, expected.p)
    np.testing.assert_array_equal(found.mean_difference, expected.mean_difference)


def test_one_group_no_spread_or_nothing_at_all() -> None:
    alone = enrichment(np.arange(9.0), np.zeros(9, dtype=np.int64))
    assert np.isnan(alone.p).all()
    assert np.isnan(alone.mean_difference).all()
    flat = enrichment(np.full(20, 0.1), np.repeat([0, 1], 10))
    assert np.isnan(flat.p).all()
    assert flat.mean_difference.tolist() == [0.0, 0.0]
    assert enrichment(np.empty(0), np.empty(0, dtype=np.int64)).p.shape == (0,)


def test_an_axis_that_is_mostly_one_value_is_not_tested() -> None:
    rng = np.random.default_rng(6)
    half, most = (np.where(np.arange(40) < tied, 0.0, rng.normal(size=40)) for tied in (20, 21))
    found = enrichment_table(np.column_stack([half, most]), rng.integers(0, 2, 40))
    assert np.isnan(found.p).tolist() == [[False, True], [False, True]]


def test_what_does_not_fit_is_said() -> None:
    with pytest.raises(ShapeError, match=r"\(3, 1\) and groups of shape \(4,\)"):
        enrichment(np.ones(3), np.zeros(4, dtype=np.int64))
    with pytest.raises(ShapeError, match="one axis"):
        enrichment(np.ones((3, 2)), np.zeros(3, dtype=np.int64))
    with pytest.raises(InputError, match="float64"):
        enrichment(np.ones(3), np.zeros(3))  # type: ignore[arg-type]  # untyped callers
