"""Boards of one ability, in every shape that a count of axes has to survive."""

from typing import Literal, get_args

import numpy as np

from parallaxis import _checks
from parallaxis.worlds import limits
from parallaxis.worlds.curves import Link, curve, draw_items
from parallaxis.worlds.world import Array, Known, World, answered, generator

Distribution = Literal["normal", "bimodal"]


def one_ability(
    *,
    n_models: int = 60,
    n_items: int = 500,
    discrimination: float = 1.0,
    discrimination_spread: float = 0.0,
    difficulty_spread: float = 1.2,
    difficulty_shift: float = 0.0,
    reversed_share: float = 0.0,
    chance: float = 0.0,
    slip: float = 0.0,
    link: Link = "logistic",
    ability_distribution: Distribution = "normal",
    seed: int = 0,
) -> World:
    """What does a board of one single ability look like?

    P(right) = c + (1 − c − s) F(a_t(θ_i − b_t)) with θ of mean 0 and variance 1, b ~ N(shift,
    spread²) and a = discrimination · exp(discrimination_spread · z): 1PL (Rasch) for no spread and
    no chance, 2PL with spread, 3PL with chance, 4PL with slip. Slopes near 8 make a Guttman board;
    a shift of ±3.5 puts it at its floor or its ceiling.

    Parameters
    ----------
    n_models, n_items : int
    discrimination : float, default 1
        Median slope a, above 0.
    discrimination_spread : float, default 0
        Standard deviation of log discrimination.
    difficulty_spread : float, default 1.2
        Standard deviation of difficulty, in standard deviations of ability.
    difficulty_shift : float, default 0
        Mean difficulty: positive is a board near its floor, negative one near its ceiling.
    reversed_share : float, default 0
        Share of items, chosen at random, whose slope is negative: better models fail them.
    chance : float, default 0
        Probability of guessing right, c, in [0, 1).
    slip : float, default 0
        Probability of failing what one knows, s; c + s is below 1.
    link : {"logistic", "cloglog"}, default "logistic"
        F(x) = 1 / (1 + e^−x), or the lopsided 1 − exp(−eˣ).
    ability_distribution : {"normal", "bimodal"}, default "normal"
        Bimodal: two equal normal groups 0.9 above and below the mean.
    seed : int

    Returns
    -------
    World
        One axis. Item metadata: ``difficulty``, ``discrimination``, ``chance``, and ``slip`` where
        there is any.

    Raises
    ------
    InputError
        A setting out of range.

    Examples
    --------
    >>> world = one_ability(n_models=30, n_items=100)
    >>> world.truth["axes"], world.truth["latent_effective_dimensionality"] < 1.3
    (1.0, True)
    """
    limits.asymptotes(chance, slip)
    rng = generator(seed, n_models, n_items)
    extra = rng.spawn(1)[0]  # what is drawn from it leaves all other draws as they are
    ability = _shaped(rng.standard_normal((n_models, 1)), ability_distribution, extra)
    items = draw_items(
        rng,
        n_items,
        discrimination=discrimination,
        discrimination_spread=discrimination_spread,
        difficulty_spread=difficulty_spread,
        difficulty_shift=difficulty_shift,
    )
    slope = items.discrimination * _signs(n_items, reversed_share, extra)
    share = curve(slope * (ability - items.difficulty), link=link, chance=chance, slip=slip)
    columns = {
        "difficulty": items.difficulty,
        "discrimination": slope,
        "chance": np.full(n_items, chance),
        **({"slip": np.full(n_items, slip)} if slip else {}),
    }
    known = Known({"axes": 1.0}, items=columns, abilities=ability, loadings=slope)
    return answered("one_ability", share, rng, known)


def _shaped(normal: Array, distribution: Distribution, rng: np.random.Generator) -> Array:
    """Return abilities of variance 1 in the form that is asked for."""
    _checks.choice("ability_distribution", distribution, get_args(Distribution))
    if distribution == "normal":
        return normal
    side = rng.choice([-0.9, 0.9], size=normal.shape)
    return np.asarray(side + np.sqrt(1.0 - 0.9**2) * normal)


def _signs(n_items: int, reversed_share: float, rng: np.random.Generator) -> Array:
    """Return −1 for a random share of the items and 1 for the others."""
    n_reversed = round(limits.fraction("reversed_share", reversed_share) * n_items)
    signs = np.ones(n_items)
    signs[rng.permutation(n_items)[:n_reversed]] = -1.0
    return signs
