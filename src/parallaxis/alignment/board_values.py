"""Scores of several boards in one array, and where two boards contradict each other."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import numpy as np

from parallaxis.alignment.natural_order import listed
from parallaxis.alignment.register import Array
from parallaxis.cautions import Caution
from parallaxis.errors import InputError
from parallaxis.matrix import ScoreMatrix
from parallaxis.tables.scale import Bounds, Scale

Conflicts = Literal["refuse", "first"]
ROUNDING = 1e-4  # of the range, up to which two scores are one: a percentage of two decimals
UNITS = 10.0  # times as large, from which scores of the same items are of another unit
REGRADED, REGRADED_FEWEST = 0.5, 5  # share and number of shared cells that differ in a column


@dataclass(frozen=True, eq=False, slots=True)
class Stacked:
    """Scores of all boards, the first board's where several have one.

    Attributes
    ----------
    values : ndarray, shape (n_models, n_items)
    cautions : tuple of Caution
    """

    values: Array
    cautions: tuple[Caution, ...]


def stacked(
    boards: Sequence[ScoreMatrix],
    names: Sequence[str],
    axes: tuple[Sequence[str], Sequence[str]],
    conflicts: Conflicts,
) -> Stacked:
    """Put the scores of all boards into one array.

    Raises
    ------
    InputError
        Two boards have different scores of one model on one item, unless the first is to count.
    """
    models, items = ({name: place for place, name in enumerate(axis)} for axis in axes)
    values = np.full((len(models), len(items)), np.nan)
    owner = np.full(values.shape, -1, dtype=np.int16)
    cautions = []
    for number, board in enumerate(boards):
        rows = np.array([models[name] for name in board.models], dtype=np.intp)
        columns = np.array([items[name] for name in board.items], dtype=np.intp)
        place = np.ix_(rows, columns)
        before, theirs = values[place], owner[place]
        both = ~np.isnan(before) & board.observed
        differ = both & (np.abs(before - board.values) > ROUNDING * _span(board))
        if differ.any():
            other = names[int(theirs[differ][0])]
            text = _contradiction(board, before, (both, differ), (other, names[number]))
            if conflicts == "refuse":
                raise InputError(
                    f"{text}; leave one out, or say in Python that the first counts: "
                    "parallaxis.align.join_boards(boards, names, conflicts='first')."
                )
            cautions.append(Caution("scores_contradict", f"{text}; the first file's are kept."))
        values[place] = np.where(np.isnan(before), board.values, before)
        owner[place] = np.where(np.isnan(before) & board.observed, number, theirs)
    return Stacked(values, tuple(cautions))


def common_scale(
    boards: Sequence[ScoreMatrix], names: Sequence[str]
) -> tuple[Scale | None, Bounds, list[Caution]]:
    """Return the scale of all boards together; None leaves it to their scores.

    Raises
    ------
    InputError
        Two boards with scores in other units share items.
    """
    found = list(dict.fromkeys(board.bounds for board in boards))
    if len(found) == 1 and found[0] is not None:
        binary = all(board.scale == "binary" for board in boards)
        return ("binary", None, []) if binary else ("bounded", found[0], [])
    if len(found) == 1:
        return "real", None, []
    overlap = False
    for (name, first), (other, second) in combinations(zip(names, boards, strict=True), 2):
        if first.bounds == second.bounds or not (shared := set(first.items) & set(second.items)):
            continue
        overlap = True
        if _other_unit(_largest(first, shared), _largest(second, shared)):
            raise InputError(
                f"{name} and {other}: have scores {_range(first)} and {_range(second)} of the "
                "same items; bring them to one unit, such as fractions instead of percent."
            )
    if overlap:
        return None, None, []  # as the scores of all together decide
    ranges = ", ".join(dict.fromkeys(_range(board) for board in boards))
    text = f"Scores of different ranges stand on one board ({ranges}); they are not rescaled."
    return "real", None, [Caution("bounds_differ", text)]


def _contradiction(
    board: ScoreMatrix,
    before: Array,
    cells: tuple[np.ndarray, np.ndarray],
    names: tuple[str, str],
) -> str:
    """Say how many cells differ, with one of them, and which columns look re-graded."""
    both, differ = cells
    row, column = (int(place) for place in np.argwhere(differ)[0])
    counts, shared = differ.sum(axis=0), both.sum(axis=0)
    again = np.flatnonzero((counts >= REGRADED_FEWEST) & (counts >= REGRADED * shared))
    regraded = ""
    if again.size:
        regraded = f"; graded anew, as it seems: {listed([board.items[i] for i in again])}"
    return (
        f"{names[0]} and {names[1]}: {int(differ.sum()):,} of {int(both.sum()):,} scores that both "
        f"have differ, such as {before[row, column]:g} and {board.values[row, column]:g} of "
        f"{board.models[row]!r} on {board.items[column]!r}{regraded}"
    )


def _largest(board: ScoreMatrix, items: Collection[str]) -> float:
    """Return the largest score, without its sign, on some items."""
    columns = [place for place, item in enumerate(board.items) if item in items]
    seen = np.abs(board.values[:, columns])
    return float(np.nanmax(seen, initial=0.0))


def _other_unit(one: float, other: float) -> bool:
    """Return whether the largest scores differ so much that they cannot be of one unit."""
    return min(one, other) > 0.0 and max(one, other) > UNITS * min(one, other)


def _span(board: ScoreMatrix) -> float:
    """Return the range of scores."""
    if board.bounds is not None:
        return board.bounds[1] - board.bounds[0]
    seen = board.values[board.observed]
    return max(float(np.ptp(seen)), 1e-300) if seen.size else 1.0


def _range(board: ScoreMatrix) -> str:
    """Say between which scores a board lies."""
    if board.bounds is None:
        return "without bounds"
    return f"from {board.bounds[0]:g} to {board.bounds[1]:g}"
