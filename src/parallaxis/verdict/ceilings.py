"""Sentences on ceilings: the tail, the majority, the best member, and more of the same kind."""

from types import MappingProxyType

from parallaxis.analyses.ceilings_answers import Ceilings, PanelSize, Predicted, Tail
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.numerals import counted, number, share
from parallaxis.verdict.phrases import interval_name, reason

THRESHOLDS = MappingProxyType(
    {
        "as_expected": 1.0,  # observed over expected that the interval must leave out
        "hardly_more": 0.1,  # effective votes under which ten times the members add hardly any
        "sizes_told": 10,  # multiple of the members that the sentence speaks of
    }
)

WORDS = MappingProxyType(
    {
        "ceilings_not_identified": "What voting by this panel can reach is not identified: {why}.",
        "all_wrong": "On {count} of {items} ({observed}, {interval}) every member that answered is "
        "wrong, and no vote among them can be right.",
        "all_wrong_none": "On none of {items} every member that answered is wrong ({interval}).",
        "tail_heavier": "One shared factor with the panel's correlations expects {common}, and "
        "with a loading for each member {own}: the observed share is {ratio} and {own_ratio} times "
        "as large, a tail that correlations of pairs do not show.",
        "tail_lighter": "One shared factor with the panel's correlations expects {common}, and "
        "with a loading for each member {own}: they all fail less often than that ({ratio} and "
        "{own_ratio} times).",
        "tail_as_expected": "That is not told apart from what one shared factor with the panel's "
        "correlations expects ({common}; observed over expected {ratio}{ratio_interval}).",
        "tail_open": "One shared factor with one correlation for all pairs expects {common} "
        "(observed over expected {ratio}{ratio_interval}), with a loading for each member {own} "
        "({own_ratio}{own_interval}): whether they fail together more often than pairs suggest "
        "hangs on the form of that factor.",
        "tail_empty_cells": "What one shared factor expects rests on correlations of pairs, many "
        "of which have an empty cell here: that alone can make the observed share look too large.",
        "tail_common": "One shared factor with the panel's correlation expects {common} (observed "
        "over expected {ratio}{ratio_interval}).",
        "tail_not_identified": "What one shared factor would expect is not identified: {why}.",
        "majority": "Their majority is right on {observed} of the items{interval}, a tie counting "
        "half; as independent voters they would reach {independent}{correlated}.",
        "majority_correlated": ", and with the panel's correlation {expected} are expected",
        "best_better": "The best member alone is better than the majority: by {gap} points"
        "{interval} where it is chosen on one half of the items and judged on the other ({model} "
        "leads with {apparent} of all items).",
        "best_worse": "The majority is better than the best member alone: by {gap} points"
        "{interval} where that one is chosen on one half of the items and judged on the other "
        "({model} leads with {apparent} of all items).",
        "best_open": "Majority and best member are not told apart: chosen on one half of the items "
        "and judged on the other, the best is {gap} points {side}{interval} ({model} leads with "
        "{apparent} of all items, which its choice by them flatters).",
        "more": "{times} times as many members of the same kind would carry {votes} effective "
        "votes instead of {now}, and by the same model their majority would be right on "
        "{majority} instead of {majority_now}; however many, they stay below {limit} "
        "votes{majority_limit}.",
        "more_hardly": "{times} times as many members of the same kind would add hardly anything: "
        "{votes} effective votes instead of {now}, and by the same model {majority} for the "
        "majority instead of {majority_now}.",
        "more_limit": " and at {share} for the majority",
        "more_worse": "The mean member is right on less than half of the items, so that more "
        "members of the same kind make the majority worse.",
    }
)


def ceilings_verdict(
    found: Ceilings | NotAnswered, *, level: float, empty_cells: bool = False
) -> tuple[str, ...]:
    """Say what voting by the panel reaches, and what no vote among its members mends.

    Parameters
    ----------
    found : Ceilings or NotAnswered
    level : float
        Of the intervals.
    empty_cells : bool
        Whether what is done with empty cells matters more than the sample of items.

    Returns
    -------
    tuple of str
        All wrong, and what one shared factor expects of it; majority; best member; more members.
    """
    if isinstance(found, NotAnswered):
        return (WORDS["ceilings_not_identified"].format(why=reason(found)),)
    return (
        *_all_wrong(found.all_wrong, level),
        *((WORDS["tail_empty_cells"],) if empty_cells else ()),
        _majority(found, level),
        *_best(found, level),
        *_more(found),
    )


def _all_wrong(tail: Tail, level: float) -> tuple[str, ...]:
    """Return how often all are wrong, and what is expected."""
    low, high = map(share, tail.interval)
    first = WORDS["all_wrong" if tail.count else "all_wrong_none"].format(
        count=f"{tail.count:,}",
        items=counted(tail.n_items, "item"),
        observed=share(tail.observed),
        interval=f"{interval_name(level)} {low} to {high}",
    )
    return first, _expected(tail, level)


