"""The figure of rankings: where the leading models stand on each axis, beside the average."""

from parallaxis.analyses.axes import Axes
from parallaxis.analyses.axes_answers import Place
from parallaxis.numerals import counted
from parallaxis.rendering import svg
from parallaxis.rendering.labels import distinct_labels, elided
from parallaxis.rendering.scales import Kind, Scale, tick_text

WIDTH = 760
LEFT, RIGHT = 214, 746
ROW = 19
TOP, FOOT = 74, 44
GAP = 22  # between the panels of two axes
MOST_MODELS = 25
MOST_AXES = 5
LABEL = 27  # columns of a model's name
CHARACTER = 7.0  # width of a column of text of 12 pixels
LOG_FROM = 40  # lowest rank shown from which the scale of ranks is logarithmic


def ranking_caption(axes: Axes) -> str:
    """Return what the figure of rankings shows, and what it leaves out."""
    shown = _shown(axes)
    which = f"The first {len(shown)} of " if len(shown) < len(axes.places) else ""
    left = len(axes.axes) - MOST_AXES
    more = f" {counted(left, 'more axis', 'more axes')} not drawn." if left > 0 else ""
    return (
        f"{which}{counted(len(axes.places), 'model')}, ordered by the average: rank on each axis "
        "with the ranks that noise leaves possible; the upright mark is the rank by the average. "
        "Models that change places with another one of these beyond noise have a square and are "
        f"coloured.{more}"
    )


def ranking_figure(axes: Axes) -> str:
    """Draw the ranks of the leading models, a panel for each axis.

    Parameters
    ----------
    axes : Axes
        With at least one axis and one place.

    Returns
    -------
    str
        SVG text.
    """
    shown = _shown(axes)
    drawn = axes.axes[:MOST_AXES]
    swapping = _swapping(axes, shown)
    bottom = TOP + ROW * len(shown)
    width = (RIGHT - LEFT - GAP * (len(drawn) - 1)) / len(drawn)
    content = [*_names(shown, swapping), *_key()]
    lowest = _lowest(shown, len(drawn))
    for place, axis in enumerate(drawn):
        left = LEFT + place * (width + GAP)
        x = _ranks(lowest, left, left + width)
        content += _title(f"axis {axis.rank}", axis.label or "", left, width)
        content += _grid(x, bottom)
        for row, model in enumerate(shown):
            y = TOP + ROW * (row + 0.5)
            content += _mark(x, y, model, axis.rank, swaps=model.model in swapping)
    middle = (LEFT + RIGHT) / 2
    scale = "rank, log scale" if lowest >= LOG_FROM else "rank"
    content.append(svg.words(middle, bottom + 38, scale, anchor="middle", size=12))
    said = (
        f"{counted(len(shown), 'model')} by rank on {counted(len(drawn), 'axis', 'axes')}; "
        f"{len(swapping)} of them change places beyond noise."
    )
    return svg.picture(
        "ranking",
        (WIDTH, bottom + FOOT),
        title="Rank of the leading models on each axis",
        text=said,
        content=content,
    )


def _shown(axes: Axes) -> tuple[Place, ...]:
    """Return the first models by the average."""
    return tuple(sorted(axes.places, key=lambda place: place.average_rank))[:MOST_MODELS]


def _swapping(axes: Axes, shown: tuple[Place, ...]) -> set[str]:
    """Return the models of which a swap with another shown one is listed."""
    names = {place.model for place in shown}
    pairs = [(swap.model, swap.other_model) for swap in axes.swaps]
    return {name for pair in pairs if names.issuperset(pair) for name in pair}


def _lowest(shown: tuple[Place, ...], n_axes: int) -> int:
    """Return the lowest rank, the largest number, that any of these models may have."""
    possible = [high for place in shown for _, high in place.rank_intervals[:n_axes]]
    return max(2, *possible, *(place.average_rank for place in shown))


def _ranks(lowest: int, left: float, right: float) -> Scale:
    """Return the scale of ranks, the first on the left."""
    kind: Kind = "log" if lowest >= LOG_FROM else "linear"
    return Scale(1.0, float(lowest), left + 6, right - 6, kind)


def _names(shown: tuple[Place, ...], swapping: set[str]) -> list[str]:
    """Write the names of the models."""
    labels = distinct_labels([place.model for place in shown], LABEL)
    return [
        svg.words(
            LEFT - 12,
            TOP + ROW * (row + 0.5) + 4,
            label,
            anchor="end",
            size=12,
            colour=svg.SECOND if place.model in swapping else svg.INK,
            full=place.model,
        )
        for row, (place, label) in enumerate(zip(shown, labels, strict=True))
    ]


def _title(name: str, label: str, left: float, width: float) -> list[str]:
    """Write which axis a panel is of."""
    room = max(int(width / CHARACTER), 4)
    parts = [svg.words(left, TOP - 24, name, size=13)]
    if label:
        parts.append(svg.words(left, TOP - 8, elided(label, room), size=12, full=label))
    return parts


def _grid(x: Scale, bottom: float) -> list[str]:
    """Draw the scale of one panel."""
    parts = [svg.line(x.start - 6, bottom, x.end + 6, bottom)]
    ticks = sorted({1.0, *(tick for tick in x.ticks(3) if tick >= 1.0)})
    used = x.start - 100.0
    for tick in ticks:
        place, text = x.place(tick), tick_text(tick)
        parts.append(svg.line(place, TOP, place, bottom, colour=svg.GRID))
        if place - used > CHARACTER * (len(text) + 2):
            parts.append(svg.words(place, bottom + 18, text, anchor="middle", size=12))
            used = place
    return parts


def _mark(x: Scale, y: float, model: Place, axis: int, *, swaps: bool) -> list[str]:
    """Draw one model's rank on one axis, its interval, and its rank by the average."""
    colour = svg.SECOND if swaps else svg.ACCENT
    rank, (low, high) = model.ranks[axis - 1], model.rank_intervals[axis - 1]
    average, place = x.place(model.average_rank), x.place(rank)
    title = (
        f"{model.model}, axis {axis}: rank {rank:,} [{low:,}, {high:,}]; "
        f"by the average {model.average_rank:,}"
    )
    parts = [
        svg.line(x.place(low), y, x.place(high), y, colour=colour, width=2),
        svg.line(average, y - 7, average, y + 7, width=1.5),
    ]
    if swaps:
        square = svg.rectangle(place - 4, y - 4, 8, 8, colour=colour, title=title)
        return [*parts, square]
    return [*parts, svg.point(place, y, colour=colour, radius=4, title=title)]


def _key() -> list[str]:
    """Draw the key in its own row above the plot."""
    y = 18.0
    return [
        svg.point(LEFT + 6, y, colour=svg.ACCENT, radius=4),
        svg.words(LEFT + 16, y + 4, "rank on the axis", size=12),
        svg.rectangle(LEFT + 130, y - 4, 8, 8, colour=svg.SECOND),
        svg.words(LEFT + 144, y + 4, "the same, of a model that swaps", size=12),
        svg.line(LEFT + 372, y - 7, LEFT + 372, y + 7, width=1.5),
        svg.words(LEFT + 380, y + 4, "rank by the average", size=12),
    ]
