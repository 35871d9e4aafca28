"""Does breadth recover the effective dimensionality of worlds where it is known?"""

import numpy as np
import pytest
from numpy.typing import NDArray

from parallaxis.analyses.breadth_parts import ShuffledNull, intervals, shuffled_null
from parallaxis.answers import NotAnswered
from parallaxis.ingredients import Ingredients
from parallaxis.kernels.nulls import shuffled_moments
from parallaxis.kernels.resample import jackknife_models
from parallaxis.kernels.scaling import prepare
from parallaxis.kernels.spectrum import effective_dimensionality
from parallaxis.matrix import ScoreMatrix
from parallaxis.worlds import independent_noise, one_ability

Array = NDArray[np.float64]


SETTINGS = {"centring": "item", "scaling": "none", "level": 0.95, "draws": 20}


@pytest.mark.parametrize("spectrum", [[1.0] * 5, [9.0, 4.0, 1.0, 1.0], [100.0, 1.0, 1.0, 1.0, 1.0]])
def test_many_models_recover_the_population(spectrum: list[float]) -> None:
    rng = np.random.default_rng(0)
    root = np.linalg.qr(rng.normal(size=(len(spectrum), len(spectrum))))[0] * np.sqrt(spectrum)
    scores = rng.normal(size=(4000, len(spectrum))) @ root.T
    truth = sum(spectrum) ** 2 / sum(value**2 for value in spectrum)
    found = effective_dimensionality(prepare(scores))
    error = jackknife_models(prepare(scores), np.arange(4000)).log_standard_error
    bias = len(spectrum) / 4000  # of order T/N, from the noise in 'covariances that are zero'
    assert np.log(found) == pytest.approx(np.log(truth), abs=4.0 * error + bias)


def test_interval_over_models_covers_the_population() -> None:
    rng = np.random.default_rng(1)
    loadings = rng.uniform(0.5, 1.0, (1, 6))
    covariance = loadings.T @ loadings + 0.25 * np.eye(6)
    truth = np.trace(covariance) ** 2 / (covariance**2).sum()
    covered = 0
    for _ in range(60):
        scores = rng.normal(size=(120, 1)) @ loadings + 0.5 * rng.normal(size=(120, 6))
        centred = prepare(scores)
        found, _ = intervals(
            ScoreMatrix.from_array(scores),
            centred,
            effective_dimensionality(centred),
            bound=6.0,
            settings=SETTINGS,
            seed=0,
        )
        assert not isinstance(found, NotAnswered)
        covered += found[0] <= truth <= found[1]
    # 60 intervals at 95 %: fewer than 50 happens once in 2,000 runs
    assert covered >= 50


@pytest.mark.parametrize("shape", [(30, 60), (60, 30), (100, 12)])
def test_noise_lies_within_its_shuffled_null(shape: tuple[int, int]) -> None:
    inside = 0
    for seed in range(40):
        shared = Ingredients(
            independent_noise(n_models=shape[0], n_items=shape[1], seed=seed).board
        )
        null = shuffled_null(shared, shared.centred, SETTINGS, 0, None)
        assert isinstance(null, ShuffledNull)
        low, high = null.interval
        inside += low <= effective_dimensionality(shared.centred) <= high
    assert inside >= 33  # 40 at 95 %: fewer than 33 happens once in 2,000 runs


@pytest.mark.parametrize(("n_models", "n_items", "published"), [(60, 500, 26.0), (200, 1000, 34.0)])
def test_one_ability_of_right_and_wrong_shows_a_large_number(
    n_models: int, n_items: int, published: float
) -> None:
    found, latent, nulls = [], [], []
    for seed in range(4):
        world = one_ability(n_models=n_models, n_items=n_items, seed=seed)
        centred = prepare(world.board.values)
        found.append(effective_dimensionality(centred))
        latent.append(world.truth["latent_effective_dimensionality"])
        nulls.append(shuffled_moments(centred, np.ones(centred.shape, bool)))
    # boards of this world scatter by a tenth about their mean (their abilities do), the mean of
    # four by a twentieth; four standard errors
    assert np.mean(found) == pytest.approx(published, rel=0.2)
    assert max(latent) < 1.3
    assert min(null.effective_dimensionality for null in nulls) > max(found)


def test_a_saturating_ability_is_one_direction_without_its_noise() -> None:
    world = one_ability(n_models=60, n_items=300, seed=2)
    truth = world.truth["latent_effective_dimensionality"]
    found = effective_dimensionality(prepare(world.probabilities))
    assert found == pytest.approx(truth, rel=1e-10)
