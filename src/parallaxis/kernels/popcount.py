"""Counting common right answers 64 items at a time: the compiled twin of the pair counts.

This module needs numba, the extra ``fast``. `gram.pair_counts` imports it where numba is installed
and the board is large enough for numba's start to pay; the counts are the same whole numbers.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar, cast

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from parallaxis.kernels.draws import available_cores

Array = NDArray[np.float64]
Words = NDArray[np.uint64]
Function = TypeVar("Function", bound=Callable[..., None])
WORD = 64
STEP = 4  # models that are compared with as many others at once, in registers
TILE = 64  # models of a tile, a multiple of STEP
BLOCK_WORDS = 320  # most words of a row that are gone through at once: a tile stays in the cache
VECTOR_WORDS = 16  # rows are filled up to a multiple of this, so that no loop has a remainder


def pair_sums(values: NDArray[np.floating]) -> tuple[Array, Array, Array]:
    """How often was each pair right together, right and seen, and seen together?

    Parameters
    ----------
    values : ndarray, shape (n_models, n_items)
        0, 1 or NaN = not scored.

    Returns
    -------
    both_right, right_seen, both_seen : ndarray, shape (n_models, n_models)
        X Xᵀ, X Mᵀ and M Mᵀ of the scores X (0 where missing) and the mask M of scored cells;
        exact whole numbers. The last two may be read-only.

    Notes
    -----
    64 items share a machine word; the count of a pair is the number of ones in the AND of its
    words. All sums are of whole numbers, so neither blocks nor threads can change them.

    Examples
    --------
    >>> both_right, right_seen, both_seen = pair_sums(np.array([[1.0, 1.0], [1.0, np.nan]]))
    >>> right_seen.tolist(), both_seen.tolist()
    ([[2.0, 1.0], [1.0, 1.0]], [[2.0, 1.0], [1.0, 1.0]])
    """
    n_models, n_items = values.shape
    shape = (n_models, n_models)
    right = pack(values == 1.0)
    both_right = common_ones(right, right)[:n_models, :n_models]
    missing = np.isnan(values)
    if not missing.any():
        own = np.diagonal(both_right)[:, np.newaxis]
        return both_right, np.broadcast_to(own, shape), np.full(shape, float(n_items))
    seen = pack(~missing)
    right_seen, both_seen = common_ones(right, seen), common_ones(seen, seen)
    return both_right, right_seen[:n_models, :n_models], both_seen[:n_models, :n_models]


def pack(flags: NDArray[np.bool_]) -> Words:
    """Write flags 64 to a word.

    Parameters
    ----------
    flags : ndarray of bool, shape (n_models, n_items)

    Returns
    -------
    ndarray of uint64, shape (n_blocks, n_rows, n_words)
        The words of a block of items lie together. Rows are filled up to a multiple of four, and
        items to whole vectors, with zeros.

    Examples
    --------
    >>> pack(np.array([[True, False, True]])).shape
    (1, 4, 16)
    """
    n_models, n_items = flags.shape
    words = max(1, -(-n_items // WORD))
    n_blocks = -(-words // BLOCK_WORDS)
    n_words = -(-words // (n_blocks * VECTOR_WORDS)) * VECTOR_WORDS
    packed = np.zeros((n_blocks, -(-n_models // STEP) * STEP, n_words * 8), dtype=np.uint8)
    for number, block in enumerate(packed):
        start = number * n_words * WORD
        part = np.packbits(flags[:, start : start + n_words * WORD], axis=1)
        block[:n_models, : part.shape[1]] = part
    return packed.view(np.uint64)


def common_ones(first: Words, second: Words) -> Array:
    """How many ones does each row of one packed array share with each row of another?

    Parameters
    ----------
    first, second : ndarray of uint64
        From `pack`, of equally many items. Handing in the same array twice halves the work.

    Returns
    -------
    ndarray of float64, shape (n_rows of first, n_rows of second)
        Whole numbers.

    Examples
    --------
    >>> flags = pack(np.array([[True, False, True], [True, True, True]]))
    >>> common_ones(flags, flags)[:2, :2].tolist()
    [[2.0, 2.0], [2.0, 3.0]]
    """
    mirrored = second is first
    counts = np.zeros((first.shape[1], second.shape[1]))

    def band(top: int) -> None:
        _count_band(first, second, top, top if mirrored else 0, counts)

    with ThreadPoolExecutor(available_cores()) as pool:
        for _ in pool.map(band, range(0, len(counts), TILE)):
            pass
    if mirrored:
        for top in range(TILE, len(counts), TILE):
            counts[top:, top - TILE : top] = counts[top - TILE : top, top:].T
    return counts


def common_ones_of_row(words: Words, row: int) -> NDArray[np.int64]:
    """How many ones does one row share with each row?

    Parameters
    ----------
    words : ndarray of uint64, shape (n_rows, n_words)
        Flags, 64 to a word, with zeros behind the last.
    row : int
        Its place.

    Returns
    -------
    ndarray of int64, shape (n_rows,)

    Examples
    --------
    >>> common_ones_of_row(np.array([[0b101], [0b100]], dtype=np.uint64), 0).tolist()
    [2, 1]
    """
    counts = np.empty(len(words), dtype=np.int64)
    _count_one_by_many(words, row, counts)
    return counts


def _compiled(function: Function) -> Function:
    """Compile a function, and keep the outcome on disk where there is a place for it."""
    try:
        compiled = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    except RuntimeError:  # files can be written neither beside the source nor in the user's cache
        compiled = numba.njit(nogil=True, error_model="numpy")(function)
    return cast("Function", compiled)


def _ones_of_word(typing_context: Any, word: Any) -> tuple[Any, Callable[..., Any]]:
    """Return the signature and the code of the processor's count of ones."""
    del typing_context, word

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        del context, signature
        count = builder.module.declare_intrinsic("llvm.ctpop", [ir.IntType(WORD)])
        return builder.call(count, arguments)

    return types.int64(types.uint64), code


