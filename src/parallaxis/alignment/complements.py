"""Logs that list only what was solved: what they leave out needs a list of all items."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from parallaxis.alignment.natural_order import listed, named_task, natural
from parallaxis.cautions import Caution
from parallaxis.errors import InputError
from parallaxis.logs import Kind, Log

CODE = "passes_only"  # of the note by which a reader says so


def with_complements(task: str, logs: Sequence[Log]) -> tuple[list[Log], list[Caution]]:
    """Return the logs of a task, with a 0 for what a list of passes leaves out.

    The 0 is of kind ``"unscored"``: the file does not say whether the item failed or never ran.

    Raises
    ------
    InputError
        No other log names all items, or it names another number of them than the list was made
        of, or not all that the list holds.
    """
    lists = [log for log in logs if _lists_passes(log)]
    if not lists:
        return list(logs), []
    others = [log for log in logs if not _lists_passes(log)]
    universe = sorted({item for log in others for item in log.items}, key=natural)
    for log in lists:
        _check(task, log, others, universe)
    completed = [_completed(log, universe) if _lists_passes(log) else log for log in logs]
    n = sum(len(after.items) - len(log.items) for log, after in zip(logs, completed, strict=True))
    text = (
        f"{len(lists)} logs of {named_task(task)} list only what was solved (such as "
        f"{lists[0].source}); the other {n:,} of their answers count as 0, whether they failed or "
        f"never ran, out of the {len(universe):,} items that {others[0].source} names."
    )
    return completed, [Caution("complement_counted", text)]


def _lists_passes(log: Log) -> bool:
    """Return whether a log leaves out what was not solved."""
    return any(note.code == CODE for note in log.notes)


def _check(task: str, log: Log, others: Sequence[Log], universe: Sequence[str]) -> None:
    """Refuse a list of passes whose items are not known."""
    what = f"{log.source}: lists only the solved items of {named_task(task)}"
    remedy = "add a log of the task that names every item, or leave this one out."
    if not others:
        raise InputError(f"{what}, and no other log says which items there are; {remedy}")
    if log.planned != len(universe):
        of = "an unknown number" if log.planned is None else f"{log.planned:,}"
        raise InputError(
            f"{what}, out of {of}, but {others[0].source} and others name {len(universe):,} items; "
            f"{remedy}"
        )
    unknown = sorted(set(log.items).difference(universe), key=natural)
    if unknown:
        raise InputError(
            f"{what}, of which {others[0].source} and others do not have {listed(unknown)}; "
            f"{remedy}"
        )


def _completed(log: Log, universe: Sequence[str]) -> Log:
    """Add the items that a list leaves out."""
    solved = set(log.items)
    rest = tuple(item for item in universe if item not in solved)
    blank = ("",) * len(rest)
    kinds: list[Kind] = ["unscored"] * len(rest)
    return replace(
        log,
        items=log.items + rest,
        texts=log.texts + blank,
        targets=log.targets + blank,
        prompts=log.prompts + blank,
        repeats=log.repeats + (0,) * len(rest),
        values=np.concatenate([log.values, np.zeros(len(rest))]),
        kinds=(*log.kinds, *kinds),
        item_metadata={name: cells + blank for name, cells in log.item_metadata.items()},
    )
