"""Does an axis come back when some models are left out?"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from parallaxis.errors import ShapeError
from parallaxis.kernels.draws import one_blas_thread
from parallaxis.kernels.latent_fit import first_direction, fit, next_fit
from parallaxis.kernels.latent_model import LatentModel, Scores
from parallaxis.kernels.residual_axis import residual_axis

Array = NDArray[np.float64]
Rows = NDArray[np.intp]
FEWEST = 5  # models that have to stay


def returned(
    scores: Scores,
    loadings: Array,
    left_out: Sequence[Rows],
    *,
    chance: Array | None = None,
    estimate_chance: bool = False,
) -> Array:
    """How much of each axis do the other models show without some of the models?

    Parameters
    ----------
    scores : Scores
        The whole board.
    loadings : ndarray, shape (n_items, n_axes)
        Slopes of the items on the axes of the whole board, before rotation, largest axis first.
    left_out : sequence of ndarray of int
        Rows to leave out, one refit each.
    chance : ndarray, shape (n_items,), optional
    estimate_chance : bool, default False
        As the whole board was fitted.

    Returns
    -------
    ndarray, shape (len(left_out), n_axes)
        0 to 1: cosine of the angle between the axis's loadings and the loadings of all axes of the
        refit, both (from the second axis on) freed of the first axis of the whole board. 1 where
        the axis comes back in whatever rotation; near √(n_axes / n_items) where it does not. NaN
        where fewer than five models, or no more models than axes, would stay.

    Raises
    ------
    ShapeError
        Not one row of loadings for each item.

    Notes
    -----
    For one axis this is Tucker's congruence. The subspace is taken because axes of like size turn
    into each other when models are left out, which says nothing against them. Items that the
    remaining models do not tell apart are compared on neither side.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> ability = rng.normal(size=(40, 1))
    >>> right = (ability + rng.logistic(size=(40, 80)) > rng.normal(size=80)).astype(np.float32)
    >>> scores = Scores(right, np.ones_like(right), "logistic")
    >>> slopes = fit(scores, first_direction(scores)).items[:, :1]
    >>> bool(returned(scores, slopes, [np.arange(5)])[0, 0] > 0.95)
    True
    """
    n_models, n_items = scores.values.shape
    if loadings.ndim != 2 or len(loadings) != n_items:
        raise ShapeError(
            f"loadings have shape {loadings.shape} for {n_items} items; pass (n_items, n_axes)."
        )
    n_axes = loadings.shape[1]
    out = np.full((len(left_out), n_axes), np.nan)
    for number, rows in enumerate(left_out):
        stays = np.setdiff1d(np.arange(n_models), rows)
        if stays.size < max(FEWEST, n_axes + 1):
            continue
        part, live = _part(scores, stays)
        known = None if chance is None else chance[live]
        with one_blas_thread():
            model = _climbed(part, n_axes, known, estimate_chance=estimate_chance)
        out[number] = _recovered(loadings[live], model.items[:, :-1])
    return out


def _part(scores: Scores, stays: Rows) -> tuple[Scores, NDArray[np.bool_]]:
    """Return the board of the models that stay, and which items still tell them apart."""
    values, observed = scores.values[stays], scores.observed[stays]
    seen = observed > 0
    high = np.where(seen, values, -np.inf).max(axis=0)
    live = np.asarray(high > np.where(seen, values, np.inf).min(axis=0))
    part = Scores(
        np.ascontiguousarray(values[:, live]),
        np.ascontiguousarray(observed[:, live]),
        scores.likelihood,
    )
    return part, live


def _climbed(
    scores: Scores, n_axes: int, chance: Array | None, *, estimate_chance: bool
) -> LatentModel:
    """Return the fit with a number of axes, one added after the other."""
    start = first_direction(scores)
    model = fit(scores, start, chance=chance, estimate_chance=estimate_chance)
    for _ in range(n_axes - 1):
        direction = residual_axis(model, scores).direction
        model = next_fit(model, scores, direction, estimate_chance=estimate_chance)
    return model


def _recovered(loadings: Array, refitted: Array) -> Array:
    """Return how much of each axis lies in the span of the refitted ones."""
    first = _unit(loadings[:, :1])
    out = np.empty(loadings.shape[1])
    out[0] = _inside(first, refitted)
    for axis in range(1, out.size):
        wanted = loadings[:, [axis]] - first @ (first.T @ loadings[:, [axis]])
        out[axis] = _inside(_unit(wanted), refitted - first @ (first.T @ refitted))
    return np.clip(out, 0.0, 1.0)


def _inside(unit: Array, columns: Array) -> float:
    """Return the length of a unit vector's projection on the span of columns."""
    left, values, _ = np.linalg.svd(columns, full_matrices=False)
    basis = left[:, values > 1e-8 * max(float(values[0]), 1e-30)]
    return float(np.linalg.norm(basis.T @ unit))


def _unit(column: Array) -> Array:
    """Return a column of length 1; zeros stay."""
    length = float(np.linalg.norm(column))
    return column / length if length > 0 else column