_ones = cast("Callable[[np.uint64], int]", intrinsic(_ones_of_word))


@_compiled
def _count_four_by_many(a: Words, b: Words, counts: Array) -> None:
    """Add the common ones of four rows with each of many rows, four of these at a time."""
    a0, a1, a2, a3 = a[0], a[1], a[2], a[3]
    for j in range(0, b.shape[0], STEP):
        b0, b1, b2, b3 = b[j], b[j + 1], b[j + 2], b[j + 3]
        n00 = n01 = n02 = n03 = n10 = n11 = n12 = n13 = 0
        n20 = n21 = n22 = n23 = n30 = n31 = n32 = n33 = 0
        for k in range(a0.size):
            n00 += _ones(a0[k] & b0[k])
            n01 += _ones(a0[k] & b1[k])
            n02 += _ones(a0[k] & b2[k])
            n03 += _ones(a0[k] & b3[k])
            n10 += _ones(a1[k] & b0[k])
            n11 += _ones(a1[k] & b1[k])
            n12 += _ones(a1[k] & b2[k])
            n13 += _ones(a1[k] & b3[k])
            n20 += _ones(a2[k] & b0[k])
            n21 += _ones(a2[k] & b1[k])
            n22 += _ones(a2[k] & b2[k])
            n23 += _ones(a2[k] & b3[k])
            n30 += _ones(a3[k] & b0[k])
            n31 += _ones(a3[k] & b1[k])
            n32 += _ones(a3[k] & b2[k])
            n33 += _ones(a3[k] & b3[k])
        counts[0, j] += n00
        counts[0, j + 1] += n01
        counts[0, j + 2] += n02
        counts[0, j + 3] += n03
        counts[1, j] += n10
        counts[1, j + 1] += n11
        counts[1, j + 2] += n12
        counts[1, j + 3] += n13
        counts[2, j] += n20
        counts[2, j + 1] += n21
        counts[2, j + 2] += n22
        counts[2, j + 3] += n23
        counts[3, j] += n30
        counts[3, j + 1] += n31
        counts[3, j + 2] += n32
        counts[3, j + 3] += n33


@_compiled
def _count_one_by_many(words: Words, row: int, counts: NDArray[np.int64]) -> None:
    """Count the common ones of one row with each row."""
    own = words[row]
    for j in range(words.shape[0]):
        other = words[j]
        ones = 0
        for k in range(own.size):
            ones += _ones(own[k] & other[k])
        counts[j] = ones


@_compiled
def _count_band(first: Words, second: Words, top: int, left: int, counts: Array) -> None:
    """Add the common ones of one band of rows with all rows from `left` on, tile by tile."""
    bottom = min(top + TILE, counts.shape[0])
    for start in range(left, counts.shape[1], TILE):
        stop = min(start + TILE, counts.shape[1])
        for block in range(first.shape[0]):
            for i in range(top, bottom, STEP):
                rows, others = first[block, i : i + STEP], second[block, start:stop]
                _count_four_by_many(rows, others, counts[i : i + STEP, start:stop])
