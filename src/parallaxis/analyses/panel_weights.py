"""Votes of a panel by what its correlations spread over, and with its members weighted best."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from parallaxis.analyses import panel_parts
from parallaxis.analyses.panel_draws import Resampled, percentiles
from parallaxis.analyses.panel_parts import tetrachoric_matrix
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.errors import NotIdentified
from parallaxis.kernels.best_member import deal_items
from parallaxis.kernels.draws import generator
from parallaxis.kernels.influence import item_influence
from parallaxis.kernels.optimal_votes import nearest_correlation, nonnegative_votes, optimal_votes
from parallaxis.numerals import counted

Array = NDArray[np.float64]
Places = NDArray[np.intp]
MOST_WEIGHTED = 200  # members, above which weights would follow noise
FEWEST_ITEMS = 40  # for weights from one half of the items, judged on the other
CUTS = 10
CUT_STREAM = 91


@dataclass(frozen=True, slots=True)
class Optimal:
    """The panel with its members weighted best.

    Attributes
    ----------
    unbounded_votes : float
        1ᵀR⁻¹1 of the tetrachoric correlations R on these items: negative weights allowed. They
        need correlations far more exact than these, and promise too much.
    votes : float
        1/wᵀRw of the best weights of which none is negative, Σw = 1, on these items.
    judged : Estimate or NotAnswered
        The same with weights from one half of the items and R from the other, over ten cuts both
        ways: what to expect of weights on other items of this kind.
    equal_judged : float or NotAnswered
        Votes of equal weights on the same halves.
    smallest_eigenvalue : float
        Of R; below 0 it is no correlation matrix.
    distance : float
        Frobenius distance from R to the nearest correlation matrix with eigenvalues of at least
        0.001, which then takes its place; 0 where R itself is such a matrix.
    weights : tuple of float
        The best of which none is negative, one a member, adding to 1.
    """

    unbounded_votes: float
    votes: float
    judged: Estimate | NotAnswered
    equal_judged: float | NotAnswered
    smallest_eigenvalue: float
    distance: float
    weights: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class PanelWeights:
    """Votes counted in two other ways than Kish's.

    Attributes
    ----------
    participation_ratio : Estimate or NotAnswered
        n²/ΣΣρ²: over how many equally strong directions the correlations spread, from 1 to n, less
        what noise adds to squared correlations; n where these do not exceed it.
    participation_ratio_plain : float or NotAnswered
        The same with that noise left in; too small, the more so the fewer the items.
    optimal : Optimal or NotAnswered
    """

    participation_ratio: Estimate | NotAnswered
    participation_ratio_plain: float | NotAnswered
    optimal: Optimal | NotAnswered


def panel_weights(
    seats: panel_parts.Seats,
    outcome: panel_parts.Correlations,
    spread: Resampled,
    *,
    level: float,
    seed: int,
) -> PanelWeights:
    """How many votes does the panel carry by other counts than Kish's?

    Parameters
    ----------
    seats, outcome, spread
        Members, their correlations, and what these come to on resampled items, by the panel's
        parts.
    level : float
        Coverage of intervals.
    seed : int
        Of the cuts into halves.

    Returns
    -------
    PanelWeights

    Notes
    -----
    A squared correlation that is known with standard error s is too large by s² on average, and a
    resampled one by 2s²; both are taken off before the ratio is formed. Halves are made of the
    units that are drawn together. Judged votes are one over the mean of wᵀRw over halves, Σw = 1.
    Their interval takes the weights as given: with influences h of a half's n items on wᵀRw, the
    squared standard error is half the mean of Σh²/n².
    """
    n = len(seats.rows)
    pairs = outcome.tetrachoric[np.triu_indices(n, 1)]
    known = pairs[np.isfinite(pairs)]
    if not known.size:
        why = NotAnswered(f"none of {counted(pairs.size, 'pair')} has a correlation")
        return PanelWeights(why, why, why)
    mean_square = float((known**2).mean())
    return PanelWeights(
        _participation(seats, mean_square - outcome.squared_error, spread, (1.0 - level) / 2.0),
        float(_spread_over(n, mean_square)),
        _optimal(seats, outcome.tetrachoric, level=level, seed=seed),
    )


class Half(NamedTuple):
    """Variance wᵀRw on one half of weights from the other, its squared error, that of equal w."""

    variance: float
    squared_error: float
    equal: float


def _participation(
    seats: panel_parts.Seats, mean_square: float, spread: Resampled, tail: float
) -> Estimate:
    """Return the participation ratio less noise, with its interval over items."""
    n, n_items = len(seats.rows), seats.values.shape[1]
    value = float(_spread_over(n, mean_square))
    drawn = _spread_over(n, spread.mean_square)
    return Estimate(value, percentiles(drawn, tail, n_items))


def _spread_over(n: int, mean_square: Array | float) -> Array:
    """Return n²/ΣΣρ² for a mean squared correlation of the pairs."""
    return np.asarray(n / (1.0 + (n - 1) * np.maximum(mean_square, 0.0)))


def _optimal(
    seats: panel_parts.Seats, matrix: Array, *, level: float, seed: int
) -> Optimal | NotAnswered:
    """Return the votes of the best weights, on these items and judged on others."""
    n = len(seats.rows)
    if n > MOST_WEIGHTED:
        return NotAnswered(
            f"{n:,} members; the best weights of more than {MOST_WEIGHTED} would follow noise"
        )
    missing = int(np.isnan(matrix).sum()) // 2
    if missing:
        return NotAnswered(f"{counted(missing, 'pair')} without a correlation; weights need all")
    found = nearest_correlation(matrix)
    try:
        unbounded = optimal_votes(found.matrix).votes
        votes, weights = nonnegative_votes(found.matrix)
    except NotIdentified as reason:
        return NotAnswered(str(reason))
    judged, equal = _judged(seats, level=level, seed=seed)
    return Optimal(
        unbounded_votes=unbounded,
        votes=votes,
        judged=judged,
        equal_judged=equal,
        smallest_eigenvalue=float(np.linalg.eigvalsh(matrix)[0]),
        distance=found.distance,
        weights=tuple(weights.tolist()),
    )


def _judged(
    seats: panel_parts.Seats, *, level: float, seed: int
) -> tuple[Estimate | NotAnswered, float | NotAnswered]:
    """Return votes with weights from other items than those they are judged by."""
    n_units = seats.units.n_units
    if seats.values.shape[1] < FEWEST_ITEMS or n_units < 2:
        few = NotAnswered(
            f"{counted(seats.values.shape[1], 'item')}; weighting and judging on other items "
            f"needs {FEWEST_ITEMS}"
        )
        return few, few
    halves = [
        half
        for cut in range(CUTS)
        for half in _one_cut(
            seats, deal_items(n_units, 2, generator(seed, CUT_STREAM, cut))[seats.units.of_item]
        )
    ]
    if len(halves) < CUTS:  # of two a cut
        none = NotAnswered("on halves of the items too many pairs have no correlation")
        return none, none
    variance, squared_error, equal = np.array(halves).mean(axis=0)
    if min(variance, equal) <= 0.0:
        none = NotAnswered("on other items their sum has no variance that could be told from none")
        return none, none
    half = float(ndtri((1.0 + level) / 2.0) * np.sqrt(squared_error / 2.0) / variance)
    limits = float(np.exp(-half) / variance), float(np.exp(half) / variance)
    return Estimate(float(1.0 / variance), limits), float(1.0 / equal)


def _one_cut(seats: panel_parts.Seats, side: Places) -> list[Half]:
    """Return what weights from each half come to on the other; nothing where a half has gaps."""
    parts = [seats.values[:, side == number] for number in (0, 1)]
    matrices = [tetrachoric_matrix(part) for part in parts]
    if any(np.isnan(matrix).any() for matrix in matrices):
        return []
    units = [seats.units.of_item[side == number] for number in (0, 1)]
    return [
        half
        for here, there in ((0, 1), (1, 0))
        if np.isfinite(
            half := _half(matrices[here], parts[there], matrices[there], units[there])
        ).all()
    ]


def _half(here: Array, values: Array, there: Array, units: Places) -> Half:
    """Judge the weights of one half on the other."""
    _, weights = nonnegative_votes(nearest_correlation(here).matrix)
    influence = item_influence(values, there, 2.0 * np.outer(weights, weights))
    sums = np.bincount(units, weights=influence - influence.mean())
    squared_error = float(sums @ sums) / values.shape[1] ** 2
    return Half(float(weights @ there @ weights), squared_error, float(there.mean()))
