"""Panels chosen on one half of the items and judged on the other: what is left of a choice."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from parallaxis.analyses.panel_choice_answers import Judged
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.kernels.best_member import deal_items
from parallaxis.kernels.draws import generator
from parallaxis.kernels.effective import kish_where_identified
from parallaxis.kernels.gram import pair_counts
from parallaxis.kernels.influence import item_influence
from parallaxis.kernels.majority_path import Marks, majority_along, majority_scores
from parallaxis.kernels.tetrachoric import tetrachoric
from parallaxis.kernels.zero_cells import ZeroCells

Array = NDArray[np.float64]
Places = NDArray[np.intp]
Rule = Callable[[Array, Marks], Places]  # correlations and answers of one half give an order
CUT_STREAM = 98
CUTS, FEW_CUTS = 10, 3
MANY_MEMBERS = 200  # members above which there are few cuts
VOTES = "votes"
MAJORITY = "majority"  # the rule whose size is chosen too


class Board(NamedTuple):
    """What is cut: answers of members to items that any of them answered, and the convention."""

    values: Array
    votes: Marks
    zero_cells: ZeroCells


class Row(NamedTuple):
    """Judged numbers: mean and squared error over cuts, and how often two choices agree."""

    mean: Array
    squared_error: Array
    agreement: Array

    def estimate(self, place: int, level: float) -> Estimate:
        """Return the number at a place with its normal interval."""
        centre, half = float(self.mean[place]), self.half_width(place, level)
        return Estimate(centre, (centre - half, centre + half))

    def half_width(self, place: int, level: float) -> float:
        """Return half the width of the interval."""
        squared = (2.0 - self.agreement[place]) * self.squared_error[place]
        return float(ndtri((1.0 + level) / 2.0) * np.sqrt(squared))


@dataclass(frozen=True, eq=False, slots=True)
class JudgedRules:
    """All rules over all cuts.

    Attributes
    ----------
    sizes : mapping of rule to ndarray of int
    correlation, majority : mapping of rule to Row
        A number for each size; NaN where a half does not reach it.
    overlap : mapping of rule to ndarray
        Share of members that two choices of a size have in common.
    gap : Row
        Majority of who was chosen for it less that by votes, at the sizes of the first.
    own : Row
        Of members and size chosen for the majority: share right, less all members, less the best.
    own_size : float
    n_cuts : int
    """

    sizes: Mapping[str, Places]
    correlation: Mapping[str, Row]
    majority: Mapping[str, Row]
    overlap: Mapping[str, Array]
    gap: Row
    own: Row
    own_size: float
    n_cuts: int


class Cut(NamedTuple):
    """One cut: (sizes, 2) means and squared errors, and what each half chose."""

    correlation: dict[str, Array]
    majority: dict[str, Array]
    orders: dict[str, list[Places]]
    gap: Array
    own: Array
    own_sets: list[Places]


def judge(
    board: Board, rules: Mapping[str, Rule], sizes: Mapping[str, Places], *, seed: int
) -> JudgedRules:
    """What are panels worth on items that had no part in their choice?

    Parameters
    ----------
    board : Board
    rules : mapping of str to Rule
        ``"votes"`` and ``"majority"`` at least.
    sizes : mapping of str to ndarray of int
        Ascending, for each rule; those of ``"majority"`` are among those of ``"votes"``.
    seed : int

    Returns
    -------
    JudgedRules

    Notes
    -----
    The items are cut into two random halves; each half chooses and the other judges, and each cut
    gives the mean of both. A spread between cuts is no error: all cuts share their items. As for
    the best single member, the squared error is (2 − a) s²/n, where s² is the variance over items
    of what is judged (for correlations, of the items' influences) and a the chance that two
    choices are the same set: that of n items where the choice is always the same, and at most that
    of one half, of which the mean over cuts cannot have more. A jackknife over blocks of items
    would choose anew without each block, which costs ten times as much, and is not consistent for
    a choice that jumps.
    """
    n_cuts = CUTS if len(board.values) <= MANY_MEMBERS else FEW_CUTS
    cuts = [_one_cut(board, rules, sizes, generator(seed, CUT_STREAM, c)) for c in range(n_cuts)]
    chosen = {name: [_chosen(cuts, name, int(size)) for size in sizes[name]] for name in rules}
    agreement = {name: np.array([_agreement(sets) for sets in chosen[name]]) for name in rules}
    shared = np.searchsorted(sizes[VOTES], sizes[MAJORITY])
    least = np.minimum(agreement[VOTES][shared], agreement[MAJORITY])
    own = [_as_set(members) for cut in cuts for members in cut.own_sets]
    return JudgedRules(
        sizes=sizes,
        correlation={
            name: _row([cut.correlation[name] for cut in cuts], agreement[name]) for name in rules
        },
        majority={
            name: _row([cut.majority[name] for cut in cuts], agreement[name]) for name in rules
        },
        overlap={name: np.array([_overlap(sets) for sets in chosen[name]]) for name in rules},
        gap=_row([cut.gap for cut in cuts], least),
        own=_row([cut.own for cut in cuts], np.full(3, _agreement(own))),
        own_size=float(np.mean([len(members) for members in own])),
        n_cuts=n_cuts,
    )


def judged_sizes(found: JudgedRules, name: str, *, level: float) -> dict[int, Judged]:
    """Return what one rule's panels are worth, by size; sizes without a number are absent.

    Parameters
    ----------
    found : JudgedRules
    name : str
        Of the rule.
    level : float
        Coverage of intervals.
    """
    majority = found.majority[name]
    return {
        int(size): Judged(
            _votes(int(size), found.correlation[name], place, level),
            majority.estimate(place, level),
            float(found.overlap[name][place]),
        )
        for place, size in enumerate(found.sizes[name])
        if np.isfinite(majority.mean[place])
    }


def correlations(values: Array, zero_cells: ZeroCells) -> Array:
    """Return the tetrachoric correlations of all pairs of members, with ones on the diagonal."""
    upper = np.triu_indices(len(values), 1)
    counts = pair_counts(values)
    cells = (part[upper] for part in (counts.n11, counts.n10, counts.n01, counts.n00))
    matrix = np.eye(len(values))
    matrix[upper] = tetrachoric(*cells, zero_cells=zero_cells).rho
    matrix.T[upper] = matrix[upper]
    return matrix


def _votes(size: int, row: Row, place: int, level: float) -> Estimate | NotAnswered:
    """Return effective votes from a judged mean correlation."""
    if size == 1:
        return Estimate(1.0, (1.0, 1.0))
    mean, half = float(row.mean[place]), row.half_width(place, level)
    votes = kish_where_identified(size, [mean - half, mean, mean + half])
    if np.isnan(mean):
        return NotAnswered("no half of the items has a correlation of those the other half chooses")
    if np.isnan(votes[1]):
        return NotAnswered(f"the mean correlation is {mean:.3g}, at or below −1/(n − 1)")
    if np.isnan(votes[0]):
        why = f"its upper end is not identified: the correlation may be as low as {mean - half:.3g}"
        return Estimate(float(votes[1]), NotAnswered(why))
    return Estimate(float(votes[1]), (float(votes[2]), float(votes[0])))


def _row(cuts: list[Array], agreement: Array) -> Row:
    """Return means over the cuts that have a number."""
    values = np.array(cuts)
    known = np.isfinite(values).all(axis=2, keepdims=True)
    times = known.sum(axis=0)
    total = np.where(known, values, 0.0).sum(axis=0)
    mean = np.divide(total, times, out=np.full(total.shape, np.nan), where=times > 0)
    return Row(mean[:, 0], mean[:, 1], agreement)


def _as_set(members: Places) -> tuple[int, ...]:
    """Return members in a form that can be compared."""
    return tuple(sorted(members.tolist()))


def _chosen(cuts: list[Cut], name: str, size: int) -> list[tuple[int, ...]]:
    """Return the sets of one size that the halves chose by a rule."""
    orders = (order for cut in cuts for order in cut.orders[name])
    return [_as_set(order[:size]) for order in orders if order.size >= size]


def _agreement(sets: list[tuple[int, ...]]) -> float:
    """Return the chance that two of the choices are the same set."""
    times = np.array(list(Counter(sets).values()), dtype=np.float64)
    return float(np.square(times).sum() / max(len(sets), 1) ** 2)


def _overlap(sets: list[tuple[int, ...]]) -> float:
    """Return the share of members that two of the choices of one size have in common."""
    if not sets:
        return float("nan")
    times = np.bincount(np.concatenate(sets)).astype(np.float64)
    return float(np.square(times).sum() / (len(sets[0]) * len(sets) ** 2))


def _one_cut(
    board: Board, rules: Mapping[str, Rule], sizes: Mapping[str, Places], rng: np.random.Generator
) -> Cut:
    """Choose on each half by every rule, and judge on the other."""
    halves = deal_items(board.values.shape[1], 2, rng)
    sides = [np.flatnonzero(halves == side) for side in (0, 1)]
    matrices = [correlations(board.values[:, side], board.zero_cells) for side in sides]
    orders = {
        name: [rule(matrices[s], board.votes[:, sides[s]]) for s in (0, 1)]
        for name, rule in rules.items()
    }
    scores = {name: _scores(board.votes, sides, orders[name], sizes[name]) for name in rules}
    shared = np.searchsorted(sizes[VOTES], sizes[MAJORITY])
    own, own_sets = _own_size(board.votes, sides, orders[MAJORITY], sizes[MAJORITY], scores)
    return Cut(
        correlation={
            name: _judged_correlation(board.values, sides, matrices, orders[name], sizes[name])
            for name in rules
        },
        majority={name: _mean_and_error(scores[name]) for name in rules},
        orders=orders,
        gap=_mean_and_error(scores[MAJORITY] - scores[VOTES][shared]),
        own=own,
        own_sets=own_sets,
    )


def _scores(votes: Marks, sides: list[Places], orders: list[Places], sizes: Places) -> Array:
    """Return what the majority chosen on the other half makes of each item, for each size."""
    out = np.full((sizes.size, votes.shape[1]), np.nan)
    for order, judging in zip(orders, sides[::-1], strict=True):
        reached = int((sizes <= order.size).sum())
        out[:reached, judging] = majority_scores(votes[:, judging], order, sizes[:reached])
    return out


def _own_size(
    votes: Marks,
    sides: list[Places],
    orders: list[Places],
    sizes: Places,
    scores: Mapping[str, Array],
) -> tuple[Array, list[Places]]:
    """Return the panel whose size each half chooses too, itself, less all, and less the best."""
    rows, chosen = np.empty(votes.shape[1]), []
    for order, choosing, judging in zip(orders, sides, sides[::-1], strict=True):
        reached = sizes[sizes <= order.size]
        shares = majority_along(votes[:, choosing], order)[reached - 1]
        place = int(shares.argmax())
        rows[judging] = scores[MAJORITY][place, judging]
        chosen.append(order[: reached[place]])
    everyone = np.arange(len(votes))
    together = majority_scores(votes, everyone, np.array([len(votes)]))[0]
    best = scores[MAJORITY][0]
    return _mean_and_error(np.array([rows, rows - together, rows - best])), chosen


def _judged_correlation(
    values: Array,
    sides: list[Places],
    matrices: list[Array],
    orders: list[Places],
    sizes: Places,
) -> Array:
    """Return the mean correlation of each size with its squared error, as the other half has it."""
    found = np.full((2, sizes.size, 2), np.nan)
    for way, (order, judging) in enumerate(zip(orders, sides[::-1], strict=True)):
        for place, size in enumerate(sizes[sizes <= order.size]):
            chosen = order[:size]
            inner = matrices[1 - way][np.ix_(chosen, chosen)]
            found[way, place] = _mean_correlation(values[np.ix_(chosen, judging)], inner)
    both = found.mean(axis=0)
    return np.stack([both[:, 0], both[:, 1] / 2.0], axis=1)


def _mean_correlation(values: Array, matrix: Array) -> tuple[float, float]:
    """Return the mean over known pairs and its squared error by the influence of each item."""
    pairs = matrix[np.triu_indices(len(matrix), 1)]
    known = int(np.isfinite(pairs).sum())
    if known == 0:
        return float("nan"), float("nan")
    influence = item_influence(values, matrix) / known
    return float(np.nanmean(pairs)), float(influence.var(ddof=1) / influence.size)


def _mean_and_error(rows: Array) -> Array:
    """Return the means of rows over items, and their squared standard errors."""
    return np.stack([rows.mean(axis=1), rows.var(axis=1, ddof=1) / rows.shape[1]], axis=1)
