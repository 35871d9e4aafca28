"""Chance levels that cannot be: holes, and levels above what was scored."""

import numpy as np
import pytest

from parallaxis.analyses.chance_levels import Chance, chance_cautions
from parallaxis.ingredients import Ingredients
from parallaxis.matrix import ScoreMatrix
from parallaxis.worlds import one_ability


def codes(board: ScoreMatrix, chance: Chance) -> list[str]:
    """Return the codes of what is said."""
    return [caution.code for caution in chance_cautions(Ingredients(board), chance)]


def test_a_level_that_was_used_to_make_the_board_is_not_too_high() -> None:
    for seed in range(5):
        board = one_ability(n_models=60, n_items=100, chance=0.25, seed=seed).board
        assert codes(board, 0.25) == []


@pytest.mark.parametrize("chance", [0.5, 0.99])
def test_a_level_above_what_was_scored_is_said(chance: float) -> None:
    right = (np.random.default_rng(0).random((60, 40)) < 0.1).astype(float)
    assert codes(ScoreMatrix.from_array(right), chance) == ["chance_too_high"]
    assert codes(ScoreMatrix.from_array(right), "estimate") == []


def test_levels_with_holes_are_said_and_not_doubted() -> None:
    right = (np.random.default_rng(0).random((60, 40)) < 0.1).astype(float)
    levels = [0.5] * 20 + [None] * 20
    board = ScoreMatrix.from_array(right, item_metadata={"chance": levels})
    assert codes(board, None) == ["chance_incomplete"]
