"""What every world owes: its name, its seed, its shapes, its options on the command line."""

import inspect
from collections.abc import Mapping
from typing import get_args

import numpy as np
import pytest

from parallaxis.cli_worlds import CHOICES, NAMES, WORDS
from parallaxis.errors import InputError
from parallaxis.worlds import WORLDS
from parallaxis.worlds.ability import Distribution
from parallaxis.worlds.curves import Link, Structure
from parallaxis.worlds.real import Form, Noise

REAL = ("factors", "unequal_models", "unequal_items")
BINARY = tuple(name for name in WORLDS if name not in REAL)
COINS = tuple(name for name in BINARY if name != "family_copies")
ALWAYS = {"n_models", "n_items", "seed", "accuracy"}
ACCURACY: Mapping[str, Mapping[str, object]] = {"shared_component": {"accuracy": (0.3, 0.8)}}


@pytest.mark.parametrize("name", WORLDS)
def test_same_seed_same_world(name: str) -> None:
    make = WORLDS[name]
    a, b, c = (make(n_models=12, n_items=30, seed=seed) for seed in (1, 1, 2))
    np.testing.assert_array_equal(a.board.values, b.board.values)
    assert a.board.data_hash == b.board.data_hash != c.board.data_hash
    assert (a.name, a.board.shape, a.expected.shape) == (name, (12, 30), (12, 30))
    assert a.board.scale == ("binary" if name in BINARY else "real")
    assert a.board.provenance.format == "simulation"
    assert a.board.provenance.sources == (f"simulated: {name}",)
    assert a.truth == b.truth
    assert a.board.n_missing == 0
    assert a.abilities.shape == (12, a.abilities.shape[1])
    assert a.loadings.shape == (30, a.abilities.shape[1])
    assert a.truth["axes"] == a.abilities.shape[1] or name == "shared_component"


@pytest.mark.parametrize("name", COINS)
def test_answers_are_coins_of_their_probabilities(name: str) -> None:
    world = WORLDS[name](n_models=60, n_items=200, seed=3)
    share = world.probabilities
    assert ((share >= 0.0) & (share <= 1.0)).all()
    z = (world.board.values - share).sum(axis=1) / np.sqrt((share * (1.0 - share)).sum(axis=1))
    assert np.abs(z).max() < 4.5  # 60 standard normal sums; beyond 4.5 once in 2,500 worlds
    assert (z**2).sum() == pytest.approx(60.0, abs=5.0 * np.sqrt(120.0))


@pytest.mark.parametrize("name", [name for name in WORLDS if name != "independent_noise"])
def test_latent_dimensionality_by_another_route(name: str) -> None:
    world = WORLDS[name](n_models=25, n_items=40, **ACCURACY.get(name, {}))
    covariance = np.cov(world.expected, rowvar=False)
    if not covariance.any():
        assert "latent_effective_dimensionality" not in world.truth
        return
    ed = np.trace(covariance) ** 2 / (covariance**2).sum()
    assert world.truth["latent_effective_dimensionality"] == pytest.approx(ed, rel=1e-10)


@pytest.mark.parametrize("name", WORLDS)
def test_sizes_and_seed_are_checked(name: str) -> None:
    for settings, message in (
        ({"n_models": 0}, "n_models is 0; pass a whole number of at least 1"),
        ({"n_items": 2.5}, "n_items is 2.5; pass a whole number"),
        ({"seed": -1}, "seed is -1"),
    ):
        with pytest.raises(InputError, match=message):
            WORLDS[name](**settings)


@pytest.mark.parametrize("name", [name for name in WORLDS if name != "release_drift"])
@pytest.mark.parametrize("shape", [(1, 1), (1, 7), (7, 1)])
def test_the_smallest_worlds_stand(name: str, shape: tuple[int, int]) -> None:
    assert WORLDS[name](n_models=shape[0], n_items=shape[1]).board.shape == shape


def test_the_command_line_knows_every_world_and_setting() -> None:
    assert tuple(WORLDS) == NAMES
    settings = {name: set(inspect.signature(WORLDS[name]).parameters) for name in NAMES}
    assert set(WORDS) | set(CHOICES) | ALWAYS == set().union(*settings.values())
    said: Mapping[str, str] = {
        name: words[0] for table in (WORDS, CHOICES) for name, words in table.items()
    }
    for setting, worlds in said.items():
        assert worlds.split(", ") == [name for name in NAMES if setting in settings[name]], setting


def test_the_command_line_offers_every_choice() -> None:
    assert {name: found[1] for name, found in CHOICES.items()} == {
        "structure": get_args(Structure),
        "link": get_args(Link),
        "ability_distribution": get_args(Distribution),
        "noise": get_args(Noise),
        "form": get_args(Form),
    }
