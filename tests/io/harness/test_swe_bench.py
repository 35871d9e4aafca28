"""SWE-bench's reports as version 5 wrote them; lists and details of submissions are made up."""

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fixture_logs import fixtures, read_all
from parallaxis.errors import FormatError, InputError
from parallaxis.io.harness.reading import LogFile, Wanted
from parallaxis.io.harness.swe_bench import READER
from parallaxis.logs import Log


def written(root: Path, name: str, document: Any) -> Path:
    """Write a JSON file below a folder."""
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document, indent=4))
    return path


def kinds(log: Log) -> dict[str, tuple[float, str]]:
    """Return value and kind of each item, NaN as -1."""
    values = np.nan_to_num(log.values, nan=-1.0)
    return dict(zip(log.items, zip(values.tolist(), log.kinds, strict=True), strict=True))


def test_run_reports_come_to_the_resolved_share_of_all_instances() -> None:
    alpha, beta = read_all(READER, fixtures("swebench/v5.0.2"))
    assert (alpha.model, alpha.run, beta.model) == ("org__alpha", "tinyrun", "org__beta")
    for log in (alpha, beta):
        assert log.headline is not None
        assert log.headline.value == log.values.mean() == 2 / 6
        assert log.planned == len(log.items) == 6
    assert kinds(alpha) == {
        "astropy__astropy-1": (1.0, "scored"),
        "astropy__astropy-2": (1.0, "scored"),
        "astropy__astropy-3": (0.0, "scored"),
        "astropy__astropy-4": (0.0, "error"),
        "astropy__astropy-5": (0.0, "unparsed"),
        "astropy__astropy-6": (0.0, "not_run"),
    }
    assert [note.code for note in alpha.notes] == ["never_submitted"]


def test_reports_of_instances_stand_beside_the_report_of_the_run() -> None:
    folder = fixtures("swebench/v5.0.2")
    below = LogFile(folder, next(folder.rglob("report.json")))
    assert READER.recognise(below) == "beside"


def test_reports_of_instances_alone_are_read() -> None:
    summary, *_ = read_all(READER, fixtures("swebench/v5.0.2"))
    logs = read_all(READER, fixtures("swebench/v5.0.2") / "logs")
    alpha = [log for log in logs if log.model == "org__alpha"]
    assert {log.run for log in logs} == {"tinyrun"}
    found = {log.items[0]: float(log.values[0]) for log in alpha}
    whole = dict(zip(summary.items, summary.values.tolist(), strict=True))
    assert len(found) == 3
    assert all(whole[item] == value for item, value in found.items())
    assert {log.notes[0].text for log in alpha} == {alpha[0].notes[0].text}


def copied(root: Path) -> Log:
    """Read the real run reports of a copy, and return the first."""
    return read_all(READER, root)[0]


def test_reports_of_instances_that_contradict_the_run_are_said(tmp_path: Path) -> None:
    shutil.copytree(fixtures("swebench/v5.0.2"), tmp_path, dirs_exist_ok=True)
    before = copied(tmp_path)
    logs = "logs/run_evaluation/tinyrun/org__alpha"
    turned = {"astropy__astropy-3": {"resolved": True}}
    written(tmp_path, f"{logs}/astropy__astropy-3/report.json", turned)
    written(tmp_path, f"{logs}/astropy__astropy-4/report.json", {"astropy__astropy-4": {}})
    written(tmp_path, f"{logs}/astropy__astropy-5/report.json", []).write_text("{")
    written(tmp_path, f"{logs}/x-7/report.json", {"x-7": {"resolved": False}})
    after = copied(tmp_path)
    assert kinds(after) == kinds(before)
    said = {note.code: note.text for note in after.notes}
    assert list(said) == [
        "never_submitted",
        "instances_contradict_report",
        "broken_instance_reports",
    ]
    contradicting = said["instances_contradict_report"]
    assert "org__alpha.tinyrun.json: 1 instances have" in contradicting
    assert "(astropy__astropy-3)" in contradicting
    broken = said["broken_instance_reports"]
    assert f"2 reports of its instances cannot be read ({logs}/astropy__astropy-4/" in broken
    shutil.rmtree(tmp_path / "logs")
    assert [note.code for note in copied(tmp_path).notes] == ["never_submitted"]


def test_a_submission_below_a_split_is_of_it_whatever_its_file(tmp_path: Path) -> None:
    written(tmp_path, "evaluation/lite/x/x.r.json", report(resolved_ids=["a"]))
    (log,) = read_all(READER, tmp_path)
    assert (log.model, log.task, log.run) == ("x", "lite", "r")


def report(**lists: list[str]) -> dict[str, Any]:
    """Return a small run report."""
    empty: dict[str, Any] = {"resolved_ids": [], "unresolved_ids": []}
    counts = {"total_instances": 2, "submitted_instances": 2, "resolved_instances": 1}
    return counts | empty | lists


def test_failures_of_the_environment_are_not_surely_wrong(tmp_path: Path) -> None:
    names = ["a__a-1", "a__a-2", "a__a-3"]
    document = report(
        unresolved_ids=names, infra_failure_ids=names[:1], ambiguous_failure_ids=names[1:2]
    )
    document["failure_reasons"] = {"a__a-1": "disk_full", "a__a-2": "tests_timed_out"}
    written(tmp_path, "m.r.json", document)
    (log,) = read_all(READER, tmp_path)
    assert log.kinds == ("error", "timeout", "scored")
    assert not log.values.any()


