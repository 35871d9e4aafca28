"""The section on the panel: effective votes, pairs of models, and members."""

import numpy as np

from parallaxis.analyses.panel_answers import Panel, Votes
from parallaxis.analyses.panel_parts import Member
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.numerals import brackets, correlation, counted, number, percent, share
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
from parallaxis.rendering.ceilings_section import ceilings_blocks
from parallaxis.rendering.figure_members import members_caption, members_figure
from parallaxis.rendering.figure_pairs import pairs_caption, pairs_figure
from parallaxis.rendering.guessing_section import guessing_blocks
from parallaxis.rendering.likeness_section import likeness_blocks
from parallaxis.rendering.panel_choice_section import panel_choice_blocks
from parallaxis.rendering.panel_cohorts_section import panel_cohorts_blocks
from parallaxis.rendering.panel_weights_section import panel_weights_blocks
from parallaxis.rendering.projection_section import projection_bias_blocks

MEANING = (
    "Effective votes of the panel are n / (1 + (n − 1) ρ̄): as many independent voters would "
    "average their errors as well as these n with mean correlation ρ̄. The tetrachoric correlation "
    "is that of the abilities behind right and wrong; φ is that of the zeros and ones."
)
CONVENTIONS = {
    "half": "half an answer in the empty cell",
    "ml": "maximum likelihood",
    "drop": "pairs left out",
}
FEWEST_TO_DRAW = 3
LISTED_MEMBERS = 60
LISTED_PAIRS = 10


def panel_blocks(panel: Panel) -> tuple[Block, ...]:
    """Return what is said about the panel, in order."""
    return (
        Heading("Panel: how many votes do the models carry?", "panel"),
        Paragraph(MEANING),
        Facts(
            (*_votes(panel, "tetrachoric", panel.tetrachoric), *_votes(panel, "φ", panel.phi)),
            f"{percent(panel.recipe.settings['level'])} interval",
        ),
        *_figures(panel),
        *_pair_tables(panel),
        *_members(panel),
        *_counts(panel),
        *_more(panel),
    )


def _more(panel: Panel) -> tuple[Block, ...]:
    """Return the sections on ceilings, likeness, cohorts and projections, where votes count."""
    if isinstance(panel.tetrachoric.mean_correlation, NotAnswered):
        return ()
    level = percent(panel.recipe.settings["level"])
    return (
        *panel_weights_blocks(panel.weights, tuple(m.model for m in panel.members), level=level),
        *panel_choice_blocks(panel.choice, level=level),
        *guessing_blocks(panel.guessing),
        *ceilings_blocks(panel.ceilings, level=level),
        *likeness_blocks(panel.likeness),
        *panel_cohorts_blocks(panel.cohorts),
        *projection_bias_blocks(panel.projection, level=level),
    )


def _votes(panel: Panel, name: str, votes: Votes) -> tuple[Fact, ...]:
    """Return effective votes and mean correlation of one kind."""
    label = f"Effective votes of the panel, {name}"
    if isinstance(votes.n_eff, NotAnswered):
        counted_votes = Fact(label, str(votes.n_eff))
    else:
        value, interval = number(votes.n_eff.estimate), _interval(votes.n_eff)
        counted_votes = Fact(label, value, interval, f"{panel.n_members:,}")
    mean, limits = votes.mean_correlation, votes.mean_correlation_interval
    if isinstance(mean, NotAnswered) or isinstance(limits, NotAnswered):
        return (counted_votes,)
    around = f"[{correlation(limits[0])}, {correlation(limits[1])}]"
    return counted_votes, Fact(f"Mean correlation, {name}", correlation(mean), around, "0")


def _interval(votes: Estimate) -> str:
    """Return the interval of the votes, or why there is none."""
    interval = votes.interval
    return none_because(interval) if isinstance(interval, NotAnswered) else brackets(interval)


def _figures(panel: Panel) -> tuple[Block, ...]:
    """Return the heat map and the members, where there are enough of them to draw."""
    if len(panel.members) < FEWEST_TO_DRAW or not np.isfinite(_off_diagonal(panel)).any():
        return ()
    return (
        FigureBlock("pairs", pairs_caption(panel), lambda: pairs_figure(panel)),
        FigureBlock("members", members_caption(panel), lambda: members_figure(panel)),
    )


