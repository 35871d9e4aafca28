"""Frames of every library, wide and long, say the same; what they cannot say is refused."""

import math
from collections.abc import Callable
from typing import Any

import narwhals as nw
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from parallaxis.errors import (
    DuplicateError,
    FormatError,
    InputError,
    MissingDataError,
    ParallaxisError,
    ShapeError,
)
from parallaxis.matrix import ScoreMatrix
from parallaxis.tables import pivot
from parallaxis.tables.frames import read_frame
from parallaxis.tables.headers import plain_name

WIDE: dict[str, list[Any]] = {"model": ["a", "b"], "x": [1.0, None], "y": [0.25, 0.5]}
LONG: dict[str, list[Any]] = {
    "model": ["a", "b", "a", "b"],
    "item": ["x", "x", "y", "y"],
    "score": [1.0, None, 0.25, 0.5],
}
EXPECTED = [[1.0, 0.25], [math.nan, 0.5]]

Library = Callable[[dict[str, list[Any]]], Any]
LIBRARIES: dict[str, Library] = {
    "pandas": pd.DataFrame,
    "pandas, index": lambda columns: pd.DataFrame(columns).set_index("model"),
    "pandas, nullable": lambda columns: pd.DataFrame(columns).convert_dtypes(),
    "pandas, objects": lambda columns: pd.DataFrame(columns, dtype=object),
    "pandas, pyarrow": lambda columns: pd.DataFrame(columns).convert_dtypes(
        dtype_backend="pyarrow"
    ),
    "polars": pl.DataFrame,
    "polars, lazy": pl.LazyFrame,
    "pyarrow": pa.table,
    "pyarrow, chunks": lambda columns: pa.concat_tables(
        [pa.table(columns).slice(i, 1) for i in range(len(columns["model"]))]
    ),
    "narwhals": lambda columns: nw.from_native(pl.DataFrame(columns)),
}


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("layout", ["wide", "long"])
def test_every_library_gives_the_same_board(library: str, layout: str) -> None:
    frame = LIBRARIES[library](WIDE if layout == "wide" else LONG)
    parts = read_frame(frame)
    assert parts.layout == layout
    assert parts.models == ("a", "b")
    assert parts.items == ("x", "y")
    np.testing.assert_equal(parts.values, EXPECTED)
    assert parts.notes == ()
    same = ScoreMatrix.from_array(EXPECTED, models=parts.models, items=parts.items)
    assert ScoreMatrix.from_frame(frame).data_hash == same.data_hash


@pytest.mark.parametrize(
    "column",
    [
        pa.array([1, 0, None], pa.int8()),
        pa.array([1, 0, None], pa.float16()),
        pa.array([True, False, None]),
        pa.array(["1", "0", "n/a"]),
        pa.array(["1", "0", ""], pa.large_string()),
        pa.array(["1", "0", None], pa.string_view()),
        pa.array(["yes", "no", None]).dictionary_encode(),
        pa.array([1, 0, None]).dictionary_encode(),
        pa.array([1, 0, None]).cast(pa.decimal128(22, 3)),
        pa.array([1.0, 0.0, math.nan]),
    ],
    ids=lambda column: str(column.type),
)
def test_columns_of_every_type(column: pa.Array) -> None:
    parts = read_frame(pa.table({"model": ["a", "b", "c"], "x": column}))
    np.testing.assert_equal(parts.values[:, 0], [1.0, 0.0, math.nan])


@pytest.mark.parametrize(
    "column",
    [
        pa.array([[1], [0]]),
        pa.array([{"s": 1}, {"s": 0}]),
        pa.array([b"1", b"0"]),
        pa.array([1, 0], pa.timestamp("s")),
        pa.array([1, 0], pa.duration("s")),
    ],
    ids=lambda column: str(column.type),
)
def test_columns_that_cannot_hold_scores(column: pa.Array) -> None:
    table = pa.table({"model": ["a", "b"], "x": column})
    with pytest.raises(FormatError, match=r"column 'x' holds values of type .*metadata_columns"):
        read_frame(table)


def test_names_of_any_kind_become_text() -> None:
    columns = {"question_id": [1.0, 2.0], "llm": pd.Categorical(["u", "v"]), "acc": [1, 0]}
    parts = read_frame(pd.DataFrame(columns))
    assert parts.items == ("1", "2")
    assert parts.models == ("u", "v")
    dates = pa.table({"model": pa.array([0, 1], pa.date32()), "x": [1, 0]})
    assert read_frame(dates).models == ("1970-01-01", "1970-01-02")


