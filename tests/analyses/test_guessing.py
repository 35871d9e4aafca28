"""Panels without guessing: known worlds, coverage, members at chance, draws handed in, JSON."""

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from guessing_worlds import guessing_panel, mixed_chance
from parallaxis.analyses import guessing_parts
from parallaxis.analyses.guessing import guessing_corrected
from parallaxis.analyses.guessing_answers import GuessingCorrected
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.errors import InputError, ShapeError
from parallaxis.jsonable import dumps
from parallaxis.kernels.effective import kish

Array = NDArray[np.float64]


def draw_times(n_items: int) -> Callable[[int], Array]:
    """Return draws of single items."""

    def times(draw: int) -> Array:
        drawn = np.random.default_rng([97, draw]).integers(0, n_items, n_items)
        return np.bincount(drawn, minlength=n_items).astype(float)

    return times


def corrected(values: Array, chance: Array, **settings: Any) -> GuessingCorrected:
    """Return the answer for a panel that has one."""
    names = [f"model {i}" for i in range(len(values))]
    same: dict[str, Any] = {"draw_times": draw_times(values.shape[1]), "draws": 100}
    found = guessing_corrected(values, names, chance, **same | settings)
    assert isinstance(found, GuessingCorrected)
    return found


def interval(answer: Estimate | NotAnswered) -> tuple[float, float]:
    """Return the interval of an answer that has one."""
    assert isinstance(answer, Estimate)
    assert not isinstance(answer.interval, NotAnswered)
    return answer.interval


def test_correlation_and_votes_stand_beside_the_plain_ones() -> None:
    rng = np.random.default_rng(0)
    chance = np.full(3000, 0.25)
    found = corrected(guessing_panel(rng, 9, chance, 0.5), chance)
    assert isinstance(found.mean_correlation, Estimate)
    assert isinstance(found.n_eff, Estimate)
    assert found.mean_correlation.estimate == pytest.approx(0.5, abs=0.05)
    assert found.n_eff.estimate == pytest.approx(kish(9, found.mean_correlation.estimate))
    assert isinstance(found.plain_correlation, float)
    assert found.plain_correlation < 0.42
    assert found.plain_n_eff == pytest.approx(kish(9, found.plain_correlation))
    assert (found.chance_mean, found.chance_range) == (0.25, (0.25, 0.25))
    assert (found.n_members, found.n_pairs, found.left_out) == (9, 36, ())
    low, high = interval(found.mean_correlation)
    assert interval(found.n_eff) == pytest.approx((kish(9, high), kish(9, low)), rel=1e-3)
    rho = [pair.correlation for pair in found.listed_pairs]
    assert len(rho) == 36
    assert rho == sorted(rho, reverse=True)
    assert np.mean(rho) == pytest.approx(found.mean_correlation.estimate)
    assert np.mean([one.mean_correlation for one in found.members]) == pytest.approx(np.mean(rho))
    for member in found.members:
        assert member.share_known == pytest.approx((member.share_correct - 0.25) / 0.75)


def test_intervals_cover_the_truth() -> None:
    """60 worlds of four correlations: 95 % would miss 3, and more than 10 with p < .0002.

    A long run (960 panels of 8 × 200 and 600) missed 7 %, most where ρ is high and many pairs
    stand at ±1.
    """
    rng = np.random.default_rng(97)
    missed = 0
    for world in range(60):
        rho = (0.0, 0.3, 0.5, 0.8)[world % 4]
        chance = mixed_chance(rng, 600) if world % 8 > 3 else np.full(600, 0.25)
        values = guessing_panel(rng, 8, chance, rho, missing=0.1 * (world % 3))
        low, high = interval(corrected(values, chance, draws=200).mean_correlation)
        missed += not low <= rho <= high
    assert missed <= 10


