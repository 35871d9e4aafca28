"""How many items tell nobody apart, and how many would among fewer models?"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis.errors import InputError

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class DeadItems:
    """Which items have one and the same score for all models scored on them.

    Attributes
    ----------
    dead, at_ceiling, at_floor : ndarray of bool, shape (n_items,)
        Dead at all, dead at the highest possible score, dead at the lowest.
    scored : ndarray of bool, shape (n_items,)
        Items with at least two scored models; others are not called dead.
    """

    dead: NDArray[np.bool_]
    at_ceiling: NDArray[np.bool_]
    at_floor: NDArray[np.bool_]
    scored: NDArray[np.bool_]

    @property
    def share(self) -> float:
        """Share of the scored items that are dead, 0 to 1; NaN without any."""
        n = int(self.scored.sum())
        return float(self.dead.sum()) / n if n else float("nan")


def dead_items(values: Array, bounds: tuple[float, float] | None = None) -> DeadItems:
    """Which items tell none of these models apart?

    Parameters
    ----------
    values : ndarray, shape (n_models, n_items)
        NaN = not scored; it takes the model out of that item.
    bounds : (float, float), optional
        Lowest and highest possible score; without, no item is at either.

    Returns
    -------
    DeadItems

    Examples
    --------
    >>> found = dead_items(np.array([[1.0, 0, 1, 1], [1, 0, 0, np.nan]]), (0.0, 1.0))
    >>> found.dead.tolist(), found.at_ceiling.tolist(), round(found.share, 3)
    ([True, True, False, False], [True, False, False, False], 0.667)
    """
    seen = ~np.isnan(values)
    scored = seen.sum(axis=0) >= 2
    low = np.fmin.reduce(values, axis=0, initial=np.inf)
    high = np.fmax.reduce(values, axis=0, initial=-np.inf)
    dead = scored & (high <= low)
    floor, ceiling = (np.nan, np.nan) if bounds is None else bounds
    return DeadItems(dead, dead & (low == ceiling), dead & (low == floor), scored)


def expected_dead_shares(values: Array, sizes: Sequence[int]) -> Array:
    """Which share of the items would be dead among a random few of these models?

    Parameters
    ----------
    values : ndarray, shape (all models, n_items)
        NaN = not scored.
    sizes : sequence of int
        Models of each random subset: 2 or more, at most all models.

    Returns
    -------
    ndarray, shape (len(sizes),)
        0 to 1, exact; NaN where no item has two scored models. Of an item with missing cells the
        subset is drawn from its scored models, in the same proportion.

    Raises
    ------
    InputError
        A subset of fewer than two models or of more than there are.

    Notes
    -----
    An item whose scores are shared by m₁, m₂, … of its N models is dead in a subset of n with
    probability Σ C(m_v, n) / C(N, n) (hypergeometric).

    Examples
    --------
    >>> expected_dead_shares(np.array([[1.0, 1], [1, 1], [0, 1]]), [2, 3]).round(3).tolist()
    [0.667, 0.5]
    """
    largest = values.shape[0]
    wrong = [size for size in sizes if not 2 <= size <= largest]
    if wrong:
        raise InputError(f"a subset of {wrong[0]} models was asked for; pass 2 to {largest}.")
    counts, item, times = _shared_scores(values)
    usable = counts >= 2
    if not usable.any():
        return np.full(len(sizes), np.nan)
    return np.array([_dead_share(size / largest, counts, item, times) for size in sizes])


def _dead_share(part: float, counts: Array, item: NDArray[np.intp], times: Array) -> float:
    """Return the expected share among a part of the models, 0 to 1."""
    from scipy.special import gammaln  # noqa: PLC0415 - keeps the import of kernels light

    size = np.clip(np.round(part * counts), 2.0, np.maximum(counts, 2.0))
    fits = times >= size[item]
    n, total, alike = size[item[fits]], counts[item[fits]], times[fits]
    ways = gammaln(alike + 1.0) - gammaln(alike - n + 1.0)
    chance = np.exp(ways - gammaln(total + 1.0) + gammaln(total - n + 1.0))
    dead = np.bincount(item[fits], chance, minlength=counts.size)
    return float(np.minimum(dead[counts >= 2], 1.0).mean())


def _shared_scores(values: Array) -> tuple[Array, NDArray[np.intp], Array]:
    """Return the scored models of each item, and item and times of each score that two share."""
    ordered = np.sort(values, axis=0)  # NaN last
    counts = (~np.isnan(values)).sum(axis=0).astype(np.float64)
    begins = np.ones(ordered.shape, dtype=np.bool_)
    begins[1:] = ordered[1:] != ordered[:-1]
    item, row = np.nonzero(begins.T)
    known = row < counts[item]
    item, row = item[known], row[known].astype(np.float64)
    after = np.append(row[1:], 0.0)
    last = np.append(item[1:] != item[:-1], [True])
    times = np.where(last, counts[item], after) - row
    kept = times >= 2
    return counts, item[kept], times[kept]
