"""Columns of a board that hold the same scores, cell by cell."""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Groups = tuple[tuple[int, ...], ...]
TELLING = 0.5  # distinct scores a column must have, as a share of its cells, to repeat another
ALONE = 5  # answers in which the nearest other item differs, so that equal ones are no coincidence


def repeated_columns(values: Array) -> Groups:
    """Which items are the same item twice?

    Parameters
    ----------
    values : ndarray, shape (n_models, n_items)
        Real scores; NaN = not scored. Two columns repeat each other only if the same cells are
        missing.

    Returns
    -------
    tuple of tuple of int
        Groups of two or more column numbers, ascending; no column is in two groups.

    Notes
    -----
    Coarse scores (a few marks) coincide by chance and on items that only the best or the weakest
    models get, so a column counts only if at least half of its scores are distinct.

    Examples
    --------
    >>> board = np.random.default_rng(0).normal(size=(10, 3))
    >>> repeated_columns(board[:, [0, 1, 0, 2]])
    ((0, 2),)
    """
    fine = []
    for place, column in enumerate(values.T):
        seen = column[~np.isnan(column)]
        if seen.size and np.unique(seen).size >= TELLING * seen.size:
            fine.append(place)
    return tuple(tuple(fine[own] for own in group) for group in _equal(values[:, fine]))


def repeated_answers(values: Array) -> Groups:
    """Which right/wrong items are the same item twice, as it is or turned round?

    Parameters
    ----------
    values : ndarray, shape (n_models, n_items)
        0, 1 or NaN; no column all right or all wrong.

    Returns
    -------
    tuple of tuple of int
        As `repeated_columns`.

    Notes
    -----
    Easy and hard items coincide by chance, and where one ability decides nearly everything many do;
    then others differ from them in an answer or two. Items are called repeated only where no other
    item, as it is or turned round, comes nearer than five answers; models that answer all alike
    count once. On simulated boards of 20 to 130
    models without repeated items none was called so.

    Examples
    --------
    >>> board = (np.random.default_rng(0).random((60, 12)) < 0.5).astype(float)
    >>> repeated_answers(np.column_stack([board, 1.0 - board[:, 0]]))
    ((0, 12),)
    """
    alike = [own for group in _equal(values.T) for own in group[1:]]
    values = np.delete(values, alike, axis=0)
    observed = ~np.isnan(values)
    first = values[observed.argmax(axis=0), np.arange(values.shape[1])]
    upright = np.where(first > 0.5, 1.0 - values, values)
    groups = _equal(upright)
    if not groups:
        return ()
    later = [own for group in groups for own in group[1:]]
    others = np.setdiff1d(np.arange(values.shape[1]), later)
    alone = [_nearest(upright[:, others], int(np.searchsorted(others, g[0]))) for g in groups]
    return tuple(g for g, nearest in zip(groups, alone, strict=True) if nearest >= ALONE)


def _nearest(values: Array, item: int) -> float:
    """Return in how many answers the nearest other item differs, as it is or turned round."""
    others = np.delete(values, item, axis=1)
    differs = np.abs(others - values[:, [item]])
    unlike, seen = np.nansum(differs, axis=0), (~np.isnan(differs)).sum(axis=0)
    return float(np.minimum(unlike, seen - unlike).min(initial=np.inf))


def _equal(values: Array) -> Groups:
    """Return the sets of columns that are equal bit by bit."""
    found: dict[bytes, list[int]] = {}
    one_nan = np.where(np.isnan(values), np.nan, values)  # whatever its bits were
    for place, column in enumerate(np.ascontiguousarray(one_nan.T)):
        found.setdefault(column.tobytes(), []).append(place)
    return tuple(tuple(group) for group in found.values() if len(group) > 1)
