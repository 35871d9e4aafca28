"""Which member is best, chosen on other items than those it is judged by."""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Places = NDArray[np.intp]


def deal_items(n_items: int, n_folds: int, rng: np.random.Generator) -> Places:
    """Return the number of the fold that each item is dealt to; folds differ by one at most.

    Examples
    --------
    >>> np.bincount(deal_items(7, 3, np.random.default_rng(0))).tolist()
    [3, 2, 2]
    """
    return np.asarray(rng.permutation(n_items) % n_folds, dtype=np.intp)


def chosen_elsewhere(values: Array, folds: Places) -> Places:
    """Which member is best by the items of all other folds?

    Parameters
    ----------
    values : ndarray, shape (n_members, n_items)
        1 right, 0 wrong, NaN not answered.
    folds : ndarray of int, shape (n_items,)
        Numbers 0 … F−1, at least two, each used.

    Returns
    -------
    ndarray of int, shape (n_folds,)
        For each fold the member with the largest share right of the items of other folds that it
        answered, the first of several; a member without any such item is not chosen.

    Notes
    -----
    The best of several on the items it was chosen by looks better than it is (the winner's
    curse); its share right on items that had no part in the choice does not.

    Examples
    --------
    >>> values = np.array([[1.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 1.0]])
    >>> chosen_elsewhere(values, np.array([0, 0, 1, 1])).tolist()
    [1, 0]
    """
    inside = (folds[:, None] == np.arange(folds.max() + 1)).astype(np.float64)
    seen = ~np.isnan(values)
    right, answered = np.where(seen, values, 0.0) @ inside, seen.astype(np.float64) @ inside
    others = answered.sum(axis=1, keepdims=True) - answered
    share = (right.sum(axis=1, keepdims=True) - right) / np.maximum(others, 1.0)
    best = np.where(others > 0.0, share, -1.0).argmax(axis=0)
    return np.asarray(best, dtype=np.intp)
