"""Events of OpenAI Evals: what a run recorded of its samples, line by line."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from parallaxis.errors import FormatError
from parallaxis.io.harness.json_fields import json_fingerprint, name_field, object_field
from parallaxis.io.harness.reading import as_number, as_object

CORRECT = "correct"
USED = frozenset(["match", "metrics", "sampling", "error"])


class Event(NamedTuple):
    """A score that was recorded for a sample."""

    order: int
    sample: str
    value: float
    target: str


class Asked(NamedTuple):
    """What was first sent for a sample, as fingerprints of the question and of all of it."""

    order: int
    text: str
    prompt: str


@dataclass
class Run:
    """What the lines of a file hold."""

    spec: dict[str, Any] | None = None
    report: dict[str, Any] | None = None
    scores: dict[str, list[Event]] = field(default_factory=dict)
    asked: dict[str, Asked] = field(default_factory=dict)
    samples: dict[str, int] = field(default_factory=dict)  # in the order of their first events
    failed: set[str] = field(default_factory=set)

    def take(self, line: int, row: dict[str, Any]) -> None:
        """Take one line."""
        place = f"line {line}"
        if "spec" in row:
            if self.spec is not None:
                raise FormatError(f"{place}: starts a second run; split the file by run.")
            self.spec = as_object(row["spec"], f"{place}, spec")
        elif "final_report" in row:
            report = row["final_report"]
            self.report = report if isinstance(report, dict) else {}
        else:
            self._event(line, row, place)

    def _event(self, line: int, row: dict[str, Any], place: str) -> None:
        """Take one event; what says nothing of a sample is passed over."""
        what = name_field(row, "type", place)
        if what not in USED and row.get("sample_id") is None:
            return
        number = row.get("event_id")
        order = number if isinstance(number, int) else line
        sample = name_field(row, "sample_id", place)
        self.samples.setdefault(sample, order)
        if what not in USED:
            return
        data = object_field(row, "data", place)
        if what == "error":
            self.failed.add(sample)
        elif what == "sampling":
            self._sampling(order, sample, data, place)
        else:
            self._scores(order, sample, data, what, place)

    def _scores(self, order: int, sample: str, data: dict[str, Any], what: str, place: str) -> None:
        """Take the scores of an event: of a match whether it is correct, of metrics all numbers."""
        if what == "match" and data.get(CORRECT) is None:
            raise FormatError(f"{place}: a match without 'correct'; get the log anew.")
        found = {CORRECT: data[CORRECT]} if what == "match" else data
        target = json_fingerprint(data.get("expected"), f"{place}, expected")
        for name, cell in found.items():
            if what == "match" or isinstance(cell, int | float):
                value = as_number(cell, f"{place}, {name}")
                self.scores.setdefault(name, []).append(Event(order, sample, value, target))

    def _sampling(self, order: int, sample: str, data: dict[str, Any], place: str) -> None:
        """Take what was sent; a judge of the answer samples later, and is no question."""
        if sample in self.asked and self.asked[sample].order <= order:
            return
        prompt = data.get("prompt")
        last = prompt[-1] if isinstance(prompt, list) and prompt else prompt
        question = last.get("content") if isinstance(last, dict) else last
        at = f"{place}, prompt"
        self.asked[sample] = Asked(
            order, json_fingerprint(question, at), json_fingerprint(prompt, at)
        )
