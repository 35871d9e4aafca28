"""Boards of real-valued and of bounded scores."""

from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from parallaxis import _checks
from parallaxis.worlds import limits
from parallaxis.worlds.curves import Structure, correlated, directions, normal_cdf
from parallaxis.worlds.world import Array, Known, World, generator, scored

Noise = Literal["normal", "t4"]
Form = Literal["real", "bounded"]


def factors(
    *,
    k: int = 1,
    n_models: int = 60,
    n_items: int = 300,
    structure: Structure = "dense",
    correlation: float = 0.0,
    loading: float = 1.0,
    loading_spread: float = 0.4,
    noise: Noise = "normal",
    item_noise_spread: float = 0.6,
    model_noise_spread: float = 0.0,
    form: Form = "real",
    seed: int = 0,
) -> World:
    """What does a board of real-valued scores with k factors look like?

    x_it = m_t + l_t w_t·θ_i + φ_i ψ_t ε_it with normal θ, l = loading · exp(loading_spread · z),
    ψ = exp(item_noise_spread · z), φ = exp(model_noise_spread · z), m ~ N(0, 1), and w_t as in
    `several_abilities` (for k = 1 all loadings are positive). The bounded form is
    Φ((x − m) / s)³ with s the standard deviation of x − m over the board: in [0, 1], and skewed.

    Parameters
    ----------
    k : int, default 1
        Number of factors; 0 leaves noise alone.
    n_models, n_items : int
    structure : {"dense", "simple"}, default "dense"
    correlation : float, default 0
        Correlation of every pair of factors, from 0 to below 1.
    loading : float, default 1
        Median l, above 0; noise has a median standard deviation of 1.
    loading_spread : float, default 0.4
        Standard deviation of log l.
    noise : {"normal", "t4"}, default "normal"
        Distribution of ε, of variance 1; t with four degrees of freedom has heavy tails.
    item_noise_spread, model_noise_spread : float, default 0.6 and 0
        Standard deviations of log ψ and log φ.
    form : {"real", "bounded"}, default "real"
    seed : int

    Returns
    -------
    World
        k axes: of the scores, or before the map where they are bounded. `expected` is the score
        without noise. Model and item metadata: ``noise`` (φ, ψ); of items also ``group``, the
        factor an item asks for most.

    Raises
    ------
    InputError
        A setting out of range.

    Examples
    --------
    >>> world = factors(k=2, n_models=20, n_items=40, noise="t4", form="bounded")
    >>> world.truth["axes"], world.board.scale
    (2.0, 'bounded')
    """
    _checks.positive_integer("k", k, at_least=0)
    _checks.choice("form", form, get_args(Form))
    rng = generator(seed, n_models, n_items)
    ability = correlated(rng, n_models, k, correlation)
    unit, asked = directions(rng, n_items, k, structure)
    size = rng.normal(0.0, limits.at_least_zero("loading_spread", loading_spread), n_items)
    loadings = limits.above_zero("loading", loading) * np.exp(size)[:, None] * unit
    model_noise, item_noise = (
        np.exp(rng.normal(0.0, limits.at_least_zero(name, spread), size))
        for name, spread, size in (
            ("model_noise_spread", model_noise_spread, n_models),
            ("item_noise_spread", item_noise_spread, n_items),
        )
    )
    mean = rng.standard_normal(n_items)
    common = ability @ loadings.T
    error = model_noise[:, None] * item_noise * draw_noise(rng, (n_models, n_items), noise)
    known = Known(
        {"axes": float(k)},
        models={"noise": model_noise},
        items={"noise": item_noise, **_groups(asked, k)},
        abilities=ability,
        loadings=loadings,
    )
    if form == "real":
        return scored("factors", mean + common + error, mean + common, "real", known)
    spread = np.std(common + error)
    bounded, expected = (normal_cdf(x / spread) ** 3 for x in (common + error, common))
    return scored("factors", bounded, expected, "bounded", known)


def draw_noise(rng: np.random.Generator, shape: tuple[int, int], noise: Noise) -> Array:
    """Draw independent noise of mean 0 and variance 1."""
    _checks.choice("noise", noise, get_args(Noise))
    return (
        rng.standard_normal(shape) if noise == "normal" else rng.standard_t(4, shape) / np.sqrt(2)
    )


def _groups(asked: NDArray[np.intp], k: int) -> dict[str, list[str]]:
    """Return the column that names each item's factor; nothing where there is no factor."""
    return {"group": [f"factor {number + 1}" for number in asked]} if k else {}
