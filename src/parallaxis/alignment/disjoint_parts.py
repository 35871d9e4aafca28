"""Logs of one task that share no item: splits and shards, which are no runs of one another."""

from collections.abc import Iterator, Sequence

from parallaxis.alignment.natural_order import heading, listed, natural
from parallaxis.cautions import Caution
from parallaxis.logs import Log


def disjoint_parts(task: str, logs: Sequence[Log]) -> tuple[list[list[Log]], list[Caution]]:
    """Which logs of a task have items in common, directly or through other logs?

    Parameters
    ----------
    task : str
    logs : sequence of Log
        Of this task, at least one.

    Returns
    -------
    parts : list of list of Log
        More than one only where some model has logs in several; each keeps the order of its logs.
    cautions : list of Caution
    """
    parts = _connected(logs)
    models = [{log.model for log in part} for part in parts]
    several = sorted(
        {
            model
            for mine, part in enumerate(models)
            for model in part
            if any(model in other for other in models[:mine])
        },
        key=natural,
    )
    if not several:
        return [list(logs)], []
    text = (
        f"{heading(task)}logs of {listed(several)} share no item with one another (such as "
        f"{listed([part[0].source for part in parts])}); they are taken as parts of the task, and "
        "not as runs of the same questions."
    )
    return parts, [Caution("disjoint_parts", text)]


def _connected(logs: Sequence[Log]) -> list[list[Log]]:
    """Group logs that share an identifier or a text with another of their group."""
    groups: list[tuple[set[str], list[int]]] = []
    for place, log in enumerate(logs):
        names, places = set(_names(log)), [place]
        apart = []
        for theirs, others in groups:
            if names.isdisjoint(theirs):
                apart.append((theirs, others))
            else:
                names |= theirs
                places += others
        groups = [*apart, (names, places)]
    return [[logs[place] for place in sorted(places)] for _, places in sorted(groups, key=_first)]


def _first(group: tuple[set[str], list[int]]) -> int:
    """Return the place of the first log of a group."""
    return min(group[1])


def _names(log: Log) -> Iterator[str]:
    """Yield what tells the items of a log: identifiers and texts, or that it only counts them."""
    yield from (f"text {text}" for text in log.texts if text)
    if log.identity == "position":
        yield "counted"
    else:
        yield from (f"id {item}" for item in log.items)
