"""Effective dimensionality of other sets of items: every set of a few, and random ones."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis.errors import InputError
from parallaxis.kernels.draws import generator
from parallaxis.kernels.gram import gram
from parallaxis.kernels.greedy import first_best
from parallaxis.kernels.spectrum import moments

Array = NDArray[np.float64]
MOST_ITEMS = 12  # of which every set is tried
MATRIX_ITEMS = 2000  # up to here the item × item matrix is kept, and all sizes come from it
RANDOM_STREAM = 61
BLOCK = 256  # rows of the item × item matrix that are made at once


@dataclass(frozen=True, slots=True)
class BestSubset:
    """The best set of one size.

    Attributes
    ----------
    items : tuple of int
        Places in the board, ascending.
    objective : float
        Effective dimensionality.
    """

    items: tuple[int, ...]
    objective: float


def best_subsets(product: Array) -> tuple[BestSubset, ...]:
    """Which set of items has the largest effective dimensionality, at every size?

    Parameters
    ----------
    product : ndarray, shape (n_items, n_items)
        Products c_j·c_l of item-centred items that all have variance, in any unit; at most 12.

    Returns
    -------
    tuple of BestSubset
        One for each size, from 1 on; of sets that are equally good up to rounding the
        lexicographically lowest.

    Raises
    ------
    InputError
        More than 12 items.

    Notes
    -----
    All 2ⁿ − 1 sets at once: with their members as rows of zeros and ones in B, Σσ² = Bs and Σσ⁴ is
    the row sum of (BM²)∘B, where s are the diagonal and M² the squared elements of the products.

    Examples
    --------
    >>> best_subsets(np.array([[2.0, 2.0], [2.0, 2.0]]))
    (BestSubset(items=(0,), objective=1.0), BestSubset(items=(0, 1), objective=1.0))
    """
    n_items = len(product)
    if n_items > MOST_ITEMS:
        raise InputError(f"{n_items} items have too many subsets; pass at most {MOST_ITEMS}.")
    numbers = np.arange(2**n_items - 1, 0, -1)  # of one size: in the order of the lowest members
    members = (numbers[:, np.newaxis] >> np.arange(n_items - 1, -1, -1)) & 1
    sets = members.astype(np.float64)
    square = sets @ np.diagonal(product)
    fourth = ((sets @ (product * product)) * sets).sum(axis=1)
    values, sizes = square * square / fourth, members.sum(axis=1)
    found = []
    for size in range(1, n_items + 1):
        rows = np.flatnonzero(sizes == size)
        best = rows[first_best(values[rows])]
        items = tuple(np.flatnonzero(members[best]).tolist())
        found.append(BestSubset(items, float(values[best])))
    return tuple(found)


def random_subsets(centred: Array, sizes: tuple[int, ...], *, draws: int, seed: int) -> Array:
    """What is the effective dimensionality of random sets of items?

    Parameters
    ----------
    centred : ndarray, shape (n_models, n_items)
        Item-centred scores, 0 where missing, of items that all have variance.
    sizes : tuple of int
        From 1 to n_items.
    draws : int
        Random orders of the items; a set of size k is the first k of an order.
    seed : int
        Draw d always uses the same generator.

    Returns
    -------
    ndarray, shape (draws, len(sizes))

    Notes
    -----
    Up to 2,000 items from the squared item × item matrix M², as Σσ⁴ = v'M²v for a set's zeros and
    ones v; beyond, from the scores of each set, or from M² block by block where sets are so large
    that this is cheaper.

    Examples
    --------
    >>> centred = np.array([[1.0, 1.0], [-1.0, 1.0], [0.0, -2.0]])
    >>> random_subsets(centred, (1, 2), draws=2, seed=0).tolist()
    [[1.0, 1.6], [1.0, 1.6]]
    """
    n_models, n_items = centred.shape
    orders = [generator(seed, RANDOM_STREAM, draw).permutation(n_items) for draw in range(draws)]
    if n_items <= MATRIX_ITEMS:
        product = gram(centred.T)
        squared = product * product
        return np.array([_of_order(squared, product, order, sizes) for order in orders])
    columns = []
    for size in sizes:
        sets = [order[:size] for order in orders]
        each = draws * n_models * size * min(n_models, size)
        blocked = n_models * n_items**2 + draws * n_items**2
        columns.append(_one_by_one(centred, sets) if each <= blocked else _blocked(centred, sets))
    return np.stack(columns, axis=1)


def _of_order(
    squared: Array, product: Array, order: NDArray[np.intp], sizes: tuple[int, ...]
) -> Array:
    """Return the effective dimensionality of the first items of one order, at every size."""
    place = np.empty(len(order), dtype=np.intp)
    place[order] = np.arange(len(order))
    sets = (place[:, np.newaxis] < np.array(sizes)).astype(np.float64)
    square = np.diagonal(product) @ sets
    return np.asarray(square**2 / ((squared @ sets) * sets).sum(axis=0))


def _one_by_one(centred: Array, sets: list[NDArray[np.intp]]) -> Array:
    """Return the effective dimensionality of each set from its scores."""
    found = (moments(centred[:, items]) for items in sets)
    return np.array([one.effective_dimensionality for one in found])


def _blocked(centred: Array, sets: list[NDArray[np.intp]]) -> Array:
    """Return the effective dimensionality of all sets in one pass over the item × item matrix."""
    n_items = centred.shape[1]
    inside = np.zeros((n_items, len(sets)))
    for draw, items in enumerate(sets):
        inside[items, draw] = 1.0
    fourth = np.zeros(len(sets))
    for start in range(0, n_items, BLOCK):
        rows = slice(start, start + BLOCK)
        product = centred[:, rows].T @ centred
        product *= product
        fourth += ((product @ inside) * inside[rows]).sum(axis=0)
    square = np.einsum("ij,ij->j", centred, centred) @ inside
    return np.asarray(square**2 / fourth)
