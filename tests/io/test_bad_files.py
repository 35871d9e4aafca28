"""Bad files: each is one line of error that begins with the file's name and gives a remedy."""

import gzip
import io
import pickle
import tracemalloc
import zlib
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard

from parallaxis.errors import (
    DuplicateError,
    FormatError,
    InputError,
    MissingDataError,
    ParallaxisError,
    ShapeError,
)
from parallaxis.io import columnar, load, opening, text
from parallaxis.tables import tidy

TABLE = b"model,q1,q2\na,1,0\nb,0,1\n"


def tidied(**header: Any) -> bytes:
    sink = io.BytesIO()
    table = pa.table({"model": ["a"], "item": ["x"], "score": [1.0]})
    with_header = table.replace_schema_metadata({tidy.KEY: str(header.get("raw", "{}"))})
    pq.write_table(with_header, sink)
    return sink.getvalue()


def not_utf8() -> bytes:
    sink = io.BytesIO()
    names = pa.Array.from_buffers(pa.string(), 1, pa.array([b"\xff"]).buffers())
    pq.write_table(pa.table({"model": names, "x": [1.0]}), sink)
    return sink.getvalue()


BAD: dict[str, tuple[bytes, type[ParallaxisError], str]] = {
    "empty": (b"", FormatError, "is empty; it needs a header"),
    "empty gzip": (gzip.compress(b""), FormatError, "is empty when decompressed"),
    "blank lines": (b"\n\n  \n", FormatError, "begins with blank lines, or holds nothing else"),
    "header only": (b"model,q1,q2\n", MissingDataError, "no row below its header"),
    "header only, long": (b"model,item,score\n", MissingDataError, "no row below its header"),
    "one column": (b"model\na\nb\n", FormatError, "one column only"),
    "ragged short": (TABLE + b"c,1\n", FormatError, "line 4 has 2 cells where the header has 3"),
    "ragged long": (TABLE + b"c,1,1,1\n", FormatError, "line 4 has 4 cells where the header has 3"),
    "ragged after quoted line end": (
        b'model,q1,q2\n"a\nb",1,0\nc,1\n',
        FormatError,
        "line 4 has 2 cells",
    ),
    "latin-1": (
        "model,q1\ngpt,1\nclaudé,0\n".encode("latin-1"),
        FormatError,
        r"byte 0xe9 at offset 20 \(line 3\) is not UTF-8; save the file as UTF-8",
    ),
    "utf-16": (TABLE.decode().encode("utf-16"), FormatError, "UTF-16; save the file as UTF-8"),
    "binary": (bytes(range(256)) * 9, FormatError, "is a binary file"),
    "pickle": (pickle.dumps({"model": [1, 2]}), FormatError, "is a binary file"),
    "late NUL": (TABLE * 9000 + b"\0", FormatError, "NUL byte at offset 216000"),
    "zip": (
        b"PK\x03\x04" + bytes(30),
        FormatError,
        "is a zip archive, which is not read; unpack it",
    ),
    "workbook": (b"PK\x03\x04[Content_Types].xml", FormatError, "is an Excel workbook"),
    "pdf": (b"%PDF-1.7\n1,2\n", FormatError, "is a PDF document.*save the table as CSV"),
    "png": (b"\x89PNG\r\n\x1a\n" + bytes(30), FormatError, "is a PNG image"),
    "html": (b"\n<!DOCTYPE html><html>", FormatError, "is a web page"),
    "bell": (TABLE + b"\x07c,1,1\n" + TABLE[12:] * 20, FormatError, "line 4 holds .* 0x07"),
    "thousands": (
        b'model,x\na,"1,234"\nb,1\n',
        FormatError,
        "has a comma, which may separate thousands or decimals",
    ),
    "repeated key": (
        b'{"model":"b","x":1}\n{"model":"a","x":1,"x":0}\n',
        DuplicateError,
        "line 2: the key 'x' occurs twice in one object",
    ),
    "repeated key, array": (
        b'[{"model":"b","x":NaN},{"model":"a","x":1,"x":0}]',
        DuplicateError,
        "element 2: the key 'x' occurs twice",
    ),
    "bzip2": (b"BZh91AY", FormatError, "bzip2"),
    "cut gzip": (gzip.compress(TABLE * 99)[:-9], FormatError, "cannot be read to its end"),
    "cut zstd": (zstandard.compress(TABLE * 99)[:-9], FormatError, "cut short"),
    "damaged gzip": (
        gzip.compress(TABLE)[:10] + b"\xff" * 20,
        FormatError,
        "cannot be read to its end",
    ),
    "duplicate headers": (
        b"model,x,y,x\na,1,0,1\n",
        DuplicateError,
        r"column header 'x' is repeated \(places 2 and 4\)",
    ),
    "headers equal but for blanks": (b"model,x, x\na,1,0\n", DuplicateError, "places 2 and 3"),
    "blank header": (b"model,x,\na,1,0\n", FormatError, "column header 3 of 3 is blank"),
    "duplicate models": (
        b"model,x\na,1\nb,1\na,0\n",
        DuplicateError,
        r"model 'a' is repeated \(rows 1 and 3\).*duplicates=",
    ),
    "blank model": (b"model,x\na,1\n,1\n", FormatError, "model name in row 2 is blank"),
    "text column": (
        b"model,x,kind,y\na,1,chat,0\nb,0,base,1\n",
        FormatError,
        (
            r"column 'kind' \(place 3\) holds text, such as 'chat' in row 1.*"
            r"metadata_columns=\['kind'\] \(--metadata-column kind\)"
        ),
    ),
    "average": (
        b"model,Average \xe2\xac\x86\xef\xb8\x8f,x\na,1,1\n",
        FormatError,
        r"column 'Average ..' \(place 2\) is by its name no item.*rename",
    ),
    "mistyped cell": (
        b"model,x\na,1\nb,o\nc,0\nd,1\n",
        FormatError,
        r"column 'x', row 2 \('b'\): 'o' is not a score; write a number",
    ),
    "decimal comma": (
        b"model;x\na;0,5\nb;1\n",
        FormatError,
        r"column 'x', row 1 \('a'\): '0,5' has a decimal comma; write decimals with a point",
    ),
    "infinite": (
        b"model,x\na,inf\nb,1\n",
        FormatError,
        r"row 1 \('a'\): 'inf' is infinite; leave it empty",
    ),
    "percent and plain": (
        b"model,x\na,50%\nb,0.5\n",
        FormatError,
        r"row 2 \('b'\): '0.5' is a plain number in a column with percent signs",
    ),
    "no header": (b"gpt,0.5,0.25\nllama,0.1,0.2\n", FormatError, "there is no header"),
    "no header, 0/1": (b"gpt,0,1\nllama,1,1\n", FormatError, "there is no header"),
    "no names": (b"0.5,0.25\n0.1,0.2\n", FormatError, "there is no header"),
    "no name column": (b"x,y\n0.1,0.2\n", FormatError, "pass model_column="),
    "duplicate pairs": (
        b"model,item,score\na,x,1\nb,x,1\na,x,0\nb,x,0\na,x,0\n",
        DuplicateError,
        (
            r"2 \(model, item\) pairs repeated: \('a', 'x'\) in rows 1 and 3, \('b', 'x'\) in "
            "rows 2 and 4; pass duplicates="
        ),
    ),
    "long, mistyped": (
        b"model,item,score\na,x,1\na,y,oops\nb,x,0\n",
        FormatError,
        r"column 'score', row 2 \('a', 'y'\): 'oops' is not a score",
    ),
    "quote not closed": (b'model,x\n"a,1\nb,0\n', FormatError, "quotation mark is not closed"),
    "quotes inside": (b'model,x\n"a"b,1\n', FormatError, "line 2 is not well-formed"),
    "carriage returns": (b"model,x\ra,1\rb,0\r", FormatError, "carriage return"),
    "not parquet": (b"PAR1" + b"x" * 99, FormatError, "damaged Parquet"),
    "not arrow": (b"ARROW1\0\0" + b"x" * 99, FormatError, "damaged Arrow"),
    "old feather": (b"FEA1" + b"x" * 99, FormatError, "version 1"),
    "tidy, no header": (tidied(raw="{}"), FormatError, "damaged description"),
    "tidy, not json": (tidied(raw="["), FormatError, "damaged description"),
    "json document": (
        b'{"rows": [{"model": "a"}]}',
        FormatError,
        "line 1: 'rows' holds a list, not one value",
    ),
    "json, indented": (b'{\n "model": "a"\n}\n', FormatError, "line 1 is not a JSON value"),
    "ndjson, cut": (
        b'{"model":"a","x":1}\n{"model":"b","x"',
        FormatError,
        "line 2 is not a JSON value.*remove what is cut",
    ),
    "ndjson, nested": (
        b'{"model":"a","x":1}\n\n{"model":"b","x":{"y":1}}\n',
        FormatError,
        "line 3: 'x' holds an object",
    ),
    "json, junk": (b'[{"model":"a","x":1}, "total"]', FormatError, "element 2 is 'total'"),
    "json, empty": (b"[]", FormatError, "holds no object"),
    "json, deep": (b"[" * 100_000, FormatError, "not a JSON value"),
    "parquet, not UTF-8": (not_utf8(), FormatError, "damaged Parquet"),
    "infinity in json": (b'{"model":"a","x":Infinity}', InputError, "infinite; leave it empty"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_files_are_one_line_with_place_and_remedy(name: str, tmp_path: Path) -> None:
    data, kind, message = BAD[name]
    path = tmp_path / "bad board.csv"
    path.write_bytes(data)
    with pytest.raises(kind, match=rf"^bad board\.csv: .*(?:{message})") as caught:
        load(path)
    line = str(caught.value)
    assert "\n" not in line
    assert str(tmp_path) not in line


def test_what_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(MissingDataError, match=r"^absent\.csv: there is no such file"):
        load(tmp_path / "absent.csv")
    with pytest.raises(InputError, match=r"^b\.csv: is an address; download"):
        load("https://example.org/b.csv")
    with pytest.raises(InputError, match=r"the file object: a list is no path.*from_array"):
        load([[1, 0]])  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(InputError, match=r"open it in binary mode"):
        load(io.StringIO("model,x\na,1\n"))  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(InputError, match="layout is 'square'; choose one of"):
        load(io.BytesIO(TABLE), layout="square")  # type: ignore[arg-type]  # wrong on purpose


def test_folders(tmp_path: Path) -> None:
    folder = tmp_path / "boards"
    folder.mkdir()
    with pytest.raises(MissingDataError, match=r"^boards: holds no log .* no table \(0 files\)"):
        load(folder)
    (folder / "README.md").write_text("a,b\n1,2\n")
    (folder / "one.items.csv").write_text("item,group\nq1,x\n")
    (folder / "junk.csv").write_bytes(bytes(99))
    (folder / "empty.csv").touch()
    with pytest.raises(MissingDataError, match=r"\(4 files\); name a CSV"):
        load(folder)
    (folder / "one.csv.gz").write_bytes(gzip.compress(TABLE))
    board = load(folder)
    assert board.provenance.sources == ("one.csv.gz", "one.items.csv")
    for i in range(6):
        (folder / f"more{i}.tsv").write_text(f"model\ty{i}\nz{i}\t1\n")
    with pytest.raises(InputError, match=r"^boards: .* Or name one of the 7 tables\.$"):
        load(folder)


def test_the_fault_of_the_one_file_in_a_folder_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "only.csv").write_text("model,x\na,1\na,2\n")
    with pytest.raises(DuplicateError, match=r": only\.csv: model 'a'"):
        load(tmp_path)


BOMBS = {
    "one line": (b"model,x\n", b"0" * 2**20),
    "one cell in quotes": (b'model,x\na,"', b"0\n" * 2**19),
    "one row of quoted cells": (b'model,x\n"', b'0\n","' * 2**18),
    "one header": (b"", b"a," * 2**19),
}


@pytest.mark.parametrize("name", BOMBS)
@pytest.mark.parametrize("pack", ["gzip", "zstd"])
def test_two_gigabytes_in_a_small_file_stop_early(name: str, pack: str, tmp_path: Path) -> None:
    start, filling = BOMBS[name]

    def compress(data: bytes) -> bytes:
        return gzip.compress(data) if pack == "gzip" else zstandard.compress(data)

    many = compress(filling * 16) * (2 * 2**30 // (16 * len(filling)))
    path = tmp_path / "bomb.csv"
    path.write_bytes(compress(start) + many)
    tracemalloc.start()
    try:
        with pytest.raises(FormatError, match=r"^bomb\.csv: .*(longer than 32 MiB|not closed)"):
            load(path)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 12 * text.MAX_LINE  # far below the 2 GiB that are promised


def test_the_size_of_a_file_is_bounded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(opening, "MAX_BYTES", 2**20)
    path = tmp_path / "large.csv"
    path.write_bytes(gzip.compress(b"model,x\n" + b"".join(b"m%d,1\n" % i for i in range(200_000))))
    with pytest.raises(FormatError, match=r"large\.csv: holds more than 0\.000976562 GiB"):
        load(path)


def test_a_parquet_file_that_declares_too_much_is_not_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "large.parquet"
    pq.write_table(pa.table({"model": ["a"] * 600, "x": [1.0] * 600}), path)
    monkeypatch.setattr(columnar, "MAX_CELLS", 1_000)
    with pytest.raises(FormatError, match=r"large\.parquet: holds 600 rows × 2 columns"):
        load(path)


def test_a_long_table_of_a_huge_board_is_refused(tmp_path: Path) -> None:
    rows = "".join(f"m{i},q{i},1\n" for i in range(30_000))
    path = tmp_path / "diagonal.csv"
    path.write_text("model,item,score\n" + rows)
    with pytest.raises(ShapeError, match="30000 models × 30000 items are more than"):
        load(path)


def test_gzip_with_a_wrong_checksum_is_refused(tmp_path: Path) -> None:
    data = bytearray(gzip.compress(TABLE))
    data[-8:-4] = zlib.crc32(b"other").to_bytes(4, "little")
    path = tmp_path / "b.csv.gz"
    path.write_bytes(data)
    with pytest.raises(FormatError, match="cannot be read to its end"):
        load(path)
