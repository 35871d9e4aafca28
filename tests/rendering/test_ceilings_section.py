"""The section on ceilings, its figure, and the part on projections."""

from dataclasses import replace
from xml.etree.ElementTree import Element, fromstring

import pytest

from ceilings_by_hand import CEILINGS, WITHOUT_FACTOR, around
from parallaxis.analyses.ceilings_answers import Ceilings, RightVotes
from parallaxis.analyses.projection import project
from parallaxis.analyses.projection_bias import ProjectionBias
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.rendering.blocks import Facts, FigureBlock, Heading, TableBlock
from parallaxis.rendering.ceilings_section import ceilings_blocks
from parallaxis.rendering.figure_ceilings import bars, right_votes_caption, right_votes_figure
from parallaxis.rendering.projection_section import projection_bias_blocks, projection_blocks

SVG = "{http://www.w3.org/2000/svg}"
WHY = NotAnswered("one model")


def tables(found: Ceilings) -> list[TableBlock]:
    """Return the tables of the section."""
    blocks = ceilings_blocks(found, level="95 %")
    return [block for block in blocks if isinstance(block, TableBlock)]


def facts(found: Ceilings) -> dict[str, tuple[str, str]]:
    """Return the facts of the section."""
    blocks = ceilings_blocks(found, level="95 %")
    rows = [row for block in blocks if isinstance(block, Facts) for row in block.rows]
    return {row.label: (row.value, row.interval) for row in rows}


def many(n: int) -> Ceilings:
    """Return ceilings of n members, all numbers of right votes equally often."""
    even = tuple([1.0 / (n + 1)] * (n + 1))
    return replace(CEILINGS, n_members=n, right_votes=RightVotes(even, even, even))


def drawn(found: Ceilings) -> Element:
    """Return the figure."""
    return fromstring(right_votes_figure(found))  # noqa: S314 - drawn by ourselves


def test_shares_stand_beside_what_is_expected() -> None:
    shares, sizes = tables(CEILINGS)
    assert shares.rows[0] == (
        "all members wrong",
        "10.0 % [6.0 %, 15.0 %]",
        "1.0 %",
        "5.0 % [4.0 %, 6.0 %]",
        "2.00 [1.50, 2.50]",
        "4.0 % [3.0 %, 5.0 %]",
        "2.50 [2.00, 3.00]",
    )
    assert [row[0] for row in shares.rows[1:]] == [
        "majority right", "any member right", "all members right",
    ]  # fmt: skip
    assert all(len(row) == len(shares.columns) for row in shares.rows)
    assert [row[0] for row in sizes.rows] == ["4", "40", "infinitely many"]
    assert sizes.rows[0][1:] == ("1.60 [1.55, 1.65]", "71.0 % [66.0 %, 76.0 %]")


def test_facts_say_what_was_chosen_how_and_what_was_left_out() -> None:
    rows = facts(CEILINGS)
    assert rows["Best member on all items: gpt"] == ("80.0 %", "")
    gap = "Majority less best member, chosen and judged on different items"
    assert rows[gap] == ("−8.00 points", "[−13.0 points, −3.00 points]")
    assert rows["Different sets of members on an item"][0].startswith("3, of which 2 stand for")
    assert rows["Members left out, all right or all wrong"] == ("1", "")


def test_gaps_are_said() -> None:
    best = replace(
        CEILINGS.best_member, gap=WHY, share_correct=Estimate(0.7, NotAnswered("few items."))
    )
    rows = facts(replace(WITHOUT_FACTOR, best_member=best))
    assert rows["More members of the same kind"][0].startswith("not identified")
    chosen = "Best member, chosen on one half of the items, judged on the other"
    assert rows[chosen] == ("70.0 %", "none: few items")
    assert tables(WITHOUT_FACTOR)[0].rows[0][3:] == ("–", "–", "–", "–")
    heading, only = ceilings_blocks(WHY, level="95 %")
    assert isinstance(heading, Heading)
    assert isinstance(only, Facts)
    assert only.rows[0].value == "not identified (one model)"


