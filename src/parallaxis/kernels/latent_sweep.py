"""Sweeps that fit K abilities to a board: logistic for right and wrong, Gaussian for real."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from parallaxis.kernels.float_flags import UNFLAGGED
from parallaxis.kernels.latent_model import LatentModel, Scores, Single, logistic, second_moment
from parallaxis.kernels.triangles import bordered, inverse, moments, square, with_one

Array = NDArray[np.float64]
CHANCE_WEIGHT = 20.0  # answers that the pooled chance level counts for in each item's own estimate
ROW_WEIGHT = 10.0  # cells that the average noise counts for in each model's own noise
SLACK = {"logistic": 0.25, "gaussian": 0.05}  # least prior variance of slopes from two axes on
LEAST_SLOPE = np.float32(1e-4)  # of the logistic curve, so that every cell keeps some precision
FIRM = 1e-3  # the same for one axis, and for intercepts: only keeps the prior invertible


def sweep(model: LatentModel, scores: Scores, *, estimate_chance: bool = False) -> LatentModel:
    """Improve every part of the model once: abilities, items, their prior, noise and chance.

    Parameters
    ----------
    model : LatentModel
    scores : Scores
    estimate_chance : bool, default False
        Improve the chance levels too, each drawn towards the board's pooled level.

    Returns
    -------
    LatentModel

    Notes
    -----
    Coordinate ascent on the variational bound: with ξ² = E[η²] the logistic likelihood is
    Gaussian with precision ω = tanh(ξ/2)/(2ξ) and pull z − ½, where z is the score, or with chance
    the probability that a right answer was known. Abilities have a standard normal prior, item
    parameters a normal prior whose mean and covariance are estimated from the board; the abilities
    are rescaled in every sweep (parameter expansion), without which convergence is slow.

    References
    ----------
    Jaakkola & Jordan (2000), Statistics and Computing 10, 25–37. Liu, Rubin & Wu (1998),
    Biometrika 85, 755–770 (parameter expansion).

    Examples
    --------
    >>> right = np.array([[1, 1, 0], [1, 0, 0], [1, 1, 1], [0, 0, 0]], np.float32)
    >>> scores = Scores(right, np.ones_like(right), "logistic")
    >>> model = begin(scores, np.array([[0.5], [-0.5], [1.0], [-1.0]]))
    >>> sweep(model, scores).abilities.shape
    (4, 1)
    """
    precision, pull, model = _working(model, scores, estimate_chance=estimate_chance)
    model = _abilities(model, precision, pull)
    model = _items(model, precision, pull)
    model = _rescaled(model)
    return model if scores.likelihood == "logistic" else _noise(model, scores)


def begin(scores: Scores, abilities: Array, chance: Array | None = None) -> LatentModel:
    """Return a first model that holds the given abilities and the items that fit them.

    Parameters
    ----------
    scores : Scores
    abilities : ndarray, shape (n_models, K)
    chance : ndarray, shape (n_items,), optional
        None means no guessing.

    Returns
    -------
    LatentModel

    Examples
    --------
    >>> right = np.array([[1, 0], [0, 0], [1, 1]], np.float32)
    >>> begin(Scores(right, np.ones_like(right), "logistic"), np.array([[0.0], [-1], [1]])).n_axes
    1
    """
    n_models, n_axes = abilities.shape
    n_items = scores.values.shape[1]
    flat = LatentModel(
        likelihood=scores.likelihood,
        abilities=abilities,
        ability_covariance=np.broadcast_to(0.1 * np.eye(n_axes), (n_models, n_axes, n_axes)),
        items=np.zeros((n_items, n_axes + 1)),
        item_covariance=np.broadcast_to(np.eye(n_axes + 1), (n_items, n_axes + 1, n_axes + 1)),
        chance=np.zeros(n_items) if chance is None else chance,
        model_noise=np.ones(n_models),
        item_noise=np.ones(n_items),
    )
    precision, pull, flat = _working(flat, scores, estimate_chance=False)
    return _rescaled(_items(flat, precision, pull))


def with_axis(model: LatentModel, scores: Scores, direction: Array) -> LatentModel:
    """Return a model with one more ability, which starts along a direction of the models.

    Examples
    --------
    >>> right = np.array([[1, 0], [0, 0], [1, 1]], np.float32)
    >>> scores = Scores(right, np.ones_like(right), "logistic")
    >>> one = begin(scores, np.array([[0.0], [-1], [1]]))
    >>> with_axis(one, scores, np.array([1.0, -1.0, 0.0])).n_axes
    2
    """
    spread = direction.std()
    start = (direction - direction.mean()) / (spread if spread > 0 else 1.0)
    wider = begin(scores, np.column_stack([model.abilities, start]), model.chance)
    return replace(wider, model_noise=model.model_noise, item_noise=model.item_noise)


def locate(model: LatentModel, scores: Scores, *, sweeps: int = 30) -> LatentModel:
    """Where do models stand that were not part of the fit?

    Parameters
    ----------
    model : LatentModel
        Whose items are kept as they are.
    scores : Scores
        Of any models on the same items.
    sweeps : int, default 30

    Returns
    -------
    LatentModel
        With abilities (and noise) of the new models, not rescaled.

    Examples
    --------
    >>> right = np.array([[1, 0], [0, 0], [1, 1]], np.float32)
    >>> scores = Scores(right, np.ones_like(right), "logistic")
    >>> model = begin(scores, np.array([[0.0], [-1], [1]]))
    >>> locate(model, scores).abilities.shape
    (3, 1)
    """
    n, k = len(scores.values), model.n_axes
    here = replace(
        model,
        abilities=np.zeros((n, k)),
        ability_covariance=np.broadcast_to(np.eye(k), (n, k, k)),
        model_noise=np.ones(n),
    )
    for _ in range(sweeps):
        precision, pull, here = _working(here, scores, estimate_chance=False)
        here = _abilities(here, precision, pull)
        if scores.likelihood == "gaussian":
            here = replace(here, model_noise=_model_noise(here, scores))
    return here


def _working(
    model: LatentModel, scores: Scores, *, estimate_chance: bool
) -> tuple[Single, Single, LatentModel]:
    """Return the precision ω and the pull κ of each cell, and the model with its chance levels."""
    if scores.likelihood == "gaussian":
        noise = np.outer(1.0 / model.model_noise, 1.0 / model.item_noise).astype(np.float32)
        precision = noise * scores.observed
        return precision, precision * scores.values, model
    known = _known(model, scores)
    if estimate_chance:
        model = replace(model, chance=_pooled_chance(scores, known))
    precision = _softness(second_moment(model)) * scores.observed
    return precision, (known - np.float32(0.5)) * scores.observed, model


def _known(model: LatentModel, scores: Scores) -> Single:
    """Return the scores, or with chance the probability that a right answer was known."""
    if not model.chance.any():
        return scores.values
    knows = logistic(model.linear())
    chance = model.chance.astype(np.float32)
    certain = knows / (chance + (1 - chance) * knows + np.float32(1e-12))
    return np.asarray(scores.values * certain, dtype=np.float32)


def _softness(squared: Single) -> Single:
    """Return tanh(ξ/2)/(2ξ) from ξ², which is ¼ at 0."""
    xi = np.sqrt(np.maximum(squared, np.float32(1e-6)))
    return np.asarray(np.tanh(np.float32(0.5) * xi) / (2 * xi))


def unshrunk(model: LatentModel, scores: Scores, *, sweeps: int = 10) -> LatentModel:
    """Return the model after a few sweeps that are free of the quadratic bound's shrinkage.

    Parameters
    ----------
    model : LatentModel
        Logistic.
    scores : Scores
    sweeps : int, default 10

    Returns
    -------
    LatentModel

    Notes
    -----
    The quadratic bound overstates how much a very easy or very hard answer tells and shrinks the
    slopes of boards near a ceiling by up to a third. Here each cell is a Gaussian one with the
    mean slope of the logistic curve over the posterior of η ~ N(m, v) as precision, and its mean
    residual as pull, both by σ(m/√(1 + πv/8)). Only a few sweeps: left alone, slopes can run away
    on boards of few models.

    References
    ----------
    MacKay (1992), Neural Computation 4, 720–736. Knowles & Minka (2011), NIPS 24, 1701–1709.

    Examples
    --------
    >>> right = np.array([[1, 0], [0, 0], [1, 1]], np.float32)
    >>> scores = Scores(right, np.ones_like(right), "logistic")
    >>> unshrunk(begin(scores, np.array([[0.0], [-1], [1]])), scores).items.shape
    (2, 2)
    """
    for _ in range(sweeps):
        known = _known(model, scores)
        mean, share, steep = _averaged(model)
        precision = steep * scores.observed
        pull = precision * mean + (known - share) * scores.observed
        model = _rescaled(_items(_abilities(model, precision, pull), precision, pull))
    return model


def _averaged(model: LatentModel) -> tuple[Single, Single, Single]:
    """Return η, the logistic curve averaged over the posterior of η, and its averaged slope."""
    mean = model.linear()
    spread = np.maximum(second_moment(model) - mean * mean, np.float32(0.0))
    scale: Single = (1 / np.sqrt(1 + np.pi / 8 * spread)).astype(np.float32)
    share = logistic(mean * scale)
    return mean, share, np.asarray(scale * (share * (1 - share) + LEAST_SLOPE))


def _pooled_chance(scores: Scores, known: Single) -> Array:
    """Return each item's chance level, drawn towards the level of the whole board."""
    guessed = ((scores.values - known) * scores.observed).sum(axis=0, dtype=np.float64)
    unknown = ((1 - known) * scores.observed).sum(axis=0, dtype=np.float64)
    pooled = guessed.sum() / max(unknown.sum(), 1.0)
    level = (guessed + CHANCE_WEIGHT * pooled) / (unknown + CHANCE_WEIGHT)
    return np.asarray(np.clip(level, 0.0, 0.9))


