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
    votes: dict[Key, Counter[str]] = {}
    texts: dict[Key, set[str]] = {}
    for layout, keyed in zip(layouts, keys, strict=True):
        for (item, text), key in keyed.items():
            if key not in votes:
                votes[key], texts[key] = Counter(), set()
            votes[key][item] += layout.n_logs
            texts[key].add(text)
    names = _unique({key: _winner(found) for key, found in votes.items()}, votes)
    ordered = sorted(names, key=lambda key: (natural(names[key]), key))
    place = {key: number for number, key in enumerate(ordered)}
    return ItemNames(
        tuple(names[key] for key in ordered),
        tuple(min(texts[key] - {""}, default="") for key in ordered),
        tuple({pair: place[key] for pair, key in keyed.items()} for keyed in keys),
    )


def _ids_by_text(layout: Layout) -> dict[str, list[str]]:
    """Return the identifiers of each text in their natural order."""
    found: dict[str, list[str]] = {}
    for item, text in layout.pairs:
        found.setdefault(text, []).append(item)
    return {text: sorted(ids, key=natural) for text, ids in found.items()}


def _winner(votes: Counter[str]) -> str:
    """Return the identifier of most logs, the first log's where several have most."""
    return max(votes, key=lambda item: votes[item])


def _unique(names: dict[Key, str], votes: dict[Key, Counter[str]]) -> dict[Key, str]:
    """Add what tells keys apart to names that several keys have; the best known keeps its own."""
    holders: dict[str, list[Key]] = {}
    for key, name in names.items():
        holders.setdefault(name, []).append(key)
    taken, out = set(names.values()), dict(names)
    for name, keys in sorted(holders.items()):
        ordered = sorted(keys, key=lambda key: (-votes[key].total(), key))
        for (text, occurrence), key in zip(ordered[1:], ordered[1:], strict=True):
            mark = f"{name}~{text[:SHORT]}" + (f"~{occurrence}" if occurrence else "")
            while mark in taken:
                mark += "'"
            taken.add(mark)
            out[key] = mark
    return out
