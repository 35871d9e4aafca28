"""When two raters both err, do they err alike? With given answers and gold."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis.errors import ShapeError
from parallaxis.kernels.pair_agreement import (
    SMALL,
    divided,
    item_weights,
    pair_agreement,
    verdict_layers,
)

Array = NDArray[np.float64]
Codes = NDArray[np.int32]


@dataclass(frozen=True, eq=False, slots=True)
class ErrorAgreement:
    """Agreement of all pairs of raters on the items that both answered wrong.

    Attributes
    ----------
    both_wrong : ndarray, shape (..., n_raters, n_raters)
        Weight of the items that both answered wrong.
    agreement : ndarray, shape (..., n_raters, n_raters)
        Share of them with one and the same wrong answer; NaN without such items.
    standard_error : ndarray, shape (..., n_raters, n_raters)
        √(p(1 − p)/n), given which items both answer wrong.
    usable : ndarray, shape (..., n_raters, n_raters)
        Weight of those items whose chance level is known: two wrong answers on different items
        with the same gold answer, one of each rater.
    chance : ndarray, shape (..., n_raters, n_raters)
        Share on which they would agree if each kept its own wrong answers and gave them at random
        among items with the same gold answer; over usable items.
    excess : ndarray, shape (..., n_raters, n_raters)
        Agreement minus chance, both over usable items.
    """

    both_wrong: Array
    agreement: Array
    standard_error: Array
    usable: Array
    chance: Array
    excess: Array


@dataclass(frozen=True, eq=False, slots=True)
class Capa:
    """Chance-adjusted agreement of all pairs of raters.

    Attributes
    ----------
    n : ndarray, shape (..., n_raters, n_raters)
        Weight of the items that both answered.
    observed, chance : ndarray, shape (..., n_raters, n_raters)
        Share of them with one and the same answer, and the share expected from the two accuracies.
    kappa : ndarray, shape (..., n_raters, n_raters)
        (observed − chance) / (1 − chance).
    standard_error : ndarray, shape (..., n_raters, n_raters)
        By the delta method over items.
    """

    n: Array
    observed: Array
    chance: Array
    kappa: Array
    standard_error: Array


def error_agreement(codes: Codes, gold: Codes, *, weights: Array | None = None) -> ErrorAgreement:
    """When two raters both err, how often do they give the same wrong answer?

    Parameters
    ----------
    codes : ndarray of int32, shape (n_raters, n_items)
        Answers as numbers from 0; −1 where a rater gave none.
    gold : ndarray of int32, shape (n_items,)
        The right answers in the same numbers, every one known.
    weights : ndarray, shape (..., n_items), optional
        Weight of each item, such as how often a bootstrap drew it; 1 by default. With further
        dimensions first, such as many draws at once, the answers have them too.

    Returns
    -------
    ErrorAgreement
        With two possible answers the agreement is 1 by force: there is one way to be wrong.

    Raises
    ------
    ShapeError
        Gold or weights that are not one per item.

    Notes
    -----
    The chance level is that of the raters' own wrong answers, item by item of the same gold
    answer: the share of equal answers among all pairs (item s of rater i, item t of rater j) with
    s ≠ t, both wrong. Leaving s = t out keeps the agreement itself out of its chance level, so
    that raters who err independently have an expected excess of exactly 0, however much both
    favour one answer. A uniform level 1/(options − 1) is too low for raters with favourites.

    References
    ----------
    Kim, Garg, Peng & Garg (2025), Correlated Errors in Large Language Models, ICML 2025, 30038–66.

    Examples
    --------
    >>> codes = np.array([[1, 1, 2, 0], [1, 2, 2, 0]])
    >>> found = error_agreement(codes, np.zeros(4, dtype=int))
    >>> [float(x[0, 1].round(3)) for x in (found.agreement, found.chance, found.excess)]
    [0.667, 0.333, 0.333]
    """
    weights = _checked(codes, gold, weights)
    zeros = np.zeros((*weights.shape[:-1], codes.shape[0], codes.shape[0]))
    both, same, usable, usable_same, by_chance = (zeros.copy() for _ in range(5))
    for answer in np.unique(gold):
        items = np.flatnonzero(gold == answer)
        wrong = np.where(codes[:, items] == answer, -1, codes[:, items])
        own = _own_class(wrong, weights[..., items])
        both += own.both
        same += own.same
        known = own.pairs > 0.0
        usable += np.where(known, own.both, 0.0)
        usable_same += np.where(known, own.same, 0.0)
        by_chance += np.where(known, own.both * divided(own.equal, own.pairs), 0.0)
    agreement, chance = divided(same, both), divided(by_chance, usable)
    return ErrorAgreement(
        both_wrong=both,
        agreement=agreement,
        standard_error=np.sqrt(divided(agreement * (1.0 - agreement), both)),
        usable=usable,
        chance=chance,
        excess=divided(usable_same, usable) - chance,
    )


def capa(codes: Codes, gold: Codes, *, n_options: Array, weights: Array | None = None) -> Capa:
    """How alike are two raters beyond what their accuracies bring about?

    Parameters
    ----------
    codes : ndarray of int32, shape (n_raters, n_items)
        Answers as numbers from 0; −1 where a rater gave none.
    gold : ndarray of int32, shape (n_items,)
        The right answers in the same numbers, every one known.
    n_options : ndarray, shape (n_items,)
        Possible answers of each item, at least 2.
    weights : ndarray, shape (..., n_items), optional
        Weight of each item; 1 by default.

    Returns
    -------
    Capa
        NaN for pairs without common items, and for two raters that are always right. With two
        options κ_p is the error consistency of Geirhos et al. (2020).

    Raises
    ------
    ShapeError
        Gold, options or weights that are not one per item.

    Notes
    -----
    Chance-adjusted probabilistic agreement of answers without probabilities: over common items
    c_obs = mean[a_i = a_j], c_exp = p_i p_j + (1 − p_i)(1 − p_j) mean[1/(options − 1)] with
    accuracies p, and κ_p = (c_obs − c_exp)/(1 − c_exp). By chance, wrong answers are uniform; for
    the level of the raters' own wrong answers see :func:`error_agreement`.

    References
    ----------
    Goel et al. (2025), Great Models Think Alike and this Undermines AI Oversight, arXiv
    2502.04313, section 2.

    Examples
    --------
    >>> codes = np.array([[0, 0, 1, 1], [0, 0, 1, 2]])
    >>> found = capa(codes, np.zeros(4, dtype=int), n_options=np.full(4, 3.0))
    >>> float(found.chance[0, 1]), float(found.kappa[0, 1])
    (0.375, 0.6)
    """
    weights = _checked(codes, gold, weights)
    if n_options.shape != gold.shape:
        raise ShapeError(f"n_options has shape {n_options.shape}; pass one number per item.")
    luck = 1.0 / (n_options - 1.0)
    means = _means(codes, gold, luck, weights)
    first, second = means.right, means.right.swapaxes(-1, -2)
    chance = first * second + (1.0 - first) * (1.0 - second) * means.luck
    possible = np.where(1.0 - chance > SMALL, 1.0 - chance, 0.0)
    kappa = divided(means.same - chance, possible)
    error = np.sqrt(divided(np.maximum(_influence_variance(means, possible), 0.0), means.n))
    return Capa(means.n, means.same, chance, kappa, error)


@dataclass(frozen=True, eq=False, slots=True)
class _OwnClass:
    """Counts of all pairs over the items of one gold answer.

    `both` and `same` are weights of items that both answer wrong, and the same; `equal` and
    `pairs`, of pairs of different items.
    """

    both: Array
    same: Array
    equal: Array
    pairs: Array


def _own_class(wrong: Codes, weights: Array) -> _OwnClass:
    """Count wrong answers of items of one gold answer; −1 where there is none."""
    erred = (wrong >= 0).astype(np.float64)
    both = (erred * weights[..., None, :]) @ erred.T
    itself = (erred * (weights * weights)[..., None, :]) @ erred.T
    same, equal = np.zeros_like(both), np.zeros_like(both)
    for columns, says in verdict_layers(wrong):
        weight = weights[..., columns]
        same += (says * weight[..., None, :]) @ says.T
        equal += _outer(weight @ says.T) - (says * (weight * weight)[..., None, :]) @ says.T
    return _OwnClass(both, same, equal, _outer(weights @ erred.T) - itself)


def _outer(totals: Array) -> Array:
    """Return products of all pairs of the last dimension."""
    return np.asarray(totals[..., :, None] * totals[..., None, :])


@dataclass(frozen=True, eq=False, slots=True)
class _Means:
    """Means over the common items of all pairs; `right[i, j]` is i's accuracy where j answered."""

    n: Array
    same: Array
    right: Array
    both_right: Array
    luck: Array
    luck_squared: Array
    luck_same: Array
    luck_right: Array


