"""Simulated boards whose truth is known. They write out their own formulas and call no kernel."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from parallaxis.worlds.ability import one_ability
from parallaxis.worlds.dependence import item_testlets, random_answerers
from parallaxis.worlds.disguise import outlier_model, regraded_items, release_drift
from parallaxis.worlds.families import family_copies, family_effects
from parallaxis.worlds.gaps import with_gaps
from parallaxis.worlds.noise import independent_noise
from parallaxis.worlds.panel import shared_component
from parallaxis.worlds.real import factors
from parallaxis.worlds.several import abilities, bifactor, several_abilities
from parallaxis.worlds.uneven import unequal_items, unequal_models
from parallaxis.worlds.world import World

__all__ = [
    "WORLDS",
    "World",
    "abilities",
    "bifactor",
    "factors",
    "family_copies",
    "family_effects",
    "independent_noise",
    "item_testlets",
    "one_ability",
    "outlier_model",
    "random_answerers",
    "regraded_items",
    "release_drift",
    "several_abilities",
    "shared_component",
    "unequal_items",
    "unequal_models",
    "with_gaps",
]

WORLDS: Mapping[str, Callable[..., World]] = MappingProxyType(
    {
        make.__name__: make
        for make in (
            independent_noise,
            one_ability,
            abilities,
            several_abilities,
            bifactor,
            factors,
            shared_component,
            family_copies,
            family_effects,
            item_testlets,
            random_answerers,
            outlier_model,
            regraded_items,
            release_drift,
            unequal_models,
            unequal_items,
        )
    }
)
