"""Breadth by performance: ED of each stratum at one number of models, with intervals."""

from parallaxis.analyses.saturation_strata import AtMatchedSize, Strata, Stratum
from parallaxis.answers import NotAnswered
from parallaxis.numerals import counted, number
from parallaxis.rendering import svg
from parallaxis.rendering.scales import Scale, tick_text

WIDTH, ROW, TOP = 760, 40.0, 26.0
LEFT, RIGHT = 168, 590
LOG_FROM = 30.0  # largest values above it are drawn on a logarithmic axis


def strata_figure(strata: Strata) -> str:
    """Draw ED per stratum of performance at the matched number of models.

    Parameters
    ----------
    strata : Strata

    Returns
    -------
    str
        SVG text: a row for each stratum, with the interval over models as a bar and ED of scores
        shuffled within items as a hollow point.
    """
    highest = max((edge for one in strata.strata for edge in _edges(one)), default=2.0)
    kind = "log" if highest > LOG_FROM else "linear"
    x = Scale(1.0, max(highest * 1.05, 2.0), LEFT, RIGHT, "log" if kind == "log" else "linear")
    bottom = TOP + ROW * len(strata.strata) + 6.0
    content = _axis(x, bottom)
    for place, stratum in enumerate(strata.strata):
        content += _row(x, TOP + ROW * (place + 0.5), stratum)
    return svg.picture(
        "strata",
        (WIDTH, bottom + 54.0),
        title="Effective dimensionality of the items by performance",
        text=_said(strata),
        content=content,
    )


def _edges(stratum: Stratum) -> tuple[float, ...]:
    """Return the values that a row must have room for."""
    matched = stratum.breadth_matched
    if isinstance(matched, NotAnswered):
        return ()
    over = () if isinstance(matched.interval, NotAnswered) else matched.interval
    return (matched.estimate, stratum.shuffled, *over)


def _axis(x: Scale, bottom: float) -> list[str]:
    """Draw the axis and its ticks."""
    parts = [svg.line(LEFT, bottom, RIGHT, bottom)]
    for tick in x.ticks(7):
        place = x.place(tick)
        parts.append(svg.line(place, TOP, place, bottom, colour=svg.GRID))
        parts.append(svg.words(place, bottom + 18, tick_text(tick), anchor="middle", size=12))
    title = "effective dimensionality of the items" + (", log scale" if x.kind == "log" else "")
    return [*parts, svg.words((LEFT + RIGHT) / 2, bottom + 40, title, anchor="middle", size=12)]


def _row(x: Scale, y: float, stratum: Stratum) -> list[str]:
    """Draw one stratum: interval over models, estimate, shuffled scores."""
    colour = svg.FAINT if stratum.name == "all models" else svg.ACCENT
    parts = [svg.words(LEFT - 14, y + 4, stratum.name, anchor="end")]
    matched = stratum.breadth_matched
    if isinstance(matched, NotAnswered):
        return [*parts, svg.words(LEFT + 4, y + 4, str(matched), size=12)]
    if not isinstance(matched.interval, NotAnswered):
        low, high = x.place(matched.interval[0]), x.place(matched.interval[1])
        parts += [
            svg.line(low, y, high, y, colour=colour, width=4),
            svg.line(low, y - 7, low, y + 7, colour=colour, width=2),
            svg.line(high, y - 7, high, y + 7, colour=colour, width=2),
        ]
    null = f"shuffled scores {number(stratum.shuffled)}"
    said = _numbers(matched)
    return [
        *parts,
        svg.point(
            x.place(stratum.shuffled), y, colour=svg.SECOND, filled=False, radius=4, title=null
        ),
        svg.point(x.place(matched.estimate), y, colour=colour, title=said),
        svg.words(RIGHT + 16, y + 4, said, size=12),
    ]


def _numbers(matched: AtMatchedSize) -> str:
    """Return the numbers behind a row."""
    if isinstance(matched.interval, NotAnswered):
        return f"{number(matched.estimate)}, no interval"
    low, high = matched.interval
    return f"{number(matched.estimate)}  [{number(low)}, {number(high)}]"


def _said(strata: Strata) -> str:
    """Return the figure in words."""
    rows = "; ".join(
        f"{one.name} {one.breadth_matched}"
        if isinstance(one.breadth_matched, NotAnswered)
        else f"{one.name} {number(one.breadth_matched.estimate)}"
        for one in strata.strata
    )
    return f"At {counted(strata.matched_models, 'model')} each: {rows}."
