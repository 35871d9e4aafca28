"""Boards of one ability: gaps and margins stay, and fits give back what they were drawn from."""

import numpy as np
import pytest
from numpy.typing import NDArray

from parallaxis.kernels.one_ability_boards import Curve, LogisticAbility, PooledAbility

Array = NDArray[np.float64]


def answers(n: int, t: int, *, chance: float = 0.0, seed: int = 0) -> tuple[Array, Array]:
    """Return right/wrong scores of one ability by their own formula, and the abilities."""
    rng = np.random.default_rng(seed)
    ability = rng.normal(size=n)
    share = 1.0 / (1.0 + np.exp(-1.5 * (ability[:, None] - rng.normal(size=t))))
    share = chance + (1.0 - chance) * share
    return (rng.random((n, t)) < share).astype(float), ability


def test_drawn_boards_keep_gaps_and_shares() -> None:
    values, _ = answers(60, 120)
    values[np.random.default_rng(1).random(values.shape) < 0.1] = np.nan
    found = LogisticAbility.of(values, np.zeros(120))
    boards = [found.drawn(np.random.default_rng(k)) for k in range(40)]
    assert all((np.isnan(board) == np.isnan(values)).all() for board in boards)
    shares = np.mean([np.nanmean(board, axis=0) for board in boards], axis=0)
    # weak priors pull the hardest and easiest items by a few per cent
    np.testing.assert_allclose(shares, np.nanmean(values, axis=0), atol=0.05)


def test_likely_boards_differ_more_between_draws_than_drawn_ones() -> None:
    values, _ = answers(40, 100)
    found = LogisticAbility.of(values, np.zeros(100))
    seeds = range(60)
    drawn = np.var([found.drawn(np.random.default_rng(k)).mean(axis=0) for k in seeds], axis=0)
    likely = np.var([found.likely(np.random.default_rng(k)).mean(axis=0) for k in seeds], axis=0)
    assert likely.mean() > 1.3 * drawn.mean()


def test_known_chance_is_part_of_the_boards() -> None:
    values, _ = answers(80, 100, chance=0.25)
    values[:20] = (np.random.default_rng(2).random((20, 100)) < 0.25).astype(float)
    found = LogisticAbility.of(values, np.full(100, 0.25))
    assert found.drawn(np.random.default_rng(0))[:20].mean() == pytest.approx(0.25, abs=0.04)


def test_curves_lead_there_and_back() -> None:
    rng = np.random.default_rng(3)
    values = rng.beta(0.5, 2.0, size=(30, 8))
    values[2, 3] = np.nan
    for one_unit in (True, False):
        curve = Curve.of(values, one_unit=one_unit)
        bent = curve.bent(values)
        np.testing.assert_allclose(curve.straight(bent), values, atol=1e-12)
        assert abs(np.nanmean(bent)) < 1e-9
        assert np.nanstd(bent) == pytest.approx(1.0, abs=0.03)


def test_real_boards_keep_gaps_units_and_range() -> None:
    rng = np.random.default_rng(4)
    values = rng.normal(size=(50, 1)) * [1.0, 100.0, 0.01] + rng.normal(size=(50, 3)) * 0.5
    values[7, 1] = np.nan
    found = PooledAbility.of(values, one_unit=False)
    board = found.drawn(np.random.default_rng(0))
    assert (np.isnan(board) == np.isnan(values)).all()
    ratio = np.nanstd(board, axis=0) / np.nanstd(values, axis=0)
    assert ((ratio > 0.7) & (ratio < 1.4)).all()
    bounded = 1.0 / (1.0 + np.exp(-values))
    again = PooledAbility.of(bounded, one_unit=True).drawn(np.random.default_rng(1))
    assert np.nanmin(again) >= np.nanmin(bounded)
    assert np.nanmax(again) <= np.nanmax(bounded)
