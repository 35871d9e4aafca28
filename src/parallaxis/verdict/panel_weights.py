"""Sentences on other counts of votes: directions of the correlations, and the best weights."""

from types import MappingProxyType

from parallaxis.analyses.panel_weights import Optimal, PanelWeights
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.numerals import number
from parallaxis.verdict.phrases import interval_name, reason

THRESHOLDS = MappingProxyType(
    {
        "promised": 1.25,  # votes of unbounded weights over judged ones, from which that is said
    }
)

WORDS = MappingProxyType(
    {
        "not_identified": "Other counts of the panel's votes are not identified: {why}.",
        "participation": "Its correlations spread over {estimate}{interval} equally strong "
        "directions (participation ratio, noise taken off).",
        "weights_help": "Weighting members helps: weights from one half of the items carry "
        "{judged} votes on the other{interval}, where equal weights carry {equal}.",
        "weights_open": "Whether weighting members helps is open: weights from one half of the "
        "items carry {judged} votes on the other{interval}, where equal weights carry {equal}.",
        "weights_hurt": "Weighting members does harm here: weights from one half of the items "
        "carry {judged} votes on the other{interval}, where equal weights carry {equal}.",
        "promised": "With negative weights allowed they would seem to carry {votes} on the "
        "very items they are fitted to; that is fitted to noise.",
        "no_matrix": "The correlations of all pairs together are no correlation matrix (distance "
        "to the nearest: {distance}).",
        "no_weights": "Best weights are not identified: {why}.",
    }
)


def panel_weights_verdict(found: PanelWeights | NotAnswered, *, level: float) -> tuple[str, ...]:
    """Say over how many directions the panel spreads, and whether weights would help.

    Parameters
    ----------
    found : PanelWeights or NotAnswered
    level : float
        Of the intervals.

    Returns
    -------
    tuple of str
        Whether weights help where that is known, then the participation ratio.
    """
    if isinstance(found, NotAnswered):
        return (WORDS["not_identified"].format(why=reason(found)),)
    ratio = found.participation_ratio
    if isinstance(ratio, NotAnswered):
        spread = WORDS["not_identified"].format(why=reason(ratio))
    else:
        spread = WORDS["participation"].format(
            estimate=number(ratio.estimate), interval=_interval(ratio, level)
        )
    return (*_weights(found.optimal, level), spread)


def _weights(found: Optimal | NotAnswered, level: float) -> tuple[str, ...]:
    """Say whether weights help, and what they seem to promise."""
    if isinstance(found, NotAnswered):
        return (WORDS["no_weights"].format(why=reason(found)),)
    judged, equal = found.judged, found.equal_judged
    if isinstance(judged, NotAnswered) or isinstance(equal, NotAnswered):
        why = judged if isinstance(judged, NotAnswered) else equal
        assert isinstance(why, NotAnswered)  # noqa: S101 - one of the two is
        return (WORDS["no_weights"].format(why=reason(why)), *_matrix(found))
    said = WORDS[_direction(judged, equal)].format(
        judged=number(judged.estimate), interval=_interval(judged, level), equal=number(equal)
    )
    if found.unbounded_votes < THRESHOLDS["promised"] * judged.estimate:
        return (said, *_matrix(found))
    return (said, WORDS["promised"].format(votes=number(found.unbounded_votes)), *_matrix(found))


def _direction(judged: Estimate, equal: float) -> str:
    """Return the sentence for judged votes beside equal ones."""
    if isinstance(judged.interval, NotAnswered):
        return "weights_open"
    low, high = judged.interval
    if low > equal:
        return "weights_help"
    return "weights_hurt" if high < equal else "weights_open"


def _matrix(found: Optimal) -> tuple[str, ...]:
    """Say that the matrix is none, where it is none."""
    if found.smallest_eigenvalue >= 0.0:
        return ()
    return (WORDS["no_matrix"].format(distance=number(found.distance)),)


def _interval(found: Estimate, level: float) -> str:
    """Write an interval behind its estimate."""
    if isinstance(found.interval, NotAnswered):
        return ""
    low, high = found.interval
    return f" ({interval_name(level)} {number(low)} to {number(high)})"
