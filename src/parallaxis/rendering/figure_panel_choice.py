"""The figure of a panel's choice: votes at every size, and below what the majority is worth."""

from parallaxis.analyses.panel_choice_answers import PanelChoice, PathStep
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.numerals import counted, number, share
from parallaxis.rendering import svg
from parallaxis.rendering.scales import Scale, round_limits, tick_text

WIDTH, HEIGHT = 760, 520
LEFT, RIGHT = 70, 740
VOTES_TOP, VOTES_BOTTOM = 50, 240
RIGHT_TOP, RIGHT_BOTTOM = 288, 462
MOST_LINEAR = 30  # members up to which the sizes are evenly spaced
MOST_VERTICES = 400
KEY = (0.0, 148.0, 330.0)
ODD_ONLY = 25  # size up to which even sizes are left out below: ties make a zigzag of them
Point = tuple[float, float]


def panel_choice_caption(found: PanelChoice) -> str:
    """Return what the figure of a panel's choice shows."""
    if isinstance(found.judging, NotAnswered):
        return (
            "Above: effective votes of the panels along the path of most votes (dashed), and of as "
            "many members with the panel's mean correlation (grey). Below: share of items on which "
            "the majority is right, along that path and along the one chosen for the majority. All "
            "on the items that chose them."
        )
    return (
        "Above: effective votes of the panels of each size with most votes, on the items that "
        "chose them (dashed) and on others (blue, with interval), and of as many members with the "
        "panel's mean correlation (grey). Below: share of items on which the majority is right, on "
        "items that had no part in the choice: panels chosen for votes (blue), and panels chosen "
        "for their majority (orange), with intervals."
    )


def panel_choice_figure(found: PanelChoice) -> str:
    """Draw votes and majority along the paths.

    Parameters
    ----------
    found : PanelChoice

    Returns
    -------
    str
        SVG text: judged numbers where there are any, and otherwise those of the same items.
    """
    x = _sizes(found)
    content = [*_votes(found, x), *_majority(found, x), *_size_axis(x), *_key(found)]
    return svg.picture(
        "panel-choice",
        (WIDTH, HEIGHT),
        title="Votes and majority of the chosen panels of every size",
        text=_said(found),
        content=content,
    )


def _sizes(found: PanelChoice) -> Scale:
    """Return the axis of sizes, evenly spaced for small panels and by ratio for large ones."""
    n = float(max(found.n_members, 2))
    return Scale(1.0, n, LEFT, RIGHT, "linear" if n <= MOST_LINEAR else "log")


def _votes(found: PanelChoice, x: Scale) -> list[str]:
    """Draw the upper part: votes here, votes judged, and those of members like the others."""
    path = found.votes_path
    here = [(step.size, step.votes) for step in path if isinstance(step.votes, float)]
    usual = [
        (step.size, step.typical_votes) for step in path if isinstance(step.typical_votes, float)
    ]
    judged = [(step.size, votes) for step in path if (votes := _judged_votes(step)) is not None]
    shown = [value for _, value in (*here, *usual)]
    shown += [_ends(estimate)[1] for _, estimate in judged]
    y = Scale(1.0, round_limits(1.0, min(max(shown), 2.0 * max(v for _, v in here)))[1],
              VOTES_BOTTOM, VOTES_TOP)  # fmt: skip
    return [
        *_grid(y, "effective votes", as_share=False),
        svg.path(_places(x, y, usual), colour=svg.FAINT, width=2),
        *_band(x, y, judged, svg.ACCENT),
        svg.path(_places(x, y, here), colour=svg.ACCENT, dash="5 4"),
        *_line(x, y, judged, svg.ACCENT, "votes"),
    ]


def _majority(found: PanelChoice, x: Scale) -> list[str]:
    """Draw the lower part: how often the majority is right along both paths."""
    paths = [
        [(step.size, _majority_of(step)) for step in path if _is_shown(found, step)]
        for path in (found.votes_path, found.majority_path)
    ]
    ends = [end for path in paths for _, estimate in path for end in _ends(estimate)]
    low, high = round_limits(max(min(ends), 0.0), min(max(ends), 1.0))
    y = Scale(low, high, RIGHT_BOTTOM, RIGHT_TOP)
    place = y.place(found.majority)
    whole = svg.line(LEFT, place, RIGHT, place, colour=svg.FAINT, width=2)
    drawn = [*_grid(y, "majority right", as_share=True), whole]
    for path, colour in zip(paths, (svg.ACCENT, svg.SECOND), strict=True):
        drawn += _band(x, y, path, colour)
        drawn += _line(x, y, path, colour, "majority right")
    return drawn


def _is_shown(found: PanelChoice, step: PathStep) -> bool:
    """Say whether a size is drawn below: of odd or many members, and judged if any is."""
    if step.size <= ODD_ONLY and step.size % 2 == 0:
        return False
    return isinstance(found.judging, NotAnswered) or step.judged is not None


def _majority_of(step: PathStep) -> Estimate:
    """Return the majority's share right: judged, or as it is on the same items."""
    if step.judged is None:
        return Estimate(step.majority, NotAnswered("not judged"))
    return step.judged.majority


def _judged_votes(step: PathStep) -> Estimate | None:
    """Return judged votes, where there are any."""
    if step.judged is None or isinstance(step.judged.votes, NotAnswered):
        return None
    return step.judged.votes


