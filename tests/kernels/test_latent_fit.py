"""Fits come to rest, forget their start, and simulated boards keep what they must keep."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from parallaxis.kernels.latent_fit import (
    FIT,
    first_direction,
    fit,
    next_fit,
    no_axis,
    refit,
    simulator,
)
from parallaxis.kernels.latent_model import LatentModel, Likelihood, Scores
from parallaxis.kernels.latent_sweep import sweep, unshrunk

Array = NDArray[np.float64]


def board(
    likelihood: Likelihood = "logistic",
    *,
    n: int = 40,
    t: int = 60,
    shift: float = 0.0,
    gaps: float = 0.0,
    seed: int = 0,
) -> Scores:
    """Return a board of one ability."""
    rng = np.random.default_rng(seed)
    eta = rng.normal(size=(n, 1)) * np.exp(0.3 * rng.normal(size=t)) - rng.normal(shift, 1.0, t)
    noise = rng.logistic(size=(n, t))
    values = (eta + noise > 0).astype(float) if likelihood == "logistic" else eta + noise
    observed = (rng.random((n, t)) >= gaps).astype(np.float32)
    return Scores((values * observed).astype(np.float32), observed, likelihood)


def fitted(scores: Scores) -> LatentModel:
    """Return the fit of one axis."""
    return fit(scores, first_direction(scores))


def correlation(first: Array, second: Array) -> float:
    """Return the correlation of two columns."""
    return float(np.corrcoef(first.ravel(), second.ravel())[0, 1])


@pytest.mark.parametrize("likelihood", ["logistic", "gaussian"])
def test_a_fit_has_come_to_rest(likelihood: Likelihood) -> None:
    scores = board(likelihood)
    model = fitted(scores)
    after = sweep(model, scores)
    assert np.sqrt(np.mean((after.items - model.items) ** 2)) < FIT.tolerance
    assert correlation(after.abilities, model.abilities) > 0.9999


def test_a_fit_forgets_its_start() -> None:
    scores = board()
    model = fitted(scores)
    level = scores.values.mean(axis=1, keepdims=True, dtype=np.float64)
    other = fit(scores, (level - level.mean()) / level.std())
    assert correlation(model.abilities, other.abilities) > 0.9999
    assert np.abs(model.items - other.items).max() < 0.05


def test_turning_an_item_round_turns_its_slope_and_nothing_else() -> None:
    scores = board(n=60, t=80)
    item = int(np.argmax(np.abs(fitted(scores).items[:, 0])))
    values = scores.values.copy()
    values[:, item] = 1.0 - values[:, item]
    plain, turned = fitted(scores), fitted(replace(scores, values=values))
    assert correlation(plain.abilities, turned.abilities) > 0.999
    others = np.arange(80) != item
    assert correlation(plain.items[others, 0], turned.items[others, 0]) > 0.99
    # the prior of slopes is centred on the mean of all items and pulls a turned one harder
    assert -1.1 < turned.items[item, 0] / plain.items[item, 0] < -0.4


def test_first_direction_is_the_leading_singular_vector_whichever_side_is_longer() -> None:
    for n, t in ((20, 50), (50, 20)):
        scores = board(n=n, t=t, gaps=0.1)
        counts = scores.observed.sum(axis=0)
        centred = (scores.values - scores.values.sum(axis=0) / counts) * scores.observed
        white = centred / np.sqrt((centred**2).sum(axis=0) / counts)
        found = first_direction(scores)
        leading = np.linalg.svd(white)[0][:, 0]
        assert abs(correlation(found, leading)) == pytest.approx(1.0, abs=1e-6)
        assert correlation(found, scores.values.sum(axis=1) / scores.observed.sum(axis=1)) > 0
        assert found.mean() == pytest.approx(0.0, abs=1e-12)
        assert found.std() == pytest.approx(1.0)


def test_items_that_do_not_vary_do_not_stop_a_fit() -> None:
    scores = board(t=30)
    values = np.hstack([scores.values, np.ones((40, 2), np.float32)])
    flat = replace(scores, values=values, observed=np.ones_like(values))
    model = fitted(flat)
    assert np.isfinite(model.items).all()
    assert correlation(model.abilities, fitted(scores).abilities) > 0.999


def test_two_equal_items_have_equal_parameters() -> None:
    scores = board()
    values = scores.values.copy()
    values[:, 1] = values[:, 0]
    model = fitted(replace(scores, values=values))
    np.testing.assert_allclose(model.items[0], model.items[1], rtol=1e-4)


def test_all_right_and_all_wrong_stand_at_the_ends() -> None:
    scores = board()
    values = scores.values.copy()
    values[3], values[7] = 1.0, 0.0
    model = fitted(replace(scores, values=values))
    assert np.isfinite(model.abilities).all()
    assert int(model.abilities.argmax()) == 3
    assert int(model.abilities.argmin()) == 7
    assert model.ability_covariance[3, 0, 0] > np.median(model.ability_covariance)


def test_known_chance_stays_and_estimated_chance_lifts_slopes() -> None:
    rng = np.random.default_rng(4)
    eta = 1.5 * (rng.normal(size=(150, 1)) - rng.normal(0.5, 1.0, 60))
    right = rng.random(eta.shape) < 0.25 + 0.75 / (1.0 + np.exp(-eta))
    scores = Scores(right.astype(np.float32), np.ones(eta.shape, np.float32), "logistic")
    start = first_direction(scores)
    known = fit(scores, start, chance=np.full(60, 0.25))
    assert known.chance.tolist() == [0.25] * 60
    ignored = fit(scores, start)
    assert known.items[:, 0].mean() > ignored.items[:, 0].mean()  # guessing flattens items
    found = fit(scores, start, estimate_chance=True)
    assert found.items[:, 0].mean() > ignored.items[:, 0].mean()
    assert 0.0 < found.chance.min() < found.chance.max() < 0.4


def test_one_more_axis_and_a_refit_keep_the_number_of_axes() -> None:
    scores = board(n=30, t=40)
    one = fitted(scores)
    direction = np.random.default_rng(1).normal(size=30)
    assert next_fit(one, scores, direction).n_axes == 2
    again = refit(one, scores)
    assert again.n_axes == 1
    assert correlation(again.abilities, one.abilities) > 0.999


@pytest.mark.parametrize("likelihood", ["logistic", "gaussian"])
@pytest.mark.parametrize("k", [0, 1])
def test_simulated_boards_have_the_same_gaps(likelihood: Likelihood, k: int) -> None:
    scores = board(likelihood, gaps=0.2)
    model = fitted(scores) if k else fit(scores, no_axis(scores))
    drawn = simulator(model, scores)(np.random.default_rng(1))
    assert drawn.likelihood == likelihood
    np.testing.assert_array_equal(drawn.observed, scores.observed)
    assert not (drawn.values * (1.0 - scores.observed)).any()
    assert (drawn.values != scores.values).any()
    again = simulator(model, scores)(np.random.default_rng(1))
    np.testing.assert_array_equal(again.values, drawn.values)


def test_without_axes_each_item_keeps_its_answers() -> None:
    scores = board(gaps=0.3)
    drawn = simulator(fit(scores, no_axis(scores)), scores)(np.random.default_rng(2))
    np.testing.assert_array_equal(drawn.values.sum(axis=0), scores.values.sum(axis=0))
    # every scored model is as likely to get the right answers as any other: first item, 400 draws
    shuffle = simulator(fit(scores, no_axis(scores)), scores)
    mean = np.mean([shuffle(np.random.default_rng(s)).values[:, 0] for s in range(400)], axis=0)
    seen = scores.observed[:, 0] > 0
    share = scores.values[:, 0].sum() / seen.sum()
    assert np.abs(mean[seen] - share).max() < 4.5 * np.sqrt(share * (1 - share) / 400)


def test_coins_follow_the_fitted_probabilities() -> None:
    scores = board(n=20, t=30)
    model = fitted(scores)
    toss = simulator(model, scores)
    mean = np.mean([toss(np.random.default_rng(s)).values for s in range(400)], axis=0)
    share = unshrunk(model, scores).expected().astype(np.float64)
    error = np.sqrt(share * (1 - share) / 400) + 1e-9
    z = (mean - share) / error
    # 600 cells: the mean of z² is 1 ± √(2/600); items near the edge are drawn again and differ
    assert 0.8 < np.mean(z**2) < 1.3
    assert abs(z.mean()) < 0.2


def test_every_item_of_a_simulated_board_varies() -> None:
    scores = board(t=40, shift=4.0, gaps=0.1)
    live = (scores.values.sum(axis=0) > 0) & (
        scores.values.sum(axis=0) < scores.observed.sum(axis=0)
    )
    scores = replace(scores, values=scores.values[:, live], observed=scores.observed[:, live])
    assert (scores.values.sum(axis=0) <= 2).any()
    toss = simulator(fitted(scores), scores)
    for seed in range(20):
        drawn = toss(np.random.default_rng(seed))
        right = drawn.values.sum(axis=0)
        assert (right > 0).all()
        assert (right < scores.observed.sum(axis=0)).all()


def test_real_residuals_change_places_within_their_item() -> None:
    scores = board("gaussian", gaps=0.1)
    model = fitted(scores)
    noise = np.sqrt(np.outer(model.model_noise, model.item_noise))
    drawn = simulator(model, scores)(np.random.default_rng(6))
    for item in range(5):
        seen = scores.observed[:, item] > 0
        before = (scores.values - model.expected())[seen, item] / noise[seen, item]
        after = (drawn.values - model.expected())[seen, item] / noise[seen, item]
        np.testing.assert_allclose(np.sort(after), np.sort(before), atol=1e-4)
        assert np.abs(after - before).max() > 0.1
