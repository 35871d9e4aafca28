"""Scores and filters of samples files that were made by hand."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fixture_logs import fixtures, read_all
from parallaxis.errors import InputError
from parallaxis.io.harness.lm_eval import READER
from parallaxis.io.harness.reading import LogFile, Wanted
from parallaxis.logs import Log

TIME = "2026-01-01T00-00-00"


def row(item: int, **more: Any) -> dict[str, Any]:
    """Return a row without a score."""
    return {"doc_id": item, "doc": {"q": f"{item}?"}, "resps": []} | more


def scored(item: int, value: Any) -> dict[str, Any]:
    """Return a row with one score."""
    return row(item, metrics=["acc"], acc=value)


def log_of(
    folder: Path,
    rows: list[dict[str, Any]],
    score: str | None = None,
    figures: dict[str, float] | None = None,
) -> Log:
    """Write a samples file, and results if there are figures, and read it."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"samples_t_{TIME}.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in rows))
    if figures is not None:
        whole = {"results": {"t": figures}, "model_name": "org/m"}
        (folder / f"results_{TIME}.json").write_text(json.dumps(whole))
    (log,) = READER.read(LogFile(folder, path), Wanted(score))
    return log


def by_item(log: Log) -> dict[str, float]:
    """Return the scores by item."""
    return dict(zip(log.items, log.values.tolist(), strict=True))


@pytest.mark.parametrize("lacking", range(4))
def test_whichever_row_lacks_its_score(tmp_path: Path, lacking: int) -> None:
    rows = [row(item) if item == lacking else scored(item, item % 2) for item in range(4)]
    log = log_of(tmp_path, rows)
    assert (log.score, log.scores) == ("acc", ("acc",))
    assert [kind == "unscored" for kind in log.kinds] == [item == lacking for item in range(4)]
    assert np.isnan(log.values[lacking])


def test_the_order_of_rows_changes_no_choice(tmp_path: Path) -> None:
    rows = [row(0, b=1.0), row(1, a=0.0, b=0.0), row(2, a=1.0, b=1.0)]
    found = [log_of(tmp_path / f"{n}", rows[n:] + rows[:n]) for n in range(3)]
    assert {(log.score, log.scores) for log in found} == {("a", ("a", "b"))}


@pytest.mark.parametrize(
    ("rows", "score"),
    [
        ([scored(0, None), scored(1, None)], "acc"),
        ([row(0, metrics=["acc"]), row(1, metrics=["acc"])], "acc"),
        ([row(0, metrics=[]), row(1)], ""),
    ],
)
def test_a_model_without_any_score_keeps_its_answers(
    tmp_path: Path, rows: list[dict[str, Any]], score: str
) -> None:
    log = log_of(tmp_path, rows, figures={})
    assert (log.items, log.kinds, log.score) == (("0", "1"), ("unscored",) * 2, score)
    assert np.isnan(log.values).all()
    assert all(log.texts)
    assert log.notes == ()


@pytest.mark.parametrize("value", [[1, 0], {"a": 1}, "abc"])
def test_what_is_no_number_anywhere_is_no_score(tmp_path: Path, value: Any) -> None:
    log = log_of(tmp_path, [scored(0, value), scored(1, value)], figures={})
    assert (log.items, log.score, log.scores) == ((), "", ())
    assert [note.code for note in log.notes] == ["no_single_score"]
    stand_in = log_of(tmp_path, [row(0, metrics=["bypass"], bypass=999)], figures={})
    assert stand_in.items == ()


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("value", [[1, 0], "abc", "nan"])
def test_what_is_no_number_somewhere_is_refused(tmp_path: Path, value: Any, first: bool) -> None:
    rows = [scored(0, value), scored(1, 1)]
    with pytest.raises(InputError, match=f"line {1 if first else 2}, acc is "):
        log_of(tmp_path, rows if first else rows[::-1])


def test_numbers_that_are_written_as_text_are_read(tmp_path: Path) -> None:
    log = log_of(tmp_path, [scored(0, "1"), scored(1, "0"), scored(2, "0.5"), scored(3, "True")])
    assert log.values.tolist() == [1.0, 0.0, 0.5, 1.0]


def filtered(*names: str | None) -> list[dict[str, Any]]:
    """Return rows in blocks, each filter's first document right."""
    return [
        scored(item, float(item == number)) | ({} if name is None else {"filter": name})
        for number, name in enumerate(names)
        for item in range(4)
    ]


