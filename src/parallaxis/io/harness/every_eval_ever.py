"""Every Eval Ever: a line for each answer and metric, and an aggregate beside it."""

import math
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from parallaxis.cautions import Caution
from parallaxis.errors import FormatError
from parallaxis.io.harness.broken import is_broken
from parallaxis.io.harness.every_eval_ever_figures import (
    NOTHING,
    Aggregate,
    aggregates_of,
    metric_of,
)
from parallaxis.io.harness.json_fields import (
    json_fingerprint,
    name_field,
    object_field,
)
from parallaxis.io.harness.reading import (
    HarnessReader,
    LogFile,
    Role,
    Wanted,
    as_number,
    as_object,
    chosen_score,
    json_lines,
)
from parallaxis.io.harness.repetitions import repetition_numbers
from parallaxis.logs import Kind, Log, Rows

KEYS = (b'"evaluation_id"', b'"sample_id"', b'"interaction_type"')
NAME = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}_samples\.jsonl")
CORRECT = "is_correct"
DEFAULTS = ("score", "accuracy", "acc", "exact_match")


class Run(NamedTuple):
    """One evaluation of one model."""

    model: str
    task: str
    run: str


def recognise(file: LogFile) -> Role | None:
    """Lines name evaluation, sample and interaction; the aggregate lists evaluation_results."""
    head = file.head
    if NAME.fullmatch(file.bare) and is_broken(file):
        return "log"
    if not head.lstrip().startswith(b"{"):
        return None
    if all(key in head for key in KEYS):
        return "log"
    is_aggregate = b'"evaluation_results"' in head and b'"model_info"' in head
    return "beside" if is_aggregate and file.bare.endswith(".json") else None


class Line(NamedTuple):
    """One answer by one metric."""

    item: str
    value: float
    kind: Kind
    text: str
    target: str
    prompt: str


Runs = dict[Run, dict[str, list[Line]]]  # by metric


def read(file: LogFile, wanted: Wanted) -> Iterator[Log]:
    """Read one samples file: a log for each model, evaluation and run in it."""
    correct = wanted.score == CORRECT
    runs = _runs(file, CORRECT if correct else "score")
    if not runs:
        raise FormatError("holds no line; it may be cut: get the samples anew.")
    aggregates, total = aggregates_of(file)
    planned, notes = _planned(file, runs, total)
    for run, found in runs.items():
        names = tuple(sorted(found))
        asked = Wanted(None) if correct else wanted
        defaults = (*DEFAULTS, *(names if len(names) == 1 else ()))
        place = f"{file.name}, {run.task}"
        metric = chosen_score(asked, (*names, CORRECT), defaults, place)
        stated = aggregates.get((run.task, metric), NOTHING)
        about = NOTHING._replace(version=stated.version) if correct else stated
        score = CORRECT if correct else metric
        log = _log(file, run, _rows(found[metric]), (score, (*names, CORRECT)), about)
        yield replace(log, planned=planned, notes=notes)


def _runs(file: LogFile, key: str) -> Runs:
    """Return the lines of each run and metric, with what stands under a key of the evaluation."""
    runs: Runs = {}
    for number, row in json_lines(file):
        place = f"line {number}"
        run = Run(
            name_field(row, "model_id", place),
            name_field(row, "evaluation_name", place),
            name_field(row, "evaluation_id", place),
        )
        metric = metric_of(row, (run.run, run.task), place)
        runs.setdefault(run, {}).setdefault(metric, []).append(_line(row, key, place))
    return runs


def _planned(file: LogFile, runs: Runs, total: int) -> tuple[int | None, tuple[Caution, ...]]:
    """Return how many items there should be of each metric, by the number of all lines.

    Where that cannot be told, lines that are not there are said.
    """
    parts = [[line.item for line in lines] for found in runs.values() for lines in found.values()]
    once = all(len(set(items)) == len(items) for items in parts)
    if total and once and total % len(parts) == 0:
        return total // len(parts), ()
    n_lines = sum(map(len, parts))
    if n_lines >= total:
        return None, ()
    text = f"{file.name}: has {n_lines:,} lines, and the aggregate beside it counts {total:,}."
    return None, (Caution("lines_lost", text),)


def _line(row: dict[str, Any], key: str, place: str) -> Line:
    """Take one line; the 0 that is recorded of an answer that failed is kept, and told apart."""
    item = name_field(row, "sample_id", place)
    evaluation = as_object(row.get("evaluation"), f"{place}, evaluation")
    value = as_number(evaluation.get(key), f"{place}, {key}")
    kind: Kind = "unscored" if math.isnan(value) else "scored"
    if row.get("error") and (math.isnan(value) or value == 0.0):
        kind = "error"
    question = object_field(row, "input", place)
    choices, raw = question.get("choices"), question.get("raw")
    text = json_fingerprint([raw, choices] if choices else raw, f"{place}, input")
    target = json_fingerprint(question.get("reference"), f"{place}, reference")
    prompt = json_fingerprint(question.get("formatted"), f"{place}, formatted")
    return Line(item, value, kind, text, target, prompt)


def _rows(lines: list[Line]) -> Rows:
    """Return the rows of one run and metric."""
    rows = Rows()
    numbers = repetition_numbers([line.item for line in lines])
    for line, number in zip(lines, numbers, strict=True):
        marks = {"text": line.text, "target": line.target, "prompt": line.prompt}
        rows.add(line.item, line.value, kind=line.kind, repeat=number, **marks)
    return rows


def _log(
    file: LogFile, run: Run, rows: Rows, named: tuple[str, tuple[str, ...]], about: Aggregate
) -> Log:
    """Put the log together."""
    score, names = named
    columns = rows.columns()
    if not (columns["values"] > 1.0).any():
        about = about.as_share()
    return Log(
        source=file.name,
        format=READER.name,
        model=run.model,
        task=run.task,
        run=run.run,
        score=score,
        scores=names,
        headline=about.headline,
        higher_is_better=not about.lower_is_better,
        version=about.version,
        bounds=(0.0, 1.0) if score == CORRECT else about.bounds,
        **columns,
    )


READER = HarnessReader(
    name="every-eval-ever",
    recognised_by="JSON lines with evaluation_id, sample_id and interaction_type; the aggregate "
    "<uuid>.json beside <uuid>_samples.jsonl",
    model="model_id; the task is evaluation_name",
    item="sample_id, checked by the text of the input and its choices",
    run="evaluation_id; lines that repeat a sample and metric are repetitions, if all "
    "samples have as many",
    score="evaluation.score of one metric, named by what evaluation_result_id adds to the task, "
    "by default the first there is of " + ", ".join(DEFAULTS) + "; is_correct by its name",
    recognise=recognise,
    read=read,
)
