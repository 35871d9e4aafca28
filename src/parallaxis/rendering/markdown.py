"""A document as Markdown text (GitHub flavour), without figures: their numbers are in tables."""

import re
from collections.abc import Sequence

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
from parallaxis.rendering.names import visible

SPECIAL = re.compile(r"[\\|`*~]|(?<![^\W_])_|_(?![^\W_])|\](?=\(|\[|:)")
ENTITY = re.compile(r"&(?=#?\w+;)")
LIST_START = re.compile(r"^([#+\->]|\d+[.)])")


def markdown(document: Document) -> str:
    """What is the document as Markdown?

    Parameters
    ----------
    document : Document

    Returns
    -------
    str
        Markdown text. Names are escaped: they can neither end a table cell nor start a tag, a link
        or an emphasis.
    """
    written = (_written(block) for block in document.blocks)
    return "\n\n".join(text for text in written if text) + "\n"


def escaped(text: str) -> str:
    r"""Return text that Markdown shows as it is, on one line.

    Examples
    --------
    >>> print(escaped("a|b <script> gpt_4_turbo *x*"))
    a\|b &lt;script> gpt_4_turbo \*x\*
    """
    plain = ENTITY.sub("&amp;", visible(text)).replace("<", "&lt;")
    return SPECIAL.sub(lambda found: "\\" + found.group(), plain)


def _written(block: Block) -> str:
    """Return the Markdown of a block, empty for a figure."""
    match block:
        case Heading():
            text = f"{'#' * block.level} {escaped(block.text)}"
        case Paragraph():
            text = _line(block.text)
        case Verdict():
            text = "\n".join(f"- {_line(sentence)}" for sentence in block.sentences)
        case Facts():
            text = _facts(block)
        case TableBlock():
            text = _table(block)
        case CautionList():
            text = "\n".join(f"- {_line(item.text)} (`{item.code}`)" for item in block.cautions)
        case FigureBlock():
            text = ""
    return text


def _line(text: str) -> str:
    """Return text that starts no list, heading or quotation."""
    return LIST_START.sub(
        lambda found: found.group()[:-1] + "\\" + found.group()[-1], escaped(text)
    )


def _facts(block: Facts) -> str:
    """Return labels, values, and intervals and nulls where there are any."""
    head = (
        ["quantity", "value"] + [block.interval] * block.has_intervals + ["null"] * block.has_nulls
    )
    rows = [
        [row.label, row.value] + [row.interval] * block.has_intervals + [row.null] * block.has_nulls
        for row in block.rows
    ]
    return _grid(head, [":--"] * len(head), rows)


def _table(block: TableBlock) -> str:
    """Return a caption and its table."""
    rules = [":--" if column.align == "left" else "--:" for column in block.columns]
    grid = _grid([column.name for column in block.columns], rules, block.rows)
    return f"**{escaped(block.caption)}**\n\n{grid}"


def _grid(head: list[str], rules: list[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table with its cells escaped."""
    lines = [head, *rows]
    texts = ["| " + " | ".join(escaped(cell) for cell in row) + " |" for row in lines]
    return "\n".join([texts[0], "| " + " | ".join(rules) + " |", *texts[1:]])
