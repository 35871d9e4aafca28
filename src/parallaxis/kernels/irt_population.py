"""How items differ from each other, as a normal distribution that is learned from a board."""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
ROUNDS = 5
LEAST_SLOPE_SD = 0.5  # in the coordinate of slopes, about its trend; few answers say less
LEAST_INTERCEPT_SD = 0.5


def population(points: Array, information: Array) -> tuple[Array, Array]:
    """How do slopes and intercepts of the items of a board differ, and go together?

    Parameters
    ----------
    points : ndarray, shape (n_items, 2)
        Slope, or its logarithm, and intercept, each drawn towards the mean by a prior.
    information : ndarray, shape (n_items, 2, 2)
        What the answers alone say of each point.

    Returns
    -------
    mean : ndarray, shape (2,)
    covariance : ndarray, shape (2, 2)
        Of the points plus the mean of what is uncertain of each given the answers and this very
        distribution, repeated a few times (an EM step).

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> points = rng.normal(size=(2_000, 2)) @ np.array([[0.8, 1.0], [0.0, 1.5]])
    >>> mean, covariance = population(points, np.broadcast_to(1e6 * np.eye(2), (2_000, 2, 2)))
    >>> bool(np.abs(mean).max() < 0.2), covariance.round(1).tolist()
    (True, [[0.6, 0.8], [0.8, 3.1]])
    """
    mean = points.mean(axis=0)
    away = points - mean
    between = away.T @ away / len(points)
    covariance = _bounded(between)
    for _ in range(ROUNDS):
        uncertain = _inverse(information + _inverse(covariance))
        covariance = _bounded(between + uncertain.mean(axis=0))
    return mean, covariance


def _inverse(blocks: Array) -> Array:
    """Return the inverses of 2 × 2 blocks."""
    (a, b), (c, d) = np.moveaxis(blocks, (-2, -1), (0, 1))
    return np.moveaxis(np.array([[d, -b], [-c, a]]) / (a * d - b * c), (0, 1), (-2, -1))


def _bounded(covariance: Array) -> Array:
    """Return a covariance with no less than the least spreads."""
    trend = covariance[0, 1] / max(covariance[1, 1], LEAST_INTERCEPT_SD**2)
    intercept = max(covariance[1, 1], LEAST_INTERCEPT_SD**2)
    slope = max(covariance[0, 0] - trend**2 * intercept, LEAST_SLOPE_SD**2)
    return np.array(
        [[slope + trend**2 * intercept, trend * intercept], [trend * intercept, intercept]]
    )
