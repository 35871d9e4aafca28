"""The section and the figure of likeness: every number, sound SVG, names that break nothing."""

from dataclasses import replace
from functools import cache
from xml.etree.ElementTree import Element, fromstring

import pytest

from likeness_by_hand import LIKENESS, NOT_ALIKE
from parallaxis.analyses.likeness import likeness
from parallaxis.analyses.likeness_answers import Likeness, Strips
from parallaxis.answers import NotAnswered
from parallaxis.matrix import ScoreMatrix
from parallaxis.rendering.blocks import Document, Facts, FigureBlock, Heading, TableBlock
from parallaxis.rendering.figure_likeness import likeness_caption, likeness_figure
from parallaxis.rendering.html import html
from parallaxis.rendering.likeness_section import likeness_blocks
from parallaxis.rendering.markdown import markdown
from parallaxis.worlds import family_copies

SVG = "{http://www.w3.org/2000/svg}"
NASTY = '<script>alert("x")</script>|*b* [a](javascript:y) & `c`'


@cache
def found(*, families: bool = True) -> Likeness:
    """Return the likeness of near copies with nasty names."""
    values = family_copies(n_models=24, n_items=150, models_per_family=3).board.values
    board = ScoreMatrix.from_array(
        values,
        scale="binary",
        models=[f"{NASTY} {i}" for i in range(24)],
        model_metadata={"family": [f"{NASTY} {i // 3}" for i in range(24)]} if families else None,
    )
    answer = likeness(board, permutations=99, draws=50)
    assert isinstance(answer, Likeness)
    return answer


def figure(of: Likeness) -> Element:
    """Draw and parse the figure."""
    return fromstring(likeness_figure(of))  # noqa: S314 - drawn by ourselves


def tables(of: Likeness) -> list[TableBlock]:
    """Return the tables of the section."""
    return [block for block in likeness_blocks(of) if isinstance(block, TableBlock)]


def test_tables_have_a_row_for_every_measure_family_and_pair() -> None:
    excess, members, pairs = tables(found())
    assert [row[0] for row in excess.rows] == ["family", "family"]
    assert len(members.rows) == 8
    assert len(pairs.rows) == len(found().pairs.listed) > 0
    for table in (excess, members, pairs):
        assert all(len(row) == len(table.columns) for row in table.rows)


def test_rows_carry_numbers_intervals_and_reasons() -> None:
    excess = tables(LIKENESS)[0]
    assert excess.rows[0][2:] == (
        "0.040",
        "−0.020",
        "0.060 [0.050, 0.070]",
        "0.000500",
        "0.058 [0.048, 0.068]",
        "0.000500",
    )
    row = tables(replace(LIKENESS, families=(NOT_ALIKE,)))[0].rows[1]
    assert row[6] == "not identified (a member has correlations with 2 others)"


def test_mean_stands_beside_what_independent_answers_give() -> None:
    facts = next(b for b in likeness_blocks(LIKENESS) if isinstance(b, Facts))
    said = {fact.label: (fact.value, fact.null) for fact in facts.rows}
    assert said["Mean residual correlation of a pair"] == ("−0.051", "−0.053")
    assert said["Pairs that stand out as alike (Holm)"] == ("1", "")


def test_columns_left_out_are_said() -> None:
    why = "org: no pair of models within a family has a correlation"
    facts = next(
        b
        for b in likeness_blocks(replace(LIKENESS, columns_left_out=(why,)))
        if isinstance(b, Facts)
    )
    assert why in {fact.value for fact in facts.rows}


def test_what_is_not_answered_is_said() -> None:
    blocks = likeness_blocks(NotAnswered("the scores are real"))
    assert [block.kind for block in blocks] == ["heading", "facts"]
    bare = likeness_blocks(found(families=False))
    facts = next(block for block in bare if isinstance(block, Facts))
    assert facts.rows[-1].label == "Likeness of families"


def test_page_is_written_and_names_cannot_break_out() -> None:
    document = Document("x", (Heading("x", "top", 1), *likeness_blocks(found())))
    assert "<script>alert" not in html(document)
    assert "alert" in markdown(document)
    assert any(isinstance(block, FigureBlock) for block in document.blocks)


@pytest.mark.parametrize("families", [True, False])
def test_figure_lies_inside_its_frame_and_describes_itself(*, families: bool) -> None:
    drawn = figure(found(families=families))
    assert drawn.get("role") == "img"
    assert drawn.findtext(f"{SVG}title")
    assert "mean" in (drawn.findtext(f"{SVG}desc") or "")
    _, _, width, height = map(float, (drawn.get("viewBox") or "").split())
    for element in drawn.iter():
        for name, limit in (("x", width), ("x1", width), ("x2", width), ("cx", width)):
            assert -1e-6 <= float(element.get(name, 0.0)) <= limit
        for name, limit in (("y", height), ("y1", height), ("y2", height), ("cy", height)):
            assert -1e-6 <= float(element.get(name, 0.0)) <= limit


def test_figure_has_a_point_for_each_pair_and_two_strips() -> None:
    points = list(figure(LIKENESS).iter(f"{SVG}circle"))
    assert len(points) == 6
    texts = {text.text for text in figure(LIKENESS).iter(f"{SVG}text")}
    assert {"within families", "between families", "30 pairs", "160 pairs"} <= texts
    assert "−1/(n − 1) = −0.053" in texts
    single = {text.text for text in figure(found(families=False)).iter(f"{SVG}text")}
    assert "all pairs" in single


def test_caption_counts_what_is_not_drawn() -> None:
    assert likeness_caption(LIKENESS).endswith(
        "Drawn: 3 of 30 pairs within families and 3 of 160 pairs between families."
    )
    every = replace(LIKENESS, strips=Strips((0.1,), (0.0,), 1, 1))
    assert "Drawn" not in likeness_caption(every)


def test_figure_is_the_same_every_time() -> None:
    assert likeness_figure(found()) == likeness_figure(found())
