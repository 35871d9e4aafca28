"""Logs of one model that share no item: splits and shards, which are no runs of one another."""

from collections.abc import Iterator, Sequence

from parallaxis.logs import Log


def disjoint_parts(logs: Sequence[Log]) -> list[list[Log]]:
    """Which logs of a model have items in common, directly or through others of its logs?

    Parameters
    ----------
    logs : sequence of Log
        Of one model and task, at least one.

    Returns
    -------
    list of list of Log
        Each with the order of its logs; most often one.
    """
    if len(logs) == 1:
        return [list(logs)]
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
