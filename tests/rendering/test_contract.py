"""Every renderer writes every kind of block, and says what the block says."""

import io
from collections.abc import Callable
from typing import get_args

import pytest
from rich.console import Console

from parallaxis.cautions import Caution
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
from parallaxis.rendering.html import html
from parallaxis.rendering.markdown import markdown
from parallaxis.rendering.terminal import print_document


def terminal(document: Document) -> str:
    """Return what a plain console of 80 columns shows."""
    out = io.StringIO()
    print_document(document, Console(file=out, width=80))
    return out.getvalue()


RENDERERS: dict[str, Callable[[Document], str]] = {
    "html": html,
    "markdown": markdown,
    "terminal": terminal,
}
COLUMNS = (Column("leftname", "left"), Column("rightname"))
BLOCKS: dict[type[Block], tuple[Block, tuple[str, ...]]] = {
    Heading: (Heading("a heading", "anchor"), ("a heading",)),
    Paragraph: (Paragraph("a paragraph"), ("a paragraph",)),
    Verdict: (Verdict(("one sentence", "another one")), ("one sentence", "another one")),
    Facts: (
        Facts((Fact("label", "1.5", "from 1 to 2", "0.7"), Fact("bare", "2.5")), "interval name"),
        ("label", "1.5", "from 1 to 2", "0.7", "bare", "2.5", "interval name", "null"),
    ),
    TableBlock: (
        TableBlock("a caption", COLUMNS, (("x", "1"), ("y", "2"))),
        ("a caption", "leftname", "rightname", "x", "1", "y", "2"),
    ),
    FigureBlock: (FigureBlock("figure", "what it shows", lambda: "<svg>drawn</svg>"), ()),
    CautionList: (CautionList((Caution("code_name", "a caution"),)), ("code_name", "a caution")),
}


def test_every_kind_of_block_is_tried() -> None:
    assert set(BLOCKS) == set(get_args(Block))


@pytest.mark.parametrize("renderer", RENDERERS)
@pytest.mark.parametrize("kind", BLOCKS, ids=lambda kind: kind.kind)
def test_renderer_says_what_the_block_says(renderer: str, kind: type[Block]) -> None:
    block, texts = BLOCKS[kind]
    written = RENDERERS[renderer](Document("title", (block,)))
    for text in texts:
        assert text in written


def test_only_the_page_draws_figures() -> None:
    block, _ = BLOCKS[FigureBlock]
    said = Document("title", (block,))
    assert "<svg>drawn</svg>" in html(said)
    assert "what it shows" in html(said)
    assert markdown(said).strip() == ""
    assert terminal(said) == ""


@pytest.mark.parametrize("renderer", RENDERERS)
def test_columns_of_intervals_and_nulls_are_left_out_where_empty(renderer: str) -> None:
    written = RENDERERS[renderer](Document("title", (Facts((Fact("label", "1.5"),)),)))
    body = written.partition("<body>")[2] or written
    assert "interval" not in body
    assert "null" not in body
