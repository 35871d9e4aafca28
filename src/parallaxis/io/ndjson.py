"""JSON lines, and one JSON array of objects: wide or long."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
import pyarrow as pa

from parallaxis.errors import DuplicateError, FormatError, ShapeError
from parallaxis.io.opening import Opened
from parallaxis.io.reading import TableRead
from parallaxis.io.text import BOM, looks_like_text, text_blocks
from parallaxis.tables.cells import as_text_or_numbers, shown

MAX_ARRAY = 2**29  # characters of a JSON array, which is read whole
MAX_ROWS_TIMES_KEYS = 2**27  # values that are held while a table is put together
_decode: Callable[[str], Any] = msgspec.json.Decoder().decode


@dataclass(frozen=True, slots=True)
class _Repeated:
    """An object that has one key twice."""

    key: str


def recognise(head: bytes) -> bool:
    """Return whether the first character is one that opens an object or an array."""
    return looks_like_text(head) and head.removeprefix(BOM).lstrip()[:1] in (b"{", b"[")


def read(opened: Opened) -> TableRead:
    """Read objects, one a line or in one array, as rows.

    Raises
    ------
    FormatError
        A line that is no JSON object, or a value that is a list or an object, by line and key.
    DuplicateError
        A key that occurs twice in one object, by line and key.
    """
    rows, name = _rows(opened)
    return TableRead(_table(rows), name)


def read_nested(opened: Opened) -> TableRead:
    """Read objects as :func:`read` does, with lists and objects in them as the text of their JSON.

    Raises
    ------
    FormatError, DuplicateError
        As in :func:`read`, but for such values.
    """
    rows, name = _rows(opened)
    return TableRead(_table((place, _with_texts(row)) for place, row in rows), name)


def _rows(opened: Opened) -> tuple[Iterator[tuple[str, Any]], str]:
    """Return the values of lines, or the elements of one array, and the name of the form."""
    if opened.head.removeprefix(BOM).lstrip().startswith(b"["):
        return _array(opened), "json"
    return _lines(opened), "ndjson"


def _with_texts(row: Any) -> Any:
    """Return an object with its lists and objects as text."""
    if not isinstance(row, dict):
        return row
    return {
        key: json.dumps(value, sort_keys=True) if isinstance(value, list | dict) else value
        for key, value in row.items()
    }


def _lines(opened: Opened) -> Iterator[tuple[str, Any]]:
    """Yield the value of every line that is not blank, with its place."""
    number = 0
    for block in text_blocks(opened.source):
        for line in block.split("\n"):
            number += 1
            if line and not line.isspace():
                yield f"line {number}", _value(line, f"line {number}")
        number -= 1


def _array(opened: Opened) -> Iterator[tuple[str, Any]]:
    """Yield the elements of a JSON array, with their places."""
    parts, size = [], 0
    for block in text_blocks(opened.source):
        parts.append(block)
        size += len(block)
        if size > MAX_ARRAY:
            raise FormatError(
                f"is a JSON array of more than {MAX_ARRAY // 2**20} MiB; write one object a line."
            )
    value = _value("".join(parts), "the file")
    return ((f"element {i}", element) for i, element in enumerate(value, start=1))


def _value(text: str, place: str) -> Any:
    """Decode strict JSON, or else what Python also takes, such as a bare NaN.

    The fast decoder keeps the last of keys that repeat. There are none where the text has no more
    colons than the value has keys; else the slower decoder looks.
    """
    try:
        value = _decode(text)
    except (msgspec.DecodeError, RecursionError):
        pass
    else:
        if text.count(":") == _n_keys(value):
            return value
    try:
        return json.loads(text, object_pairs_hook=_object)
    except (ValueError, RecursionError) as error:
        what = " ".join(str(error).split())
        raise FormatError(
            f"{place} is not a JSON value by itself ({what}); write one whole object a line, or "
            "an array of objects, and remove what is cut."
        ) from error


def _n_keys(value: Any) -> int:
    """Return the number of keys of an object, or of the objects in an array."""
    objects = value if isinstance(value, list) else [value]
    return sum(len(each) for each in objects if isinstance(each, dict))


def _object(pairs: list[tuple[str, Any]]) -> "dict[str, Any] | _Repeated":
    """Return an object, or the first of its keys that occurs twice."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            return _Repeated(key)
        found[key] = value
    return found


def _table(rows: Iterable[tuple[str, Any]]) -> pa.Table:
    """Put objects below one another; a key that one lacks is missing there."""
    columns: dict[str, list[Any]] = {}
    count = 0
    for place, row in rows:
        _refuse_nested(place, row)
        for key, value in row.items():
            column = columns.setdefault(key, [])
            if len(column) < count:
                column.extend([None] * (count - len(column)))
            column.append(value)
        count += 1
        if count * len(columns) > MAX_ROWS_TIMES_KEYS:
            raise ShapeError(
                f"{place}: {count} objects with {len(columns)} different keys are too many; see "
                "whether the keys are columns."
            )
    if not columns:
        raise FormatError("holds no object with a value; it needs names and scores.")
    arrays = [
        as_text_or_numbers(column + [None] * (count - len(column))) for column in columns.values()
    ]
    return pa.table(arrays, names=list(columns))


def _refuse_nested(place: str, row: Any) -> None:
    """Refuse what is no object, and values that are no single value."""
    if isinstance(row, _Repeated):
        raise DuplicateError(
            f"{place}: the key {shown(row.key)} occurs twice in one object; remove one of them."
        )
    if not isinstance(row, dict):
        raise FormatError(
            f"{place} is {shown(row)}, not an object with names and scores; remove it."
        )
    for key, value in row.items():
        if isinstance(value, list | dict | _Repeated):
            kind = "a list" if isinstance(value, list) else "an object"
            raise FormatError(
                f"{place}: {shown(key)} holds {kind}, not one value; write one score per key, or "
                "one row per model and item."
            )
