"""The blocks of which every report is built; each renderer knows how to write each of them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Literal

from parallaxis.answers import Estimate, NotAnswered
from parallaxis.cautions import Caution

Align = Literal["left", "right"]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of the table of contents.

    Attributes
    ----------
    text : str
    anchor : str
        Name by which a page links to it.
    level : int
        1 is the title, 2 a section.
    """

    kind: ClassVar[str] = "heading"
    text: str
    anchor: str
    level: int = 2


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of plain text."""

    kind: ClassVar[str] = "paragraph"
    text: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """The sentences that answer a question."""

    kind: ClassVar[str] = "verdict"
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fact:
    """One number, or one reason why there is none, with what belongs beside it."""

    label: str
    value: str
    interval: str = ""
    null: str = ""


def none_because(answer: NotAnswered) -> str:
    """Return what stands in the place of an interval that there is not."""
    return f"none: {answer.why.rstrip('.')}"


def estimate_fact(
    label: str, found: Estimate | NotAnswered, written: Callable[[float], str], null: str = ""
) -> Fact:
    """Return an estimate with its interval, both written alike, or why there is none."""
    if isinstance(found, NotAnswered):
        return Fact(label, str(found))
    value = written(found.estimate)
    if isinstance(found.interval, NotAnswered):
        return Fact(label, value, none_because(found.interval), null)
    low, high = map(written, found.interval)
    return Fact(label, value, f"[{low}, {high}]", null)


@dataclass(frozen=True, slots=True)
class Facts:
    """Rows of label and value; interval and null have columns where any row has one.

    Attributes
    ----------
    rows : tuple of Fact
    interval : str
        What the column of intervals is called.
    """

    kind: ClassVar[str] = "facts"
    rows: tuple[Fact, ...]
    interval: str = "interval"

    @property
    def has_intervals(self) -> bool:
        """Whether any row has an interval."""
        return any(row.interval for row in self.rows)

    @property
    def has_nulls(self) -> bool:
        """Whether any row has a null."""
        return any(row.null for row in self.rows)


@dataclass(frozen=True, slots=True)
class Column:
    """Name and alignment of a column.

    Attributes
    ----------
    name : str
    align : {"left", "right"}
        Numbers stand on the right, names and words on the left.
    folds : bool
        Whether its texts are words that may go on in a next line, rather than names.
    """

    name: str
    align: Align = "right"
    folds: bool = False

    @property
    def role(self) -> Literal["right", "name", "words"]:
        """What the cells are: numbers on the right, names, or words that fold."""
        if self.align == "right":
            return "right"
        return "words" if self.folds else "name"


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A table with a caption.

    Attributes
    ----------
    caption : str
    columns : tuple of Column
    rows : tuple of tuple of str
        One text per column.
    brief : int
        How many rows a narrow medium shows; a page shows all.
    """

    kind: ClassVar[str] = "table"
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    brief: int = 12


@dataclass(frozen=True, slots=True)
class FigureBlock:
    """A figure that media with pictures draw; the others have its numbers in the tables.

    Attributes
    ----------
    name : str
        Unique in the document.
    caption : str
    draw : callable
        Returns the figure as SVG text.
    """

    kind: ClassVar[str] = "figure"
    name: str
    caption: str
    draw: Callable[[], str]


@dataclass(frozen=True, slots=True)
class CautionList:
    """What a reader must know."""

    kind: ClassVar[str] = "cautions"
    cautions: tuple[Caution, ...]


Block = Heading | Paragraph | Verdict | Facts | TableBlock | FigureBlock | CautionList


@dataclass(frozen=True, slots=True)
class Document:
    """All that is said, in order.

    Attributes
    ----------
    title : str
    blocks : tuple of Block
    """

    title: str
    blocks: tuple[Block, ...]

    @property
    def sections(self) -> tuple[Heading, ...]:
        """The headings below the title."""
        return tuple(b for b in self.blocks if isinstance(b, Heading) and b.level == 2)
