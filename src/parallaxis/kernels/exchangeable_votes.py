"""The majority of members who are all alike: any number of them, up to infinitely many."""

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betainc, betaln, log_ndtr, ndtr, ndtri

Array = NDArray[np.float64]
REACH = 9.0
LITTLE_SHARED = 0.05  # correlation below which the factor is integrated, above it the median
MEDIAN_REACH = 12.0  # in units of 1/√n, of which the median's standard deviation is 1.25 at most
STEP = 0.2


def alike_majority(p: ArrayLike, correlation: ArrayLike, n: float) -> Array:
    """How often is the majority of n members right who are all alike?

    Parameters
    ----------
    p : array_like
        Common probability of a right answer, strictly between 0 and 1.
    correlation : array_like
        Common latent correlation ρ, 0 to 1; broadcasts with `p`. NaN gives NaN.
    n : float
        Number of members, a whole number or infinity. Ties are worth half.

    Returns
    -------
    ndarray
        ``E Φ((h − √(1 − ρ) M)/√ρ)`` with ``h = Φ⁻¹(p)`` and M the median of n independent standard
        normals; for infinitely many, ``Φ(h/√ρ)``: where the shared factor fails them all, no
        number helps. Absolute error below 1e-10.

    Notes
    -----
    The majority is right where the shared factor leaves room for the median of what is the
    members' own. Under ρ = .05 the binomial is integrated over the factor instead. With ties worth
    half, an even panel is right as often as one with a member less.

    References
    ----------
    Ladha, K. K. (1992). The Condorcet jury theorem, free speech, and correlated votes. American
    Journal of Political Science 36, 617-634.

    Examples
    --------
    >>> alike_majority(0.7, [0.0, 0.5], 3).round(4), alike_majority(0.7, 0.5, np.inf).round(4)
    (array([0.784 , 0.7312]), np.float64(0.7708))
    """
    share, rho = (np.asarray(x, dtype=np.float64) for x in (p, correlation))
    h, rho = np.broadcast_arrays(ndtri(share), rho)
    if np.isinf(n):
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where((rho == 0.0) & (h == 0.0), 0.5, ndtr(h / np.sqrt(rho)))[()]
    half = (n + 1) // 2  # right answers that make the majority of the odd panel at or below n
    shared = rho >= LITTLE_SHARED
    out = np.full(h.shape, np.nan)
    out[shared] = _over_medians(h[shared], rho[shared], half)
    independent = rho < LITTLE_SHARED
    out[independent] = _over_factor(h[independent], rho[independent], half)
    return out[()]


def _over_medians(h: Array, rho: Array, half: float) -> Array:
    """Return the mean over the median of 2·half − 1 standard normals."""
    scale = 1.0 / np.sqrt(2.0 * half - 1.0)
    step = min(STEP * scale, STEP * np.sqrt(LITTLE_SHARED))
    m = step * np.arange(-np.ceil(MEDIAN_REACH * scale / step), MEDIAN_REACH * scale / step + 1.0)
    log_density = (half - 1.0) * (log_ndtr(m) + log_ndtr(-m)) - betaln(half, half) - m * m / 2.0
    weight = np.exp(log_density)
    x = (h[:, None] - np.sqrt(1.0 - rho)[:, None] * m) / np.sqrt(rho)[:, None]
    return np.asarray(ndtr(x) @ (weight / weight.sum()))


def _over_factor(h: Array, rho: Array, half: float) -> Array:
    """Return the mean of the binomial's upper half over the shared factor."""
    step = 1.0 / (1.0 + np.sqrt(2.0 * half))
    z = step * np.arange(-np.ceil(REACH / step), np.ceil(REACH / step) + 1.0)
    weight = np.exp(-z * z / 2.0)
    x = (h[:, None] - np.sqrt(rho)[:, None] * z) / np.sqrt(1.0 - rho)[:, None]
    return np.asarray(betainc(half, half, ndtr(x)) @ (weight / weight.sum()))
