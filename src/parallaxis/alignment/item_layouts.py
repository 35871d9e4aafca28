"""Distinct ways in which the logs of a task list its items, and where two of them disagree."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from parallaxis.alignment.natural_order import natural
from parallaxis.logs import Identity, Log

Pair = tuple[str, str]  # identifier and text of a row
MOST = 0.9  # share of rows with a text
APART = 0.5  # distinct texts for each item, below which a text is no question


@dataclass(eq=False, slots=True)
class Layout:
    """The items of one log or of several that list them alike.

    Attributes
    ----------
    pairs : tuple of (str, str)
        Distinct identifiers with their texts.
    texted : bool
        Whether nine rows in ten or more have a text, and the texts tell the rows apart.
    identity : {"id", "position"}
    n_logs : int
    sources : mapping of str to None
        The files, in the order of the logs.
    models : set of str
    marks : mapping of (str, str) to str
        Right answers of the rows whose text is that of other rows too.
    """

    pairs: tuple[Pair, ...]
    texted: bool
    identity: Identity
    n_logs: int
    sources: dict[str, None]
    models: set[str]
    marks: dict[Pair, str]

    @property
    def source(self) -> str:
        """First file."""
        return next(iter(self.sources))


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Where identifiers and texts do not match.

    Attributes
    ----------
    other_texts : mapping of str to tuple of str
        Identifiers that stand for several texts, with a file for each, the commonest text first.
    other_ids : mapping of str to tuple of str
        Texts that stand under several identifiers though no file has them all.
    """

    other_texts: dict[str, tuple[str, ...]]
    other_ids: dict[str, tuple[str, ...]]


def layouts_of(logs: Sequence[Log]) -> tuple[list[Layout], list[int]]:
    """Return the distinct layouts and the number of each log's; the order of rows is none."""
    numbers: dict[tuple[object, ...], int] = {}
    layouts: list[Layout] = []
    which = []
    for log in logs:
        pairs = tuple(dict.fromkeys(zip(log.items, log.texts, strict=True)))
        marks = _marks(log) if len({text for _, text in pairs}) < len(pairs) else {}
        place = log.source if log.identity == "position" else ""
        key = (frozenset(pairs), frozenset(marks.items()), place)
        if key in numbers:
            layouts[numbers[key]].n_logs += 1
            layouts[numbers[key]].sources[log.source] = None
            layouts[numbers[key]].models.add(log.model)
        else:
            numbers[key] = len(layouts)
            texted, sources = _texted(log), {log.source: None}
            layouts.append(Layout(pairs, texted, log.identity, 1, sources, {log.model}, marks))
        which.append(numbers[key])
    return layouts, which


def disagreement(layouts: Sequence[Layout]) -> Disagreement:
    """Return what identifiers and texts say against each other; rows without text say nothing."""
    unlike, several = _ambiguous(layouts)
    texts_of: dict[str, dict[str, list[Layout]]] = {item: {} for item in unlike}
    ids_of: dict[str, set[str]] = {text: set() for text in several}
    for layout in layouts if unlike or several else ():
        for item, text in layout.pairs:
            if text and item in unlike:
                texts_of[item].setdefault(text, []).append(layout)
            if text in several:
                ids_of[text].add(item)
    together = _together(layouts, set(several))
    return Disagreement(
        {item: _files(texts) for item, texts in texts_of.items()},
        {
            text: tuple(sorted(ids_of[text], key=natural))
            for text in sorted(several)
            if together[text] != ids_of[text]
        },
    )


def _ambiguous(layouts: Sequence[Layout]) -> tuple[dict[str, None], dict[str, None]]:
    """Return the identifiers that stand for several texts, and the texts of several identifiers."""
    text_of: dict[str, str] = {}
    id_of: dict[str, str] = {}
    unlike: dict[str, None] = {}
    several: dict[str, None] = {}
    for item, text in (pair for layout in layouts for pair in layout.pairs if pair[1]):
        if text_of.setdefault(item, text) != text:
            unlike[item] = None
        if id_of.setdefault(text, item) != item:
            several[text] = None
    return unlike, several


def ids_of_several(layouts: Sequence[Layout]) -> set[str]:
    """Return the identifiers that more than one layout has."""
    counts = Counter(item for layout in layouts for item in {item for item, _ in layout.pairs})
    return {item for item, n in counts.items() if n > 1}


def _marks(log: Log) -> dict[Pair, str]:
    """Return the right answers of rows whose text is that of other rows too."""
    pairs = dict(zip(zip(log.items, log.texts, strict=True), log.targets, strict=True))
    times = Counter(text for _, text in pairs)
    return {pair: mark for pair, mark in pairs.items() if pair[1] and times[pair[1]] > 1}


def _texted(log: Log) -> bool:
    """Return whether a log holds its questions, but for a few that may be blank or alike."""
    if sum(map(bool, log.texts)) < MOST * len(log.texts):
        return False
    return len(set(log.texts)) >= APART * len(set(log.items))


def _files(texts: dict[str, list[Layout]]) -> tuple[str, ...]:
    """Return a file for each text, that of most logs first."""
    counted = [
        (-sum(one.n_logs for one in found), natural(found[0].source), found[0].source)
        for found in texts.values()
    ]
    return tuple(source for _, _, source in sorted(counted))


def _together(layouts: Sequence[Layout], several: set[str]) -> dict[str, set[str]]:
    """Return the largest set of identifiers that one layout has for each of these texts."""
    largest: dict[str, set[str]] = {text: set() for text in several}
    for layout in layouts:
        here: dict[str, set[str]] = {}
        for item, text in layout.pairs:
            if text in several:
                here.setdefault(text, set()).add(item)
        for text, ids in here.items():
            if len(ids) > len(largest[text]):
                largest[text] = ids
    return largest


def share_found_elsewhere(layouts: Sequence[Layout]) -> list[float]:
    """Return for each layout the share of its texts that some other layout has too."""
    counts: dict[str, int] = {}
    texts = [{text for _, text in layout.pairs if text} for layout in layouts]
    for here in texts:
        for text in here:
            counts[text] = counts.get(text, 0) + 1
    return [sum(counts[text] > 1 for text in here) / max(len(here), 1) for here in texts]
