"""OpenAI Evals: one run as JSON lines of a spec, a final report and events."""

import math
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from parallaxis.cautions import Caution
from parallaxis.errors import FormatError
from parallaxis.io.harness.broken import is_broken
from parallaxis.io.harness.json_fields import name_field, number_of
from parallaxis.io.harness.openai_events import CORRECT, Asked, Event, Run
from parallaxis.io.harness.reading import (
    HarnessReader,
    LogFile,
    Role,
    Wanted,
    chosen_score,
    json_lines,
)
from parallaxis.logs import Headline, Kind, Log, Rows

SPEC = re.compile(rb'\s*\{\s*"spec"\s*:\s*\{')
NAME = re.compile(r"[0-9]{12}[0-9A-Z]{8}_.+\.jsonl")  # <run_id>_<model>_<eval>
DEFAULTS = (CORRECT, "accuracy", "score", "f1_score")


def recognise(file: LogFile) -> Role | None:
    """The first line is the spec."""
    head = file.head
    known = SPEC.match(head) and b'"completion_fns"' in head and b'"eval_name"' in head
    known = known or (NAME.fullmatch(file.bare) and is_broken(file))
    return "log" if known else None


def read(file: LogFile, wanted: Wanted) -> Iterator[Log]:
    """Read one file: one model on one evaluation in one run."""
    run = Run()
    for line, row in json_lines(file):
        run.take(line, row)
    if run.spec is None:
        raise FormatError("has no line with 'spec', which names the model; get the log anew.")
    names = tuple(sorted(run.scores, key=lambda name: (name != CORRECT, name)))
    score = chosen_score(wanted, names, DEFAULTS, file.name) if names else ""
    rows = _rows(run, score)
    yield Log(
        source=file.name,
        format=READER.name,
        model=_model(run.spec),
        task=name_field(run.spec, "eval_name", "spec"),
        run=name_field(run.spec, "run_id", "spec", ""),
        score=score,
        scores=names,
        headline=_headline(run.report or {}, score, file.name),
        notes=() if run.report is not None else (_not_finished(file),),
        **rows.columns(),
    )


def _rows(run: Run, score: str) -> Rows:
    """Return the scores in the order of events, and then the samples that have none.

    Samples are repeated all equally often; where some have more scores than others, a score that
    comes again is a copy or a contradiction, and stands under the same number.
    """
    rows, times = Rows(), Counter[str]()
    events = sorted(run.scores.get(score, ()))  # of a run that failed altogether there are none
    totals = Counter(event.sample for event in events)
    repeated = len(set(totals.values())) == 1
    for event in events:
        _add(rows, run, event, times[event.sample] if repeated else 0)
        times[event.sample] += 1
    for sample in sorted(run.samples, key=lambda sample: (run.samples[sample], sample)):
        if sample not in times:
            _add(rows, run, Event(0, sample, math.nan, ""), 0)
    return rows


def _add(rows: Rows, run: Run, event: Event, repeat: int) -> None:
    """Add one row; a sample without a score is left out, as the report leaves it out."""
    bare: Kind = "error" if event.sample in run.failed else "unscored"
    asked = run.asked.get(event.sample, Asked(0, "", ""))
    rows.add(
        event.sample,
        event.value,
        kind=bare if math.isnan(event.value) else "scored",
        text=asked.text,
        target=event.target,
        prompt=asked.prompt,
        repeat=repeat,
    )


def _model(spec: dict[str, Any]) -> str:
    """Return the names of the completion functions."""
    listed = spec.get("completion_fns")
    if isinstance(listed, list) and listed and all(isinstance(name, str) for name in listed):
        return ", ".join(listed)
    raise FormatError(
        f"spec: 'completion_fns' is {listed!r:.60}, where a list of names is expected; get the "
        "log anew."
    )


def _headline(report: dict[str, Any], score: str, source: str) -> Headline | None:
    """Return the figure of the final report; that of matches is called accuracy."""
    value = number_of(report, "accuracy" if score == CORRECT else score)
    return None if value is None else Headline(value, source)


def _not_finished(file: LogFile) -> Caution:
    """Say that a run was not brought to its end."""
    text = f"{file.name}: has no final report; the run stopped before it was finished."
    return Caution("run_not_finished", text)


READER = HarnessReader(
    name="openai-evals",
    recognised_by="JSON lines of which the first is a spec with completion_fns and eval_name",
    model="completion_fns of the spec; the task is eval_name",
    item="sample_id, checked by the last message of what was sent",
    run="run_id; several scores of a sample are repetitions, if all samples have as many",
    score="correct of match events, or a number of metrics events, by default the first there is "
    "of " + ", ".join(DEFAULTS),
    recognise=recognise,
    read=read,
)
