"""The section on likeness: families, and pairs of models that share blind spots."""

from parallaxis.analyses.likeness_answers import FamilyExcess, FamilyLikeness, Likeness, LikePair
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.numerals import MISSING, correlation, counted, number, percent
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
from parallaxis.rendering.figure_likeness import likeness_caption, likeness_figure

MEANING = (
    "Effective votes say what voting can gain; they do not say whether models are alike, because "
    "items that are hard for all lower them too. Likeness takes items and abilities out first: a "
    "one-dimensional item response model is fitted and what is left of two models' answers is "
    "correlated. If models shared nothing more, the mean of these would be −1/(n − 1)."
)
ABILITY = (
    "At equal ability, what two abilities predict of a pair is taken out before families are "
    "compared; without that, families of able and of weak models look alike, or unlike, for their "
    "ability alone. There, and for single pairs, each model also follows the items' difficulty as "
    "closely as it does, since models that follow it loosely otherwise look alike."
)
MEASURES = {
    "residual": "residuals of the item response model",
    "common_factor": "tetrachoric correlations after one common factor",
}


def likeness_blocks(found: Likeness | NotAnswered) -> tuple[Block, ...]:
    """Return what is said about likeness, in order.

    Parameters
    ----------
    found : Likeness or NotAnswered

    Returns
    -------
    tuple of Block
        Facts, strips, families and the pairs that stand out.
    """
    heading = Heading("Likeness: do models share blind spots?", "likeness")
    if isinstance(found, NotAnswered):
        return heading, Facts((Fact("Likeness", str(found)),))
    return (
        heading,
        Paragraph(MEANING),
        _facts(found),
        *_figure(found),
        *_families(found),
        *_pairs(found),
    )


def _facts(found: Likeness) -> Facts:
    """Return the counts and the mean."""
    rows = [
        Fact("Models and items", f"{found.n_members:,} × {found.n_items:,}"),
        Fact(
            "Mean residual correlation of a pair",
            correlation(found.mean_residual_correlation),
            null=correlation(found.expected_mean),
        ),
        Fact("Pairs tested", f"{found.pairs.n_pairs:,}"),
        Fact("Pairs that stand out as alike (Holm)", f"{found.pairs.n_alike:,}"),
        Fact("Pairs that stand out as unlike (Holm)", f"{found.pairs.n_unlike:,}"),
    ]
    if found.pairs.n_untested:
        rows.append(Fact("Pairs without items enough to test", f"{found.pairs.n_untested:,}"))
    rows += [Fact("Families that were not compared", why) for why in found.columns_left_out]
    if isinstance(found.families, NotAnswered):
        rows.append(Fact("Likeness of families", str(found.families)))
    return Facts(tuple(rows))


def _figure(found: Likeness) -> tuple[Block, ...]:
    """Return the strips, where there is a correlation to draw."""
    if not found.strips.n_within + found.strips.n_between:
        return ()
    return (FigureBlock("likeness", likeness_caption(found), lambda: likeness_figure(found)),)


def _families(found: Likeness) -> tuple[Block, ...]:
    """Return the table of columns, and of the families of each."""
    if isinstance(found.families, NotAnswered):
        return ()
    columns = (
        Column("families by", "left"),
        Column("measured on", "left", folds=True),
        Column("within"),
        Column("between"),
        Column("excess"),
        Column("p"),
        Column("excess at equal ability"),
        Column("p at equal ability"),
    )
    rows = [
        row
        for column in found.families
        for row in (
            _excess(column, "residual", column.residual),
            _excess(column, "common_factor", column.common_factor),
        )
    ]
    caption = (
        f"Within families less between them, with {percent(found.level)} intervals over items and "
        f"{found.permutations:,} permutations of the labels"
    )
    table = TableBlock(caption, columns, tuple(rows))
    return (Paragraph(ABILITY), table, *map(_members, found.families))


def _excess(
    column: FamilyLikeness, measure: str, excess: FamilyExcess | NotAnswered
) -> tuple[str, ...]:
    """Return the row of one measure."""
    start = column.column, MEASURES[measure]
    if isinstance(excess, NotAnswered):
        return (*start, *(MISSING for _ in range(4)), str(excess), MISSING)
    return (
        *start,
        correlation(excess.within),
        correlation(excess.between),
        _with_interval(excess.excess),
        number(excess.p),
        _with_interval(excess.excess_equal_ability),
        number(excess.p_equal_ability),
    )


def _members(column: FamilyLikeness) -> TableBlock:
    """Return the table of the families of one column."""
    caption = (
        f"Families by {column.column}: {counted(column.n_within, 'pair')} within "
        f"{counted(column.n_families, 'family', 'families')}, {column.n_between:,} between"
    )
    if len(column.families) < column.n_families:
        caption += f"; the {len(column.families)} largest"
    columns = (
        Column("family", "left"),
        Column("models"),
        Column("mean residual correlation"),
        Column("expected"),
    )
    rows = tuple(
        (one.family, f"{one.n_models:,}", correlation(one.within), correlation(one.expected))
        for one in column.families
    )
    return TableBlock(caption, columns, rows)


def _pairs(found: Likeness) -> tuple[Block, ...]:
    """Return the table of pairs that stand out."""
    pairs = found.pairs
    if not pairs.listed:
        return ()
    n = pairs.n_alike + pairs.n_unlike
    caption = f"Pairs that stand out, with {percent(found.level)} intervals over items"
    if len(pairs.listed) < n:
        caption += f": the {len(pairs.listed)} with the smallest p of {n:,}"
    columns = (
        Column("model", "left"),
        Column("model", "left"),
        Column("residual correlation"),
        Column("expected"),
        Column("items"),
        Column("p by Holm"),
        Column("same", "left", folds=True),
    )
    return (TableBlock(caption, columns, tuple(map(_pair, pairs.listed)), brief=8),)


def _pair(pair: LikePair) -> tuple[str, ...]:
    """Return the row of one pair."""
    return (
        pair.model_a,
        pair.model_b,
        _with_interval(Estimate(pair.residual_correlation, pair.interval)),
        correlation(pair.expected),
        f"{pair.n_items:,}",
        number(pair.p_adjusted),
        ", ".join(pair.same_family),
    )


def _with_interval(answer: Estimate) -> str:
    """Return an estimate with its interval."""
    if isinstance(answer.interval, NotAnswered):
        return f"{correlation(answer.estimate)} ({none_because(answer.interval)})"
    low, high = map(correlation, answer.interval)
    return f"{correlation(answer.estimate)} [{low}, {high}]"
