"""Several logs of one model on one task: copies, runs that stopped early, and runs to keep."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from parallaxis.alignment.disjoint_parts import disjoint_parts
from parallaxis.alignment.natural_order import natural
from parallaxis.alignment.run_notes import left_out, not_dated, other_settings, parts
from parallaxis.cautions import Caution
from parallaxis.intake_report import SetAside, What
from parallaxis.logs import Log

DATE = re.compile(r"(19|20)\d\d[-_/.]?(0[1-9]|1[0-2])[-_/.]?(0[1-9]|[12]\d|3[01])|^\d{12}")
Runs = Literal["newest", "all"]
INVALID, UNFINISHED = "run_invalidated", "run_not_finished"  # codes of readers' notes
MOSTLY = 0.5  # of the scored answers of another run, below which one failed for the most part


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


def chosen_runs(task: str, logs: Sequence[Log], runs: Runs, *, by_id: bool = False) -> RunChoice:
    """Which log of each model is used, and why not the others?

    Parameters
    ----------
    task : str
    logs : sequence of Log
        Of this task.
    runs : {"newest", "all"}
        Of the runs that have as many items as the largest of their model, and were finished: the
        newest, or all.
    by_id : bool
        Whether identifiers alone say which items two logs share.

    Returns
    -------
    RunChoice
    """
    choice = RunChoice()
    by_model: dict[str, list[Log]] = {}
    for log in logs:
        by_model.setdefault(log.model, []).append(log)
    undated: dict[str, str] = {}
    settings: list[Caution] = []
    for model in sorted(by_model, key=natural):
        whole: list[Log] = []
        for group in disjoint_parts(by_model[model], by_id=by_id):
            full = _sound(_without_copies(_oldest_first(group), choice), choice)
            if runs == "newest":
                undated |= _undated(full)
                for log in full[:-1]:
                    choice.drop(log, "superseded", f"{full[-1].source} is used")
            choice.kept.append(full if runs == "all" else full[-1:])
            whole += full
        settings += other_settings(task, whole)
    choice.cautions = [
        *parts(task, choice.kept),
        *left_out(task, choice.set_aside),
        *not_dated(task, undated),
        *settings,
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


def _undated(full: Sequence[Log]) -> dict[str, str]:
    """Return the file that is used and another, where only their names say which is newer."""
    if len(full) < 2 or (_dated(full) and full[-1].run != full[-2].run):
        return {}
    return {full[-1].source: full[-2].source}


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


def _sound(logs: Sequence[Log], choice: RunChoice) -> list[Log]:
    """Drop runs that are worth less than another: invalid, short, failed, or not finished."""
    if len(logs) == 1:
        return list(logs)
    valid = _without(INVALID, "it was declared invalid", logs, choice)
    largest = max(map(answered, valid))
    full = []
    for log in valid:
        if answered(log) == largest:
            full.append(log)
        else:
            why = f"{answered(log):,} of {largest:,} items that the model ran"
            choice.drop(log, "truncated", why)
    most = max(log.kinds.count("scored") for log in full)
    scored = []
    for log in full:
        n = log.kinds.count("scored")
        if n >= MOSTLY * most:
            scored.append(log)
        else:
            choice.drop(log, "unfinished", f"{n:,} of its answers were scored, of another {most:,}")
    return _without(UNFINISHED, "it was not finished", scored, choice)


def _without(code: str, why: str, logs: Sequence[Log], choice: RunChoice) -> list[Log]:
    """Drop runs of which their reader says this, where others are left."""
    said = [any(note.code == code for note in log.notes) for log in logs]
    if all(said):
        return list(logs)
    for log, bad in zip(logs, said, strict=True):
        if bad:
            choice.drop(log, "unfinished", why)
    return [log for log, bad in zip(logs, said, strict=True) if not bad]


def answered(log: Log) -> int:
    """Return how many items a run got to; 0 where no answer at all was scored."""
    if "scored" not in log.kinds:
        return 0
    return len({item for item, kind in zip(log.items, log.kinds, strict=True) if kind != "not_run"})
