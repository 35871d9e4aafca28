"""Samples files of lm-evaluation-harness as four versions wrote them."""

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fixture_logs import fixtures, read_all
from parallaxis.errors import InputError
from parallaxis.io.harness.lm_eval import READER
from parallaxis.io.harness.reading import LogFile, Wanted
from parallaxis.logs import Log


def one(logs: list[Log], **wanted: str) -> Log:
    """Return the one log with these attributes."""
    (found,) = (log for log in logs if all(getattr(log, k) == v for k, v in wanted.items()))
    return found


@pytest.mark.parametrize("version", ["v0.4.2", "v0.4.5", "v0.4.7", "v0.4.13"])
def test_every_log_comes_to_the_figure_of_its_results(version: str) -> None:
    logs = [log for log in read_all(READER, fixtures(f"lm_eval/{version}")) if log.items]
    assert logs
    for log in logs:
        assert log.headline is not None, log.source
        assert np.nanmean(log.values) == pytest.approx(log.headline.value, abs=1e-12), log.source
        assert set(log.kinds) == {"scored"}


def test_models_tasks_and_items_of_the_newest_version() -> None:
    logs = read_all(READER, fixtures("lm_eval/v0.4.13"))
    assert {log.model for log in logs} >= {"org/alpha-7b", "org/beta-13b", "other__lab/gamma.v1"}
    log = next(log for log in logs if log.model == "org/beta-13b" and log.task == "tiny_mc")
    assert log.items == tuple(map(str, range(10)))
    assert (log.score, log.scores) == ("acc", ("acc", "acc_norm"))
    assert log.planned == 10
    assert len(set(log.texts)) == len(set(log.items)) == 10
    assert log.identity == "id"


def test_filters_are_told_apart_where_they_are_not_named() -> None:
    folder = fixtures("lm_eval/v0.4.5/org__alpha-7b")
    strict = one(read_all(READER, folder), task="tiny_gen")
    assert strict.scores == ("exact_match,strict-match", "exact_match,flexible-extract")
    assert strict.score == "exact_match,strict-match"
    assert strict.values.mean() == pytest.approx(0.8)
    name = "exact_match,flexible-extract"
    samples = folder / "samples_tiny_gen_2026-11-30T03-12-14.553592.jsonl"
    (loose,) = READER.read(LogFile(folder, samples), Wanted(name))
    assert loose.values.mean() == pytest.approx(1.0)
    assert len(loose.items) == 10


def test_a_score_that_is_not_there_lists_the_choices() -> None:
    with pytest.raises(InputError, match="no score 'brier'; its scores are 'acc', 'acc_norm'"):
        read_all(READER, fixtures("lm_eval/v0.4.2"), "brier")


def test_pairs_are_no_scores_and_said() -> None:
    logs = read_all(READER, fixtures("lm_eval/v0.4.13"))
    bare = [log for log in logs if log.task == "tiny_ppl"]
    assert bare
    assert all(not log.items and log.notes[0].code == "no_single_score" for log in bare)


def test_documents_under_wrong_identifiers_show_by_their_text() -> None:
    logs = read_all(READER, fixtures("lm_eval/v0.4.13"))
    right = next(log for log in logs if log.model == "org/beta-13b" and log.task == "tiny_mc")
    wrong = next(log for log in logs if log.model.endswith("eps-1b") and log.task == "tiny_mc")
    texts = dict(zip(right.items, right.texts, strict=True))
    mislabelled = [
        item for item, text in zip(wrong.items, wrong.texts, strict=True) if texts[item] != text
    ]
    assert "7" in mislabelled  # it holds document 2


def test_results_of_a_named_output_tell_two_models_in_one_folder_apart(tmp_path: Path) -> None:
    for folder in ("org__alpha-7b", "org__beta-13b"):
        for path in sorted((fixtures("lm_eval/v0.4.7") / folder).iterdir()):
            name = path.name.replace("results_", "scores.json_").replace("scores.json", "scores")
            shutil.copy(path, tmp_path / name)
    logs = read_all(READER, tmp_path)
    assert {log.model for log in logs} == {"org/alpha-7b", "org/beta-13b"}
    assert all(log.headline is not None for log in logs)


def test_metrics_that_are_no_names_are_passed_over(tmp_path: Path) -> None:
    row = {"doc_id": 0, "doc": {"q": "x"}, "resps": [], "metrics": ["acc", ["x"]], "acc": 1.0}
    (tmp_path / "samples_t_2026-01-01T00-00-00.jsonl").write_text(json.dumps(row) + "\n")
    (log,) = read_all(READER, tmp_path)
    assert log.scores == ("acc",)


def test_the_choices_of_a_score_hold_the_filters() -> None:
    folder = fixtures("lm_eval/v0.4.7/org__alpha-7b")
    samples = next(folder.glob("samples_tiny_gen_*"))
    with pytest.raises(InputError, match="'exact_match', 'exact_match,strict-match', 'exact_match"):
        list(READER.read(LogFile(folder, samples), Wanted("acc")))