def test_the_figure_has_a_bar_and_a_point_for_each_number() -> None:
    figure = drawn(CEILINGS)
    titles = [bar.findtext(f"{SVG}title") or "" for bar in figure.iter(f"{SVG}rect")]
    assert "0 right: 10.0 % of the items" in titles
    assert sum("right:" in title for title in titles) == 5
    points = [point.findtext(f"{SVG}title") or "" for point in figure.iter(f"{SVG}circle")]
    assert "4 right: 35.0 % expected of one shared factor" in points
    assert "One shared factor expects 5.0 % and 35.0 %." in (figure.findtext(f"{SVG}desc") or "")
    block = next(
        block for block in ceilings_blocks(CEILINGS, level="95 %") if isinstance(block, FigureBlock)
    )
    assert block.draw() == right_votes_figure(CEILINGS)


def test_without_a_factor_there_are_no_points() -> None:
    figure = drawn(WITHOUT_FACTOR)
    assert not list(figure.iter(f"{SVG}circle"))
    assert "shared factor" not in (figure.findtext(f"{SVG}desc") or "")


@pytest.mark.parametrize("n", [2, 4, 60, 61, 134, 1000])
def test_the_figure_stays_in_its_frame(n: int) -> None:
    figure = drawn(many(n))
    _, _, width, height = map(float, (figure.get("viewBox") or "").split())
    for element in figure.iter():
        for name, limit in (("x", width), ("x1", width), ("x2", width), ("cx", width)):
            assert -1e-6 <= float(element.get(name, 0.0)) <= limit
        for name, limit in (("y", height), ("y1", height), ("y2", height), ("cy", height)):
            assert -1e-6 <= float(element.get(name, 0.0)) <= limit
    shown = [bar for bar in figure.iter(f"{SVG}rect") if bar.find(f"{SVG}title") is not None]
    assert len(shown) <= 61 + 1
    assert ("numbers to a bar" in right_votes_caption(many(n))) == (bars(n) > 1)


def test_a_published_phi_is_a_table_of_what_is_plausible() -> None:
    summary, table = projection_blocks(project(0.35, 24, (0.5, 0.8), phi_interval=(0.33, 0.37)))
    assert isinstance(summary, Facts)
    assert isinstance(table, TableBlock)
    assert (summary.rows[-1].value, summary.rows[-1].interval) == ("1.69 to 1.84", "[1.62, 1.94]")
    assert table.rows[0] == ("50.0 %", "0.522", "1.84")
    summary, table = projection_blocks(project(-0.3, 9, (0.1, 0.5)))
    assert isinstance(summary, Facts)
    assert isinstance(table, TableBlock)
    assert all("not identified" in row.value for row in summary.rows[2:])
    assert summary.rows[-1].interval.startswith("none: the published φ̄")
    assert table.rows[0][1:] == ("not identified", "not identified")


def test_the_bias_is_facts() -> None:
    found = ProjectionBias(
        n_members=9,
        mean_phi=0.35,
        mean_share_correct=0.6,
        projected=around(1.9),
        recomputed=around(1.8),
        bias=Estimate(0.1, WHY),
        correlation_bias=WHY,
        range=WHY,
        range_holds=False,
    )
    _, block = projection_bias_blocks(found, level="95 %")
    assert isinstance(block, Facts)
    rows = {row.label: (row.value, row.interval) for row in block.rows}
    assert rows["Effective votes from all pairs"] == ("1.80", "[1.75, 1.85]")
    assert rows["Projected less recomputed votes"] == ("0.100", "none: one model")
    assert rows["Projected over the members' shares right"][0] == "not identified (one model)"
    only = projection_bias_blocks(WHY, level="95 %")[0]
    assert isinstance(only, Facts)
    assert only.rows[0].value == "not identified (one model)"
