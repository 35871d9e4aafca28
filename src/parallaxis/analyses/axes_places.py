"""Where each model stands on each axis, and which models change places."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from parallaxis.analyses.axes_answers import Place, Swap
from parallaxis.answers import Estimate
from parallaxis.kernels.principal_axes import OrientedAxes
from parallaxis.kernels.rank_agreement import resolved_swaps
from parallaxis.matrix import ScoreMatrix

Array = NDArray[np.float64]
LISTED_SWAPS = 50
BEST = 3  # models of each axis whose swaps are listed first
BLOCK = 500  # models compared with all others at a time


def averages(board: ScoreMatrix) -> tuple[Array, Array]:
    """Return each model's mean score over the items it has, and its standard error over items.

    The mean of no score is NaN, and so is the error of the mean of fewer than two.
    """
    values = board.values
    counts = (~np.isnan(values)).sum(axis=1)
    some = np.maximum(counts, 1)
    mean = np.where(counts > 0, np.nansum(values, axis=1) / some, np.nan)
    squares = np.nansum((values - mean[:, None]) ** 2, axis=1)
    error = np.sqrt(squares / np.maximum(counts - 1, 1) / some)
    return mean, np.where(counts > 1, error, np.nan)


def places(
    board: ScoreMatrix, axes: OrientedAxes, average: Array, *, level: float
) -> tuple[Place, ...]:
    """Return each model's average, and its ability and rank on every axis."""
    reach = _normal_reach(level)
    by_average = _ranks(average)
    n_axes = axes.abilities.shape[1]
    ranks = [_ranks(axes.abilities[:, axis]) for axis in range(n_axes)]
    limits = [_rank_limits(axes, axis, reach) for axis in range(n_axes)]
    out = []
    for model, name in enumerate(board.models):
        theta, error = axes.abilities[model], reach * axes.ability_errors[model]
        out.append(
            Place(
                model=name,
                average=float(average[model]),
                average_rank=int(by_average[model]),
                abilities=tuple(
                    Estimate(float(t), (float(t - e), float(t + e)))
                    for t, e in zip(theta, error, strict=True)
                ),
                ranks=tuple(int(rank[model]) for rank in ranks),
                rank_intervals=tuple((int(low[model]), int(high[model])) for low, high in limits),
            )
        )
    return tuple(out)


def swaps(models: Sequence[str], axes: OrientedAxes, *, level: float) -> tuple[list[Swap], int]:
    """Return pairs that change places, of the best models first, and how many there are."""
    found: list[tuple[bool, float, Swap]] = []
    total = 0
    for axis in range(axes.abilities.shape[1]):
        for other in range(axis + 1, axes.abilities.shape[1]):
            pairs = resolved_swaps(
                axes.abilities[:, axis],
                axes.ability_errors[:, axis],
                axes.abilities[:, other],
                axes.ability_errors[:, other],
                error=1.0 - level,
            )
            total += len(pairs.pairs)
            best = _between_best(pairs.pairs, axes.abilities[:, [axis, other]])
            clearest = np.arange(len(pairs.pairs)) < LISTED_SWAPS
            found += [
                (
                    not best[row],
                    float(pairs.p_adjusted[row]),
                    _swap(models, axes, (axis, other), tuple(pairs.pairs[row].tolist()), level),
                )
                for row in np.flatnonzero(best | clearest)
            ]
    found.sort(key=lambda entry: entry[:2])
    return [swap for *_, swap in found[:LISTED_SWAPS]], total


def _between_best(pairs: NDArray[np.intp], abilities: Array) -> NDArray[np.bool_]:
    """Return which pairs join two of the best models of two axes."""
    best = np.unique(np.argsort(-abilities, axis=0, kind="stable")[:BEST])
    return np.asarray(np.isin(pairs, best).all(axis=1))


def _swap(
    models: Sequence[str],
    axes: OrientedAxes,
    which: tuple[int, int],
    pair: tuple[int, int],
    level: float,
) -> Swap:
    """Describe one pair, with the model first that is better on the first axis."""
    axis, other = which
    first, second = pair
    if axes.abilities[first, axis] < axes.abilities[second, axis]:
        first, second = second, first
    return Swap(
        axis=axis + 1,
        other_axis=other + 1,
        model=models[first],
        other_model=models[second],
        difference=_difference(axes, axis, first, second, level),
        other_difference=_difference(axes, other, second, first, level),
    )


def _difference(axes: OrientedAxes, axis: int, better: int, worse: int, level: float) -> Estimate:
    """Return how much better one model is on an axis."""
    gap = float(axes.abilities[better, axis] - axes.abilities[worse, axis])
    error = float(np.hypot(axes.ability_errors[better, axis], axes.ability_errors[worse, axis]))
    reach = _normal_reach(level) * error
    return Estimate(gap, (gap - reach, gap + reach))


def _ranks(values: Array) -> Array:
    """Return 1 for the highest; equal values share the better rank."""
    return np.asarray(np.searchsorted(np.sort(-values), -values, side="left") + 1.0)


def _rank_limits(axes: OrientedAxes, axis: int, reach: float) -> tuple[Array, Array]:
    """Return the ranks that noise leaves possible, pair by pair."""
    theta, error = axes.abilities[:, axis], axes.ability_errors[:, axis]
    low, high = np.empty(theta.size), np.empty(theta.size)
    for start in range(0, theta.size, BLOCK):
        rows = slice(start, start + BLOCK)
        gap = theta[None, :] - theta[rows, None]
        beyond = reach * np.hypot(error[None, :], error[rows, None])
        low[rows] = 1 + (gap > beyond).sum(axis=1)
        high[rows] = theta.size - (gap < -beyond).sum(axis=1)
    return low, high


def _normal_reach(level: float) -> float:
    """Return the normal quantile of a two-sided interval."""
    from scipy.special import ndtri  # noqa: PLC0415 - keeps the import light

    return float(ndtri(0.5 + level / 2))
