"""Products of items, one row or one tile at a time: c_j·c_l without the whole item matrix."""

from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from parallaxis.errors import NotIdentified
from parallaxis.kernels.gram import item_blocks

Array = NDArray[np.float64]
Integers = NDArray[np.int64]
Words = NDArray[np.uint64]
WORD = 64
FEW_ITEMS = 256  # up to here the item × item matrix is cheaper than anything else
MOST_ITEMS = 12_500  # beyond, the item × item matrix (1.25 GB) is not kept
WHOLE_FROM = 4  # the matrix pays once more than one item in four asks for its row
COMPILED_WORK = 2e10  # rows · items · models from which numba's start, half a second, pays
LARGEST_FLOAT32_COUNT = 2**24


class ItemProducts(Protocol):
    """Products of item-centred items, all in one unit.

    Attributes
    ----------
    strength : ndarray, shape (n_items,)
        c_j·c_j.
    """

    @property
    def strength(self) -> Array | Integers:
        """Return c_j·c_j of every item."""

    def row(self, item: int) -> Array | Integers:
        """Return the products of one item with all."""

    def tile(self, first: NDArray[np.intp], second: NDArray[np.intp]) -> Array:
        """Return the products of some items with others."""

    def kept(self, n_rows: int) -> "ItemProducts":
        """Return products that answer so many rows in the least time."""


@dataclass(frozen=True, slots=True)
class KeptProducts:
    """Products that are all there: the whole item × item matrix.

    Attributes
    ----------
    matrix : ndarray, shape (n_items, n_items)
    strength : ndarray, shape (n_items,)
        Its diagonal.
    """

    matrix: Array | Integers
    strength: Array | Integers

    def row(self, item: int) -> Array | Integers:
        """Return the products of one item with all."""
        return np.asarray(self.matrix[item])

    def tile(self, first: NDArray[np.intp], second: NDArray[np.intp]) -> Array:
        """Return the products of some items with others."""
        return self.matrix[first[:, np.newaxis], second].astype(np.float64)

    def kept(self, n_rows: int) -> "KeptProducts":
        """Return itself: nothing is faster."""
        del n_rows
        return self


@dataclass(frozen=True, slots=True)
class CentredProducts:
    """Products of real scores, a matrix–vector product a row.

    Attributes
    ----------
    centred : ndarray, shape (n_models, n_items)
    strength : ndarray, shape (n_items,)
    """

    centred: Array
    strength: Array

    def row(self, item: int) -> Array:
        """Return the products of one item with all."""
        return np.ascontiguousarray(self.centred[:, item]) @ self.centred

    def tile(self, first: NDArray[np.intp], second: NDArray[np.intp]) -> Array:
        """Return the products of some items with others."""
        return self.centred[:, first].T @ self.centred[:, second]

    def kept(self, n_rows: int) -> ItemProducts:
        """Return the whole matrix where that is cheaper than so many rows."""
        if not _whole_pays(n_rows, self.strength.size):
            return self
        return KeptProducts(_whole(self.centred), self.strength)


