"""The section on axes: eigenvalues beside the permutation null of their rank."""

from parallaxis.analyses.axes import Axes
from parallaxis.answers import NotAnswered
from parallaxis.numerals import counted, number, share
from parallaxis.rendering.blocks import (
    Block,
    Column,
    Fact,
    Facts,
    FigureBlock,
    Heading,
    Paragraph,
    TableBlock,
)
from parallaxis.rendering.figure_axes import axes_figure, shown_ranks

MEANING = (
    "An axis survives when its eigenvalue of the item correlation matrix lies above the 95 % "
    "quantile of the eigenvalue of the same rank in boards whose items are permuted over the "
    "models; counting stops at the first rank that does not."
)


def axes_blocks(axes: Axes) -> tuple[Block, ...]:
    """Return what is said about axes, in order."""
    return (
        Heading("Axes: how many survive?", "axes"),
        Paragraph(MEANING),
        *_figure(axes),
        Facts(_facts(axes), "left open"),
        *_ranks(axes),
    )


def _figure(axes: Axes) -> tuple[Block, ...]:
    """Return the scree figure, where there are eigenvalues to draw."""
    if isinstance(axes.k_shuffled, NotAnswered) or not axes.nulls:
        return ()
    caption = (
        "Leading eigenvalues of the item correlation matrix; filled points survive. The band runs "
        f"from the mean to the 95 % quantile of each rank in {axes.draws:,} permuted boards."
    )
    return (FigureBlock("axes", caption, lambda: axes_figure(axes)),)


def _facts(axes: Axes) -> tuple[Fact, ...]:
    """Return both counts and what they rest on."""
    left_open = _left_open(axes.k_shuffled_range)
    counts = (
        Fact(
            "Axes above the permutation null, rank by rank (k_shuffled)",
            str(axes.k_shuffled),
            left_open,
            "0",
        ),
        Fact("Axes above the null's largest eigenvalue", str(axes.k_shuffled_top_edge), null="0"),
    )
    return (
        *counts,
        Fact("Permutations", f"{axes.draws:,}"),
        Fact("Items in the correlation matrix", f"{axes.n_items_used:,}"),
        Fact("Items set aside because they tell no models apart", f"{axes.n_dead:,}"),
    )


def _left_open(limits: tuple[int, int] | NotAnswered) -> str:
    """Return the counts that the permutations leave possible, where there is more than one."""
    if isinstance(limits, NotAnswered) or limits[0] == limits[1]:
        return ""
    return f"{limits[0]} to {limits[1]}"


def _ranks(axes: Axes) -> tuple[Block, ...]:
    """Return the leading ranks beside their null."""
    if not axes.nulls:
        return ()
    total = sum(axes.eigenvalues)
    rows = tuple(
        (
            str(null.rank),
            number(null.eigenvalue),
            share(null.eigenvalue / total),
            number(null.mean),
            number(null.quantile),
            share(null.exceedance),
        )
        for null in axes.nulls[: shown_ranks(axes)]
    )
    columns = (
        Column("rank"),
        Column("eigenvalue"),
        Column("of variance"),
        Column("null mean"),
        Column("null 95 %"),
        Column("null reaches it"),
    )
    caption = f"{counted(len(rows), 'leading eigenvalue')} beside the null of the same rank"
    return (TableBlock(caption, columns, rows),)
