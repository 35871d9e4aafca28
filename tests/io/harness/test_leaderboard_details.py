"""Details of the Open LLM Leaderboards: synthetic files, built from descriptions of the format."""

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from fixture_logs import read_all
from parallaxis.errors import FormatError, InputError
from parallaxis.io.harness import lighteval, lm_eval
from parallaxis.io.harness.leaderboard_details import READER
from parallaxis.io.harness.reading import LogFile, Wanted
from parallaxis.logs import Log, fingerprint

OLD, LATER = "2023-08-19T16:35:46.942696", "2023-10-15T23-41-08.449042"
Rows = list[dict[str, Any]]


def write(folder: Path, rows: Rows, task: str, time: str = LATER) -> Path:
    """Write a details file of a run."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"details_harness|{task}_{time}.parquet"
    pq.write_table(pa.Table.from_pylist(rows), path)
    return path


def log_of(path: Path, score: str | None = None, root: Path | None = None) -> Log:
    """Read one file of a folder."""
    (log,) = READER.read(LogFile(root or path.parent, path), Wanted(score))
    return log


def questions(*metrics: dict[str, Any]) -> Rows:
    """Return rows of the first version: no identifiers, the question in `example`."""
    return [
        {
            "example": f"Question {i}?",
            "full_prompt": f"… Question {i}?",
            "gold": "b",
            "metrics": one,
        }
        for i, one in enumerate(metrics)
    ]


@pytest.mark.parametrize(
    ("task", "score"),
    [
        ("arc:challenge|25", "acc_norm"),
        ("hellaswag|10", "acc_norm"),
        ("hendrycksTest-anatomy|5", "acc"),
        ("truthfulqa:mc|0", "mc2"),
        ("winogrande|5", "acc"),
        ("gsm8k|5", "acc"),
    ],
)
def test_the_score_is_the_leaderboards(tmp_path: Path, task: str, score: str) -> None:
    metrics = {"acc": 0.0, "acc_norm": 0.25, "mc1": 0.0, "mc2": 0.5}
    log = log_of(write(tmp_path, questions(metrics), task))
    assert (log.task, log.score) == (f"harness|{task}", score)
    assert log.values.tolist() == [metrics[score]]
    assert log_of(write(tmp_path, questions(metrics), task), "mc1").score == "mc1"


def test_items_are_counted_and_known_by_their_texts(tmp_path: Path) -> None:
    rows = questions({"acc_norm": 1.0}, {"acc_norm": 0.0}, {"acc_norm": None})
    log = log_of(write(tmp_path, rows, "hellaswag|10"))
    assert (log.identity, log.items) == ("position", ("0", "1", "2"))
    assert log.texts[1] == fingerprint("Question 1?")
    assert log.prompts[1] == fingerprint("… Question 1?")
    assert log.targets == (fingerprint("b"),) * 3
    assert log.kinds == ("scored", "scored", "unscored")


def test_model_and_figure_of_a_dataset(tmp_path: Path) -> None:
    root = tmp_path / "details_org__model__v2"
    for time in (OLD, LATER):
        rows = questions({"acc": 0.0, "acc_norm": 1.0}, {"acc": 1.0, "acc_norm": 0.0})
        write(root / time, rows, "arc:challenge|25", time)
    bare = {"harness|arc:challenge|25": {"acc_norm": 0.5, "acc_norm_stderr": 0.1}, "all": {}}
    (root / f"results_{OLD}.json").write_text(json.dumps(bare), encoding="utf-8")
    whole = {"config_general": {"model_name": "org/model__v2"}, "results": bare}
    (root / f"results_{LATER}.json").write_text(json.dumps(whole), encoding="utf-8")
    old, later = read_all(READER, root)
    assert old.run < later.run
    for log in (old, later):
        assert log.model == "org/model__v2"
        assert log.headline is not None
        assert log.headline.value == log.values.mean() == 0.5


def test_truth_values_that_are_text(tmp_path: Path) -> None:
    rows = questions({"acc": "True"}, {"acc": "False"}, {"acc": None})
    log = log_of(write(tmp_path, rows, "gsm8k|5"))
    assert log.values[:2].tolist() == [1.0, 0.0]
    assert log.kinds[2] == "unscored"
    with pytest.raises(FormatError, match="row 2, acc is 'yes', where a score is expected"):
        log_of(write(tmp_path, questions({"acc": "True"}, {"acc": "yes"}), "gsm8k|5"))


def test_scores_in_columns_of_their_own(tmp_path: Path) -> None:
    """The earliest files have no struct of metrics."""
    rows = [
        {"example": "Why?", "acc": 0, "acc_norm": True, "choices": ["a", "b"], "gold": 1},
        {"example": "How?", "acc": 1, "acc_norm": False, "choices": ["a", "b"], "gold": 0},
    ]
    path = write(tmp_path, rows, "arc:challenge|25")
    log = log_of(path)
    assert (log.score, log.scores) == ("acc_norm", ("acc", "acc_norm"))
    assert log.values.tolist() == [1.0, 0.0]
    assert log.targets == (fingerprint("b"), fingerprint("a"))
    with pytest.raises(InputError, match="no score 'mc2'; its scores are 'acc', 'acc_norm'"):
        log_of(path, "mc2")


def test_other_readers_leave_these_files_alone(tmp_path: Path) -> None:
    path = write(tmp_path, questions({"acc": 1.0}), "gsm8k|5")
    results = tmp_path / f"results_{LATER}.json"
    results.write_text('{"results": {"harness|gsm8k|5": {"acc": 1.0}}}', encoding="utf-8")
    file, beside = LogFile(tmp_path, path), LogFile(tmp_path, results)
    assert (READER.recognise(file), READER.recognise(beside)) == ("log", "beside")
    for other in (lighteval.READER, lm_eval.READER):
        assert (other.recognise(file), other.recognise(beside)) == (None, None)


@pytest.mark.parametrize(
    ("task", "metrics", "score"),
    [
        ("leaderboard_bbh_navigate", {"acc": 0.0, "acc_norm": 1.0}, "acc_norm"),
        ("leaderboard_gpqa_main", {"acc": 0.0, "acc_norm": 1.0}, "acc_norm"),
        ("leaderboard_musr_team_allocation", {"acc": 0.0, "acc_norm": 1.0}, "acc_norm"),
        ("leaderboard_mmlu_pro", {"acc_norm": 0.0, "acc": 1.0}, "acc"),
        (
            "leaderboard_ifeval",
            {"inst_level_strict_acc": [True], "prompt_level_strict_acc": True}
            | {"prompt_level_loose_acc": False},
            "prompt_level_strict_acc",
        ),
        ("leaderboard_math_algebra_hard", {"exact_match": 1}, "exact_match"),
    ],
)
def test_version_2_is_read_as_samples(
    tmp_path: Path, task: str, metrics: dict[str, Any], score: str
) -> None:
    """Synthetic, as the leaderboard's copy of lm-evaluation-harness wrote them."""
    folder = tmp_path / "org__model"
    folder.mkdir()
    row = {"doc_id": 0, "doc": {"q": "?"}, "target": "A", "arguments": {}, "resps": []}
    hashes = {"filtered_resps": [], "doc_hash": "a", "prompt_hash": "b", "target_hash": "c"}
    path = folder / f"samples_{task}_{LATER}.jsonl"
    path.write_text(json.dumps(row | hashes | metrics), encoding="utf-8")
    figures = {"model_name": "org/model", "results": {task: {f"{score},none": 1.0}}}
    (folder / f"results_{LATER}.json").write_text(json.dumps(figures), encoding="utf-8")
    (log,) = read_all(lm_eval.READER, tmp_path)
    assert (log.model, log.task, log.score) == ("org/model", task, score)
    assert log.headline is not None
    assert log.values.tolist() == [log.headline.value]
    assert all(
        reader.recognise(LogFile(tmp_path, path)) is None for reader in (READER, lighteval.READER)
    )