@UNFLAGGED
def _abilities(model: LatentModel, precision: Single, pull: Single) -> LatentModel:
    """Return the model with new abilities, given its items."""
    k = model.n_axes
    if k == 0:
        return model
    squares = square(moments(model.items, model.item_covariance), k + 1)
    features = np.hstack([squares[:, :k, :k].reshape(-1, k * k), squares[:, :k, k]])
    sums = (precision @ features.astype(np.float32)).astype(np.float64)
    towards = (pull @ model.items[:, :k].astype(np.float32)).astype(np.float64)
    covariance = inverse(np.eye(k) + sums[:, : k * k].reshape(-1, k, k))
    mean = np.einsum("nkl,nl->nk", covariance, towards - sums[:, k * k :])
    return replace(model, abilities=mean, ability_covariance=covariance)


@UNFLAGGED
def _items(model: LatentModel, precision: Single, pull: Single) -> LatentModel:
    """Return the model with new items, given its abilities."""
    k = model.n_axes + 1
    held = with_one(model.abilities)
    features = moments(held, bordered(model.ability_covariance))
    sums = (precision.T @ features.astype(np.float32)).astype(np.float64)
    towards = (pull.T @ held.astype(np.float32)).astype(np.float64)
    centre, spread = _item_prior(model)
    firm = np.linalg.inv(spread)
    covariance = inverse(firm + square(sums, k))
    mean = np.einsum("tkl,tl->tk", covariance, towards + firm @ centre)
    return replace(model, items=mean, item_covariance=covariance)


