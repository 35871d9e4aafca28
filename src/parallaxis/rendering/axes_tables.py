"""Tables of the axes: what they are, where models stand, who swaps, and what is dependence."""

import math

from parallaxis.analyses.axes import Axes
from parallaxis.analyses.axes_answers import Axis, GroupLoading, Place, Swap
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.numerals import MISSING, brackets, correlation, counted, number, share
from parallaxis.rendering.blocks import Block, Column, TableBlock
from parallaxis.verdict.axes import p_value

LISTED_FIRST = 25  # models at the top of the average
LISTED_LAST = 5
LISTED_ITEMS = 5  # an axis
LISTED_SWAPS = 10
LISTED_GROUPS = 6  # an axis
LISTED_NAMES = 6  # of those that a dependence concerns
KINDS = {
    "near_copies": "near copies",
    "family": "one family",
    "one_model": "one model",
    "one_item": "one item",
    "item_group": "one group of items",
    "date": "date",
    "few_models": "few models",
    "few_items": "few items",
}


def axes_tables(axes: Axes) -> tuple[Block, ...]:
    """Return the tables on the axes that count, those with rows only."""
    return (
        *_axes(axes),
        *_items(axes),
        *_groups(axes),
        *_places(axes),
        *_swaps(axes),
        *_dependences(axes),
    )


def listed_places(axes: Axes) -> tuple[tuple[Place, ...], tuple[Place, ...]]:
    """Return the models at the top and at the bottom of the average that are shown."""
    ordered = tuple(sorted(axes.places, key=lambda place: place.average_rank))
    if len(ordered) <= LISTED_FIRST + LISTED_LAST:
        return ordered, ()
    return ordered[:LISTED_FIRST], ordered[-LISTED_LAST:]


def _axes(axes: Axes) -> tuple[Block, ...]:
    """Return what the axes are called, how much they hold, and how well they are found again."""
    if not axes.axes:
        return ()
    columns = (
        Column("axis"),
        Column("named after", "left", folds=True),
        Column("share"),
        Column("halves of items"),
        Column("chance"),
        Column("halves of models"),
        Column("reordered"),
    )
    caption = (
        f"{counted(len(axes.axes), 'axis', 'axes')} after rotation "
        f"({axes.recipe.settings['rotation']}): share of their common variance, correlation "
        "between halves with the range over splits (of the items beside what unrelated ones "
        "reach), and pairs of models that the axis orders otherwise than the average does, beyond "
        "noise"
    )
    return (TableBlock(caption, columns, tuple(map(_axis, axes.axes))),)


def _axis(axis: Axis) -> tuple[str, ...]:
    """Return the row of one axis."""
    halves = axis.split_half
    return (
        str(axis.rank),
        axis.label or "no group of items",
        share(axis.share),
        estimate(halves.items),
        correlation(halves.chance),
        estimate(halves.models),
        share_or_none(axis.reordered),
    )


def estimate(found: Estimate) -> str:
    """Return a correlation with its range."""
    if isinstance(found.interval, NotAnswered):
        return correlation(found.estimate)
    low, high = map(correlation, found.interval)
    return f"{correlation(found.estimate)} [{low}, {high}]"


def share_or_none(value: float | None) -> str:
    """Return a share, or a dash where there is none."""
    return MISSING if value is None or math.isnan(value) else share(value)


def _items(axes: Axes) -> tuple[Block, ...]:
    """Return the items that ask most for each axis."""
    rows = tuple(
        (
            found.item,
            str(axis.rank),
            correlation(found.loading),
            f"[{correlation(found.interval[0])}, {correlation(found.interval[1])}]",
        )
        for axis in axes.axes
        for found in axis.strongest_items[:LISTED_ITEMS]
    )
    if not rows:
        return ()
    columns = (Column("item", "left"), Column("axis"), Column("loading"), Column("interval"))
    return (TableBlock("Items that ask most for each axis", columns, rows, brief=len(rows)),)


