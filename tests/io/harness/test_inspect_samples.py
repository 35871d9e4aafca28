"""What becomes of odd samples of Inspect logs; the logs are synthetic, built by hand."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from inspect_archives import header, read_bytes, read_samples, results, sample, zipped
from parallaxis.errors import InputError


@pytest.mark.parametrize("as_json", [True, False])
def test_what_becomes_of_samples_that_went_wrong(tmp_path: Path, as_json: bool) -> None:
    samples = [
        sample("a", error="RuntimeError('no answer')"),
        sample("b", "I", limit="time"),
        sample("c", "C", error="late"),
        sample("d", "I", error={"message": "late"}),
        sample("e", limit={"type": "working", "limit": 3}),
        sample("f"),
        sample("g", "I", limit="token"),
        sample("h", "no number"),
    ]
    log = read_samples(tmp_path, samples, as_json=as_json, results=results(0.2))
    assert log.kinds == (
        *("error", "timeout", "scored", "error", "timeout", "unscored", "scored", "unparsed"),
    )
    nan = np.nan
    np.testing.assert_array_equal(log.values, [nan, 0.0, 1.0, 0.0, nan, nan, 0.0, 0.0])
    assert log.headline is not None
    assert np.nanmean(log.values) == pytest.approx(log.headline.value)


def test_run_and_settings_are_taken_from_the_header(tmp_path: Path) -> None:
    log = read_samples(tmp_path, [sample("a", "C")])
    assert log.run == "2026-01-02T01:04:05+00:00"
    settings = {"generate_config": '{"temperature": 0.5}', "model_args": '{"device": "cpu"}'}
    assert log.model_metadata == settings
    assert (log.model, log.task, log.format) == ("lab/one", "sums", "inspect")


def rubric(item: str, value: Any) -> dict[str, Any]:
    """Return a sample with a score that is an object."""
    return sample(item, value, scorer="rubric")


def test_default_key_is_the_one_that_marks_right_and_wrong(tmp_path: Path) -> None:
    named = [rubric("a", {"length": 1, "correct": 0}), rubric("b", {"length": 7, "correct": 1})]
    assert read_samples(tmp_path, named).score == "rubric/correct"
    marks = [rubric("a", {"length": 1, "solved": "C"}), rubric("b", {"length": 7, "solved": "I"})]
    log = read_samples(tmp_path, [*marks, rubric("c", math.nan), rubric("d", 3)])
    assert (log.score, log.notes[0].code) == ("rubric/solved", "score_chosen")
    assert log.kinds == ("scored", "scored", "unscored", "unparsed")
    assert np.isnan(log.values[2:]).all()
    free = [rubric("a", {"length": 5, "depth": 3})]
    with pytest.raises(InputError, match="its scores are 'rubric/length', 'rubric/depth'; choose"):
        read_samples(tmp_path, free)


def test_scores_that_are_texts_are_none_and_said(tmp_path: Path) -> None:
    log = read_samples(tmp_path, [sample("a", "blue"), sample("b", [1, 0])])
    assert (log.items, log.scores, log.score) == ((), (), "")
    assert [note.code for note in log.notes] == ["no_single_score"]


def test_a_run_in_which_nothing_was_scored_keeps_its_rows(tmp_path: Path) -> None:
    log = read_samples(tmp_path, [sample("a", error="x"), sample("b", math.nan)])
    assert (log.score, log.kinds) == ("match", ("error", "unscored"))
    assert np.isnan(log.values).all()
    assert read_samples(tmp_path, []).notes[0].code == "no_samples"


@pytest.mark.parametrize(
    "failed",
    [
        sample("a", error="late"),
        sample("a", "I", error="late"),
        sample("a", limit="time"),
        sample("a", math.nan),
        sample("a"),
    ],
)
def test_samples_that_failed_and_were_run_again_count_once(
    tmp_path: Path, failed: dict[str, Any]
) -> None:
    log = read_samples(tmp_path, [failed, sample("b", "I"), sample("a", "C")])
    assert log.items == ("a", "b")
    assert list(log.values) == [1.0, 0.0]
    assert [note.code for note in log.notes] == ["superseded_samples"]


def test_samples_that_were_scored_twice_are_both_handed_on(tmp_path: Path) -> None:
    twice = [sample("a", "I"), sample("b", "I"), sample("a", "C"), sample("a", error="x")]
    log = read_samples(tmp_path, twice, results=results(0.5))
    assert (log.items, log.repeats) == (("a", "a", "a", "b"), (0, 0, 0, 0))
    assert log.kinds == ("scored", "scored", "error", "scored")
    np.testing.assert_array_equal(log.values, [0.0, 1.0, np.nan, 0.0])
    assert not log.notes
    assert log.headline is not None


def test_the_name_of_a_scorer_stands_for_its_default_key(tmp_path: Path) -> None:
    both = {"match": {"value": "C"}, "rubric": {"value": {"length": 3, "solved": 1}}}
    samples = [sample("a") | {"scores": both}]
    log = read_samples(tmp_path, samples, "rubric")
    assert (log.score, log.scores[0]) == ("rubric/solved", "match")
    assert [note.code for note in log.notes] == ["score_chosen"]
    assert read_samples(tmp_path, samples, "rubric/solved").notes == ()
    assert read_samples(tmp_path, samples, "rubric/length").values.tolist() == [3.0]
    with pytest.raises(InputError, match="no score 'judge'; its scores are 'match'"):
        read_samples(tmp_path, samples, "judge")
    free = [sample("a") | {"scores": {"rubric": {"value": {"length": 3, "depth": 5}}}}]
    with pytest.raises(InputError, match="'rubric/length', 'rubric/depth'; choose one"):
        read_samples(tmp_path, free, "rubric")


def test_only_the_mean_over_even_repeats_is_compared(tmp_path: Path) -> None:
    even = [sample("a", "C"), sample("a", "I", epoch=2)]
    most = results(1.0, reducer="at_least_1")["scores"] + results(0.5, reducer="mean")["scores"]
    log = read_samples(tmp_path, even, results={"scores": most})
    assert log.headline is not None
    assert log.headline.value == 0.5
    only = read_samples(tmp_path, even, results=results(1.0, reducer="max"))
    assert only.headline is None
    uneven = read_samples(tmp_path, [*even, sample("b", "C")], results=results(0.75))
    assert uneven.headline is None
    assert [note.code for note in uneven.notes] == ["headline_not_compared"]


def test_choices_make_the_question_and_the_target_whatever_their_order(tmp_path: Path) -> None:
    pick: dict[str, Any] = {"input": "Which?", "target": "A", "choices": ["red", "blue"]}
    turned: dict[str, Any] = {"input": "Which?", "target": "B", "choices": ["blue", "red"]}
    other: dict[str, Any] = {"input": "Which?", "target": "A", "choices": ["red", "green"]}
    log = read_samples(tmp_path, [sample(i, "C", **p) for i, p in enumerate([pick, turned, other])])
    assert log.texts[0] == log.texts[1] != log.texts[2]
    assert log.targets[0] == log.targets[1] == log.targets[2]


def test_what_summaries_cut_or_lack_is_read_from_the_samples(tmp_path: Path) -> None:
    text, steps = "long " * 2000, [{"solver": "multiple_choice"}]
    image = [{"role": "user", "content": [{"type": "image", "image": "attachment://key"}]}]
    whole = [
        sample("a", "C", input=text, choices=["x", "y"], target="B"),
        sample("b", "C", input=image, choices=["x"], attachments={"key": "data:,1"}),
        sample("c", "C", input="Short?", choices=["x"]),
    ]
    cut = [{k: v for k, v in one.items() if k not in {"choices", "attachments"}} for one in whole]
    cut[0]["input"] = text[:5120] + "...\n(content truncated)"
    cut[1]["input"] = [{"role": "user", "content": [{"type": "text", "text": "(Image)"}]}]
    head = header(plan={"steps": steps})
    members = {"header.json": head, "summaries.json": cut}
    members |= {f"samples/{one['id']}_epoch_1.json": one for one in whole}
    full = read_samples(tmp_path, whole, as_json=True)
    data = {name: json.dumps(member).encode() for name, member in members.items()}
    log = read_bytes(tmp_path, zipped(data))
    assert (log.texts, log.targets) == (full.texts, full.targets)
    assert len(set(log.texts)) == 3
    del data["samples/a_epoch_1.json"]
    assert read_bytes(tmp_path, zipped(data)).texts[0] == ""


def test_summaries_may_be_missing_altogether(tmp_path: Path) -> None:
    data = {
        "_journal/start.json": json.dumps(header()).encode(),
        "samples/x/y_epoch_1.json": json.dumps(sample("x/y", "C")).encode(),
        "samples/z_epoch_2/sample.json": json.dumps(sample("z", "I", epoch=2)).encode(),
        "samples/z_epoch_2/events/0.json": b"[]",
    }
    log = read_bytes(tmp_path, zipped(data))
    assert (log.items, log.repeats, list(log.values)) == (("x/y", "z"), (0, 1), [1.0, 0.0])