def test_large_panels_are_moved_by_influences(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same draws both ways: their spreads agree to a tenth, their middles to a fifth of one."""
    rng = np.random.default_rng(1)
    chance = mixed_chance(rng, 1500)
    values = guessing_panel(rng, 10, chance, 0.5, margins=(0.4, 0.9), missing=0.1)
    full = interval(corrected(values, chance, draws=400).mean_correlation)
    monkeypatch.setattr(guessing_parts, "FULL_BOOTSTRAP_MEMBERS", 5)
    moved = interval(corrected(values, chance, draws=400).mean_correlation)
    assert moved[1] - moved[0] == pytest.approx(full[1] - full[0], rel=0.1)
    assert sum(moved) / 2 == pytest.approx(sum(full) / 2, abs=0.2 * (full[1] - full[0]))


def test_draws_of_groups_may_differ_in_size() -> None:
    rng = np.random.default_rng(2)
    chance = np.full(1200, 0.25)
    values = guessing_panel(rng, 6, chance, 0.5)
    group = np.arange(1200) // 7

    def times(draw: int) -> Array:
        drawn = np.random.default_rng(draw).integers(0, group.max() + 1, group.max() + 1)
        return np.bincount(drawn, minlength=group.max() + 1)[group].astype(float)

    low, high = interval(corrected(values, chance, draw_times=times).mean_correlation)
    assert low < 0.5 < high


def test_members_at_chance_are_left_out_and_named() -> None:
    rng = np.random.default_rng(3)
    chance = np.full(400, 0.25)
    values = guessing_panel(rng, 8, chance, 0.5, margins=(0.4, 0.9))
    values[1] = rng.random(400) < 0.2
    values[3] = 1.0
    values[4] = np.nan
    values[6] = np.arange(400) % 50 < 13  # knows 1.3 %
    found = corrected(values, chance)
    assert found.n_members == 4
    assert [member.model for member in found.left_out] == [f"model {i}" for i in (1, 3, 4, 6)]
    low, all_right, unseen, thin = (member.why for member in found.left_out)
    assert low.endswith("% of its items, no more often than by guessing")
    assert all_right == "all its answers are right"
    assert unseen == "it has no answers"
    assert thin == "right on 26.0 % of its items, too close to chance or to all for any pair"
    assert [member.model for member in found.members] == [f"model {i}" for i in (0, 2, 5, 7)]
    alone = corrected(values[[0, 2, 5, 7]], chance)
    assert found.mean_correlation == alone.mean_correlation
    assert (found.n_pairs, found.n_uninformative, found.n_undefined) == (6, 0, 0)


@pytest.mark.parametrize("n_good", [0, 1])
def test_fewer_than_two_members_above_chance_are_no_panel(n_good: int) -> None:
    rng = np.random.default_rng(4)
    chance = np.full(100, 0.5)
    values = (rng.random((4, 100)) < 0.3).astype(float)
    values[:n_good] = np.arange(100) % 10 < 8
    found = guessing_corrected(
        values, ("a", "b", "c", "d"), chance, draw_times=lambda _: np.ones(100), draws=2
    )
    why = f"{n_good} of 4 members can be told from guessing, and a panel needs 2"
    assert found == NotAnswered(why)


def test_pairs_at_the_boundary_are_counted() -> None:
    rng = np.random.default_rng(5)
    chance = np.full(150, 0.25)
    found = corrected(guessing_panel(rng, 8, chance, 0.95, margins=(0.3, 0.6)), chance)
    ones = [pair for pair in found.listed_pairs if pair.correlation == 1.0]
    assert 0 < len(ones) <= found.n_boundary
    assert all(np.isnan(pair.standard_error) for pair in ones)
    dropped = corrected(
        guessing_panel(np.random.default_rng(5), 8, chance, 0.95, margins=(0.3, 0.6)),
        chance,
        zero_cells="drop",
    )
    assert dropped.n_boundary == 0


def test_without_known_chance_it_is_not_answered() -> None:
    values = np.ones((2, 3))
    for chance, why in ((None, "not known for every item"), (np.zeros(3), "no guessing to take")):
        found = guessing_corrected(values, ["a", "b"], chance, draw_times=draw_times(3))
        assert isinstance(found, NotAnswered)
        assert why in found.why


def test_few_items_have_no_interval() -> None:
    chance = np.full(8, 0.1)
    values = np.array([[1, 1, 1, 1, 1, 0, 0, 0], [1, 1, 1, 0, 0, 0, 1, 0]], dtype=float)
    found = corrected(values, chance)
    assert isinstance(found.mean_correlation, Estimate)
    assert "8 items" in str(found.mean_correlation.interval)


def test_settings_are_checked() -> None:
    values, chance = np.eye(3), np.full(3, 0.2)
    same: dict[str, Any] = {"draw_times": draw_times(3)}
    with pytest.raises(ShapeError, match="2 names for 3 models"):
        guessing_corrected(values, ["a", "b"], chance, **same)
    with pytest.raises(ShapeError, match=r"chance has shape \(4,\)"):
        guessing_corrected(values, list("abc"), np.full(4, 0.2), **same)
    for wrong, message in (({"level": 1.0}, "level"), ({"draws": 1}, "draws")):
        with pytest.raises(InputError, match=message):
            guessing_corrected(values, list("abc"), chance, **same, **wrong)


def test_json_has_nulls_where_there_is_no_number() -> None:
    rng = np.random.default_rng(5)
    chance = np.full(150, 0.25)
    found = corrected(guessing_panel(rng, 8, chance, 0.95, margins=(0.3, 0.6)), chance)
    written = json.loads(dumps(found))
    assert written["listed_pairs"][0]["standard_error"] is None
    assert set(written["mean_correlation"]) == {"estimate", "interval"}
    assert written["chance_range"] == [0.25, 0.25]
