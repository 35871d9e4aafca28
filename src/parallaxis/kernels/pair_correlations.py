"""Pearson and Spearman correlations of many pairs of columns, with cluster-robust errors."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parallaxis.errors import ShapeError

Array = NDArray[np.float64]
Places = NDArray[np.intp]
FEWEST_GROUPS = 5  # independent groups under which no standard error is given
CHUNK = 2**19  # cells worked on at a time


class PairCorrelations(NamedTuple):
    """Correlations of pairs, arrays of shape (n_pairs,); NaN where there is none.

    `pearson_error` and `spearman_error` are standard errors of the correlations themselves,
    `n_rows` how many rows have both scores, `n_groups` of how many independent groups these are.
    """

    pearson: Array
    pearson_error: Array
    spearman: Array
    spearman_error: Array
    n_rows: Places
    n_groups: Places


class Ranked(NamedTuple):
    """Columns in order: row numbers by rank, how many lie below each score, how many at or below.

    `mid` is the mean of the two less its own mean, over the number of rows: ranks from −½ to ½.
    """

    order: Places
    below: Places
    through: Places
    mid: Array


def pair_correlations(
    values: Array, first: Places, second: Places, groups: Places
) -> PairCorrelations:
    """How closely do two columns agree, and how exactly is that known?

    Parameters
    ----------
    values : ndarray, shape (n_rows, n_columns)
        Each pair is computed over the rows in which neither score is NaN; ranks are taken among
        these rows, ties share their mean rank.
    first, second : ndarray of int, shape (n_pairs,)
        Columns of each pair.
    groups : ndarray of int, shape (n_rows,)
        Numbers 0 … G−1 of the families within which rows may depend on each other; all different
        where they are independent.

    Returns
    -------
    PairCorrelations
        A column without variance has no correlation. Fewer than five groups have no error.

    Raises
    ------
    ShapeError
        One number of a group for each row is needed.

    Notes
    -----
    With influence φ_i of row i, ``se² = G/(G−1) Σ_c (Σ_{i∈c} φ_i)² / n²``. Of Pearson's r,
    ``φ = z_x z_y − r (z_x² + z_y²)/2`` (Devlin, Gnanadesikan & Kettenring 1975). Ranks are
    themselves estimated, so Spearman's has more terms: with mid-distribution values u, v less ½,
    ``φ = [uv − c + h(v|x) + h(u|y)] / (s_u s_v) − ρ/2 (…)`` where h(v|x) is the mean of v over the
    rows above x, and the last term does the same for the variances, which only ties make vary.
    Taking ranks for scores (leaving h out) makes the error 5 to 20 % too small.

    References
    ----------
    Devlin, Gnanadesikan & Kettenring (1975), Biometrika 62, 531–545. Croux & Dehon (2010),
    Statistical Methods and Applications 19, 497–515. Cameron & Miller (2015), Journal of Human
    Resources 50, 317–372.

    Examples
    --------
    >>> x = np.arange(8.0)
    >>> columns = np.column_stack([x, x**3, x % 4])
    >>> found = pair_correlations(columns, np.array([0, 0]), np.array([1, 2]), np.arange(8))
    >>> found.spearman.round(3).tolist(), found.pearson.round(3).tolist()
    ([1.0, 0.488], [0.907, 0.488])
    """
    if groups.shape != (values.shape[0],):
        raise ShapeError(f"groups has shape {groups.shape}; pass one number for each row.")
    found = np.full((4, first.size), np.nan)
    counts = np.zeros((2, first.size), dtype=np.intp)
    for rows, pairs in _same_rows(~np.isnan(values), first, second):
        used, places = np.unique(np.stack([first[pairs], second[pairs]]), return_inverse=True)
        places = places.reshape(2, -1)
        own = np.unique(groups[rows], return_inverse=True)[1].astype(np.intp)
        counts[:, pairs] = [[rows.size], [int(own.max(initial=-1)) + 1]]
        columns = values[np.ix_(rows, used)]
        if rows.size > 1:
            found[:, pairs] = _complete(columns, places[0], places[1], own)
    return PairCorrelations(found[0], found[1], found[2], found[3], counts[0], counts[1])


def correlation_matrices(values: Array) -> tuple[Array, Array]:
    """How closely does every column agree with every other?

    Parameters
    ----------
    values : ndarray, shape (n_rows, n_columns)
        NaN leaves the row out of the pairs of that column.

    Returns
    -------
    pearson, spearman : ndarray, shape (n_columns, n_columns)
        As of :func:`pair_correlations`, without errors; NaN where a column is constant. From one
        Gram product each where no cell is missing.

    Examples
    --------
    >>> pearson, spearman = correlation_matrices(np.array([[0.0, 1.0], [1.0, 2.0], [2.0, 9.0]]))
    >>> pearson.round(3).tolist(), spearman.round(3).tolist()
    ([[1.0, 0.918], [0.918, 1.0]], [[1.0, 1.0], [1.0, 1.0]])
    """
    n_columns = values.shape[1]
    out = np.full((2, n_columns, n_columns), np.nan)
    first, second = np.triu_indices(n_columns)
    for rows, pairs in _same_rows(~np.isnan(values), first, second):
        if rows.size < 2:
            continue
        used, places = np.unique(np.stack([first[pairs], second[pairs]]), return_inverse=True)
        one, other = places.reshape(2, -1)
        columns = values[np.ix_(rows, used)]
        for kind, of in enumerate((columns, _ranked(columns).mid)):
            z = _standardised(of)
            product = np.clip(z.T @ z / rows.size, -1.0, 1.0)
            out[kind, first[pairs], second[pairs]] = product[one, other]
            out[kind, second[pairs], first[pairs]] = product[one, other]
    own = np.arange(n_columns)
    out[:, own, own] = np.where(np.isnan(out[:, own, own]), np.nan, 1.0)
    return out[0], out[1]


def correlation_intervals(
    r: Array, error: Array, n_groups: Places, *, level: float
) -> tuple[Array, Array]:
    """Between which limits does a correlation lie?

    Parameters
    ----------
    r, error : ndarray of any shape
        Correlations and their standard errors; NaN gives NaN.
    n_groups : ndarray of int, same shape
        Independent groups; t with one degree of freedom less.
    level : float
        Coverage.

    Returns
    -------
    low, high : ndarray, same shape
        ``tanh(atanh r ± t·se/(1 − r²))`` (Fisher's z). Where r is ±1 no row is out of order, and no
        error can be seen; if a share q of all models were out of order, none of n would be with
        probability (1 − q)ⁿ. So the end nearer to 0 is ±(1 − q)² at the q of the tail: 0.29 for 6,
        0.93 for 100. NaN under five groups.

    References
    ----------
    Fisher (1921), Metron 1, 3–32.

    Examples
    --------
    >>> low, high = correlation_intervals(
    ...     np.array([0.8]), np.array([0.05]), np.array([40]), level=0.95)
    >>> low.round(3).tolist(), high.round(3).tolist()
    ([0.674], [0.881])
    """
    half = _half_width(r, error, n_groups, level)
    inside = np.where(np.abs(r) < 1.0, r, 0.0)
    low, high = np.tanh(np.arctanh(inside) - half), np.tanh(np.arctanh(inside) + half)
    enough = np.where(n_groups >= FEWEST_GROUPS, n_groups, np.nan)
    unseen = ((1.0 - level) / 2.0) ** (2.0 / enough)  # (1 − q)²
    low = np.where(r >= 1.0, unseen, np.where(r <= -1.0, r + 0.0 * unseen, low))
    high = np.where(r <= -1.0, -unseen, np.where(r >= 1.0, r + 0.0 * unseen, high))
    return low, high


def two_sided_p(r: Array, error: Array, n_groups: Places) -> Array:
    """Return the p-value of no correlation, on Fisher's scale; NaN where there is no error.

    Where r is ±1: 2/n!, the chance that unrelated rows come in one order or its reverse.

    Examples
    --------
    >>> p = two_sided_p(np.array([0.0, 0.8]), np.array([0.1, 0.05]), np.array([40, 40]))
    >>> p.round(3).tolist()
    [1.0, 0.0]
    """
    from scipy.special import gammaln, stdtr  # noqa: PLC0415 - slow to import, for tests only

    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.abs(np.arctanh(r)) * (1.0 - r * r) / error
    p = 2.0 * stdtr(np.maximum(n_groups - 1, 1), -t)
    one_order = np.minimum(1.0, 2.0 * np.exp(-gammaln(n_groups + 1.0)))
    return np.where(np.abs(r) >= 1.0, one_order, np.where(np.isnan(error), np.nan, p))


def pearson_influence(x: Array, y: Array) -> tuple[Array, Array]:
    """What does each row add to the correlation of two columns?

    Parameters
    ----------
    x, y : ndarray, shape (n_rows, n_pairs)
        Pairs of columns without NaN.

    Returns
    -------
    r : ndarray, shape (n_pairs,)
        Pearson's correlation; NaN where a column is constant.
    influence : ndarray, shape (n_rows, n_pairs)
        Of each row; they add to zero.

    Examples
    --------
    >>> x, y = np.array([[0.0], [1.0], [2.0]]), np.array([[0.0], [2.0], [1.0]])
    >>> r, influence = pearson_influence(x, y)
    >>> r.round(6).tolist(), (influence * 8).round(6).ravel().tolist()
    ([0.5], [6.0, -3.0, -3.0])
    """
    u, v = _standardised(x), _standardised(y)
    cross = u * v
    r = np.clip(cross.mean(axis=0), -1.0, 1.0)
    return r, cross - r * (u * u + v * v) / 2.0


def cluster_error(influence: Array, groups: Places) -> Array:
    """How exactly is a mean of influences known when rows come in groups?

    Parameters
    ----------
    influence : ndarray, shape (n_rows, n_pairs)
    groups : ndarray of int, shape (n_rows,)
        Numbers 0 … G−1, none left out.

    Returns
    -------
    ndarray, shape (n_pairs,)
        Standard errors; NaN with fewer than five groups.

    Examples
    --------
    >>> cluster_error(np.array([[1.0], [-1.0]] * 4), np.arange(8)).round(3).tolist()
    [0.378]
    >>> cluster_error(np.array([[1.0], [-1.0]] * 5), np.repeat(np.arange(5), 2)).tolist()
    [0.0]
    """
    n_groups = int(groups.max(initial=-1)) + 1
    if n_groups < FEWEST_GROUPS:
        return np.full(influence.shape[1], np.nan)
    sums = influence
    if n_groups < groups.size:
        order = np.argsort(groups, kind="stable")
        starts = np.searchsorted(groups[order], np.arange(n_groups))
        sums = np.add.reduceat(influence[order], starts, axis=0)
    scale = n_groups / (n_groups - 1.0)
    return np.asarray(np.sqrt(scale * (sums * sums).sum(axis=0)) / groups.size)


def _half_width(r: Array, error: Array, n_groups: Places, level: float) -> Array:
    """Return half the width of intervals on Fisher's scale."""
    from scipy.special import stdtrit  # noqa: PLC0415 - slow to import, needed for intervals only

    t = stdtrit(np.maximum(n_groups - 1, 1), (1.0 + level) / 2.0)
    room = 1.0 - r * r
    out = np.full(np.shape(r), np.nan)
    return np.asarray(np.divide(t * error, room, out=out, where=room > 0.0))


def _same_rows(
    observed: NDArray[np.bool_], first: Places, second: Places
) -> Iterator[tuple[Places, Places]]:
    """Yield the pairs that are scored in the same rows together, with these rows."""
    if observed.all():
        yield np.arange(len(observed)), np.arange(first.size)
        return
    packed = np.packbits(observed, axis=0)
    patterns: dict[bytes, list[int]] = {}
    for pair, (one, other) in enumerate(zip(first, second, strict=True)):
        patterns.setdefault((packed[:, one] & packed[:, other]).tobytes(), []).append(pair)
    for pairs in patterns.values():
        both = observed[:, first[pairs[0]]] & observed[:, second[pairs[0]]]
        yield np.flatnonzero(both), np.array(pairs, dtype=np.intp)


def _complete(values: Array, first: Places, second: Places, groups: Places) -> Array:
    """Return both correlations and errors of pairs without a missing cell, in four rows."""
    ranked = _ranked(values)
    out = np.empty((4, first.size))
    step = max(1, CHUNK // len(values))
    for start in range(0, first.size, step):
        one, other = first[start : start + step], second[start : start + step]
        here = slice(start, start + step)
        out[0, here], influence = pearson_influence(values[:, one], values[:, other])
        out[1, here] = cluster_error(influence, groups)
        out[2, here], influence = _spearman_influence(ranked, one, other)
        out[3, here] = cluster_error(influence, groups)
    out[1::2] = np.where(np.isnan(out[::2]), np.nan, out[1::2])
    return out


def _standardised(x: Array) -> Array:
    """Return columns with mean 0 and variance 1; NaN where they are constant."""
    constant = x.max(axis=0) == x.min(axis=0)
    centred = x - x.mean(axis=0)
    spread = np.sqrt((centred * centred).mean(axis=0))
    return np.asarray(centred / np.where(constant | (spread == 0.0), np.nan, spread))


def _ranked(values: Array) -> Ranked:
    """Sort every column once."""
    n = len(values)
    order = np.argsort(values, axis=0, kind="stable")
    ordered = np.take_along_axis(values, order, axis=0)
    place = np.arange(n)[:, None]
    new = np.ones(values.shape, dtype=bool)
    new[1:] = ordered[1:] != ordered[:-1]
    last = np.ones(values.shape, dtype=bool)
    last[:-1] = new[1:]
    starts = np.maximum.accumulate(np.where(new, place, 0), axis=0)
    ends = np.minimum.accumulate(np.where(last, place + 1, n)[::-1], axis=0)[::-1]
    below, through = np.empty_like(order), np.empty_like(order)
    np.put_along_axis(below, order, starts, axis=0)
    np.put_along_axis(through, order, ends, axis=0)
    return Ranked(order, below, through, ((below + through) / 2.0 - n / 2.0) / n)


def _spearman_influence(ranked: Ranked, one: Places, other: Places) -> tuple[Array, Array]:
    """Return Spearman's correlation of pairs, and what each row adds to it."""
    u, v = ranked.mid[:, one], ranked.mid[:, other]
    size_u, moved_u = _variances(ranked, one)
    size_v, moved_v = _variances(ranked, other)
    size = np.sqrt(size_u * size_v)
    covariance = (u * v).mean(axis=0)
    rho = np.clip(covariance / size, -1.0, 1.0)
    moved = u * v - covariance + _above(ranked, one, v) + _above(ranked, other, u)
    influence = moved / size - rho / 2.0 * (moved_u / size_u + moved_v / size_v)
    return rho, influence


def _variances(ranked: Ranked, columns: Places) -> tuple[Array, Array]:
    """Return the variances of ranks (NaN where all are tied), and what each row adds to them."""
    used, places = np.unique(columns, return_inverse=True)
    mid = ranked.mid[:, used]
    variance = (mid * mid).mean(axis=0)
    if (ranked.through[:, used] - ranked.below[:, used]).max() == 1:  # no ties: nothing moves it
        return variance[places], np.zeros((1, columns.size))
    moved = mid * mid - variance + 2.0 * _above(ranked, used, mid)
    return np.where(variance > 0.0, variance, np.nan)[places], moved[:, places]


def _above(ranked: Ranked, columns: Places, other: Array) -> Array:
    """Return (1/n) Σ of `other` over the rows above each row of a column, ties half; mean 0."""
    n = len(other)
    sums = np.zeros((n + 1, columns.size))
    np.cumsum(np.take_along_axis(other, ranked.order[:, columns], axis=0), axis=0, out=sums[1:])
    below = np.take_along_axis(sums, ranked.below[:, columns], axis=0)
    through = np.take_along_axis(sums, ranked.through[:, columns], axis=0)
    above = -(below + through) / (2.0 * n)
    return np.asarray(above - above.mean(axis=0))
