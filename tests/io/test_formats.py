"""Contract of all readers: the same board written in each format is the same board."""

import gzip
import io
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard
from pyarrow import feather

from parallaxis.io import load
from parallaxis.io.registry import READERS, reader_for
from parallaxis.matrix import ScoreMatrix

MODELS = ("gpt, large", 'the "best"', "Ünïcode 🙂")
ITEMS = ("q1", "q 2", "a;b", "x|acc")
VALUES = np.array([[1.0, 0.0, np.nan, 0.5], [0.25, 1.0, 0.0, np.nan], [0.0, 1e-3, 1.0, 1.0]])
BOARD = ScoreMatrix.from_array(VALUES, models=MODELS, items=ITEMS)

Writer = Callable[[], bytes]


def wide() -> pa.Table:
    columns = {item: pa.array(VALUES[:, j], from_pandas=True) for j, item in enumerate(ITEMS)}
    return pa.table({"model": list(MODELS), **columns})


def long_rows() -> list[dict[str, object]]:
    return [
        {"model": model, "item": item, "score": None if np.isnan(score) else score}
        for model, row in zip(MODELS, VALUES.tolist(), strict=True)
        for item, score in zip(ITEMS, row, strict=True)
    ]


def delimited(table: pa.Table, delimiter: str) -> bytes:
    def cell(value: object) -> str:
        text = "" if value is None else str(value)
        return '"' + text.replace('"', '""') + '"'

    rows = [table.column_names, *(row.values() for row in table.to_pylist())]
    return "".join(delimiter.join(map(cell, row)) + "\n" for row in rows).encode()


def lines(rows: list[dict[str, object]]) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def parquet(table: pa.Table) -> bytes:
    sink = io.BytesIO()
    pq.write_table(table, sink)
    return sink.getvalue()


def arrow_file(table: pa.Table) -> bytes:
    sink = io.BytesIO()
    with pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table)
    return sink.getvalue()


def arrow_stream(table: pa.Table) -> bytes:
    sink = io.BytesIO()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return sink.getvalue()


def feather_v2(table: pa.Table) -> bytes:
    sink = io.BytesIO()
    feather.write_feather(table, sink, compression="zstd")
    return sink.getvalue()


def long() -> pa.Table:
    return pa.Table.from_pylist(long_rows())


FORMATS: dict[str, tuple[Writer, str]] = {
    "csv wide": (lambda: delimited(wide(), ","), "csv, wide"),
    "csv long": (lambda: delimited(long(), ","), "csv, long"),
    "tsv wide": (lambda: delimited(wide(), "\t"), "tsv, wide"),
    "semicolons": (lambda: delimited(wide(), ";"), "csv with semicolons, wide"),
    "csv with BOM": (lambda: b"\xef\xbb\xbf" + delimited(wide(), ","), "csv, wide"),
    "csv with CRLF": (lambda: delimited(wide(), ",").replace(b"\n", b"\r\n"), "csv, wide"),
    "csv no last line end": (lambda: delimited(wide(), ",").rstrip(b"\n"), "csv, wide"),
    "csv blank lines": (lambda: delimited(wide(), ",") + b"\n\n \n", "csv, wide"),
    "csv gzip": (lambda: gzip.compress(delimited(wide(), ",")), "csv (gzip), wide"),
    "csv gzip in members": (
        lambda: b"".join(map(gzip.compress, delimited(wide(), ",").splitlines(keepends=True))),
        "csv (gzip), wide",
    ),
    "csv zstd": (lambda: zstandard.compress(delimited(wide(), ",")), "csv (zstd), wide"),
    "csv zstd in frames": (
        lambda: b"".join(map(zstandard.compress, delimited(long(), ",").splitlines(keepends=True))),
        "csv (zstd), long",
    ),
    "parquet wide": (lambda: parquet(wide()), "parquet, wide"),
    "parquet long": (lambda: parquet(long()), "parquet, long"),
    "parquet gzip": (lambda: gzip.compress(parquet(wide())), "parquet (gzip), wide"),
    "arrow file": (lambda: arrow_file(wide()), "arrow, wide"),
    "arrow stream": (lambda: arrow_stream(long()), "arrow, long"),
    "feather": (lambda: feather_v2(wide()), "arrow, wide"),
    "ndjson wide": (lambda: lines(wide().to_pylist()), "ndjson, wide"),
    "ndjson long": (lambda: lines(long_rows()), "ndjson, long"),
    "ndjson bare NaN": (lambda: lines(long_rows()).replace(b"null", b"NaN"), "ndjson, long"),
    "ndjson gzip": (lambda: gzip.compress(lines(long_rows())), "ndjson (gzip), long"),
    "json array": (lambda: json.dumps(long_rows(), indent=1).encode(), "json, long"),
    "tidy parquet": (lambda: parquet(BOARD.to_table()), "array"),
}


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_gives_the_same_board(name: str, tmp_path: Path) -> None:
    write, label = FORMATS[name]
    path = tmp_path / "board.dat"  # the ending says nothing: content does
    path.write_bytes(write())
    board = load(path)
    assert board.data_hash == BOARD.data_hash
    assert board.models == MODELS
    assert board.items == ITEMS
    assert board.provenance.format == label


