"""Boards of several abilities, right or wrong."""

import numpy as np

from parallaxis import _checks
from parallaxis.worlds import limits
from parallaxis.worlds.curves import (
    Structure,
    correlated,
    curve,
    directions,
    draw_items,
    normal_cdf,
)
from parallaxis.worlds.world import Known, World, answered, generator


def abilities(
    *, k: int = 2, n_models: int = 60, n_items: int = 500, loading: float = 0.75, seed: int = 0
) -> World:
    """What does a board of k unrelated abilities look like, each item asking for one of them?

    Item t is right where λ θ_i,(t mod k) + √(1 − λ²) ε > τ_t with normal θ, ε and τ ~ N(0, ½).

    Parameters
    ----------
    k : int, default 2
        Number of abilities; item groups ``ability 1`` … ``ability k``.
    n_models, n_items : int
    loading : float, default 0.75
        λ, strictly between 0 and 1.
    seed : int

    Returns
    -------
    World

    Raises
    ------
    InputError
        A setting out of range.

    Examples
    --------
    >>> abilities(k=3, n_models=20, n_items=60).truth["axes"]
    3.0
    """
    _checks.positive_integer("k", k)
    _checks.probability("loading", loading)
    rng = generator(seed, n_models, n_items)
    asked = np.arange(n_items) % k
    ability = rng.standard_normal((n_models, k))
    threshold = rng.normal(0.0, np.sqrt(0.5), n_items)
    share = normal_cdf((loading * ability[:, asked] - threshold) / np.sqrt(1.0 - loading**2))
    known = Known(
        {"axes": float(k)},
        items={"group": [f"ability {number + 1}" for number in asked]},
        abilities=ability,
        loadings=loading * np.eye(k)[asked],
    )
    return answered("abilities", share, rng, known)


def several_abilities(
    *,
    k: int = 2,
    n_models: int = 60,
    n_items: int = 500,
    structure: Structure = "simple",
    correlation: float = 0.0,
    discrimination: float = 1.5,
    discrimination_spread: float = 0.4,
    difficulty_spread: float = 2.0,
    chance: float = 0.0,
    seed: int = 0,
) -> World:
    """What does a logistic board of k abilities look like, apart or mixed, related or not?

    P(right) = c + (1 − c) / (1 + exp(−a_t(w_t·θ_i − b_t))) with b ~ N(0, difficulty_spread²) and
    a = discrimination · exp(discrimination_spread · z). Simple structure: w_t picks ability
    t mod k. Dense: w_t is a random direction, so that every item asks for all abilities, some of
    them the wrong way round.

    Parameters
    ----------
    k : int, default 2
        Number of abilities.
    n_models, n_items : int
    structure : {"simple", "dense"}, default "simple"
    correlation : float, default 0
        Correlation of every pair of abilities, from 0 to below 1.
    discrimination : float, default 1.5
        Median slope, above 0.
    discrimination_spread : float, default 0.4
        Standard deviation of log discrimination.
    difficulty_spread : float, default 2
        Standard deviation of difficulty.
    chance : float, default 0
        Probability of guessing right, c, in [0, 1).
    seed : int

    Returns
    -------
    World
        k axes. Item metadata: ``group`` (the ability an item asks for most) and ``chance``.

    Raises
    ------
    InputError
        A setting out of range.

    Examples
    --------
    >>> world = several_abilities(k=3, n_models=20, n_items=60, structure="dense", chance=0.25)
    >>> world.truth["axes"], world.loadings.shape
    (3.0, (60, 3))
    """
    _checks.positive_integer("k", k)
    limits.share("chance", chance)
    rng = generator(seed, n_models, n_items)
    ability = correlated(rng, n_models, k, correlation)
    unit, asked = directions(rng, n_items, k, structure)
    items = draw_items(
        rng,
        n_items,
        discrimination=discrimination,
        discrimination_spread=discrimination_spread,
        difficulty_spread=difficulty_spread,
    )
    share = curve(items.discrimination * (ability @ unit.T - items.difficulty), chance=chance)
    columns = {
        "group": [f"ability {number + 1}" for number in asked],
        "chance": np.full(n_items, chance),
    }
    loadings = items.discrimination[:, None] * unit
    known = Known({"axes": float(k)}, items=columns, abilities=ability, loadings=loadings)
    return answered("several_abilities", share, rng, known)


def bifactor(
    *,
    n_models: int = 60,
    n_items: int = 500,
    ratio: float = 0.6,
    second_share: float = 0.5,
    discrimination: float = 1.5,
    discrimination_spread: float = 0.4,
    difficulty_spread: float = 2.0,
    chance: float = 0.0,
    seed: int = 0,
) -> World:
    """What does a board look like where some items ask for a second thing beside the general one?

    P(right) = c + (1 − c) / (1 + exp(−a_t(θ_i1 + r m_t θ_i2 − b_t))) with m_t = 1 for a
    share of the items, the first ones, and 0 for the others; a, b and c as in `several_abilities`.

    Parameters
    ----------
    n_models, n_items : int
    ratio : float, default 0.6
        r, loading on the second ability over that on the general one: 0.3 is weak, 1 is strong.
    second_share : float, default 0.5
        Share of items that ask for the second ability, from 0 to 1.
    discrimination, discrimination_spread, difficulty_spread, chance : float
        As in `several_abilities`.
    seed : int

    Returns
    -------
    World
        Two axes (one where ratio or second_share is 0). Item metadata: ``group`` (``general`` or
        ``general and second``) and ``chance``.

    Raises
    ------
    InputError
        A setting out of range.

    Examples
    --------
    >>> bifactor(n_models=20, n_items=60, ratio=0.3).truth["axes"]
    2.0
    """
    r = limits.at_least_zero("ratio", ratio)
    n_second = round(limits.fraction("second_share", second_share) * n_items)
    limits.share("chance", chance)
    rng = generator(seed, n_models, n_items)
    ability = rng.standard_normal((n_models, 2))
    items = draw_items(
        rng,
        n_items,
        discrimination=discrimination,
        discrimination_spread=discrimination_spread,
        difficulty_spread=difficulty_spread,
    )
    second = np.arange(n_items) < n_second
    weights = np.column_stack([np.ones(n_items), r * second])
    share = curve(items.discrimination * (ability @ weights.T - items.difficulty), chance=chance)
    columns = {
        "group": np.where(second, "general and second", "general").tolist(),
        "chance": np.full(n_items, chance),
    }
    known = Known(
        {"axes": 2.0 if r > 0.0 and n_second else 1.0},
        items=columns,
        abilities=ability,
        loadings=items.discrimination[:, None] * weights,
    )
    return answered("bifactor", share, rng, known)
