"""The figure of a selection: ED along the greedy path, beside random sets and the whole board."""

from parallaxis.analyses.selection import ChosenBreadth, Select
from parallaxis.analyses.selection_parts import Peak, Pick, RandomSubsets
from parallaxis.answers import NotAnswered
from parallaxis.numerals import counted, number
from parallaxis.rendering import svg
from parallaxis.rendering.scales import Scale, round_limits, tick_text

WIDTH, HEIGHT = 760, 380
LEFT, RIGHT = 70, 740
TOP, BOTTOM = 50, 320
MOST_POINTS = 40  # picks up to which each has a point of its own
MOST_VERTICES = 400  # of the line, so that a page of ten thousand picks stays small


def select_caption(found: Select) -> str:
    """Return what the figure of a selection shows."""
    draws = counted(found.recipe.settings["draws"], "random set")
    return (
        f"Effective dimensionality of the first picks of ED-Greedy, its peak, and {draws} of each "
        "size beside them: their mean, and lowest to highest."
    )


def select_figure(found: Select) -> str:
    """Draw ED along the path with its peak, the band of random sets, and the whole board.

    Parameters
    ----------
    found : Select

    Returns
    -------
    str
        SVG text; only axes and a reason where nothing was chosen.
    """
    path, peak, ed = found.path, found.peak, found.effective_dimensionality
    if (
        isinstance(path, NotAnswered)
        or isinstance(peak, NotAnswered)
        or isinstance(ed, NotAnswered)
    ):
        return _framed(str(ed), [])
    x = Scale(1.0, float(max(len(path), 2)), LEFT, RIGHT)
    y = _vertical(path, found.random_band, ed)
    content = [
        *_grid(x, y, found.unit),
        *_band(x, y, found.random_band),
        *_whole_board(x, y, ed.whole_board),
        svg.path(_vertices(x, y, path, peak), colour=svg.ACCENT, width=2.5),
        *_points(x, y, path),
        *_peak(x, y, peak),
        *_key(),
    ]
    said = (
        f"The path rises to {number(peak.objective)} with {counted(peak.size, found.unit)} and "
        f"ends at {number(path[-1].objective)} with {len(path):,}; all together have "
        f"{number(ed.whole_board)}."
    )
    return _framed(said, content)


def _framed(said: str, content: list[str]) -> str:
    """Return the whole picture."""
    title = "Effective dimensionality along the path of ED-Greedy"
    return svg.picture("select", (WIDTH, HEIGHT), title=title, text=said, content=content)


def _vertical(path: tuple[Pick, ...], band: tuple[RandomSubsets, ...], ed: ChosenBreadth) -> Scale:
    """Return the axis of ED, from 1 to a round value above everything shown."""
    shown = [pick.objective for pick in path] + [sets.highest for sets in band]
    top = round_limits(1.0, max([*shown, ed.whole_board, 1.5]))[1]
    return Scale(1.0, top, BOTTOM, TOP)


def _grid(x: Scale, y: Scale, unit: str) -> list[str]:
    """Draw the axes and their ticks."""
    parts = []
    for tick in y.ticks(5):
        place = y.place(tick)
        parts.append(svg.line(LEFT, place, RIGHT, place, colour=svg.GRID))
        parts.append(svg.words(LEFT - 8, place + 4, tick_text(tick), anchor="end", size=12))
    for tick in {1.0, *x.ticks(8)}:
        if tick == int(tick) and tick >= x.low:
            text = tick_text(tick)
            parts.append(svg.words(x.place(tick), BOTTOM + 18, text, anchor="middle", size=12))
    middle = (LEFT + RIGHT) / 2
    return [
        *parts,
        svg.line(LEFT, BOTTOM, RIGHT, BOTTOM),
        svg.words(middle, BOTTOM + 42, f"{unit}s taken", anchor="middle", size=12),
        svg.words(
            18,
            (TOP + BOTTOM) / 2,
            "effective dimensionality",
            anchor="middle",
            size=12,
            turn=-90,
        ),
    ]


