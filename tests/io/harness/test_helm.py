"""Statistics by instance of HELM: a real run of two mock models, and broken files."""

import json
import math
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fixture_logs import fixtures, read_all
from parallaxis.errors import FormatError, InputError
from parallaxis.io.harness.helm import READER
from parallaxis.io.harness.reading import LogFile, Wanted
from parallaxis.logs import Log, fingerprint

PLAIN = "simple_mcqa:model=mock_alpha"
AUGMENTED = "simple_mcqa:model=mock_alpha,data_augmentation=typo0.5"


def log_of(path: Path, score: str | None = None) -> Log:
    """Read one file as the only one of its folder."""
    (log,) = READER.read(LogFile(path.parent, path), Wanted(score))
    return log


def stat(name: str, mean: Any, split: str = "test", **more: Any) -> dict[str, Any]:
    """Return one stat as HELM writes it; without a mean where nothing is counted."""
    counted = {"count": 0} if mean is None else {"count": 1, "sum": mean, "mean": mean}
    return {"name": {"name": name, "split": split, **more}, "sum_squared": 0, **counted}


def write(folder: Path, rows: Any, name: str = "per_instance_stats.json") -> Path:
    """Write a file of a run."""
    path = folder / name
    path.write_text(json.dumps(rows), encoding="utf-8")
    return path


def row(item: str, *stats: dict[str, Any], trial: Any = 0, **more: Any) -> dict[str, Any]:
    """Return one element of a statistics file."""
    return {"instance_id": item, "train_trial_index": trial, "stats": list(stats), **more}


def test_models_trials_and_questions_of_a_real_suite() -> None:
    logs = read_all(READER, fixtures("helm"))
    assert [(log.model, log.task, log.run) for log in logs] == [
        ("mock/alpha", "simple_mcqa", "tiny2"),
        ("mock/alpha", "simple_mcqa", "tiny2,data_augmentation=typo0.5"),
        ("mock/beta", "simple_mcqa", "tiny2"),
    ]
    for log in logs:
        assert log.score == "exact_match"
        assert "quasi_exact_match" in log.scores
        assert len(log.items) == 16
        assert set(log.repeats) == {0, 1}
        assert len(set(log.items)) == len(set(log.texts)) == log.planned == 8
        assert log.texts[0] == fingerprint("Is 70 even or odd?")
        assert log.targets[0] == fingerprint("Even")
        assert set(log.item_metadata["split"]) == {"test"}


def test_scores_are_those_of_the_predictions() -> None:
    """An answer that maps to the right reference is an exact match: display_predictions.json."""
    folder = fixtures("helm/runs/tiny2") / "simple_mcqa:model=mock_beta"
    instances = json.loads((folder / "instances.json").read_text(encoding="utf-8"))
    right = {
        one["id"]: next(r["output"]["text"] for r in one["references"] if "correct" in r["tags"])
        for one in instances
    }
    predictions = json.loads((folder / "display_predictions.json").read_text(encoding="utf-8"))
    expected = {
        (one["instance_id"], one["train_trial_index"]): one.get("mapped_output")
        == right[one["instance_id"]]
        for one in predictions
    }
    log = log_of(folder / "per_instance_stats.json")
    found = dict(zip(zip(log.items, log.repeats, strict=True), log.values, strict=True))
    assert found == expected
    assert 0 < np.mean(log.values) < 1


def test_perturbed_questions_are_left_out_and_counted() -> None:
    folder = fixtures("helm/runs/tiny2")
    plain = log_of(folder / PLAIN / "per_instance_stats.json")
    log = log_of(folder / AUGMENTED / "per_instance_stats.json")
    assert (log.items, log.texts) == (plain.items, plain.texts)
    assert [note.code for note in log.notes] == ["perturbed_rows"]
    assert "16 rows of perturbed" in log.notes[0].text
    assert plain.notes == ()


def test_texts_come_of_the_requests_where_instances_are_not_kept(tmp_path: Path) -> None:
    source = fixtures("helm/runs/tiny2") / AUGMENTED
    for name in ("per_instance_stats.json", "scenario_state.json"):
        shutil.copyfile(source / name, tmp_path / name)
    log, whole = (log_of(one / "per_instance_stats.json") for one in (tmp_path, source))
    assert (log.texts, log.targets) == (whole.texts, whole.targets)


