"""Plackett's integral: how far Φ₂(h, k; ρ) lies above independence, and below ρ = 1.

Along Fisher's z = artanh ρ the derivative of Φ₂ is w·g(z), with

    g(z) = sech z · exp(−δe²ᶻ − βe⁻²ᶻ),   w = exp(−(h² + k²)/4) / 2π,
    δ = (h − k)²/8,   β = (h + k)²/8.

Nothing in g is singular, and it falls off doubly exponentially, so twenty nodes give twelve
digits of either side: ∫₀ᶻ g, the excess over independence, or ∫_z^∞ g, what is missing at ρ = 1.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import erfc

Array = NDArray[np.float64]
_X, _W = np.polynomial.legendre.leggauss(20)
_HALF_NODES = _X[10:, None]
_HALF_WEIGHTS = _W[10:, None]
STEEP = 0.6  # from this δe²ᶻ on, the remaining area is integrated; below it ∫₀ᶻ or the series is
FAR = 2.0  # beyond this z (ρ = .964) the area from zero to z takes more than twenty nodes
SERIES_TERMS = 14


class Shape(NamedTuple):
    """The two constants that fix g for one pair of thresholds."""

    apart: Array  # δ = (h − k)²/8
    together: Array  # β = (h + k)²/8

    def at(self, lanes: NDArray[np.intp] | NDArray[np.bool_]) -> "Shape":
        """Return the constants of some of the pairs."""
        return Shape(self.apart[lanes], self.together[lanes])


def shape_and_weight(h: Array, k: Array) -> tuple[Shape, Array]:
    """Return δ, β and the weight w of a pair of thresholds."""
    weight = np.exp(-(h * h + k * k) / 4) / (2 * np.pi)
    return Shape((h - k) ** 2 / 8, (h + k) ** 2 / 8), weight


def density(z: Array, shape: Shape) -> tuple[Array, Array]:
    """Return g(z) and its logarithmic derivative g'/g."""
    e2z = np.exp(2 * z)
    steep, flat = shape.apart * e2z, shape.together / e2z
    g = np.exp(-steep - flat) / np.cosh(z)
    return g, 2 * (flat - steep) - np.tanh(z)


def area(start: Array, stop: Array, shape: Shape) -> Array:
    """Return ∫ g from `start` to `stop` by the 20-node Gauss-Legendre rule."""
    half = (stop - start) / 2
    centre = np.exp(start + half)
    spread = np.exp(half * _HALF_NODES)
    total = _integrand(centre * spread, shape) + _integrand(centre / spread, shape)
    result: Array = half * (_HALF_WEIGHTS * total).sum(axis=0)
    return result


def tail_stop(z: Array, shape: Shape) -> Array:
    """Return where the area above z has become negligible (steep pairs only)."""
    e2z = np.exp(2 * z)
    return z + np.log1p((37 + shape.together / e2z) / (shape.apart * e2z)) / 2


def tail_series(z: Array, shape: Shape) -> Array:
    """Return ∫ g from z to infinity, for z > 2 and δe²ᶻ < .6.

    With t = e⁻ᶻ it is 2∫₀ᵗ exp(−δ/x²)·exp(−βx²)/(1 + x²) dx; the last two factors are expanded
    in powers of x², whose integrals Mₙ follow from the complementary error function.
    """
    t2 = np.exp(-2 * z)
    q2 = shape.apart / t2
    decay = np.exp(-q2)
    moment = decay - np.sqrt(np.pi * q2) * erfc(np.sqrt(q2))
    coefficient = term = np.ones_like(z)
    total = moment
    for n in range(1, SERIES_TERMS):
        moment = (decay - 2 * q2 * moment) / (2 * n + 1)
        term = -term * shape.together * t2 / n
        coefficient = term - coefficient * t2
        total = total + coefficient * moment
    tail: Array = 2 * np.exp(-z) * total
    return tail


def excess_probability(h: Array, k: Array, z: Array) -> Array:
    """Return Φ₂(h, k; tanh z) − Φ(h)Φ(k) for z >= 0, small values with full relative precision.

    Parameters
    ----------
    h, k : ndarray
        Finite thresholds, one shape.
    z : ndarray
        Fisher's z of the correlation, not negative and finite.
    """
    shape, weight = shape_and_weight(h, k)
    return weight * area_from_zero(z, shape)


def area_from_zero(z: Array, shape: Shape) -> Array:
    """Return ∫₀ᶻ g for any z >= 0: steps of length 2, each within reach of twenty nodes."""
    total = np.zeros_like(z)
    start = np.zeros_like(z)
    while (start < z).any():
        stop = np.minimum(z, start + FAR)
        total += area(start, stop, shape)
        start = stop
    return total


def _integrand(x: Array, shape: Shape) -> Array:
    """Return g at z = ln x."""
    x2 = x * x
    return 2 * x / (1 + x2) * np.exp(-shape.apart * x2 - shape.together / x2)
