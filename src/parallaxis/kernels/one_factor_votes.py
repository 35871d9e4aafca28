"""Right and wrong votes of members who share one normal factor: tails, counts, expected scores.

Member i is right where √(1 − l²)·e + l·z < Φ⁻¹(p), with z shared by all, so that given z the votes
are independent and right with probability Φ((Φ⁻¹(p) − l·z)/√(1 − l²)). Everything here is a mean of
that over z. The integrands are entire functions, for which the trapezoid rule is as exact as any;
its step follows the sharpest of the members.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import log_ndtr, ndtr, ndtri

from parallaxis.errors import NotIdentified, ShapeError

Array = NDArray[np.float64]
Booleans = NDArray[np.bool_]
REACH = 10.0  # |z| up to which is integrated; what lies beyond is below 1e-22
WIDEST_STEP = 0.25
FINEST_STEP = 0.002  # sharper panels have an error of at most half a step times the density
STEEPEST = 1e4  # a standardised threshold beyond which all is decided
ROOM = 2**22  # numbers held at a time


class Tails(NamedTuple):
    """Probability that all members of each set are wrong, and that all are right, (n_sets,)."""

    all_wrong: Array
    all_right: Array


class Quadrature(NamedTuple):
    """Places of the common factor and their weights, which add to one."""

    z: Array
    weight: Array


def common_loading(correlation: float) -> float:
    """Return the loading √ρ that gives every pair of members the correlation ρ.

    Parameters
    ----------
    correlation : float
        ρ, from 0 to 1.

    Raises
    ------
    NotIdentified
        ρ is outside 0 to 1: one factor that all share alike makes no negative correlation.

    Examples
    --------
    >>> common_loading(0.25)
    0.5
    """
    if not 0.0 <= correlation <= 1.0:
        raise NotIdentified(
            f"the common correlation is {correlation:.3g}, and one factor that all members share "
            "alike gives correlations from 0 to 1"
        )
    return float(np.sqrt(correlation))


def tails(p: Array, loading: ArrayLike, members: Booleans | None = None) -> Tails:
    """How often are all members wrong at once, and all right at once?

    Parameters
    ----------
    p : ndarray, shape (n_members,)
        Probability that each is right, strictly between 0 and 1.
    loading : float or ndarray, shape (n_members,)
        Of each on the common factor, -1 to 1; √ρ for one common correlation ρ.
    members : ndarray of bool, shape (n_sets, n_members), optional
        Who answers, set by set; by default one set of all.

    Returns
    -------
    Tails
        For each set; an empty set is wrong and right at once. Relative error below 1e-9 down to
        1e-20, absolute error below 1e-3 where correlations are above .9999.

    Raises
    ------
    ShapeError
        A loading, or a column of `members`, for each member is needed.

    Notes
    -----
    ``P(all wrong) = ∫ φ(z) Π_i Φ(−x_i(z)) dz``, ``x_i = (Φ⁻¹(p_i) − l_i z)/√(1 − l_i²)``: Dunnett
    and Sobel's integral.

    References
    ----------
    Dunnett, C. W. and Sobel, M. (1955). Approximations to the probability integral and certain
    percentage points of a multivariate analogue of Student's t-distribution. Biometrika 42,
    258-260. Trefethen, L. N. and Weideman, J. A. C. (2014). The exponentially convergent
    trapezoidal rule. SIAM Review 56, 385-458.

    Examples
    --------
    >>> tails(np.array([0.5, 0.5]), np.sqrt(0.5)).all_wrong.round(6)
    array([0.333333])
    """
    p, loading, members = _arranged(p, loading, members)
    nodes = _quadrature(loading, _tail_sharpness(p.size))
    x = _standardised(p, loading, nodes.z)
    who = members.astype(np.float64)
    all_wrong, all_right = (np.exp(who @ log_ndtr(side).T) @ nodes.weight for side in (-x, x))
    return Tails(all_wrong, all_right)


def tail_work(n_members: int, loading: ArrayLike) -> int:
    """Return how many values of Φ :func:`tails` takes on each side: nodes times members.

    Examples
    --------
    >>> tail_work(10, 0.0), tail_work(10, 0.9) > tail_work(10, 0.5)
    (10, True)
    """
    nodes = _quadrature(np.atleast_1d(loading), _tail_sharpness(n_members))
    return nodes.z.size * n_members


def count_distribution(p: Array, loading: ArrayLike, members: Booleans | None = None) -> Array:
    """How many members are right at once?

    Parameters
    ----------
    p, loading, members
        As in :func:`tails`.

    Returns
    -------
    ndarray, shape (n_sets, n_members + 1)
        Probability of 0, 1, … right answers in each set; members who do not answer are not right.
        Rows add to one.

    Raises
    ------
    ShapeError
        As in :func:`tails`.

    Notes
    -----
    Given z the count is a Poisson binomial, built member by member: no term is subtracted, so
    small probabilities keep their digits.

    Examples
    --------
    >>> count_distribution(np.array([0.5, 0.5]), np.sqrt(0.5)).round(6)
    array([[0.333333, 0.333333, 0.333333]])
    """
    p, loading, members = _arranged(p, loading, members)
    nodes = _quadrature(loading, 1.0 + np.sqrt(p.size))
    right = ndtr(_standardised(p, loading, nodes.z))
    out = np.zeros((len(members), p.size + 1))
    for place, who in enumerate(members):
        for block in _blocks(nodes.z.size, int(who.sum()) + 1):
            counts = np.ones((1, block.stop - block.start))
            for chance in right[block, who].T:
                counts = _one_more(counts, chance)
            out[place, : len(counts)] += counts @ nodes.weight[block]
    return out


def score_gradient(
    p: Array,
    loading: ArrayLike,
    score: Array,
    members: Booleans | None = None,
    weights: Array | None = None,
) -> Array:
    """How much does each member's share right move the expected score of a vote?

    Parameters
    ----------
    p, loading, members
        As in :func:`tails`.
    score : ndarray, shape (n_sets, n_members + 1)
        What 0, 1, … right answers are worth in each set, such as :func:`majority_score`.
    weights : ndarray, shape (n_sets,), optional
        Of each set in the expectation; equal by default.

    Returns
    -------
    ndarray, shape (n_members,)
        Derivative of ``Σ_sets weight · E[score]`` by each p, loadings held.

    Raises
    ------
    ShapeError
        As in :func:`tails`.

    Notes
    -----
    By the probabilities of counts before a member and the expected scores after it:
    ``dE/dP_i = Σ_s P(s right before i) [V_{i+1}(s + 1) − V_{i+1}(s)]`` given z, and
    ``dP_i/dp_i = φ(x_i) / (√(1 − l_i²) φ(Φ⁻¹(p_i)))``.

    Examples
    --------
    >>> p = np.array([0.6, 0.6, 0.6])
    >>> score_gradient(p, 0.0, majority_score(np.ones((1, 3), dtype=bool))).round(6)
    array([0.48, 0.48, 0.48])
    """
    p, loading, members = _arranged(p, loading, members)
    weights = np.full(len(members), 1.0 / len(members)) if weights is None else weights
    nodes = _quadrature(loading, 1.0 + np.sqrt(p.size))
    x = _standardised(p, loading, nodes.z)
    right = ndtr(x)
    own = np.sqrt(np.maximum(1.0 - loading * loading, 1.0 / STEEPEST**2))
    slope = np.exp((ndtri(p) ** 2 - x * x) / 2.0) / own
    out = np.zeros(p.size)
    for who, worth, weight in zip(members, score, weights, strict=True):
        for block in _blocks(nodes.z.size, int(who.sum() + 1) ** 2):
            moved = _moved(right[block, who].T, worth[: who.sum() + 1])
            out[who] += weight * (moved * slope[block, who].T) @ nodes.weight[block]
    return out


def majority_score(members: Booleans) -> Array:
    """Return what each number of right answers is worth in a majority vote; ties are worth half.

    Parameters
    ----------
    members : ndarray of bool, shape (n_sets, n_members)

    Returns
    -------
    ndarray, shape (n_sets, n_members + 1)

    Examples
    --------
    >>> majority_score(np.array([[True, True], [True, False]]))
    array([[0. , 0.5, 1. ],
           [0. , 1. , 1. ]])
    """
    size = members.sum(axis=1, keepdims=True)
    return np.asarray((np.sign(2 * np.arange(members.shape[1] + 1) - size) + 1.0) / 2.0)


def _arranged(
    p: Array, loading: ArrayLike, members: Booleans | None
) -> tuple[Array, Array, Booleans]:
    """Return the arguments in full, with one set of all members where none is given."""
    p = np.asarray(p, dtype=np.float64)
    loading = np.asarray(loading, dtype=np.float64)
    members = np.ones((1, p.size), dtype=bool) if members is None else np.atleast_2d(members)
    if loading.shape not in {(), p.shape} or members.shape[1] != p.size:
        raise ShapeError(
            f"loading has shape {loading.shape} and members {members.shape} for {p.size} members; "
            "pass one loading or one for each, and a column for each."
        )
    return p, np.broadcast_to(loading, p.shape), members


def _tail_sharpness(n_members: int) -> float:
    """Return how much sharper than one member a product of so many is."""
    return float(1.0 + np.sqrt(2.0 * np.log(max(n_members, 1))))


def _quadrature(loading: Array, sharpness: float) -> Quadrature:
    """Return nodes so many times closer than the sharpest member's transition; one without any."""
    strength = np.abs(loading).max(initial=0.0)
    if strength == 0.0:
        return Quadrature(np.zeros(1), np.ones(1))
    width = np.sqrt(max(1.0 - strength * strength, 0.0)) / strength
    step = min(WIDEST_STEP, max(FINEST_STEP, width / sharpness))
    z = step * np.arange(-np.ceil(REACH / step), np.ceil(REACH / step) + 1.0)
    weight = np.exp(-z * z / 2.0)
    return Quadrature(z, weight / weight.sum())


