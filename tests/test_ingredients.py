"""What questions share: which rows and columns are left, and that it is computed once."""

import numpy as np
import pytest

from parallaxis.ingredients import Ingredients
from parallaxis.kernels.gram import pair_counts
from parallaxis.matrix import ScoreMatrix

nan = np.nan
VALUES = np.array([[1.0, 0.0, nan, 1.0], [nan, nan, nan, nan], [0.0, 1.0, nan, 1.0]])


def board() -> ScoreMatrix:
    """Return a board with one empty row, one empty column and one dead item."""
    return ScoreMatrix.from_array(VALUES, models=["a", "b", "c"], items=["p", "q", "r", "s"])


def test_empty_rows_and_columns_are_set_aside_and_counted() -> None:
    shared = Ingredients.of(board())
    assert shared.board.models == ("a", "c")
    assert shared.board.items == ("p", "q", "s")
    assert (shared.intake.n_unscored_models, shared.intake.n_unscored_items) == (1, 1)
    text = next(c.text for c in shared.cautions if c.code == "unscored_set_aside")
    assert text.startswith("1 of 3 models and 1 of 4 items")
    assert shared.live.tolist() == [True, True, False]
    assert shared.observed.all()


def test_a_board_without_any_score_stays_whole() -> None:
    shared = Ingredients.of(ScoreMatrix.from_array(np.full((3, 2), nan)))
    assert shared.board.shape == (3, 2)
    assert not shared.live.any()


def test_products_are_those_of_the_cleaned_board() -> None:
    shared = Ingredients.of(board())
    clean = np.array([[1.0, 0.0, 1.0], [0.0, 1.0, 1.0]])
    np.testing.assert_array_equal(shared.centred, clean - clean.mean(axis=0))
    np.testing.assert_array_equal(shared.standardised, [[1.0, -1.0], [-1.0, 1.0]])
    np.testing.assert_array_equal(shared.pair_counts.n11, pair_counts(clean).n11)


def test_everything_is_computed_once() -> None:
    shared = Ingredients.of(board())
    for name in ("board", "centred", "standardised", "live", "observed", "intake", "pair_counts"):
        assert getattr(shared, name) is getattr(shared, name)
    assert Ingredients.of(shared) is shared


def test_hash_and_recipe_speak_of_the_board_as_it_was_read() -> None:
    shared = Ingredients.of(board())
    recipe = shared.recipe(5, level=0.9)
    assert shared.data_hash == board().data_hash == recipe.data_hash
    assert (recipe.seed, dict(recipe.settings)) == (5, {"level": 0.9})
    assert recipe.intake.n_models == 3


@pytest.mark.parametrize("scale", ["binary", "bounded", "real"])
def test_items_are_turned_so_that_higher_is_better(scale: str) -> None:
    values: dict[str, list[list[float]]] = {
        "binary": [[1, 0], [0, 0]],
        "bounded": [[0.2, 0.4], [0.9, 0.5]],
        "real": [[3, -1], [7, 2]],
    }
    flags = {"higher_is_better": [False, True]}
    source = ScoreMatrix.from_array(values[scale], item_metadata=flags)
    assert source.scale == scale
    turned = Ingredients.of(source).board.values
    low, high = source.bounds or (0.0, 0.0)
    np.testing.assert_allclose(turned[:, 0], low + high - source.values[:, 0])
    np.testing.assert_array_equal(turned[:, 1], source.values[:, 1])
