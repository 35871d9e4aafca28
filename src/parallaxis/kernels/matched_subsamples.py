"""Boards of different sizes at one size: effective dimensionality of random parts of each."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis import _checks
from parallaxis.errors import InputError
from parallaxis.kernels.draws import generator
from parallaxis.kernels.scaling import prepare
from parallaxis.kernels.spectrum import moments
from parallaxis.kernels.subset_breadth import FEWEST, breadth_of_models

Array = NDArray[np.float64]
Masks = NDArray[np.bool_]
STREAM = 84


@dataclass(frozen=True, slots=True)
class MatchedSubsamples:
    """ED of random parts of one board, all of one size.

    Attributes
    ----------
    drawn : ndarray, shape (draws,)
        ED of each part; NaN where nothing varies in it.
    n_models, n_items : int
        Size of the parts.
    """

    drawn: Array
    n_models: int
    n_items: int

    @property
    def mean(self) -> float:
        """Mean over the parts that have one; NaN where none has."""
        known = self.drawn[np.isfinite(self.drawn)]
        return float(known.mean()) if known.size else float("nan")

    def interval(self, level: float = 0.95) -> tuple[float, float]:
        """Return the central range of the draws: what another part of this size may show."""
        known = self.drawn[np.isfinite(self.drawn)]
        if not known.size:
            return float("nan"), float("nan")
        low, high = np.quantile(known, ((1.0 - level) / 2.0, (1.0 + level) / 2.0))
        return float(low), float(high)


def matched_subsamples(
    values: Array, *, n_models: int, n_items: int, draws: int = 100, seed: int = 0
) -> MatchedSubsamples:
    """How broad would this board be if it had fewer models and fewer items?

    Parameters
    ----------
    values : ndarray, shape (all models, all items)
        NaN = not scored; missing cells take the mean of their item, over the part where items are
        drawn, over the board where all items stay.
    n_models : int
        Models of each part, at least 3 (two have ED 1 whatever they score).
    n_items : int
        Items of each part.
    draws : int, default 100
        Parts, each drawn without replacement. One is enough, and drawn, where the part is the
        whole board.
    seed : int, default 0

    Returns
    -------
    MatchedSubsamples

    Raises
    ------
    InputError
        A part that is larger than the board, or of fewer than three models.

    Notes
    -----
    ED grows with the number of models and of items while response noise is part of it, so boards
    are compared at common numbers of both. Items are centred anew in each part. The range of the
    draws says how far parts of one board differ; it is not an interval for other models.

    Examples
    --------
    >>> scores = np.random.default_rng(0).normal(size=(60, 40))
    >>> found = matched_subsamples(scores, n_models=20, n_items=10, draws=50)
    >>> round(found.mean, 1), tuple(round(end, 1) for end in found.interval())
    (6.5, (5.7, 7.1))
    """
    _checks.positive_integer("draws", draws)
    largest = values.shape
    if not (FEWEST <= n_models <= largest[0] and 1 <= n_items <= largest[1]):
        raise InputError(
            f"a part of {n_models} models and {n_items} items was asked of a board of "
            f"{largest[0]} and {largest[1]}; ask for {FEWEST} or more models, and at most all."
        )
    if (n_models, n_items) == largest:
        drawn = np.array([moments(prepare(values)).effective_dimensionality])
    elif n_items == largest[1]:
        masks = random_subsets(largest[0], n_models, draws=draws, seed=seed)
        drawn = breadth_of_models(prepare(values), masks)
    else:
        rngs = (generator(seed, STREAM, draw) for draw in range(draws))
        drawn = np.array([_part(values, n_models, n_items, rng) for rng in rngs])
    return MatchedSubsamples(drawn, n_models, n_items)


def random_subsets(n: int, size: int, *, draws: int, seed: int) -> Masks:
    """Draw subsets of rows without replacement.

    Parameters
    ----------
    n, size : int
        Rows, and how many of them each subset has, at most `n`.
    draws, seed : int

    Returns
    -------
    ndarray of bool, shape (draws, n)

    Examples
    --------
    >>> random_subsets(5, 2, draws=100, seed=0).sum(axis=1).tolist() == [2] * 100
    True
    """
    out = np.zeros((draws, n), dtype=np.bool_)
    for draw in range(draws):
        out[draw, generator(seed, STREAM, draw).permutation(n)[:size]] = True
    return out


def _part(values: Array, n_models: int, n_items: int, rng: np.random.Generator) -> float:
    """Return ED of one random part."""
    rows = rng.permutation(values.shape[0])[:n_models]
    columns = rng.permutation(values.shape[1])[:n_items]
    return moments(prepare(values[np.ix_(rows, columns)])).effective_dimensionality