def test_absent_pairs_are_missing() -> None:
    parts = read_frame(pa.table({"model": ["a", "b"], "item": ["x", "y"], "score": [1, 0]}))
    np.testing.assert_equal(parts.values, [[1, math.nan], [math.nan, 0]])


def test_the_usual_headers_make_a_frame_long() -> None:
    columns = {"Judge": ["a"], "Question_ID": ["q"], "is_correct": [True]}
    assert read_frame(pa.table(columns)).layout == "long"
    assert read_frame(pa.table(columns | {"Judge": ["a"]}), layout="long").items == ("q",)
    other = pa.table({"who": ["a"], "what": ["q"], "points": [3]})
    named = read_frame(other, model_column="who", item_column="what", score_column="points")
    assert (named.layout, named.values.tolist()) == ("long", [[3.0]])
    with pytest.raises(MissingDataError, match=r"no column that names the model among 'who'"):
        read_frame(other, item_column="what", score_column="points")
    with pytest.raises(MissingDataError, match=r"no column 'gone' among 'who', 'what', 'points'"):
        read_frame(other, model_column="gone", item_column="what", score_column="points")
    with pytest.raises(FormatError, match="are to be three columns"):
        read_frame(other, model_column="who", item_column="who", score_column="points")


def test_further_columns_of_a_long_frame_find_their_place() -> None:
    table = pa.table(
        {
            "model": ["a", "a", "b", "b"],
            "item": ["x", "y", "x", "y"],
            "score": [1, 0, 1, 1],
            "family": ["F", "F", "F", "F"],
            "size": ["7", "7", "70", "70"],
            "topic": ["s", "t", "s", "t"],
            "source": ["z", "z", "z", "z"],
            "seconds": [1.0, 2.0, 3.0, 4.0],
        }
    )
    parts = read_frame(table)
    assert parts.model_metadata is not None
    assert parts.item_metadata is not None
    assert parts.model_metadata.to_pydict() == {
        "model": ["a", "b"],
        "family": ["F", "F"],
        "size": [7, 70],
    }
    assert parts.item_metadata.to_pydict() == {
        "item": ["x", "y"],
        "topic": ["s", "t"],
        "source": ["z", "z"],
    }
    assert [note.code for note in parts.notes] == ["columns_left_out"]
    assert "'seconds'" in parts.notes[0].text


TWICE = pa.table(
    {
        "model": ["a", "a", "b", "a", "b"],
        "item": ["x", "x", "x", "y", "x"],
        "score": [1.0, 0.5, None, 0.0, 0.25],
    }
)


@pytest.mark.parametrize(
    ("policy", "values"),
    [
        ("mean", [[0.75, 0.0], [0.25, math.nan]]),
        ("first", [[1.0, 0.0], [0.25, math.nan]]),
        ("last", [[0.5, 0.0], [0.25, math.nan]]),
    ],
)
def test_repeated_pairs_follow_the_policy(policy: Any, values: list[list[float]]) -> None:
    parts = read_frame(TWICE, duplicates=policy)
    np.testing.assert_equal(parts.values, values)
    assert [note.text for note in parts.notes] == [
        f"Scores of one (model, item) pair were merged into their {policy}: 4 scores became 2."
    ]


def test_repeated_pairs_are_an_error_that_names_three() -> None:
    named = r"\('a', 'x'\) in rows 1 and 2, \('b', 'x'\) in rows 3 and 5; pass duplicates='mean'"
    with pytest.raises(DuplicateError, match=rf"^2 \(model, item\) pairs repeated: {named}"):
        read_frame(TWICE)
    many = pa.table({"model": ["a"] * 10, "item": [*"vwxyz"] * 2, "score": [1] * 10})
    with pytest.raises(DuplicateError, match=r"^5 .* in rows 3 and 8, …; pass"):
        read_frame(many)


def test_repeated_rows_of_a_wide_frame_follow_the_policy_cell_by_cell() -> None:
    table = pa.table({"model": ["a", "b", "a"], "x": [1.0, 0.0, 0.0], "y": [None, 1.0, 0.5]})
    np.testing.assert_equal(read_frame(table, duplicates="mean").values, [[0.5, 0.5], [0, 1]])
    np.testing.assert_equal(read_frame(table, duplicates="first").values, [[1, 0.5], [0, 1]])
    with pytest.raises(DuplicateError, match=r"^model 'a' is repeated \(rows 1 and 3\)"):
        read_frame(table)


