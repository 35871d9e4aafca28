"""Inspect archives and logs built by hand, whole and broken."""

import json
import struct
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import zstandard

from parallaxis.io.harness.inspect_logs import READER
from parallaxis.io.harness.reading import LogFile, Wanted
from parallaxis.logs import Log

NAME = "2026-01-02T03-04-05-00-00_sums_abc.eval"
STORED, DEFLATED, ZSTANDARD = 0, 8, 93


def packed(data: bytes, method: int) -> bytes:
    """Compress a member; Zstandard in two frames, as newer versions write large ones."""
    if method == DEFLATED:
        squeeze = zlib.compressobj(wbits=-zlib.MAX_WBITS)
        return squeeze.compress(data) + squeeze.flush()
    if method == ZSTANDARD:
        half = len(data) // 2
        return b"".join(zstandard.compress(part) for part in (data[:half], data[half:]))
    return data


def zipped(
    members: Mapping[str, bytes],
    method: int = ZSTANDARD,
    *,
    flags: int = 0x800,
    declared: int | None = None,
    wide: bool = False,
) -> bytes:
    """Return a zip file; `declared` is a size to claim for each member, `wide` a 64-bit list."""
    body, entries = b"", b""
    for name, data in members.items():
        coded, called = packed(data, method), name.encode()
        size = len(data) if declared is None else declared
        numbers = (zlib.crc32(data), len(coded), size, len(called))
        extra = struct.pack("<2H3Q", 1, 24, size, len(coded), len(body)) if wide else b""
        places = (zlib.crc32(data), *([2**32 - 1] * 2 if wide else numbers[1:3]), len(called))
        at = 2**32 - 1 if wide else len(body)
        tail = (len(extra), 0, 0, 0, 0, at)
        entries += struct.pack(
            "<4s6H3L5H2L", b"PK\1\2", 63, 63, flags, method, 0, 0, *places, *tail
        )
        entries += called + extra
        body += struct.pack("<4s5H3L2H", b"PK\3\4", 63, flags, method, 0, 0, *numbers, 0)
        body += called + coded
    n, end = len(members), len(body) + len(entries)
    if not wide:
        last = (n, n, len(entries), len(body), 0)
        return body + entries + struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, *last)
    record = (44, 63, 63, 0, 0, n, n, len(entries), len(body))
    entries += struct.pack("<4sQ2H2L4Q", b"PK\6\6", *record)
    entries += struct.pack("<4sLQL", b"PK\6\7", 0, end, 1)
    last = (n, n, 2**32 - 1, 2**32 - 1, 0)
    return body + entries + struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, *last)


def header(**changes: Any) -> dict[str, Any]:
    """Return the header of a run of three sums by one scorer."""
    data = {"name": "sums", "samples": 3, "sample_ids": ["a", "b", "c"], "shuffled": False}
    spec: dict[str, Any] = {
        "run_id": "r",
        "created": "2026-01-02T03:04:05+02:00",
        "task": "sums",
        "task_id": "abc",
        "dataset": data,
        "model": "lab/one",
        "model_args": {"device": "cpu", "revision": None},
        "model_generate_config": {"temperature": 0.5, "max_connections": 4},
        "config": {"epochs": 1},
        "scorers": [{"name": "match"}],
    }
    whole = {"version": 2, "status": "success", "eval": spec, "plan": {}, "results": {}}
    data.update(changes.pop("dataset", {}))
    spec.update(changes.pop("eval", {}))
    return whole | changes


def sample(item: Any, value: Any = None, *, scorer: str = "match", **more: Any) -> dict[str, Any]:
    """Return the summary of a sample, scored unless the value is left out."""
    scores = {} if value is None else {scorer: {"value": value}}
    asked = {"input": f"Question {item}?", "target": "4"}
    return {"id": item, "epoch": 1, **asked, "scores": scores} | more


def results(value: Any, scorer: str = "match", **more: Any) -> dict[str, Any]:
    """Return results with one accuracy."""
    metrics = {"accuracy": {"name": "accuracy", "value": value}}
    return {"scores": [{"name": scorer, "scorer": scorer, "metrics": metrics} | more]}


def read_bytes(folder: Path, data: bytes, score: str | None = None, name: str = NAME) -> Log:
    """Write a file and read it."""
    path = folder / name
    path.write_bytes(data)
    (log,) = READER.read(LogFile(folder, path), Wanted(score))
    return log


def read_samples(
    folder: Path, samples: Any, score: str | None = None, *, as_json: bool = False, **changes: Any
) -> Log:
    """Read samples as an archive with their summaries, or as a JSON log."""
    head = header(**changes)
    if as_json:
        data = json.dumps(head | {"samples": samples}).encode()
        return read_bytes(folder, data, score, NAME.replace(".eval", ".json"))
    members = {
        "_journal/start.json": b"{}",
        "summaries.json": json.dumps(samples).encode(),
        "header.json": json.dumps(head).encode(),
    }
    return read_bytes(folder, zipped(members), score)
