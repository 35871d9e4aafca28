"""The section on sensitivity: cut-offs, and families left out."""

from parallaxis.analyses.sensitivity import FamiliesLeftOut, Sensitivity
from parallaxis.answers import NotAnswered
from parallaxis.numerals import counted, number
from parallaxis.rendering.blocks import (
    Block,
    CautionList,
    Column,
    Fact,
    Facts,
    Heading,
    Paragraph,
    TableBlock,
)

MEANING = (
    "Effective dimensionality once more, with scores cut into right and wrong at a quantile of "
    "each item, and without one family of models at a time. Other centrings and scalings are under "
    "breadth."
)
LISTED_FAMILIES = 10


def sensitivity_blocks(found: Sensitivity) -> tuple[Block, ...]:
    """Return what is said about sensitivity, in order.

    Parameters
    ----------
    found : Sensitivity

    Returns
    -------
    tuple of Block
        Cautions among them, where there are any.
    """
    return (
        Heading("Sensitivity: what does the effective dimensionality hang on?", "sensitivity"),
        Paragraph(MEANING),
        *((CautionList(found.cautions),) if found.cautions else ()),
        *_grid(found),
        *_families(found),
    )


def _grid(found: Sensitivity) -> tuple[Block, ...]:
    """Return ED at each cut-off beside that of the scores."""
    if isinstance(found.binarised, NotAnswered):
        return (Facts((Fact("Scores cut into right and wrong", str(found.binarised)),)),)
    ed = found.effective_dimensionality
    whole = "" if isinstance(ed, NotAnswered) else f" (scores as they are: {number(ed)})"
    rows = tuple(
        (f"{one.quantile:g}", number(one.effective_dimensionality), f"{one.n_live:,}")
        for one in found.binarised
    )
    columns = (Column("cut at quantile"), Column("ED"), Column("items with variance"))
    return (TableBlock(f"Effective dimensionality of cut scores{whole}", columns, rows),)


def _families(found: Sensitivity) -> tuple[Block, ...]:
    """Return ED without each family, those that matter most."""
    left, ed = found.families, found.effective_dimensionality
    if isinstance(left, NotAnswered) or isinstance(ed, NotAnswered):
        return (Facts((Fact("Families left out", str(left)),)),)
    return (_table(left, ed),)


def _table(left: FamiliesLeftOut, ed: float) -> TableBlock:
    """Return the table of families."""
    n = counted(left.n_families, "family", "families")
    caption = f"Effective dimensionality ({number(ed)}) without a family: {n} by {left.column}"
    rows = tuple(
        (
            one.family,
            f"{one.n_models:,}",
            number(one.effective_dimensionality),
            ("+" if one.effective_dimensionality >= ed else "")
            + number(one.effective_dimensionality - ed),
        )
        for one in left.families[:LISTED_FAMILIES]
    )
    columns = (Column("without", "left"), Column("models"), Column("ED"), Column("change"))
    return TableBlock(caption, columns, rows)
