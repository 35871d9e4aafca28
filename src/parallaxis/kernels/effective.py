"""How many independent votes a panel is worth, and how φ and ρ translate into each other."""

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtri

from parallaxis.errors import NotIdentified
from parallaxis.kernels.latent_correlation import fisher_z
from parallaxis.kernels.plackett import excess_probability

Array = NDArray[np.float64]
LARGEST_Z = 40.0  # Fisher's z that stands for ρ = 1


def kish(n: ArrayLike, mean_correlation: ArrayLike) -> Array:
    """How many independent votes are n equally correlated votes worth?

    Parameters
    ----------
    n : array_like
        Number of voters, at least 1.
    mean_correlation : array_like
        Mean correlation over the pairs; broadcasts with `n`. NaN gives NaN.

    Returns
    -------
    ndarray
        n / (1 + (n − 1)r̄); above n where the mean correlation is negative.

    Raises
    ------
    NotIdentified
        A mean correlation is at or below −1/(n − 1), where no panel of n equally correlated
        voters exists.

    References
    ----------
    Kish, L. (1965). Survey Sampling. Wiley, pp. 161-164.

    Examples
    --------
    >>> kish(9, 0.5)
    np.float64(1.8)
    """
    n, r = np.asarray(n, dtype=np.float64), np.asarray(mean_correlation, dtype=np.float64)
    votes = kish_where_identified(n, r)
    lost = np.flatnonzero(np.isnan(votes) & ~np.isnan(n + r))
    if lost.size:
        voters, value = (np.broadcast_to(x, np.shape(votes)).flat[lost[0]] for x in (n, r))
        raise NotIdentified(
            f"the mean correlation is {value:.6g} for {voters:.0f} voters, at or below "
            f"-1/(n - 1) = {-1 / (voters - 1):.6g}; the number of effective votes is not defined "
            "there. Report the mean correlation itself, or look for a voter that is reversed."
        )
    return votes


def kish_where_identified(n: ArrayLike, mean_correlation: ArrayLike) -> Array:
    """Return Kish's number as `kish` does, with NaN where it is not identified.

    Meant for the replicates of a resampling, of which a few may fall below the bound.

    Examples
    --------
    >>> kish_where_identified(9, [0.5, -0.125])
    array([1.8, nan])
    """
    n, r = np.asarray(n, dtype=np.float64), np.asarray(mean_correlation, dtype=np.float64)
    inflation = 1 + (n - 1) * r
    return (n / np.where((inflation > 0) | (n <= 1), inflation, np.nan))[()]


def participation_ratio(correlation: Array) -> Array:
    """How many equally strong independent directions does a correlation matrix spread over?

    Parameters
    ----------
    correlation : ndarray, shape (..., n, n)
        Symmetric with ones on the diagonal; need not be positive semi-definite. A NaN anywhere
        gives NaN: leave the model out first.

    Returns
    -------
    ndarray, shape (...)
        n² / ΣΣρ², from 1 (all alike) to n (all independent); (Σλ)²/Σλ² of its eigenvalues λ.

    Examples
    --------
    >>> participation_ratio(np.eye(3))
    np.float64(3.0)
    """
    n = correlation.shape[-1]
    ratio: Array = n * n / np.square(correlation).sum(axis=(-2, -1))
    return ratio


def phi_to_rho(phi: ArrayLike, p: ArrayLike) -> Array:
    """Which tetrachoric ρ lies beneath a φ, if both models are right with probability p?

    Parameters
    ----------
    phi : array_like
        Correlation of the 0/1 answers, -1 to 1.
    p : array_like
        Assumed common probability of a right answer, strictly between 0 and 1; broadcasts.

    Returns
    -------
    ndarray
        The root of Φ₂(h, h; ρ) = p² + φp(1 − p), h = Φ⁻¹(p); sin(πφ/2) at p = ½. NaN where `p` is
        not inside (0, 1) or no table has this φ, i.e. below −min(p, 1 − p)/max(p, 1 − p).

    Notes
    -----
    A published mean φ does not come with its margins: print the range over plausible p.

    Examples
    --------
    >>> phi_to_rho(0.4, [0.5, 0.9]).round(4)
    array([0.5878, 0.6907])
    """
    phi, p = np.broadcast_arrays(np.asarray(phi, np.float64), np.asarray(p, np.float64))
    share = np.minimum(p, 1 - p)
    excess = np.abs(phi) * share * (1 - share)
    slack = np.where(phi >= 0, share * (1 - share) - excess, share * share - excess)
    valid = (share > 0) & (slack >= 0)
    solvable = valid & (slack > 0)
    h = ndtri(share[solvable])
    k = np.where(phi[solvable] >= 0, h, -h)
    start = np.arctanh(np.sin(np.pi / 2 * np.abs(phi[solvable])) * (1 - 1e-9))
    z = np.where(valid, LARGEST_Z, np.nan)
    z[solvable] = fisher_z(h, k, excess[solvable], slack[solvable], start)
    rho: Array = np.sign(phi) * np.tanh(z)
    return rho


def rho_to_phi(rho: ArrayLike, p: ArrayLike, q: ArrayLike) -> Array:
    """Which φ do two models show whose tetrachoric correlation and shares right are given?

    Parameters
    ----------
    rho : array_like
        Tetrachoric correlation, -1 to 1.
    p, q : array_like
        Probabilities of a right answer, strictly between 0 and 1; they broadcast.

    Returns
    -------
    ndarray
        (Φ₂(Φ⁻¹(p), Φ⁻¹(q); ρ) − pq) / √(p(1 − p)q(1 − q)); NaN where an argument is out of range.

    Examples
    --------
    >>> rho_to_phi(0.5, 0.5, 0.5).round(12)
    np.float64(0.333333333333)
    """
    rho, p, q = np.broadcast_arrays(*(np.asarray(x, dtype=np.float64) for x in (rho, p, q)))
    valid = (np.abs(rho) <= 1) & (p > 0) & (p < 1) & (q > 0) & (q < 1)
    rho_, p_, q_ = (x[valid] for x in (rho, p, q))
    with np.errstate(divide="ignore"):
        z = np.minimum(np.arctanh(np.abs(rho_)), LARGEST_Z)
    h, k = ndtri(p_), ndtri(q_)
    excess = excess_probability(h, np.where(rho_ >= 0, k, -k), z)
    scale = np.sqrt(p_ * (1 - p_) * q_ * (1 - q_))
    phi = np.full(rho.shape, np.nan)
    phi[valid] = np.sign(rho_) * excess / scale
    return phi[()]
