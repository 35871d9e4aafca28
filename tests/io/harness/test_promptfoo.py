"""Results of promptfoo as JSON and as JSON lines, from a real run, and rows made by hand."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fixture_logs import fixtures, read_all
from parallaxis.errors import InputError
from parallaxis.io.harness.promptfoo import READER
from parallaxis.io.harness.reading import LogFile, Wanted
from parallaxis.logs import Log

PROMPTS = {"Q: {{question}}", "Answer briefly: {{question}}"}


def of_file(name: str, score: str | None = None) -> list[Log]:
    folder = fixtures("promptfoo")
    return [log for log in read_all(READER, folder, score) if log.source == name]


def row(**changes: Any) -> dict[str, Any]:
    """Return a row made by hand."""
    made = {
        "provider": {"id": "p", "label": ""},
        "promptId": "id",
        "promptIdx": 0,
        "prompt": {"raw": "Q: 1", "label": "Q"},
        "testIdx": 0,
        "vars": {"q": "1"},
        "success": True,
        "score": 1,
    }
    return made | changes


def lines(folder: Path, *rows: dict[str, Any]) -> LogFile:
    path = folder / "out.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    return LogFile(folder, path)


def test_providers_prompts_tests_and_repetitions() -> None:
    logs = of_file("out.json")
    assert {(log.model, log.task) for log in logs} == {
        (model, prompt) for model in ("alpha", "beta", "echo") for prompt in PROMPTS
    }
    for log in logs:
        assert len(set(log.items)) == 3
        assert log.repeats == (0, 1) * 3
        assert log.items == logs[0].items
        assert log.item_metadata["description"] == ("t1", "t1", "", "", "", "")
        assert log.run == "2026-11-30T03:18:15.543Z"


@pytest.mark.parametrize("score", ["success", "score"])
def test_every_column_comes_to_its_own_figure(score: str) -> None:
    for log in of_file("out.json", score):
        assert log.headline is not None
        assert log.values.mean() == pytest.approx(log.headline.value, abs=1e-12)


def test_a_provider_that_failed_counts_as_failed_and_is_told_apart() -> None:
    beta = [log for log in of_file("out.json") if log.model == "beta"]
    for log in beta:
        assert log.kinds == ("scored", "scored", "error", "error", "scored", "scored")
        assert log.values.tolist() == [1, 1, 0, 0, 1, 1]
    echo = next(log for log in of_file("out.json") if log.model == "echo")
    assert set(echo.kinds) == {"scored"}


def test_named_scores_are_missing_where_a_test_has_none() -> None:
    beta = next(log for log in of_file("out.json", "city") if log.model == "beta")
    np.testing.assert_array_equal(beta.values, [np.nan] * 4 + [0.0, 0.0])
    assert beta.kinds == ("unscored", "unscored", "error", "error", "scored", "scored")
    assert (beta.scores, beta.headline) == (("success", "score", "city", "has4"), None)
    with pytest.raises(InputError, match="no score 'town'; its scores are 'success', 'score'"):
        of_file("out.json", "town")


def test_what_failed_and_has_a_score_all_the_same_is_scored(tmp_path: Path) -> None:
    failed = {"success": False, "score": 0, "failureReason": 2}
    rows = [row(testIdx=n, **failed, namedScores={"f1": n / 2}) for n in range(2)]
    (log,) = READER.read(lines(tmp_path, *rows), Wanted("f1"))
    assert (log.kinds, log.values.tolist()) == (("error", "scored"), [0.0, 0.5])


def test_white_space_and_numbers_of_vars_make_no_other_question(tmp_path: Path) -> None:
    rows = [
        row(vars={"q": "Why?", "id": 1}),
        row(testIdx=1, vars={"q": " Why?\r\n", "id": 1}),
        row(testIdx=2, vars={"q": "Why?", "id": 2}),
    ]
    (log,) = READER.read(lines(tmp_path, *rows), Wanted())
    assert log.items[0] == log.items[1] != log.items[2]
    assert len(set(log.texts)) == 1


def test_lines_hold_what_the_document_holds() -> None:
    for one, other in zip(of_file("out.json"), of_file("out.jsonl"), strict=True):
        assert (one.model, one.task, one.items) == (other.model, other.task, other.items)
        np.testing.assert_array_equal(one.values, other.values)
        assert other.headline is None


def test_the_order_of_rows_does_not_matter(tmp_path: Path) -> None:
    rows = [row(testIdx=n, vars={"q": str(n // 2)}, success=n == 3) for n in range(4)]
    (one,) = READER.read(lines(tmp_path, *rows), Wanted())
    (other,) = READER.read(lines(tmp_path, *rows[::-1]), Wanted())
    assert (one.items, one.values.tolist()) == (other.items, other.values.tolist())
    assert (one.task, one.model, one.values.tolist()) == ("", "p", [0, 0, 0, 1])


def test_timeouts_and_errors_of_older_versions(tmp_path: Path) -> None:
    rows = (
        row(success=False, failureReason=2, error="Evaluation timed out after 5ms"),
        row(success=False, testIdx=1, error="API error"),
        row(success=False, testIdx=2, error="not equal", gradingResult={"pass": False}),
    )
    (log,) = READER.read(lines(tmp_path, *rows), Wanted())
    assert log.kinds == ("timeout", "error", "scored")


def test_prompts_of_one_label_are_told_apart_by_their_identifier(tmp_path: Path) -> None:
    file = lines(tmp_path, row(), row(promptId="id2", promptIdx=1))
    assert [log.task for log in READER.read(file, Wanted())] == ["id", "id2"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"success": None}, "line 1: has no 'success'"),
        ({"success": "yes"}, "line 1, success is 'yes'"),
        ({"provider": {"id": None}}, "line 1, provider: 'label' is None"),
        ({"provider": "p"}, "line 1, provider is str"),
        ({"promptIdx": -1}, "line 1: 'promptIdx' is -1"),
        ({"testIdx": "0"}, "line 1: 'testIdx' is '0'"),
        ({"vars": None}, "line 1: has no 'vars'"),
        ({"namedScores": []}, "line 1, namedScores is list"),
    ],
)
def test_broken_rows(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        list(READER.read(lines(tmp_path, row(**changes)), Wanted()))
