"""The page of a comparison: every sentence and table, names that cannot break out, the figure."""

from collections.abc import Callable
from xml.etree.ElementTree import Element, fromstring

import numpy as np
import pytest

from parallaxis.comparison import Comparison, compare
from parallaxis.matrix import ScoreMatrix
from parallaxis.rendering.blocks import TableBlock
from parallaxis.rendering.comparison_section import comparison_document, comparison_sentences
from parallaxis.rendering.figure_atlas import MOST, atlas_figure, broadest_first
from parallaxis.rendering.html import html
from parallaxis.rendering.markdown import markdown

SVG = "{http://www.w3.org/2000/svg}"
NASTY = '<script>alert("x")</script>|*b* & \x1b[31m'


def noise(n_models: int, n_items: int, seed: int = 0) -> ScoreMatrix:
    """Real scores without structure."""
    return ScoreMatrix.from_array(np.random.default_rng(seed).normal(size=(n_models, n_items)))


def several() -> Comparison:
    """Five boards of a common size, one of them with a name that tries to break out, one tiny."""
    boards = {f"board {i}": noise(20 + 9 * i, 60 - 11 * i, i) for i in range(4)}
    return compare({NASTY: noise(33, 21), **boards, "tiny": noise(5, 30)}, draws=20)


FOUND: dict[str, Callable[[], Comparison]] = {
    "several": several,
    "two": lambda: compare({"a": noise(20, 10), "b": noise(20, 12)}, draws=20),
    "no size": lambda: compare({"a": noise(5, 10), "b": noise(20, 3)}, draws=20),
    "nothing varies": lambda: compare(
        {name: ScoreMatrix.from_array(np.ones((12, 8))) for name in ("a", "b")}, draws=20
    ),
}


def drawn(found: Comparison) -> Element:
    """Parse the figure."""
    return fromstring(atlas_figure(found))  # noqa: S314 - drawn by ourselves


def tables(found: Comparison) -> dict[str, TableBlock]:
    """Return the tables by their captions, in order."""
    blocks = comparison_document(found).blocks
    return {block.caption: block for block in blocks if isinstance(block, TableBlock)}


def test_sentences_give_both_spreads_the_agreement_and_who_moves() -> None:
    found = several()
    raw, null, matched, agreement, moved = comparison_sentences(found)
    assert " of 5 boards " in null
    assert raw.startswith("As they are, the boards have an effective dimensionality of")
    assert "5 boards have" in matched
    assert "of 10 pairs stand the other way round" in agreement
    assert "95 % interval" in agreement or "τ-b 1.000" in agreement
    assert found.rank_changes[0].board in moved


def test_sentences_where_there_is_less_to_say() -> None:
    _, _, _, agreement, *_ = comparison_sentences(FOUND["two"]())
    assert "is not identified (2 boards with both; an agreement needs 4)" in agreement
    *_, at_size = comparison_sentences(FOUND["no size"]())
    assert at_size.startswith("At one size nothing can be said: no board has")
    (nothing,) = comparison_sentences(FOUND["nothing varies"]())
    assert nothing.startswith("No board has an effective dimensionality")


@pytest.mark.parametrize("name", FOUND)
def test_pages_are_written_and_names_cannot_break_out(name: str) -> None:
    said = comparison_document(FOUND[name]())
    page, text = html(said), markdown(said)
    assert "<script" not in page
    assert "<script" not in text
    assert "\x1b" not in page + text
    assert said.title in page


def test_tables_hold_every_board_and_reason() -> None:
    found = several()
    by_caption = tables(found)
    boards, origins, *_ = by_caption.values()
    order = [row.board for row in broadest_first(found.boards)]
    assert [row[0] for row in boards.rows] == [row[0] for row in origins.rows] == order
    assert order[-1] == "tiny"
    assert by_caption["Boards that have no ED at the common size"].rows[0][0] == "tiny"
    changes = next(t for caption, t in by_caption.items() if caption.startswith("Boards that chan"))
    assert len(changes.rows) == len(found.rank_changes)


@pytest.mark.parametrize("name", FOUND)
def test_the_figure_is_sound(name: str) -> None:
    figure = drawn(FOUND[name]())
    assert figure.get("role") == "img"
    assert figure.findtext(f"{SVG}desc")
    _, _, width, height = map(float, (figure.get("viewBox") or "").split())
    for element in figure.iter():
        for key, limit in (("x", width), ("x1", width), ("x2", width), ("cx", width)):
            assert -1e-6 <= float(element.get(key, 0.0)) <= limit
        for key, limit in (("y", height), ("y1", height), ("y2", height), ("cy", height)):
            assert -1e-6 <= float(element.get(key, 0.0)) <= limit


def test_the_figure_has_two_points_a_board_and_names_its_numbers() -> None:
    figure = drawn(several())
    points = [c for c in figure.iter(f"{SVG}circle") if c.find(f"{SVG}title") is not None]
    assert len(points) == 6 + 5  # the tiny board has none at the common size
    said = "".join(figure.itertext())
    assert "at the common size: " in said
    assert "as it is: " in said
    assert '<script>alert("x")' in said  # as text, which fromstring has unescaped
    assert "<script" not in atlas_figure(several())


def test_of_very_many_boards_the_first_are_drawn() -> None:
    board = noise(12, 6)
    found = compare({f"b{i}": board for i in range(MOST + 3)}, draws=1)
    figure = drawn(found)
    assert f"{MOST} boards" in (figure.findtext(f"{SVG}desc") or "")
    assert len(next(iter(tables(found).values())).rows) == MOST + 3
