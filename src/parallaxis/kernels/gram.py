"""Sums over item blocks: the Gram products and pair counts from which everything else is fed.

Blocks have a fixed size and are added in a fixed order, so a sum does not depend on how many
threads there are or on where the board lies.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
BLOCK = 4096
POPCOUNT_WORK = 5e10  # n_models² · n_items from which numba's start, half a second, pays


def item_blocks(values: NDArray[np.floating], size: int = BLOCK) -> Iterator[Array]:
    """Yield contiguous float64 blocks of `size` columns, from left to right.

    Examples
    --------
    >>> [block.shape for block in item_blocks(np.zeros((2, 5)), size=3)]
    [(2, 3), (2, 2)]
    """
    for start in range(0, values.shape[1], size):
        yield np.ascontiguousarray(values[:, start : start + size], dtype=np.float64)


def gram(values: NDArray[np.floating]) -> Array:
    """Return ``values @ values.T``, summed over blocks of columns.

    Parameters
    ----------
    values : ndarray, shape (n, m)
        No NaN.

    Returns
    -------
    ndarray, shape (n, n)

    Examples
    --------
    >>> gram(np.array([[1.0, 2.0], [0.0, 1.0]]))
    array([[5., 2.],
           [2., 1.]])
    """
    total = np.zeros((values.shape[0], values.shape[0]))
    for block in item_blocks(values):
        total += block @ block.T
    return total


def smaller_gram(values: NDArray[np.floating]) -> Array:
    """Return the Gram matrix of the shorter side; its eigenvalues are those of either side.

    Examples
    --------
    >>> smaller_gram(np.ones((3, 2)))
    array([[3., 3.],
           [3., 3.]])
    """
    return gram(values if values.shape[0] <= values.shape[1] else values.T)


@dataclass(frozen=True, slots=True)
class PairCounts:
    """How often two models were right together, over the items that both answered.

    Attributes
    ----------
    n11, n10, n01, n00 : ndarray of float64, shape (n_models, n_models)
        Whole numbers: both right, only the row's model, only the column's model, neither.
    """

    n11: Array
    n10: Array
    n01: Array
    n00: Array

    @property
    def n(self) -> Array:
        """Items that both models answered."""
        return self.n11 + self.n10 + self.n01 + self.n00


def pair_counts(values: NDArray[np.floating], weights: Array | None = None) -> PairCounts:
    """Count the 2 × 2 table of every pair of models.

    Parameters
    ----------
    values : ndarray, shape (n_models, n_items)
        0, 1 or NaN; a NaN takes the item out of every pair of that model.
    weights : ndarray, shape (n_items,), optional
        How often each item counts; whole numbers, 1 by default.

    Returns
    -------
    PairCounts
        Exact integers in float64.

    Examples
    --------
    >>> counts = pair_counts(np.array([[1.0, 1.0, 0.0], [1.0, 0.0, np.nan]]))
    >>> counts.n11[0, 1], counts.n10[0, 1], counts.n[0, 1]
    (np.float64(1.0), np.float64(1.0), np.float64(2.0))
    """
    if weights is None and values.shape[0] ** 2 * values.shape[1] >= POPCOUNT_WORK and _has_numba():
        from parallaxis.kernels import popcount  # noqa: PLC0415 - numba is optional, and slow to start

        both_right, right_seen, both_seen = popcount.pair_sums(values)
    else:
        both_right, right_seen, both_seen = _pair_sums(values, weights)
    n10 = right_seen - both_right
    n01 = n10.T.copy()
    return PairCounts(n11=both_right, n10=n10, n01=n01, n00=both_seen - both_right - n10 - n01)


def _has_numba() -> bool:
    """Say whether the extra ``fast`` is installed, without importing it."""
    return find_spec("numba") is not None


def _pair_sums(values: NDArray[np.floating], weights: Array | None) -> tuple[Array, Array, Array]:
    """Return the sums over items of right·right', right·seen' and seen·seen'."""
    n_models = values.shape[0]
    both_right, right_seen, both_seen = (np.zeros((n_models, n_models)) for _ in range(3))
    for start in range(0, values.shape[1], BLOCK):
        block = slice(start, start + BLOCK)
        right, seen = _right_and_seen(values[:, block])
        counted, counted_seen = right, seen
        if weights is not None:
            times = weights[block].astype(np.float32)
            counted, counted_seen = right * times, seen * times
        both_right += counted @ right.T
        if seen.all():  # every pair has the same items, and one product of three is enough
            right_seen += counted.sum(axis=1, keepdims=True)
            both_seen += counted_seen[:1].sum()
        else:
            right_seen += counted @ seen.T
            both_seen += counted_seen @ seen.T
    return both_right, right_seen, both_seen


def _right_and_seen(block: NDArray[np.floating]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return two 0/1 arrays; single precision counts exactly up to 2**24 and is twice as fast."""
    seen = ~np.isnan(block)
    right = np.where(seen, block, 0.0).astype(np.float32)
    return right, seen.astype(np.float32)
