"""Moments shared by halves of the items: plain loops over distinct models, and averages."""

from itertools import permutations

import numpy as np
import pytest
from numpy.typing import NDArray

from parallaxis.kernels import fold_moments, split_moments
from parallaxis.kernels.gram import gram
from parallaxis.kernels.split_moments import u_centred

Array = NDArray[np.float64]


def halves(n_models: int, n_items: int, seed: int) -> tuple[Array, Array]:
    """Return scores on two halves that share one ability."""
    rng = np.random.default_rng(seed)
    ability = rng.normal(size=(n_models, 1))
    first, second = ability + rng.normal(size=(2, n_models, n_items))
    return first, second


def test_u_centring_forgets_means_and_diagonal() -> None:
    first, _ = halves(9, 4, 0)
    centred = u_centred(gram(first))
    np.testing.assert_allclose(centred.sum(axis=1), 0.0, atol=1e-10)
    assert (centred.diagonal() == 0.0).all()
    np.testing.assert_allclose(u_centred(gram(first + 3.0)), centred, atol=1e-9)
    other = gram(first)
    np.fill_diagonal(other, 99.0)
    np.testing.assert_allclose(u_centred(other), centred, atol=1e-9)


def test_fourth_moment_is_a_sum_over_distinct_models() -> None:
    first, second = (u_centred(gram(half)) for half in halves(7, 4, 1))
    m2, m4 = split_moments.split_moments(first, second)
    rings = sum(
        first[i, j] * second[j, k] * first[k, m] * second[m, i]
        for i, j, k, m in permutations(range(7), 4)
    )
    assert m4 == pytest.approx(rings / (7 * 6 * 5 * 4), rel=1e-10)
    assert m2 == pytest.approx((first * second).sum() / (7 * 4), rel=1e-12)


def test_second_moment_is_unbiased() -> None:
    rng = np.random.default_rng(2)
    mix = rng.normal(size=(5, 6))
    truth = ((mix.T @ mix)[:3, 3:] ** 2).sum()
    drawn = []
    for _ in range(4000):
        x = rng.exponential(size=(6, 5)) @ mix + rng.normal(size=(6, 6))
        both = u_centred(gram(x[:, :3])), u_centred(gram(x[:, 3:]))
        drawn.append(split_moments.split_moments(*both)[0])
    assert abs(np.mean(drawn) - truth) < 4.0 * np.std(drawn) / np.sqrt(len(drawn))


def test_moments_without_groups_are_moments_of_the_others() -> None:
    first, second = halves(15, 6, 3)
    groups = np.arange(15) % 5
    found = split_moments.moments_without_groups(first, second, groups)
    for place, stays in enumerate([groups >= 0, *(groups != group for group in range(5))]):
        grams = u_centred(gram(first[stays])), u_centred(gram(second[stays]))
        np.testing.assert_allclose(found[place], split_moments.split_moments(*grams), rtol=1e-10)


def by_loops(first: Array, second: Array, groups: NDArray[np.intp], left: int) -> Array:
    """Return both moments over distinct groups, term by term."""
    crossed, weight = {}, {}
    for group in set(groups.tolist()) - {left}:
        a, b = first[groups == group], second[groups == group]
        crossed[group] = (a - a.mean(axis=0)).T @ (b - b.mean(axis=0))
        weight[group] = len(a) - 1
    pairs = list(permutations(crossed, 2))
    rings = list(permutations(crossed, 4))
    top2 = sum((crossed[g] * crossed[h]).sum() for g, h in pairs)
    top4 = sum(
        np.trace(crossed[g] @ crossed[h].T @ crossed[k] @ crossed[m].T) for g, h, k, m in rings
    )
    bottom2 = sum(weight[g] * weight[h] for g, h in pairs)
    bottom4 = sum(weight[g] * weight[h] * weight[k] * weight[m] for g, h, k, m in rings)
    return np.array([top2 / bottom2, top4 / bottom4])


@pytest.mark.parametrize("n_second", [4, 3])
def test_fold_moments_are_sums_over_distinct_groups(n_second: int) -> None:
    first, second = halves(23, 4, 4)
    second = second[:, :n_second]
    groups = np.arange(23) % 6  # of unequal sizes
    found = fold_moments.moments_without_groups(first, second, groups)
    for left in range(-1, 6):
        np.testing.assert_allclose(
            found[1 + left], by_loops(first, second, groups, left), rtol=1e-9
        )


def test_folds_and_whole_gram_matrices_estimate_the_same() -> None:
    differences = []
    for seed in range(12):
        first, second = halves(200, 30, seed)
        groups = np.arange(200) % 10
        whole = split_moments.moments_without_groups(first, second, groups)[0]
        folded = fold_moments.moments_without_groups(first, second, groups)[0]
        differences.append(np.log(folded / whole))
    error = np.std(differences, axis=0) / np.sqrt(12)
    assert (np.abs(np.mean(differences, axis=0)) < 4.0 * error).all()
    assert np.std(differences, axis=0).max() < 0.2
