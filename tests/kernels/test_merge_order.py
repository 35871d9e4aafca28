"""Merges by complete linkage: a plain loop beside them, and groups alike in every pair."""

import numpy as np
import pytest
from numpy.typing import NDArray

from parallaxis.errors import ShapeError
from parallaxis.kernels.merge_order import alike_groups, merge_order

Array = NDArray[np.float64]


def correlations(n: int, seed: int) -> Array:
    """Return a correlation matrix with signs."""
    rng = np.random.default_rng(seed)
    return np.asarray(
        np.corrcoef(rng.normal(size=(n, 3)) @ rng.normal(size=(3, 40)) + rng.normal(size=(n, 40)))
    )


def slow_heights(correlation: Array) -> list[float]:
    """Join the two clusters whose least similar members are most alike, again and again."""
    distance = 1.0 - np.abs(correlation)
    clusters = [[i] for i in range(len(distance))]
    heights = []
    while len(clusters) > 1:
        found = min(
            (distance[np.ix_(a, b)].max(), i, j)
            for i, a in enumerate(clusters)
            for j, b in enumerate(clusters[:i])
        )
        heights.append(float(found[0]))
        clusters[found[2]] += clusters.pop(found[1])
    return heights


@pytest.mark.parametrize("seed", range(4))
def test_heights_are_those_of_a_plain_loop(seed: int) -> None:
    matrix = correlations(9, seed)
    found = merge_order(matrix)
    np.testing.assert_allclose(found.height, slow_heights(matrix), atol=1e-12)
    assert sorted(found.order.tolist()) == list(range(9))
    assert found.size[-1] == 9


def test_no_branches_cross_and_members_are_within_the_height() -> None:
    matrix = correlations(10, 5)
    found = merge_order(matrix)
    members = [[i] for i in range(10)]
    place = {leaf: i for i, leaf in enumerate(found.order.tolist())}
    for left, right, height in zip(found.left, found.right, found.height, strict=True):
        members.append(members[left] + members[right])
        places = sorted(place[leaf] for leaf in members[-1])
        assert places == list(range(places[0], places[0] + len(places)))
        assert 1.0 - np.abs(matrix[np.ix_(members[-1], members[-1])]).min() <= height + 1e-12


def test_sign_is_not_seen_and_unknown_pairs_are_apart() -> None:
    matrix = correlations(6, 1)
    turned = matrix * np.outer([1, -1, 1, 1, -1, 1], [1, -1, 1, 1, -1, 1])
    np.testing.assert_allclose(merge_order(turned).height, merge_order(matrix).height)
    matrix[0, 1:] = matrix[1:, 0] = np.nan
    assert merge_order(matrix).height[-1] == 1.0


def test_groups_are_alike_in_every_pair() -> None:
    matrix = correlations(14, 2)
    alike = np.abs(matrix) >= 0.5
    groups = alike_groups(matrix, alike)
    assert groups
    used = np.concatenate(groups)
    assert len(set(used.tolist())) == used.size
    for group in groups:
        assert group.size >= 2
        assert alike[np.ix_(group, group)].all()


def test_a_pair_that_is_flagged_off_keeps_its_group_apart() -> None:
    matrix = np.full((3, 3), 0.95)
    np.fill_diagonal(matrix, 1.0)
    matrix[0, 1] = matrix[1, 0] = 0.99
    every = np.ones((3, 3), dtype=bool)
    assert [group.tolist() for group in alike_groups(matrix, every)] == [[0, 1, 2]]
    every[0, 2] = every[2, 0] = False
    assert [group.tolist() for group in alike_groups(matrix, every)] == [[0, 1]]
    assert alike_groups(matrix, np.zeros((3, 3), dtype=bool)) == ()


def test_one_column_and_no_square() -> None:
    assert merge_order(np.ones((1, 1))).order.tolist() == [0]
    assert alike_groups(np.ones((1, 1)), np.ones((1, 1), dtype=bool)) == ()
    with pytest.raises(ShapeError, match="pass a square"):
        merge_order(np.ones((2, 3)))
