"""What is said where versions of a task differ, names differ in spelling, or tasks overlap."""

from dataclasses import replace

import numpy as np
import pytest

from made_logs import codes, made_log, said
from parallaxis.align import align
from parallaxis.errors import InputError


def test_versions_of_a_task_that_differ_are_named() -> None:
    logs = [made_log(name, [1, 0], version="v1") for name in "abc"]
    assert "versions_differ" not in codes(align(logs))
    logs[1] = replace(logs[1], version="v2")
    text = said(align(logs), "versions_differ")
    assert "'v1' in 'a.jsonl', 'c.jsonl'; 'v2' in 'b.jsonl'" in text


def test_versions_of_other_formats_or_unknown_ones_are_not_compared() -> None:
    one = made_log("a", [1, 0], version="v1")
    other = made_log("b", [1, 0], version="hash", format="other")
    silent = made_log("c", [1, 0])
    assert "versions_differ" not in codes(align([one, other, silent]))


def test_names_that_differ_in_spelling_are_named() -> None:
    logs = [made_log(name, [1, 0]) for name in ("org/Chat-1B", "org__chat-1b", "org/chat-1b-it")]
    text = said(align(logs), "similar_names")
    assert text.startswith("'org/Chat-1B', 'org__chat-1b' may be one model")
    assert "similar_names" not in codes(align(logs[1:]))


def test_tasks_that_ask_the_same_questions_are_named() -> None:
    one = made_log("a", [1, 0, 1, 1])
    same = replace(made_log("a", [1, 0, 1], source="u.jsonl"), task="u")
    text = said(align([one, same]), "tasks_share_questions")
    assert "task 't' and task 'u': 3 of 3" in text
    silent = replace(made_log("a", [1, 0, 1], source="u.jsonl", texts=False), task="u")
    assert "tasks_share_questions" not in codes(align([one, silent]))


def test_models_without_a_common_item_are_named() -> None:
    logs = [made_log(name, [1, 0, 1]) for name in "ab"]
    alone = made_log("c", [1, 0, 1], items=["x", "y", "z"])
    text = said(align([*logs, alone]), "no_shared_items")
    assert text.startswith("Task 't': 1 of 3 models share no item with any other ('c')")
    assert "no_shared_items" not in codes(align(logs))


def test_percent_and_fractions_of_one_task_are_refused_or_named() -> None:
    fraction = made_log("a", [1, 0, 1, 1, 0])
    percent = made_log("b", [100, 0, 0, 100, 0])
    with pytest.raises(InputError, match=r"^b\.jsonl and a\.jsonl: scores .* go up to 100"):
        align([fraction, percent])
    graded = made_log("c", [55.5, 20, 80, 10, 60])
    assert "up to 1: 'a.jsonl'" in said(align([fraction, graded]), "units_differ")
    few = made_log("d", [0, 1, 1, 0])
    assert "units_differ" not in codes(align([few, graded]))


def test_a_model_that_failed_everywhere_is_a_row_without_scores() -> None:
    scored = made_log("a", [1, 0, 1])
    failed = made_log("b", [np.nan] * 3, score="", scores=(), kinds=("error",) * 3)
    found = align([failed, scored])
    np.testing.assert_array_equal(found.board.values, [[1, 0, 1], [np.nan] * 3])
    assert found.report.kinds == {"error": (0, 3)}
    wrong = align([failed, scored], errors="wrong")
    np.testing.assert_array_equal(wrong.board.values[1], [0, 0, 0])
    with pytest.raises(InputError, match=r"^3 answers were not properly scored"):
        align([failed, scored], errors="refuse")


def test_models_that_no_task_links_are_named() -> None:
    logs = [replace(made_log(name, [1, 0]), task=task) for name, task in (("a", "t"), ("b", "u"))]
    text = said(align(logs), "models_unlinked")
    assert "2 groups that have no item in common ('a'; 'b')" in text
    bridge = replace(made_log("a", [1, 1], source="u/a"), task="u")
    assert "models_unlinked" not in codes(align([*logs, bridge]))


def test_models_of_one_task_that_no_chain_of_items_links_are_said() -> None:
    chain = [
        made_log("a", [1, 0], items=["p", "q"]),
        made_log("b", [1, 0], items=["q", "r"]),
        made_log("c", [1, 0], items=["r", "s"]),
    ]
    assert "models_unlinked" not in codes(align(chain))
    apart = [*chain, *(made_log(name, [1, 0], items=["x", "y"]) for name in "de")]
    text = said(align(apart), "models_unlinked")
    assert "2 groups that have no item in common ('a', 'b', 'c'; 'd', 'e')" in text
