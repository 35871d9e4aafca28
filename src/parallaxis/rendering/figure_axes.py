"""The scree figure: leading eigenvalues beside the permutation null of their rank."""

from parallaxis.analyses.axes import Axes
from parallaxis.analyses.axes_answers import RankNull
from parallaxis.answers import NotAnswered
from parallaxis.numerals import number, share
from parallaxis.rendering import svg
from parallaxis.rendering.scales import Scale, round_limits, tick_text

WIDTH, HEIGHT = 760, 360
LEFT, RIGHT, TOP, BOTTOM = 70, 740, 44, 304
FEWEST_RANKS = 10
MOST_RANKS = 20
ROUNDING = 1e-9  # share of the first eigenvalue below which another counts as zero
BEYOND_K = 5  # ranks drawn after the last survivor
LOG_FROM = 10.0  # ratio of the first eigenvalue to its null from which the axis is logarithmic


def shown_ranks(axes: Axes) -> int:
    """Return how many leading ranks are shown: all survivors and some after them, 20 at most.

    Ranks beyond the rank of the matrix, whose eigenvalues are rounding error, are not shown.
    """
    k = 0 if isinstance(axes.k_shuffled, NotAnswered) else axes.k_shuffled
    nonzero = sum(null.eigenvalue > ROUNDING * axes.eigenvalues[0] for null in axes.nulls)
    return min(nonzero, MOST_RANKS, max(FEWEST_RANKS, k + BEYOND_K))


def axes_figure(axes: Axes) -> str:
    """Draw the leading eigenvalues beside the null of their rank.

    Parameters
    ----------
    axes : Axes
        With at least one eigenvalue.

    Returns
    -------
    str
        SVG text.
    """
    k = 0 if isinstance(axes.k_shuffled, NotAnswered) else axes.k_shuffled
    nulls = axes.nulls[: shown_ranks(axes)]
    x = Scale(0.5, len(nulls) + 0.5, LEFT, RIGHT)
    y = _heights(nulls)
    total = sum(axes.eigenvalues)
    content = [
        *_grid(x, y, nulls),
        *_null(x, y, nulls),
        svg.path([(x.place(n.rank), y.place(n.eigenvalue)) for n in nulls], colour=svg.ACCENT),
        *(_point(x, y, null, total, survives=null.rank <= k) for null in nulls),
        *_key(),
    ]
    said = f"{k} leading eigenvalues lie above the 95 % quantile of their rank in permuted boards."
    return svg.picture(
        "axes",
        (WIDTH, HEIGHT),
        title="Leading eigenvalues and their null",
        text=said,
        content=content,
    )


def _heights(nulls: tuple[RankNull, ...]) -> Scale:
    """Return the vertical axis, logarithmic where the first eigenvalue dwarfs its null."""
    values = [v for null in nulls for v in (null.eigenvalue, null.quantile, null.mean)]
    top = max(values) * 1.05
    positive = [value for value in values if value > top * 1e-4]
    if nulls[0].eigenvalue > LOG_FROM * nulls[0].quantile:
        return Scale(min(positive) * 0.85, top * 1.15, BOTTOM, TOP, "log")
    return Scale(0.0, round_limits(0.0, top)[1], BOTTOM, TOP)


def _grid(x: Scale, y: Scale, nulls: tuple[RankNull, ...]) -> list[str]:
    """Draw both axes and their ticks."""
    parts = []
    for tick in y.ticks(5):
        place = y.place(tick)
        parts.append(svg.line(LEFT, place, RIGHT, place, colour=svg.GRID))
        parts.append(svg.words(LEFT - 8, place + 4, tick_text(tick), anchor="end", size=12))
    parts.append(svg.line(LEFT, BOTTOM, RIGHT, BOTTOM))
    for null in nulls:
        place = x.place(null.rank)
        parts.append(svg.words(place, BOTTOM + 18, str(null.rank), anchor="middle", size=12))
    middle = (LEFT + RIGHT) / 2
    title = "eigenvalue" + (", log scale" if y.kind == "log" else "")
    return [
        *parts,
        svg.words(middle, BOTTOM + 42, "rank", anchor="middle", size=12),
        svg.words(18, (TOP + BOTTOM) / 2, title, anchor="middle", size=12, turn=-90),
    ]


def _null(x: Scale, y: Scale, nulls: tuple[RankNull, ...]) -> list[str]:
    """Draw the null from its mean to its quantile."""
    upper = [(x.place(null.rank), y.place(null.quantile)) for null in nulls]
    lower = [(x.place(null.rank), y.place(null.mean)) for null in nulls]
    return [
        svg.area([*upper, *reversed(lower)], colour=svg.SECOND),
        svg.path(lower, colour=svg.SECOND, width=1, dash="3 3"),
        svg.path(upper, colour=svg.SECOND, width=2),
    ]


def _point(x: Scale, y: Scale, null: RankNull, total: float, *, survives: bool) -> str:
    """Draw one eigenvalue, filled if it survives."""
    title = (
        f"rank {null.rank}: eigenvalue {number(null.eigenvalue)} "
        f"({share(null.eigenvalue / total)} of variance), null 95 % {number(null.quantile)}"
    )
    place = x.place(null.rank), y.place(null.eigenvalue)
    return svg.point(*place, colour=svg.ACCENT, filled=survives, title=title)


def _key() -> list[str]:
    """Draw the key in its own row above the plot."""
    y = 18.0
    return [
        svg.point(LEFT + 6, y, colour=svg.ACCENT),
        svg.words(LEFT + 18, y + 4, "survives", size=12),
        svg.point(LEFT + 96, y, colour=svg.ACCENT, filled=False),
        svg.words(LEFT + 108, y + 4, "does not", size=12),
        svg.line(LEFT + 190, y, LEFT + 218, y, colour=svg.SECOND, width=2),
        svg.words(LEFT + 226, y + 4, "null, 95 % quantile of its rank", size=12),
        svg.line(LEFT + 426, y, LEFT + 454, y, colour=svg.SECOND, dash="3 3"),
        svg.words(LEFT + 462, y + 4, "null, mean", size=12),
    ]
