"""Figures: sound SVG that describes itself, keeps inside its frame, and shows every number."""

import dataclasses
import math
from xml.etree.ElementTree import Element, fromstring

import numpy as np
import pytest

from parallaxis.diagnosis import Diagnosis
from parallaxis.rendering.blocks import FigureBlock
from parallaxis.rendering.colours import NO_VALUE, of_correlation
from parallaxis.rendering.document import document
from parallaxis.rendering.figure_axes import axes_figure
from parallaxis.rendering.figure_breadth import breadth_figure
from parallaxis.rendering.figure_members import members_caption, members_figure
from parallaxis.rendering.figure_pairs import pairs_caption, pairs_figure

SVG = "{http://www.w3.org/2000/svg}"


def figures(found: Diagnosis) -> list[Element]:
    """Draw all figures of a report."""
    blocks = (block for block in document(found).blocks if isinstance(block, FigureBlock))
    return [fromstring(block.draw()) for block in blocks]  # noqa: S314 - drawn by ourselves


def drawn(text: str) -> Element:
    """Parse one figure."""
    return fromstring(text)  # noqa: S314 - drawn by ourselves


def cells(figure: Element) -> list[Element]:
    """Return the cells of the heat map, which alone have a tooltip with a multiplication sign."""
    rects = figure.iter(f"{SVG}rect")
    return [rect for rect in rects if "×" in (rect.findtext(f"{SVG}title") or "")]


def test_figures_describe_themselves(found: Diagnosis) -> None:
    for figure in figures(found):
        assert figure.get("role") == "img"
        assert figure.findtext(f"{SVG}title")
        assert figure.findtext(f"{SVG}desc")
        ids = {element.get("id") for element in figure.iter() if element.get("id")}
        assert set((figure.get("aria-labelledby") or "").split()) == ids


def test_everything_lies_inside_the_frame(found: Diagnosis) -> None:
    for figure in figures(found):
        _, _, width, height = map(float, (figure.get("viewBox") or "").split())
        for element in figure.iter():
            for name, limit in (("x", width), ("x1", width), ("x2", width), ("cx", width)):
                assert -1e-6 <= float(element.get(name, 0.0)) <= limit
            for name, limit in (("y", height), ("y1", height), ("y2", height), ("cy", height)):
                assert -1e-6 <= float(element.get(name, 0.0)) <= limit


def test_figures_are_the_same_every_time(many: Diagnosis) -> None:
    assert pairs_figure(many.panel) == pairs_figure(many.panel)
    assert members_figure(many.panel) == members_figure(many.panel)


def test_strip_shows_estimate_null_and_bound(binary: Diagnosis) -> None:
    texts = [text.text or "" for text in drawn(breadth_figure(binary.breadth)).iter(f"{SVG}text")]
    for word in ("interval over models", "interval over items", "shuffled null", "shape bound"):
        assert word in texts
    assert str(binary.breadth.shape_bound) in texts


@pytest.mark.parametrize(("bound", "logarithmic"), [(30, False), (31, True)])
def test_strip_is_logarithmic_for_large_bounds(
    binary: Diagnosis, bound: int, *, logarithmic: bool
) -> None:
    breadth = dataclasses.replace(binary.breadth, shape_bound=bound)
    assert ("log scale" in breadth_figure(breadth)) == logarithmic


def test_scree_fills_the_survivors(binary: Diagnosis) -> None:
    axes = dataclasses.replace(binary.axes, k_shuffled=2)
    points = [
        point
        for point in drawn(axes_figure(axes)).iter(f"{SVG}circle")
        if point.findtext(f"{SVG}title")
    ]
    filled = ["accent" in (point.get("style") or "").split(";")[0] for point in points]
    assert filled == [True, True] + [False] * (len(points) - 2)


