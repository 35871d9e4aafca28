"""Correlations of pairs of residual rows over the columns that both have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Array = NDArray[np.float64]
Single = NDArray[np.float32]
Labels = NDArray[np.intp]
BLOCK = 512
SAMPLED = 512  # rows from which the spread of all correlations is read
NORMAL_MAD = 1.4826


@dataclass(frozen=True, slots=True)
class Rows:
    """Residual rows, ready for products.

    Attributes
    ----------
    residuals : ndarray of float32, shape (n_rows, n_columns)
        0 where missing.
    observed : ndarray of float32, same shape, or None
        None where nothing is missing.
    """

    residuals: Single
    observed: Single | None

    @classmethod
    def of(cls, residuals: Array, observed: NDArray[np.bool_]) -> Self:
        """Return rows whose missing residuals are 0 and whose columns have a common unit.

        Examples
        --------
        >>> Rows.of(np.ones((2, 3)), np.ones((2, 3), bool)).observed is None
        True
        """
        seen = None if observed.all() else np.ascontiguousarray(observed, dtype=np.float32)
        kept = np.where(observed, residuals, 0.0)
        largest = float(np.abs(kept).max(initial=0.0))
        scaled = kept / (largest if largest > 0 else 1.0)
        return cls(np.ascontiguousarray(scaled, dtype=np.float32), seen)

    def correlations(self, first: Labels, second: Labels) -> tuple[Single, Single]:
        """Return r and the self-normalised z of rows against rows, over common columns.

        Examples
        --------
        >>> rows = Rows.of(np.array([[1.0, -1.0], [1.0, -1.0]]), np.ones((2, 2), bool))
        >>> rows.correlations(np.array([0]), np.array([1]))[0].tolist()
        [[1.0]]
        """
        seen = None if self.observed is None else (self.observed[first], self.observed[second])
        return _likeness(self.residuals[first], self.residuals[second], seen)


def alike(rows: Rows, *, floor: float, alpha: float) -> tuple[csr_array, float]:
    """Which pairs of rows have correlated residuals, and how spread are all correlations?

    Parameters
    ----------
    rows : Rows
    floor : float
        Smallest correlation that counts.
    alpha : float
        Chance that any unrelated pair is significant, over all pairs.

    Returns
    -------
    graph : csr_array of float32, shape (n_rows, n_rows)
        Correlations of the pairs that count, both ways; the diagonal is empty.
    spread : float
        Robust standard deviation of the correlations of all pairs (of at most 512 rows with all).

    Examples
    --------
    >>> left = np.random.default_rng(0).normal(size=(5, 100))
    >>> rows = Rows.of(left[[0, 1, 2, 0]], np.ones((4, 100), bool))
    >>> graph, _ = alike(rows, floor=0.3, alpha=0.01)
    >>> graph.indices.tolist()
    [3, 0]
    """
    from scipy.sparse import csr_array  # noqa: PLC0415 - keeps the import of kernels light
    from scipy.special import ndtri  # noqa: PLC0415 - as above

    n = len(rows.residuals)
    cut = np.float32(-ndtri(alpha / max(n * (n - 1) / 2, 1.0)))
    everyone = np.arange(n)
    parts, sample = [], []
    sampled = np.zeros(n, dtype=bool)
    sampled[:: max(-(-n // SAMPLED), 1)] = True
    for start in range(0, n, BLOCK):
        block = everyone[start : start + BLOCK]
        r, z = rows.correlations(block, everyone)
        r[np.arange(block.size), block] = np.nan
        sample.append(r[sampled[block]].ravel())
        i, j = np.nonzero((r >= floor) & (z >= cut))
        parts.append((i + start, j, r[i, j]))
    first, second, values = (np.concatenate(part) for part in zip(*parts, strict=True))
    graph = csr_array((values, (first, second)), shape=(n, n))
    graph.sort_indices()
    return graph, _robust_spread(np.concatenate(sample))


def template_likeness(
    rows: Rows, place: Labels, groups: Labels, single: Labels, *, alpha: float
) -> Array:
    """How much does each single row resemble the mean of each group?

    Parameters
    ----------
    rows : Rows
    place : ndarray of int, shape (n_rows,)
        The group of each row.
    groups : ndarray of int
        The groups that are asked about.
    single : ndarray of int
        The rows that are asked about, none of them in these groups.
    alpha : float
        Chance that any unrelated row is significant, over all rows and groups.

    Returns
    -------
    ndarray, shape (n_single, n_groups)
        Correlations; −1 where not significant.

    Examples
    --------
    >>> left = np.random.default_rng(0).normal(size=(1, 100)).repeat(3, axis=0)
    >>> rows = Rows.of(left, np.ones((3, 100), bool))
    >>> template_likeness(rows, np.array([0, 0, 1]), np.array([0]), np.array([2]), alpha=0.01)
    array([[1.]])
    """
    from scipy.special import ndtri  # noqa: PLC0415 - keeps the import of kernels light

    size = np.linalg.norm(rows.residuals, axis=1).astype(np.float32)
    unit: Single = np.divide(rows.residuals, np.where(size > 0, size, 1)[:, None], dtype=np.float32)
    names, rank = np.unique(place, return_inverse=True)
    sums = _sums(unit, rank, names.size)[np.searchsorted(names, groups)]
    seen = None
    if rows.observed is not None:
        counts = _sums(rows.observed, rank, names.size)[np.searchsorted(names, groups)]
        sums = np.divide(sums, np.maximum(counts, 1), dtype=np.float32)
        seen = (rows.observed[single], (counts > 0).astype(np.float32))
    r, z = _likeness(unit[single], sums, seen)
    significant = z >= -ndtri(alpha / max(single.size * groups.size, 1))
    return np.where(significant, r, -1.0).astype(np.float64).round(6)


def _sums(values: Single, rank: Labels, n_groups: int) -> Single:
    """Return the sum of the rows of each group."""
    from scipy.sparse import csr_array  # noqa: PLC0415 - keeps the import of kernels light

    member = csr_array(
        (np.ones(rank.size, np.float32), (rank, np.arange(rank.size))), shape=(n_groups, rank.size)
    )
    return np.asarray(member @ values)


def _likeness(
    first: Single, second: Single, seen: tuple[Single, Single] | None
) -> tuple[Single, Single]:
    """Return correlation and self-normalised sum of two sets of rows over common columns."""
    products = first @ second.T
    first_squared, second_squared = first * first, second * second
    if seen is None:
        size = np.outer(first_squared.sum(axis=1), second_squared.sum(axis=1))
    else:
        size = (first_squared @ seen[1].T) * (seen[0] @ second_squared.T)
    noise = first_squared @ second_squared.T
    tiny = np.float32(1e-20)
    correlation = np.asarray(products / np.sqrt(np.maximum(size, tiny)), dtype=np.float32)
    return correlation, np.asarray(products / np.sqrt(np.maximum(noise, tiny)), dtype=np.float32)


def _robust_spread(values: Single) -> float:
    """Return the median absolute deviation in units of a normal's standard deviation; no NaN."""
    known = values[~np.isnan(values)]
    if not known.size:
        return 0.0
    return float(NORMAL_MAD * np.median(np.abs(known - np.median(known))))
