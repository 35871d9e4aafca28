"""Marginal maximum likelihood for complete boards without guessing, from sufficient statistics.

Without guessing the answers of a model enter only through Σ_t a_t x_t, and those on an item only
through Σ_i x_i and Σ_i x_i E[θ_i]. An iteration then needs two products of the board with a vector
and one pass over items × nodes; the grid of abilities is drawn as fine as the narrowest posterior.
"""

from typing import NamedTuple

import numpy as np

from parallaxis.kernels.irt_curve import Array, Floats, Items, ItemSums, knows, logistic
from parallaxis.kernels.irt_damping import first_steps
from parallaxis.kernels.irt_items import (
    Model,
    coordinates,
    largest_change,
    penalised,
    scored,
    standardised,
    with_learned_prior,
)
from parallaxis.kernels.irt_marginal import Outcome, inverted, natural

REACH = 7.0  # posterior standard deviations from the outermost models to the ends of the grid
WIDEST = 8.0
FEWEST_NODES = 61
BLOCK_CELLS = 2**17


class Abilities(NamedTuple):
    """What answers say about models, on a grid.

    Attributes
    ----------
    mean, variance : ndarray, shape (n_models,)
        Of each ability given the model's answers.
    log_likelihood : ndarray, shape (n_models,)
    theta, weights : ndarray, shape (n_nodes,) and (n_models, n_nodes)
        Grid of abilities, and the probability of each given the model's answers.
    known : ndarray, shape (n_nodes, n_items)
        Probability of a right answer at each node.
    information : ndarray, shape (n_nodes,)
        Of all answers about the ability, at each node.
    """

    mean: Array
    variance: Array
    log_likelihood: Array
    theta: Array
    weights: Array
    known: Floats
    information: Array


def abilities(right: Floats, items: Items, low: float, high: float, spacing: float) -> Abilities:
    """Return the posterior of each model's ability on a grid.

    Parameters
    ----------
    right : ndarray, shape (n_models, n_items)
        0 or 1, none missing.
    items : Items
        Without chance.
    low, high, spacing : float
        Of the grid. The trapezoid rule errs by about exp(−2π²σ²/spacing²) where σ is the standard
        deviation of a posterior.

    Returns
    -------
    Abilities

    Examples
    --------
    >>> items = Items(np.ones(2), np.zeros(2), np.zeros(2))
    >>> found = abilities(np.array([[1.0, 0.0]]), items, -8.0, 8.0, 0.2)
    >>> abs(round(float(found.mean[0]), 12)), round(float(found.variance[0]), 3)
    (0.0, 0.698)
    """
    theta = np.linspace(low, high, max(FEWEST_NODES, int(np.ceil((high - low) / spacing)) + 1))
    known, log_wrong, information = _curves(theta, items, right.dtype)
    score, at_zero = over_items(right, items.slope), over_items(right, items.intercept)
    joint = np.multiply.outer(score, theta)
    joint += log_wrong - 0.5 * theta**2
    top = joint.max(axis=1, keepdims=True)
    joint -= top
    np.exp(joint, out=joint)
    total = joint.sum(axis=1, keepdims=True)
    joint /= total
    mean = joint @ theta
    variance = joint @ theta**2 - mean**2
    step = (theta[1] - theta[0]) / np.sqrt(2.0 * np.pi)
    log_likelihood = top[:, 0] + np.log(total[:, 0] * step) + at_zero
    return Abilities(mean, variance, log_likelihood, theta, joint, known, information)


