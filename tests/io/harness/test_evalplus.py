"""EvalPlus results as version 0.3.1 wrote them; other forms are made up."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fixture_logs import fixtures, read_all
from parallaxis.errors import FormatError
from parallaxis.io.harness.evalplus import READER
from parallaxis.io.harness.reading import LogFile, Wanted


def passes(path: Path, passed: Callable[[dict[str, Any]], bool]) -> float:
    """Return pass@1 as EvalPlus computes it: the share of samples of each task, then their mean."""
    tasks = json.loads(path.read_text())["eval"].values()
    return float(np.mean([np.mean([passed(sample) for sample in task]) for task in tasks]))


def test_scores_come_to_pass_at_1_of_the_harness() -> None:
    folder = fixtures("evalplus")
    both = read_all(READER, folder), read_all(READER, folder, "base")
    for plus, base in zip(*both, strict=True):
        path = folder / plus.source
        assert base.values.mean() == passes(path, lambda one: one["base_status"] == "pass")
        assert plus.values.mean() == passes(
            path, lambda one: one["base_status"] == one["plus_status"] == "pass"
        )
        assert plus.scores == ("plus", "base")
        assert plus.task == "HumanEval"
        assert plus.run == "2026-11-30 03:34"
        assert plus.repeats == (0, 1) * 3
    assert [log.model for log in both[0]] == ["alpha", "beta"]


def test_plus_needs_the_base_tests_too() -> None:
    _, beta = read_all(READER, fixtures("evalplus"))
    found = dict(zip(zip(beta.items, beta.repeats, strict=True), beta.values, strict=True))
    assert found["HumanEval/2", 0] == 0  # base fails, plus passes


def read_one(root: Path, task: Any, name: str = "m_eval_results.json", **more: Any) -> Any:
    """Read a file with one task."""
    path = root / name
    path.write_text(json.dumps({"date": "d", "eval": {"Mbpp/1": task}} | more))
    (log,) = READER.read(LogFile(root, path), Wanted())
    return log


def sample(base: Any, plus: Any) -> dict[str, Any]:
    """Return a sample of a task."""
    return {"task_id": "Mbpp/1", "base_status": base, "plus_status": plus}


def test_timeouts_count_as_0_and_are_told_from_failures(tmp_path: Path) -> None:
    pairs = [("pass", "timeout"), ("timeout", "pass"), ("fail", "timeout"), ("pass", None)]
    log = read_one(tmp_path, [sample(*pair) for pair in [*pairs, ("pass", "pass")]])
    assert log.kinds == ("timeout", "timeout", "scored", "error", "scored")
    assert log.values.tolist() == [0, 0, 0, 0, 1]


def test_without_plus_tests_base_is_the_score(tmp_path: Path) -> None:
    log = read_one(tmp_path, [sample("pass", None)])
    assert (log.score, log.scores, log.values.tolist()) == ("base", ("base",), [1.0])


def test_form_of_the_first_versions(tmp_path: Path) -> None:
    task = {
        "nfiles": 2,
        "base": [["success", [True]], ["failed", [False]]],
        "plus": [["timed out", []], ["success", []]],
    }
    log = read_one(tmp_path, task)
    assert READER.recognise(LogFile(tmp_path, tmp_path / log.source)) == "log"
    assert log.kinds == ("timeout", "scored")
    assert log.values.tolist() == [0, 0]


@pytest.mark.parametrize("empty", [[], {"nfiles": 0, "base": [], "plus": []}])
def test_a_task_without_a_sample_was_not_run(tmp_path: Path, empty: Any) -> None:
    found = {"Mbpp/1": [sample("pass", "pass")], "Mbpp/2": empty}
    log = read_one(tmp_path, None, eval=found)
    assert (log.items, log.kinds) == (("Mbpp/1", "Mbpp/2"), ("scored", "not_run"))
    np.testing.assert_array_equal(log.values, [1.0, np.nan])


def test_unequal_numbers_of_samples_are_said(tmp_path: Path) -> None:
    one = sample("pass", "pass")
    log = read_one(
        tmp_path, None, eval={"Mbpp/1": [one], "Mbpp/2": [{**one, "task_id": "Mbpp/2"}] * 2}
    )
    assert [note.code for note in log.notes] == ["uneven_samples"]
    assert read_one(tmp_path, [one]).notes == ()


def test_names_made_by_the_harness_give_model_and_settings(tmp_path: Path) -> None:
    name = "org--m-7b_vllm_temp_0.2.eval_results.json"
    rate = {"pass_at_k": {"plus": {"pass@1": 1.0}}}
    log = read_one(tmp_path, [sample("pass", "pass")], name, **rate)
    assert log.model == "org--m-7b"
    assert log.model_metadata == {"backend": "vllm", "temperature": "0.2"}
    assert log.headline.value == 1.0


@pytest.mark.parametrize(
    ("task", "message"),
    [
        ([sample("passed", "pass")], "'Mbpp/1', sample 0, base_status is 'passed'"),
        ([sample(True, "pass")], "base_status is True"),
        ([sample(["pass"], "pass")], "base_status is ['pass']"),
        ([{"base_status": "pass"}], "'Mbpp/1', sample 0 has no 'plus_status'"),
        ([{"task_id": "Mbpp/2"}], "says that it is of task 'Mbpp/2'"),
        ([1], "'Mbpp/1', sample 0 is int"),
        ("pass", "'Mbpp/1' is str, where a list is expected"),
        ({"base": [["pass", []]], "plus": [["pass", []]] * 2}, "1 samples under base and 2"),
        ({"base": {"a": 1}}, "'Mbpp/1', base is dict"),
        ([], "'eval' holds no sample"),
    ],
)
def test_broken_files_are_refused_with_their_place(tmp_path: Path, task: Any, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_one(tmp_path, task)
    assert message in str(caught.value)


def test_a_file_without_results_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="'eval' is list"):
        read_one(tmp_path, [], eval=[])
