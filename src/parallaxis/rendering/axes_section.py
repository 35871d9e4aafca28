"""The section on axes: the ladder, the axes with their rankings, and the permutation null."""

from parallaxis.analyses.axes import Axes
from parallaxis.analyses.axes_answers import Step
from parallaxis.analyses.axes_guard import Guard
from parallaxis.answers import NotAnswered
from parallaxis.numerals import MISSING, correlation, counted, number, percent, share
from parallaxis.rendering.axes_tables import axes_tables, estimate, share_or_none
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
from parallaxis.rendering.figure_ladder import ladder_caption, ladder_figure
from parallaxis.rendering.figure_loadings import loadings_caption, loadings_figure
from parallaxis.rendering.figure_ranking import ranking_caption, ranking_figure
from parallaxis.verdict.axes import p_value
from parallaxis.verdict.ranking import reaches_cap, reordered, unrelated_lose

MEANING = (
    "The ladder asks for one axis after the other. A model of the axes so far is fitted to the "
    "board, boards are simulated from it and fitted again, and the strongest direction that the "
    "fit leaves in the board is compared with what it leaves in them: an axis beyond their "
    "{quantile} quantile is significant. It counts (k_ladder) when it also comes again in the "
    "other half of the items (correlation of {items} or more, and beyond chance) and of the models "
    "({models} or more), holds at least {least} of the common variance, is no mere dependence "
    "between models or items, and all axes before it count."
)
SHUFFLED = (
    "The permutation null shows what boards without any axis would have: an eigenvalue of the item "
    "correlation matrix survives when it lies above the 95 % quantile of the eigenvalue of the "
    "same rank in boards whose items are permuted over the models. It cannot ask for more than one "
    "ability. Drawing the signs of the scores instead keeps the noise of every model."
)
TRUSTED = {
    "shuffled": "the permutation null",
    "signflip": "sign flips",
    "either": "either, they agree",
}


def axes_blocks(axes: Axes) -> tuple[Block, ...]:
    """Return what is said about axes, in order."""
    return (
        Heading("Axes: how many, and which?", "axes"),
        *_meaning(axes),
        *_figure_ladder(axes),
        Facts(_ladder_facts(axes), "on other draws"),
        *_steps(axes),
        *_figure_loadings(axes),
        *_figure_ranking(axes),
        *axes_tables(axes),
        Paragraph(SHUFFLED),
        *_figure_scree(axes),
        Facts(_shuffled_facts(axes), "left open"),
        *_ranks(axes),
    )


def _meaning(axes: Axes) -> tuple[Block, ...]:
    """Say what the ladder asks, with its bars."""
    settings = axes.recipe.settings
    text = MEANING.format(
        quantile=percent(1.0 - settings["alpha"]),
        items=f"{settings['reproducible']:g}",
        models=f"{settings['reproducible_models']:g}",
        least=percent(settings["least_share"]),
    )
    return (Paragraph(text),)


def _figure_ladder(axes: Axes) -> tuple[Block, ...]:
    """Return the figure of the ladder, where a step was tried."""
    if not axes.steps:
        return ()
    return (FigureBlock("ladder", ladder_caption(axes), lambda: ladder_figure(axes)),)


def _figure_loadings(axes: Axes) -> tuple[Block, ...]:
    """Return the figure of loadings, where an axis counts."""
    if not any(axis.strongest_items for axis in axes.axes):
        return ()
    return (FigureBlock("loadings", loadings_caption(axes), lambda: loadings_figure(axes)),)


def _figure_ranking(axes: Axes) -> tuple[Block, ...]:
    """Return the figure of rankings, where there is more than one."""
    if len(axes.axes) < 2 or not axes.places:
        return ()
    return (FigureBlock("ranking", ranking_caption(axes), lambda: ranking_figure(axes)),)


