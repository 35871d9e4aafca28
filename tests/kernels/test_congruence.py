"""Congruence and canonical correlations: definitions, hidden matches, and what chance gives."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parallaxis.errors import InputError, ShapeError
from parallaxis.kernels.congruence import (
    canonical_correlations,
    chance_canonical,
    congruence,
    matched,
)


def test_congruence_is_its_definition() -> None:
    rng = np.random.default_rng(0)
    first, second = rng.normal(size=(20, 3)), rng.normal(size=(20, 2))
    found = congruence(first, second)
    for k, j in itertools.product(range(3), range(2)):
        a, b = first[:, k], second[:, j]
        expected = sum(a * b) / np.sqrt(sum(a * a) * sum(b * b))
        assert found[k, j] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("unit", [1e-200, 1.0, 1e200])
def test_congruence_ignores_units_and_empty_axes(unit: float) -> None:
    axes = np.column_stack([np.arange(5.0) * unit, np.zeros(5)])
    assert congruence(axes, axes).round(12).tolist() == [[1.0, 0.0], [0.0, 0.0]]


def test_items_missing_in_one_set_are_left_out_of_both() -> None:
    rng = np.random.default_rng(1)
    first, second = rng.normal(size=(12, 2)), rng.normal(size=(12, 2))
    expected = congruence(first[2:], second[2:])
    canonical = canonical_correlations(first[2:], second[2:])
    first[0, 1] = second[1, 0] = np.nan
    np.testing.assert_allclose(congruence(first, second), expected, atol=1e-14)
    np.testing.assert_allclose(canonical_correlations(first, second), canonical, atol=1e-14)


@settings(deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 5))
def test_hidden_order_and_signs_are_found(seed: int, n_axes: int) -> None:
    rng = np.random.default_rng(seed)
    first = rng.normal(size=(40, n_axes))
    order, signs = rng.permutation(n_axes), rng.choice([-1.0, 1.0], n_axes)
    second = np.empty_like(first)
    second[:, order] = first * signs
    found = matched(first, second)
    assert found.order.tolist() == order.tolist()
    assert found.signs.tolist() == signs.tolist()
    np.testing.assert_allclose(second[:, found.order] * found.signs, first)
    np.testing.assert_allclose(found.congruence, 1.0)


def test_the_best_sum_is_not_the_greedy_one() -> None:
    first = np.eye(3)[:, :2]
    second = np.array([[0.8, 0.7], [0.6, 0.0], [0.0, 0.714]])
    found = matched(first, second)  # greedy: .8 + 0; best: .6 + .7
    assert found.order.tolist() == [1, 0]


def test_an_axis_without_partner_is_said() -> None:
    first = np.eye(4)[:, :3]
    found = matched(first, -first[:, [2, 0]])
    assert found.order.tolist() == [1, -1, 0]
    assert found.signs.tolist() == [-1.0, 1.0, -1.0]
    assert found.congruence.tolist() == [1.0, 0.0, 1.0]
    assert matched(first[:, :1], first).order.tolist() == [0]


def test_canonical_correlations_by_eigenvalues() -> None:
    rng = np.random.default_rng(2)
    first = rng.normal(size=(60, 3))
    second = first[:, :2] @ rng.normal(size=(2, 4)) + rng.normal(size=(60, 4))
    joint = np.cov(first.T, second.T)
    xx, xy, yy = joint[:3, :3], joint[:3, 3:], joint[3:, 3:]
    squares = np.linalg.eigvals(np.linalg.solve(xx, xy) @ np.linalg.solve(yy, xy.T)).real
    np.testing.assert_allclose(
        canonical_correlations(first, second), np.sqrt(np.sort(squares)[::-1]), atol=1e-10
    )


def test_canonical_correlations_do_not_depend_on_the_axes() -> None:
    rng = np.random.default_rng(3)
    first, second = rng.normal(size=(30, 3)), rng.normal(size=(30, 2))
    expected = canonical_correlations(first, second)
    other = 1e5 + 1e-3 * first @ rng.normal(size=(3, 3))
    np.testing.assert_allclose(canonical_correlations(other, second), expected, atol=1e-6)


def test_dependent_and_constant_columns_add_nothing() -> None:
    rng = np.random.default_rng(4)
    first, second = rng.normal(size=(30, 2)), rng.normal(size=(30, 4))
    expected = canonical_correlations(first, second)
    padded = np.column_stack([first, first.sum(axis=1), np.full(30, 0.1)])
    found = canonical_correlations(padded, second)
    np.testing.assert_allclose(found, [*expected, 0.0, 0.0], atol=1e-12)
    assert canonical_correlations(np.ones((5, 1)), second[:5]).tolist() == [0.0]
    assert canonical_correlations(np.empty((0, 2)), np.empty((0, 1))).tolist() == [0.0]


def test_one_column_each_is_the_law_of_a_correlation() -> None:
    # |r| of n normal pairs: t = r √(n−2) / √(1−r²); its 95 % point at n = 20 is .4438
    draws = 4000
    found = chance_canonical(20, 1, 1, draws=draws, seed=1)
    error = np.sqrt(0.05 * 0.95 / draws) / 0.25  # density of |r| there is about .25 × 4 / 4
    assert found == pytest.approx(0.4438, abs=4 * error)


@pytest.mark.parametrize(("p", "q"), [(2, 3), (4, 2), (1, 5)])
def test_chance_is_that_of_unrelated_scores(p: int, q: int) -> None:
    rng = np.random.default_rng(p)
    edge = chance_canonical(25, p, q, draws=2000, seed=p)
    tops = [
        canonical_correlations(
            rng.normal(size=(25, p)), rng.standard_exponential((25, q))
        )[0]
        for _ in range(800)
    ]  # fmt: skip
    # level of the edge: 5 % ± 4 standard errors of both counts
    assert np.mean(np.array(tops) > edge) == pytest.approx(0.05, abs=4 * 0.0092)


def test_chance_is_repeatable_and_rises_with_columns() -> None:
    edges = [chance_canonical(40, 3, q, draws=200, seed=7) for q in (1, 3, 9)]
    assert edges == sorted(edges)
    assert chance_canonical(40, 3, 9, draws=200, seed=7) == edges[2]
    assert chance_canonical(40, 9, 3, draws=200, seed=7) == pytest.approx(edges[2], abs=0.05)
    assert chance_canonical(40, 3, 9, draws=200, seed=8) != edges[2]


def test_subspaces_that_must_meet() -> None:
    rng = np.random.default_rng(5)
    found = canonical_correlations(rng.normal(size=(8, 4)), rng.normal(size=(8, 4)))
    assert found[0] == pytest.approx(1.0)
    assert chance_canonical(8, 4, 4) == 1.0
    assert chance_canonical(9, 4, 4, draws=50) < 1.0


def test_what_does_not_fit_is_said() -> None:
    with pytest.raises(ShapeError, match=r"\(3, 2\) and \(4, 2\)"):
        congruence(np.ones((3, 2)), np.ones((4, 2)))
    with pytest.raises(InputError, match="inf"):
        matched(np.full((3, 2), np.inf), np.ones((3, 2)))
    with pytest.raises(InputError, match="draws is 0"):
        chance_canonical(20, 1, 1, draws=0)
