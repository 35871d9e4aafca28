"""The figure of likeness: residual correlations within and between families as two strips."""

from parallaxis.analyses.likeness_answers import Likeness
from parallaxis.answers import NotAnswered
from parallaxis.numerals import correlation, counted
from parallaxis.rendering import svg
from parallaxis.rendering.scales import Scale, round_limits, tick_text

WIDTH, STRIP, TOP = 760, 84.0, 24.0
LEFT, RIGHT = 150, 736
GOLDEN = 0.6180339887498949  # spreads points over the strip without chance
SPREAD = 0.62  # share of the strip's height that points take
Strip = tuple[str, tuple[float, ...], int, float | None, str]


def likeness_caption(found: Likeness) -> str:
    """Return what the points and lines are, and of how many pairs points were left out."""
    start = (
        "Each point is a pair of models: the correlation of what is left of their answers after "
        "items and abilities. Dashed: what independent answers would give on average. "
        "Upright bars: means."
    )
    left = [
        f"{len(values):,} of {counted(n, 'pair')} {name}"
        for name, values, n, _, _ in _strips(found)
        if len(values) < n
    ]
    return f"{start} Drawn: {' and '.join(left)}." if left else start


def likeness_figure(found: Likeness) -> str:
    """Draw the residual correlations of pairs within and between families.

    Parameters
    ----------
    found : Likeness
        With at least one pair.

    Returns
    -------
    str
        SVG text: a strip of points for pairs of one family and one for pairs of two, by the first
        column of families; a single strip where there are no families.
    """
    strips = _strips(found)
    every = [value for _, values, _, _, _ in strips for value in values]
    low, high = round_limits(min([*every, found.expected_mean]), max([*every, 0.0]))
    x = Scale(low, high, LEFT, RIGHT)
    bottom = TOP + STRIP * len(strips)
    content = _axis(x, bottom)
    for place, strip in enumerate(strips):
        content += _strip(x, TOP + STRIP * (place + 0.5), strip)
    expected = x.place(found.expected_mean)
    content.append(svg.line(expected, TOP, expected, bottom, width=1.4, dash="5 4"))
    label = f"−1/(n − 1) = {correlation(found.expected_mean)}"
    anchor: svg.Anchor = "start" if expected < (LEFT + RIGHT) / 2 else "end"
    content.append(svg.words(expected, TOP - 8, label, anchor=anchor, size=12))
    return svg.picture(
        "likeness",
        (WIDTH, bottom + 54.0),
        title="Residual correlations of pairs of models",
        text=_said(strips),
        content=content,
    )


def _strips(found: Likeness) -> list[Strip]:
    """Return name, drawn values, number of pairs, mean and colour of each strip."""
    drawn = found.strips
    if isinstance(found.families, NotAnswered) or not drawn.n_within:
        mean = found.mean_residual_correlation
        return [("all pairs", drawn.between, drawn.n_between, mean, svg.FAINT)]
    first = found.families[0].residual
    return [
        ("within families", drawn.within, drawn.n_within, first.within, svg.ACCENT),
        ("between families", drawn.between, drawn.n_between, first.between, svg.FAINT),
    ]


def _axis(x: Scale, bottom: float) -> list[str]:
    """Draw the axis and its ticks."""
    parts = [svg.line(LEFT, bottom, RIGHT, bottom)]
    for tick in x.ticks(7):
        place = x.place(tick)
        parts.append(svg.line(place, TOP, place, bottom, colour=svg.GRID))
        parts.append(svg.words(place, bottom + 18, tick_text(tick), anchor="middle", size=12))
    title = "residual correlation of two models"
    return [*parts, svg.words((LEFT + RIGHT) / 2, bottom + 40, title, anchor="middle", size=12)]


def _strip(x: Scale, y: float, strip: Strip) -> list[str]:
    """Draw one strip: name, number of pairs, points and mean."""
    name, values, n, mean, colour = strip
    parts = [
        svg.words(LEFT - 14, y, name, anchor="end"),
        svg.words(LEFT - 14, y + 17, counted(n, "pair"), anchor="end", size=12, colour=svg.FAINT),
    ]
    height = STRIP * SPREAD
    for number, value in enumerate(values):
        up = (number * GOLDEN) % 1.0 - 0.5
        parts.append(svg.point(x.place(value), y + up * height, colour=colour, radius=1.8))
    if mean is not None:
        place, half = x.place(mean), STRIP * 0.4
        parts.append(svg.line(place, y - half, place, y + half, colour=svg.SECOND, width=3))
        parts.append(
            svg.rectangle(
                place - 4,
                y - half,
                8,
                2 * half,
                colour="transparent",
                title=f"mean of {name}: {correlation(mean)}",
            )
        )
    return parts


def _said(strips: list[Strip]) -> str:
    """Return the figure in words."""
    rows = [
        f"{name}: mean {correlation(mean)} over {counted(n, 'pair')}"
        for name, _, n, mean, _ in strips
        if mean is not None
    ]
    return f"Residual correlations, {'; '.join(rows)}."
