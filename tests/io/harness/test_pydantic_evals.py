"""Reports of Pydantic Evals: three real ones, and cases made by hand."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fixture_logs import fixtures, read_all
from parallaxis.errors import InputError
from parallaxis.io.harness.pydantic_evals import READER
from parallaxis.io.harness.reading import LogFile, Wanted
from parallaxis.logs import Log, fingerprint


def real(score: str | None = None) -> dict[str, Log]:
    return {log.model: log for log in read_all(READER, fixtures("pydantic_evals"), score)}


def case(**changes: Any) -> dict[str, Any]:
    """Return a case made by hand."""
    made = {"name": "q1", "inputs": "Q", "scores": {}, "assertions": {"ok": {"value": True}}}
    return made | changes


def report(folder: Path, *cases: Any, failures: Any = ()) -> LogFile:
    path = folder / "report.json"
    path.write_text(json.dumps({"name": "m", "cases": cases, "failures": failures}))
    return LogFile(folder, path)


def read(file: LogFile, score: str | None = None) -> Log:
    assert READER.recognise(file) == "log"
    (log,) = READER.read(file, Wanted(score))
    return log


def test_real_reports_have_every_case_twice() -> None:
    logs = real()
    assert set(logs) == {"alpha", "beta", "gamma"}
    for log in logs.values():
        assert log.task == "tiny_qa"
        rows = set(zip(log.items, log.repeats, strict=True))
        assert rows == {(item, n) for item in ("Case 1", "q1", "q2", "q3") for n in (0, 1)}
        assert log.score == "EqualsExpected"
        assert set(log.scores) == {"EqualsExpected", "ok", "Overlap", "assertions"}
        assert log.identity == "position"  # one case has no name of its own
        assert len(set(log.texts)) == 4


def test_cases_that_failed_are_missing_and_not_wrong() -> None:
    beta = real()["beta"]
    assert beta.kinds == ("scored",) * 6 + ("error",) * 2
    np.testing.assert_array_equal(beta.values, [0, 0, 0, 0, 0, 1, np.nan, np.nan])
    assert beta.items[6:] == ("q1", "q1")
    assert np.isnan(real("Overlap")["beta"].values[6:]).all()


def test_another_score_is_chosen_by_name() -> None:
    assert real("Overlap")["alpha"].values.mean() == 1.0
    with pytest.raises(InputError, match="no score 'letter'; its scores are 'Overlap'"):
        real("letter")


def test_the_share_of_assertions_where_none_is_the_default(tmp_path: Path) -> None:
    asserted = {"a": {"value": True}, "b": {"value": False}}
    log = read(report(tmp_path, case(assertions=asserted)))
    assert (log.score, log.values.tolist(), log.identity) == ("assertions", [0.5], "id")


def test_an_evaluator_that_failed_leaves_no_score(tmp_path: Path) -> None:
    cases = (
        case(scores={"f1": {"value": 0.25}}),
        case(name="q2", evaluator_failures=[{"name": "f1"}]),
        case(name="q3"),
        case(name="q4", scores={"f1": {"value": None}}),
    )
    log = read(report(tmp_path, *cases), "f1")
    assert log.kinds == ("scored", "error", "unscored", "unscored")


def test_a_report_of_failures_only_keeps_its_cases(tmp_path: Path) -> None:
    failure = {"name": "q1", "inputs": "Q", "error_stacktrace": "boom"}
    bare = case(name="q2", assertions={})
    log = read(report(tmp_path, bare, failures=[failure]), "f1")
    assert (log.items, log.kinds) == (("q2", "q1"), ("unscored", "error"))
    assert (log.score, log.scores, log.notes) == ("", (), ())
    assert np.isnan(log.values).all()
    assert log.texts == (fingerprint("Q"),) * 2


def test_inputs_are_known_without_numbers_and_white_space(tmp_path: Path) -> None:
    inputs = [{"id": 1, "q": "Why?"}, {"id": "2", "q": " Why?\n"}, {"id": 3}]
    cases = (case(name=f"q{n}", inputs=one) for n, one in enumerate(inputs))
    one, other, none = read(report(tmp_path, *cases)).texts
    assert one == other
    assert not none


def test_brackets_are_kept_where_nothing_is_repeated(tmp_path: Path) -> None:
    assert read(report(tmp_path, case(name="q [1/2]"))).items == ("q [1/2]",)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": None}, "cases 1: 'name' is None"),
        ({"assertions": {"ok": {"value": "yes"}}}, "cases 1, ok: its 'value' is 'yes'"),
        ({"scores": {"f1": {}}}, "cases 1, f1: its 'value' is None"),
        ({"scores": {"f1": {"value": "A"}}}, "cases 1, f1 is 'A'"),
        ({"scores": [1]}, "cases 1, scores is list"),
        ({"scores": {"f1": 1}}, "cases 1, f1 is int"),
    ],
)
def test_broken_cases(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        read(report(tmp_path, case(**changes)))


def test_cases_that_are_no_list(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    path.write_text('{"name": "m", "cases": {"inputs": "", "assertions": {}}}')
    with pytest.raises(InputError, match="'cases' is dict, where a list is expected"):
        read(LogFile(tmp_path, path))