def _means(codes: Codes, gold: Codes, luck: Array, weights: Array) -> _Means:
    """Return the moments on which κ_p and its error rest, by matrix products."""
    seen = (codes >= 0).astype(np.float64)
    right = (codes == gold).astype(np.float64)
    plain = pair_agreement(codes, weights=weights)
    lucky = pair_agreement(codes, weights=weights * luck) if np.ptp(luck) > 0.0 else None
    n = plain.n
    weighted, each = right * weights[..., None, :], weights[..., None, :]
    return _Means(
        n=n,
        same=plain.observed,
        right=divided(weighted @ seen.T, n),
        both_right=divided(weighted @ right.T, n),
        luck=divided(n * luck[0] if lucky is None else lucky.n, n),
        luck_squared=divided((seen * (each * luck * luck)) @ seen.T, n),
        luck_same=divided(plain.same * luck[0] if lucky is None else lucky.same, n),
        luck_right=divided((weighted * luck) @ seen.T, n),
    )


def _influence_variance(m: _Means, possible: Array) -> Array:
    """Return the variance of one item's influence on κ_p, for all pairs."""
    first, second = m.right, m.right.swapaxes(-1, -2)
    of_same = divided(np.ones_like(possible), possible)
    of_chance = -(1.0 - m.same) * of_same * of_same
    of_first = of_chance * (second - m.luck * (1.0 - second))
    of_second = of_chance * (first - m.luck * (1.0 - first))
    of_luck = of_chance * (1.0 - first) * (1.0 - second)
    alone = (
        of_same**2 * m.same * (1.0 - m.same)
        + of_first**2 * first * (1.0 - first)
        + of_second**2 * second * (1.0 - second)
        + of_luck**2 * (m.luck_squared - m.luck**2)
    )
    shared = (
        of_same * of_first * (m.both_right - m.same * first)
        + of_same * of_second * (m.both_right - m.same * second)
        + of_first * of_second * (m.both_right - first * second)
        + of_same * of_luck * (m.luck_same - m.same * m.luck)
        + of_first * of_luck * (m.luck_right - first * m.luck)
        + of_second * of_luck * (m.luck_right.swapaxes(-1, -2) - second * m.luck)
    )
    return np.asarray(alone + 2.0 * shared)


def _checked(codes: Codes, gold: Codes, weights: Array | None) -> Array:
    """Return weights, and refuse gold answers or weights that are not one per item."""
    if gold.shape != codes.shape[1:]:
        raise ShapeError(f"gold has shape {gold.shape}; pass one answer per item.")
    return item_weights(codes, weights)
