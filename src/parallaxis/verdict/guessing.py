"""Sentences on guessing: what members share once guesses are taken out, and what that rests on."""

from collections.abc import Callable
from types import MappingProxyType

from parallaxis.analyses.guessing_answers import GuessingCorrected
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.numerals import correlation, counted, number, share
from parallaxis.verdict.phrases import interval_name, reason

THRESHOLDS = MappingProxyType({"hidden": 0.01})  # mean correlation that guessing hides, to say so
NAMED_LEFT_OUT = 3

WORDS = MappingProxyType(
    {
        "guessing": "With guesses taken out ({chance}), what {members} know has a mean tetrachoric "
        "correlation of {corrected}{interval}; their answers as they are have {plain}.{hidden}",
        "guessing_chance": "chance {mean}",
        "guessing_chances": "chance {mean} on average, {low} to {high} by item",
        "guessing_hidden": " Guesses are noise that nobody shares: they pull the correlation down, "
        "so that the plain count of votes is too large where guesses are independent.",
        "guessing_votes": "That leaves {votes} effective votes of the panel{interval}{plain}.",
        "guessing_plain_votes": ", where the answers as they are say {votes}",
        "guessing_votes_not_identified": "The effective votes without guessing are not identified: "
        "{why}.",
        "guessing_independent": "This takes guesses to be independent of one another and as often "
        "right as the chance says: where wrong answers share distractors the correction does not "
        "know it, and the corrected correlation is too high.",
        "guessing_left_out": "{left} no corrected correlation, being at or too close to chance, or "
        "right on all: {named}.",
        "guessing_boundary": "{boundary} of {pairs} have a cell at or below zero once guesses are "
        "taken out; most of these count as ±1.",
        "guessing_not_identified": "Correlations without guessing are not identified: {why}.",
    }
)


def guessing_verdict(found: GuessingCorrected | NotAnswered) -> tuple[str, ...]:
    """Say what members share once guesses are taken out, beside the answers as they are.

    Parameters
    ----------
    found : GuessingCorrected or NotAnswered

    Returns
    -------
    tuple of str
        Correlation and votes beside the plain ones; what the correction rests on; pairs at the
        boundary; members left out.
    """
    if isinstance(found, NotAnswered):
        return (WORDS["guessing_not_identified"].format(why=reason(found)),)
    mean = found.mean_correlation
    if isinstance(mean, NotAnswered):
        absent = WORDS["guessing_not_identified"].format(why=reason(mean))
        return (absent, *_left_out(found))
    return (
        _correlation(found, mean),
        _votes(found),
        WORDS["guessing_independent"],
        *_boundary(found),
        *_left_out(found),
    )


def _correlation(found: GuessingCorrected, mean: Estimate) -> str:
    """Write the corrected mean correlation beside the plain one."""
    plain = found.plain_correlation
    hidden = not isinstance(plain, NotAnswered) and (
        plain >= 0.0 and mean.estimate - plain >= THRESHOLDS["hidden"]
    )
    return WORDS["guessing"].format(
        chance=_chance(found),
        members=counted(found.n_members, "member"),
        corrected=correlation(mean.estimate),
        interval=_interval(mean, found.level, correlation),
        plain="none" if isinstance(plain, NotAnswered) else correlation(plain),
        hidden=WORDS["guessing_hidden"] if hidden else "",
    )


def _votes(found: GuessingCorrected) -> str:
    """Write the votes without guessing beside the plain ones."""
    votes, plain = found.n_eff, found.plain_n_eff
    if isinstance(votes, NotAnswered):
        return WORDS["guessing_votes_not_identified"].format(why=reason(votes))
    return WORDS["guessing_votes"].format(
        votes=number(votes.estimate),
        interval=_interval(votes, found.level, number),
        plain=""
        if isinstance(plain, NotAnswered)
        else WORDS["guessing_plain_votes"].format(votes=number(plain)),
    )


def _boundary(found: GuessingCorrected) -> tuple[str, ...]:
    """Say how many pairs have a cell at or below zero."""
    if not found.n_boundary:
        return ()
    pairs = counted(found.n_pairs, "pair")
    return (WORDS["guessing_boundary"].format(boundary=f"{found.n_boundary:,}", pairs=pairs),)


def _left_out(found: GuessingCorrected) -> tuple[str, ...]:
    """Name members without a corrected correlation."""
    n = len(found.left_out)
    if not n:
        return ()
    named = [member.model for member in found.left_out[:NAMED_LEFT_OUT]]
    more = [f"and {n - len(named):,} more"] if n > len(named) else []
    left = f"{counted(n, 'member')} {'has' if n == 1 else 'have'}"
    return (WORDS["guessing_left_out"].format(left=left, named=", ".join([*named, *more])),)


def _chance(found: GuessingCorrected) -> str:
    """Write the chance of guessing right."""
    low, high = found.chance_range
    if low == high:
        return WORDS["guessing_chance"].format(mean=share(found.chance_mean))
    ends = {"low": share(low), "high": share(high)}
    return WORDS["guessing_chances"].format(mean=share(found.chance_mean), **ends)


def _interval(found: Estimate, level: float, written: Callable[[float], str]) -> str:
    """Write an interval in parentheses, after a space."""
    if isinstance(found.interval, NotAnswered):
        return f" (no interval: {reason(found.interval)})"
    low, high = map(written, found.interval)
    return f" ({interval_name(level)} {low} to {high})"
