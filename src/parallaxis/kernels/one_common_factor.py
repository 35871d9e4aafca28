"""One factor behind a matrix of correlations, and what it leaves."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parallaxis.errors import NotIdentified

Array = NDArray[np.float64]
MAX_SWEEPS = 2000
TOLERANCE = 1e-10
FEWEST_OTHERS = 3  # with fewer correlations a row's loading would fit them all
FEWEST_MEMBERS = 4


class CommonFactor(NamedTuple):
    """Loadings on one factor, and the correlations less what it explains.

    Attributes
    ----------
    loadings : ndarray, shape (n,)
        In [−1, 1], signed so that their sum is not negative; NaN for a member with correlations to
        fewer than three others, which is left out.
    residuals : ndarray, shape (n, n)
        r_ij − λ_i λ_j; diagonal 0, NaN where there was no correlation.
    """

    loadings: Array
    residuals: Array


def one_common_factor(correlation: Array) -> CommonFactor:
    """What do two members have in common beyond the one factor that all share?

    Parameters
    ----------
    correlation : ndarray, shape (n, n)
        Symmetric, need not be positive semi-definite; NaN where there is no correlation. The
        diagonal does not count.

    Returns
    -------
    CommonFactor

    Raises
    ------
    NotIdentified
        Fewer than four members have correlations to three others among them.

    Notes
    -----
    Least squares off the diagonal (minres): λ_i = Σ_j r_ij λ_j / Σ_j λ_j² over the other members,
    all at once and half way each time, until no loading moves by more than 1e-10.

    References
    ----------
    Harman & Jones (1966), Psychometrika 31, 351–368.

    Examples
    --------
    >>> loadings = np.array([0.9, 0.8, 0.7, 0.6])
    >>> found = one_common_factor(np.outer(loadings, loadings))
    >>> found.loadings.round(6).tolist(), bool(np.abs(found.residuals).max() < 1e-8)
    ([0.9, 0.8, 0.7, 0.6], True)
    """
    known = _linked(correlation)
    kept = known.any(axis=1)
    if kept.sum() < FEWEST_MEMBERS:
        raise NotIdentified(
            f"{int(kept.sum())} members have correlations with {FEWEST_OTHERS} others; one common "
            f"factor needs {FEWEST_MEMBERS}."
        )
    r, seen = np.where(known, correlation, 0.0), known.astype(np.float64)
    loadings = _start(r, np.maximum(known.sum(axis=1), 1))
    for _ in range(MAX_SWEEPS):
        target = r @ loadings / np.maximum(seen @ loadings**2, TOLERANCE)
        moved = np.clip(loadings + 0.5 * (target - loadings), -1.0, 1.0)
        change = float(np.abs(moved - loadings).max())
        loadings = moved
        if change <= TOLERANCE:
            break
    residuals = np.where(known, r - np.outer(loadings, loadings), np.nan)
    np.fill_diagonal(residuals, 0.0)
    signed = loadings if loadings.sum() >= 0.0 else -loadings
    return CommonFactor(np.where(kept, signed, np.nan), residuals)


def _linked(correlation: Array) -> NDArray[np.bool_]:
    """Return which pairs count: off the diagonal, of members with enough others that count."""
    known = np.isfinite(correlation)
    np.fill_diagonal(known, val=False)
    while True:
        few = known.any(axis=1) & (known.sum(axis=1) < FEWEST_OTHERS)
        if not few.any():
            return known
        known[few] = False
        known[:, few] = False


def _start(r: Array, others: NDArray[np.int_]) -> Array:
    """Return first guesses: the leading direction, its sign by the sum of correlations."""
    values, vectors = np.linalg.eigh(r + np.diag(np.abs(r).sum(axis=1) / others))
    guess: Array = vectors[:, -1] * np.sqrt(max(values[-1], TOLERANCE))
    return np.clip(guess, -1.0, 1.0)
