"""The best panel of each size, where few enough sets exist to try them all."""

from itertools import chain, combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parallaxis.kernels.effective import kish_where_identified
from parallaxis.kernels.panel_path import PairSums, lowest, pair_sums

Array = NDArray[np.float64]
Places = NDArray[np.intp]
MOST_SETS = 200_000
DOUBLED_MEMBERS = 20  # up to here every set of every size is tried at once


class BestSet(NamedTuple):
    """Members of the best set, ascending, their mean correlation and their votes."""

    members: Places
    mean_correlation: float
    votes: float


def best_sets(correlation: Array) -> dict[int, BestSet]:
    """Which members of a panel have most effective votes, at every size that can be tried?

    Parameters
    ----------
    correlation : ndarray, shape (n, n)
        Symmetric; NaN for a pair without a value. The diagonal is not read.

    Returns
    -------
    dict of int to BestSet
        For sizes from 2 on of which there are at most 200,000 sets, which are all up to 20
        members: the set of lowest mean correlation, of equally good ones the lexicographically
        lowest. Sets without a known pair are passed over; NaN where there is no other.

    Notes
    -----
    Up to 20 members the sums of all 2ⁿ sets come by doubling, 2ⁿ additions for each member less.
    Beyond, sets of more than half of the members are tried by who is left out.

    Examples
    --------
    >>> found = best_sets(np.array([[1, 0.9, 0.1], [0.9, 1, 0.1], [0.1, 0.1, 1]]))
    >>> found[2].members.tolist(), round(found[2].votes, 3)
    ([0, 2], 1.818)
    """
    n = len(correlation)
    pairs = pair_sums(correlation)
    if n <= DOUBLED_MEMBERS:
        return _by_doubling(pairs)
    sizes = (size for size in range(2, n + 1) if comb(n, size) <= MOST_SETS)
    return {size: _by_trying(pairs, size) for size in sizes}


def _by_doubling(pairs: PairSums) -> dict[int, BestSet]:
    """Return the best sets of every size of a few members; sets are numbers, first member on top.

    Of numbers with as many ones the largest is the lexicographically lowest set.
    """
    n = len(pairs.values)
    total, seen = (_sums_of_all(matrix[::-1, ::-1]) for matrix in pairs)
    mean = np.divide(total, seen, out=np.full(total.size, np.inf), where=seen > 0.0)
    sizes = np.bitwise_count(np.arange(2**n))
    found = {}
    for size in range(2, n + 1):
        numbers = np.flatnonzero(sizes == size)[::-1]
        best = int(numbers[lowest(mean[numbers])])
        members = np.flatnonzero([(best >> (n - 1 - i)) & 1 for i in range(n)])
        found[size] = _found(members, float(mean[best]))
    return found


def _sums_of_all(matrix: Array) -> Array:
    """Return the sum over pairs of every set; bit i of its number stands for member i."""
    sums = np.zeros(1)
    for i in range(len(matrix)):
        row = np.zeros(1)
        for j in range(i):
            row = np.concatenate([row, row + matrix[i, j]])
        sums = np.concatenate([sums, sums + row])
    return sums


def _by_trying(pairs: PairSums, size: int) -> BestSet:
    """Return the best set of one size by listing all."""
    n = len(pairs.values)
    few = min(size, n - size)
    listed = np.fromiter(chain.from_iterable(combinations(range(n), few)), dtype=np.intp)
    sets = listed.reshape(comb(n, few), few)
    out = few < size
    total, seen = _sums(pairs, sets, out=out)
    mean = np.divide(total, seen, out=np.full(total.size, np.inf), where=seen > 0.0)
    # of sets left out, the last leaves the lexicographically lowest
    best = mean.size - 1 - lowest(mean[::-1]) if out else lowest(mean)
    return _found(np.setdiff1d(np.arange(n), sets[best]) if out else sets[best], float(mean[best]))


def _found(members: Places, mean: float) -> BestSet:
    """Return a set with its votes."""
    value = mean if np.isfinite(mean) else float("nan")
    return BestSet(members, value, float(kish_where_identified(members.size, value)))


def _sums(pairs: PairSums, sets: Places, *, out: bool) -> tuple[Array, Array]:
    """Return sum and number of the known pairs of each set, or of who stays without it."""
    found = []
    for matrix in pairs:
        inside = np.zeros(len(sets))
        for a, b in combinations(range(sets.shape[1]), 2):
            inside += matrix[sets[:, a], sets[:, b]]
        if out:
            rows = matrix.sum(axis=1)
            inside += rows.sum() / 2.0 - rows[sets].sum(axis=1)
        found.append(inside)
    return found[0], found[1]