@dataclass(frozen=True, slots=True)
class RightWrongProducts:
    """N·c_j·c_l = N·n11 − k_j·k_l of right/wrong scores, in exact integers from packed bits.

    Attributes
    ----------
    bits : ndarray of uint64, shape (n_items, n_words)
        Which models were right, 64 to a word, an item a row.
    right : ndarray of int64, shape (n_items,)
        Number k_j of models that were right.
    n_models : int
    strength : ndarray of int64, shape (n_items,)
    compiled : bool
        Whether rows are counted by the compiled twin.
    """

    bits: Words
    right: Integers
    n_models: int
    strength: Integers
    compiled: bool = False

    def row(self, item: int) -> Integers:
        """Return the products of one item with all."""
        if self.compiled:
            from parallaxis.kernels import popcount  # noqa: PLC0415 - numba is optional, and slow to start

            both = popcount.common_ones_of_row(self.bits, item)
        else:
            both = np.bitwise_count(self.bits & self.bits[item]).sum(axis=1, dtype=np.uint32)
        return np.asarray(self.n_models * both.astype(np.int64) - self.right[item] * self.right)

    def tile(self, first: NDArray[np.intp], second: NDArray[np.intp]) -> Array:
        """Return the products of some items with others."""
        left = _unpacked(self.bits[first])
        right = left if second is first else _unpacked(self.bits[second])
        product = (left @ right.T).astype(np.float64)
        product *= self.n_models
        product -= np.multiply.outer(self.right[first], self.right[second])
        return product

    def kept(self, n_rows: int) -> ItemProducts:
        """Return the whole matrix, or rows by the compiled twin, where these are cheaper."""
        n_items = self.right.size
        many = n_items > FEW_ITEMS and n_rows * n_items * self.n_models >= COMPILED_WORK
        if many and find_spec("numba") is not None:
            return replace(self, compiled=True)
        if not _whole_pays(n_rows, n_items):
            return self
        every = np.arange(n_items)
        if n_items <= FEW_ITEMS:
            return KeptProducts(self.tile(every, every).astype(np.int64), self.strength)
        matrix = np.empty((n_items, n_items), dtype=np.int64)
        for block in np.array_split(every, -(-n_items // FEW_ITEMS)):
            matrix[block] = self.tile(block, every)
        return KeptProducts(matrix, self.strength)


def centred_products(centred: Array) -> CentredProducts:
    """Return the products of items whose means are removed.

    Parameters
    ----------
    centred : ndarray, shape (n_models, n_items)
        Item-centred scores, 0 where missing (see ``scaling.prepare``).

    Returns
    -------
    CentredProducts

    Raises
    ------
    NotIdentified
        An item without variance, or no item at all.

    Examples
    --------
    >>> centred_products(np.array([[1.0, 1.0], [-1.0, 1.0], [0.0, -2.0]])).row(1).tolist()
    [0.0, 6.0]
    """
    strength = np.einsum("ij,ij->j", centred, centred)
    _check_live(strength)
    return CentredProducts(centred, strength)


def right_wrong_products(values: NDArray[np.floating]) -> RightWrongProducts:
    """Return N times the products of item-centred right/wrong scores, as exact integers.

    Parameters
    ----------
    values : ndarray, shape (n_models, n_items)
        0 or 1 in every cell; a board with missing cells has no such integers, and takes
        `centred_products`.

    Returns
    -------
    RightWrongProducts
        N·c_j·c_l = N·n11 − k_j·k_l, with n11 the models that are right on both items and k_j those
        right on item j. Effective dimensionality does not change with the unit N.

    Raises
    ------
    NotIdentified
        A missing cell, an item without variance, or no item at all.

    Examples
    --------
    >>> right_wrong_products(np.array([[1.0, 1.0], [0.0, 1.0], [0.0, 0.0]])).row(1).tolist()
    [1, 2]
    """
    if np.isnan(values).any():
        raise NotIdentified("a right/wrong board with missing cells has no integer products.")
    n_models = values.shape[0]
    flags = np.ascontiguousarray(values.T == 1.0)
    right = flags.sum(axis=1, dtype=np.int64)
    strength = n_models * right - right * right
    _check_live(strength)
    packed = np.packbits(flags, axis=1)
    padded = np.zeros((len(flags), -(-n_models // WORD) * (WORD // 8)), dtype=np.uint8)
    padded[:, : packed.shape[1]] = packed
    return RightWrongProducts(padded.view(np.uint64), right, n_models, strength)


def _check_live(strength: Array | Integers) -> None:
    """Refuse items that hold no variance: they belong to no set that is compared by its spread."""
    if strength.size == 0:
        raise NotIdentified("there is no item that tells the models apart.")
    dead = np.flatnonzero(strength <= 0)
    if dead.size:
        raise NotIdentified(f"item {dead[0]} (counted from 0) has no variance; leave it out.")


def _whole_pays(n_rows: int, n_items: int) -> bool:
    """Say whether the whole matrix costs less than so many of its rows."""
    return n_items <= FEW_ITEMS or (n_rows > n_items / WHOLE_FROM and n_items <= MOST_ITEMS)


def _whole(centred: Array) -> Array:
    """Return the item × item matrix, summed over blocks of models."""
    total = np.zeros((centred.shape[1], centred.shape[1]))
    for block in item_blocks(centred.T):
        total += block @ block.T
    return total


def _unpacked(bits: Words) -> NDArray[np.floating]:
    """Return bits as zeros and ones: single precision where it counts every model exactly."""
    kind = np.float32 if bits.shape[1] * WORD < LARGEST_FLOAT32_COUNT else np.float64
    return np.unpackbits(bits.view(np.uint8), axis=1).astype(kind)
