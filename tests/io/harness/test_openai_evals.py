"""Event logs of OpenAI Evals: two real runs, and lines made by hand."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fixture_logs import fixtures, read_all
from parallaxis.errors import InputError
from parallaxis.io.harness.openai_evals import READER
from parallaxis.io.harness.reading import LogFile, Wanted
from parallaxis.logs import Log, fingerprint

SPEC = {"spec": {"completion_fns": ["m"], "eval_name": "e.v0", "run_id": "26"}}


def event(what: str, sample: Any, number: int, **data: Any) -> dict[str, Any]:
    return {"event_id": number, "sample_id": sample, "type": what, "data": data}


def events(folder: Path, *lines: dict[str, Any]) -> LogFile:
    """Write a log made by hand."""
    path = folder / "run.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    return LogFile(folder, path)


def read(file: LogFile, score: str | None = None) -> Log:
    assert READER.recognise(file) == "log"
    (log,) = READER.read(file, Wanted(score))
    return log


def test_real_runs_come_to_the_accuracy_of_their_reports() -> None:
    logs = read_all(READER, fixtures("openai_evals"))
    assert [(log.model, log.task) for log in logs] == [
        ("mock-alpha", "tiny.dev.v0"),
        ("mock-beta", "tiny.dev.v0"),
    ]
    for log in logs:
        assert log.headline is not None
        assert log.values.mean() == log.headline.value
        assert set(log.items) == {f"tiny.dev.{n}" for n in range(4)}
        assert set(log.kinds) == {"scored"}
        assert not log.notes
    questions = [dict(zip(log.items, log.texts, strict=True)) for log in logs]
    assert questions[0] == questions[1]
    assert questions[0]["tiny.dev.2"] == fingerprint("Capital of France?")


def test_samples_without_a_score_are_missing(tmp_path: Path) -> None:
    file = events(
        tmp_path,
        SPEC,
        event("sampling", "a", 0, prompt="P"),
        event("error", "a", 1, message="x"),
        event("sampling", "b", 2, prompt=[{"role": "user", "content": "Q"}]),
        event("match", "c", 3, correct=True),
        {"final_report": {"accuracy": 1.0}},
    )
    log = read(file)
    assert (log.items, log.kinds) == (("c", "a", "b"), ("scored", "error", "unscored"))
    np.testing.assert_array_equal(log.values, [1, np.nan, np.nan])
    assert log.texts[1:] == (fingerprint("P"), fingerprint("Q"))


def test_several_matches_are_repetitions_in_the_order_of_events(tmp_path: Path) -> None:
    matches = [event("match", "a", n, correct=n == 2) for n in (2, 0, 1)]
    log = read(events(tmp_path, SPEC, *matches))
    assert (log.repeats, log.values.tolist()) == ((0, 1, 2), [0, 0, 1])


def test_a_score_that_only_some_samples_have_again_is_no_repetition(tmp_path: Path) -> None:
    matches = [event("match", s, n, correct=n < 2) for n, s in enumerate("abba")]
    again = event("match", "b", 4, correct=True)
    log = read(events(tmp_path, SPEC, *matches))
    assert (log.items, log.repeats) == (("a", "b", "b", "a"), (0, 0, 1, 1))
    log = read(events(tmp_path, SPEC, *matches, again, event("sampling", "c", 5, prompt="Q")))
    assert (log.items, log.repeats) == (("a", "b", "b", "a", "b", "c"), (0,) * 6)
    np.testing.assert_array_equal(log.values, [1, 1, 0, 0, 1, np.nan])


def test_numbers_of_metrics_events_are_scores(tmp_path: Path) -> None:
    rows = [event("metrics", s, n, score=n / 2, choice="A", wer=n) for n, s in enumerate("ab")]
    file = events(tmp_path, SPEC, *rows, {"final_report": {"score": 0.25, "counts": {"A": 2}}})
    log = read(file)
    assert (log.score, log.scores) == ("score", ("score", "wer"))
    assert log.headline is not None
    assert log.values.mean() == log.headline.value
    assert read(file, "wer").values.tolist() == [0, 1]
    with pytest.raises(InputError, match="no score 'f1'; its scores are 'score', 'wer'"):
        read(file, "f1")


def test_the_question_is_what_was_asked_first(tmp_path: Path) -> None:
    file = events(
        tmp_path,
        SPEC,
        event("sampling", "a", 5, prompt="Is this answer right?"),
        event("sampling", "a", 1, prompt="What is it?"),
        event("match", "a", 6, correct=True),
    )
    assert read(file).texts == (fingerprint("What is it?"),)


def test_a_run_that_stopped_is_said(tmp_path: Path) -> None:
    log = read(events(tmp_path, SPEC, event("match", "a", 0, correct=False)))
    assert [note.code for note in log.notes] == ["run_not_finished"]
    assert not read(events(tmp_path, SPEC)).items


@pytest.mark.parametrize("score", [None, "f1"])
def test_a_run_that_failed_altogether_keeps_its_samples(tmp_path: Path, score: str | None) -> None:
    file = events(
        tmp_path,
        SPEC,
        event("sampling", "a", 0, prompt="P"),
        event("error", "a", 1, message="x"),
        event("sampling", "b", 2, prompt="Q"),
        {"final_report": {"accuracy": float("nan")}},
    )
    log = read(file, score)
    assert (log.items, log.kinds) == (("a", "b"), ("error", "unscored"))
    assert (log.score, log.scores, log.headline, log.notes) == ("", (), None, ())
    assert np.isnan(log.values).all()
    assert log.texts == (fingerprint("P"), fingerprint("Q"))


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ((SPEC, SPEC), "line 2: starts a second run"),
        ((SPEC, {"type": "match", "sample_id": None, "data": {}}), "line 2: 'sample_id' is None"),
        ((SPEC, event("match", "a", 0)), "line 2: a match without 'correct'"),
        ((SPEC, event("match", "a", 0, correct="yes")), "line 2, correct is 'yes'"),
        ((SPEC, event("match", "a", 0) | {"data": [1]}), "line 2, data is list"),
        ((SPEC, {"sample_id": "a"}), "line 2: 'type' is None"),
        (({"spec": SPEC["spec"] | {"completion_fns": "m"}},), "'completion_fns' is 'm'"),
    ],
)
def test_broken_logs(tmp_path: Path, lines: tuple[dict[str, Any], ...], message: str) -> None:
    with pytest.raises(InputError, match=message):
        read(events(tmp_path, *lines))
