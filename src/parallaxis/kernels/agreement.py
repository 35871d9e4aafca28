"""How far do raters agree beyond chance? Krippendorff's alpha and Fleiss' kappa."""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from parallaxis._checks import choice
from parallaxis.errors import NotIdentified, ShapeError

Array = NDArray[np.float64]
Codes = NDArray[np.int32]
Metric = Literal["nominal", "ordinal", "interval"]
METRICS: tuple[Metric, ...] = ("nominal", "ordinal", "interval")


def verdict_counts(codes: Codes, n_categories: int) -> Array:
    """How many raters gave each verdict on each item?

    Parameters
    ----------
    codes : ndarray of int32, shape (n_raters, n_items)
        Verdicts as numbers from 0 to `n_categories` − 1; −1 where a rater gave none.
    n_categories : int

    Returns
    -------
    ndarray, shape (n_items, n_categories)

    Examples
    --------
    >>> verdict_counts(np.array([[0, 1], [0, -1]]), 2).tolist()
    [[2.0, 0.0], [0.0, 1.0]]
    """
    item = np.broadcast_to(np.arange(codes.shape[1]), codes.shape)[codes >= 0]
    place = item * n_categories + codes[codes >= 0]
    counts = np.bincount(place, minlength=codes.shape[1] * n_categories)
    return counts.astype(np.float64).reshape(codes.shape[1], n_categories)


def coincidence_matrix(counts: Array, *, weights: Array | None = None) -> Array:
    """How often do two verdicts meet on one item?

    Parameters
    ----------
    counts : ndarray, shape (n_items, n_categories)
        Raters per item and verdict; items with fewer than two verdicts add nothing.
    weights : ndarray, shape (n_items,), optional
        Weight of each item; 1 by default.

    Returns
    -------
    ndarray, shape (n_categories, n_categories)
        Symmetric; sums to the number of verdicts that can be paired.

    Notes
    -----
    o_ck = Σ_u n_uc (n_uk − [c = k]) / (m_u − 1) over items u with m_u ≥ 2 verdicts: one matrix
    product.

    References
    ----------
    Krippendorff (2011), Computing Krippendorff's Alpha-Reliability.

    Examples
    --------
    >>> coincidence_matrix(np.array([[2.0, 0.0], [1.0, 1.0], [0.0, 1.0]])).tolist()
    [[2.0, 1.0], [1.0, 0.0]]
    """
    verdicts = counts.sum(axis=1)
    pairable = verdicts >= 2.0
    counts = counts[pairable]
    scale = 1.0 / (verdicts[pairable] - 1.0)
    if weights is not None:
        scale = scale * weights[pairable]
    met: Array = (counts * scale[:, None]).T @ counts
    met[np.diag_indices_from(met)] -= scale @ counts
    return met


def krippendorff_alpha(
    coincidences: Array, *, metric: Metric = "nominal", values: Array | None = None
) -> float:
    """How much of the disagreement that chance would bring is absent?

    Parameters
    ----------
    coincidences : ndarray, shape (n_categories, n_categories)
        From :func:`coincidence_matrix`; verdicts in ascending order unless nominal.
    metric : {"nominal", "ordinal", "interval"}, default "nominal"
        How far two verdicts are apart: equal or not; by their rank; by their value.
    values : ndarray, shape (n_categories,), optional
        The verdicts as numbers; for "interval" only.

    Returns
    -------
    float
        1 where all agree, 0 where they agree as by chance, below where less.

    Raises
    ------
    NotIdentified
        No item with two verdicts, or all such verdicts are one and the same.
    ShapeError
        "interval" without one value per verdict.

    Notes
    -----
    α = 1 − (n − 1) Σ o_ck δ²_ck / Σ n_c n_k δ²_ck, with n_c = Σ_k o_ck and n = Σ n_c.

    References
    ----------
    Krippendorff (2011), Computing Krippendorff's Alpha-Reliability.

    Examples
    --------
    >>> round(krippendorff_alpha(np.array([[6.0, 1.0], [1.0, 4.0]])), 4)
    0.6857
    """
    choice("metric", metric, METRICS)
    sums = coincidences.sum(axis=1)
    n = float(sums.sum())
    if not n > 1.0:
        raise NotIdentified("no item has verdicts of two raters.")
    apart = _squared_distances(sums, metric, values)
    expected = float(sums @ apart @ sums)
    if not expected > 0.0:
        raise NotIdentified("all verdicts that can be paired are one and the same.")
    return 1.0 - (n - 1.0) * float((coincidences * apart).sum()) / expected


def fleiss_kappa(counts: Array, *, weights: Array | None = None) -> float:
    """How far do equally many raters per item agree beyond chance?

    Parameters
    ----------
    counts : ndarray, shape (n_items, n_categories)
        Raters per item and verdict; every item with the same number of at least two.
    weights : ndarray, shape (n_items,), optional
        Weight of each item; 1 by default.

    Returns
    -------
    float

    Raises
    ------
    NotIdentified
        No item, or one verdict only.
    ShapeError
        Items with different numbers of raters, or with fewer than two.

    Notes
    -----
    (P̄ − P_e) / (1 − P_e): P̄ the mean over items of the share of agreeing pairs of raters, P_e the
    sum of squared shares of the verdicts. Raters share one distribution of verdicts by chance.

    References
    ----------
    Fleiss (1971), Psychological Bulletin 76, 378–382.

    Examples
    --------
    >>> round(fleiss_kappa(np.array([[3.0, 0.0], [1.0, 2.0], [0.0, 3.0]])), 3)
    0.55
    """
    raters = counts.sum(axis=1)
    weights = np.ones(len(counts)) if weights is None else weights
    if not weights.sum() > 0.0:
        raise NotIdentified("no item has a verdict of every rater.")
    m = float(raters[0])
    if m < 2.0 or (raters != m).any():
        raise ShapeError(
            f"items have {raters.min():.0f} to {raters.max():.0f} raters; Fleiss' kappa needs the "
            "same number of at least 2 on each."
        )
    agreeing = ((counts * counts).sum(axis=1) - m) / (m * (m - 1.0))
    observed = float(weights @ agreeing / weights.sum())
    shares = weights @ counts / (m * weights.sum())
    expected = float(shares @ shares)
    if not 1.0 - expected > 1e-12:
        raise NotIdentified("all verdicts are one and the same.")
    return (observed - expected) / (1.0 - expected)


def _squared_distances(sums: Array, metric: Metric, values: Array | None) -> Array:
    """Return δ² of every pair of verdicts."""
    if metric == "nominal":
        return 1.0 - np.eye(sums.size)
    if metric == "ordinal":
        place = np.cumsum(sums) - sums / 2.0  # Σ from c to k of n_g, less half of both ends
        return np.asarray((place[:, None] - place) ** 2)
    if values is None or values.shape != sums.shape:
        raise ShapeError(f"values are {values!r}; pass a number for each of {sums.size} verdicts.")
    return np.asarray((values[:, None] - values) ** 2)
