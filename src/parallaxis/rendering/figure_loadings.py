"""The figure of loadings: the items that ask most for each axis, with intervals."""

import math

from parallaxis.analyses.axes import Axes
from parallaxis.analyses.axes_answers import Axis, ItemLoading
from parallaxis.numerals import correlation, counted, percent
from parallaxis.rendering import svg
from parallaxis.rendering.labels import distinct_labels, elided
from parallaxis.rendering.scales import Scale, tick_text

WIDTH = 760
LEFT, RIGHT = 250, 740
ROW, HEAD = 20, 30  # heights of an item and of an axis's title
TOP, FOOT = 14, 46
MOST_AXES = 6
MOST_ITEMS = 6
LABEL = 32  # columns of an item's name
TITLE = 84  # columns of an axis's name


def loadings_caption(axes: Axes) -> str:
    """Return what the figure of loadings shows, and what it leaves out."""
    level = percent(axes.recipe.settings["level"])
    left = len(axes.axes) - MOST_AXES
    more = f" {counted(left, 'more axis', 'more axes')} not drawn." if left > 0 else ""
    return (
        "Items that ask most for each axis: loading (correlation of the axis with what the item "
        f"measures plus its noise) and its {level} interval.{more}"
    )


def loadings_figure(axes: Axes) -> str:
    """Draw the strongest items of each axis with their intervals.

    Parameters
    ----------
    axes : Axes
        With at least one axis that has items.

    Returns
    -------
    str
        SVG text; names are shortened so that they stay distinct and show whole on hovering.
    """
    drawn = [(axis, axis.strongest_items[:MOST_ITEMS]) for axis in axes.axes[:MOST_AXES]]
    names = [found.item for _, items in drawn for found in items]
    labels = dict(zip(names, distinct_labels(names, LABEL), strict=True))
    x = Scale(-1.0, 1.0, LEFT, RIGHT)
    content: list[str] = []
    y = float(TOP)
    for axis, items in drawn:
        content += _panel(x, y, axis, items, labels)
        y += HEAD + ROW * len(items)
    count = counted(len(drawn), "axis", "axes")
    return svg.picture(
        "loadings",
        (WIDTH, y + FOOT),
        title="Items that ask most for each axis",
        text=f"{count}, each with at most {MOST_ITEMS} items and the intervals of their loadings.",
        content=[*content, *_scale(x, y)],
    )


def _panel(
    x: Scale, top: float, axis: Axis, items: tuple[ItemLoading, ...], labels: dict[str, str]
) -> list[str]:
    """Draw one axis: its name, and a row for each item."""
    name = f"axis {axis.rank}" + (f": {axis.label}" if axis.label else "")
    below = top + HEAD
    bottom = below + ROW * len(items)
    parts = [svg.words(14, top + 20, elided(name, TITLE), size=13, full=name)]
    for tick in x.ticks(4):
        colour = svg.FAINT if tick == 0.0 else svg.GRID
        parts.append(svg.line(x.place(tick), below, x.place(tick), bottom, colour=colour))
    for row, found in enumerate(items):
        parts += _row(x, below + ROW * (row + 0.5), found, labels[found.item])
    return parts


def _row(x: Scale, y: float, found: ItemLoading, label: str) -> list[str]:
    """Draw the loading of one item with its interval."""
    name = svg.words(LEFT - 12, y + 4, label, anchor="end", size=12, full=found.item)
    if not all(map(math.isfinite, (found.loading, *found.interval))):
        return [name]
    low, high = (x.place(end) for end in found.interval)
    title = (
        f"{found.item}: {correlation(found.loading)} "
        f"[{correlation(found.interval[0])}, {correlation(found.interval[1])}]"
    )
    return [
        name,
        svg.line(low, y, high, y, colour=svg.ACCENT, width=2),
        svg.line(low, y - 4, low, y + 4, colour=svg.ACCENT, width=2),
        svg.line(high, y - 4, high, y + 4, colour=svg.ACCENT, width=2),
        svg.point(x.place(found.loading), y, colour=svg.ACCENT, radius=4, title=title),
    ]


def _scale(x: Scale, bottom: float) -> list[str]:
    """Draw the scale that all axes share."""
    parts = [svg.line(LEFT, bottom, RIGHT, bottom)]
    for tick in x.ticks(4):
        place = x.place(tick)
        parts.append(svg.words(place, bottom + 18, tick_text(tick), anchor="middle", size=12))
    middle = (LEFT + RIGHT) / 2
    return [*parts, svg.words(middle, bottom + 40, "loading", anchor="middle", size=12)]
