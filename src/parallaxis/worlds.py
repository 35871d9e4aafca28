"""Simulated boards whose truth is known. They write out their own formulas and call no kernel."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parallaxis import _checks
from parallaxis.errors import InputError
from parallaxis.matrix import ScoreMatrix
from parallaxis.provenance import Provenance

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class World:
    """A simulated board and the truth it was made from.

    Attributes
    ----------
    name : str
    board : ScoreMatrix
    truth : mapping of str to float
        Among ``axes`` (true number), ``latent_effective_dimensionality`` (ED of the probabilities
        behind the scores), ``latent_correlation`` and ``effective_votes`` (where the world fixes
        them).
    probabilities : ndarray, shape (n_models, n_items)
        Probability of a right answer behind each cell.
    """

    name: str
    board: ScoreMatrix
    truth: Mapping[str, float]
    probabilities: Array


def independent_noise(*, n_models: int = 60, n_items: int = 500, seed: int = 0) -> World:
    """What does a board without any structure look like?

    Every answer is a coin of its item; models do not differ.

    Parameters
    ----------
    n_models, n_items : int
    seed : int

    Returns
    -------
    World
        Zero axes; zero latent correlation between models *given* the item's difficulty.

    Examples
    --------
    >>> independent_noise(n_models=5, n_items=8).truth["axes"]
    0.0
    """
    rng = _rng(seed, n_models, n_items)
    share = np.broadcast_to(rng.uniform(0.1, 0.9, n_items), (n_models, n_items))
    return _drawn("independent_noise", share, rng, {"axes": 0.0})


def one_ability(
    *,
    n_models: int = 60,
    n_items: int = 500,
    discrimination_spread: float = 0.0,
    chance: float = 0.0,
    seed: int = 0,
) -> World:
    """What does a board of one single ability look like?

    P(right) = c + (1 − c) / (1 + exp(−a_t(θ_i − b_t))) with θ ~ N(0, 1), b ~ N(0, 1.2²) and
    log a ~ N(0, discrimination_spread²): 1PL for no spread and no chance, 2PL with spread, 3PL with
    chance.

    Parameters
    ----------
    n_models, n_items : int
    discrimination_spread : float, default 0
        Standard deviation of log discrimination.
    chance : float, default 0
        Probability of guessing right, in [0, 1).
    seed : int

    Returns
    -------
    World

    Examples
    --------
    >>> world = one_ability(n_models=30, n_items=100)
    >>> world.truth["axes"], world.truth["latent_effective_dimensionality"] < 1.3
    (1.0, True)
    """
    if not 0.0 <= chance < 1.0:
        raise InputError(f"chance is {chance!r}; pass a number from 0 to below 1.")
    if not 0.0 <= discrimination_spread < np.inf:
        raise InputError(
            f"discrimination_spread is {discrimination_spread!r}; pass a number of at least 0."
        )
    rng = _rng(seed, n_models, n_items)
    ability = rng.standard_normal((n_models, 1))
    difficulty = rng.normal(0.0, 1.2, n_items)
    discrimination = np.exp(rng.normal(0.0, discrimination_spread, n_items))
    knows = 1.0 / (1.0 + np.exp(-discrimination * (ability - difficulty)))
    world = _drawn("one_ability", chance + (1.0 - chance) * knows, rng, {"axes": 1.0})
    return _with_items(world, difficulty, discrimination, chance)


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

    Examples
    --------
    >>> abilities(k=3, n_models=20, n_items=60).truth["axes"]
    3.0
    """
    _checks.positive_integer("k", k)
    _checks.probability("loading", loading)
    rng = _rng(seed, n_models, n_items)
    asked = np.arange(n_items) % k
    ability = rng.standard_normal((n_models, k))[:, asked]
    threshold = rng.normal(0.0, np.sqrt(0.5), n_items)
    share = _normal_cdf((loading * ability - threshold) / np.sqrt(1.0 - loading**2))
    world = _drawn("abilities", share, rng, {"axes": float(k)})
    return _with_metadata(world, {"group": [f"ability {number + 1}" for number in asked]})