def sufficient(
    right: Floats,
    begin: Items,
    model: Model,
    *,
    max_iterations: int = 200,
    tolerance: float = 1e-4,
) -> tuple[Outcome, Abilities]:
    """Fit items of a complete board without guessing; abilities have mean 0 and variance 1.

    Parameters
    ----------
    right : ndarray, shape (n_models, n_items)
        0 or 1, none missing.
    begin : Items
    model : Model
        Chance neither known above 0 nor estimated.
    max_iterations : int, default 200
    tolerance : float, default 1e-4
        Largest last change of a parameter, relative where it exceeds 1. A step shrinks the distance
        to the end tenfold or so, by the rescaling, where models answer 50 items or more.

    Returns
    -------
    Outcome
        Covariances item by item: inverse information less what the uncertainty of abilities hides,
        plus what the finite sample of models leaves open about origin and unit of ability.
    Abilities
        At these items.

    References
    ----------
    Bock & Aitkin (1981), Psychometrika 46, 443–459; Liu, Rubin & Wu (1998), Biometrika 85, 755–770,
    for the rescaling.

    Examples
    --------
    >>> from parallaxis.kernels.irt_prior import ItemPrior
    >>> rng = np.random.default_rng(0)
    >>> theta, d = rng.normal(size=(200, 1)), rng.normal(size=80)
    >>> right = (rng.random((200, 80)) < 1 / (1 + np.exp(-theta - d))).astype(float)
    >>> ones = np.ones(80)
    >>> model = Model(ItemPrior(), False, np.zeros(80, dtype=bool))
    >>> outcome, found = sufficient(right, Items(ones, 0 * ones, 0 * ones), model)
    >>> outcome.converged, round(float(np.corrcoef(found.mean, theta[:, 0])[0, 1]), 2)
    (True, 0.96)
    """
    items, spec, change, rounds = begin, model, np.inf, 0
    steps = first_steps(coordinates(items, model))
    n_right = right.sum(axis=0, dtype=np.float64)
    found = abilities(right, items, -WIDEST, WIDEST, _narrowest(items))
    while rounds < max_iterations and change >= tolerance:
        rounds += 1
        sums = _sums(right, n_right, found, items)
        model = with_learned_prior(spec, items, sums)
        mean, sd = _first_two(found)
        stepped, steps = scored(items, sums, model, steps)
        stepped = standardised(stepped, mean, sd)
        change = largest_change(items, stepped)
        items = stepped
        found = abilities(right, items, *_next_grid(found, items))
    sums = _sums(right, n_right, found, items)
    model = with_learned_prior(spec, items, sums)
    hidden = found.variance @ found.weights
    covariance = item_covariance(
        items, sums, model, theta=found.theta, hidden=hidden, n_models=len(right)
    )
    return Outcome(items, covariance, model, rounds, bool(change < tolerance)), found


def item_covariance(
    items: Items, sums: ItemSums, model: Model, *, theta: Array, hidden: Array, n_models: int
) -> Array:
    """Return covariances of (a, d, c), item by item.

    Parameters
    ----------
    items, sums, model : Items, ItemSums, Model
        At the fit.
    theta : ndarray, shape (n_nodes,)
    hidden : ndarray, shape (n_nodes,)
        Posterior variances of the abilities near each node, summed over models.
    n_models : int

    Returns
    -------
    ndarray, shape (n_items, 3, 3)
        Inverse of the item's information, less Σ_i V_i h_i h_iᵀ, where h_i is the derivative of the
        item's score by the ability and V_i the ability's variance; plus a²/n for d and a²/(2n) for
        a, which is how far origin and unit of a sample of n abilities stray. Of a common slope the
        variance is a²/(2n(1 − V̄)²): it is the spread of abilities, seen through errors of variance
        V̄/(1 − V̄).

    Examples
    --------
    >>> from parallaxis.kernels.irt_prior import FLAT
    >>> items = Items(np.ones(1), np.zeros(1), np.zeros(1))
    >>> sums = ItemSums(np.zeros((1, 3)), 20.0 * np.eye(3)[None], np.zeros(1), np.zeros(1))
    >>> model = Model(FLAT, False, np.array([False]))
    >>> none = np.zeros(1)
    >>> found = item_covariance(items, sums, model, theta=none, hidden=none, n_models=100)
    >>> found[0].diagonal().round(3)
    array([0.055, 0.06 , 0.   ])
    """
    _, information = penalised(items, sums, model)
    s = knows(theta, items)
    slope = items.slope if model.log_slope else np.ones_like(items.slope)
    spread = s * (1.0 - s)
    square = hidden @ spread**2 * items.slope**2
    cross = (hidden * theta) @ spread**2 * items.slope**2
    own = hidden @ spread + (hidden * theta**2) @ spread**2 * items.slope**2
    blurred = np.zeros_like(information)
    blurred[:, 1, 1] = square
    if not model.common_slope:
        blurred[:, 0, 0] = own * slope**2
        blurred[:, 0, 1] = blurred[:, 1, 0] = cross * slope
    information -= _at_most_half(blurred, information)
    covariance = natural(inverted(information), items, model)
    covariance[:, 0, 0] += items.slope**2 / (2.0 * n_models)
    covariance[:, 1, 1] += items.slope**2 / n_models
    if model.common_slope:
        covariance[:, 0, :] = covariance[:, :, 0] = 0.0
        seen = 1.0 - hidden.sum() / n_models  # share of the variance of ability that answers show
        covariance[:, 0, 0] = items.slope**2 / (2.0 * n_models * seen**2)
    return covariance


