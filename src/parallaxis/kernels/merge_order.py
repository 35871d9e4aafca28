"""Which columns join first: complete linkage on 1 − |ρ|, and groups that are alike throughout."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parallaxis.errors import ShapeError

Array = NDArray[np.float64]
Places = NDArray[np.intp]
APART = 2.0  # a distance that no pair of correlations has


class MergeOrder(NamedTuple):
    """A tree over n leaves.

    `left`, `right`, `size` and `height` have a value for each of the n − 1 merges, lowest first:
    the two clusters that join (leaves 0 … n − 1, merge m is cluster n + m), how many leaves they
    hold together, and 1 − |ρ| of their least similar pair, from 0 to 1. `order` has the n leaves
    from one end of the tree to the other, so that no two branches cross.
    """

    left: Places
    right: Places
    height: Array
    size: Places
    order: Places


def merge_order(correlation: Array) -> MergeOrder:
    """In which order do columns join, the most alike first?

    Parameters
    ----------
    correlation : ndarray, shape (n, n)
        Symmetric, from −1 to 1; the diagonal is not read. NaN counts as no likeness.

    Returns
    -------
    MergeOrder
        By complete linkage: two clusters are as far apart as their least similar members, so that
        at height h *all* pairs of a cluster have |ρ| of at least 1 − h. Neighbours of `order` are
        as alike as the tree allows.

    Raises
    ------
    ShapeError
        Not a square.

    References
    ----------
    Sørensen (1948), Biologiske Skrifter 5, 1–34. Bar-Joseph, Gifford & Jaakkola (2001),
    Bioinformatics 17, S22–S29 (order of leaves).

    Examples
    --------
    >>> close = np.array([[1.0, 0.1, 0.9], [0.1, 1.0, -0.2], [0.9, -0.2, 1.0]])
    >>> found = merge_order(close)
    >>> found.left.tolist(), found.right.tolist(), found.height.round(3).tolist()
    ([0, 1], [2, 3], [0.1, 0.9])
    >>> found.order.tolist()
    [1, 2, 0]
    """
    n = _side(correlation)
    if n < 2:
        empty = np.zeros(0, dtype=np.intp)
        return MergeOrder(empty, empty, np.zeros(0), empty, np.arange(n))
    return _tree(_distances(correlation), n)


def alike_groups(correlation: Array, alike: NDArray[np.bool_]) -> tuple[Places, ...]:
    """Which groups of columns are alike in every one of their pairs?

    Parameters
    ----------
    correlation : ndarray, shape (n, n)
        As in :func:`merge_order`.
    alike : ndarray of bool, shape (n, n)
        Which pairs count as alike; symmetric, the diagonal is not read.

    Returns
    -------
    tuple of ndarray of int
        Groups of two or more, each sorted, by their first member. A column is in one group at
        most, so a pair that is alike may be in two different groups: it joins where it is most
        alike.

    Notes
    -----
    Complete linkage on 1 − |ρ|, with pairs that are not alike further apart than any pair can be.

    Examples
    --------
    >>> close = np.array([[1.0, 0.9, 0.8], [0.9, 1.0, 0.7], [0.8, 0.7, 1.0]])
    >>> [group.tolist() for group in alike_groups(close, close >= 0.8)]
    [[0, 1]]
    """
    n = _side(correlation)
    if n < 2:
        return ()
    tree = _tree(np.where(alike[np.triu_indices(n, 1)], _distances(correlation), APART), n)
    clusters: list[list[int]] = [[leaf] for leaf in range(n)]
    whole: dict[int, list[int]] = {}
    for merge, (left, right) in enumerate(zip(tree.left, tree.right, strict=True)):
        clusters.append(clusters[left] + clusters[right])
        if tree.height[merge] < APART:
            whole.pop(int(left), None)
            whole.pop(int(right), None)
            whole[n + merge] = clusters[-1]
    return tuple(np.array(group, dtype=np.intp) for group in sorted(map(sorted, whole.values())))


def _side(correlation: Array) -> int:
    """Return the number of columns."""
    if correlation.ndim != 2 or correlation.shape[0] != correlation.shape[1]:
        raise ShapeError(f"correlation has shape {correlation.shape}; pass a square.")
    return len(correlation)


def _distances(correlation: Array) -> Array:
    """Return 1 − |ρ| of every pair, in the order of the upper triangle."""
    values = np.abs(correlation[np.triu_indices(len(correlation), 1)])
    return np.asarray(1.0 - np.clip(np.where(np.isnan(values), 0.0, values), 0.0, 1.0))


def _tree(distances: Array, n: int) -> MergeOrder:
    """Join by complete linkage."""
    from scipy.cluster.hierarchy import leaves_list, linkage  # noqa: PLC0415 - needed here only

    merges = linkage(distances, method="complete", optimal_ordering=True)
    left, right = np.sort(merges[:, :2], axis=1).astype(np.intp).T
    order = leaves_list(merges) if n > 1 else np.arange(n)
    size = merges[:, 3].astype(np.intp)
    return MergeOrder(left, right, merges[:, 2].copy(), size, np.asarray(order, dtype=np.intp))
