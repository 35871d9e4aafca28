"""One ability, and answers that hang together for reasons that are no ability."""

import numpy as np

from parallaxis import _checks
from parallaxis.worlds import limits
from parallaxis.worlds.curves import curve, usual_items
from parallaxis.worlds.world import Known, World, answered, generator


def item_testlets(
    *,
    n_models: int = 60,
    n_items: int = 300,
    items_per_testlet: int = 5,
    effect_spread: float = 1.0,
    seed: int = 0,
) -> World:
    """What does a board look like where small groups of items share a text?

    P(right) = 1 / (1 + exp(−a_t(θ_i − b_t) − u_ig)) with u ~ N(0, effect_spread²) for model i and
    testlet g, a = 1.5 · exp(.4 z), b ~ N(0, 2²).

    Parameters
    ----------
    n_models, n_items : int
    items_per_testlet : int, default 5
        Items of each testlet; the last may be smaller.
    effect_spread : float, default 1
        Standard deviation of u, in logits.
    seed : int

    Returns
    -------
    World
        One axis of ability. Item metadata: ``testlet``. Truth: ``testlets``.

    Raises
    ------
    InputError
        A setting out of range.

    References
    ----------
    Bradlow, Wainer & Wang 1999, Psychometrika 64:153-168.

    Examples
    --------
    >>> item_testlets(n_models=20, n_items=60).truth["testlets"]
    12.0
    """
    _checks.positive_integer("items_per_testlet", items_per_testlet)
    spread = limits.at_least_zero("effect_spread", effect_spread)
    rng = generator(seed, n_models, n_items)
    testlet = np.arange(n_items) // items_per_testlet
    ability = rng.standard_normal((n_models, 1))
    items = usual_items(rng, n_items)
    effect = rng.normal(0.0, spread, (n_models, testlet[-1] + 1))[:, testlet]
    share = curve(items.discrimination * (ability - items.difficulty) + effect)
    known = Known(
        {"axes": 1.0, "testlets": float(testlet[-1] + 1)},
        items={"testlet": [f"testlet {number + 1}" for number in testlet]},
        abilities=ability,
        loadings=items.discrimination,
    )
    return answered("item_testlets", share, rng, known)


def random_answerers(
    *,
    n_models: int = 60,
    n_items: int = 300,
    models_share: float = 0.15,
    items_share: float = 0.5,
    guess: float = 0.5,
    seed: int = 0,
) -> World:
    """What does a board look like where some models answer part of the items at random?

    P(right) = 1 / (1 + exp(−a_t(θ_i − b_t))), a and b as in `item_testlets`; but a share of the
    models is right with probability `guess` on a share of the items, each on its own random ones.

    Parameters
    ----------
    n_models, n_items : int
    models_share : float, default 0.15
        Share of models, chosen at random, that answer at random; from 0 to 1.
    items_share : float, default 0.5
        Share of the items on which each of them does; from 0 to 1.
    guess : float, default 0.5
        Their probability of being right there, from 0 to 1.
    seed : int

    Returns
    -------
    World
        One axis of ability. Model metadata: ``answers_at_random``. Truth: ``random_answerers``.

    Raises
    ------
    InputError
        A setting out of range.

    Examples
    --------
    >>> random_answerers(n_models=20, n_items=60).truth["random_answerers"]
    3.0
    """
    n_random = round(limits.fraction("models_share", models_share) * n_models)
    n_guessed = round(limits.fraction("items_share", items_share) * n_items)
    limits.fraction("guess", guess)
    rng = generator(seed, n_models, n_items)
    ability = rng.standard_normal((n_models, 1))
    items = usual_items(rng, n_items)
    share = curve(items.discrimination * (ability - items.difficulty))
    chosen = rng.permutation(n_models)[:n_random]
    for row in chosen:
        share[row, rng.permutation(n_items)[:n_guessed]] = guess
    known = Known(
        {"axes": 1.0, "random_answerers": float(n_random)},
        models={"answers_at_random": np.isin(np.arange(n_models), chosen)},
        abilities=ability,
        loadings=items.discrimination,
    )
    return answered("random_answerers", share, rng, known)
