"""The page of a comparison: boards beside each other, as they are and at one size."""

from parallaxis.answers import Estimate, NotAnswered
from parallaxis.comparison import Comparison, LeftOut, Matching
from parallaxis.intake import Intake
from parallaxis.numerals import correlation, counted, number, percent
from parallaxis.rendering.blocks import (
    Block,
    CautionList,
    Document,
    Facts,
    FigureBlock,
    Heading,
    Paragraph,
    Verdict,
)
from parallaxis.rendering.comparison_tables import (
    boards_table,
    changes_table,
    coefficient_brackets,
    comparison_facts,
    origins_table,
    reasons_table,
)
from parallaxis.rendering.figure_atlas import atlas_caption, atlas_figure
from parallaxis.rendering.origin_section import recipe_blocks
from parallaxis.verdict.breadth import THRESHOLDS

NEAR_ONE_ABILITY = THRESHOLDS["near_one_ability"]
TITLE = "How broad are these boards beside each other?"
MEANING = (
    "Effective dimensionality (ED) grows with the numbers of models and of items as long as noise "
    "is part of it, so boards of different sizes are compared at one size: the mean ED of random "
    "parts of so many models and of so many items that tell these models apart. The range says how "
    "far parts of one board differ; it is no interval for other models."
)


def comparison_document(found: Comparison) -> Document:
    """What is said about several boards, and in which order?

    Parameters
    ----------
    found : Comparison

    Returns
    -------
    Document
        Title and one line of intake, verdict, cautions, the boards with their figure, what was
        left out, and how it was computed.
    """
    cautions = (
        (Heading("Cautions", "cautions"), CautionList(found.cautions)) if found.cautions else ()
    )
    return Document(
        title=TITLE,
        blocks=(
            Heading(TITLE, "top", 1),
            Paragraph(comparison_line(found.recipe.intake)),
            Heading("Verdict", "verdict"),
            Verdict(comparison_sentences(found)),
            *cautions,
            *comparison_blocks(found),
            *recipe_blocks(found.recipe),
        ),
    )


def comparison_line(intake: Intake) -> str:
    """Return what came in, in one line."""
    return (
        f"{intake.format}: {counted(intake.n_models, 'row')} of models and "
        f"{counted(intake.n_items, 'column')} of items in all, {intake.scale} scores."
    )


def comparison_sentences(found: Comparison) -> tuple[str, ...]:
    """Say how far the boards spread, and what their order owes to their sizes.

    Parameters
    ----------
    found : Comparison

    Returns
    -------
    tuple of str
    """
    raw = [
        (row.effective_dimensionality.estimate, row.board)
        for row in found.boards
        if not isinstance(row.effective_dimensionality, NotAnswered)
    ]
    matched = [
        (row.matched.estimate, row.board)
        for row in found.boards
        if not isinstance(row.matched, NotAnswered)
    ]
    size = found.matching
    if not raw:
        return ("No board has an effective dimensionality: no item tells its models apart.",)
    spread = (
        f"As they are, the boards have an effective dimensionality of {_ends(raw)}.",
        *_beside_one_ability(found),
    )
    if isinstance(size, NotAnswered) or not matched:
        why = size.why if isinstance(size, NotAnswered) else "no part of a board varies"
        return (*spread, f"At one size nothing can be said: {why}.")
    at_size = (
        f"In random parts of {counted(size.n_models, 'model')} × {counted(size.n_items, 'item')} "
        f"{counted(len(matched), 'board has', 'boards have')} {_ends(matched)} on average."
    )
    return (*spread, at_size, *_agree(found), *_moved(found))


def _beside_one_ability(found: Comparison) -> tuple[str, ...]:
    """Say how many boards are no broader than one ability with noise would look."""
    pairs = [
        (row.effective_dimensionality.estimate, row.one_dimensional)
        for row in found.boards
        if isinstance(row.effective_dimensionality, Estimate)
        and isinstance(row.one_dimensional, Estimate)
    ]
    if not pairs:
        return ()
    alike = sum(
        abs(ed / null.estimate - 1.0) <= NEAR_ONE_ABILITY
        or (
            not isinstance(null.interval, NotAnswered)
            and null.interval[0] <= ed <= null.interval[1]
        )
        for ed, null in pairs
    )
    are = "is" if alike == 1 else "are"
    text = (
        f"{alike:,} of {counted(len(pairs), 'board')} {are} about as broad as one ability with the "
        "noise of single scores would look: inside its range or within "
        f"{percent(NEAR_ONE_ABILITY)} of it."
    )
    return (text,)


def comparison_blocks(found: Comparison) -> tuple[Block, ...]:
    """Return what is said about the boards, in order.

    Parameters
    ----------
    found : Comparison

    Returns
    -------
    tuple of Block
        Meaning, figure, facts, the boards, rank changes, boards left out, sources not read, and
        the cautions of single boards.
    """
    level = percent(found.recipe.settings["level"])
    return (
        Heading("The boards", "boards"),
        Paragraph(MEANING),
        FigureBlock("atlas", atlas_caption(found), lambda: atlas_figure(found)),
        Facts(comparison_facts(found), f"{level} interval"),
        boards_table(found, level),
        origins_table(found),
        *changes_table(found),
        *reasons_table(
            "Boards that have no ED at the common size",
            "board",
            [(left.board, left.why) for left in _left_out(found.matching)],
        ),
        *reasons_table(
            "Sources that could not be read",
            "source",
            [(one.source, one.why) for one in found.unread],
        ),
        *reasons_table(
            "Cautions of single boards",
            "board",
            [(row.board, f"{c.text} ({c.code})") for row in found.boards for c in row.cautions],
        ),
    )


def _ends(values: list[tuple[float, str]]) -> str:
    """Write the narrowest and the broadest board."""
    low, high = min(values), max(values)
    if low[1] == high[1]:
        return f"{number(low[0])} ({low[1]})"
    return f"{number(low[0])} ({low[1]}) to {number(high[0])} ({high[1]})"


def _agree(found: Comparison) -> tuple[str, ...]:
    """Return the sentence on how far both orders agree."""
    between = found.agreement
    if isinstance(between.kendall, NotAnswered):
        return (f"Whether both orders of boards agree is {between.kendall}.",)
    level = percent(found.recipe.settings["level"])
    text = (
        f"The two orders of these {counted(between.n_boards, 'board')} agree with Kendall's τ-b "
        f"{_coefficient(between.kendall, level)}: {between.n_reversed:,} of "
        f"{counted(between.n_pairs, 'pair')} stand the other way round once size is the same."
    )
    return (text,)


def _moved(found: Comparison) -> tuple[str, ...]:
    """Return the sentence on the board that moves most."""
    if not found.rank_changes:
        return ()
    most = found.rank_changes[0]
    text = (
        f"{most.board} moves most, from place {most.rank:g} to {most.matched_rank:g}, where 1 is "
        f"the broadest; {counted(len(found.rank_changes), 'board changes', 'boards change')} place "
        "in all."
    )
    return (text,)


def _coefficient(value: Estimate, level: str) -> str:
    """Write a coefficient with its interval."""
    if isinstance(value.interval, NotAnswered):
        return correlation(value.estimate)
    return (
        f"{correlation(value.estimate)} ({level} interval {coefficient_brackets(value.interval)})"
    )


def _left_out(size: Matching | NotAnswered) -> tuple[LeftOut, ...]:
    """Return the boards that are smaller than the common size."""
    return () if isinstance(size, NotAnswered) else size.left_out
