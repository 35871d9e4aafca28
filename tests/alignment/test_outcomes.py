"""What failed answers count as, lists of passes, and headline figures."""

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from made_logs import codes, made_log, said
from parallaxis.align import align
from parallaxis.cautions import Caution
from parallaxis.errors import InputError, MissingDataError
from parallaxis.intake_report import Outcome
from parallaxis.jsonable import dumps
from parallaxis.logs import Headline, Log

nan = np.nan
KINDS = ("scored", "error", "timeout", "unparsed", "not_run")


def failing(**settings: Any) -> Log:
    """Return a log with a row of each of five kinds."""
    return made_log("a", [1, nan, 0, 0, nan], kinds=KINDS, **settings)


@pytest.mark.parametrize(
    ("errors", "expected"),
    [
        ("harness", [1, nan, 0, 0, nan]),
        ("missing", [1, nan, nan, nan, nan]),
        ("wrong", [1, 0, 0, 0, nan]),
    ],
)
def test_what_failed_answers_count_as(errors: str, expected: list[float]) -> None:
    found = align([failing(), made_log("b", [1, 0, 1, 0, 1])], errors=errors)  # type: ignore[arg-type]  # of the cases
    np.testing.assert_array_equal(found.board.values[0], expected)
    assert {one.kind for one in found.report.outcomes} == set(KINDS[1:])


def test_failed_answers_are_counted_by_kind() -> None:
    report = align([failing()]).report
    assert report.outcomes[:2] == (
        Outcome("a", "error", 1, 0, 1),
        Outcome("a", "timeout", 1, 1, 0),
    )
    assert report.kinds["unparsed"] == (1, 0)
    assert report.kinds["not_run"] == (0, 1)


def test_failed_answers_can_be_refused() -> None:
    with pytest.raises(
        InputError, match=r"4 answers .*'item-of-1' of 'a' in a\.jsonl: error;.*1 m"
    ):
        align([failing()], errors="refuse")


@pytest.mark.parametrize(
    "settings", [{"bounds": (1.0, 10.0), "score": "judge"}, {"higher_is_better": False}]
)
def test_wrong_is_refused_where_zero_is_not_the_worst(settings: dict[str, Any]) -> None:
    log = made_log("a", [1, nan, 2], **settings)
    with pytest.raises(InputError, match=r"a\.jsonl: 1 answers .*errors='missing'"):
        align([log], errors="wrong")
    assert align([log], errors="missing").board.n_missing == 1


def test_a_scored_row_without_a_score_is_unscored() -> None:
    log = made_log("a", [1, nan], kinds=("scored", "scored"))
    assert align([log]).report.outcomes == (Outcome("a", "unscored", 1, 0, 1),)


def passes(items: list[str], planned: int | None) -> Log:
    """Return a list of what was solved."""
    note = Caution("passes_only", "p.json: lists passes.")
    return made_log(
        "p", [1.0] * len(items), items=items, texts=False, planned=planned, notes=(note,)
    )


def test_failed_answers_of_all_tasks_are_counted_before_they_are_refused() -> None:
    logs = [made_log("a", [1, np.nan, np.nan, 0], task=task, source=task) for task in "tu"]
    with pytest.raises(InputError, match=r"^4 answers were not properly scored"):
        align(logs, errors="refuse")


def test_logs_without_a_task_are_of_the_one_task_of_their_harness() -> None:
    named = made_log("a", [1, 0], task="lite")
    silent = made_log("b", [1, 1], task="")
    assert [task.task for task in align([named, silent]).report.tasks] == ["lite"]
    stranger = made_log("c", [1, 1], task="", items=["x", "y"])
    assert [task.task for task in align([named, stranger]).report.tasks] == ["", "lite"]
    second = made_log("d", [1, 0], task="verified")
    assert len(align([named, second, silent]).report.tasks) == 3


def test_what_a_list_of_passes_leaves_out_is_zero_where_all_items_are_known() -> None:
    items = ["django-7", "flask-2", "sympy-1"]
    whole = made_log("b", [0, 1, 0], items=items, texts=False)
    found = align([whole, passes(["sympy-1"], 3)])
    np.testing.assert_array_equal(found.board.values[1], [0, 0, 1])
    assert found.report.outcomes == (Outcome("p", "unscored", 2, 2, 0),)
    assert "the other 2 of their answers count as 0" in said(found, "complement_counted")
    missing = align([whole, passes(["sympy-1"], 3)], errors="missing")
    np.testing.assert_array_equal(missing.board.values[1], [nan, nan, 1])


def test_a_list_of_passes_is_refused_where_items_are_not_known() -> None:
    whole = made_log("b", [0, 1], items=["django-7", "flask-2"], texts=False)
    with pytest.raises(InputError, match=r"p\.jsonl: .* no other log says which items"):
        align([passes(["flask-2"], 3)])
    with pytest.raises(InputError, match=r"p\.jsonl: .* out of 3, but b\.jsonl .* 2 items"):
        align([whole, passes(["flask-2"], 3)])
    with pytest.raises(InputError, match="out of an unknown number"):
        align([whole, passes(["flask-2"], None)])
    with pytest.raises(InputError, match="do not have 'x-1'"):
        align([whole, passes(["x-1"], 2)])


def test_headlines_are_computed_again() -> None:
    right = made_log("a", [1, 0, 1, 1], headline=Headline(0.75, "a_results.json"))
    percent = made_log("b", [1, 0, 0, 1], headline=Headline(50.0, "b_results.json"))
    wrong = made_log("c", [1, 0, 0, 0], headline=Headline(52.8, "c_results.json"))
    found = align([right, percent, wrong, made_log("d", [1, 1, 1, 0])])
    assert [check.agrees for check in found.report.headlines] == [True, True, False]
    text = said(found, "headline_differs")
    assert "c_results.json: states 52.8" in text
    assert "the answers in c.jsonl come to 0.25" in text


