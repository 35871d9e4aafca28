"""Are the axes found again? Fits of random halves of the items, and of the models."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from parallaxis.kernels.draws import run_draws
from parallaxis.kernels.latent_fit import fit
from parallaxis.kernels.latent_model import LatentModel, Scores
from parallaxis.kernels.principal_axes import OrientedAxes, principal_axes

Array = NDArray[np.float64]
Groups = NDArray[np.intp]
STREAMS = {"items": 51, "models": 52}


@dataclass(frozen=True, slots=True)
class Halves:
    """The axes of both halves of each split, turned to those of the whole board.

    Attributes
    ----------
    abilities : ndarray, shape (splits, 2, n_models, K)
        Of both halves of the items.
    loadings : ndarray, shape (splits, 2, n_items, K)
        Of both halves of the models.
    """

    abilities: Array
    loadings: Array

    def turned(self, carry: Array, back: Array) -> "Halves":
        """Return both under a rotation: abilities times `carry`, loadings times `back`."""
        return Halves(self.abilities @ carry, self.loadings @ back)

    @property
    def by_items(self) -> Array:
        """Correlation of abilities between halves of the items, shape (splits, K)."""
        first, second = self.abilities[:, 0], self.abilities[:, 1]
        return _cosines(first - _mean(first), second - _mean(second))

    @property
    def by_models(self) -> Array:
        """Tucker congruence of loadings between halves of the models, shape (splits, K)."""
        return _cosines(self.loadings[:, 0], self.loadings[:, 1])

    @property
    def loading_errors(self) -> Array:
        """Standard error of each loading over models, shape (n_items, K).

        A half without replacement lies about as far from the whole as the whole from the truth.
        """
        halves = self.loadings.reshape(-1, *self.loadings.shape[2:])
        return np.asarray(np.sqrt(((halves - halves.mean(axis=0)) ** 2).mean(axis=0)))


def halves(
    model: LatentModel,
    scores: Scores,
    whole: OrientedAxes,
    *,
    item_groups: Groups,
    model_groups: Groups,
    splits: int = 10,
    seed: int = 0,
    estimate_chance: bool = False,
    progress: Callable[[int], None] | None = None,
) -> Halves:
    """Are the axes of a model found again in halves of its board?

    Parameters
    ----------
    model : LatentModel
        The fit of the whole board; fits of halves start from its abilities.
    scores : Scores
    whole : OrientedAxes
        The axes to which those of the halves are turned by an orthogonal rotation.
    item_groups, model_groups : ndarray of int
        What must stay in one half together: testlets, families. All different where nothing must.
    splits : int, default 10
    seed : int, default 0
    estimate_chance : bool, default False
    progress : callable, optional
        Told of finished splits.

    Returns
    -------
    Halves

    Notes
    -----
    An axis that is noise is not found again: the correlation between halves is near 1/√n even
    though the fits start from the whole board.

    References
    ----------
    Tucker (1951), A method for synthesis of factor analysis studies; Lorenzo-Seva & ten Berge
    (2006), Methodology 2, 57–64.

    Examples
    --------
    >>> from parallaxis.kernels.latent_fit import first_direction
    >>> rng = np.random.default_rng(0)
    >>> right = (rng.normal(size=(60, 1)) + rng.logistic(size=(60, 80)) > 0).astype(np.float32)
    >>> scores = Scores(right, np.ones_like(right), "logistic")
    >>> model = fit(scores, first_direction(scores))
    >>> found = halves(model, scores, principal_axes(model), item_groups=np.arange(80),
    ...     model_groups=np.arange(60), splits=3)
    >>> bool(found.by_items.mean() > 0.85), bool(found.by_models.mean() > 0.85)
    (True, True)
    """

    def of_items(rng: np.random.Generator) -> Array:
        both = []
        for chosen in _two_halves(item_groups, rng):
            part = _cut(scores, items=chosen)
            chance = model.chance[chosen]
            axes = _refitted(model.abilities, part, chance, estimate_chance=estimate_chance)
            both.append(axes.abilities @ _rotation(axes.abilities, whole.abilities))
        return np.array(both)

    def of_models(rng: np.random.Generator) -> Array:
        both = []
        for chosen in _two_halves(model_groups, rng):
            part = _cut(scores, models=chosen)
            start = model.abilities[chosen]
            axes = _refitted(start, part, model.chance, estimate_chance=estimate_chance)
            both.append(axes.loadings @ _rotation(axes.loadings, whole.loadings))
        return np.array(both)

    drawn = {
        name: np.array(
            run_draws(half, range(splits), seed=seed, stream=STREAMS[name], progress=progress)
        )
        for name, half in (("items", of_items), ("models", of_models))
    }
    return Halves(drawn["items"], drawn["models"])


def _refitted(start: Array, part: Scores, chance: Array, *, estimate_chance: bool) -> OrientedAxes:
    """Return the axes of a half of the board."""
    return principal_axes(fit(part, start, chance=chance, estimate_chance=estimate_chance))


def _two_halves(groups: Groups, rng: np.random.Generator) -> list[Groups]:
    """Return the members of two random halves of the groups, of about equal size."""
    labels, sizes = np.unique(groups, return_counts=True)
    order = rng.permutation(labels.size)
    first = np.cumsum(sizes[order]) <= max(groups.size / 2, sizes[order][0])
    chosen = np.isin(groups, labels[order[first]])
    return [np.flatnonzero(chosen), np.flatnonzero(~chosen)]


def _cut(
    scores: Scores, *, models: Groups | slice = slice(None), items: Groups | slice = slice(None)
) -> Scores:
    """Return some rows and columns of a board."""
    return replace(
        scores,
        values=np.ascontiguousarray(scores.values[models][:, items]),
        observed=np.ascontiguousarray(scores.observed[models][:, items]),
    )


def _rotation(found: Array, target: Array) -> Array:
    """Return the orthogonal rotation that brings one set of columns nearest to another."""
    left, _, right = np.linalg.svd(found.T @ target)
    return np.asarray(left @ right)


def _mean(values: Array) -> Array:
    """Return the mean over models, kept as an axis."""
    return np.asarray(values.mean(axis=1, keepdims=True))


def _cosines(first: Array, second: Array) -> Array:
    """Return the cosine of each pair of columns; 0 where one has no length."""
    lengths = np.sqrt((first**2).sum(axis=1) * (second**2).sum(axis=1))
    return np.asarray((first * second).sum(axis=1) / np.where(lengths > 0, lengths, 1.0))
