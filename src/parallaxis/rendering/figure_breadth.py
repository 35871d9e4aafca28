"""The strip of effective dimensionality: estimate, both intervals, and its three nulls."""

from parallaxis.analyses.breadth import Breadth, EffectiveDimensionality
from parallaxis.analyses.breadth_parts import ShuffledNull
from parallaxis.analyses.one_dimensional import OneDimensionalNull
from parallaxis.answers import Interval, NotAnswered
from parallaxis.numerals import number
from parallaxis.rendering import svg
from parallaxis.rendering.scales import Scale, tick_text

WIDTH, HEIGHT = 760, 248
LEFT, RIGHT = 168, 590
ROWS = (52.0, 92.0, 132.0, 172.0)
TOP, BOTTOM = 26.0, 200.0
LOG_FROM = 30  # shape bounds above it are drawn on a logarithmic axis


def breadth_figure(breadth: Breadth) -> str:
    """Draw effective dimensionality beside what it must be compared with.

    Parameters
    ----------
    breadth : Breadth

    Returns
    -------
    str
        SVG text; without an estimate, only the null and the bound.
    """
    bound = float(breadth.shape_bound)
    x = Scale(1.0, max(bound, 2.0), LEFT, RIGHT, "log" if bound > LOG_FROM else "linear")
    ed, null = breadth.effective_dimensionality, breadth.shuffled
    content = [*_axis(x, bound)]
    one = breadth.one_dimensional
    if not isinstance(null, NotAnswered):
        content += _null(x, ROWS[2], "shuffled null", null, svg.SECOND)
    if not isinstance(one, NotAnswered):
        content += _null(x, ROWS[3], "one-dimensional null", one, svg.FAINT)
    if not isinstance(ed, NotAnswered):
        over = "models" if ed.interval_over == "models" else "families"
        content += _row(x, ROWS[0], f"interval over {over}", ed.estimate, ed.interval)
        content += _row(x, ROWS[1], "interval over items", ed.estimate, ed.interval_items)
    return svg.picture(
        "breadth",
        (WIDTH, HEIGHT),
        title="Effective dimensionality of the items",
        text=_said(ed, (null, one), bound),
        content=content,
    )


def _axis(x: Scale, bound: float) -> list[str]:
    """Draw the axis, its ticks and the shape bound."""
    ticks = [tick for tick in x.ticks(7) if abs(x.place(tick) - x.place(bound)) > 30]
    parts = [svg.line(LEFT, BOTTOM, RIGHT, BOTTOM)]
    for tick in ticks:
        place = x.place(tick)
        parts.append(svg.line(place, TOP, place, BOTTOM, colour=svg.GRID))
        parts.append(svg.words(place, BOTTOM + 18, tick_text(tick), anchor="middle", size=12))
    edge = x.place(bound)
    title = "effective dimensionality of the items" + (", log scale" if x.kind == "log" else "")
    return [
        *parts,
        svg.line(edge, TOP, edge, BOTTOM + 5, width=2),
        svg.words(edge, BOTTOM + 18, tick_text(bound), anchor="middle", size=12),
        svg.words(edge, TOP - 8, "shape bound", anchor="end", size=12),
        svg.words((LEFT + RIGHT) / 2, BOTTOM + 40, title, anchor="middle", size=12),
    ]


def _null(
    x: Scale, y: float, label: str, null: ShuffledNull | OneDimensionalNull, colour: str
) -> list[str]:
    """Draw the range of a null over all rows, and its mean in its own."""
    low, high = x.place(null.interval[0]), x.place(null.interval[1])
    width = max(high - low, 3.0)
    middle = x.place(null.mean)
    left = (low + high - width) / 2
    title = f"{label} {number(null.mean)}, {_between(null.interval)}"
    return [
        svg.rectangle(left, TOP, width, BOTTOM - TOP, colour=colour, opacity=0.18),
        svg.rectangle(left, y - 8, width, 16, colour=colour, opacity=0.7, title=title),
        svg.line(middle, y - 12, middle, y + 12, colour=colour, width=2.5),
        svg.words(LEFT - 14, y + 4, label, anchor="end", colour=colour),
        svg.words(RIGHT + 16, y + 4, _said_row(null.mean, null.interval), size=12),
    ]


def _row(
    x: Scale, y: float, label: str, estimate: float, interval: Interval | NotAnswered
) -> list[str]:
    """Draw the estimate and one of its intervals."""
    parts = [svg.words(LEFT - 14, y + 4, label, anchor="end")]
    if not isinstance(interval, NotAnswered):
        low, high = x.place(interval[0]), x.place(interval[1])
        parts += [
            svg.line(low, y, high, y, colour=svg.ACCENT, width=4),
            svg.line(low, y - 7, low, y + 7, colour=svg.ACCENT, width=2),
            svg.line(high, y - 7, high, y + 7, colour=svg.ACCENT, width=2),
        ]
    said = _said_row(estimate, interval)
    parts.append(svg.point(x.place(estimate), y, colour=svg.ACCENT, title=said))
    parts.append(svg.words(RIGHT + 16, y + 4, said, size=12))
    return parts


def _said_row(estimate: float, interval: Interval | NotAnswered) -> str:
    """Return the numbers behind a row."""
    if isinstance(interval, NotAnswered):
        return f"{number(estimate)}, no interval"
    return f"{number(estimate)}  [{number(interval[0])}, {number(interval[1])}]"


def _said(
    ed: EffectiveDimensionality | NotAnswered,
    nulls: tuple[ShuffledNull | NotAnswered, OneDimensionalNull | NotAnswered],
    bound: float,
) -> str:
    """Return the figure in words."""
    if isinstance(ed, NotAnswered):
        return str(ed)
    shuffled, one = (
        "not identified" if isinstance(null, NotAnswered) else number(null.mean) for null in nulls
    )
    return (
        f"Estimate {number(ed.estimate)}; shuffled null {shuffled}; one-dimensional null {one}; "
        f"the shape allows at most {number(bound)}."
    )


def _between(interval: Interval) -> str:
    """Return an interval in words."""
    return f"from {number(interval[0])} to {number(interval[1])}"
