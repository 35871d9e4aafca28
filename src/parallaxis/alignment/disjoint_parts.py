"""Logs of one model that share no item: splits and shards, which are no runs of one another."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from parallaxis.logs import Log

PADDING = 0.1  # share of a log's items, up to which items that come again in another fill up


@dataclass(eq=False, slots=True)
class _Group:
    """Logs that have items in common, and the scores of these."""

    scores: dict[str, str]
    places: list[int]


def disjoint_parts(logs: Sequence[Log], *, by_id: bool = False) -> list[list[Log]]:
    """Which logs of a model have items in common, directly or through others of its logs?

    Shards of one run may repeat a few items, so that all are of one length: up to one in ten,
    with the same scores, are not counted.

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
    groups: list[_Group] = []
    for place, log in enumerate(logs):
        new = _Group(dict(_scores(log, by_id=by_id)), [place])
        linked = [group for group in groups if _linked(new.scores, group.scores)]
        groups = [group for group in groups if group not in linked]
        for group in linked:
            new = _Group(new.scores | group.scores, new.places + group.places)
        groups.append(new)
    ordered = sorted(sorted(group.places) for group in groups)
    return [[logs[place] for place in places] for places in ordered]


def _linked(one: dict[str, str], other: dict[str, str]) -> bool:
    """Return whether two groups share more items than fill up a shard."""
    shared = one.keys() & other.keys()
    if not shared:
        return False
    many = len(shared) > PADDING * min(len(one), len(other))
    return many or any(one[name] != other[name] for name in shared)


def _scores(log: Log, *, by_id: bool) -> Iterator[tuple[str, str]]:
    """Yield what tells the items of a log, texts, identifiers or that it counts, and scores."""
    rows = zip(log.items, log.texts, log.values.tolist(), strict=True)
    for item, text, value in rows:
        if text and not by_id:
            yield f"text {text}", repr(value)
        else:
            yield ("counted" if log.identity == "position" else f"id {item}"), repr(value)
