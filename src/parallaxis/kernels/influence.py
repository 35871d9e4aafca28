"""What each item contributes to the sum of a panel's tetrachoric correlations."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parallaxis.errors import ShapeError
from parallaxis.kernels import bivariate_normal
from parallaxis.kernels.gram import item_blocks, pair_counts
from parallaxis.kernels.interior_tables import thresholds
from parallaxis.kernels.zero_cells import Table, half_in_empty_cells

Array = NDArray[np.float64]


class Slopes(NamedTuple):
    """How one more item moves ρ of each pair, matrices (n_models, n_models) with zero diagonal.

    An item that both models answered, x and y being their 0/1 answers, adds
    ``both·xy − row·x − column·y − constant``, where `column` is `row` transposed.
    """

    both: Array
    row: Array
    constant: Array


def item_influence(
    X: NDArray[np.floating],
    rho: Array,
    weights: Array | None = None,
    table: Table | None = None,
) -> Array:
    """How much does each item pull the sum of all pairwise tetrachoric correlations?

    Parameters
    ----------
    X : ndarray, shape (n_models, n_items)
        0, 1 or NaN; a NaN takes the item out of every pair of that model.
    rho : ndarray, shape (n_models, n_models)
        Tetrachoric correlations of these data. NaN and ±1 are taken as fixed, as they are under
        reweighting of the items; a pair with an empty cell and another ρ is taken to have ½ there.
    weights : ndarray, shape (n_models, n_models), optional
        Symmetric; the sum is then Σ_{i<j} w_ij ρ_ij.
    table : Table, optional
        Cells of every pair, where they are not the counts of X. X may then hold any numbers whose
        sums of x_i x_j, x_i(1 − x_j) … over the items are these cells.

    Returns
    -------
    ndarray, shape (n_items,)
        n_items times the derivative of Σ_{i<j} ρ_ij by the weight of the item. With item weights v
        the sum becomes, to first order, Σρ + (v − 1)·influence / n_items. The influences add to
        zero unless a ½ was put into a cell.

    Raises
    ------
    ShapeError
        `rho` is not (n_models, n_models).

    Notes
    -----
    One pass over the board replaces the solving of every pair in every bootstrap replicate. With
    W = 1/φ₂ and A_ij = P(Y_j ≤ h_j | Y_i = h_i), an item moves ρ_ij by
    W(x_i x_j − A_ij x_i − A_ji x_j − mean)/n_ij.

    Examples
    --------
    >>> X = np.array([[1.0, 1, 1, 0, 0, 0], [1, 1, 0, 1, 0, 0]])
    >>> item_influence(X, np.array([[1.0, 0.5], [0.5, 1.0]])).round(2)
    array([ 0.91,  0.91, -1.81, -1.81,  0.91,  0.91])
    """
    pulls = np.concatenate([of.sum(axis=0) for of in _member_pulls(X, rho, weights, table)])
    influence: Array = X.shape[1] / 2 * pulls
    return influence


def member_influence(X: NDArray[np.floating], rho: Array) -> Array:
    """How much does each item pull the sum of each model's correlations with the others?

    Parameters
    ----------
    X, rho
        As for :func:`item_influence`.

    Returns
    -------
    ndarray, shape (n_models, n_items)
        Of Σ_{j≠i} ρ_ij, as :func:`item_influence` of the sum over all pairs, which is half the sum
        of the rows.

    Raises
    ------
    ShapeError
        `rho` is not (n_models, n_models).

    Examples
    --------
    >>> X = np.array([[1.0, 1, 1, 0, 0, 0], [1, 1, 0, 1, 0, 0]])
    >>> member_influence(X, np.array([[1.0, 0.5], [0.5, 1.0]])).round(2)[0]
    array([ 0.91,  0.91, -1.81, -1.81,  0.91,  0.91])
    """
    influence: Array = X.shape[1] * np.concatenate(list(_member_pulls(X, rho)), axis=1)
    return influence


def pair_slopes(table: Table, rho: Array) -> Slopes:
    """How does one more item move ρ of each pair?

    Parameters
    ----------
    table : Table
        Cells of every pair, matrices (n_models, n_models).
    rho : ndarray, shape (n_models, n_models)
        Their correlations; NaN and ±1 are taken as fixed.

    Returns
    -------
    Slopes
        Zero where ρ is fixed.

    Examples
    --------
    >>> table = Table(*(np.full((2, 2), x) for x in (40.0, 10.0, 10.0, 40.0)))
    >>> pair_slopes(table, np.array([[1.0, 0.809017], [0.809017, 1.0]])).both[0, 1].round(4)
    np.float64(0.0369)
    """
    free = np.abs(rho) < 1
    np.fill_diagonal(free, val=False)
    ones = np.ones_like(rho)
    table = half_in_empty_cells(table).where(free, Table(ones, ones, ones, ones))
    rho = np.where(free, rho, 0.0)
    n = table.n11 + table.n10 + table.n01 + table.n00
    h, k = thresholds(table)
    both = np.where(free, 1 / (bivariate_normal.pdf(h, k, rho) * n), 0.0)
    row = both * bivariate_normal.conditional_cdf(h, k, rho)
    of_rows = row * (table.n11 + table.n10) / n
    return Slopes(both, row, both * table.n11 / n - of_rows - of_rows.T)


def _member_pulls(
    X: NDArray[np.floating],
    rho: Array,
    weights: Array | None = None,
    table: Table | None = None,
) -> Iterator[Array]:
    """Yield what each item adds to the weighted sums of every model's pairs, block by block."""
    if rho.shape != (X.shape[0], X.shape[0]):
        raise ShapeError(f"rho has shape {rho.shape}; pass one row and column per model.")
    if table is None:
        counts = pair_counts(X)
        table = Table(counts.n11, counts.n10, counts.n01, counts.n00)
    slopes = pair_slopes(table, rho)
    if weights is not None:
        slopes = Slopes(*(part * weights for part in slopes))
    of_block = _masked if np.isnan(X).any() else _complete
    for block in item_blocks(X):
        yield of_block(np.asarray(block, dtype=np.float64), slopes)


def _complete(block: Array, slopes: Slopes) -> Array:
    """Return what a block of items that every model answered adds to every model's sum."""
    linear = slopes.row.sum(axis=1, keepdims=True) * block + slopes.row.T @ block
    constant = slopes.constant.sum(axis=1, keepdims=True)
    return np.asarray(block * (slopes.both @ block) - linear - constant)


def _masked(block: Array, slopes: Slopes) -> Array:
    """Return what a block of items adds to every model's sum, over the pairs that answered."""
    seen = (~np.isnan(block)).astype(np.float64)
    right = np.where(seen > 0, block, 0.0)
    of_right = right * (slopes.both @ right - slopes.row @ seen)
    return np.asarray(of_right - seen * (slopes.row.T @ right + slopes.constant @ seen))
