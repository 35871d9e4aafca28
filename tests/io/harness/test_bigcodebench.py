"""BigCodeBench: synthetic files, built after its writer, since no real one is at hand."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fixture_logs import read_all
from parallaxis.errors import FormatError
from parallaxis.io.harness.bigcodebench import READER
from parallaxis.io.harness.evalplus import READER as EVALPLUS
from parallaxis.io.harness.reading import LogFile, Wanted

STEM = "org--m-7b--main--bigcodebench-hard-instruct--vllm-0.0-2-sanitized_calibrated_"


def sample(number: int, status: Any) -> dict[str, Any]:
    """Return a sample as the harness writes it."""
    return {
        "task_id": f"BigCodeBench/{number}",
        "solution": "def task_func():\n    pass\n",
        "status": status,
        "details": {"test_case_1": "Traceback"} if status == "fail" else {},
    }


def synthetic(root: Path) -> Path:
    """Write results of two tasks with two samples each, and their rates."""
    statuses = [["pass", "fail"], ["timeout", "pass"]]
    found = {
        f"BigCodeBench/{number}": [sample(number, status) for status in row]
        for number, row in enumerate(statuses)
    }
    results = {"date": "2026-01-02 03:04", "eval": found}
    path = root / f"{STEM}eval_results.json"
    path.write_text(json.dumps(results, indent=2))
    rates = {"pass@1": 0.5, "model": "org--m-7b--main", "split": "instruct", "subset": "hard"}
    more = {"calibrated": True, "gt_pass_rate": 0.99, "failed_tasks": ["BigCodeBench/1"]}
    (root / f"{STEM}pass_at_k.json").write_text(json.dumps(rates | more, indent=4))
    return path


def test_shape_names_and_scores(tmp_path: Path) -> None:
    synthetic(tmp_path)
    (log,) = read_all(READER, tmp_path)
    assert (log.model, log.task) == ("org--m-7b--main", "bigcodebench-hard-instruct")
    assert log.run == "2026-01-02 03:04"
    assert log.items == ("BigCodeBench/0",) * 2 + ("BigCodeBench/1",) * 2
    assert log.repeats == (0, 1, 0, 1)
    assert log.kinds == ("scored", "scored", "timeout", "scored")
    assert log.headline is not None
    assert log.headline.value == log.values.mean() == 0.5
    assert log.notes[0].code == "reference_failed"


def test_files_are_claimed_once(tmp_path: Path) -> None:
    results = LogFile(tmp_path, synthetic(tmp_path))
    rates = LogFile(tmp_path, tmp_path / f"{STEM}pass_at_k.json")
    assert (READER.recognise(results), READER.recognise(rates)) == ("log", "beside")
    assert EVALPLUS.recognise(results) is EVALPLUS.recognise(rates) is None


def test_rates_beside_results_are_known_whatever_is_in_them(tmp_path: Path) -> None:
    results = synthetic(tmp_path)
    rates = LogFile(tmp_path, tmp_path / f"{STEM}pass_at_k.json")
    rates.path.write_text('{"pass@1": 0.5, "model": "m"}')
    assert READER.recognise(rates) == "beside"
    results.unlink()
    assert READER.recognise(LogFile(tmp_path, rates.path)) is None


def test_a_task_without_a_sample_was_not_run(tmp_path: Path) -> None:
    path = tmp_path / "m--bigcodebench-complete--hf-0-1_eval_results.json"
    found = {"BigCodeBench/0": [sample(0, "pass")], "BigCodeBench/1": []}
    path.write_text(json.dumps({"date": "d", "eval": found}))
    (log,) = READER.read(LogFile(tmp_path, path), Wanted())
    assert log.items == ("BigCodeBench/0", "BigCodeBench/1")
    assert log.kinds == ("scored", "not_run")
    np.testing.assert_array_equal(log.values, [1.0, np.nan])


@pytest.mark.parametrize(
    ("found", "message"),
    [
        ({"BigCodeBench/0": [sample(1, "pass")]}, "says that it is of task 'BigCodeBench/1'"),
        ({"BigCodeBench/0": [sample(0, "ok")]}, "'BigCodeBench/0', sample 0, status is 'ok'"),
        ({"BigCodeBench/0": [{}]}, "has no 'status'"),
        ({"BigCodeBench/0": 1}, "'BigCodeBench/0' is int"),
        ({}, "holds no sample"),
        ({"BigCodeBench/0": []}, "holds no sample"),
        (None, "'eval' is NoneType"),
    ],
)
def test_broken_files_are_refused_with_their_place(
    tmp_path: Path, found: Any, message: str
) -> None:
    path = tmp_path / "m--bigcodebench-complete--hf-0-1_eval_results.json"
    path.write_text(json.dumps({"date": "d", "eval": found}))
    with pytest.raises(FormatError) as caught:
        list(READER.read(LogFile(tmp_path, path), Wanted()))
    assert message in str(caught.value)
