"""JSON lines, and one JSON array of objects: wide or long."""

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

import msgspec
import pyarrow as pa

from parallaxis.errors import FormatError, ShapeError
from parallaxis.io.opening import Opened
from parallaxis.io.reading import TableRead
from parallaxis.io.text import BOM, looks_like_text, text_blocks
from parallaxis.tables.cells import as_text_or_numbers, shown
from parallaxis.tables.pivot import MAX_CELLS

MAX_ARRAY = 2**29  # characters of a JSON array, which is read whole
_decode: Callable[[str], Any] = msgspec.json.Decoder().decode


def recognise(head: bytes) -> bool:
    """Return whether the first character is one that opens an object or an array."""
    return looks_like_text(head) and head.removeprefix(BOM).lstrip()[:1] in (b"{", b"[")


def read(opened: Opened) -> TableRead:
    """Read objects, one a line or in one array, as rows.

    Raises
    ------
    FormatError
        A line that is no JSON object, or a value that is a list or an object, by line and key.
    """
    if opened.head.removeprefix(BOM).lstrip().startswith(b"["):
        return TableRead(_table(_array(opened)), "json")
    return TableRead(_table(_lines(opened)), "ndjson")


def _lines(opened: Opened) -> Iterator[tuple[str, Any]]:
    """Yield the value of every line that is not blank, with its place."""
    number = 0
    for block in text_blocks(opened.source):
        for line in block.split("\n"):
            number += 1
            if line and not line.isspace():
                yield f"line {number}", _value(line, f"line {number}")
        number -= 1
