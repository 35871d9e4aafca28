"""Effective dimensionality freed of few models and few items: unbiased traces of S."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis.errors import NotIdentified
from parallaxis.kernels.scaling import item_means
from parallaxis.kernels.spectrum import moments

Array = NDArray[np.float64]
FEWEST = 4  # models without which no product of two covariances is free of bias


@dataclass(frozen=True, slots=True)
class UnbiasedTraces:
    """What (tr S)² and tr S² would be on average if the models were all there are.

    Attributes
    ----------
    squared_trace : float
        Unbiased for (tr Σ)².
    trace_of_square : float
        Unbiased for tr Σ²; may be negative on noise.
    own : float
        Unbiased for the sum over items of the squared variance: what both sums above owe to an
        item taken with itself, item noise included.
    """

    squared_trace: float
    trace_of_square: float
    own: float

    @property
    def ed_row(self) -> float:
        """ED corrected for few models; NaN where the denominator is not positive."""
        return _ratio(self.squared_trace, self.trace_of_square)

    @property
    def ed_both(self) -> float:
        """ED over pairs of different items, so corrected for few items too; NaN likewise."""
        return _ratio(self.squared_trace - self.own, self.trace_of_square - self.own)


def unbiased_traces(centred: Array) -> UnbiasedTraces:
    """What would ED be with many more models and items like these?

    Parameters
    ----------
    centred : ndarray, shape (n_models, n_items)
        Item-centred scores without a missing cell (a NaN makes every sum NaN).

    Returns
    -------
    UnbiasedTraces

    Raises
    ------
    NotIdentified
        Fewer than four models.

    Notes
    -----
    With S of divisor N−1, Q = Σ_i ‖x_i − x̄‖⁴ / (N−1) and k = (N−1) / (N(N−2)(N−3)):
    (tr Σ)² ≈ k[2 tr S² + (N²−3N+1)(tr S)² − NQ] and tr Σ² ≈ k[(N−1)(N−2) tr S² + (tr S)² − NQ].
    For one item alone both are k[(N²−3N+3) s² − NQ_t]; the sum over items is `own`. Noise that is
    independent between items stays in tr Σ but leaves Σ_{t≠u} Σ_tu² alone: ED over pairs of
    different items is the noise-free ED divided by the squared share of variance that is no noise.

    References
    ----------
    Himeno & Yamada (2014), Journal of Multivariate Analysis 130, 27–44.

    Examples
    --------
    >>> from parallaxis.kernels.scaling import prepare
    >>> rng = np.random.default_rng(0)
    >>> found = unbiased_traces(prepare(rng.normal(size=(60, 1)) + rng.normal(size=(60, 100))))
    >>> round(found.ed_row, 2), round(found.ed_both, 2)  # variance 1 of 2 is noise: 1 / 0.5²
    (4.74, 4.93)
    """
    n = centred.shape[0]
    if n < FEWEST:
        raise NotIdentified(f"{n} models; unbiased traces need {FEWEST}.")
    square = centred * centred
    sums = moments(centred)
    trace, norm = sums.sum_squares / (n - 1), sums.sum_fourth_powers / (n - 1) ** 2
    fourth = n * float((square.sum(axis=1) ** 2).sum()) / (n - 1)
    k = (n - 1) / (n * (n - 2) * (n - 3))
    variance = square.sum(axis=0) / (n - 1)
    own_fourth = n * float(np.einsum("it,it->", square, square)) / (n - 1)
    return UnbiasedTraces(
        squared_trace=k * (2.0 * norm + (n * n - 3 * n + 1) * trace**2 - fourth),
        trace_of_square=k * ((n - 1) * (n - 2) * norm + trace**2 - fourth),
        own=k * ((n * n - 3 * n + 3) * float(variance @ variance) - own_fourth),
    )


def ed_both_without_groups(scores: Array, groups: NDArray[np.intp]) -> Array:
    """Return ED over pairs of different items without each group of models in turn.

    Parameters
    ----------
    scores : ndarray, shape (n_models, n_items)
        Complete (a NaN spreads); centred anew without each group.
    groups : ndarray of int, shape (n_models,)
        Numbers 0 … G−1.

    Returns
    -------
    ndarray, shape (G,)
        NaN where fewer than four models are left or a sum is not positive.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> scores = rng.normal(size=(60, 1)) + rng.normal(size=(60, 100))
    >>> ed_both_without_groups(scores, np.arange(60) % 3).round(2).tolist()
    [7.22, 4.33, 4.32]
    """
    out = np.full(int(groups.max()) + 1, np.nan)
    for group in range(out.size):
        rest = scores[groups != group]
        if rest.shape[0] >= FEWEST:
            out[group] = unbiased_traces(rest - item_means(rest)).ed_both
    return out


def ed_columns(centred: Array) -> float:
    """Return ED over pairs of different items, corrected for few items but not for few models.

    Parameters
    ----------
    centred : ndarray, shape (n_models, n_items)
        Item-centred scores without a missing cell.

    Returns
    -------
    float
        (Σ_{t≠u} s_t s_u) / Σ_{t≠u} S_tu²; NaN where the denominator is not positive.

    Examples
    --------
    >>> ed_columns(np.array([[1.0, 1.0], [-1.0, 1.0], [0.0, -2.0]]))  # the two are uncorrelated
    nan
    """
    sums = moments(centred)
    strength = (centred * centred).sum(axis=0)
    own = float(strength @ strength)
    return _ratio(sums.sum_squares**2 - own, sums.sum_fourth_powers - own)


def _ratio(numerator: float, denominator: float) -> float:
    """Return a ratio of two positive numbers; NaN where either is not."""
    return numerator / denominator if numerator > 0.0 and denominator > 0.0 else float("nan")
