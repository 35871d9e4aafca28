"""The figure of the ladder: each step's strength beside its null, and the shares of the axes."""

import math

from parallaxis.analyses.axes import Axes
from parallaxis.analyses.axes_answers import Step
from parallaxis.numerals import counted, number, percent, share
from parallaxis.rendering import svg
from parallaxis.rendering.scales import Scale, round_limits, tick_text

WIDTH, HEIGHT = 760, 428
LEFT, RIGHT = 70, 740
TOP, BOTTOM = 44, 236  # strengths
SHARE_TOP, SHARE_BOTTOM = 268, 368  # shares
LOG_FROM = 12.0  # strength, in nulls, from which the axis is logarithmic
LEAST = 0.5  # least strength on a logarithmic axis, in standard deviations
BAR = 34.0
MARK = 22.0  # half the width of a null's mark


def ladder_caption(axes: Axes) -> str:
    """Return what the figure of the ladder shows."""
    return (
        "Above: strength of each axis asked for, in standard deviations of boards simulated "
        "without it, beside their "
        f"{percent(1.0 - axes.recipe.settings['alpha'])} quantile. Below: share of the common "
        "variance that significant axes hold before rotation."
    )


def ladder_figure(axes: Axes) -> str:
    """Draw the ladder: strengths beside their null, and shares of common variance.

    Parameters
    ----------
    axes : Axes
        With at least one step.

    Returns
    -------
    str
        SVG text. Points are filled where the axis counts, hollow where it is significant only,
        small and grey where it is not significant.
    """
    x = Scale(0.5, len(axes.steps) + 0.5, LEFT, RIGHT)
    y = _strengths(axes.steps)
    content = [
        *_grid(x, y, axes.steps),
        *(part for step in axes.steps for part in _null(x, y, step)),
        *(_point(x, y, step) for step in axes.steps),
        *_shares(x, axes.steps),
        *_key(percent(1.0 - axes.recipe.settings["alpha"])),
    ]
    significant = sum(step.accepted for step in axes.steps)
    said = (
        f"{counted(len(axes.steps), 'step')}: {significant} significant, of which "
        f"{sum(step.counted for step in axes.steps)} count."
    )
    return svg.picture(
        "ladder", (WIDTH, HEIGHT), title="The ladder of axes", text=said, content=content
    )


def _strengths(steps: tuple[Step, ...]) -> Scale:
    """Return the vertical axis of strengths, logarithmic where one dwarfs its null."""
    values = [v for step in steps for v in (step.statistic, step.quantile) if math.isfinite(v)]
    top = max([*values, 1.0])
    edge = max([step.quantile for step in steps if math.isfinite(step.quantile)] + [LEAST])
    if top > LOG_FROM * edge:
        return Scale(LEAST, top * 1.6, BOTTOM, TOP, "log")
    low, high = round_limits(min([*values, 0.0]), top * 1.05)
    return Scale(low, high, BOTTOM, TOP)


def _grid(x: Scale, y: Scale, steps: tuple[Step, ...]) -> list[str]:
    """Draw the axes of both panels and their ticks."""
    parts = []
    for tick in y.ticks(4):
        place = y.place(tick)
        parts.append(svg.line(LEFT, place, RIGHT, place, colour=svg.GRID))
        parts.append(svg.words(LEFT - 8, place + 4, tick_text(tick), anchor="end", size=12))
    parts.append(svg.line(LEFT, BOTTOM, RIGHT, BOTTOM))
    parts.append(svg.line(LEFT, SHARE_BOTTOM, RIGHT, SHARE_BOTTOM))
    for step in steps:
        place, text = x.place(step.rank), str(step.rank)
        parts.append(svg.words(place, SHARE_BOTTOM + 18, text, anchor="middle", size=12))
    middle = (LEFT + RIGHT) / 2
    title = "strength" + (", log scale" if y.kind == "log" else "")
    return [
        *parts,
        svg.words(middle, SHARE_BOTTOM + 42, "axis asked for", anchor="middle", size=12),
        svg.words(18, (TOP + BOTTOM) / 2, title, anchor="middle", size=12, turn=-90),
        svg.words(18, (SHARE_TOP + SHARE_BOTTOM) / 2, "share", anchor="middle", size=12, turn=-90),
    ]


def _null(x: Scale, y: Scale, step: Step) -> list[str]:
    """Draw the null of one step: a mark at its quantile, and what lies below it."""
    if not math.isfinite(step.quantile):
        return []
    place, edge = x.place(step.rank), y.place(step.quantile)
    title = f"null of axis {step.rank}: {number(step.quantile)} in {step.draws:,} simulated boards"
    return [
        svg.rectangle(
            place - MARK,
            edge,
            2 * MARK,
            max(BOTTOM - edge, 0.0),
            colour=svg.SECOND,
            opacity=0.18,
            title=title,
        ),
        svg.line(place - MARK, edge, place + MARK, edge, colour=svg.SECOND, width=2),
    ]


def _point(x: Scale, y: Scale, step: Step) -> str:
    """Draw one strength by what came of it."""
    outcome = "counts" if step.counted else "significant only" if step.accepted else "no axis"
    title = (
        f"axis {step.rank}, {outcome}: strength {number(step.statistic)} against "
        f"{number(step.quantile)}; spread over models {number(step.model_spread)}, over items "
        f"{number(step.item_spread)} (a third where many carry it, near 0 where one does)"
    )
    value = step.statistic if math.isfinite(step.statistic) else y.low
    return svg.point(
        x.place(step.rank),
        y.place(value),
        colour=svg.ACCENT if step.accepted else svg.FAINT,
        filled=step.counted,
        radius=5 if step.accepted else 4,
        title=title,
    )


def _shares(x: Scale, steps: tuple[Step, ...]) -> list[str]:
    """Draw the shares of common variance as bars with their values."""
    y = Scale(0.0, 1.0, SHARE_BOTTOM, SHARE_TOP)
    parts = []
    for step in steps:
        if step.share is None or math.isnan(step.share):
            continue
        place, top, text = x.place(step.rank), y.place(step.share), share(step.share)
        parts += [
            svg.rectangle(
                place - BAR / 2,
                top,
                BAR,
                SHARE_BOTTOM - top,
                colour=svg.ACCENT,
                opacity=1 if step.counted else 0.35,
                title=f"axis {step.rank}: {text} of the common variance",
            ),
            svg.words(place, top - 5, text, anchor="middle", size=12),
        ]
    return parts


def _key(quantile: str) -> list[str]:
    """Draw the key in its own row above the plot."""
    y = 18.0
    return [
        svg.point(LEFT + 6, y, colour=svg.ACCENT),
        svg.words(LEFT + 18, y + 4, "counts", size=12),
        svg.point(LEFT + 86, y, colour=svg.ACCENT, filled=False),
        svg.words(LEFT + 98, y + 4, "significant only", size=12),
        svg.point(LEFT + 216, y, colour=svg.FAINT, filled=False, radius=4),
        svg.words(LEFT + 228, y + 4, "not significant", size=12),
        svg.line(LEFT + 340, y, LEFT + 368, y, colour=svg.SECOND, width=2),
        svg.words(LEFT + 376, y + 4, f"null, {quantile} quantile of simulated boards", size=12),
    ]
