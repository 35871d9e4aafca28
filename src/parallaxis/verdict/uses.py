"""“Use A for …, B for …”: said only of models that change places between two axes beyond noise."""

from itertools import combinations
from types import MappingProxyType

from parallaxis.analyses.axes import Axes
from parallaxis.analyses.axes_answers import Axis, Place, Swap
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.numerals import counted, number
from parallaxis.verdict.ranking import rankings

THRESHOLDS = MappingProxyType(
    {
        "best_ranks": 3,  # a model that is advised for an axis has at most this rank on it
        "advices": 3,  # pairs of axes for which advice is given
        "telling_items": 2,  # items that stand for an axis without a name
    }
)

WORDS = MappingProxyType(
    {
        "use": "Use {model} for {axis}, {other} for {other_axis}: the first is ahead by "
        "{difference} on the one, the second by {other_difference} on the other, in standard "
        "deviations of the models.",
        "no_swaps": "No two models change places between the axes beyond noise, so these {n} axes "
        "give no ground to prefer one model here and another there.",
        "no_best": "No two of the best models of different axes change places beyond noise; "
        "{swaps} do.",
        "no_best_listed": "None of the {listed} clearest of {swaps} that change places between "
        "axes beyond noise is between the best models of two axes, so no model is advised for one.",
        "axis_named": "axis {rank} ({label})",
        "axis_by_items": "axis {rank} (strongest on {items})",
        "axis_bare": "axis {rank}",
        "difference": "{estimate} ({low} to {high})",
    }
)


def uses(axes: Axes) -> tuple[str, ...]:
    """Which model for what? Advice from resolved swaps between the best models of two axes.

    Parameters
    ----------
    axes : Axes

    Returns
    -------
    tuple of str
        Empty where one ranking is honest.
    """
    if rankings(axes) not in {"small", "many"}:
        return ()
    if axes.n_swaps == 0:
        return (WORDS["no_swaps"].format(n=len(axes.axes)),)
    found = [swap for pair in combinations(axes.axes, 2) if (swap := best_swap(axes, *pair))]
    if not found:
        listed = len(axes.swaps)
        words = WORDS["no_best" if listed == axes.n_swaps else "no_best_listed"]
        pairs = counted(axes.n_swaps, "other pair" if listed == axes.n_swaps else "pair")
        return (words.format(swaps=pairs, listed=listed),)
    by_rank = {axis.rank: axis for axis in axes.axes}
    return tuple(_advice(swap, by_rank) for swap in found[: THRESHOLDS["advices"]])


def best_swap(axes: Axes, one: Axis, other: Axis) -> Swap | None:
    """Return the swap between the best models of two axes, or None.

    Returns
    -------
    Swap or None
        Of the resolved swaps between these axes whose models are both among the first three of
        the axis on which they lead, the one with the smallest sum of ranks.
    """
    places = {place.model: place for place in axes.places}
    pair = {one.rank, other.rank}
    ranked = [
        (sum(ranks), swap)
        for swap in axes.swaps
        if {swap.axis, swap.other_axis} == pair
        and max(ranks := _leading_ranks(swap, places)) <= THRESHOLDS["best_ranks"]
    ]
    return min(ranked, key=lambda found: found[0])[1] if ranked else None


def axis_name(axis: Axis) -> str:
    """Return what an axis is called: its label, or the items that ask for it most."""
    items = [found.item for found in axis.strongest_items[: THRESHOLDS["telling_items"]]]
    if axis.label is not None or not items:
        return _short_name(axis)
    return WORDS["axis_by_items"].format(rank=axis.rank, items=" and ".join(items))


def _short_name(axis: Axis) -> str:
    """Return the number of an axis, with its label where it has one."""
    if axis.label is None:
        return WORDS["axis_bare"].format(rank=axis.rank)
    return WORDS["axis_named"].format(rank=axis.rank, label=axis.label)


def _leading_ranks(swap: Swap, places: dict[str, Place]) -> tuple[int, int]:
    """Return the rank of each model on the axis on which it leads."""
    ahead, behind = places[swap.model], places[swap.other_model]
    return ahead.ranks[swap.axis - 1], behind.ranks[swap.other_axis - 1]


def _advice(swap: Swap, by_rank: dict[int, Axis]) -> str:
    """Write the advice that one swap supports."""
    return WORDS["use"].format(
        model=swap.model,
        axis=_short_name(by_rank[swap.axis]),
        other=swap.other_model,
        other_axis=_short_name(by_rank[swap.other_axis]),
        difference=_difference(swap.difference),
        other_difference=_difference(swap.other_difference),
    )


def _difference(difference: Estimate) -> str:
    """Write a difference with its interval."""
    estimate, interval = number(difference.estimate), difference.interval
    if isinstance(interval, NotAnswered):
        return estimate
    low, high = map(number, interval)
    return WORDS["difference"].format(estimate=estimate, low=low, high=high)
