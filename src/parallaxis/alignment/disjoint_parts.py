"""Logs of one model that share no item: splits and shards, which are no runs of one another."""

from collections.abc import Iterator, Sequence

from parallaxis.logs import Log


def disjoint_parts(logs: Sequence[Log], *, by_id: bool = False) -> list[list[Log]]:
    """Which logs of a model have items in common, directly or through others of its logs?

    Parameters
    ----------
    logs : sequence of Log
        Of one model and task, at least one.
    by_id : bool
        Whether identifiers alone say what an item is; texts do where there are some otherwise.

    Returns
    -------
    list of list of Log
        Each with the order of its logs; most often one.
    """
    if len(logs) == 1:
        return [list(logs)]
    groups: list[tuple[set[str], list[int]]] = []
    for place, log in enumerate(logs):
        names, places = set(_names(log, by_id=by_id)), [place]
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


def _names(log: Log, *, by_id: bool) -> Iterator[str]:
    """Yield what tells the items of a log: texts, identifiers, or that it only counts them."""
    for item, text in zip(log.items, log.texts, strict=True):
        if text and not by_id:
            yield f"text {text}"
        else:
            yield "counted" if log.identity == "position" else f"id {item}"
