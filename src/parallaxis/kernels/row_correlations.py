"""How sure the correlations of many pairs of rows are, and what each column adds to their sums."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parallaxis.errors import ShapeError
from parallaxis.kernels.gram import item_blocks
from parallaxis.kernels.scaling import standardise

Array = NDArray[np.float64]


class StandardRows(NamedTuple):
    """Rows of mean 0 and variance 1 over what they have, 0 where missing; and what they have."""

    values: Array
    seen: Array

    @classmethod
    def of(cls, rows: Array) -> "StandardRows":
        """Standardise rows; NaN = missing.

        Examples
        --------
        >>> StandardRows.of(np.array([[1.0, 3.0, np.nan]])).values.tolist()
        [[-1.0, 1.0, 0.0]]
        """
        return cls(standardise(rows.T).T, (~np.isnan(rows)).astype(np.float64))


class PairErrors(NamedTuple):
    """Standard errors of all pairs, shape (n_rows, n_rows); NaN without common columns.

    Attributes
    ----------
    as_found : ndarray
        Of the correlation as it is, to first order.
    unrelated : ndarray
        Of the correlation were the two rows unrelated, given how large each residual is.
    n_common : ndarray
        Columns that both rows have.
    """

    as_found: Array
    unrelated: Array
    n_common: Array


def pair_errors(rows: StandardRows, correlation: Array) -> PairErrors:
    """How far would each correlation move with another sample of columns?

    Parameters
    ----------
    rows : StandardRows
    correlation : ndarray, shape (n_rows, n_rows)
        Of these rows, over common columns.

    Returns
    -------
    PairErrors

    Raises
    ------
    ShapeError
        Not one row and column of `correlation` for each row.

    Notes
    -----
    A column moves r by z_i z_j − r (z_i² + z_j²)/2; the error is the root of the mean square of
    that, over n. Unrelated: the root of mean z_i² z_j², over n, which exceeds 1/√n where both rows
    are large in the same columns. Where cells are missing, z is standardised over all columns of
    the row.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> left = rng.normal(size=(2, 400))
    >>> pair_errors(StandardRows.of(left), np.corrcoef(left)).unrelated[0, 1].round(2)
    np.float64(0.05)
    """
    _check(rows, correlation)
    n = len(correlation)
    common, both, cubes, fourths = (np.zeros((n, n)) for _ in range(4))
    for z, m in zip(item_blocks(rows.values), item_blocks(rows.seen), strict=True):
        squares = z * z
        common += m @ m.T
        both += squares @ squares.T
        cubes += (squares * z) @ z.T
        fourths += (squares * squares) @ m.T
    r = np.nan_to_num(correlation)
    moved = both - r * (cubes + cubes.T) + r**2 / 4.0 * (fourths + fourths.T + 2.0 * both)
    with np.errstate(invalid="ignore", divide="ignore"):
        return PairErrors(np.sqrt(np.maximum(moved, 0.0)) / common, np.sqrt(both) / common, common)


def column_influence(rows: StandardRows, correlation: Array, weights: Array) -> Array:
    """How much does each column pull a weighted sum of correlations of rows?

    Parameters
    ----------
    rows : StandardRows
    correlation : ndarray, shape (n_rows, n_rows)
        Of these rows; NaN does not count.
    weights : ndarray, shape (n_rows, n_rows)
        Symmetric; the diagonal does not count.

    Returns
    -------
    ndarray, shape (n_columns,)
        n_columns times the derivative of Σ_{i<j} w_ij r_ij by the weight of the column, as
        ``phi_influence.phi_item_influence`` for weights that are all 1.

    Raises
    ------
    ShapeError
        Correlations or weights of another shape.

    Examples
    --------
    >>> left = np.random.default_rng(0).normal(size=(3, 50))
    >>> found = column_influence(StandardRows.of(left), np.corrcoef(left), np.ones((3, 3)))
    >>> found.shape, abs(float(found.sum())) < 1e-9
    ((50,), True)
    """
    _check(rows, correlation)
    _check(rows, weights)
    counted = np.isfinite(correlation) & ~np.eye(len(correlation), dtype=bool)
    common = sum(m @ m.T for m in item_blocks(rows.seen))
    weight = np.divide(
        weights * rows.values.shape[1], common, out=np.zeros_like(weights), where=counted
    )
    pull = weight * np.where(counted, correlation, 0.0)
    sums = [
        ((z * (weight @ z)).sum(axis=0) - ((z * z) * (pull @ m)).sum(axis=0)) / 2.0
        for z, m in zip(item_blocks(rows.values), item_blocks(rows.seen), strict=True)
    ]
    return np.concatenate(sums)


def _check(rows: StandardRows, square: Array) -> None:
    """Refuse a matrix of another number of rows."""
    n = len(rows.values)
    if square.shape != (n, n):
        raise ShapeError(
            f"a matrix has shape {square.shape}; pass one row and column for {n} rows."
        )
