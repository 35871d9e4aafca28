"""The section on axes: what is said of each count, and figures that show every number."""

import io
from dataclasses import replace
from xml.etree.ElementTree import Element, fromstring

import pytest
from rich.console import Console

import axes_by_hand as by_hand
from parallaxis.analyses.axes import Axes
from parallaxis.analyses.axes_answers import Place
from parallaxis.answers import NotAnswered
from parallaxis.rendering.axes_section import axes_blocks
from parallaxis.rendering.axes_tables import listed_places
from parallaxis.rendering.blocks import Facts, FigureBlock, TableBlock
from parallaxis.rendering.document import document
from parallaxis.rendering.figure_ladder import ladder_figure
from parallaxis.rendering.figure_loadings import loadings_caption, loadings_figure
from parallaxis.rendering.figure_ranking import ranking_caption, ranking_figure
from parallaxis.rendering.html import html
from parallaxis.rendering.terminal import print_document

SVG = "{http://www.w3.org/2000/svg}"
WHY = NotAnswered("the board is too small")


def drawn(text: str) -> Element:
    """Parse one figure."""
    return fromstring(text)  # noqa: S314 - drawn by ourselves


def titles(figure: Element, tag: str = "circle") -> list[str]:
    """Return what the marks of a figure say on hovering."""
    return [title for mark in figure.iter(SVG + tag) if (title := mark.findtext(f"{SVG}title"))]


def texts(figure: Element) -> list[str]:
    """Return what is written in a figure."""
    return ["".join(text.itertext()) for text in figure.iter(f"{SVG}text")]


def tables(found: Axes) -> dict[str, TableBlock]:
    """Return the tables of the section by the start of their caption."""
    blocks = (block for block in axes_blocks(found) if isinstance(block, TableBlock))
    return {block.caption.split(":")[0]: block for block in blocks}


def facts(found: Axes) -> dict[str, tuple[str, str, str]]:
    """Return the facts of the section by their labels."""
    blocks = (block for block in axes_blocks(found) if isinstance(block, Facts))
    return {
        row.label: (row.value, row.interval, row.null) for block in blocks for row in block.rows
    }


def test_counts_stand_beside_their_nulls() -> None:
    found = facts(by_hand.axes(2, significant=4, k_subsamples=(2, 3)))
    assert found["Axes that count (k_ladder)"] == ("2", "", "0")
    assert found["Axes that are significant (k_significant)"] == ("4", "2, 3", "0")
    assert found["Axes above the permutation null, rank by rank (k_shuffled)"] == ("3", "", "0")
    flipped = "Axes above the sign-flip null's largest eigenvalue (k_signflip)"
    assert found[flipped] == ("3", "", "0")
    assert found["Common variance of 4 significant axes on the first"] == (
        "70.0 %", "", "25.0 % (equal axes)"
    )  # fmt: skip
    assert found["Rank information of the axes that one average loses"] == (
        "30.0 %", "", "52.4 % (unrelated axes)"
    )  # fmt: skip


def test_the_cap_is_said() -> None:
    assert facts(by_hand.axes(8))["Axes that count (k_ladder)"][0] == "at least 8"
    one = facts(by_hand.axes(1, significant=8))
    assert one["Axes that count (k_ladder)"][0] == "1"
    assert one["Axes that are significant (k_significant)"][0] == "at least 8"


def test_every_step_says_whether_it_counts_and_why_not() -> None:
    rows = tables(by_hand.axes(2, significant=3))["4 steps of the ladder"].rows
    assert [row[-1] for row in rows] == [
        "yes",
        "yes",
        "no: split-half correlation of items 0.42, under 0.7",
        "no: not significant",
    ]
    assert rows[0][:5] == ("1", "30.0", "1.70", "0.010", "99")


def test_only_significant_steps_have_a_size() -> None:
    found = tables(by_hand.axes(2, significant=3))["Significant axes before rotation"]
    assert [row[0] for row in found.rows] == ["1", "2", "3"]
    assert found.rows[0][2:] == (
        "1.10",
        "0.950 [0.900, 0.980]",
        "0.300",
        "0.900 [0.850, 0.950]",
        "–",
    )


def test_places_show_the_top_and_the_bottom() -> None:
    found = by_hand.axes(2, n_models=100)
    (table,) = (t for name, t in tables(found).items() if name.startswith("Rank by the average"))
    assert [row[2] for row in table.rows] == [*map(str, range(1, 26)), *map(str, range(96, 101))]
    assert "the first 25 and the last 5 (the JSON lists all)" in table.caption
    few = by_hand.axes(2, n_models=30)
    assert (len(listed_places(few)[0]), listed_places(few)[1]) == (30, ())


def test_swaps_and_dependences_are_listed() -> None:
    found = by_hand.axes(2, n_swaps=700, dependences=(by_hand.family(),))
    listed = tables(replace(found, swaps=found.swaps * 12))
    swaps = listed["Models that change places between two axes beyond noise; differences in "
                   "standard deviations of the models"]  # fmt: skip
    assert len(swaps.rows) == 10
    assert swaps.caption.endswith("the strongest 10 of 700")
    assert swaps.rows[0] == (
        "model 1", "model 91", "1", "1.20 [0.800, 1.60]", "2", "0.900 [0.500, 1.30]"
    )  # fmt: skip
    (row,) = next(t for t in listed.values() if t.caption.startswith("Dependence")).rows
    assert row[:5] == ("one family", "2", "62.0 %", "0.004", "llama")


