"""Do the items of a group load on an axis more, or less, than the other items do?"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis.errors import InputError, ShapeError
from parallaxis.kernels.multiplicity import holm

Array = NDArray[np.float64]
MIN_ITEMS = 5  # in a group and outside it; below, the rank sum has too few values to test


@dataclass(frozen=True, slots=True)
class Enrichment:
    """Each group of items against all other items, on one axis or on several.

    Attributes
    ----------
    groups : ndarray of int, shape (n_groups,)
        The labels, ascending; negative ones are not groups.
    sizes : ndarray of int, shape (n_groups,)
        Items of each group that have a loading.
    n_items : int
        Items compared: those with a group and a loading.
    mean_difference : ndarray, shape (n_groups,) or (n_groups, n_axes)
        Mean loading of the group less that of the other items, in standard deviations of the
        loadings of all items. Above 0: the axis is about this group; below: about the others.
    superiority : ndarray, same shape
        Probability that an item of the group loads more than one outside it, ties half; 0 to 1.
    p : ndarray, same shape
        Two-sided; NaN, not tested, where the group, or what is outside it, has fewer than 5 items,
        and on an axis on which more than half of the items share one loading.
    p_adjusted : ndarray, same shape
        By Holm over all groups and axes of this result.
    """

    groups: NDArray[np.int64]
    sizes: NDArray[np.int64]
    n_items: int
    mean_difference: Array
    superiority: Array
    p: Array
    p_adjusted: Array


def enrichment(loadings: Array, groups: NDArray[np.integer]) -> Enrichment:
    """Which groups of items does one axis single out?

    Parameters
    ----------
    loadings : ndarray, shape (n_items,)
        Signed loadings on the axis. An item with NaN is left out.
    groups : ndarray of int, shape (n_items,)
        The group of each item. An item with a negative number has none and is left out.

    Returns
    -------
    Enrichment
        Arrays of shape (n_groups,); `p_adjusted` is over the groups of this axis. To look at
        several axes use `enrichment_table`, which adjusts over all of them.

    Raises
    ------
    ShapeError
        Loadings and groups do not have one entry for each item.
    InputError
        Groups are not whole numbers.

    Notes
    -----
    Mann–Whitney's test, two-sided, with midranks, tie-corrected variance and continuity
    correction. *Signed* loadings, each against the other items: what all items share (the general
    level of the axis) drops out of the comparison, and an axis that sets one group against another
    shows one of them above 0 and one below. The null says that group labels are spread over the
    items at random, whatever the distribution of loadings: nothing is assumed about their shape
    or about how loadings on several axes go together. Ranks, and not means, because loadings have
    a few very large values, which would hide or fake a difference of means; the normal law of the
    rank sum, and not random permutations of labels, because a table of groups × axes needs p-values
    of 1e-4 and less, and because the rank sum's true tails are the shorter ones: from 5 items on,
    far p-values err on the safe side (with most loadings tied they do not: such an axis is not
    tested). Groups of near-copies are enriched as soon as one of their
    items is: the test takes items as they come.

    References
    ----------
    Mann & Whitney (1947), Annals of Mathematical Statistics 18, 50–60. Lehmann (1975),
    Nonparametrics, ch. 1 (ties).

    Examples
    --------
    >>> loadings = np.concatenate([np.linspace(1, 2, 6), np.linspace(0, 0.5, 10)])
    >>> found = enrichment(loadings, np.repeat([3, 8], [6, 10]))
    >>> found.groups.tolist(), found.superiority.tolist(), found.p.round(4).tolist()
    ([3, 8], [1.0, 0.0], [0.0014, 0.0014])
    """
    if np.ndim(loadings) != 1:
        raise ShapeError(f"loadings have shape {np.shape(loadings)}; pass one axis, (n_items,).")
    table = enrichment_table(np.asarray(loadings)[:, None], groups)
    return Enrichment(
        table.groups,
        table.sizes,
        table.n_items,
        table.mean_difference[:, 0],
        table.superiority[:, 0],
        table.p[:, 0],
        table.p_adjusted[:, 0],
    )


def enrichment_table(loadings: Array, groups: NDArray[np.integer]) -> Enrichment:
    """Which groups of items does each of several axes single out?

    Parameters
    ----------
    loadings : ndarray, shape (n_items, n_axes)
        An item with a NaN on any axis is left out.
    groups : ndarray of int, shape (n_items,)
        Negative: no group, left out.

    Returns
    -------
    Enrichment
        Arrays of shape (n_groups, n_axes); `p_adjusted` by Holm over groups × axes.

    Raises
    ------
    ShapeError
        Loadings and groups do not have one entry for each item.
    InputError
        Groups are not whole numbers.

    Notes
    -----
    The test of `enrichment` on each axis.

    Examples
    --------
    >>> axes = np.column_stack([np.arange(12.0), np.arange(12.0) % 3])
    >>> found = enrichment_table(axes, np.repeat([0, 1], 6))
    >>> (found.p_adjusted < 0.05).tolist()
    [[True, False], [True, False]]
    """
    axes, labels = _compared(loadings, groups)
    found, index = np.unique(labels, return_inverse=True)
    belongs = np.zeros((found.size, len(axes)))
    belongs[index, np.arange(len(axes))] = 1.0
    sizes = belongs.sum(axis=1)[:, None]
    superiority, p = _mann_whitney(belongs, sizes, axes)
    return Enrichment(
        groups=found,
        sizes=np.bincount(index, minlength=found.size).astype(np.int64),
        n_items=len(axes),
        mean_difference=_mean_difference(belongs, sizes, axes),
        superiority=superiority,
        p=p,
        p_adjusted=holm(p),
    )


def _compared(loadings: Array, groups: NDArray[np.integer]) -> tuple[Array, NDArray[np.int64]]:
    """Return loadings and labels of the items that have both."""
    axes, labels = np.asarray(loadings, dtype=np.float64), np.asarray(groups)
    if axes.ndim != 2 or labels.shape != axes.shape[:1]:
        raise ShapeError(
            f"loadings of shape {axes.shape} and groups of shape {labels.shape}; "
            "pass (n_items, n_axes) and (n_items,)."
        )
    if labels.dtype.kind not in "iu":
        raise InputError(f"groups are of type {labels.dtype}; number the groups 0, 1, 2, ….")
    kept = np.isfinite(axes).all(axis=1) & (labels >= 0)
    return axes[kept], labels[kept].astype(np.int64)


def _mean_difference(belongs: Array, sizes: Array, axes: Array) -> Array:
    """Return standardised differences of means; NaN without other items, 0 without spread."""
    sums = belongs @ axes
    others = len(axes) - sizes
    outside = axes.sum(axis=0) - sums
    means = np.divide(outside, others, out=np.full_like(sums, np.nan), where=others > 0)
    spread = np.sqrt(_variance(axes))
    return np.asarray((sums / sizes - means) / np.where(spread > 0.0, spread, np.inf))


def _mann_whitney(belongs: Array, sizes: Array, axes: Array) -> tuple[Array, Array]:
    """Return the probability of superiority and the two-sided p of each group on each axis."""
    from scipy.special import ndtr  # noqa: PLC0415 - keeps the import of kernels light
    from scipy.stats import rankdata  # noqa: PLC0415 - a slow import that only ranks need

    n_items, others = len(axes), len(axes) - sizes
    ranks = np.asarray(rankdata(axes, axis=0), dtype=np.float64)
    wins = belongs @ ranks - sizes * (sizes + 1.0) / 2.0
    pairs = sizes * others
    superiority = np.divide(wins, pairs, out=np.full_like(wins, np.nan), where=pairs > 0)
    variance = pairs / max(n_items - 1, 1) * _variance(ranks)
    distance = np.maximum(np.abs(wins - pairs / 2.0) - 0.5, 0.0)
    z = np.divide(distance, np.sqrt(variance), out=np.zeros_like(wins), where=variance > 0.0)
    tested = (np.minimum(sizes, others) >= MIN_ITEMS) & (_largest_ties(axes) <= n_items / 2.0)
    return superiority, np.where(tested, np.minimum(2.0 * ndtr(-z), 1.0), np.nan)


def _largest_ties(columns: Array) -> NDArray[np.int64]:
    """Return how many entries of each column share its commonest value."""
    counts = [np.unique(column, return_counts=True)[1] for column in columns.T]
    return np.array([count.max(initial=0) for count in counts], dtype=np.int64)


def _variance(columns: Array) -> Array:
    """Return the variance of each column: exactly 0 where all entries are equal, or none."""
    n_items = max(len(columns), 1)
    above = columns - columns.min(axis=0, initial=np.inf)
    return np.asarray(((above - above.sum(axis=0) / n_items) ** 2).sum(axis=0) / n_items)
