"""Folders that several harnesses, and several versions of a question, have written to."""

import json
import shutil
from pathlib import Path

import numpy as np

import parallaxis as px
from fixture_logs import fixtures


def lines_of(path: Path) -> list[dict[str, object]]:
    """Return the rows of a JSON lines file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def write(path: Path, rows: list[dict[str, object]]) -> None:
    """Write rows as JSON lines."""
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def test_harnesses_without_task_names_are_tasks_of_their_own(tmp_path: Path) -> None:
    shutil.copytree(fixtures("swebench"), tmp_path / "runs" / "swe")
    shutil.copytree(fixtures("deepeval"), tmp_path / "runs" / "deep")
    board = px.load(tmp_path / "runs")
    report = board.provenance.report
    assert report is not None
    assert {"deepeval", "swe-bench"} == {task.task for task in report.tasks}


def test_one_pattern_of_tasks_may_be_a_plain_text() -> None:
    folder = fixtures("lm_eval/v0.4.13")
    report = px.load(folder, tasks="tiny_gen*").provenance.report
    assert report is not None
    assert [task.task for task in report.tasks] == ["tiny_gen", "tiny_gen_rep"]


def test_a_revised_right_answer_is_named_and_leaves_the_question_one(tmp_path: Path) -> None:
    shutil.copytree(fixtures("lm_eval/v0.4.7"), tmp_path / "runs")
    (path,) = (tmp_path / "runs" / "org__beta-13b").glob("samples_tiny_mc_*.jsonl")
    rows = lines_of(path)
    for row in rows[:3]:
        document = row["doc"]
        assert isinstance(document, dict)
        document["answer"] = (document["answer"] + 1) % 4
        row["target"] = str(document["answer"])
    write(path, rows)
    board = px.load(tmp_path / "runs", tasks=["tiny_mc"])
    assert board.values.shape == (2, 10)
    assert board.n_missing == 0
    assert "answer_key_differs" in {note.code for note in board.provenance.notes}


def test_what_was_scored_twice_with_different_results_stays_missing(tmp_path: Path) -> None:
    shutil.copytree(fixtures("lm_eval/v0.4.7"), tmp_path / "runs")
    (path,) = (tmp_path / "runs" / "org__beta-13b").glob("samples_tiny_mc_*.jsonl")
    rows = lines_of(path)
    write(path, [*rows, {**rows[0], "acc": 1.0 - float(str(rows[0]["acc"]))}])
    for errors in ("harness", "wrong"):
        board = px.load(tmp_path / "runs", tasks=["tiny_mc"], errors=errors)
        beta = board.values[board.models.index("org/beta-13b")]
        assert np.isnan(beta).sum() == 1
        assert "contradicting_rows" in {note.code for note in board.provenance.notes}


def test_scores_that_are_written_as_words_are_read(tmp_path: Path) -> None:
    shutil.copytree(fixtures("lm_eval/v0.4.7"), tmp_path / "runs")
    before = px.load(tmp_path / "runs", tasks=["tiny_mc"])
    for path in (tmp_path / "runs").rglob("samples_tiny_mc_*.jsonl"):
        write(path, [{**row, "acc": str(bool(row["acc"]))} for row in lines_of(path)])
    assert px.load(tmp_path / "runs", tasks=["tiny_mc"]).data_hash == before.data_hash


def test_runs_with_another_number_of_examples_are_said(tmp_path: Path) -> None:
    source = fixtures("lm_eval/v0.4.7")
    shutil.copytree(source, tmp_path / "runs" / "shot0")
    shutil.copytree(source, tmp_path / "runs" / "shot5")
    for path in (tmp_path / "runs" / "shot5").rglob("*2026-11-30T03*"):
        path.rename(path.with_name(path.name.replace("2026-11-30T03", "2026-12-30T03")))
    for path in (tmp_path / "runs" / "shot5").rglob("results_*.json"):
        results = json.loads(path.read_text(encoding="utf-8"))
        results["n-shot"] = dict.fromkeys(results["n-shot"], 5)
        path.write_text(json.dumps(results), encoding="utf-8")
    board = px.load(tmp_path / "runs")
    assert "settings_differ" in {note.code for note in board.provenance.notes}
    assert set(board.metadata("model", "num_fewshot") or ()) == {"5"}
