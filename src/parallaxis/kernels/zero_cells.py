"""What to do with a 2 × 2 table that has an empty cell, where the likelihood runs to ρ = ±1."""

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Booleans = NDArray[np.bool_]
ZeroCells = Literal["half", "ml", "drop"]
ZERO_CELLS: tuple[ZeroCells, ...] = ("half", "ml", "drop")
SMALLEST_EXPECTED = 0.5  # below it the ½ itself makes the sign of the correlation


class Table(NamedTuple):
    """The four counts of many pairs of models, arrays of one shape."""

    n11: Array
    n10: Array
    n01: Array
    n00: Array

    def where(self, condition: Booleans, other: "Table") -> "Table":
        """Return this table where the condition holds, the other elsewhere."""
        return Table(*(np.where(condition, a, b) for a, b in zip(self, other, strict=True)))

    def flatten(self) -> "Table":
        """Return one-dimensional copies or views."""
        return Table(*(cell.reshape(-1) for cell in self))

    def at(self, lanes: NDArray[np.intp] | Booleans | slice) -> "Table":
        """Return some of the pairs."""
        return Table(*(cell[lanes] for cell in self))


class Kind(NamedTuple):
    """Which pairs have which kind of table."""

    degenerate: Booleans  # a margin is empty or full, or nothing was counted
    positive: Booleans  # an empty cell off the diagonal: ρ = +1 by maximum likelihood
    negative: Booleans  # an empty cell on the diagonal: ρ = −1
    perfect: Booleans  # both cells of a diagonal are empty: the models are equal or opposite


def classify(table: Table) -> Kind:
    """Sort tables by their empty cells, on the counts themselves and not on rounded shares."""
    no11, no10, no01, no00 = (cell == 0 for cell in table)
    empty_margin = (no11 & no10) | (no01 & no00) | (no11 & no01) | (no10 & no00)
    degenerate = empty_margin | ~np.isfinite(sum(table))
    positive, negative = (no10 | no01) & ~degenerate, (no11 | no00) & ~degenerate
    return Kind(degenerate, positive, negative, (no10 & no01 | no11 & no00) & ~degenerate)


def smallest_expected_count(table: Table) -> Array:
    """Return the smallest of the four counts expected if the two models were independent.

    Parameters
    ----------
    table : Table
        Counts; a pair with nothing counted gives NaN.

    Returns
    -------
    ndarray
        min(row totals) · min(column totals) / n.

    Examples
    --------
    >>> table = Table(*(np.array(float(x)) for x in (14035, 5, 2, 0)))
    >>> smallest_expected_count(table).round(4)
    np.float64(0.0007)
    """
    n11, n10, n01, n00 = table
    rows = np.minimum(n11 + n10, n01 + n00)
    columns = np.minimum(n11 + n01, n10 + n00)
    n = n11 + n10 + n01 + n00
    with np.errstate(invalid="ignore"):
        return rows * columns / np.where(n > 0, n, np.nan)


def half_in_empty_cells(table: Table) -> Table:
    """Return the table with ½ in every empty cell; margins and n grow with it.

    Examples
    --------
    >>> half_in_empty_cells(Table(*(np.array([x]) for x in (3.0, 0.0, 2.0, 4.0)))).n10
    array([0.5])
    """
    return Table(*(np.where(cell == 0, 0.5, cell) for cell in table))
