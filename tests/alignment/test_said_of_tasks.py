"""What is said where versions of a task differ, names differ in spelling, or tasks overlap."""

from dataclasses import replace

from made_logs import codes, made_log, said
from parallaxis.align import align


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
