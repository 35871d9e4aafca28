"""Mean tetrachoric correlation of a panel on some items, with its error, and votes from it."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parallaxis.answers import Estimate, NotAnswered
from parallaxis.errors import NotIdentified
from parallaxis.kernels.effective import kish, kish_where_identified
from parallaxis.kernels.influence import item_influence

Array = NDArray[np.float64]
Places = NDArray[np.intp]


class MeanCorrelation(NamedTuple):
    """Mean over the pairs that have a correlation, and its variance over items; NaN without."""

    mean: float
    variance: float


def mean_correlation(values: Array, matrix: Array, units: Places) -> MeanCorrelation:
    """Return the mean correlation, with the variance that a bootstrap over items would have.

    Parameters
    ----------
    values : ndarray, shape (n_members, n_items)
    matrix : ndarray, shape (n_members, n_members)
        Tetrachoric correlations of these values.
    units : ndarray of int, shape (n_items,)
        Items that are drawn together.

    Notes
    -----
    With item influences h the mean over resampled items moves by the mean of the drawn h, to first
    order; the variance of that over all bootstrap draws is Σ_u (Σ_{t∈u} (h_t − h̄))² / n_items²,
    here times U/(U − 1) for U units.
    """
    pairs = matrix[np.triu_indices(len(matrix), 1)]
    known = int(np.isfinite(pairs).sum())
    if not known:
        return MeanCorrelation(float("nan"), float("nan"))
    influence = item_influence(values, matrix)
    sums = np.bincount(units, weights=influence - influence.mean())
    few = sums.size / max(sums.size - 1, 1)
    variance = few * float((sums**2).sum()) / (influence.size * known) ** 2
    return MeanCorrelation(float(np.nanmean(pairs)), variance)


def estimates(
    found: MeanCorrelation, n_members: int, level: float
) -> tuple[Estimate | NotAnswered, Estimate | NotAnswered]:
    """Return the mean correlation and the effective votes, each with its interval over items."""
    from scipy.special import ndtri  # noqa: PLC0415 - SciPy is loaded where it is needed

    if np.isnan(found.mean):
        why = NotAnswered("none of its pairs has a correlation")
        return why, why
    half = float(ndtri(0.5 + level / 2.0)) * float(np.sqrt(found.variance))
    low, high = max(found.mean - half, -1.0), min(found.mean + half, 1.0)
    mean = Estimate(found.mean, (low, high))
    try:
        votes = float(kish(n_members, found.mean))
    except NotIdentified as reason:
        return mean, NotAnswered(str(reason))
    most = float(kish_where_identified(n_members, low))
    if np.isnan(most):
        why = NotAnswered(f"its upper end is not identified, at a mean correlation of {low:.3g}")
        return mean, Estimate(votes, why)
    return mean, Estimate(votes, (float(kish(n_members, high)), most))
