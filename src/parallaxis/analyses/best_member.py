"""The best single member against the panel, judged on items that had no part in the choice."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from parallaxis.analyses.ceilings_answers import BestMember
from parallaxis.analyses.panel_draws import FEWEST_ITEMS
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.kernels.best_member import chosen_elsewhere, deal_items
from parallaxis.kernels.draws import generator
from parallaxis.numerals import counted

Array = NDArray[np.float64]
Places = NDArray[np.intp]
CUT_STREAM = 90
CUTS = 50


def best_member(
    values: Array, majority: Array, names: tuple[str, ...], *, level: float, seed: int
) -> BestMember:
    """Is the majority of the panel better than its best member?

    Parameters
    ----------
    values : ndarray, shape (n_members, n_items)
        1 right, 0 wrong, NaN not answered; every item is answered by some member.
    majority : ndarray, shape (n_items,)
        1 where the majority is right, ½ where it is tied.
    names : tuple of str
    level : float
        Coverage of intervals.
    seed : int

    Returns
    -------
    BestMember

    Notes
    -----
    The items are cut into two random halves, fifty times: the member that is best on one half is
    judged on the other, beside the majority on the same items, and the other way round; the mean
    is the estimate. What it estimates is the gap to a member chosen by half as many items. With s
    the standard deviation of the differences and a the chance that two of the choices agree, the
    squared standard error is (2 − a) s²/n: that of n items where the choice is always the same,
    and at most that of one half, of which the mean over cuts cannot have more. Items that the
    chosen member did not answer do not count.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> values = (rng.random((3, 400)) < 0.7).astype(float)
    >>> votes = (values.sum(axis=0) > 1.5).astype(float)
    >>> found = best_member(values, votes, ("a", "b", "c"), level=0.95, seed=0)
    >>> found.apparent_gap < found.gap.estimate
    True
    """
    share = np.nanmean(values, axis=1)
    first = int(np.argmax(share))
    own = ~np.isnan(values[first])
    apparent_gap = float((majority[own] - values[first, own]).mean())
    model, apparent = names[first], float(share[first])
    n_items = values.shape[1]
    if n_items < FEWEST_ITEMS:
        why = f"{counted(n_items, 'item')}; choosing and judging on other items needs"
        few = NotAnswered(f"{why} {FEWEST_ITEMS}")
        return BestMember(model, apparent, apparent_gap, few, few, 1.0)
    dealt = (_one_cut(values, majority, generator(seed, CUT_STREAM, cut)) for cut in range(CUTS))
    cuts = [cut for cut in dealt if cut is not None]
    if not cuts:
        none = NotAnswered("who is best on one half of the items answered hardly any of the other")
        return BestMember(model, apparent, apparent_gap, none, none, 1.0)
    times = np.bincount(np.concatenate([cut.chosen for cut in cuts]), minlength=len(values))
    shares = times / times.sum()
    spread = 2.0 - float(shares @ shares)
    right = _estimate(np.array([cut.right for cut in cuts]), spread, level, least=0.0)
    gap = _estimate(np.array([cut.gap for cut in cuts]), spread, level, least=-1.0)
    return BestMember(model, apparent, apparent_gap, right, gap, float(shares[first]))


class Cut(NamedTuple):
    """The two members chosen by halves, and mean and squared error of what they are judged by."""

    chosen: Places
    right: Array
    gap: Array


def _one_cut(values: Array, majority: Array, rng: np.random.Generator) -> Cut | None:
    """Choose on each half of the items, and judge on the other, where there is what to judge."""
    halves = deal_items(values.shape[1], 2, rng)
    chosen = chosen_elsewhere(values, halves)
    right = values[chosen[halves], np.arange(halves.size)]
    known = ~np.isnan(right)
    if known.sum() < FEWEST_ITEMS / 2:
        return None
    right, gap = right[known], (majority - right)[known]
    return Cut(chosen, _mean_and_error(right), _mean_and_error(gap))


def _mean_and_error(values: Array) -> Array:
    """Return the mean of items and its squared standard error."""
    return np.array([values.mean(), values.var(ddof=1) / values.size])


def _estimate(cuts: Array, spread: float, level: float, *, least: float) -> Estimate:
    """Return the mean over cuts with its normal interval, from the least that there can be to 1."""
    centre, squared = cuts.mean(axis=0)
    half = float(ndtri((1.0 + level) / 2.0) * np.sqrt(spread * squared))
    low, high = max(float(centre) - half, least), min(float(centre) + half, 1.0)
    return Estimate(float(centre), (low, high))
