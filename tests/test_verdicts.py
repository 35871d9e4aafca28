"""Verdicts: every layout says the same, cells keep their rules, and gold makes them scores."""

import io
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from boards import board_path, load_board
from parallaxis.errors import DuplicateError, FormatError, InputError, MissingDataError, ShapeError
from parallaxis.io.verdict_loading import load_verdicts
from parallaxis.verdicts import Verdicts

CODES = [[0, 1, -1], [0, 0, 1]]
BY_ITEM = "item,ann,bo,key\nx,no,no,no\ny,yes,no,no\nz,,yes,yes\n"
BY_MEMBER = "model,x,y,z\nann,no,yes,\nkey,no,no,yes\nbo,no,no,yes\n"
LONG = "judge,item,verdict,key\nann,x,no,no\nann,y,yes,no\nbo,x,no,no\nbo,y,no,no\nbo,z,yes,yes\n"
LONG_MEMBER = (
    "judge,item,verdict\nann,x,no\nann,y,yes\nbo,x,no\nbo,y,no\nbo,z,yes\n"
    "key,x,no\nkey,y,no\nkey,z,yes\n"
)


def read(text: str, **how: object) -> Verdicts:
    """Load a text as a file."""
    return load_verdicts(io.BytesIO(text.encode()), **how)  # type: ignore[arg-type]  # forwarded


# ---------------------------------------------------------------- layouts


@pytest.mark.parametrize("text", [BY_ITEM, BY_MEMBER, LONG, LONG_MEMBER])
def test_every_layout_says_the_same(text: str) -> None:
    said = read(text, gold="key")
    assert said.models == ("ann", "bo")
    assert said.items == ("x", "y", "z")
    assert said.categories == ("no", "yes")
    assert said.codes.tolist() == CODES
    assert said.gold is not None
    assert said.gold.tolist() == [0, 0, 1]
    assert said.n_missing == 1


def test_without_gold_the_key_is_a_member_and_a_note_says_so() -> None:
    said = read(BY_ITEM.replace("key", "label"))
    assert said.models == ("ann", "bo", "label")
    assert said.gold is None
    assert "possible_gold" in {note.code for note in said.provenance.notes}
    assert "orientation" in {note.code for note in said.provenance.notes}


def test_rows_are_members_unless_told_or_headed_otherwise() -> None:
    text = "name,x,y\nann,1,2\nbo,1,1\n"
    assert read(text).models == ("ann", "bo")
    assert read(text, transpose=True).models == ("x", "y")
    assert read(text.replace("name", "question_id")).items == ("ann", "bo")


def test_frames_and_files_and_arrays_agree(tmp_path: Path) -> None:
    frame = pd.read_csv(io.StringIO(BY_ITEM))
    path = tmp_path / "said.parquet"
    pq.write_table(pa.Table.from_pandas(frame), path)
    array = Verdicts.from_array(
        [["no", "yes", None], ["no", "no", "yes"]],
        gold=["no", "no", "yes"],
        models=["ann", "bo"],
        items=["x", "y", "z"],
    )
    for said in (
        Verdicts.from_frame(frame, gold="key"),
        load_verdicts(path, gold="key"),
        load_verdicts(str(path), gold="key"),
        array,
    ):
        assert said.data_hash == array.data_hash
    assert array.data_hash != Verdicts.from_array(array.codes.tolist()).data_hash


def test_metadata_of_items_comes_from_columns_and_side_files(tmp_path: Path) -> None:
    text = BY_ITEM.replace("key\n", "key,group\n", 1)
    for row in ("no\n", "no\n", "yes\n"):
        text = text.replace(f",{row}", f",{row[:-1]},g1\n", 1)
    said = read(text, gold="key", metadata_columns="group")
    assert said.metadata("group") == ["g1", "g1", "g1"]
    path = tmp_path / "said.csv"
    path.write_text(BY_ITEM)
    (tmp_path / "said.items.csv").write_text("item,options\nx,2\ny,3\nz,4\n")
    said = load_verdicts(tmp_path, gold="key")
    assert said.metadata("options") == [2, 3, 4]
    assert said.correct().metadata("item", "options") == [2, 3, 4]
    assert said.provenance.sources == ("said.csv", "said.items.csv")
    long = LONG.replace("key\n", "key,group\n", 1).replace(",no\n", ",no,g\n")
    assert read(long.replace(",yes\n", ",yes,h\n"), gold="key").metadata("group") == ["g", "g", "h"]


# ---------------------------------------------------------------- cells


def test_cells_are_trimmed_missing_where_spelled_so_and_numbers_are_one() -> None:
    said = Verdicts.from_array([[" A ", "NA", "1.0", 1], ["A", float("nan"), 2, "-"]])
    assert said.categories == ("1", "2", "A")
    assert said.codes.tolist() == [[2, -1, 0, 0], [2, -1, 1, -1]]
    assert said.values is None


def test_numbers_are_ordered_by_value() -> None:
    said = Verdicts.from_array(np.array([[10, 9, 2], [2, 10, 9]]))
    assert said.categories == ("2", "9", "10")
    assert said.values is not None
    assert said.values.tolist() == [2.0, 9.0, 10.0]
    masked = np.ma.masked_equal(np.array([[1, 0], [1, 1]]), 0)
    assert Verdicts.from_array(masked).codes.tolist() == [[0, -1], [0, 0]]


