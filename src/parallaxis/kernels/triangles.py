"""Small symmetric matrices, one a model or an item, kept as upper triangles for products."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@lru_cache(maxsize=32)
def upper(k: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return rows and columns of the upper triangle of a k × k matrix.

    Examples
    --------
    >>> [part.tolist() for part in upper(2)]
    [[0, 0, 1], [0, 1, 1]]
    """
    return np.triu_indices(k)


def with_one(abilities: Array) -> Array:
    """Return abilities with a last column of ones, which meets the intercept.

    Examples
    --------
    >>> with_one(np.zeros((2, 1))).tolist()
    [[0.0, 1.0], [0.0, 1.0]]
    """
    return np.hstack([abilities, np.ones((len(abilities), 1))])


def bordered(covariance: Array) -> Array:
    """Return covariances with a last row and column of zeros, for the one that is certain.

    Examples
    --------
    >>> bordered(np.ones((1, 1, 1))).tolist()
    [[[1.0, 0.0], [0.0, 0.0]]]
    """
    n, k, _ = covariance.shape
    out = np.zeros((n, k + 1, k + 1))
    out[:, :k, :k] = covariance
    return out


def moments(mean: Array, covariance: Array) -> Array:
    """Return E[vv'] as upper triangles, shape (n, k(k+1)/2).

    Examples
    --------
    >>> moments(np.array([[1.0, 2.0]]), np.eye(2)[None]).tolist()
    [[2.0, 2.0, 5.0]]
    """
    rows, columns = upper(mean.shape[1])
    return np.asarray(covariance[:, rows, columns] + mean[:, rows] * mean[:, columns])


def square(triangles: Array, k: int) -> Array:
    """Return full symmetric matrices from upper triangles.

    Examples
    --------
    >>> square(np.array([[2.0, 1.0, 5.0]]), 2).tolist()
    [[[2.0, 1.0], [1.0, 5.0]]]
    """
    out = np.empty((len(triangles), k, k))
    rows, columns = upper(k)
    out[:, rows, columns] = triangles
    out[:, columns, rows] = triangles
    return out


def doubling(k: int) -> Array:
    """Return 2 for entries off the diagonal of an upper triangle, 1 on it.

    Examples
    --------
    >>> doubling(2).tolist()
    [1.0, 2.0, 1.0]
    """
    rows, columns = upper(k)
    return np.where(rows == columns, 1.0, 2.0)


def inverse(matrices: Array) -> Array:
    """Return the inverse of each matrix.

    Examples
    --------
    >>> inverse(np.array([[[2.0]]])).tolist()
    [[[0.5]]]
    """
    return np.asarray(np.linalg.inv(matrices), dtype=np.float64)
