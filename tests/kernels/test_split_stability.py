"""Splits are halves, the vectorised answers are those of plain loops, and truth comes back."""

from math import comb

import numpy as np
import pytest
from scipy.stats import pearsonr, spearmanr

from parallaxis.kernels import split_stability as module
from parallaxis.kernels.scaling import prepare
from parallaxis.kernels.spectrum import moments
from parallaxis.kernels.split_stability import random_halves, split_items, split_models


@pytest.mark.parametrize("n", [2, 3, 5, 6, 7])
def test_few_rows_are_split_in_every_way_once(n: int) -> None:
    found = random_halves(np.arange(n), splits=100, seed=0, stream=1)
    seen = {
        frozenset((tuple(row), tuple(~row))) for row in found.tolist() for row in [np.array(row)]
    }
    assert len(seen) == len(found) == comb(n, n // 2) // (1 if n % 2 else 2)
    assert set(found.sum(axis=1)) == {n // 2}


def test_random_halves_keep_groups_whole_and_are_about_equal() -> None:
    groups = np.random.default_rng(0).integers(0, 40, 300)
    found = random_halves(groups, splits=200, seed=5, stream=1)
    for group in range(40):
        inside = found[:, groups == group]
        assert (inside.all(axis=1) | ~inside.any(axis=1)).all()
    assert np.abs(found.sum(axis=1) - 150).max() <= np.bincount(groups).max() / 2 + 1
    again = random_halves(groups, splits=200, seed=5, stream=1)
    assert (again == found).all()
    assert (random_halves(groups, splits=200, seed=6, stream=1) != found).any()


@pytest.mark.parametrize("gaps", [False, True])
def test_answers_are_those_of_plain_loops(gaps: bool) -> None:
    rng = np.random.default_rng(4)
    values = np.round(rng.normal(size=(30, 1)) + rng.normal(size=(30, 21)), 1)
    if gaps:
        values[rng.random(values.shape) < 0.1] = np.nan
    found = split_items(values, np.arange(21), top=4, splits=20, seed=3)
    halves = random_halves(np.arange(21), splits=20, seed=3, stream=module.ITEM_STREAM)
    level = np.nanmean(values, axis=0)
    for split, mask in enumerate(halves):
        # rounded, or totals that tie would differ in their last digits
        means = [np.nanmean((values - level)[:, half], axis=1).round(9) for half in (mask, ~mask)]
        assert found.spearman[split] == pytest.approx(spearmanr(*means).statistic, abs=1e-9)
        assert found.pearson[split] == pytest.approx(pearsonr(*means).statistic)
        breadth = [
            moments(prepare(values)[:, half]).effective_dimensionality for half in (mask, ~mask)
        ]
        assert found.breadth[split] == pytest.approx(breadth)
        best = [set(np.argsort(-half)[:4]) for half in means]
        assert found.kept[split] == pytest.approx(len(best[0] & best[1]) / 4, abs=0.26)
    assert found.first.sum() == pytest.approx(1.0)
    by_model = split_models(values, np.arange(30), splits=20, seed=3)
    halves = random_halves(np.arange(30), splits=20, seed=3, stream=module.MODEL_STREAM)
    for split, mask in enumerate(halves):
        easy = [np.nanmean(values[half], axis=0).round(9) for half in (mask, ~mask)]
        assert by_model.spearman[split] == pytest.approx(spearmanr(*easy).statistic, abs=1e-9)


def test_models_that_tie_share_the_places() -> None:
    values = np.array([[1.0, 1, 1, 1], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]])
    found = split_items(values, np.arange(4), top=2, splits=50)
    assert found.kept == pytest.approx(np.full(3, (1.0 + 3 * (1 / 3) ** 2) / 2))
    assert found.first.tolist() == [1.0, 0.0, 0.0, 0.0]
    assert found.spearman.tolist() == [1.0, 1.0, 1.0]


def test_the_stepped_up_correlation_is_the_reliability() -> None:
    # parallel items: reliability of the mean of T items is T / (T + σ²)
    rng = np.random.default_rng(8)
    n_models, n_items, noise = 3000, 40, 4.0
    values = rng.normal(size=(n_models, 1)) + noise * rng.normal(size=(n_models, n_items))
    truth = n_items / (n_items + noise**2)
    found = split_items(values, np.arange(n_items), top=10)
    # standard error of a correlation of .71 over 3,000 models is .009, half of it shared by splits
    assert found.total.mean() == pytest.approx(truth, abs=0.02)
    halves = split_models(values, np.arange(n_models))
    assert halves.n_models == module.MOST_MODELS
    assert np.abs(halves.spearman).mean() < 0.3  # all items are equally hard


def test_halves_without_ranks_are_nan() -> None:
    found = split_items(np.ones((5, 6)), np.arange(6), top=1)
    assert np.isnan(found.spearman).all()
    assert np.isnan(found.total).all()
    assert np.isnan(found.breadth).all()
    alone = np.full((6, 4), np.nan)
    alone[:, :2] = np.random.default_rng(0).normal(size=(6, 2))
    alone[0, 2:] = 1.0
    assert len(split_items(alone, np.arange(4), top=1).spearman) == 3
