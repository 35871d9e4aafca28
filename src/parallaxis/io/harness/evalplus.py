"""EvalPlus: results of HumanEval+ and MBPP+ for each task and sample."""

import math
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from parallaxis.errors import FormatError
from parallaxis.io.harness.broken import is_broken
from parallaxis.io.harness.code_samples import (
    Status,
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
)
from parallaxis.logs import Headline, Log, Rows

NAME = re.compile(r"(?P<stem>.*?)[._]?eval_results\.json")
CODEGEN = re.compile(r"(?P<model>.+)_(?P<backend>[a-z]+)_temp_(?P<temperature>[\d.]+)(?P<rest>.*)")
ANOTHER = "--bigcodebench-"  # whose results have such names too
SAMPLES = re.compile(rb'\s*\{"task_id": ?"(HumanEval|Mbpp)/[^"]*", ?"(solution|completion)":')


class Sample(NamedTuple):
    """How one answer did in the first tests and in those that EvalPlus adds."""

    base: Status
    plus: Status


def recognise(file: LogFile) -> Role | None:
    """Results hold the status of each sample; the samples themselves stand beside them."""
    head = file.head
    if b'"eval"' in head and (b'"base_status"' in head or _is_nested(head)):
        return "log" if head.lstrip().startswith(b"{") else None
    name = NAME.fullmatch(file.bare)
    if name and name["stem"] and ANOTHER not in name["stem"] and is_broken(file):
        return "log"
    return "beside" if SAMPLES.match(head) else None


def _is_nested(head: bytes) -> bool:
    """Tell whether a head is of the form of the first versions."""
    counted = b'"nfiles"' in head or b'"files"' in head
    return counted and b'"base"' in head and b'"plus"' in head


def read(file: LogFile, wanted: Wanted) -> Iterator[Log]:
    """Read one results file: one model on one dataset, a row for each sample of each task."""
    document = as_object(json_document(file), "the file")
    tasks = {
        task: samples(task, value)
        for task, value in as_object(document.get("eval"), "'eval'").items()
    }
    has_plus = any(sample.plus is not None for found in tasks.values() for sample in found)
    scores = ("plus", "base") if has_plus else ("base",)
    score = chosen_score(wanted, scores, ("plus", "base"), file.name)
    rows = Rows()
    for task, found in tasks.items():
        for repeat, sample in enumerate(found):
            value, kind = outcome(sample if score == "plus" else (sample.base,))
            rows.add(task, value, kind=kind, repeat=repeat)
        if not found:
            rows.add(task, math.nan, kind="not_run")
    if not any(tasks.values()):
        raise FormatError("'eval' holds no sample; the file may be cut: evaluate anew.")
    model, settings = _model(file)
    yield Log(
        source=file.name,
        format=READER.name,
        model=model,
        task=_dataset(tasks),
        run=text_of(document, "date"),
        score=score,
        scores=scores,
        headline=_headline(file, document, tasks, score),
        bounds=(0.0, 1.0),
        version=text_of(document, "hash"),
        model_metadata=settings,
        notes=uneven(file.name, map(len, tasks.values())),
        **rows.columns(),
    )


def samples(task: str, value: Any) -> list[Sample]:
    """Return the samples of a task, in the form of now or of the first versions.

    Raises
    ------
    FormatError
        They are in neither form, or belong to another task.
    """
    if isinstance(value, dict):
        return _nested(task, value)
    found = []
    for place, row in enumerate(list_of(value, repr(task))):
        sample = as_object(row, f"{task!r}, sample {place}")
        refuse_other_task(task, sample, place)
        base, plus = (status(sample, f"{key}_status", task, place) for key in Sample._fields)
        found.append(Sample(base, plus))
    return found


def _nested(task: str, value: dict[str, Any]) -> list[Sample]:
    """Return samples from lists of pairs of status and details."""
    columns = []
    for key in Sample._fields:
        pairs = list_of(value.get(key) or [], f"{task!r}, {key}")
        cells = [pair[0] if isinstance(pair, list) and pair else pair for pair in pairs]
        named = ({key: cell} for cell in cells)
        columns.append([status(cell, key, task, place) for place, cell in enumerate(named)])
    base, plus = columns
    if plus and len(plus) != len(base):
        raise FormatError(
            f"{task!r} has {len(base)} samples under base and {len(plus)} under plus; the file is "
            "damaged: evaluate anew."
        )
    return [Sample(*pair) for pair in zip(base, plus or [None] * len(base), strict=True)]


def _dataset(tasks: dict[str, list[Sample]]) -> str:
    """Return what stands before the slash of all tasks, such as HumanEval."""
    names = {task.partition("/")[0] for task in tasks if "/" in task}
    return names.pop() if len(names) == 1 else ""


def _model(file: LogFile) -> tuple[str, dict[str, str]]:
    """Return the model's name, and its settings where the name is as EvalPlus makes it."""
    name = NAME.fullmatch(file.bare)
    stem = name["stem"] if name else file.bare.partition(".json")[0]
    stem = stem or file.path.absolute().parent.name
    made = CODEGEN.fullmatch(stem)
    if not made:
        return stem, {}
    settings = {"backend": made["backend"], "temperature": made["temperature"]}
    return made["model"] + made["rest"], settings


def _headline(
    file: LogFile, document: dict[str, Any], tasks: dict[str, list[Sample]], score: str
) -> Headline | None:
    """Return pass@1, which newer versions write, where it is the mean of the samples."""
    found: Any = document.get("pass_at_k")
    for key in (score, "pass@1"):
        found = found.get(key) if isinstance(found, dict) else None
    even = len({len(listed) for listed in tasks.values()}) == 1
    return headline_of(found, file.name) if even else None


READER = HarnessReader(
    name="evalplus",
    recognised_by="an object with eval, and in it base_status and plus_status of each sample",
    model="the file's name before _eval_results.json, without backend and temperature",
    item="task_id",
    run="date; samples of a task are repeats",
    score="plus, which needs both base and plus tests to pass, or base; a task without a sample "
    "was not run",
    recognise=recognise,
    read=read,
)
