"""Every Eval Ever: a line for each answer and metric, and an aggregate beside it."""

import math
import re
from collections import Counter
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
from parallaxis.logs import Kind, Log, Rows

KEYS = (b'"evaluation_id"', b'"sample_id"', b'"interaction_type"')
NAME = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}_samples\.jsonl(\.gz|\.zst)?")
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
    if NAME.fullmatch(file.parts[-1]) and is_broken(file):
        return "log"
    if not head.lstrip().startswith(b"{"):
        return None
    if all(key in head for key in KEYS):
        return "log"
    is_aggregate = b'"evaluation_results"' in head and b'"model_info"' in head
    return "beside" if is_aggregate and file.parts[-1].endswith(".json") else None


def read(file: LogFile, wanted: Wanted) -> Iterator[Log]:
    """Read one samples file: a log for each model, evaluation and run in it."""
    runs: dict[Run, dict[str, Rows]] = {}
    times: Counter[tuple[Run, str, str]] = Counter()
    correct = wanted.score == CORRECT
    for line, row in json_lines(file):
        place = f"line {line}"
        run = Run(
            name_field(row, "model_id", place),
            name_field(row, "evaluation_name", place),
            name_field(row, "evaluation_id", place),
        )
        metric = metric_of(row, (run.run, run.task), place)
        item = name_field(row, "sample_id", place)
        repeat = times[run, metric, item]
        times[run, metric, item] += 1
        rows = runs.setdefault(run, {}).setdefault(metric, Rows())
        _add(rows, row, item, repeat, (CORRECT if correct else "score", place))
    if not runs:
        raise FormatError("holds no line; it may be cut: get the samples anew.")
    aggregates, total = aggregates_of(file)
    n_lines = times.total()
    parts = sum(map(len, runs.values()))
    even = max(times.values()) == 1 and total % parts == 0  # a line for each item and metric
    planned = total // parts if total and even else None
    for run, found in runs.items():
        names = tuple(sorted(found))
        asked = Wanted(None) if correct else wanted
        defaults = (*DEFAULTS, *(names if len(names) == 1 else ()))
        place = f"{file.name}, {run.task}"
        metric = chosen_score(asked, (*names, CORRECT), defaults, place)
        stated = aggregates.get((run.task, metric), NOTHING)
        about = NOTHING._replace(version=stated.version) if correct else stated
        score = CORRECT if correct else metric
        log = _log(file, run, found[metric], (score, (*names, CORRECT)), about)
        lost = (_lines_lost(file, n_lines, total),) if n_lines < total and not planned else ()
        yield replace(log, planned=planned, notes=lost)


def _add(rows: Rows, row: dict[str, Any], item: str, repeat: int, named: tuple[str, str]) -> None:
    """Add one line; the 0 that is recorded of an answer that failed is kept, and told apart."""
    key, place = named
    evaluation = as_object(row.get("evaluation"), f"{place}, evaluation")
    value = as_number(evaluation.get(key), f"{place}, {key}")
    kind: Kind = "unscored" if math.isnan(value) else "scored"
    if row.get("error") and (math.isnan(value) or value == 0.0):
        kind = "error"
    question = object_field(row, "input", place)
    choices = question.get("choices")
    raw = question.get("raw")
    rows.add(
        item,
        value,
        kind=kind,
        text=json_fingerprint([raw, choices] if choices else raw, f"{place}, input"),
        target=json_fingerprint(question.get("reference"), f"{place}, reference"),
        prompt=json_fingerprint(question.get("formatted"), f"{place}, formatted"),
        repeat=repeat,
    )


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


def _lines_lost(file: LogFile, n_lines: int, total: int) -> Caution:
    """Say that a file has fewer lines than its aggregate counts."""
    text = f"{file.name}: has {n_lines:,} lines, and the aggregate beside it counts {total:,}."
    return Caution("lines_lost", text)


READER = HarnessReader(
    name="every-eval-ever",
    recognised_by="JSON lines with evaluation_id, sample_id and interaction_type; the aggregate "
    "<uuid>.json beside <uuid>_samples.jsonl",
    model="model_id; the task is evaluation_name",
    item="sample_id, checked by the text of the input and its choices",
    run="evaluation_id; lines that repeat a sample and metric are repetitions",
    score="evaluation.score of one metric, named by what evaluation_result_id adds to the task, "
    "by default the first there is of " + ", ".join(DEFAULTS) + "; is_correct by its name",
    recognise=recognise,
    read=read,
)
