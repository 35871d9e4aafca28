"""Samples of Every Eval Ever: a real demonstration record, and lines made by hand."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fixture_logs import fixtures, read_all
from parallaxis.errors import InputError
from parallaxis.io.harness.every_eval_ever import READER
from parallaxis.io.harness.reading import LogFile, Wanted
from parallaxis.logs import Log, fingerprint

RUN = "src/org_m/17"
DELETED = object()


def line(sample: str, score: Any = 1.0, **changes: Any) -> dict[str, Any]:
    """Return a line made by hand."""
    made = {
        "evaluation_id": RUN,
        "model_id": "org/m",
        "evaluation_name": "bench",
        "sample_id": sample,
        "interaction_type": "single_turn",
        "input": {"raw": f"question {sample}", "reference": ["4"]},
        "evaluation": {"score": score, "is_correct": score == 1.0},
    }
    return {key: cell for key, cell in (made | changes).items() if cell is not DELETED}


def samples(
    folder: Path, *lines: dict[str, Any], results: Any = None, details: Any = None
) -> LogFile:
    path = folder / "u_samples.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    if results is not None:
        aggregate = {"evaluation_id": RUN, "model_info": {}, "evaluation_results": results}
        aggregate |= {"detailed_evaluation_results": details}
        (folder / "u.json").write_text(json.dumps(aggregate))
    return LogFile(folder, path)


def result(name: str, score: float, **config: Any) -> dict[str, Any]:
    return {
        "evaluation_name": "bench",
        "evaluation_result_id": name,
        "score_details": {"score": score},
        "metric_config": config,
    }


def read(file: LogFile, score: str | None = None) -> Log:
    assert READER.recognise(file) == "log"
    (log,) = READER.read(file, Wanted(score))
    return log


def test_real_record() -> None:
    folder = fixtures("_fetched/every_eval_ever")
    (log,) = read_all(READER, folder)
    assert (log.model, log.task) == ("demo-org/demo-model", "demo-source.demo_bench")
    assert (log.items, log.values.tolist()) == (("demo_0001",), [1.0])
    assert log.texts == (fingerprint("What is 2 + 2?"),)
    assert log.scores == ("score", "is_correct")
    assert log.headline is not None  # of four samples, of which the demonstration holds one
    assert (log.headline.value, log.bounds, log.higher_is_better) == (0.75, (0.0, 1.0), True)
    (correct,) = read_all(READER, folder, "is_correct")
    assert (correct.score, correct.values.tolist(), correct.headline) == ("is_correct", [1.0], None)


def test_the_aggregate_belongs_beside(tmp_path: Path) -> None:
    file = samples(tmp_path, line("a"), line("b", 0.0), results=[result("bench", 0.5)])
    beside = file.beside("u.json")
    assert beside is not None
    assert READER.recognise(beside) == "beside"
    log = read(file)
    assert log.headline is not None
    assert log.headline.value == log.values.mean() == 0.5


def test_metrics_of_one_sample_are_scores_to_choose_from(tmp_path: Path) -> None:
    lines = [
        line(sample, score, evaluation_result_id=f"{RUN}#{metric}")
        for sample in "ab"
        for metric, score in (("f1", 0.25), ("accuracy", 1.0))
    ]
    results = [result(f"{RUN}#f1", 0.25), result(f"{RUN}#accuracy", 1.0)]
    file = samples(tmp_path, *lines, results=results)
    log = read(file)
    assert (log.score, log.scores) == ("accuracy", ("accuracy", "f1", "is_correct"))
    assert (log.items, log.repeats) == (("a", "b"), (0, 0))
    other = read(file, "f1")
    assert other.headline is not None
    assert other.headline.value == other.values.mean() == 0.25


def test_several_metrics_without_a_default_are_listed(tmp_path: Path) -> None:
    lines = (line("a", evaluation_result_id=f"bench/{metric}") for metric in ("bleu", "rouge"))
    with pytest.raises(
        InputError, match="its scores are 'bleu', 'rouge', 'is_correct'; choose one"
    ):
        read(samples(tmp_path, *lines))


def test_a_name_that_merely_begins_alike_is_kept(tmp_path: Path) -> None:
    file = samples(tmp_path, line("a", evaluation_result_id="benchmark"))
    assert read(file).score == "benchmark"


def test_duplicates_are_repetitions_and_models_are_apart(tmp_path: Path) -> None:
    file = samples(tmp_path, line("a"), line("a", 0.0), line("a", model_id="n"))
    logs = {log.model: log for log in READER.read(file, Wanted())}
    assert logs["org/m"].repeats == (0, 1)
    assert logs["n"].values.tolist() == [1.0]
    uneven = read(samples(tmp_path, line("a"), line("b"), line("a", 0.0)))
    assert (uneven.items, uneven.repeats) == (("a", "b", "a"), (0, 0, 0))


def test_what_failed_is_not_wrong(tmp_path: Path) -> None:
    lines = (line("a", 0.0, error="boom"), line("b", 0.0), line("c", math.nan), line("d", None))
    log = read(samples(tmp_path, *lines))
    np.testing.assert_array_equal(log.values, [0, 0, np.nan, np.nan])
    assert log.kinds == ("error", "scored", "unscored", "unscored")


def test_an_error_without_a_score_is_missing_and_with_one_scored(tmp_path: Path) -> None:
    log = read(samples(tmp_path, line("a", None, error="boom"), line("b", 0.5, error="late")))
    np.testing.assert_array_equal(log.values, [np.nan, 0.5])
    assert log.kinds == ("error", "scored")


@pytest.mark.parametrize(("total", "planned"), [(500, 500), (2, 2), (0, None), ("3", None)])
def test_the_aggregate_says_how_many_lines_there_are(
    tmp_path: Path, total: Any, planned: int | None
) -> None:
    file = samples(tmp_path, line("a"), line("b"), results=[], details={"total_rows": total})
    assert (read(file).planned, read(file).notes) == (planned, ())


def test_lines_of_several_metrics_and_repetitions_are_counted(tmp_path: Path) -> None:
    metrics = [
        line(sample, evaluation_result_id=f"bench/{metric}")
        for sample in "ab"
        for metric in ("accuracy", "f1")
    ]
    total = {"total_rows": 10}
    assert read(samples(tmp_path, *metrics, results=[], details=total)).planned == 5
    (log,) = READER.read(
        samples(tmp_path, line("a"), line("a"), results=[], details=total), Wanted()
    )
    assert log.planned is None
    assert [note.code for note in log.notes] == ["lines_lost"]
    assert "has 2 lines, and the aggregate beside it counts 10." in log.notes[0].text


def test_choices_and_answer_keys_show(tmp_path: Path) -> None:
    ask = {"raw": "which", "reference": ["A"]}
    inputs = (ask, ask | {"choices": ["x"]}, ask | {"choices": ["y"]}, ask | {"reference": ["B"]})
    log = read(samples(tmp_path, *(line(str(n), input=one) for n, one in enumerate(inputs))))
    assert len(set(log.texts)) == 3
    assert log.texts[0] == log.texts[3]
    assert log.targets[0] != log.targets[3]


def test_a_headline_in_percent_is_brought_to_shares(tmp_path: Path) -> None:
    stated = [result("bench", 50.0, min_score=0, max_score=100)]
    log = read(samples(tmp_path, line("a"), line("b", 0.0), results=stated))
    assert log.headline is not None
    assert (log.headline.value, log.bounds) == (0.5, (0.0, 1.0))


def test_lower_can_be_better(tmp_path: Path) -> None:
    file = samples(tmp_path, line("a"), results=[result("bench", 1.0, lower_is_better=True)])
    assert not read(file).higher_is_better


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"evaluation": DELETED}, "line 1, evaluation is NoneType"),
        ({"evaluation": {"score": "1"}}, "line 1, score is '1'"),
        ({"sample_id": None}, "line 1: 'sample_id' is None"),
        ({"model_id": ["m"]}, r"line 1: 'model_id' is \['m'\]"),
        ({"input": "text"}, "line 1, input is str"),
    ],
)
def test_broken_lines(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        read(samples(tmp_path, line("a", **changes)))
