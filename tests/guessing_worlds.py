"""Panels that guess, whose latent correlation is known, and answers on them with chosen numbers."""

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from parallaxis.analyses.guessing_answers import (
    CorrectedMember,
    CorrectedPair,
    GuessingCorrected,
)
from parallaxis.analyses.panel_parts import LeftOutMember
from parallaxis.answers import Estimate

Array = NDArray[np.float64]
MIXED = (0.2, 0.25, 0.5, 0.0)


def mixed_chance(rng: np.random.Generator, n_items: int) -> Array:
    """Chance levels of items with five, four and two options, and of free answers."""
    return rng.choice(MIXED, n_items)


def guessing_panel(
    rng: np.random.Generator,
    n_models: int,
    chance: Array,
    rho: float,
    *,
    margins: tuple[float, float] = (0.3, 0.95),
    missing: float = 0.0,
) -> Array:
    """One shared component among what models know; what they do not know they guess."""
    shape = (n_models, chance.size)
    knows = np.sqrt(rho) * rng.normal(size=chance.size) + np.sqrt(1 - rho) * rng.normal(size=shape)
    known = knows < ndtri(rng.uniform(*margins, size=(n_models, 1)))
    right = np.where(known | (rng.random(shape) < chance), 1.0, 0.0)
    return np.where(rng.random(shape) < missing, np.nan, right)


BY_HAND = GuessingCorrected(
    chance_mean=0.25,
    chance_range=(0.25, 0.25),
    n_members=5,
    left_out=(LeftOutMember("dud", "right on 24.0 % of its items"),),
    n_pairs=10,
    n_boundary=2,
    n_uninformative=1,
    n_undefined=0,
    mean_correlation=Estimate(0.5, (0.45, 0.55)),
    n_eff=Estimate(5 / 3, (1.56, 1.79)),
    plain_correlation=0.32,
    plain_n_eff=5 / 2.28,
    members=(CorrectedMember("a", 0.7, 0.6, 0.5), CorrectedMember("b", 0.6, 0.46667, 0.5)),
    listed_pairs=(
        CorrectedPair("a", "b", 1.0, float("nan"), 0.7, 200),
        CorrectedPair("a", "c", 0.6, 0.05, 0.4, 190),
    ),
    level=0.95,
)
