"""Closed forms of the shuffled null against every permutation of tiny boards, and against draws."""

from itertools import permutations, product

import numpy as np
import pytest
from numpy.typing import NDArray

from parallaxis.errors import NotIdentified
from parallaxis.kernels.nulls import MIN_MODELS, shuffled_moments
from parallaxis.kernels.parallel_analysis import permuted
from parallaxis.kernels.scaling import prepare
from parallaxis.kernels.spectrum import moments

Array = NDArray[np.float64]
nan = np.nan


def all_permutations(values: Array) -> Array:
    """Return Σσ⁴ of every board whose items are permuted over their scored models."""
    centred = prepare(values)
    arranged = []
    for column, seen in zip(centred.T, ~np.isnan(values).T, strict=True):
        versions = []
        for order in permutations(np.flatnonzero(seen)):
            version = np.zeros(column.size)
            version[seen] = column[list(order)]
            versions.append(version)
        arranged.append(versions)
    boards = (np.array(columns) for columns in product(*arranged))
    return np.array([((board @ board.T) ** 2).sum() for board in boards])


COMPLETE = {
    "3 × 3": np.array([[1.0, 0.0, 2.0], [0.0, 5.0, 1.0], [4.0, 1.0, 1.5]]),
    "4 × 3": np.array([[1.0, 0.0, 2.0], [0.0, 5.0, 1.0], [4.0, 1.0, 1.5], [1.0, 1.0, 9.0]]),
    "4 × 3, binary": np.array([[1.0, 0, 1], [0, 0, 1], [0, 1, 0], [1, 0, 0]]),
    "5 × 2": np.array([[1.0, 0.0], [0.0, 5.0], [4.0, 1.0], [1.0, 1.0], [-3.0, 2.0]]),
}
WITH_GAPS = {
    "one gap": np.array([[1.0, 0.0, 2.0], [0.0, nan, 1.0], [4.0, 1.0, 1.5], [1.0, 7.0, 9.0]]),
    "gaps apart": np.array([[nan, 0.0, 2.0], [0.0, nan, 1.0], [4.0, 1.0, nan], [1.0, 7.0, 9.0]]),
    "half an item": np.array([[nan, 0.0, 2.0], [nan, 3.0, 1.0], [4.0, 1.0, nan], [1.0, 7.0, 9.0]]),
    "one score": np.array([[nan, 0.0, 2.0], [nan, 3.0, 1.0], [4.0, 1.0, nan], [nan, 7.0, 9.0]]),
    "never together": np.array([[1.0, nan], [3.0, nan], [nan, 1.0], [nan, 5.0]]),
}


@pytest.mark.parametrize("name", COMPLETE)
def test_mean_and_variance_over_all_permutations(name: str) -> None:
    values = COMPLETE[name]
    null = shuffled_moments(prepare(values), ~np.isnan(values))
    every = all_permutations(values)
    assert null.mean == pytest.approx(every.mean(), rel=1e-12)
    assert null.effective_dimensionality == pytest.approx(
        1.0 / np.mean(every / null.sum_squares**2), rel=1e-12
    )
    if len(values) >= MIN_MODELS:
        assert null.variance == pytest.approx(every.var(), rel=1e-10)
    else:
        assert np.isnan(null.variance)
    assert null.floor <= every.min() * (1.0 + 1e-12)


@pytest.mark.parametrize("name", WITH_GAPS)
def test_mean_with_missing_cells_over_all_permutations(name: str) -> None:
    values = WITH_GAPS[name]
    null = shuffled_moments(prepare(values), ~np.isnan(values))
    assert null.mean == pytest.approx(all_permutations(values).mean(), rel=1e-12)
    assert np.isnan(null.variance)
    assert np.isnan(null.quantile(0.5))


def test_formula_with_missing_cells_ends_in_the_one_without() -> None:
    values = np.random.default_rng(0).normal(size=(9, 6))
    values[0, 0] = values[1:, 0].mean()
    gap = values.copy()
    gap[0, 0] = nan  # a cell at its item's mean and a missing one differ only in what is permuted
    whole = shuffled_moments(prepare(values), np.ones((9, 6), bool))
    part = shuffled_moments(prepare(gap), ~np.isnan(gap))
    assert part.sum_squares == pytest.approx(whole.sum_squares, rel=1e-12)
    assert part.mean != whole.mean
    assert part.mean == pytest.approx(whole.mean, rel=0.05)


@pytest.mark.parametrize("kind", ["binary", "normal", "heavy tails"])
def test_quantiles_against_draws(kind: str) -> None:
    rng = np.random.default_rng(1)
    values = {
        "binary": (rng.random((25, 60)) < rng.uniform(0.1, 0.9, 60)).astype(float),
        "normal": rng.normal(size=(12, 30)),
        "heavy tails": rng.standard_t(3, size=(30, 20)),
    }[kind]
    centred = prepare(values)
    null = shuffled_moments(centred, np.ones(values.shape, bool))
    shuffle = permuted(centred, np.ones(values.shape, bool))
    draws = 2000
    drawn = np.array([moments(shuffle(rng)).effective_dimensionality for _ in range(draws)])
    fourth = null.sum_squares**2 / drawn
    assert fourth.mean() == pytest.approx(
        null.mean, abs=4.0 * np.sqrt(null.variance / draws)
    )  # four standard errors
    # the variance of a sample variance is (kurtosis − 1)/draws; kurtosis stays below 9 here
    assert fourth.var() == pytest.approx(null.variance, rel=4.0 * np.sqrt(8.0 / draws))
    for probability in (0.025, 0.5, 0.975):
        share = np.mean(drawn <= null.quantile(probability))
        error = np.sqrt(probability * (1.0 - probability) / draws)
        # four standard errors, and 0.01 for the gamma law that stands in for the unknown one
        assert share == pytest.approx(probability, abs=4.0 * error + 0.01)


def test_not_identified_where_nothing_varies() -> None:
    for centred in (np.zeros((4, 3)), np.zeros((1, 3))):
        with pytest.raises(NotIdentified, match="nothing to shuffle"):
            shuffled_moments(centred, np.ones(centred.shape, bool))


def test_no_quantile_where_every_permutation_is_alike() -> None:
    one_item = prepare(np.array([[1.0], [0.0], [0.0], [2.0]]))
    null = shuffled_moments(one_item, np.ones((4, 1), bool))
    assert null.effective_dimensionality == pytest.approx(1.0, rel=1e-12)
    assert np.isnan(null.quantile(0.5))