def _ends(found: Estimate) -> Point:
    """Return both ends of an interval, or the estimate twice."""
    if isinstance(found.interval, NotAnswered):
        return found.estimate, found.estimate
    return found.interval


def _grid(y: Scale, title: str, *, as_share: bool) -> list[str]:
    """Draw a vertical axis."""
    parts = []
    for tick in y.ticks(4):
        place = y.place(tick)
        label = f"{tick_text(100.0 * tick)} %" if as_share else tick_text(tick)
        parts.append(svg.line(LEFT, place, RIGHT, place, colour=svg.GRID))
        parts.append(svg.words(LEFT - 8, place + 4, label, anchor="end", size=12))
    middle = (y.start + y.end) / 2
    parts.append(svg.line(LEFT, y.start, RIGHT, y.start))
    return [*parts, svg.words(16, middle, title, anchor="middle", size=12, turn=-90)]


def _size_axis(x: Scale) -> list[str]:
    """Draw the axis of sizes under both parts."""
    ticks = sorted(
        {1.0, *(tick for tick in x.ticks(10) if tick == int(tick) and 1.0 <= tick <= x.high)}
    )
    parts = [
        svg.words(x.place(tick), bottom + 17, tick_text(tick), anchor="middle", size=12)
        for bottom in (VOTES_BOTTOM, RIGHT_BOTTOM)
        for tick in ticks
    ]
    middle = (LEFT + RIGHT) / 2
    title = svg.words(middle, RIGHT_BOTTOM + 42, "members", anchor="middle", size=12)
    return [*parts, title]


def _places(x: Scale, y: Scale, values: list[tuple[int, float]]) -> list[Point]:
    """Return the points of a line, thinned where they are very many."""
    step = -(-len(values) // MOST_VERTICES)
    kept = sorted({*range(0, len(values), max(step, 1)), len(values) - 1}) if values else []
    return [(x.place(values[i][0]), y.place(values[i][1])) for i in kept] or [(LEFT, y.start)]


def _band(x: Scale, y: Scale, values: list[tuple[int, Estimate]], colour: str) -> list[str]:
    """Draw the intervals of judged numbers as a band."""
    known = [(size, _ends(found)) for size, found in values]
    if not any(low < high for _, (low, high) in known):
        return []
    upper = [(x.place(size), y.place(high)) for size, (_, high) in known]
    lower = [(x.place(size), y.place(low)) for size, (low, _) in known]
    return [svg.area([*upper, *reversed(lower)], colour=colour, opacity=0.16)]


def _line(
    x: Scale, y: Scale, values: list[tuple[int, Estimate]], colour: str, what: str
) -> list[str]:
    """Draw judged numbers as points on a line."""
    if not values:
        return []
    write = number if what == "votes" else share
    points = [
        svg.point(
            x.place(size),
            y.place(found.estimate),
            colour=colour,
            radius=3,
            title=f"{counted(size, 'member')}: {what} {write(found.estimate)}",
        )
        for size, found in values[:MOST_VERTICES]
    ]
    line = _places(x, y, [(size, found.estimate) for size, found in values])
    return [svg.path(line, colour=colour, width=2), *points]


def _key(found: PanelChoice) -> list[str]:
    """Draw the keys above both parts."""
    first, second, third = (LEFT + place for place in KEY)
    above, below = 20.0, VOTES_BOTTOM + 34.0
    parts = [
        svg.path([(first, above), (first + 26, above)], colour=svg.ACCENT, dash="5 4"),
        svg.words(first + 32, above + 4, "on its own items", size=12),
        svg.path([(third, above), (third + 26, above)], colour=svg.FAINT, width=2),
        svg.words(third + 32, above + 4, "so many members at the panel's correlation", size=12),
        svg.path([(first, below), (first + 26, below)], colour=svg.ACCENT, width=2),
        svg.words(first + 32, below + 4, "chosen for votes", size=12),
        svg.path([(second, below), (second + 26, below)], colour=svg.SECOND, width=2),
        svg.words(second + 32, below + 4, "chosen for the majority", size=12),
        svg.path([(third, below), (third + 26, below)], colour=svg.FAINT, width=2),
        svg.words(third + 32, below + 4, "all members", size=12),
    ]
    if isinstance(found.judging, NotAnswered):
        return parts
    return [
        *parts,
        svg.path([(second, above), (second + 26, above)], colour=svg.ACCENT, width=2),
        svg.words(second + 32, above + 4, "judged on other items", size=12),
    ]


def _said(found: PanelChoice) -> str:
    """Return the figure in words."""
    most = max(
        (step for step in found.votes_path if isinstance(step.votes, float)),
        key=lambda step: step.votes if isinstance(step.votes, float) else 0.0,
    )
    votes = number(most.votes) if isinstance(most.votes, float) else ""
    text = f"Most votes on the items that chose them: {votes} with {counted(most.size, 'member')}."
    if isinstance(found.judging, NotAnswered):
        return text
    chosen = found.judging.chosen
    return (
        f"{text} Chosen for its majority and judged on other items, a panel is right on "
        f"{share(chosen.share_correct.estimate)}; the majority of all is on "
        f"{share(found.majority)}."
    )
