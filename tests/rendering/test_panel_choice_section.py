"""The section on choosing a panel, and its figure."""

from dataclasses import replace
from xml.etree.ElementTree import Element, fromstring

import pytest

from panel_choice_by_hand import CHOICE, PRICED, UNJUDGED, WHY, left, step
from parallaxis.analyses.panel_choice_answers import PanelChoice, PanelCost
from parallaxis.answers import NotAnswered
from parallaxis.rendering.blocks import Facts, FigureBlock, Heading, TableBlock
from parallaxis.rendering.figure_panel_choice import panel_choice_caption, panel_choice_figure
from parallaxis.rendering.panel_choice_section import panel_choice_blocks

SVG = "{http://www.w3.org/2000/svg}"


def tables(found: PanelChoice) -> list[TableBlock]:
    """Return the tables of the section."""
    blocks = panel_choice_blocks(found, level="95 %")
    return [block for block in blocks if isinstance(block, TableBlock)]


def facts(found: PanelChoice) -> dict[str, tuple[str, str]]:
    """Return the facts of the section."""
    blocks = panel_choice_blocks(found, level="95 %")
    rows = [row for block in blocks if isinstance(block, Facts) for row in block.rows]
    return {row.label: (row.value, row.interval) for row in rows}


def drawn(found: PanelChoice) -> Element:
    """Return the figure."""
    return fromstring(panel_choice_figure(found))  # noqa: S314 - drawn by ourselves


def many(n: int) -> PanelChoice:
    """Return the choice among n members, judged up to 25 of them."""
    path = tuple(step(k, (f"m{k}",), 1.0 + k / n, 1.0 + k / n, 0.6) for k in range(1, n + 1))
    rows = tuple(left(f"m{k}", 0.6, 0.001 * k - 0.01, 0.0) for k in range(n))
    short = tuple(one if one.size <= 25 else replace(one, judged=None) for one in path)
    return replace(CHOICE, n_members=n, left_one_out=rows, votes_path=short, raise_votes=())


def test_losses_come_largest_first() -> None:
    losses = tables(CHOICE)[0]
    assert [row[0] for row in losses.rows] == ["coin", "good", "twin", "core"]
    assert losses.rows[0][1:] == ("50.0 %", "0.500 [0.460, 0.540]", "−2.00 [−3.00, −1.00]")


def test_paths_stand_beside_what_lasts() -> None:
    by_votes, by_majority = tables(CHOICE)[1:]
    assert by_votes.rows[2] == (
        "3", "twin", "2.20", "2.10 [2.00, 2.20]", "65.0 % [60.0 %, 70.0 %]",
    )  # fmt: skip
    assert by_majority.rows == (
        ("1", "good", "80.0 %", "78.0 % [73.0 %, 83.0 %]", "–"),
        ("3", "twin, core", "81.0 %", "79.0 % [74.0 %, 84.0 %]", "+14.0 [+10.0, +18.0]"),
    )  # fmt: skip
    for table in tables(PRICED):
        assert all(len(row) == len(table.columns) for row in table.rows)


def test_facts() -> None:
    rows = facts(CHOICE)
    assert rows["Choices judged on other items"][0] == "10 cuts into halves of 100 items"
    assert rows["Members that are chosen for the majority"][0] == "3 members here, 2.40 by halves"
    over = "The same less the majority of all members"
    assert rows[over] == ("+9.00 points", "[+6.00, +12.0]")
    check = "Every set tried, against the path of most votes"
    assert rows[check][0] == "none has more votes, at 2 sizes"
    assert rows["Cost per effective vote"][0] == "not identified (no member has a cost)"
    short = replace(CHOICE.votes_path[2], best_votes=2.5, best_models=("good", "twin", "core"))
    path = (*CHOICE.votes_path[:2], short, CHOICE.votes_path[3])
    assert facts(replace(CHOICE, votes_path=path))[check][0] == (
        "at 2 sizes, short by 0.300 at most, with 3 members: good, twin, core"
    )


