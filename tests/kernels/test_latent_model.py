"""One sweep of the latent model against plain loops, and what every sweep must leave alone."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from parallaxis.kernels import latent_sweep
from parallaxis.kernels.latent_model import LatentModel, Likelihood, Scores, second_moment
from parallaxis.kernels.latent_sweep import (
    CHANCE_WEIGHT,
    FIRM,
    LEAST_SLOPE,
    SLACK,
    begin,
    locate,
    sweep,
    unshrunk,
    with_axis,
)

Array = NDArray[np.float64]
SINGLE = 2e-4  # products of a few dozen terms in single precision, relative to values near 1


def scores_of(likelihood: Likelihood, *, gaps: float = 0.2, n: int = 12, t: int = 17) -> Scores:
    """Return a small board with missing cells."""
    rng = np.random.default_rng(5)
    eta = rng.normal(size=(n, 2)) @ rng.normal(1.0, 0.7, size=(2, t)) + rng.normal(size=t)
    noise = rng.logistic(size=(n, t))
    values = (eta + noise > 0).astype(float) if likelihood == "logistic" else eta + noise
    observed = (rng.random((n, t)) >= gaps).astype(np.float32)
    return Scores((values * observed).astype(np.float32), observed, likelihood)


def started(scores: Scores, k: int, *, chance: float = 0.0) -> LatentModel:
    """Return a model after two sweeps, so that no part of it is at its start."""
    n, t = scores.values.shape
    start = np.random.default_rng(3).normal(size=(n, k))
    model = begin(scores, start, np.full(t, chance))
    return sweep(sweep(model, scores), scores)


def moments_by_hand(model: LatentModel, i: int, j: int) -> tuple[Array, Array, Array, Array]:
    """Return the means and second moments of one model's [θ, 1] and one item's [b, d]."""
    k = model.n_axes
    held = np.append(model.abilities[i], 1.0)
    outer = np.outer(held, held)
    outer[:k, :k] += model.ability_covariance[i]
    item = model.items[j]
    return held, outer, item, np.outer(item, item) + model.item_covariance[j]


def sigma(x: float) -> float:
    """Return the logistic curve."""
    return float(1.0 / (1.0 + np.exp(-x)))


def cell(
    model: LatentModel, scores: Scores, i: int, j: int, *, averaged: bool
) -> tuple[float, float]:
    """Return precision and pull of one cell as the notes of ``sweep``, or ``unshrunk``, say."""
    if not scores.observed[i, j]:
        return 0.0, 0.0
    value = float(scores.values[i, j])
    if model.likelihood == "gaussian":
        precision = 1.0 / float(model.model_noise[i] * model.item_noise[j])
        return precision, precision * value
    held, outer, item, item_outer = moments_by_hand(model, i, j)
    mean = float(held @ item)
    squared = float((outer * item_outer).sum())
    chance = float(model.chance[j])
    if model.chance.any():
        knows = sigma(mean)
        value *= knows / (chance + (1.0 - chance) * knows)
    if not averaged:
        return float(np.tanh(np.sqrt(squared) / 2.0) / (2.0 * np.sqrt(squared))), value - 0.5
    scale = 1.0 / np.sqrt(1.0 + np.pi / 8.0 * max(squared - mean**2, 0.0))
    share = sigma(mean * scale)
    precision = float(scale * (share * (1.0 - share) + float(LEAST_SLOPE)))
    return precision, precision * mean + value - share


def swept_by_hand(
    model: LatentModel, scores: Scores, *, averaged: bool = False
) -> tuple[Array, Array]:
    """Return abilities and items after one sweep, before they are brought to unit scale."""
    n, t = scores.values.shape
    k = model.n_axes
    cells = [[cell(model, scores, i, j, averaged=averaged) for j in range(t)] for i in range(n)]
    abilities, covariance = np.zeros((n, k)), np.zeros((n, k, k))
    for i in range(n):
        inner, towards = np.eye(k), np.zeros(k)
        for j in range(t):
            precision, pull = cells[i][j]
            _, _, item, outer = moments_by_hand(model, i, j)
            inner += precision * outer[:k, :k]
            towards += pull * item[:k] - precision * outer[:k, k]
        covariance[i] = np.linalg.inv(inner)
        abilities[i] = covariance[i] @ towards
    model = replace(model, abilities=abilities, ability_covariance=covariance)
    slack = np.diag([SLACK[model.likelihood] if k >= 2 else FIRM] * k + [FIRM])
    prior = np.cov(model.items.T, bias=True) + model.item_covariance.mean(axis=0) + slack
    firm = np.linalg.inv(prior)
    items = np.zeros((t, k + 1))
    for j in range(t):
        inner, towards = firm.copy(), firm @ model.items.mean(axis=0)
        for i in range(n):
            precision, pull = cells[i][j]
            held, outer, _, _ = moments_by_hand(model, i, j)
            inner += precision * outer
            towards += pull * held
        items[j] = np.linalg.inv(inner) @ towards
    return abilities, items


@pytest.mark.parametrize("k", [1, 2])
@pytest.mark.parametrize(
    ("likelihood", "chance"), [("logistic", 0.0), ("logistic", 0.25), ("gaussian", 0.0)]
)
def test_a_sweep_is_that_of_plain_loops(likelihood: Likelihood, chance: float, k: int) -> None:
    scores = scores_of(likelihood)
    model = started(scores, k, chance=chance)
    abilities, items = swept_by_hand(model, scores)
    after = sweep(model, scores)
    # the rescaling changes units, not what is expected of a cell nor the order along an axis
    np.testing.assert_allclose(
        after.linear(), abilities @ items[:, :k].T + items[:, k], atol=10 * SINGLE
    )
    centred = abilities - abilities.mean(axis=0)
    turn = np.linalg.lstsq(centred, after.abilities, rcond=None)[0]
    np.testing.assert_allclose(after.abilities, centred @ turn, atol=10 * SINGLE)


@pytest.mark.parametrize("k", [1, 2])
@pytest.mark.parametrize("chance", [0.0, 0.25])
def test_a_sweep_without_shrinkage_is_that_of_plain_loops(chance: float, k: int) -> None:
    scores = scores_of("logistic")
    model = started(scores, k, chance=chance)
    abilities, items = swept_by_hand(model, scores, averaged=True)
    after = unshrunk(model, scores, sweeps=1)
    np.testing.assert_allclose(
        after.linear(), abilities @ items[:, :k].T + items[:, k], atol=10 * SINGLE
    )
    assert unshrunk(model, scores, sweeps=0) is model


@pytest.mark.parametrize("likelihood", ["logistic", "gaussian"])
@pytest.mark.parametrize("k", [1, 2, 3])
def test_abilities_come_out_standardised(likelihood: Likelihood, k: int) -> None:
    model = started(scores_of(likelihood), k)
    second = model.abilities.T @ model.abilities / 12 + model.ability_covariance.mean(axis=0)
    np.testing.assert_allclose(model.abilities.mean(axis=0), 0.0, atol=1e-12)
    np.testing.assert_allclose(second, np.eye(k), atol=1e-10)


def test_rescaling_changes_no_cell() -> None:
    scores = scores_of("logistic")
    model = started(scores, 2)
    stretched = replace(
        model,
        abilities=3.0 * model.abilities + 0.7,
        ability_covariance=9.0 * model.ability_covariance,
    )
    back = latent_sweep._rescaled(stretched)
    np.testing.assert_allclose(back.linear(), stretched.linear(), atol=SINGLE * 10)
    np.testing.assert_allclose(second_moment(back), second_moment(stretched), rtol=1e-3, atol=1e-3)


def test_second_moments_cell_by_cell() -> None:
    model = started(scores_of("logistic"), 2)
    found = second_moment(model)
    for i in (0, 5, 11):
        for j in (0, 8, 16):
            _, outer, _, item_outer = moments_by_hand(model, i, j)
            assert found[i, j] == pytest.approx((outer * item_outer).sum(), rel=1e-4)


@pytest.mark.parametrize("likelihood", ["logistic", "gaussian"])
def test_order_of_models_and_items_is_only_carried_along(likelihood: Likelihood) -> None:
    scores = scores_of(likelihood)
    rng = np.random.default_rng(9)
    rows, columns = rng.permutation(12), rng.permutation(17)
    moved = replace(
        scores,
        values=scores.values[rows][:, columns],
        observed=scores.observed[rows][:, columns],
    )
    model = started(scores, 2)
    start = np.random.default_rng(3).normal(size=(12, 2))[rows]
    other = sweep(sweep(begin(moved, start, np.zeros(17)), moved), moved)
    np.testing.assert_allclose(other.linear(), model.linear()[rows][:, columns], atol=1e-3)
    np.testing.assert_allclose(other.item_noise, model.item_noise[columns], rtol=1e-3)
    np.testing.assert_allclose(other.model_noise, model.model_noise[rows], rtol=1e-3)


def test_noise_is_that_of_plain_loops() -> None:
    scores = scores_of("gaussian")
    before = started(scores, 1)
    squares = np.zeros((12, 17))
    for i in range(12):
        for j in range(17):
            held, outer, item, item_outer = moments_by_hand(before, i, j)
            mean = float(held @ item)
            loose = float((outer * item_outer).sum()) - mean**2
            squares[i, j] = scores.observed[i, j] * ((scores.values[i, j] - mean) ** 2 + loose)
    after = latent_sweep._noise(before, scores)
    by_item = (squares / before.model_noise[:, None]).sum(axis=0)
    counts = scores.observed.sum(axis=0)
    item_noise = (by_item + by_item.sum() / counts.sum()) / (counts + 1.0)
    by_model = (squares / item_noise).sum(axis=1)
    model_noise = (by_model + 10.0) / (scores.observed.sum(axis=1) + 10.0)
    product = np.outer(after.model_noise, after.item_noise)
    np.testing.assert_allclose(product, np.outer(model_noise, item_noise), rtol=1e-3)
    assert np.log(after.model_noise).mean() == pytest.approx(0.0, abs=1e-9)


def test_chance_of_an_item_is_drawn_towards_that_of_the_board() -> None:
    scores = scores_of("logistic")
    model = started(scores, 1, chance=0.2)
    after = sweep(model, scores, estimate_chance=True)
    guessed, unknown = np.zeros(17), np.zeros(17)
    for i in range(12):
        for j in range(17):
            knows = sigma(float(model.linear()[i, j]))
            known = scores.values[i, j] * knows / (0.2 + 0.8 * knows)
            guessed[j] += scores.observed[i, j] * (scores.values[i, j] - known)
            unknown[j] += scores.observed[i, j] * (1.0 - known)
    pooled = guessed.sum() / unknown.sum()
    level = (guessed + CHANCE_WEIGHT * pooled) / (unknown + CHANCE_WEIGHT)
    np.testing.assert_allclose(after.chance, level, rtol=1e-3)
    assert (np.abs(after.chance - pooled) <= np.abs(guessed / unknown - pooled) + 1e-6).all()


@pytest.mark.parametrize("likelihood", ["logistic", "gaussian"])
def test_a_model_or_item_without_scores_stays_at_the_prior(likelihood: Likelihood) -> None:
    scores = scores_of(likelihood)
    observed = scores.observed.copy()
    observed[4], observed[:, 6] = 0.0, 0.0
    gapped = replace(scores, values=scores.values * observed, observed=observed)
    model = started(gapped, 1)
    precision, pull, _ = latent_sweep._working(model, gapped, estimate_chance=False)
    abilities = latent_sweep._abilities(model, precision, pull)
    assert abilities.abilities[4].tolist() == [0.0]
    assert abilities.ability_covariance[4].tolist() == [[1.0]]
    items = latent_sweep._items(model, precision, pull)
    np.testing.assert_allclose(items.items[6], model.items.mean(axis=0), rtol=1e-9)


@pytest.mark.parametrize("likelihood", ["logistic", "gaussian"])
def test_gaps_hold_whatever_is_written_in_them(likelihood: Likelihood) -> None:
    scores = scores_of(likelihood)
    model = started(scores, 1)
    filled = replace(scores, values=scores.values + 7.0 * (1.0 - scores.observed))
    if likelihood == "logistic":
        np.testing.assert_array_equal(sweep(model, filled).items, sweep(model, scores).items)
    else:  # the Gaussian pull is precision times value, and the precision of a gap is 0
        np.testing.assert_allclose(sweep(model, filled).items, sweep(model, scores).items)


def test_models_of_the_fit_are_located_where_the_fit_has_them() -> None:
    scores = scores_of("logistic", n=30, t=60)
    model = begin(scores, np.random.default_rng(3).normal(size=(30, 1)))
    for _ in range(200):
        model = sweep(model, scores)
    found = locate(model, scores, sweeps=60)
    assert found.n_axes == 1
    # the fit ends every sweep with a rescaling; at rest both are the same fixed point
    np.testing.assert_allclose(found.abilities, model.abilities, atol=0.01)
    alone = replace(scores, values=scores.values[7:8], observed=scores.observed[7:8])
    np.testing.assert_allclose(
        locate(model, alone, sweeps=60).abilities, found.abilities[7:8], atol=1e-4
    )


def test_a_new_axis_starts_along_its_direction() -> None:
    scores = scores_of("logistic")
    one = started(scores, 1)
    direction = np.random.default_rng(8).normal(size=12)
    wider = with_axis(one, scores, direction)
    assert wider.n_axes == 2
    span = np.column_stack([np.ones(12), one.abilities, direction])
    kept = span @ np.linalg.lstsq(span, wider.abilities, rcond=None)[0]
    np.testing.assert_allclose(kept, wider.abilities, atol=1e-9)
    assert with_axis(one, scores, np.ones(12)).n_axes == 2  # nothing to start along: no error


def test_chance_lifts_the_floor_of_what_is_expected() -> None:
    model = replace(started(scores_of("logistic"), 1), chance=np.full(17, 0.25))
    share = model.expected()
    plain = replace(model, chance=np.zeros(17)).expected()
    np.testing.assert_allclose(share, 0.25 + 0.75 * plain, rtol=1e-5)
    np.testing.assert_allclose(model.variance(), share * (1 - share), rtol=1e-4)
