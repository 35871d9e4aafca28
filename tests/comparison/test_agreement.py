"""Agreement of two orders: against plain counting, with intervals that are there or say why not."""

from itertools import combinations

import numpy as np
import pytest

from parallaxis.answers import Estimate, NotAnswered
from parallaxis.comparison.agreement import Coefficient, rank_correlation


def counted_tau(x: list[float], y: list[float]) -> float:
    """Kendall's τ-b by counting pairs."""
    pairs = list(combinations(range(len(x)), 2))
    signs = [(np.sign(x[i] - x[j]), np.sign(y[i] - y[j])) for i, j in pairs]
    both = sum(a * b for a, b in signs)
    return float(both / np.sqrt(sum(a * a for a, _ in signs) * sum(b * b for _, b in signs)))


def test_kendall_is_counted_pairs_with_ties() -> None:
    x, y = [1.0, 2.0, 2.0, 4.0, 5.0, 7.0], [2.0, 1.0, 3.0, 3.0, 6.0, 4.0]
    found = rank_correlation(np.array(x), np.array(y), "kendall", 0.95)
    assert isinstance(found, Estimate)
    assert found.estimate == pytest.approx(counted_tau(x, y))
    assert not isinstance(found.interval, NotAnswered)
    assert found.interval[0] < found.estimate < found.interval[1]


def test_spearman_interval_by_hand() -> None:
    x = np.arange(7.0)
    y = np.array([1.0, 0.0, 2.0, 4.0, 3.0, 6.0, 5.0])
    found = rank_correlation(x, y, "spearman", 0.95)
    assert isinstance(found, Estimate)
    r = 1.0 - 6.0 * ((x - y) ** 2).sum() / (7 * 48)
    half = 1.959964 * np.sqrt((1.0 + r * r / 2.0) / 4.0)
    assert found.estimate == pytest.approx(r)
    assert found.interval == pytest.approx(
        (np.tanh(np.arctanh(r) - half), np.tanh(np.arctanh(r) + half)), rel=1e-5
    )


@pytest.mark.parametrize("coefficient", ["kendall", "spearman"])
def test_intervals_hold_the_truth_about_as_often_as_they_say(coefficient: Coefficient) -> None:
    # Normal pairs with ρ = .6: τ = 2 asin(ρ)/π, Spearman's = 6 asin(ρ/2)/π. 400 boards of 20; the
    # standard error of a share near .95 is .011, and Fisher's z is a few per cent off at n = 20.
    truth = 2 * np.arcsin(0.6) / np.pi if coefficient == "kendall" else 6 * np.arcsin(0.3) / np.pi
    rng = np.random.default_rng(3)
    inside = 0
    for _ in range(400):
        x = rng.normal(size=20)
        y = 0.6 * x + 0.8 * rng.normal(size=20)
        found = rank_correlation(x, y, coefficient, 0.95)
        assert isinstance(found, Estimate)
        assert not isinstance(found.interval, NotAnswered)
        inside += found.interval[0] <= truth <= found.interval[1]
    assert 0.91 <= inside / 400 <= 0.985


@pytest.mark.parametrize(
    ("x", "y", "why"),
    [
        ([1.0, 2.0, 3.0], [1.0, 2.0, 3.0], "needs 4"),
        ([1.0, 1.0, 1.0, 1.0], [1.0, 2.0, 3.0, 4.0], "all boards are equal"),
    ],
)
def test_no_coefficient_without_boards_or_order(x: list[float], y: list[float], why: str) -> None:
    found = rank_correlation(np.array(x), np.array(y), "kendall", 0.95)
    assert isinstance(found, NotAnswered)
    assert why in found.why


def test_no_interval_at_the_end_of_the_scale_or_from_four_boards() -> None:
    same = rank_correlation(np.arange(9.0), np.arange(9.0), "spearman", 0.95)
    assert isinstance(same, Estimate)
    assert same.estimate == 1.0
    assert isinstance(same.interval, NotAnswered)
    four = rank_correlation(np.arange(4.0), np.array([1.0, 0.0, 2.0, 3.0]), "kendall", 0.95)
    assert isinstance(four, Estimate)
    assert isinstance(four.interval, NotAnswered)
