"""What residuals of a fitted item response model correlate with each other when nothing is shared.

Items are fitted to the very answers that are then compared with them, so residuals of two models
are a little opposed; more so where both lie at the same end of the ability scale, which pulls
hardest on slopes.
"""

import numpy as np
from numpy.typing import NDArray

from parallaxis.kernels.irt import ItemResponseFit
from parallaxis.kernels.irt_curve import Items

Array = NDArray[np.float64]
SMALLEST = 1e-12
FIXED = 1e12  # precision of what is not fitted item by item


def expected_residual_correlations(fit: ItemResponseFit, observed: NDArray[np.bool_]) -> Array:
    """Which residual correlation of two models is expected if their answers are independent?

    Parameters
    ----------
    fit : ItemResponseFit
        Of the same board.
    observed : ndarray of bool, shape (n_models, n_items)
        Which cells were scored.

    Returns
    -------
    ndarray, shape (n_models, n_models)
        Expected correlations, their mean off the diagonal close to −1/(n − 1); diagonal 1. NaN
        where two models have no item in common.

    Notes
    -----
    To first order residuals are (1 − SXGX')(x − P) for the item's design X = [θ, 1] over models,
    S = diag(dP/dlogit) and G the inverse of information plus prior precision Λ, so that their
    covariance over models is W − SXKX'S, K = G + GΛG, W = P(1 − P). Summed over common items and
    divided by the root of both variances. Each item has its own K of 2 × 2, so all pairs are three
    matrix products.

    Examples
    --------
    >>> from parallaxis.kernels.irt import fit
    >>> rng = np.random.default_rng(0)
    >>> right = rng.random((30, 200)) < 1 / (1 + np.exp(-rng.normal(size=(30, 1))))
    >>> found = expected_residual_correlations(fit(right.astype(float)), np.ones((30, 200), bool))
    >>> round(float(found[np.triu_indices(30, 1)].mean()), 3), round(-1 / 29, 3)
    (-0.033, -0.034)
    """
    theta = fit.ability
    curve = fit.probabilities()
    known = (curve - fit.chance) / (1.0 - fit.chance)
    slope = np.where(observed, (1.0 - fit.chance) * known * (1.0 - known), 0.0)
    own = np.where(observed, curve * (1.0 - curve), 0.0)
    kernel = _kernels(slope**2 / np.maximum(own, SMALLEST), theta, _precision(fit))
    steep, mixed, level = (slope * part @ slope.T for part in kernel)
    shared = level + theta[:, None] * mixed + mixed * theta + np.outer(theta, theta) * steep
    reach = kernel[2] + 2.0 * theta[:, None] * kernel[1] + theta[:, None] ** 2 * kernel[0]
    variance = np.maximum(own - slope**2 * reach, 0.0) @ observed.astype(np.float64).T
    with np.errstate(invalid="ignore", divide="ignore"):
        found = -shared / np.sqrt(variance * variance.T)
    np.fill_diagonal(found, 1.0)
    return np.asarray(np.clip(found, -1.0, 1.0))


def _precision(fit: ItemResponseFit) -> Array:
    """Return the prior precision of slope and intercept of each item, shape (n_items, 2, 2)."""
    items = Items(fit.discrimination, fit.intercept, fit.chance)
    found = fit.prior.pull(items)[1][:, :2, :2].copy()
    if fit.prior.slope == "lognormal":  # the prior is on log a
        found[:, 0, :] /= fit.discrimination[:, None]
        found[:, :, 0] /= fit.discrimination[:, None]
    if fit.model == "1pl":  # one slope for all items, which no single item moves
        found[:, 0, 0] = FIXED
    found[:, [0, 1], [0, 1]] += SMALLEST  # a flat prior on an item without information
    return found


def _kernels(information: Array, theta: Array, precision: Array) -> tuple[Array, Array, Array]:
    """Return the entries of K = G + GΛG of each item: slope, mixed, intercept."""
    matrix = precision.copy()
    mixed = theta @ information
    matrix[:, 0, 0] += theta**2 @ information
    matrix[:, 0, 1] += mixed
    matrix[:, 1, 0] += mixed
    matrix[:, 1, 1] += information.sum(axis=0)
    inverse = np.linalg.inv(matrix)
    kernel: Array = np.asarray(inverse + inverse @ precision @ inverse, dtype=np.float64)
    return kernel[:, 0, 0], kernel[:, 0, 1], kernel[:, 1, 1]
