"""Widths of the columns of a table on a console: numbers keep all digits, names and words yield."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rich.cells import cell_len

from parallaxis.rendering.labels import distinct_labels

Kind = Literal["number", "name", "words"]
SHORTEST_NAME = 8  # columns that a name keeps before other columns yield
LONGEST_WORD = 14  # words are broken only beyond it, numbers never
NUMBER = re.compile(r"[\[(+−-]*\d[\d.,e+−%]*[\]),;]*")


@dataclass(frozen=True, slots=True)
class Texts:
    """A column: its header, its cells, and what they are."""

    kind: Kind
    header: str
    cells: tuple[str, ...]

    @property
    def ideal(self) -> int:
        """The width at which nothing breaks."""
        return max(map(cell_len, (self.header, *self.cells)))

    @property
    def least(self) -> int:
        """The width below which a number, or a word of usual length, would break."""
        words = [word for text in (self.header, *self._folding()) for word in text.split()]
        longest = max((_unbroken(word) for word in words), default=1)
        if self.kind != "name":
            return max(longest, 1)
        return max(longest, min(SHORTEST_NAME, self.ideal))

    def _folding(self) -> tuple[str, ...]:
        """Return the cells that go on in a next line, which names do not."""
        return () if self.kind == "name" else self.cells


def fitting(columns: Sequence[Texts], room: int, gap: int) -> tuple[int, ...]:
    """How wide may each column be, and how many of them fit?

    Parameters
    ----------
    columns : sequence of Texts
    room : int
        Width of the table.
    gap : int
        Blank between columns.

    Returns
    -------
    tuple of int
        Widths of as many columns from the left as fit without a broken number; at least one.

    Examples
    --------
    >>> name = Texts("name", "model", ("a-very-long-name",))
    >>> fitting([name, Texts("number", "score", ("0.123",))], 20, 2)
    (13, 5)
    >>> fitting([name, Texts("number", "a", ("0.123",)), Texts("number", "b", ("0.456",))], 20, 2)
    (13, 5)
    """
    n = len(columns)
    while n > 1 and sum(c.least for c in columns[:n]) + gap * (n - 1) > room:
        n -= 1
    kept = columns[:n]
    widths = [column.ideal for column in kept]
    excess = sum(widths) + gap * (n - 1) - room
    for kind in ("name", "words", "number"):
        places = [i for i, column in enumerate(kept) if column.kind == kind]
        excess = _shrink(widths, [column.least for column in kept], places, excess)
    return (max(1, widths[0] - excess), *widths[1:]) if excess > 0 else tuple(widths)


def labelled(columns: Sequence[Texts], widths: Sequence[int]) -> list[tuple[str, ...]]:
    """Return the cells of the columns that fit, names shortened so that they stay distinct."""
    room = min((w for c, w in zip(columns, widths, strict=False) if c.kind == "name"), default=0)
    shown = [column for column in columns[: len(widths)] if column.kind == "name"]
    names = tuple(dict.fromkeys(cell for column in shown for cell in column.cells))
    labels = dict(zip(names, distinct_labels(names, room), strict=True))
    return [
        tuple(labels[cell] for cell in column.cells) if column.kind == "name" else column.cells
        for column in columns[: len(widths)]
    ]


def _unbroken(word: str) -> int:
    """Return the width that a word needs: a number all of it, other words up to a limit."""
    return cell_len(word) if NUMBER.fullmatch(word) else min(cell_len(word), LONGEST_WORD)


def _shrink(widths: list[int], least: list[int], places: list[int], excess: int) -> int:
    """Take from the widest of these columns until nothing is in excess; return what still is."""
    while excess > 0:
        yielding = [i for i in places if widths[i] > least[i]]
        if not yielding:
            break
        widths[max(yielding, key=widths.__getitem__)] -= 1
        excess -= 1
    return excess
