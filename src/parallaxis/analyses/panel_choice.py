"""Which members should a panel keep? Each left out, the best panel of every size, and cost."""

import numpy as np
from numpy.typing import NDArray

from parallaxis import _checks
from parallaxis.analyses import panel_choice_parts as parts
from parallaxis.analyses.member_costs import MemberCosts
from parallaxis.analyses.panel_choice_answers import (
    ChosenMajority,
    Judged,
    Judging,
    PanelChoice,
    PanelCost,
    PathStep,
    SizeGap,
)
from parallaxis.analyses.panel_choice_judged import (
    MAJORITY,
    VOTES,
    Board,
    JudgedRules,
    Rule,
    judge,
    judged_sizes,
)
from parallaxis.answers import NotAnswered
from parallaxis.errors import InputError, ShapeError
from parallaxis.kernels.draws import one_blas_thread
from parallaxis.kernels.majority_path import majority_along, majority_path, marks
from parallaxis.kernels.panel_path import greedy_path, leave_one_out
from parallaxis.kernels.priced_path import priced_path
from parallaxis.kernels.zero_cells import ZeroCells
from parallaxis.numerals import counted

Array = NDArray[np.float64]
Places = NDArray[np.intp]
COST = "cost"
MOST_COST = 1e100
FEWEST_ITEMS = 20  # below, a half has too few items to choose or to judge by
MOST_FOR_MAJORITY = 25  # members of the largest panel that is chosen for its majority
LARGER_SIZES = (30, 40, 50, 70, 100, 150, 200)  # that are judged beside all up to 25
NO_COSTS = (
    "no column of the models' metadata holds costs; give each model's, in one unit, in a column "
    "'cost'"
)


def panel_choice(
    values: Array,
    names: tuple[str, ...],
    matrix: Array,
    *,
    cost: MemberCosts | None = None,
    zero_cells: ZeroCells = "half",
    level: float = 0.95,
    seed: int = 0,
    drawn_row_sums: Array | None = None,
    drawn_row_counts: Array | None = None,
) -> PanelChoice:
    """Which members carry the panel, and which few would do?

    Parameters
    ----------
    values : ndarray, shape (n_members, n_items)
        1 right, 0 wrong, NaN not answered; at least two members, whose answers vary.
    names : tuple of str
    matrix : ndarray, shape (n_members, n_members)
        Tetrachoric correlations of all pairs; NaN where a pair has none.
    cost : MemberCosts, optional
        Of each member, all in one unit, 0 or more; NaN where it is not known.
    zero_cells : {"half", "ml", "drop"}
        Convention that `matrix` follows, for correlations of halves of the items.
    level : float, default 0.95
        Coverage of intervals.
    seed : int, default 0
    drawn_row_sums, drawn_row_counts : ndarray, shape (draws, n_members), optional
        For boards whose items are drawn again: sum of each member's known correlations with the
        others, and how many are known. Without them losses have no interval.

    Returns
    -------
    PanelChoice

    Raises
    ------
    InputError
        A cost below 0 or infinite, or a setting out of range.
    ShapeError
        Names, matrix, costs or draws do not fit the values.

    Notes
    -----
    Votes reward noise: whoever answers at random correlates with nobody and adds a whole vote.
    They say how far errors average out, not how few there are, so the share right stands beside
    them, and a second path is chosen for its majority. Whatever is chosen by some items looks
    better on them than it is; the judged numbers come from other items, and speak of panels
    chosen by half as many. With an even size ties count half, and such a panel is as good as the
    odd ones within it on average: sizes that pay are odd.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> shared = rng.normal(size=400)
    >>> values = (shared + rng.normal(size=(4, 400)) > 0).astype(float)
    >>> matrix = np.where(np.eye(4) > 0, 1.0, 0.5)
    >>> found = panel_choice(values, ("a", "b", "c", "d"), matrix)
    >>> [round(row.loss.estimate, 3) for row in found.left_one_out]
    [0.1, 0.1, 0.1, 0.1]
    """
    _checks.probability("level", level)
    _checks.seed(seed)
    n = len(values)
    known = np.full(n, np.nan) if cost is None else cost.values
    sums, counts = (
        np.empty((0, n)) if drawn is None else drawn for drawn in (drawn_row_sums, drawn_row_counts)
    )
    _check_shapes(names, matrix, known, sums, counts)
    _check_costs(names, known)
    answered = values[:, ~np.isnan(values).all(axis=0)]
    members = parts.Members(names, matrix, marks(answered), np.nanmean(values, axis=1), known)
    with one_blas_thread():
        table = parts.leave_one_out_table(members, sums, counts, level)
        board = Board(answered, members.votes, zero_cells)
        column = "" if cost is None else cost.column
        return _answer(members, board, table, column=column, level=level, seed=seed)


