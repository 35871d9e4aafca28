"""Items and their response curves: how the probability of a right answer grows with ability."""

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from parallaxis import _checks
from parallaxis.worlds import limits
from parallaxis.worlds.world import Array

Link = Literal["logistic", "cloglog"]
Structure = Literal["simple", "dense"]


@dataclass(frozen=True, eq=False)
class Items:
    """Difficulty and discrimination of items, both of shape (n_items,)."""

    difficulty: Array
    discrimination: Array


def draw_items(
    rng: np.random.Generator,
    n_items: int,
    *,
    discrimination: float,
    discrimination_spread: float,
    difficulty_spread: float,
    difficulty_shift: float = 0.0,
) -> Items:
    """Draw b ~ N(shift, spread²) and a = discrimination · exp(spread · z)."""
    level = limits.above_zero("discrimination", discrimination)
    spread = limits.at_least_zero("discrimination_spread", discrimination_spread)
    width = limits.at_least_zero("difficulty_spread", difficulty_spread)
    difficulty = rng.normal(limits.finite("difficulty_shift", difficulty_shift), width, n_items)
    return Items(difficulty, level * np.exp(rng.normal(0.0, spread, n_items)))


def usual_items(rng: np.random.Generator, n_items: int) -> Items:
    """Draw a = 1.5 · exp(.4 z) and b ~ N(0, 2²): the items of every world of dependence."""
    return draw_items(
        rng, n_items, discrimination=1.5, discrimination_spread=0.4, difficulty_spread=2.0
    )


def directions(
    rng: np.random.Generator, n_items: int, k: int, structure: Structure
) -> tuple[Array, NDArray[np.intp]]:
    """Return each item's unit vector over k abilities, and the ability it asks for most."""
    _checks.choice("structure", structure, get_args(Structure))
    if structure == "simple" or k <= 1:
        asked = np.arange(n_items) % max(k, 1)
        return np.asarray(np.eye(max(k, 1))[asked][:, :k]), asked
    drawn = rng.standard_normal((n_items, k))
    unit = drawn / np.linalg.norm(drawn, axis=1, keepdims=True)
    return unit, np.abs(unit).argmax(axis=1)


def correlated(rng: np.random.Generator, n_models: int, k: int, correlation: float) -> Array:
    """Draw k standard normal abilities of which every pair has one correlation."""
    limits.share("correlation", correlation)
    own = rng.standard_normal((n_models, k))
    common = rng.standard_normal((n_models, 1))
    return np.asarray(np.sqrt(correlation) * common + np.sqrt(1.0 - correlation) * own)


def curve(x: Array, *, link: Link = "logistic", chance: float = 0.0, slip: float = 0.0) -> Array:
    """Return c + (1 − c − s) F(x), with F logistic or 1 − exp(−eˣ)."""
    limits.asymptotes(chance, slip)
    _checks.choice("link", link, get_args(Link))
    if link == "cloglog":
        knows = -np.expm1(-np.exp(np.clip(x, -700.0, 50.0)))
    else:
        knows = 1.0 / (1.0 + np.exp(-np.clip(x, -700.0, 700.0)))
    return np.asarray(chance + (1.0 - chance - slip) * knows)


def normal_cdf(x: Array) -> Array:
    """Return Φ(x)."""
    from scipy.special import ndtr  # noqa: PLC0415 - needed by a few worlds only

    return np.asarray(ndtr(x))


def normal_quantile(p: Array) -> Array:
    """Return Φ⁻¹(p)."""
    from scipy.special import ndtri  # noqa: PLC0415 - needed by one world only

    return np.asarray(ndtri(p))
