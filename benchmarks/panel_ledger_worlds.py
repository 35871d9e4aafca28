"""The worlds of the panel ledger that are no worlds of the package. Seeds come from outside."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.stats import norm

from parallaxis import worlds
from parallaxis.matrix import ScoreMatrix
from parallaxis.verdicts import Verdicts

Array = NDArray[np.float64]
Share = tuple[float, float]
N_OPTIONS = 4


def shared(n: int, n_items: int, correlation: float, share: Share, *, seed: int) -> ScoreMatrix:
    """Members that share one normal component: every pair has this latent correlation."""
    return worlds.shared_component(
        n_models=n, n_items=n_items, correlation=correlation, accuracy=share, seed=seed
    ).board


def one_factor(
    loadings: Sequence[float], thresholds: Sequence[float], n_items: int, *, seed: int
) -> ScoreMatrix:
    """Member i is right on item t where λ_i c_t + √(1 − λ_i²) e_it < h_i."""
    rng = np.random.default_rng(seed)
    loading, limit = (np.asarray(values)[:, None] for values in (loadings, thresholds))
    own = rng.standard_normal((len(loading), n_items)) * np.sqrt(1.0 - loading**2)
    return _board(loading * rng.standard_normal(n_items) + own < limit)


def guessed(
    n: int, n_items: int, correlation: float, share: Share, *, chance: float, seed: int
) -> ScoreMatrix:
    """Members that know by one normal component, and guess what they do not know."""
    known = shared(n, n_items, correlation, share, seed=seed).values > 0.0
    return _board(known | (np.random.default_rng([seed, 1]).random(known.shape) < chance))


def failing_together(
    n: int, n_items: int, correlation: float, share: Share, *, together: float, seed: int
) -> ScoreMatrix:
    """One normal component, and a share of the items on which every member is wrong."""
    right = shared(n, n_items, correlation, share, seed=seed).values > 0.0
    return _board(right & (np.random.default_rng([seed, 2]).random(n_items) >= together))


def labelled(n: int, n_items: int, correlation: float, share: Share, *, seed: int) -> ScoreMatrix:
    """One normal component, and families that mean nothing."""
    board = shared(n, n_items, correlation, share, seed=seed)
    families = np.random.default_rng([seed, 3]).permutation(np.arange(n) % 4)
    return _board(board.values > 0.0, families)


def nested(
    n: int, n_items: int, general: float, of_family: float, share: Share, *, seed: int
) -> ScoreMatrix:
    """Four families: √g c_t + √f u_ft + √(1 − g − f) e_it, so that relatives have ρ = g + f."""
    rng = np.random.default_rng(seed)
    families = np.arange(n) % 4
    limit = norm.ppf(np.linspace(*share, n))[:, None]
    latent = np.sqrt(general) * rng.standard_normal(n_items)
    latent = latent + np.sqrt(of_family) * rng.standard_normal((4, n_items))[families]
    own = np.sqrt(1.0 - general - of_family) * rng.standard_normal((n, n_items))
    return _board(latent + own < limit, families)


def abler_families(
    n: int, n_items: int, *, seed: int, chance: float = 0.0, spread: float = 1.0
) -> ScoreMatrix:
    """Families of five that differ in ability and share nothing else; 2PL items."""
    rng = np.random.default_rng(seed)
    families = np.arange(n) // 5
    ability = spread * rng.standard_normal(families[-1] + 1)[families] + 0.4 * rng.standard_normal(
        n
    )
    slope = 1.5 * np.exp(0.4 * rng.standard_normal(n_items))
    share = 1.0 / (1.0 + np.exp(-slope * (ability[:, None] - 2.0 * rng.standard_normal(n_items))))
    return _board(rng.random((n, n_items)) < chance + (1.0 - chance) * share, families)


def closer_families(n: int, n_items: int, *, seed: int) -> ScoreMatrix:
    """One normal factor that families follow more or less closely, loadings .4 to .9."""
    rng = np.random.default_rng(seed)
    families = np.arange(n) // 4
    loading = np.linspace(0.4, 0.9, int(families[-1]) + 1)[families]
    own = np.sqrt(1.0 - loading**2)[:, None] * rng.standard_normal((n, n_items))
    latent = np.outer(loading, rng.standard_normal(n_items)) + own
    return _board(latent > 0.4 * rng.standard_normal((n, 1)), families)


def habits(n: int, n_items: int, *, spread: float, seed: int) -> ScoreMatrix:
    """One ability, and families of five that find some items easy that others find hard."""
    return worlds.family_effects(n_models=n, n_items=n_items, effect_spread=spread, seed=seed).board


def copies(n: int, n_items: int, *, seed: int) -> ScoreMatrix:
    """One ability, and families of near copies."""
    return worlds.family_copies(n_models=n, n_items=n_items, seed=seed).board


def verdicts(
    n: int,
    n_items: int,
    share: Share,
    *,
    wrong: Sequence[float] = (1.0, 1.0, 1.0),
    lure: float = 1 / 3,
    correlation: float = 0.0,
    seed: int,
) -> Verdicts:
    """Verdicts of four kinds with right ones; correctness by one normal component.

    A wrong answer is the item's lure with probability `lure`, else one of the other two alike.
    Where `wrong` is uneven it is the member's own habit instead: weights of the three places after
    the right answer, turned from member to member.
    """
    rng = np.random.default_rng(seed)
    gold = rng.integers(0, N_OPTIONS, n_items)
    right = shared(n, n_items, correlation, share, seed=seed + 1).values > 0.0
    if len(set(wrong)) == 1:
        weights = np.full((n_items, 3), (1.0 - lure) / 2.0)
        weights[np.arange(n_items), rng.integers(0, 3, n_items)] = lure
        cumulated = np.broadcast_to(weights.cumsum(axis=1), (n, n_items, 3))
    else:
        turned = np.array([np.roll(wrong, member % 3) for member in range(n)])
        cumulated = (turned / turned.sum(axis=1, keepdims=True)).cumsum(axis=1)[:, None, :]
    step = 1 + (rng.random((n, n_items, 1)) > cumulated[..., :2]).sum(axis=2)
    said = np.where(right, gold, (gold + step) % N_OPTIONS)
    return Verdicts.from_array(said, gold=gold.tolist())


def _board(right: NDArray[np.bool_], families: NDArray[np.int_] | None = None) -> ScoreMatrix:
    """Return answers as a board, with the families of its members."""
    names = None if families is None else {"family": [f"family {f + 1}" for f in families]}
    return ScoreMatrix.from_array(right.astype(np.float64), scale="binary", model_metadata=names)