def _groups(axes: Axes) -> tuple[Block, ...]:
    """Return the groups of items that ask for an axis more, or less, than others."""
    rows = tuple(
        (group.group, group.column, str(axis.rank), *_group(group))
        for axis in axes.axes
        for group in axis.groups[:LISTED_GROUPS]
    )
    if not rows:
        return ()
    columns = (
        Column("group", "left"),
        Column("column", "left"),
        Column("axis"),
        Column("items"),
        Column("difference"),
        Column("p"),
    )
    caption = (
        "Groups of items that ask for an axis more, or less, than the other items: standardised "
        "difference of mean loadings (0 without a difference), p adjusted for all groups and axes"
    )
    return (TableBlock(caption, columns, rows),)


def _group(group: GroupLoading) -> tuple[str, ...]:
    """Return the numbers of one group."""
    return f"{group.n_items:,}", number(group.difference), p_value(group.p)


def _places(axes: Axes) -> tuple[Block, ...]:
    """Return where models stand on the average and on each axis, first and last ones."""
    first, last = listed_places(axes)
    if not first or not axes.axes:
        return ()
    columns = (
        Column("model", "left"),
        Column("average"),
        Column("rank"),
        *(Column(f"axis {axis.rank}") for axis in axes.axes),
    )
    caption = (
        f"Rank by the average of {counted(len(axes.places), 'model')} and on each axis, with the "
        "ranks that noise leaves possible"
    )
    if last:
        caption += f": the first {len(first)} and the last {len(last)} (the JSON lists all)"
    return (TableBlock(caption, columns, tuple(map(_place, (*first, *last)))),)


def _place(place: Place) -> tuple[str, ...]:
    """Return the row of one model."""
    on_axes = (
        f"{rank:,} [{low:,}, {high:,}]"
        for rank, (low, high) in zip(place.ranks, place.rank_intervals, strict=True)
    )
    return (place.model, number(place.average), f"{place.average_rank:,}", *on_axes)


def _swaps(axes: Axes) -> tuple[Block, ...]:
    """Return the strongest swaps of models between two axes."""
    if not axes.swaps:
        return ()
    listed = axes.swaps[:LISTED_SWAPS]
    columns = (
        Column("better", "left"),
        Column("than", "left"),
        Column("on axis"),
        Column("by"),
        Column("worse on"),
        Column("by"),
    )
    caption = (
        "Models that change places between two axes beyond noise; differences in standard "
        "deviations of the models"
    )
    if axes.n_swaps > len(listed):
        caption += f": the strongest {len(listed)} of {axes.n_swaps:,}"
    return (TableBlock(caption, columns, tuple(map(_swap, listed))),)


def _swap(swap: Swap) -> tuple[str, ...]:
    """Return the row of one swap."""
    return (
        swap.model,
        swap.other_model,
        str(swap.axis),
        _difference(swap.difference),
        str(swap.other_axis),
        _difference(swap.other_difference),
    )


def _difference(found: Estimate) -> str:
    """Return a difference with its interval."""
    if isinstance(found.interval, NotAnswered):
        return number(found.estimate)
    return f"{number(found.estimate)} {brackets(found.interval)}"


def _dependences(axes: Axes) -> tuple[Block, ...]:
    """Return what makes models, or items, alike and is no ability."""
    if not axes.dependences:
        return ()
    columns = (
        Column("kind", "left", folds=True),
        Column("axis"),
        Column("strength"),
        Column("p"),
        Column("who", "left", folds=True),
        Column("what was found", "left", folds=True),
    )
    rows = tuple(
        (
            KINDS[found.kind],
            MISSING if found.axis is None else str(found.axis),
            share(found.strength),
            MISSING if found.p is None else p_value(found.p),
            _who(found.who),
            found.sentence,
        )
        for found in axes.dependences
    )
    caption = (
        "Dependence between models or items, which is no ability. Strength: share of the axis's "
        "variance that it explains; for near copies their smallest residual correlation"
    )
    return (TableBlock(caption, columns, rows),)


def _who(names: tuple[str, ...]) -> str:
    """Return the first names, and how many more there are."""
    more = len(names) - LISTED_NAMES
    return ", ".join(names[:LISTED_NAMES]) + (f" and {more:,} more" if more > 0 else "")
