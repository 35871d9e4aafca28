"""Centring and scaling of a score array with missing cells."""

from collections.abc import Callable
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Centring = Literal["item", "model", "double", "none"]
Scaling = Literal["none", "zscore", "rank"]
CENTRINGS: tuple[Centring, ...] = ("item", "model", "double", "none")
SCALINGS: tuple[Scaling, ...] = ("none", "zscore", "rank")
MODERATE = (2.0**-30, 2.0**30)  # largest scores that need no change of unit
ROUNDING = 1e-14  # relative to the largest score: what two subtractions of means may leave


def prepare(values: Array, *, centring: Centring = "item", scaling: Scaling = "none") -> Array:
    """Return the array whose spectrum is asked for.

    Scores are scaled within items first, missing cells then take the mean of their item, and the
    means are removed last.

    Parameters
    ----------
    values : ndarray, shape (n_models, n_items)
        NaN = not scored.
    centring : {"item", "model", "double", "none"}
        Whose means are removed.
    scaling : {"none", "zscore", "rank"}
        Within each item: scores as they are; divided by their standard deviation over the models
        that have a score; or their ranks (ties share the mean rank). An item without variance has
        no z-scores: it is 0, and stays out of the means of models.

    Returns
    -------
    ndarray, shape (n_models, n_items)
        No NaN; an item without a score is 0. Scores far from 1 are divided by a power of two
        first, so that their fourth powers neither overflow nor vanish.

    Examples
    --------
    >>> prepare(np.array([[1.0, 0.0], [0.0, np.nan]]))
    array([[ 0.5,  0. ],
           [-0.5,  0. ]])
    """
    scaled = _SCALERS[scaling](_in_moderate_units(values))
    means = item_means(scaled)
    centred = np.where(np.isnan(scaled), 0.0, scaled - means)
    if centring == "item":
        return centred
    filled = centred + means
    if centring == "none":
        return filled
    left = centred if centring == "double" else filled
    counted = slice(None) if scaling != "zscore" else np.abs(centred).max(axis=0) > 0.0
    left[:, counted] = _within_models(left[:, counted], np.abs(filled).max())
    return left


def item_means(values: Array) -> Array:
    """Return the mean of each item over its scored models; 0 where there is none.

    Sums are taken above the item's lowest score, so that the mean of equal scores is that score to
    the last bit and an item without variance is exactly 0 once it is centred.

    Examples
    --------
    >>> item_means(np.array([[1.0, np.nan], [0.0, np.nan]])).tolist()
    [0.5, 0.0]
    """
    seen = ~np.isnan(values)
    counts = seen.sum(axis=0)
    lowest = np.where(counts > 0, np.fmin.reduce(values, axis=0), 0.0)
    sums = np.where(seen, values - lowest, 0.0).sum(axis=0)
    return np.asarray(lowest + np.divide(sums, counts, out=np.zeros_like(sums), where=counts > 0))


def standardise(values: Array) -> Array:
    """Return items with mean 0 and variance 1 over their scored models, missing cells 0.

    Columns without variance come out as 0; drop them before counting.

    Examples
    --------
    >>> standardise(np.array([[3.0, 7.0], [1.0, 7.0], [np.nan, 7.0]])).tolist()
    [[1.0, 0.0], [-1.0, 0.0], [0.0, 0.0]]
    """
    return prepare(values, centring="item", scaling="zscore")


def _in_moderate_units(values: Array) -> Array:
    """Divide by a power of two, which is exact, where scores are very large or very small."""
    peak = float(np.nanmax(np.abs(values), initial=0.0))
    if peak == 0.0 or MODERATE[0] < peak < MODERATE[1]:
        return values
    return np.asarray(np.ldexp(values, -int(np.frexp(peak)[1])))


def _within_models(values: Array, largest: float) -> Array:
    """Remove the mean of each model; what is nothing but rounding of the scores becomes 0."""
    if values.size == 0:
        return values
    centred = values - values.mean(axis=1, keepdims=True)
    return centred if np.abs(centred).max() > ROUNDING * largest else np.zeros_like(centred)


def _zscore(values: Array) -> Array:
    """Divide each item by its standard deviation; an item without variance becomes 0."""
    centred = values - item_means(values)
    spread = np.sqrt(item_means(centred * centred))
    return np.asarray(centred / np.where(spread > 0.0, spread, 1.0))


def _ranks(values: Array) -> Array:
    """Replace each score by its rank among the scored models of its item."""
    from scipy.stats import rankdata  # noqa: PLC0415 - a slow import that only ranks need

    return np.asarray(rankdata(values, axis=0, nan_policy="omit"), dtype=np.float64)


_SCALERS: dict[Scaling, Callable[[Array], Array]] = {
    "none": np.asarray,
    "zscore": _zscore,
    "rank": _ranks,
}
