"""The strongest direction that a fitted model leaves in its residuals."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis.kernels.float_flags import UNFLAGGED
from parallaxis.kernels.latent_model import LatentModel, Scores, Single
from parallaxis.kernels.leading import leading

Array = NDArray[np.float64]
SWEEPS = 4
SOFTENING = 0.1  # share of the column's mean that is added to squared residuals


@dataclass(frozen=True, slots=True)
class ResidualAxis:
    """The leading residual direction in two whitenings.

    Attributes
    ----------
    by_model : float
        Top eigenvalue ÷ trace with residuals whitened by the variance the model expects.
    by_residual : float
        The same with residuals whitened by their own observed size.
    direction : ndarray, shape (n_models,)
        Leading left singular vector of the first whitening, undone, in units of the residuals.
    model_spread, item_spread : float
        1/(n Σu⁴) of the leading left and right singular vectors: about ⅓ where many models (items)
        carry the direction, near 1/n where one does.
    """

    by_model: float
    by_residual: float
    direction: Array
    model_spread: float
    item_spread: float


@UNFLAGGED
def residual_axis(model: LatentModel, scores: Scores) -> ResidualAxis:
    """How strong is the strongest direction that the model leaves unexplained?

    Parameters
    ----------
    model : LatentModel
    scores : Scores
        Of the same board.

    Returns
    -------
    ResidualAxis

    Notes
    -----
    R = (X − P)·M, item-centred, is scaled by rows and columns so that the expected (or the
    observed) variances have unit row and column means; smooth functions of the fitted abilities
    (to degree 3) are projected out of the models' side, and of difficulty and variance out of the
    items' side, so that a misfit of the item *curve* is not taken for an axis. The answer is
    λ_max(ZZ') / tr(ZZ').

    References
    ----------
    Landa, Zhang & Kluger (2022), SIAM J. Math. Data Sci. 4, 1420–1453 (biwhitening).

    Examples
    --------
    >>> from parallaxis.kernels.latent_sweep import begin
    >>> right = (np.random.default_rng(0).random((30, 40)) < 0.5).astype(np.float32)
    >>> scores = Scores(right, np.ones_like(right), "logistic")
    >>> found = residual_axis(begin(scores, right.mean(axis=1, keepdims=True) - 0.5), scores)
    >>> 0.0 < found.by_model < 1.0
    True
    """
    left = _leftover(model, scores)
    first = _top(_projected(left, *_scales(left.variance)))
    squared = left.residuals * left.residuals
    softened = (squared + np.float32(SOFTENING) * squared.mean(axis=0)) * scores.observed
    second = _top(_projected(left, *_scales(softened)), values_only=True)
    rows, _ = _scales(left.variance)
    return ResidualAxis(
        by_model=first.share,
        by_residual=second.share,
        direction=first.left / rows,
        model_spread=_spread(first.left),
        item_spread=_spread(first.right),
    )


@dataclass(frozen=True, slots=True)
class _Leftover:
    """Item-centred residuals, their expected variances, and what explains a misfit of the curve."""

    residuals: Single
    variance: Single
    ability_functions: Array
    item_functions: Array
    steep_functions: Array


def _leftover(model: LatentModel, scores: Scores) -> _Leftover:
    """Return what the model leaves, masked."""
    expected = model.expected()
    counts = np.maximum(scores.observed.sum(axis=0), 1)
    residuals = (scores.values - expected) * scores.observed
    residuals = (residuals - residuals.sum(axis=0) / counts) * scores.observed
    variance = model.variance() * scores.observed
    share = (expected * scores.observed).sum(axis=0) / counts
    plain, steep = _item_functions(model, share, variance.sum(axis=0) / counts)
    by_model = variance.sum(axis=1) / np.maximum(scores.observed.sum(axis=1), 1)
    return _Leftover(residuals, variance, _ability_functions(model, by_model), plain, steep)


def _scales(variance: Single) -> tuple[Array, Array]:
    """Return row and column factors whose squares give the variances unit means both ways."""
    n_models, n_items = variance.shape
    floor = 1e-12 * max(float(variance.max(initial=0.0)), 1e-12)
    columns = np.ones(n_items, np.float32)
    rows = np.ones(n_models, np.float32)
    for _ in range(SWEEPS):
        rows = n_items / np.maximum(variance @ columns, floor)
        columns = n_models / np.maximum(rows @ variance, floor)
    return np.sqrt(rows, dtype=np.float64), np.sqrt(columns, dtype=np.float64)


def _projected(left: _Leftover, rows: Array, columns: Array) -> Single:
    """Return scaled residuals without smooth functions of abilities and of item parameters."""
    out = left.residuals * np.outer(rows, columns).astype(np.float32)
    basis = _basis(left.ability_functions * rows[:, None], rows.size // 3)
    out -= basis @ (basis.T @ out)
    if left.item_functions.size:
        functions = np.hstack([left.item_functions, left.steep_functions]) * columns[:, None]
        basis = _basis(functions, columns.size // 6)
        out -= (out @ basis) @ basis.T
    return out


def _ability_functions(model: LatentModel, steep: Single) -> Array:
    """Return 1, θ, θ², θθ' and clipped θ³, and where the curve is steep the first two again."""
    theta = model.abilities
    upper = np.triu_indices(model.n_axes)
    products = theta[:, upper[0]] * theta[:, upper[1]]
    cubes = np.clip(theta, -3.0, 3.0) ** 3
    one = np.ones((len(theta), 1))
    if model.likelihood == "gaussian":
        return np.hstack([one, theta, products, cubes])
    curved = np.hstack([one, theta]) * steep[:, None]
    return np.hstack([one, theta, curved, products, cubes])


