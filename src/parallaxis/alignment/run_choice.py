"""Several logs of one model on one task: copies, runs that stopped early, and runs to keep."""

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from parallaxis.alignment.natural_order import heading, listed, named_task, natural
from parallaxis.cautions import Caution
from parallaxis.intake_report import SetAside, What
from parallaxis.logs import Log

DATE = re.compile(r"(19|20)\d\d[-_/.]?(0[1-9]|1[0-2])[-_/.]?(0[1-9]|[12]\d|3[01])|^\d{12}")
Runs = Literal["newest", "all"]
SAID: dict[What, str] = {
    "copied": "left out {n} that repeat another log of the same model row by row",
    "truncated": "left out {n} with fewer items than another run of the same model; runs are never "
    "put together from parts",
    "superseded": "left out {n} for a newer run of the same model",
}


@dataclass(slots=True)
class RunChoice:
    """Which logs of a task stand on the board.

    Attributes
    ----------
    kept : mapping of str to list of Log
        By model, the oldest run first.
    set_aside : list of SetAside
    cautions : list of Caution
    """

    kept: dict[str, list[Log]] = field(default_factory=dict)
    set_aside: list[SetAside] = field(default_factory=list)
    cautions: list[Caution] = field(default_factory=list)

    def drop(self, log: Log, what: What, why: str) -> None:
        """Set one log aside."""
        self.set_aside.append(SetAside(log.source, log.model, log.task, log.run, what, why))


def chosen_runs(task: str, logs: Sequence[Log], runs: Runs) -> RunChoice:
    """Which log of each model is used, and why not the others?

    Parameters
    ----------
    task : str
    logs : sequence of Log
        Of this task.
    runs : {"newest", "all"}
        Of the runs that have as many items as the largest of their model: the newest, or all.

    Returns
    -------
    RunChoice
    """
    choice = RunChoice()
    by_model: dict[str, list[Log]] = {}
    for log in logs:
        by_model.setdefault(log.model, []).append(log)
    for model in sorted(by_model, key=natural):
        dated = all(DATE.search(log.run) for log in by_model[model])
        ordered = sorted(by_model[model], key=_by_time if dated else _by_name)
        full = _full(_without_copies(ordered, choice), choice)
        for log in full[:-1] if runs == "newest" else ():
            choice.drop(log, "superseded", f"{full[-1].source} is a newer run")
        choice.kept[model] = full if runs == "all" else full[-1:]
        _note_settings(task, full, choice)
        if runs == "newest":
            _note_undated(task, full, choice, dated=dated)
    choice.cautions[:0] = [
        _summary(task, what, found)
        for what in SAID
        if (found := [one for one in choice.set_aside if one.what == what])
    ]
    return choice


def _by_time(log: Log) -> tuple[object, ...]:
    """Return what puts the newest run last."""
    return (log.run, natural(log.source))


def _by_name(log: Log) -> tuple[object, ...]:
    """Return what stands for time where runs have none: the last name, of logs with a figure."""
    return (log.headline is not None, natural(log.run), natural(log.source))


def _sources(logs: Sequence[Log]) -> list[str]:
    """Return the files of logs."""
    return [log.source for log in logs]


def _without_copies(ordered: Sequence[Log], choice: RunChoice) -> list[Log]:
    """Drop logs whose rows are another's; of copies the newest with the shortest path stays.

    Two runs of other times that agree in every score are no copies: answers may differ.
    """
    if len(ordered) == 1:
        return list(ordered)
    seen: dict[tuple[Any, ...], list[Log]] = {}
    newest_first = sorted(ordered, key=lambda log: (len(log.source), natural(log.source)))
    newest_first.sort(key=lambda log: log.run, reverse=True)
    for log in newest_first:
        alike = seen.setdefault(_content(log), [])
        same = next((one for one in alike if one.run == log.run or not (one.run and log.run)), None)
        if same is None:
            alike.append(log)
        else:
            choice.drop(log, "copied", f"its rows are those of {same.source}")
    kept = {id(log) for alike in seen.values() for log in alike}
    return [log for log in ordered if id(log) in kept]


def _content(log: Log) -> tuple[Any, ...]:
    """Return the rows of a log, whatever their order."""
    values = [None if math.isnan(value) else value for value in log.values.tolist()]
    rows = zip(log.items, log.texts, log.repeats, values, log.kinds, strict=True)
    return tuple(sorted(rows, key=repr))


def _full(logs: Sequence[Log], choice: RunChoice) -> list[Log]:
    """Drop runs that have fewer items than the largest."""
    sizes = [answered(log) for log in logs]
    largest = max(sizes)
    for log, size in zip(logs, sizes, strict=True):
        if size < largest:
            choice.drop(log, "truncated", f"{size:,} of {largest:,} items that the model ran")
    return [log for log, size in zip(logs, sizes, strict=True) if size == largest]


def answered(log: Log) -> int:
    """Return how many items a run got to; 0 where no answer at all was scored."""
    if "scored" not in log.kinds:
        return 0
    return len({item for item, kind in zip(log.items, log.kinds, strict=True) if kind != "not_run"})


def _summary(task: str, what: What, found: Sequence[SetAside]) -> Caution:
    """Say in one sentence what was left out for one reason."""
    models = sorted({one.model for one in found}, key=natural)
    files = listed(dict.fromkeys(one.source for one in found))
    text = SAID[what].format(n="1 run" if len(found) == 1 else f"{len(found):,} runs")
    return Caution(
        f"{what}_runs", f"{heading(task)}{text} (files {files}; models {listed(models)})."
    )


def _note_settings(task: str, full: Sequence[Log], choice: RunChoice) -> None:
    """Say where runs of one name were made with other settings."""
    if len({tuple(sorted(log.model_metadata.items())) for log in full}) > 1:
        text = (
            f"{heading(task)}{full[0].source} and {full[-1].source} are taken as runs of "
            f"{full[0].model!r}, but their settings differ; rename one if they are two models."
        )
        choice.cautions.append(Caution("settings_differ", text))


def _note_undated(task: str, full: Sequence[Log], choice: RunChoice, *, dated: bool) -> None:
    """Say where the last name had to stand for the newest run."""
    stamps = Counter(log.run for log in full)
    if len(full) > 1 and (not dated or stamps[full[-1].run] > 1):
        text = (
            f"{full[-1].source} is taken as the newest run of {full[-1].model!r} on "
            f"{named_task(task)} by its name; nothing says which of {listed(_sources(full))} is "
            "newer: keep one, or keep all as repetitions."
        )
        choice.cautions.append(Caution("runs_undated", text))
