"""Noise, one ability, unrelated abilities, a panel: their truth by other formulas."""

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import multivariate_normal, norm

from parallaxis.errors import InputError
from parallaxis.worlds import (
    abilities,
    independent_noise,
    one_ability,
    shared_component,
)

Array = NDArray[np.float64]


def test_noise_has_no_axis_and_no_latent_dimensionality() -> None:
    world = independent_noise(n_models=10, n_items=50)
    assert dict(world.truth) == {"axes": 0.0}
    assert (world.probabilities == world.probabilities[0]).all()
    assert 0.1 <= world.probabilities.min() <= world.probabilities.max() <= 0.9


@pytest.mark.parametrize(("spread", "chance"), [(0.0, 0.0), (0.4, 0.0), (0.4, 0.25)])
def test_one_ability_is_the_logistic_model_of_its_item_parameters(
    spread: float, chance: float
) -> None:
    world = one_ability(
        n_models=30, n_items=80, discrimination_spread=spread, chance=chance, seed=4
    )
    a, b, c = (
        np.array(world.board.metadata("item", column))
        for column in ("discrimination", "difficulty", "chance")
    )
    knows = (world.probabilities - c) / (1.0 - c)
    ability = np.log(knows / (1.0 - knows)) / a + b  # the same for all items of a model
    np.testing.assert_allclose(ability, np.repeat(ability[:, :1], 80, axis=1), atol=1e-8)
    assert (a == 1.0).all() == (spread == 0.0)
    assert (c == chance).all()
    assert world.probabilities.min() > chance
    assert world.truth["axes"] == 1.0
    # 30 abilities and 80 difficulties: four standard errors of their means and spreads
    assert ability[:, 0].std() == pytest.approx(1.0, abs=4.0 / np.sqrt(60.0))
    assert b.std() == pytest.approx(1.2, abs=4.0 * 1.2 / np.sqrt(160.0))


def test_abilities_ask_for_one_ability_an_item() -> None:
    world = abilities(k=3, n_models=400, n_items=60, loading=0.8, seed=5)
    groups = np.array(world.board.metadata("item", "group"))
    assert list(dict.fromkeys(groups)) == ["ability 1", "ability 2", "ability 3"]
    latent = np.asarray(norm.ppf(world.probabilities))
    between = np.asarray(np.corrcoef(latent.T))
    same = groups[:, None] == groups[None, :]
    np.testing.assert_allclose(between[same], 1.0, atol=1e-6)
    assert np.abs(between[~same]).max() < 4.5 / np.sqrt(400.0)  # unrelated: error of r is 1/√N
    slope = latent.std(axis=0).mean()  # λ/√(1 − λ²) times the spread of 400 abilities
    assert slope == pytest.approx(0.8 / 0.6, rel=4.0 / np.sqrt(800.0 * 3.0))
    assert world.truth["axes"] == 3.0


@pytest.mark.parametrize("correlation", [0.0, 0.3, 0.7])
def test_shared_component_has_its_tetrachoric_correlation(correlation: float) -> None:
    world = shared_component(
        n_models=3, n_items=40_000, correlation=correlation, accuracy=(0.3, 0.8), seed=6
    )
    threshold = norm.ppf(np.linspace(0.3, 0.8, 3))
    p = world.probabilities
    error = p.std(axis=1).max() / np.sqrt(40_000)
    np.testing.assert_allclose(p.mean(axis=1), [0.3, 0.55, 0.8], atol=4.0 * error)
    for i, j in ((0, 1), (0, 2), (1, 2)):
        both = p[i] * p[j]  # independent given the component
        law = multivariate_normal([0.0, 0.0], [[1.0, correlation], [correlation, 1.0]])
        expected = law.cdf([threshold[i], threshold[j]])
        assert both.mean() == pytest.approx(expected, abs=4.0 * both.std() / 200.0 + 1e-6)


def test_shared_component_votes_are_kish() -> None:
    for n, rho in ((9, 0.5), (9, 0.0), (2, 0.9), (1, 0.4)):
        world = shared_component(n_models=n, n_items=20, correlation=rho)
        assert world.truth["effective_votes"] == pytest.approx(n / (1.0 + (n - 1) * rho))
        assert world.truth["latent_correlation"] == rho
    assert shared_component(n_items=20).truth["axes"] == 0.0
    assert shared_component(n_items=20, accuracy=(0.4, 0.6)).truth["axes"] == 1.0


@pytest.mark.parametrize(
    ("make", "settings", "message"),
    [
        (one_ability, {"chance": 1.0}, "chance is 1.0; pass a number from 0 to below 1"),
        (abilities, {"k": 0}, "k is 0; pass a whole number of at least 1"),
        (abilities, {"loading": 1.0}, "loading is 1.0; pass a number strictly between 0 and 1"),
        (shared_component, {"correlation": 1.0}, "correlation is 1.0"),
        (shared_component, {"accuracy": (0.0, 0.5)}, "accuracy is 0.0; pass a number strictly"),
        (shared_component, {"accuracy": (0.2, 0.5, 0.8)}, "pass the lowest and the highest"),
    ],
)
def test_settings_are_checked(make: object, settings: dict[str, object], message: str) -> None:
    assert callable(make)
    with pytest.raises(InputError, match=message):
        make(**settings)
