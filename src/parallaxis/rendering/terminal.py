"""A document as text for a terminal, as wide as the console and plain where it is not one."""

import re

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from parallaxis.rendering.blocks import (
    Block,
    CautionList,
    Column,
    Document,
    Facts,
    FigureBlock,
    Heading,
    Paragraph,
    TableBlock,
    Verdict,
)
from parallaxis.rendering.names import shortened, visible

INDENT = 2
GAP = 2
SHORTEST = 8  # characters that a name keeps on the narrowest console
TRAILING = re.compile(r"[ ]+$", re.MULTILINE)


def print_document(document: Document, console: Console) -> None:
    """Write a document on a console.

    Parameters
    ----------
    document : Document
    console : rich.console.Console
        Its width decides where lines break; colours appear only where it is a terminal. Names are
        printed as they are, never as markup, and control characters in them are made visible.
    """
    for block in document.blocks:
        shown = _shown(block, console.width)
        if shown is not None:
            with console.capture() as capture:
                console.print(shown)
            console.file.write(TRAILING.sub("", capture.get()))


def _shown(block: Block, width: int) -> RenderableType | None:
    """Return what a block looks like on a console, or nothing for a figure."""
    shown: RenderableType | None
    match block:
        case Heading():
            shown = _heading(block)
        case Paragraph():
            shown = Group(_text(block.text), "")
        case Verdict():
            shown = Group(*(_bullet("•", sentence) for sentence in block.sentences), "")
        case Facts():
            shown = Group(_facts(block), "")
        case TableBlock():
            shown = _table(block, width)
        case CautionList():
            listed = (_bullet("!", f"{item.text} ({item.code})") for item in block.cautions)
            shown = Group(*listed, "")
        case FigureBlock():
            shown = None
    return shown


def _heading(block: Heading) -> RenderableType:
    """Return a heading with a rule of its own length."""
    text = _text(block.text, "bold")
    return Group(text, Text(("=" if block.level == 1 else "-") * len(block.text), "dim"))


def _bullet(mark: str, text: str) -> Table:
    """Return a paragraph that hangs behind its mark."""
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(width=1)
    grid.add_column(overflow="fold")
    grid.add_row(Text(mark, "dim"), _text(text))
    return grid


def _facts(block: Facts) -> Table:
    """Return labels, values, and intervals and nulls where there are any."""
    grid = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    wide = block.has_intervals or block.has_nulls
    grid.show_header = wide
    grid.add_column("", overflow="fold")
    grid.add_column("value", overflow="fold")
    if block.has_intervals:
        grid.add_column(block.interval, overflow="fold")
    if block.has_nulls:
        grid.add_column("null", overflow="fold")
    for row in block.rows:
        extra = [row.interval] * block.has_intervals + [row.null] * block.has_nulls
        grid.add_row(*map(_text, (row.label, row.value, *extra)))
    return grid


def _table(block: TableBlock, width: int) -> RenderableType:
    """Return the first rows of a table below its caption."""
    rows = block.rows[: block.brief]
    room = _room_for_names(block, width - INDENT)
    table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="dim")
    for column in block.columns:
        table.add_column(_text(column.name), justify=column.align, no_wrap=True)
    for row in rows:
        cells = zip(block.columns, row, strict=True)
        table.add_row(*(_text(_fitted(cell, column, room)) for column, cell in cells))
    more = len(block.rows) - len(rows)
    left = [_text(f"and {more:,} more rows in the page and in the JSON", "dim")] if more > 0 else []
    shown = Padding(Group(table, *left), (0, 0, 1, INDENT))
    return Group(_text(block.caption, "italic"), shown)


def _room_for_names(block: TableBlock, width: int) -> int:
    """Return how many characters each column of names may have beside the numbers."""
    longest = [
        max(len(text) for text in (column.name, *(row[place] for row in block.rows)))
        for place, column in enumerate(block.columns)
    ]
    numbers = sum(
        n for n, column in zip(longest, block.columns, strict=True) if column.align == "right"
    )
    names = sum(column.align == "left" for column in block.columns)
    return max(SHORTEST, (width - numbers - GAP * len(longest)) // max(names, 1))


def _fitted(cell: str, column: Column, room: int) -> str:
    """Shorten a name to its room; numbers are never cut."""
    return shortened(visible(cell), room) if column.align == "left" else cell


def _text(text: str, style: str = "") -> Text:
    """Return text as it is, never as markup, with control characters made visible."""
    return Text(visible(text), style)