def _pair_tables(panel: Panel) -> tuple[Block, ...]:
    """Return the most and the least correlated pairs."""
    values = _off_diagonal(panel)
    known = np.flatnonzero(np.isfinite(values))
    order = known[np.argsort(-values[known], kind="stable")]
    if order.size == 0:
        return ()
    most = _pair_table(panel, "Most correlated pairs", order[:LISTED_PAIRS])
    if order.size <= LISTED_PAIRS:
        return (most,)
    least = order[LISTED_PAIRS:][::-1][:LISTED_PAIRS]
    return most, _pair_table(panel, "Least correlated pairs", least)


def _pair_table(panel: Panel, caption: str, chosen: np.ndarray) -> TableBlock:
    """Return a table of pairs, given by their place above the diagonal."""
    first, second = np.triu_indices(len(panel.members), 1)
    matrices = (
        panel.tetrachoric_matrix,
        panel.standard_error_matrix,
        panel.phi_matrix,
        panel.phi_standard_error_matrix,
    )
    rows = [
        (
            panel.members[i].model,
            panel.members[j].model,
            *(correlation(float(matrix[i, j])) for matrix in matrices),
            f"{panel.n_items_matrix[i, j]:,.0f}",
        )
        for i, j in zip(first[chosen], second[chosen], strict=True)
    ]
    columns = (
        Column("model", "left"),
        Column("model", "left"),
        Column("tetrachoric"),
        Column("s.e."),
        Column("φ"),
        Column("s.e."),
        Column("items"),
    )
    return TableBlock(caption, columns, tuple(rows), brief=5)


def _members(panel: Panel) -> tuple[Block, ...]:
    """Return the members, those with most right answers first."""
    if not panel.members:
        return ()
    ordered = sorted(panel.members, key=lambda member: -member.share_correct)
    n = len(ordered)
    caption = "Members of the panel, by share of right answers"
    if n > LISTED_MEMBERS:
        caption += f": the first {LISTED_MEMBERS} of {n:,} (the JSON lists all)"
    columns = (
        Column("model", "left"),
        Column("right"),
        Column("mean tetrachoric"),
        Column("mean φ"),
    )
    return (TableBlock(caption, columns, tuple(map(_member, ordered[:LISTED_MEMBERS]))),)


def _member(member: Member) -> tuple[str, ...]:
    """Return the row of one member."""
    return (
        member.model,
        share(member.share_correct),
        correlation(member.mean_tetrachoric),
        correlation(member.mean_phi),
    )


def _counts(panel: Panel) -> tuple[Block, ...]:
    """Return what the votes rest on: pairs, empty cells, and models left out."""
    if not panel.members:
        return ()
    pairs = panel.pairs
    rows = [
        Fact("Intervals draw again", _units(panel)),
        Fact("Pairs of members", f"{pairs.n_pairs:,}"),
        Fact("Pairs that the JSON lists, most correlated first", f"{pairs.n_listed:,}"),
        Fact("Pairs with an empty cell in their table", f"{pairs.n_zero_cell:,}"),
        Fact("Pairs too thin to say anything, left out", f"{pairs.n_uninformative:,}"),
        Fact("Pairs without a value", f"{pairs.n_undefined:,}"),
    ]
    if pairs.n_zero_cell:
        rows += [
            Fact(f"Effective votes, {CONVENTIONS.get(name, name)}", number(value))
            for name, value in panel.zero_cells.items()
        ]
    return (Facts(tuple(rows)), *_left_out(panel))


def _units(panel: Panel) -> str:
    """Return what intervals draw again."""
    units = panel.units
    if not units.column:
        return counted(units.n_units, "item")
    return f"{counted(units.n_units, 'group')} of items by {units.column!r}"


def _left_out(panel: Panel) -> tuple[Block, ...]:
    """Return the models without a vote."""
    if not panel.left_out:
        return ()
    listed = panel.left_out[:LISTED_MEMBERS]
    caption = f"{counted(len(panel.left_out), 'model')} without a vote"
    if len(listed) < len(panel.left_out):
        caption += f": the first {len(listed)}"
    columns = (Column("model", "left"), Column("why", "left", folds=True))
    return (TableBlock(caption, columns, tuple((left.model, left.why) for left in listed)),)


def _off_diagonal(panel: Panel) -> np.ndarray:
    """Return the tetrachoric correlations above the diagonal."""
    matrix = panel.tetrachoric_matrix
    return np.asarray(matrix[np.triu_indices(len(matrix), 1)])
