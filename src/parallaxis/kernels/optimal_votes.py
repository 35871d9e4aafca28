"""Votes of a panel whose members are weighted best, and the correlation matrix that allows it."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parallaxis.errors import NotIdentified

Array = NDArray[np.float64]
LEAST_EIGENVALUE = 1e-3  # of a correlation matrix that is taken to be one
MAX_STEPS = 1000
TOLERANCE = 1e-8  # largest change of an entry at which the search ends


class NearestCorrelation(NamedTuple):
    """A correlation matrix, and how far (Frobenius) it is from the one given.

    `converged` says whether the search ended by itself.
    """

    matrix: Array
    distance: float
    converged: bool


class OptimalVotes(NamedTuple):
    """Votes with the best weights, and these weights, which add to 1 and may be negative."""

    votes: float
    weights: Array


def nearest_correlation(matrix: Array, least: float = LEAST_EIGENVALUE) -> NearestCorrelation:
    """Which correlation matrix with eigenvalues of at least `least` is nearest to this one?

    Parameters
    ----------
    matrix : ndarray, shape (n, n)
        Symmetric with ones on the diagonal, without NaN.
    least : float, default 0.001
        Smallest eigenvalue, from 0 to below 1.

    Returns
    -------
    NearestCorrelation
        The matrix as it is, at distance 0, where its eigenvalues are large enough.

    Notes
    -----
    Alternating projections onto the matrices with such eigenvalues (with Dykstra's correction) and
    onto those with a diagonal of ones.

    References
    ----------
    Higham (2002), IMA Journal of Numerical Analysis 22, 329–343.

    Examples
    --------
    >>> far = np.array([[1.0, 0.9, -0.9], [0.9, 1.0, 0.9], [-0.9, 0.9, 1.0]])
    >>> found = nearest_correlation(far)
    >>> found.matrix.round(3).tolist()[0], round(found.distance, 3)
    ([1.0, 0.5, -0.5], 0.981)
    """
    if np.linalg.eigvalsh(matrix)[0] >= least:
        return NearestCorrelation(matrix, 0.0, converged=True)
    near, correction = matrix.copy(), np.zeros_like(matrix)
    converged = False
    for _ in range(MAX_STEPS):
        before = near
        shifted = near - correction
        values, vectors = np.linalg.eigh(shifted)
        lifted = (vectors * np.maximum(values, least)) @ vectors.T
        correction = lifted - shifted
        near = lifted.copy()
        np.fill_diagonal(near, 1.0)
        converged = bool(np.abs(near - before).max() <= TOLERANCE)
        if converged:
            break
    return NearestCorrelation(near, float(np.linalg.norm(near - matrix)), converged)


def optimal_votes(matrix: Array) -> OptimalVotes:
    """How many independent votes is a panel worth whose members are weighted best?

    Parameters
    ----------
    matrix : ndarray, shape (n, n)
        Positive definite correlation matrix; see :func:`nearest_correlation`.

    Returns
    -------
    OptimalVotes
        1ᵀR⁻¹1, at least Kish's number for the mean correlation; R⁻¹1 over its sum.

    Raises
    ------
    NotIdentified
        The matrix is not positive definite, so that some weighted sum has no variance at all.

    Examples
    --------
    >>> R = np.array([[1.0, 0.9, 0.1], [0.9, 1.0, 0.1], [0.1, 0.1, 1.0]])
    >>> votes, weights = optimal_votes(R)
    >>> round(votes, 3), weights.round(3).tolist()
    (1.862, [0.257, 0.257, 0.486])
    """
    _factor(matrix)
    solved = np.linalg.solve(matrix, np.ones(len(matrix)))
    total = float(solved.sum())
    return OptimalVotes(total, np.asarray(solved / total))


def nonnegative_votes(matrix: Array) -> OptimalVotes:
    """How many votes do the best weights carry of which none is negative?

    Parameters
    ----------
    matrix : ndarray, shape (n, n)
        As for :func:`optimal_votes`.

    Returns
    -------
    OptimalVotes
        1/wᵀRw for the w ≥ 0 with Σw = 1 that make it largest.

    Raises
    ------
    NotIdentified
        As for :func:`optimal_votes`.

    Notes
    -----
    Negative weights use one member's errors to take off another's. They need the correlations to
    be known far more exactly than votes on a few hundred items tell them, and then do harm on
    other items. The w are those of min wᵀRw − 2·1ᵀw over w ≥ 0, a least-squares problem.

    References
    ----------
    Lawson & Hanson (1974), Solving Least Squares Problems, ch. 23.

    Examples
    --------
    >>> R = np.array([[1.0, 0.9, 0.9], [0.9, 1.0, 0.7], [0.9, 0.7, 1.0]])
    >>> optimal_votes(R).weights.round(2).tolist(), nonnegative_votes(R).weights.round(2).tolist()
    ([-1.0, 1.0, 1.0], [0.0, 0.5, 0.5])
    """
    from scipy.optimize import nnls  # noqa: PLC0415 - SciPy is loaded where it is needed

    factor = _factor(matrix)
    solved, _ = nnls(factor.T, np.linalg.solve(factor, np.ones(len(matrix))))
    weights = np.asarray(solved / solved.sum())
    return OptimalVotes(float(1.0 / (weights @ matrix @ weights)), weights)


def _factor(matrix: Array) -> Array:
    """Return the Cholesky factor, or say that there is none."""
    try:
        return np.asarray(np.linalg.cholesky(matrix))
    except np.linalg.LinAlgError:
        text = "the correlation matrix is not positive definite; take the nearest one that is"
        raise NotIdentified(text) from None
