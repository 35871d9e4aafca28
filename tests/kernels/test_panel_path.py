"""Who carries the votes: against plain loops, and in panels whose answer is known."""

from itertools import combinations

import numpy as np
import pytest

from parallaxis.errors import InputError, ShapeError
from parallaxis.kernels.effective import kish_where_identified
from parallaxis.kernels.panel_path import along, greedy_path, leave_one_out, left_out_of_sums
from parallaxis.kernels.panel_sets import best_sets
from parallaxis.kernels.priced_path import priced_path


def random_matrix(n: int, seed: int, *, gaps: float = 0.0) -> np.ndarray:
    """Return a symmetric matrix of correlations, some of them unknown."""
    rng = np.random.default_rng(seed)
    upper = np.triu(rng.uniform(-0.1, 0.9, (n, n)), 1)
    upper[rng.random((n, n)) < gaps] = np.nan
    return np.asarray(np.where(np.tri(n, dtype=bool), upper.T, upper) + np.diag(np.ones(n)))


def mean_of(matrix: np.ndarray, members: tuple[int, ...]) -> float:
    """Return the mean over the known pairs of a set, by a loop."""
    pairs = [matrix[i, j] for i, j in combinations(members, 2) if np.isfinite(matrix[i, j])]
    return float(np.mean(pairs)) if pairs else float("nan")


def votes_of(matrix: np.ndarray, members: tuple[int, ...]) -> float:
    """Return the votes of a set, by a loop."""
    if len(members) == 1:
        return 1.0
    return float(kish_where_identified(len(members), mean_of(matrix, members)))


@pytest.mark.parametrize("gaps", [0.0, 0.3])
@pytest.mark.parametrize("n", [2, 3, 8])
def test_left_out_agrees_with_the_loop(n: int, gaps: float) -> None:
    matrix = random_matrix(n, n, gaps=gaps)
    everyone = tuple(range(n))
    expected = [votes_of(matrix, tuple(j for j in everyone if j != i)) for i in everyone]
    found = leave_one_out(matrix)
    np.testing.assert_allclose(found.without, expected, rtol=1e-12)
    np.testing.assert_allclose(found.whole, votes_of(matrix, everyone), rtol=1e-12)
    np.testing.assert_allclose(found.loss, found.whole - expected, rtol=1e-9, atol=1e-12)


def test_many_matrices_at_once() -> None:
    matrices = [random_matrix(5, seed, gaps=0.2) for seed in range(4)]
    off = [np.where(np.eye(5) > 0, np.nan, matrix) for matrix in matrices]
    sums = np.array([np.nansum(matrix, axis=1) for matrix in off])
    counts = np.array([np.isfinite(matrix).sum(axis=1) for matrix in off])
    expected = np.array([leave_one_out(matrix).loss for matrix in matrices])
    np.testing.assert_allclose(left_out_of_sums(sums, counts).loss, expected, rtol=1e-9)


@pytest.mark.parametrize("seed", range(6))
def test_greedy_agrees_with_the_loop(seed: int) -> None:
    n = 9
    matrix = random_matrix(n, seed, gaps=0.1 * (seed % 2))
    taken: tuple[int, ...] = min(
        combinations(range(n), 2), key=lambda pair: np.nan_to_num(matrix[pair], nan=9.0)
    )
    while len(taken) < n:
        rest = [i for i in range(n) if i not in taken and np.isfinite(matrix[i, list(taken)]).any()]
        taken = (*taken, min(rest, key=lambda i: mean_of(matrix, (*taken, i))))
    path = greedy_path(matrix)
    assert path.order.tolist() == list(taken)
    expected = [votes_of(matrix, taken[:size]) for size in range(1, n + 1)]
    np.testing.assert_allclose(path.votes, expected, rtol=1e-12)


def test_greedy_from_given_members() -> None:
    matrix = random_matrix(6, 0)
    assert greedy_path(matrix, (4, 2)).order[:2].tolist() == [4, 2]
    for start in ((1, 1), (0, 6), (-1,)):
        with pytest.raises(InputError, match="pass different places from 0 to 5"):
            greedy_path(matrix, start)


def test_equal_members_come_in_their_order() -> None:
    matrix = np.full((5, 5), 0.3)
    assert greedy_path(matrix).order.tolist() == [0, 1, 2, 3, 4]
    assert priced_path(matrix, np.ones(5)).order.tolist() == [0, 1, 2, 3, 4]


def test_one_of_two_clones_comes_last_and_is_not_missed() -> None:
    matrix = np.full((5, 5), 0.2)
    matrix[0, 3] = matrix[3, 0] = 1.0
    path = greedy_path(matrix)
    assert path.order[-1] == 3
    loss = leave_one_out(matrix).loss
    assert loss[0] < 0.0  # the clone of one that stays: it is worth less than no vote
    assert loss[0] == loss[3]
    assert loss[1] > 0.3


