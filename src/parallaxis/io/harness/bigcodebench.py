"""BigCodeBench: results for each task and sample, with the rates beside them."""

import math
import re
from collections.abc import Iterator
from typing import Any

from parallaxis.cautions import Caution
from parallaxis.errors import FormatError
from parallaxis.io.harness.broken import is_broken
from parallaxis.io.harness.code_samples import (
    headline_of,
    list_of,
    outcome,
    refuse_other_task,
    status,
    text_of,
    uneven,
)
from parallaxis.io.harness.reading import (
    HarnessReader,
    LogFile,
    Role,
    Wanted,
    as_object,
    chosen_score,
    json_document,
    object_beside,
)
from parallaxis.logs import Log, Rows

SCORE = "pass"
RESULTS = "eval_results.json"
RATES = "pass_at_k.json"
NAME = re.compile(
    r"(?P<model>.+?)--(?P<task>bigcodebench(-hard)?-(complete|instruct))(--(?P<settings>.*?))?"
    r"[._]?eval_results\.json.*"
)
SAMPLES = re.compile(rb'\s*\{"task_id": ?"BigCodeBench/[^"]*", ?"(solution|completion)":')


def recognise(file: LogFile) -> Role | None:
    """Results hold one status for each sample of tasks named BigCodeBench; rates stand beside."""
    head, name = file.head, file.bare
    if b'"eval"' in head and b'"BigCodeBench/' in head and b'"base_status"' not in head:
        return "log" if b'"status"' in head and head.lstrip().startswith(b"{") else None
    if NAME.fullmatch(name) and is_broken(file):
        return "log"
    if name.endswith(RATES) and (b'"gt_pass_rate"' in head or _results_of(file) is not None):
        return "beside"
    return "beside" if SAMPLES.match(head) else None


def read(file: LogFile, wanted: Wanted) -> Iterator[Log]:
    """Read one results file: one model on one split, a row for each sample of each task."""
    document = as_object(json_document(file), "the file")
    score = chosen_score(wanted, (SCORE,), (SCORE,), file.name)
    rows = Rows()
    counts = list[int]()
    for task, value in as_object(document.get("eval"), "'eval'").items():
        found = list_of(value, repr(task))
        counts.append(len(found))
        if not found:
            rows.add(task, math.nan, kind="not_run")
        for repeat, row in enumerate(found):
            sample = as_object(row, f"{task!r}, sample {repeat}")
            refuse_other_task(task, sample, repeat)
            figure, kind = outcome((status(sample, "status", task, repeat),))
            rows.add(task, figure, kind=kind, repeat=repeat)
    if not any(counts):
        raise FormatError("'eval' holds no sample; the file may be cut: evaluate anew.")
    model, task, settings = _named(file)
    rates, source = _rates(file)
    yield Log(
        source=file.name,
        format=READER.name,
        model=model,
        task=task,
        run=text_of(document, "date"),
        score=score,
        scores=(SCORE,),
        headline=headline_of(rates.get("pass@1"), source) if len(set(counts)) == 1 else None,
        bounds=(0.0, 1.0),
        model_metadata=settings,
        notes=(*_notes(rates, source), *uneven(file.name, counts)),
        **rows.columns(),
    )


def _named(file: LogFile) -> tuple[str, str, dict[str, str]]:
    """Return model, task and settings, as the harness writes them into the file's name."""
    name = NAME.fullmatch(file.bare)
    if name:
        settings = name["settings"]
        return name["model"], name["task"], {"settings": settings} if settings else {}
    stem = file.bare.partition(RESULTS)[0].rstrip("._")
    return stem or file.path.absolute().parent.name, "bigcodebench", {}


def _results_of(file: LogFile) -> LogFile | None:
    """Return the results that stand beside a file of rates."""
    found = file.beside(file.bare.removesuffix(RATES) + RESULTS)
    return found if found is not None and recognise(found) == "log" else None


def _rates(file: LogFile) -> tuple[dict[str, Any], str]:
    """Return what the file of rates of the same samples says, and its name."""
    stem, found, _ = file.bare.partition(RESULTS)
    beside = file.beside(stem + RATES) if found else None
    if beside is None:
        return {}, ""
    return object_beside(beside), beside.name


def _notes(rates: dict[str, Any], source: str) -> tuple[Caution, ...]:
    """Say which tasks not even the reference solution passes, which nobody can."""
    failed = rates.get("failed_tasks")
    if not isinstance(failed, list) or not failed:
        return ()
    text = (
        f"{source}: the reference solution did not pass {len(failed)} tasks, such as "
        f"{str(failed[0])!r:.60}; a failure there says nothing of the model."
    )
    return (Caution("reference_failed", text),)


READER = HarnessReader(
    name="bigcodebench",
    recognised_by="an object with eval, tasks named BigCodeBench/ and one status of each sample; "
    "*_pass_at_k.json beside it",
    model="the file's name before --bigcodebench-",
    item="task_id",
    run="date; samples of a task are repeats",
    score="pass: 1 for the status pass, 0 for fail and timeout; a task without a sample was "
    "not run",
    recognise=recognise,
    read=read,
)
