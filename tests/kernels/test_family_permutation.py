"""Within minus between against permuted labels: exact sizes, gaps, and covariates taken out."""

import numpy as np
import pytest

from parallaxis.errors import NotIdentified, ShapeError
from parallaxis.kernels.family_permutation import (
    contrast_weights,
    family_contrast,
    same_family,
    smooth_removed,
)
from parallaxis.kernels.residual_correlation import family_excess


def noise(n: int, seed: int) -> np.ndarray:
    """Return a symmetric matrix of noise."""
    half = np.triu(np.random.default_rng(seed).normal(size=(n, n)), 1)
    return np.asarray(half + half.T)


def test_excess_is_that_of_the_plain_function() -> None:
    pairs = noise(20, 0)
    pairs[3, 5] = pairs[5, 3] = np.nan
    labels = np.array([*np.arange(18) // 3, -1, -1])
    found = family_contrast(pairs, labels, permutations=19, seed=0, stream=92)
    names = [None if label < 0 else label for label in labels.tolist()]
    assert found.excess == pytest.approx(family_excess(pairs, names))
    assert found.n_within == 6 * 3 - 1  # 3 and 5 are of one family
    assert found.n_within + found.n_between == 18 * 17 / 2 - 1
    weights = contrast_weights(pairs, labels)
    assert (weights * np.nan_to_num(pairs)).sum() / 2 == pytest.approx(found.excess)


def test_slow_twin_of_the_permutations() -> None:
    pairs, labels = noise(9, 1), np.arange(9) // 3
    found = family_contrast(pairs, labels, permutations=99, seed=4, stream=92)
    drawn = []
    for draw in range(99):
        order = np.random.default_rng([4, 92, draw]).permutation(9)
        drawn.append(family_excess(pairs[np.ix_(order, order)], labels.tolist()))
    assert found.p == (1 + sum(d >= found.excess - 1e-12 for d in drawn)) / 100


def test_p_is_uniform_without_likeness() -> None:
    labels = np.arange(24) // 4
    p = np.array(
        [
            family_contrast(noise(24, s), labels, permutations=99, seed=s, stream=92).p
            for s in range(300)
        ]
    )
    assert 4 <= (p <= 0.05).sum() <= 29  # 99.9 % of binomial(300, .05)
    assert abs(np.sort(p) - np.arange(1, 301) / 300).max() < 1.95 / np.sqrt(300) + 0.01


def test_batches_do_not_change_the_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs, labels = noise(30, 2), np.arange(30) // 3
    whole = family_contrast(pairs, labels, permutations=199, seed=1, stream=92)
    monkeypatch.setattr("parallaxis.kernels.family_permutation.BATCH", 100)
    assert family_contrast(pairs, labels, permutations=199, seed=1, stream=92) == whole


def test_smooth_functions_of_ability_are_taken_out() -> None:
    ability = np.random.default_rng(0).normal(size=30)
    smooth = smooth_removed(ability)
    surface = np.add.outer(ability, ability) + np.outer(ability**2, ability**2)
    np.testing.assert_allclose(smooth @ surface @ smooth, 0.0, atol=1e-9)
    np.testing.assert_allclose(smooth @ smooth, smooth, atol=1e-12)


def test_what_cannot_be_compared_is_refused() -> None:
    with pytest.raises(NotIdentified, match="no pair of models within a family"):
        family_contrast(noise(4, 0), np.arange(4), permutations=19, seed=0, stream=92)
    with pytest.raises(NotIdentified, match="no pair of models between two families"):
        family_contrast(noise(4, 0), np.zeros(4, int), permutations=19, seed=0, stream=92)
    with pytest.raises(ShapeError, match="3 labels for 4 models"):
        family_contrast(noise(4, 0), np.arange(3), permutations=19, seed=0, stream=92)
    assert [place.size for place in same_family(np.array([-1, -1, 2]))] == [0, 0]
