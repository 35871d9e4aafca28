"""Inspect logs as two versions wrote them, against the harness's own figures."""

import csv
import json
import math

import numpy as np
import pytest

from fixture_logs import fixtures, read_all
from parallaxis.errors import InputError
from parallaxis.io.harness.inspect_logs import READER
from parallaxis.logs import Log

COUNTS = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}


def of(logs: list[Log], folder: str) -> list[Log]:
    """Return the logs of one folder of the real ones."""
    found = [log for log in logs if log.source.rpartition("/")[0] == folder]
    assert found
    return found


def test_every_finished_log_comes_to_the_figure_of_its_results() -> None:
    logs = read_all(READER, fixtures("inspect"))
    assert len(logs) == 28
    without = {log.source.split("/")[1] for log in logs if log.headline is None}
    assert without == {"killed_no_header", "status_error"}
    for log in logs:
        if log.headline is not None:
            mean = np.nanmean(log.values)
            assert mean == pytest.approx(log.headline.value, abs=1e-12), log.source


@pytest.mark.parametrize("name", ["includes", "numeric", "rubric/correct", "rubric/length"])
def test_every_score_comes_to_its_own_figure(name: str) -> None:
    for log in read_all(READER, fixtures("inspect/eval/tiny_multi"), name):
        assert log.headline is not None
        assert log.values.mean() == pytest.approx(log.headline.value, abs=1e-12)


def expected_value(raw: str) -> float:
    """Return what a value counts; lists count 0, as in the accuracy of the harness."""
    value = json.loads(raw)
    counted = COUNTS[value] if isinstance(value, str) else value
    return 0.0 if isinstance(counted, list) else float(counted)


def test_every_row_is_the_one_of_the_long_table() -> None:
    root = fixtures("inspect")
    with (root / "expected_long.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["metric"]]
    for name in sorted({row["metric"] for row in rows}):
        mine = [row for row in rows if row["metric"] == name]
        folders = sorted({row["file"].split("/")[2] for row in mine})
        found = {
            (log.source, log.model, log.task, item, repeat): value
            for folder in folders
            for log in read_all(READER, root / "eval" / folder, name.replace(".", "/"))
            for item, repeat, value in zip(log.items, log.repeats, log.values, strict=True)
        }
        for row in mine:
            who = (row["file"].split("/")[3], row["model"], row["task"], row["item"])
            value = found.pop((*who, int(row["epoch"]) - 1))
            assert value == pytest.approx(expected_value(row["raw_value"]), nan_ok=True)
        assert all(math.isnan(value) for value in found.values())


def test_epochs_are_repeats_and_the_first_scorer_is_the_default() -> None:
    logs = read_all(READER, fixtures("inspect/eval/tiny_multi"))
    assert [log.model for log in logs] == ["mockllm/alpha", "mockllm/beta", "mockllm/gamma"]
    for log in logs:
        assert log.score == "includes"
        assert log.scores[1:] == ("numeric", "rubric/correct", "rubric/length", "rubric/hedged")
        assert sorted(set(log.repeats)) == [0, 1, 2]
        assert (len(log.items), len(set(log.items)), log.planned) == (24, 8, 8)


def test_archive_and_json_of_one_task_hold_the_same_questions() -> None:
    logs = read_all(READER, fixtures("inspect"))
    one = of(logs, "eval/tiny_letters")[0]
    for other in (*of(logs, "json/tiny_letters"), *of(logs, "json/old_0.3.60")):
        mine = dict(zip(one.items, zip(one.texts, one.targets, strict=True), strict=True))
        theirs = dict(zip(other.items, zip(other.texts, other.targets, strict=True), strict=True))
        assert mine == theirs


def test_numbers_given_after_shuffling_are_positions_with_texts() -> None:
    logs = read_all(READER, fixtures("inspect/eval/autoid_shuffle_misaligned"))
    assert {log.identity for log in logs} == {"position"}
    first, second, _ = logs
    assert first.items == second.items
    assert first.texts != second.texts
    assert sorted(first.texts) == sorted(second.texts)
    (named,) = read_all(READER, fixtures("inspect/eval/shuffled_limited"))
    assert (named.identity, len(named.items), named.planned) == ("id", 4, 8)
    assert {log.identity for log in read_all(READER, fixtures("inspect/eval/tiny_mc"))} == {"id"}


def test_errors_and_runs_that_stopped_are_told_and_left_missing() -> None:
    logs = read_all(READER, fixtures("inspect"))
    (tolerated,) = of(logs, "eval/errors_tolerated")
    assert [tolerated.items[i] for i in np.flatnonzero(np.isnan(tolerated.values))] == ["q2", "q5"]
    assert [kind for kind in tolerated.kinds if kind != "scored"] == ["error", "error"]
    (stopped,) = of(logs, "eval/status_error")
    assert stopped.kinds == ("scored", "scored", "scored", "error", "error")
    (killed,) = of(logs, "eval/killed_no_header")
    assert (killed.model, killed.task, killed.planned) == ("mockllm/killed", "tiny_letters", 8)
    assert (len(killed.items), set(killed.kinds)) == (6, {"scored"})
    assert [note.code for note in (*stopped.notes, *killed.notes)] == ["run_not_finished"] * 2


@pytest.mark.parametrize(
    "folder", ["eval/weird_scores_nan_bool_list", "json/weird_scores_nan_literal"]
)
def test_unscored_samples_and_lists_are_not_wrong_answers(folder: str) -> None:
    (log,) = of(read_all(READER, fixtures("inspect")), folder)
    kinds = ("unscored", "scored", "scored", "scored", "unscored", "unparsed")
    assert log.kinds == kinds
    assert log.items[0] == "cat/sub 0"
    np.testing.assert_array_equal(log.values, [np.nan, 1.0, 1.0, 0.5, np.nan, 0.0])


def test_a_score_that_is_not_there_lists_the_choices() -> None:
    with pytest.raises(InputError, match="no score 'f1'; its scores are 'includes', 'numeric'"):
        read_all(READER, fixtures("inspect/eval/tiny_multi"), "f1")


def test_inspect_itself_reads_the_same_scores() -> None:
    log_module = pytest.importorskip("inspect_ai.log")
    scorer = pytest.importorskip("inspect_ai.scorer")
    root = fixtures("inspect/eval")
    for mine in read_all(READER, root):
        theirs = log_module.read_eval_log(str(root / mine.source))
        counted = {
            (str(one.id), one.epoch - 1): scorer.value_to_float()(one.scores[mine.score].value)
            for one in theirs.samples
            if one.scores and mine.score in one.scores
        }
        rows = zip(mine.items, mine.repeats, mine.values, strict=True)
        for item, repeat, value in rows:
            assert value == pytest.approx(counted.get((item, repeat), math.nan), nan_ok=True)
        assert (mine.model, mine.task) == (theirs.eval.model, theirs.eval.task)
