"""The parts of the answer on choosing a panel: the leave-one-out table, and the steps of a path."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

from parallaxis.analyses.panel_choice_answers import Judged, LeftOneOut, PathStep
from parallaxis.answers import Estimate, Interval, NotAnswered
from parallaxis.kernels.effective import kish_where_identified
from parallaxis.kernels.majority_path import Marks, majority_along, majority_left_out
from parallaxis.kernels.multiplicity import benjamini_hochberg
from parallaxis.kernels.panel_path import along, leave_one_out, left_out_of_sums, pair_sums
from parallaxis.kernels.panel_sets import BestSet, best_sets

Array = NDArray[np.float64]
Places = NDArray[np.intp]
NAMED_SETS = 25  # members up to which a better set than the path's is named
SAME = 1e-9  # relative difference of votes that is rounding


class Members(NamedTuple):
    """Names, correlations, answers, shares right and costs of the members; NaN: cost unknown."""

    names: tuple[str, ...]
    matrix: Array
    votes: Marks
    share_correct: Array
    cost: Array


class LeftTable(NamedTuple):
    """The leave-one-out table, and the members without whom votes are higher."""

    rows: tuple[LeftOneOut, ...]
    raise_votes: tuple[str, ...]


def leave_one_out_table(members: Members, sums: Array, counts: Array, level: float) -> LeftTable:
    """Return what each member's leaving costs, in votes and in the majority.

    Parameters
    ----------
    members : Members
    sums, counts : ndarray, shape (draws, n_members)
        Row sums of the known correlations in each draw of items, and how many are known; no rows
        where no interval is asked for.
    level : float
        Coverage of intervals.
    """
    votes, majority = leave_one_out(members.matrix), majority_left_out(members.votes)
    drawn = left_out_of_sums(sums, counts).loss
    half = float(ndtri((1.0 + level) / 2.0)) * majority.standard_error
    means = _mean_with_others(members.matrix)
    rows = []
    for i, name in enumerate(members.names):
        loss = _loss(float(votes.loss[i]), drawn[:, i], level)
        centre, cost = float(majority.loss[i]), float(members.cost[i])
        adds = isinstance(loss, Estimate) and loss.estimate > 0.0
        rows.append(
            LeftOneOut(
                model=name,
                share_correct=float(members.share_correct[i]),
                mean_correlation=float(means[i]),
                votes_without=identified(float(votes.without[i])),
                loss=loss,
                majority_without=float(majority.without[i]),
                majority_loss=Estimate(centre, (centre - float(half[i]), centre + float(half[i]))),
                cost=cost,
                cost_per_vote=cost / float(votes.loss[i]) if adds else float("nan"),
            )
        )
    return LeftTable(tuple(rows), _raising(rows, drawn, level))


def steps(
    members: Members,
    order: Places,
    judged: Mapping[int, Judged],
    *,
    odd: bool = False,
    tried: bool = False,
) -> tuple[PathStep, ...]:
    """Return the panels along an order.

    Parameters
    ----------
    members : Members
    order : ndarray of int
    judged : mapping of int to Judged
        By size.
    odd : bool
        Odd sizes only.
    tried : bool
        Whether to try every set of a size, where there are few enough.
    """
    path = along(members.matrix, order)
    majority = majority_along(members.votes, order)
    right = np.cumsum(members.share_correct[order]) / np.arange(1, order.size + 1)
    cost = np.cumsum(members.cost[order])
    pairs = pair_sums(members.matrix)
    overall = pairs.values.sum() / max(float(pairs.known.sum()), 1.0)
    found = best_sets(members.matrix) if tried else {}
    out, done = [], 0
    for size in range(1, order.size + 1, 2 if odd else 1):
        place, votes = size - 1, float(path.votes[size - 1])
        best = _best(members.names, found.get(size), votes)
        out.append(
            PathStep(
                size=size,
                added=tuple(members.names[i] for i in order[done:size]),
                votes=identified(votes),
                typical_votes=identified(float(kish_where_identified(size, overall))),
                best_votes=best[0],
                best_models=best[1],
                share_correct=float(right[place]),
                majority=float(majority[place]),
                judged=judged.get(size),
                cost=float(cost[place]),
                cost_per_vote=float(cost[place]) / votes,
            )
        )
        done = size
    return tuple(out)


def identified(votes: float) -> float | NotAnswered:
    """Return votes, or why there are none."""
    if np.isnan(votes):
        return NotAnswered("no pair is known, or their mean correlation is at or below −1/(n − 1)")
    return votes


def _loss(value: float, drawn: Array, level: float) -> Estimate | NotAnswered:
    """Return a loss of votes with its percentile interval; draws without votes count at both ends.

    A draw whose votes are not identified might lie anywhere: as −∞ for the lower end, as +∞ for
    the upper one.
    """
    if np.isnan(value):
        return NotAnswered("the votes with or without this member are not identified")
    return Estimate(value, _percentiles(drawn, (1.0 - level) / 2.0))


def _percentiles(drawn: Array, tail: float) -> Interval | NotAnswered:
    """Return the percentile interval, or why there is none."""
    if drawn.size < 2:
        return NotAnswered("there are no draws of items to take it from")
    lost = np.isnan(drawn)
    with np.errstate(invalid="ignore"):
        low = float(np.quantile(np.where(lost, -np.inf, drawn), tail))
        high = float(np.quantile(np.where(lost, np.inf, drawn), 1.0 - tail))
    if not (np.isfinite(low) and np.isfinite(high)):
        return NotAnswered(f"votes are not identified in {lost.mean():.1%} of the draws of items")
    return low, high


def _raising(rows: list[LeftOneOut], drawn: Array, level: float) -> tuple[str, ...]:
    """Return the members without whom votes are higher, false ones held to a share 1 − level."""
    below = np.array([_is_below_zero(row.loss) for row in rows])
    if not below.any():
        return ()
    p = np.full(len(rows), np.nan)
    for i, row in enumerate(rows):
        if isinstance(row.loss, Estimate) and isinstance(row.loss.interval, tuple):
            error = float(np.nanstd(drawn[:, i], ddof=1))
            p[i] = 2.0 * ndtr(-abs(row.loss.estimate) / error) if error > 0.0 else 1.0
    stands = np.nan_to_num(benjamini_hochberg(p), nan=1.0) <= 1.0 - level
    return tuple(row.model for row, named in zip(rows, below & stands, strict=True) if named)


def _is_below_zero(loss: Estimate | NotAnswered) -> bool:
    """Say whether the interval of a loss is below zero."""
    if isinstance(loss, NotAnswered) or isinstance(loss.interval, NotAnswered):
        return False
    return loss.interval[1] < 0.0


def _best(
    names: tuple[str, ...], best: BestSet | None, votes: float
) -> tuple[float | None, tuple[str, ...]]:
    """Return the most votes of any set of a size, and its members where the path's has fewer."""
    if best is None or np.isnan(best.votes):
        return None, ()
    if votes >= best.votes * (1.0 - SAME) or best.members.size > NAMED_SETS:
        return best.votes, ()
    return best.votes, tuple(names[i] for i in best.members)


def _mean_with_others(matrix: Array) -> Array:
    """Return each member's mean known correlation with the others; NaN where there is none."""
    pairs = pair_sums(matrix)
    total, count = pairs.values.sum(axis=1), pairs.known.sum(axis=1)
    means = np.divide(total, count, out=np.full(total.size, np.nan), where=count > 0.0)
    return np.asarray(means)
