"""How many independent votes does a panel carry? Kish's count from latent correlations."""

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np

from parallaxis import _checks
from parallaxis.analyses import panel_parts as parts
from parallaxis.analyses.ceilings import ceilings
from parallaxis.analyses.chance_levels import Chance, chance_cautions, known_chance
from parallaxis.analyses.guessing import guessing_corrected
from parallaxis.analyses.guessing_answers import GuessingCorrected
from parallaxis.analyses.likeness import likeness
from parallaxis.analyses.member_costs import cost_cautions, member_costs
from parallaxis.analyses.panel_answers import Panel, Votes
from parallaxis.analyses.panel_choice import panel_choice
from parallaxis.analyses.panel_choice_answers import PanelChoice
from parallaxis.analyses.panel_cohort_answers import PanelCohorts
from parallaxis.analyses.panel_cohorts import panel_cohorts
from parallaxis.analyses.panel_draws import Resampled, units_of
from parallaxis.analyses.panel_weights import panel_weights
from parallaxis.analyses.projection_bias import projection_bias
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.cautions import Caution
from parallaxis.ingredients import Ingredients
from parallaxis.intake import Recipe
from parallaxis.kernels.draws import one_blas_thread
from parallaxis.kernels.zero_cells import ZERO_CELLS, ZeroCells
from parallaxis.matrix import ScoreMatrix
from parallaxis.numerals import counted


