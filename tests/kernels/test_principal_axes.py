"""Principal axes against explicit covariance matrices."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from parallaxis.kernels.latent_fit import first_direction, fit, next_fit
from parallaxis.kernels.latent_model import LatentModel, Likelihood, Scores
from parallaxis.kernels.latent_sweep import locate
from parallaxis.kernels.principal_axes import located, principal_axes, turned, weighted_slopes
from parallaxis.kernels.residual_axis import residual_axis

Array = NDArray[np.float64]


def fitted(likelihood: Likelihood, k: int = 2) -> tuple[LatentModel, Scores]:
    """Return a fit of a board of two abilities, the second the weaker."""
    rng = np.random.default_rng(0)
    ability = rng.normal(size=(50, 2))
    weights = np.vstack([np.full(70, 1.5), np.where(np.arange(70) % 2, 1.0, -1.0)])
    eta = ability @ weights + rng.normal(size=70)
    noise = rng.logistic(size=eta.shape)
    values = (eta + noise > 0) if likelihood == "logistic" else eta + noise
    scores = Scores(values.astype(np.float32), np.ones(eta.shape, np.float32), likelihood)
    model = fit(scores, first_direction(scores))
    if k == 2:
        model = next_fit(model, scores, residual_axis(model, scores).direction)
    return model, scores


def weighted_by_hand(model: LatentModel) -> Array:
    """Return slopes times the root of the item's mean variance of answers."""
    out = np.zeros((len(model.items), model.n_axes))
    for item, (*slope, level) in enumerate(model.items):
        share = 1.0 / (1.0 + np.exp(-(model.abilities @ np.array(slope) + level)))
        out[item] = np.array(slope) * np.sqrt(np.mean(share * (1.0 - share)))
    return out


@pytest.mark.parametrize("likelihood", ["logistic", "gaussian"])
@pytest.mark.parametrize("k", [1, 2])
def test_common_covariance_of_items(likelihood: Likelihood, k: int) -> None:
    model, _ = fitted(likelihood, k)
    axes = principal_axes(model)
    weights = weighted_by_hand(model) if likelihood == "logistic" else model.items[:, :-1]
    np.testing.assert_allclose(weighted_slopes(model), weights, rtol=1e-4, atol=1e-5)
    common = weights @ np.cov(model.abilities.T, bias=True).reshape(k, k) @ weights.T
    np.testing.assert_allclose(axes.loadings @ axes.loadings.T, common, atol=1e-4)
    values = np.linalg.eigvalsh(common)[::-1][:k]
    np.testing.assert_allclose(axes.shares, values / np.trace(common), rtol=1e-4)
    assert (np.diff(axes.shares) <= 0).all()
    assert axes.shares.sum() == pytest.approx(1.0)


@pytest.mark.parametrize("likelihood", ["logistic", "gaussian"])
def test_abilities_are_unrelated_and_explain_the_same_scores(likelihood: Likelihood) -> None:
    model, _ = fitted(likelihood)
    axes = principal_axes(model)
    np.testing.assert_allclose(axes.abilities.T @ axes.abilities / 50, np.eye(2), atol=1e-9)
    np.testing.assert_allclose(axes.abilities.mean(axis=0), 0.0, atol=1e-9)
    whole = (model.abilities - model.abilities.mean(axis=0)) @ weighted_slopes(model).T
    np.testing.assert_allclose(axes.abilities @ axes.loadings.T, whole, atol=1e-8)
    np.testing.assert_allclose((model.abilities - axes.centre) @ axes.carry, axes.abilities)
    assert (axes.loadings.sum(axis=0) > 0).all()


def test_correlations_and_uniqueness() -> None:
    model, _ = fitted("gaussian")
    axes = principal_axes(model)
    for item in range(70):
        own = model.item_noise[item] * model.model_noise.mean()
        total = (axes.loadings[item] ** 2).sum() + own
        assert axes.uniqueness[item] == pytest.approx(own)
        np.testing.assert_allclose(axes.correlations[item], axes.loadings[item] / np.sqrt(total))
    binary = principal_axes(fitted("logistic")[0])
    assert (binary.uniqueness == 1.0).all()
    assert np.abs(binary.correlations).max() < 1.0


def test_errors_are_posterior_deviations_along_the_axes() -> None:
    model, _ = fitted("logistic")
    axes = principal_axes(model)
    for row in range(0, 50, 7):
        turned_covariance = axes.carry.T @ model.ability_covariance[row] @ axes.carry
        np.testing.assert_allclose(axes.ability_errors[row], np.sqrt(np.diag(turned_covariance)))


def test_axes_do_not_depend_on_the_basis_of_the_fit() -> None:
    model, _ = fitted("logistic")
    basis = np.array([[0.6, -0.8], [0.8, 0.6]]) @ np.diag([2.0, 0.5])
    back = np.linalg.inv(basis)
    items = np.column_stack([model.items[:, :2] @ back.T, model.items[:, 2]])
    other = replace(
        model,
        abilities=model.abilities @ basis,
        ability_covariance=basis.T @ model.ability_covariance @ basis,
        items=items,
    )
    plain, same = principal_axes(model), principal_axes(other)
    np.testing.assert_allclose(same.abilities, plain.abilities, atol=1e-4)
    np.testing.assert_allclose(same.loadings, plain.loadings, atol=1e-4)
    np.testing.assert_allclose(same.ability_errors, plain.ability_errors, rtol=1e-4)


def test_models_located_again_stand_on_the_same_axes() -> None:
    model, scores = fitted("logistic")
    axes = principal_axes(model)
    np.testing.assert_allclose(located(axes, model).abilities, axes.abilities)
    few = replace(scores, values=scores.values[:6], observed=scores.observed[:6])
    found = located(axes, locate(model, few))
    assert found.abilities.shape == (6, 2)
    np.testing.assert_allclose(found.abilities, axes.abilities[:6], atol=0.1)
    np.testing.assert_array_equal(found.loadings, axes.loadings)


def test_a_turn_carries_abilities_errors_and_places() -> None:
    model, _ = fitted("logistic")
    axes = principal_axes(model)
    turn = np.array([[0.6, -0.8], [0.8, 0.6]])
    moved = turned(axes, turn, axes.loadings @ turn)
    np.testing.assert_allclose(moved.abilities @ moved.loadings.T, axes.abilities @ axes.loadings.T)
    np.testing.assert_allclose(located(moved, model).abilities, moved.abilities)
    first = np.sqrt(0.36 * axes.ability_errors[:, 0] ** 2 + 0.64 * axes.ability_errors[:, 1] ** 2)
    np.testing.assert_allclose(moved.ability_errors[:, 0], first)
