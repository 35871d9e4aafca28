"""The part on guessing: correlations and votes as answered, and with guesses taken out."""

from collections.abc import Callable

from parallaxis.analyses.guessing_answers import CorrectedPair, GuessingCorrected
from parallaxis.answers import NotAnswered
from parallaxis.numerals import correlation, counted, number, percent, share
from parallaxis.rendering.blocks import (
    Block,
    Column,
    Fact,
    Facts,
    Heading,
    Paragraph,
    TableBlock,
    estimate_fact,
)

MEANING = (
    "A right answer can be a guess. With the chance of each item known, the table of what two "
    "models know is recovered from what they answer, and its tetrachoric correlation is taken. "
    "Guesses are noise that nobody shares and pull the plain correlation towards zero, so the "
    "plain count of votes is too large where guesses are independent. Where wrong answers share "
    "distractors the correction does not know it, and the corrected correlation is too high."
)
PAIRS = (
    Column("model", "left"),
    Column("model", "left"),
    Column("guesses taken out"),
    Column("s.e."),
    Column("as answered"),
    Column("items"),
)
LEFT_OUT = (Column("model", "left"), Column("why", "left"))
LISTED_PAIRS = 10


def guessing_blocks(found: GuessingCorrected | NotAnswered) -> tuple[Block, ...]:
    """Return what is said about guessing in a panel, in order.

    Parameters
    ----------
    found : GuessingCorrected or NotAnswered

    Returns
    -------
    tuple of Block
        Meaning and facts; the most correlated pairs; members left out.
    """
    heading = Heading("Guesses taken out", "guessing")
    if isinstance(found, NotAnswered):
        return heading, Facts((Fact("Correlations with guesses taken out", str(found)),))
    rows = (
        Fact("Chance of guessing right", _chance(found)),
        Fact("Members above chance", f"{found.n_members:,}"),
        _plain("Mean correlation, tetrachoric, as answered", found.plain_correlation, correlation),
        estimate_fact(
            "Mean correlation, tetrachoric, guesses taken out", found.mean_correlation, correlation
        ),
        _plain("Effective votes of the panel, as answered", found.plain_n_eff, number),
        estimate_fact("Effective votes of the panel, guesses taken out", found.n_eff, number),
        Fact("Pairs of members", f"{found.n_pairs:,}"),
        Fact("Pairs with a cell at or below zero", f"{found.n_boundary:,}"),
        Fact("Pairs whose sign guessing would make, left out", f"{found.n_uninformative:,}"),
        Fact("Pairs at chance on their common items, left out", f"{found.n_undefined:,}"),
    )
    facts = Facts(rows, f"{percent(found.level)} interval")
    return heading, Paragraph(MEANING), facts, *_pairs(found), *_left_out(found)


def _pairs(found: GuessingCorrected) -> tuple[Block, ...]:
    """Return the most correlated pairs."""
    if not found.listed_pairs:
        return ()
    rows = tuple(map(_pair, found.listed_pairs[:LISTED_PAIRS]))
    return (TableBlock("Most correlated pairs with guesses taken out", PAIRS, rows, brief=5),)


def _pair(pair: CorrectedPair) -> tuple[str, ...]:
    """Return the row of one pair."""
    return (
        pair.model_a,
        pair.model_b,
        correlation(pair.correlation),
        correlation(pair.standard_error),
        correlation(pair.plain),
        f"{pair.n_items:,}",
    )


def _left_out(found: GuessingCorrected) -> tuple[Block, ...]:
    """Return the members that have no corrected correlation."""
    if not found.left_out:
        return ()
    caption = f"{counted(len(found.left_out), 'member')} without a corrected correlation"
    rows = tuple((member.model, member.why) for member in found.left_out)
    return (TableBlock(caption, LEFT_OUT, rows),)


def _chance(found: GuessingCorrected) -> str:
    """Return the chance level, or its mean and range."""
    low, high = found.chance_range
    mean = share(found.chance_mean)
    return mean if low == high else f"{mean} on average, {share(low)} to {share(high)} by item"


def _plain(label: str, value: float | NotAnswered, written: Callable[[float], str]) -> Fact:
    """Return a number of the answers as they are."""
    return Fact(label, str(value) if isinstance(value, NotAnswered) else written(value))