def test_names_with_dots_are_split_as_the_folders_are(tmp_path: Path) -> None:
    document = report(resolved_ids=["a__a-1"], unresolved_ids=["a__a-2"])
    written(tmp_path, "gpt-4.1.run.2.json", document)
    (log,) = read_all(READER, tmp_path)
    assert (log.model, log.run, log.notes[0].code) == ("gpt-4.1.run", "2", "name_split")
    (tmp_path / "logs" / "run_evaluation" / "run.2" / "gpt-4.1").mkdir(parents=True)
    (log,) = read_all(READER, tmp_path)
    assert (log.model, log.run, log.notes) == ("gpt-4.1", "run.2", ())


def test_submissions_name_what_passed_and_say_so(tmp_path: Path) -> None:
    lists = {"no_generation": ["a__a-3"], "no_logs": ["a__a-4"], "resolved": ["a__a-1"]}
    written(tmp_path, "evaluation/verified/20240101_x/results/results.json", lists)
    (log,) = read_all(READER, tmp_path)
    assert (log.model, log.task, log.planned) == ("20240101_x", "verified", 500)
    assert kinds(log) == {
        "a__a-1": (1.0, "scored"),
        "a__a-3": (0.0, "unparsed"),
        "a__a-4": (0.0, "error"),
    }
    assert [note.code for note in log.notes] == ["passes_only"]
    assert "names 3 instances of 500" in log.notes[0].text
    assert log.headline is None


def test_reports_before_version_2_name_all(tmp_path: Path) -> None:
    names = [f"a__a-{number}" for number in range(7)]
    lists = {
        "none": names[:1],
        "generated": names[1:],
        "with_logs": names[2:],
        "no_apply": names[2:3],
        "test_timeout": names[3:4],
        "applied": names[3:],
        "resolved": names[5:],
    }
    written(tmp_path, "model/results.json", lists)
    (log,) = read_all(READER, tmp_path)
    assert log.model == "model"
    assert log.kinds == ("unparsed", "error", "unparsed", "timeout", *["scored"] * 3)
    assert log.values.tolist() == [0, 0, 0, 0, 0, 1, 1]
    assert log.notes == ()


def test_reports_in_one_folder_are_named_by_their_files(tmp_path: Path) -> None:
    names = [f"a__a-{number}" for number in range(4)]
    for model in ("one", "two"):
        lists = {"generated": names, "with_logs": names, "applied": names, "resolved": names[:2]}
        written(tmp_path, f"reports/{model}.run1.json", lists)
    logs = read_all(READER, tmp_path)
    assert [(log.model, log.run) for log in logs] == [("one", "run1"), ("two", "run1")]


def test_details_of_submissions_hold_costs_too(tmp_path: Path) -> None:
    details = {
        "a__a-1": {"cost": 0.5, "api_calls": 20, "resolved": True},
        "a__a-2": {"cost": 1.5, "api_calls": 30, "resolved": False},
        "a__a-3": {"cost": None, "api_calls": 0, "resolved": None},
    }
    written(tmp_path, "evaluation/bash-only/2025_m/per_instance_details.json", details)
    (log,) = read_all(READER, tmp_path)
    assert (log.model, log.task, log.planned) == ("2025_m", "bash-only", 500)
    assert log.scores == ("resolved", "cost", "api_calls")
    assert kinds(log)["a__a-3"] == (-1.0, "unscored")
    (cost,) = read_all(READER, tmp_path, "cost")
    assert not cost.higher_is_better
    assert np.nanmean(cost.values) == 1.0


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (report(resolved_ids=["a"], error_ids=["a"]), "'a' is in resolved_ids and in error_ids"),
        ({"resolved_ids": []}, "has no unresolved_ids"),
        (report(resolved_ids=["a", ""]), "resolved_ids, element 2 is ''"),
        (report() | {"resolved_ids": {"a": 1}}, "resolved_ids is dict"),
        (report(), "names no instance"),
        (report(resolved_ids=["a"]) | {"total_instances": "2"}, "total_instances is '2'"),
        (report(resolved_ids=["a"]) | {"failure_reasons": []}, "failure_reasons is list"),
        ({"no_logs": ["a__a-1"]}, "has no list 'resolved'"),
        ({"resolved": ["a"], "no_logs": ["a"]}, "'a' is in resolved and in no_logs"),
        ({"a__a-1": {"cost": 1}}, "'a__a-1', resolved is not there"),
        ({"a__a-1": {"resolved": 0.5}}, "'a__a-1', resolved is 0.5"),
        ({"a__a-1": {"resolved": "False"}}, "'a__a-1', resolved is 'False'"),
        ({"a__a-1": 1}, "'a__a-1' is int"),
        ([], "the file is list"),
    ],
)
def test_broken_files_are_refused_with_their_place(
    tmp_path: Path, document: Any, message: str
) -> None:
    file = LogFile(tmp_path, written(tmp_path, "m.r.json", document))
    with pytest.raises(FormatError) as caught:
        list(READER.read(file, Wanted()))
    assert message in str(caught.value)


def test_another_score_is_refused_with_the_choices(tmp_path: Path) -> None:
    written(tmp_path, "m.r.json", report(resolved_ids=["a"]))
    with pytest.raises(InputError, match="no score 'cost'; its scores are 'resolved'"):
        read_all(READER, tmp_path, "cost")