def test_transposed_frames_keep_metadata_of_items() -> None:
    table = pa.table({"task": ["x", "y"], "group": ["g", "h"], "a": [1.0, 0.25], "b": [None, 0.5]})
    parts = read_frame(table, transpose=True, metadata_columns=["group"])
    np.testing.assert_equal(parts.values, EXPECTED)
    assert parts.models == ("a", "b")
    assert parts.item_metadata is not None
    assert parts.item_metadata.to_pydict() == {"item": ["x", "y"], "group": ["g", "h"]}
    assert parts.model_metadata is None
    with pytest.raises(InputError, match="say which column is which"):
        read_frame(pa.table(LONG), layout="long", transpose=True)


def test_rows_that_may_be_items_are_noted() -> None:
    codes = [note.code for note in read_frame(pa.table({"prompt": ["p"], "gpt": [1]})).notes]
    assert codes == ["orientation"]


def test_the_column_of_names() -> None:
    table = pa.table({"kind": ["k", "k"], "Model": ["a", "b"], "x": [1, 0]})
    assert read_frame(table, metadata_columns=["kind"]).models == ("a", "b")
    assert read_frame(table, model_column="Model", metadata_columns=["kind"]).items == ("x",)
    assert read_frame(pa.table({"": ["a", "b"], "x": [1, 0]})).models == ("a", "b")
    assert read_frame(pa.table({"id": [7, 8], "x": [1, 0]})).models == ("7", "8")
    counted = read_frame(pa.table({"": [5, 9], "model": ["a", "b"], "x": [1, 0]}))
    assert counted.items == ("x",)
    assert [note.code for note in counted.notes] == ["row_index_left_out"]
    with pytest.raises(FormatError, match=r"'x', holds numbers.*pass model_column="):
        read_frame(pa.table({"x": [1, 0], "y": ["1", "0"]}))
    with pytest.raises(MissingDataError, match="there is no column 'M'; the columns are 'x', 'y'"):
        read_frame(pa.table({"x": ["a"], "y": [1]}), model_column="M")


NOT_ITEMS = [
    "Average ⬆️",
    "avg",
    "Mean",
    "Overall",
    "Total",
    "Rank",
    "#Params (B)",
    "params_b",
    "n_params",
    "N",
    "Count",
    "index",
    "Number of Mutants",
    "Hub Likes",
    "Hub_likes",
    "CO₂ cost (kg)",
]


@pytest.mark.parametrize("header", NOT_ITEMS)
def test_columns_that_are_known_not_to_be_items(header: str) -> None:
    table = pa.table({"model": ["a", "b"], "x": [1, 0], header: [3.5, 7.0]})
    with pytest.raises(FormatError, match=r"\(place 3\) is by its name no item; .*rename"):
        read_frame(table)
    parts = read_frame(table, metadata_columns=[header])
    assert parts.items == ("x",)
    assert parts.model_metadata is not None
    assert parts.model_metadata.column(header).to_pylist() == [3.5, 7.0]
    assert read_frame(table.drop_columns("x")).items == (header,)


def test_one_message_names_all_columns_that_are_no_items() -> None:
    table = pa.table(
        {
            "model": ["a", "b", "c"],
            "x": [0.5, 1.0, 0.0],
            "kind": ["chat", "", "base"],
            "avg": [0.5, 1.0, 0.0],
            "open": ["True", "False", "True"],
        }
    )
    named = r"metadata_columns=\['kind', 'avg', 'open'\]"
    with pytest.raises(FormatError, match=rf"column 'kind' \(place 3\).*3 such columns.*{named}"):
        read_frame(table)
    parts = read_frame(table, metadata_columns=["kind", "avg"])
    assert parts.items == ("x", "open")
    assert [note.code for note in parts.notes] == ["metadata_columns", "possible_metadata"]


def test_doubtful_columns_are_items_and_noted() -> None:
    parts = read_frame(pa.table({"model": ["a"], "x": [2], "gender": [1]}))
    assert parts.items == ("x", "gender")
    assert "'gender'" in parts.notes[0].text


def test_a_row_of_averages_is_no_item() -> None:
    long = {"model": ["a", "a"], "task": ["x", "Average"], "score": [1.0, 1.0]}
    with pytest.raises(FormatError, match=r"item 'Average' \(place 2\) sounds like a summary"):
        read_frame(pa.table(long))