def _expected(tail: Tail, level: float) -> str:
    """Return what one shared factor expects, by both of its forms."""
    common, own = tail.correlated, tail.by_loadings
    if isinstance(common, NotAnswered):
        return WORDS["tail_not_identified"].format(why=reason(common))
    if isinstance(common.ratio, NotAnswered):
        why = reason(common.ratio)
        return WORDS["tail_not_identified"].format(
            why=f"observed over expected has no value ({why})"
        )
    words = {
        "common": share(common.share.estimate),
        "ratio": number(common.ratio.estimate),
        "ratio_interval": _between(common.ratio, level),
    }
    if isinstance(own, NotAnswered) or isinstance(own.ratio, NotAnswered):
        return WORDS["tail_common"].format(**words)
    words |= {
        "own": share(own.share.estimate),
        "own_ratio": number(own.ratio.estimate),
        "own_interval": _between(own.ratio, level),
    }
    sides = {_side(common), _side(own)}
    kind = {1: "tail_heavier", -1: "tail_lighter", 0: "tail_as_expected"}
    return WORDS[kind[sides.pop()] if len(sides) == 1 else "tail_open"].format(**words)


def _side(found: Predicted) -> int:
    """Say whether the ratio's interval lies above 1, below 1, or holds it."""
    ratio = found.ratio
    if isinstance(ratio, NotAnswered) or isinstance(ratio.interval, NotAnswered):
        return 0
    low, high = ratio.interval
    edge = THRESHOLDS["as_expected"]
    return int(low > edge) - int(high < edge)


def _majority(found: Ceilings, level: float) -> str:
    """Return how often the majority is right, beside both expectations."""
    vote = found.majority
    expected = vote.correlated
    return WORDS["majority"].format(
        observed=share(vote.observed.estimate),
        interval=_between(vote.observed, level, as_shares=True),
        independent=share(vote.independent.estimate),
        correlated=""
        if isinstance(expected, NotAnswered)
        else WORDS["majority_correlated"].format(expected=share(expected.estimate)),
    )


def _best(found: Ceilings, level: float) -> tuple[str, ...]:
    """Say whether the best member alone is better than the majority."""
    best = found.best_member
    gap = best.gap
    if isinstance(gap, NotAnswered) or isinstance(gap.interval, NotAnswered):
        return ()
    low, high = gap.interval
    kind = "best_worse" if low > 0.0 else "best_better" if high < 0.0 else "best_open"
    ends = sorted((abs(low), abs(high))) if kind != "best_open" else (low, high)
    points = " to ".join(number(100.0 * end) for end in ends)
    return (
        WORDS[kind].format(
            gap=number(100.0 * abs(gap.estimate)),
            side="below the majority" if gap.estimate > 0.0 else "above the majority",
            interval=f" ({interval_name(level)} {points}"
            + (", majority less best)" if kind == "best_open" else ")"),
            model=best.model,
            apparent=share(best.apparent),
        ),
    )


def _more(found: Ceilings) -> tuple[str, ...]:
    """Say what many more members of the same kind would add."""
    sizes = found.sizes
    if isinstance(sizes, NotAnswered):
        return ()
    times = int(THRESHOLDS["sizes_told"])
    by_size = {size.n_members: size for size in sizes}
    n = sizes[0].n_members or 0  # those whose answers vary
    now, many, limit = by_size[n], by_size[times * n], by_size[None]
    values = [_votes(size) for size in (now, many, limit)]
    worse = limit.majority.estimate < now.majority.estimate
    falls = (WORDS["more_worse"],) if worse and found.mean_share_correct < 0.5 else ()
    if "" in values:
        return falls
    told = WORDS["more_hardly" if _hardly_more(now, many) else "more"].format(
        times=times,
        now=values[0],
        votes=values[1],
        limit=values[2],
        majority=share(many.majority.estimate),
        majority_now=share(now.majority.estimate),
        majority_limit=WORDS["more_limit"].format(share=share(limit.majority.estimate)),
    )
    return (told, *falls)


def _hardly_more(now: PanelSize, many: PanelSize) -> bool:
    """Say whether many more members add hardly any effective votes."""
    a, b = now.effective_votes, many.effective_votes
    if isinstance(a, NotAnswered) or isinstance(b, NotAnswered):
        return False
    return b.estimate - a.estimate < THRESHOLDS["hardly_more"]


def _votes(size: PanelSize) -> str:
    """Write effective votes, or nothing where there are none."""
    votes = size.effective_votes
    return "" if isinstance(votes, NotAnswered) else number(votes.estimate)


def _between(found: Estimate, level: float, *, as_shares: bool = False) -> str:
    """Write the interval behind an estimate."""
    if isinstance(found.interval, NotAnswered):
        return f" (no interval: {reason(found.interval)})"
    low, high = map(share if as_shares else number, found.interval)
    between = f"{interval_name(level)} {low} to {high}"
    return f" ({between})" if as_shares else f", {between}"
