"""Test runs of DeepEval: two real ones, and test cases made by hand."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fixture_logs import fixtures, read_all
from parallaxis.errors import InputError
from parallaxis.io.harness.deepeval import READER
from parallaxis.io.harness.reading import LogFile, Wanted
from parallaxis.logs import Log, fingerprint


def metric(name: str, score: Any, **changes: Any) -> dict[str, Any]:
    return {"name": name, "score": score, "success": score == 1.0} | changes


def case(number: int, *metrics: Any, **changes: Any) -> dict[str, Any]:
    """Return a test case made by hand."""
    made = {
        "name": f"test_case_{number}",
        "input": f"Q{number}",
        "success": all(one["success"] for one in metrics),
        "metricsData": list(metrics),
    }
    return made | changes


def run(
    folder: Path, *cases: Any, name: str = "test_run_20261130_033741.json", **rest: Any
) -> LogFile:
    path = folder / name
    path.write_text(json.dumps({"testCases": cases, "identifier": "mine"} | rest))
    return LogFile(folder, path)


def read(file: LogFile, score: str | None = None) -> Log:
    assert READER.recognise(file) == "log"
    (log,) = READER.read(file, Wanted(score))
    return log


@pytest.mark.parametrize("score", [None, "EM"])
def test_real_runs_come_to_their_own_figures(score: str | None) -> None:
    logs = read_all(READER, fixtures("deepeval"), score)
    assert [log.model for log in logs] == ["alpha", "beta"]
    assert [log.values.tolist() for log in logs] == [[1, 1, 1], [1, 0, 1]]
    for log in logs:
        assert log.headline is not None
        assert log.values.mean() == log.headline.value
        assert (log.identity, log.scores) == ("position", ("success", "EM"))
        assert log.texts[0] == fingerprint("2+2=?")
    assert logs[0].run < logs[1].run


def test_a_case_that_comes_again_is_no_second_run(tmp_path: Path) -> None:
    good, bad = metric("EM", 1.0), metric("EM", 0.0)
    named = [case(n, one, name=f"q{n}") for n, one in ((0, good), (1, good), (0, bad))]
    assert read(run(tmp_path, *named)).repeats == (0, 0, 0)
    twice = [case(n % 2, good, name=f"q{n % 2}") for n in range(4)]
    assert read(run(tmp_path, *twice)).repeats == (0, 0, 1, 1)
    alike = [case(n, good, name="q") for n in range(3)]
    assert read(run(tmp_path, *alike)).repeats == (0, 0, 0)
    assert len(set(read(run(tmp_path, *alike)).texts)) == 3


def test_a_metric_that_could_not_run(tmp_path: Path) -> None:
    broken = metric("EM", None, success=False, error="no key")
    file = run(
        tmp_path,
        case(0, metric("EM", 1.0)),
        case(1, broken),
        case(2, success=None),
        testPassed=1,
        testFailed=1,
        metricsScores=[{"metric": "EM", "scores": [1.0]}],
    )
    log = read(file)
    np.testing.assert_array_equal(log.values, [1, 0, np.nan])
    assert log.kinds == ("scored", "error", "unscored")
    assert log.headline is not None
    assert np.nanmean(log.values) == log.headline.value
    scored = read(file, "EM")
    np.testing.assert_array_equal(scored.values, [1, np.nan, np.nan])
    assert scored.kinds == log.kinds
    assert scored.headline is not None
    assert scored.headline.value == 1.0


def test_the_model_of_the_hyperparameters_comes_first(tmp_path: Path) -> None:
    log = read(run(tmp_path, case(0), hyperparameters={"model": "m", "temperature": 0}))
    assert (log.model, log.model_metadata) == ("m", {"identifier": "mine", "model": "m"})
    assert read(run(tmp_path, case(0))).model == "mine"
    assert read(run(tmp_path, case(0), identifier=None)).model == "test_run_20261130_033741"


def test_runs_of_one_second_are_in_their_order(tmp_path: Path) -> None:
    stem = "test_run_20261130_033741"
    names = (f"{stem}.json", f"{stem}_2.json", f"{stem}_10.json")
    runs = [read(run(tmp_path, case(0), name=name)).run for name in names]
    assert runs == sorted(runs)


def test_conversations_and_names_given_by_hand(tmp_path: Path) -> None:
    talk = {"name": "talk", "turns": [{"role": "user", "content": "Hi"}], "success": True}
    log = read(run(tmp_path, conversationalTestCases=[talk]))
    assert (log.items, log.identity) == (("talk",), "id")
    assert log.texts[0]


def test_metrics_of_one_name_are_numbered(tmp_path: Path) -> None:
    log = read(run(tmp_path, case(0, metric("G", 1.0), metric("G", 0.0))), "G 2")
    assert (log.scores, log.values.tolist()) == (("success", "G", "G 2"), [0.0])


def test_the_copy_of_the_latest_run_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / ".latest_test_run.json"
    path.write_text('{"testRunData": {"testCases": [{"metricsData": []}]}}')
    assert READER.recognise(LogFile(tmp_path, path)) is None


@pytest.mark.parametrize(
    ("cases", "message"),
    [
        ({"a": 1}, "'testCases' is dict, where a list"),
        ([1], "testCases 1 is int, where an object"),
        ([case(0, name=None)], "testCases 1: 'name' is None"),
        ([case(0, success="no")], "testCases 1, success is 'no'"),
        ([case(0, metricsData=[{"score": 1}])], "metricsData 1: 'name' is None"),
    ],
)
def test_broken_runs(tmp_path: Path, cases: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read(run(tmp_path, testCases=cases))


def test_a_score_that_is_no_number(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="testCases 1, EM is 'high'"):
        read(run(tmp_path, case(0, metric("EM", "high"))), "EM")
    with pytest.raises(InputError, match="no score 'F1'; its scores are 'success', 'EM'"):
        read(run(tmp_path, case(0, metric("EM", 1.0))), "F1")
