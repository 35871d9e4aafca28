"""Dealing keeps families together, and the jackknife is the textbook's for equal groups."""

import numpy as np
import pytest

from parallaxis.errors import NotIdentified
from parallaxis.kernels.delete_group import deal, group_jackknife


@pytest.mark.parametrize("n_groups", [3, 10, 50])
def test_families_stay_together_and_groups_are_even(n_groups: int) -> None:
    rng = np.random.default_rng(0)
    families = rng.integers(0, 30, 200)
    groups = deal(families, n_groups, rng)
    for family in np.unique(families):
        assert len(np.unique(groups[families == family])) == 1
    sizes = np.bincount(groups)
    assert sizes.size == min(n_groups, len(np.unique(families)))
    largest = np.bincount(families).max()
    assert sizes.max() - sizes.min() <= largest


def test_single_models_are_dealt_evenly_and_at_random() -> None:
    first = deal(np.arange(23), 5, np.random.default_rng(0))
    assert sorted(np.bincount(first)) == [4, 4, 5, 5, 5]
    assert (first != deal(np.arange(23), 5, np.random.default_rng(1))).any()


def test_bias_of_order_one_over_n_is_removed() -> None:
    values = np.random.default_rng(1).normal(size=40)
    groups = np.arange(40) % 10
    left = np.array([values[groups != group].var() for group in range(10)])
    found = group_jackknife(float(values.var()), left, np.bincount(groups))
    # the variance with divisor n has bias −σ²/n exactly, which the jackknife removes nearly whole
    assert found.corrected == pytest.approx(values.var(ddof=1), rel=0.02)
    textbook = np.sqrt(9.0 / 10.0 * ((left - left.mean()) ** 2).sum())
    assert found.standard_error == pytest.approx(textbook, rel=1e-10)
    assert found.degrees_of_freedom == 9


def test_unequal_groups_by_the_formula_term_by_term() -> None:
    left, sizes, whole = np.array([1.0, 1.3, 0.8]), np.array([2, 3, 5]), 1.1
    n = sizes.sum()
    corrected = 3 * whole - sum((1 - m / n) * v for m, v in zip(sizes, left, strict=True))
    terms = [
        (n / m * whole - (n / m - 1) * v - corrected) ** 2 / (n / m - 1)
        for m, v in zip(sizes, left, strict=True)
    ]
    found = group_jackknife(whole, left, sizes)
    assert found.corrected == pytest.approx(corrected)
    assert found.standard_error == pytest.approx(np.sqrt(np.mean(terms)))


def test_what_is_lacking_is_said() -> None:
    with pytest.raises(NotIdentified, match=r"fewer than 3 groups of models .2."):
        group_jackknife(1.0, np.ones(2), np.ones(2, dtype=np.intp))
    with pytest.raises(NotIdentified, match="without one group"):
        group_jackknife(1.0, np.array([1.0, np.nan, 1.0]), np.ones(3, dtype=np.intp))
