"""LiveCodeBench: graded samples of each question, from files named *_eval_all.json."""

import json
import re
from collections.abc import Iterator
from typing import Any

from parallaxis.errors import FormatError
from parallaxis.io.harness.broken import is_broken
from parallaxis.io.harness.code_samples import headline_of, list_of, name_of, uneven
from parallaxis.io.harness.json_fields import json_fingerprint
from parallaxis.io.harness.reading import (
    HarnessReader,
    LogFile,
    Role,
    Wanted,
    blaming,
    chosen_score,
    json_document,
    json_elements,
)
from parallaxis.logs import Headline, Kind, Log, Rows, fingerprint

SCORE = "pass@1"
NAME = re.compile(r"(Scenario\.)?(?P<task>[a-z]+)_(?P<settings>.+?)_eval_all\.json")
ABOUT = ("platform", "difficulty", "contest_date")
ANSWERS = ("code_list", "pred_list")  # of one scenario or another
KINDS: dict[Any, Kind] = {-3: "timeout", -5: "error"}  # of error_code; the rest is a wrong answer


def recognise(file: LogFile) -> Role | None:
    """Graded files are arrays of questions; their summary and the bare answers stand beside."""
    head, name = file.head, file.bare
    if NAME.fullmatch(name) and is_broken(file):
        return "log"
    if not head.lstrip().startswith(b"["):
        return None
    if b'"question_id"' in head and (b'"graded_list"' in head or "_eval_all.json" in name):
        return "log"
    is_summary = name.endswith("_eval.json") and b'"pass@1"' in head and b'"detail"' in head
    return "beside" if is_summary or _is_answers(name, head) else None


def _is_answers(name: str, head: bytes) -> bool:
    """Tell answers that are not graded."""
    return name.startswith("Scenario.") and b'"question_id"' in head


def read(file: LogFile, wanted: Wanted) -> Iterator[Log]:
    """Read one graded file: one model in one scenario, a row for each sample of each question."""
    score = chosen_score(wanted, (SCORE,), (SCORE,), file.name)
    rows, rates = Rows(), []
    about: dict[str, list[str]] = {key: [] for key in ABOUT}
    sizes, groups = list[int](), list[str]()
    for number, question in json_elements(file):
        place = f"element {number}"
        graded = _graded(question, place)
        _add(rows, question, graded, place)
        sizes.append(len(graded))
        rates.append(question.get(SCORE, question.get("pass1")))
        groups.extend([_group(question)] * len(graded))
        for key, cells in about.items():
            cells.extend([_text(question.get(key))] * len(graded))
    if not len(rows):
        raise FormatError("holds no question; the file may be cut: evaluate anew.")
    named = NAME.fullmatch(file.bare)
    if any(groups):
        about["question_id"] = groups
    yield Log(
        source=file.name,
        format=READER.name,
        model=file.path.absolute().parent.name,
        task=named["task"] if named else "",
        run=named["settings"] if named else "",
        score=score,
        scores=(SCORE,),
        headline=_headline(file, rates) if len(set(sizes)) == 1 else None,
        bounds=(0.0, 1.0),
        item_metadata={key: tuple(cells) for key, cells in about.items() if any(cells)},
        notes=uneven(file.name, sizes),
        **rows.columns(),
    )


def _add(rows: Rows, question: dict[str, Any], graded: list[bool | None], place: str) -> None:
    """Add the samples of a question."""
    item, text = _item(question, place), _asked(question, place)
    target = fingerprint(_text(question.get("output")))
    for repeat, passed in enumerate(graded):
        kind: Kind = "error" if passed is None else "scored" if passed else _kind(question, repeat)
        rows.add(item, float(passed or 0), kind=kind, text=text, target=target, repeat=repeat)


def _item(question: dict[str, Any], place: str) -> str:
    """Return the item's name: of several that share a question, what tells them apart as well."""
    if question.get("test_id") is not None:  # output of a test
        return "/".join(name_of(question, key, place) for key in ("question_id", "test_id"))
    return name_of(question, "id" if "id" in question else "question_id", place)


def _group(question: dict[str, Any]) -> str:
    """Return the question that several items share; empty where each is a question of its own."""
    shared = "id" in question or question.get("test_id") is not None
    name = question.get("question_id") if shared else None
    return "" if name is None else str(name)


def _asked(question: dict[str, Any], place: str) -> str:
    """Return the fingerprint of the question: with the number of a test, and of code its input."""
    content = question.get("question_content")
    if question.get("test_id") is not None:
        return json_fingerprint([content, question["test_id"]], place) if content else ""
    if content is None and isinstance(question.get("code"), str):
        return json_fingerprint([question["code"], question.get("input")], place)
    return fingerprint(_text(content))


def _graded(question: dict[str, Any], place: str) -> list[bool | None]:
    """Return what became of each sample: passed, failed, or None where the harness wrote null."""
    if "graded_list" not in question:
        raise FormatError(f"{place} has no graded_list; pass the file of _eval_all, not another.")
    graded = list_of(question["graded_list"], f"{place}, graded_list")
    for value in graded:
        if not (value is None or isinstance(value, bool)):
            raise FormatError(f"{place}, graded_list holds {value!r:.60}, neither true nor false.")
    if not graded:
        raise FormatError(f"{place}: graded_list is empty; grade the question or remove it.")
    return graded


def _kind(question: dict[str, Any], repeat: int) -> Kind:
    """Return what became of a sample that failed, which the harness counts as 0."""
    code = next((_at(question[key], repeat) for key in ANSWERS if key in question), None)
    if isinstance(code, str) and not code.strip():
        return "unparsed"
    meta = _at(question.get("metadata"), repeat)
    if isinstance(meta, str):
        try:
            meta = json.loads(meta)
        except (ValueError, RecursionError):
            meta = None
    error = meta.get("error_code") if isinstance(meta, dict) else None
    return KINDS.get(error if isinstance(error, int) else 0, "scored")


def _at(listed: Any, place: int) -> Any:
    """Return an element, if it is there."""
    return listed[place] if isinstance(listed, list) and place < len(listed) else None


def _text(value: Any) -> str:
    """Return a text; empty for anything else."""
    return value if isinstance(value, str) else ""


def _headline(file: LogFile, rates: list[Any]) -> Headline | None:
    """Return pass@1 of the summary beside the file, else the mean of what each question has."""
    stem, found, _ = file.bare.partition("_eval_all.json")
    beside = file.beside(f"{stem}_eval.json") if found else None
    whole = None
    if beside:
        with blaming(beside):
            whole = json_document(beside)
    summary = whole[0] if isinstance(whole, list) and whole else None
    rate = summary.get(SCORE) if isinstance(summary, dict) else None
    if beside and (found_there := headline_of(rate, beside.name)):
        return found_there
    shares = [each for each in rates if isinstance(each, int | float) and 0 <= each <= 1]
    even = len(shares) == len(rates)
    return Headline(sum(shares) / len(rates), file.name) if even else None


READER = HarnessReader(
    name="livecodebench",
    recognised_by="*_eval_all.json, an array of questions with question_id and graded_list",
    model="the folder",
    item="question_id, with test_id of test outputs; id of code to execute",
    run="number of samples and temperature in the file's name; samples of a question are repeats",
    score="pass@1: 1 for each sample that graded_list has true, 0 for false",
    recognise=recognise,
    read=read,
)
