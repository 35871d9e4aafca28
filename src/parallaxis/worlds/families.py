"""One ability, and models that resemble their relatives."""

import numpy as np
from numpy.typing import NDArray

from parallaxis import _checks
from parallaxis.errors import InputError
from parallaxis.worlds import limits
from parallaxis.worlds.curves import curve, usual_items
from parallaxis.worlds.world import Known, World, answered, generator, scored


def family_copies(
    *,
    n_models: int = 60,
    n_items: int = 300,
    models_per_family: int = 5,
    lowest_flips: float = 0.05,
    highest_flips: float = 0.2,
    seed: int = 0,
) -> World:
    """What does a board of near copies look like, with one ability behind it?

    Each family has one founder, who answers with P = 1 / (1 + exp(−a_t(θ_f − b_t))), a = 1.5 ·
    exp(.4 z), b ~ N(0, 2²). Its models give the founder's answers, each answer turned round with
    the model's own probability f_i, drawn evenly between the two limits.

    Parameters
    ----------
    n_models, n_items : int
    models_per_family : int, default 5
        Models of each family; the last may be smaller.
    lowest_flips, highest_flips : float, default 0.05 and 0.2
        Limits of f, from 0 to 1.
    seed : int

    Returns
    -------
    World
        One axis of ability; every further axis is dependence. `expected` is P(1 − f) + (1 − P)f;
        answers of a family are *not* independent given it. Model metadata: ``family``. Truth:
        ``families``.

    Raises
    ------
    InputError
        A setting out of range.

    Examples
    --------
    >>> world = family_copies(n_models=20, n_items=60)
    >>> world.truth["axes"], world.truth["families"]
    (1.0, 4.0)
    """
    low = limits.fraction("lowest_flips", lowest_flips)
    high = limits.fraction("highest_flips", highest_flips)
    if low > high:
        raise InputError(f"lowest_flips is {low:g}, highest_flips {high:g}; pass them in order.")
    rng = generator(seed, n_models, n_items)
    family = _families(n_models, models_per_family)
    ability = rng.standard_normal((family[-1] + 1, 1))
    items = usual_items(rng, n_items)
    share = curve(items.discrimination * (ability - items.difficulty))
    founder = rng.random(share.shape) < share
    flips = rng.uniform(low, high, (n_models, 1))
    values = founder[family] ^ (rng.random((n_models, n_items)) < flips)
    expected = share[family] * (1.0 - flips) + (1.0 - share[family]) * flips
    known = Known(
        {"axes": 1.0, "families": float(family[-1] + 1)},
        models={"family": _named(family), "flips": flips[:, 0]},
        abilities=ability[family],
        loadings=items.discrimination,
    )
    return scored("family_copies", values.astype(np.float64), expected, "binary", known)


def family_effects(
    *,
    n_models: int = 60,
    n_items: int = 300,
    models_per_family: int = 5,
    effect_spread: float = 0.7,
    seed: int = 0,
) -> World:
    """What does a board look like where each family finds some items easy that others find hard?

    P(right) = 1 / (1 + exp(−a_t(θ_i − b_t) − u_ft)) with u ~ N(0, effect_spread²) for family f and
    item t, a and b as in `family_copies`; abilities of relatives are unrelated.

    Parameters
    ----------
    n_models, n_items : int
    models_per_family : int, default 5
        Models of each family; the last may be smaller.
    effect_spread : float, default 0.7
        Standard deviation of u, in logits.
    seed : int

    Returns
    -------
    World
        One axis of ability. Model metadata: ``family``. Truth: ``families``.

    Raises
    ------
    InputError
        A setting out of range.

    Examples
    --------
    >>> family_effects(n_models=20, n_items=60).truth["axes"]
    1.0
    """
    spread = limits.at_least_zero("effect_spread", effect_spread)
    rng = generator(seed, n_models, n_items)
    family = _families(n_models, models_per_family)
    ability = rng.standard_normal((n_models, 1))
    items = usual_items(rng, n_items)
    effect = rng.normal(0.0, spread, (family[-1] + 1, n_items))[family]
    share = curve(items.discrimination * (ability - items.difficulty) + effect)
    known = Known(
        {"axes": 1.0, "families": float(family[-1] + 1)},
        models={"family": _named(family)},
        abilities=ability,
        loadings=items.discrimination,
    )
    return answered("family_effects", share, rng, known)


def _families(n_models: int, models_per_family: int) -> NDArray[np.intp]:
    """Return the number of each model's family."""
    _checks.positive_integer("models_per_family", models_per_family)
    return np.arange(n_models) // models_per_family


def _named(family: NDArray[np.intp]) -> list[str]:
    """Return the names of the families."""
    return [f"family {number + 1}" for number in family]
