"""Effective dimensionality of many parts of one board, from Gram products that they share."""

import numpy as np
from numpy.typing import NDArray

from parallaxis.kernels.gram import gram
from parallaxis.kernels.scaling import item_means
from parallaxis.kernels.spectrum import CANCELS, moments

Array = NDArray[np.float64]
Masks = NDArray[np.bool_]
PASSES = 100  # products in the time of the passes over an array that centre it
FEWEST = 3  # models that a part must have: two have ED 1 whatever they score


def breadth_of_items(centred: Array, masks: Masks) -> Array:
    """How broad is each of these subsets of the items?

    Parameters
    ----------
    centred : ndarray, shape (n_models, n_items)
        Item-centred scores, 0 where missing.
    masks : ndarray of bool, shape (n_subsets, n_items)
        Items of each subset.

    Returns
    -------
    ndarray, shape (n_subsets,)
        ED from 1 to the shape bound; NaN where nothing varies.

    Notes
    -----
    Σσ² = m's and Σσ⁴ = m'(M∘M)m for the item Gram matrix M, its diagonal s and a mask m; or the
    Gram matrix over models of each subset, where that is less work.

    Examples
    --------
    >>> centred = np.array([[1.0, 1.0], [-1.0, 1.0], [0.0, -2.0]])
    >>> breadth_of_items(centred, np.array([[True, True], [True, False]])).tolist()
    [1.6, 1.0]
    """
    n_models, n_items = centred.shape
    chosen = masks.astype(np.float64)
    if n_items * (n_models + len(masks)) <= len(masks) * n_models**2:
        product = gram(centred.T)
        square = chosen @ np.diag(product)
        fourth = ((chosen @ (product * product)) * chosen).sum(axis=1)
        return _ratio(square, fourth)
    return np.array([moments(centred[:, mask]).effective_dimensionality for mask in masks])


def breadth_of_models(centred: Array, masks: Masks) -> Array:
    """How broad are the items for each of these subsets of the models?

    Parameters
    ----------
    centred : ndarray, shape (n_models, n_items)
        Item-centred scores, 0 where missing.
    masks : ndarray of bool, shape (n_subsets, n_models)
        Models of each subset.

    Returns
    -------
    ndarray, shape (n_subsets,)
        ED from 1 to the shape bound, items centred anew in each subset; NaN for fewer than three
        models, and where nothing varies. Missing cells stay at the mean of their item over all
        models.

    Notes
    -----
    With K the Gram matrix over models, y = Kw, q = w'y and n = Σw for a mask w:
    Σσ² = w'diag(K) − q/n and Σσ⁴ = w'(K∘K)w − (2/n) Σ wᵢyᵢ² + q²/n²; or each subset by itself,
    where that is less work or too many digits cancel.

    Examples
    --------
    >>> centred = np.array([[1.0, 1.0], [-1.0, 1.0], [0.0, -2.0], [0.0, 0.0]])
    >>> breadth_of_models(centred, np.array([[True, True, True, False]])).tolist()
    [1.6]
    """
    n_models, n_items = centred.shape
    sizes = masks.sum(axis=1)
    alone = float((sizes * (np.minimum(sizes, n_items) + PASSES)).sum()) * n_items
    if alone <= float(n_models) ** 2 * (n_items + 2 * len(masks)):
        return np.array([_alone(centred, mask) for mask in masks])
    square, fourth, before = _through_gram(centred, masks.astype(np.float64))
    found = np.where(sizes >= FEWEST, _ratio(square, fourth), np.nan)
    for place in np.flatnonzero((fourth < CANCELS * before) & (sizes >= FEWEST)):
        found[place] = _alone(centred, masks[place])
    return found


def breadth_of_halves(centred: Array, masks: Masks) -> Array:
    """How broad are the items for each half of the models?

    Parameters
    ----------
    centred : ndarray, shape (n_models, n_items)
        Item-centred scores, 0 where missing.
    masks : ndarray of bool, shape (n_splits, n_models)
        Models of the first half; all others are in the second.

    Returns
    -------
    ndarray, shape (n_splits, 2)
        As `breadth_of_models` for both halves.

    Notes
    -----
    Where it is less work, the scatter matrix of the second half is what the
    first leaves of the whole: S − S₁ − (n₁n₂/N)(x̄₁ − x̄₂)(x̄₁ − x̄₂)'.

    Examples
    --------
    >>> centred = np.array([[1.0, 1.0], [-1.0, 1.0], [0.0, -2.0]] * 2)
    >>> breadth_of_halves(centred, np.array([[True, True, True, False, False, False]])).tolist()
    [[1.6, 1.6]]
    """
    n_models, n_items = centred.shape
    by_items = len(masks) * n_models * n_items * (n_items / 4.0 + PASSES)
    if by_items > float(n_models) ** 2 * (n_items + 4 * len(masks)):
        both = breadth_of_models(centred, np.concatenate([masks, ~masks]))
        return np.column_stack([both[: len(masks)], both[len(masks) :]])
    whole = centred - item_means(centred)
    total = gram(whole.T)
    return np.array([_two_halves(whole, total, mask) for mask in masks])


def _two_halves(whole: Array, total: Array, mask: NDArray[np.bool_]) -> tuple[float, float]:
    """Return ED of the models of a mask, and of the others."""
    n_first, n = int(mask.sum()), mask.size
    if min(n_first, n - n_first) < FEWEST:
        return _alone(whole, mask), _alone(whole, ~mask)
    rows = whole[mask]
    mean = rows.mean(axis=0)
    rows -= mean
    first = rows.T @ rows
    between = np.outer(mean, mean) * (n_first * n / (n - n_first))  # x̄₂ = −n₁x̄₁/n₂
    second = total - first - between
    if np.trace(second) < CANCELS * np.trace(total):
        return _of_scatter(first), _alone(whole, ~mask)
    return _of_scatter(first), _of_scatter(second)


def _of_scatter(scatter: Array) -> float:
    """Return ED of a scatter matrix; NaN where it is 0."""
    fourth = float((scatter * scatter).sum())
    return float(np.trace(scatter)) ** 2 / fourth if fourth > 0.0 else float("nan")


def _through_gram(centred: Array, chosen: Array) -> tuple[Array, Array, Array]:
    """Return Σσ², Σσ⁴ and the latter's first term, from the Gram matrix over models."""
    product = gram(centred)
    sizes = np.maximum(chosen.sum(axis=1), 1.0)
    along = chosen @ product
    overall = (along * chosen).sum(axis=1)
    square = chosen @ np.diag(product) - overall / sizes
    product *= product
    before = ((chosen @ product) * chosen).sum(axis=1)
    crossed = (2.0 / sizes) * (chosen * along**2).sum(axis=1)
    return square, before - crossed + (overall / sizes) ** 2, before


def _alone(centred: Array, mask: NDArray[np.bool_]) -> float:
    """Return ED of some models by themselves; NaN for fewer than three."""
    rows = centred[mask]
    if len(rows) < FEWEST:
        return float("nan")
    rows -= rows[0].copy()  # equal scores become exactly 0, whatever rounding does to their mean
    rows -= rows.mean(axis=0)
    return moments(rows).effective_dimensionality


def _ratio(square: Array, fourth: Array) -> Array:
    """Return (Σσ²)² / Σσ⁴; NaN where nothing varies."""
    out = np.full_like(square, np.nan)
    return np.divide(square**2, fourth, out=out, where=fourth > 0.0)
