"""Real scores made normal, item by item, through their ranks."""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def normal_scores(values: Array) -> Array:
    """Return Φ⁻¹((rank − ½)/n) of each score among the scored models of its item, variance 1.

    Parameters
    ----------
    values : ndarray, shape (n_models, n_items)
        NaN = not scored, and stays NaN; ties share their mean rank.

    Returns
    -------
    ndarray, same shape
        An item without variance is 0.

    References
    ----------
    Blom (1958), Statistical Estimates and Transformed Beta-Variables, on normal scores.

    Examples
    --------
    >>> normal_scores(np.array([[1.0], [2.0], [30.0], [np.nan]])).round(2).ravel().tolist()
    [-1.22, 0.0, 1.22, nan]
    """
    from scipy.special import ndtri  # noqa: PLC0415 - keeps the import of kernels light
    from scipy.stats import rankdata  # noqa: PLC0415 - a slow import that only ranks need

    ranks = np.asarray(rankdata(values, axis=0, nan_policy="omit"), dtype=np.float64)
    counts = (~np.isnan(values)).sum(axis=0)
    scores = ndtri((ranks - 0.5) / np.maximum(counts, 1))
    centred = scores - np.nanmean(scores, axis=0)
    spread = np.sqrt(np.nanmean(centred * centred, axis=0))
    return np.asarray(centred / np.where(spread > 0, spread, 1.0))
