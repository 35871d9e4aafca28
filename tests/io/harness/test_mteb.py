"""Results of MTEB: a real file, and small ones made by hand for folders and older versions."""

import json
import math
from pathlib import Path
from typing import Any

import pytest

from fixture_logs import fixtures, read_all
from parallaxis.errors import InputError
from parallaxis.io.harness.mteb import READER
from parallaxis.io.harness.reading import LogFile, Wanted
from parallaxis.logs import Log

NEW = {"dataset_revision": "abc", "task_name": "T", "mteb_version": "1.38"}
OLD = {"mteb_dataset_name": "T", "mteb_version": "1.0.2", "dataset_revision": None}


def results(folder: Path, content: Any, meta: Any = None) -> LogFile:
    """Write a results file made by hand, in the folders of the results repository."""
    path = folder / "results" / "org__mini" / "external" / "T.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(content))
    if meta is not None:
        (path.parent / "model_meta.json").write_text(json.dumps(meta))
    return LogFile(folder, path)


def read(file: LogFile, score: str | None = None) -> Log:
    assert READER.recognise(file) == "log"
    (log,) = READER.read(file, Wanted(score))
    return log


def subset(name: str, **metrics: Any) -> dict[str, Any]:
    return {"hf_subset": name, "languages": ["eng-Latn"], "scores_per_experiment": [{}]} | metrics


def test_real_results() -> None:
    folder = fixtures("_fetched/mteb")
    (log,) = read_all(READER, folder)
    assert (log.task, log.items) == ("Banking77VNClassification", ("test/default",))
    assert (log.score, log.scores) == (
        "main_score",
        ("main_score", "accuracy", "f1", "f1_weighted"),
    )
    assert log.values.tolist() == [0.792094]
    assert log.item_metadata["dataset_revision"] == ("42541b07c25a49604be129fba6d70b752be229c1",)
    (other,) = read_all(READER, folder, "f1")
    assert other.values.tolist() == [0.777269]
    with pytest.raises(
        InputError, match="no score 'ndcg'; its scores are 'main_score', 'accuracy'"
    ):
        read_all(READER, folder, "ndcg")


def test_the_model_is_that_of_the_folders_or_of_its_own_file(tmp_path: Path) -> None:
    content = NEW | {"scores": {"test": [subset("default", main_score=0.5)]}}
    file = results(tmp_path / "a", content)
    assert (read(file).model, read(file).run) == ("org/mini", "external")
    meta = {"name": "org/mini-v2", "revision": "r1", "n_parameters": 7, "languages": None}
    file = results(tmp_path / "b", content, meta)
    log = read(file)
    assert (log.model, log.run, log.model_metadata) == ("org/mini-v2", "r1", {"n_parameters": "7"})
    beside = file.beside("model_meta.json")
    assert beside is not None
    assert READER.recognise(beside) == "beside"


def test_splits_and_subsets_are_items_and_nan_is_missing(tmp_path: Path) -> None:
    rows = [subset("fr", main_score=math.nan), subset("en", main_score=0.0, f1=-0.1)]
    scores = {"test": rows, "dev": [subset("en", main_score=1, f1=0.2)]}
    log = read(results(tmp_path, NEW | {"scores": scores}))
    assert log.items == ("dev/en", "test/en", "test/fr")
    assert log.values.tolist()[:2] == [1.0, 0.0]
    assert log.kinds == ("scored", "scored", "unscored")


def test_older_results_have_their_splits_at_the_top(tmp_path: Path) -> None:
    flat = {"test": {"accuracy": 0.4, "main_score": 0.4, "evaluation_time": 9}}
    assert read(results(tmp_path / "a", OLD | flat)).values.tolist() == [0.4]
    languages = {
        "test": {"en": {"main_score": 0.1}, "de": {"main_score": 0.2}, "evaluation_time": 1}
    }
    log = read(results(tmp_path / "b", OLD | languages))
    assert (log.items, log.values.tolist()) == (("test/de", "test/en"), [0.2, 0.1])
    distances = {"test": {"cos_sim": {"spearman": 0.7, "pearson": 0.6}, "evaluation_time": 1}}
    file = results(tmp_path / "c", OLD | distances)
    assert read(file, "cos_sim_spearman").values.tolist() == [0.7]
    assert read(file).notes[0].code == "no_single_score"
    assert not read(file).items


def test_a_subset_that_comes_again_is_no_second_run(tmp_path: Path) -> None:
    subsets = [subset(name, main_score=0.5) for name in ("en", "fr", "en")]
    log = read(results(tmp_path, NEW | {"scores": {"test": subsets}}))
    assert (log.items, log.repeats) == (("test/en", "test/en", "test/fr"), (0, 0, 0))


def test_splits_without_any_metric_are_kept(tmp_path: Path) -> None:
    log = read(results(tmp_path, OLD | {"test": {"evaluation_time": 9}}))
    assert (log.items, log.kinds) == (("test/default",), ("unscored",))
    assert math.isnan(log.values[0])
    assert log.notes == ()


def test_the_only_metric_stands_for_the_main_score_and_is_said(tmp_path: Path) -> None:
    log = read(results(tmp_path, OLD | {"test": {"accuracy": 0.9285}}))
    assert (log.score, log.values.tolist()) == ("main_score", [0.9285])
    assert log.notes[0].code == "main_score_assumed"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (NEW | {"scores": []}, "scores is list, where an object"),
        (NEW | {"scores": {"test": {}}}, "'test' is dict, where a list"),
        (NEW | {"scores": {"test": [1]}}, "test 1 is int, where an object"),
        (NEW | {"scores": {"test": [subset("x", main_score="1")]}}, "test/x, main_score is '1'"),
        (NEW | {"scores": {}, "task_name": None}, "'task_name' is None, where a name"),
        (OLD | {"test": [1]}, "split 'test' is list"),
    ],
)
def test_broken_results(tmp_path: Path, content: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read(results(tmp_path, content))
