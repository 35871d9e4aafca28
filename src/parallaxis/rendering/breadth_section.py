"""The section on breadth: effective dimensionality beside its nulls, and what moves it."""

from parallaxis.analyses.breadth import Breadth
from parallaxis.analyses.breadth_parts import ShuffledNull, Variant
from parallaxis.analyses.one_dimensional import OneDimensionalNull
from parallaxis.answers import Interval, NotAnswered
from parallaxis.numerals import MISSING, brackets, counted, number, percent
from parallaxis.rendering.blocks import (
    Block,
    Column,
    Fact,
    Facts,
    FigureBlock,
    Heading,
    Paragraph,
    TableBlock,
    none_because,
)
from parallaxis.rendering.figure_breadth import breadth_figure
from parallaxis.rendering.noise_free_section import noise_free_blocks
from parallaxis.rendering.redundancy_section import redundancy_blocks
from parallaxis.rendering.reliability_section import reliability_blocks
from parallaxis.rendering.saturation_section import saturation_blocks
from parallaxis.rendering.sensitivity_section import sensitivity_blocks

MEANING = (
    "Effective dimensionality of the items is (Σλ)² / Σλ² over the eigenvalues λ of the covariance "
    "of the items: 1 when all items move together, and the number of items (or of models less one) "
    "when each goes its own way with the same variance."
)
CENTRING = {"item": "items", "model": "models", "double": "items and models", "none": "nothing"}
SCALING = {"none": "scores as they are", "zscore": "standardised items", "rank": "ranks in items"}
LISTED_ITEMS = 10
NO_CHANGE = 1e-9  # smaller changes are rounding error


def breadth_blocks(breadth: Breadth) -> tuple[Block, ...]:
    """Return what is said about breadth, in order."""
    level = percent(breadth.recipe.settings["level"])
    return (
        Heading("Breadth: how much do the items measure?", "breadth"),
        Paragraph(MEANING),
        *_figure(breadth),
        Facts((*_ed(breadth), *_nulls(breadth), *_hill(breadth)), f"{level} interval"),
        _variants(breadth.variants),
        *_complete_blocks(breadth),
        *_left_out(breadth),
        *noise_free_blocks(breadth.noise_free, level=breadth.recipe.settings["level"]),
        *redundancy_blocks(breadth.redundancy, level=level),
        *reliability_blocks(breadth.reliability),
        *saturation_blocks(breadth.saturation),
        *sensitivity_blocks(breadth.sensitivity),
    )


def _figure(breadth: Breadth) -> tuple[Block, ...]:
    """Return the strip, where there is an estimate to draw."""
    if isinstance(breadth.effective_dimensionality, NotAnswered):
        return ()
    level = percent(breadth.recipe.settings["level"])
    caption = (
        f"Effective dimensionality of the items with its {level} intervals, beside the ranges of "
        "scores shuffled within each item and of one ability alone, and the largest value that the "
        "shape allows."
    )
    return (FigureBlock("breadth", caption, lambda: breadth_figure(breadth)),)


def _ed(breadth: Breadth) -> tuple[Fact, ...]:
    """Return ED with each of its intervals."""
    ed = breadth.effective_dimensionality
    label = "Effective dimensionality of the items"
    null = _null_text(breadth.shuffled)
    if isinstance(ed, NotAnswered):
        return (Fact(label, str(ed), null=null),)
    value = number(ed.estimate)
    return (
        Fact(f"{label}, interval over {ed.interval_over}", value, _interval(ed.interval), null),
        Fact(f"{label}, interval over items", value, _interval(ed.interval_items), null),
    )


def _nulls(breadth: Breadth) -> tuple[Fact, ...]:
    """Return the three nulls: shuffled, one ability, shape."""
    null = breadth.shuffled
    if isinstance(null, NotAnswered):
        shuffled = Fact("Shuffled null", str(null))
    else:
        shuffled = Fact(
            f"Shuffled null ({_method(null)})", number(null.mean), brackets(null.interval)
        )
    bound = Fact("Most that the shape allows", f"{breadth.shape_bound:,}")
    return shuffled, _one_dimensional(breadth.one_dimensional), bound


def _one_dimensional(null: OneDimensionalNull | NotAnswered) -> Fact:
    """Return the null of one ability."""
    if isinstance(null, NotAnswered):
        return Fact("One-dimensional null", str(null))
    shape = f"{counted(null.n_models, 'model')} and {counted(null.n_items, 'item')}"
    how = f"{null.model} fitted to {shape}, {null.draws:,} boards, p = {number(null.p)}"
    return Fact(f"One-dimensional null ({how})", number(null.mean), brackets(null.interval))


def _method(null: ShuffledNull) -> str:
    """Return how the null was computed."""
    return null.method if null.draws == 0 else f"{null.method}, {null.draws:,} permutations"


def _hill(breadth: Breadth) -> tuple[Fact, ...]:
    """Return the neighbours of ED in the Hill profile."""
    return tuple(
        Fact(f"Hill number of {order.replace('_', ' ').replace('infinity', '∞')}", number(value))
        for order, value in breadth.hill.items()
    )


def _variants(variants: tuple[Variant, ...]) -> TableBlock:
    """Return ED under every centring and scaling."""
    return TableBlock(
        "Effective dimensionality of the items under other conventions",
        (
            Column("means removed from", "left", folds=True),
            Column("scores", "left", folds=True),
            Column("ED"),
            Column("bound"),
        ),
        tuple(
            (
                CENTRING[variant.centring],
                SCALING[variant.scaling],
                number(variant.effective_dimensionality),
                f"{variant.shape_bound:,}",
            )
            for variant in variants
        ),
    )


def _complete_blocks(breadth: Breadth) -> tuple[Block, ...]:
    """Return ED of what has no missing cell, where cells are missing."""
    if not breadth.complete_blocks:
        return ()
    rows = tuple(
        (
            f"{block.by} without a missing cell",
            f"{block.n_models:,} × {block.n_items:,}",
            number(block.effective_dimensionality),
        )
        for block in breadth.complete_blocks
    )
    columns = (Column("block", "left", folds=True), Column("models × items"), Column("ED"))
    return (TableBlock("Effective dimensionality of the complete blocks", columns, rows),)


def _left_out(breadth: Breadth) -> tuple[Block, ...]:
    """Return the items whose absence moves ED most."""
    ed = breadth.effective_dimensionality
    if isinstance(ed, NotAnswered) or not breadth.leave_one_out:
        return ()
    moved = [
        (left.item, left.effective_dimensionality, left.effective_dimensionality - ed.estimate)
        for left in breadth.leave_one_out
    ]
    known = sorted(
        (row for row in moved if abs(row[2]) > NO_CHANGE),
        key=lambda row: -abs(row[2]),
    )
    rows = tuple(
        (item, number(value), ("+" if change >= 0 else "") + number(change))
        for item, value, change in known[:LISTED_ITEMS]
    )
    if not rows:
        return ()
    caption = f"{counted(len(rows), 'item')} whose absence moves the effective dimensionality most"
    return (TableBlock(caption, (Column("without", "left"), Column("ED"), Column("change")), rows),)


def _null_text(null: ShuffledNull | NotAnswered) -> str:
    """Return the null for the column beside an estimate."""
    return MISSING if isinstance(null, NotAnswered) else number(null.mean)


def _interval(interval: Interval | NotAnswered) -> str:
    """Return an interval, or why there is none."""
    return none_because(interval) if isinstance(interval, NotAnswered) else brackets(interval)