def test_whoever_is_not_known_comes_last() -> None:
    matrix = np.full((4, 4), 0.5)
    matrix[0, 1:] = matrix[1:, 0] = np.nan
    path = greedy_path(matrix)
    assert path.order.tolist() == [1, 2, 3, 0]
    nothing = greedy_path(np.where(np.eye(3) > 0, 1.0, np.nan))
    assert nothing.order.tolist() == [0, 1, 2]
    assert np.isnan(nothing.votes[1:]).all()


def test_votes_are_not_invented_below_the_bound() -> None:
    matrix = np.array([[1.0, -1.0, 0.1], [-1.0, 1.0, 0.1], [0.1, 0.1, 1.0]])
    path = greedy_path(matrix)
    assert path.order.tolist() == [0, 1, 2]
    assert np.isnan(path.votes[1])
    assert path.votes[2] > 3.0
    assert np.isnan(leave_one_out(matrix).without[2])


@pytest.mark.parametrize("n", [2, 5, 9])
@pytest.mark.parametrize("gaps", [0.0, 0.3])
def test_the_best_sets_are_those_of_the_loop(n: int, gaps: float) -> None:
    matrix = random_matrix(n, 10 + n, gaps=gaps)
    found = best_sets(matrix)
    assert sorted(found) == list(range(2, n + 1))
    path = greedy_path(matrix)
    for size, best in found.items():
        means = {s: mean_of(matrix, s) for s in combinations(range(n), size)}
        expected = min(means, key=lambda s: np.nan_to_num(means[s], nan=9.0))
        assert tuple(best.members.tolist()) == expected
        assert best.mean_correlation == pytest.approx(means[expected], rel=1e-12, nan_ok=True)
        assert not path.votes[size - 1] > best.votes * (1 + 1e-12)


def test_large_panels_are_tried_at_few_and_many_members() -> None:
    n = 24
    matrix = random_matrix(n, 3)
    found = best_sets(matrix)
    assert sorted(found) == [*range(2, 7), *range(18, 25)]
    for size in (3, 22):
        means = {s: mean_of(matrix, s) for s in combinations(range(n), size)}
        assert tuple(found[size].members.tolist()) == min(means, key=means.__getitem__)


def test_ties_between_sets_go_to_the_lowest_places() -> None:
    for n in (6, 22):
        found = best_sets(np.full((n, n), 0.25))
        assert all(best.members.tolist() == list(range(size)) for size, best in found.items())


def test_most_votes_for_the_price() -> None:
    matrix = np.array([[1, 0.1, 0.5, 0.9], [0.1, 1, 0.5, 0.1], [0.5, 0.5, 1, 0.5],
                       [0.9, 0.1, 0.5, 1]])  # fmt: skip
    cost = np.array([1.0, 8.0, 2.0, 0.0])
    order: list[int] = []
    votes = 0.0
    while True:
        rest = [i for i in range(4) if i not in order]
        gains = {i: votes_of(matrix, (*order, i)) - votes for i in rest}
        gains = {i: gain for i, gain in gains.items() if gain > 1e-12}
        if not gains:
            break
        price = lambda i: (cost[i] == 0, gains[i] if cost[i] == 0 else gains[i] / cost[i])  # noqa: B023, E731 - read at once
        order.append(max(gains, key=price))
        votes = votes_of(matrix, tuple(order))
    assert priced_path(matrix, cost).order.tolist() == order
    assert order[0] == 3


def test_what_has_no_known_price_is_not_bought() -> None:
    matrix = np.full((4, 4), 0.2)
    path = priced_path(matrix, np.array([2.0, np.nan, 1.0, np.nan]))
    assert path.order.tolist() == [2, 0]
    assert priced_path(matrix, np.full(4, np.nan)).order.size == 0


def test_a_clone_is_not_bought() -> None:
    matrix = np.array([[1, 1, 0.2], [1, 1, 0.2], [0.2, 0.2, 1]])
    assert priced_path(matrix, np.array([1.0, 1.0, 5.0])).order.tolist() == [0, 2]


def test_costs_that_are_none() -> None:
    with pytest.raises(InputError, match="the cost of member 1 is -1"):
        priced_path(np.eye(2), np.array([1.0, -1.0]))
    with pytest.raises(ShapeError, match="one number for each member"):
        priced_path(np.eye(2), np.ones(3))


def test_along_other_correlations() -> None:
    matrix = random_matrix(7, 5, gaps=0.2)
    order = np.array([6, 0, 3])
    expected = [votes_of(matrix, tuple(order[:size].tolist())) for size in (1, 2, 3)]
    np.testing.assert_allclose(along(matrix, order).votes, expected, rtol=1e-12)
