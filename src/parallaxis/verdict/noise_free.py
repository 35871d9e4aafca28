"""Sentences on breadth without the noise of single answers, and what one run leaves open."""

from types import MappingProxyType

from parallaxis.analyses.noise_free import NoiseFree
from parallaxis.analyses.noise_free_bracket import Bracket
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.numerals import number, percent, share
from parallaxis.verdict.phrases import interval_name, reason

THRESHOLDS = MappingProxyType(
    {
        "lower_end_is_one": 1.005,  # lower ends below are written, and read, as 1
    }
)

WORDS = MappingProxyType(
    {
        "noise_free_runs": "By repeated runs {reliability} of the variance of a single score is no "
        "noise; without that noise, and corrected for few models and items, the effective "
        "dimensionality of the items is {estimate}{interval}.",
        "noise_free_runs_only": "By repeated runs {reliability} of the variance of a single score "
        "is no noise; the effective dimensionality of the items without that noise is not "
        "identified by them: {why}.",
        "noise_free_between": "Without the noise of single answers the effective dimensionality of "
        "the items lies between {lower} (one-sided {level} limit) and {upper}, as far as one run "
        "of these models can tell.",
        "noise_free_one": "Without the noise of single answers the effective dimensionality of the "
        "items may be as low as 1, as far as one run of these models can tell.",
        "noise_free_at_least": "Without the noise of single answers the effective dimensionality "
        "of the items is at least {lower} (one-sided {level} limit), as far as one run of these "
        "models can tell.",
        "noise_free_upper": "The upper end, {upper}, is uninformative: {note}.",
        "noise_free_components": "Between components, with the noise of their items left out, the "
        "effective dimensionality of component scores is {estimate}{interval}.",
        "noise_free_not_identified": "The effective dimensionality of the items without the noise "
        "of single answers is not identified: {why}.",
    }
)


def noise_free_verdict(found: NoiseFree, *, level: float) -> tuple[str, ...]:
    """Say what is left of breadth without the noise of single answers.

    Parameters
    ----------
    found : NoiseFree
    level : float
        Of its intervals.

    Returns
    -------
    tuple of str
        One or two sentences, and one more where components were named.
    """
    return (*_items(found, level), *_components(found.components, level))


def _items(found: NoiseFree, level: float) -> tuple[str, ...]:
    """Return the sentences on items: by runs, else by one run, else why not."""
    if isinstance(found.two_runs, Estimate) and isinstance(found.reliability, float):
        words = WORDS["noise_free_runs"].format(
            reliability=share(found.reliability),
            estimate=number(found.two_runs.estimate),
            interval=_interval(found.two_runs, level),
        )
        return (words,)
    one: tuple[str, ...]
    if isinstance(found.bracket, NotAnswered):
        one = (WORDS["noise_free_not_identified"].format(why=reason(found.bracket)),)
    else:
        one = _one_run(found.bracket, found.both, level)
    return (*one, *_runs_only(found))


def _runs_only(found: NoiseFree) -> tuple[str, ...]:
    """Return the sentence on repeated runs that show their noise but no breadth without it."""
    if not isinstance(found.two_runs, NotAnswered) or not isinstance(found.reliability, float):
        return ()
    words = WORDS["noise_free_runs_only"]
    return (words.format(reliability=share(found.reliability), why=reason(found.two_runs)),)


def _one_run(bracket: Bracket, both: Estimate | NotAnswered, level: float) -> tuple[str, ...]:
    """Return the sentences on a bracket, with what its upper end is worth."""
    interval = "" if isinstance(both, NotAnswered) else _interval(both, level)
    values = {
        "lower": number(bracket.lower),
        "upper": f"{number(bracket.upper)}{interval}",
        "level": percent(level),
        "note": bracket.upper_note,
    }
    if bracket.upper_informative:
        return (WORDS["noise_free_between"].format(**values),)
    open_to_one = bracket.lower < THRESHOLDS["lower_end_is_one"]
    first = WORDS["noise_free_one" if open_to_one else "noise_free_at_least"]
    return first.format(**values), WORDS["noise_free_upper"].format(**values)


def _components(components: Estimate | NotAnswered, level: float) -> tuple[str, ...]:
    """Return the sentence on components, where they have an answer."""
    if isinstance(components, NotAnswered):
        return ()
    words = WORDS["noise_free_components"].format(
        estimate=number(components.estimate), interval=_interval(components, level)
    )
    return (words,)


def _interval(found: Estimate, level: float) -> str:
    """Write the interval behind an estimate."""
    if isinstance(found.interval, NotAnswered):
        return f" (no interval: {reason(found.interval)})"
    low, high = map(number, found.interval)
    return f" ({interval_name(level)} {low} to {high} over models)"
