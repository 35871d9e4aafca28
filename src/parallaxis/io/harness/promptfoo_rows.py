"""Rows of promptfoo: one answer of a provider to a prompt, filled in and asserted upon."""

import math
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from parallaxis.errors import FormatError
from parallaxis.io.harness.json_fields import json_fingerprint, name_field, object_field
from parallaxis.io.harness.question_fields import question_fingerprint
from parallaxis.io.harness.reading import as_number
from parallaxis.logs import Kind

PASSED, SCORE = "success", "score"
ERROR = 2  # failureReason: the provider failed, not an assertion
REASONS = (0, 1, ERROR)
TIMED_OUT = "Evaluation timed out"
LONGEST_LABEL = 100  # characters of a prompt's label that names a task


class Cell(NamedTuple):
    """Column of promptfoo's table: a provider with a prompt."""

    column: int
    model: str
    provider: str
    prompt: str


class Answer(NamedTuple):
    """One row, before repetitions are numbered in the order of the tests."""

    test: int
    item: str
    value: float
    kind: Kind
    text: str
    target: str
    prompt: str
    described: str


@dataclass
class Found:
    """What the rows of a file hold."""

    answers: dict[Cell, list[Answer]] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    named: set[str] = field(default_factory=set)

    def task(self, prompt: str) -> str:
        """Return what names a prompt where there are several: its label if that tells it apart."""
        if len(self.labels) < 2:
            return ""
        label = self.labels[prompt]
        unique = list(self.labels.values()).count(label) == 1
        return label if label and unique and len(label) <= LONGEST_LABEL else prompt

    def take(self, row: dict[str, Any], score: str, place: str) -> None:
        """Take one row."""
        provider = object_field(row, "provider", place)
        provider_id = name_field(provider, "id", f"{place}, provider", "")
        template = object_field(row, "prompt", place)
        label = name_field(template, "label", f"{place}, prompt", "")
        prompt = name_field(row, "promptId", place, label)
        cell = Cell(
            column=_index(row, "promptIdx", place),
            model=name_field(provider, "label", f"{place}, provider", provider_id or None),
            provider=provider_id,
            prompt=prompt,
        )
        self.labels[prompt] = label
        self.named.update(object_field(row, "namedScores", place))
        self.answers.setdefault(cell, []).append(_answer(row, score, place))


def _answer(row: dict[str, Any], score: str, place: str) -> Answer:
    """Return one answer: an item is what its prompt is filled with and what is asserted of it."""
    test = object_field(row, "testCase", place)
    filled = test.get("vars") if isinstance(test.get("vars"), dict) else row.get("vars")
    if not isinstance(filled, dict):
        raise FormatError(f"{place}: has no 'vars', which name the item; get the log anew.")
    asserted = test.get("assert")
    value = _value(row, score, place)
    failed = _failure(row, place)
    plain: Kind = "unscored" if math.isnan(value) else "scored"
    return Answer(
        test=_index(row, "testIdx", place),
        item=json_fingerprint([filled, asserted], f"{place}, vars"),
        value=value,
        kind=failed if failed and (math.isnan(value) or value == 0.0) else plain,
        text=question_fingerprint(filled, f"{place}, vars"),
        target=json_fingerprint(asserted, f"{place}, assert"),
        prompt=json_fingerprint(object_field(row, "prompt", place).get("raw"), f"{place}, prompt"),
        described=name_field(test, "description", f"{place}, testCase", ""),
    )


def _value(row: dict[str, Any], score: str, place: str) -> float:
    """Return the score of a row; NaN where it has no such named score."""
    if score in {PASSED, SCORE}:
        if row.get(score) is None:
            raise FormatError(f"{place}: has no {score!r}; it may be cut: get the log anew.")
        return as_number(row[score], f"{place}, {score}")
    return as_number(object_field(row, "namedScores", place).get(score), f"{place}, {score}")


def _failure(row: dict[str, Any], place: str) -> Kind | None:
    """Return whether the provider failed rather than an assertion."""
    reason, error = row.get("failureReason"), row.get("error")
    if reason is not None and reason not in REASONS:
        raise FormatError(
            f"{place}: 'failureReason' is {reason!r:.60}, where 0 (none), 1 (an assertion) or 2 "
            "(an error) is expected; get the log anew."
        )
    older = reason is None and bool(error) and row.get("gradingResult") is None
    if reason != ERROR and not older:
        return None
    return "timeout" if isinstance(error, str) and error.startswith(TIMED_OUT) else "error"


def _index(row: dict[str, Any], key: str, place: str) -> int:
    """Return a number of a column or a test."""
    value = row.get(key)
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    raise FormatError(f"{place}: {key!r} is {value!r:.60}, where a count is expected; get it anew.")
