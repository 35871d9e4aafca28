"""Items drawn again: groups together where they are known, sums by draw, linearised or not."""

import numpy as np
import pytest
from numpy.typing import NDArray

from known_panels import known_pairs
from parallaxis.analyses import panel_draws
from parallaxis.analyses.panel import panel
from parallaxis.analyses.panel_draws import units_of
from parallaxis.matrix import ScoreMatrix
from parallaxis.worlds import shared_component

Array = NDArray[np.float64]


def grouped(n_groups: int, size: int, seed: int, shared: float = 0.5) -> ScoreMatrix:
    """Return nine members at ρ = .5, whose common part is partly one draw a group of items."""
    rng = np.random.default_rng(seed)
    of_item = np.repeat(np.arange(n_groups), size)
    common = np.sqrt(shared) * rng.normal(size=n_groups)[of_item]
    common = common + np.sqrt(1.0 - shared) * rng.normal(size=of_item.size)
    scores = common + rng.normal(size=(9, of_item.size)) > 0.0
    return ScoreMatrix.from_array(scores, item_metadata={"testlet": [f"text {i}" for i in of_item]})


def test_groups_are_drawn_whole() -> None:
    board = grouped(12, 5, seed=0)
    units = units_of(board)
    assert (units.column, units.n_units) == ("testlet", 12)
    times = units.times(range(3), seed=0)
    assert times.shape == (3, 60)
    assert (times.reshape(3, 12, 5) == times[:, ::5, None]).all()
    assert times[:, ::5].sum(axis=1).tolist() == [12.0] * 3


def test_single_items_are_drawn_where_no_groups_are_known() -> None:
    units = units_of(ScoreMatrix.from_array(np.eye(4)))
    assert (units.column, units.n_units) == ("", 4)
    assert units.times(range(2), seed=1).sum(axis=1).tolist() == [4.0, 4.0]


def test_uneven_groups_are_worth_too_few_to_be_drawn() -> None:
    names = ["large"] * 80 + [f"small {i // 2}" for i in range(40)]
    values = np.random.default_rng(0).integers(0, 2, size=(3, 120))
    board = ScoreMatrix.from_array(values, item_metadata={"category": names})
    assert units_of(board).column == ""  # 21 groups, worth 120²/(80² + 20·4) = 2.2


def test_the_coarsest_groups_that_are_enough_are_drawn() -> None:
    values = np.random.default_rng(0).integers(0, 2, size=(3, 240))
    board = ScoreMatrix.from_array(
        values,
        item_metadata={
            "testlet": [str(i // 4) for i in range(240)],
            "subject": [str(i // 20) for i in range(240)],
            "category": [str(i // 120) for i in range(240)],
        },
    )
    assert units_of(board).column == "subject"


def test_items_without_a_group_are_drawn_alone() -> None:
    values = np.random.default_rng(0).integers(0, 2, size=(3, 44))
    names = [str(i // 2) for i in range(40)] + [None] * 4
    assert units_of(ScoreMatrix.from_array(values, item_metadata={"group": names})).n_units == 24


def test_items_that_hang_together_widen_the_interval_as_they_should() -> None:
    """Coverage of ρ = .5 with forty groups; drawn one by one, items would cover half as often."""
    together = alone = 0
    for seed in range(40):
        board = grouped(40, 10, seed)
        bare = ScoreMatrix.from_array(board.values)
        for known, one in ((True, board), (False, bare)):
            low, high = np.quantile(known_pairs(one, 200)[2].tetrachoric, (0.025, 0.975))
            held = low <= 0.5 <= high
            together, alone = together + (known and held), alone + (not known and held)
    assert together >= 32  # at 93 %, fewer in 1 % of such rows of 40
    assert alone < together


def test_few_groups_are_said() -> None:
    few, many = (units_of(grouped(n, 10, seed=0)).cautions() for n in (12, 40))
    assert [caution.code for caution in few] == ["few_item_groups"]
    assert many == ()
    board = grouped(12, 20, seed=0)
    assert "few_item_groups" in {caution.code for caution in panel(board, draws=2).cautions}


@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_sums_by_draw_full_and_linearised(missing: float, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(3)
    values = np.array(shared_component(n_models=8, n_items=900, accuracy=(0.3, 0.8)).board.values)
    values[rng.random(values.shape) < missing] = np.nan
    board = ScoreMatrix.from_array(values)
    _, _, full = known_pairs(board, 60)
    monkeypatch.setattr(panel_draws, "FULL_BOOTSTRAP_MEMBERS", 2)
    _, _, linear = known_pairs(board, 60)
    assert full.member_sums.sum(axis=1) / 2 / 28 == pytest.approx(full.tetrachoric, abs=1e-12)
    assert (full.member_pairs == 7).all()
    for name, tolerance in (("tetrachoric", 0.1), ("phi", 0.1), ("mean_square", 0.15)):
        one, other = getattr(full, name), getattr(linear, name)
        # the same draws: what is left is of second order
        assert np.std(one - other) < tolerance * np.std(one), name
        assert abs(np.mean(one - other)) < 0.2 * np.std(one), name
    assert (
        np.std(full.member_sums - linear.member_sums) < 0.15 * full.member_sums.std(axis=0).mean()
    )


def test_a_draw_is_what_the_board_of_its_items_would_give() -> None:
    board = shared_component(n_models=4, n_items=200).board
    seats, _, spread = known_pairs(board, 3)
    times = seats.units.times(range(3), 0)[2].astype(int)
    again = np.repeat(board.values, times, axis=1)
    _, outcome, _ = known_pairs(ScoreMatrix.from_array(again), 2)
    assert spread.member_sums[2] == pytest.approx(outcome.tetrachoric.sum(axis=1) - 1, abs=1e-9)