def row(item: Any, **more: Any) -> dict[str, Any]:
    """Return a row made by hand."""
    return {
        "doc_id": item,
        "doc": {"q": f"{item}"},
        "resps": [],
        "metrics": ["acc"],
        "acc": 1,
    } | more


def samples(folder: Path, *rows: dict[str, Any], time: str = "2026-01-01T00-00-00") -> LogFile:
    """Write a samples file made by hand."""
    folder.mkdir(exist_ok=True)
    path = folder / f"samples_t_{time}.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in rows))
    return LogFile(folder.parent, path)


def results(folder: Path, name: str, model: str | None) -> None:
    """Write a results file made by hand."""
    whole = {"results": {"t": {"acc,none": 1.0}}, "model_name": model}
    (folder / name).write_text(json.dumps(whole))


def test_a_model_that_no_results_name_is_called_after_its_folder_and_it_is_said(
    tmp_path: Path,
) -> None:
    file = samples(tmp_path / "runs", row(0))
    (log,) = READER.read(file, Wanted())
    (note,) = log.notes
    assert (log.model, note.code) == ("runs", "model_named_by_folder")
    assert "runs/samples_t_2026-01-01T00-00-00.jsonl: no results file" in note.text
    assert "called 'runs' after its folder" in note.text
    results(tmp_path / "runs", "results_2026-01-01T00-00-00.json", None)
    (log,) = READER.read(file, Wanted())
    assert [note.code for note in log.notes] == ["model_named_by_folder"]
    results(tmp_path / "runs", "results_2026-01-01T00-00-00.json", "org/m")
    (log,) = READER.read(file, Wanted())
    assert (log.model, log.notes) == ("org/m", ())


def test_results_of_one_time_that_name_two_models_are_refused(tmp_path: Path) -> None:
    file = samples(tmp_path / "runs", row(0))
    results(tmp_path / "runs", "a_2026-01-01T00-00-00.json", "org/a")
    results(tmp_path / "runs", "c_2026-01-01T00-00-00.json", "org/a")
    (log,) = READER.read(file, Wanted())
    assert log.model == "org/a"
    results(tmp_path / "runs", "b_2026-01-01T00-00-00.json", "org/b")
    with pytest.raises(InputError, match=r"'org/a' in runs/c_2026.*'org/b' in runs/b_2026"):
        list(READER.read(file, Wanted()))


@pytest.mark.parametrize("left", ["", "{", "{}", '{"results": {"t": '])
def test_broken_results_are_named(tmp_path: Path, left: str) -> None:
    file = samples(tmp_path / "runs", row(0))
    (tmp_path / "runs" / "results_2026-01-01T00-00-00.json").write_text(left)
    if left == "{}":
        (log,) = READER.read(file, Wanted())
        assert [note.code for note in log.notes] == ["model_named_by_folder"]
        return
    with pytest.raises(InputError, match=r"runs/results_2026-01-01T00-00-00\.json: "):
        list(READER.read(file, Wanted()))


def test_a_run_that_kept_no_samples_is_named(tmp_path: Path) -> None:
    shutil.copytree(fixtures("lm_eval/v0.4.7"), tmp_path / "r")
    for path in (tmp_path / "r" / "org__beta-13b").glob("samples_*"):
        path.unlink()
    (empty,) = (log for log in read_all(READER, tmp_path) if log.model == "org/beta-13b")
    assert (empty.items, empty.run) == ((), "2026-11-30T03-13-36.492639")
    (note,) = empty.notes
    assert note.code == "no_samples"
    assert note.text.startswith(f"{empty.source}: has figures of ")
    broken = next((tmp_path / "r" / "org__beta-13b").glob("results_*"))
    broken.write_bytes(broken.read_bytes()[:900])
    with pytest.raises(InputError, match="is not a JSON value"):
        read_all(READER, tmp_path)


def test_tasks_of_a_run_that_kept_no_samples_are_named_once(tmp_path: Path) -> None:
    shutil.copytree(fixtures("lm_eval/v0.4.13/org__beta-13b"), tmp_path / "m")
    whole = read_all(READER, tmp_path)
    assert not [n for log in whole for n in log.notes if n.code == "tasks_without_samples"]
    next((tmp_path / "m").glob("samples_tiny_mc_*")).unlink()
    (note,) = (
        note
        for log in read_all(READER, tmp_path)
        for note in log.notes
        if note.code == "tasks_without_samples"
    )
    assert "1 tasks of which no samples file is beside it, such as 'tiny_mc'" in note.text


@pytest.mark.parametrize("item", [None, True, [1], {"a": 1}, ""])
def test_documents_without_an_identifier_are_refused(tmp_path: Path, item: Any) -> None:
    file = samples(tmp_path / "runs", row(0), row(item))
    with pytest.raises(InputError, match="line 2: 'doc_id' is"):
        list(READER.read(file, Wanted()))
