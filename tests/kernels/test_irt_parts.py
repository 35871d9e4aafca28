"""Parts of item response models beside slow twins: derivatives, information, priors, damping."""

import numpy as np
import pytest
from numpy.typing import NDArray

from parallaxis.kernels.irt_curve import Answers, Items, item_sums, log_right_and_wrong
from parallaxis.kernels.irt_damping import FREE_STEPS, damped, first_steps
from parallaxis.kernels.irt_information import observed_information, parameter_places
from parallaxis.kernels.irt_items import Model, coordinates, moved, penalised
from parallaxis.kernels.irt_marginal import grid, posterior
from parallaxis.kernels.irt_prior import (
    FLAT,
    ItemPrior,
    item_rest_correlations,
    negatively_keyed,
)

Array = NDArray[np.float64]
STEP = 1e-5


def some_items(chance: float) -> Items:
    """Return four items, one of them negatively keyed."""
    slope = np.array([0.7, 1.3, 2.2, -0.9])
    return Items(slope, np.array([0.4, -0.3, -1.0, 0.2]), np.full(4, chance))


def some_answers() -> Answers:
    """Return answers of 30 models to four items, a fifth of them missing."""
    rng = np.random.default_rng(0)
    values = (rng.random((30, 4)) < 0.6).astype(float)
    values[rng.random(values.shape) < 0.2] = np.nan
    return Answers.of(values)


def differences(items: Items, model: Model, answers: Answers) -> tuple[Array, Array]:
    """Return gradient and minus Hessian of the marginal log-likelihood, by finite differences."""
    places = parameter_places(4, model)
    n = places.max() + 1

    def value(x: Array) -> float:
        step = np.where(places >= 0, x[np.maximum(places, 0)], 0.0)
        return float(posterior(answers, moved(items, step, model), *grid())[1].sum())

    unit = np.eye(n) * 1e-3
    zero = value(np.zeros(n))
    gradient = np.array([value(u) - value(-u) for u in unit]) / 2e-3
    hessian = np.array(
        [
            [
                value(u + v) - value(u) - value(v) + zero
                if i != j
                else value(u) + value(-u) - 2.0 * zero
                for j, v in enumerate(unit)
            ]
            for i, u in enumerate(unit)
        ]
    )
    return gradient, -hessian / 1e-6


@pytest.mark.parametrize("chance", [0.0, 0.2])
@pytest.mark.parametrize("kind", ["2pl", "1pl", "lognormal"])
def test_derivatives_of_the_marginal_likelihood(chance: float, kind: str) -> None:
    items = some_items(chance)
    if kind != "2pl":
        items = items._replace(slope=np.array([1.2, 1.2, 1.2, 1.2]))
    free = np.array([chance > 0.0, False, chance > 0.0, chance > 0.0])
    prior = ItemPrior(slope_mean=0.0) if kind == "lognormal" else FLAT
    model, answers = Model(prior, kind == "1pl", free), some_answers()
    theta, log_weight = grid()
    weights, _ = posterior(answers, items, theta, log_weight)
    information = observed_information(answers, weights, theta, items, model)
    gradient, expected = differences(items, model, answers)
    # one-sided second differences err by the third derivative times the step, about .01 here
    np.testing.assert_allclose(information, expected, atol=0.05)
    sums = item_sums(theta, weights.T @ answers.right, weights.T @ answers.seen, items)
    own = sums.gradient.copy()
    if model.log_slope:
        own[:, 0] *= items.slope
    places = parameter_places(4, model)
    whole = np.zeros(places.max() + 1)
    np.add.at(whole, places[places >= 0], own[places >= 0])
    np.testing.assert_allclose(whole, gradient, atol=1e-4)


@pytest.mark.parametrize("chance", [0.0, 0.2])
def test_logs_of_both_answers(chance: float) -> None:
    items = some_items(chance)
    theta = np.array([-40.0, -1.0, 0.0, 2.0, 40.0])
    log_right, log_wrong = log_right_and_wrong(theta, items)
    np.testing.assert_allclose(np.exp(log_right) + np.exp(log_wrong), 1.0, atol=1e-12)
    assert np.isfinite(log_right).all()
    assert np.isfinite(log_wrong).all()


def test_a_prior_pulls_by_the_slope_of_its_density() -> None:
    items = some_items(0.2)._replace(slope=np.array([0.7, 1.3, 2.2, 0.9]))
    free = np.array([True, False, True, True])
    for prior in (
        ItemPrior(slope_mean=0.1, chance_mean=0.15),
        ItemPrior(slope="normal", slope_mean=0.5, slope_sd=0.8, chance_mean=0.3),
    ):
        model = Model(prior, common_slope=False, free_chance=free)
        gradient, _ = prior.pull(items)
        for column in range(3):
            step = np.zeros((4, 3))
            step[:, column] = np.where(free, STEP, 0.0) if column == 2 else STEP
            up = prior.log_density(moved(items, step, model), free)
            down = prior.log_density(moved(items, -step, model), free)
            counted = free if column == 2 else np.ones(4, dtype=bool)
            slope = gradient[counted, column].sum()
            assert (up - down) / (2.0 * STEP) == pytest.approx(slope, rel=1e-6)


def test_fixed_parameters_do_not_move() -> None:
    items = some_items(0.2)._replace(slope=np.full(4, 1.1))
    answers, (theta, _) = some_answers(), grid()
    weights, _ = posterior(answers, items, *grid())
    sums = item_sums(theta, weights.T @ answers.right, weights.T @ answers.seen, items)
    model = Model(FLAT, common_slope=True, free_chance=np.zeros(4, dtype=bool))
    gradient, information = penalised(items, sums, model)
    assert not gradient[:, (0, 2)].any()
    assert np.linalg.det(information).min() > 0.0
    assert not coordinates(items, model)[:, 2].any()


@pytest.mark.parametrize("missing", [0.0, 0.3])
def test_item_rest_correlations_beside_a_loop(missing: float) -> None:
    rng = np.random.default_rng(1)
    values = (rng.random((40, 7)) < 0.5).astype(float)
    values[rng.random(values.shape) < missing] = np.nan
    values[:, 6] = 1.0
    found = item_rest_correlations(values)
    for item in range(6):
        seen = ~np.isnan(values[:, item])
        rest = np.delete(values, item, axis=1)[seen]
        expected = np.corrcoef(values[seen, item], np.nanmean(rest, axis=1))[0, 1]
        assert found[item] == pytest.approx(expected, abs=1e-12)
    assert np.isnan(found[6])


def test_noise_is_not_called_negatively_keyed() -> None:
    rng = np.random.default_rng(2)
    boards = [(rng.random((60, 200)) < 0.5).astype(float) for _ in range(20)]
    calls = np.concatenate([negatively_keyed(board) for board in boards])
    assert calls.sum() <= 2  # 4,000 items, and one in 30,000 lies 4 standard errors below


def test_swings_shorten_the_steps_and_progress_does_not() -> None:
    here, there = np.array([[0.0]]), np.array([[1.0]])
    steps = first_steps(here)
    for position in (there, here) * FREE_STEPS:
        _, steps = damped(position, here, steps)
    assert steps.factor[0] < 1.0
    steps = first_steps(here)
    for number in range(1, 2 * FREE_STEPS):
        _, steps = damped(np.array([[float(number)]]), there, steps)
    assert steps.factor[0] == 1.0
