"""The heat map of pairs of models: tetrachoric above the diagonal, φ below."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis.analyses.panel_answers import Panel
from parallaxis.kernels.ordering import average_linkage_order, group_means, neighbour_groups
from parallaxis.numerals import correlation
from parallaxis.rendering import svg
from parallaxis.rendering.colours import NO_VALUE, of_correlation
from parallaxis.rendering.labels import distinct_labels, text_columns

MOST_CELLS = 60
MOST_NAMES = 40
NAME_LENGTH = 26
SIDE = 560.0
LARGEST_CELL = 44.0
KEY_HEIGHT = 64.0
MARGIN = 12.0

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False, slots=True)
class Map:
    """What the cells show: names of rows, both matrices, and whether rows are groups."""

    names: tuple[str, ...]
    latent: Array
    plain: Array
    grouped: bool


def pairs_caption(panel: Panel) -> str:
    """Return what the heat map shows, and that rows are groups where they are."""
    n = len(panel.members)
    start = "Correlation of all pairs: tetrachoric above the diagonal, φ below. "
    if n <= MOST_CELLS:
        return start + "Models stand beside those they agree with (average linkage on 1 − ρ)."
    return (
        start + f"The {n:,} models, ordered by average linkage on 1 − ρ, are cut into {MOST_CELLS} "
        "groups of neighbours; each cell is the mean of its pairs, on the diagonal those within "
        "the group (tetrachoric)."
    )


def pairs_figure(panel: Panel) -> str:
    """Draw the correlations of all pairs.

    Parameters
    ----------
    panel : Panel
        With at least two members; more than 60 are drawn as 60 groups of neighbours.

    Returns
    -------
    str
        SVG text.
    """
    shown = _map(panel)
    n = len(shown.names)
    cell = min(LARGEST_CELL, SIDE / n)
    named = n <= MOST_NAMES and not shown.grouped
    labels = distinct_labels(shown.names, NAME_LENGTH) if named else ()
    margin = _name_margin(labels, cell) if named else MARGIN
    side = cell * n
    key_left = margin + max(0.0, (side - 400.0) / 2)
    content = [
        svg.element("g", *_cells(shown, margin, cell), shape_rendering="crispEdges"),
        *_names(shown.names, labels, margin, cell),
        *_key(key_left, margin + side + 18),
    ]
    width = max(margin + side, key_left + 400.0) + MARGIN
    height = margin + side + KEY_HEIGHT + MARGIN
    return svg.picture(
        "pairs",
        (width, height),
        title="Correlations of all pairs",
        text=pairs_caption(panel),
        content=content,
    )


def _map(panel: Panel) -> Map:
    """Order the members, and group them where there are too many."""
    order = average_linkage_order(panel.tetrachoric_matrix)
    square = np.ix_(order, order)
    latent, plain = panel.tetrachoric_matrix[square], panel.phi_matrix[square]
    if order.size <= MOST_CELLS:
        return Map(tuple(panel.members[i].model for i in order), latent, plain, grouped=False)
    groups = neighbour_groups(order.size, MOST_CELLS)
    names = tuple(f"models {places[0] + 1} to {places[-1] + 1}" for places in groups)
    return Map(names, group_means(latent, groups), group_means(plain, groups), grouped=True)


def _cells(shown: Map, margin: float, cell: float) -> list[str]:
    """Draw the cells row by row; single models have no cell with themselves."""
    parts = []
    for i, name in enumerate(shown.names):
        for j, other in enumerate(shown.names):
            if i == j and not shown.grouped:
                continue
            above = j >= i
            value = float((shown.latent if above else shown.plain)[i, j])
            kind = "tetrachoric" if above else "φ"
            title = f"{name} × {other}: {kind} {correlation(value)}"
            x, y = margin + j * cell, margin + i * cell
            colour = of_correlation(value)
            parts.append(svg.rectangle(x, y, cell, cell, colour=colour, title=title))
    return parts


def _name_size(cell: float) -> float:
    """Return the size of names that fits a row."""
    return min(12.0, cell - 2.0)


def _name_margin(labels: tuple[str, ...], cell: float) -> float:
    """Return the room that the longest label needs beside the cells."""
    longest = max(map(text_columns, labels))
    return longest * _name_size(cell) * 0.6 + 14.0


def _names(
    names: tuple[str, ...], labels: tuple[str, ...], margin: float, cell: float
) -> list[str]:
    """Write labels beside rows and above columns, if there are any."""
    size = _name_size(cell)
    parts = []
    for i, label in enumerate(labels):
        middle = margin + (i + 0.5) * cell + size * 0.35
        full = names[i]
        parts.append(svg.words(margin - 6, middle, label, anchor="end", size=size, full=full))
        parts.append(svg.words(middle, margin - 6, label, size=size, turn=-90, full=full))
    return parts


def _key(left: float, top: float) -> list[str]:
    """Draw the colours with their values."""
    step, width = 6.0, 41 * 6.0
    parts = [
        svg.rectangle(left + i * step, top, step + 0.3, 14, colour=of_correlation(i / 20 - 1))
        for i in range(41)
    ]
    for value in (-1.0, -0.5, 0.0, 0.5, 1.0):
        place = left + (value + 1.0) * 20 * step + step / 2
        text = f"{value:g}".replace("-", "−")
        parts.append(svg.words(place, top + 30, text, anchor="middle", size=12))
    parts.append(svg.rectangle(left + width + 24, top, 14, 14, colour=NO_VALUE))
    parts.append(svg.words(left + width + 44, top + 12, "no value", size=12))
    parts.append(svg.words(left, top + 48, "correlation", size=12))
    return parts