def test_a_score_may_be_called_as_the_results_call_it(tmp_path: Path) -> None:
    rows = filtered("none")
    assert log_of(tmp_path, rows).score == "acc"
    log = log_of(tmp_path, rows, "acc,none", {"acc,none": 0.25})
    assert (log.score, log.scores) == ("acc,none", ("acc,none",))
    assert log.headline is not None
    assert log.headline.value == log.values.mean()
    assert log_of(tmp_path / "b", filtered("strict"), "acc,strict").score == "acc,strict"
    unnamed = log_of(tmp_path / "c", filtered(None), "acc,strict", {"acc,strict": 0.25})
    assert unnamed.score == "acc,strict"
    for name in ("acc,loose", "acc,none"):
        with pytest.raises(InputError, match=f"has no score '{name}'"):
            log_of(tmp_path / "b", filtered("strict"), name)


def test_repeated_answers_go_by_the_filter_that_the_results_name() -> None:
    logs = read_all(READER, fixtures("lm_eval/v0.4.13"))
    log = next(log for log in logs if log.task == "tiny_gen_rep")
    folder = fixtures("lm_eval/v0.4.13")
    file = LogFile(folder, folder / log.source)
    (other,) = READER.read(file, Wanted("exact_match,maj@4"))
    np.testing.assert_array_equal(log.values, other.values)


def test_filters_that_rows_do_not_name_are_said(tmp_path: Path) -> None:
    log = log_of(tmp_path, filtered(None, None), figures={"acc,s": 0.25, "acc,f": 0.25})
    assert (log.score, log.values.tolist()) == ("acc,s", [1, 0, 0, 0])
    (note,) = log.notes
    assert note.code == "unnamed_filters"
    assert "has 2 rows of each document" in note.text
    assert "'s', 'f', and 'acc,s' is read" in note.text
    bare = log_of(tmp_path / "bare", filtered(None, None), "acc,filter 2")
    assert bare.values.tolist() == [0, 1, 0, 0]
    assert bare.notes[0].code == "unnamed_filters"


def test_blocks_of_several_processes_are_told_apart(tmp_path: Path) -> None:
    blocks = filtered(None, None)
    even = [one for one in blocks if one["doc_id"] % 2 == 0]
    odd = [one for one in blocks if one["doc_id"] % 2 == 1]
    whole = by_item(log_of(tmp_path / "whole", blocks))
    assert by_item(log_of(tmp_path / "parts", even + odd)) == whole


@pytest.mark.parametrize("mixed", [True, False])
def test_filters_without_names_or_blocks_are_refused(tmp_path: Path, mixed: bool) -> None:
    rows = filtered(None, None)
    rows[2], rows[5] = rows[5], rows[2]
    if not mixed:
        rows.sort(key=lambda one: one["doc_id"])
    with pytest.raises(InputError, match=r"2 times each.*not in blocks"):
        log_of(tmp_path, rows)


def test_white_space_makes_no_other_question(tmp_path: Path) -> None:
    plain = row(0, doc={"q": "a b", "choices": ["c", "d e"]}, target=["x y"], acc=1)
    spaced = row(0, doc={"q": " a\r\n b", "choices": ["c\n", "d  e"]}, target=["x\ty "], acc=1)
    one, other = log_of(tmp_path / "a", [plain]), log_of(tmp_path / "b", [spaced])
    assert (one.texts, one.targets) == (other.texts, other.targets)


@pytest.mark.parametrize(
    ("document", "same"),
    [
        ({"id": 7}, {}),
        ({"idx": "12", "file": "data/7.json"}, {}),
        ({"question_id": 3, "q": "Why?"}, {"q": "Why?"}),
        ({"q": "Why?", "image": "https://a.example/7"}, {"q": "Why?"}),
        ({"q": "Why?", "answer": 3}, {"q": "Why?"}),
        ({"row": 1, "answer": "It rains."}, {"answer": "It rains."}),
    ],
)
def test_numbers_and_places_of_documents_are_no_questions(
    tmp_path: Path, document: dict[str, Any], same: dict[str, Any]
) -> None:
    one, other = (
        log_of(tmp_path / f"{at}", [row(0, doc=doc, acc=1)])
        for at, doc in enumerate((document, same))
    )
    assert one.texts == other.texts
    assert bool(one.texts[0]) == bool(same)


def test_names_of_documents_tell_them_apart(tmp_path: Path) -> None:
    rows = [row(n, doc={"id": f"Mercury_{n}", "q": "Why?"}, acc=1) for n in range(2)]
    assert len(set(log_of(tmp_path, rows).texts)) == 2
