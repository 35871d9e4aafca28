"""Would half of the items, or half of the models, have said the same?"""

from dataclasses import dataclass
from itertools import combinations, islice
from math import comb

import numpy as np
from numpy.typing import NDArray

from parallaxis.kernels.draws import generator
from parallaxis.kernels.internal_consistency import spearman_brown
from parallaxis.kernels.scaling import ROUNDING, prepare
from parallaxis.kernels.subset_breadth import breadth_of_halves, breadth_of_items

Array = NDArray[np.float64]
Groups = NDArray[np.intp]
Masks = NDArray[np.bool_]
ITEM_STREAM = 82
MODEL_STREAM = 83
MOST_MODELS = 2000  # models whose halves are measured; more are drawn down to so many


@dataclass(frozen=True, slots=True)
class ItemSplits:
    """Both halves of the items, split by split.

    Attributes
    ----------
    breadth : ndarray, shape (splits, 2)
        ED of each half; NaN where nothing varies.
    spearman, pearson : ndarray, shape (splits,)
        Correlation of the models' mean scores between halves; NaN where all of a half tie.
    total : ndarray, shape (splits,)
        `pearson` stepped up to the length of the board by Spearman–Brown.
    kept : ndarray, shape (splits,)
        Share of the best `top` models of one half that are among the best of the other, 0 to 1;
        ties share the places that are left.
    top : int
        How many best models are compared.
    first : ndarray, shape (n_models,)
        Share of halves in which a model is first; ties share.
    """

    breadth: Array
    spearman: Array
    pearson: Array
    total: Array
    kept: Array
    top: int
    first: Array


@dataclass(frozen=True, slots=True)
class ModelSplits:
    """Both halves of the models, split by split.

    Attributes
    ----------
    breadth : ndarray, shape (splits, 2)
        ED of each half; NaN where nothing varies or fewer than three models are in a half.
    spearman : ndarray, shape (splits,)
        Correlation of the items' mean scores between halves; NaN where all of a half tie.
    n_models : int
        Models whose halves `breadth` is of; the others were left out by chance, for speed.
    """

    breadth: Array
    spearman: Array
    n_models: int


def random_halves(groups: Groups, *, splits: int, seed: int, stream: int) -> Masks:
    """Draw splits of rows into two halves of about equal size.

    Parameters
    ----------
    groups : ndarray of int, shape (n,)
        What stays in one half together; all different where nothing must.
    splits : int
        How many; fewer where all groups are single and there are no more different splits.
    seed, stream : int
        Of the generators, one a split.

    Returns
    -------
    ndarray of bool, shape (splits, n)
        Which rows are in the first half. Groups are put into it in random order, as far as comes
        nearest to half of the rows.

    Examples
    --------
    >>> random_halves(np.arange(4), splits=100, seed=0, stream=0).astype(int).tolist()
    [[1, 1, 0, 0], [1, 0, 1, 0], [1, 0, 0, 1]]
    >>> random_halves(np.array([0, 0, 1, 2]), splits=2, seed=0, stream=0).astype(int).tolist()
    [[0, 0, 0, 1], [0, 0, 1, 1]]
    """
    labels, number, sizes = np.unique(groups, return_inverse=True, return_counts=True)
    n = groups.size
    single = labels.size == n
    if single and n >= 2 and _different(n) <= splits:
        return _all_halves(n)
    out = np.zeros((splits, n), dtype=np.bool_)
    for split in range(splits):
        order = generator(seed, stream, split).permutation(labels.size)
        ends = np.cumsum(sizes[order])
        chosen = np.zeros(labels.size, dtype=np.bool_)
        last = int(np.abs(ends[:-1] - n / 2).argmin()) if labels.size > 1 else 0
        chosen[order[: last + 1]] = True
        out[split] = chosen[number]
    return out


def split_items(
    values: Array, groups: Groups, *, top: int, splits: int = 100, seed: int = 0
) -> ItemSplits:
    """Does a board of half the items have the same breadth and rank the models alike?

    Parameters
    ----------
    values : ndarray, shape (n_models, n_items)
        NaN = not scored. A model's mean is over its scored items of the half, each less the mean
        of its item; a model without any is left out of that split.
    groups : ndarray of int, shape (n_items,)
        Items that stay together (of one passage); all different where none do.
    top : int
        How many best models are compared, 1 to n_models.
    splits : int, default 100
        All different splits are taken where there are no more.
    seed : int, default 0

    Returns
    -------
    ItemSplits

    Notes
    -----
    All means come from two products with the matrix of halves. Halves have half the items, so the
    ED of a half lies below that of the board where items carry noise of their own; only the
    correlation of total scores can be stepped up to the full length.

    References
    ----------
    Spearman (1904), American Journal of Psychology 15, 72–101. Brown (1910), British Journal of
    Psychology 3, 296–322.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> scores = rng.normal(size=(30, 1)) + rng.normal(size=(30, 40))
    >>> found = split_items(scores, np.arange(40), top=3)
    >>> round(float(found.pearson.mean()), 2), round(float(found.total.mean()), 2)
    (0.93, 0.96)
    """
    first = random_halves(groups, splits=splits, seed=seed, stream=ITEM_STREAM)
    halves = np.concatenate([first, ~first])
    centred = prepare(values)
    means = _means(halves, centred.T, ~np.isnan(values.T))
    one, other = means[: len(first)], means[len(first) :]
    pearson = _correlations(one, other)
    return ItemSplits(
        breadth=breadth_of_items(centred, halves).reshape(2, -1).T,
        spearman=_correlations(*_ranks(one, other)),
        pearson=pearson,
        total=spearman_brown(pearson),
        kept=(_places(one, top) * _places(other, top)).sum(axis=1) / top,
        top=top,
        first=_places(means, 1).mean(axis=0),
    )


