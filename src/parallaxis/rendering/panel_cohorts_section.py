"""The section on cohorts and content: votes among some of the models, and on some of the items."""

from parallaxis.analyses.panel_cohort_answers import (
    GroupSpread,
    ItemGroups,
    ItemGroupVotes,
    PanelCohorts,
)
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.numerals import MISSING, brackets, correlation, number, percent, share
from parallaxis.rendering.blocks import (
    Block,
    Column,
    Fact,
    Facts,
    Heading,
    Paragraph,
    TableBlock,
    none_because,
)

MEANING = (
    "Mean tetrachoric correlation and effective votes of some of the models on all items, and of "
    "one and the same pool of models on each group of items. Votes of cohorts of unequal size are "
    "not comparable; their mean correlations are. Strata of difficulty are not offered: to first "
    "order the correlation is the items' difficulty, and within a stratum little of it is left."
)
BESIDE = (
    "Share right, missing cells and chance level differ between groups too. They stand beside the "
    "correlation so that a reader can see them; that they explain it is not shown."
)


def panel_cohorts_blocks(found: PanelCohorts | NotAnswered) -> tuple[Block, ...]:
    """Return what is said about cohorts and content, in order.

    Parameters
    ----------
    found : PanelCohorts or NotAnswered

    Returns
    -------
    tuple of Block
        Cohorts of models, groups of items, their spread beside random chunks.
    """
    heading = Heading("Cohorts and content: where do votes hang together?", "panel-cohorts")
    if isinstance(found, NotAnswered):
        return heading, Facts((Fact("Votes by cohort", str(found)),))
    return heading, Paragraph(MEANING), *_cohorts(found), *_items(found)


def _cohorts(found: PanelCohorts) -> tuple[Block, ...]:
    """Return the table of cohorts."""
    if isinstance(found.cohorts, NotAnswered):
        return (Facts((Fact("Cohorts of models", str(found.cohorts)),)),)
    columns = (
        Column("models", "left"),
        Column("members"),
        Column("right"),
        Column("mean tetrachoric"),
        Column("effective votes"),
    )
    rows = tuple(
        (
            cohort.name,
            f"{cohort.n_members:,}",
            share(cohort.mean_accuracy),
            _mean(cohort.mean_correlation),
            _votes(cohort.n_eff),
        )
        for cohort in found.cohorts
    )
    caption = (
        f"Votes of some of the models, with {percent(found.level)} intervals over items; of "
        "families those with at least 3 members, the 100 largest"
    )
    return (TableBlock(caption, columns, rows, brief=20),)


def _items(found: PanelCohorts) -> tuple[Block, ...]:
    """Return the groups of items, their spread, and those left out."""
    items = found.items
    if isinstance(items, NotAnswered):
        return (Facts((Fact("Votes by item group", str(items)),)),)
    columns = (
        Column(items.column, "left"),
        Column("items"),
        Column("mean tetrachoric"),
        Column("effective votes"),
        Column("right"),
        Column("missing"),
        Column("chance"),
    )
    drawn = "" if items.n_pool == items.n_eligible else f" drawn from {items.n_eligible:,}"
    caption = (
        f"Votes of the same {items.n_pool:,} models{drawn} (of {items.n_members:,} members) by "
        f"{items.column}, with {percent(found.level)} intervals over items"
    )
    table = TableBlock(caption, columns, tuple(map(_group, items.groups)), brief=20)
    level = f"{percent(found.level)} interval"
    return (table, Paragraph(BESIDE), Facts(_spread(items), level), *_left_out(items))


def _group(group: ItemGroupVotes) -> tuple[str, ...]:
    """Return the row of one group."""
    return (
        group.name,
        f"{group.n_items:,}",
        _mean(group.mean_correlation),
        _votes(group.n_eff),
        share(group.mean_accuracy),
        share(group.share_missing),
        MISSING if group.chance is None else share(group.chance),
    )


def _spread(items: ItemGroups) -> tuple[Fact, ...]:
    """Return how much groups differ, beside random chunks."""
    label = "Standard deviation of the mean correlation between groups, noise taken off"
    difficulty = Fact(
        "Share of the items' difficulty that lies between groups", share(items.difficulty_explained)
    )
    if isinstance(items.spread, NotAnswered):
        return Fact(label, str(items.spread)), difficulty
    spread: GroupSpread = items.spread
    sd = spread.between_sd
    interval = sd.interval
    around = none_because(interval) if isinstance(interval, NotAnswered) else _range(interval)
    return (
        Fact(label, correlation(sd.estimate), around),
        Fact("Variance between groups, noise taken off", number(spread.between_variance)),
        Fact("Variance of the estimates, and of one estimate's noise", _two(spread)),
        Fact(
            "Variance between random chunks, noise taken off (mean; 95 % are below)",
            f"{number(spread.chunk_variance)}; {number(spread.chunk_limit)}",
        ),
        Fact(f"p against {spread.partitions:,} random partitions", number(spread.p)),
        difficulty,
    )


def _left_out(items: ItemGroups) -> tuple[Block, ...]:
    """Return the groups that were not compared."""
    if not items.left_out:
        return ()
    columns = (Column(items.column, "left"), Column("why", "left", folds=True))
    rows = tuple((group.name, group.why) for group in items.left_out)
    return (TableBlock("Groups that were not compared", columns, rows),)


def _two(spread: GroupSpread) -> str:
    """Return both variances."""
    return f"{number(spread.observed_variance)}; {number(spread.noise_variance)}"


def _range(interval: tuple[float, float]) -> str:
    """Return an interval of correlations."""
    return f"[{correlation(interval[0])}, {correlation(interval[1])}]"


def _mean(answer: Estimate | NotAnswered) -> str:
    """Return a mean correlation with its interval."""
    if isinstance(answer, NotAnswered):
        return MISSING
    if isinstance(answer.interval, NotAnswered):
        return f"{correlation(answer.estimate)} ({none_because(answer.interval)})"
    return f"{correlation(answer.estimate)} {_range(answer.interval)}"


def _votes(answer: Estimate | NotAnswered) -> str:
    """Return effective votes with their interval."""
    if isinstance(answer, NotAnswered):
        return MISSING
    if isinstance(answer.interval, NotAnswered):
        return f"{number(answer.estimate)} ({none_because(answer.interval)})"
    return f"{number(answer.estimate)} {brackets(answer.interval)}"
