"""Figures of groups of tasks, against the answers of their tasks."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

import parallaxis
from made_logs import codes, made_log, said
from parallaxis.align import align
from parallaxis.io.harness.lm_eval_results import Results
from parallaxis.logs import GroupFigure

ITEMS = {"one": ["a", "b", "c", "d"], "two": ["e", "f"]}
SCORES = {"one": [1, 0, 0, 0], "two": [1, 1]}  # over answers .5, over tasks .625


def run(stated: float, tasks: tuple[str, ...] = ("one", "two")) -> list[parallaxis.logs.Log]:
    """Return the logs of a run that states a figure for both tasks."""
    figure = GroupFigure("both", stated, "results.json", tasks)
    return [
        replace(
            made_log("m", SCORES[task], task=task, items=ITEMS[task], source=f"{task}.jsonl"),
            groups=(figure,),
        )
        for task in SCORES
    ]


@pytest.mark.parametrize("stated", [0.5, 0.625, 62.5])
def test_a_mean_over_answers_or_over_tasks_agrees(stated: float) -> None:
    found = align(run(stated))
    (check,) = found.report.headlines
    assert (check.task, check.agrees) == ("both", True)
    assert "headline_differs" not in codes(found)


def test_another_figure_is_named_with_both_numbers() -> None:
    found = align(run(0.55))
    text = said(found, "headline_differs")
    assert "results.json: states 0.55 for 'm' on task 'both'" in text
    assert "one.jsonl come to 0.5." in text


def test_a_group_of_which_tasks_are_missing_is_not_checked() -> None:
    assert align(run(0.9, ("one", "two", "three"))).report.headlines == ()


def test_groups_within_groups_have_the_tasks_of_both() -> None:
    inside = {"all": ["low", "c"], "low": ["a", "b"], "a": [], "loop": ["loop", "a"]}
    figures = {"all": {"acc,none": 0.5}, "low": {"acc,none": 0.4}, "loop": {"acc,none": 0.1}}
    results = Results("results.json", {"group_subtasks": inside, "results": figures})
    found = {figure.group: figure.tasks for figure in results.groups("b", "acc")}
    assert found == {"all": ("a", "b", "c"), "low": ("a", "b")}
    ladder = {f"g{n}": [f"g{n + 1}", f"g{n + 1}"] for n in range(60)}
    deep = Results("", {"group_subtasks": ladder, "results": {"g0": {"acc,none": 1}}})
    assert [figure.tasks for figure in deep.groups("g60", "acc")] == [("g60",)]


@pytest.mark.parametrize(("stated", "agrees"), [(0.5, True), (0.9, False)])
def test_groups_of_lm_eval_are_computed_again(stated: float, agrees: bool, tmp_path: Path) -> None:
    time = "2026-11-30T03-02-38.981099"
    for task, scores in SCORES.items():
        rows = [
            {"doc_id": n, "doc": {"q": f"{task} {n}"}, "resps": [["x"]], "acc": score}
            for n, score in enumerate(scores)
        ]
        text = "".join(json.dumps(row) + "\n" for row in rows)
        (tmp_path / f"samples_{task}_{time}.jsonl").write_text(text)
    results = {
        "model_name": "org/m",
        "results": {
            "both": {"acc,none": stated},
            "one": {"acc,none": 0.25},
            "two": {"acc,none": 1.0},
        },
        "groups": {"both": {"acc,none": stated}},
        "group_subtasks": {"both": ["one", "two"]},
    }
    (tmp_path / f"results_{time}.json").write_text(json.dumps(results))
    report = parallaxis.load(tmp_path).provenance.report
    assert report is not None
    assert {check.task: check.agrees for check in report.headlines} == {
        "one": True,
        "two": True,
        "both": agrees,
    }
