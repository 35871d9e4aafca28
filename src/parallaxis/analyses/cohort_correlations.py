"""Correlations of pairs of components in all models and in every cohort, with what they show."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from parallaxis.analyses.cohorts import FEWEST, Cohort, bands_of_others, collider_bands
from parallaxis.analyses.redundancy_parts import CohortCorrelation
from parallaxis.answers import Estimate, Interval, NotAnswered
from parallaxis.kernels.attenuation import at_full_range
from parallaxis.kernels.multiplicity import holm
from parallaxis.kernels.pair_correlations import (
    FEWEST_GROUPS,
    PairCorrelations,
    correlation_intervals,
    pair_correlations,
    two_sided_p,
)
from parallaxis.kernels.scaling import prepare
from parallaxis.numerals import counted

Array = NDArray[np.float64]
Places = NDArray[np.intp]
Answer = Estimate | NotAnswered
SPREAD = 0.5  # share of the spread of all models from which a cohort can speak of redundancy


@dataclass(frozen=True, eq=False, slots=True)
class PairBoard:
    """What the correlations are computed from.

    Attributes
    ----------
    scores, comparable : ndarray, shape (n_models, n_components)
        Of components; and in a unit in which they may be averaged.
    first, second : ndarray of int, shape (n_pairs,)
    families : ndarray of int, shape (n_models,)
        The unit of resampling.
    level : float
    """

    scores: Array
    comparable: Array
    first: Places
    second: Places
    families: Places
    level: float


@dataclass(frozen=True, slots=True)
class Measured:
    """A cohort's correlation with its p-value (NaN where it is not to be tested)."""

    answer: CohortCorrelation
    p: float


def estimates(r: Array, error: Array, found: PairCorrelations, *, level: float) -> list[Answer]:
    """Return correlations with their intervals, or why there are none."""
    low, high = correlation_intervals(r, error, found.n_groups, level=level)
    out: list[Answer] = []
    for i, value in enumerate(r.tolist()):
        if np.isnan(value):
            models = counted(int(found.n_rows[i]), "model")
            out.append(NotAnswered(f"one of the two is constant over the {models} with both"))
        elif np.isnan(low[i]):
            groups = counted(int(found.n_groups[i]), "independent group")
            why = f"{groups} of models; an interval needs {FEWEST_GROUPS}"
            out.append(Estimate(value, NotAnswered(why)))
        else:
            out.append(Estimate(value, (float(low[i]), float(high[i]))))
    return out


def in_cohorts(
    board: PairBoard, described: Sequence[Cohort], whole: Sequence[Answer], *, threshold: float
) -> list[tuple[CohortCorrelation, ...]]:
    """How does each pair correlate in each cohort, and what does that show?

    Parameters
    ----------
    board : PairBoard
    described : sequence of Cohort
        Those that do not depend on the pair.
    whole : sequence of (Estimate or NotAnswered)
        Spearman's correlation of each pair in all models.
    threshold : float
        Of redundancy.

    Returns
    -------
    list of tuple of CohortCorrelation
        For each pair: bands of the other components, described cohorts, colliders. A cohort
        *reverses* where it and all models are off zero with opposite signs, its p-value adjusted
        by Holm over all cohorts of all pairs. It *contradicts* where it keeps half of the spread
        of both components and the upper end of its interval, corrected to the full range, lies
        below the threshold. Colliders do neither.
    """
    ranks = prepare(board.scores, scaling="rank")
    ranks[np.isnan(board.scores)] = np.nan
    shared = [
        _measured(board, ranks, one, slice(None))
        for one in (*described, *collider_bands(board.comparable))
    ]
    rows = []
    for i, pair in enumerate(zip(board.first.tolist(), board.second.tolist(), strict=True)):
        bands = bands_of_others(board.comparable, pair)
        own = [_measured(board, ranks, band, slice(i, i + 1))[0] for band in bands]
        rows.append([*own, *(cohort[i] for cohort in shared)])
    adjusted = iter(holm(np.array([one.p for row in rows for one in row])).tolist())
    alpha = 1.0 - board.level
    return [
        tuple(
            _flagged(one.answer, of_all, significant=next(adjusted) <= alpha, threshold=threshold)
            for one in row
        )
        for row, of_all in zip(rows, whole, strict=True)
    ]


