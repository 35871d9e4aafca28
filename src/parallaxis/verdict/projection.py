"""Sentences on projections: what a published φ̄ leaves open, and how far off projecting is here."""

from types import MappingProxyType

from parallaxis.analyses.projection import Projection
from parallaxis.analyses.projection_bias import ProjectionBias
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.numerals import correlation, counted, number, share
from parallaxis.verdict.phrases import interval_name, reason

SAME = 1e-9  # votes that differ by rounding alone
WORDS = MappingProxyType(
    {
        "projection": "A mean φ of {phi} between {members} leaves {low} to {high} effective votes "
        "if each is right on a share of items from {lowest} to {highest}{by_phi}{wide}.",
        "projection_apart": "That takes all members for equally often right; where they "
        "differ, the range is no bound, and the votes are fewer.",
        "projection_by_phi": ", where φ itself would say {votes}",
        "projection_wide": "; with the published interval of φ, {low} to {high}",
        "projection_not_identified": "The effective votes beneath a mean φ of {phi} are not "
        "identified: {why}.",
        "bias": "From its mean φ ({phi}) and mean share right ({share}) alone one would project "
        "{projected} effective votes for this panel, where its pairs give {recomputed}: "
        "{difference}.",
        "bias_flatters": "the projection flatters it by {bias}{interval}",
        "bias_belittles": "the projection belittles it by {bias}{interval}",
        "bias_none": "the two are the same{interval}",
        "bias_open": "the two are not told apart{interval}",
        "bias_range": "The range over its members' shares right, {low} to {high}, {holds} the "
        "recomputed votes.",
        "bias_not_identified": "How far off a projection is on this panel is not identified: "
        "{why}.",
    }
)


def projection_verdict(found: Projection) -> tuple[str, ...]:
    """Say which effective votes a published φ̄ leaves open.

    Parameters
    ----------
    found : Projection

    Returns
    -------
    tuple of str
        The range, and what it takes for granted.
    """
    votes = found.effective_votes
    if isinstance(votes, NotAnswered):
        why = reason(votes)
        phi = correlation(found.phi)
        return (WORDS["projection_not_identified"].format(phi=phi, why=why),)
    wide, by_phi = found.effective_votes_interval, found.votes_by_phi
    return (
        WORDS["projection"].format(
            phi=correlation(found.phi),
            members=counted(found.n_members, "member"),
            low=number(votes[0]),
            high=number(votes[1]),
            lowest=share(found.margins[0]),
            highest=share(found.margins[1]),
            by_phi=""
            if isinstance(by_phi, NotAnswered)
            else WORDS["projection_by_phi"].format(votes=number(by_phi)),
            wide=""
            if isinstance(wide, NotAnswered)
            else WORDS["projection_wide"].format(low=number(wide[0]), high=number(wide[1])),
        ),
        WORDS["projection_apart"],
    )


def bias_verdict(found: ProjectionBias | NotAnswered, *, level: float) -> tuple[str, ...]:
    """Say how far off a projection is on a panel whose pairs are known.

    Parameters
    ----------
    found : ProjectionBias or NotAnswered
    level : float
        Of the intervals.

    Returns
    -------
    tuple of str
        The bias, and whether the range over shares right holds the recomputed votes.
    """
    if isinstance(found, NotAnswered):
        return (WORDS["bias_not_identified"].format(why=reason(found)),)
    bias, projected, recomputed = found.bias, found.projected, found.recomputed
    for answer in (projected, recomputed, bias):
        if isinstance(answer, NotAnswered):
            return (WORDS["bias_not_identified"].format(why=reason(answer)),)
    assert isinstance(bias, Estimate)  # noqa: S101 - looked at above
    assert isinstance(projected, Estimate)  # noqa: S101 - looked at above
    assert isinstance(recomputed, Estimate)  # noqa: S101 - looked at above
    first = WORDS["bias"].format(
        phi=correlation(found.mean_phi),
        share=share(found.mean_share_correct),
        projected=number(projected.estimate),
        recomputed=number(recomputed.estimate),
        difference=_difference(bias).format(
            bias=number(abs(bias.estimate)), interval=_signed(bias, level)
        ),
    )
    between = found.range
    if isinstance(between, NotAnswered):
        return (first,)
    low, high = map(number, between)
    holds = "holds" if found.range_holds else "does not hold"
    return first, WORDS["bias_range"].format(low=low, high=high, holds=holds)


def _difference(bias: Estimate) -> str:
    """Return the words for projected less recomputed votes."""
    if isinstance(bias.interval, NotAnswered):
        if abs(bias.estimate) < SAME:
            return WORDS["bias_none"]
        return WORDS["bias_flatters" if bias.estimate >= 0.0 else "bias_belittles"]
    low, high = bias.interval
    if low > 0.0:
        return WORDS["bias_flatters"]
    return WORDS["bias_belittles"] if high < 0.0 else WORDS["bias_open"]


def _signed(found: Estimate, level: float) -> str:
    """Write the interval of projected less recomputed votes."""
    if isinstance(found.interval, NotAnswered):
        return f" (no interval: {reason(found.interval)})"
    low, high = map(number, found.interval)
    return f" (projected less recomputed, {interval_name(level)} {low} to {high})"
