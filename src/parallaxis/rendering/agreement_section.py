"""The section on agreement: coefficients, errors in common, members and pairs."""

from parallaxis.analyses.agreement import Agreement, Errors
from parallaxis.analyses.agreement_tables import AgreementMember, AgreementPair, CountedShare
from parallaxis.answers import Estimate, NotAnswered
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
    none_because,
)

MEANING = (
    "α, Fleiss' κ and Cohen's κ compare how often verdicts agree with how often they would at "
    "random: α with any number of verdicts an item, Fleiss' κ on the items that all rated, Cohen's "
    "κ pair by pair with each member's own shares of verdicts. All of them speak of agreement; "
    "members may agree because they are right or because they are wrong alike."
)
ERRORS_MEANING = (
    "Agreement when both err is the share of one and the same wrong answer among items that two "
    "members both answer wrong. Its chance level is that of their own wrong answers to items with "
    "the same right answer. CAPA adjusts all agreement for the accuracies of the two, with uniform "
    "wrong answers as chance; favourite wrong answers raise it as shared errors do."
)
LISTED_MEMBERS = 60
LISTED_PAIRS = 10
LISTED_CATEGORIES = 12


def agreement_blocks(found: Agreement) -> tuple[Block, ...]:
    """Return what is said about agreement, in order.

    Parameters
    ----------
    found : Agreement

    Returns
    -------
    tuple of Block
    """
    name = f"{percent(found.recipe.settings['level'])} interval"
    return (
        Heading("Agreement: do the members say the same?", "agreement"),
        Paragraph(MEANING),
        Facts((*_coefficients(found), *_counts(found)), name),
        *_errors(found.errors, name),
        *_members(found),
        *_pairs(found),
        *_categories(found),
    )


def _coefficients(found: Agreement) -> tuple[Fact, ...]:
    """Return the coefficients of agreement."""
    of_numbers = (
        ("Krippendorff's α, verdicts in order", found.alpha_ordinal),
        ("Krippendorff's α, verdicts as numbers", found.alpha_interval),
    )
    complete = counted(found.n_complete_items, "item")
    return (
        estimate_fact("Krippendorff's α", found.alpha, correlation, "0"),
        *(
            estimate_fact(name, value, correlation, "0")
            for name, value in of_numbers
            if isinstance(value, Estimate)
        ),
        estimate_fact(f"Fleiss' κ, {complete} rated by all", found.fleiss, correlation, "0"),
        estimate_fact("Cohen's κ, mean over pairs", found.mean_kappa, correlation, "0"),
        _shared("Same verdict, mean over pairs", found.observed),
        _counted_share("Unanimous items", found.unanimous),
    )


def _counts(found: Agreement) -> tuple[Fact, ...]:
    """Return what the coefficients rest on, and what they cannot tell."""
    rows = [
        Fact("Members", f"{found.n_members:,}"),
        Fact("Items with two verdicts at least", f"{found.n_paired_items:,} of {found.n_items:,}"),
    ]
    if isinstance(found.errors, NotAnswered):
        rows.append(Fact("Effective votes of the panel", str(found.errors)))
    return tuple(rows)


def _errors(found: Errors | NotAnswered, name: str) -> tuple[Block, ...]:
    """Return how alike the errors are, where right answers are known."""
    if isinstance(found, NotAnswered):
        return ()
    low, high = found.options
    offered = number(low) if low == high else f"{number(low)} to {number(high)}"
    chance = found.chance
    known = "not identified" if isinstance(chance, NotAnswered) else share(chance)
    rows = (
        Fact("Items with a right answer", f"{found.n_items:,}"),
        Fact("Items without one, left out here", f"{found.n_without_gold:,}"),
        Fact("Answers that an item offers", offered),
        _shared("Agreement when both err", found.both_err, known),
        Fact("The same if wrong answers were uniform", share(found.uniform)),
        estimate_fact("Excess over the members' own chance level", found.excess, correlation, "0"),
        estimate_fact(
            "Chance-adjusted agreement κ_p (CAPA), mean over pairs", found.capa, correlation, "0"
        ),
        _counted_share("Unanimous items that are wrong", found.unanimous_wrong),
    )
    return (Paragraph(ERRORS_MEANING), Facts(rows, name))


