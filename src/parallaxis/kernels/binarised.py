"""Scores cut into right and wrong at a quantile of each item."""

import numpy as np
from numpy.typing import NDArray

from parallaxis.errors import InputError

Array = NDArray[np.float64]


def binarised(values: Array, quantile: float) -> Array:
    """Return 1 for scores above a quantile of their item, 0 for the others.

    Parameters
    ----------
    values : ndarray, shape (n_models, n_items)
        NaN = not scored; stays NaN.
    quantile : float
        Of the scored models of each item, strictly between 0 and 1. The score at which an item is
        cut is one that a model has (the inverted distribution function); those on it are 0.

    Returns
    -------
    ndarray, same shape
        0, 1 or NaN. An item on which many models tie may come out all 0.

    Raises
    ------
    InputError
        A quantile out of range.

    Examples
    --------
    >>> binarised(np.array([[1.0, 5.0], [2.0, 5.0], [3.0, np.nan], [4.0, 7.0]]), 0.5).tolist()
    [[0.0, 0.0], [0.0, 0.0], [1.0, nan], [1.0, 1.0]]
    """
    if not 0.0 < quantile < 1.0:
        raise InputError(f"quantile is {quantile!r}; pass a number between 0 and 1.")
    ordered = np.sort(values, axis=0)  # NaN last
    counts = (~np.isnan(values)).sum(axis=0)
    place = np.clip(np.ceil(quantile * counts - 1e-9).astype(np.intp) - 1, 0, len(values) - 1)
    edge = np.take_along_axis(ordered, place[None, :], axis=0)
    return np.where(np.isnan(values), np.nan, (values > edge).astype(np.float64))