def _item_functions(model: LatentModel, share: Single, steep: Single) -> tuple[Array, Array]:
    """Return functions of difficulty that a misfit of the curve follows.

    None of the slopes: items that ask for one more ability are those with small slopes on the
    others. Without axes there are none at all: a level of its own for each model *is* the first
    axis.
    """
    intercept = model.items[:, model.n_axes]
    one = np.ones_like(intercept)
    empty = np.empty((one.size, 0))
    if model.n_axes == 0:
        return empty, empty
    curved = np.column_stack([one, intercept, intercept**2])
    if model.likelihood == "gaussian":
        return curved, empty
    return np.column_stack([one, share, share**2]), curved * steep[:, None]


def _basis(functions: Array, most: int) -> Single:
    """Return an orthonormal basis of the first columns, as many as are allowed."""
    used = functions[:, : max(most, 1)]
    scale = np.linalg.norm(used, axis=0)
    left, values, _ = np.linalg.svd(used / np.where(scale > 0, scale, 1.0), full_matrices=False)
    return np.asarray(left[:, values > 1e-6 * values[0]], dtype=np.float32)


@dataclass(frozen=True, slots=True)
class _Top:
    """Top singular triple of an array, its square as a share of the sum of squares."""

    share: float
    left: Array
    right: Array


def _top(array: Single, *, values_only: bool = False) -> _Top:
    """Return the leading singular direction, through the smaller Gram matrix."""
    wide = array.shape[0] <= array.shape[1]
    product = array @ array.T if wide else array.T @ array
    trace = float(np.trace(product, dtype=np.float64))
    if trace <= 0.0:
        return _Top(0.0, np.zeros(array.shape[0]), np.zeros(array.shape[1]))
    value, vector = leading(product)
    share = value / trace
    if values_only:
        return _Top(share, vector, vector)
    other = (array.T @ vector if wide else array @ vector) / np.sqrt(max(value, 1e-30))
    return _Top(share, vector, other) if wide else _Top(share, other, vector)


def _spread(vector: Array) -> float:
    """Return 1/(n Σu⁴) of a unit vector."""
    fourth = float((vector**4).sum())
    return 1.0 / (vector.size * fourth) if fourth > 0 else 0.0