def test_long_lists_of_those_concerned_are_counted() -> None:
    copies = replace(by_hand.family(), who=tuple(f"m{i}" for i in range(1200)), axis=None, p=None)
    found = tables(by_hand.axes(1, dependences=(copies,)))
    (row,) = next(t for t in found.values() if t.caption.startswith("Dependence")).rows
    assert row[4] == "m0, m1, m2, m3, m4, m5 and 1,194 more"
    assert (row[1], row[3]) == ("–", "–")


def test_a_board_that_cannot_be_climbed_keeps_its_permutation_null() -> None:
    found = by_hand.axes(0, k_ladder=WHY, k_significant=WHY, steps=(), guard=WHY)
    assert facts(found)["Axes that count (k_ladder)"][0].startswith("not identified")
    names = [block.name for block in axes_blocks(found) if isinstance(block, FigureBlock)]
    assert names == ["axes"]


@pytest.mark.parametrize(
    ("k", "names"),
    [
        (0, ["ladder", "axes"]),
        (1, ["ladder", "loadings", "axes"]),
        (2, ["ladder", "loadings", "ranking", "axes"]),
    ],
)
def test_figures_stand_where_there_is_something_to_draw(k: int, names: list[str]) -> None:
    blocks = axes_blocks(by_hand.axes(k))
    assert [block.name for block in blocks if isinstance(block, FigureBlock)] == names


def test_ladder_tells_three_outcomes_apart() -> None:
    figure = drawn(ladder_figure(by_hand.axes(2, significant=3)))
    said = titles(figure)
    assert [title.partition(":")[0] for title in said] == [
        "axis 1, counts",
        "axis 2, counts",
        "axis 3, significant only",
        "axis 4, no axis",
    ]
    marks = [m for m in figure.iter(f"{SVG}circle") if m.find(f"{SVG}title") is not None]
    looks = [((m.get("style") or ""), m.get("r")) for m in marks]
    assert looks[0] == looks[1]
    assert len(set(looks)) == 3
    assert {"70.0 %", "30.0 %", "2.0 %"} <= set(texts(figure))
    assert "3 significant, of which 2 count" in (figure.findtext(f"{SVG}desc") or "")


@pytest.mark.parametrize("statistic", [-3.0, 0.0, 1.0, 1e6, float("nan")])
def test_ladder_draws_any_strength(statistic: float) -> None:
    found = by_hand.axes(1)
    steps = (replace(found.steps[0], statistic=statistic), found.steps[1])
    for circle in drawn(ladder_figure(replace(found, steps=steps))).iter(f"{SVG}circle"):
        assert 0.0 <= float(circle.get("cy") or -1.0) <= 240.0


def test_loadings_have_intervals_and_whole_names() -> None:
    found = by_hand.axes(3, names=("model", "livebench/reasoning/web_of_lies_v2/question"))
    figure = drawn(loadings_figure(found))
    said = titles(figure)
    assert len(said) == 3 * 6
    assert said[0] == "livebench/reasoning/web_of_lies_v2/question 10: 0.900 [0.800, 0.980]"
    assert "axis 1: coding" in texts(figure)
    assert "axis 2" in texts(figure)


def test_axes_that_are_not_drawn_are_counted() -> None:
    eight = by_hand.axes(8)
    assert "2 more axes not drawn" in loadings_caption(eight)
    assert "3 more axes not drawn" in ranking_caption(eight)
    assert "not drawn" not in loadings_caption(by_hand.axes(2)) + ranking_caption(by_hand.axes(2))


def test_ranking_marks_models_that_swap_by_shape_and_colour() -> None:
    found = by_hand.axes(2, n_models=24)
    (swap,) = found.swaps
    figure = drawn(ranking_figure(found))
    squares = {title.partition(",")[0] for title in titles(figure, "rect")}
    assert squares == {swap.model, swap.other_model}
    assert len(titles(figure)) == 2 * (24 - 2)
    assert "2 of them change places" in (figure.findtext(f"{SVG}desc") or "")


def test_ranking_shows_the_leading_models_with_their_possible_ranks() -> None:
    found = by_hand.axes(2, n_models=100)
    figure = drawn(ranking_figure(found))
    assert len(titles(figure)) == 2 * 25
    assert "model 1, axis 1: rank 1 [1, 5]; by the average 1" in titles(figure)
    assert "The first 25 of 100 models" in ranking_caption(found)


def test_ranking_of_one_model_that_ranks_first_everywhere() -> None:
    only = Place("m", 1.0, 1, (by_hand.DIFFERENCE,) * 2, (1, 1), ((1, 1), (1, 1)))
    figure = drawn(ranking_figure(by_hand.axes(2, places=(only,), swaps=())))
    assert len(titles(figure)) == 2


@pytest.mark.parametrize("width", [60, 80, 120])
def test_terminal_shows_the_ladder(width: int) -> None:
    out = io.StringIO()
    print_document(document(by_hand.axes(2)), Console(file=out, width=width))
    for word in ("k_ladder", "k_shuffled", "strength", "model 91"):
        assert word in out.getvalue()


def test_names_are_escaped_in_every_figure() -> None:
    nasty = "<script>alert('x')</script>&"
    axis = replace(by_hand.axes(1).axes[0], label=nasty)
    found = by_hand.axes(2, names=(nasty, nasty))
    page = html(document(replace(found, axes=(axis, found.axes[1]))))
    assert "<script" not in page
    assert "&lt;script&gt;" in page
