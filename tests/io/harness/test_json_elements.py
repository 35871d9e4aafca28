"""One array of JSON, read an element at a time."""

import json
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parallaxis.errors import FormatError
from parallaxis.io.harness import json_walk, reading
from parallaxis.io.harness.json_walk import JsonWalk
from parallaxis.io.harness.reading import LogFile, json_document, json_elements

Write = Callable[[str | bytes], LogFile]
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=8
)


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Return what writes a file and gives it as a file of a folder."""

    def written(content: str | bytes) -> LogFile:
        path = tmp_path / "array.json"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return LogFile(tmp_path, path)

    return written


def in_pieces(data: bytes, size: int) -> Callable[[int], bytes]:
    """Return a reader that gives so many bytes at most, whatever it is asked for."""
    pieces = iter([data[i : i + size] for i in range(0, len(data), size)])
    return lambda _: next(pieces, b"")


@given(st.lists(VALUES, max_size=5), st.integers(1, 9), st.sampled_from([None, 2]))
def test_wherever_the_blocks_end_the_values_are_those_of_the_whole(
    values: list[Any], size: int, indent: int | None
) -> None:
    text = json.dumps(values, ensure_ascii=False, indent=indent)
    walk = JsonWalk(in_pieces(text.encode("utf-8", "replace"), size))
    assert list(walk.elements()) == json.loads(text.encode("utf-8", "replace"))
    walk.end()


def test_elements_are_numbered_and_nan_is_read(write: Write) -> None:
    found = list(json_elements(write(b'\xef\xbb\xbf [{"a": NaN}, {"a": "\xc3\xa9"}]\n ')))
    assert [number for number, _ in found] == [1, 2]
    assert found[1][1] == {"a": "é"}
    assert list(json_elements(write("[]"))) == []


def test_the_array_under_a_key(write: Write) -> None:
    file = write('{"skip": {"rows": [1]}, "rows": [{"a": 1}, {"a": 2}], "more": ')
    assert [row["a"] for _, row in json_elements(file, under="rows")] == [1, 2]
    with pytest.raises(FormatError, match="has no key 'cells'"):
        list(json_elements(write('{"rows": []}'), under="cells"))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('[{"a": 1}, {"a": ', "element 2 is not a JSON value"),
        ('[{"a": 1}', "the end of element 1 has nothing where ',' or ']' is expected"),
        ('[{"a": 1} {"a": 2}]', "the end of element 1 has '{'"),
        ('[{"a": 1},]', "element 2 is not a JSON value"),
        ('[{"a": 1}, 7]', "element 2 is int, where an object is expected"),
        ('{"a": 1}', "the file has '{' where '\\['"),
        ('[{"a": 1}]\n[]', "goes on with '\\[' after its array"),
        ("[" + '{"a":' * 100_000, "element 1 is not a JSON value"),
        ('[{"a": ' + "1" * 5000 + "}]", "element 1 is not a JSON value"),
        (b'[{"a": "\xff"}]', "is not UTF-8"),
        (" ", "the file has nothing"),
    ],
)
def test_what_is_broken_is_named(write: Write, content: str | bytes, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        list(json_elements(write(content)))


def test_a_value_beyond_bounds_is_refused(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_walk, "MAX_VALUE", 2**20)
    with pytest.raises(FormatError, match="one JSON value of more than 1 Mi characters"):
        list(json_elements(write('[{"a": "' + "x" * 2**23)))


def test_a_long_array_is_not_held(write: Write) -> None:
    file = write("[" + ",".join([json.dumps({"a": "x" * 2**16})] * 500) + "]")  # 32 MB
    tracemalloc.start()
    try:
        assert sum(1 for _ in json_elements(file)) == 500
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 12 * 2**20


def test_a_document_that_is_read_whole_is_bounded(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "MAX_DOCUMENT", 2**20)
    assert len(json_document(write(json.dumps(["x" * 2**19])))) == 1
    with pytest.raises(FormatError, match="one JSON value of more than 1 MiB"):
        json_document(write(json.dumps(["x" * 2**20])))