def panel(
    board: ScoreMatrix | Ingredients,
    *,
    zero_cells: ZeroCells = "half",
    chance: Chance = None,
    groups: str | None = None,
    level: float = 0.95,
    draws: int = 1000,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Panel:
    """How many independent votes does a panel of models carry?

    Parameters
    ----------
    board : ScoreMatrix
        Binary: 1 = right. NaN = not scored; each pair is compared on the items both answered.
    zero_cells : {"half", "ml", "drop"}, default "half"
        What a pair with an empty cell in its 2 × 2 table contributes: its value with ½ in that
        cell where the expected count is at least ½ and nothing below; the maximum likelihood
        value ±1; or nothing.
    chance : float or "estimate", optional
        Probability of guessing right, for likeness and for correlations with guesses taken out
        (these need to know it); as in ``axes``.
    groups : str, optional
        Column of the item metadata whose groups are compared, and drawn together for intervals if
        they are worth ten even ones; by default a column with a known name, such as ``subject``.
    level : float, default 0.95
        Coverage of intervals.
    draws : int, default 1000
        Bootstrap draws over items.
    seed : int, default 0
        Same seed, same board, same version: same answer, for any number of threads.
    progress : callable, optional
        Told of finished draws.

    Returns
    -------
    Panel
        On a board that is not binary, and for fewer than two members, the votes are not
        identified.

    Raises
    ------
    InputError
        A setting out of range.

    Notes
    -----
    Votes say how far errors on these items average out, and nothing of shared ancestry. To
    first order the correlation *is* the difficulty of the items. Matrices that are not positive
    semidefinite are averaged as they are.

    References
    ----------
    Kish (1965), Survey Sampling; Pearson (1900), Phil. Trans. R. Soc. A 195, 1–47.

    Examples
    --------
    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> shared = rng.normal(size=2000)
    >>> scores = shared + rng.normal(size=(9, 2000)) > 0
    >>> votes = panel(ScoreMatrix.from_array(scores), draws=50).tetrachoric.n_eff.estimate
    >>> round(votes, 1)
    1.8
    """
    _checks.choice("zero_cells", zero_cells, ZERO_CELLS)
    _checks.probability("level", level)
    _checks.positive_integer("draws", draws, at_least=2)
    shared = Ingredients.of(board)
    settings = {"zero_cells": zero_cells, "chance": chance, "groups": groups}
    settings |= {"level": level, "draws": draws}
    recipe = shared.recipe(_checks.seed(seed), **settings)
    scale = shared.board.scale
    if scale != "binary":
        why = f"votes need right or wrong answers and the scores are {scale}"
        return _not_identified(shared, recipe, why)
    seats = parts.seats(shared, seed, groups)
    if len(seats.rows) < 2:
        models = counted(shared.board.n_models, "model")
        why = f"the answers of {len(seats.rows)} of {models} vary, and a panel needs 2"
        return _not_identified(shared, recipe, why, seats)
    with one_blas_thread():
        return _answer(shared, recipe, seats, progress)


def _answer(
    shared: Ingredients,
    recipe: Recipe,
    seats: parts.Seats,
    progress: Callable[[int], None] | None,
) -> Panel:
    """Put the answer together for a panel of at least two members whose answers vary."""
    outcome = parts.correlate(seats, recipe.settings["zero_cells"])
    spread = parts.resampled(seats, outcome, recipe.settings, recipe.seed, progress)
    tail = (1.0 - recipe.settings["level"]) / 2.0
    votes = Votes(*parts.votes(seats, outcome.tetrachoric, spread.tetrachoric, tail))
    phi_votes = Votes(*parts.votes(seats, outcome.phi, spread.phi, tail))
    conventions = parts.under_each_convention(seats, outcome)
    for matrix in (*outcome.matrices, seats.counts.n):
        matrix.setflags(write=False)
    own = [*_zero_cell_caution(votes, conventions, outcome), *cost_cautions(shared.board)]
    own += chance_cautions(shared, recipe.settings["chance"])
    cautions = (*seats.cautions, *seats.units.cautions(), *parts.few_items(seats), *own)
    same: dict[str, Any] = {"level": recipe.settings["level"], "seed": recipe.seed}
    return Panel(
        recipe=recipe,
        cautions=(*shared.cautions, *cautions),
        tetrachoric=votes,
        phi=phi_votes,
        n_members=len(seats.rows),
        left_out=seats.left_out,
        pairs=outcome.tally,
        units=seats.units,
        zero_cells=MappingProxyType(conventions),
        members=parts.members(seats, outcome),
        tetrachoric_matrix=outcome.tetrachoric,
        phi_matrix=outcome.phi,
        standard_error_matrix=outcome.standard_error,
        phi_standard_error_matrix=outcome.phi_standard_error,
        n_items_matrix=seats.counts.n,
        listed_pairs=parts.listed_pairs(seats, outcome),
        weights=panel_weights(seats, outcome, spread, **same),
        choice=_choice(shared, seats, outcome, spread, recipe),
        guessing=_without_guessing(shared, seats, recipe),
        ceilings=ceilings(seats, outcome, spread, **same),
        projection=projection_bias(seats, outcome, spread, **same),
        likeness=likeness(
            shared, chance=recipe.settings["chance"], draws=recipe.settings["draws"], **same
        ),
        cohorts=_cohorts(shared, votes, recipe),
    )


def _choice(
    shared: Ingredients,
    seats: parts.Seats,
    outcome: parts.Correlations,
    spread: Resampled,
    recipe: Recipe,
) -> PanelChoice:
    """Return which members carry the panel, and what their votes cost."""
    cost = member_costs(shared.board)
    return panel_choice(
        seats.values,
        seats.names,
        outcome.tetrachoric,
        cost=None if cost is None else cost._replace(values=cost.values[seats.rows]),
        zero_cells=recipe.settings["zero_cells"],
        level=recipe.settings["level"],
        seed=recipe.seed,
        drawn_row_sums=spread.member_sums,
        drawn_row_counts=spread.member_pairs,
    )


def _cohorts(shared: Ingredients, votes: Votes, recipe: Recipe) -> PanelCohorts | NotAnswered:
    """Return votes by cohort and content; all members have the interval they have elsewhere."""
    asked = recipe.settings
    found = panel_cohorts(shared, groups=asked["groups"], level=asked["level"], seed=recipe.seed)
    mean, limits = votes.mean_correlation, votes.mean_correlation_interval
    if isinstance(found, NotAnswered) or isinstance(found.cohorts, NotAnswered):
        return found
    if isinstance(mean, NotAnswered):
        return found
    everyone = replace(found.cohorts[0], mean_correlation=Estimate(mean, limits), n_eff=votes.n_eff)
    return replace(found, cohorts=(everyone, *found.cohorts[1:]))


def _without_guessing(
    shared: Ingredients, seats: parts.Seats, recipe: Recipe
) -> GuessingCorrected | NotAnswered:
    """Return the answer with guesses taken out, where it is known how often they are right."""
    asked = recipe.settings
    return guessing_corrected(
        seats.values,
        seats.names,
        known_chance(shared, asked["chance"]),
        draw_times=lambda draw: seats.units.times(range(draw, draw + 1), recipe.seed)[0],
        draws=asked["draws"],
        level=asked["level"],
        zero_cells=asked["zero_cells"],
    )


def _not_identified(
    shared: Ingredients, recipe: Recipe, why: str, seats: parts.Seats | None = None
) -> Panel:
    """Say why a board does not answer the question."""
    reason = NotAnswered(why)
    nothing = Votes(reason, reason, reason)
    return Panel(
        recipe=recipe,
        cautions=shared.cautions,
        tetrachoric=nothing,
        phi=nothing,
        n_members=0 if seats is None else len(seats.rows),
        left_out=() if seats is None else seats.left_out,
        pairs=parts.PairTally(0, 0, 0, 0, 0),
        units=units_of(shared.board),
        zero_cells={},
        members=(),
        tetrachoric_matrix=np.empty((0, 0)),
        phi_matrix=np.empty((0, 0)),
        standard_error_matrix=np.empty((0, 0)),
        phi_standard_error_matrix=np.empty((0, 0)),
        n_items_matrix=np.empty((0, 0)),
        listed_pairs=(),
        weights=reason,
        choice=reason,
        guessing=reason,
        ceilings=reason,
        projection=reason,
        likeness=reason,
        cohorts=reason,
    )


def _zero_cell_caution(
    votes: Votes, conventions: dict[str, float], outcome: parts.Correlations
) -> list[Caution]:
    """Say when the convention for empty cells matters more than the sample of items."""
    if isinstance(votes.n_eff, NotAnswered) or isinstance(votes.n_eff.interval, NotAnswered):
        return []
    low, high = votes.n_eff.interval
    values = [value for value in conventions.values() if np.isfinite(value)]
    if all(low <= value <= high for value in values):
        return []
    listed = ", ".join(f"{name} {value:.3g}" for name, value in conventions.items())
    return [
        Caution(
            "zero_cells",
            f"{outcome.tally.n_zero_cell} of {outcome.tally.n_pairs} pairs have an empty cell, "
            f"and what is done with them moves the effective votes by more than their interval: "
            f"{listed}. What is predicted of all members from their correlations hangs on it too.",
        )
    ]
