"""Expectations of an item response model, with each model as consistent as it is."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from parallaxis.kernels.irt import ItemResponseFit

Array = NDArray[np.float64]
STEPS = 12
TOLERANCE = 1e-8
SPREAD = 0.5  # standard deviation that consistencies are expected to have around 1
FURTHEST = 30.0  # logit beyond which all is decided
SMALLEST = 1e-9


class Consistent(NamedTuple):
    """Probabilities of right answers, and how closely each model follows difficulty (1: as all)."""

    expected: Array
    consistency: Array


def consistent_probabilities(fit: ItemResponseFit, values: Array) -> Consistent:
    """How likely is each right answer, if models differ in how closely they follow difficulty?

    Parameters
    ----------
    fit : ItemResponseFit
        Of the same board.
    values : ndarray, shape (n_models, n_items)
        1 right, 0 wrong, NaN not scored.

    Returns
    -------
    Consistent
        c + (1 − c) σ(α_m + l_m η), η the fitted logit, with α_m and l_m of each model, shape
        (n_models, n_items); and the l_m.

    Notes
    -----
    The item response model lets items differ in how sharply they tell abilities apart, and all
    models follow the items' difficulty alike. Where some follow it less, their residuals go along
    with difficulty, and those of two such models with each other, though they share nothing. So
    each model's consistency l_m (person discrimination) is estimated by logistic regression on the
    fitted logit, with a normal prior of mean 1 and standard deviation ½.

    References
    ----------
    Ferrando (2007), Multivariate Behavioral Research 42, 481–507 (person discrimination).

    Examples
    --------
    >>> from parallaxis.kernels.irt import fit
    >>> rng = np.random.default_rng(0)
    >>> values = (rng.normal(size=300) + rng.normal(size=(40, 300)) > 0).astype(float)
    >>> expected, _ = consistent_probabilities(fit(values), values)
    >>> bool(np.abs((values - expected).mean(axis=1)).max() < 0.01)
    True
    """
    logit = fit.discrimination * fit.ability[:, None] + fit.intercept
    logit = np.clip(logit, -FURTHEST, FURTHEST)
    seen = ~np.isnan(values)
    right = np.where(seen, values, 0.0)
    level, slope = np.zeros((2, len(values), 1))
    slope += 1.0
    for _ in range(STEPS):
        known = expit(np.clip(level + slope * logit, -FURTHEST, FURTHEST))
        expected = fit.chance + (1.0 - fit.chance) * known
        rate = (1.0 - fit.chance) * known * (1.0 - known)
        weight = np.where(seen, rate / np.maximum(expected * (1.0 - expected), SMALLEST), 0.0)
        pull = weight * (right - np.where(seen, expected, 0.0))
        step = _step(pull, weight * rate, logit, slope)
        level, slope = level + step[0], slope + step[1]
        if max(np.abs(one).max() for one in step) < TOLERANCE:
            break
    known = expit(np.clip(level + slope * logit, -FURTHEST, FURTHEST))
    return Consistent(np.asarray(fit.chance + (1.0 - fit.chance) * known), slope[:, 0])


def _step(pull: Array, information: Array, logit: Array, slope: Array) -> tuple[Array, Array]:
    """Return one scoring step in level and consistency of every model, within half a unit."""

    def total(of: Array) -> Array:
        return np.asarray(of.sum(axis=1, keepdims=True))

    prior = 1.0 / SPREAD**2
    a, b = total(information) + SMALLEST, total(information * logit)
    c = total(information * logit**2) + prior
    up, along = total(pull), total(pull * logit) - prior * (slope - 1.0)
    determinant = np.maximum(a * c - b * b, SMALLEST)
    steps = (c * up - b * along) / determinant, (a * along - b * up) / determinant
    return np.clip(steps[0], -0.5, 0.5), np.clip(steps[1], -0.5, 0.5)
