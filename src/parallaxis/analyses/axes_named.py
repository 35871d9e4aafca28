"""The counted axes, rotated: their items, the groups of items that ask for them, and a name."""

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from parallaxis.analyses.axes_answers import Axis, GroupLoading, ItemLoading
from parallaxis.analyses.axes_steps import split_halves
from parallaxis.answers import Interval
from parallaxis.kernels.enrichment import enrichment_table
from parallaxis.kernels.multiplicity import holm
from parallaxis.kernels.principal_axes import OrientedAxes, turned
from parallaxis.kernels.rank_agreement import share_reordered
from parallaxis.kernels.rotation import Method, axis_shares, rotate
from parallaxis.kernels.split_half import Halves
from parallaxis.matrix import ScoreMatrix

Array = NDArray[np.float64]
STRONGEST = 10
MOST_GROUPS = 60  # groups of one column above which it names items rather than kinds of items
NAMED = 0.05  # adjusted p below which a group belongs to an axis
CLEAR = 0.5  # standard deviations by which the loadings of a naming group exceed the others'
NOT_KINDS = frozenset(
    {"item", "id", "text", "higher_is_better", "chance", "difficulty", "discrimination"}
)


def rotated(
    axes: OrientedAxes, found: Halves, k: int, method: Method
) -> tuple[OrientedAxes, Halves, Array]:
    """Return the first k axes rotated, with their halves and their correlations.

    The loadings that are rotated are correlations of items with axes; what comes back is in the
    unit of the standardised item.
    """
    kept = np.eye(axes.loadings.shape[1])[:, :k]
    turn = rotate(axes.correlations[:, :k], method)
    back = np.linalg.inv(turn.transform.T)
    first = turned(axes, kept @ turn.transform, axes.loadings[:, :k] @ back)
    return first, found.turned(kept @ turn.transform, kept @ back), turn.correlations


def loading_intervals(axes: OrientedAxes, found: Halves, level: float) -> tuple[Array, Array]:
    """Return lower and upper ends of the loadings as correlations, from halves of the models."""
    from scipy.special import stdtrit  # noqa: PLC0415 - keeps the import light

    degrees = 2 * len(found.loadings) - 1
    reach = float(stdtrit(degrees, 0.5 + level / 2)) * found.loading_errors
    total = np.sqrt((axes.loadings**2).sum(axis=1) + axes.uniqueness)[:, None]
    low, high = (axes.loadings - reach) / total, (axes.loadings + reach) / total
    return np.clip(low, -1.0, 1.0), np.clip(high, -1.0, 1.0)


def named_axes(
    board: ScoreMatrix,
    axes: OrientedAxes,
    found: Halves,
    correlations: Array,
    *,
    level: float,
    seed: int,
    average: tuple[Array, Array],
) -> tuple[Axis, ...]:
    """Describe every counted axis by its items, groups, share, stability and reordered pairs.

    Parameters
    ----------
    board : ScoreMatrix
        The models and items on the ladder.
    axes, found, correlations
        From ``rotated``.
    level : float
    seed : int
    average : (ndarray, ndarray)
        Mean score of each model on the ladder, and its standard error.
    """
    loadings = axes.correlations
    low, high = loading_intervals(axes, found, level)
    shares = axis_shares(axes.loadings, correlations)
    halves = split_halves(found, level, seed)
    groups = _groups(board, loadings)
    described = [
        Axis(
            rank=axis + 1,
            label=None,
            share=float(shares[axis]),
            split_half=halves[axis],
            reordered=_against_average(axes, axis, average),
            strongest_items=_strongest(board.items, loadings[:, axis], low[:, axis], high[:, axis]),
            groups=groups[axis],
        )
        for axis in range(loadings.shape[1])
    ]
    return tuple(replace(axis, label=_label(axis, len(described))) for axis in described)


def _against_average(axes: OrientedAxes, axis: int, average: tuple[Array, Array]) -> float | None:
    """Return the share of pairs that an axis orders otherwise than the average, beyond noise."""
    if axes.abilities.shape[1] == 1:
        return None
    return share_reordered(axes.abilities[:, axis], axes.ability_errors[:, axis], *average)


def _strongest(
    names: Sequence[str], loadings: Array, low: Array, high: Array
) -> tuple[ItemLoading, ...]:
    """Return the items with the largest absolute loadings."""
    order = np.argsort(-np.abs(loadings), kind="stable")[:STRONGEST]
    return tuple(
        ItemLoading(names[item], float(loadings[item]), _pair(low[item], high[item]))
        for item in order
    )


def _pair(low: float, high: float) -> Interval:
    """Return plain numbers."""
    return float(low), float(high)


def _groups(board: ScoreMatrix, loadings: Array) -> list[tuple[GroupLoading, ...]]:
    """Return, for each axis, the groups of items that ask for it more or less than the others."""
    tested: list[tuple[int, GroupLoading]] = []
    for column in board.item_metadata.column_names:
        labels = _labels(board, column)
        if labels is None:
            continue
        names, codes = labels
        table = enrichment_table(loadings, codes)
        for row, code in enumerate(table.groups):
            for axis in range(loadings.shape[1]):
                found = GroupLoading(
                    column=column,
                    group=names[int(code)],
                    n_items=int(table.sizes[row]),
                    difference=float(table.mean_difference[row, axis]),
                    p=float(table.p[row, axis]),
                )
                tested.append((axis, found))
    adjusted = holm(np.array([group.p for _, group in tested])) if tested else np.empty(0)
    out: list[list[GroupLoading]] = [[] for _ in range(loadings.shape[1])]
    for (axis, group), p in zip(tested, adjusted, strict=True):
        if p <= NAMED:
            out[axis].append(replace(group, p=float(p)))
    return [tuple(sorted(found, key=lambda group: -group.difference)) for found in out]


def _is_date(name: str) -> bool:
    """Say whether a label starts as an ISO date does."""
    return bool(re.match(r"\d{4}-\d{2}", name))


def _labels(board: ScoreMatrix, column: str) -> tuple[list[str], NDArray[np.int64]] | None:
    """Return the names and numbers of a column's groups; None where it holds no kinds of items."""
    values = board.metadata("item", column)
    if values is None or column in NOT_KINDS:
        return None
    if any(not isinstance(value, str) for value in values if value is not None):
        return None
    names = sorted({str(value) for value in values if value is not None})
    if all(_is_date(name) for name in names):
        return None
    if not 2 <= len(names) <= min(MOST_GROUPS, len(values) // 2):
        return None
    numbers = {name: number for number, name in enumerate(names)}
    codes = [-1 if value is None else numbers[str(value)] for value in values]
    return names, np.array(codes, dtype=np.int64)


def _label(axis: Axis, n_axes: int) -> str | None:
    """Name an axis after the groups that ask for it most; not where all items ask for it."""
    clear = [group.group for group in axis.groups if group.difference >= CLEAR]
    if n_axes == 1 or not clear:
        return None
    return ", ".join(clear[:2])
