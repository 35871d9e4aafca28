"""Fit a latent model to convergence, add an axis, refit a simulated board, and simulate one."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from parallaxis.kernels.first_eigenvalue import standardised
from parallaxis.kernels.latent_model import LatentModel, Scores, Single
from parallaxis.kernels.latent_sweep import begin, sweep, unshrunk, with_axis

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Effort:
    """When to stop: root mean square change of the item parameters, and least and most sweeps."""

    tolerance: float
    least: int
    most: int


FIT = Effort(tolerance=1e-3, least=5, most=300)
TRIES = 20  # times that an item without variance is drawn again
REFIT = Effort(tolerance=5e-3, least=3, most=12)


def fit(
    scores: Scores, start: Array, *, chance: Array | None = None, estimate_chance: bool = False
) -> LatentModel:
    """Which abilities and items explain the board best, starting from these abilities?

    Parameters
    ----------
    scores : Scores
    start : ndarray, shape (n_models, K)
        First abilities; from ``first_direction`` for one axis, no column for none.
    chance : ndarray, shape (n_items,), optional
        Known chance levels; with `estimate_chance` where the estimate starts.
    estimate_chance : bool, default False

    Returns
    -------
    LatentModel

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> ability = rng.normal(size=(50, 1))
    >>> right = (ability + rng.logistic(size=(50, 80)) > 0).astype(np.float32)
    >>> scores = Scores(right, np.ones_like(right), "logistic")
    >>> model = fit(scores, first_direction(scores))
    >>> bool(np.corrcoef(model.abilities[:, 0], ability[:, 0])[0, 1] > 0.95)
    True
    """
    if estimate_chance and chance is None:
        chance = np.full(scores.values.shape[1], 0.1)
    return _settled(begin(scores, start, chance), scores, FIT, estimate_chance=estimate_chance)


def next_fit(
    model: LatentModel, scores: Scores, direction: Array, *, estimate_chance: bool = False
) -> LatentModel:
    """Return the fit with one more axis, started along a residual direction of the models.

    Examples
    --------
    >>> right = (np.random.default_rng(0).random((30, 40)) < 0.5).astype(np.float32)
    >>> scores = Scores(right, np.ones_like(right), "logistic")
    >>> one = fit(scores, first_direction(scores))
    >>> next_fit(one, scores, np.random.default_rng(1).normal(size=30)).n_axes
    2
    """
    wider = with_axis(model, scores, direction)
    return _settled(wider, scores, FIT, estimate_chance=estimate_chance)


def refit(model: LatentModel, scores: Scores, *, estimate_chance: bool = False) -> LatentModel:
    """Return the fit of a board that was simulated from a model, started at that model.

    Examples
    --------
    >>> right = (np.random.default_rng(0).random((30, 40)) < 0.5).astype(np.float32)
    >>> scores = Scores(right, np.ones_like(right), "logistic")
    >>> model = fit(scores, first_direction(scores))
    >>> board = simulator(model, scores)(np.random.default_rng(1))
    >>> refit(model, board).n_axes
    1
    """
    return _settled(model, scores, REFIT, estimate_chance=estimate_chance)


def _settled(
    model: LatentModel, scores: Scores, effort: Effort, *, estimate_chance: bool
) -> LatentModel:
    """Sweep until the item parameters hardly move."""
    for done in range(1, effort.most + 1):
        after = sweep(model, scores, estimate_chance=estimate_chance)
        moved = float(np.sqrt(np.mean((after.items - model.items) ** 2)))
        model = after
        if moved < effort.tolerance and done >= effort.least:
            break
    return model


def first_direction(scores: Scores) -> Array:
    """Return abilities to start from: the leading direction of standardised items.

    Its sign is that of the models' mean scores.

    Examples
    --------
    >>> right = np.array([[1, 1, 0], [0, 0, 0], [1, 1, 1], [1, 0, 0]], np.float32)
    >>> first_direction(Scores(right, np.ones_like(right), "logistic")).round(1).ravel().tolist()
    [0.4, -1.3, 1.3, -0.4]
    """
    white = standardised(scores).astype(np.float64)
    if white.shape[0] <= white.shape[1]:
        direction = np.linalg.eigh(white @ white.T)[1][:, -1]
    else:
        direction = white @ np.linalg.eigh(white.T @ white)[1][:, -1]
    level = white.sum(axis=1) / np.maximum(scores.observed.sum(axis=1), 1)
    turned = direction if direction @ level >= 0 else -direction
    return np.asarray((turned - turned.mean()) / turned.std())[:, None]


def no_axis(scores: Scores) -> Array:
    """Return the empty start, for the model in which only the items differ.

    Examples
    --------
    >>> right = np.zeros((3, 2), np.float32)
    >>> no_axis(Scores(right, right, "logistic")).shape
    (3, 0)
    """
    return np.empty((len(scores.values), 0))


def simulator(model: LatentModel, scores: Scores) -> Callable[[np.random.Generator], Scores]:
    """Return a function that draws boards on which the model is true, with the same gaps.

    Notes
    -----
    No axis and right/wrong scores: each item is permuted over its scored models, which keeps its
    margin. Right/wrong scores: coins of the fitted probabilities. Real scores: fitted scores plus
    standardised residuals, permuted within each item and brought back to the noise of their cell.

    Examples
    --------
    >>> right = (np.random.default_rng(0).random((30, 40)) < 0.5).astype(np.float32)
    >>> scores = Scores(right, np.ones_like(right), "logistic")
    >>> drawn = simulator(fit(scores, no_axis(scores)), scores)(np.random.default_rng(1))
    >>> bool((drawn.values.sum(axis=0) == right.sum(axis=0)).all())
    True
    """
    if scores.likelihood == "gaussian":
        expected, noise = model.expected(), permuted_noise(model, scores)
        return lambda rng: replace(scores, values=(expected + noise(rng)) * scores.observed)
    if model.n_axes == 0:
        shuffle = _permuter(scores.values, scores.observed)
        return lambda rng: replace(scores, values=shuffle(rng))
    return _coins(unshrunk(model, scores), scores)


def _coins(model: LatentModel, scores: Scores) -> Callable[[np.random.Generator], Scores]:
    """Return boards of coins in which, as on the board itself, every item varies.

    Items that come out all right or all wrong are drawn again; one that keeps doing so gets the
    other answer in one cell, chosen by the odds of that answer.
    """
    counts = scores.observed.sum(axis=0)
    expected = model.expected()

    def draw(rng: np.random.Generator) -> Scores:
        def toss(columns: NDArray[np.intp] | slice) -> Single:
            share = expected[:, columns]
            right = rng.random(share.shape, dtype=np.float32) < share
            return np.asarray(right * scores.observed[:, columns], dtype=np.float32)

        values = toss(slice(None))
        for _ in range(TRIES):
            flat = _flat(values, counts)
            if flat.size == 0:
                break
            values[:, flat] = toss(flat)
        for item in _flat(values, counts):
            seen = np.flatnonzero(scores.observed[:, item])
            share = np.clip(expected[seen, item].astype(np.float64), 1e-6, 1.0 - 1e-6)
            odds = (1.0 - share) / share if values[seen[0], item] else share / (1.0 - share)
            values[rng.choice(seen, p=odds / odds.sum()), item] = 1.0 - values[seen[0], item]
        return replace(scores, values=values)

    return draw


def _flat(values: Single, counts: Single) -> NDArray[np.intp]:
    """Return the items on which every scored model has the same answer."""
    right = values.sum(axis=0)
    return np.flatnonzero((right == 0) | (right == counts))


def permuted_noise(model: LatentModel, scores: Scores) -> Callable[[np.random.Generator], Single]:
    """Return a function that draws what a fit of real scores leaves, permuted within items.

    Examples
    --------
    >>> values = np.random.default_rng(0).normal(size=(30, 8)).astype(np.float32)
    >>> scores = Scores(values, np.ones_like(values), "gaussian")
    >>> model = fit(scores, first_direction(scores))
    >>> permuted_noise(model, scores)(np.random.default_rng(1)).shape
    (30, 8)
    """
    noise = np.sqrt(model.variance())
    units = (scores.values - model.expected()) / noise * scores.observed
    shuffle = _permuter(units.astype(np.float32), scores.observed)
    return lambda rng: np.asarray(noise * shuffle(rng), dtype=np.float32)


def _permuter(values: Single, observed: Single) -> Callable[[np.random.Generator], Single]:
    """Return a function that permutes each column over its observed cells."""
    by_item = np.ascontiguousarray(values.T)
    if observed.all():
        return lambda rng: np.ascontiguousarray(rng.permuted(by_item, axis=1).T)
    missing = np.ascontiguousarray(observed.T) == 0
    places = np.argsort(missing, axis=1, kind="stable")

    def draw(rng: np.random.Generator) -> Single:
        keys = rng.random(by_item.shape, dtype=np.float32)
        keys[missing] = 2.0
        moved = np.take_along_axis(by_item, np.argsort(keys, axis=1), axis=1)
        out = np.empty_like(by_item)
        np.put_along_axis(out, places, moved, axis=1)
        return np.ascontiguousarray(out.T)

    return draw
