"""The sign-flip null against enumeration, against another way to compute it, and on true worlds."""

from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import binom

from oracle_files import oracle_board
from parallaxis.kernels import draws
from parallaxis.kernels.parallel_analysis import parallel_analysis, reached
from parallaxis.kernels.scaling import standardise
from parallaxis.kernels.sign_flip import (
    QUIETEST,
    ROUNDS,
    about_weighted_mean,
    sign_flip_null,
    sign_flipped,
)
from parallaxis.kernels.spectrum import eigenvalues

Array = NDArray[np.float64]


def test_sizes_stay_and_signs_are_fair_and_unrelated() -> None:
    scores = np.random.default_rng(0).normal(size=(13, 7))
    scores[3, 2] = 0.0
    flip = sign_flipped(scores)
    times = 4000
    signs = np.empty((times, scores.size))
    for number in range(times):
        flipped = flip(np.random.default_rng(number))
        np.testing.assert_array_equal(np.abs(flipped), np.abs(scores))
        signs[number] = np.sign(flipped * scores).ravel()
    alive = signs[:, scores.ravel() != 0.0]
    products = alive.T @ alive / times
    np.fill_diagonal(products, 0.0)
    # means of ±1 have the standard error 1/√times; the largest of some 4,000 stays below 5 of them
    assert np.abs(alive.mean(axis=0)).max() < 5.0 / np.sqrt(times)
    assert np.abs(products).max() < 5.0 / np.sqrt(times)


def whole(scores: Array) -> NDArray[np.bool_]:
    """Return a mask without gaps."""
    return np.ones(scores.shape, bool)


def weighted_mean_by_hand(scores: Array) -> Array:
    """Return item means with weights 1/noise, model by model and item by item."""
    n_models, n_items = scores.shape
    means = np.zeros(n_items)
    for _ in range(ROUNDS):
        noise = [float(np.mean([(scores[i, t] - means[t]) ** 2 for t in range(n_items)]))
                 for i in range(n_models)]  # fmt: skip
        floor = QUIETEST * float(np.mean(noise))
        weights = [1.0 / max(one, floor) for one in noise]
        means = np.array(
            [sum(w * scores[i, t] for i, w in enumerate(weights)) for t in range(n_items)]
        ) / sum(weights)
    return means


def largest_of(flipped: Array) -> float:
    """Return the largest eigenvalue of the correlation of a board, by an SVD."""
    moved = flipped - flipped.mean(axis=0)
    spread = moved.std(axis=0)
    moved = moved / np.where(spread > 0.0, spread, 1.0)
    return float(np.linalg.svd(moved, compute_uv=False)[0] ** 2 / len(moved))


def test_weighted_means_of_a_plain_twin() -> None:
    rng = np.random.default_rng(6)
    scores = standardise(rng.normal(size=(12, 5)) * np.exp(rng.normal(size=(12, 1))))
    expected = scores - weighted_mean_by_hand(scores)
    np.testing.assert_allclose(about_weighted_mean(scores, whole(scores)), expected, rtol=1e-9)


def test_weighted_means_skip_gaps() -> None:
    rng = np.random.default_rng(7)
    full = standardise(rng.normal(size=(200, 6)))
    observed = rng.random(full.shape) < 0.7
    moved = about_weighted_mean(np.where(observed, full, 0.0), observed)
    assert (moved[~observed] == 0.0).all()
    alone = about_weighted_mean(full[:, :1] * observed[:, :1], observed[:, :1])
    assert (alone[~observed[:, 0]] == 0.0).all()


def test_share_of_all_sign_patterns() -> None:
    values = np.array([[1.0, 3.0, 0.0], [0.0, 1.0, 2.0], [2.0, 0.5, 0.0], [0.3, 0.0, 1.0]])
    scores = standardise(values)
    sizes = scores - weighted_mean_by_hand(scores)
    observed = eigenvalues(scores)
    every = [
        largest_of(np.array(signs).reshape(4, 3) * sizes) for signs in product((-1, 1), repeat=12)
    ]
    exact = float((np.array(every) >= observed[0] * (1.0 - 1e-9)).mean())
    found = sign_flip_null(scores, whole(scores))
    share = reached(found.null, observed)[0] / len(found.null)
    error = np.sqrt(exact * (1.0 - exact) / len(found.null))
    assert share == pytest.approx(exact, abs=4.0 * error)


def test_quantiles_of_a_plain_twin() -> None:
    scores = standardise(oracle_board("pa_cont_k1")[:60])
    sizes = scores - weighted_mean_by_hand(scores)
    rng = np.random.default_rng(5)
    twin = np.array([largest_of(sizes * rng.choice([-1.0, 1.0], sizes.shape)) for _ in range(400)])
    null = sign_flip_null(scores, whole(scores)).null[:, 0]
    error = np.sqrt(twin.var() / 400 + null.var() / len(null))
    assert abs(null.mean() - twin.mean()) < 4.0 * error
    # the standard error of a 95 % quantile is 2.1 standard deviations over √draws
    assert abs(np.quantile(null, 0.95) - np.quantile(twin, 0.95)) < 4.0 * 2.1 * error


def test_models_of_unequal_noise_do_not_mislead_it() -> None:
    scores = standardise(oracle_board("pa_hetero_k0"))
    assert parallel_analysis(scores, np.ones(scores.shape, bool)).k == 6
    found = sign_flip_null(scores, whole(scores))
    assert (found.k_top_edge, found.k_top_edge_range) == (0, (0, 0))


@pytest.mark.parametrize("k", [0, 1, 2, 3, 6])
def test_true_number_of_factors(k: int) -> None:
    scores = standardise(oracle_board(f"pa_cont_k{k}"))
    found = sign_flip_null(scores, whole(scores))
    assert (found.k, found.k_range) == (found.k_top_edge, found.k_top_edge_range) == (k, (k, k))


def noise(world: str, rng: np.random.Generator) -> Array:
    """Return a board without any axis."""
    if world == "normal":
        return rng.normal(size=(60, 40))
    if world == "unequal":
        return np.exp(rng.normal(size=(60, 1))) * rng.normal(size=(60, 40))
    return (rng.random((60, 40)) < rng.uniform(0.1, 0.9, 40)).astype(float)


@pytest.mark.parametrize("world", ["normal", "unequal", "binary"])
def test_false_alarms_at_the_nominal_rate(world: str) -> None:
    boards = 60
    alarms = 0
    for seed in range(boards):
        board = noise(world, np.random.default_rng(seed))
        board = board[:, board.std(axis=0) > 0.0]
        found = sign_flip_null(standardise(board), whole(board), max_draws=200, seed=seed)
        alarms += found.k_top_edge > 0
    # estimated means and skewed scores make the law approximate: 4 to 8 % were measured
    assert alarms <= binom.ppf(0.999, boards, 0.07)


def test_missing_cells_stay_0() -> None:
    values = oracle_board("pa_cont_k2").copy()
    values[np.random.default_rng(0).random(values.shape) < 0.2] = np.nan
    scores = standardise(values)
    flipped = sign_flipped(scores)(np.random.default_rng(0))
    assert (flipped[np.isnan(values)] == 0.0).all()
    assert sign_flip_null(scores, ~np.isnan(values), max_draws=300).k == 2


def test_same_for_any_number_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    nulls = []
    for cores in (1, 2):
        monkeypatch.setattr(draws, "available_cores", lambda cores=cores: cores)
        scores = standardise(oracle_board("pa_cont_k1"))
        nulls.append(sign_flip_null(scores, whole(scores), max_draws=40).null)
    np.testing.assert_array_equal(nulls[0], nulls[1])
