"""How often the majority of a panel is right, and the members with whom it is right most often."""

from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Places = NDArray[np.intp]
Marks = NDArray[np.int8]
MOST_CANDIDATES = 200  # members that a step chooses from: those that are right most often


class MajorityLeftOut(NamedTuple):
    """Share right without each member, what its leaving costs, and the error of that."""

    without: Array
    loss: Array
    standard_error: Array


def marks(values: Array) -> Marks:
    """Return answers as 1 right, −1 wrong, 0 not answered.

    Examples
    --------
    >>> marks(np.array([[1.0, 0.0, np.nan]])).tolist()
    [[1, -1, 0]]
    """
    return np.where(np.isnan(values), 0.0, 2.0 * values - 1.0).astype(np.int8)


def majority_scores(votes: Marks, order: Places, sizes: Places) -> Array:
    """On which items is the majority of the first members of an order right?

    Parameters
    ----------
    votes : ndarray of int8, shape (n_members, n_items)
        As from :func:`marks`.
    order : ndarray of int, shape (m,)
    sizes : ndarray of int, shape (s,)
        How many of the order vote; ascending, from 1 to m.

    Returns
    -------
    ndarray, shape (s, n_items)
        1 right, 0 wrong, ½ for a tie; an item that none of them answered is a tie.

    Examples
    --------
    >>> votes = np.array([[1, -1], [1, 1], [-1, 1]], dtype=np.int8)
    >>> majority_scores(votes, np.array([0, 1, 2]), np.array([1, 2, 3])).tolist()
    [[1.0, 0.0], [1.0, 0.5], [1.0, 1.0]]
    """
    margin = np.zeros(votes.shape[1], dtype=np.int32)
    out, done = np.empty((sizes.size, votes.shape[1])), 0
    for row, size in enumerate(sizes):
        for member in order[done:size]:
            margin += votes[member]
        done = int(size)
        out[row] = (np.sign(margin) + 1.0) / 2.0
    return out


def majority_along(votes: Marks, order: Places) -> Array:
    """On which share of the items is the majority of the first 1, 2, … members right?

    Parameters
    ----------
    votes, order
        As in :func:`majority_scores`.

    Returns
    -------
    ndarray, shape (m,)
        A tie counts half.

    Examples
    --------
    >>> votes = np.array([[1, -1], [1, 1], [-1, 1]], dtype=np.int8)
    >>> majority_along(votes, np.array([0, 1, 2])).tolist()
    [0.5, 0.75, 1.0]
    """
    margin = np.zeros(votes.shape[1], dtype=np.int32)
    shares = np.empty(order.size)
    for place, member in enumerate(order):
        margin += votes[member]
        shares[place] = (np.sign(margin).mean() + 1.0) / 2.0
    return shares


def majority_left_out(votes: Marks) -> MajorityLeftOut:
    """How much less often is the majority right without each member?

    Parameters
    ----------
    votes : ndarray of int8, shape (n_members, n_items)
        As from :func:`marks`.

    Returns
    -------
    MajorityLeftOut
        Each (n_members,). The loss is below zero where the majority is better without the member;
        its standard error is that of a mean of differences over items.

    Notes
    -----
    Only items decided by one vote or tied can change.

    Examples
    --------
    >>> votes = np.array([[1, -1], [1, 1], [-1, 1]], dtype=np.int8)
    >>> majority_left_out(votes).loss.tolist()
    [0.25, 0.5, 0.25]
    """
    n_items = votes.shape[1]
    margin = votes.sum(axis=0, dtype=np.int32)
    close = np.flatnonzero(np.abs(margin) <= 1)
    near = votes[:, close].astype(np.int32)
    change = (np.sign(margin[close]) - np.sign(margin[close] - near)) / 2.0
    loss = change.sum(axis=1) / n_items
    squares = np.square(change).sum(axis=1) / n_items - loss * loss
    error = np.sqrt(np.maximum(squares, 0.0) / max(n_items - 1, 1))
    whole = (np.sign(margin).mean() + 1.0) / 2.0
    return MajorityLeftOut(whole - loss, loss, error)


def majority_path(votes: Marks, size: int) -> Places:
    """With which members is the majority right most often?

    Parameters
    ----------
    votes : ndarray of int8, shape (n_members, n_items)
        As from :func:`marks`.
    size : int
        Most members to take.

    Returns
    -------
    ndarray of int
        An odd number of members, `size` at most: the best single one, then in each step the two
        with whom the majority is right most often. Ties go to the lowest places.

    Notes
    -----
    Two at a time, because even panels never pay: with ties at half, an even panel that answers
    all items is right exactly as often as the odd panels with one member less are on average, so
    the best of these is never worse; and one member added to an odd panel only makes ties, where
    it is the pair that decides. All pairs are tried by products of matrices; of more than 200
    members only the 200 that are right most often.

    Examples
    --------
    >>> votes = np.array([[1, 1, 1, -1], [1, -1, 1, 1], [-1, 1, 1, 1], [1, -1, -1, -1]])
    >>> majority_path(votes.astype(np.int8), 3).tolist()
    [0, 1, 2]
    """
    alone = votes.sum(axis=1, dtype=np.int64)
    candidates = np.sort(np.argsort(-alone, kind="stable")[:MOST_CANDIDATES])
    order = [int(candidates[alone[candidates].argmax()])]
    margin = votes[order[0]].astype(np.int32)
    while len(order) + 2 <= min(size, candidates.size):
        free = np.setdiff1d(candidates, order)
        pair = free[_best_pair(votes[free], margin)]
        margin += votes[pair].sum(axis=0, dtype=np.int32)
        order += pair.tolist()
    return np.array(order, dtype=np.intp)


def _best_pair(votes: Marks, margin: NDArray[np.int32]) -> list[int]:
    """Return the two members with whom the majority is right most often."""
    open_items = np.flatnonzero(np.abs(margin) <= 2)
    near, rest = votes[:, open_items], margin[open_items]
    kinds = [kind for kind in (-1, 0, 1) if (near == kind).any()]
    is_kind = {kind: (near == kind).astype(np.float32) for kind in kinds}
    n = len(votes)
    score = np.zeros((n, n))
    for a, b in combinations_with_replacement(kinds, 2):
        doubled = (np.sign(rest + a + b) + 1).astype(np.float32)
        part = (is_kind[a] * doubled) @ is_kind[b].T
        score += part if a == b else part + part.T
    score[np.tril_indices(n)] = -1.0
    return list(divmod(int(score.argmax()), n))
