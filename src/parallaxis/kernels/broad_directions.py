"""Directions that many rows share, and rows without what other rows show of them."""

import numpy as np
from numpy.typing import NDArray

from parallaxis.kernels.float_flags import UNFLAGGED
from parallaxis.kernels.residual_pairs import Rows

Single = NDArray[np.float32]
Labels = NDArray[np.intp]
FOLDS = 4
MOST_REFERENCES = 1000


def freed(rows: Rows, home: Labels, kept: Labels, most_axes: int) -> Rows:
    """What is left of each row without the directions that unrelated rows show as well?

    Parameters
    ----------
    rows : Rows
    home : ndarray of int, shape (n_rows,)
        Which rows may be related.
    kept : ndarray of int
        Rows from which the directions are taken, few of each home.
    most_axes : int
        Directions that are removed at most.

    Returns
    -------
    Rows

    Notes
    -----
    Homes are dealt to four folds; the rows of a fold are freed of the leading directions, above the
    noise edge (1 + √(n/T))² of n rows of T columns, of the kept rows of the other three. So no row
    is freed of what only its relatives show.

    References
    ----------
    Marchenko & Pastur (1967), Mathematics of the USSR-Sbornik 1, 457–483 (the noise edge).

    Examples
    --------
    >>> left = np.random.default_rng(0).normal(size=(40, 60))
    >>> left += 3 * left[:, :1] * left[0]
    >>> rows = Rows.of(left, np.ones(left.shape, bool))
    >>> out = freed(rows, np.arange(40), np.arange(40), 8)
    >>> bool((out.residuals**2).sum() < 0.5 * (rows.residuals**2).sum())
    True
    """
    fold = folds(home)
    out = rows.residuals.copy()
    for number in range(FOLDS):
        mine = fold == number
        directions = _broad(rows.residuals[kept[fold[kept] != number]], most_axes)
        if mine.any() and directions.shape[1]:
            out[mine] = _without(rows.residuals[mine], rows.observed, mine, directions)
    return Rows(out, rows.observed)


def folds(home: Labels) -> Labels:
    """Return the fold of each row: homes in order, dealt to four.

    Examples
    --------
    >>> folds(np.array([7, 7, 2, 9])).tolist()
    [1, 1, 0, 2]
    """
    return np.asarray(np.unique(home, return_inverse=True)[1] % FOLDS, dtype=np.intp)


def _broad(reference: Single, most: int) -> Single:
    """Return the leading directions of the items, as many as stand out of noise."""
    from scipy.linalg import eigh  # noqa: PLC0415 - keeps the import of kernels light

    step = -(-len(reference) // MOST_REFERENCES) if len(reference) else 1
    used = reference[::step].astype(np.float64)
    size = np.sqrt((used * used).mean(axis=1, keepdims=True))
    used = used / np.where(size > 0, size, 1.0)
    n, t = used.shape
    if n < 3:
        return np.empty((t, 0), np.float32)
    product = used @ used.T if n <= t else used.T @ used
    first = max(len(product) - most, 0)
    values, vectors = eigh(product / t, subset_by_index=[first, len(product) - 1])
    leading = vectors[:, values > (1.0 + np.sqrt(n / t)) ** 2]
    directions = used.T @ leading if n <= t else leading
    return np.asarray(directions / np.linalg.norm(directions, axis=0), dtype=np.float32)


@UNFLAGGED
def _without(
    residuals: Single, observed: Single | None, mine: NDArray[np.bool_], directions: Single
) -> Single:
    """Return residuals less their regression on the directions over the observed items."""
    towards = residuals @ directions
    if observed is None:
        return np.asarray(residuals - towards @ directions.T)
    seen = observed[mine]
    k = directions.shape[1]
    products = (directions[:, :, None] * directions[:, None, :]).reshape(-1, k * k)
    gram = (seen @ products).reshape(-1, k, k) + np.float32(1e-4) * np.eye(k, dtype=np.float32)
    weights = np.linalg.solve(gram, towards[:, :, None])[:, :, 0]
    return np.asarray((residuals - weights @ directions.T) * seen)
