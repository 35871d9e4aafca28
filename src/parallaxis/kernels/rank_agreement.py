"""What one ranking hides: models that change places between axes, and rank information lost."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis._checks import probability
from parallaxis.errors import InputError, ShapeError
from parallaxis.kernels.multiplicity import benjamini_hochberg

Array = NDArray[np.float64]
CELLS = 1_000_000  # pairs looked at together: 8 MB an array


@dataclass(frozen=True, slots=True)
class Swaps:
    """Pairs of models that change places between two axes beyond noise.

    Attributes
    ----------
    pairs : ndarray of int, shape (n_swaps, 2)
        Rows of the models: the first is better on the first axis, the second on the second axis.
        The surest pair first.
    p_adjusted : ndarray, shape (n_swaps,)
        By Benjamini–Hochberg over all pairs compared, at most the error rate asked for.
    n_models : int
        Models compared: those with both abilities and both standard errors.
    n_pairs : int
        Pairs compared, n_models (n_models − 1) / 2.
    """

    pairs: NDArray[np.intp]
    p_adjusted: Array
    n_models: int
    n_pairs: int

    @property
    def share(self) -> float:
        """Share of the pairs compared that swap, 0 to 1; NaN without pairs."""
        return len(self.pairs) / self.n_pairs if self.n_pairs else float("nan")


def resolved_swaps(
    first: Array, first_se: Array, second: Array, second_se: Array, *, error: float = 0.05
) -> Swaps:
    """Which models are better than another on one axis and worse on the other, beyond noise?

    Parameters
    ----------
    first, second : ndarray, shape (n_models,)
        Abilities on two axes.
    first_se, second_se : ndarray, shape (n_models,)
        Their standard errors, 0 or more. A model with a NaN in any of the four is left out.
    error : float, default 0.05
        Expected share of false swaps among those returned, strictly between 0 and 1.

    Returns
    -------
    Swaps

    Raises
    ------
    ShapeError
        The four are not of one length.
    InputError
        A standard error below 0, or an `error` out of range.

    Notes
    -----
    On each axis ``z = (θ_i − θ_j) / √(se_i² + se_j²)``. A swap needs both differences, with
    opposite signs, so its p-value is the larger of the two one-sided ones, Φ(−min(|z₁|, |z₂|)),
    and 1 where the signs agree. That is valid however the errors on the two axes go together, and
    cautious where both differences are near 0. Errors of different models are taken to be
    independent. Pairs share models: for such tests Benjamini–Hochberg is not proved, and was
    found to hold on simulated boards. Memory grows with the swaps that are found, not with the
    pairs.

    References
    ----------
    Gail & Simon (1985), Biometrics 41, 361–372 (qualitative interaction). Berger (1982),
    Technometrics 24, 295–300 (the larger p-value). Benjamini & Hochberg (1995), Journal of the
    Royal Statistical Society B 57, 289–300.

    Examples
    --------
    >>> coding, writing = np.array([2.0, 0.0, 0.1]), np.array([0.0, 2.0, 0.1])
    >>> noise = np.full(3, 0.2)
    >>> found = resolved_swaps(coding, noise, writing, noise)
    >>> found.pairs.tolist(), found.n_pairs
    ([[0, 1]], 3)
    """
    probability("error", error)
    columns = _same_length(first, first_se, second, second_se)
    kept = np.flatnonzero(np.isfinite(columns).all(axis=0))
    n_models = kept.size
    n_pairs = n_models * (n_models - 1) // 2
    blocks = list(_candidates(columns[:, kept], error))
    pairs = np.concatenate([block for block, _ in blocks] or [np.empty((0, 2), dtype=np.intp)])
    p = np.concatenate([block for _, block in blocks] or [np.empty(0)])
    adjusted = benjamini_hochberg(p, n_tests=n_pairs)
    order = np.lexsort((pairs[:, 1], pairs[:, 0], p))
    order = order[adjusted[order] <= error]
    return Swaps(kept[pairs[order]], adjusted[order], n_models, n_pairs)


def share_reordered(
    first: Array, first_se: Array, second: Array, second_se: Array, *, error: float = 0.05
) -> float:
    """Which share of all pairs of models changes places between two axes beyond noise?

    Parameters
    ----------
    first, first_se, second, second_se : ndarray, shape (n_models,)
        As in `resolved_swaps`.
    error : float, default 0.05
        As in `resolved_swaps`.

    Returns
    -------
    float
        0 to 1; NaN with fewer than two models. A lower bound: what noise hides is not counted.

    Raises
    ------
    ShapeError, InputError
        As `resolved_swaps` does.

    Examples
    --------
    >>> noise = np.zeros(3)
    >>> share_reordered(np.array([1.0, 2, 3]), noise, np.array([3.0, 1, 2]), noise).__round__(3)
    0.667
    """
    return resolved_swaps(first, first_se, second, second_se, error=error).share


def rank_information_lost(scores: Array, weights: Array, *, average: Array | None = None) -> float:
    """How much of what the axes say about ranks does one average throw away?

    Parameters
    ----------
    scores : ndarray, shape (n_models, n_axes)
        Abilities, higher is better on every axis. A model with a NaN is left out.
    weights : ndarray, shape (n_axes,)
        Share of each axis, 0 or more; they are divided by their sum.
    average : ndarray, shape (n_models,), optional
        The score that the board ranks by; by default ``scores @ weights``.

    Returns
    -------
    float
        0 (every axis ranks as the average does) to 1 (the average tells no axis's ranks). An axis
        on which all models tie has no ranks to lose and is left out; an average on which all tie
        loses everything. NaN with fewer than three models, or where no axis with weight has ranks.

    Raises
    ------
    ShapeError
        Shapes do not fit together.
    InputError
        Weights below 0, not finite, or all 0.

    Notes
    -----
    ``1 − Σ_k w_k ρ_k²``, with ρ_k Spearman's correlation (midranks) between axis k and the average:
    the weighted mean share of the variance of ranks that the average does not explain. K unrelated
    axes of equal weight lose 1 − (6/π · asin(1 / (2√K)))² in a large normal population: .52 for 2,
    .69 for 3. Reversed ranks count as known: an axis that is the average upside down loses
    nothing. Noise in the scores counts as loss.

    References
    ----------
    Spearman (1904), American Journal of Psychology 15, 72–101. The share itself is this project's
    definition.

    Examples
    --------
    >>> scores = np.array([[1.0, 1.0], [2.0, 3.0], [3.0, 2.0]])
    >>> rank_information_lost(scores, np.array([0.5, 0.5])).__round__(3)
    0.25
    >>> rank_information_lost(scores[:, :1], np.array([1.0]))
    0.0
    """
    from scipy.stats import rankdata  # noqa: PLC0415 - a slow import that only ranks need

    axes, shares, single = _weighted(scores, weights, average)
    if len(axes) < 3:
        return float("nan")
    ranks = rankdata(np.column_stack([axes, single]), axis=0)
    centred = ranks - ranks.mean(axis=0)
    squares = (centred**2).sum(axis=0)
    shares = np.where(squares[:-1] > 0.0, shares, 0.0)
    if shares.sum() == 0.0:
        return float("nan")
    product = squares[:-1] * squares[-1]
    kept = np.divide(
        (centred[:, :-1].T @ centred[:, -1]) ** 2,
        product,
        out=np.zeros_like(product),
        where=product > 0.0,
    )
    return float(np.clip(1.0 - (shares * kept).sum() / shares.sum(), 0.0, 1.0))


def _same_length(first: Array, first_se: Array, second: Array, second_se: Array) -> Array:
    """Return the four columns as rows of one array, or say what does not fit."""
    columns = [np.asarray(one, dtype=np.float64) for one in (first, first_se, second, second_se)]
    if len({column.shape for column in columns}) > 1 or columns[0].ndim != 1:
        raise ShapeError(
            f"abilities and standard errors have shapes {[column.shape for column in columns]}; "
            "pass four of shape (n_models,)."
        )
    for name, column in (("first_se", columns[1]), ("second_se", columns[3])):
        if (column < 0.0).any():
            row = int(np.argmax(column < 0.0))
            raise InputError(f"{name} is {column[row]} in row {row}; pass 0 or more, NaN unknown.")
    return np.array(columns)


def _candidates(columns: Array, error: float) -> Iterator[tuple[NDArray[np.intp], Array]]:
    """Yield pairs of opposite order with p-values that could be found, a block of rows at a time.

    No pair with p above the error rate can be among the findings, so none is kept.
    """
    from scipy.special import ndtr  # noqa: PLC0415 - keeps the import of kernels light

    n_models = columns.shape[1]
    rows = max(1, CELLS // max(n_models, 1))
    for start in range(0, n_models, rows):
        stop = min(start + rows, n_models)
        here, ahead = columns[:, start:stop], columns[:, start:]
        z_first = _z(here[0], here[1], ahead[0], ahead[1])
        z_second = _z(here[2], here[3], ahead[2], ahead[3])
        p = ndtr(-np.minimum(np.abs(z_first), np.abs(z_second)))
        above, below = z_first > 0.0, z_second < 0.0
        found = np.triu((above == below) & (z_first != 0.0) & (z_second != 0.0) & (p <= error), 1)
        i, j = np.nonzero(found)
        i_first = above[i, j]
        i, j, p = i + start, j + start, p[i, j]
        yield np.column_stack([np.where(i_first, i, j), np.where(i_first, j, i)]), p


def _z(theta: Array, se: Array, others: Array, others_se: Array) -> Array:
    """Return differences in standard errors; exact ones are infinite, ties without noise 0."""
    difference = theta[:, None] - others
    noise = np.sqrt(se[:, None] ** 2 + others_se**2)
    exact = np.where(difference == 0.0, 0.0, np.copysign(np.inf, difference))
    return np.divide(difference, noise, out=exact, where=noise > 0.0)


def _weighted(scores: Array, weights: Array, average: Array | None) -> tuple[Array, Array, Array]:
    """Return complete scores, weights adding to 1, and the average, or say what does not fit."""
    axes, shares = np.asarray(scores, dtype=np.float64), np.asarray(weights, dtype=np.float64)
    if axes.ndim != 2 or shares.shape != axes.shape[1:]:
        raise ShapeError(
            f"scores of shape {axes.shape} and weights of shape {shares.shape}; "
            "pass (n_models, n_axes) and (n_axes,)."
        )
    if not np.isfinite(shares).all() or (shares < 0.0).any() or shares.sum() <= 0.0:
        raise InputError(f"weights are {shares.tolist()}; pass 0 or more each, not all 0.")
    shares = shares / shares.sum()
    single = axes @ shares if average is None else np.asarray(average, dtype=np.float64)
    if single.shape != axes.shape[:1]:
        raise ShapeError(f"average has shape {single.shape}; pass {axes.shape[:1]}.")
    kept = np.isfinite(np.column_stack([axes, single])).all(axis=1)
    return axes[kept], shares, single[kept]
