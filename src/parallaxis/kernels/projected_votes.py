"""Effective votes of a panel of which only a mean φ is published."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parallaxis.kernels.effective import kish_where_identified, phi_to_rho

Array = NDArray[np.float64]


class ProjectedVotes(NamedTuple):
    """Latent correlation under each assumed share right, and Kish's votes from it."""

    correlation: Array
    effective_votes: Array


def projected_votes(phi: ArrayLike, n: ArrayLike, p: ArrayLike) -> ProjectedVotes:
    """How many votes does a published φ̄ leave, if every member is right equally often?

    Parameters
    ----------
    phi : array_like
        Mean φ over the pairs.
    n : array_like
        Number of members.
    p : array_like
        Assumed common probability of a right answer; all three broadcast.

    Returns
    -------
    ProjectedVotes
        ρ with ``Φ₂(h, h; ρ) = p² + φp(1 − p)``, ``h = Φ⁻¹(p)``, and ``n / (1 + (n − 1)ρ)``. NaN
        where no table has this φ (:func:`~parallaxis.kernels.effective.phi_to_rho`) and where ρ is
        at or below −1/(n − 1).

    Notes
    -----
    For φ > 0 the correlation grows, and the votes shrink, the farther p is from ½; members that
    differ in their shares right have a higher ρ still.

    Examples
    --------
    >>> projected_votes(0.35, 24, [0.5, 0.7, 0.8]).effective_votes.round(2)
    array([1.84, 1.78, 1.69])
    """
    rho = phi_to_rho(phi, p)
    return ProjectedVotes(rho, kish_where_identified(n, rho))
