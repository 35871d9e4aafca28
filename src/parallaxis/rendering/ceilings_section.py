"""The section on ceilings: what voting by the panel reaches, and what no vote mends."""

from parallaxis.analyses.ceilings_answers import (
    BestMember,
    Ceilings,
    PanelSize,
    Predicted,
    Tail,
    VoteShare,
)
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.numerals import MISSING, brackets, number, share
from parallaxis.rendering.blocks import (
    Block,
    Column,
    Fact,
    Facts,
    FigureBlock,
    Heading,
    Paragraph,
    TableBlock,
    estimate_fact,
)
from parallaxis.rendering.figure_ceilings import right_votes_caption, right_votes_figure

MEANING = (
    "Where all members are wrong, no vote among them is right, and correlations between pairs do "
    "not fix how often that is. Beside the observed shares of items stands what would be expected "
    "of independent members, and of members who share one normal factor: with one correlation for "
    "all pairs, and with a loading for each member. A tie counts half. Where the two forms of the "
    "factor differ, the tail hangs on that form."
)
SIZES_MEANING = (
    "More members of the same kind: all right on the mean share of items, every pair with the "
    "panel's mean correlation. With ties at half, an even panel is right as often as one with a "
    "member less."
)
SHARES = (
    Column("share of items", "left"),
    Column("observed"),
    Column("independent"),
    Column("one correlation"),
    Column("observed / expected"),
    Column("own loadings"),
    Column("observed / expected"),
)
SIZES = (Column("members"), Column("effective votes"), Column("majority right"))


def ceilings_blocks(found: Ceilings | NotAnswered, *, level: str) -> tuple[Block, ...]:
    """Return what is said about ceilings, in order.

    Parameters
    ----------
    found : Ceilings or NotAnswered
    level : str
        Of the intervals, as text.

    Returns
    -------
    tuple of Block
        Meaning, shares of items, figure, best member, panels of other sizes.
    """
    heading = Heading("Ceilings: what can voting reach?", "ceilings")
    if isinstance(found, NotAnswered):
        return heading, Facts((Fact("Majority and tails of the panel", str(found)),))
    return (
        heading,
        Paragraph(MEANING),
        _shares(found, level),
        FigureBlock("ceilings", right_votes_caption(found), lambda: right_votes_figure(found)),
        Facts((*_best(found.best_member), *_counts(found)), f"{level} interval"),
        *_sizes(found, level),
    )


def _shares(found: Ceilings, level: str) -> TableBlock:
    """Return the table of tails and votes."""
    rows = (
        _tail("all members wrong", found.all_wrong),
        _vote("majority right", found.majority),
        _vote("any member right", found.any_right),
        _tail("all members right", found.all_right),
    )
    caption = f"Shares of items, observed and expected, with {level} intervals over items"
    return TableBlock(caption, SHARES, rows)


def _tail(name: str, tail: Tail) -> tuple[str, ...]:
    """Return the row of a tail."""
    observed = Estimate(tail.observed, tail.interval)
    return (
        name,
        _share(observed),
        share(tail.independent.estimate),
        *_predicted(tail.correlated),
        *_predicted(tail.by_loadings),
    )


def _predicted(found: Predicted | NotAnswered) -> tuple[str, str]:
    """Return an expected share, and observed over expected."""
    if isinstance(found, NotAnswered):
        return MISSING, MISSING
    return _share(found.share), _number(found.ratio)


def _vote(name: str, vote: VoteShare) -> tuple[str, ...]:
    """Return the row of a rule over votes."""
    alone = share(vote.independent.estimate)
    return (name, _share(vote.observed), alone, _share(vote.correlated), *(MISSING,) * 3)


def _best(best: BestMember) -> tuple[Fact, ...]:
    """Return the best member against the majority."""
    return (
        Fact(f"Best member on all items: {best.model}", share(best.apparent)),
        estimate_fact(
            "Best member, chosen on one half of the items, judged on the other",
            best.share_correct,
            share,
        ),
        Fact(
            "Majority less best member, on the items it was chosen by", _points(best.apparent_gap)
        ),
        estimate_fact(
            "Majority less best member, chosen and judged on different items", best.gap, _points
        ),
        Fact(f"Choices by half the items that fall on {best.model}", share(best.chosen)),
    )


def _points(value: float) -> str:
    """Return a difference of shares in percentage points."""
    return ("+" if value > 0.0 else "") + number(100.0 * value) + " points"


def _counts(found: Ceilings) -> tuple[Fact, ...]:
    """Return what the shares rest on."""
    rows = [
        Fact("Items that any member answered", f"{found.n_items:,}"),
        Fact("Items with a tied vote", share(found.tied)),
        Fact("Members right on a mean share of items", share(found.mean_share_correct)),
    ]
    if found.n_member_sets > 1:
        used = ""
        if found.n_member_sets_used < found.n_member_sets:
            used = f", of which {found.n_member_sets_used:,} stand for all in what is expected"
        rows.append(Fact("Different sets of members on an item", f"{found.n_member_sets:,}{used}"))
    if found.n_left_out:
        rows.append(Fact("Members left out, all right or all wrong", f"{found.n_left_out:,}"))
    return tuple(rows)


def _sizes(found: Ceilings, level: str) -> tuple[Block, ...]:
    """Return panels of other sizes, or why there are none."""
    sizes = found.sizes
    if isinstance(sizes, NotAnswered):
        return (Facts((Fact("More members of the same kind", str(sizes)),)),)
    caption = f"More members of the same kind, with {level} intervals over items"
    return Paragraph(SIZES_MEANING), TableBlock(caption, SIZES, tuple(map(_size, sizes)))


def _size(size: PanelSize) -> tuple[str, ...]:
    """Return the row of one size."""
    members = "infinitely many" if size.n_members is None else f"{size.n_members:,}"
    return members, _number(size.effective_votes), _share(size.majority)


def _share(found: Estimate | NotAnswered) -> str:
    """Return a share with its interval."""
    if isinstance(found, NotAnswered):
        return MISSING
    if isinstance(found.interval, NotAnswered):
        return share(found.estimate)
    low, high = map(share, found.interval)
    return f"{share(found.estimate)} [{low}, {high}]"


def _number(found: Estimate | NotAnswered) -> str:
    """Return a number with its interval."""
    if isinstance(found, NotAnswered):
        return MISSING
    if isinstance(found.interval, NotAnswered):
        return number(found.estimate)
    return f"{number(found.estimate)} {brackets(found.interval)}"
