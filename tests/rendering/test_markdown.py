"""Markdown: tables that hold together, names that stay names."""

import re

import pytest

from parallaxis.diagnosis import Diagnosis
from parallaxis.rendering.blocks import Document, Paragraph
from parallaxis.rendering.document import document
from parallaxis.rendering.markdown import escaped, markdown

BAR = re.compile(r"(?<!\\)\|")


def tables(text: str) -> list[list[str]]:
    """Return the lines of each table."""
    blocks = (block.splitlines() for block in text.split("\n\n"))
    return [lines for lines in blocks if lines and lines[0].startswith("|")]


def test_tables_are_well_formed(found: Diagnosis) -> None:
    grids = tables(markdown(document(found)))
    assert len(grids) >= 4
    for grid in grids:
        assert re.fullmatch(r"\|( (:--|--:) \|)+", grid[1])
        assert len({len(BAR.findall(line)) for line in grid}) == 1


def test_names_neither_tag_nor_break_cells(nasty: Diagnosis) -> None:
    text = markdown(document(nasty))
    assert "<script" not in text
    assert re.search(r"(?<!\\)\]\(", text) is None
    assert "\x1b" not in text
    assert "&lt;script" in text


def test_headings_and_verdict(binary: Diagnosis) -> None:
    text = markdown(document(binary))
    assert text.startswith("# What these models can resolve on these items\n\n")
    assert "\n## Verdict\n\n- Scored by these 12 models" in text
    assert text.endswith("\n")
    assert "\n\n\n" not in text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("snake_case_name", "snake_case_name"),
        ("_emphasis_", r"\_emphasis\_"),
        ("a\nb", "a b"),
        ("R&D", "R&D"),
        ("&lt;", "&amp;lt;"),
        ("[7.31, 8.53]", "[7.31, 8.53]"),
    ],
)
def test_only_what_markdown_would_read_is_escaped(text: str, written: str) -> None:
    assert escaped(text) == written


@pytest.mark.parametrize(
    ("text", "written"), [("1. one", r"1\. one"), ("- x", r"\- x"), ("# x", r"\# x")]
)
def test_text_starts_no_list_or_heading(text: str, written: str) -> None:
    assert markdown(Document("", (Paragraph(text),))) == written + "\n"
