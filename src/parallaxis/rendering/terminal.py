"""A document as text for a terminal, as wide as the console and plain where it is not one."""

import re

from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from parallaxis.rendering.blocks import (
    Block,
    CautionList,
    Column,
    Document,
    Fact,
    Facts,
    FigureBlock,
    Heading,
    Paragraph,
    TableBlock,
    Verdict,
)
from parallaxis.rendering.names import visible
from parallaxis.rendering.widths import Kind, Texts, fitting, labelled

INDENT = 2
GAP = 2
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
            shown = _heading(block, width)
        case Paragraph():
            shown = Group(_text(block.text), "")
        case Verdict():
            shown = Group(*(_bullet("•", sentence) for sentence in block.sentences), "")
        case Facts():
            shown = Group(_facts(block, width), "")
        case TableBlock():
            shown = _table(block, width)
        case CautionList():
            listed = (_bullet("!", f"{item.text} ({item.code})") for item in block.cautions)
            shown = Group(*listed, "")
        case FigureBlock():
            shown = None
    return shown


def _heading(block: Heading, width: int) -> RenderableType:
    """Return a heading with a rule of its own length."""
    text = _text(block.text, "bold")
    length = min(cell_len(text.plain), width)
    return Group(text, Text(("=" if block.level == 1 else "-") * length, "dim"))


def _bullet(mark: str, text: str) -> Table:
    """Return a paragraph that hangs behind its mark."""
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(width=1)
    grid.add_column(overflow="fold")
    grid.add_row(Text(mark, "dim"), _text(text))
    return grid


def _facts(block: Facts, width: int) -> RenderableType:
    """Return labels, values, and intervals and nulls where there are any."""
    listed = [
        ("", [row.label for row in block.rows]),
        ("value", [row.value for row in block.rows]),
        *[(block.interval, [row.interval for row in block.rows])] * block.has_intervals,
        *[("null", [row.null for row in block.rows])] * block.has_nulls,
    ]
    columns = [Texts("words", name, tuple(map(visible, cells))) for name, cells in listed]
    widths = fitting(columns, width, GAP)
    if len(widths) < len(columns):
        return Group(*(line for row in block.rows for line in _stacked(block, row)))
    grid = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="dim")
    grid.show_header = block.has_intervals or block.has_nulls
    for column, wide in zip(columns, widths, strict=True):
        grid.add_column(_text(column.header), width=wide, overflow="fold")
    for cells in zip(*(column.cells for column in columns), strict=True):
        grid.add_row(*map(_text, cells))
    return grid


def _stacked(block: Facts, row: Fact) -> list[RenderableType]:
    """Return a fact below its label, for a console on which its columns find no room."""
    parts = [("", row.value), (f"{block.interval} ", row.interval), ("null ", row.null)]
    indented = (Padding(_text(name + text), (0, 0, 0, INDENT)) for name, text in parts if text)
    return [_text(row.label), *indented]


def _table(block: TableBlock, width: int) -> RenderableType:
    """Return the first rows of a table below its caption, and what is left out for lack of room."""
    rows = block.rows[: block.brief]
    columns = [
        Texts(_kind(column), column.name, tuple(visible(row[place]) for row in rows))
        for place, column in enumerate(block.columns)
    ]
    widths = fitting(columns, width - INDENT, GAP)
    table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="dim")
    for column, wide in zip(block.columns, widths, strict=False):
        table.add_column(_text(column.name), justify=column.align, width=wide, overflow="fold")
    for cells in zip(*labelled(columns, widths), strict=True):
        table.add_row(*map(_text, cells))
    more = len(block.rows) - len(rows)
    left = [f"and {more:,} more of these rows in the page; the JSON has all"] if more > 0 else []
    if len(widths) < len(columns):
        names = ", ".join(column.name for column in block.columns[len(widths) :])
        left.append(f"without room: {names}")
    shown = Padding(Group(table, *(_text(line, "dim") for line in left)), (0, 0, 1, INDENT))
    return Group(_text(block.caption, "italic"), shown)


def _kind(column: Column) -> Kind:
    """Return what the cells of a column are."""
    if column.align == "right":
        return "number"
    return "words" if column.folds else "name"


def _text(text: str, style: str = "") -> Text:
    """Return text as it is, never as markup, with control characters made visible."""
    return Text(visible(text), style)
