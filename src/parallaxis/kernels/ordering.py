"""An order of rows that puts those with similar values side by side, and means of its groups."""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def average_linkage_order(similarity: Array) -> NDArray[np.intp]:
    """In which order do similar rows stand side by side?

    Parameters
    ----------
    similarity : ndarray, shape (n, n)
        Symmetric, such as correlations; NaN counts as the mean of what is known. The diagonal is
        not read.

    Returns
    -------
    ndarray of int, shape (n,)
        A permutation: the leaves of the tree of average linkage on 1 − similarity, from left to
        right. Rows stay as they are where nothing is known.

    References
    ----------
    Sokal & Michener (1958), University of Kansas Science Bulletin 38, 1409–1438.

    Examples
    --------
    >>> close = np.array([[1.0, 0.1, 0.9], [0.1, 1.0, 0.2], [0.9, 0.2, 1.0]])
    >>> average_linkage_order(close).tolist()
    [1, 0, 2]
    """
    from scipy.cluster.hierarchy import leaves_list, linkage  # noqa: PLC0415 - needed here only

    n = len(similarity)
    values = similarity[np.triu_indices(n, 1)]
    known = np.isfinite(values)
    if n < 3 or not known.any():
        return np.arange(n)
    filled = np.where(known, values, values[known].mean())
    return np.asarray(leaves_list(linkage(1.0 - filled, method="average")), dtype=np.intp)


def neighbour_groups(n: int, most: int) -> list[NDArray[np.intp]]:
    """Return the places 0 to n − 1 in at most `most` runs of nearly equal length."""
    return [np.asarray(run) for run in np.array_split(np.arange(n), min(n, most))]


def group_means(matrix: Array, groups: list[NDArray[np.intp]]) -> Array:
    """What is the mean of each pair of groups?

    Parameters
    ----------
    matrix : ndarray, shape (n, n)
        NaN is left out of means; so is the diagonal.
    groups : list of ndarray of int
        Places of the members of each group.

    Returns
    -------
    ndarray, shape (n_groups, n_groups)
        NaN where a pair of groups has no value, such as a group of one with itself.

    Examples
    --------
    >>> matrix = np.array([[1.0, 0.4, 0.1], [0.4, 1.0, 0.3], [0.1, 0.3, 1.0]])
    >>> group_means(matrix, [np.array([0, 1]), np.array([2])]).round(6).tolist()
    [[0.4, 0.2], [0.2, nan]]
    """
    known = np.isfinite(matrix) & ~np.eye(len(matrix), dtype=bool)
    belongs = np.zeros((len(groups), len(matrix)))
    for number, places in enumerate(groups):
        belongs[number, places] = 1.0
    count = belongs @ known.astype(np.float64) @ belongs.T
    total = belongs @ np.where(known, matrix, 0.0) @ belongs.T
    return np.divide(total, count, out=np.full_like(total, np.nan), where=count > 0.0)
