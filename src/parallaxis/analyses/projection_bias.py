"""How far off a projection from a published φ̄ is, measured on a panel whose pairs are known."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis import _checks
from parallaxis.analyses import ceilings_parts as parts
from parallaxis.analyses import panel_parts
from parallaxis.analyses.projection import NO_VOTES, project
from parallaxis.answers import Estimate, Interval, NotAnswered
from parallaxis.ingredients import Ingredients
from parallaxis.kernels.draws import one_blas_thread
from parallaxis.kernels.effective import kish_where_identified
from parallaxis.kernels.projected_votes import projected_votes
from parallaxis.matrix import ScoreMatrix
from parallaxis.numerals import counted

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ProjectionBias:
    """How far off is the projection on a panel whose pairs are known?

    Attributes
    ----------
    n_members : int
    mean_phi, mean_share_correct : float
        What a publication would state of this panel.
    projected : Estimate
        Effective votes from these two alone.
    recomputed : Estimate or NotAnswered
        Effective votes from the tetrachoric correlation of every pair.
    bias : Estimate or NotAnswered
        Projected less recomputed votes; above zero the projection flatters.
    correlation_bias : Estimate or NotAnswered
        Projected less recomputed mean correlation.
    range : (float, float) or NotAnswered
        Effective votes projected over all shares right from the lowest member's to the highest's.
    range_holds : bool
        Whether the recomputed votes lie in that range.
    """

    n_members: int
    mean_phi: float
    mean_share_correct: float
    projected: Estimate | NotAnswered
    recomputed: Estimate | NotAnswered
    bias: Estimate | NotAnswered
    correlation_bias: Estimate | NotAnswered
    range: Interval | NotAnswered
    range_holds: bool


def projection_bias(
    board: ScoreMatrix | Ingredients, *, level: float = 0.95, draws: int = 1000, seed: int = 0
) -> ProjectionBias | NotAnswered:
    """How far off is a projection from φ̄ and the mean share right, on a panel that is known?

    Parameters
    ----------
    board : ScoreMatrix or Ingredients
        Binary: 1 = right. NaN = not scored; each pair is compared on the items both answered.
    level : float, default 0.95
    draws : int, default 1000
        Bootstrap draws over items.
    seed : int, default 0

    Returns
    -------
    ProjectionBias or NotAnswered
        Why not, for scores that are not right or wrong, fewer than two members whose answers
        vary, or no pair with a correlation.

    Raises
    ------
    InputError
        A setting out of range.

    Examples
    --------
    >>> from parallaxis.worlds import shared_component
    >>> world = shared_component(n_models=9, n_items=2000, accuracy=(0.1, 0.9))
    >>> found = projection_bias(world.board, draws=100)
    >>> found.bias.interval[0] > 0.0  # shares right that differ make the projection flatter
    True
    """
    _checks.probability("level", level)
    _checks.positive_integer("draws", draws, at_least=2)
    _checks.seed(seed)
    with one_blas_thread():
        pairs = parts.known_pairs(Ingredients.of(board), level=level, draws=draws, seed=seed)
        if isinstance(pairs, NotAnswered):
            return pairs
        return bias_of(*pairs, level=level, seed=seed)


def bias_of(
    seats: panel_parts.Seats,
    outcome: panel_parts.Correlations,
    spread: panel_parts.Resampled,
    *,
    level: float,
    seed: int,
) -> ProjectionBias | NotAnswered:
    """Return the bias for a panel whose pairs are known, as :func:`projection_bias` does.

    Parameters
    ----------
    seats, outcome, spread
        Members, their correlations, and mean correlations of resampled items, by the panel's parts.
    level : float
    seed : int
        That of `spread`, so that both speak of the same draws.
    """
    upper = np.triu_indices(len(seats.rows), 1)
    pairs = np.array([outcome.phi[upper], outcome.tetrachoric[upper]])
    if not np.isfinite(pairs).any(axis=1).all():
        return NotAnswered(f"none of {counted(len(upper[0]), 'pair')} has a correlation")
    phi, rho = (float(value) for value in np.nanmean(pairs, axis=1))
    n, share = len(seats.rows), np.nanmean(seats.values, axis=1)
    votes = parts.votes_on_items(seats.values)
    sets = parts.member_sets(votes.values, share, 0.0)
    drawn = parts.drawn_again(seats.values.shape[1], sets, votes, spread.tetrachoric, seed)
    tail, n_items = (1.0 - level) / 2.0, votes.kept.size

    def of(value: float, draws: Array) -> Estimate | NotAnswered:
        if np.isnan(value):
            return NO_VOTES
        return Estimate(value, parts.percentiles(draws, tail, n_items))

    one = projected_votes(phi, n, share.mean())
    many = projected_votes(spread.phi, n, drawn.share_correct.mean(axis=1))
    known = float(kish_where_identified(n, rho))
    drawn_known = kish_where_identified(n, spread.tetrachoric)
    between = project(phi, n, (float(share.min()), float(share.max()))).effective_votes
    holds = not isinstance(between, NotAnswered) and between[0] <= known <= between[1]
    return ProjectionBias(
        n_members=n,
        mean_phi=phi,
        mean_share_correct=float(share.mean()),
        projected=of(float(one.effective_votes), many.effective_votes),
        recomputed=of(known, drawn_known),
        bias=of(float(one.effective_votes) - known, many.effective_votes - drawn_known),
        correlation_bias=of(float(one.correlation) - rho, many.correlation - spread.tetrachoric),
        range=between,
        range_holds=holds,
    )
