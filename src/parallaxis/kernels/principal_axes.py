"""The axes of a fitted model in one orientation: unrelated, and the largest first."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from parallaxis.kernels.latent_model import LatentModel

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class OrientedAxes:
    """Abilities and loadings of the same axes.

    Attributes
    ----------
    abilities : ndarray, shape (n_models, K)
        Mean 0, standard deviation 1.
    ability_errors : ndarray, shape (n_models, K)
        Posterior standard deviations, given the items.
    loadings : ndarray, shape (n_items, K)
        Change of the standardised item with one standard deviation of ability.
    uniqueness : ndarray, shape (n_items,)
        Variance of the item's noise in the same unit.
    centre : ndarray, shape (n_fitted,)
    carry : ndarray, shape (n_fitted, K)
        Abilities are those of the model minus the centre, times the carry.
    """

    abilities: Array
    ability_errors: Array
    loadings: Array
    uniqueness: Array
    centre: Array
    carry: Array

    @property
    def shares(self) -> Array:
        """Share of the common variance of each axis, shape (K,)."""
        own = (self.loadings**2).sum(axis=0)
        return np.asarray(own / own.sum())

    @property
    def correlations(self) -> Array:
        """Loadings as correlations of items with axes, in [−1, 1], shape (n_items, K)."""
        total = (self.loadings**2).sum(axis=1) + self.uniqueness
        return np.asarray(self.loadings / np.sqrt(total)[:, None])


def principal_axes(model: LatentModel) -> OrientedAxes:
    """Which unrelated axes, largest first, span the abilities of a model?

    Parameters
    ----------
    model : LatentModel
        With at least one axis.

    Returns
    -------
    OrientedAxes
        Each axis turned so that its loadings sum to a positive number.

    Notes
    -----
    Slopes are weighted by √w, w the mean variance P(1 − P) of the item's answers (1 for real
    scores), which brings them to the unit of the standardised item; the axes are the singular
    vectors of abilities times weighted slopes.

    Examples
    --------
    >>> from parallaxis.kernels.latent_model import Scores
    >>> from parallaxis.kernels.latent_sweep import begin
    >>> right = np.array([[1, 0], [0, 0], [1, 1]], np.float32)
    >>> model = begin(Scores(right, np.ones_like(right), "logistic"), np.array([[0.0], [-1], [1]]))
    >>> principal_axes(model).shares.tolist()
    [1.0]
    """
    centre = model.abilities.mean(axis=0)
    centred = model.abilities - centre
    root = np.linalg.cholesky(centred.T @ centred / len(centred))
    weighted = weighted_slopes(model)
    left, values, right = np.linalg.svd(weighted @ root, full_matrices=False)
    turn = np.where((left * values).sum(axis=0) < 0, -1.0, 1.0)
    carry = np.linalg.solve(root.T, right.T * turn)
    return OrientedAxes(
        abilities=centred @ carry,
        ability_errors=_errors(model.ability_covariance, carry),
        loadings=left * values * turn,
        uniqueness=_uniqueness(model),
        centre=centre,
        carry=carry,
    )


def located(axes: OrientedAxes, model: LatentModel) -> OrientedAxes:
    """Return the same axes with the places of other models, located with the same items.

    Parameters
    ----------
    axes : OrientedAxes
    model : LatentModel
        From ``latent_model.locate``, with the items from which the axes were made.

    Returns
    -------
    OrientedAxes

    Examples
    --------
    >>> from parallaxis.kernels.latent_model import Scores
    >>> from parallaxis.kernels.latent_sweep import begin
    >>> right = np.array([[1, 0], [0, 0], [1, 1]], np.float32)
    >>> model = begin(Scores(right, np.ones_like(right), "logistic"), np.array([[0.0], [-1], [1]]))
    >>> axes = principal_axes(model)
    >>> bool(np.allclose(located(axes, model).abilities, axes.abilities))
    True
    """
    return replace(
        axes,
        abilities=(model.abilities - axes.centre) @ axes.carry,
        ability_errors=_errors(model.ability_covariance, axes.carry),
    )


def weighted_slopes(model: LatentModel) -> Array:
    """Return slopes in units of the standardised item, shape (n_items, K).

    Examples
    --------
    >>> from parallaxis.kernels.latent_model import Scores
    >>> from parallaxis.kernels.latent_sweep import begin
    >>> right = np.array([[1, 0], [0, 0], [1, 1]], np.float32)
    >>> model = begin(Scores(right, np.ones_like(right), "logistic"), np.array([[0.0], [-1], [1]]))
    >>> weighted_slopes(model).shape
    (2, 1)
    """
    slopes = model.items[:, :-1]
    if model.likelihood == "gaussian":
        return slopes
    return np.asarray(slopes * np.sqrt(model.variance().mean(axis=0, dtype=np.float64))[:, None])


def turned(axes: OrientedAxes, transform: Array, loadings: Array) -> OrientedAxes:
    """Return axes after a rotation: abilities times `transform`, with the loadings that belong.

    Parameters
    ----------
    axes : OrientedAxes
    transform : ndarray, shape (K, L)
        Columns of length 1. Errors of abilities that mix axes are added as if unrelated.
    loadings : ndarray, shape (n_items, L)

    Returns
    -------
    OrientedAxes

    Examples
    --------
    >>> from parallaxis.kernels.latent_model import Scores
    >>> from parallaxis.kernels.latent_sweep import begin
    >>> right = np.array([[1, 0], [0, 0], [1, 1]], np.float32)
    >>> model = begin(Scores(right, np.ones_like(right), "logistic"), np.array([[0.0], [-1], [1]]))
    >>> axes = principal_axes(model)
    >>> back = turned(axes, -np.eye(1), -axes.loadings)
    >>> bool(np.allclose(back.abilities, -axes.abilities))
    True
    """
    return replace(
        axes,
        abilities=axes.abilities @ transform,
        ability_errors=np.sqrt(axes.ability_errors**2 @ transform**2),
        loadings=loadings,
        carry=axes.carry @ transform,
    )


def _errors(covariance: Array, carry: Array) -> Array:
    """Return the posterior standard deviation along each new axis."""
    return np.asarray(np.sqrt(np.einsum("ka,nkl,la->na", carry, covariance, carry)))


def _uniqueness(model: LatentModel) -> Array:
    """Return the noise variance of each standardised item."""
    if model.likelihood == "gaussian":
        return np.asarray(model.item_noise * model.model_noise.mean())
    return np.ones(len(model.items))