def split_models(
    values: Array, families: Groups, *, splits: int = 100, seed: int = 0
) -> ModelSplits:
    """Do two halves of the models agree on the breadth, and on how hard the items are?

    Parameters
    ----------
    values : ndarray, shape (n_models, n_items)
        NaN = not scored. An item's mean is over the scored models of a half; an item without any
        is left out of that split.
    families : ndarray of int, shape (n_models,)
        Models that stay together; all different where none do.
    splits : int, default 100
        All different splits are taken where there are no more.
    seed : int, default 0

    Returns
    -------
    ModelSplits

    Notes
    -----
    Above 2,000 models, the breadth is that of the halves of a random 2,000 of them, which are
    random halves too.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> scores = rng.normal(size=(40, 1)) + rng.normal(size=(40, 12)) + np.arange(12)
    >>> found = split_models(scores, np.arange(40))
    >>> round(float(found.spearman.mean()), 2), found.n_models
    (1.0, 40)
    """
    first = random_halves(families, splits=splits, seed=seed, stream=MODEL_STREAM)
    centred = prepare(values)
    seen = ~np.isnan(values)
    lowest = np.where(seen.any(axis=0), np.fmin.reduce(values, axis=0, initial=np.inf), 0.0)
    above = np.where(seen, values - lowest, 0.0)
    one, other = (_means(half, above, seen) + lowest for half in (first, ~first))
    rows = np.arange(len(values))
    if rows.size > MOST_MODELS:
        rng = generator(seed, MODEL_STREAM, len(first))
        rows = np.sort(rng.choice(rows, MOST_MODELS, replace=False))
    return ModelSplits(
        breadth=breadth_of_halves(centred[rows], first[:, rows]),
        spearman=_correlations(*_ranks(one, other)),
        n_models=rows.size,
    )


def _different(n: int) -> int:
    """Return how many different splits of n rows into halves there are."""
    return comb(n, n // 2) // (2 if n % 2 == 0 else 1)


def _all_halves(n: int) -> Masks:
    """Return every split once; of an even number, with the first row always in the first half."""
    halves = combinations(range(n), n // 2)
    first = [list(one) for one in islice(halves, _different(n))]
    out = np.zeros((len(first), n), dtype=np.bool_)
    for split, rows in enumerate(first):
        out[split, rows] = True
    return out


def _means(halves: Masks, scores: Array, seen: Masks) -> Array:
    """Return the mean over the seen rows of each half, for each column; NaN without any."""
    chosen = halves.astype(np.float64)
    if seen.all():
        return np.asarray((chosen @ scores) / np.maximum(chosen.sum(axis=1, keepdims=True), 1.0))
    counts = chosen @ seen.astype(np.float64)
    out = np.full_like(counts, np.nan)
    np.divide(chosen @ scores, counts, out=out, where=counts > 0.0)
    return out


def _ranks(one: Array, other: Array) -> tuple[Array, Array]:
    """Return midranks within rows, among what both have; NaN elsewhere."""
    from scipy.stats import rankdata  # noqa: PLC0415 - a slow import that only ranks need

    lost = np.isnan(one) | np.isnan(other)
    ranked = (
        np.where(lost, np.nan, rankdata(np.where(lost, np.inf, half), axis=1))
        for half in (_rounded(one), _rounded(other))
    )
    first, second = ranked
    return first, second


def _rounded(means: Array) -> Array:
    """Return means without the last digits, in which equal totals differ by order of summation."""
    largest = np.nanmax(np.abs(means), initial=0.0)
    if largest == 0.0:
        return means
    unit = float(np.ldexp(1.0, int(np.log2(largest)) - 40))
    return np.asarray(np.round(means / unit) * unit)


def _correlations(one: Array, other: Array) -> Array:
    """Return the correlation of each pair of rows over what both have; NaN without variance."""
    lost = np.isnan(one) | np.isnan(other)
    first, second = _centred_rows(one, lost), _centred_rows(other, lost)
    below = np.sqrt((first**2).sum(axis=1) * (second**2).sum(axis=1))
    out = np.full(len(one), np.nan)
    np.divide((first * second).sum(axis=1), below, out=out, where=below > 0.0)
    return out


def _centred_rows(values: Array, lost: Masks) -> Array:
    """Return rows less their means; 0 where lost, and where a row is constant but for rounding."""
    counts = np.maximum((~lost).sum(axis=1, keepdims=True), 1)
    filled = np.where(lost, 0.0, values)
    centred = np.where(lost, 0.0, filled - filled.sum(axis=1, keepdims=True) / counts)
    size = np.abs(filled).max(axis=1, initial=0.0, keepdims=True)
    return np.where(
        np.abs(centred).max(axis=1, initial=0.0, keepdims=True) > ROUNDING * size, centred, 0.0
    )


def _places(means: Array, top: int) -> Array:
    """Return which models of each row are among the best; those that tie share what is left."""
    scores = np.where(np.isnan(means), -np.inf, _rounded(means))
    edge = -np.partition(-scores, top - 1, axis=1)[:, top - 1 : top]
    above, level = scores > edge, scores == edge
    left = top - above.sum(axis=1, keepdims=True)
    return np.asarray(above + level * (left / level.sum(axis=1, keepdims=True)))
