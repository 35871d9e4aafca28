"""Who knows what, where right answers can also be guessed: the latent 2 × 2 table of every pair.

A model that does not know an item still answers it right with the item's chance c. From its answer
x, ``z = (x − c)/(1 − c)`` is an unbiased estimate of whether it knows the item, and ``w = 1 − z =
(1 − x)/(1 − c)`` of whether it does not; for two models that guess independently so are the
products of the two. Their sums over the items that both answered are the cells of the table of
what the two know, whatever the chance of each item. Cells below zero are possible.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parallaxis.errors import InputError, ShapeError
from parallaxis.kernels.gram import BLOCK, item_blocks
from parallaxis.kernels.zero_cells import Table

Array = NDArray[np.float64]
ROUNDING = 1e-9  # of the items of a pair: a cell of this size is an empty one


class LatentTables(NamedTuple):
    """Who knows what: the 2 × 2 tables of many pairs, arrays of one shape.

    Attributes
    ----------
    cells : Table
        Numbers of items that both know, only the first, only the second, neither; fractional, and
        below zero where guessing happened to help less than on average.
    odds, squared_odds : ndarray
        Means of c/(1 − c) and of its square over the items of the pair; 0 where nothing is guessed.
    """

    cells: Table
    odds: Array
    squared_odds: Array

    @property
    def n_items(self) -> Array:
        """Items that both models answered."""
        n11, n10, n01, n00 = self.cells
        return n11 + n10 + n01 + n00

    def at(self, pairs: tuple[NDArray[np.intp], ...]) -> "LatentTables":
        """Return some of the pairs."""
        cells = Table(*(cell[pairs] for cell in self.cells))
        return LatentTables(cells, self.odds[pairs], self.squared_odds[pairs])


def latent_answers(X: NDArray[np.floating], chance: Array) -> Array:
    """What does each answer say of whether the model knows the item?

    Parameters
    ----------
    X : ndarray, shape (n_models, n_items)
        0, 1 or NaN.
    chance : ndarray, shape (n_items,)
        Probability of guessing each item right, from 0 to below 1.

    Returns
    -------
    ndarray, shape (n_models, n_items)
        (x − c)/(1 − c), its expectation being the probability that the model knows the item. NaN
        stays NaN.

    Raises
    ------
    ShapeError
        Another number of chance levels than of items.
    InputError
        A chance level that is NaN or out of range.

    References
    ----------
    Carroll (1945), Psychometrika 10, 1–19; Carroll (1961), Psychometrika 26, 347–372.

    Examples
    --------
    >>> latent_answers(np.array([[1.0, 0.0, np.nan]]), np.array([0.25, 0.5, 0.5])).round(3)
    array([[ 1., -1., nan]])
    """
    _checked(X, chance)
    return 1.0 - (1.0 - X) / (1.0 - chance)


def latent_tables(
    X: NDArray[np.floating], chance: Array, weights: Array | None = None
) -> LatentTables:
    """On how many items do two models both know the answer, only one of them, or neither?

    Parameters
    ----------
    X : ndarray, shape (n_models, n_items)
        0, 1 or NaN; a NaN takes the item out of every pair of that model.
    chance : ndarray, shape (n_items,)
        Probability of guessing each item right, from 0 to below 1.
    weights : ndarray, shape (n_items,), optional
        How often each item counts, 1 by default.

    Returns
    -------
    LatentTables
        Of all pairs, matrices (n_models, n_models). Where all chances are 0, the exact counts.

    Raises
    ------
    ShapeError
        Another number of chance levels than of items.
    InputError
        A chance level that is NaN or out of range.

    Examples
    --------
    >>> X = np.array([[1.0, 1, 1, 1, 0, 0], [1, 1, 1, 0, 1, 0]])
    >>> tables = latent_tables(X, np.full(6, 0.25))
    >>> [round(float(cell[0, 1]), 3) for cell in tables.cells]
    [2.444, 0.889, 0.889, 1.778]
    """
    _checked(X, chance)
    times = np.ones(X.shape[1]) if weights is None else np.asarray(weights, dtype=np.float64)
    unknown, wrong, n = _sums(X, chance, times)
    n10 = wrong.T - unknown
    cells = Table(n - wrong - wrong.T + unknown, n10, n10.T, unknown)
    cells = Table(*(np.where(np.abs(cell) <= ROUNDING * n, 0.0, cell) for cell in cells))
    return LatentTables(cells, *_mean_odds(X, chance, times, n))


def _checked(X: NDArray[np.floating], chance: Array) -> None:
    """Refuse chance levels that do not fit the items."""
    if chance.shape != (X.shape[1],):
        raise ShapeError(f"chance has shape {chance.shape} for {X.shape[1]} items; pass one each.")
    wrong = np.flatnonzero(~((chance >= 0.0) & (chance < 1.0)))
    if wrong.size:
        raise InputError(
            f"chance of item {wrong[0]} is {chance[wrong[0]]}; pass numbers from 0 to below 1."
        )


def _sums(X: NDArray[np.floating], chance: Array, times: Array) -> tuple[Array, Array, Array]:
    """Return Σ w_i w_j, Σ w_i and the number of items, over the items of each pair."""
    unknown, wrong, n = (np.zeros((X.shape[0], X.shape[0])) for _ in range(3))
    for start, block in zip(range(0, X.shape[1], BLOCK), item_blocks(X), strict=True):
        part = slice(start, start + BLOCK)
        seen = ~np.isnan(block)
        w = np.where(seen, (1.0 - block) / (1.0 - chance[part]), 0.0)
        counted = w * times[part]
        unknown += counted @ w.T
        if seen.all():  # every pair has the same items
            wrong += counted.sum(axis=1, keepdims=True)
            n += times[part].sum()
        else:
            one = seen.astype(np.float64)
            wrong += counted @ one.T
            n += (one * times[part]) @ one.T
    return unknown, wrong, n


def _mean_odds(
    X: NDArray[np.floating], chance: Array, times: Array, n: Array
) -> tuple[Array, Array]:
    """Return the means of c/(1 − c) and of its square over the items of each pair."""
    odds = chance / (1.0 - chance)
    if (odds == odds[0]).all():
        return np.full_like(n, odds[0]), np.full_like(n, odds[0] ** 2)
    seen = (~np.isnan(X)).astype(np.float64)
    if seen.all():
        first, second = ((times @ power) / times.sum() for power in (odds, odds**2))
        return np.full_like(n, first), np.full_like(n, second)
    with np.errstate(invalid="ignore"):
        first, second = ((seen * (times * power)) @ seen.T / n for power in (odds, odds**2))
    return first, second
