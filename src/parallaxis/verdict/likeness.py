"""Sentences on likeness: do families, and single pairs, share blind spots beyond items and ability?

Votes are spoken of elsewhere: how far errors average out. Only here is it shared blind spots.
"""

from types import MappingProxyType

from parallaxis.analyses.likeness_answers import FamilyExcess, FamilyLikeness, Likeness, LikePair
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.numerals import correlation, counted, number, percent
from parallaxis.verdict.phrases import interval_name, reason

THRESHOLDS = MappingProxyType(
    {
        "named_pairs": 3,  # pairs that a sentence names; the section lists more
    }
)

WORDS = MappingProxyType(
    {
        "likeness_not_identified": "Whether models share blind spots is not identified: {why}.",
        "alike": "Models of one family ({column}) share blind spots beyond what items and "
        "abilities explain: the mean residual correlation is {within} within {families} and "
        "{between} between them, where independent answers would give {expected}; at equal ability "
        "the excess is {excess}{interval}, p = {p}{adjusted}.",
        "not_alike": "That models of one family ({column}) share blind spots is not shown: the "
        "mean residual correlation is {within} within {families} and {between} between them, where "
        "independent answers would give {expected}; at equal ability the excess is "
        "{excess}{interval}, p = {p}{adjusted}.",
        "adjusted": " ({p} by Holm over {columns})",
        "ability_matters": "Families by {column} differ in ability, and that moves the excess from "
        "{equal} to {plain}: read the one at equal ability.",
        "factor": "After one common factor of the tetrachoric correlations the excess of {column} "
        "at equal ability is {excess}{interval}, p = {p}.",
        "no_families": "Whether families share blind spots is not identified: {why}.",
        "pairs": "Of {pairs}, {n_alike} {stand} out as more alike than independent "
        "answers{listed}, and {n_unlike} as less alike (Holm over all pairs, {chance} for even one "
        "false one).",
        "pairs_listed": ": {listed}",
        "pair": "{a} and {b} ({r}{interval})",
        "pairs_none": "Of {pairs} none stands out as more, or less, alike than independent answers "
        "(Holm over all pairs).",
        "pairs_untested": "No pair has the items in common that a test of it needs.",
        "likeness_meaning": "Only likeness speaks of shared blind spots: effective votes say "
        "how far errors average out, and items that are hard for all lower them where nothing else "
        "is shared.",
        "not_settled": "The item response model behind likeness did not settle; take its numbers "
        "with caution.",
    }
)


def likeness_verdict(found: Likeness | NotAnswered) -> tuple[str, ...]:
    """Say whether families share blind spots, which pairs stand out, and what that means.

    Parameters
    ----------
    found : Likeness or NotAnswered

    Returns
    -------
    tuple of str
        One or two sentences a column of families, single pairs, and the difference to votes.
    """
    if isinstance(found, NotAnswered):
        return (WORDS["likeness_not_identified"].format(why=reason(found)),)
    settled = () if found.converged else (WORDS["not_settled"],)
    return (*_families(found), *_pairs(found), WORDS["likeness_meaning"], *settled)


def is_alike(column: FamilyLikeness, level: float) -> bool:
    """Say whether a column's families are shown to be alike: adjusted p at equal ability."""
    return column.p_adjusted <= 1.0 - level + 1e-12


def _families(found: Likeness) -> tuple[str, ...]:
    """Return the sentences of every column of families."""
    if isinstance(found.families, NotAnswered):
        return (WORDS["no_families"].format(why=reason(found.families)),)
    out: list[str] = []
    for column in found.families:
        out += [_column(found, column), *_ability(column), *_factor(found, column)]
    return tuple(out)


def _column(found: Likeness, column: FamilyLikeness) -> str:
    """Say whether the families of one column are alike."""
    assert not isinstance(found.families, NotAnswered)  # noqa: S101 - told apart by the caller
    excess = column.residual
    columns = counted(len(found.families), "column")
    adjusted = WORDS["adjusted"].format(p=number(column.p_adjusted), columns=columns)
    return WORDS["alike" if is_alike(column, found.level) else "not_alike"].format(
        column=column.column,
        within=correlation(excess.within),
        families=counted(column.n_families, "family", "families"),
        between=correlation(excess.between),
        expected=correlation(found.expected_mean),
        excess=correlation(excess.excess_equal_ability.estimate),
        interval=_interval(excess.excess_equal_ability, found.level),
        p=number(excess.p_equal_ability),
        adjusted=adjusted if len(found.families) > 1 else "",
    )


def _ability(column: FamilyLikeness) -> tuple[str, ...]:
    """Warn where the plain excess lies outside the interval of the one at equal ability."""
    excess = column.residual
    equal, plain = excess.excess_equal_ability, excess.excess.estimate
    if isinstance(equal.interval, NotAnswered) or equal.interval[0] <= plain <= equal.interval[1]:
        return ()
    return (
        WORDS["ability_matters"].format(
            column=column.column, equal=correlation(equal.estimate), plain=correlation(plain)
        ),
    )


def _factor(found: Likeness, column: FamilyLikeness) -> tuple[str, ...]:
    """Say what is left after one common factor."""
    factor = column.common_factor
    if not isinstance(factor, FamilyExcess):
        return ()
    return (
        WORDS["factor"].format(
            column=column.column,
            excess=correlation(factor.excess_equal_ability.estimate),
            interval=_interval(factor.excess_equal_ability, found.level),
            p=number(factor.p_equal_ability),
        ),
    )


def _pairs(found: Likeness) -> tuple[str, ...]:
    """Say how many pairs stand out, and name the first that are alike."""
    pairs = found.pairs
    if not pairs.n_pairs:
        return (WORDS["pairs_untested"],)
    tested = counted(pairs.n_pairs, "pair")
    if not pairs.n_alike + pairs.n_unlike:
        return (WORDS["pairs_none"].format(pairs=tested),)
    alike = [pair for pair in pairs.listed if pair.residual_correlation > pair.expected]
    named = [_pair(pair, found.level) for pair in alike[: THRESHOLDS["named_pairs"]]]
    more = pairs.n_alike - len(named)
    listed = "; ".join([*named, *([f"and {more:,} more"] if more and named else [])])
    return (
        WORDS["pairs"].format(
            pairs=tested,
            n_alike=f"{pairs.n_alike:,}",
            stand="stands" if pairs.n_alike == 1 else "stand",
            listed=WORDS["pairs_listed"].format(listed=listed) if named else "",
            n_unlike=f"{pairs.n_unlike:,}",
            chance=percent(round(pairs.alpha, 9)),
        ),
    )


def _pair(pair: LikePair, level: float) -> str:
    """Write one pair with its residual correlation."""
    low, high = map(correlation, pair.interval)
    return WORDS["pair"].format(
        a=pair.model_a,
        b=pair.model_b,
        r=correlation(pair.residual_correlation),
        interval=f", {interval_name(level)} {low} to {high}",
    )


def _interval(answer: Estimate, level: float) -> str:
    """Write an interval over items in parentheses, after a space."""
    if isinstance(answer.interval, NotAnswered):
        return f" (no interval: {reason(answer.interval)})"
    low, high = map(correlation, answer.interval)
    return f" ({interval_name(level)} {low} to {high})"
