"""Does the total score measure one thing with little noise? Cronbach's α and its relatives."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis import _checks
from parallaxis.errors import InputError, NotIdentified
from parallaxis.kernels.gram import gram
from parallaxis.kernels.scaling import prepare
from parallaxis.kernels.spectrum import moments

Array = NDArray[np.float64]
Masks = NDArray[np.bool_]
Block = tuple[float, float, float, float]  # sums of c, of c², of correlations, and of models
PASSES = 30  # models that the passes over a small array cost as much time as
ROWS = 512  # items whose covariances with all others are held at a time
SMALLEST = 1e-9  # denominator of Spearman–Brown that is more than rounding
ROUNDING = 1e-12  # part of the items' variances under which a variance of totals is none


@dataclass(frozen=True, slots=True)
class InternalConsistency:
    """Reliability of the sum of the items, three times from below.

    Attributes
    ----------
    alpha : float
        Cronbach's α, for right/wrong scores KR-20: from −∞ to 1.
    standardised : float
        α of the items divided by their standard deviations; NaN with an item without variance.
    lambda2 : float
        Guttman's λ2, never below α.
    n_models : int
        Models behind the covariance of an average pair of items, rounded down.
    n_items : int
    """

    alpha: float
    standardised: float
    lambda2: float
    n_models: int
    n_items: int


def internal_consistency(values: Array) -> InternalConsistency:
    """How much of the variance of the total score do the items agree on?

    Parameters
    ----------
    values : ndarray, shape (n_models, n_items)
        NaN = not scored. Where cells are missing, each covariance is that of the models scored on
        both items (about their own two means, divisor n − 1).

    Returns
    -------
    InternalConsistency

    Raises
    ------
    NotIdentified
        Fewer than two items or two models; a pair of items that fewer than two models share; a
        total score without variance.

    Notes
    -----
    With item covariances c and V their sum, ``α = p/(p−1) · (1 − Σ c_tt / V)`` and
    ``λ2 = 1 − (Σ c_tt − √(p/(p−1) · Σ_{t≠u} c_tu²)) / V``. Both are lower bounds of the
    reliability of the total score if the noise of items is independent; neither says how many
    things the items measure. Items without variance change α through p alone: set them aside
    first for the tighter bound.

    References
    ----------
    Kuder & Richardson (1937), Psychometrika 2, 151–160. Guttman (1945), Psychometrika 10,
    255–282. Cronbach (1951), Psychometrika 16, 297–334.

    Examples
    --------
    >>> found = internal_consistency(np.array([[1.0, 1, 1], [1, 1, 0], [1, 0, 0], [0, 0, 0]]))
    >>> round(found.alpha, 3), round(found.standardised, 3), round(found.lambda2, 3)
    (0.75, 0.747, 0.76)
    """
    n_models, n_items = values.shape
    if min(n_models, n_items) < 2:
        raise NotIdentified(
            f"internal consistency needs 2 models and 2 items; there are {n_models} and {n_items}."
        )
    sums = _pairwise(values) if np.isnan(values).any() else _complete(values)
    if not sums.total > ROUNDING * sums.own:
        raise NotIdentified("the total score does not tell the models apart.")
    ratio = n_items / (n_items - 1)
    off = max(sums.squares - sums.own_squares, 0.0)
    return InternalConsistency(
        alpha=ratio * (1.0 - sums.own / sums.total),
        standardised=ratio * (1.0 - n_items / sums.correlations),
        lambda2=1.0 - (sums.own - math.sqrt(ratio * off)) / sums.total,
        n_models=int(sums.models),
        n_items=n_items,
    )


def feldt_interval(
    alpha: float, *, n_models: int, n_items: int, level: float = 0.95
) -> tuple[float, float]:
    """How far may Cronbach's α of other models drawn like these lie?

    Parameters
    ----------
    alpha : float
        As estimated, below 1.
    n_models : int
        Independent models: count families where models of a family are alike.
    n_items : int
    level : float, default 0.95

    Returns
    -------
    (float, float)

    Raises
    ------
    InputError
        Fewer than two models or items, or a level outside 0 to 1.

    Notes
    -----
    ``(1 − α) / (1 − α̂)`` follows F with N − 1 and (N − 1)(p − 1) degrees of freedom when items
    are equally good measures of one thing with normal scores; right/wrong scores of many items
    come close. With items of several abilities it is somewhat too narrow.

    References
    ----------
    Feldt (1965), Psychometrika 30, 357–370. Feldt, Woodruff & Salih (1987), Applied Psychological
    Measurement 11, 93–103.

    Examples
    --------
    >>> low, high = feldt_interval(0.83, n_models=41, n_items=26)
    >>> round(low, 3), round(high, 3)
    (0.745, 0.897)
    """
    from scipy.special import fdtri  # noqa: PLC0415 - needed for intervals only

    _checks.probability("level", level)
    if min(n_models, n_items) < 2:
        raise InputError(f"n_models is {n_models} and n_items {n_items}; pass 2 or more of each.")
    above, below = n_models - 1, (n_models - 1) * (n_items - 1)
    tail = (1.0 - level) / 2.0
    low = 1.0 - (1.0 - alpha) * float(fdtri(above, below, 1.0 - tail))
    return low, 1.0 - (1.0 - alpha) * float(fdtri(above, below, tail))


def spearman_brown(reliability: Array | float, *, length: float = 2.0) -> Array:
    """How reliable is a test that is `length` times as long?

    Parameters
    ----------
    reliability : float or ndarray
        Of the test as it is, for instance the correlation of two halves; above −1 / (length − 1).
        NaN stays NaN.
    length : float, default 2
        Above 0.

    Returns
    -------
    ndarray of float
        ``k r / (1 + (k − 1) r)``; NaN where the denominator is not positive, rounding apart.
        For the total score only: neither ranks nor effective dimensionality step up like this.

    Raises
    ------
    InputError
        A length that is not above 0.

    References
    ----------
    Spearman (1910) and Brown (1910), British Journal of Psychology 3, 271–295 and 296–322.

    Examples
    --------
    >>> spearman_brown(np.array([0.5, 0.8])).round(3).tolist()
    [0.667, 0.889]
    """
    if not length > 0.0:
        raise InputError(f"length is {length!r}; pass a number above 0.")
    r = np.asarray(reliability, dtype=np.float64)
    below = 1.0 + (length - 1.0) * r
    return np.asarray(
        np.divide(length * r, below, out=np.full_like(r, np.nan), where=below > SMALLEST)
    )


@dataclass(frozen=True, slots=True)
class _Sums:
    """Sums over the covariance matrix of the items, and over their correlations."""

    own: float
    own_squares: float
    total: float
    squares: float
    correlations: float
    models: float


def _complete(values: Array) -> _Sums:
    """Return the sums without the matrix: the variance of totals is the sum of covariances."""
    centred = prepare(values)
    n_models = values.shape[0]
    own = (centred * centred).sum(axis=0)
    totals = centred @ _inverse(np.sqrt(own))
    return _Sums(
        own=float(own.sum()) / (n_models - 1),
        own_squares=float((own * own).sum()) / (n_models - 1) ** 2,
        total=float((centred.sum(axis=1) ** 2).sum()) / (n_models - 1),
        squares=moments(centred).sum_fourth_powers / (n_models - 1) ** 2,
        correlations=float(totals @ totals),
        models=n_models,
    )


def _pairwise(values: Array) -> _Sums:
    """Return the sums over pairwise covariances, block by block of the matrix."""
    centred = prepare(values)
    seen = ~np.isnan(values)
    counts = np.maximum(seen.sum(axis=0) - 1, 1)
    own = (centred * centred).sum(axis=0) / counts
    blocks = _by_pattern if _few_patterns(seen) else _by_rows
    total = squares = correlations = models = 0.0
    for block in blocks(centred, seen, np.sqrt(own)):
        total += block[0]
        squares += block[1]
        correlations += block[2]
        models += block[3]
    return _Sums(
        own=float(own.sum()),
        own_squares=float((own * own).sum()),
        total=total,
        squares=squares,
        correlations=correlations,
        models=models / own.size**2,
    )


def _few_patterns(seen: Masks) -> bool:
    """Say whether items missing for the same models are so many that taking them together pays."""
    n_models, n_items = seen.shape
    return bool(len(np.unique(seen, axis=1).T) * (n_models + PASSES) < 3 * n_items)


def _by_pattern(centred: Array, seen: Masks, spread: Array) -> Iterator[Block]:
    """Yield the sums of the blocks of items that are missing for the same models."""
    patterns, number = np.unique(seen, axis=1, return_inverse=True)
    number = number.ravel()
    for one in range(patterns.shape[1]):
        for other in range(one, patterns.shape[1]):
            joint = patterns[:, one] & patterns[:, other]
            n = _enough(int(joint.sum()))
            halves = [centred[np.ix_(joint, number == side)] for side in (one, other)]
            first, second = (half - half.mean(axis=0) for half in halves)
            scaled = [
                half @ _inverse(spread[number == side])
                for half, side in ((first, one), (second, other))
            ]
            times = 1.0 if one == other else 2.0
            yield (
                times * float(first.sum(axis=1) @ second.sum(axis=1)) / (n - 1),
                times * float((gram(first) * gram(second)).sum()) / (n - 1) ** 2,
                times * float(scaled[0] @ scaled[1]) / (n - 1),
                times * n * first.shape[1] * second.shape[1],
            )


def _by_rows(centred: Array, seen: Masks, spread: Array) -> Iterator[Block]:
    """Yield the sums of some rows of the matrix at a time."""
    known = seen.astype(np.float64)
    inverse = _inverse(spread)
    for start in range(0, centred.shape[1], ROWS):
        block = slice(start, start + ROWS)
        counts = known[:, block].T @ known
        _enough(int(counts.min()))
        ours = centred[:, block].T @ known  # sum of the row's item over the models of the pair
        theirs = known[:, block].T @ centred
        products = centred[:, block].T @ centred
        covariances = (products - ours * theirs / counts) / (counts - 1.0)
        yield (
            float(covariances.sum()),
            float((covariances * covariances).sum()),
            float(inverse[block] @ covariances @ inverse),
            float(counts.sum()),
        )


def _enough(n: int) -> int:
    """Return how many models a pair of items shares, or say that they are too few."""
    if n < 2:
        raise NotIdentified(
            "some two items have fewer than two models in common, so their covariance is unknown; "
            "take the items that all models share."
        )
    return n


def _inverse(spread: Array) -> Array:
    """Return the inverse of standard deviations; NaN, which no sum survives, for those of 0."""
    return np.divide(1.0, spread, out=np.full_like(spread, np.nan), where=spread > 0.0)