def _answer(
    members: parts.Members,
    board: Board,
    table: parts.LeftTable,
    *,
    column: str,
    level: float,
    seed: int,
) -> PanelChoice:
    """Put the answer together."""
    n, n_items = members.votes.shape
    rules = _rules(members.cost)
    outcome = _judged(board, rules, seed)
    paths = {}
    for name, rule in rules.items():
        order = rule(members.matrix, members.votes)
        judged: dict[int, Judged] = {}
        if not isinstance(outcome, NotAnswered):
            judged = judged_sizes(outcome, name, level=level)
        odd, tried = name == MAJORITY, name == VOTES
        paths[name] = parts.steps(members, order, judged, odd=odd, tried=tried)
    votes = parts.identified(float(leave_one_out(members.matrix).whole))
    return PanelChoice(
        n_members=n,
        n_items=n_items,
        votes=votes,
        majority=float(majority_along(members.votes, np.arange(n))[-1]),
        left_one_out=table.rows,
        raise_votes=table.raise_votes,
        votes_path=paths[VOTES],
        majority_path=paths[MAJORITY],
        judging=_judging(outcome, paths[MAJORITY], n_items, level),
        cost=_cost(column, members.cost, votes, paths.get(COST)),
    )


def _rules(cost: Array) -> dict[str, Rule]:
    """Return the ways to choose: by votes, for the majority, and by votes per cost."""
    rules: dict[str, Rule] = {
        VOTES: lambda matrix, _: greedy_path(matrix).order,
        MAJORITY: lambda _, votes: majority_path(votes, MOST_FOR_MAJORITY),
    }
    if np.isfinite(cost).any():
        rules[COST] = lambda matrix, _: priced_path(matrix, cost).order
    return rules


def _judged(board: Board, rules: dict[str, Rule], seed: int) -> JudgedRules | NotAnswered:
    """Judge all rules, where there are items enough."""
    n, n_items = board.votes.shape
    if n_items < FEWEST_ITEMS:
        return NotAnswered(
            f"{counted(n_items, 'item')}; choosing on one half and judging on the other needs "
            f"{FEWEST_ITEMS}"
        )
    larger = [size for size in LARGER_SIZES if size <= n]
    last = [n] if n <= LARGER_SIZES[-1] else []
    every = np.unique([*range(1, min(n, MOST_FOR_MAJORITY) + 1), *larger, *last])
    odd = np.arange(1, min(n, MOST_FOR_MAJORITY) + 1, 2)
    sizes = {name: odd if name == MAJORITY else every for name in rules}
    return judge(board, rules, sizes, seed=seed)


def _judging(
    outcome: JudgedRules | NotAnswered, path: tuple[PathStep, ...], n_items: int, level: float
) -> Judging | NotAnswered:
    """Return what the judged choices say about each other."""
    if isinstance(outcome, NotAnswered):
        return outcome
    best = max(path, key=lambda step: step.majority)  # the first of several, so the smallest
    taken = path[: path.index(best) + 1]
    gaps = (
        SizeGap(int(size), outcome.gap.estimate(place, level))
        for place, size in enumerate(outcome.sizes[MAJORITY])
        if size > 1 and np.isfinite(outcome.gap.mean[place])
    )
    share_correct, over_all, over_best = (outcome.own.estimate(i, level) for i in range(3))
    return Judging(
        n_cuts=outcome.n_cuts,
        n_items=n_items // 2,
        votes_gap=tuple(gaps),
        chosen=ChosenMajority(
            models=tuple(name for step in taken for name in step.added),
            apparent=best.majority,
            share_correct=share_correct,
            over_all=over_all,
            over_best=over_best,
            mean_size=outcome.own_size,
        ),
    )


def _cost(
    column: str, cost: Array, votes: float | NotAnswered, path: tuple[PathStep, ...] | None
) -> PanelCost | NotAnswered:
    """Return what votes cost, or how to have it told."""
    if path is None:
        return NotAnswered(NO_COSTS)
    unknown = int(np.isnan(cost).sum())
    total = float(np.nansum(cost))
    if unknown:
        per_vote: float | NotAnswered = NotAnswered(
            f"the cost of {counted(unknown, 'member')} is not known"
        )
    else:
        per_vote = votes if isinstance(votes, NotAnswered) else total / votes
    return PanelCost(column, total, unknown, per_vote, path)


def _check_shapes(
    names: tuple[str, ...], matrix: Array, cost: Array, sums: Array, counts: Array
) -> None:
    """Refuse what does not belong to the same members."""
    n = len(names)
    if matrix.shape != (n, n) or cost.shape != (n,):
        raise ShapeError(
            f"{n} names, a matrix of shape {matrix.shape} and costs of shape {cost.shape}; pass "
            "one name, row, column and cost for each member."
        )
    if sums.ndim != 2 or sums.shape[1] != n or counts.shape != sums.shape:
        raise ShapeError(
            f"drawn_row_sums has shape {sums.shape} and drawn_row_counts {counts.shape}; pass a "
            f"row for each draw and a column for each of the {n} members."
        )


def _check_costs(names: tuple[str, ...], cost: Array) -> None:
    """Refuse costs that are negative or too large to add, by the member's name."""
    wrong = np.flatnonzero((cost < 0.0) | (cost > MOST_COST))
    if wrong.size:
        raise InputError(
            f"the cost of {names[wrong[0]]!r} is {cost[wrong[0]]:g}; pass 0 to {MOST_COST:g}, and "
            "leave out what is not known."
        )
