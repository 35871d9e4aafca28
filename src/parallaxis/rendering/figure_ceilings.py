"""The figure of ceilings: how many members are right at once, observed beside what is expected."""

from parallaxis.analyses.ceilings_answers import Ceilings, RightVotes
from parallaxis.answers import NotAnswered
from parallaxis.numerals import counted, share
from parallaxis.rendering import svg
from parallaxis.rendering.scales import Scale, round_limits, tick_text

WIDTH, HEIGHT = 760, 356
LEFT, RIGHT = 70, 740
TOP, BOTTOM = 44, 300
MOST_BARS = 60  # numbers of right votes that have a bar of their own
GAP = 0.2  # of a bar's place that stays free
KEY = (0.0, 90.0, 260.0)


def right_votes_caption(found: Ceilings) -> str:
    """Return what the figure of right votes shows."""
    n = found.n_members
    each = bars(n)
    joined = "" if each == 1 else f" (from 1 on, {each} numbers to a bar)"
    return (
        f"Share of items on which so many of {counted(n, 'member')} are right{joined}: observed "
        "(bars), expected of one shared factor with the panel's mean correlation (points), and of "
        "independent members (dashed line, which may leave the frame). The first bar holds the "
        "items that all miss."
    )


def bars(n_members: int) -> int:
    """Return how many numbers of right votes share a bar.

    Examples
    --------
    >>> bars(29), bars(134)
    (1, 3)
    """
    return -(-(n_members + 1) // (MOST_BARS + 1))


def right_votes_figure(found: Ceilings) -> str:
    """Draw the distribution of the number of right votes.

    Parameters
    ----------
    found : Ceilings

    Returns
    -------
    str
        SVG text: bars for what is observed, points and a line for both expectations. Zero right
        votes always have a bar of their own.
    """
    votes, n = found.right_votes, found.n_members
    edges = _edges(n)
    observed, alone = _joined(votes.observed, edges), _joined(votes.independent, edges)
    together = None if isinstance(votes.correlated, NotAnswered) else votes.correlated
    shown = None if together is None else _joined(together, edges)
    x = Scale(-0.5, len(edges) - 0.5, LEFT, RIGHT)
    top = max(*observed, *(shown or ()), min(max(alone), 2.0 * max(observed)))
    y = Scale(0.0, round_limits(0.0, top * 1.05)[1], BOTTOM, TOP)
    content = [*_axes(x, y, edges, n), *_bars(x, y, edges, observed)]
    content.append(
        svg.path(
            [(x.place(i), y.place(value)) for i, value in enumerate(alone)],
            colour=svg.FAINT,
            dash="4 3",
        )
    )
    content += _points(x, y, edges, shown)
    return svg.picture(
        "ceilings",
        (WIDTH, HEIGHT),
        title="How many members are right at once",
        text=_said(votes),
        content=[*content, *_key(expected=shown is not None)],
    )


def _edges(n: int) -> list[tuple[int, int]]:
    """Return first and last number of right votes of each bar; zero stands alone."""
    each = bars(n)
    return [(0, 0), *((first, min(first + each - 1, n)) for first in range(1, n + 1, each))]


def _joined(shares: tuple[float, ...], edges: list[tuple[int, int]]) -> list[float]:
    """Return the share of each bar."""
    return [sum(shares[first : last + 1]) for first, last in edges]


def _name(edge: tuple[int, int]) -> str:
    """Return the numbers of a bar."""
    first, last = edge
    return str(first) if first == last else f"{first}–{last}"


def _axes(x: Scale, y: Scale, edges: list[tuple[int, int]], n: int) -> list[str]:
    """Draw both axes with their ticks."""
    parts = []
    for tick in y.ticks(5):
        place = y.place(tick)
        parts.append(svg.line(LEFT, place, RIGHT, place, colour=svg.GRID))
        label = f"{tick_text(100.0 * tick)} %"
        parts.append(svg.words(LEFT - 8, place + 4, label, anchor="end", size=12))
    parts.append(svg.line(LEFT, BOTTOM, RIGHT, BOTTOM))
    step = max(1, len(edges) // 12)
    parts += [
        svg.words(x.place(i), BOTTOM + 18, str(edges[i][0]), anchor="middle", size=12)
        for i in range(0, len(edges), step)
    ]
    title = f"members that are right, of {n:,}"
    middle = (LEFT + RIGHT) / 2
    return [
        *parts,
        svg.words(middle, BOTTOM + 42, title, anchor="middle", size=12),
        svg.words(18, (TOP + BOTTOM) / 2, "share of items", anchor="middle", size=12, turn=-90),
    ]


def _bars(x: Scale, y: Scale, edges: list[tuple[int, int]], observed: list[float]) -> list[str]:
    """Draw what is observed; the items that all miss in the second colour."""
    width = (x.place(1.0) - x.place(0.0)) * (1.0 - GAP)
    parts = []
    for i, value in enumerate(observed):
        height = BOTTOM - y.place(value)
        parts.append(
            svg.rectangle(
                x.place(i) - width / 2.0,
                BOTTOM - height,
                width,
                height,
                colour=svg.SECOND if i == 0 else svg.ACCENT,
                opacity=0.75 if i == 0 else 0.45,
                title=f"{_name(edges[i])} right: {share(value)} of the items",
            )
        )
    return parts


def _points(
    x: Scale, y: Scale, edges: list[tuple[int, int]], expected: list[float] | None
) -> list[str]:
    """Draw what one shared factor expects."""
    return [
        svg.point(
            x.place(i),
            y.place(value),
            colour=svg.INK,
            filled=False,
            radius=3.5,
            title=f"{_name(edges[i])} right: {share(value)} expected of one shared factor",
        )
        for i, value in enumerate(expected or ())
    ]


def _key(*, expected: bool) -> list[str]:
    """Draw the key above the plot."""
    y = 18.0
    first, second, third = (LEFT + place for place in KEY)
    parts = [
        svg.rectangle(first, y - 6, 12, 12, colour=svg.ACCENT, opacity=0.45),
        svg.words(first + 18, y + 4, "observed", size=12),
    ]
    if expected:
        parts += [
            svg.point(second + 6, y, colour=svg.INK, filled=False, radius=3.5),
            svg.words(second + 18, y + 4, "one shared factor", size=12),
        ]
    at = third if expected else second
    return [
        *parts,
        svg.path([(at, y), (at + 26, y)], colour=svg.FAINT, dash="4 3"),
        svg.words(at + 34, y + 4, "independent members", size=12),
    ]


def _said(votes: RightVotes) -> str:
    """Return the figure in words."""
    none, everyone = share(votes.observed[0]), share(votes.observed[-1])
    text = f"No member is right on {none} of the items, all are on {everyone}."
    if isinstance(votes.correlated, NotAnswered):
        return text
    expected = f"{share(votes.correlated[0])} and {share(votes.correlated[-1])}"
    return f"{text} One shared factor expects {expected}."
