"""The figure of redundancy: |Spearman| of all pairs in the order of a tree, the tree beside it."""

import math

import numpy as np

from parallaxis.analyses.redundancy import Redundancy
from parallaxis.numerals import correlation, counted
from parallaxis.rendering import svg
from parallaxis.rendering.colours import of_correlation
from parallaxis.rendering.labels import distinct_labels, text_columns

NAME_LENGTH = 26
SIDE = 460.0
LARGEST_CELL = 44.0
FEWEST_CELL = 9.0  # width of a cell from which names are written
TREE = 160.0
GAP = 10.0
MARGIN = 12.0
KEY_HEIGHT = 70.0


def redundancy_caption(found: Redundancy) -> str:
    """Return what the figure shows."""
    return (
        "Size of the rank correlation of every pair of components, whatever its sign, in the order "
        "of the tree on the right (complete linkage): where a branch joins, every pair below it "
        f"correlates at least so much. The dashed line is at {found.threshold:g}; white dots mark "
        "redundant pairs."
    )


def redundancy_figure(found: Redundancy) -> str:
    """Draw the heat map and its tree.

    Parameters
    ----------
    found : Redundancy
        With at least two components.

    Returns
    -------
    str
        SVG text.
    """
    n = len(found.components)
    cell = min(LARGEST_CELL, SIDE / n)
    named = cell >= FEWEST_CELL
    labels = distinct_labels(found.names, NAME_LENGTH) if named else ("",) * n
    margin = _margin(labels, cell)
    side = cell * n
    tree_left = margin + side + GAP
    key_top = margin + side + 24.0
    content = [
        svg.element("g", *_cells(found, margin, cell), shape_rendering="crispEdges"),
        *_names(found, labels, margin, cell),
        *_tree(found, tree_left, margin, cell),
        *_tree_axis(found, tree_left, margin, side),
        *_key(margin, key_top),
    ]
    width = max(tree_left + TREE, margin + 300.0) + MARGIN + 8.0
    said = f"{counted(n, 'component')}; groups that are redundant throughout: "
    groups = "; ".join(", ".join(group) for group in found.groups) or "none"
    return svg.picture(
        "redundancy",
        (width, key_top + KEY_HEIGHT),
        title="Correlations of components, and the order in which they join",
        text=said + groups + ".",
        content=content,
    )


def _cells(found: Redundancy, margin: float, cell: float) -> list[str]:
    """Draw |ρ| of every pair; redundant ones have a frame's dot in the middle."""
    names = found.names
    flagged = {frozenset((p.first, p.second)) for p in found.pairs if p.redundant is True}
    parts = []
    for row, i in enumerate(found.order):
        for column, j in enumerate(found.order):
            if i == j:
                continue
            value = found.spearman[i][j]
            redundant = frozenset((names[i], names[j])) in flagged
            said = f"{names[i]} × {names[j]}: Spearman {correlation(value)}"
            title = said + (", redundant" if redundant else "")
            x, y = margin + column * cell, margin + row * cell
            colour = of_correlation(abs(value))
            parts.append(svg.rectangle(x, y, cell, cell, colour=colour, title=title))
            if redundant:
                at = (x + cell / 2, y + cell / 2)
                parts.append(svg.point(*at, colour="#ffffff", radius=cell / 9, title=title))
    return parts


def _margin(labels: tuple[str, ...], cell: float) -> float:
    """Return the room that the longest label needs."""
    longest = max(map(text_columns, labels))
    return longest * _size(cell) * 0.6 + 14.0 if longest else MARGIN


def _size(cell: float) -> float:
    """Return the size of names that fits a row."""
    return min(12.0, max(cell - 1.0, 1.0))


def _names(found: Redundancy, labels: tuple[str, ...], margin: float, cell: float) -> list[str]:
    """Write names beside rows and above columns, where they can be read."""
    size = _size(cell)
    parts = []
    for place, i in enumerate(found.order):
        if not labels[i]:
            continue
        middle = margin + (place + 0.5) * cell + size * 0.35
        text, full = labels[i], found.names[i]
        parts.append(svg.words(margin - 6, middle, text, anchor="end", size=size, full=full))
        parts.append(svg.words(middle, margin - 6, text, size=size, turn=-90, full=full))
    return parts


def _tree(found: Redundancy, left: float, top: float, cell: float) -> list[str]:
    """Draw the branches, leaves on the left."""
    n = len(found.components)
    rows = np.empty(n + len(found.merges))
    heights = np.zeros(n + len(found.merges))
    rows[list(found.order)] = top + (np.arange(n) + 0.5) * cell
    parts = []
    for number, merge in enumerate(found.merges):
        place = n + number
        x = left + merge.height * TREE
        ends = []
        for child in (merge.left, merge.right):
            y = float(rows[child])
            ends.append(y)
            parts.append(svg.line(left + float(heights[child]) * TREE, y, x, y, width=1.4))
        parts.append(svg.line(x, ends[0], x, ends[1], width=1.4))
        rows[place], heights[place] = sum(ends) / 2.0, merge.height
    return parts


def _tree_axis(found: Redundancy, left: float, top: float, side: float) -> list[str]:
    """Draw the ticks of |ρ| below the tree, and the threshold across it."""
    cut = left + (1.0 - found.threshold) * TREE
    parts = [svg.line(cut, top, cut, top + side, colour=svg.SECOND, dash="4 3")]
    bottom = top + side
    parts.append(svg.line(left, bottom, left + TREE, bottom, colour=svg.GRID))
    for value in (1.0, 0.5, 0.0):
        x = left + (1.0 - value) * TREE
        parts.append(svg.line(x, bottom, x, bottom + 4, colour=svg.FAINT))
        parts.append(svg.words(x, bottom + 17, f"{value:g}", anchor="middle", size=12))
    parts.append(svg.words(left + TREE / 2, bottom + 34, "least |ρ|", anchor="middle", size=12))
    return parts


def _key(left: float, top: float) -> list[str]:
    """Draw the colours with their values."""
    step = 6.0
    parts = [
        svg.rectangle(left + i * step, top, step + 0.3, 14, colour=of_correlation(i / 20))
        for i in range(21)
    ]
    for value in (0.0, 0.5, 1.0):
        place = left + value * 20 * step + step / 2
        parts.append(svg.words(place, top + 28, f"{value:g}", anchor="middle", size=12))
    parts.append(svg.words(left, top + 46, "|Spearman|", size=12))
    parts.append(svg.rectangle(left + 160, top, 14, 14, colour=of_correlation(math.nan)))
    parts.append(svg.words(left + 180, top + 12, "no value", size=12))
    return parts