def test_headlines_of_logs_that_are_left_out_are_checked_too() -> None:
    new = made_log("a", [1, 0], run="2", source="n", headline=Headline(0.5, "n"))
    old = made_log("a", [1, 1], run="1", source="o", headline=Headline(0.25, "o"))
    found = align([new, old])
    assert [check.log for check in found.report.headlines] == ["n", "o"]
    assert "o: states 0.25" in said(found, "headline_differs")


def test_answer_keys_that_differ_are_named() -> None:
    keys = [("A", "B", "C"), ("A", "B", "C"), ("A", "D", "C")]
    logs = [made_log(m, [1, 0, 1], targets=key) for m, key in zip("abc", keys, strict=True)]
    text = said(align(logs), "answer_key_differs")
    assert "1 of 3 items" in text
    assert "'item-of-1'" in text
    assert "'c.jsonl' differ from most" in text


def test_right_answers_show_that_names_do_not_mean_the_same() -> None:
    values, names = [1, 0, 1, 1, 0, 1], ["ape", "bee", "cat", "dog", "eel", "fox"]
    keys = ("A", "B", "C", "D", "A", "B")
    a = made_log("a", values, items=names, texts=False, targets=keys)
    b = made_log("b", values, items=names, texts=False, targets=keys[1:] + keys[:1])
    with pytest.raises(
        InputError, match=r"a\.jsonl and b\.jsonl: have other right answers for 6 of"
    ):
        align([a, b])
    same = made_log("b", values, items=names, texts=False, targets=keys)
    assert "answer_key_differs" not in codes(align([a, same]))
    assert "answer_key_differs" in codes(align([a, b], join="id"))
    letters = replace(b, format="another harness")
    assert "answer_key_differs" not in codes(align([a, letters]))


def test_prompts_that_differ_are_named_with_their_models() -> None:
    usual, other = ("p0", "p1", "p2"), ("q0", "q1", "q2")
    logs = [made_log(m, [1, 0, 1], prompts=usual) for m in "abc"]
    found = align([*logs, made_log("shots", [0, 0, 1], prompts=other)])
    assert "1 of 4 models were sent other prompts" in said(found, "prompts_differ")
    assert "'shots'" in said(found, "prompts_differ")
    assert "prompts_differ" not in codes(align([*logs, made_log("z", [0, 0, 1])]))


def test_models_with_identical_answers_are_named() -> None:
    values = [1, 0, 1, 1, 0, 1]
    logs = [made_log("a", values), made_log("a copy", values), made_log("b", [1] * 6)]
    found = align([*logs, made_log("c", [1] * 6)])
    text = said(found, "identical_answers")  # rows of ones alone are passed over
    assert "'a', 'a copy' have identical answers on all 6 items" in text
    assert "'a copy.jsonl'" in text


def test_impossible_scores_and_names_are_refused_with_their_file() -> None:
    with pytest.raises(InputError, match=r"a\.jsonl: score inf of 'a' on item 'item-of-1'"):
        align([made_log("a", [1, np.inf])])
    with pytest.raises(InputError, match=r"outside \[0, 1\]"):
        align([made_log("a", [1, 2], bounds=(0.0, 1.0))])
    with pytest.raises(InputError, match=r"a\.jsonl: the item of row 2 has no name"):
        align([made_log("a", [1, 1], items=["x", " "])])
    with pytest.raises(InputError, match="half a character"):
        align([made_log("a", [1, 1], items=["x", "\ud800"])])
    with pytest.raises(MissingDataError, match=r"2 logs hold no answers .*'a\.jsonl'"):
        align([made_log("a", []), made_log("b", [])])
    with pytest.raises(InputError, match="errors is 'zero'"):
        align([made_log("a", [1])], errors="zero")  # type: ignore[arg-type]  # no such policy


def test_the_report_is_plain_data() -> None:
    report = align([failing(), made_log("b", [1, 0, 1, 0, 1])]).report
    written = json.loads(dumps(report))
    assert written["n_models"] == 2
    assert written["outcomes"][0]["kind"] == "error"
    assert written["tasks"][0]["joined_by"] == "id"


def test_scales_follow_bounds() -> None:
    judged = align([made_log("a", [1, 5], bounds=(1.0, 10.0))]).board
    assert (judged.scale, judged.bounds) == ("bounded", (1.0, 10.0))
    assert align([made_log("a", [1, 0], bounds=(0.0, 1.0))]).board.scale == "binary"
    assert align([made_log("a", [1, 0.5], bounds=(0.0, 1.0))]).board.scale == "bounded"
    mixed = align(
        [
            made_log("a", [1, 5], bounds=(1.0, 10.0)),
            made_log("a", [1, 0], bounds=(0.0, 1.0), task="u"),
        ]
    )
    assert mixed.board.scale == "real"
    assert "0 to 1, 1 to 10" in said(mixed, "bounds_differ")


def test_notes_of_many_files_are_cut_short() -> None:
    logs = [
        made_log(f"m{n}", [1, 0, n % 2], notes=(Caution("odd", f"m{n} is odd."),)) for n in range(9)
    ]
    texts = [note.text for note in align(logs).report.cautions if note.code == "odd"]
    assert len(texts) == 6
    assert texts[-1] == "4 more notes of this kind (odd)."


@pytest.mark.parametrize(("stated", "agrees"), [(0.7496, True), (0.749, False), (0.76, False)])
def test_headlines_agree_up_to_their_rounding(stated: float, agrees: bool) -> None:
    log = made_log("a", [1, 0, 1, 1], headline=Headline(stated, "a_results.json"))
    (check,) = align([log]).report.headlines
    assert check.agrees is agrees