def test_heat_map_has_a_cell_for_each_pair_and_kind(binary: Diagnosis) -> None:
    n = binary.panel.n_members
    shown = cells(drawn(pairs_figure(binary.panel)))
    titles = [cell.findtext(f"{SVG}title") or "" for cell in shown]
    assert len(titles) == n * (n - 1)
    assert sum("tetrachoric" in title for title in titles) == n * (n - 1) / 2
    names = {element.text for element in drawn(pairs_figure(binary.panel)).iter(f"{SVG}text")}
    assert {member.model for member in binary.panel.members} <= names


def test_heat_map_groups_many_members_and_says_so(many: Diagnosis) -> None:
    assert many.panel.n_members > 60
    assert len(cells(drawn(pairs_figure(many.panel)))) == 60 * 60
    assert "60 groups" in pairs_caption(many.panel)


def test_pairs_without_a_value_are_grey(binary: Diagnosis) -> None:
    matrix = np.full_like(binary.panel.tetrachoric_matrix, np.nan)
    matrix[0, 1] = matrix[1, 0] = 0.5
    panel = dataclasses.replace(binary.panel, tetrachoric_matrix=matrix)
    grey = [
        cell for cell in cells(drawn(pairs_figure(panel))) if NO_VALUE in (cell.get("style") or "")
    ]
    n = panel.n_members
    assert len(grey) == n * (n - 1) / 2 - 1


def test_long_names_are_shortened_with_the_full_one_beside(nasty: Diagnosis) -> None:
    figure = drawn(pairs_figure(nasty.panel))
    names = [text for text in figure.iter(f"{SVG}text") if text.find(f"{SVG}title") is not None]
    assert any("long long long" in (name.findtext(f"{SVG}title") or "") for name in names)
    assert all("…" in "".join(name.itertext()) for name in names)


def test_names_of_a_figure_stay_distinct(binary: Diagnosis) -> None:
    members = tuple(
        dataclasses.replace(m, model=f"meta-llama/Llama-3.1-{i}B-Instruct-Turbo-fp8")
        for i, m in enumerate(binary.panel.members)
    )
    panel = dataclasses.replace(binary.panel, members=members)
    texts = [text for text in drawn(pairs_figure(panel)).iter(f"{SVG}text") if len(list(text)) == 1]
    labels = ["".join(text.itertext()).partition("fp8")[2] for text in texts]
    assert len(set(labels)) == len(members)


def test_heat_map_has_room_for_wide_names(binary: Diagnosis) -> None:
    def left(name: str) -> float:
        members = tuple(
            dataclasses.replace(m, model=f"{name}{i}") for i, m in enumerate(binary.panel.members)
        )
        figure = drawn(pairs_figure(dataclasses.replace(binary.panel, members=members)))
        return min(float(cell.get("x") or 0.0) for cell in cells(figure))

    assert left("通义千问") == left("x" * 8)


def test_members_without_a_name_are_counted(binary: Diagnosis, many: Diagnosis) -> None:
    assert "All names show on hovering only" in members_caption(many.panel)
    members = tuple(
        dataclasses.replace(m, share_correct=0.5, mean_tetrachoric=0.5)
        for m in binary.panel.members
    )
    heap = dataclasses.replace(binary.panel, members=members)
    n = len(
        [
            t
            for t in drawn(members_figure(heap)).iter(f"{SVG}text")
            if t.text in {m.model for m in members}
        ]
    )
    assert f"{len(members) - n} of {len(members)} names show" in members_caption(heap)


def test_colours_run_from_blue_over_grey_to_red() -> None:
    def channels(value: float) -> list[int]:
        text = of_correlation(value)
        return [int(text[i : i + 2], 16) for i in (1, 3, 5)]

    for value in (0.3, 0.6, 0.9):
        assert channels(value)[0] > channels(value)[2]
        assert channels(-value)[0] < channels(-value)[2]
    assert len(set(channels(0.0))) == 1
    assert of_correlation(math.nan) == NO_VALUE
