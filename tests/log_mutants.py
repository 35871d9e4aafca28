"""Logs that are broken on purpose, from a seed: what a reader has to refuse or to read right."""

import io
import json
import random
import re
import zipfile
from collections.abc import Callable, Iterator
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from inspect_archives import DEFLATED, zipped

Mutation = Callable[[bytes, random.Random], bytes]
Place = tuple[Any, ...]
STRANGE: tuple[Any, ...] = (
    None, [], {}, [[None]], {"a": {"b": []}}, "", "mutant", "\ud800", 10**400, 1e308, -1, 2.5,
    float("nan"), float("inf"), True,
)  # fmt: skip
FLIPS = 3


def seeded(seed: int | str) -> random.Random:
    """Return a source of random numbers."""
    return random.Random(seed)  # noqa: S311 - nothing here is secret


def cut(data: bytes, rng: random.Random) -> bytes:
    """End a file early."""
    return data[: rng.randrange(1, len(data))]


def cut_line(data: bytes, rng: random.Random) -> bytes:
    """End a file after a line."""
    lines = data.splitlines(keepends=True)
    return b"".join(lines[: rng.randrange(1, len(lines))] if len(lines) > 1 else lines)


def without_line(data: bytes, rng: random.Random) -> bytes:
    """Take one line out."""
    lines = data.splitlines(keepends=True)
    if len(lines) > 1:
        del lines[rng.randrange(len(lines))]
    return b"".join(lines)


def line_twice(data: bytes, rng: random.Random) -> bytes:
    """Write one line twice."""
    lines = data.splitlines(keepends=True)
    at = rng.randrange(len(lines))
    return b"".join([*lines[: at + 1], b"\n", *lines[at:]])


def lines_swapped(data: bytes, rng: random.Random) -> bytes:
    """Exchange two lines."""
    lines = data.splitlines(keepends=True)
    first, second = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[first], lines[second] = lines[second], lines[first]
    return b"".join(lines)


def flipped(data: bytes, rng: random.Random) -> bytes:
    """Change a few bytes."""
    found = bytearray(data)
    for _ in range(FLIPS):
        found[rng.randrange(len(found))] ^= 1 << rng.randrange(8)
    return bytes(found)


def value_replaced(data: bytes, rng: random.Random) -> bytes:
    """Put a strange value under a random key of JSON, or of a random line of JSON lines."""
    return _changed(data, rng, lambda holder, key: holder.__setitem__(key, rng.choice(STRANGE)))


def value_nulled(data: bytes, rng: random.Random) -> bytes:
    """Put null under a random key."""
    return _changed(data, rng, lambda holder, key: holder.__setitem__(key, None))


def key_removed(data: bytes, rng: random.Random) -> bytes:
    """Take a random key, or element, out."""
    return _changed(data, rng, lambda holder, key: holder.__delitem__(key))


def member_replaced(data: bytes, rng: random.Random) -> bytes:
    """Change one JSON member of an archive as :func:`value_replaced` does, or drop it."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    name = rng.choice(sorted(members))
    if rng.randrange(6):
        members[name] = rng.choice((value_replaced, value_nulled, key_removed))(members[name], rng)
    else:
        del members[name]
    return zipped(members, DEFLATED)


def column_changed(data: bytes, rng: random.Random) -> bytes:
    """Drop a column or a field, or put a strange value everywhere in it."""
    rows = pq.read_table(io.BytesIO(data)).to_pylist()
    keys = sorted({key for row in rows for key in row})
    values: tuple[Any, ...] = (None, "mutant", 2.5, [], -1)
    key, value, drop = rng.choice(keys), rng.choice(values), rng.randrange(2)
    inner = (
        [row[key] for row in rows] if isinstance(rows[0][key], dict) and rng.randrange(3) else []
    )
    for holder in inner or rows:
        inside = rng.choice(sorted(holder)) if inner else key
        if drop:
            holder.pop(inside)
        else:
            holder[inside] = value
    written = io.BytesIO()
    try:
        pq.write_table(pa.Table.from_pylist(rows), written)
    except pa.ArrowException:  # there is no such table
        return data
    return written.getvalue()


def _changed(data: bytes, rng: random.Random, change: Callable[[Any, Any], None]) -> bytes:
    """Change one place of a JSON value, each key as likely as any other."""
    lines, whole = _values(data)
    if not lines:
        return data
    at = rng.randrange(len(lines))
    kinds: dict[str, list[Place]] = {}
    for place in _places(lines[at]):
        kinds.setdefault(re.sub(r"\b\d+\b", "0", repr(place)), []).append(place)
    if not kinds:
        return data
    *way, key = rng.choice(kinds[rng.choice(sorted(kinds))])
    holder = lines[at]
    for step in way:
        holder = holder[step]
    change(holder, key)
    return b"\n".join(json.dumps(value, indent=whole).encode() for value in lines) + b"\n"


def _values(data: bytes) -> tuple[list[Any], int | None]:
    """Return the JSON values of a file, and how far it is indented where it holds but one."""
    try:
        return [json.loads(data)], 2
    except ValueError:
        pass
    try:
        return [json.loads(line) for line in data.splitlines() if line.strip()], None
    except ValueError:
        return [], None


def _places(value: Any, way: Place = ()) -> Iterator[Place]:
    """Yield the ways to all that is within a value."""
    keys = (
        value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    )
    for key in keys:
        yield (*way, key)
        yield from _places(value[key], (*way, key))


LINES: dict[str, Mutation] = {
    "cut line": cut_line,
    "without line": without_line,
    "line twice": line_twice,
    "lines swapped": lines_swapped,
}
JSON: dict[str, Mutation] = {
    "value replaced": value_replaced,
    "value nulled": value_nulled,
    "key removed": key_removed,
}
BYTES: dict[str, Mutation] = {"cut": cut, "flipped": flipped}


def mutations_of(name: str, data: bytes) -> dict[str, Mutation]:
    """Return what can be done to a file, by its name."""
    if name.endswith(".parquet"):
        return BYTES | {"column changed": column_changed}
    if name.endswith(".eval"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            readable = all(one.compress_type in {0, 8} for one in archive.infolist())
        return BYTES | ({"member replaced": member_replaced} if readable else {})
    return BYTES | LINES | JSON
