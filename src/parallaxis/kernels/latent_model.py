"""What a latent model is: posterior abilities and items, and the board they explain."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from parallaxis.kernels.triangles import bordered, doubling, moments, with_one

Array = NDArray[np.float64]
Single = NDArray[np.float32]
Likelihood = Literal["logistic", "gaussian"]


@dataclass(frozen=True, slots=True)
class Scores:
    """A board made ready for fitting.

    Attributes
    ----------
    values : ndarray of float32, shape (n_models, n_items)
        Zeros and ones, or standardised real scores; 0 where missing.
    observed : ndarray of float32, same shape
        1 where scored, else 0.
    likelihood : {"logistic", "gaussian"}
    """

    values: Single
    observed: Single
    likelihood: Likelihood


@dataclass(frozen=True, slots=True)
class LatentModel:
    """Posterior means and covariances of abilities and item parameters.

    Attributes
    ----------
    likelihood : {"logistic", "gaussian"}
    abilities : ndarray, shape (n_models, K)
        Mean 0; second moment, with the uncertainty, the identity.
    ability_covariance : ndarray, shape (n_models, K, K)
    items : ndarray, shape (n_items, K + 1)
        Slopes on the abilities, and the intercept last.
    item_covariance : ndarray, shape (n_items, K + 1, K + 1)
    chance : ndarray, shape (n_items,)
        Probability of guessing right; 0 where there is none.
    model_noise, item_noise : ndarray
        Noise variance of the cell (i, t) is ``model_noise[i] * item_noise[t]``; Gaussian only.
    """

    likelihood: Likelihood
    abilities: Array
    ability_covariance: Array
    items: Array
    item_covariance: Array
    chance: Array
    model_noise: Array
    item_noise: Array

    @property
    def n_axes(self) -> int:
        """Number of abilities K."""
        return int(self.abilities.shape[1])

    def linear(self) -> Single:
        """Return η, slopes times abilities plus intercept, shape (n_models, n_items)."""
        return with_one(self.abilities).astype(np.float32) @ self.items.T.astype(np.float32)

    def expected(self) -> Single:
        """Return the expected score of each cell, shape (n_models, n_items)."""
        eta = self.linear()
        if self.likelihood == "gaussian":
            return eta
        chance = self.chance.astype(np.float32)
        return np.asarray(chance + (1 - chance) * logistic(eta))

    def variance(self) -> Single:
        """Return the variance of each cell around its expected score."""
        if self.likelihood == "gaussian":
            return np.outer(self.model_noise, self.item_noise).astype(np.float32)
        share = self.expected()
        return np.asarray(share * (1 - share))


def logistic(eta: Single) -> Single:
    """Return 1 / (1 + exp(−η)).

    Examples
    --------
    >>> logistic(np.zeros(1, np.float32)).tolist()
    [0.5]
    """
    return np.asarray(np.float32(0.5) * (np.tanh(np.float32(0.5) * eta) + 1))


def second_moment(model: LatentModel) -> Single:
    """Return E[η²] of each cell under the posterior, shape (n_models, n_items).

    Examples
    --------
    >>> from parallaxis.kernels.latent_sweep import begin
    >>> right = np.array([[1, 0], [0, 0], [1, 1]], np.float32)
    >>> model = begin(Scores(right, np.ones_like(right), "logistic"), np.array([[0.0], [-1], [1]]))
    >>> bool((second_moment(model) >= model.linear() ** 2).all())
    True
    """
    abilities = moments(with_one(model.abilities), bordered(model.ability_covariance))
    items = moments(model.items, model.item_covariance)
    doubled = items * doubling(model.n_axes + 1)
    return abilities.astype(np.float32) @ doubled.T.astype(np.float32)
