"""The section on saturation: dead items by cohort, breadth by performance, headroom."""

from parallaxis.analyses.headroom import Headroom
from parallaxis.analyses.saturation import Saturation
from parallaxis.analyses.saturation_cohorts import CohortItems
from parallaxis.analyses.saturation_strata import AtMatchedSize, Strata, Stratum
from parallaxis.answers import NotAnswered
from parallaxis.numerals import brackets, counted, number, percent, share
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
from parallaxis.rendering.figure_strata import strata_figure

MEANING = (
    "An item is dead for some models when all of them have one and the same score on it. Fewer "
    "models leave more items dead by chance alone, so the share that as many models at random "
    "would leave stands beside each."
)
STRATA = (
    "A stratum of the mean score varies less along that score by its making, so the effective "
    "dimensionality of every stratum tends to lie above that of all models, and on right/wrong "
    "scores near that of scores shuffled within items. Compare strata with each other, not with "
    "all models."
)


def saturation_blocks(found: Saturation) -> tuple[Block, ...]:
    """Return what is said about saturation, in order.

    Parameters
    ----------
    found : Saturation

    Returns
    -------
    tuple of Block
    """
    return (
        Heading("Saturation: what do the items still tell apart?", "saturation"),
        *_cohorts(found.cohorts),
        *_strata(found.strata, percent(found.level)),
        Facts(_headroom(found.headroom)),
    )


def _cohorts(cohorts: tuple[CohortItems, ...]) -> tuple[Block, ...]:
    """Return dead items by cohort; of the families those that have some."""
    if not cohorts:
        return ()
    columns = (
        Column("models", "left", folds=True),
        Column("n"),
        Column("dead items"),
        Column("highest"),
        Column("lowest"),
        Column("share"),
        Column("by chance"),
    )
    rows = tuple(
        (
            one.name if one.kind in ("all", "family") else f"{one.kind} {one.name}",
            f"{one.n_models:,}",
            f"{one.n_dead:,}",
            f"{one.at_ceiling:,}",
            f"{one.at_floor:,}",
            share(one.share),
            share(one.by_chance),
        )
        for one in cohorts
        if one.kind != "family" or one.n_dead
    )
    caption = "Items that tell none of these models apart"
    return Paragraph(MEANING), TableBlock(caption, columns, rows)


def _strata(found: Strata | NotAnswered, level: str) -> tuple[Block, ...]:
    """Return breadth and dead items by performance."""
    if isinstance(found, NotAnswered):
        return (Facts((Fact("Breadth by performance", str(found)),)),)
    n = counted(found.matched_models, "model")
    columns = (
        Column("models", "left"),
        Column("n"),
        Column("mean score"),
        Column("ED, all"),
        Column(f"ED at {found.matched_models:,}"),
        Column(f"{level} over models"),
        Column("over draws"),
        Column("shuffled"),
    )
    dead = (
        Column("models", "left"),
        Column(f"dead at {found.matched_models:,}"),
        Column(f"{level} over models", folds=True),
        Column("over draws"),
    )
    draws = counted(found.draws, "draw")
    caption = f"Effective dimensionality by performance, at {n} each ({draws})"
    dead_caption = f"Share of the items that are dead by performance, at {n} each"
    figure = f"Effective dimensionality by performance, at {n} each; hollow: scores shuffled."
    return (
        Paragraph(STRATA),
        FigureBlock("strata", figure, lambda: strata_figure(found)),
        TableBlock(caption, columns, tuple(map(_row, found.strata))),
        TableBlock(dead_caption, dead, tuple(map(_dead_row, found.strata))),
    )


def _row(one: Stratum) -> tuple[str, ...]:
    """Return the breadth of a stratum with both intervals."""
    matched = one.breadth_matched
    if isinstance(matched, NotAnswered):
        breadth = (str(matched), "", "")
    else:
        breadth = (
            number(matched.estimate),
            _over_models(matched),
            brackets(matched.interval_draws),
        )
    return (
        one.name,
        f"{one.n_models:,}",
        f"{number(one.lowest)} to {number(one.highest)}",
        number(one.breadth),
        *breadth,
        number(one.shuffled),
    )


def _dead_row(one: Stratum) -> tuple[str, ...]:
    """Return the dead share of a stratum with both intervals."""
    dead = one.dead_matched
    over_models, over_draws = (
        none_because(edges)
        if isinstance(edges, NotAnswered)
        else f"{share(edges[0])} to {share(edges[1])}"
        for edges in (dead.interval, dead.interval_draws)
    )
    return one.name, share(dead.estimate), over_models, over_draws


def _over_models(matched: AtMatchedSize) -> str:
    """Return the interval over models, or why there is none."""
    interval = matched.interval
    return none_because(interval) if isinstance(interval, NotAnswered) else brackets(interval)


def _headroom(found: Headroom | NotAnswered) -> tuple[Fact, ...]:
    """Return what is left above the best model."""
    if isinstance(found, NotAnswered):
        return (Fact("Headroom", str(found)),)
    top, left = found.maximum, found.distance
    return (
        Fact(f"Mean score of the best model, {found.best!r}", number(found.score)),
        Fact("Highest possible score", str(top) if isinstance(top, NotAnswered) else number(top)),
        Fact("Headroom", str(left) if isinstance(left, NotAnswered) else number(left)),
        Fact("Mean of the best score of each item", number(found.together)),
        Fact("Items on which no model is at the top", _share(found.unreached)),
        Fact("Items on which another model beats the best", share(found.beaten)),
    )


def _share(value: float | NotAnswered) -> str:
    """Return a share, or why there is none."""
    return str(value) if isinstance(value, NotAnswered) else share(value)
