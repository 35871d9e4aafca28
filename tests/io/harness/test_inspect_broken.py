"""Broken Inspect logs: each is refused with its place, or read; nothing else."""

import json
import math
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from inspect_archives import NAME, header, read_bytes, read_samples, results, sample, zipped
from parallaxis.errors import FormatError, InputError
from parallaxis.io.harness.inspect_logs import READER
from parallaxis.io.harness.reading import LogFile

BROKEN: dict[str, tuple[Any, dict[str, Any], str]] = {
    "no list": ({}, {}, "summaries.json.* is dict, where a list is expected"),
    "no object": ([1], {}, "element 1 is int, where an object is expected"),
    "no id": ([sample(None, "C")], {}, "element 1: its id is None"),
    "id is true": ([sample(True, "C")], {}, "its id is True"),
    "no epoch": ([sample("a", "C", epoch=0)], {}, "its epoch is 0"),
    "scores are a list": ([sample("a", scores=[1])], {}, "scores is list, where an object"),
    "score is a number": ([sample("a", scores={"m": 1})], {}, "score 'm' is int"),
    "score without value": ([sample("a", scores={"m": {}})], {}, "score 'm' has no 'value'"),
    "input is a number": ([sample("a", "C", input=3)], {}, "input is 3, where text or messages"),
    "message is a text": ([sample("a", "C", input=["hi"])], {}, "input is str"),
    "message without content": ([sample("a", "C", input=[{}])], {}, "content is None"),
    "part without content": (
        [sample("a", "C", input=[{"content": [{"type": "text"}]}])],
        {},
        "part of type 'text' without content",
    ),
    "target is a number": ([sample("a", "C", target=3)], {}, "target is 3, where text"),
    "choices are numbers": ([sample("a", "C", choices=[3])], {}, r"choices is \[3\]"),
    "version": ([], {"version": 1}, "version 1, where 2 can be read"),
    "no model": ([], {"eval": {"model": ""}}, "eval.model is '', where a name"),
    "no task": ([], {"eval": {"task": None}}, "eval.task is None, where a name"),
    "data set is a text": ([], {"eval": {"dataset": "x"}}, "eval.dataset is str"),
    "results are a list": ([], {"results": [1]}, "results is list"),
    "scores of results": ([], {"results": {"scores": {}}}, "results.scores is dict"),
    "figure is a text": (
        [sample("a", "C")],
        {"results": results("high")},
        "accuracy is 'high', where a score",
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_broken_logs_say_where(tmp_path: Path, case: str) -> None:
    samples, changes, message = BROKEN[case]
    with pytest.raises(FormatError, match=message):
        read_samples(tmp_path, samples, **changes)


ODD: tuple[Any, ...] = (None, True, -1, 2.5, 10**30, math.nan, math.inf, "", "\ud800", [], [[]], {})


def replaced(value: Any, rng: np.random.Generator) -> Any:
    """Return a JSON value with something odd somewhere in it."""
    if isinstance(value, dict | list) and value and rng.random() < 0.85:
        copy = value.copy()
        place = (
            list(copy)[rng.integers(len(copy))]
            if isinstance(copy, dict)
            else rng.integers(len(copy))
        )
        copy[place] = replaced(copy[place], rng)
        return copy
    return ODD[rng.integers(len(ODD))]


@pytest.mark.parametrize("as_json", [True, False])
def test_odd_values_anywhere_are_read_or_refused(tmp_path: Path, as_json: bool) -> None:
    rng = np.random.default_rng(20260101)
    messages = [{"role": "user", "content": [{"type": "text", "text": "Hm?"}]}]
    samples = [
        sample("a", "C", choices=["x", "y"], limit={"type": "time"}),
        sample("b", {"correct": 1}, input=messages, attachments={"k": "v"}, error="late"),
    ]
    steps = {"steps": [{"solver": "multiple_choice"}], "config": {}}
    whole = header(plan=steps, results=results(1.0)) | {"samples": samples}
    for _ in range(300):
        odd = replaced(whole, rng)
        if not isinstance(odd, dict):
            continue
        rows = odd.get("samples")
        with suppress(InputError):
            read_odd(tmp_path, odd, rows, as_json=as_json)


def read_odd(folder: Path, head: dict[str, Any], rows: Any, *, as_json: bool) -> None:
    """Read a log whatever its header and its samples are."""
    if as_json:
        read_bytes(folder, json.dumps(head).encode(), name=NAME.replace(".eval", ".json"))
        return
    parts = {"summaries.json": rows, "header.json": head}
    read_bytes(folder, zipped({name: json.dumps(part).encode() for name, part in parts.items()}))


def test_what_is_no_inspect_log_is_not_claimed(tmp_path: Path) -> None:
    for name, data in {
        "other.zip": zipped({"_journal/start.json": b"{}"}),
        "other.eval": zipped({"notes.txt": b"hello"}),
        "eval_results.json": b'{"date": "x", "eval": {}}',
        "empty.json": b"",
    }.items():
        (tmp_path / name).write_bytes(data)
        assert READER.recognise(LogFile(tmp_path, tmp_path / name)) is None, name
    (tmp_path / NAME).write_bytes(b"")
    assert READER.recognise(LogFile(tmp_path, tmp_path / NAME)) == "log"
    with pytest.raises(FormatError, match="no list of members"):
        read_bytes(tmp_path, b"")
