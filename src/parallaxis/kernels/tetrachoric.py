"""How alike two models are on right and wrong: φ, and the tetrachoric correlation beneath it.

All functions take the four counts of the 2 × 2 table of each pair, arrays of any common shape:
n11 items that both models got right, n10 only the first, n01 only the second, n00 neither.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis._checks import choice
from parallaxis.errors import ShapeError
from parallaxis.kernels import bivariate_normal
from parallaxis.kernels.interior_tables import interior_rho, thresholds
from parallaxis.kernels.zero_cells import (
    SMALLEST_EXPECTED,
    ZERO_CELLS,
    Kind,
    Table,
    ZeroCells,
    classify,
    half_in_empty_cells,
    smallest_expected_count,
)

Array = NDArray[np.float64]
Booleans = NDArray[np.bool_]
BLOCK = 1024  # pairs at a time: the 20 nodes of each stay in the second-level cache


@dataclass(frozen=True, slots=True)
class Tetrachoric:
    """Tetrachoric correlations of many pairs of models, all of one shape.

    Attributes
    ----------
    rho : ndarray of float64
        Correlation, -1 to 1; NaN where a model is constant over the items of the pair, where
        nothing was counted, and where the convention for empty cells leaves the pair out.
    boundary : ndarray of bool
        A cell is empty although both models vary: by maximum likelihood ρ is exactly ±1.
    uninformative : ndarray of bool
        One cell is empty and the smallest count expected under independence is below ½: a ½ in
        the empty cell would make the sign. Stated whatever the convention; ``"half"`` leaves
        these pairs out.
    """

    rho: Array
    boundary: Booleans
    uninformative: Booleans


def phi(n11: Array, n10: Array, n01: Array, n00: Array) -> Array:
    """How strongly do two models' right and wrong answers correlate as they are?

    Parameters
    ----------
    n11, n10, n01, n00 : ndarray
        Counts of the four cells, of one shape.

    Returns
    -------
    ndarray
        (n11·n00 − n10·n01) / √(product of the four margins), -1 to 1; NaN where a margin is zero.

    Notes
    -----
    Unless the two models are right equally often, φ cannot reach 1, and it shrinks as both
    become very good: two models that share everything but their threshold have φ < 1.

    Examples
    --------
    >>> phi(np.array(40.0), np.array(10.0), np.array(10.0), np.array(40.0)).round(12)
    np.float64(0.6)
    """
    table = _table(n11, n10, n01, n00)
    rows = (table.n11 + table.n10) * (table.n01 + table.n00)
    columns = (table.n11 + table.n01) * (table.n10 + table.n00)
    scale = np.sqrt(rows * columns)
    difference = table.n11 * table.n00 - table.n10 * table.n01
    return (difference / np.where(scale > 0, scale, np.nan))[()]


def phi_standard_error(n11: Array, n10: Array, n01: Array, n00: Array) -> Array:
    """How exactly is φ known from these answers?

    Parameters
    ----------
    n11, n10, n01, n00 : ndarray
        Counts of the four cells, of one shape.

    Returns
    -------
    ndarray
        Standard error over items; NaN where a margin is zero.

    Notes
    -----
    By the delta method, of the influences h = ab − φ(a² + b²)/2 of standardised answers a, b:
    the root of the mean of h² over n.

    References
    ----------
    Bishop, Fienberg & Holland (1975), Discrete Multivariate Analysis, ch. 11.

    Examples
    --------
    >>> phi_standard_error(*(np.array(n) for n in (40.0, 10.0, 10.0, 40.0))).round(12)
    np.float64(0.08)
    """
    table = _table(n11, n10, n01, n00)
    n = table.n11 + table.n10 + table.n01 + table.n00
    r = phi(n11, n10, n01, n00)
    known = np.isfinite(r)
    p, q = ((table.n11 + part) / np.where(n > 0, n, 1.0) for part in (table.n10, table.n01))
    p, q = np.where(known, p, 0.5), np.where(known, q, 0.5)
    squared = np.zeros_like(p)
    for cell, x, y in ((table.n11, 1, 1), (table.n10, 1, 0), (table.n01, 0, 1), (table.n00, 0, 0)):
        a, b = (x - p) / np.sqrt(p * (1.0 - p)), (y - q) / np.sqrt(q * (1.0 - q))
        squared += cell * (a * b - r * (a * a + b * b) / 2.0) ** 2
    return np.asarray(np.where(known, np.sqrt(squared) / np.where(n > 0, n, 1.0), np.nan))[()]


def tetrachoric(
    n11: Array, n10: Array, n01: Array, n00: Array, *, zero_cells: ZeroCells = "half"
) -> Tetrachoric:
    """How strongly do two models correlate beneath their right and wrong answers?

    Parameters
    ----------
    n11, n10, n01, n00 : ndarray
        Counts of the four cells, of one shape; whole numbers or weights.
    zero_cells : {"half", "ml", "drop"}
        What an empty cell gives. ``"half"``: ½ is put there and the margins are counted anew,
        unless the pair is then uninformative (NaN); two empty cells on a diagonal are ±1.
        ``"ml"``: exactly ±1. ``"drop"``: NaN.

    Returns
    -------
    Tetrachoric
        `rho`, `boundary`, `uninformative`, of the shape of the counts.

    Raises
    ------
    InputError
        `zero_cells` is not one of the three.
    ShapeError
        The four arrays differ in shape.

    Notes
    -----
    Each model answers right where a standard normal lies below its threshold; ρ is the
    correlation of the two normals, the root of Φ₂(h, k; ρ) = n11/n with Φ(h), Φ(k) the shares
    right. For a table without empty cells this is the maximum-likelihood estimate. Missing
    answers: count each pair over the items that both models answered; thresholds are the pair's
    own. Error below 1e-12 for boards of less than a hundred thousand items.

    References
    ----------
    Pearson, K. (1900). On the correlation of characters not quantitatively measurable.
    Philosophical Transactions A 195, 1-47. Brown, M. B. and Benedetti, J. K. (1977). On the mean
    and variance of the tetrachoric correlation coefficient. Psychometrika 42, 347-355.

    Examples
    --------
    >>> counts = (np.array([x]) for x in (40.0, 10.0, 10.0, 40.0))
    >>> tetrachoric(*counts).rho.round(6)
    array([0.809017])
    """
    choice("zero_cells", zero_cells, ZERO_CELLS)
    table = _table(n11, n10, n01, n00)
    shape = table.n11.shape
    table = table.flatten()
    rho = np.empty(table.n11.size)
    boundary, uninformative = np.empty(rho.size, dtype=bool), np.empty(rho.size, dtype=bool)
    for start in range(0, rho.size, BLOCK):
        block = slice(start, start + BLOCK)
        part = table.at(block)
        kind = classify(part)
        boundary[block] = kind.positive | kind.negative
        uninformative[block] = _uninformative(part, kind)
        rho[block] = _block_rho(part, kind, uninformative[block], zero_cells)
    return Tetrachoric(rho.reshape(shape), boundary.reshape(shape), uninformative.reshape(shape))


def standard_error(n11: Array, n10: Array, n01: Array, n00: Array, rho: Array) -> Array:
    """How uncertain is a tetrachoric correlation, its thresholds being estimated too?

    Parameters
    ----------
    n11, n10, n01, n00 : ndarray
        Counts of the four cells, of one shape.
    rho : ndarray
        The maximum-likelihood correlation of each table, of the same shape.

    Returns
    -------
    ndarray
        Large-sample standard error of `rho`: the delta method on the four shares, which for a
        saturated table is the inverse of the observed information. NaN at the boundary (an empty
        cell) and where a margin is empty.

    Notes
    -----
    dρ = (dp₁₁ − A dp₁ − B dp₂)/φ₂ with A = P(Y ≤ k | X = h), B = P(X ≤ h | Y = k); thresholds
    taken as known would make it up to 5 % smaller.

    Examples
    --------
    >>> counts = [np.array([x]) for x in (40.0, 10.0, 10.0, 40.0)]
    >>> standard_error(*counts, tetrachoric(*counts).rho).round(4)
    array([0.0739])
    """
    table = _table(n11, n10, n01, n00)
    kind = classify(table)
    interior = ~(kind.degenerate | kind.positive | kind.negative)
    table = table.where(interior, _ones_like(table))
    rho = np.where(interior, rho, 0.0)
    n = table.n11 + table.n10 + table.n01 + table.n00
    h, k = thresholds(table)
    given_first = bivariate_normal.conditional_cdf(h, k, rho)
    given_second = bivariate_normal.conditional_cdf(k, h, rho)
    slopes = (1 - given_first - given_second, -given_first, -given_second, np.zeros_like(n))
    shares = [cell / n for cell in table]
    mean = sum(s * p for s, p in zip(slopes, shares, strict=True))
    spread = sum((s - mean) ** 2 * p for s, p in zip(slopes, shares, strict=True))
    error = np.sqrt(spread / n) / bivariate_normal.pdf(h, k, rho)
    return np.where(interior, error, np.nan)[()]


def _block_rho(table: Table, kind: Kind, uninformative: Booleans, zero_cells: ZeroCells) -> Array:
    """Return ρ under one convention for empty cells."""
    boundary = kind.positive | kind.negative
    rho = np.where(kind.positive, 1.0, np.where(kind.negative, -1.0, np.nan))
    solvable = ~(boundary | kind.degenerate)
    if zero_cells == "drop":
        rho[boundary] = np.nan
    if zero_cells == "half":
        rho[uninformative] = np.nan
        solvable |= boundary & ~kind.perfect & ~uninformative
        table = half_in_empty_cells(table)
    if solvable.all():
        return interior_rho(table)
    rho[solvable] = interior_rho(table.at(solvable))
    return rho


def _uninformative(table: Table, kind: Kind) -> Booleans:
    """Return where a ½ in the empty cell would make the sign."""
    single = (kind.positive | kind.negative) & ~kind.perfect
    return single & (smallest_expected_count(table) < SMALLEST_EXPECTED)


def _ones_like(table: Table) -> Table:
    """Return tables with one in every cell, which stand in where nothing can be computed."""
    return Table(*(np.ones_like(cell) for cell in table))


def _table(n11: Array, n10: Array, n01: Array, n00: Array) -> Table:
    """Return the four counts as float64 arrays of one shape."""
    table = Table(*(np.asarray(cell, dtype=np.float64) for cell in (n11, n10, n01, n00)))
    shapes = [cell.shape for cell in table]
    if len(set(shapes)) > 1:
        raise ShapeError(f"n11, n10, n01, n00 have shapes {shapes}; pass four of one shape.")
    return table
