"""Properties of loading: order does not matter, nothing is lost, nothing but our errors escapes."""

import io
import json
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from hypothesis import given, settings
from hypothesis import strategies as st

from parallaxis.errors import ParallaxisError
from parallaxis.io import load
from parallaxis.matrix import ScoreMatrix

name = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zs", "Zl", "Zp")),
    min_size=1,
    max_size=6,
).map(lambda text: f"qx{text}")
score = st.one_of(st.none(), st.floats(-1e6, 1e6), st.sampled_from([0.0, 1.0]))


@st.composite
def boards(draw: st.DrawFn) -> tuple[list[str], list[str], list[list[float | None]]]:
    models = draw(st.lists(name, min_size=1, max_size=5, unique=True))
    items = draw(st.lists(name, min_size=1, max_size=5, unique=True))
    row = st.lists(score, min_size=len(items), max_size=len(items))
    return models, items, draw(st.lists(row, min_size=len(models), max_size=len(models)))


def sorted_scores(board: ScoreMatrix) -> tuple[list[str], list[str], Any]:
    rows, columns = np.argsort(board.models), np.argsort(board.items)
    models, items = [board.models[i] for i in rows], [board.items[j] for j in columns]
    return models, items, board.values[np.ix_(rows, columns)]


def assert_same(one: ScoreMatrix, other: ScoreMatrix) -> None:
    left, right = sorted_scores(one), sorted_scores(other)
    assert left[:2] == right[:2]
    np.testing.assert_array_equal(left[2], right[2])


def csv_text(models: list[str], items: list[str], values: list[list[float | None]]) -> bytes:
    def line(cells: list[str]) -> str:
        return ",".join('"' + cell.replace('"', '""') + '"' for cell in cells)

    rows = [
        line([model, *("" if value is None else repr(value) for value in row)])
        for model, row in zip(models, values, strict=True)
    ]
    return "\n".join([line(["model", *items]), *rows]).encode()


@given(boards(), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_rows_columns_and_lines_in_any_order_are_one_board(drawn: Any, random: Any) -> None:
    models, items, values = drawn
    first = load(io.BytesIO(csv_text(models, items, values)))
    rows, columns = list(range(len(models))), list(range(len(items)))
    random.shuffle(rows)
    random.shuffle(columns)
    shuffled = [[values[i][j] for j in columns] for i in rows]
    wide = csv_text([models[i] for i in rows], [items[j] for j in columns], shuffled)
    assert_same(first, load(io.BytesIO(wide)))
    cells = [
        {"model": model, "item": item, "score": values[i][j]}
        for i, model in enumerate(models)
        for j, item in enumerate(items)
    ]
    random.shuffle(cells)
    lines = "\n".join(json.dumps(cell) for cell in cells).encode()
    assert_same(first, load(io.BytesIO(lines)))
    if not any(value is None for row in values for value in row):
        return
    scored = [cell for cell in cells if cell["score"] is not None]
    if {cell["model"] for cell in scored} == {*models} and {c["item"] for c in scored} == {*items}:
        assert_same(first, ScoreMatrix.from_frame(pa.Table.from_pylist(scored)))


@given(boards())
@settings(max_examples=60, deadline=None)
def test_the_tidy_table_loses_nothing(drawn: Any) -> None:
    board = load(io.BytesIO(csv_text(*drawn)))
    back = ScoreMatrix.from_table(board.to_table())
    assert back.data_hash == board.data_hash
    assert back.provenance == board.provenance


@given(boards())
@settings(max_examples=40, deadline=None)
def test_turning_a_table_turns_the_board(drawn: Any) -> None:
    models, items, values = drawn
    board = load(io.BytesIO(csv_text(models, items, values)))
    turned = [list(column) for column in zip(*values, strict=True)]
    assert_same(board, load(io.BytesIO(csv_text(items, models, turned)), transpose=True))


def fault_of(raw: bytes) -> str:
    """Return the message of our own error, or nothing where the bytes are a board."""
    try:
        load(io.BytesIO(raw))
    except ParallaxisError as error:
        return str(error)
    return ""


@given(st.one_of(st.binary(max_size=200), st.text("mod,;\t\n\"'01.%±-x[]{}:", max_size=80)))
@settings(max_examples=400, deadline=None)
def test_any_bytes_are_a_board_or_one_line_of_error(data: bytes | str) -> None:
    raw = data.encode() if isinstance(data, str) else data
    fault = fault_of(raw)
    assert fault.startswith("the file object: ") or not fault
    assert "\n" not in fault


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_damaged_columnar_files_are_refused_or_read(data: st.DataObject) -> None:
    board = ScoreMatrix.from_array(np.eye(4))
    sink = io.BytesIO()
    if data.draw(st.booleans()):
        with pa.ipc.new_file(sink, board.to_table().schema) as writer:
            writer.write_table(board.to_table())
    else:
        pq.write_table(board.to_table(), sink)
    raw = bytearray(sink.getvalue())
    for _ in range(data.draw(st.integers(1, 3))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    assert "\n" not in fault_of(bytes(raw))
