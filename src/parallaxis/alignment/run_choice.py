"""Several logs of one model on one task: copies, runs that stopped early, and runs to keep."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from parallaxis.alignment.disjoint_parts import disjoint_parts
from parallaxis.alignment.natural_order import heading, listed, natural
from parallaxis.cautions import Caution
from parallaxis.intake_report import SetAside, What
from parallaxis.logs import Log

DATE = re.compile(r"(19|20)\d\d[-_/.]?(0[1-9]|1[0-2])[-_/.]?(0[1-9]|[12]\d|3[01])|^\d{12}")
Runs = Literal["newest", "all"]
SAID: dict[What, str] = {
    "copied": "left out {n} that repeat another log of the same model row by row",
    "truncated": "left out {n} with fewer items than another run of the same model; runs are never "
    "put together from parts",
    "superseded": "left out {n} for one of the same model that is taken as newer",
}


@dataclass(slots=True)
class RunChoice:
    """Which logs of a task stand on the board.

    Attributes
    ----------
    kept : list of list of Log
        Runs of one model, the oldest first; those on items of their own are a group of their own.
    set_aside : list of SetAside
    cautions : list of Caution
    """

    kept: list[list[Log]] = field(default_factory=list)
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
    undated: dict[str, str] = {}
    for model in sorted(by_model, key=natural):
        whole: list[Log] = []
        for group in disjoint_parts(by_model[model]):
            full = _full(_without_copies(_oldest_first(group), choice), choice)
            if runs == "newest":
                undated |= _undated(full)
                for log in full[:-1]:
                    choice.drop(log, "superseded", f"{full[-1].source} is used")
            choice.kept.append(full if runs == "all" else full[-1:])
            whole += full
        _note_settings(task, whole, choice)
    choice.cautions[:0] = [
        *_parts(task, choice.kept),
        *(
            _summary(task, what, found)
            for what in SAID
            if (found := [one for one in choice.set_aside if one.what == what])
        ),
        *_not_dated(task, undated),
    ]
    return choice


def _dated(logs: Sequence[Log]) -> bool:
    """Return whether the name of every run holds its date."""
    return all(DATE.search(log.run) for log in logs)


def _oldest_first(logs: Sequence[Log]) -> list[Log]:
    """Return logs by the times of their runs, or else by name, those with a figure last."""
    if _dated(logs):
        return sorted(logs, key=lambda log: (log.run, natural(log.source)))
    return sorted(
        logs, key=lambda log: (log.headline is not None, natural(log.run), natural(log.source))
    )


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


def _undated(full: Sequence[Log]) -> dict[str, str]:
    """Return the file that is used and another, where only their names say which is newer."""
    if len(full) < 2 or (_dated(full) and full[-1].run != full[-2].run):
        return {}
    return {full[-1].source: full[-2].source}


def _not_dated(task: str, undated: dict[str, str]) -> list[Caution]:
    """Say where the last name had to stand for the newest run."""
    if not undated:
        return []
    used, other = next(iter(undated.items()))
    text = (
        f"{heading(task)}which of several runs is the newest goes by their names for "
        f"{len(undated):,} models, because nothing in the logs says it (such as {used}, used for "
        f"{other}): keep one, or keep all as repetitions."
    )
    return [Caution("runs_undated", text)]


def _parts(task: str, kept: Sequence[Sequence[Log]]) -> list[Caution]:
    """Say which models have logs that share no item."""
    files: dict[str, list[str]] = {}
    for group in kept:
        files.setdefault(group[0].model, []).append(group[-1].source)
    several = {model: names for model, names in files.items() if len(names) > 1}
    if not several:
        return []
    text = (
        f"{heading(task)}logs of {listed(several)} share no item with one another (such as "
        f"{listed(next(iter(several.values())))}); they are taken as parts, not as runs of the "
        "same questions, and stand in one row."
    )
    return [Caution("disjoint_parts", text)]
