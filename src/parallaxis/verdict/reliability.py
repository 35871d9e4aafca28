"""Sentences on reliability: what other items, other models and other runs would repeat."""

from types import MappingProxyType

from parallaxis.analyses.reliability import HalfBreadth, ItemHalves, Reliability
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.numerals import correlation, counted, number, share
from parallaxis.verdict.phrases import reason

THRESHOLDS = MappingProxyType(
    {
        "first_settled": 0.95,  # share of halves in which a model is first from which it is settled
        "first_open": 0.5,  # share below which another half would name another model first
    }
)

WORDS = MappingProxyType(
    {
        "ranking": "Two halves of the items rank these models with a Spearman correlation "
        "of {ranking}; the mean over all items has {total}{alpha}.",
        "ranking_not_identified": "How far halves of the items agree is not identified: {why}.",
        "breadth": "The effective dimensionality of the items is {items} on halves of the items "
        "and {models} on halves of the models.",
        "first_tied": "{tied} models tie for the first place, so that these items do not settle "
        "who is first.",
        "first_settled": "{model} leads in {first} of the halves of the items: they settle who is "
        "first.",
        "first_likely": "{model} leads in {first} of the halves of the items: they favour it "
        "without settling who is first.",
        "first_open": "{model} leads in {first} of the halves of the items, and {n} in some: they "
        "do not settle who is first.",
    }
)


def reliability_verdict(found: Reliability) -> tuple[str, ...]:
    """Say what other items and other models would repeat.

    Parameters
    ----------
    found : Reliability

    Returns
    -------
    tuple of str
        The ranking and the total score; the breadth of halves; the first place.
    """
    halves = found.split_items
    if isinstance(halves, NotAnswered):
        return (WORDS["ranking_not_identified"].format(why=reason(halves)),)
    return (*_ranking(found, halves), *_breadth(found, halves), *_first(found))


def _ranking(found: Reliability, halves: ItemHalves) -> tuple[str, ...]:
    """Say how alike halves of the items rank the models."""
    if isinstance(halves.ranking, NotAnswered):
        return (WORDS["ranking_not_identified"].format(why=reason(halves.ranking)),)
    alpha = found.alpha
    beside = "" if isinstance(alpha, NotAnswered) else f", Cronbach's α is {_with(alpha)}"
    total = found.spearman_brown
    named = (
        f"no reliability that can be told ({reason(total)})"
        if isinstance(total, NotAnswered)
        else f"a reliability of {_with(total)} by Spearman–Brown"
    )
    return (
        WORDS["ranking"].format(
            ranking=_with(halves.ranking, over=f" over {counted(halves.n_splits, 'split')}"),
            total=named,
            alpha=beside,
        ),
    )


def _breadth(found: Reliability, halves: ItemHalves) -> tuple[str, ...]:
    """Say how broad halves are, where both kinds of halves are known."""
    models = found.split_models
    if isinstance(halves.breadth, NotAnswered) or isinstance(models, NotAnswered):
        return ()
    if isinstance(models.breadth, NotAnswered):
        return ()
    return (WORDS["breadth"].format(items=_half(halves.breadth), models=_half(models.breadth)),)


def _first(found: Reliability) -> tuple[str, ...]:
    """Say whether the first place is settled."""
    leader = found.leader
    if isinstance(leader, NotAnswered):
        return ()
    if len(leader.models) > 1:
        return (WORDS["first_tied"].format(tied=f"{len(leader.models):,}"),)
    model = f"Model {leader.models[0]!r}"
    key = "first_likely"
    if leader.first >= THRESHOLDS["first_settled"]:
        key = "first_settled"
    elif leader.first < THRESHOLDS["first_open"]:
        key = "first_open"
    n = counted(leader.n_ever_first, "model")
    return (WORDS[key].format(model=model, first=share(leader.first), n=n),)


def _with(estimate: Estimate, *, over: str = "") -> str:
    """Write a correlation with its range or interval."""
    if isinstance(estimate.interval, NotAnswered):
        return correlation(estimate.estimate)
    low, high = (correlation(end) for end in estimate.interval)
    return f"{correlation(estimate.estimate)} ({low} to {high}{over})"


def _half(found: HalfBreadth) -> str:
    """Write ED of halves with their range."""
    low, high = (number(end) for end in found.interval)
    return f"{number(found.mean)} ({low} to {high})"