def _standardised(p: Array, loading: Array, z: Array) -> Array:
    """Return x, below whose Φ each member is right given z, shape (n_nodes, n_members)."""
    own = np.sqrt(np.maximum(1.0 - loading * loading, 1.0 / STEEPEST**2))
    return np.asarray(np.clip((ndtri(p) - z[:, None] * loading) / own, -STEEPEST, STEEPEST))


def _blocks(n_nodes: int, each: int) -> Iterator[slice]:
    """Yield slices of nodes that leave room for so many numbers for each."""
    step = max(1, ROOM // each)
    for start in range(0, n_nodes, step):
        yield slice(start, min(start + step, n_nodes))


def _one_more(counts: Array, chance: Array) -> Array:
    """Return the probabilities of counts, shape (n + 1, n_nodes), with one member more."""
    out = np.zeros((len(counts) + 1, counts.shape[1]))
    out[:-1] = counts * (1.0 - chance)
    out[1:] += counts * chance
    return out


def _moved(right: Array, worth: Array) -> Array:
    """Return the derivative of the expected score by each member's chance given z."""
    before = [np.ones((1, right.shape[1]))]
    for chance in right[:-1]:
        before.append(_one_more(before[-1], chance))
    value = np.repeat(worth[:, None], right.shape[1], axis=1)
    out = np.empty_like(right)
    for i in range(len(right) - 1, -1, -1):
        gain = value[1:] - value[:-1]
        out[i] = (before[i] * gain).sum(axis=0)
        value = value[:-1] + right[i] * gain
    return out
