"""Which logs can be joined at all: in a fixed order, with rows, and with scores of one kind."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from parallaxis.alignment.natural_order import heading, listed, named_task, natural
from parallaxis.cautions import Caution
from parallaxis.errors import InputError, MissingDataError
from parallaxis.intake_report import SetAside
from parallaxis.logs import Log


class Admitted(NamedTuple):
    """Logs with rows, and logs without."""

    full: list[Log]
    empty: list[Log]


def admitted(logs: Sequence[Log]) -> Admitted:
    """Return the logs with rows in a fixed order, and those without.

    Raises
    ------
    MissingDataError
        None has rows.
    InputError
        A score is infinite or outside the bounds that its format fixes.
    """
    ordered = sorted(logs, key=_place)
    empty = [log for log in ordered if not log.items]
    full = [_checked(log) for log in ordered if log.items]
    if not full:
        raise MissingDataError(
            f"{len(logs)} logs hold no answers that can be read ({listed(_sources(logs))}); choose "
            "another score, or give other files."
        )
    return Admitted(full, empty)


def by_task(logs: Sequence[Log]) -> dict[str, list[Log]]:
    """Return the logs by task, in the order of their names.

    A log that names no task is of the one task that its harness names otherwise, where they share
    an item. Where logs of several harnesses name no task still, each harness is one.
    """
    logs = _of_the_one_task(logs)
    nameless = {log.format for log in logs if not log.task}
    if len(nameless) > 1:
        logs = [log if log.task else replace(log, task=log.format) for log in logs]
    found: dict[str, list[Log]] = {}
    for log in sorted(logs, key=lambda log: natural(log.task)):
        found.setdefault(log.task, []).append(log)
    return found


def _of_the_one_task(logs: Sequence[Log]) -> list[Log]:
    """Name the task of logs that name none, where their harness has only one for their items."""
    if all(log.task for log in logs):
        return list(logs)
    items: dict[str, dict[str, set[str]]] = {}
    for log in logs:
        if log.task and log.identity == "id":
            items.setdefault(log.format, {}).setdefault(log.task, set()).update(log.items)
    found = []
    for log in logs:
        known = {} if log.task or log.identity != "id" else items.get(log.format, {})
        tasks = [task for task, of in known.items() if not of.isdisjoint(log.items)]
        found.append(replace(log, task=tasks[0]) if len(known) == len(tasks) == 1 else log)
    return found


def of_one_score(task: str, logs: Sequence[Log]) -> tuple[list[Log], list[Caution]]:
    """Return the logs of a task with one direction of their scores.

    A log in which nothing was scored, so that its score has no name, has that of the others.

    Raises
    ------
    InputError
        Two logs hold different scores, which cannot stand in one column.
    """
    first = next((log for log in logs if log.score), logs[0])
    logs = [log if log.score else _with_score_of(first, log) for log in logs]
    other = next((log for log in logs if not _one_score(first.score, log.score)), None)
    if other is not None:
        shared = sorted(set(first.scores).intersection(*(log.scores for log in logs)))
        choice = f"choose one that all have: {listed(shared)}"
        remedy = choice if shared else "none is in all, so leave one of the logs out"
        raise InputError(
            f"{first.source} and {other.source}: hold different scores of {named_task(task)} "
            f"({first.score!r} and {other.score!r}); {remedy}."
        )
    cautions = []
    names = sorted({_plain(log.score) for log in logs})
    if len(names) > 1:
        text = f"{heading(task)}logs name their score differently ({listed(names)})."
        cautions.append(Caution("scores_differ", text))
    lower = [log for log in logs if not log.higher_is_better]
    if not lower or len(lower) == len(logs):
        return list(logs), cautions
    text = (
        f"{heading(task)}{len(lower)} of {len(logs)} logs say that lower is better (such as "
        f"{lower[0].source}), the others do not say so; lower is taken as better in all."
    )
    cautions.append(Caution("direction_differs", text))
    return [replace(log, higher_is_better=False) for log in logs], cautions


def without_rows(log: Log) -> SetAside:
    """Say that a log holds no row."""
    said = log.notes[0].text if log.notes else "it holds no answers"
    why = said.removeprefix(f"{log.source}: ")
    return SetAside(log.source, log.model, log.task, log.run, "empty", why)


def _with_score_of(first: Log, log: Log) -> Log:
    """Return a log in which nothing was scored with the score of another."""
    return replace(
        log,
        score=first.score,
        scores=first.scores,
        higher_is_better=first.higher_is_better,
        bounds=first.bounds,
    )


def _one_score(one: str, other: str) -> bool:
    """Return whether two names can be one score: where one does not say which filter it had."""
    (metric, _, mine), (same, _, theirs) = _plain(one).partition(","), _plain(other).partition(",")
    return metric == same and (mine == theirs or not mine or not theirs)


def _plain(score: str) -> str:
    """Return the name of a score without a filter that filters nothing."""
    return score.removesuffix(",none")


def _place(log: Log) -> tuple[object, ...]:
    """Return what orders logs whatever the order in which they were given."""
    names = (natural(log.task), natural(log.model), log.run, natural(log.source), log.score)
    return (*names, len(log.items), sorted(log.items), np.sort(log.values).tobytes())


def _sources(logs: Sequence[Log]) -> list[str]:
    """Return the files of logs, each once."""
    return sorted({log.source for log in logs}, key=natural)


def _checked(log: Log) -> Log:
    """Refuse impossible scores; a score that is not there was not given."""
    _check_names(log)
    low, high = log.bounds or (-np.inf, np.inf)
    wrong = np.isinf(log.values) | (log.values < low) | (log.values > high)
    if wrong.any():
        row = int(np.flatnonzero(wrong)[0])
        limits = f"outside [{low:g}, {high:g}]" if log.bounds else "no finite number"
        raise InputError(
            f"{log.source}: score {log.values[row]:g} of {log.model!r} on item {log.items[row]!r} "
            f"is {limits}; mend the log or choose another score."
        )
    bare = np.isnan(log.values) & (np.array(log.kinds) == "scored")
    if not bare.any():
        return log
    kinds = tuple("unscored" if gone else kind for gone, kind in zip(bare, log.kinds, strict=True))
    return replace(log, kinds=kinds)


def _check_names(log: Log) -> None:
    """Refuse names that are blank or no text, before they are names of rows and columns."""
    blank = next((row for row, item in enumerate(log.items, 1) if not item.strip()), None)
    if blank is not None or not log.model.strip():
        what = "the model has no name" if blank is None else f"the item of row {blank} has no name"
        raise InputError(f"{log.source}: {what}; give it one, or leave it out.")
    try:
        "".join((log.model, log.task, *log.items)).encode()
    except UnicodeEncodeError as error:
        part = error.object[max(error.start - 10, 0) : error.end + 10]
        raise InputError(
            f"{log.source}: a name holds half a character ({part!r}); mend it in the log."
        ) from error
