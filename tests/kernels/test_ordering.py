"""Ordering: a permutation that keeps blocks together; group means against the plain loop."""

import numpy as np
import pytest

from parallaxis.kernels.ordering import average_linkage_order, group_means, neighbour_groups


def correlations(n: int, seed: int = 0) -> np.ndarray:
    """A symmetric matrix with a diagonal of ones."""
    values = np.random.default_rng(seed).uniform(-1, 1, size=(n, n))
    matrix = (values + values.T) / 2
    np.fill_diagonal(matrix, 1.0)
    return matrix


def test_blocks_stand_together() -> None:
    block = np.random.default_rng(2).permutation(np.repeat([0, 1, 2], 5))
    matrix = np.where(block[:, None] == block, 0.9, 0.1)
    ordered = block[average_linkage_order(matrix)]
    assert (np.diff(ordered) != 0).sum() == 2


@pytest.mark.parametrize("n", [1, 2, 3, 30])
def test_order_is_a_permutation_even_with_gaps(n: int) -> None:
    matrix = correlations(n)
    matrix[np.random.default_rng(1).random(matrix.shape) < 0.3] = np.nan
    matrix = np.where(np.isnan(matrix.T), np.nan, matrix)
    assert sorted(average_linkage_order(matrix)) == list(range(n))


def test_nothing_known_leaves_the_order() -> None:
    assert average_linkage_order(np.full((4, 4), np.nan)).tolist() == [0, 1, 2, 3]


def test_groups_cover_all_places_once() -> None:
    groups = neighbour_groups(134, 60)
    assert len(groups) == 60
    assert np.concatenate(groups).tolist() == list(range(134))
    assert {len(group) for group in groups} == {2, 3}


def test_group_means_match_the_plain_loop() -> None:
    matrix = correlations(11)
    matrix[2, 5] = matrix[5, 2] = np.nan
    groups = neighbour_groups(11, 4)
    means = group_means(matrix, groups)
    for a, first in enumerate(groups):
        for b, second in enumerate(groups):
            values = [matrix[i, j] for i in first for j in second if i != j]
            assert means[a, b] == pytest.approx(np.nanmean(values), abs=1e-12)