def test_costs_have_columns_and_a_table() -> None:
    losses, *_, by_cost = tables(PRICED)
    assert losses.columns[-1].name == "cost per vote"
    assert losses.rows[0][-1] == "10.0"
    assert losses.rows[2][-1] == "–"
    assert by_cost.rows[1][:6] == ("2", "good", "1.90", "1.80 [1.70, 1.90]", "3.80", "2.00")
    assert facts(PRICED)["Cost per effective vote of the panel"][0] == "10.0"
    assert isinstance(PRICED.cost, PanelCost)
    unknown = replace(PRICED.cost, n_unknown=1, per_vote=NotAnswered("one is not known"))
    rows = facts(replace(PRICED, cost=unknown))
    assert rows["Members whose cost is not known"][0] == "1"
    assert rows["Cost per effective vote of the panel"][0] == "not identified (one is not known)"


def test_of_many_members_the_most_telling_are_listed() -> None:
    losses, by_votes, _ = tables(many(1000))
    assert len(losses.rows) == 20
    assert losses.rows[0][0] == "m999"
    assert losses.rows[-1][0] == "m0"
    assert "of 1,000 (the JSON lists all)" in losses.caption
    assert [row[0] for row in by_votes.rows][-2:] == ["700", "1,000"]
    assert by_votes.rows[-1][1] == "m701, m702, m703 and 297 more"
    assert len(by_votes.rows) < 26


def test_gaps_are_said() -> None:
    assert facts(UNJUDGED)["Choices judged on other items"][0] == f"not identified ({WHY.why})"
    assert tables(UNJUDGED)[1].rows[2][3] == "–"
    heading, only = panel_choice_blocks(NotAnswered("one model"), level="95 %")
    assert isinstance(heading, Heading)
    assert isinstance(only, Facts)
    assert only.rows[0].value == "not identified (one model)"
    lost = replace(CHOICE.left_one_out[0], loss=NotAnswered("no pairs"))
    rows = tables(replace(CHOICE, left_one_out=(lost, *CHOICE.left_one_out[1:])))[0].rows
    assert rows[-1][:3] == ("coin", "50.0 %", "–")


def test_the_figure_has_both_paths() -> None:
    figure = drawn(CHOICE)
    titles = [point.findtext(f"{SVG}title") or "" for point in figure.iter(f"{SVG}circle")]
    assert "3 members: votes 2.10" in titles
    assert "3 members: majority right 65.0 %" in titles
    assert "3 members: majority right 79.0 %" in titles
    assert "2 members: majority right 60.0 %" not in titles  # ties make a zigzag of even sizes
    said = figure.findtext(f"{SVG}desc") or ""
    assert "2.20 with 3 members" in said
    assert "right on 79.0 %" in said
    block = next(b for b in panel_choice_blocks(CHOICE, level="95 %") if isinstance(b, FigureBlock))
    assert block.draw() == panel_choice_figure(CHOICE)


def test_what_is_not_judged_is_drawn_as_it_is() -> None:
    figure = drawn(UNJUDGED)
    titles = [point.findtext(f"{SVG}title") or "" for point in figure.iter(f"{SVG}circle")]
    assert "3 members: majority right 67.0 %" in titles
    assert not any("votes" in title for title in titles)
    assert "All on the items that chose them" in panel_choice_caption(UNJUDGED)


def test_votes_that_are_not_identified_leave_a_figure() -> None:
    path = tuple(
        replace(one, votes=NotAnswered("x"), typical_votes=NotAnswered("x"), judged=None)
        if one.size > 1
        else one
        for one in CHOICE.votes_path
    )
    assert drawn(replace(CHOICE, votes_path=path)).findtext(f"{SVG}title")


@pytest.mark.parametrize("n", [2, 4, 30, 31, 134, 1000])
def test_the_figure_stays_in_its_frame(n: int) -> None:
    figure = drawn(many(n))
    _, _, width, height = map(float, (figure.get("viewBox") or "").split())
    for element in figure.iter():
        for name, limit in (("x", width), ("x1", width), ("x2", width), ("cx", width)):
            assert -1e-6 <= float(element.get(name, 0.0)) <= limit
        for name, limit in (("y", height), ("y1", height), ("y2", height), ("cy", height)):
            assert -1e-6 <= float(element.get(name, 0.0)) <= limit
    assert len(panel_choice_figure(many(n))) < 40_000
