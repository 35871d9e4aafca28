"""The badge: the one extra line that a leaderboard should print, “k = 2 · ED 1.7”."""

from typing import Literal

from parallaxis.analyses.axes import Axes
from parallaxis.analyses.breadth import Breadth
from parallaxis.answers import NotAnswered
from parallaxis.numerals import number, percent
from parallaxis.rendering import svg
from parallaxis.rendering.labels import text_columns
from parallaxis.verdict.ranking import is_resolved, reaches_cap

Certainty = Literal["sure", "open", "none"]
LABEL = "parallaxis"
COLOURS: dict[Certainty, str] = {  # white text on them has a contrast of 5.8 or more
    "sure": "1f5fa8",
    "open": "8a5a00",
    "none": "59626d",
}
INK, LEFT_SIDE = "#ffffff", "#3a4149"
HEIGHT, SIZE, PAD = 20, 11, 8
CHARACTER = 6.6  # width of a column of text of 11 pixels
LARGE = 100.0  # effective dimensionality from which no decimal is shown


def badge_text(breadth: Breadth, axes: Axes) -> str:
    """What is the one line about this board?

    Parameters
    ----------
    breadth : Breadth
    axes : Axes
        Of one and the same board; a ``Diagnosis`` holds both.

    Returns
    -------
    str
        ``k = 2 · ED 1.7``: the axes that count (k_ladder; ``≥`` where all that were tried count)
        and the effective dimensionality of the items. A part that the board cannot answer says
        ``not identified``.
    """
    k, ed = axes.k_ladder, breadth.effective_dimensionality
    sign = "≥" if reaches_cap(axes) else "="
    axes_part = "k not identified" if isinstance(k, NotAnswered) else f"k {sign} {k}"
    if isinstance(ed, NotAnswered):
        return f"{axes_part} · ED not identified"
    digits = 0 if ed.estimate >= LARGE else 1
    return f"{axes_part} · ED {ed.estimate:,.{digits}f}"


def certainty(breadth: Breadth, axes: Axes) -> Certainty:
    """How sure is the line?

    Returns
    -------
    {"sure", "open", "none"}
        ``none`` where a part is not identified; ``open`` where the count may well be another one:
        all axes that were tried count, too few models to resolve a further one, or other draws of
        a large board count otherwise; else ``sure``.
    """
    unknown = isinstance(breadth.effective_dimensionality, NotAnswered)
    if unknown or isinstance(axes.k_ladder, NotAnswered):
        return "none"
    return "sure" if is_resolved(axes) else "open"


def badge_json(breadth: Breadth, axes: Axes) -> dict[str, str | int]:
    """What does an endpoint for shields.io return?

    Parameters
    ----------
    breadth : Breadth
    axes : Axes

    Returns
    -------
    dict
        ``schemaVersion``, ``label``, ``message`` and ``color``.

    References
    ----------
    Shields.io, "Endpoint badge".
    """
    return {
        "schemaVersion": 1,
        "label": LABEL,
        "message": badge_text(breadth, axes),
        "color": COLOURS[certainty(breadth, axes)],
    }


def badge_svg(breadth: Breadth, axes: Axes) -> str:
    """Draw the badge as one small picture that needs nothing else.

    Parameters
    ----------
    breadth : Breadth
    axes : Axes

    Returns
    -------
    str
        SVG text. Its title says the line, its description what the line rests on.
    """
    message = badge_text(breadth, axes)
    left, right = (2 * PAD + CHARACTER * text_columns(text) for text in (LABEL, message))
    colour = f"#{COLOURS[certainty(breadth, axes)]}"
    content = [
        svg.rectangle(0, 0, left, HEIGHT, colour=LEFT_SIDE),
        svg.rectangle(left, 0, right, HEIGHT, colour=colour),
        _text(left / 2, LABEL),
        _text(left + right / 2, message),
    ]
    return svg.picture(
        "parallaxis-badge",
        (left + right, HEIGHT),
        title=f"{LABEL}: {message}",
        text=_rests_on(breadth, axes),
        content=content,
    )


def _text(x: float, text: str) -> str:
    """Write one side of the badge."""
    return svg.words(x, 14, text, anchor="middle", size=SIZE, colour=INK)


def _rests_on(breadth: Breadth, axes: Axes) -> str:
    """Say what the two numbers are, with interval and nulls."""
    ed, null = breadth.effective_dimensionality, breadth.shuffled
    count = f"Axes that count: {axes.k_ladder}; above the permutation null: {axes.k_shuffled}."
    if isinstance(ed, NotAnswered):
        return f"{count} Effective dimensionality of the items: {ed}."
    about = ""
    if not isinstance(ed.interval, NotAnswered):
        low, high = map(number, ed.interval)
        level = percent(breadth.recipe.settings["level"])
        about = f" ({level} interval {low} to {high} over {ed.interval_over})"
    beside = "" if isinstance(null, NotAnswered) else f"; shuffled scores: {number(null.mean)}"
    return f"{count} Effective dimensionality of the items: {number(ed.estimate)}{about}{beside}."