@pytest.mark.parametrize("name", FORMATS)
def test_file_objects_and_cut_reads_give_the_same_board(name: str) -> None:
    class Dribble(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            return super().read(min(size or 7, 7) if size != -1 else 7)

    data = FORMATS[name][0]()
    assert load(io.BytesIO(data)).data_hash == BOARD.data_hash
    assert load(Dribble(data)).data_hash == BOARD.data_hash


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stdin:
        buffer = io.BytesIO(delimited(wide(), ","))

    monkeypatch.setattr("sys.stdin", Stdin)
    board = load("-")
    assert board.data_hash == BOARD.data_hash
    assert board.provenance.sources == ("standard input",)


def test_readers_have_names_and_every_one_is_met() -> None:
    names = [reader.name for reader in READERS]
    assert len(set(names)) == len(names)
    met = set()
    for write, _ in FORMATS.values():
        data = write()
        reader = reader_for(data)
        met.add(reader.name if reader else "compressed")
    assert met == {*names, "compressed"}


def test_a_board_written_to_parquet_comes_back_with_nothing_lost(tmp_path: Path) -> None:
    board = ScoreMatrix.from_array(
        np.array([[1, 0, np.nan], [0, 1, 1]]),
        models=[" a ", "b"],
        items=["x", "y", "z"],
        model_metadata={"family": ["F", None], "cost": [0.5, 2.0]},
        item_metadata={"group": ["g", "g", "h"], "higher_is_better": [True, False, None]},
    )
    board.to_parquet(tmp_path / "board.parquet")
    (tmp_path / "board.items.csv").write_text("item,other\nx,1\n")
    back = load(tmp_path / "board.parquet")
    assert back.data_hash == board.data_hash
    assert back.provenance == board.provenance
    assert back.model_metadata.equals(board.model_metadata)
    assert back.item_metadata.equals(board.item_metadata)
    assert load(tmp_path / "board.parquet", scale="real").scale == "real"
    with pytest.raises(ValueError, match=r"^board\.parquet: was written by .*leave out transpose"):
        load(tmp_path / "board.parquet", transpose=True)


def test_lower_is_better_is_recorded_and_scores_stay(tmp_path: Path) -> None:
    path = tmp_path / "perplexity.csv"
    path.write_text("model,x,y\na,12.5,3\nb,10,200\n")
    board = load(path, lower_is_better=True)
    assert board.values.tolist() == [[12.5, 3.0], [10.0, 200.0]]
    assert board.metadata("item", "higher_is_better") == [False, False]
    assert board.oriented().values.tolist() == [[-12.5, -3.0], [-10.0, -200.0]]
    assert [note.code for note in board.provenance.notes] == ["lower_is_better"]


def test_missing_is_spelled_in_many_ways_and_words_are_scores(tmp_path: Path) -> None:
    path = tmp_path / "words.csv"
    path.write_text("model,w,p,c\na,True,50%,C\nb,no,78.4% ± 1.8,I\nc,—,n/a,NA\n")
    board = load(path)
    expected = [[1.0, 0.5, 1.0], [0.0, 0.784, 0.0], [np.nan] * 3]
    np.testing.assert_allclose(board.values, expected)
