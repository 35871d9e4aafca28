"""Several logs of one model: copies, truncated and older runs, repetitions."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from made_logs import codes, made_log, said, shuffled_rows
from parallaxis.align import align
from parallaxis.analyses.repeated_runs import repeated_runs
from parallaxis.cautions import Caution
from parallaxis.errors import InputError
from parallaxis.logs import Headline, Log

nan = np.nan
OLD = made_log("a", [1, 0, 1], source="old.jsonl", run="2024-01-01")
NEW = made_log("a", [0, 0, 1], source="new.jsonl", run="2024-02-01")
SHORT = made_log("a", [0, 1], source="short.jsonl", run="2024-03-01")
OTHER = made_log("b", [1, 1, 0])


def test_the_newest_full_run_is_used_and_the_others_named() -> None:
    found = align([NEW, OTHER, SHORT, OLD])
    np.testing.assert_array_equal(found.board.values, [[0, 0, 1], [1, 1, 0]])
    assert {(one.source, one.what) for one in found.report.set_aside} == {
        ("old.jsonl", "superseded"), ("short.jsonl", "truncated"),
    }  # fmt: skip
    assert "'short.jsonl'" in said(found, "truncated_runs")
    assert "'old.jsonl'" in said(found, "superseded_runs")
    assert found.board.metadata("model", "run") is None
    assert "truncated" not in codes(found)
    assert found.board.provenance.sources == ("b.jsonl", "new.jsonl")
    assert found.report.sources == ("b.jsonl", "new.jsonl", "old.jsonl", "short.jsonl")


def test_all_full_runs_are_rows_of_their_own() -> None:
    found = align([NEW, OTHER, SHORT, OLD], runs="all")
    assert found.board.models == ("a#1", "a#2", "b")
    assert found.board.metadata("model", "run") == ["1", "2", None]
    np.testing.assert_array_equal(found.board.values, [[1, 0, 1], [0, 0, 1], [1, 1, 0]])
    (group,) = repeated_runs(found.board)
    assert (group.model, group.rows) == ("a", (0, 1))
    assert (found.report.n_models, found.report.n_rows) == (2, 3)


def test_a_run_that_scored_nothing_is_no_full_run() -> None:
    crashed = made_log("a", [nan] * 3, source="crashed.jsonl", run="2024-09-01")
    found = align([OLD, OTHER, crashed])
    np.testing.assert_array_equal(found.board.values[0], OLD.values)


def test_copies_are_dropped_whatever_the_order_of_their_rows() -> None:
    copy = replace(shuffled_rows(NEW, 3), source="copy/new.jsonl")
    found = align([NEW, copy, OTHER], runs="all")
    assert found.board.models == ("a", "b")
    (aside,) = found.report.set_aside
    assert (aside.source, aside.what) == ("copy/new.jsonl", "copied")
    assert aside.why == "its rows are those of new.jsonl"
    assert "1 run that repeat" in said(found, "copied_runs")


def test_runs_of_other_times_that_agree_are_repetitions_when_all_are_wanted() -> None:
    again = replace(NEW, source="again.jsonl", run="2024-05-01")
    assert align([NEW, again], runs="all").board.models == ("a#1", "a#2")
    assert align([NEW, again]).report.set_aside[0].what == "superseded"


def test_runs_without_times_are_said() -> None:
    found = align([replace(OLD, run=""), replace(NEW, run=""), OTHER])
    assert "such as old.jsonl, used for new.jsonl" in said(found, "runs_undated")


def test_names_of_runs_are_no_times() -> None:
    first = replace(OLD, run="run2", source="run2.json")
    second = replace(NEW, run="run10", source="run10.json")
    found = align([first, second, OTHER])
    assert "such as run10.json, used for run2.json" in said(found, "runs_undated")
    stated = replace(first, headline=Headline(2 / 3, "results.json"))
    found = align([stated, second, OTHER])
    assert "such as run2.json, used for run10.json" in said(found, "runs_undated")
    dated = [replace(OLD, run="20240301_a"), replace(NEW, run="20240302_b")]
    assert "runs_undated" not in codes(align([*dated, OTHER]))


def test_logs_that_share_no_item_are_parts_and_no_runs() -> None:
    ver = made_log("a", [1, 0], items=["v1", "v2"], source="ver/a.json", run="2024-02-01")
    lite = made_log("a", [0, 1], items=["l1", "l2"], source="lite/a.json", run="2024-01-01")
    whole = made_log("b", [1, 1, 0, 0], items=["v1", "v2", "l1", "l2"], source="all/b.json")
    found = align([ver, whole, lite])
    assert found.board.items == ("l1", "l2", "v1", "v2")
    np.testing.assert_array_equal(found.board.values, [[0, 1, 1, 0], [0, 0, 1, 1]])
    assert found.report.set_aside == ()
    assert codes(found) == {"disjoint_parts"}
    assert "('lite/a.json', 'ver/a.json')" in said(found, "disjoint_parts").replace("such as ", "")


def test_parts_have_runs_of_their_own() -> None:
    items = {"v": ["v1", "v2"], "l": ["l1", "l2"]}
    logs = [
        made_log("a", [n, 1 - n], items=items[part], source=f"{part}{n}.json", run=f"2024-01-0{n}")
        for part in items
        for n in (1, 2)
    ]
    logs[1], logs[3] = (replace(log, values=np.array([0.0, 0.0])) for log in (logs[1], logs[3]))
    newest = align(logs)
    np.testing.assert_array_equal(newest.board.values, [[0, 0, 0, 0]])
    assert {one.source for one in newest.report.set_aside} == {"v1.json", "l1.json"}
    both = align(logs, runs="all")
    assert both.board.models == ("a#1", "a#2")
    np.testing.assert_array_equal(both.board.values, [[1, 0, 1, 0], [0, 0, 0, 0]])
    assert "truncated" not in codes(both)


def test_shards_that_repeat_an_item_to_be_of_one_length_are_parts() -> None:
    names = [f"q-of-{n}" for n in range(40)]
    answers = [float(n % 3 == 0) for n in range(40)]
    first = made_log("a", answers[:21], items=names[:21], source="0.jsonl", run="2024-01-01")
    second = made_log("a", answers[20:], items=names[20:], source="1.jsonl", run="2024-01-02")
    whole = made_log("b", answers, items=names)
    found = align([first, second, whole])
    np.testing.assert_array_equal(found.board.values[0], answers)
    assert "disjoint_parts" in codes(found)
    other = replace(second, values=1.0 - second.values)
    assert [one.what for one in align([first, other, whole]).report.set_aside] == ["truncated"]


def test_models_that_answered_other_items_stay_one_task() -> None:
    a = made_log("a", [1, 0], items=["x", "y"])
    b = made_log("b", [1, 0], items=["z", "w"])
    found = align([a, b])
    assert len(found.report.tasks) == 1
    assert "disjoint_parts" not in codes(found)


def test_rows_that_are_only_counted_are_no_parts() -> None:
    counted: dict[str, Any] = {"identity": "position", "texts": False}
    a = made_log("a", [1, 0], items=["0", "1"], **counted, source="1.json", run="2024-01-01")
    again = made_log("a", [1, 1], items=["2", "3"], **counted, source="2.json", run="2024-01-02")
    assert [one.what for one in align([a, again]).report.set_aside] == ["superseded"]


def test_runs_with_other_settings_are_said() -> None:
    peft = replace(NEW, model_metadata={"model_args": "peft=x"})
    assert "settings differ" in said(align([OLD, peft, OTHER]), "settings_differ")


def epochs(model: str, rows: dict[str, list[float]]) -> Log:
    """Return a log whose items have repetitions."""
    cells = [(item, n, v) for item, values in rows.items() for n, v in enumerate(values)]
    items, repeats, values = zip(*cells, strict=True)
    return made_log(model, values, items=items, repeats=repeats)


def test_repetitions_within_a_log_are_kept_and_missing_ones_left_missing() -> None:
    a = epochs("a", {"x": [1, 0, 1], "y": [0, 0]})
    b = epochs("b", {"x": [1], "y": [1]})
    found = align([a, b])
    assert found.board.models == ("a#1", "a#2", "a#3", "b")
    np.testing.assert_array_equal(found.board.values, [[1, 0], [0, 0], [1, nan], [1, 1]])
    assert found.board.metadata("model", "run") == ["1", "2", "3", None]


def test_repetitions_of_one_task_do_not_spread_to_another() -> None:
    a = epochs("a", {"x": [1, 0], "y": [0, 0]})
    once = replace(made_log("a", [1, 1], source="u.jsonl"), task="u")
    found = align([a, once])
    assert found.board.models == ("a#1", "a#2")
    np.testing.assert_array_equal(found.board.values, [[1, 0, 1, 1], [0, 0, nan, nan]])


def test_truncated_models_keep_their_answers_and_miss_the_rest() -> None:
    full = [made_log(m, [1, 0, 1, 1]) for m in "abc"]
    found = align([*full, made_log("d", [1, 0])])
    assert "'d: 2 of 4 in d.jsonl'" in said(found, "truncated")
    np.testing.assert_array_equal(found.board.values[3], [1, 0, nan, nan])
    planned = align([made_log("a", [1, 0], planned=100)])
    assert "2 of 100" in said(planned, "truncated")
    half = align([made_log("a", [1, 0, 1]), made_log("b", [1, 0, 1]), made_log("c", [1] * 4)])
    assert "truncated" not in codes(half)


def test_rows_that_come_again() -> None:
    log = made_log(
        "a",
        [1, 1, nan, 0, 1, 0],
        items=["copy", "copy", "retry", "retry", "clash", "clash"],
        kinds=("scored", "scored", "error", "scored", "scored", "scored"),
    )
    found = align([log, made_log("b", [1, 1, 1], items=["copy", "retry", "clash"])])
    assert found.board.items == ("clash", "copy", "retry")
    np.testing.assert_array_equal(found.board.values[0], [nan, 1, 0])
    text = said(found, "repeated_rows")
    assert "1 rows that repeat another row and 1 failed tries" in text
    assert "'clash'" in said(found, "contradicting_rows")


def test_two_scores_of_one_task_are_refused() -> None:
    norm = made_log("b", [1, 0], score="acc_norm", scores=("acc", "acc_norm"))
    with pytest.raises(InputError, match=r"a\.jsonl and b\.jsonl: hold different scores.*'acc'"):
        align([made_log("a", [1, 0]), norm])
    strict = made_log("a", [1, 0], score="exact_match,strict-match")
    loose = made_log("b", [1, 0], score="exact_match,flexible-extract")
    with pytest.raises(InputError, match="hold different scores"):
        align([strict, loose])
    unnamed = made_log("b", [1, 0], score="exact_match")
    assert "scores_differ" in codes(align([strict, unnamed]))
    plain = made_log("b", [1, 0], score="acc,none")
    assert codes(align([made_log("a", [1, 0]), plain])) == set()


def test_directions_that_differ_are_said() -> None:
    a, b = made_log("a", [2.5, 0]), made_log("b", [1.5, 0], higher_is_better=False)
    found = align([a, b])
    assert "1 of 2 logs" in said(found, "direction_differs")
    assert found.board.metadata("item", "higher_is_better") == [False, False]


def test_a_newer_run_of_which_less_than_half_failed_is_used() -> None:
    kinds = ["scored", "scored", "timeout"]
    newer = made_log("a", [1, 1, 0], source="new.jsonl", run="2024-09-01", kinds=kinds)
    found = align([OLD, OTHER, newer])
    assert found.board.values[0].tolist() == [1, 1, 0]
    assert [(one.source, one.what) for one in found.report.set_aside] == [
        (OLD.source, "superseded")
    ]


def test_a_newer_run_that_failed_for_the_most_part_takes_no_place() -> None:
    kinds = ("scored", "error", "error")
    failed = made_log("a", [1, nan, nan], source="new.jsonl", run="2024-09-01", kinds=kinds)
    found = align([OLD, OTHER, failed])
    np.testing.assert_array_equal(found.board.values[0], OLD.values)
    (aside,) = found.report.set_aside
    assert (aside.what, aside.why) == ("unfinished", "1 of its answers were scored, of another 3")
    assert "'new.jsonl'" in said(found, "unfinished_runs")


@pytest.mark.parametrize("code", ["run_invalidated", "run_not_finished"])
def test_a_newer_run_that_is_not_to_be_used_takes_no_place(code: str) -> None:
    bad = replace(NEW, notes=(Caution(code, "x"),))
    found = align([OLD, OTHER, bad])
    np.testing.assert_array_equal(found.board.values[0], OLD.values)
    assert [one.what for one in found.report.set_aside] == ["unfinished"]
    alone = align([bad, OTHER])
    np.testing.assert_array_equal(alone.board.values[0], NEW.values)


def test_logs_that_number_other_questions_alike_are_parts() -> None:
    rows = {name: [f"{name} {n}" for n in range(3)] for name in ("val", "test")}
    logs = [
        made_log(model, values, items=["0", "1", "2"], texts=rows[part], source=f"{part}/{model}")
        for model, values in (("a", [1, 0, 1]), ("b", [1, 1, 0]))
        for part in rows
    ]
    found = align(logs)
    assert found.board.values.shape == (2, 6)
    assert found.board.n_missing == 0
    assert {"disjoint_parts", "ids_disagree"} <= codes(found)


def test_a_model_that_is_named_like_a_run_of_another_keeps_its_name() -> None:
    twice = epochs("m", {"x": [1, 0], "y": [0, 0]})
    other = made_log("m#1", [1, 1], items=["x", "y"])
    assert align([twice, other]).board.models == ("m run 1", "m run 2", "m#1")


def test_items_of_tasks_whose_names_run_into_one_another_are_told_apart() -> None:
    logs = [
        made_log("a", [1, 0], items=["y/q0", "q1"], task="x", source="1"),
        made_log("a", [1, 0], items=["q0", "q2"], task="x/y", source="2"),
    ]
    assert align(logs).board.items == ("x / q1", "x / y/q0", "x/y / q0", "x/y / q2")
