"""The section on cohorts and content: a row for each, chunks beside the spread, reasons."""

from dataclasses import replace

from likeness_by_hand import COHORTS, ITEMS, SPREAD
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.rendering.blocks import Block, Document, Facts, Heading, TableBlock
from parallaxis.rendering.html import html
from parallaxis.rendering.markdown import markdown
from parallaxis.rendering.panel_cohorts_section import panel_cohorts_blocks

NASTY = '<script>alert("x")</script>|*b*'


def tables(blocks: tuple[Block, ...]) -> list[TableBlock]:
    """Return the tables."""
    return [block for block in blocks if isinstance(block, TableBlock)]


def facts(blocks: tuple[Block, ...]) -> dict[str, tuple[str, str]]:
    """Return values and intervals by label."""
    rows = [row for block in blocks if isinstance(block, Facts) for row in block.rows]
    return {row.label: (row.value, row.interval) for row in rows}


def test_tables_have_a_row_for_every_cohort_group_and_omission() -> None:
    cohorts, groups, left_out = tables(panel_cohorts_blocks(COHORTS))
    assert cohorts.rows[1] == (
        "top third by share right",
        "4",
        "60.0 %",
        "0.700 [0.690, 0.710]",
        "1.29 [1.19, 1.39]",
    )
    assert groups.rows[1][0] == "math"
    assert groups.rows[1][4:] == ("70.0 %", "5.0 %", "–")
    assert left_out.rows == (("tiny", "3 items"),)
    for table in (cohorts, groups, left_out):
        assert all(len(row) == len(table.columns) for row in table.rows)


def test_spread_stands_beside_random_chunks() -> None:
    said = facts(panel_cohorts_blocks(COHORTS))
    label = "Standard deviation of the mean correlation between groups, noise taken off"
    assert said[label] == ("0.138", "[0.088, 0.188]")
    assert said["p against 199 random partitions"][0] == "0.00500"
    flat = replace(SPREAD, between_sd=Estimate(0.0, NotAnswered("groups hardly differ")))
    blocks = panel_cohorts_blocks(replace(COHORTS, items=replace(ITEMS, spread=flat)))
    assert facts(blocks)[label] == ("0.000", "none: groups hardly differ")


def test_drawn_pools_are_said() -> None:
    items = replace(ITEMS, n_pool=40, n_eligible=90)
    groups = tables(panel_cohorts_blocks(replace(COHORTS, items=items)))[1]
    assert "the same 40 models drawn from 90 (of 12 members)" in groups.caption


def test_what_is_not_answered_is_said() -> None:
    blocks = panel_cohorts_blocks(NotAnswered("the scores are real"))
    assert [block.kind for block in blocks] == ["heading", "facts"]
    why = NotAnswered("nothing to compare")
    bare = panel_cohorts_blocks(replace(COHORTS, cohorts=why, items=why))
    assert facts(bare)["Votes by item group"][0] == "not identified (nothing to compare)"
    spread = panel_cohorts_blocks(replace(COHORTS, items=replace(ITEMS, spread=why)))
    assert "not identified (nothing to compare)" in {value for value, _ in facts(spread).values()}


def test_page_is_written_and_names_cannot_break_out() -> None:
    groups = (replace(ITEMS.groups[0], name=NASTY), *ITEMS.groups[1:])
    blocks = panel_cohorts_blocks(replace(COHORTS, items=replace(ITEMS, groups=groups)))
    document = Document("x", (Heading("x", "top", 1), *blocks))
    assert "<script>alert" not in html(document)
    assert "math" in markdown(document)
