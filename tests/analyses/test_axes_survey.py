"""What the ladder says about whole boards: invariances, dependences, subsamples, odd boards."""

import json
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
import pytest
from jsonschema import Draft202012Validator
from numpy.typing import NDArray

from parallaxis.analyses import axes as axes_module
from parallaxis.analyses import axes_ladder
from parallaxis.analyses.axes import Axes, axes
from parallaxis.analyses.axes_ladder import ladder_board
from parallaxis.answers import NotAnswered
from parallaxis.errors import InputError
from parallaxis.ingredients import Ingredients
from parallaxis.kernels import draws as draws_module
from parallaxis.matrix import ScoreMatrix
from parallaxis.worlds import factors, family_copies, one_ability, several_abilities, with_gaps

Array = NDArray[np.float64]
MODELS, ITEMS = 40, 100


@pytest.fixture(autouse=True)
def few_splits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Halve boards twice only: ten times tells no test more."""
    monkeypatch.setattr(axes_module, "SPLITS", 2)


def answer(board: ScoreMatrix, **settings: Any) -> Axes:
    """Ask with few draws."""
    return axes(board, **{"max_draws": 20, "simulations": 39, **settings})


def two(seed: int = 0) -> ScoreMatrix:
    """Return a board of two abilities, without dead items."""
    world = several_abilities(k=2, n_models=MODELS, n_items=ITEMS, discrimination=2.5, seed=seed)
    return world.board.drop_dead()


@cache
def plain() -> Axes:
    """Return the answer about it."""
    return answer(two())


def matched(first: Axes, second: Axes, order: NDArray[np.intp]) -> float:
    """Return the least correlation of abilities of the same models."""
    theta = [
        np.array([[one.estimate for one in place.abilities] for place in found.places])
        for found in (first, second)
    ]
    pairs = zip(theta[0][order].T, theta[1].T, strict=True)
    return float(min(np.corrcoef(a, b)[0, 1] for a, b in pairs))


def validator() -> Draft202012Validator:
    """Return the validator of what axes returns."""
    text = files("parallaxis.schema").joinpath("results.schema.json").read_text(encoding="utf-8")
    return Draft202012Validator({"$ref": "#/$defs/axes", "$defs": json.loads(text)["$defs"]})


def test_two_abilities_are_two_named_axes_with_swaps() -> None:
    found = plain()
    assert (found.k_ladder, found.k_significant, found.capped) == (2, 2, False)
    assert {axis.label for axis in found.axes} == {"ability 1", "ability 2"}
    assert found.n_swaps >= len(found.swaps) > 0
    assert len(found.places) == MODELS
    assert found.loadings.num_rows == found.ladder_shape[1] == two().n_items
    assert isinstance(found.general_share, float)
    assert 0.5 <= found.general_share < 0.9
    assert isinstance(found.omega_hierarchical, float)
    assert 0.0 < found.omega_hierarchical < 1.0
    assert isinstance(found.rank_information_lost, float)
    assert 0.2 < found.rank_information_lost < 0.9
    assert found.dependences == ()
    assert found.general_share == found.steps[0].share
    for swap in found.swaps:
        for one in (swap.difference, swap.other_difference):
            assert not isinstance(one.interval, NotAnswered)
            assert one.interval[0] > 0


def test_loadings_of_the_table_are_those_of_the_strongest_items() -> None:
    found = plain()
    rows = {row["item"]: row for row in found.loadings.to_pylist()}
    for axis in found.axes:
        name = f"axis_{axis.rank}"
        for item in axis.strongest_items:
            row = rows[item.item]
            assert item.loading == row[name]
            assert item.interval == (row[f"{name}_low"], row[f"{name}_high"])
        largest = sorted((abs(row[name]) for row in rows.values()), reverse=True)[:10]
        assert largest == [abs(item.loading) for item in axis.strongest_items]


@pytest.mark.parametrize("kind", ["two", "noise", "small"])
def test_json_is_valid_and_reads_back(kind: str) -> None:
    coins = ScoreMatrix.from_array(np.random.default_rng(0).random((30, 40)) < 0.5)
    boards = {"noise": coins, "small": coins.select_models(coins.models[:5])}
    found = plain() if kind == "two" else answer(boards[kind])
    whole = json.loads(found.to_json())
    validator().validate(whole)
    assert len(whole["nulls"]["ladder"]) == found.summary().num_rows == len(found.steps)
    assert found.summary().num_rows == {"two": 3, "noise": 1, "small": 0}[kind]


def test_order_of_models_and_items_changes_nothing_that_counts() -> None:
    board, rng = two(), np.random.default_rng(5)
    rows, columns = rng.permutation(board.n_models), rng.permutation(board.n_items)
    moved = board.select_models([board.models[i] for i in rows])
    values = board.values[rows][:, columns]
    groups = board.metadata("item", "group") or []
    moved = ScoreMatrix.from_array(
        values,
        models=[board.models[i] for i in rows],
        items=[board.items[j] for j in columns],
        item_metadata={"group": [groups[j] for j in columns]},
    )
    found = answer(moved)
    assert (found.k_ladder, found.k_significant) == (2, 2)
    # the same fit to single precision; its simulated and halved boards are others
    np.testing.assert_allclose(
        [axis.share for axis in found.axes], [axis.share for axis in plain().axes], atol=0.01
    )
    assert matched(plain(), found, rows) > 0.999


def test_dead_items_change_nothing() -> None:
    board = two()
    wider = ScoreMatrix.from_array(
        np.hstack([board.values, np.ones((MODELS, 2)), np.full((MODELS, 1), np.nan)]),
        items=[*board.items, "dead", "dead too", "empty"],
        item_metadata={"group": [*(board.metadata("item", "group") or []), "x", "y", "y"]},
    )
    found, before = answer(wider), plain()
    assert found.n_dead == 2
    assert found.ladder_shape == before.ladder_shape
    assert found.steps == before.steps
    assert found.loadings.equals(before.loadings)
    assert [p.abilities for p in found.places] == [p.abilities for p in before.places]
    assert [p.ranks for p in found.places] == [p.ranks for p in before.places]


def test_an_item_turned_round_turns_its_loading() -> None:
    board = two()
    item = int(np.argmax(np.abs(plain().loadings["axis_1"].to_numpy())))
    values = board.values.copy()
    values[:, item] = 1.0 - values[:, item]
    found = answer(ScoreMatrix.from_array(values))
    assert (found.k_ladder, found.k_significant) == (2, 2)
    assert matched(plain(), found, np.arange(MODELS)) > 0.99
    before, after = (a.loadings["axis_1"][item].as_py() for a in (plain(), found))
    assert before > 0.5
    assert after < -0.25  # slopes share a prior, which pulls the only one that is turned


def test_the_number_of_threads_changes_no_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    world = one_ability(n_models=24, n_items=40, seed=1).board
    texts = set()
    for cores in (1, 2):
        monkeypatch.setattr(draws_module, "available_cores", lambda cores=cores: cores)
        texts.add(answer(world).to_json())
    assert len(texts) == 1
    assert answer(world, seed=1).to_json() not in texts


def test_oblique_rotation() -> None:
    found = answer(two(), rotation="oblimin")
    assert (found.k_ladder, len(found.axes)) == (2, 2)
    assert found.steps == plain().steps
    assert {axis.label for axis in found.axes} == {"ability 1", "ability 2"}
    assert sum(axis.share for axis in found.axes) == pytest.approx(1.0)


def test_exact_copies_are_set_aside_and_placed_all_the_same() -> None:
    world = one_ability(n_models=MODELS, n_items=300, discrimination=1.5, seed=1)
    values = np.vstack([world.board.values, world.board.values[[3, 3, 11]]])
    found = answer(ScoreMatrix.from_array(values))
    assert found.n_copies == 3
    assert found.ladder_shape[0] == MODELS
    assert found.k_ladder == 1
    groups = {one.who for one in found.dependences if one.kind == "near_copies"}
    assert groups == {("model 4", "model 41", "model 42"), ("model 12", "model 43")}
    places = {place.model: place for place in found.places}
    assert len(places) == MODELS + 3
    first = places["model 4"].abilities[0].estimate
    # equal answers, but sums of single precision in another order
    for name in ("model 41", "model 42"):
        assert places[name].abilities[0].estimate == pytest.approx(first, abs=1e-5)
        assert abs(places[name].ranks[0] - places["model 4"].ranks[0]) <= 2


def test_exact_copies_are_found_among_few_items() -> None:
    board = two()
    values = np.vstack([board.values, board.values[[3, 3, 11]]])
    found = ladder_board(Ingredients(ScoreMatrix.from_array(values)), chance=None, seed=0)
    assert found.copies.groups == ((3, 40, 41), (11, 42))


def test_families_of_near_copies_are_dependence() -> None:
    world = family_copies(n_models=30, n_items=150, highest_flips=0.1, seed=2)
    found = answer(world.board)
    kinds = {one.kind for one in found.dependences}
    assert "near_copies" in kinds
    assert 18 <= found.n_copies <= 24  # six families of five: one of each may stay
    assert isinstance(found.k_ladder, NotAnswered) or found.k_ladder <= 1


@pytest.mark.parametrize("shape", [(7, 60), (40, 4)])
def test_small_boards_get_a_reason(shape: tuple[int, int]) -> None:
    found = answer(ScoreMatrix.from_array(np.random.default_rng(0).random(shape)))
    for part in (found.k_ladder, found.k_significant, found.general_share):
        assert isinstance(part, NotAnswered)
        assert "climbing the ladder needs 8 and 5" in part.why
    assert not [*found.steps, *found.axes, *found.places, *found.swaps]
    assert isinstance(found.k_shuffled, int)
    assert str(found).startswith("axes: k_ladder not identified")


@pytest.mark.parametrize("pattern", ["random", "block"])
def test_missing_cells(pattern: Any) -> None:
    world = one_ability(
        n_models=MODELS, n_items=ITEMS, discrimination=1.5, difficulty_spread=2.0, seed=3
    )
    gapped = with_gaps(world, share=0.3, pattern=pattern)
    found = answer(gapped.board)
    assert (found.k_ladder, found.k_significant) == (1, 1)
    theta = [place.abilities[0].estimate for place in found.places]
    assert np.corrcoef(theta, world.abilities[:, 0])[0, 1] > 0.93


def test_rows_without_scores_are_not_placed() -> None:
    values = one_ability(n_models=20, n_items=40, discrimination=3.0, seed=1).board.values.copy()
    values[[4, 9]] = np.nan
    found = answer(ScoreMatrix.from_array(values))
    assert found.ladder_shape[0] == 18
    assert "model 5" not in {place.model for place in found.places}
    assert len(found.places) == 18


def test_odd_models_and_items_do_not_stop_the_ladder() -> None:
    values = one_ability(
        n_models=MODELS, n_items=60, discrimination=1.5, seed=4
    ).board.values.copy()
    values[0], values[1] = 1.0, 0.0
    values[:, 5] = values[:, 4]
    values[:, 6] = 0.0
    values[0, 6] = 1.0  # one right answer
    found = answer(ScoreMatrix.from_array(values))
    assert (found.k_ladder, found.k_significant) == (1, 1)
    assert (found.places[0].ranks, found.places[1].ranks) == ((1,), (MODELS,))
    table = {row["item"]: row["axis_1"] for row in found.loadings.to_pylist()}
    assert "item 5" in table
    assert "item 6" not in table  # it repeats item 5


def test_chance_of_the_items_is_used_and_changes_the_fit() -> None:
    board = one_ability(n_models=MODELS, n_items=ITEMS, chance=0.25, discrimination=2, seed=5).board
    listed, given = answer(board), answer(board, chance=0.25)
    assert listed.k_ladder == 1
    assert listed.steps == given.steps
    ignored = answer(board, chance=0.0)
    assert ignored.k_ladder == 1
    columns = [a.loadings["axis_1"].to_numpy().mean() for a in (listed, ignored)]
    assert columns[0] > columns[1]  # left out, guessing flattens items


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"chance": 1.5}, "chance is 1.5; pass a number from 0 to below 1, or 'estimate'"),
        ({"chance": -0.1}, "chance is -0.1; pass a number from 0"),
        ({"alpha": 0.0}, "alpha is 0.0"),
        ({"simulations": 18}, "simulations is 18; pass a whole number of at least 19"),
        ({"alpha": 0.01, "simulations": 98}, "pass at least 99 simulations"),
        ({"rotation": "promax"}, "rotation"),
    ],
)
def test_settings_are_checked(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        answer(two(), **settings)


def test_chance_of_real_scores_is_refused() -> None:
    board = factors(k=1, n_models=20, n_items=20).board
    with pytest.raises(InputError, match="a chance level is for right/wrong scores"):
        answer(board, chance=0.25)


def test_few_models_with_real_scores_are_called_liberal() -> None:
    few = answer(factors(k=1, n_models=30, n_items=40, seed=1).board)
    assert "ladder_liberal" in {caution.code for caution in few.cautions}


def test_large_boards_are_subsampled_and_all_models_placed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(axes_ladder, "MOST_MODELS", 30)
    world = one_ability(n_models=60, n_items=80, discrimination=1.5, difficulty_spread=1.5, seed=6)
    found = answer(world.board)
    assert found.ladder_shape[0] == 30
    assert found.k_ladder == 1
    assert len(found.k_subsamples) == 2
    assert len(found.places) == 60
    theta = [place.abilities[0].estimate for place in found.places]
    assert np.corrcoef(theta, world.abilities[:, 0])[0, 1] > 0.9
    said = next(c.text for c in found.cautions if c.code == "ladder_subsampled")
    assert "30 models" in said


def test_the_cap_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(axes_module, "MOST_AXES", 1)
    found = answer(two())
    assert (found.k_significant, found.capped, len(found.steps)) == (1, True, 1)
    assert "significant at least 1" in str(found)


def test_sets_without_a_common_item_are_said() -> None:
    values = one_ability(n_models=24, n_items=40, discrimination=1.5, seed=3).board.values.copy()
    values[:12, :20] = np.nan
    values[12:, 20:] = np.nan
    apart = axes(ScoreMatrix.from_array(values), max_draws=20, simulations=19)
    assert "unlinked_blocks" in {caution.code for caution in apart.cautions}
    values[0, 0] = 1.0
    linked = axes(ScoreMatrix.from_array(values), max_draws=20, simulations=19)
    assert "unlinked_blocks" not in {caution.code for caution in linked.cautions}


def test_a_short_board_counts_its_one_axis_by_models() -> None:
    rng = np.random.default_rng(5)
    scores = rng.normal(size=(200, 1)) + 0.7 * rng.normal(size=(200, 6))
    found = axes(ScoreMatrix.from_array(scores), max_draws=20, simulations=19)
    assert found.k_ladder == 1


def test_too_few_models_that_are_no_copies_are_not_climbed() -> None:
    rng = np.random.default_rng(6)
    three = (rng.random((3, 80)) < 0.5).astype(float)
    found = axes(ScoreMatrix.from_array(three[rng.integers(0, 3, 20)]), max_draws=20)
    assert isinstance(found.k_ladder, NotAnswered)
    assert "near copies" in found.k_ladder.why
    assert found.n_copies == 17


def test_a_column_that_is_there_three_times_is_one_item() -> None:
    world = factors(n_models=30, n_items=40, k=1, seed=1)
    values = np.array(world.board.values)
    values[:, [5, 9]] = values[:, [2]]
    found = axes(ScoreMatrix.from_array(values), max_draws=20, simulations=19)
    assert (found.k_ladder, found.ladder_shape) == (1, (30, 38))
    said = [one for one in found.dependences if one.kind == "item_group"]
    assert [one.who for one in said] == [("item 3", "item 6", "item 10")]


def with_metadata(models: int, **columns: Any) -> Axes:
    """Ask about one ability with metadata of the models."""
    world = one_ability(n_models=models, n_items=40, discrimination=1.5, seed=2)
    board = ScoreMatrix.from_array(np.array(world.board.values), **columns)
    return answer(board, simulations=19)


def test_dates_in_words_are_read_and_others_are_said() -> None:
    months = ["Jan", "Feb", "Mar", "Apr", "May"]
    dates = [f"{1 + i:02d} {months[i % 5]} 2023" for i in range(20)]
    read = with_metadata(20, model_metadata={"date": dates})
    assert "dates_not_read" not in {caution.code for caution in read.cautions}
    counts = with_metadata(20, model_metadata={"published_pct": [f"{4.4 + i}" for i in range(20)]})
    assert "dates_not_read" not in {caution.code for caution in counts.cautions}
    unread = with_metadata(20, model_metadata={"date": [f"{1 + i}/{1 + i}/23" for i in range(20)]})
    (said,) = [caution for caution in unread.cautions if caution.code == "dates_not_read"]
    assert "'date'" in said.text
    assert "'1/1/23'" in said.text


def test_a_column_of_chance_with_holes_is_left_out_and_said() -> None:
    found = with_metadata(20, item_metadata={"chance": [0.25] * 30 + [None] * 10})
    (said,) = [caution for caution in found.cautions if caution.code == "chance_incomplete"]
    assert "10 of 40 items" in said.text


def test_items_that_run_against_the_others_are_said() -> None:
    world = one_ability(n_models=60, n_items=60, discrimination=2.0, reversed_share=0.5, seed=1)
    found = answer(world.board, simulations=19)
    assert "mixed_direction" in {caution.code for caution in found.cautions}
    upright = one_ability(n_models=60, n_items=60, discrimination=2.0, seed=1)
    assert "mixed_direction" not in {c.code for c in answer(upright.board).cautions}


def test_models_without_an_item_in_common_are_said() -> None:
    values = np.array(one_ability(n_models=40, n_items=60, seed=1).board.values)
    values[:20, :30] = np.nan
    values[20:, 30:] = np.nan
    found = answer(ScoreMatrix.from_array(values), simulations=19)
    assert "unlinked_blocks" in {caution.code for caution in found.cautions}
