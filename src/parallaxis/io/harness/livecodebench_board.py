"""LiveCodeBench's published boards: the rate of each model in each question, in percent."""

import math
import re
from collections.abc import Iterator
from typing import Any

from parallaxis.cautions import Caution
from parallaxis.errors import FormatError
from parallaxis.io.harness.code_samples import name_of
from parallaxis.io.harness.reading import (
    HarnessReader,
    LogFile,
    Role,
    Wanted,
    as_number,
    chosen_score,
    json_elements,
)
from parallaxis.logs import Kind, Log, Rows

FIRST = re.compile(rb'\s*\{\s*"performances"\s*:\s*\[')
DEFAULTS = ("pass@1", "Pass@1")
NOT_RUN = -1.0  # what stands where a model was not run in a setting


def recognise(file: LogFile) -> Role | None:
    """A board begins with its performances, which have a question and a rate."""
    head = file.head
    is_board = FIRST.match(head) and b'"question_id"' in head and b'ass@1"' in head
    return "log" if is_board else None


def read(file: LogFile, wanted: Wanted) -> Iterator[Log]:
    """Read one board: a log for each model, models in the order of their first row."""
    scores: tuple[str, ...] = ()
    score = ""
    models: dict[str, Rows] = {}
    seen: dict[tuple[str, str], int] = {}
    for number, entry in json_elements(file, under="performances"):
        if not scores:
            scores = tuple(name for name in entry if name.lower().startswith("pass@1"))
            score = chosen_score(wanted, scores, DEFAULTS, file.name)
        place = f"performances, element {number}"
        model = name_of(entry, "model", place)
        item = name_of(entry, "sample_id" if "sample_id" in entry else "question_id", place)
        repeat = seen.get((model, item), 0)
        seen[model, item] = repeat + 1
        value = _percent(entry, score, place)
        kind: Kind = "not_run" if math.isnan(value) else "scored"
        models.setdefault(model, Rows()).add(item, value, kind=kind, repeat=repeat)
    if not models:
        raise FormatError("performances is empty; get the file anew.")
    task = file.bare.partition(".json")[0].removeprefix("performances_")
    for model, rows in models.items():
        yield Log(
            source=file.name,
            format=READER.name,
            model=model,
            task=task,
            run="",
            score=score,
            scores=scores,
            bounds=(0.0, 100.0),
            notes=_repeated(file, model, seen),
            **rows.columns(),
        )


def _percent(entry: dict[str, Any], score: str, place: str) -> float:
    """Return a rate in percent; NaN where the model was not run."""
    if score not in entry:
        raise FormatError(f"{place} has no {score!r}; get the file anew.")
    value = as_number(entry[score], f"{place}, {score}")
    if value == NOT_RUN or math.isnan(value):
        return math.nan
    if not 0.0 <= value <= 100.0:
        raise FormatError(f"{place}, {score} is {entry[score]!r:.60}, which is no percentage.")
    return value


def _repeated(file: LogFile, model: str, seen: dict[tuple[str, str], int]) -> tuple[Caution, ...]:
    """Say that questions of a model come several times."""
    several = sum(times > 1 for (name, _), times in seen.items() if name == model)
    if not several:
        return ()
    text = (
        f"{file.name}: {model!r} has {several} questions several times, which the file does not "
        "tell apart; they are kept as repeats."
    )
    return (Caution("unnamed_repeats", text),)


READER = HarnessReader(
    name="livecodebench-board",
    recognised_by="an object that begins with performances, each with question_id and pass@1",
    model="model",
    item="sample_id, else question_id",
    run="none; what comes several times are repeats",
    score="pass@1 in percent, or Pass@1-COT; -1 stands for a model that was not run",
    recognise=recognise,
    read=read,
)