def towards(interval: Interval, estimate: float) -> Interval:
    """Return an interval of the correlation in the direction of an estimate's sign.

    Examples
    --------
    >>> towards((-0.9, -0.7), -0.8), towards((-0.1, 0.3), 0.8)
    ((0.7, 0.9), (-0.1, 0.3))
    """
    low, high = interval
    return (low, high) if estimate >= 0.0 else (-high, -low)


def _measured(board: PairBoard, ranks: Array, cohort: Cohort, pairs: slice) -> list[Measured]:
    """Correlate some pairs in a cohort."""
    first, second, rows = board.first[pairs], board.second[pairs], cohort.rows
    # inside one family, its models are what varies; elsewhere whole families are
    unit = rows if cohort.kind == "family" else board.families[rows]
    units = np.unique(unit, return_inverse=True)[1].astype(np.intp)
    found = pair_correlations(board.scores[rows], first, second, units)
    answers = estimates(found.spearman, found.spearman_error, found, level=board.level)
    p = two_sided_p(found.spearman, found.spearman_error, found.n_groups)
    kept = _kept_spread(ranks, rows, first, second)
    return [
        _of_pair(cohort, answers[i], int(found.n_rows[i]), float(kept[i]), float(p[i]))
        for i in range(first.size)
    ]


def _of_pair(cohort: Cohort, answer: Answer, n: int, spread: float, p: float) -> Measured:
    """Put together what a cohort says of a pair."""
    if n < FEWEST:
        answer = NotAnswered(f"{counted(n, 'model')} with both scores; {FEWEST} are needed")
    corrected: float | NotAnswered = NotAnswered("the cohort keeps less than half of the spread")
    if isinstance(answer, NotAnswered):
        corrected, p = answer, float("nan")
    elif spread >= SPREAD:
        corrected = at_full_range(answer.estimate, spread)
    found = CohortCorrelation(
        kind=cohort.kind,
        name=cohort.name,
        n_models=n,
        spearman=answer,
        spread=spread,
        range_corrected=corrected,
        is_collider=cohort.is_collider,
    )
    return Measured(found, float("nan") if cohort.is_collider else p)


def _kept_spread(ranks: Array, rows: Places, first: Places, second: Places) -> Array:
    """Return the smaller share of the spread of ranks that a cohort keeps of each pair."""
    used, places = np.unique(np.concatenate([first, second]), return_inverse=True)
    kept = _deviation(ranks[np.ix_(rows, used)]) / _deviation(ranks[:, used])
    return np.asarray(kept[places].reshape(2, -1).min(axis=0))


def _deviation(columns: Array) -> Array:
    """Return standard deviations over what is known; 0 where nothing is."""
    known = ~np.isnan(columns)
    count = np.maximum(known.sum(axis=0), 1)
    mean = np.where(known, columns, 0.0).sum(axis=0) / count
    squares = np.where(known, columns - mean, 0.0) ** 2
    return np.asarray(np.sqrt(squares.sum(axis=0) / count))


def _flagged(
    found: CohortCorrelation,
    whole: Answer,
    *,
    significant: bool,
    threshold: float,
) -> CohortCorrelation:
    """Say whether a cohort contradicts redundancy, and whether it reverses the sign."""
    here = found.spearman
    if found.is_collider or isinstance(here, NotAnswered) or isinstance(whole, NotAnswered):
        return found
    if isinstance(here.interval, NotAnswered) or isinstance(whole.interval, NotAnswered):
        return found
    upper = towards(here.interval, whole.estimate)[1]
    contradicts = found.spread >= SPREAD and at_full_range(upper, found.spread) < threshold
    off_zero = towards(whole.interval, whole.estimate)[0] > 0.0
    return replace(
        found, contradicts=contradicts, reverses=off_zero and significant and upper < 0.0
    )
