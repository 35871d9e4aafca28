"""The section and the figure of redundancy: every number, sound SVG, names that break nothing."""

from functools import cache
from xml.etree.ElementTree import Element, fromstring

import numpy as np
import pytest

from parallaxis.analyses.redundancy import Redundancy, redundancy
from parallaxis.answers import NotAnswered
from parallaxis.matrix import ScoreMatrix
from parallaxis.rendering.blocks import Document, Facts, FigureBlock, Heading, TableBlock
from parallaxis.rendering.figure_redundancy import redundancy_figure
from parallaxis.rendering.html import html
from parallaxis.rendering.markdown import markdown
from parallaxis.rendering.redundancy_section import redundancy_blocks, worth_a_look

SVG = "{http://www.w3.org/2000/svg}"
NASTY = '<script>alert("x")</script>|*b* [a](javascript:y) & `c`'


@cache
def found(n_components: int = 4, n_models: int = 300) -> Redundancy:
    """Return the redundancy of two twins and unrelated others, with gaps and a nasty name."""
    rng = np.random.default_rng(0)
    values = rng.normal(size=(n_models, n_components))
    values[:, 1] = values[:, 0] + 0.1 * rng.normal(size=n_models)
    values[:3, -1] = np.nan
    names = [NASTY, *(f"component {i}" for i in range(1, n_components))]
    answer = redundancy(ScoreMatrix.from_array(values, items=names))
    assert isinstance(answer, Redundancy)
    return answer


def figure(of: Redundancy) -> Element:
    """Draw and parse the figure."""
    return fromstring(redundancy_figure(of))  # noqa: S314 - drawn by ourselves


def tables(of: Redundancy) -> list[TableBlock]:
    """Return the tables of the section."""
    return [b for b in redundancy_blocks(of, level="95 %") if isinstance(b, TableBlock)]


def test_tables_have_a_row_for_every_pair_cohort_and_component() -> None:
    pairs, *cohorts, components = tables(found())
    assert len(pairs.rows) == 6
    assert pairs.rows[0][1] == "yes"
    assert {row[1] for row in pairs.rows[1:]} == {"no"}
    assert [len(table.rows) for table in cohorts] == [
        1 + len(pair.cohorts) for pair in worth_a_look(found())
    ]
    assert components.rows[0][0] == NASTY
    for table in (pairs, *cohorts, components):
        assert all(len(row) == len(table.columns) for row in table.rows)


def test_colliders_are_marked_in_every_row() -> None:
    _, cohorts, _ = tables(found())
    marked = [row for row in cohorts.rows if "(collider)" in row[0]]
    assert len(marked) == 3
    assert all(row[-1].startswith("not counted") for row in marked)


def test_facts_count_and_name_groups() -> None:
    facts = next(b for b in redundancy_blocks(found(), level="95 %") if isinstance(b, Facts))
    said = {fact.label: fact.value for fact in facts.rows}
    assert said["Pairs that are redundant"] == "1 of 6"
    assert said["Group 1 in which every pair is redundant"] == f"{NASTY}, component 1"


def test_what_is_not_answered_is_said() -> None:
    blocks = redundancy_blocks(NotAnswered("there are too many."), level="95 %")
    assert [block.kind for block in blocks] == ["heading", "facts"]


def test_page_is_written_and_names_cannot_break_out() -> None:
    blocks = redundancy_blocks(found(), level="95 %")
    document = Document("x", (Heading("x", "top", 1), *blocks))
    assert "<script>alert" not in html(document)
    assert "component 1" in markdown(document)
    assert any(isinstance(block, FigureBlock) for block in blocks)


@pytest.mark.parametrize("n", [2, 4, 30, 60])
def test_figure_lies_inside_its_frame_and_describes_itself(n: int) -> None:
    drawn = figure(found(n, 80))
    assert drawn.get("role") == "img"
    assert drawn.findtext(f"{SVG}title")
    assert "redundant" in (drawn.findtext(f"{SVG}desc") or "")
    _, _, width, height = map(float, (drawn.get("viewBox") or "").split())
    for element in drawn.iter():
        for name, limit in (("x", width), ("x1", width), ("x2", width), ("cx", width)):
            assert -1e-6 <= float(element.get(name, 0.0)) <= limit
        for name, limit in (("y", height), ("y1", height), ("y2", height), ("cy", height)):
            assert -1e-6 <= float(element.get(name, 0.0)) <= limit


def test_figure_has_a_cell_for_each_pair_and_a_branch_for_each_merge() -> None:
    drawn = figure(found())
    titles = [rect.findtext(f"{SVG}title") or "" for rect in drawn.iter(f"{SVG}rect")]
    assert sum("Spearman" in title for title in titles) == 4 * 3
    assert sum(title.endswith("redundant") for title in titles) == 2
    upright = [
        line
        for line in drawn.iter(f"{SVG}line")
        if line.get("x1") == line.get("x2") and "stroke-width:1.4" in (line.get("style") or "")
    ]
    assert len(upright) == len(found().merges) == 3


def test_figure_is_the_same_every_time() -> None:
    assert redundancy_figure(found()) == redundancy_figure(found())
