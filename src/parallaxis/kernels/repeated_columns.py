"""Columns of a board that hold the same scores, cell by cell."""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Groups = tuple[tuple[int, ...], ...]
TELLING = 0.5  # distinct scores a column must have, as a share of its cells, to repeat another


def repeated_columns(values: Array) -> Groups:
    """Which items are the same item twice?

    Parameters
    ----------
    values : ndarray, shape (n_models, n_items)
        NaN = not scored; two columns repeat each other only if the same cells are missing.

    Returns
    -------
    tuple of tuple of int
        Groups of two or more column numbers, ascending; no column is in two groups.

    Notes
    -----
    Coarse scores (right and wrong, a few marks) coincide by chance and on items that only the best
    or the weakest models get, so a column counts only if at least half of its scores are distinct.

    Examples
    --------
    >>> board = np.random.default_rng(0).normal(size=(10, 3))
    >>> repeated_columns(board[:, [0, 1, 0, 2]])
    ((0, 2),)
    """
    found: dict[bytes, list[int]] = {}
    for place, column in enumerate(np.ascontiguousarray(values.T)):
        seen = column[~np.isnan(column)]
        if seen.size and np.unique(seen).size >= TELLING * seen.size:
            found.setdefault(column.tobytes(), []).append(place)
    return tuple(tuple(group) for group in found.values() if len(group) > 1)