def test_folder_names_the_model_where_there_is_no_specification(tmp_path: Path) -> None:
    folder = tmp_path / "suite" / "mmlu:subject=law,model=org_m,data_augmentation=canonical"
    folder.mkdir(parents=True)
    log = log_of(write(folder, [row("id1", stat("exact_match", 1.0))]))
    assert (log.model, log.task) == ("org_m", "mmlu:subject=law")
    assert log.run == "suite,data_augmentation=canonical"
    assert log.texts == ("",)
    assert log.planned is None


def test_the_figure_of_the_run_is_carried(tmp_path: Path) -> None:
    rows = [row("id1", stat("exact_match", 1.0)), row("id2", stat("exact_match", 0.0))]
    perturbed = stat("exact_match", 0.1, perturbation={"name": "typos"})
    write(
        tmp_path,
        [perturbed, stat("exact_match", 0.2, "valid"), stat("exact_match", 0.5)],
        "stats.json",
    )
    log = log_of(write(tmp_path, rows))
    assert log.headline is not None
    assert (log.headline.value, log.headline.source) == (0.5, "stats.json")
    assert np.nanmean(log.values) == log.headline.value


def test_the_split_test_is_read_and_valid_by_name(tmp_path: Path) -> None:
    rows = [
        row("id1", stat("exact_match", 1.0, "valid")),
        row("id2", stat("exact_match", 0.0)),
        row("id3", stat("exact_match", 1.0)),
    ]
    path = write(tmp_path, rows)
    log = log_of(path)
    assert (log.items, log.scores) == (("id2", "id3"), ("exact_match", "exact_match,valid"))
    assert "1 rows of other splits" in log.notes[0].text
    assert log_of(path, "exact_match,valid").items == ("id1",)


def test_a_question_without_the_metric_is_unscored(tmp_path: Path) -> None:
    rows = [
        row("id1", stat("f1_score", None), stat("num_bytes", 3.0)),
        row("id2", stat("f1_score", 0.5), stat("num_bytes", 4.0)),
    ]
    log = log_of(write(tmp_path, rows))
    assert log.score == "f1_score"
    assert log.kinds == ("unscored", "scored")
    assert math.isnan(log.values[0])


def test_metrics_without_a_default_are_asked_for(tmp_path: Path) -> None:
    path = write(tmp_path, [row("id1", stat("num_bytes", 3.0), stat("batch_size", 1.0))])
    with pytest.raises(InputError, match="'num_bytes', 'batch_size'; choose one with score"):
        log_of(path)
    assert log_of(path, "batch_size").values.tolist() == [1.0]


def test_a_run_without_any_mean_keeps_its_instances(tmp_path: Path) -> None:
    log = log_of(write(tmp_path, [row("id1", stat("exact_match", None)), row("id2")]))
    assert (log.items, log.kinds) == (("id1",), ("unscored",))
    assert (log.score, log.scores, log.notes[0].code) == ("", (), "other_splits")
    assert math.isnan(log.values[0])


def test_a_file_without_scores_is_said_to_have_none(tmp_path: Path) -> None:
    log = log_of(write(tmp_path, []))
    assert log.items == ()
    assert [note.code for note in log.notes] == ["no_single_score"]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ({}, "the file has '{' where"),
        ([1], "element 1 is int"),
        ([{"instance_id": 3}], "element 1, instance_id is 3"),
        ([row("id1", trial=True)], "element 1, train_trial_index is True"),
        ([{"instance_id": "a", "train_trial_index": 0}], "element 1, stats is NoneType"),
        ([row("id1", {"name": "x"})], "element 1, name of a stat is str"),
        ([row("id1", {"name": {"name": 3}})], "element 1, name of a stat is {'name': 3}"),
        (
            [row("id1", {"name": {"name": "f1"}, "count": 2})],
            "f1 has no mean though its count is 2",
        ),
        ([row("id1", stat("f1", "0.5"))], "element 1, f1, mean is '0.5', where a score"),
    ],
)
def test_what_is_broken_is_named(tmp_path: Path, rows: Any, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        log_of(write(tmp_path, rows))


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("instances.json", [{"id": "id1", "split": "test"}], "instances.json, element 1, input"),
        ("instances.json", [{"id": "id1", "split": "test", "input": "?"}], "element 1, references"),
        ("scenario_state.json", {"request_states": [{}]}, "element 1, instance is NoneType"),
        ("run_spec.json", [], "run_spec.json is list"),
        ("stats.json", [{}], "stats.json, element 1, name of a stat is NoneType"),
    ],
)
def test_what_is_broken_beside_is_named(
    tmp_path: Path, name: str, content: Any, message: str
) -> None:
    write(tmp_path, content, name)
    with pytest.raises(FormatError, match=message):
        log_of(write(tmp_path, [row("id1", stat("exact_match", 1.0))]))
