"""Shares explained by labels, covariates and single rows: exact cases, level, slow twins."""

import numpy as np
import pytest

from parallaxis.errors import InputError, ShapeError
from parallaxis.kernels.explained_by_labels import (
    beyond_first,
    explained_by_covariate,
    explained_by_labels,
    one_group,
    one_row,
)
from parallaxis.kernels.latent_fit import first_direction, fit
from parallaxis.kernels.latent_model import Scores
from parallaxis.kernels.left_out import returned


def test_beyond_first_leaves_nothing_of_the_first_axis() -> None:
    axes = np.random.default_rng(0).normal(size=(50, 3))
    axes[:, 1] += 2 * axes[:, 0]
    left = beyond_first(axes)
    assert np.abs(left[:, 0] @ left[:, 1:]).max() < 1e-9
    assert np.abs(left.mean(axis=0)).max() < 1e-12


def test_epsilon_squared_by_hand() -> None:
    axis = np.array([1.0, 2.0, 3.0, 5.0, 6.0, 10.0])
    labels = np.array([0, 0, 0, 1, 1, 1])
    # means 2 and 7: between 37.5, within 2 + 14 = 16 on 4 degrees of freedom, total 53.5
    expected = (37.5 - 16.0 / 4.0) / 53.5
    assert explained_by_labels(axis[:, None], labels).share[0] == pytest.approx(expected)


def test_random_labels_explain_nothing_on_average_and_reject_at_their_level() -> None:
    rng = np.random.default_rng(1)
    axes = rng.normal(size=(60, 200))
    found = explained_by_labels(axes, rng.permutation(np.arange(60) // 5), permutations=199)
    # 200 axes with one set of labels: binomial(200, .05) lies within 2 and 21 with 99.9 %
    assert 2 <= int((found.p <= 0.05).sum()) <= 21
    assert float(found.share.mean()) < 0.08


def test_rows_without_label_are_left_out() -> None:
    rng = np.random.default_rng(2)
    axes, labels = rng.normal(size=(30, 2)), np.arange(30) // 6
    labels[20:] = -1
    some = explained_by_labels(axes, labels, seed=3)
    assert some.n == 20
    np.testing.assert_allclose(some.share, explained_by_labels(axes[:20], labels[:20]).share)


def test_labels_that_cannot_explain() -> None:
    axes = np.random.default_rng(3).normal(size=(8, 1))
    for labels in (np.zeros(8, np.int64), np.arange(8), np.full(8, -1)):
        found = explained_by_labels(axes, labels)
        assert (found.share[0], found.p[0]) == (0.0, 1.0)


def test_partial_correlation_by_hand() -> None:
    rng = np.random.default_rng(4)
    given = rng.normal(size=300)
    date = given + rng.normal(size=300)
    axis = 2 * given + 0.5 * date + rng.normal(size=300)
    r = np.corrcoef([axis, date, given])
    partial = (r[0, 1] - r[0, 2] * r[1, 2]) / np.sqrt((1 - r[0, 2] ** 2) * (1 - r[1, 2] ** 2))
    found = explained_by_covariate(axis[:, None], date, given=given, measure="pearson")
    assert found.share[0] == pytest.approx(partial**2)
    assert found.p[0] == pytest.approx(0.001)


def test_what_the_first_ability_explains_is_not_the_date() -> None:
    rng = np.random.default_rng(5)
    given = rng.normal(size=(40, 200))
    ps = [
        explained_by_covariate(
            (given[:, [i]] + 0.5 * rng.normal(size=(40, 1))),
            given[:, i] + 0.5 * rng.normal(size=40),
            given=given[:, i],
            permutations=99,
        ).p[0]
        for i in range(200)
    ]
    assert sum(p <= 0.05 for p in ps) <= 21  # as above


def test_missing_dates_and_dates_that_do_not_vary() -> None:
    rng = np.random.default_rng(6)
    axes, date = rng.normal(size=(20, 1)), np.arange(20.0)
    date[:5] = np.nan
    assert explained_by_covariate(axes, date).n == 15
    assert explained_by_covariate(axes, np.ones(20)).p[0] == 1.0


def test_one_row_at_its_level_and_with_an_outlier() -> None:
    rng = np.random.default_rng(7)
    rejected = sum(one_row(rng.normal(size=40)).p <= 0.05 for _ in range(400))
    assert 7 <= rejected <= 37  # binomial(400, .05), 99.9 %; Bonferroni's bound is nearly exact
    axis = rng.normal(size=40)
    axis[17] = 25.0
    held = one_row(axis)
    assert held.who == 17
    assert held.share > 0.9
    assert held.p < 1e-6
    assert one_row(np.ones(5)).p == 1.0


def test_one_group_is_the_one_beyond_its_size() -> None:
    rng = np.random.default_rng(8)
    labels = np.arange(100) // 10
    axis = rng.normal(size=100) * np.where(labels == 4, 6.0, 1.0)
    held = one_group(axis, labels + 7)
    assert held.who == 11
    assert held.share == pytest.approx(float((axis[40:50] ** 2).sum() / (axis**2).sum()))
    assert held.p < 0.01


def test_one_group_at_its_level() -> None:
    rng = np.random.default_rng(9)
    labels = np.arange(60) // 6
    ps = [one_group(rng.normal(size=60), labels, permutations=99).p for _ in range(200)]
    assert 1 <= sum(p <= 0.05 for p in ps) <= 21


def test_an_axis_comes_back_without_some_models_and_a_family_axis_does_not() -> None:
    rng = np.random.default_rng(10)
    profile = np.where(np.arange(200) % 2, 1.5, -1.5)
    ability, difficulty = rng.normal(size=(60, 1)), rng.normal(size=200)
    family = (np.arange(60) < 8)[:, None]
    eta = 1.5 * (ability - difficulty) + family * profile
    right = (rng.random(eta.shape) < 1 / (1 + np.exp(-eta))).astype(np.float32)
    scores = Scores(right, np.ones_like(right), "logistic")
    first = fit(scores, first_direction(scores)).items[:, 0]
    loadings = np.column_stack([first, profile])
    found = returned(scores, loadings, [np.arange(8), np.arange(8, 16), np.arange(57)])
    assert found[0, 0] > 0.95
    assert found[0, 1] < 0.5
    # eight models show the profile: its slopes come back with noise, so not with a congruence of 1
    assert found[1, 1] > 0.7
    assert np.isnan(found[2]).all()


def test_what_does_not_belong_together_is_refused() -> None:
    axes = np.ones((4, 1))
    with pytest.raises(ShapeError, match="labels of shape"):
        explained_by_labels(axes, np.zeros(3, np.int64))
    with pytest.raises(ShapeError, match="covariate"):
        explained_by_covariate(axes, np.zeros(3))
    with pytest.raises(ShapeError, match="3 labels"):
        one_group(np.ones(4), np.zeros(3, np.int64))
    with pytest.raises(InputError, match="no row has a label"):
        one_group(np.ones(4), np.full(4, -1))
    with pytest.raises(InputError, match="measure"):
        explained_by_covariate(axes, np.zeros(4), measure="kendall")  # type: ignore[arg-type]  # the point
