"""DeepEval: a test run as JSON, whose test cases have no names of their own."""

import math
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from parallaxis.errors import FormatError
from parallaxis.io.harness.broken import is_broken
from parallaxis.io.harness.json_fields import (
    json_fingerprint,
    name_field,
    number_of,
    object_field,
    objects_field,
)
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
from parallaxis.io.harness.repetitions import repetition_numbers
from parallaxis.logs import Headline, Identity, Kind, Log, Rows

NAME = re.compile(r"test_run_(?P<time>[0-9]{8}_[0-9]{6})(_(?P<number>[0-9]{1,6}))?\.json")
COUNTED = re.compile(r"(conversational_)?test_case_[0-9]+")
LISTS = ("testCases", "conversationalTestCases")
PASSED = "success"


class Case(NamedTuple):
    """One test case, and its metrics by name."""

    place: str
    whole: dict[str, Any]
    metrics: dict[str, dict[str, Any]]


def recognise(file: LogFile) -> Role | None:
    """A test run lists test cases with the data of their metrics."""
    head = file.head
    if NAME.fullmatch(file.bare) and is_broken(file):
        return "log"
    known = b'"testCases"' in head and head.lstrip().startswith(b"{")
    if not known or b'"testRunData"' in head:  # a copy of the latest run
        return None
    return "log" if b'"metricsData"' in head or NAME.fullmatch(file.bare) else None


def read(file: LogFile, wanted: Wanted) -> Iterator[Log]:
    """Read one test run: one model."""
    whole = as_object(json_document(file), "the file")
    cases = [
        Case(place, case, _metrics(case, place))
        for key in LISTS
        for place, case in objects_field(whole, key, "the file", needed=False)
    ]
    if not cases:
        raise FormatError("holds no test case; it may be cut: run the tests anew.")
    metrics = dict.fromkeys(name for case in cases for name in case.metrics if name != PASSED)
    names = (PASSED, *metrics)
    score = chosen_score(wanted, names, (PASSED,), file.name)
    rows = Rows()
    items = [name_field(case.whole, "name", case.place) for case in cases]
    texts = [_text(case) for case in cases]
    pairs = list(zip(items, texts, strict=True))
    for case, pair, number in zip(cases, pairs, repetition_numbers(pairs), strict=True):
        _add(rows, case, pair, number, score)
    identity: Identity = "position" if any(map(COUNTED.fullmatch, items)) else "id"
    yield Log(
        source=file.name,
        format=READER.name,
        model=_model(file, whole),
        task="",
        run=_run(file),
        score=score,
        scores=names,
        identity=identity,
        headline=_headline(whole, score, file.name),
        bounds=(0.0, 1.0) if score == PASSED else None,
        model_metadata=_settings(whole),
        **rows.columns(),
    )


def _metrics(case: dict[str, Any], place: str) -> dict[str, dict[str, Any]]:
    """Return the metrics of a test case by name; a name that comes again is numbered."""
    found: dict[str, dict[str, Any]] = {}
    times: Counter[str] = Counter()
    for at, metric in objects_field(case, "metricsData", place, needed=False):
        name = name_field(metric, "name", at)
        times[name] += 1
        found[name if times[name] == 1 else f"{name} {times[name]}"] = metric
    return found


def _text(case: Case) -> str:
    """Return the fingerprint of what was asked."""
    asked = case.whole.get("input", case.whole.get("turns"))
    return json_fingerprint(asked, f"{case.place}, input")


def _add(rows: Rows, case: Case, pair: tuple[str, str], repeat: int, score: str) -> None:
    """Add one test case, of a name and a text."""
    item, text = pair
    value, kind = _passed(case) if score == PASSED else _scored(case, score)
    expected = case.whole.get("expectedOutput", case.whole.get("expectedOutcome"))
    rows.add(
        item,
        value,
        kind=kind,
        text=text,
        target=json_fingerprint(expected, f"{case.place}, expected output"),
        repeat=repeat,
    )


def _passed(case: Case) -> tuple[float, Kind]:
    """Return whether all metrics passed; with one that failed to run, the test counts as failed."""
    value = as_number(case.whole.get(PASSED), f"{case.place}, {PASSED}")
    if value != 1.0 and any(metric.get("error") for metric in case.metrics.values()):
        return value, "error"
    return value, "unscored" if math.isnan(value) else "scored"


def _scored(case: Case, score: str) -> tuple[float, Kind]:
    """Return the score of one metric; what has no score or no verdict is left out."""
    metric = case.metrics.get(score, {})
    value = as_number(metric.get("score"), f"{case.place}, {score}")
    if math.isnan(value) or metric.get(PASSED) is None:
        return math.nan, "error" if metric.get("error") else "unscored"
    return value, "scored"


def _headline(whole: dict[str, Any], score: str, source: str) -> Headline | None:
    """Return the share of tests that passed, or the mean of the scores listed for a metric."""
    if score == PASSED:
        passed, failed = number_of(whole, "testPassed"), number_of(whole, "testFailed")
        if passed is None or failed is None or not passed + failed > 0.0:
            return None
        return Headline(passed / (passed + failed), source)
    for _, metric in objects_field(whole, "metricsScores", "the file", needed=False):
        listed = metric.get("scores")
        if metric.get("metric") == score and isinstance(listed, list) and listed:
            numbers = [as_number(value, f"metricsScores, {score}") for value in listed]
            return Headline(sum(numbers) / len(numbers), source)
    return None


def _settings(whole: dict[str, Any]) -> dict[str, str]:
    """Return identifier and hyperparameters that are texts."""
    stated = object_field(whole, "hyperparameters", "the file")
    stated = {"identifier": whole.get("identifier")} | stated
    return {key: cell for key, cell in stated.items() if isinstance(cell, str) and cell}


def _model(file: LogFile, whole: dict[str, Any]) -> str:
    """Return the model of the hyperparameters, else the identifier of the run, else the file."""
    settings = _settings(whole)
    return settings.get("model") or settings.get("identifier") or file.path.stem


def _run(file: LogFile) -> str:
    """Return the time in the file's name, and the number where several share it."""
    matched = NAME.fullmatch(file.bare)
    if matched is None:
        return ""
    return f"{matched['time']}_{int(matched['number'] or 1):06d}"


READER = HarnessReader(
    name="deepeval",
    recognised_by="JSON with testCases and metricsData, such as test_run_*.json",
    model="model of the hyperparameters, else the identifier, else the file's name",
    item="name, which only counts the test cases: they are joined by their input",
    run="time in the file's name",
    score="success, which is 1 where all metrics passed; the score of a metric by its name",
    recognise=recognise,
    read=read,
)