def _item_prior(model: LatentModel) -> tuple[Array, Array]:
    """Return mean and covariance of the items' normal prior, as the board shows them."""
    k = model.n_axes
    slack = np.full(k + 1, SLACK[model.likelihood] if k >= 2 else FIRM)
    slack[-1] = FIRM
    centre = model.items.mean(axis=0)
    around = model.items - centre
    spread = around.T @ around / len(around) + model.item_covariance.mean(axis=0)
    return centre, spread + np.diag(slack)


def _rescaled(model: LatentModel) -> LatentModel:
    """Return the same model with abilities of mean 0 and second moment the identity."""
    k = model.n_axes
    if k == 0:
        return model
    centre = model.abilities.mean(axis=0)
    around = model.abilities - centre
    second = around.T @ around / len(around) + model.ability_covariance.mean(axis=0)
    root = np.linalg.cholesky(second)
    shrink = np.linalg.inv(root)
    carry = np.eye(k + 1)
    carry[:k, :k] = root.T
    carry[k, :k] = centre
    return replace(
        model,
        abilities=around @ shrink.T,
        ability_covariance=shrink @ model.ability_covariance @ shrink.T,
        items=model.items @ carry.T,
        item_covariance=carry @ model.item_covariance @ carry.T,
    )


def _noise(model: LatentModel, scores: Scores) -> LatentModel:
    """Return the Gaussian model with new noise variances of models and of items."""
    squares = _squares(model, scores)
    by_item = squares.T @ (1.0 / model.model_noise)
    n_models = scores.observed.sum(axis=0, dtype=np.float64)
    item_noise = (by_item + by_item.sum() / n_models.sum()) / (n_models + 1.0)
    noise = _model_noise(replace(model, item_noise=item_noise), scores)
    level = float(np.exp(np.log(noise).mean()))
    return replace(model, model_noise=noise / level, item_noise=item_noise * level)


def _model_noise(model: LatentModel, scores: Scores) -> Array:
    """Return each model's noise relative to that of the items."""
    by_model = _squares(model, scores) @ (1.0 / model.item_noise)
    counts = scores.observed.sum(axis=1, dtype=np.float64)
    return np.asarray((by_model + ROW_WEIGHT) / (counts + ROW_WEIGHT))


def _squares(model: LatentModel, scores: Scores) -> Array:
    """Return the expected squared residual of each cell, 0 where missing."""
    eta = model.linear()
    loose = second_moment(model) - eta * eta
    squares = ((scores.values - eta) ** 2 + loose) * scores.observed
    return squares.astype(np.float64)
