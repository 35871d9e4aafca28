"""Places, ranks and swaps against comparing every pair of models by hand."""

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import norm

from parallaxis.analyses import axes_places
from parallaxis.analyses.axes_places import LISTED_SWAPS, averages, places, swaps
from parallaxis.answers import NotAnswered
from parallaxis.kernels.principal_axes import OrientedAxes
from parallaxis.kernels.rank_agreement import resolved_swaps
from parallaxis.matrix import ScoreMatrix

Array = NDArray[np.float64]


def by_hand(abilities: Array, errors: Array) -> OrientedAxes:
    """Return axes with these places of models; their items do not matter here."""
    k = abilities.shape[1]
    return OrientedAxes(abilities, errors, np.eye(k), np.ones(k), np.zeros(k), np.eye(k))


def world(n: int = 25, k: int = 2, noise: float = 0.3, seed: int = 0) -> OrientedAxes:
    """Return random places, some of them tied."""
    rng = np.random.default_rng(seed)
    return by_hand(np.round(rng.normal(size=(n, k)), 1), noise * rng.uniform(0.5, 1.5, (n, k)))


def empty(n: int) -> ScoreMatrix:
    """Return a board of n models."""
    return ScoreMatrix.from_array(np.random.default_rng(0).random((n, 5)))


def limits(low_high: object) -> tuple[float, float]:
    """Return an interval that is there."""
    assert not isinstance(low_high, NotAnswered)
    assert isinstance(low_high, tuple)
    return low_high


@pytest.mark.parametrize("level", [0.5, 0.95])
def test_ranks_and_their_intervals_by_comparing_all_pairs(level: float) -> None:
    axes = world()
    board = empty(25)
    reach = norm.ppf(0.5 + level / 2)
    found = places(board, axes, averages(board)[0], level=level)
    for i, place in enumerate(found):
        assert place.model == board.models[i]
        for axis in (0, 1):
            theta, error = axes.abilities[:, axis], axes.ability_errors[:, axis]
            above = below = better = 0
            for j in range(25):
                better += theta[j] > theta[i]
                noise = reach * np.sqrt(error[i] ** 2 + error[j] ** 2)
                above += theta[j] - theta[i] > noise
                below += theta[i] - theta[j] > noise
            assert place.ranks[axis] == 1 + better
            assert place.rank_intervals[axis] == (1 + above, 25 - below)
            low, high = place.rank_intervals[axis]
            assert low <= place.ranks[axis] <= high
            estimate = place.abilities[axis]
            assert estimate.estimate == theta[i]
            np.testing.assert_allclose(
                limits(estimate.interval), theta[i] + reach * error[i] * np.array([-1, 1])
            )


def test_blocks_do_not_change_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    axes, board = world(), empty(25)
    whole = places(board, axes, averages(board)[0], level=0.9)
    monkeypatch.setattr(axes_places, "BLOCK", 7)
    assert places(board, axes, averages(board)[0], level=0.9) == whole


def test_averages_by_hand_with_gaps() -> None:
    values = np.random.default_rng(1).random((6, 9))
    values[np.random.default_rng(2).random(values.shape) < 0.3] = np.nan
    mean, error = averages(ScoreMatrix.from_array(values))
    for row, own in enumerate(values):
        seen = own[~np.isnan(own)]
        assert mean[row] == pytest.approx(seen.mean())
        assert error[row] == pytest.approx(seen.std(ddof=1) / np.sqrt(seen.size))


def test_no_score_has_no_average_and_one_score_no_error() -> None:
    values = np.array([[np.nan, np.nan, np.nan], [np.nan, 1.0, np.nan], [0.0, 1.0, 1.0]])
    mean, error = averages(ScoreMatrix.from_array(values))
    np.testing.assert_array_equal(mean[:2], [np.nan, 1.0])
    assert np.isnan(error[:2]).all()
    assert error[2] > 0


def test_equal_averages_share_the_better_rank() -> None:
    board = ScoreMatrix.from_array(np.array([[1.0, 0], [0, 1], [1, 1], [0, 0]]))
    found = places(board, world(4), averages(board)[0], level=0.95)
    assert [place.average_rank for place in found] == [2, 2, 1, 4]


def test_every_listed_swap_is_resolved_on_both_axes() -> None:
    axes = world(40, 3, 0.2)
    listed, total = swaps([f"m{i}" for i in range(40)], axes, level=0.95)
    row = {f"m{i}": i for i in range(40)}
    expected = sum(
        len(
            resolved_swaps(
                axes.abilities[:, a],
                axes.ability_errors[:, a],
                axes.abilities[:, b],
                axes.ability_errors[:, b],
                error=0.05,
            ).pairs
        )
        for a, b in ((0, 1), (0, 2), (1, 2))
    )
    assert total == expected > LISTED_SWAPS
    assert len(listed) == LISTED_SWAPS
    assert len({(s.axis, s.other_axis, s.model, s.other_model) for s in listed}) == LISTED_SWAPS
    for swap in listed:
        first, second = row[swap.model], row[swap.other_model]
        one, other = swap.axis - 1, swap.other_axis - 1
        theta = axes.abilities
        assert one < other
        assert swap.difference.estimate == theta[first, one] - theta[second, one] > 0
        assert swap.other_difference.estimate == theta[second, other] - theta[first, other] > 0
        assert limits(swap.difference.interval)[0] > 0
        assert limits(swap.other_difference.interval)[0] > 0


def test_swaps_between_the_best_come_first() -> None:
    axes = world(40, 2, 0.2)
    listed, _ = swaps([f"m{i}" for i in range(40)], axes, level=0.95)
    order = np.argsort(-axes.abilities, axis=0, kind="stable")[:3]
    best = {f"m{i}" for i in order.ravel()}
    inside = [{swap.model, swap.other_model} <= best for swap in listed]
    assert any(inside)
    assert inside == sorted(inside, reverse=True)


def test_one_axis_has_no_swaps() -> None:
    assert swaps(["a", "b", "c"], world(3, 1), level=0.95) == ([], 0)
