"""What came in: counts, cautions about the board, and the recipe that results carry."""

import platform

import numpy as np

from parallaxis import __version__
from parallaxis.cautions import Caution
from parallaxis.intake import Intake, Recipe, board_cautions, versions
from parallaxis.jsonable import SCHEMA_VERSION, to_jsonable
from parallaxis.matrix import ScoreMatrix
from parallaxis.provenance import Provenance

nan = np.nan


def codes(board: ScoreMatrix) -> set[str]:
    """Return the codes of what a reader of any answer must know."""
    return {caution.code for caution in board_cautions(board)}


def text(board: ScoreMatrix, code: str) -> str:
    """Return the sentence of one caution."""
    return next(caution.text for caution in board_cautions(board) if caution.code == code)


def named(models: list[str], items: list[str]) -> ScoreMatrix:
    """Return a board of distinct rows with these names."""
    values = np.random.default_rng(0).normal(size=(len(models), len(items)))
    return ScoreMatrix.from_array(values, models=models, items=items)


def test_intake_counts() -> None:
    note = Caution("joined", "two files joined")
    board = ScoreMatrix.from_array(
        [[1, 0, nan, 1], [nan, nan, nan, nan], [0, 1, nan, 1]],
        provenance=Provenance(sources=("a.csv", "b.csv"), format="csv, wide", notes=(note,)),
    )
    found = Intake.of(board)
    assert (found.n_models, found.n_items, found.n_missing) == (3, 4, 6)
    assert found.n_dead == 2  # one without a score, and one that both scored models solve
    assert (found.n_unscored_models, found.n_unscored_items) == (1, 1)
    assert (found.scale, found.bounds) == ("binary", (0.0, 1.0))
    assert (found.sources, found.format, found.notes) == (("a.csv", "b.csv"), "csv, wide", (note,))
    assert board_cautions(board)[0] == note


def test_a_clean_board_has_no_caution() -> None:
    assert codes(named(["a", "b", "c"], ["p", "q"])) == set()


def test_missing_cells_are_counted_with_the_models_they_fall_on() -> None:
    board = ScoreMatrix.from_array(np.array([[1, nan, nan], [0, 1, 0], [1, 1, nan]]))
    assert text(board, "missing_cells") == (
        "3 of 9 cells (33.3%) are not scored, on 2 of 3 models; they are left missing, never "
        "counted as 0."
    )
    assert "unscored_set_aside" not in codes(board)


def test_identical_models_are_counted_to_the_last_digit() -> None:
    rows = np.array([[0.1, 0.2], [0.1, 0.2], [0.1, 0.2 + 1e-16], [0.5, 0.6], [0.1, 0.2]])
    rows[2, 1] = np.nextafter(0.2, 1.0)
    board = ScoreMatrix.from_array(rows)
    assert text(board, "identical_models").startswith("2 of 5 models repeat")
    gaps = ScoreMatrix.from_array(np.array([[1, nan], [1, nan], [0, 1]]))
    assert "identical_models" in codes(gaps)
    zeros = ScoreMatrix.from_array([[0.0, 5.0], [-0.0, 5.0]])
    assert "identical_models" in codes(zeros)


def test_models_in_the_columns_are_noticed() -> None:
    models = ["gpt-4o", "llama-3-8b", "claude-3", "qwen2-7b", "mixtral-8x7b"]
    items = ["q1", "q2", "q3", "q4", "q5"]
    board = named(items, models)
    assert "5 of 5 columns are named like models (such as 'gpt-4o')" in text(board, "orientation")
    assert "orientation" not in codes(named(models, items))
    assert "orientation" not in codes(named(models, [name + " elo" for name in models]))


def test_recipe_holds_what_a_number_depends_on() -> None:
    board = named(["a", "b"], ["p", "q"])
    recipe = Recipe({"level": 0.95}, 3, board.data_hash, Intake.of(board))
    written = to_jsonable(recipe.to_dict())
    assert isinstance(written, dict)
    assert list(written) == ["settings", "seed", "versions", "data_hash", "intake"]
    assert written["settings"] == {"level": 0.95}
    assert written["data_hash"] == board.data_hash
    assert len(board.data_hash) == 64
    found = versions()
    assert found["parallaxis"] == __version__
    assert found["schema"] == SCHEMA_VERSION
    assert found["python"] == platform.python_version()
    assert found["numpy"] == np.__version__
    assert set(found) == {"parallaxis", "schema", "python", "numpy", "scipy"}