def _at_most_half(taken: Array, information: Array) -> Array:
    """Return what is taken from information, scaled so that half is left in every direction."""
    largest = np.linalg.eigvals(inverted(information) @ taken).real.max(axis=1)
    factor = np.minimum(1.0, 0.5 / np.maximum(largest, 0.5))
    return np.asarray(taken * factor[:, None, None])


def _curves(theta: Array, items: Items, kind: np.dtype[np.floating]) -> tuple[Floats, Array, Array]:
    """Return s at all nodes, and by node Σ log(1 − s) and the information of all answers."""
    known = np.empty((theta.size, items.slope.size), kind)
    log_wrong, information = np.empty(theta.size), np.empty(theta.size)
    cast = items.cast(kind.type)
    square = cast.slope**2
    for rows in _blocks(known):
        eta = np.multiply.outer(theta[rows].astype(kind), cast.slope)
        eta += cast.intercept
        likelier = np.log1p(np.exp(-np.abs(eta)))
        likelier += np.maximum(eta, 0.0)
        log_wrong[rows] = -likelier.sum(axis=1, dtype=np.float64)
        s = logistic(eta)
        known[rows] = s
        information[rows] = (s - s * s) @ square
    return known, log_wrong, information


def _sums(right: Floats, n_right: Array, found: Abilities, items: Items) -> ItemSums:
    """Return derivatives and information of the items over the posterior."""
    n_items = items.slope.size
    of_node = found.weights.sum(axis=0)
    powers = np.stack([of_node, of_node * found.theta, of_node * found.theta**2])
    powers = powers.astype(found.known.dtype)
    expected, spread = np.zeros((2, n_items)), np.zeros((3, n_items))
    for rows in _blocks(found.known):
        s = found.known[rows]
        expected += powers[:2, rows] @ s
        spread += powers[:, rows] @ (s - s * s)
    gradient, information = np.zeros((n_items, 3)), np.zeros((n_items, 3, 3))
    gradient[:, 0] = over_models(found.mean, right) - expected[1]
    gradient[:, 1] = n_right - expected[0]
    information[:, 0, 0], information[:, 1, 1] = spread[2], spread[0]
    information[:, 0, 1] = information[:, 1, 0] = spread[1]
    return ItemSums(gradient, information, np.zeros(n_items), np.zeros(n_items))


def _first_two(found: Abilities) -> tuple[float, float]:
    """Return mean and standard deviation of abilities over the posterior of all models."""
    mean = float(found.mean.mean())
    return mean, float(np.sqrt(found.variance.mean() + ((found.mean - mean) ** 2).mean()))


def _narrowest(items: Items) -> float:
    """Return the least standard deviation that a posterior can have."""
    return float(1.0 / np.sqrt(1.0 + 0.25 * (items.slope**2).sum()))


def _next_grid(found: Abilities, items: Items) -> tuple[float, float, float]:
    """Return ends and spacing of a grid for the abilities as they are about to be."""
    mean, sd = _first_two(found)
    centre, width = (found.mean - mean) / sd, np.sqrt(found.variance) / sd
    spacing = 1.0 / np.sqrt(1.0 + 1.1 * sd**2 * found.information.max())
    low = max(float((centre - REACH * width).min()) - 0.1, -WIDEST)
    high = min(float((centre + REACH * width).max()) + 0.1, WIDEST)
    return low, high, float(max(spacing, _narrowest(items)))


def over_items(right: Floats, weight: Array) -> Array:
    """Return ``right @ weight``, some rows at a time: several times as fast on a large board.

    Examples
    --------
    >>> over_items(np.eye(2), np.array([2.0, 3.0])).tolist()
    [2.0, 3.0]
    """
    weight = weight.astype(right.dtype)
    return np.concatenate([right[rows] @ weight for rows in _blocks(right)]).astype(np.float64)


def over_models(weight: Array, right: Floats) -> Array:
    """Return ``weight @ right``, some rows at a time.

    Examples
    --------
    >>> over_models(np.array([2.0, 3.0]), np.eye(2)).tolist()
    [2.0, 3.0]
    """
    total = np.zeros(right.shape[1])
    for rows in _blocks(right):
        total += weight[rows].astype(right.dtype) @ right[rows]
    return total


def _blocks(right: Floats) -> list[slice]:
    """Return rows whose cells stay in the processor's cache."""
    size = max(1, BLOCK_CELLS // right.shape[1])
    return [slice(first, first + size) for first in range(0, len(right), size)]
