"""How far two orders of boards agree, with intervals over boards."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from parallaxis.answers import Estimate, Interval, NotAnswered
from parallaxis.comparison.board_rows import BoardRow

Array = NDArray[np.float64]
Coefficient = Literal["kendall", "spearman"]
FEWEST_BOARDS = 4
ROUNDING = 1e-12  # of a coefficient that is ±1


@dataclass(frozen=True, slots=True)
class Agreement:
    """Do the boards stand in one order as they are and at the common size?

    Attributes
    ----------
    n_boards : int
        Boards with an ED both ways.
    n_pairs, n_reversed : int
        Pairs of them, and pairs whose order is the other way round at the common size.
    kendall, spearman : Estimate or NotAnswered
        Kendall's τ-b and Spearman's ρ between ED as it is and ED at the common size.
    raw_with_shape, matched_with_shape : Estimate or NotAnswered
        Spearman's ρ of each with the shape bound: how far the order follows the size of boards.
    """

    n_boards: int
    n_pairs: int
    n_reversed: int
    kendall: Estimate | NotAnswered
    spearman: Estimate | NotAnswered
    raw_with_shape: Estimate | NotAnswered
    matched_with_shape: Estimate | NotAnswered


@dataclass(frozen=True, slots=True)
class RankChange:
    """A board that stands elsewhere at the common size; rank 1 is the broadest."""

    board: str
    rank: float
    matched_rank: float

    @property
    def places(self) -> float:
        """Places gained, negative for places lost."""
        return self.rank - self.matched_rank


def ranked(rows: Sequence[BoardRow]) -> tuple[BoardRow, ...]:
    """Return rows with their ranks among the boards that have an ED both ways."""
    from scipy.stats import rankdata  # noqa: PLC0415 - a slow import that only ranks need

    kept, raw, matched = _both(rows)
    why = NotAnswered("only boards with an ED at the common size are ranked")
    places = {
        row.board: (float(one), float(other))
        for row, one, other in zip(kept, rankdata(-raw), rankdata(-matched), strict=True)
    }
    out = []
    for row in rows:
        rank, other = places.get(row.board, (why, why))
        out.append(replace(row, rank=rank, matched_rank=other))
    return tuple(out)


def agreement(rows: Sequence[BoardRow], level: float) -> Agreement:
    """Do the boards stand in one order as they are and at the common size?

    Parameters
    ----------
    rows : sequence of BoardRow
        Boards without an ED both ways are left out.
    level : float
        Coverage of intervals.

    Returns
    -------
    Agreement
        Not identified under four boards.
    """
    kept, raw, matched = _both(rows)
    bounds = np.array([float(row.shape_bound) for row in kept])
    sign = np.sign(raw[:, None] - raw) * np.sign(matched[:, None] - matched)
    n = len(kept)
    return Agreement(
        n_boards=n,
        n_pairs=n * (n - 1) // 2,
        n_reversed=int((sign < 0.0).sum()) // 2,
        kendall=rank_correlation(raw, matched, "kendall", level),
        spearman=rank_correlation(raw, matched, "spearman", level),
        raw_with_shape=rank_correlation(raw, bounds, "spearman", level),
        matched_with_shape=rank_correlation(matched, bounds, "spearman", level),
    )


def rank_changes(rows: Sequence[BoardRow]) -> tuple[RankChange, ...]:
    """Return the boards whose rank differs between the two orders, the largest change first."""
    changes = [
        RankChange(row.board, row.rank, row.matched_rank)
        for row in rows
        if not isinstance(row.rank, NotAnswered)
        and not isinstance(row.matched_rank, NotAnswered)
        and row.rank != row.matched_rank
    ]
    return tuple(sorted(changes, key=lambda change: (-abs(change.places), change.matched_rank)))


def rank_correlation(
    x: Array, y: Array, coefficient: Coefficient, level: float
) -> Estimate | NotAnswered:
    """How far do two orders of the same boards agree?

    Parameters
    ----------
    x, y : ndarray, shape (n_boards,)
    coefficient : {"kendall", "spearman"}
        Kendall's τ-b, or Spearman's ρ with mean ranks.
    level : float
        Coverage of the interval.

    Returns
    -------
    Estimate or NotAnswered
        Not identified under four boards, or where all are equal in one of the two. No interval
        where the coefficient is ±1, nor for τ under five boards.

    Notes
    -----
    Fisher's z with variance .437/(n − 4) for τ and (1 + ρ²/2)/(n − 3) for ρ, over boards, as if
    they had been drawn independently.

    References
    ----------
    Fieller, Hartley & Pearson (1957), Biometrika 44, 470–481. Bonett & Wright (2000),
    Psychometrika 65, 23–28.

    Examples
    --------
    >>> swapped = np.array([1.0, 0.0, 2.0, 3.0, 5.0, 4.0, 6.0, 7.0])
    >>> found = rank_correlation(np.arange(8.0), swapped, "kendall", 0.95)
    >>> round(found.estimate, 3)
    0.857
    """
    from scipy.stats import kendalltau, spearmanr  # noqa: PLC0415 - a slow import

    if x.size < FEWEST_BOARDS:
        return NotAnswered(f"{x.size} boards with both; an agreement needs {FEWEST_BOARDS}")
    if np.ptp(x) == 0.0 or np.ptp(y) == 0.0:
        return NotAnswered("all boards are equal in one of the two orders")
    found = kendalltau(x, y) if coefficient == "kendall" else spearmanr(x, y)
    r = float(found.statistic)
    r = math.copysign(1.0, r) if abs(r) > 1.0 - ROUNDING else r
    return Estimate(r, _interval(r, x.size, coefficient, level))


def _interval(r: float, n: int, coefficient: Coefficient, level: float) -> Interval | NotAnswered:
    """Return the interval on Fisher's scale."""
    from scipy.special import ndtri  # noqa: PLC0415 - needed for intervals only

    if abs(r) == 1.0:
        return NotAnswered("the two orders are the same or the reverse of each other")
    if coefficient == "kendall" and n < 5:
        return NotAnswered(f"{n} boards; an interval for Kendall's coefficient needs 5")
    variance = 0.437 / (n - 4) if coefficient == "kendall" else (1.0 + r * r / 2.0) / (n - 3)
    half = float(ndtri((1.0 + level) / 2.0)) * math.sqrt(variance)
    return math.tanh(math.atanh(r) - half), math.tanh(math.atanh(r) + half)


def _both(rows: Sequence[BoardRow]) -> tuple[list[BoardRow], Array, Array]:
    """Return the rows with an ED both ways, and both."""
    kept, raw, matched = [], [], []
    for row in rows:
        ed, part = row.effective_dimensionality, row.matched
        if not isinstance(ed, NotAnswered) and not isinstance(part, NotAnswered):
            kept.append(row)
            raw.append(ed.estimate)
            matched.append(part.estimate)
    return kept, np.array(raw, dtype=np.float64), np.array(matched, dtype=np.float64)
