"""Boards of unequal variances, where each null of parallel analysis has its trap."""

import numpy as np

from parallaxis import _checks
from parallaxis.worlds import limits
from parallaxis.worlds.curves import directions
from parallaxis.worlds.real import Noise, draw_noise
from parallaxis.worlds.world import Known, World, generator, scored


def unequal_models(
    *,
    n_models: int = 150,
    n_items: int = 30,
    model_noise_spread: float = 1.0,
    noise: Noise = "normal",
    seed: int = 0,
) -> World:
    """What does pure noise look like when some models are noisier than others?

    x_it = φ_i ε_it with φ = exp(model_noise_spread · z): scores are unrelated, but large ones sit
    in the same rows. Permuting each item scatters them, so that in a correlation analysis the
    largest eigenvalues of pure noise exceed those of the permuted board.

    Parameters
    ----------
    n_models, n_items : int
    model_noise_spread : float, default 1
        Standard deviation of log φ.
    noise : {"normal", "t4"}, default "normal"
        Distribution of ε, of variance 1.
    seed : int

    Returns
    -------
    World
        Zero axes. Model metadata: ``noise`` (φ).

    Raises
    ------
    InputError
        A setting out of range.

    Examples
    --------
    >>> unequal_models(n_models=20, n_items=10).truth["axes"]
    0.0
    """
    width = limits.at_least_zero("model_noise_spread", model_noise_spread)
    rng = generator(seed, n_models, n_items)
    size = np.exp(rng.normal(0.0, width, n_models))
    values = size[:, None] * draw_noise(rng, (n_models, n_items), noise)
    known = Known({"axes": 0.0}, models={"noise": size})
    return scored("unequal_models", values, np.zeros((n_models, n_items)), "real", known)


def unequal_items(
    *,
    k: int = 1,
    n_models: int = 100,
    n_items: int = 60,
    loading: float = 0.5,
    loud_share: float = 0.1,
    loud_scale: float = 10.0,
    seed: int = 0,
) -> World:
    """What do k factors look like beside a few items of a much larger scale?

    x_it = λ θ_i,(t mod k) + √(1 − λ²) ε_it; but a random share of the items is loud: x_it = s ε_it,
    with no factor in it. In a covariance analysis the loud items fill the top of every null and
    hide the factors, a false k = 0; in a correlation analysis their scale is gone.

    Parameters
    ----------
    k : int, default 1
        Number of factors; 0 leaves noise alone.
    n_models, n_items : int
    loading : float, default 0.5
        λ, strictly between 0 and 1.
    loud_share : float, default 0.1
        Share of loud items, from 0 to below 1.
    loud_scale : float, default 10
        s, above 0, in standard deviations of the other items.
    seed : int

    Returns
    -------
    World
        k axes. Item metadata: ``scale`` (1 or s) and ``group`` (``loud`` or ``quiet``).

    Raises
    ------
    InputError
        A setting out of range.

    Examples
    --------
    >>> unequal_items(k=0, n_models=20, n_items=10).truth["axes"]
    0.0
    """
    _checks.positive_integer("k", k, at_least=0)
    _checks.probability("loading", loading)
    scale = limits.above_zero("loud_scale", loud_scale)
    n_loud = int(limits.share("loud_share", loud_share) * n_items)
    rng = generator(seed, n_models, n_items)
    ability = rng.standard_normal((n_models, k))
    loud = rng.permutation(n_items) < n_loud
    unit, _ = directions(rng, n_items, k, "simple")
    loadings = loading * unit * ~loud[:, None]
    own = np.sqrt(1.0 - (loadings**2).sum(axis=1)) * np.where(loud, scale, 1.0)
    expected = ability @ loadings.T
    values = expected + own * rng.standard_normal((n_models, n_items))
    columns = {
        "scale": np.where(loud, scale, 1.0),
        "group": np.where(loud, "loud", "quiet").tolist(),
    }
    known = Known({"axes": float(k)}, items=columns, abilities=ability, loadings=loadings)
    return scored("unequal_items", values, expected, "real", known)
