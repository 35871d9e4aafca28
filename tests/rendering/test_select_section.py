"""The section on selection: every sentence, every table, and the figure."""

from xml.etree.ElementTree import Element, fromstring

import numpy as np
import pytest

from parallaxis.analyses.selection import Select, select
from parallaxis.answers import NotAnswered
from parallaxis.matrix import ScoreMatrix
from parallaxis.rendering.blocks import Facts, FigureBlock, TableBlock
from parallaxis.rendering.figure_select import MOST_VERTICES, select_figure
from parallaxis.rendering.select_section import select_blocks, select_sentences

SVG = "{http://www.w3.org/2000/svg}"
NASTY = '<script>alert("x")</script> & more'


def real(n_models: int, n_items: int, *, seed: int = 0, size: int | None = None) -> Select:
    """Return the selection of real scores with something in common."""
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(n_models, 1)) + rng.normal(size=(n_models, n_items))
    names = [NASTY, *(f"item {i}" for i in range(1, n_items))]
    return select(ScoreMatrix.from_array(values, items=names), size=size, draws=20)


def nothing() -> Select:
    """Return a selection from which nothing can be chosen."""
    return select(ScoreMatrix.from_array(np.ones((4, 3))))


def drawn(found: Select) -> Element:
    """Parse the figure."""
    return fromstring(select_figure(found))  # noqa: S314 - drawn by ourselves


def test_sentences_name_the_set_its_interval_and_what_is_beside() -> None:
    found = real(30, 8)
    first, second, third = select_sentences(found)
    assert "of 8 items (" in first
    assert "95 % interval over models [" in first
    assert "20 random sets of" in second
    assert "Trying every set" in third


def test_many_names_are_counted() -> None:
    first, *rest = select_sentences(real(30, 40, size=20))
    assert "and 14 more), as many as were asked for," in first
    assert len(rest) == 1


def test_greedy_that_is_not_the_best_is_said() -> None:
    boards = (np.random.default_rng(seed).normal(size=(6, 5)) for seed in range(60))
    answers = (select(ScoreMatrix.from_array(values), draws=20) for values in boards)
    found = next(a for a in answers if not all(check.greedy_is_best for check in a.exhaustive))
    assert (
        "Trying every set shows broader ones than greedy's of size" in select_sentences(found)[-1]
    )


def test_the_whole_board_has_no_other_set() -> None:
    assert "no other set of this size exists" in select_sentences(real(30, 4, size=4))[1]


def test_a_reason_stands_where_nothing_can_be_chosen() -> None:
    (sentence,) = select_sentences(nothing())
    assert sentence.startswith("The broadest set is not identified (no item tells")
    _, facts = select_blocks(nothing())
    assert isinstance(facts, Facts)
    assert "not identified" in facts.rows[0].value
    assert drawn(nothing()).findtext(f"{SVG}desc")


def test_blocks_hold_the_path_and_the_check() -> None:
    found = real(30, 6)
    assert not isinstance(found.path, NotAnswered)
    blocks = select_blocks(found)
    path, check = (block for block in blocks if isinstance(block, TableBlock))
    assert [row[0] for row in path.rows] == [pick.item for pick in found.path]
    assert sum(row[-1] == "yes" for row in path.rows) == len(found.chosen)  # type: ignore[arg-type] # answered
    assert [row[0] for row in check.rows] == ["2", "3", "4", "5", "6"]
    assert sum(isinstance(block, FigureBlock) for block in blocks) == 1


@pytest.mark.parametrize(("n_items", "size"), [(1, None), (2, None), (6, 3), (60, None)])
def test_the_figure_is_sound(n_items: int, size: int | None) -> None:
    figure = drawn(real(40, n_items, size=size))
    assert figure.get("role") == "img"
    assert "peak" in "".join(figure.itertext())
    _, _, width, height = map(float, (figure.get("viewBox") or "").split())
    for element in figure.iter():
        for name, limit in (("x", width), ("x1", width), ("x2", width), ("cx", width)):
            assert -1e-6 <= float(element.get(name, 0.0)) <= limit
        for name, limit in (("y", height), ("y1", height), ("y2", height), ("cy", height)):
            assert -1e-6 <= float(element.get(name, 0.0)) <= limit


def test_a_long_path_is_thinned_and_keeps_its_peak() -> None:
    found = real(12, 2100)
    assert len(found.random_band) == 1
    figure = drawn(found)
    line = max((p.get("d") or "" for p in figure.iter(f"{SVG}path")), key=len)
    assert line.count("L") <= MOST_VERTICES + 2
    assert "random sets of" in "".join(figure.itertext())
