"""Which rows of two logs are one question: by identifier, by text, or refused."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from made_logs import codes, made_log, said
from parallaxis.align import align
from parallaxis.errors import InputError

nan = np.nan


def test_identifiers_and_texts_that_agree_join_by_identifier() -> None:
    a = made_log("a", [1, 0, 1], items=["10", "9", "x"])
    b = made_log("b", [0, 1], items=["x", "10"])
    found = align([b, a])
    assert found.board.models == ("a", "b")
    assert found.board.items == ("9", "10", "x")
    np.testing.assert_array_equal(found.board.values, [[0, 1, 1], [nan, 1, 0]])
    assert found.report.tasks[0].joined_by == "id"
    assert codes(found) == {"truncated"}


def test_same_identifiers_of_other_questions_join_by_text() -> None:
    a = made_log("a", [1, 0, 0], items=["1", "2", "3"], texts=["one", "two", "three"])
    b = made_log("b", [1, 1, 0], items=["1", "2", "3"], texts=["two", "one", "three"])
    found = align([a, b])
    np.testing.assert_array_equal(found.board.values, [[1, 0, 0], [1, 1, 0]])
    assert found.report.tasks[0].joined_by == "text"
    assert "2 of 3 identifiers stand for other questions" in said(found, "ids_disagree")
    assert "a.jsonl and b.jsonl" in said(found, "ids_disagree")


def test_the_odd_one_out_is_named_second() -> None:
    logs = [made_log(m, [1, 0], items=["1", "2"], texts=["one", "two"]) for m in ("y", "z")]
    odd = made_log("a", [1, 0], items=["1", "2"], texts=["two", "one"])
    assert "such as y.jsonl and a.jsonl" in said(align([*logs, odd]), "ids_disagree")


def test_the_same_text_under_other_identifiers_is_one_question() -> None:
    a = made_log("a", [1, 0], items=["a1", "a2"], texts=["one", "two"])
    b = made_log("b", [0, 1], items=["b2", "b1"], texts=["two", "one"])
    c = made_log("c", [0, 0], items=["a1", "a2"], texts=["one", "two"])
    found = align([a, b, c])
    assert found.board.items == ("a1", "a2")
    np.testing.assert_array_equal(found.board.values, [[1, 0], [1, 0], [0, 0]])
    assert "'a1 and b1'" in said(found, "same_text_other_ids")


def test_a_revised_question_is_two_items() -> None:
    texts = ["one", "two", "three"]
    a = made_log("a", [1, 0, 1], items=["1", "2", "3"], texts=texts)
    b = made_log("b", [1, 0, 0], items=["1", "2", "3"], texts=texts)
    c = made_log("c", [1, 1, 0], items=["1", "2", "3"], texts=["one", "two, revised", "three"])
    found = align([a, b, c])
    assert len(found.board.items) == 4
    assert found.board.items[:2] == ("1", "2")
    assert found.board.items[2].startswith("2~")
    np.testing.assert_array_equal(
        found.board.values, [[1, 0, nan, 1], [1, 0, nan, 0], [1, nan, 1, 0]]
    )
    assert found.board.metadata("item", "id") == list(found.board.items)


def test_a_text_that_comes_twice_in_a_log_stays_two_items() -> None:
    twice = ["same", "same", "other"]
    a = made_log("a", [1, 0, 1], items=["1", "2", "3"], texts=twice)
    b = made_log("b", [0, 1, 1], items=["1", "2", "3"], texts=twice)
    found = align([a, b])
    assert found.report.tasks[0].joined_by == "id"
    np.testing.assert_array_equal(found.board.values, [[1, 0, 1], [0, 1, 1]])


def test_the_order_of_rows_of_one_text_proves_nothing() -> None:
    a = made_log("a", [1, 0, 1], items=["1", "2", "3"], texts=["same", "same", "other"])
    moved = made_log("b", [0, 1, 1], items=["7", "9", "8"], texts=["same", "other", "same"])
    found = align([a, moved])
    assert found.report.tasks[0].joined_by == "text"
    np.testing.assert_array_equal(found.board.values, [[1, 0, 1, nan, nan], [nan, nan, 1, 0, 1]])
    assert "2 rows of 'b.jsonl' have a text that several" in said(found, "repeated_texts")


def test_right_answers_tell_rows_of_one_text_apart() -> None:
    texts = ["same", "same", "other"]
    a = made_log("a", [1, 0, 1], items=["1", "2", "3"], texts=texts, targets=("A", "B", "C"))
    b = made_log("b", [0, 1, 1], items=["2", "1", "8"], texts=texts, targets=("A", "B", "C"))
    found = align([a, b])
    np.testing.assert_array_equal(found.board.values, [[1, 0, 1], [0, 1, 1]])
    assert "repeated_texts" not in codes(found)
    c = replace(b, targets=("B", "A", "C"))
    np.testing.assert_array_equal(align([a, c]).board.values, [[1, 0, 1], [1, 0, 1]])


def test_an_identifier_with_two_questions_in_one_log_is_two_items() -> None:
    log = made_log("a", [1, 0, 1], items=["1", "1", "2"], texts=["one", "uno", "two"])
    found = align([log])
    assert found.report.tasks[0].joined_by == "text"
    assert sorted(found.board.values[0].tolist()) == [0, 1, 1]
    other = made_log("b", [1], items=["3"], texts=["three"])
    assert align([log, other]).board.n_items == 4


def test_a_question_without_text_is_known_by_its_identifier() -> None:
    items = [str(n) for n in range(12)]
    texts = [f"q {n}" for n in range(11)] + [""]
    a, b = (made_log(m, [1] * 11 + [0], items=items, texts=texts) for m in "ab")
    found = align([a, b])
    assert (found.board.n_items, found.board.n_missing) == (12, 0)
    assert found.report.tasks[0].joined_by == "id"
    swapped = made_log("b", [1] * 11 + [0], items=items, texts=[texts[1], texts[0], *texts[2:]])
    found = align([a, swapped])
    assert (found.board.n_items, found.board.n_missing) == (12, 0)
    assert found.report.tasks[0].joined_by == "text"
    np.testing.assert_array_equal(found.board.values[:, 11], [0, 0])


def test_identifiers_whose_texts_have_nothing_in_common_are_refused() -> None:
    a = made_log("a", [1, 0], items=["1", "2"], texts=["one", "two"])
    b = made_log("b", [1, 0], items=["1", "2"], texts=["eins", "zwei"])
    with pytest.raises(InputError, match=r"a\.jsonl and b\.jsonl: .* pass join='id'"):
        align([a, b])
    found = align([a, b], join="id")
    assert found.board.items == ("1", "2")
    assert "joined by id" in said(found, "ids_disagree")


def test_positions_need_questions_when_there_are_two_files() -> None:
    a = made_log("a", [1, 0], items=["0", "1"], texts=False, identity="position")
    b = made_log("b", [0, 1], items=["0", "1"], texts=False, identity="position")
    with pytest.raises(InputError, match=r"a\.jsonl and b\.jsonl: .*does not hold the questions"):
        align([a, b])
    with pytest.raises(InputError, match="does not hold the questions"):
        align([a, b], join="id")
    one_file = made_log("b", [0, 1], items=["0", "1"], texts=False, identity="position",
                        source="a.jsonl")  # fmt: skip
    found = align([a, one_file])
    assert found.report.tasks[0].joined_by == "position"
    assert align([a]).board.shape == (1, 2)


def test_positions_are_checked_row_by_row_against_the_questions() -> None:
    a = made_log("a", [1, 0, 1], items=["0", "1", "2"], texts=["x", "y", "z"], identity="position")
    same = made_log("b", [0, 1], items=["0", "1"], texts=["x", "y"], identity="position")
    assert align([a, same]).report.tasks[0].joined_by == "position"
    moved = made_log(
        "b", [0, 1, 1], items=["0", "1", "2"], texts=["y", "x", "z"], identity="position"
    )
    found = align([a, moved])
    assert found.report.tasks[0].joined_by == "text"
    np.testing.assert_array_equal(found.board.values, [[1, 0, 1], [1, 0, 1]])
    other = made_log(
        "b", [0, 1, 1], items=["0", "1", "2"], texts=["u", "x", "w"], identity="position"
    )
    with pytest.raises(InputError, match=r"a\.jsonl and b\.jsonl|b\.jsonl and a\.jsonl"):
        align([a, other])


def test_texts_that_do_not_tell_rows_apart_prove_nothing() -> None:
    rows: dict[str, Any] = {"items": ["0", "1", "2"], "texts": ["Answer."] * 3}
    a, b = made_log("a", [1, 0, 1], **rows), made_log("b", [1, 1, 0], **rows)
    with pytest.raises(InputError, match=r"a\.jsonl and b\.jsonl: name the items .*only counts"):
        align([a, b])
    assert align([a, b], join="id").board.items == ("0", "1", "2")


def test_other_keys_and_prompts_show_that_names_do_not_mean_the_same() -> None:
    items = [f"case-of-{letter}" for letter in "abcdefghijklmnopqrst"]
    keys = tuple(f"key {item}" for item in items)
    other_keys = (*(f"other {item}" for item in items[:6]), *keys[6:])
    prompts, other_prompts = (tuple(f"{word} {item}" for item in items) for word in ("p", "q"))
    rows: dict[str, Any] = {"items": items, "texts": False}
    a = made_log("a", [1, 0] * 10, **rows, targets=keys, prompts=prompts)
    b = made_log("b", [1, 1] * 10, **rows, targets=other_keys, prompts=other_prompts)
    with pytest.raises(InputError, match=r"other right answers and prompts for 6 of the 20"):
        align([a, b])
    same_prompts = made_log("b", [1, 1] * 10, **rows, targets=other_keys, prompts=prompts)
    assert "answer_key_differs" in codes(align([a, same_prompts]))
    same_keys = made_log("b", [1, 1] * 10, **rows, targets=keys, prompts=other_prompts)
    assert "prompts_differ" in codes(align([a, same_keys]))


def test_names_alone_join_where_they_name_something() -> None:
    a = made_log("a", [1, 0], items=["django-1", "flask-2"], texts=False)
    b = made_log("b", [0, 1], items=["django-1", "flask-2"], texts=False)
    assert align([a, b]).report.tasks[0].joined_by == "id"


@pytest.mark.parametrize("names", [["0", "1", "2"], ["row_1", "row_2", "row_3"]])
def test_names_that_only_count_do_not_join_two_files(names: list[str]) -> None:
    a = made_log("a", [1, 0, 1], items=names, texts=False)
    b = made_log("b", [0, 1, 1], items=names, texts=False)
    with pytest.raises(InputError, match=r"a\.jsonl and b\.jsonl: .* only counts them.*join='id'"):
        align([a, b])
    assert align([a, b], join="id").board.shape == (2, 3)


def test_a_log_without_texts_is_not_proven_by_others() -> None:
    items = ["0", "1", "2"]
    a, b = made_log("a", [1, 0, 1], items=items), made_log("b", [0, 0, 1], items=items)
    bare = made_log("c", [1, 1, 0], items=items, texts=False)
    for logs in ([a, bare], [a, b, bare]):  # what 0, 1, 2 are in c is not in it
        with pytest.raises(InputError, match=r"c\.jsonl and a\.jsonl"):
            align(logs)
        assert align(logs, join="id").board.shape == (len(logs), 3)
    named = [replace(log, items=("p", "q", "r")) for log in (a, b, bare)]
    assert align(named).board.shape == (3, 3)
    moved = made_log("b", [0, 0, 1], items=items, texts=["text of 1", "text of 0", "text of 2"])
    with pytest.raises(InputError, match="stand for other questions"):
        align([a, moved, bare])


def test_joining_by_text_needs_texts() -> None:
    a, bare = made_log("a", [1, 0]), made_log("b", [1, 1], texts=False)
    with pytest.raises(InputError, match=r"b\.jsonl: does not hold the text of every question"):
        align([a, bare], join="text")
    b = made_log("b", [1, 1], items=["item-of-1", "item-of-0"])
    assert align([a, b], join="text").board.n_missing == 0


def test_items_of_several_tasks_stand_behind_their_task() -> None:
    logs = [
        made_log("a", [1, 0], items=["0", "1"], task="add"),
        made_log("a", [0.5, 0.25], items=["0", "1"], task="loss", higher_is_better=False),
    ]
    board = align(logs).board
    assert board.items == ("add/0", "add/1", "loss/0", "loss/1")
    assert board.metadata("item", "group") == ["add", "add", "loss", "loss"]
    assert board.metadata("item", "id") == ["0", "1", "0", "1"]
    assert board.metadata("item", "higher_is_better") == [True, True, False, False]
    own = [made_log("a", [1], items=["HumanEval/0"], task="HumanEval"), logs[0]]
    assert align(own).board.items == ("add/0", "add/1", "HumanEval/0")


def test_metadata_of_items_and_models_is_kept() -> None:
    a = made_log(
        "a", [1, 0], item_metadata={"group": ("x", ""), "id": ("k", "l")},
        model_metadata={"provider": "p", "run": "r"},
    )  # fmt: skip
    board = align([a, made_log("b", [0, 0])]).board
    assert board.metadata("item", "group") == ["x", None]
    assert board.metadata("item", "log_id") == ["k", "l"]
    assert board.metadata("model", "provider") == ["p", None]
    assert board.metadata("model", "run") is None


def test_counting_names_join_where_prompts_or_right_answers_agree_row_by_row() -> None:
    n = 20
    rows: dict[str, Any] = {"items": [str(i) for i in range(n)], "texts": False}
    prompts = tuple(f"prompt {i}" for i in range(n))
    keys = tuple(f"thing {i}" for i in range(n))
    a = made_log("a", [float(i % 2 == 0) for i in range(n)], **rows)
    b = made_log("b", [float(i % 3 == 0) for i in range(n)], **rows)
    with pytest.raises(InputError, match="only counts them"):
        align([a, b])
    columns: tuple[dict[str, Any], ...] = ({"prompts": prompts}, {"targets": keys})
    for column in columns:
        found = align([replace(log, **column) for log in (a, b)])
        assert found.board.n_items == n
        shifted = {name: cells[1:] + cells[:1] for name, cells in column.items()}
        with pytest.raises(InputError, match="only counts them"):
            align([replace(a, **column), replace(b, **shifted)])
        for k, close in ((1, True), (8, False)):  # of twenty rows that say other things
            cells = next(iter(column.values()))
            mixed: dict[str, Any] = {
                name: (*(f"other {i}" for i in range(k)), *cells[k:]) for name in column
            }
            given = [replace(a, **column), replace(b, **mixed)]
            if close:
                assert align(given).board.n_items == n
                continue
            with pytest.raises(InputError, match="only counts them"):
                align(given)
    few: dict[str, Any] = {"targets": tuple("AB"[i % 2] for i in range(n))}
    with pytest.raises(InputError, match="only counts them"):
        align([replace(log, **few) for log in (a, b)])


def test_documents_that_gained_a_field_join_where_prompts_agree_row_by_row() -> None:
    items = [str(i) for i in range(20)]
    prompts = tuple(f"prompt {item}" for item in items)
    texts = {name: [f"{name} {item}" for item in items] for name in ("old", "new")}
    logs = [
        made_log(
            model, [float(n % k == 0) for n in range(20)], items=items, texts=texts[kind],
            prompts=prompts,
        )
        for model, kind, k in (("a", "old", 2), ("b", "old", 3), ("c", "new", 2), ("d", "new", 5))
    ]  # fmt: skip
    found = align(logs)
    assert (found.board.n_items, found.board.n_missing) == (20, 0)
    assert "20 of 20 identifiers stand for other questions" in said(found, "ids_disagree")
    other = [replace(log, prompts=prompts[1:] + prompts[:1]) for log in logs[2:]]
    with pytest.raises(InputError, match="have the same identifiers but other texts"):
        align([*logs[:2], *other])


def test_a_log_with_texts_for_half_of_its_rows_is_no_log_with_texts() -> None:
    items = [str(i) for i in range(20)]
    texts = [f"text {i}" for i in range(20)]
    a = made_log("a", [1, 0] * 10, items=items, texts=texts)
    blank = {k: [*texts[:-k], *[""] * k] for k in (1, 10)}
    nearly = made_log("b", [1, 1] * 10, items=items, texts=blank[1])
    assert align([a, nearly]).report.tasks[0].joined_by == "id"
    with pytest.raises(InputError, match=r"b\.jsonl and a\.jsonl: .*only counts them"):
        align([a, made_log("b", [1, 1] * 10, items=items, texts=blank[10])])