def _band(x: Scale, y: Scale, band: tuple[RandomSubsets, ...]) -> list[str]:
    """Draw random sets: a band with its mean, or a bar where there is one size only."""
    if len(band) == 1:
        sets = band[0]
        place, top, low = x.place(sets.size), y.place(sets.highest), y.place(sets.lowest)
        left = min(max(place - 5, LEFT), RIGHT - 10)
        title = _said(sets)
        bar = svg.rectangle(
            left, top, 10, max(low - top, 2.0), colour=svg.SECOND, opacity=0.4, title=title
        )
        return [bar, svg.point(left + 5, y.place(sets.mean), colour=svg.SECOND, title=title)]
    upper = [(x.place(sets.size), y.place(sets.highest)) for sets in band]
    lower = [(x.place(sets.size), y.place(sets.lowest)) for sets in band]
    mean = [(x.place(sets.size), y.place(sets.mean)) for sets in band]
    return [
        svg.area([*upper, *reversed(lower)], colour=svg.SECOND, opacity=0.2),
        svg.path(mean, colour=svg.SECOND, width=2),
    ]


def _said(sets: RandomSubsets) -> str:
    """Return random sets in words."""
    return (
        f"random sets of {sets.size:,}: {number(sets.mean)} on average, from "
        f"{number(sets.lowest)} to {number(sets.highest)}"
    )


def _whole_board(x: Scale, y: Scale, value: float) -> list[str]:
    """Draw a dashed line at the whole board's ED."""
    place = y.place(value)
    return [svg.line(x.start, place, x.end, place, dash="5 4")]


def _vertices(x: Scale, y: Scale, path: tuple[Pick, ...], peak: Peak) -> list[tuple[float, float]]:
    """Return the points of the line, thinned where they are very many; the peak always stays."""
    step = -(-len(path) // MOST_VERTICES)
    kept = sorted({*range(0, len(path), step), len(path) - 1, peak.size - 1})
    return [(x.place(place + 1), y.place(path[place].objective)) for place in kept]


def _points(x: Scale, y: Scale, path: tuple[Pick, ...]) -> list[str]:
    """Draw a point for each pick, where there is room."""
    if len(path) > MOST_POINTS:
        return []
    return [
        svg.point(
            x.place(place),
            y.place(pick.objective),
            colour=svg.ACCENT,
            radius=4,
            title=f"{place}: {pick.item}, ED {number(pick.objective)}",
        )
        for place, pick in enumerate(path, start=1)
    ]


def _peak(x: Scale, y: Scale, peak: Peak) -> list[str]:
    """Mark the peak."""
    place, top = x.place(peak.size), y.place(peak.objective)
    text = f"peak {number(peak.objective)} with {peak.size:,}"
    anchor: svg.Anchor = "middle"
    if place > RIGHT - 80:
        anchor = "end"
    elif place < LEFT + 80:
        anchor = "start"
    return [
        svg.point(place, top, colour=svg.ACCENT, filled=False, radius=8, title=text),
        svg.words(place, top - 13, text, anchor=anchor, size=12),
    ]


def _key() -> list[str]:
    """Draw the key in its own row above the plot."""
    y = 16.0
    return [
        svg.line(LEFT, y, LEFT + 28, y, colour=svg.ACCENT, width=2.5),
        svg.words(LEFT + 36, y + 4, "ED-Greedy", size=12),
        svg.rectangle(LEFT + 130, y - 6, 28, 12, colour=svg.SECOND, opacity=0.2),
        svg.line(LEFT + 130, y, LEFT + 158, y, colour=svg.SECOND, width=2),
        svg.words(LEFT + 166, y + 4, "random sets: mean, lowest to highest", size=12),
        svg.line(LEFT + 420, y, LEFT + 448, y, dash="5 4"),
        svg.words(LEFT + 456, y + 4, "all together", size=12),
    ]
