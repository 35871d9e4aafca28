"""How far off a projection from a published φ̄ is, measured on a panel whose pairs are known."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis.analyses import ceilings_parts as parts
from parallaxis.analyses import panel_parts
from parallaxis.analyses.panel_draws import Resampled, percentiles
from parallaxis.analyses.projection import NO_VOTES, project
from parallaxis.answers import Estimate, Interval, NotAnswered
from parallaxis.kernels.effective import kish_where_identified
from parallaxis.kernels.projected_votes import projected_votes
from parallaxis.numerals import counted

Array = NDArray[np.float64]
ROUNDING = 0.005


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
        Whether the recomputed votes lie in that range, or less than half a percent outside: members
        of nearly equal shares right leave hardly any range.
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
    seats: panel_parts.Seats,
    outcome: panel_parts.Correlations,
    spread: Resampled,
    *,
    level: float,
    seed: int,
) -> ProjectionBias | NotAnswered:
    """How far off is a projection from φ̄ and the mean share right, on a panel that is known?

    Parameters
    ----------
    seats, outcome, spread
        Members, their correlations, and what these come to on resampled items, by the panel's
        parts.
    level : float
    seed : int
        That of `spread`, so that both speak of the same draws.

    Returns
    -------
    ProjectionBias or NotAnswered
        Why not, where no pair has a correlation. Intervals are those of the draws, mirrored at the
        estimate as the panel's are.
    """
    upper = np.triu_indices(len(seats.rows), 1)
    pairs = np.array([outcome.phi[upper], outcome.tetrachoric[upper]])
    if not np.isfinite(pairs).any(axis=1).all():
        return NotAnswered(f"none of {counted(len(upper[0]), 'pair')} has a correlation")
    phi, rho = (float(value) for value in np.nanmean(pairs, axis=1))
    n, share = len(seats.rows), np.nanmean(seats.values, axis=1)
    votes = parts.votes_on_items(seats.values)
    sets = parts.member_sets(votes.values, share, 0.0)
    drawn = parts.drawn_again(seats.units, sets, votes, spread.tetrachoric, seed)
    tail, n_items = (1.0 - level) / 2.0, votes.kept.size

    def of(value: float, draws: Array) -> Estimate | NotAnswered:
        if np.isnan(value):
            return NO_VOTES
        return Estimate(value, percentiles(2.0 * value - draws, tail, n_items))

    one = projected_votes(phi, n, share.mean())
    many = projected_votes(spread.phi, n, drawn.share_correct.mean(axis=1))
    known = float(kish_where_identified(n, rho))
    drawn_known = kish_where_identified(n, spread.tetrachoric)
    between = project(phi, n, (float(share.min()), float(share.max()))).effective_votes
    holds = not isinstance(between, NotAnswered) and _within(known, between)
    return ProjectionBias(
        n_members=n,
        mean_phi=phi,
        mean_share_correct=float(share.mean()),
        projected=of(float(one.effective_votes), many.effective_votes),
        recomputed=panel_parts.votes(seats, outcome.tetrachoric, spread.tetrachoric, tail)[2],
        bias=of(float(one.effective_votes) - known, many.effective_votes - drawn_known),
        correlation_bias=of(float(one.correlation) - rho, many.correlation - spread.tetrachoric),
        range=between,
        range_holds=holds,
    )


def _within(value: float, interval: Interval) -> bool:
    """Say whether a value lies in an interval, to half a percent."""
    low, high = interval
    return low * (1.0 - ROUNDING) <= value <= high * (1.0 + ROUNDING)
