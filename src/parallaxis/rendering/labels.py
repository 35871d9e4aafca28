"""Labels: names shortened to a width so that no two names of one figure or table look the same."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count, takewhile

from parallaxis.rendering.names import visible

GAP = "…"
WIDE = frozenset("WF")  # classes of East Asian width that take two columns
WITHOUT_WIDTH = frozenset({"Mn", "Me", "Cf"})  # marks that stand on the character before them
BEFORE_WORD = re.compile(r".*[\s/_.:-]", re.DOTALL)


def text_columns(text: str) -> int:
    """Return how many columns of a fixed-width font a text takes.

    Parameters
    ----------
    text : str
        Wide characters, such as Chinese ones and emoji, take two columns; combining marks none.

    Examples
    --------
    >>> text_columns("gpt-4"), text_columns("通义千问"), text_columns("🦙-8B")
    (5, 8, 5)
    """
    return sum(map(_columns, text))


def elided(name: str, width: int, head: int | None = None) -> str:
    """Return a name with a part left out where it takes more than `width` columns.

    Parameters
    ----------
    name : str
    width : int
        Columns that the name may take; at least one is used.
    head : int, optional
        Columns before the gap; half of them by default, so that the middle is left out.

    Examples
    --------
    >>> elided("20240918_lingma-agent_lingma-swe-gpt-72b", 16)
    '20240918…gpt-72b'
    """
    if text_columns(name) <= width:
        return name
    before = width // 2 if head is None else head
    start = _start(name, before)
    return start + GAP + _start(name[::-1], width - 1 - before)[::-1]


def distinct_labels(names: Sequence[str], width: int) -> tuple[str, ...]:
    """Which labels of at most `width` columns keep these names apart?

    Parameters
    ----------
    names : sequence of str
        All names of one figure or table, in order.
    width : int
        Columns that a label may take.

    Returns
    -------
    tuple of str
        A label for each name: the whole name where it fits, otherwise the name with its middle
        left out. Where two would look the same, what they have in common is left out instead, or
        the gap is moved; where nothing else helps, they carry the number of their place. Different
        names have different labels, equal names have equal ones. Only a number may be wider than
        `width`. Characters that do not print are made visible.

    Examples
    --------
    >>> distinct_labels(["meta/Llama-3.1-8B-Instruct-fp8", "meta/Llama-3.1-70B-Instruct-fp8"], 12)
    ('…8B-Instruc…', '…70B-Instru…')
    """
    unique = list(dict.fromkeys(names))
    shown = [visible(name) for name in unique]
    labels = [elided(name, width) for name in shown]
    while clash := _first_clash(labels):
        _separate(clash, shown, labels, width)
    by_name = dict(zip(unique, labels, strict=True))
    return tuple(by_name[name] for name in names)


def _columns(character: str) -> int:
    """Return how many columns one character takes."""
    if unicodedata.category(character) in WITHOUT_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(character) in WIDE else 1


def _start(text: str, width: int) -> str:
    """Return as much of the start of a text as fits."""
    used = 0
    for place, character in enumerate(text):
        used += _columns(character)
        if used > width:
            return text[:place]
    return text


def _first_clash(labels: list[str]) -> list[int]:
    """Return the places of the first label that stands more than once."""
    label, times = max(Counter(labels).items(), key=lambda item: item[1], default=("", 0))
    return [i for i, other in enumerate(labels) if other == label] if times > 1 else []


def _separate(clash: list[int], shown: list[str], labels: list[str], width: int) -> None:
    """Give the names at these places other labels, of which more are distinct."""
    others = {label for i, label in enumerate(labels) if i not in set(clash)}
    best: list[str] = []
    most = 1
    for tried in _cuts([shown[i] for i in clash], width):
        apart = len(set(tried) - others)
        if apart > most and others.isdisjoint(tried):
            best, most = tried, apart
        if most == len(clash):
            break
    for place, i in enumerate(clash):
        labels[i] = best[place] if best else _numbered(shown[i], i + 1, width, others, len(shown))
        others |= set() if best else {labels[i]}


def _cuts(names: list[str], width: int) -> Iterator[list[str]]:
    """Yield labels: first without the common start, then with the gap at every place."""
    common = BEFORE_WORD.match(_common_start(names))
    shared = common.end() if common else 0
    for head in range(width - 2, -1, -1) if shared else ():
        yield [
            name if text_columns(name) <= width else GAP + elided(name[shared:], width - 1, head)
            for name in names
        ]
    for head in sorted(range(width), key=lambda head: abs(head - width // 2)):
        yield [elided(name, width, head) for name in names]


def _common_start(names: list[str]) -> str:
    """Return the characters with which all names start."""
    first, last = min(names), max(names)
    same = (a == b for a, b in zip(first, last, strict=False))
    return first[: sum(takewhile(bool, same))]


def _numbered(name: str, place: int, width: int, taken: set[str], step: int) -> str:
    """Return a label that ends with the number of its place, or with the next free number."""
    for number in count(place, step):
        mark = f"#{number}"
        room = width - len(mark) - 1
        label = f"{elided(name, room)} {mark}" if room > 1 else mark
        if label not in taken:
            return label
    raise AssertionError("numbers do not end")
