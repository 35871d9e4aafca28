"""The figure of a comparison: ED of each board as it is and at the common size, on a log axis."""

from collections.abc import Sequence

from parallaxis.answers import Estimate, NotAnswered
from parallaxis.comparison import BoardRow, Comparison
from parallaxis.numerals import brackets, counted, number, percent
from parallaxis.rendering import svg
from parallaxis.rendering.labels import distinct_labels
from parallaxis.rendering.scales import Scale, tick_text

WIDTH = 760
LEFT, RIGHT = 216, 740
TOP = 44
ROW = 20  # height of a board's row
LABEL = 28  # columns of a board's name
MOST = 200  # boards that are drawn; the table has all
OFFSET = 3.5  # of the two marks of a row from its middle
TICK = 6  # half the height of the mark of a shape bound


def atlas_caption(found: Comparison) -> str:
    """Return what the figure of a comparison shows."""
    level = percent(found.recipe.settings["level"])
    size = found.matching
    at = "" if isinstance(size, NotAnswered) else f" ({size.n_models:,} × {size.n_items:,})"
    more = len(found.boards) - MOST
    rest = f" The first {MOST} boards; the table has {more:,} more." if more > 0 else ""
    return (
        f"Effective dimensionality of each board as it is, with its {level} interval over models, "
        f"and of random parts of the common size{at}, mean and {level} range; the tick is the "
        f"largest value that the board's shape allows.{rest}"
    )


def broadest_first(rows: Sequence[BoardRow]) -> tuple[BoardRow, ...]:
    """Return boards by ED at the common size, then those without by ED as it is, then the rest."""

    def order(row: BoardRow) -> tuple[int, float]:
        for place, value in enumerate((row.matched, row.effective_dimensionality)):
            if not isinstance(value, NotAnswered):
                return place, -value.estimate
        return 2, 0.0

    return tuple(sorted(rows, key=order))


def atlas_figure(found: Comparison) -> str:
    """Draw ED of each board as it is and at the common size.

    Parameters
    ----------
    found : Comparison

    Returns
    -------
    str
        SVG text: hollow points as it is, filled ones at the common size, the broadest at the
        common size on top.
    """
    rows = broadest_first(found.boards)[:MOST]
    bottom = TOP + ROW * len(rows)
    x = Scale(1.0, _largest(rows), LEFT, RIGHT, "log")
    labels = distinct_labels([row.board for row in rows], LABEL)
    content = [*_grid(x, bottom), *_common_bound(x, bottom, found), *_key()]
    for place, (row, label) in enumerate(zip(rows, labels, strict=True)):
        content += _board(x, TOP + ROW * (place + 0.5), row, label)
    n_matched = sum(not isinstance(row.matched, NotAnswered) for row in rows)
    said = (
        f"{counted(len(rows), 'board')}, {n_matched:,} of them at a common size; the numbers are "
        "in the table."
    )
    size = (WIDTH, bottom + 50)
    return svg.picture(
        "atlas", size, title="Effective dimensionality of boards", text=said, content=content
    )


def _largest(rows: Sequence[BoardRow]) -> float:
    """Return the right end of the axis, above every estimate and interval."""
    ends = [2.0]
    for row in rows:
        for value in (row.effective_dimensionality, row.matched):
            if not isinstance(value, NotAnswered):
                ends.append(value.estimate)
                ends += () if isinstance(value.interval, NotAnswered) else value.interval
    return max(ends) * 1.25


def _grid(x: Scale, bottom: float) -> list[str]:
    """Draw the axis and its ticks."""
    parts = []
    for tick in x.ticks(5):
        place = x.place(tick)
        parts.append(svg.line(place, TOP, place, bottom, colour=svg.GRID))
        parts.append(svg.words(place, bottom + 18, tick_text(tick), anchor="middle", size=12))
    title = "effective dimensionality, log scale"
    middle = (LEFT + RIGHT) / 2
    return [
        *parts,
        svg.line(LEFT, bottom, RIGHT, bottom),
        svg.words(middle, bottom + 40, title, anchor="middle", size=12),
    ]


def _common_bound(x: Scale, bottom: float, found: Comparison) -> list[str]:
    """Draw the largest ED that the common size allows, where it is on the axis."""
    size = found.matching
    if isinstance(size, NotAnswered):
        return []
    bound = float(min(size.n_models - 1, size.n_items))
    if bound > x.high:
        return []
    place = x.place(bound)
    return [svg.line(place, TOP, place, bottom, colour=svg.ACCENT, dash="2 3")]


def _board(x: Scale, y: float, row: BoardRow, label: str) -> list[str]:
    """Draw one board: its name, its shape bound, and both values."""
    shape = f"{row.board}: {counted(row.n_models, 'model')} × {counted(row.n_items, 'item')}"
    parts = [svg.words(LEFT - 10, y + 4, label, anchor="end", size=12, full=shape)]
    if row.shape_bound <= x.high:
        place = x.place(max(float(row.shape_bound), 1.0))
        parts.append(svg.line(place, y - TICK, place, y + TICK, colour=svg.FAINT, width=2))
    raw = f"{row.board}, as it is"
    part = f"{row.board}, at the common size"
    return [
        *parts,
        *_value(x, y - OFFSET, row.effective_dimensionality, raw, colour=svg.SECOND, filled=False),
        *_value(x, y + OFFSET, row.matched, part, colour=svg.ACCENT, filled=True),
    ]


def _value(
    x: Scale,
    y: float,
    value: Estimate | NotAnswered,
    what: str,
    *,
    colour: str,
    filled: bool,
) -> list[str]:
    """Draw a value and its interval, nothing where there is none."""
    if isinstance(value, NotAnswered):
        return []
    parts, text = [], number(value.estimate)
    if not isinstance(value.interval, NotAnswered):
        low, high = value.interval
        parts.append(svg.line(x.place(low), y, x.place(high), y, colour=colour, width=1.6))
        text += f" {brackets(value.interval)}"
    title = f"{what}: {text}"
    point = svg.point(
        x.place(value.estimate), y, colour=colour, filled=filled, radius=3.5, title=title
    )
    return [*parts, point]


def _key() -> list[str]:
    """Draw the key in its own row above the plot."""
    y = 18.0
    return [
        svg.point(LEFT + 6, y, colour=svg.SECOND, filled=False, radius=3.5),
        svg.words(LEFT + 18, y + 4, "as it is", size=12),
        svg.point(LEFT + 86, y, colour=svg.ACCENT, radius=3.5),
        svg.words(LEFT + 98, y + 4, "at the common size", size=12),
        svg.line(LEFT + 228, y - TICK, LEFT + 228, y + TICK, colour=svg.FAINT, width=2),
        svg.words(LEFT + 238, y + 4, "shape bound", size=12),
        svg.line(LEFT + 322, y, LEFT + 350, y, colour=svg.ACCENT, dash="2 3"),
        svg.words(LEFT + 358, y + 4, "bound at the common size", size=12),
    ]
