"""P-values adjusted for how many were looked at."""

import numpy as np
from numpy.typing import NDArray

from parallaxis.errors import InputError

Array = NDArray[np.float64]


def benjamini_hochberg(p: Array, *, n_tests: int | None = None) -> Array:
    """Which findings stand if a given share of them may be false?

    Parameters
    ----------
    p : ndarray of any shape
        P-values from 0 to 1. NaN was not tested: it stays NaN and does not count.
    n_tests : int, optional
        How many tests there were, where only the smallest p-values are handed in; by default as
        many as there are p-values. The others are taken to be above all that are here.

    Returns
    -------
    ndarray, same shape
        Adjusted p-values. Calling those of at most q findings keeps the expected share of false
        ones among them at or below q.

    Raises
    ------
    InputError
        A value outside 0 to 1, or fewer tests than p-values.

    Notes
    -----
    With p sorted, ``adjusted_(r) = min over s ≥ r of p_(s) m / s``. Holds for independent and for
    positively dependent tests.

    References
    ----------
    Benjamini & Hochberg (1995), Journal of the Royal Statistical Society B 57, 289–300.

    Examples
    --------
    >>> benjamini_hochberg(np.array([0.01, np.nan, 0.04, 0.03])).tolist()
    [0.03, nan, 0.04, 0.04]
    """
    tested, places, m = _sorted(p, n_tests)
    ranks = np.arange(1, tested.size + 1)
    steps = np.minimum.accumulate((tested * (m / ranks))[::-1])[::-1]
    return _put_back(p, places, steps)


def holm(p: Array, *, n_tests: int | None = None) -> Array:
    """Which findings stand if the chance of even one false one is to be small?

    Parameters
    ----------
    p : ndarray of any shape
        P-values from 0 to 1. NaN was not tested: it stays NaN and does not count.
    n_tests : int, optional
        As in `benjamini_hochberg`.

    Returns
    -------
    ndarray, same shape
        Adjusted p-values. Calling those of at most α findings keeps the probability of one or more
        false ones at or below α, whatever the dependence between tests.

    Raises
    ------
    InputError
        A value outside 0 to 1, or fewer tests than p-values.

    Notes
    -----
    With p sorted, ``adjusted_(r) = max over s ≤ r of min(1, p_(s) (m − s + 1))``.

    References
    ----------
    Holm (1979), Scandinavian Journal of Statistics 6, 65–70.

    Examples
    --------
    >>> holm(np.array([0.01, np.nan, 0.04, 0.03])).tolist()
    [0.03, nan, 0.06, 0.06]
    """
    tested, places, m = _sorted(p, n_tests)
    steps = np.maximum.accumulate(tested * (m - np.arange(tested.size)))
    return _put_back(p, places, steps)


def _sorted(p: Array, n_tests: int | None) -> tuple[Array, NDArray[np.intp], int]:
    """Return the tested p-values in order, their places in the flat array, and how many tests."""
    flat = np.asarray(p, dtype=np.float64).ravel()
    wrong = np.flatnonzero((flat < 0.0) | (flat > 1.0))
    if wrong.size:
        raise InputError(
            f"p-value {flat[wrong[0]]} at place {wrong[0]} is outside 0 to 1; "
            "pass probabilities, and NaN for what was not tested."
        )
    order = np.argsort(flat, kind="stable")
    order = order[: flat.size - int(np.isnan(flat).sum())]
    m = order.size if n_tests is None else n_tests
    if m < order.size:
        raise InputError(f"n_tests is {m} but {order.size} p-values were handed in; pass all.")
    return flat[order], order, m


def _put_back(p: Array, places: NDArray[np.intp], adjusted: Array) -> Array:
    """Put adjusted values where their p-values were; all others are NaN."""
    out = np.full(np.size(p), np.nan)
    out[places] = np.minimum(adjusted, 1.0)
    return out.reshape(np.shape(p))
