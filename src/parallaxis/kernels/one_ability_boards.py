"""Boards whose models differ in one ability only: how they are fitted, and how they are drawn."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from parallaxis.kernels import irt
from parallaxis.kernels.irt import ItemResponseFit
from parallaxis.kernels.irt_prior import prior_for
from parallaxis.kernels.latent_fit import first_direction, fit, permuted_noise
from parallaxis.kernels.latent_model import LatentModel, Scores, Single, logistic

Array = NDArray[np.float64]
Drawing = Callable[[np.random.Generator], Array]
TOLERANCE = 5e-3
MOST_ROUNDS = 40
MOST_POINTS = 1_000  # of a curve


class OneAbility(Protocol):
    """A fit of one ability to a board."""

    def drawn(self, rng: np.random.Generator) -> Array:
        """Return a board drawn from the fit as it stands; NaN where the board has no score."""

    def likely(self, rng: np.random.Generator) -> Array:
        """Return a board such as the true parameters may have given."""

    def again(self, values: Array) -> "OneAbility":
        """Return the fit of another board with the same gaps."""


@dataclass(frozen=True, slots=True)
class LogisticAbility:
    """The two-parameter logistic model of right and wrong answers.

    Attributes
    ----------
    found : ItemResponseFit
    observed : ndarray of bool, shape (n_models, n_items)
    chance : ndarray of shape (n_items,) or None
        Known chance levels; None where they are estimated.
    """

    found: ItemResponseFit
    observed: NDArray[np.bool_]
    chance: Array | None

    @classmethod
    def of(cls, values: Array, chance: Array | None) -> "LogisticAbility":
        """Fit a board of 0, 1 and NaN; how items differ is learned from the board.

        Examples
        --------
        >>> right = (np.random.default_rng(0).random((20, 30)) < 0.5).astype(float)
        >>> LogisticAbility.of(right, np.zeros(30)).drawn(np.random.default_rng(1)).shape
        (20, 30)
        """
        found = irt.fit(
            values,
            prior=replace(prior_for(values), slope_sd=None, intercept_sd=None),
            model="3pl" if chance is None else "2pl",
            chance="estimate" if chance is None else chance,
            tolerance=TOLERANCE,
            max_iterations=MOST_ROUNDS,
        )
        return cls(found, ~np.isnan(values), chance)

    def drawn(self, rng: np.random.Generator) -> Array:
        """Return a board drawn from the fit as it stands."""
        return self._coins(self.found.discrimination, self.found.intercept, rng)

    def likely(self, rng: np.random.Generator) -> Array:
        """Return a board of items drawn from what is known of each.

        Without it all items of a thin board look more alike than they are.
        """
        variances, axes = np.linalg.eigh(np.nan_to_num(self.found.covariance[:, :2, :2]))
        root = axes * np.sqrt(np.maximum(variances, 0.0))[:, None, :]
        moved = np.einsum("tij,tj->ti", root, rng.standard_normal((len(root), 2)))
        slope, intercept = self.found.discrimination, self.found.intercept
        return self._coins(slope + moved[:, 0], intercept + moved[:, 1], rng)

    def again(self, values: Array) -> "LogisticAbility":
        """Return the fit of another board."""
        return LogisticAbility.of(values, self.chance)

    def _coins(self, slope: Array, intercept: Array, rng: np.random.Generator) -> Array:
        """Return coins of the probabilities of models whose abilities are drawn, on all items.

        Abilities as they are estimated would lie too close together, most of all by few items.
        """
        chance = self.found.chance.astype(np.float32)
        own = self.found.ability + self.found.ability_error * rng.standard_normal(
            len(self.observed)
        )
        eta = np.outer(own, slope).astype(np.float32) + intercept.astype(np.float32)
        share = chance + (1 - chance) * logistic(eta)
        right = (rng.random(share.shape, dtype=np.float32) < share).astype(np.float64)
        return np.where(self.observed, right, np.nan)


@dataclass(frozen=True, slots=True)
class PooledAbility:
    """One factor behind real or bounded scores, seen through one curve for all items.

    Attributes
    ----------
    curve : Curve
        Takes scores to where they are about normal, and back.
    model : LatentModel
        One factor with a noise for each item and each model.
    noise : callable
        Draws what the fit leaves, with places changed.
    centre, scale : ndarray, shape (n_items,)
        Of the items on the curve.
    observed : ndarray of bool, shape (n_models, n_items)
    one_unit : bool
    """

    curve: "Curve"
    model: LatentModel
    noise: Callable[[np.random.Generator], Single]
    centre: Array
    scale: Array
    observed: NDArray[np.bool_]
    one_unit: bool

    @classmethod
    def of(cls, values: Array, *, one_unit: bool) -> "PooledAbility":
        """Fit a board of real scores; `one_unit` where all items share a scale, as bounded ones do.

        Examples
        --------
        >>> values = np.random.default_rng(0).normal(size=(20, 6))
        >>> PooledAbility.of(values, one_unit=False).drawn(np.random.default_rng(1)).shape
        (20, 6)
        """
        curve = Curve.of(values, one_unit=one_unit)
        bent = curve.bent(values)
        centre, scale = np.nanmean(bent, axis=0), np.nanstd(bent, axis=0)
        units = (bent - centre) / np.where(scale > 0, scale, 1.0)
        observed = ~np.isnan(values)
        scores = Scores(
            np.where(observed, units, 0.0).astype(np.float32),
            observed.astype(np.float32),
            "gaussian",
        )
        model = fit(scores, first_direction(scores))
        noise = permuted_noise(model, scores)
        return cls(curve, model, noise, centre, scale, observed, one_unit)

    def drawn(self, rng: np.random.Generator) -> Array:
        """Return a board of fitted scores and permuted residuals, back through the curve."""
        return self._board(self.model, rng)

    def likely(self, rng: np.random.Generator) -> Array:
        """Return a board of items drawn from what is known of each, and other such models.

        Without it the boards differ less than boards of one factor do: a fit errs by how far its
        own models are from normal.
        """
        root = np.linalg.cholesky(self.model.item_covariance)
        moved = np.einsum("tij,tj->ti", root, rng.standard_normal(self.model.items.shape))
        abilities = rng.choice(self.model.abilities, len(self.model.abilities))
        other = replace(self.model, items=self.model.items + moved, abilities=abilities)
        return self._board(other, rng)

    def _board(self, model: LatentModel, rng: np.random.Generator) -> Array:
        """Return a board of what a model expects and the noise of the fit."""
        units = model.expected().astype(np.float64) + self.noise(rng)
        straight = self.curve.straight(units * self.scale + self.centre)
        return np.where(self.observed, straight, np.nan)

    def again(self, values: Array) -> "PooledAbility":
        """Return the fit of another board."""
        return PooledAbility.of(values, one_unit=self.one_unit)


@dataclass(frozen=True, slots=True)
class Curve:
    """The monotone curve through which the pooled scores of all items are normal.

    Attributes
    ----------
    scores, normal : ndarray
        Points of the curve, both ascending.
    mean, sd : ndarray, shape (n_items,)
        What is taken out of items before they are pooled: 0 and 1 where they share a unit.
    """

    scores: Array
    normal: Array
    mean: Array
    sd: Array

    @classmethod
    def of(cls, values: Array, *, one_unit: bool) -> "Curve":
        """Return the curve of a board.

        Examples
        --------
        >>> values = np.array([[1.0, 2.0], [3.0, 4.0]])
        >>> curve = Curve.of(values, one_unit=True)
        >>> bool(np.allclose(curve.straight(curve.bent(values)), values))
        True
        """
        from scipy.special import ndtri  # noqa: PLC0415 - keeps the import of kernels light

        n_items = values.shape[1]
        mean, sd = np.zeros(n_items), np.ones(n_items)
        if not one_unit:
            mean, sd = np.nanmean(values, axis=0), np.nanstd(values, axis=0)
            sd = np.where(sd > 0, sd, 1.0)
        pooled = ((values - mean) / sd).ravel()
        points, counts = np.unique(pooled[~np.isnan(pooled)], return_counts=True)
        normal = ndtri((np.cumsum(counts) - counts / 2.0) / counts.sum())
        some = np.unique(np.linspace(0, points.size - 1, MOST_POINTS).round().astype(int))
        return cls(points[some], normal[some], mean, sd)

    def bent(self, values: Array) -> Array:
        """Return scores on the curve's normal side; NaN stays NaN."""
        return np.interp((values - self.mean) / self.sd, self.scores, self.normal)

    def straight(self, normal: Array) -> Array:
        """Return the way back, within the range of the scores."""
        return np.interp(normal, self.normal, self.scores) * self.sd + self.mean
