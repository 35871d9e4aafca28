"""Which members carry a panel's votes: each left out, and the greedy path through all sizes."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parallaxis.errors import InputError
from parallaxis.kernels.effective import kish_where_identified

Array = NDArray[np.float64]
Places = NDArray[np.intp]
MARGIN = 1e-12  # difference of mean correlations that is rounding, not data


class LeftOut(NamedTuple):
    """Effective votes of all, without each member, and what each leaving costs."""

    whole: Array
    without: Array
    loss: Array


class PanelPath(NamedTuple):
    """Members in the order of taking; mean correlation and votes of the first 1, 2, … of them."""

    order: Places
    mean_correlation: Array
    votes: Array


class PairSums(NamedTuple):
    """Correlations with zeros on the diagonal and where unknown, and ones where they are known."""

    values: Array
    known: Array


def leave_one_out(correlation: Array) -> LeftOut:
    """How many effective votes does a panel lose with each of its members?

    Parameters
    ----------
    correlation : ndarray, shape (n, n)
        Symmetric; NaN for a pair without a value. The diagonal is not read.

    Returns
    -------
    LeftOut
        `whole` a number, `without` and `loss` (n,): votes of all less those without the member,
        below zero where leaving it out raises the votes. NaN where no pair is known, or where the
        mean correlation is at or below −1/(k − 1).

    Notes
    -----
    From row sums: without i, the n − 1 others have mean correlation (T − r_i)/(C − c_i), with T
    and C sum and number of the known pairs, r_i and c_i those with i. O(n²) in all.

    Examples
    --------
    >>> found = leave_one_out(np.array([[1, 0.9, 0.1], [0.9, 1, 0.1], [0.1, 0.1, 1]]))
    >>> found.loss.round(2)
    array([-0.09, -0.09,  0.68])
    """
    pairs = pair_sums(correlation)
    return left_out_of_sums(pairs.values.sum(axis=1), pairs.known.sum(axis=1))


def left_out_of_sums(row_sums: Array, row_counts: ArrayLike) -> LeftOut:
    """How many votes is each member's leaving, from the row sums of one matrix or of many?

    Parameters
    ----------
    row_sums, row_counts : ndarray, shape (..., n)
        Sum and number of the known correlations of each member with the others.

    Returns
    -------
    LeftOut
        `whole` of shape (...), the others (..., n).

    Examples
    --------
    >>> left_out_of_sums(np.array([[0.5, 0.5]]), np.array([[1, 1]])).loss.round(3)
    array([[0.333, 0.333]])
    """
    sums, counts = np.asarray(row_sums, dtype=np.float64), np.asarray(row_counts, dtype=np.float64)
    n = sums.shape[-1]
    total, pairs = sums.sum(axis=-1) / 2.0, counts.sum(axis=-1) / 2.0
    whole = _votes(np.full(total.shape, n), total, pairs)
    rest = np.full(sums.shape, n - 1)
    without = _votes(rest, total[..., None] - sums, pairs[..., None] - counts)
    return LeftOut(whole, without, np.asarray(whole)[..., None] - without)


def greedy_path(correlation: Array, start: Sequence[int] = ()) -> PanelPath:
    """In which order do members add most effective votes?

    Parameters
    ----------
    correlation : ndarray, shape (n, n)
        Symmetric; NaN for a pair without a value. The diagonal is not read.
    start : sequence of int, optional
        Members that are taken first, in this order; the best pair by default.

    Returns
    -------
    PanelPath
        All n members.

    Raises
    ------
    InputError
        `start` names a place twice, or one that is not there.

    Notes
    -----
    Of sets of one size the one with the lowest mean correlation has most votes, so that this is
    what each step seeks; it orders sets also where votes are not identified. Ties go to the lowest
    place. A member without any known pair in the set would seem to fit it however little is known:
    such members come last. Greedy is not the best of every size: see
    :func:`parallaxis.kernels.panel_sets.best_set`. O(n²) in all.

    Examples
    --------
    >>> path = greedy_path(np.array([[1, 0.9, 0.1], [0.9, 1, 0.1], [0.1, 0.1, 1]]))
    >>> path.order.tolist(), path.votes.round(2).tolist()
    ([0, 2, 1], [1.0, 1.82, 1.73])
    """
    pairs = pair_sums(correlation)
    n = len(correlation)
    taken = _checked(start, n) if len(start) else _best_pair(pairs)
    sums, counts, free = np.zeros(n), np.zeros(n), np.ones(n, dtype=bool)
    order: list[int] = []
    total = seen = 0.0
    for step in range(n):
        if step < len(taken):
            pick = taken[step]
        else:
            pick = _lowest_mean(total + sums, seen + counts, free & (counts > 0.0), free)
        order.append(pick)
        total, seen = total + sums[pick], seen + counts[pick]
        sums += pairs.values[pick]
        counts += pairs.known[pick]
        free[pick] = False
    return along(correlation, np.array(order, dtype=np.intp))


def along(correlation: Array, order: Places) -> PanelPath:
    """How many effective votes have the first 1, 2, … members of an order?

    Parameters
    ----------
    correlation : ndarray, shape (n, n)
        As in :func:`greedy_path`; need not be the matrix that the order comes from.
    order : ndarray of int, shape (m,)

    Returns
    -------
    PanelPath
        Mean correlation NaN where no pair is known; one member has one vote.

    Examples
    --------
    >>> along(np.array([[1.0, 0.5], [0.5, 1.0]]), np.array([1, 0])).votes.round(2).tolist()
    [1.0, 1.33]
    """
    pairs = pair_sums(correlation[np.ix_(order, order)])
    total = np.cumsum(np.tril(pairs.values).sum(axis=1))
    seen = np.cumsum(np.tril(pairs.known).sum(axis=1))
    mean = np.divide(total, seen, out=np.full(total.size, np.nan), where=seen > 0.0)
    return PanelPath(order, mean, _votes(np.arange(1, order.size + 1), total, seen))


def pair_sums(correlation: Array) -> PairSums:
    """Return the known correlations between different members, and which these are.

    Examples
    --------
    >>> pair_sums(np.array([[1.0, np.nan], [np.nan, 1.0]])).known.sum()
    np.float64(0.0)
    """
    known = np.isfinite(correlation)
    np.fill_diagonal(known, val=False)
    return PairSums(np.where(known, correlation, 0.0), known.astype(np.float64))


def lowest(values: Array) -> int:
    """Return the first place whose value is the lowest, up to rounding.

    Examples
    --------
    >>> lowest(np.array([0.5, 0.1 + 1e-16, 0.1]))
    1
    """
    return int((values <= values.min() + MARGIN).argmax())


def _votes(n: ArrayLike, total: Array, pairs: Array) -> Array:
    """Return effective votes from sums over pairs; a single member has one."""
    mean = np.divide(total, pairs, out=np.full(np.shape(total), np.nan), where=pairs > 0.0)
    return np.asarray(np.where(np.asarray(n) == 1, 1.0, kish_where_identified(n, mean)))


def _best_pair(pairs: PairSums) -> tuple[int, ...]:
    """Return the two members that correlate least, lower place first."""
    n = len(pairs.values)
    if n < 2:
        return tuple(range(n))
    above = np.triu(pairs.known, 1) > 0.0
    place = lowest(np.where(above, pairs.values, np.inf).ravel()) if above.any() else 1
    return divmod(place, n)


def _lowest_mean(total: Array, seen: Array, known: NDArray[np.bool_], free: Array) -> int:
    """Return the member with which the mean is lowest; the first free one where none is known."""
    places = np.flatnonzero(known)
    if places.size == 0:
        return int(free.argmax())
    return int(places[lowest(total[places] / seen[places])])


def _checked(start: Sequence[int], n: int) -> tuple[int, ...]:
    """Return the places to start from, each once and inside the panel."""
    places = tuple(int(place) for place in start)
    if len(set(places)) < len(places) or not all(0 <= place < n for place in places):
        raise InputError(f"start is {places}; pass different places from 0 to {n - 1}.")
    return places
