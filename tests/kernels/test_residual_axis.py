"""The residual axis against a plain computation with whole matrices, and its invariances."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from parallaxis.kernels import leading
from parallaxis.kernels.latent_fit import first_direction, fit, next_fit, no_axis
from parallaxis.kernels.latent_model import LatentModel, Likelihood, Scores
from parallaxis.kernels.residual_axis import SOFTENING, SWEEPS, _spread, residual_axis

Array = NDArray[np.float64]


def board(
    likelihood: Likelihood, *, n: int = 36, t: int = 50, gaps: float = 0.0, seed: int = 0
) -> Scores:
    """Return a board of two abilities."""
    rng = np.random.default_rng(seed)
    ability = rng.normal(size=(n, 2))
    eta = ability[:, np.arange(t) % 2] + ability[:, :1] - rng.normal(size=t)
    noise = rng.logistic(size=(n, t))
    values = (eta + noise > 0).astype(float) if likelihood == "logistic" else eta + noise
    observed = (rng.random((n, t)) >= gaps).astype(np.float32)
    return Scores((values * observed).astype(np.float32), observed, likelihood)


def fitted(scores: Scores, k: int) -> LatentModel:
    """Return a fit of 0, 1 or 2 axes."""
    if k == 0:
        return fit(scores, no_axis(scores))
    model = fit(scores, first_direction(scores))
    if k == 1:
        return model
    return next_fit(model, scores, residual_axis(model, scores).direction)


def balanced(variance: Array) -> tuple[Array, Array]:
    """Return factors of models and items after four rounds of dividing by means."""
    n, t = variance.shape
    rows, columns = np.ones(n), np.ones(t)
    for _ in range(SWEEPS):
        rows = np.array([t / sum(variance[i] * columns) for i in range(n)])
        columns = np.array([n / sum(variance[:, j] * rows) for j in range(t)])
    return np.sqrt(rows), np.sqrt(columns)


def without(matrix: Array, functions: list[Array], weights: Array, most: int) -> Array:
    """Return what least squares on the first functions leaves of each column."""
    design = np.column_stack(functions)[:, :most] * weights[:, None]
    design = design / np.linalg.norm(design, axis=0)
    return np.asarray(matrix - design @ np.linalg.lstsq(design, matrix, rcond=1e-6)[0])


def by_hand(model: LatentModel, scores: Scores) -> tuple[float, float, Array]:
    """Return both shares and the direction, with full decompositions in double precision."""
    seen = scores.observed.astype(float)
    n, t = seen.shape
    k, theta = model.n_axes, model.abilities
    expected = model.expected().astype(float)
    variance = model.variance().astype(float) * seen
    residual = (scores.values - expected) * seen
    residual = (residual - residual.sum(axis=0) / seen.sum(axis=0)) * seen
    steep_model = variance.sum(axis=1) / seen.sum(axis=1)
    steep_item = variance.sum(axis=0) / seen.sum(axis=0)
    gaussian = model.likelihood == "gaussian"
    one = np.ones(n)
    of_models = [one, *theta.T]
    if not gaussian:
        of_models += [steep_model, *(steep_model * axis for axis in theta.T)]
    of_models += [theta[:, a] * theta[:, b] for a in range(k) for b in range(a, k)]
    of_models += [np.clip(axis, -3, 3) ** 3 for axis in theta.T]
    level = model.items[:, k]
    share = (expected * seen).sum(axis=0) / seen.sum(axis=0)
    if gaussian:
        of_items = [np.ones(t), level, level**2]
    else:
        of_items = [np.ones(t), share, share**2]
        curved = [np.ones(t), level, level**2]
        of_items += [steep_item * function for function in curved]
    squared = residual**2
    softened = (squared + SOFTENING * squared.mean(axis=0)) * seen
    shares, direction = [], np.zeros(n)
    for size in (variance, softened):
        rows, columns = balanced(size)
        z = residual * np.outer(rows, columns)
        z = without(z, of_models, rows, n // 3)
        if k:
            z = without(z.T, of_items, columns, t // 6).T
        left, values, _ = np.linalg.svd(z)
        shares.append(float(values[0] ** 2 / (values**2).sum()))
        if len(shares) == 1:
            direction = left[:, 0] / rows
    return shares[0], shares[1], direction


@pytest.mark.parametrize("gaps", [0.0, 0.2])
@pytest.mark.parametrize("k", [0, 1, 2])
@pytest.mark.parametrize("likelihood", ["logistic", "gaussian"])
def test_plain_decomposition(likelihood: Likelihood, k: int, gaps: float) -> None:
    scores = board(likelihood, gaps=gaps)
    model = fitted(scores, k)
    found = residual_axis(model, scores)
    by_model, by_residual, direction = by_hand(model, scores)
    # single precision, and Gram matrices: shares to four digits
    assert found.by_model == pytest.approx(by_model, rel=2e-3)
    assert found.by_residual == pytest.approx(by_residual, rel=2e-3)
    assert abs(np.corrcoef(found.direction, direction)[0, 1]) > 0.999


@pytest.mark.parametrize(("n", "t"), [(160, 170), (170, 160)])
def test_the_iterative_solver_agrees_with_the_plain_one(n: int, t: int) -> None:
    scores = board("logistic", n=n, t=t)
    model = fitted(scores, 0)
    assert min(n, t) > leading.SMALL
    found = residual_axis(model, scores)
    by_model, by_residual, _ = by_hand(model, scores)
    assert found.by_model == pytest.approx(by_model, rel=2e-3)
    assert found.by_residual == pytest.approx(by_residual, rel=2e-3)


def test_a_second_ability_is_seen_and_gone_once_it_is_fitted() -> None:
    rng = np.random.default_rng(1)
    eta = 2.0 * rng.normal(size=(60, 2))[:, np.arange(80) % 2] - rng.normal(size=80)
    right = (eta + rng.logistic(size=eta.shape) > 0).astype(np.float32)
    scores = Scores(right, np.ones_like(right), "logistic")
    one, two = (residual_axis(fitted(scores, k), scores) for k in (1, 2))
    assert one.by_model > 1.5 * two.by_model
    assert one.by_residual > 1.5 * two.by_residual


def test_order_of_models_and_items_does_not_matter() -> None:
    scores = board("logistic", gaps=0.1)
    model = fitted(scores, 1)
    rng = np.random.default_rng(1)
    rows, columns = rng.permutation(36), rng.permutation(50)
    moved = replace(
        scores, values=scores.values[rows][:, columns], observed=scores.observed[rows][:, columns]
    )
    carried = replace(
        model,
        abilities=model.abilities[rows],
        ability_covariance=model.ability_covariance[rows],
        items=model.items[columns],
        item_covariance=model.item_covariance[columns],
        chance=model.chance[columns],
    )
    plain, other = residual_axis(model, scores), residual_axis(carried, moved)
    assert other.by_model == pytest.approx(plain.by_model, rel=1e-4)
    assert other.by_residual == pytest.approx(plain.by_residual, rel=1e-4)
    assert other.model_spread == pytest.approx(plain.model_spread, rel=1e-3)
    assert other.item_spread == pytest.approx(plain.item_spread, rel=1e-3)
    assert abs(np.corrcoef(plain.direction[rows], other.direction)[0, 1]) > 0.9999


def test_two_copies_have_little_spread_and_an_ability_much() -> None:
    rng = np.random.default_rng(2)
    ability, difficulty = rng.normal(size=(50, 1)), rng.normal(size=120)
    right = (2 * (ability - difficulty) + rng.logistic(size=(50, 120)) > 0).astype(np.float32)
    right[9] = right[31] = rng.random(120) < 0.5
    odd = Scores(right, np.ones_like(right), "logistic")
    found = residual_axis(fitted(odd, 1), odd)
    assert set(np.argsort(-np.abs(found.direction))[:2].tolist()) == {9, 31}
    assert found.model_spread < 0.1
    broad = board("logistic", n=50, t=120)
    assert residual_axis(fitted(broad, 1), broad).model_spread > 0.2


def test_spread_counts_who_carries_a_direction() -> None:
    assert _spread(np.full(16, 0.25)) == pytest.approx(1.0)
    assert _spread(np.eye(16)[3]) == pytest.approx(1.0 / 16.0)
    assert _spread(np.zeros(16)) == 0.0
