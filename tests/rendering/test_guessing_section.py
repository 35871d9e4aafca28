"""The part on guessing: plain beside corrected, boundary pairs, members left out, reasons."""

from dataclasses import replace

from guessing_worlds import BY_HAND
from parallaxis.analyses.panel_parts import LeftOutMember
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.rendering.blocks import Block, Document, Facts, Heading, TableBlock
from parallaxis.rendering.guessing_section import guessing_blocks
from parallaxis.rendering.html import html
from parallaxis.rendering.markdown import markdown

NASTY = '<script>alert("x")</script>|*b*'


def facts(blocks: tuple[Block, ...]) -> dict[str, tuple[str, str]]:
    """Return values and intervals by label."""
    rows = [row for block in blocks if isinstance(block, Facts) for row in block.rows]
    return {row.label: (row.value, row.interval) for row in rows}


def test_plain_and_corrected_stand_side_by_side() -> None:
    said = facts(guessing_blocks(BY_HAND))
    assert said["Chance of guessing right"] == ("25.0 %", "")
    assert said["Mean correlation, tetrachoric, as answered"] == ("0.320", "")
    corrected = said["Mean correlation, tetrachoric, guesses taken out"]
    assert corrected == ("0.500", "[0.450, 0.550]")
    assert said["Effective votes of the panel, as answered"] == ("2.19", "")
    assert said["Effective votes of the panel, guesses taken out"] == ("1.67", "[1.56, 1.79]")
    assert said["Pairs with a cell at or below zero"] == ("2", "")
    assert said["Pairs whose sign guessing would make, left out"] == ("1", "")


def test_pairs_and_left_out_members_are_tables() -> None:
    pairs, left_out = (b for b in guessing_blocks(BY_HAND) if isinstance(b, TableBlock))
    assert pairs.rows[0] == ("a", "b", "1.000", "–", "0.700", "200")
    assert pairs.rows[1] == ("a", "c", "0.600", "0.050", "0.400", "190")
    assert left_out.caption == "1 member without a corrected correlation"
    assert left_out.rows == (("dud", "right on 24.0 % of its items"),)
    bare = guessing_blocks(replace(BY_HAND, listed_pairs=(), left_out=()))
    assert [block.kind for block in bare] == ["heading", "paragraph", "facts"]


def test_what_is_not_answered_is_said() -> None:
    _, block = guessing_blocks(NotAnswered("chance is not known"))
    assert isinstance(block, Facts)
    assert block.rows[0].value == "not identified (chance is not known)"
    why = NotAnswered("none")
    found = replace(
        BY_HAND,
        chance_range=(0.0, 0.5),
        mean_correlation=Estimate(0.5, why),
        n_eff=why,
        plain_n_eff=why,
    )
    said = facts(guessing_blocks(found))
    assert said["Chance of guessing right"][0] == "25.0 % on average, 0 % to 50.0 % by item"
    assert said["Mean correlation, tetrachoric, guesses taken out"] == ("0.500", "none: none")
    assert said["Effective votes of the panel, guesses taken out"] == ("not identified (none)", "")
    assert said["Effective votes of the panel, as answered"] == ("not identified (none)", "")


def test_hostile_names_stay_text() -> None:
    found = replace(BY_HAND, left_out=(LeftOutMember(NASTY, "at chance"),))
    document = Document("t", (Heading("t", "top", 1), *guessing_blocks(found)))
    assert "<script>alert" not in html(document)
    assert "<script>alert" not in markdown(document)
