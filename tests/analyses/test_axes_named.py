"""Counted axes: rotation changes their words, not their content; names only where data give one."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import t as student

from parallaxis.analyses.axes_named import CLEAR, NAMED, loading_intervals, named_axes, rotated
from parallaxis.kernels.principal_axes import OrientedAxes
from parallaxis.kernels.rotation import Method
from parallaxis.kernels.split_half import Halves
from parallaxis.matrix import ScoreMatrix

Array = NDArray[np.float64]
N, T, SPLITS = 30, 48, 4


def simple(k: int = 2) -> tuple[OrientedAxes, Halves]:
    """Return unrotated axes of items that ask for one of k things each, and their halves."""
    rng = np.random.default_rng(0)
    apart = 1.2 * np.eye(k)[np.arange(T) % k] + 0.05 * rng.normal(size=(T, k))
    left, size, right = np.linalg.svd(apart, full_matrices=False)
    abilities = rng.normal(size=(N, k))
    abilities = np.linalg.qr(abilities - abilities.mean(axis=0))[0] * np.sqrt(N)
    axes = OrientedAxes(
        abilities @ right.T, np.full((N, k), 0.2), left * size, np.ones(T), np.zeros(k), np.eye(k)
    )
    halves = Halves(
        axes.abilities + 0.2 * rng.normal(size=(SPLITS, 2, N, k)),
        axes.loadings + 0.1 * rng.normal(size=(SPLITS, 2, T, k)),
    )
    return axes, halves


def described(method: Method = "varimax", *, k: int = 2, **columns: list[Any]) -> Any:
    """Return named axes of a board whose items have these columns."""
    values = np.random.default_rng(1).random((N, T))
    board = ScoreMatrix.from_array(values, item_metadata=columns or None)
    axes, halves, related = rotated(*simple(k), k, method)
    average = (values.mean(axis=1), np.full(N, 0.05))
    return named_axes(board, axes, halves, related, level=0.95, seed=0, average=average)


@pytest.mark.parametrize("method", ["varimax", "oblimin", "none"])
def test_rotation_explains_the_same_scores(method: Method) -> None:
    axes, halves = simple()
    turned, moved, related = rotated(axes, halves, 2, method)
    np.testing.assert_allclose(
        turned.abilities @ turned.loadings.T, axes.abilities @ axes.loadings.T, atol=1e-9
    )
    np.testing.assert_allclose(turned.abilities.T @ turned.abilities / N, related, atol=1e-8)
    both = moved.abilities @ moved.loadings.transpose(0, 1, 3, 2)
    np.testing.assert_allclose(
        both, halves.abilities @ halves.loadings.transpose(0, 1, 3, 2), atol=1e-8
    )
    np.testing.assert_allclose(axes.abilities @ turned.carry, turned.abilities, atol=1e-9)


@pytest.mark.parametrize("method", ["varimax", "oblimin"])
def test_rotation_finds_items_apart(method: Method) -> None:
    turned, _, _ = rotated(*simple(), 2, method)
    strongest = np.abs(turned.correlations).argmax(axis=1)
    assert {tuple(strongest[:2])} <= {(0, 1), (1, 0)}
    np.testing.assert_array_equal(strongest, np.tile(strongest[:2], T // 2))
    assert np.abs(turned.correlations).min(axis=1).max() < 0.25


def test_first_axes_alone_are_rotated() -> None:
    turned, moved, related = rotated(*simple(3), 1, "varimax")
    axes = simple(3)[0]
    assert turned.abilities.shape == (N, 1)
    assert moved.loadings.shape == (SPLITS, 2, T, 1)
    assert related.tolist() == [[1.0]]
    np.testing.assert_allclose(np.abs(turned.loadings[:, 0]), np.abs(axes.loadings[:, 0]))


def test_intervals_by_hand() -> None:
    axes, halves = simple()
    low, high = loading_intervals(axes, halves, 0.9)
    quantile = student.ppf(0.95, 2 * SPLITS - 1)
    for item in range(0, T, 11):
        for axis in (0, 1):
            seen = halves.loadings[:, :, item, axis].ravel()
            total = np.sqrt((axes.loadings[item] ** 2).sum() + axes.uniqueness[item])
            ends = axes.loadings[item, axis] + np.array([-1, 1]) * quantile * seen.std()
            expected = np.clip(ends / total, -1.0, 1.0)
            np.testing.assert_allclose([low[item, axis], high[item, axis]], expected)
    assert (low <= axes.correlations).all()
    assert (axes.correlations <= high).all()


def test_axes_are_named_after_the_items_that_ask_for_them() -> None:
    kinds = ["coding", "writing"] * (T // 2)
    found = described(topic=kinds, chance=[0.25] * T, length=list(range(T)))
    assert {axis.label for axis in found} == {"coding", "writing"}
    for axis in found:
        own = next(group for group in axis.groups if group.group == axis.label)
        assert (own.column, own.n_items) == ("topic", T // 2)
        assert own.difference >= CLEAR
        assert own.p <= NAMED
        names = {kinds[int(item.item.split()[1]) - 1] for item in axis.strongest_items}
        assert names == {axis.label}
        sizes = [abs(item.loading) for item in axis.strongest_items]
        assert len(sizes) == 10
        assert sizes == sorted(sizes, reverse=True)
        assert all(i.interval[0] <= i.loading <= i.interval[1] for i in axis.strongest_items)
    assert [axis.rank for axis in found] == [1, 2]
    assert sum(axis.share for axis in found) == pytest.approx(1.0)
    assert found[0].share >= found[1].share
    assert all(0.0 <= axis.reordered <= 1.0 for axis in found)


def test_unrelated_columns_give_no_name() -> None:
    named = 0
    for seed in range(20):
        shuffled = np.random.default_rng(seed).permutation([f"kind {k}" for k in range(6)] * 8)
        named += any(axis.groups for axis in described(topic=shuffled.tolist()))
    assert named <= 4  # 5 % each over all groups and axes: 5 or more of 20 come once in 400


@pytest.mark.parametrize(
    "column",
    [
        [f"2024-0{1 + k % 2}-01" for k in range(T)],  # dates
        [k % 2 for k in range(T)],  # numbers
        [f"item {k // 2 if k > 3 else k}" for k in range(T)],  # nearly a name each
        ["all"] * T,
    ],
)
def test_columns_that_name_no_kinds_are_not_used(column: list[Any]) -> None:
    for axis in described(topic=column):
        assert axis.label is None
        assert axis.groups == ()


def test_one_axis_has_no_name_and_reorders_nothing() -> None:
    (axis,) = described(k=1, topic=["a", "b"] * (T // 2))
    assert axis.label is None
    assert axis.reordered is None
    assert axis.share == pytest.approx(1.0)
