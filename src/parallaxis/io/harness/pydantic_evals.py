"""Pydantic Evals: an evaluation report as JSON, with failed cases in a list of their own."""

import math
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from parallaxis.errors import FormatError
from parallaxis.io.harness.json_fields import (
    json_fingerprint,
    name_field,
    object_field,
    objects_field,
)
from parallaxis.io.harness.question_fields import question_fingerprint
from parallaxis.io.harness.reading import (
    HarnessReader,
    LogFile,
    Role,
    Wanted,
    as_number,
    as_object,
    chosen_score,
    json_document,
)
from parallaxis.logs import Identity, Kind, Log, Rows

REPEATED = re.compile(r"(?P<case>.*) \[(?P<number>[0-9]{1,9})/[0-9]+\]", re.DOTALL)
COUNTED = re.compile(r"Case [0-9]+")  # the name of a case that was given none
ALL = "assertions"  # share of a case's assertions that hold
DEFAULTS = ("EqualsExpected", ALL)


class Case(NamedTuple):
    """One case, and its scores by name; a case that failed has none."""

    place: str
    whole: dict[str, Any]
    scores: dict[str, float]
    failed: bool


def recognise(file: LogFile) -> Role | None:
    """A report lists cases with inputs and assertions, or failures with their stack traces."""
    head = file.head
    known = b'"cases"' in head and b'"inputs"' in head and head.lstrip().startswith(b"{")
    return "log" if known and (b'"assertions"' in head or b'"error_stacktrace"' in head) else None


def read(file: LogFile, wanted: Wanted) -> Iterator[Log]:
    """Read one report: one experiment, which by convention is one model."""
    whole = as_object(json_document(file), "the file")
    cases = [_scored(*found) for found in objects_field(whole, "cases", "the file")]
    failures = objects_field(whole, "failures", "the file", needed=False)
    cases += [Case(place, case, {}, failed=True) for place, case in failures]
    names = tuple(dict.fromkeys(name for case in cases for name in case.scores))
    score = chosen_score(wanted, names, DEFAULTS, file.name) if names else ""
    rows = Rows()
    for case in cases:
        _add(rows, case, score)
    columns = rows.columns()
    identity: Identity = "position" if any(map(COUNTED.fullmatch, columns["items"])) else "id"
    yield Log(
        source=file.name,
        format=READER.name,
        model=name_field(whole, "name", "the file"),
        task=name_field(whole, "dataset_name", "the file", ""),
        run="",
        score=score,
        scores=names,
        identity=identity,
        **columns,
    )


def _scored(place: str, whole: dict[str, Any]) -> Case:
    """Return a case with its assertions, their share, and its scores."""
    asserted = _values(whole, "assertions", place)
    share = {ALL: sum(asserted.values()) / len(asserted)} if asserted else {}
    failures = whole.get("evaluator_failures")
    scores = _values(whole, "scores", place) | share | asserted
    return Case(place, whole, scores, failed=bool(failures))


def _values(whole: dict[str, Any], key: str, place: str) -> dict[str, float]:
    """Return the values of the results under a key, by name."""
    found = {}
    for name, result in object_field(whole, key, place).items():
        at = f"{place}, {name}"
        whole_result = as_object(result, at)
        value = whole_result.get("value")
        if "value" not in whole_result or (key == ALL and not isinstance(value, bool)):
            raise FormatError(f"{at}: its 'value' is {value!r:.60}; get the report anew.")
        found[name] = as_number(value, at)
    return found


def _add(rows: Rows, case: Case, score: str) -> None:
    """Add one case; what failed has no score, as the report's averages leave it out."""
    value = case.scores.get(score, math.nan)
    bare: Kind = "error" if case.failed else "unscored"
    item, repeat = _item(case)
    rows.add(
        item,
        value,
        kind=bare if math.isnan(value) else "scored",
        text=question_fingerprint(case.whole.get("inputs"), f"{case.place}, inputs"),
        target=json_fingerprint(case.whole.get("expected_output"), f"{case.place}, expected"),
        repeat=repeat,
    )


def _item(case: Case) -> tuple[str, int]:
    """Return the name of a case without its repetition, and the number of that."""
    name = name_field(case.whole, "name", case.place)
    source = name_field(case.whole, "source_case_name", case.place, "")
    matched = REPEATED.fullmatch(name) if source else None
    return source or name, int(matched["number"]) - 1 if matched else 0


READER = HarnessReader(
    name="pydantic-evals",
    recognised_by="JSON with cases, their inputs and assertions, or failures with a stack trace",
    model="name of the report; the task is dataset_name",
    item="source_case_name, else name; a case without a name of its own is joined by its inputs",
    run="none; repetitions are told by the end of the name, [1/2]",
    score="EqualsExpected, else assertions, the share of a case's assertions that hold; any "
    "assertion or score by its name",
    recognise=recognise,
    read=read,
)
