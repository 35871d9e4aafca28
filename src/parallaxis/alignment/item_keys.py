"""Rows of several logs that are one question, by identifier or by text, and their names."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from parallaxis.alignment.item_layouts import Layout, Pair
from parallaxis.alignment.natural_order import natural

Key = tuple[str, int]  # an identifier or a text, and which of its occurrences
NO_TEXT = "no text: "  # no fingerprint begins like this
SHORT = 8  # hexadecimal digits of a text that tell two items of one identifier apart


@dataclass(frozen=True, slots=True)
class ItemNames:
    """The items of a task.

    Attributes
    ----------
    ids : tuple of str
        Unique, in their natural order.
    texts : tuple of str
        Fingerprint of each question; empty where no log has it.
    columns : tuple of mapping
        For each layout, the place of each of its rows' (identifier, text).
    """

    ids: tuple[str, ...]
    texts: tuple[str, ...]
    columns: tuple[dict[Pair, int], ...]


def keys_by_id(layouts: Sequence[Layout]) -> list[dict[Pair, Key]]:
    """Return the identifier as the key of each row."""
    return [{pair: (pair[0], 0) for pair in layout.pairs} for layout in layouts]


def keys_by_text(layouts: Sequence[Layout]) -> tuple[list[dict[Pair, Key]], dict[str, int]]:
    """Return the text as the key of each row, and how many rows of which file stand apart.

    Rows that share their text with others of their log are told apart by what the layout with most
    of them says: by identifiers, where it has them too, with the same right answers; else by right
    answers, where these differ. Where neither tells them apart, they are items of their own, since
    their order proves nothing. A row without a text is known by its identifier.
    """
    grouped = [_ids_by_text(layout) for layout in layouts]
    most: dict[str, int] = {}
    for number, ids_of in enumerate(grouped):
        for text, ids in ids_of.items():
            best = grouped[most[text]][text] if text in most else []
            if (-len(ids), ids) < (-len(best), best):
                most[text] = number
    found: list[dict[Pair, Key]] = []
    apart: dict[str, int] = {}
    for layout, ids_of in zip(layouts, grouped, strict=True):
        keys: dict[Pair, Key] = {}
        for text, ids in ids_of.items():
            if not text:
                keys |= {(item, text): (f"{NO_TEXT}{item}", 0) for item in ids}
                continue
            largest = layouts[most[text]]
            order = _order(text, ids, layout, grouped[most[text]][text], largest)
            if order is None:
                apart[layout.source] = apart.get(layout.source, 0) + len(ids)
                own = f"{text} in {layout.source}"
                keys |= {(item, text): (own, number) for number, item in enumerate(ids)}
            else:
                pairs = zip(ids, order, strict=True)
                keys |= {(item, text): (text, number) for item, number in pairs}
        found.append(keys)
    return found, apart


def _order(
    text: str, ids: list[str], layout: Layout, known: list[str], largest: Layout
) -> list[int] | None:
    """Return which of the known occurrences of a text each row is; None where nothing tells."""
    if len(known) == 1:
        return [0]
    mine = [layout.marks.get((item, text), "") for item in ids]
    theirs = [largest.marks.get((item, text), "") for item in known]
    if set(ids) <= set(known):
        order = [known.index(item) for item in ids]
        if all(a == theirs[place] for a, place in zip(mine, order, strict=True)):
            return order
    unique = len(set(mine)) == len(mine) and len(set(theirs)) == len(theirs)
    return [theirs.index(mark) for mark in mine] if unique and set(mine) <= set(theirs) else None


def named(layouts: Sequence[Layout], keys: Sequence[dict[Pair, Key]]) -> ItemNames:
    """Name every key by the identifier that most logs give it, and put them in order."""
    texts: dict[Key, str] = {}
    for (_, text), key in (one for keyed in keys for one in keyed.items()):
        known = texts.setdefault(key, text)
        if text and (not known or text < known):
            texts[key] = text
    names = _named_by_most(layouts, keys)
    ordered = sorted(names)
    ordered.sort(key=lambda key: natural(names[key]))
    place = {key: number for number, key in enumerate(ordered)}
    return ItemNames(
        tuple(names[key] for key in ordered),
        tuple(texts[key] for key in ordered),
        tuple({pair: place[key] for pair, key in keyed.items()} for keyed in keys),
    )


def _named_by_most(layouts: Sequence[Layout], keys: Sequence[dict[Pair, Key]]) -> dict[Key, str]:
    """Return the identifier of most logs for each key, that of the first where several have most.

    Votes are counted only for keys with several identifiers, which are few.
    """
    names: dict[Key, str] = {}
    logs: Counter[Key] = Counter()
    several: dict[Key, Counter[str]] = {}
    for layout, keyed in zip(layouts, keys, strict=True):
        for (item, _), key in keyed.items():
            logs[key] += layout.n_logs
            if names.setdefault(key, item) != item:
                several.setdefault(key, Counter())
    for layout, keyed in zip(layouts, keys, strict=True) if several else ():
        for (item, _), key in keyed.items():
            if key in several:
                several[key][item] += layout.n_logs
    return _unique(names | {key: _winner(votes) for key, votes in several.items()}, logs)


def _ids_by_text(layout: Layout) -> dict[str, list[str]]:
    """Return the identifiers of each text in their natural order."""
    found: dict[str, list[str]] = {}
    for item, text in layout.pairs:
        found.setdefault(text, []).append(item)
    return {text: sorted(ids, key=natural) for text, ids in found.items()}


def _winner(votes: Counter[str]) -> str:
    """Return the identifier of most logs, the first log's where several have most."""
    return max(votes, key=lambda item: votes[item])


def _unique(names: dict[Key, str], logs: Counter[Key]) -> dict[Key, str]:
    """Add what tells keys apart to names that several have; that of most logs keeps its own."""
    taken = set(names.values())
    if len(taken) == len(names):
        return names
    again = {name for name, n in Counter(names.values()).items() if n > 1}
    holders: dict[str, list[Key]] = {}
    for key, name in names.items():
        if name in again:
            holders.setdefault(name, []).append(key)
    out = dict(names)
    for name, keys in sorted(holders.items()):
        ordered = sorted(keys, key=lambda key: (-logs[key], key))
        for (text, occurrence), key in zip(ordered[1:], ordered[1:], strict=True):
            mark = f"{name}~{text[:SHORT]}" + (f"~{occurrence}" if occurrence else "")
            while mark in taken:
                mark += "'"
            taken.add(mark)
            out[key] = mark
    return out
