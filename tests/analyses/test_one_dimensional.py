"""The one-dimensional null: its rate on boards of one ability, its power, its settings."""

from typing import Any, Literal

import numpy as np
import pytest

from boards import board_path
from parallaxis.analyses.one_dimensional import OneDimensionalNull, one_dimensional_null
from parallaxis.answers import NotAnswered
from parallaxis.errors import InputError
from parallaxis.ingredients import Ingredients
from parallaxis.io import load
from parallaxis.matrix import ScoreMatrix
from parallaxis.worlds import factors, one_ability, several_abilities, with_gaps


def null(board: ScoreMatrix, **settings: Any) -> OneDimensionalNull:
    """Ask, and be answered."""
    found = one_dimensional_null(Ingredients.of(board), **{"draws": 39, **settings})
    assert isinstance(found, OneDimensionalNull)
    return found


def test_boards_of_one_ability_are_seldom_called_anything_else() -> None:
    found = [
        null(one_ability(n_models=60, n_items=120, discrimination=1.5, seed=seed).board).p
        for seed in range(25)
    ]
    # at 5 % more than 6 of 25 come up with probability 2e-4
    assert sum(p <= 0.05 for p in found) <= 6


def test_two_abilities_are_not_one() -> None:
    world = several_abilities(n_models=80, n_items=160, k=2, correlation=0.0, seed=1)
    found = null(world.board)
    assert not found.above  # half of the items are noise to a fit of one: its boards are broader
    assert found.p == pytest.approx(2.0 / 40.0)
    assert found.interval[0] < found.mean < found.interval[1]


@pytest.mark.parametrize("form", ["real", "bounded"])
def test_real_and_bounded_scores_of_one_factor(form: Literal["real", "bounded"]) -> None:
    found = [
        null(factors(k=1, n_models=60, n_items=80, form=form, seed=seed).board)
        for seed in range(12)
    ]
    assert sum(one.p <= 0.05 for one in found) <= 4  # probability 3e-3 at 5 %
    assert {one.model for one in found} == {"one factor"}


def test_missing_cells_and_guessing_are_part_of_the_fit() -> None:
    world = one_ability(n_models=50, n_items=80, chance=0.25, discrimination=1.5, seed=3)
    gaps = with_gaps(world, share=0.2, seed=3).board
    assert null(gaps, chance=0.25).model == "two-parameter logistic with known chance"
    assert null(gaps, chance="estimate").model == "three-parameter logistic"


def test_it_does_not_hang_on_threads_or_order() -> None:
    board = one_ability(n_models=30, n_items=40, seed=5).board
    assert null(board, seed=4) == null(board, seed=4)


def test_large_boards_are_fitted_in_part() -> None:
    rng = np.random.default_rng(0)
    values = rng.normal(size=(1_300, 1)) + rng.normal(size=(1_300, 8))
    found = null(ScoreMatrix.from_array(values), draws=19)
    assert (found.n_models, found.n_items) == (1_000, 8)


def test_small_boards_and_impossible_chance_are_refused() -> None:
    small = Ingredients.of(ScoreMatrix.from_array(np.eye(7)))
    assert isinstance(one_dimensional_null(small), NotAnswered)
    real = Ingredients.of(ScoreMatrix.from_array(np.random.default_rng(0).normal(size=(20, 9))))
    with pytest.raises(InputError, match=r"chance is 0\.25"):
        one_dimensional_null(real, chance=0.25)


def test_swebench_is_no_broader_than_one_ability() -> None:
    found = null(load(board_path("swebench_verified")), draws=99)
    assert 8.0 <= found.mean <= 8.5
    assert not found.above


def test_wide_boards_are_fitted_in_part_with_their_own_chance_levels() -> None:
    world = one_ability(n_models=40, n_items=1_300, chance=0.25, discrimination=1.5, seed=6)
    board = ScoreMatrix.from_array(
        np.array(world.board.values), item_metadata={"chance": [0.25] * 1_300}
    )
    found = null(board, draws=19)
    assert (found.n_models, found.model) == (40, "two-parameter logistic with known chance")
    assert found.n_items <= 1_000


def test_the_null_is_never_below_what_ed_can_be() -> None:
    rng = np.random.default_rng(7)
    column = rng.normal(size=(30, 1))
    found = null(ScoreMatrix.from_array(column + 1e-3 * rng.normal(size=(30, 8))), draws=19)
    assert found.mean >= 1.0
    assert found.interval[0] >= 1.0


def test_a_board_that_one_item_dominates_has_no_null_until_items_are_standardised() -> None:
    values = np.array(factors(n_models=60, n_items=8, k=1, seed=2).board.values)
    values[:, 3] = np.exp(4.0 + values[:, 3])
    shared = Ingredients(ScoreMatrix.from_array(values))
    refused = one_dimensional_null(shared, draws=19)
    assert isinstance(refused, NotAnswered)
    assert "'item 4' holds" in refused.why
    assert "zscore" in refused.why
    assert isinstance(one_dimensional_null(shared, scaling="zscore", draws=19), OneDimensionalNull)
