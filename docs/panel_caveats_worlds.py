"""The worlds of the page of panel caveats: right (True) and wrong, models in rows."""

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

Array = NDArray[np.float64]
Answers = NDArray[np.bool_]


def normal(n_models: int, n_items: int, rho: float, seed: int = 0) -> Array:
    """Return latent normal values; every pair of models correlates at ρ, which may be negative."""
    covariance = np.full((n_models, n_models), rho) + (1.0 - rho) * np.eye(n_models)
    draws = np.random.default_rng(seed).standard_normal((n_models, n_items))
    return np.asarray(np.linalg.cholesky(covariance) @ draws)


def right(latent: Array, share: float) -> Answers:
    """Cut a latent so that every model is right on this share of the items."""
    return np.asarray(latent > np.quantile(latent, 1.0 - share, axis=1, keepdims=True))


def guessed(knows: Answers, chance: float, seed: int = 0, *, alike: bool = False) -> Answers:
    """Let models guess what they do not know: each by itself, or all of them alike."""
    shape = knows.shape[1] if alike else knows.shape
    return np.asarray(knows | (np.random.default_rng(seed + 1).random(shape) < chance))


def not_normal(n_items: int, shape: str, seed: int = 0) -> Array:
    """Return nine latents of correlation ½ whose parts are skewed or have heavy tails."""
    rng = np.random.default_rng(seed)
    drawn = rng.exponential(size=(10, n_items)) - 1.0
    if shape == "a tail of hard items":
        shared, own = -drawn[0], rng.standard_normal((9, n_items))
    elif shape == "a tail of easy items":
        shared, own = drawn[0], rng.standard_normal((9, n_items))
    elif shape == "heavy tails, each by itself":
        heavy = rng.standard_t(3, (10, n_items)) / np.sqrt(3.0)
        shared, own = heavy[0], heavy[1:]
    else:  # "heavy tails, all at once": a multivariate t
        scale = np.sqrt(3.0 / rng.chisquare(3, n_items))
        normals = scale * rng.standard_normal((10, n_items))
        shared, own = normals[0], normals[1:]
    return np.asarray((shared + own) / np.sqrt(2.0))


def broken_items(answers: Answers, share: float, seed: int = 0) -> Answers:
    """Break the key of some items at random: every model is wrong there."""
    broken = np.random.default_rng(seed + 1).random(answers.shape[1]) < share
    return np.asarray(answers & ~broken)


def misleading_items(n_models: int, n_items: int, seed: int = 0) -> Answers:
    """Let 30 % of the items mislead most models, but not all: 40 % are right there, else 97 %."""
    rng = np.random.default_rng(seed)
    share = np.where(rng.random(n_items) < 0.3, 0.4, 0.97)
    return np.asarray(rng.random((n_models, n_items)) < share)


def unequal_loadings(loadings: Array, shares: Array, n_items: int, seed: int = 0) -> Answers:
    """Let each model depend on the common component by a loading of its own."""
    rng = np.random.default_rng(seed)
    common, own = rng.standard_normal(n_items), rng.standard_normal((loadings.size, n_items))
    latent = loadings[:, None] * common + np.sqrt(1.0 - loadings**2)[:, None] * own
    return np.asarray(latent > ndtri(1.0 - shares)[:, None])


def two_skills(n_models: int, n_items: int, seed: int = 0) -> Answers:
    """Let one half of the models depend on one property of the items, the other on another."""
    rng = np.random.default_rng(seed)
    skills = rng.standard_normal((2, n_items))[np.arange(n_models) % 2]
    return np.asarray(skills + rng.standard_normal((n_models, n_items)) > 0.0)


def families(n_items: int, common: float, family: float, seed: int = 0) -> Answers:
    """Return six families of five; `common` and `family` are their shares of the variance."""
    rng = np.random.default_rng(seed)
    order = rng.standard_normal(n_items)
    blind_spots = np.repeat(rng.standard_normal((6, n_items)), 5, axis=0)
    own = np.sqrt(1.0 - common - family) * rng.standard_normal((30, n_items))
    latent = np.sqrt(common) * order + np.sqrt(family) * blind_spots + own
    return np.asarray(latent > rng.normal(0.0, 0.5, (30, 1)))


def two_groups(n_items: int, shift: float, seed: int = 0) -> Answers:
    """Make one half of the items harder than the other by `shift`; within each half ρ = ½."""
    latent = normal(9, n_items, 0.5, seed)
    return np.asarray(latent > shift * (np.arange(n_items) % 2 - 0.5))


def with_coins(answers: Answers, n_coins: int, seed: int = 0) -> Answers:
    """Add members that flip a coin."""
    coins = np.random.default_rng(seed + 1).random((n_coins, answers.shape[1])) < 0.5
    return np.vstack([answers, coins])
