"""The terminal: as wide as the console, plain where it is none, names never read as markup."""

import io

import pytest
from rich.cells import cell_len
from rich.console import Console

from parallaxis.diagnosis import Diagnosis
from parallaxis.rendering.blocks import Block, Column, Document, Fact, Facts, Paragraph, TableBlock
from parallaxis.rendering.document import document
from parallaxis.rendering.terminal import print_document


def shown(said: Document, width: int = 80, *, colours: bool = False) -> str:
    """Return what a console shows."""
    out = io.StringIO()
    console = Console(file=out, width=width, force_terminal=colours)
    print_document(said, console)
    return out.getvalue()


@pytest.mark.parametrize("width", [30, 40, 56, 72, 80, 120])
def test_lines_fit_the_console_without_trailing_blanks(found: Diagnosis, width: int) -> None:
    for line in shown(document(found), width).splitlines():
        assert cell_len(line) <= width
        assert line == line.rstrip()


def test_plain_where_it_is_no_terminal(nasty: Diagnosis) -> None:
    text = shown(document(nasty))
    assert "\x1b" not in text
    assert "\\x1b[31m" in text


def test_styled_where_it_is_one(binary: Diagnosis) -> None:
    assert "\x1b[1m" in shown(document(binary), colours=True)


def test_names_are_not_markup() -> None:
    assert "[bold]loud[/bold]" in shown(Document("", (Paragraph("[bold]loud[/bold]"),)))


def test_long_names_lose_their_middle_and_numbers_stay() -> None:
    columns = (Column("model", "left"), Column("score"))
    row = ("start" + "x" * 200 + "end", "0.123")
    (line,) = (
        line
        for line in shown(Document("", (TableBlock("t", columns, (row,)),))).splitlines()
        if "0.123" in line
    )
    assert "…" in line
    assert "end" in line


def test_long_tables_say_what_they_leave_out() -> None:
    rows = tuple((f"model {i}",) for i in range(30))
    said = Document("", (TableBlock("t", (Column("model", "left"),), rows, brief=10),))
    text = shown(said)
    assert "model 9" in text
    assert "model 10" not in text
    assert "and 20 more of these rows" in text


FACTS = Facts(
    (Fact("Effective dimensionality of the items", "12.9", "[10.65, 18.41]", "33.04"),),
    "95 % interval",
)
PAIRS = TableBlock(
    "pairs",
    (
        Column("model", "left"),
        Column("model", "left"),
        Column("tetrachoric"),
        Column("s.e."),
        Column("φ"),
    ),
    tuple(
        (f"通义千问🦙{'x' * 60}{i}", f"b{'y' * 60}{i}", f"0.9{i}1", "0.021", "0.30") for i in "123"
    ),
)


@pytest.mark.parametrize("width", range(24, 81))
@pytest.mark.parametrize("block", [FACTS, PAIRS], ids=["facts", "pairs"])
def test_numbers_are_never_cut(block: Block, width: int) -> None:
    text = shown(Document("", (block,)), width)
    assert max(map(cell_len, text.splitlines())) <= width
    if isinstance(block, Facts):
        assert {"12.9", "[10.65,", "18.41]", "33.04"} <= set(text.split())
        return
    assert text.count("0.021") in {0, 3}
    assert ("s.e." in text.partition("without room")[2]) == ("0.021" not in text)
    assert width < 34 or {"0.911", "0.921", "0.931"} <= set(text.split())


def test_names_of_a_table_stay_distinct() -> None:
    names = [f"meta-llama/Llama-3.1-{n}B-Instruct-Turbo-fp8" for n in (1, 3, 8, 70, 405)]
    columns = (Column("model", "left"), Column("score"))
    block = TableBlock("t", columns, tuple((name, "0.5") for name in names))
    lines = [line for line in shown(Document("", (block,)), 30).splitlines() if "0.5" in line]
    assert len(set(lines)) == len(names)
