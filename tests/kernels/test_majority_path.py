"""How often majorities are right, against plain loops."""

from itertools import combinations

import numpy as np
import pytest

from parallaxis.kernels.majority_path import (
    majority_along,
    majority_left_out,
    majority_path,
    majority_scores,
    marks,
)


def answers(n: int, n_items: int, seed: int, *, missing: float = 0.0) -> np.ndarray:
    """Return right, wrong and missing answers."""
    rng = np.random.default_rng(seed)
    values = (rng.random((n, n_items)) < rng.uniform(0.4, 0.8, (n, 1))).astype(float)
    values[rng.random(values.shape) < missing] = np.nan
    return values


def right(values: np.ndarray, members: tuple[int, ...]) -> float:
    """Return the majority's share right, by a loop; ties and silence count half."""
    scores = []
    for column in values[list(members)].T:
        votes = column[~np.isnan(column)]
        margin = 2 * votes.sum() - votes.size
        scores.append(0.5 if margin == 0 else float(margin > 0))
    return float(np.mean(scores))


@pytest.mark.parametrize("missing", [0.0, 0.3])
def test_shares_agree_with_the_loop(missing: float) -> None:
    values = answers(7, 60, 1, missing=missing)
    votes, order = marks(values), np.array([3, 1, 6, 0, 2])
    expected = [right(values, tuple(order[:size].tolist())) for size in range(1, 6)]
    np.testing.assert_allclose(majority_along(votes, order), expected, rtol=1e-12)
    scores = majority_scores(votes, order, np.array([2, 5]))
    np.testing.assert_allclose(scores.mean(axis=1), [expected[1], expected[4]], rtol=1e-12)


@pytest.mark.parametrize("missing", [0.0, 0.3])
@pytest.mark.parametrize("n", [2, 3, 6])
def test_left_out_agrees_with_the_loop(n: int, missing: float) -> None:
    values = answers(n, 50, n, missing=missing)
    found = majority_left_out(marks(values))
    everyone = tuple(range(n))
    others = [tuple(j for j in everyone if j != i) for i in everyone]
    expected = np.array([right(values, rest) for rest in others])
    np.testing.assert_allclose(found.without, expected, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(found.loss, right(values, everyone) - expected, atol=1e-12)
    votes, whole = marks(values), np.array(everyone)
    for i, rest in enumerate(others):
        both = (majority_scores(votes, np.array(m), np.array([len(m)]))[0] for m in (whole, rest))
        change = np.subtract(*both)
        error = change.std(ddof=1) / np.sqrt(50)
        assert found.standard_error[i] == pytest.approx(error, rel=1e-9)


@pytest.mark.parametrize("missing", [0.0, 0.2])
@pytest.mark.parametrize("seed", range(3))
def test_the_path_takes_the_best_two(seed: int, missing: float) -> None:
    values = answers(8, 70, seed, missing=missing)
    order = majority_path(marks(values), 8)
    assert order.size == 7
    taken: tuple[int, ...] = (max(range(8), key=lambda i: (round(right(values, (i,)), 9), -i)),)
    while len(taken) < 7:
        rest = [i for i in range(8) if i not in taken]
        pairs = combinations(rest, 2)
        taken += max(pairs, key=lambda p: (round(right(values, (*taken, *p)), 9), -p[0], -p[1]))
    assert order.tolist() == list(taken)


def test_an_even_panel_is_the_mean_of_the_odd_ones_within_it() -> None:
    values = answers(6, 80, 4)
    within = [right(values, rest) for rest in combinations(range(6), 5)]
    assert right(values, tuple(range(6))) == pytest.approx(np.mean(within), rel=1e-12)


def test_sizes() -> None:
    votes = marks(answers(5, 30, 0))
    assert [majority_path(votes, size).size for size in (1, 2, 3, 4, 9)] == [1, 1, 3, 3, 5]


def test_of_very_many_only_the_best_are_tried() -> None:
    values = answers(260, 40, 2)
    order = majority_path(marks(values), 3)
    share = values.mean(axis=1)
    assert share[order].min() >= np.sort(share)[-200]