def _figure_scree(axes: Axes) -> tuple[Block, ...]:
    """Return the scree figure, where there are eigenvalues to draw."""
    if isinstance(axes.k_shuffled, NotAnswered) or not axes.nulls:
        return ()
    caption = (
        "Leading eigenvalues of the item correlation matrix; filled points survive the permutation "
        "null. The band runs from the mean to the 95 % quantile of each rank in "
        f"{axes.draws:,} permuted boards."
    )
    return (FigureBlock("axes", caption, lambda: axes_figure(axes)),)


def _ladder_facts(axes: Axes) -> tuple[Fact, ...]:
    """Return the count of the ladder, its size, and what it rests on."""
    k, others = axes.k_ladder, ", ".join(map(str, axes.k_subsamples))
    if isinstance(k, NotAnswered):
        return (Fact("Axes that count (k_ladder)", str(k)),)
    least = "at least " if reaches_cap(axes) else ""
    return (
        Fact("Axes that count (k_ladder)", f"{least}{k}", null="0"),
        Fact("Axes that are significant (k_significant)", _significant(axes), others, "0"),
        *_size_facts(axes, k),
        *_seen(axes),
    )


def _significant(axes: Axes) -> str:
    """Return how many axes are significant, at least so many where the climb was stopped."""
    least = "at least " if axes.capped else ""
    return f"{least}{axes.k_significant}"


def _size_facts(axes: Axes, k: int) -> tuple[Fact, ...]:
    """Return how large the axes after the first are, where there are any."""
    general, omega, lost = (
        axes.general_share,
        axes.omega_hierarchical,
        axes.rank_information_lost,
    )
    moved, found = reordered(axes), axes.k_significant
    rows = []
    if k == 0:
        return ()
    if not isinstance(general, NotAnswered) and not isinstance(found, NotAnswered):
        label = f"Common variance of {counted(found, 'significant axis', 'significant axes')} "
        equal = f"{share(1.0 / found)} (equal axes)"
        rows.append(Fact(label + "on the first", share(general), null=equal))
    if not isinstance(omega, NotAnswered):
        label = "Variance of the total score that the first axis explains (ω_h)"
        rows.append(Fact(label, share(omega)))
    if moved is not None:
        label = "Most pairs of models that a later axis reorders beyond noise"
        rows.append(Fact(label, share(moved), null=share(0.0)))
    if not isinstance(lost, NotAnswered) and k > 1:
        label = "Rank information of the axes that one average loses"
        unrelated = f"{share(unrelated_lose(k))} (unrelated axes)"
        rows.append(Fact(label, share(lost), null=unrelated))
    return tuple(rows)


def _seen(axes: Axes) -> tuple[Fact, ...]:
    """Return which part of the board the ladder saw, and how many boards it simulated."""
    drawn = ", drawn at random" if axes.k_subsamples else ""
    models, items = axes.ladder_shape
    seen = f"{counted(models, 'model')} × {counted(items, 'item')}{drawn}"
    rows = [
        Fact("Board that the ladder saw", seen),
        Fact("Boards simulated a step, at most", f"{axes.recipe.settings['simulations']:,}"),
        *_fit_of_one(axes),
    ]
    if axes.n_copies:
        rows.append(Fact("Near copies of other models set aside before", f"{axes.n_copies:,}"))
    return tuple(rows)


def _fit_of_one(axes: Axes) -> tuple[Fact, ...]:
    """Return the board's first eigenvalue beside those that the fit of one axis would give."""
    found = [step.first_eigenvalue for step in axes.steps if step.first_eigenvalue is not None]
    label = "First eigenvalue of the items, beside boards simulated from one axis"
    return tuple(
        Fact(label, number(one.eigenvalue), null=" to ".join(map(number, one.simulated)))
        for one in found
    )


