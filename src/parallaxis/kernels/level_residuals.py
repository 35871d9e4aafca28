"""What is left of a board once each model has a level and each item has one."""

import numpy as np
from numpy.typing import NDArray

from parallaxis.kernels.latent_model import Scores

Array = NDArray[np.float64]
ROUNDS = 30
SETTLED = 1e-3  # largest step, in logits, at which the levels are taken as found
PRIOR = 1.0 / 9.0  # precision of levels, in logits: keeps perfect models and items finite


def level_residuals(scores: Scores) -> Array:
    """By how much is each score above what the model's and the item's level make expected?

    Parameters
    ----------
    scores : Scores
        Zeros and ones, or standardised real scores, with their gaps.

    Returns
    -------
    ndarray, shape (n_models, n_items)
        Unscaled residuals; 0 where missing.

    Notes
    -----
    Right and wrong: X − σ(a_i + d_t), the Rasch model by joint maximum likelihood with a weak
    normal prior. Real scores: X − a_i − d_t by least squares. Only levels are removed, on purpose:
    a fit with free slopes turns its axis towards the largest family of copies and takes away a part
    of what makes them alike. What free slopes would have explained is a broad direction, which the
    search for copies removes where other models show it too.

    References
    ----------
    Yen (1984), Applied Psychological Measurement 8, 125–145 (residual correlations, Q3).

    Examples
    --------
    >>> right = np.array([[1, 1, 0], [1, 0, 0], [0, 1, 1]], np.float32)
    >>> left = level_residuals(Scores(right, np.ones_like(right), "logistic"))
    >>> bool(np.abs(left.sum(axis=1)).max() < 0.2)
    True
    """
    values = scores.values.astype(np.float64)
    observed = (scores.observed > 0).astype(np.float64)
    if scores.likelihood == "gaussian":
        return _additive(values, observed)
    return _rasch(values, observed)


def _additive(values: Array, observed: Array) -> Array:
    """Return residuals of the two-way additive fit, by turns over models and items."""
    left = values * observed
    by_model = np.maximum(observed.sum(axis=1, keepdims=True), 1.0)
    by_item = np.maximum(observed.sum(axis=0), 1.0)
    for _ in range(ROUNDS):
        left = (left - left.sum(axis=1, keepdims=True) / by_model) * observed
        left = (left - left.sum(axis=0) / by_item) * observed
    return left


def _rasch(values: Array, observed: Array) -> Array:
    """Return residuals of the Rasch fit, by Newton steps over models and items in turn."""
    model, item = np.zeros(len(values)), np.zeros(values.shape[1])
    for _ in range(ROUNDS):
        slope, curvature = _slopes(values, observed, model, item)
        moved = _step(slope.sum(axis=1), curvature.sum(axis=1), model)
        model = model + moved
        slope, curvature = _slopes(values, observed, model, item)
        change = _step(slope.sum(axis=0), curvature.sum(axis=0), item)
        item = item + change
        if max(np.abs(moved).max(initial=0.0), np.abs(change).max(initial=0.0)) < SETTLED:
            break
    return _slopes(values, observed, model, item)[0]


def _slopes(values: Array, observed: Array, model: Array, item: Array) -> tuple[Array, Array]:
    """Return residuals and variances of the cells at these levels; 0 where missing."""
    share = 0.5 * (np.tanh(0.5 * (model[:, None] + item)) + 1.0)
    return (values - share) * observed, share * (1.0 - share) * observed


def _step(slope: Array, curvature: Array, level: Array) -> Array:
    """Return one Newton step, at most one logit."""
    return np.asarray(np.clip((slope - PRIOR * level) / (curvature + PRIOR), -1.0, 1.0))


def misfit(scores: Scores) -> Array:
    """How much more do a model's scores scatter around its level than the board leads to expect?

    Parameters
    ----------
    scores : Scores

    Returns
    -------
    ndarray, shape (n_models,)
        Mean squares: about 1 for most models, above 1.3 where answers go against the order of
        difficulty (answers at random, a key that was swapped), below 1 where they follow it too
        well. 1 for a model without scores.

    Notes
    -----
    Right and wrong: infit, Σ(x − p)² / Σ p(1 − p) over the model's items, at the Rasch fit of
    `level_residuals`. Real scores: the mean squared residual over that of the board's median model.

    References
    ----------
    Wright & Masters (1982), Rating Scale Analysis, ch. 5 (infit mean square).

    Examples
    --------
    >>> right = (np.arange(5)[:, None] >= np.arange(12) / 3).astype(np.float32)
    >>> right[2] = 1 - right[2]
    >>> int(misfit(Scores(right, np.ones_like(right), "logistic")).argmax())
    2
    """
    left = level_residuals(scores)
    observed = (scores.observed > 0).astype(np.float64)
    squares = (left * left).sum(axis=1)
    if scores.likelihood == "gaussian":
        mean = squares / np.maximum(observed.sum(axis=1), 1.0)
        expected = np.full(squares.size, float(np.median(mean)))
        squares = mean
    else:
        share = (scores.values - left) * observed
        expected = (share * (1.0 - share)).sum(axis=1)
    known = (expected > 0) & observed.any(axis=1)
    return np.asarray(np.divide(squares, expected, out=np.ones_like(squares), where=known))
