"""Files that are not what their names promise, and files that are none of our business."""

import gzip
import json
from pathlib import Path

import pytest
import zstandard

from parallaxis.io.broken_files import why_broken

WHOLE = json.dumps({"name": "x", "scripts": {"a": ["b", "{", '"', "\\"]}})
INNOCENT = {
    "package.json": WHOLE,
    "list.json": "[]",
    "empty_object.json": "{}",
    "number.json": "3",
    "settings.json": '// of an editor\n{"a": 1,}',
    "commented.json": '{\n  /* of a compiler */\n  "a": [1, 2,],\n}',
    "long.json": "[" + "1, " * 40_000 + "1",  # cut, but beyond what is looked at
    "lines.json": f"{WHOLE}\n{WHOLE}\n",
    "trace.jsonl": f"\n{WHOLE}\n",
    "bare.jsonl": '{"a": NaN}\n',
    "one.jsonl": json.dumps({"a": [1, 2]}, indent=2),
    "bom.json": "\ufeff{}",
    "notes.txt": '{"a',
    "README": "",
    "empty.csv": "",
    "empty.py": "",
    "notes.txt.gz": "not packed at all",
}
BROKEN = {
    "empty.json": (b"", "is empty"),
    "empty.jsonl": (b"", "is empty"),
    "empty.parquet": (b"", "is empty"),
    "empty.jsonl.gz": (gzip.compress(b""), "is empty when decompressed"),
    "spaces.json": (b" \n", "white space"),
    "nothing.jsonl": (bytes(99), "not what its name says"),
    "cut_object.json": (WHOLE.encode()[:-2], "is cut"),
    "cut_string.json": (b'{"a": "b \\"', "is cut"),
    "cut_first.json": (b"{", "is cut"),
    "cut_array.json": (b'[{"a": 1},', "is cut"),
    "cut.jsonl": (b'{"a": 1', "first line that is no JSON value"),
    "cut_then_whole.jsonl": (b'{"a": 1\n{"a": 1}\n', "first line that is no JSON value"),
    "page.json": (b"<!doctype html><html>404</html>", "not what its name says"),
    "pointer.jsonl": (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "Git LFS"),
    "wide.json": ("{}".encode("utf-16"), "UTF-16"),
    "no.parquet": (b"PK\3\4", "not what its name says"),
    "cut.parquet": (b"PAR1" + bytes(40), "without its end"),
    "no.eval": (b"{}", "not what its name says"),
    "cut.eval": (b"PK\3\4" + bytes(20), "without its end"),
    "cut.json.gz": (gzip.compress(b"{}" * 99)[:15], "cannot be read to its end"),
    "cut.jsonl.zst": (zstandard.compress(b"{}" * 99)[:9], "cannot be read to its end"),
    "cut_inside.jsonl.gz": (gzip.compress(b'{"a": 1'), "first line that is no JSON value"),
    "table.csv.gz": (gzip.compress(b"a,b\n" * 99)[:15], "cannot be read to its end"),
}


@pytest.mark.parametrize("name", INNOCENT)
def test_whole_files_of_other_kinds_are_not_broken(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(INNOCENT[name], encoding="utf-8")
    assert why_broken(tmp_path / name) is None


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_not_what_its_name_promises(name: str, tmp_path: Path) -> None:
    content, why = BROKEN[name]
    (tmp_path / name).write_bytes(content)
    assert why in (why_broken(tmp_path / name) or "")


def test_a_file_that_cannot_be_cut_further_is_found_at_every_length(tmp_path: Path) -> None:
    for name in ("x.json", "x.jsonl"):
        for n in range(len(WHOLE)):
            (tmp_path / name).write_text(WHOLE[:n], encoding="utf-8")
            assert why_broken(tmp_path / name) is not None, (name, n)


def test_a_file_that_cannot_be_opened_is_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text("{}\n", encoding="utf-8")

    def refused(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refused)
    assert why_broken(path) == "cannot be opened (Permission denied)"
