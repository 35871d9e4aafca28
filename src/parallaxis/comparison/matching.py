"""The common size of several boards, and ED of random parts of that size."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from parallaxis.answers import Estimate, NotAnswered
from parallaxis.comparison.board_rows import BoardRow
from parallaxis.ingredients import Ingredients
from parallaxis.kernels.matched_subsamples import matched_subsamples
from parallaxis.numerals import counted

Rule = Literal["smallest", "three in four"]
FEWEST_MODELS, FEWEST_ITEMS = 10, 5  # below it a board is left out rather than made the measure
ATLAS_MODELS, ATLAS_ITEMS = 12, 6  # least common size of an atlas
KEPT = 0.75  # share of the boards that an atlas keeps at the common size
QUANTILES = np.arange(0.25, -0.001, -0.01)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A board that has no part of the common size, and why."""

    board: str
    why: str


@dataclass(frozen=True, slots=True)
class Matching:
    """The common size.

    Attributes
    ----------
    n_models, n_items : int
        Models and live items of each random part.
    draws : int
        Parts of each board.
    n_boards : int
        Boards that are large enough.
    left_out : tuple of LeftOut
        The others.
    """

    n_models: int
    n_items: int
    draws: int
    n_boards: int
    left_out: tuple[LeftOut, ...]


def common_size(
    rows: Sequence[BoardRow], *, n_models: int | None, n_items: int | None, draws: int, rule: Rule
) -> Matching | NotAnswered:
    """Which size do the boards have in common, and which boards are smaller?

    Parameters
    ----------
    rows : sequence of BoardRow
    n_models, n_items : int or None
        As asked for; what is None follows the rule.
    draws : int
    rule : {"smallest", "three in four"}
        The smallest numbers of models and of live items among boards with 10 models and 5 live
        items or more; or the largest quantile of both numbers, the lower quartile at most and
        12 × 6 at least, at which three in four of the boards are large enough in both.

    Returns
    -------
    Matching or NotAnswered
        No board is large enough.

    Notes
    -----
    The smallest size keeps every board, and one tiny board then makes all of them tiny: at 9
    models no ED can exceed 8. Separate quartiles keep no more than half of the boards in the worst
    case, since boards are often long or wide. The rule for an atlas keeps three quarters.
    """
    least_models = n_models or (FEWEST_MODELS if rule == "smallest" else ATLAS_MODELS)
    least_items = n_items or (FEWEST_ITEMS if rule == "smallest" else ATLAS_ITEMS)
    shapes = np.array([(row.n_models, row.n_live_items) for row in rows])
    enough = shapes[(shapes >= (least_models, least_items)).all(axis=1)]
    if not len(enough):
        return NotAnswered(
            f"no board has {counted(least_models, 'model')} and "
            f"{counted(least_items, 'item')} that tell models apart"
        )
    found = enough.min(axis=0) if rule == "smallest" else _three_in_four(shapes)
    size = (
        n_models or max(int(found[0]), least_models),
        n_items or max(int(found[1]), least_items),
    )
    left = tuple(LeftOut(row.board, why) for row in rows if (why := _too_small(row, size)))
    return Matching(*size, draws, len(rows) - len(left), left)


def matched_breadth(
    shared: Ingredients, size: Matching, *, level: float, seed: int
) -> Estimate | NotAnswered:
    """How broad is a board at the common size?

    Parameters
    ----------
    shared : Ingredients
        Items without variance are left out before parts are drawn.
    size : Matching
    level : float
        Share of the parts that the range holds.
    seed : int

    Returns
    -------
    Estimate or NotAnswered
        Mean over the parts and their central range, which says how far parts of this board differ;
        a board of just this size is its only part and has no range.
    """
    values = shared.board.values[:, shared.live]
    if size.n_models > values.shape[0] or size.n_items > values.shape[1]:
        return NotAnswered("the board is smaller than the common size")
    found = matched_subsamples(
        values, n_models=size.n_models, n_items=size.n_items, draws=size.draws, seed=seed
    )
    if math.isnan(found.mean):
        return NotAnswered("no random part of the common size tells its models apart")
    if found.drawn.size == 1:
        return Estimate(found.mean, NotAnswered("the board is of just this size"))
    return Estimate(found.mean, found.interval(level))


def _three_in_four(shapes: np.ndarray[tuple[int, ...], np.dtype[np.int_]]) -> tuple[int, int]:
    """Return the largest common quantile of both numbers that keeps three in four boards."""
    for quantile in QUANTILES:
        size = np.floor(np.quantile(shapes, max(float(quantile), 0.0), axis=0))
        if (shapes >= size).all(axis=1).mean() >= KEPT:
            return int(size[0]), int(size[1])
    raise AssertionError("the smallest numbers keep every board")


def _too_small(row: BoardRow, size: tuple[int, int]) -> str:
    """Say why a board is left out, or nothing."""
    short = []
    if row.n_models < size[0]:
        short.append(counted(row.n_models, "model"))
    if row.n_live_items < size[1]:
        short.append(f"{counted(row.n_live_items, 'item')} that tell models apart")
    return f"{' and '.join(short)}, below {size[0]:,} × {size[1]:,}" if short else ""
