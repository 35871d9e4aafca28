"""The item response curve, and what answers at known abilities say about the items.

P = c + (1 − c) s, s = 1 / (1 + exp(−(a θ + d))). With 1 − P = (1 − c)(1 − s) the derivatives of a
log-likelihood r log P + (n − r) log(1 − P) stay free of cancellation: by η = a θ + d it is
r s/P − n s, by γ = logit c it is r c/P − n c, and the expected information of the two is
n (1 − P)/P times (s², s c, c²).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Floats = NDArray[np.floating]


class Items(NamedTuple):
    """Parameters of items: slope a, intercept d and chance c, each of shape (n_items,)."""

    slope: Array
    intercept: Array
    chance: Array

    @property
    def guessed(self) -> bool:
        """Whether any item can be right by chance."""
        return bool(self.chance.any())

    def cast(self, kind: type[np.floating]) -> "Items":
        """Return the parameters in another precision."""
        return Items(*(part.astype(kind) for part in self))


class Answers(NamedTuple):
    """Answers of models: 1 where right, and 1 where scored; each of shape (n_models, n_items)."""

    right: Array
    seen: Array

    @classmethod
    def of(cls, values: Floats) -> "Answers":
        """Return the answers of a board of 0, 1 and NaN.

        Examples
        --------
        >>> [part.tolist() for part in Answers.of(np.array([[1.0, np.nan]]))]
        [[[1.0, 0.0]], [[1.0, 0.0]]]
        """
        seen = ~np.isnan(values)
        return cls(np.where(seen, values, 0.0).astype(np.float64), seen.astype(np.float64))


class ItemSums(NamedTuple):
    """First derivatives by (a, d, logit c) and the expected information.

    Attributes
    ----------
    gradient : ndarray, shape (n_items, 3)
    information : ndarray, shape (n_items, 3, 3)
    unknown, lucky : ndarray, shape (n_items,)
        Expected answers that were not known, and those of them that were right.
    """

    gradient: Array
    information: Array
    unknown: Array
    lucky: Array

    def plus(self, other: "ItemSums") -> "ItemSums":
        """Return the sums over both sets of answers."""
        return ItemSums(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


def logistic(eta: Floats) -> Floats:
    """Return 1 / (1 + exp(−η)), written over η; far below zero it is 0 without a warning.

    Examples
    --------
    >>> logistic(np.array([-1000.0, 0.0, 3.0])).round(4).tolist()
    [0.0, 0.5, 0.9526]
    """
    np.clip(eta, -80.0, 80.0, out=eta)
    np.negative(eta, out=eta)
    np.exp(eta, out=eta)
    eta += 1.0
    np.reciprocal(eta, out=eta)
    return eta


def knows(theta: Floats, items: Items) -> Floats:
    """Return s, the probability to know the answer.

    Parameters
    ----------
    theta : ndarray, shape (n,)
    items : Items

    Returns
    -------
    ndarray, shape (n, n_items)

    Examples
    --------
    >>> items = Items(np.array([1.0, 2.0]), np.array([0.0, -2.0]), np.zeros(2))
    >>> knows(np.array([1.0]), items).round(3)
    array([[0.731, 0.5  ]])
    """
    eta = np.multiply.outer(theta, items.slope)
    eta += items.intercept
    return logistic(eta)


def right(known: Floats, items: Items) -> Floats:
    """Return P, the probability of a right answer, from the probability to know it.

    Examples
    --------
    >>> right(np.array([[0.0, 0.5]]), Items(np.ones(2), np.zeros(2), np.full(2, 0.25)))
    array([[0.25 , 0.625]])
    """
    return known if not items.guessed else items.chance + (1.0 - items.chance) * known


def probabilities(theta: Floats, items: Items) -> Array:
    """Return P at abilities, shape (n, n_items), in double precision.

    Examples
    --------
    >>> items = Items(np.array([1.0]), np.array([0.0]), np.array([0.2]))
    >>> probabilities(np.array([-50.0, 0.0]), items).round(3).tolist()
    [[0.2], [0.6]]
    """
    return np.asarray(right(knows(theta, items), items), dtype=np.float64)


def log_right_and_wrong(theta: Array, items: Items) -> tuple[Array, Array]:
    """Return log P and log(1 − P) at abilities, each of shape (n, n_items).

    Examples
    --------
    >>> items = Items(np.ones(1), np.zeros(1), np.zeros(1))
    >>> [float(part[0, 0].round(4)) for part in log_right_and_wrong(np.zeros(1), items)]
    [-0.6931, -0.6931]
    """
    eta = np.multiply.outer(theta, items.slope) + items.intercept
    log_wrong = -np.logaddexp(0.0, eta)
    if not items.guessed:
        return log_wrong + eta, log_wrong
    p = probabilities(theta, items)
    return np.log(np.maximum(p, 1e-300)), log_wrong + np.log1p(-items.chance)


def item_sums(theta: Floats, n_right: Floats, n_seen: Floats, items: Items) -> ItemSums:
    """Return what answers at known abilities say about each item.

    Parameters
    ----------
    theta : ndarray, shape (n,)
    n_right, n_seen : ndarray, shape (n, n_items), or anything that broadcasts to it
        Right answers and answers, possibly expected ones, at each ability.
    items : Items
        Where the derivatives are taken.

    Returns
    -------
    ItemSums

    Examples
    --------
    >>> items = Items(np.ones(1), np.zeros(1), np.zeros(1))
    >>> item_sums(np.array([1.0]), np.array([[1.0]]), np.array([[1.0]]), items).gradient.round(3)
    array([[0.269, 0.269, 0.   ]])
    """
    s = knows(theta, items)
    if not items.guessed:
        return _without_chance(theta, n_right - n_seen * s, n_seen * (s * (1.0 - s)))
    p = right(s, items)
    by_known, by_luck = s / p, items.chance / p
    by_eta = n_right * by_known - n_seen * s
    by_gamma = n_right * by_luck - n_seen * items.chance
    wrong = n_seen * (1.0 - p)
    eta_eta, eta_gamma = wrong * by_known * s, wrong * by_known * items.chance
    sums = _without_chance(theta, by_eta, eta_eta)
    sums.gradient[:, 2] = by_gamma.sum(axis=0)
    sums.information[:, 0, 2] = sums.information[:, 2, 0] = theta @ eta_gamma
    sums.information[:, 1, 2] = sums.information[:, 2, 1] = eta_gamma.sum(axis=0)
    sums.information[:, 2, 2] = (wrong * by_luck).sum(axis=0) * items.chance
    lucky = n_right * (1.0 - by_known)
    unknown = lucky + (n_seen - n_right)
    return ItemSums(sums.gradient, sums.information, unknown.sum(axis=0), lucky.sum(axis=0))


def _without_chance(theta: Floats, by_eta: Floats, eta_eta: Floats) -> ItemSums:
    """Sum derivatives by η over abilities, with zeros for chance."""
    n_items = by_eta.shape[1]
    gradient, information = np.zeros((n_items, 3)), np.zeros((n_items, 3, 3))
    gradient[:, 0], gradient[:, 1] = theta @ by_eta, by_eta.sum(axis=0)
    information[:, 0, 0] = (theta * theta) @ eta_eta
    information[:, 0, 1] = information[:, 1, 0] = theta @ eta_eta
    information[:, 1, 1] = eta_eta.sum(axis=0)
    return ItemSums(gradient, information, np.zeros(n_items), np.zeros(n_items))
