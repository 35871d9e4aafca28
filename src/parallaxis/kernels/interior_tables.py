"""The tetrachoric correlation of 2 × 2 tables without empty cells, as the root of Φ₂."""

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from parallaxis.kernels.latent_correlation import fisher_z
from parallaxis.kernels.zero_cells import Table

Array = NDArray[np.float64]


def thresholds(table: Table) -> tuple[Array, Array]:
    """Return the normal thresholds h, k below which the two models answer right.

    Each is taken from the smaller of the two shares, so that a model that is nearly always right
    keeps its digits.
    """
    return (
        _threshold(table.n11 + table.n10, table.n01 + table.n00),
        _threshold(table.n11 + table.n01, table.n10 + table.n00),
    )


def interior_rho(table: Table) -> Array:
    """Return the maximum-likelihood ρ of one-dimensional tables without empty cells."""
    against = table.n11 * table.n00 < table.n10 * table.n01
    swapped = Table(table.n10, table.n11, table.n00, table.n01)
    table = swapped.where(against, table)
    n = table.n11 + table.n10 + table.n01 + table.n00
    h, k = thresholds(table)
    excess = (table.n11 * table.n00 - table.n10 * table.n01) / (n * n)
    slack = np.minimum(table.n10, table.n01) / n
    rho = np.tanh(fisher_z(h, k, excess, slack, _bonett_price(table, n)))
    return np.where(against, -rho, rho)


def _bonett_price(table: Table, n: Array) -> Array:
    """Return Fisher's z of the closed-form approximation of Bonett and Price (2005)."""
    n11, n10, n01, n00 = table
    rows, columns = np.minimum(n11 + n10, n01 + n00), np.minimum(n11 + n01, n10 + n00)
    smallest = np.minimum(rows, columns) / n
    power = (1 - np.abs(n10 - n01) / n / 5 - (0.5 - smallest) ** 2) / 2
    odds_ratio = (n11 * n00) / (n10 * n01)
    return -np.log(np.tan(np.pi / 2 / (1 + odds_ratio**power)))


def _threshold(right: Array, wrong: Array) -> Array:
    """Return Φ⁻¹(right/n), from whichever side is smaller."""
    return np.copysign(ndtri(np.minimum(right, wrong) / (right + wrong)), right - wrong)
