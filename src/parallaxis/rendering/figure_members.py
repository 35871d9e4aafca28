"""The figure of members: share of right answers against mean correlation with the others."""

import math

from parallaxis.analyses.panel_answers import Panel
from parallaxis.analyses.panel_parts import Member
from parallaxis.numerals import correlation, counted, percent, share
from parallaxis.rendering import svg
from parallaxis.rendering.labels import distinct_labels, text_columns
from parallaxis.rendering.scales import Scale, round_limits, tick_text

WIDTH, HEIGHT = 760, 360
LEFT, RIGHT, TOP, BOTTOM = 76, 740, 20, 300
MOST_NAMES = 25
NAME_LENGTH = 24
CHARACTER = 7.0  # width of a column of text of 12 pixels, generously
Box = tuple[float, float, float, float]


def members_caption(panel: Panel) -> str:
    """Return what the points are, and how many of them carry no name."""
    start = (
        "Each point is a model: its share of right answers, and its mean tetrachoric correlation "
        "with the other members."
    )
    members = _drawn(panel)
    left = len(panel.members) - len(members)
    absent = f" {counted(left, 'model')} without a correlation not drawn." if left else ""
    bare = len(members) - len(_names(members))
    if bare == 0:
        return start + absent
    which = "All names" if bare == len(members) else f"{bare} of {counted(len(members), 'name')}"
    shows = "shows" if bare == 1 else "show"
    return f"{start}{absent} {which} {shows} on hovering only, for lack of room."


def members_figure(panel: Panel) -> str:
    """Draw each member by its share right and its mean tetrachoric correlation.

    Parameters
    ----------
    panel : Panel
        Members without a correlation are left out.

    Returns
    -------
    str
        SVG text; names stand beside the points where there are few and where there is room, and
        always appear on hovering.
    """
    members = _drawn(panel)
    x, y = _scales(members)
    places = _places(members)
    radius = 5.0 if len(members) <= 100 else 3.0
    content = [
        *_grid(x, y),
        *(_point(member, place, radius) for member, place in zip(members, places, strict=True)),
        *_names(members),
    ]
    said = f"{len(members)} models by share of right answers and mean correlation with the others."
    return svg.picture(
        "members", (WIDTH, HEIGHT), title="Members of the panel", text=said, content=content
    )


def _drawn(panel: Panel) -> list[Member]:
    """Return the members that have a correlation."""
    return [m for m in panel.members if not math.isnan(m.mean_tetrachoric)]


def _scales(members: list[Member]) -> tuple[Scale, Scale]:
    """Return the horizontal and the vertical axis."""
    x = _axis([m.share_correct for m in members], LEFT, RIGHT)
    return x, _axis([m.mean_tetrachoric for m in members], BOTTOM, TOP)


def _places(members: list[Member]) -> list[tuple[float, float]]:
    """Return where the points lie."""
    x, y = _scales(members)
    return [(x.place(m.share_correct), y.place(m.mean_tetrachoric)) for m in members]


def _axis(values: list[float], start: float, end: float) -> Scale:
    """Return an axis with round ends that encloses the values."""
    low, high = round_limits(min(values), max(values))
    return Scale(low, high, start, end)


def _grid(x: Scale, y: Scale) -> list[str]:
    """Draw both axes and their ticks."""
    parts = []
    for tick in y.ticks(5):
        place = y.place(tick)
        parts.append(svg.line(LEFT, place, RIGHT, place, colour=svg.GRID))
        parts.append(svg.words(LEFT - 8, place + 4, tick_text(tick), anchor="end", size=12))
    for tick in x.ticks(6):
        place = x.place(tick)
        parts.append(svg.line(place, TOP, place, BOTTOM, colour=svg.GRID))
        parts.append(svg.words(place, BOTTOM + 18, percent(tick), anchor="middle", size=12))
    middle = (LEFT + RIGHT) / 2
    return [
        *parts,
        svg.words(middle, BOTTOM + 42, "share of right answers", anchor="middle", size=12),
        svg.words(
            18,
            (TOP + BOTTOM) / 2,
            "mean tetrachoric correlation",
            anchor="middle",
            size=12,
            turn=-90,
        ),
    ]


def _point(member: Member, place: tuple[float, float], radius: float) -> str:
    """Draw one member."""
    title = (
        f"{member.model}: {share(member.share_correct)} right, mean tetrachoric "
        f"{correlation(member.mean_tetrachoric)}, mean φ {correlation(member.mean_phi)}"
    )
    return svg.point(*place, colour=svg.ACCENT, radius=radius, title=title)


def _names(members: list[Member]) -> list[str]:
    """Write names where there are few, and where they hit neither a point nor another name."""
    if len(members) > MOST_NAMES:
        return []
    places = _places(members)
    labels = distinct_labels([member.model for member in members], NAME_LENGTH)
    taken = [(x - 6, y - 6, x + 6, y + 6) for x, y in places]
    parts = []
    for member, label, (x, y) in zip(members, labels, places, strict=True):
        for box in _candidates(x, y, text_columns(label) * CHARACTER):
            if _free(box, taken):
                taken.append(box)
                parts.append(_name(box, x, label, member.model))
                break
    return parts


def _name(box: Box, x: float, short: str, full: str) -> str:
    """Write a name in its box, close to the point."""
    if box[0] > x:
        return svg.words(box[0], box[3] - 3, short, size=12, full=full)
    if box[2] < x:
        return svg.words(box[2], box[3] - 3, short, anchor="end", size=12, full=full)
    return svg.words((box[0] + box[2]) / 2, box[3] - 3, short, anchor="middle", size=12, full=full)


def _candidates(x: float, y: float, width: float) -> tuple[Box, ...]:
    """Return places of a name beside a point: right, left, above, below."""
    return (
        (x + 9, y - 7, x + 9 + width, y + 7),
        (x - 9 - width, y - 7, x - 9, y + 7),
        (x - width / 2, y - 22, x + width / 2, y - 8),
        (x - width / 2, y + 8, x + width / 2, y + 22),
    )


def _free(box: Box, taken: list[Box]) -> bool:
    """Return whether a box lies inside the plot and hits no other."""
    inside = box[0] >= LEFT and box[2] <= RIGHT and box[1] >= 2 and box[3] <= BOTTOM
    return inside and not any(
        box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]
        for other in taken
    )
