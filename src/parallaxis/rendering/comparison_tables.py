"""The tables of a comparison: facts, boards, changes of place, and reasons."""

from collections.abc import Sequence

from parallaxis.answers import Estimate, Interval, NotAnswered
from parallaxis.comparison import BoardRow, Comparison, Matching
from parallaxis.numerals import MISSING, brackets, correlation, counted, number, share
from parallaxis.rendering.blocks import Column, Fact, TableBlock, none_because
from parallaxis.rendering.figure_atlas import broadest_first

BRIEF = 60
CHANGES = 12


def comparison_facts(found: Comparison) -> tuple[Fact, ...]:
    """Return the common size, and how far the orders agree."""
    size, between = found.matching, found.agreement
    at = str(size) if isinstance(size, NotAnswered) else _size(size)
    return (
        Fact("Common size", at),
        _fact("Kendall's τ-b, ED as it is and at that size", between.kendall),
        _fact("Spearman's ρ, ED as it is and at that size", between.spearman),
        _fact("Spearman's ρ, ED as it is and the shape bound", between.raw_with_shape),
        _fact("Spearman's ρ, ED at that size and the shape bound", between.matched_with_shape),
        Fact("Pairs of boards in reversed order", f"{between.n_reversed:,} of {between.n_pairs:,}"),
    )


def _size(size: Matching) -> str:
    """Write the common size."""
    return (
        f"{counted(size.n_models, 'model')} × {counted(size.n_items, 'item')}, "
        f"{counted(size.draws, 'random part')} of each of {counted(size.n_boards, 'board')}"
    )


def _fact(label: str, value: Estimate | NotAnswered) -> Fact:
    """Write a coefficient, or why there is none."""
    if isinstance(value, NotAnswered):
        return Fact(label, str(value))
    interval = value.interval
    beside = (
        none_because(interval)
        if isinstance(interval, NotAnswered)
        else coefficient_brackets(interval)
    )
    return Fact(label, correlation(value.estimate), beside)


def boards_table(found: Comparison, level: str) -> TableBlock:
    """Return ED of the boards, the broadest at the common size first."""
    columns = (
        Column("board", "left"),
        Column("ED"),
        Column("interval"),
        Column("ED at size"),
        Column("range"),
        Column("place"),
        Column("at size"),
        Column("one ability"),
        Column("shuffled"),
    )
    caption = (
        f"Boards, the broadest at the common size first; {level} intervals and ranges; beside ED "
        "what one ability with the noise of single scores, and shuffled scores, would give"
    )
    rows = tuple(
        (
            row.board,
            *_estimate(row.effective_dimensionality),
            *_estimate(row.matched),
            _place(row.rank),
            _place(row.matched_rank),
            _one_ability(row.one_dimensional),
            _number(row.shuffled),
        )
        for row in broadest_first(found.boards)
    )
    return TableBlock(caption, columns, rows, brief=BRIEF)


def origins_table(found: Comparison) -> TableBlock:
    """Return shape, gaps, scale, date and source of the boards, in the same order."""
    columns = (
        Column("board", "left"),
        Column("models"),
        Column("items"),
        Column("live"),
        Column("missing"),
        Column("z-scored"),
        Column("scale", "left"),
        Column("date and source", "left", folds=True),
    )
    rows = tuple(_origin(row) for row in broadest_first(found.boards))
    caption = (
        "What the boards are and where they come from; live items tell models apart; ED of "
        "standardised items"
    )
    return TableBlock(caption, columns, rows, brief=BRIEF)


def _origin(row: BoardRow) -> tuple[str, ...]:
    """Write what one board is."""
    return (
        row.board,
        f"{row.n_models:,}",
        f"{row.n_items:,}",
        f"{row.n_live_items:,}",
        share(row.missing_share),
        _number(row.zscored),
        row.scale,
        f"{row.date}, {row.source}" if row.date else row.source,
    )


def _one_ability(value: Estimate | NotAnswered) -> str:
    """Write the null of one ability."""
    return MISSING if isinstance(value, NotAnswered) else number(value.estimate)


def _number(value: float | NotAnswered) -> str:
    """Write a number, a dash where there is none."""
    return MISSING if isinstance(value, NotAnswered) else number(value)


def _estimate(value: Estimate | NotAnswered) -> tuple[str, str]:
    """Write a number and its interval, dashes where there is none."""
    if isinstance(value, NotAnswered):
        return MISSING, MISSING
    interval = value.interval
    return (
        number(value.estimate),
        MISSING if isinstance(interval, NotAnswered) else brackets(interval),
    )


def _place(rank: float | NotAnswered) -> str:
    """Write a rank."""
    return MISSING if isinstance(rank, NotAnswered) else f"{rank:g}"


def changes_table(found: Comparison) -> tuple[TableBlock, ...]:
    """Return the boards that stand elsewhere at the common size."""
    if not found.rank_changes:
        return ()
    columns = (Column("board", "left"), Column("place"), Column("at size"), Column("gained"))
    rows = tuple(
        (
            change.board,
            f"{change.rank:g}",
            f"{change.matched_rank:g}",
            f"{change.places:+g}".replace("-", "−"),
        )
        for change in found.rank_changes
    )
    caption = "Boards that change place; 1 is the broadest of those at the common size"
    return (TableBlock(caption, columns, rows, brief=CHANGES),)


def reasons_table(
    caption: str, what: str, rows: Sequence[tuple[str, str]]
) -> tuple[TableBlock, ...]:
    """Return a table of names and reasons, where there are any."""
    if not rows:
        return ()
    columns = (Column(what, "left"), Column("why", "left", folds=True))
    return (TableBlock(caption, columns, tuple(rows)),)


def coefficient_brackets(interval: Interval) -> str:
    """Write the interval of a coefficient between −1 and 1.

    Examples
    --------
    >>> coefficient_brackets((-0.25, 0.5))
    '[−0.250, 0.500]'
    """
    return f"[{correlation(interval[0])}, {correlation(interval[1])}]"
