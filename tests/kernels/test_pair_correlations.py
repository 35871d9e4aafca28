"""Correlations beside scipy, errors beside brute-force bootstraps and the delete-one jackknife."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import pearsonr, spearmanr

from parallaxis.errors import ShapeError
from parallaxis.kernels.pair_correlations import (
    PairCorrelations,
    cluster_error,
    correlation_intervals,
    correlation_matrices,
    pair_correlations,
    pearson_influence,
    two_sided_p,
)

Array = NDArray[np.float64]
ONE, OTHER = np.array([0]), np.array([1])


def scores(n: int, rho: float, seed: int, *, step: float = 0.0, family: int = 1) -> Array:
    """Return two columns that correlate, rounded to steps so that they tie, in equal families."""
    rng = np.random.default_rng(seed)
    own = rng.normal(size=(n, 2))
    common = rng.normal(size=(n // family, 2)).repeat(family, axis=0)
    both = own if family == 1 else 0.8 * common + 0.6 * own
    x, y = both.T
    columns = np.column_stack([x, rho * x + np.sqrt(1.0 - rho * rho) * y])
    return np.round(columns / step) * step if step else columns


def one_pair(columns: Array, groups: NDArray[np.intp] | None = None) -> PairCorrelations:
    """Correlate the first two columns."""
    groups = np.arange(len(columns)) if groups is None else groups
    return pair_correlations(columns, ONE, OTHER, groups)


@pytest.mark.parametrize("missing", [0.0, 0.2])
@pytest.mark.parametrize("step", [0.0, 1.0])
def test_values_are_those_of_scipy(missing: float, step: float) -> None:
    rng = np.random.default_rng(3)
    columns = scores(60, 0.6, 1, step=step)
    columns = np.hstack([columns, scores(60, -0.3, 2, step=step)])
    columns[rng.random(columns.shape) < missing] = np.nan
    first, second = np.triu_indices(4, 1)
    found = pair_correlations(columns, first, second, np.arange(60))
    pearson, spearman = correlation_matrices(columns)
    for pair, (i, j) in enumerate(zip(first, second, strict=True)):
        both = columns[~np.isnan(columns[:, [i, j]]).any(axis=1)]
        assert found.n_rows[pair] == found.n_groups[pair] == len(both)
        r, rho = pearsonr(both[:, i], both[:, j])[0], spearmanr(both[:, i], both[:, j])[0]
        np.testing.assert_allclose([found.pearson[pair], pearson[i, j], pearson[j, i]], r)
        np.testing.assert_allclose([found.spearman[pair], spearman[i, j], spearman[j, i]], rho)
    assert pearson.diagonal().tolist() == spearman.diagonal().tolist() == [1.0] * 4


def jackknife(columns: Array, groups: NDArray[np.intp], rank: bool) -> float:
    """Return the delete-a-group jackknife error of a correlation, by deletion."""
    left = []
    for group in range(groups.max() + 1):
        rest = columns[groups != group]
        left.append(spearmanr(rest)[0] if rank else np.corrcoef(rest.T)[0, 1])
    g = len(left)
    return float(np.sqrt((g - 1) / g * np.sum((np.array(left) - np.mean(left)) ** 2)))


@pytest.mark.parametrize("step", [0.0, 1.0])
@pytest.mark.parametrize("family", [1, 4])
def test_errors_are_those_of_the_jackknife(step: float, family: int) -> None:
    # both estimate the same asymptotic error; they differ by order 1/n, far below 6 % at n = 400
    columns = scores(400, 0.8, 5, step=step, family=family)
    groups = np.arange(400) // family
    found = one_pair(columns, groups)
    assert found.n_groups[0] == 400 // family
    tolerance = 0.06 if family == 1 else 0.1
    for rank, error in ((False, found.pearson_error), (True, found.spearman_error)):
        assert error[0] == pytest.approx(jackknife(columns, groups, rank), rel=tolerance)


def test_errors_are_those_of_a_bootstrap() -> None:
    # 2,000 draws know a standard deviation to 1.6 %; the bootstrap itself is of order 1/n off
    columns = scores(300, 0.7, 7)
    found = one_pair(columns)
    rng = np.random.default_rng(0)
    drawn = []
    for _ in range(2000):
        again = columns[rng.integers(0, 300, 300)]
        drawn.append((pearsonr(*again.T)[0], spearmanr(*again.T)[0]))
    spread = [np.std([draw[kind] for draw in drawn]) for kind in (0, 1)]
    assert found.pearson_error[0] == pytest.approx(spread[0], rel=0.1)
    assert found.spearman_error[0] == pytest.approx(spread[1], rel=0.1)


@pytest.mark.parametrize(("n", "rho", "family"), [(40, 0.8, 1), (200, 0.5, 1), (240, 0.7, 4)])
def test_intervals_hold_the_truth(n: int, rho: float, family: int) -> None:
    # 400 boards: a coverage of .95 comes out between .92 and .98 nearly always; small samples lose
    # a little more
    truth = (rho, 6.0 / np.pi * np.arcsin(rho / 2.0))
    held = np.zeros(2)
    for seed in range(400):
        found = one_pair(scores(n, rho, seed, family=family), np.arange(n) // family)
        pairs = ((found.pearson, found.pearson_error), (found.spearman, found.spearman_error))
        for kind, (r, error) in enumerate(pairs):
            low, high = correlation_intervals(r, error, found.n_groups, level=0.95)
            held[kind] += low[0] <= truth[kind] <= high[0]
    assert (held / 400 >= 0.9).all()
    assert (held / 400 <= 0.99).all()


def test_ignoring_families_would_be_too_sure() -> None:
    columns = scores(400, 0.5, 1, family=8)
    alone, together = one_pair(columns), one_pair(columns, np.arange(400) // 8)
    assert together.pearson[0] == alone.pearson[0]
    assert together.pearson_error[0] > 1.5 * alone.pearson_error[0]


def test_order_of_rows_pairs_and_groups_changes_nothing() -> None:
    rng = np.random.default_rng(2)
    columns, groups = scores(80, 0.6, 4, step=0.5), np.arange(80) // 4
    shuffled = rng.permutation(80)
    plain = one_pair(columns, groups)
    again = one_pair(columns[shuffled], groups[shuffled])
    turned = pair_correlations(columns, OTHER, ONE, groups)
    for left, right, other in zip(plain[:4], again[:4], turned[:4], strict=True):
        np.testing.assert_allclose(right, left)
        np.testing.assert_allclose(other, left)


def test_spearman_sees_order_only() -> None:
    columns = scores(50, 0.6, 4)
    plain, bent = one_pair(columns), one_pair(np.exp(columns))
    np.testing.assert_allclose(bent.spearman, plain.spearman)
    np.testing.assert_allclose(bent.spearman_error, plain.spearman_error)


def test_constant_columns_and_few_groups_have_none() -> None:
    columns = scores(20, 0.6, 4)
    columns[:, 1] = 3.0
    found = one_pair(columns)
    assert np.isnan(found[:4]).all()
    few = one_pair(scores(20, 0.6, 4), np.arange(20) // 5)
    assert few.n_groups[0] == 4
    assert np.isfinite(few.spearman[0])
    assert np.isnan(few.spearman_error[0])
    empty = one_pair(np.array([[1.0, np.nan], [np.nan, 2.0]]))
    assert empty.n_rows[0] == 0
    assert np.isnan(empty.pearson[0])


@pytest.mark.parametrize("n", [6, 30, 100])
def test_perfect_agreement_is_as_exact_as_the_rows_are_many(n: int) -> None:
    x = np.arange(float(n))
    for sign in (1.0, -1.0):
        found = one_pair(np.column_stack([x, sign * x]))
        low, high = correlation_intervals(
            found.spearman, found.spearman_error, found.n_groups, level=0.9
        )
        near, far = (low[0], high[0]) if sign > 0.0 else (-high[0], -low[0])
        assert far == abs(found.spearman[0]) == 1.0
        assert np.sqrt(near) ** n == pytest.approx(0.05)  # none of n out of order
        p = two_sided_p(found.spearman, found.spearman_error, found.n_groups)[0]
        assert p == pytest.approx(2.0 / math.factorial(n))


def test_perfect_agreement_of_few_rows_has_no_interval() -> None:
    x = np.arange(4.0)
    found = one_pair(np.column_stack([x, x]))
    ends = correlation_intervals(found.spearman, found.spearman_error, found.n_groups, level=0.95)
    assert np.isnan(ends).all()


def test_p_values_are_uniform_without_correlation() -> None:
    # 400 values: the share below .1 has a standard error of .015
    p = [
        two_sided_p(found.spearman, found.spearman_error, found.n_groups)[0]
        for found in (one_pair(scores(60, 0.0, seed)) for seed in range(400))
    ]
    assert 0.05 < np.mean(np.array(p) < 0.1) < 0.15


def test_influence_adds_to_zero_and_is_a_derivative() -> None:
    columns = scores(12, 0.5, 3)
    r, influence = pearson_influence(columns[:, :1], columns[:, 1:])
    assert influence.sum() == pytest.approx(0.0, abs=1e-12)
    weights = np.ones(12)
    weights[4] += 1e-6
    centred = columns - np.average(columns, axis=0, weights=weights)
    moved = (weights[:, None] * centred).T @ centred
    value = moved[0, 1] / np.sqrt(moved[0, 0] * moved[1, 1])
    assert (value - r[0]) / 1e-6 == pytest.approx(influence[4, 0] / 12, rel=1e-3)


def test_cluster_error_by_hand() -> None:
    influence = np.array([[1.0], [2.0], [-1.0], [-3.0], [0.5], [0.5]])
    groups = np.array([2, 0, 1, 3, 4, 0])
    sums = np.array([2.5, -1.0, 1.0, -3.0, 0.5])
    expected = np.sqrt(5 / 4 * (sums**2).sum()) / 6
    assert cluster_error(influence, groups)[0] == pytest.approx(expected)


def test_groups_must_fit() -> None:
    with pytest.raises(ShapeError, match="one number for each row"):
        pair_correlations(np.zeros((4, 2)), ONE, OTHER, np.arange(3))
