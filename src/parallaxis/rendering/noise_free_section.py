"""The part on breadth without the noise of single answers."""

from parallaxis.analyses.noise_free import NO_COMPONENTS, NO_RUNS, NoiseFree
from parallaxis.analyses.noise_free_bracket import Bracket
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.numerals import brackets, counted, number, percent, share
from parallaxis.rendering.blocks import Block, Fact, Facts, Paragraph, none_because

MEANING = (
    "Few models and few items push effective dimensionality down, and the noise of single answers "
    "pushes it up. Repeated runs tell noise from the rest; one run gives a range: what halves of "
    "the items share, less its error, and what is left when only few models and few items are "
    "allowed for."
)
LABEL = "Noise-free effective dimensionality of the items"


def noise_free_blocks(found: NoiseFree, *, level: float) -> tuple[Block, ...]:
    """Return what is said about breadth without noise, in order.

    Parameters
    ----------
    found : NoiseFree
    level : float
        Of its intervals.

    Returns
    -------
    tuple of Block
        A paragraph and facts; runs and components only where the board has them.
    """
    rows = (
        *_runs(found),
        *_bracket(found, level),
        *_components(found.components),
        *_corrected(found),
    )
    return Paragraph(MEANING), Facts(rows, f"{percent(level)} interval")


def _runs(found: NoiseFree) -> tuple[Fact, ...]:
    """Return what repeated runs say, where there are any."""
    if found.two_runs == NO_RUNS:
        return ()
    facts = [_estimate(f"{LABEL}, from repeated runs", found.two_runs)]
    if not isinstance(found.reliability, NotAnswered):
        facts.append(Fact("Variance of one score that is no noise", share(found.reliability)))
    return tuple(facts)


def _bracket(found: NoiseFree, level: float) -> tuple[Fact, ...]:
    """Return both ends of the range from one run."""
    bracket = found.bracket
    if isinstance(bracket, NotAnswered):
        return (Fact(f"{LABEL}, from one run", str(bracket)),)
    lower = f"{LABEL}, lower end from one run (one-sided {percent(level)} limit{_drawn(found)})"
    upper = f"{LABEL}, upper end from one run"
    return Fact(lower, number(bracket.lower)), Fact(upper, _upper(bracket))


def _drawn(found: NoiseFree) -> str:
    """Say how many models the lower end is from, where that is not all of them."""
    if found.n_models_used == found.n_models:
        return ""
    return f", from {counted(found.n_models_used, 'model')} drawn"


def _upper(bracket: Bracket) -> str:
    """Return the upper end, and why it says nothing where it does not."""
    value = number(bracket.upper)
    return value if bracket.upper_informative else f"{value}, uninformative: {bracket.upper_note}"


def _components(components: Estimate | NotAnswered) -> tuple[Fact, ...]:
    """Return the answer on components, where they were asked for."""
    if components == NO_COMPONENTS:
        return ()
    return (_estimate("Effective dimensionality of components without item noise", components),)


def _corrected(found: NoiseFree) -> tuple[Fact, ...]:
    """Return the values corrected for few models and few items, noise included."""
    if isinstance(found.both, NotAnswered) and found.both == found.row_unbiased:
        return ()
    row = found.row_unbiased
    value = str(row) if isinstance(row, NotAnswered) else number(row)
    return (
        Fact("Corrected for few models, noise included", value),
        _estimate("Corrected for few models and few items, noise included", found.both),
    )


def _estimate(label: str, found: Estimate | NotAnswered) -> Fact:
    """Return an estimate with its interval, or why there is none."""
    if isinstance(found, NotAnswered):
        return Fact(label, str(found))
    if isinstance(found.interval, NotAnswered):
        return Fact(label, number(found.estimate), none_because(found.interval))
    return Fact(label, number(found.estimate), brackets(found.interval))
