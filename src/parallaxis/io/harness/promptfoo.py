"""promptfoo: the results of an evaluation as one JSON document or as JSON lines."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from parallaxis.io.harness.json_fields import name_field, number_of, object_field, objects_field
from parallaxis.io.harness.promptfoo_rows import PASSED, SCORE, Answer, Found
from parallaxis.io.harness.reading import (
    HarnessReader,
    LogFile,
    Role,
    Wanted,
    as_object,
    chosen_score,
    json_document,
    json_lines,
)
from parallaxis.logs import Headline, Log, Rows

DOCUMENT = re.compile(
    rb'\s*\{\s*("evalId"\s*:\s*(null|"[^"]*")\s*,\s*)?"results"\s*:\s*\{\s*"version"\s*:'
)


def recognise(file: LogFile) -> Role | None:
    """A document has evalId and results, and a row has promptIdx and testIdx."""
    head = file.head
    if DOCUMENT.match(head) and b'"prompts"' in head:
        return "log"
    rows = head.lstrip().startswith(b"{") and b'"promptIdx"' in head and b'"testIdx"' in head
    return "log" if rows else None


def read(file: LogFile, wanted: Wanted) -> Iterator[Log]:
    """Read one file of results: a log for each provider and prompt."""
    score = PASSED if wanted.score is None else wanted.score
    results = _results(file)
    found = Found()
    for place, row in _rows(file, results):
        found.take(row, score, place)
    names = (PASSED, SCORE, *sorted(found.named - {PASSED, SCORE}))
    chosen_score(wanted, names, (PASSED,), file.name)
    run = name_field(results, "timestamp", "results", "")
    for cell, answers in found.answers.items():
        rows, described = _numbered(answers)
        yield Log(
            source=file.name,
            format=READER.name,
            model=cell.model,
            task=found.task(cell.prompt),
            run=run,
            score=score,
            scores=names,
            headline=_headline(results, cell.column, score, file.name),
            bounds=(0.0, 1.0) if score == PASSED else None,
            model_metadata={"provider": cell.provider},
            item_metadata={"description": described} if any(described) else {},
            **rows.columns(),
        )


def _results(file: LogFile) -> dict[str, Any]:
    """Return the results of a document; nothing of JSON lines."""
    if not DOCUMENT.match(file.head):
        return {}
    whole = as_object(json_document(file), "the file")
    return as_object(whole.get("results"), "results")


def _rows(file: LogFile, results: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield rows with their places."""
    if results:
        yield from objects_field(results, "results", "results")
        return
    for line, row in json_lines(file):
        yield f"line {line}", row


def _numbered(answers: list[Answer]) -> tuple[Rows, tuple[str, ...]]:
    """Return rows with repetitions numbered, which promptfoo writes as further tests."""
    rows, times = Rows(), Counter[str]()
    ordered = sorted(answers, key=lambda answer: (answer.test, answer.item))
    for answer in ordered:
        rows.add(
            answer.item,
            answer.value,
            kind=answer.kind,
            text=answer.text,
            target=answer.target,
            prompt=answer.prompt,
            repeat=times[answer.item],
        )
        times[answer.item] += 1
    return rows, tuple(answer.described for answer in ordered)


def _headline(results: dict[str, Any], column: int, score: str, source: str) -> Headline | None:
    """Return pass rate or mean score of a column, errors among them as promptfoo counts them."""
    prompts = list(objects_field(results, "prompts", "results", needed=False))
    if score not in {PASSED, SCORE} or column >= len(prompts):
        return None
    place, stated = prompts[column]
    metrics = object_field(stated, "metrics", place)
    counts = [number_of(metrics, f"test{what}Count") for what in ("Pass", "Fail", "Error")]
    total = sum(count or 0.0 for count in counts)
    reached = counts[0] if score == PASSED else number_of(metrics, SCORE)
    return None if reached is None or not total > 0.0 else Headline(reached / total, source)


READER = HarnessReader(
    name="promptfoo",
    recognised_by="JSON with evalId, results and prompts, or JSON lines with promptIdx and testIdx",
    model="label of the provider, else its id; where there are several prompts each is a task",
    item="fingerprint of vars and assertions",
    run="time of the evaluation; tests that repeat vars and assertions are repetitions",
    score="success, which counts errors as failed; score or a named score by its name",
    recognise=recognise,
    read=read,
)