@pytest.mark.parametrize(
    ("headers", "refused"),
    [
        (["Claude", "92.11", "100"], True),
        (["gpt", "1", "0"], True),
        (["gpt", "0.5", "", "n/a"], True),
        (["gpt", "50%"], True),
        (["gpt", "True", "False"], True),
        (["0.5", "0.25"], True),
        (["model", "1", "2"], False),
        (["", "70", "71"], False),
        (["0", "1", "2"], False),
        (["gpt", "1", "q"], False),
    ],
)
def test_a_first_row_of_scores_is_not_lost(headers: list[str], refused: bool) -> None:
    columns = [pa.array(["a"]), *(pa.array([1.0]) for _ in headers[1:])]
    table = pa.table(columns, names=headers)
    if not refused:
        assert read_frame(table).models == ("a",)
        return
    with pytest.raises(FormatError, match="there is no header: the first row holds scores"):
        read_frame(table)


@pytest.mark.parametrize("names", [["m", "x", "x"], ["m", "x", " x "]])
def test_repeated_headers_name_both_places(names: list[str]) -> None:
    table = pa.table([["a"], [1], [0]], names=names)
    with pytest.raises(DuplicateError, match=r"column header 'x' is repeated \(places 2 and 3\)"):
        read_frame(table)
    with pytest.raises(DuplicateError, match=r"column header 'x' is repeated \(places 2 and 3\)"):
        read_frame(pd.DataFrame([["a", 1, 0]], columns=[name.strip() for name in names]))


BROKEN: list[tuple[Any, type[ParallaxisError], str]] = [
    ({"model": ["a"]}, InputError, "a dict is not a frame; pass a frame of pandas"),
    (np.ones((2, 2)), InputError, "a ndarray is not a frame"),
    (pl.Series([1]), InputError, "a Series is not a frame"),
    (pa.table({}), MissingDataError, "has no columns"),
    (pa.table({"model": ["a"]}), MissingDataError, "no column of scores beside 'model'"),
    (pa.table({"model": pa.array([], pa.string()), "x": []}), MissingDataError, "no row below"),
    (pa.table({"model": ["a", None], "x": [1, 0]}), FormatError, "model name in row 2 is blank"),
    (pa.table({"model": ["a", " "], "x": [1, 0]}), FormatError, "model name in row 2 is blank"),
    (pa.table({"model": [["a"]], "x": [1]}), FormatError, "cannot name rows"),
]


@pytest.mark.parametrize(("frame", "kind", "message"), BROKEN)
def test_what_is_no_table_of_scores(frame: Any, kind: type[ParallaxisError], message: str) -> None:
    with pytest.raises(kind, match=message):
        read_frame(frame)


def test_settings_are_checked() -> None:
    with pytest.raises(InputError, match="duplicates is 'sum'; choose one of 'error', 'mean'"):
        read_frame(pa.table(WIDE), duplicates="sum")  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(MissingDataError, match="there is no column 'z'"):
        read_frame(pa.table(WIDE), metadata_columns=["z"])
    with pytest.raises(MissingDataError, match="no further column 'z'"):
        read_frame(pa.table(LONG), metadata_columns=["z"])


def test_a_long_frame_of_a_huge_board_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pivot, "MAX_CELLS", 3)
    with pytest.raises(ShapeError, match="2 models × 2 items are more than 3 cells"):
        read_frame(pa.table(LONG))


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_thousands_of_columns_of_several_types_keep_their_order(library: str) -> None:
    columns: dict[str, list[Any]] = {"model": ["a", "b"]}
    for j in range(1_200):
        columns[f"f{j}"] = [j / 7, None]
        columns[f"i{j}"] = [j % 2, 1]
        columns[f"t{j}"] = ["yes", "no"]
    parts = read_frame(LIBRARIES[library](columns))
    assert parts.items == tuple(columns)[1:]
    assert parts.values[0, :6].tolist() == [0.0, 0.0, 1.0, 1 / 7, 1.0, 1.0]
    np.testing.assert_equal(parts.values[1, :3], [math.nan, 1.0, 0.0])


def test_plain_names() -> None:
    headers = {"#Params (B)": "params", "CO₂ cost (kg)": "co2 cost", "Hub ❤️": "hub", "MMLU": "mmlu"}
    assert {header: plain_name(header) for header in headers} == headers
