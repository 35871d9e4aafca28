"""A document as text for a terminal, as wide as the console and plain where it is not one."""

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from parallaxis.rendering.blocks import (
    Block,
    CautionList,
    Document,
    Facts,
    FigureBlock,
    Heading,
    Paragraph,
    TableBlock,
    Verdict,
)


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
        shown = _shown(block)
        if shown is not None:
            console.print(shown)


def _shown(block: Block) -> RenderableType | None:
    """Return what a block looks like on a console, or nothing for a figure."""
    match block:
        case Heading():
            return _heading(block)
        case Paragraph():
            return Group(_text(block.text), "")
        case Verdict():
            return Group(*(_bullet("•", sentence) for sentence in block.sentences), "")
        case Facts():
            return Group(_facts(block), "")
        case TableBlock():
            return _table(block)
        case CautionList():
            listed = (_bullet("!", f"{item.text} ({item.code})") for item in block.cautions)
            return Group(*listed, "")
        case FigureBlock():
            return None


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
    grid.add_column("value", overflow="fold", min_width=8)
    if block.has_intervals:
        grid.add_column("interval", overflow="fold")
    if block.has_nulls:
        grid.add_column("null", overflow="fold")
    for row in block.rows:
        extra = [row.interval] * block.has_intervals + [row.null] * block.has_nulls
        grid.add_row(*map(_text, (row.label, row.value, *extra)))
    return grid


def _table(block: TableBlock) -> RenderableType:
    """Return the first rows of a table below its caption."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for column in block.columns:
        names = column.align == "left"
        table.add_column(
            _text(column.name),
            justify=column.align,
            no_wrap=True,
            overflow="ellipsis",
            ratio=None,
            min_width=6 if names else len(column.name),
        )
    for row in block.rows[: block.brief]:
        table.add_row(*map(_text, row))
    more = len(block.rows) - block.brief
    left = [_text(f"and {more:,} more rows in the page and in the JSON", "dim")] if more > 0 else []
    return Group(_text(block.caption, "italic"), Padding(Group(table, *left), (0, 0, 1, 2)))


def _text(text: str, style: str = "") -> Text:
    """Return text as it is, with control characters made visible."""
    return Text("".join(c if c.isprintable() else _visible(c) for c in text), style)


def _visible(character: str) -> str:
    """Write a character that is not printable as an escape sequence."""
    return character.encode("unicode_escape").decode("ascii")
