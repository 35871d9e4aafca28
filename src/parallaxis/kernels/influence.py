"""What each item contributes to the sum of a panel's tetrachoric correlations."""

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


def item_influence(X: NDArray[np.floating], rho: Array) -> Array:
    """How much does each item pull the sum of all pairwise tetrachoric correlations?

    Parameters
    ----------
    X : ndarray, shape (n_models, n_items)
        0, 1 or NaN; a NaN takes the item out of every pair of that model.
    rho : ndarray, shape (n_models, n_models)
        Tetrachoric correlations of these data. NaN and ±1 are taken as fixed, as they are under
        reweighting of the items; a pair with an empty cell and another ρ is taken to have ½ there.

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
    if rho.shape != (X.shape[0], X.shape[0]):
        raise ShapeError(f"rho has shape {rho.shape}; pass one row and column per model.")
    slopes = _slopes(X, rho)
    if np.isnan(X).any():
        pulls = np.concatenate([_masked(block, slopes) for block in item_blocks(X)])
    else:
        pulls = _complete(X, slopes)
    influence: Array = X.shape[1] * pulls
    return influence


def _slopes(X: NDArray[np.floating], rho: Array) -> Slopes:
    """Return the derivatives of every pair, zero where ρ is fixed."""
    counts = pair_counts(X)
    free = np.abs(rho) < 1
    np.fill_diagonal(free, val=False)
    ones = np.ones_like(rho)
    table = half_in_empty_cells(Table(counts.n11, counts.n10, counts.n01, counts.n00))
    table = table.where(free, Table(ones, ones, ones, ones))
    rho = np.where(free, rho, 0.0)
    n = table.n11 + table.n10 + table.n01 + table.n00
    h, k = thresholds(table)
    both = np.where(free, 1 / (bivariate_normal.pdf(h, k, rho) * n), 0.0)
    row = both * bivariate_normal.conditional_cdf(h, k, rho)
    of_rows = row * (table.n11 + table.n10) / n
    return Slopes(both, row, both * table.n11 / n - of_rows - of_rows.T)


def _complete(X: NDArray[np.floating], slopes: Slopes) -> Array:
    """Return the sums over pairs when every model answered every item."""
    both, of_rows, constant = slopes.both, slopes.row.sum(axis=1), slopes.constant.sum() / 2
    quadratic = [((both @ block) * block).sum(axis=0) / 2 for block in item_blocks(X)]
    linear = [of_rows @ block for block in item_blocks(X)]
    pulls: Array = np.concatenate(quadratic) - np.concatenate(linear) - constant
    return pulls


def _masked(block: Array, slopes: Slopes) -> Array:
    """Return the sums over the pairs that both answered, for a block of items."""
    seen = (~np.isnan(block)).astype(np.float64)
    right = np.where(seen > 0, block, 0.0)
    of_rows = right * (slopes.both @ right / 2 - slopes.row @ seen)
    pulls: Array = (of_rows - seen * (slopes.constant @ seen) / 2).sum(axis=0)
    return pulls