def _steps(axes: Axes) -> tuple[Block, ...]:
    """Return the steps of the ladder: strength beside its null, then the size of what was found."""
    if not axes.steps:
        return ()
    tests = TableBlock(
        f"{counted(len(axes.steps), 'step')} of the ladder: strength of what the axes before leave "
        "in the board, in standard deviations of what simulated boards leave, beside its quantile",
        (
            Column("axis"),
            Column("strength"),
            Column(f"null {percent(1.0 - axes.recipe.settings['alpha'])}"),
            Column("p"),
            Column("boards"),
            Column("counts", "left", folds=True),
        ),
        tuple(map(_test, axes.steps)),
    )
    found = tuple(_found(step) for step in axes.steps if step.accepted)
    return (tests, _sizes(found)) if found else (tests,)


def _test(step: Step) -> tuple[str, ...]:
    """Return the row of one step."""
    strength, quantile = number(step.statistic), number(step.quantile)
    return str(step.rank), strength, quantile, p_value(step.p), f"{step.draws:,}", counts(step)


def _sizes(rows: tuple[tuple[str, ...], ...]) -> TableBlock:
    """Return the sizes of the significant axes."""
    columns = (
        Column("axis"),
        Column("share"),
        Column("ED of fit"),
        Column("halves of items"),
        Column("chance"),
        Column("halves of models"),
        Column("reordered"),
    )
    caption = (
        "Significant axes before rotation: share of their common variance; effective "
        "dimensionality of the scores that a fit of the axes up to here expects, without the noise "
        "of single answers and a little low; correlation between "
        "halves of the items, beside what unrelated ones reach, and of the models; pairs of models "
        "that change places beyond noise between the items that want the axis most and least"
    )
    return TableBlock(caption, columns, rows)


def _found(step: Step) -> tuple[str, ...]:
    """Return the size of one significant axis."""
    halves = step.split_half
    agreement = (
        (MISSING,) * 3
        if halves is None
        else (estimate(halves.items), correlation(halves.chance), estimate(halves.models))
    )
    fitted = step.effective_dimensionality
    return (
        str(step.rank),
        share_or_none(step.share),
        MISSING if fitted is None else number(fitted),
        *agreement,
        share_or_none(step.reordered),
    )


def counts(step: Step) -> str:
    """Say whether a step counts, and if not why."""
    if step.counted:
        return "yes"
    if not step.accepted:
        return "no: not significant"
    return f"no: {step.why_not or 'no reason given'}".rstrip(".")


def _shuffled_facts(axes: Axes) -> tuple[Fact, ...]:
    """Return the counts of the permutation null, its guard, and what they rest on."""
    counts = (
        Fact(
            "Axes above the permutation null, rank by rank (k_shuffled)",
            str(axes.k_shuffled),
            _left_open(axes.k_shuffled_range),
            "0",
        ),
        Fact("Axes above the null's largest eigenvalue", str(axes.k_shuffled_top_edge), null="0"),
    )
    return (
        *counts,
        *_guard(axes.guard),
        Fact("Permutations", f"{axes.draws:,}"),
        Fact("Items in the correlation matrix", f"{axes.n_items_used:,}"),
        Fact("Items set aside because they tell no models apart", f"{axes.n_dead:,}"),
    )


def _guard(guard: Guard | NotAnswered) -> tuple[Fact, ...]:
    """Return the count of the sign-flip null and how unequal variances are."""
    if isinstance(guard, NotAnswered):
        return ()
    models = guard.model_spread
    flipped = Fact(
        "Axes above the sign-flip null's largest eigenvalue (k_signflip)",
        str(guard.k_signflip),
        _left_open(guard.k_signflip_range),
        "0",
    )
    return (
        flipped,
        Fact(
            "Axes above the sign-flip null, rank by rank", str(guard.k_signflip_by_rank), null="0"
        ),
        Fact("Null to trust", TRUSTED[guard.trusted]),
        Fact(
            "Noise of models, 90 % over 10 % quantile",
            number(models.spread.ratio),
            null=f"{number(models.null_ratio)} (p = {p_value(models.p)})",
        ),
        Fact("Variance of items, largest over median", number(guard.item_spread.largest), null="1"),
    )


def _left_open(limits: tuple[int, int] | NotAnswered) -> str:
    """Return the counts that the draws leave possible, where there is more than one."""
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