def _members(found: Agreement) -> tuple[Block, ...]:
    """Return the members, those who agree most with the others first."""
    ordered = sorted(found.members, key=_by_kappa)
    gold = not isinstance(found.errors, NotAnswered)
    caption = "Members, by mean κ with the others"
    if len(ordered) > LISTED_MEMBERS:
        caption += f": the first {LISTED_MEMBERS} of {len(ordered):,} (the JSON lists all)"
    columns = (
        Column("member", "left"),
        Column("verdicts"),
        Column("same as others"),
        Column("mean κ"),
        *([Column("right")] if gold else []),
    )
    rows = tuple(_member(member, gold=gold) for member in ordered[:LISTED_MEMBERS])
    return (TableBlock(caption, columns, rows),)


def _by_kappa(member: AgreementMember) -> float:
    """Order members by mean κ, highest first, those without one last."""
    return float("inf") if member.mean_kappa != member.mean_kappa else -member.mean_kappa


def _member(member: AgreementMember, *, gold: bool) -> tuple[str, ...]:
    """Return the row of one member."""
    return (
        member.model,
        f"{member.n_verdicts:,}",
        share(member.mean_agreement),
        correlation(member.mean_kappa),
        *([share(member.share_correct)] if gold else []),
    )


def _pairs(found: Agreement) -> tuple[Block, ...]:
    """Return the pairs that are most alike."""
    listed = found.listed_pairs[:LISTED_PAIRS]
    if not listed:
        return ()
    gold = not isinstance(found.errors, NotAnswered)
    names = (Column("member", "left"), Column("member", "left"), Column("items"), Column("same"))
    further: tuple[str, ...] = ("κ",)
    rows: tuple[tuple[str, ...], ...]
    rows = tuple((*_names(pair), correlation(pair.kappa)) for pair in listed)
    if gold:
        further = ("both err", "same error", "by chance", "CAPA", "s.e.")
        rows = tuple((*_names(pair), *_alike(pair)) for pair in listed)
    measure = "CAPA" if gold else "Cohen's κ"
    caption = f"Pairs most alike, by {measure}"
    return (TableBlock(caption, (*names, *map(Column, further)), rows, brief=5),)


def _names(pair: AgreementPair) -> tuple[str, ...]:
    """Return the names of a pair, its common items and how often it agrees."""
    return pair.model_a, pair.model_b, f"{pair.n_items:,}", share(pair.agreement)


def _alike(pair: AgreementPair) -> tuple[str, ...]:
    """Return how alike a pair errs."""
    return (
        f"{pair.n_both_wrong:,}",
        share(pair.agreement_when_both_err),
        share(pair.chance),
        correlation(pair.capa),
        correlation(pair.capa_standard_error),
    )


def _categories(found: Agreement) -> tuple[Block, ...]:
    """Return the verdicts that were given, and how often."""
    listed = found.categories[:LISTED_CATEGORIES]
    caption = counted(len(found.categories), "distinct verdict")
    if len(listed) < len(found.categories):
        caption += f": the {len(listed)} most frequent"
    rows = tuple((category.verdict, share(category.share)) for category in listed)
    return (TableBlock(caption, (Column("verdict", "left"), Column("share")), rows),)


def _shared(label: str, value: Estimate | NotAnswered, null: str = "") -> Fact:
    """Return a share with its interval."""
    if isinstance(value, NotAnswered):
        return Fact(label, str(value))
    if isinstance(value.interval, NotAnswered):
        return Fact(label, share(value.estimate), none_because(value.interval), null)
    low, high = map(share, value.interval)
    return Fact(label, share(value.estimate), f"[{low}, {high}]", null)


def _counted_share(label: str, value: CountedShare | NotAnswered) -> Fact:
    """Return a counted share with its interval."""
    if isinstance(value, NotAnswered):
        return Fact(label, str(value))
    low, high = map(share, value.interval)
    return Fact(label, f"{share(value.share)} ({value.n:,} of {value.of:,})", f"[{low}, {high}]")