def test_slips_are_noted() -> None:
    said = Verdicts.from_array([["A", "a"], ["A", "B"]], gold=["A", "C"])
    notes = {note.code: note.text for note in said.provenance.notes}
    assert "'A' and 'a'" in notes["verdicts_differ_by_case"]
    assert "'C'" in notes["gold_never_given"]


def test_verdicts_cannot_be_changed() -> None:
    said = Verdicts.from_array([["A", "B"]], gold=["A", "A"])
    with pytest.raises(ValueError, match="read-only"):
        said.codes[0, 0] = 1
    assert said.gold is not None
    with pytest.raises(ValueError, match="read-only"):
        said.gold[0] = 1


# ---------------------------------------------------------------- right and wrong


def test_correct_scores_what_is_known_and_counts_what_is_not() -> None:
    said = Verdicts.from_array([["A", "B", "A"], [None, "C", "A"]], gold=["A", None, "B"])
    board = said.correct()
    assert board.scale == "binary"
    assert board.items == ("item 1", "item 3")
    np.testing.assert_array_equal(board.values, [[1.0, 0.0], [np.nan, 0.0]])
    notes = {note.code: note.text for note in board.provenance.notes}
    assert notes["gold_missing"].startswith("1 of 3 items")


def test_without_gold_nothing_is_right_or_wrong() -> None:
    for said in (
        Verdicts.from_array([["A", "B"]]),
        Verdicts.from_array([["A", "B"]], gold=[None, None]),
    ):
        with pytest.raises(MissingDataError, match="no item has a right answer"):
            said.correct()


def test_selections_keep_everything_together() -> None:
    said = read(BY_ITEM, gold="key")
    some = said.select_models(["bo"]).select_items(lambda name: name != "y")
    assert (some.models, some.items) == (("bo",), ("x", "z"))
    assert some.codes.tolist() == [[0, 1]]
    assert some.gold is not None
    assert some.gold.tolist() == [0, 1]
    with pytest.raises(MissingDataError, match="'cy' is not on the board"):
        said.select_models(["cy"])


def test_the_choices_of_a_real_test_give_its_published_scores() -> None:
    """600 persons × 32 items of raw choices; the key is read off the scored copy."""
    scored = load_board("sat12_scored_mirtkey")
    raw = load_verdicts(board_path("sat12"))
    assert raw.items == scored.items
    right = np.where(scored.values == 1.0, raw.codes, -1).max(axis=0)
    said = Verdicts(
        codes=raw.codes,
        gold=right.astype(np.int32),
        categories=raw.categories,
        models=raw.models,
        items=raw.items,
        item_metadata=raw.item_metadata,
    )
    np.testing.assert_array_equal(said.correct().values, scored.values)


# ---------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("text", "how", "error", "words"),
    [
        (BY_ITEM, {"gold": "truth"}, MissingDataError, "neither a column nor a member"),
        (BY_ITEM, {"gold": "item"}, InputError, "column that names the items"),
        ("item,ann\nx,1\nx,2\n", {}, DuplicateError, "item 'x' is repeated"),
        ("item,ann,ann\nx,1,2\n", {}, DuplicateError, "'ann' is repeated"),
        ("item,key\nx,1\n", {"gold": "key"}, MissingDataError, "beside gold"),
        ("item,ann\nx,\n", {}, MissingDataError, "none of 1 cells"),
        (LONG + "bo,x,yes,yes\n", {"gold": "key"}, DuplicateError, "repeated"),
        (LONG + "cy,x,yes,yes\n", {"gold": "key"}, FormatError, "another right answer"),
        ("a,b\n1,2\n", {"layout": "long"}, MissingDataError, "needs columns of models"),
        (BY_ITEM, {"metadata_columns": ["size"]}, MissingDataError, "no column 'size'"),
        (BY_ITEM, {"duplicates": "mean"}, InputError, "duplicates is 'mean'"),
    ],
)
def test_what_cannot_be_read_says_what_and_what_now(
    text: str, how: dict[str, object], error: type[InputError], words: str
) -> None:
    with pytest.raises(error, match=words):
        read(text, **how)


def test_arrays_of_another_kind_are_refused() -> None:
    with pytest.raises(InputError, match="use from_frame"):
        Verdicts.from_array(pd.DataFrame({"a": [1]}))
    with pytest.raises(ShapeError, match="models × items"):
        Verdicts.from_array(["A", "B"])
    with pytest.raises(ShapeError, match="2 right answers are given for 1 items"):
        Verdicts.from_array([["A"]], gold=["A", "B"])
    with pytest.raises(InputError, match="is no path and no file"):
        load_verdicts(3)  # type: ignore[arg-type]  # on purpose


def test_repeated_pairs_follow_the_policy() -> None:
    text = LONG + "bo,x,yes,no\n"
    assert read(text, gold="key", duplicates="first").codes.tolist() == CODES
    assert read(text, gold="key", duplicates="last").codes.tolist() == [[0, 1, -1], [1, 0, 1]]