def shared_component(
    *,
    n_models: int = 9,
    n_items: int = 2000,
    correlation: float = 0.5,
    accuracy: ArrayLike = (0.5, 0.5),
    seed: int = 0,
) -> World:
    """What does a panel with a known latent correlation look like?

    Model i is right on item t where √ρ c_t + √(1 − ρ) e_it < Φ⁻¹(p_i), with normal c and e: every
    pair has tetrachoric correlation ρ exactly, and the panel n/(1 + (n − 1)ρ) effective votes.

    Parameters
    ----------
    n_models, n_items : int
    correlation : float, default 0.5
        ρ, from 0 to below 1.
    accuracy : (float, float), default (0.5, 0.5)
        Lowest and highest p_i; models are spread evenly between them.
    seed : int

    Returns
    -------
    World
        One axis where accuracies differ (a constant offset of each model), none where they do not.

    Examples
    --------
    >>> shared_component().truth["effective_votes"]
    1.8
    """
    if not 0.0 <= correlation < 1.0:
        raise InputError(f"correlation is {correlation!r}; pass a number from 0 to below 1.")
    limits = np.asarray(accuracy).ravel().tolist()
    if len(limits) != 2:
        raise InputError(f"accuracy is {accuracy!r}; pass the lowest and the highest of the panel.")
    low, high = (_checks.probability("accuracy", value) for value in limits)
    rng = _rng(seed, n_models, n_items)
    threshold = _normal_quantile(np.linspace(low, high, n_models))[:, None]
    component = rng.standard_normal(n_items)
    own = np.sqrt(1.0 - correlation)
    share = _normal_cdf((threshold - np.sqrt(correlation) * component) / own)
    votes = n_models / (1.0 + (n_models - 1.0) * correlation)
    truth = {"latent_correlation": correlation, "effective_votes": votes, "axes": float(low < high)}
    return _drawn("shared_component", share, rng, truth)


WORLDS: Mapping[str, Callable[..., World]] = MappingProxyType(
    {
        "independent_noise": independent_noise,
        "one_ability": one_ability,
        "abilities": abilities,
        "shared_component": shared_component,
    }
)


def _rng(seed: int, n_models: int, n_items: int) -> np.random.Generator:
    """Check what all worlds take, and return the world's generator."""
    _checks.positive_integer("n_models", n_models)
    _checks.positive_integer("n_items", n_items)
    return np.random.default_rng(_checks.seed(seed))


def _drawn(name: str, share: Array, rng: np.random.Generator, truth: dict[str, float]) -> World:
    """Draw right and wrong answers, and complete the truth by what the probabilities show."""
    right = (rng.random(share.shape) < share).astype(np.float64)
    provenance = Provenance(sources=(f"simulated: {name}",), format="simulation")
    board = ScoreMatrix.from_array(right, scale="binary", provenance=provenance)
    latent = _latent_effective_dimensionality(share - share.mean(axis=0))
    if np.isfinite(latent):
        truth = {**truth, "latent_effective_dimensionality": latent}
    return World(name, board, MappingProxyType(truth), np.array(share))


def _latent_effective_dimensionality(centred: Array) -> float:
    """Return (Σσ²)² / Σσ⁴ of centred probabilities; NaN where models do not differ."""
    wide = centred.shape[0] <= centred.shape[1]
    products = centred @ centred.T if wide else centred.T @ centred
    total = float(np.trace(products))
    return total**2 / float((products**2).sum()) if total > 1e-18 * centred.size else float("nan")


def _with_items(world: World, difficulty: Array, discrimination: Array, chance: float) -> World:
    """Write an item response world's parameters beside its items."""
    columns = {
        "difficulty": difficulty,
        "discrimination": discrimination,
        "chance": np.full(difficulty.size, chance),
    }
    return _with_metadata(world, columns)


def _with_metadata(world: World, columns: Mapping[str, ArrayLike]) -> World:
    """Return the world with item metadata on its board."""
    board = ScoreMatrix.from_array(
        world.board.values,
        scale="binary",
        item_metadata=dict(columns),
        provenance=world.board.provenance,
    )
    return World(world.name, board, world.truth, world.probabilities)


def _normal_cdf(x: Array) -> Array:
    """Return Φ(x)."""
    from scipy.special import ndtr  # noqa: PLC0415 - needed by two worlds only

    return np.asarray(ndtr(x))


def _normal_quantile(p: Array) -> Array:
    """Return Φ⁻¹(p)."""
    from scipy.special import ndtri  # noqa: PLC0415 - needed by one world only

    return np.asarray(ndtri(p))
