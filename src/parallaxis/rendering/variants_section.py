"""The section on published procedures: how many axes each of them counts, beside the ladder."""

from dataclasses import replace

from parallaxis.analyses.axes import Axes
from parallaxis.analyses.axes_guard import Guard
from parallaxis.analyses.axis_variants import AxisVariant, AxisVariants
from parallaxis.answers import NotAnswered
from parallaxis.numerals import counted, number
from parallaxis.rendering.blocks import (
    Block,
    Column,
    Document,
    Fact,
    Facts,
    Heading,
    Paragraph,
    TableBlock,
    Verdict,
)
from parallaxis.verdict.ranking import reaches_cap

MEANING = (
    "Published counts of axes differ because procedures differ: in what is standardised, which "
    "means are removed, what is permuted, and which edge an eigenvalue must exceed. Each procedure "
    "asks for more than nothing; none of them asks for more than one ability."
)
COLUMNS = (
    Column("procedure", "left"),
    Column("k"),
    Column("left open"),
    Column("last counted"),
    Column("its edge"),
    Column("draws"),
)


def variants_sentences(found: AxisVariants) -> tuple[str, ...]:
    """Say how far apart the procedures lie.

    Parameters
    ----------
    found : AxisVariants

    Returns
    -------
    tuple of str
    """
    if isinstance(found.variants, NotAnswered):
        return (f"The number of axes is not identified: {found.variants.why}.",)
    counts = sorted({variant.k for variant in found.variants})
    n = counted(len(found.variants), "published procedure")
    if len(counts) == 1:
        axes = counted(counts[0], "axis", "axes")
        return (f"On this board all {n} count {axes}.",)
    spread = f"On this board {n} count from {counts[0]} to {counts[-1]} axes"
    return (f"{spread}: a number of axes means nothing without its procedure.",)


def variants_blocks(found: AxisVariants) -> tuple[Block, ...]:
    """Return what is said about the procedures, in order.

    Parameters
    ----------
    found : AxisVariants

    Returns
    -------
    tuple of Block
        Counts, then what each procedure does; only the heading and a reason where the board is too
        small.
    """
    heading = Heading("Axes by every published procedure", "variants")
    if isinstance(found.variants, NotAnswered):
        return heading, Facts((Fact("Axes", str(found.variants)),))
    caption = f"{counted(len(found.variants), 'procedure')}, each beside what the draws leave open"
    rows = tuple(map(_row, found.variants))
    meanings = tuple(Fact(variant.name, variant.meaning) for variant in found.variants)
    return (
        heading,
        Paragraph(MEANING),
        TableBlock(caption, COLUMNS, rows, brief=len(rows)),
        Facts(meanings),
    )


def with_ladder(document: Document, ladder: Axes) -> Document:
    """Put the ladder's count, and the sign flips', beside those of the procedures.

    Parameters
    ----------
    document : Document
        Of an ``AxisVariants``.
    ladder : Axes
        Of the same board.

    Returns
    -------
    Document
        With the counts right after the verdict.
    """
    place = next(i for i, block in enumerate(document.blocks) if isinstance(block, Verdict)) + 1
    table: tuple[Block, ...] = (
        Heading("Beside the ladder", "ladder"),
        Facts(_beside(ladder), "left open"),
    )
    return replace(document, blocks=(*document.blocks[:place], *table, *document.blocks[place:]))


def _row(variant: AxisVariant) -> tuple[str, ...]:
    """Return the row of one procedure: its count, and the last eigenvalue that it counts."""
    low, high = variant.k_range
    last = variant.k - 1
    known = 0 <= last < len(variant.eigenvalues)
    return (
        variant.name,
        str(variant.k),
        "" if low == high else f"{low} to {high}",
        number(variant.eigenvalues[last]) if known else "",
        number(variant.edges[last]) if known else "",
        f"{variant.draws:,}",
    )


def _beside(ladder: Axes) -> tuple[Fact, ...]:
    """Return the counts of the ladder, and those of the sign flips where there are any."""
    least = "at least " if reaches_cap(ladder) else ""
    open_end = "at least " if ladder.capped else ""
    k, found = ladder.k_ladder, ladder.k_significant
    counts = (
        Fact("Axes that count, beyond one ability (k_ladder)", f"{least}{k}"),
        Fact("Axes that are significant alone (k_significant)", f"{open_end}{found}"),
    )
    return counts + (() if isinstance(ladder.guard, NotAnswered) else _flips(ladder.guard))


def _flips(guard: Guard) -> tuple[Fact, ...]:
    """Return what sign flips count, by both edges."""
    low, high = guard.k_signflip_range
    left = "" if low == high else f"{low} to {high}"
    by_rank = "Sign flips, each rank against its own null"
    return (
        Fact("Sign flips, all ranks against the largest (k_signflip)", f"{guard.k_signflip}", left),
        Fact(by_rank, f"{guard.k_signflip_by_rank}"),
    )
