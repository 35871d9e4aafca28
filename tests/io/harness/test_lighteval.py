"""Details files of lighteval: real ones of version 0.13, and hand-made ones of other forms."""

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from fixture_logs import fixtures, read_all
from parallaxis.errors import FormatError, InputError
from parallaxis.io.harness import details_file
from parallaxis.io.harness.lighteval import READER
from parallaxis.io.harness.reading import LogFile, Wanted
from parallaxis.logs import Log, fingerprint

TIME = "2025-01-02T03-04-05.678"


def write(folder: Path, rows: list[dict[str, Any]], task: str = "lighteval|tiny|0") -> Path:
    """Write a details file."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"details_{task}_{TIME}.parquet"
    pq.write_table(pa.Table.from_pylist(rows), path)
    return path


def log_of(path: Path, score: str | None = None) -> Log:
    """Read one file as the only one of its folder."""
    (log,) = READER.read(LogFile(path.parent, path), Wanted(score))
    return log


def new(item: str | None, metric: dict[str, Any] | None, **more: Any) -> dict[str, Any]:
    """Return a row of the layout with structs."""
    doc = {"id": item, "query": f"Question {item}", "choices": ["a", "b"], "gold_index": [1]}
    return {"doc": doc | more, "metric": metric}


def test_every_log_comes_to_the_figure_of_its_results() -> None:
    logs = read_all(READER, fixtures("lighteval"))
    assert len(logs) == 6
    for log in logs:
        assert log.headline is not None, log.source
        assert np.mean(log.values) == pytest.approx(log.headline.value, abs=1e-12)
        assert set(log.kinds) == {"scored"}


def test_models_tasks_and_items() -> None:
    logs = read_all(READER, fixtures("lighteval"))
    assert {log.model for log in logs} == {"org/alpha", "org/beta", "gamma"}
    assert {(log.task, log.score) for log in logs} == {("tiny_mc|0", "acc"), ("tiny_gen|0", "em")}
    log = logs[0]
    assert log.identity == "id"
    assert log.items == ("7", "3", "2", "8", "5", "6", "9", "4", "0", "1")
    assert log.texts[0] == fingerprint("Question: What is 7+6?\nAnswer:")
    assert log.targets[0] == fingerprint("13")
    assert log.run == "2026-11-30T03-23-21.083677"


def test_folders_name_the_model_where_results_are_not_at_hand() -> None:
    logs = read_all(READER, fixtures("lighteval/v0.13.0/details"))
    assert {log.model for log in logs} == {"org/alpha", "org/beta", "gamma"}
    assert all(log.headline is None for log in logs)


def test_results_are_known_as_standing_beside() -> None:
    folder = fixtures("lighteval/v0.13.0")
    files = [LogFile(folder, path) for path in (folder / "results").rglob("*.json")]
    assert files
    assert {READER.recognise(file) for file in files} == {"beside"}


def test_a_score_that_is_not_there_lists_the_choices() -> None:
    with pytest.raises(InputError, match="no score 'f1'; its scores are 'em'"):
        read_all(READER, fixtures("lighteval"), "f1")


def test_scores_that_are_no_numbers_are_not_offered(tmp_path: Path) -> None:
    rows = [new("0", {"all": [1.0], "acc_norm": 1.0, "pass@k:k=1.5": 0.5, "acc": None})]
    path = write(tmp_path, rows)
    assert log_of(path).scores == ("acc_norm", "pass@k:k=1.5")
    assert log_of(path, "pass@k:k=1.5").values.tolist() == [0.5]
    bare = log_of(write(tmp_path, [new("0", {"all": [1.0]})]))
    assert bare.items == ()
    assert [note.code for note in bare.notes] == ["no_single_score"]


@pytest.mark.parametrize("metric", [None, {"acc": None}])
def test_a_run_that_scored_nothing_keeps_its_items(tmp_path: Path, metric: Any) -> None:
    log = log_of(write(tmp_path, [new("0", metric), new("1", metric)]))
    assert (log.items, log.kinds) == (("0", "1"), ("unscored",) * 2)
    assert (log.score, log.scores, log.notes) == ("", (), ())
    assert np.isnan(log.values).all()
    assert all(log.texts)


def test_choices_tell_questions_apart_in_whatever_order(tmp_path: Path) -> None:
    listed = (["a", "b"], ["b", " a"], ["a", "c"], ["a"], ["b"])
    rows = [new("0", {"acc": 1}, query="Which?", choices=choices) for choices in listed]
    one, turned, other, *single = log_of(write(tmp_path, rows)).texts
    assert one == turned != other
    assert single == [fingerprint("Which?")] * 2  # where the only choice is the answer


def test_items_without_names_are_counted(tmp_path: Path) -> None:
    for blank in ("", None):
        log = log_of(write(tmp_path, [new("5", {"acc": 1}), new(blank, {"acc": None})]))
        assert (log.identity, log.items) == ("position", ("0", "1"))
        assert log.kinds == ("scored", "unscored")
        assert log.targets == (fingerprint("b"),) * 2


def test_flat_columns_before_the_structs(tmp_path: Path) -> None:
    """Synthetic, of the description of versions before 0.10."""
    rows = [
        {
            "example": f"Question {i}",
            "full_prompt": f"Examples. Question {i}",
            "choices": ["a", "b"],
            "gold_index": 1,
            "metrics": {"acc": i % 2, "acc_norm": 1},
        }
        for i in range(600)
    ]
    folder = tmp_path / "details" / "org" / "old" / TIME
    path = write(folder, rows)
    results = tmp_path / "results" / "org" / "old" / f"results_{TIME}.json"
    results.parent.mkdir(parents=True)
    metric = {"metric_name": ["acc", "acc_norm"], "higher_is_better": {"acc": True}}
    content = {
        "config_general": {"model_name": "org/old", "model_sha": "abc"},
        "results": {"lighteval|tiny|0": {"acc": 0.5}},
        "config_tasks": {"lighteval|tiny|0": {"metrics": [metric], "effective_num_docs": 600}},
    }
    results.write_text(json.dumps(content), encoding="utf-8")
    (log,) = READER.read(LogFile(tmp_path, path), Wanted())
    assert (log.model, log.identity, log.planned) == ("org/old", "position", 600)
    assert log.items[-1] == "599"
    assert log.texts[7] == fingerprint("Question 7 a b")
    assert log.prompts[7] == fingerprint("Examples. Question 7")
    assert log.headline is not None
    assert log.values.mean() == log.headline.value == 0.5
    assert log.model_metadata["model_sha"] == "abc"


def test_a_figure_that_is_no_mean_is_not_carried(tmp_path: Path) -> None:
    path = write(tmp_path, [new("0", {"bleu": 1.0})], "tiny|0")
    metric = {
        "metric_name": "bleu",
        "corpus_level_fn": "CorpusLevelTranslationMetric",
        "higher_is_better": False,
    }
    content = {
        "config_general": {},
        "results": {"tiny|0": {"bleu": 40.0}},
        "config_tasks": {"tiny|0": {"metrics": [metric]}},
    }
    (tmp_path / f"results_{TIME}.json").write_text(json.dumps(content), encoding="utf-8")
    log = log_of(path)
    assert log.headline is None
    assert log.higher_is_better is False


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([{"a": 1}], "has the columns 'a'; a details file has 'doc'"),
        ([{"doc": None, "metric": {"acc": 1}}], "row 1, doc is NoneType"),
        ([new("0", {"acc": "1"})], "row 1, acc is '1', where a score is expected"),
    ],
)
def test_what_is_broken_is_named(tmp_path: Path, rows: list[dict[str, Any]], message: str) -> None:
    with pytest.raises(FormatError, match=message):
        log_of(write(tmp_path, rows))


def test_damaged_files_are_refused(tmp_path: Path) -> None:
    path = write(tmp_path, [new("0", {"acc": 1})])
    data = path.read_bytes()
    for damaged in (b"PAR1", data[:-20], data[:40] + b"\xff" * 60 + data[100:]):
        path.write_bytes(damaged)
        with pytest.raises(FormatError, match=r"damaged Parquet file|is NoneType"):
            log_of(path)


def test_results_that_are_no_object_are_refused(tmp_path: Path) -> None:
    path = write(tmp_path, [new("0", {"acc": 1})])
    (tmp_path / f"results_{TIME}.json").write_text("[]", encoding="utf-8")
    with pytest.raises(FormatError, match=r"results_.*json is list"):
        log_of(path)


def test_results_outside_of_the_folder_are_not_read(tmp_path: Path) -> None:
    path = write(tmp_path / "in", [new("0", {"acc": 1})], "tiny|0")
    outside = tmp_path / f"results_{TIME}.json"
    outside.write_text(json.dumps({"results": {"tiny|0": {"acc": 1.0}}}), encoding="utf-8")
    (tmp_path / "in" / outside.name).symlink_to(outside)
    assert log_of(path).headline is None


def test_huge_row_groups_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, [new("0", {"acc": 1})])
    monkeypatch.setattr(details_file, "MAX_GROUP", 10)
    with pytest.raises(FormatError, match="row group of"):
        log_of(path)


def test_compressed_as_a_whole_is_refused(tmp_path: Path) -> None:
    import gzip

    path = write(tmp_path, [new("0", {"acc": 1})])
    path.write_bytes(gzip.compress(path.read_bytes()))
    with pytest.raises(FormatError, match="compressed as a whole; unpack it"):
        log_of(path)


def test_copies_under_other_names_are_not_claimed(tmp_path: Path) -> None:
    path = write(tmp_path, [new("0", {"acc": 1})])
    other = tmp_path / "table.parquet"
    shutil.copyfile(path, other)
    assert READER.recognise(LogFile(tmp_path, path)) == "log"
    assert READER.recognise(LogFile(tmp_path, other)) is None
