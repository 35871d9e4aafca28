"""The item response answer: names, intervals, chance from metadata, doors, broken boards."""

import json

import numpy as np
import pytest

from broken_boards import ANSWERED, NOT_ANSWERED
from parallaxis.analyses.item_response import (
    FEWEST_ITEMS,
    FEWEST_MODELS,
    ItemResponse,
    item_response,
)
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.errors import InputError
from parallaxis.ingredients import Ingredients
from parallaxis.matrix import ScoreMatrix
from parallaxis.worlds import one_ability


def world(*, chance: float = 0.0) -> ScoreMatrix:
    """Return a board of one ability, 120 models × 60 items, all of them live."""
    board = one_ability(
        n_models=120, n_items=70, discrimination_spread=0.3, chance=chance
    ).board.drop_dead()
    return board.select_items(board.items[:60])


def codes(answer: ItemResponse) -> set[str]:
    """Return the codes of an answer's cautions."""
    return {caution.code for caution in answer.cautions}


def estimate(value: Estimate | NotAnswered) -> Estimate:
    """Return an estimate that must be there."""
    assert isinstance(value, Estimate)
    return value


def test_names_order_and_intervals() -> None:
    values = world().values.copy()
    values[:, 5] = 1.0
    board = ScoreMatrix.from_array(values)
    answer = item_response(board, level=0.9)
    assert isinstance(answer.abilities, tuple)
    assert isinstance(answer.items, tuple)
    assert answer.fitted is not None
    assert [ability.name for ability in answer.abilities] == list(board.models)
    assert [item.name for item in answer.items] == list(board.items)
    assert isinstance(answer.items[5].difficulty, NotAnswered)
    assert (answer.n_items_used, answer.n_dead) == (59, 1)
    first, fitted = answer.items[6], answer.fitted
    assert estimate(first.discrimination).estimate == fitted.discrimination[5]
    low, high = estimate(first.intercept).interval  # type: ignore[misc]  # it is answered
    assert high - low == pytest.approx(2 * 1.6448536 * fitted.intercept_error[5], rel=1e-6)
    low, high = answer.abilities[3].interval
    assert high - low == pytest.approx(2 * 1.6448536 * answer.abilities[3].standard_error, rel=1e-6)
    assert first.standard_errors["difficulty"] == fitted.difficulty_error[5]


def test_chance_comes_from_the_items_unless_it_is_given() -> None:
    board = world(chance=0.25)
    assert board.metadata("item", "chance") == [0.25] * 60
    known, ignored = item_response(board), item_response(board, chance=0.0)
    assert known.fitted is not None
    assert ignored.fitted is not None
    assert (known.fitted.chance == 0.25).all()
    assert not ignored.fitted.chance.any()
    guessed = item_response(board, model="3pl", chance="estimate")
    assert guessed.fitted is not None
    assert guessed.fitted.chance.std() > 0.0
    assert isinstance(guessed.items, tuple)
    low, high = estimate(guessed.items[0].chance).interval  # type: ignore[misc]  # it is answered
    assert 0.0 <= low < high <= 1.0


def test_chance_of_each_item_follows_the_board() -> None:
    values = world(chance=0.25).values.copy()
    values[:, 0] = np.nan  # an item without any score is set aside, and its chance with it
    chance = np.linspace(0.0, 0.3, 60)
    answer = item_response(ScoreMatrix.from_array(values), chance=chance.tolist())
    assert answer.fitted is not None
    np.testing.assert_array_equal(
        answer.fitted.chance, chance[1:][answer.fitted.chance.size - 59 :]
    )


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"model": "4pl"}, "model is '4pl'; choose one of '1pl', '2pl', '3pl'"),
        ({"chance": "guess"}, "chance is 'guess'; pass 'estimate', a number"),
        ({"chance": 1.5}, "chance is 1.5; pass numbers from 0 to below 1"),
        ({"chance": [0.1]}, r"chance has shape \(1,\); pass one number, or one for each of the 60"),
        ({"chance": "estimate"}, "60 items is not known and the 2pl does not estimate it"),
        ({"level": 0.0}, "level is 0.0; pass a number strictly between 0 and 1"),
        ({"seed": -1}, "seed is -1; pass a whole number of at least 0"),
    ],
)
def test_settings_are_checked_at_the_door(settings: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        item_response(world(), **settings)  # type: ignore[arg-type]  # wrong on purpose


def test_backward_items_and_few_models_are_said() -> None:
    values = world().values.copy()
    values[:, :3] = 1.0 - values[:, :3]
    assert "negative_discrimination" in codes(item_response(ScoreMatrix.from_array(values)))
    assert "few_models_for_slopes" in codes(item_response(ScoreMatrix.from_array(values[:40])))
    plain = codes(item_response(ScoreMatrix.from_array(values[:40]), model="1pl"))
    assert "few_models_for_slopes" not in plain
    assert not codes(item_response(world()))


def test_same_answer_every_time() -> None:
    texts = {item_response(world()).to_json(), item_response(Ingredients.of(world())).to_json()}
    assert len(texts) == 1


def test_json_table_and_one_line() -> None:
    answer = item_response(world(), model="1pl")
    whole = json.loads(answer.to_json())
    assert whole["model"] == "1pl"
    assert whole["converged"] is True
    assert len(whole["abilities"]) == 120
    assert whole["items"][0]["discrimination"]["estimate"] > 0.0
    assert set(whole["items"][0]["standard_errors"]) == {
        "difficulty",
        "discrimination",
        "intercept",
        "chance",
    }
    assert answer.summary().num_rows == 60
    assert str(answer).startswith("item response: 1pl of 120 models and 60 items, converged in ")


@pytest.mark.parametrize("name", [*ANSWERED, *NOT_ANSWERED])
def test_broken_boards_get_an_answer(name: str) -> None:
    board = ScoreMatrix.from_array({**ANSWERED, **NOT_ANSWERED}[name])
    answer = item_response(board)
    assert isinstance(answer.abilities, NotAnswered)  # they all have fewer than 20 models
    assert answer.items == answer.log_likelihood == answer.abilities
    if board.scale == "binary":
        assert f"needs {FEWEST_MODELS} and {FEWEST_ITEMS}" in answer.abilities.why
    else:
        assert f"the scores are {board.scale}" in answer.abilities.why
    assert json.loads(answer.to_json())["abilities"]["estimate"] is None
    assert answer.summary().num_rows == 0
    assert str(answer).startswith("item response: not identified")


@pytest.mark.parametrize("name", ["a block", "copies", "constant rows", "three items"])
def test_odd_boards_of_enough_models_are_fitted(name: str) -> None:
    rng = np.random.default_rng(0)
    values = (rng.random((40, 30)) < 0.5).astype(float)
    if name == "a block":
        values[:20, :15] = values[20:, 15:] = np.nan
    elif name == "copies":
        values = np.tile(values[:2], (20, 1))
    elif name == "constant rows":
        values[:10], values[10:20] = 1.0, 0.0
    else:
        values = values[:, :3]
    for model in ("1pl", "2pl", "3pl"):
        answer = item_response(ScoreMatrix.from_array(values), model=model)
        assert answer.fitted is not None
        assert np.isfinite(answer.fitted.ability).all()
        assert np.isfinite(answer.fitted.covariance).all()
        assert np.isfinite(answer.fitted.log_likelihood)
