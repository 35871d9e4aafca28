"""The standard bivariate normal distribution: its distribution function and its density."""

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtr, owens_t

Array = NDArray[np.float64]
TINY = 1e-300  # stands for a threshold of zero or below it in size, whose sign Owen's formula needs


def cdf(h: ArrayLike, k: ArrayLike, rho: ArrayLike) -> Array:
    """How probable is it that two correlated standard normals both fall below a point?

    Parameters
    ----------
    h, k : array_like
        Upper limits; infinities are allowed. They broadcast with `rho`.
    rho : array_like
        Correlation, from -1 to 1 inclusive.

    Returns
    -------
    ndarray
        ``P(X <= h, Y <= k)``, never below zero; NaN where an argument is NaN or where `rho` lies
        outside [-1, 1]. The absolute error is a few units of 1e-16, so a probability below 1e-12
        has few correct digits.

    Notes
    -----
    With s = √(1 − ρ²) and Owen's function T,
    Φ₂ = ½[Φ(h) + Φ(k)] − T(h, (k − ρh)/(hs)) − T(k, (h − ρk)/(ks)) − ½[hk < 0].

    References
    ----------
    Owen, D. B. (1956). Tables for computing bivariate normal probabilities. Annals of
    Mathematical Statistics 27, 1075-1090.

    Examples
    --------
    >>> cdf(0.0, 0.0, 0.5).round(12)
    np.float64(0.333333333333)
    """
    h, k, rho = np.broadcast_arrays(*(np.asarray(x, dtype=np.float64) for x in (h, k, rho)))
    lower = np.maximum(0.0, ndtr(h) - ndtr(-k))
    upper = np.minimum(ndtr(h), ndtr(k))
    edge = np.isinf(h) | np.isinf(k)
    perfect = np.where(edge, ndtr(h) * ndtr(k), np.where(rho > 0, upper, lower))
    valid = np.abs(rho) <= 1
    inner = valid & ~edge & (np.abs(rho) < 1)
    owen = _owen(*(np.where(inner, x, 0.0) for x in (h, k, rho)))
    below = np.where(inner, np.clip(owen, lower, upper), perfect)
    return np.where(valid & ~np.isnan(h + k), below, np.nan)[()]


def pdf(h: ArrayLike, k: ArrayLike, rho: ArrayLike) -> Array:
    """How dense is the standard bivariate normal at a point?

    Parameters
    ----------
    h, k : array_like
        The point; finite. They broadcast with `rho`.
    rho : array_like
        Correlation, strictly between -1 and 1.

    Returns
    -------
    ndarray
        exp(−(h² − 2ρhk + k²)/(2(1 − ρ²))) / (2π√(1 − ρ²)); NaN where an argument is NaN or where
        `rho` is not strictly between -1 and 1.

    Examples
    --------
    >>> pdf(0.0, 0.0, 0.0).round(12)
    np.float64(0.159154943092)
    """
    h, k, rho = (np.asarray(x, dtype=np.float64) for x in (h, k, rho))
    apart, together = 1 - rho, 1 + rho
    with np.errstate(divide="ignore", invalid="ignore"):
        exponent = ((h - k) ** 2 / apart + (h + k) ** 2 / together) / 4
        density = np.exp(-exponent) / (2 * np.pi * np.sqrt(apart * together))
    return np.where(np.abs(rho) < 1, density, np.nan)[()]


def conditional_cdf(h: ArrayLike, k: ArrayLike, rho: ArrayLike) -> Array:
    """How probable is ``Y <= k`` when the other variable is known to be ``X = h``?

    Parameters
    ----------
    h, k : array_like
        Finite points; they broadcast with `rho`.
    rho : array_like
        Correlation, strictly between -1 and 1.

    Returns
    -------
    ndarray
        Φ((k − ρh)/√(1 − ρ²)); NaN where an argument is NaN or `rho` is not inside (-1, 1).

    Examples
    --------
    >>> conditional_cdf(1.0, 0.5, 0.5)
    np.float64(0.5)
    """
    h, k, rho = (np.asarray(x, dtype=np.float64) for x in (h, k, rho))
    with np.errstate(divide="ignore", invalid="ignore"):
        standardised = _residual(h, k, rho) / np.sqrt((1 - rho) * (1 + rho))
    return np.where(np.abs(rho) < 1, ndtr(standardised), np.nan)[()]


def _owen(h: Array, k: Array, rho: Array) -> Array:
    """Return Owen's formula for finite limits and a correlation strictly inside (-1, 1)."""
    h = np.where(np.abs(h) < TINY, TINY, h)
    k = np.where(np.abs(k) < TINY, TINY, k)
    s = np.sqrt((1 - rho) * (1 + rho))
    with np.errstate(over="ignore"):
        tail_h = owens_t(h, _residual(h, k, rho) / s / h)
        tail_k = owens_t(k, _residual(k, h, rho) / s / k)
    opposite = np.where((h < 0) != (k < 0), 0.5, 0.0)
    below: Array = (ndtr(h) + ndtr(k)) / 2 - tail_h - tail_k - opposite
    return below


def _residual(h: Array, k: Array, rho: Array) -> Array:
    """Return k − ρh without cancellation where ρ is close to 1 or -1."""
    return np.where(rho >= 0, (k - h) + (1 - rho) * h, (k + h) - (1 + rho) * h)
