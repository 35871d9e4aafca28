"""The common size of several boards, and ED of random parts of that size."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from parallaxis.answers import Estimate, NotAnswered
from parallaxis.comparison.board_rows import BoardRow
from parallaxis.ingredients import Ingredients
from parallaxis.kernels.live_parts import breadth_of_live_parts, fewest_live_items
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
        Models of each random part, and items that tell them apart.
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


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What is asked of a common size."""

    n_models: int | None
    n_items: int | None
    draws: int
    seed: int
    rule: Rule

    @property
    def least(self) -> tuple[int, int]:
        """Models and live items below which a board does not count for the size."""
        models, items = (
            (FEWEST_MODELS, FEWEST_ITEMS)
            if self.rule == "smallest"
            else (ATLAS_MODELS, ATLAS_ITEMS)
        )
        return self.n_models or models, self.n_items or items


def common_size(
    rows: Sequence[BoardRow],
    shared: Mapping[str, Ingredients],
    *,
    n_models: int | None,
    n_items: int | None,
    draws: int,
    seed: int,
    rule: Rule,
) -> Matching | NotAnswered:
    """Which size do the boards have in common, and which boards are smaller?

    Parameters
    ----------
    rows : sequence of BoardRow
    shared : mapping of str to Ingredients
        The boards by name.
    n_models, n_items : int or None
        As asked for; what is None follows the rule.
    draws, seed : int
        Of the random parts, each of which must have as many live items.
    rule : {"smallest", "three in four"}
        The smallest numbers of models and of live items among boards with 10 models and 5 live
        items or more; or, among boards of 12 × 6 or more, the largest quantile of both numbers,
        the lower quartile at most, at which three in four of them are large enough in both.

    Returns
    -------
    Matching or NotAnswered
        No board is large enough.

    Notes
    -----
    Live items are those that tell the models of a part apart, so their number falls with the
    models: the size is settled for models first, then for items, by the part that has fewest.

    The smallest size keeps every board, and one tiny board then makes all of them tiny: at 9
    models no ED can exceed 8. The lower quartile of each number by itself loses half of the boards
    in the worst case, since boards are often long or wide. The rule for an atlas gives up a
    quarter, and says which.
    """
    wanted = _Wanted(n_models, n_items, draws, seed, rule)
    shapes = np.array([(row.n_models, row.n_live_items) for row in rows])
    enough = shapes[(shapes >= wanted.least).all(axis=1)]
    if not len(enough):
        return _none(wanted)
    found = enough.min(axis=0) if rule == "smallest" else _three_in_four(enough)
    models = n_models or int(found[0])
    in_parts = {
        row.board: fewest_live_items(shared[row.board].board.values, models, draws=draws, seed=seed)
        for row in rows
        if row.n_models >= models and row.n_live_items >= wanted.least[1]
    }
    items = n_items or _items(sorted(in_parts.values()), int(found[1]), len(enough), wanted)
    size = (models, items)
    left = tuple(LeftOut(row.board, why) for row in rows if (why := _small(row, size, in_parts)))
    n_boards = len(rows) - len(left)
    return Matching(*size, draws, n_boards, left) if n_boards else _none(wanted)


def matched_breadth(
    shared: Ingredients, size: Matching, *, level: float, seed: int
) -> Estimate | NotAnswered:
    """How broad is a board at the common size?

    Parameters
    ----------
    shared : Ingredients
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
    if size.n_models > shared.board.n_models or size.n_items > int(shared.live.sum()):
        return NotAnswered("the board is smaller than the common size")
    drawn = breadth_of_live_parts(
        shared.board.values,
        n_models=size.n_models,
        n_items=size.n_items,
        draws=size.draws,
        seed=seed,
    )
    if not np.isfinite(drawn).all():
        return NotAnswered("some random part has fewer items that tell its models apart")
    if drawn.size == 1:
        return Estimate(float(drawn[0]), NotAnswered("the board has this one part only"))
    low, high = np.quantile(drawn, ((1.0 - level) / 2.0, (1.0 + level) / 2.0))
    return Estimate(float(drawn.mean()), (float(low), float(high)))


def _none(wanted: _Wanted) -> NotAnswered:
    """Say that no board is large enough."""
    models, items = wanted.least
    return NotAnswered(
        f"no board has {counted(models, 'model')} and {counted(items, 'item')} that tell them apart"
    )


def _items(in_parts: list[int], found: int, n_enough: int, wanted: _Wanted) -> int:
    """Return how many items tell the models apart in every part of as many boards as are kept."""
    least = wanted.least[1]
    if wanted.rule == "smallest":
        return min((n for n in in_parts if n >= least), default=least)
    kept = math.ceil(KEPT * n_enough)
    return max(min(found, in_parts[-kept]), least)


def _three_in_four(shapes: NDArray[np.int_]) -> tuple[int, int]:
    """Return the largest common quantile of both numbers that keeps three in four boards."""
    for quantile in QUANTILES:
        size = np.floor(np.quantile(shapes, max(float(quantile), 0.0), axis=0))
        if (shapes >= size).all(axis=1).mean() >= KEPT:
            return int(size[0]), int(size[1])
    raise AssertionError("the smallest numbers keep every board")


def _small(row: BoardRow, size: tuple[int, int], in_parts: Mapping[str, int]) -> str:
    """Say why a board is left out, or nothing."""
    models, items = size
    short = [counted(row.n_models, "model")] if row.n_models < models else []
    live = in_parts.get(row.board, row.n_live_items)
    if row.n_live_items < items:
        short.append(f"{counted(row.n_live_items, 'item')} that tell them apart")
    elif row.n_models >= models and live < items:
        few = counted(live, "item")
        short.append(f"as few as {few} that tell {counted(models, 'model')} apart")
    return f"{' and '.join(short)}, below {models:,} × {items:,}" if short else ""
