"""Random parts of a board whose items all tell the part's models apart."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from parallaxis import _checks
from parallaxis.kernels.draws import generator
from parallaxis.kernels.matched_subsamples import random_subsets
from parallaxis.kernels.scaling import prepare
from parallaxis.kernels.spectrum import moments

Array = NDArray[np.float64]
STREAM = 87


def fewest_live_items(values: Array, n_models: int, *, draws: int, seed: int = 0) -> int:
    """How many items tell the models apart in every one of these random parts?

    Parameters
    ----------
    values : ndarray, shape (all models, n_items)
        NaN = not scored; it takes the model out of that item.
    n_models : int
        Models of each part, at most all.
    draws, seed : int
        As in `breadth_of_live_parts`, which draws the same models.

    Returns
    -------
    int
        The least over the parts.

    Examples
    --------
    >>> fewest_live_items(np.array([[1.0, 0, 1], [0, 0, 1], [0, 0, 0]]), 2, draws=50)
    1
    """
    counts = (int(_live(part).sum()) for part in _models(values, n_models, draws, seed))
    return min(counts)


def breadth_of_live_parts(
    values: Array, *, n_models: int, n_items: int, draws: int = 100, seed: int = 0
) -> Array:
    """How broad is a board in parts of so many models and of so many items that tell them apart?

    Parameters
    ----------
    values : ndarray, shape (all models, all items)
        NaN = not scored; missing cells take the mean of their item in the part.
    n_models, n_items : int
        Size of the parts.
    draws : int, default 100
        Parts; only one, where the part is the whole board but for its dead items.
    seed : int, default 0

    Returns
    -------
    ndarray, shape (draws,)
        ED of each part; NaN where fewer items tell its models apart.

    Notes
    -----
    Models are drawn first, then items among those on which the drawn models differ. Drawing items
    that are live on the whole board instead favours small boards: an item that few of many models
    solve is dead in most parts of a large board, and a small board has no such item.

    Examples
    --------
    >>> scores = np.random.default_rng(0).normal(size=(60, 40))
    >>> found = breadth_of_live_parts(scores, n_models=20, n_items=10, draws=50)
    >>> round(float(found.mean()), 1)
    6.5
    """
    _checks.positive_integer("draws", draws)
    whole = n_models == values.shape[0] and n_items == int(_live(values).sum())
    parts = _models(values, n_models, 1 if whole else draws, seed)
    return np.array([_breadth(part, n_items, seed, draw) for draw, part in enumerate(parts)])


def _models(values: Array, n_models: int, draws: int, seed: int) -> Iterator[Array]:
    """Yield the rows of random models, one part after another."""
    for mask in random_subsets(values.shape[0], n_models, draws=draws, seed=seed):
        yield values[mask]


def _live(part: Array) -> NDArray[np.bool_]:
    """Return which items have two different scores."""
    low = np.fmin.reduce(part, axis=0, initial=np.inf)
    return np.asarray(np.fmax.reduce(part, axis=0, initial=-np.inf) > low)


def _breadth(part: Array, n_items: int, seed: int, draw: int) -> float:
    """Return ED of so many of a part's live items."""
    live = np.flatnonzero(_live(part))
    if live.size < n_items:
        return float("nan")
    chosen = live[generator(seed, STREAM, draw).permutation(live.size)[:n_items]]
    return moments(prepare(part[:, chosen])).effective_dimensionality
