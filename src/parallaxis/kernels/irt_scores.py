"""Abilities of models given the items: EAP and MAP with standard errors, and log-likelihoods."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis.errors import ShapeError
from parallaxis.kernels.float_flags import UNFLAGGED
from parallaxis.kernels.irt_curve import Array, Floats, Items, knows, logistic, right
from parallaxis.kernels.irt_damping import damped, first_steps

BLOCK_CELLS = 2**17
SINGLE_FROM = 2**21  # cells from which single precision serves, and halves the time
MODE_STEPS = 60
NODES_BY_ITEMS = ((60, 41), (200, 21), (1000, 11), (2000, 7))  # up to so many items, so many nodes
FEWEST_NODES = 3


@dataclass(frozen=True, slots=True, eq=False)
class Scores:
    """What the answers say about each model's ability, prior N(0, 1).

    Attributes
    ----------
    eap, eap_error : ndarray, shape (n_models,)
        Mean and standard deviation of the ability given the answers.
    map, map_error : ndarray, shape (n_models,)
        Mode, and one over the square root of the curvature there.
    log_likelihood : ndarray, shape (n_models,)
        Log probability of the model's answers, its ability integrated out.
    """

    eap: Array
    eap_error: Array
    map: Array
    map_error: Array
    log_likelihood: Array


def scores(
    values: NDArray[np.floating],
    discrimination: Array,
    intercept: Array,
    chance: Array | float = 0.0,
    *,
    near: Array | None = None,
    n_nodes: int | None = None,
) -> Scores:
    """How able is each model, and how surely is that known?

    Parameters
    ----------
    values : ndarray, shape (n_models, n_items)
        0, 1 or NaN; a missing cell says nothing.
    discrimination, intercept : ndarray, shape (n_items,)
        a and d of P = c + (1 − c) / (1 + exp(−(a θ + d))).
    chance : ndarray, shape (n_items,), or float, default 0
        c.
    near : ndarray, shape (n_models,), optional
        Where to begin the search for the modes; 0 by default.
    n_nodes : int, optional
        Nodes of adaptive Gauss–Hermite quadrature around each mode: 41 up to 60 items, 21 up to
        200, 11 up to 1,000, 7 up to 2,000, 3 beyond, where posteriors are all but normal.

    Returns
    -------
    Scores
        A model without any answer has the prior: ability 0, error 1.

    Raises
    ------
    ShapeError
        Parameters of another length than the board has items.

    References
    ----------
    Bock & Mislevy (1982), Appl. Psychol. Meas. 6, 431–444; Naylor & Smith (1982), Appl. Stat. 31,
    214–225.

    Examples
    --------
    >>> answers = np.array([[1.0, 1.0], [1.0, np.nan], [0.0, 0.0]])
    >>> scores(answers, np.ones(2), np.zeros(2)).eap.round(3).tolist()
    [0.704, 0.413, -0.704]
    """
    n_models, n_items = values.shape
    if np.shape(discrimination) != (n_items,) or np.shape(intercept) != (n_items,):
        raise ShapeError(
            f"discrimination and intercept have shapes {np.shape(discrimination)} and "
            f"{np.shape(intercept)}; pass one number for each of the {n_items} items."
        )
    kind = np.float32 if values.size > SINGLE_FROM else np.float64
    c = np.broadcast_to(np.asarray(chance, dtype=np.float64), n_items)
    items = Items(np.asarray(discrimination), np.asarray(intercept), c).cast(kind)
    begin = np.zeros(n_models) if near is None else near
    size = max(1, BLOCK_CELLS // max(n_items, 1))
    blocks = [
        _block(values[rows], items, begin[rows], n_nodes or _nodes_for(n_items))
        for rows in (slice(first, first + size) for first in range(0, n_models, size))
    ]
    return Scores(*(np.concatenate(columns) for columns in zip(*blocks, strict=True)))


def _nodes_for(n_items: int) -> int:
    """Return how many nodes posteriors of so many items need; more items, nearer to normal."""
    return next((nodes for limit, nodes in NODES_BY_ITEMS if n_items <= limit), FEWEST_NODES)


def _block(
    values: NDArray[np.floating], items: Items, near: Array, n_nodes: int
) -> tuple[Array, ...]:
    """Return the five columns of scores for some models."""
    seen = ~np.isnan(values)
    kind = items.slope.dtype
    answers, scored = np.where(seen, values, 0.0).astype(kind), seen.astype(kind)
    mode, sd = _modes(answers, scored, near, items)
    places, weights = np.polynomial.hermite_e.hermegauss(n_nodes)
    log_weight = np.log(weights) - 0.5 * np.log(2.0 * np.pi) + 0.5 * places**2
    theta = mode[:, None] + np.multiply.outer(sd, places)
    joint = np.stack([_log_likelihood(answers, scored, column, items) for column in theta.T], 1)
    joint += log_weight - 0.5 * theta**2 + np.log(sd)[:, None]
    top = joint.max(axis=1, keepdims=True)
    share = np.exp(joint - top)
    total = share.sum(axis=1, keepdims=True)
    share /= total
    mean = (share * theta).sum(axis=1)
    error = np.sqrt((share * (theta - mean[:, None]) ** 2).sum(axis=1))
    curvature = _curvature(answers, scored, mode, items)
    return mean, error, mode, 1.0 / np.sqrt(curvature), (top + np.log(total))[:, 0]


@UNFLAGGED
def _derivatives(
    answers: Floats, scored: Floats, ability: Array, items: Items
) -> tuple[Array, Array]:
    """Return the log-likelihood's derivative by ability, and the expected information."""
    s = knows(ability.astype(answers.dtype), items)
    if not items.guessed:
        return (answers - scored * s) @ items.slope, (scored * (s - s * s)) @ items.slope**2
    p = right(s, items)
    by_known = s / p
    gradient = (answers * by_known - scored * s) @ items.slope
    return gradient, (scored * (1.0 - p) * by_known * s) @ items.slope**2


def _modes(answers: Floats, scored: Floats, near: Array, items: Items) -> tuple[Array, Array]:
    """Climb to the mode of each posterior by Fisher scoring; return it and its expected spread."""
    ability, variance = near, np.ones(len(answers))
    steps = first_steps(near[:, None])
    tolerance = 1e-10 if answers.dtype == np.float64 else 1e-4
    for _ in range(MODE_STEPS):
        gradient, information = _derivatives(answers, scored, ability, items)
        variance = 1.0 / (1.0 + np.asarray(information, dtype=np.float64))
        full = np.clip((gradient - ability) * variance, -1.0, 1.0)
        if np.abs(full).max(initial=0.0) < tolerance:
            break
        step, steps = damped(ability[:, None], full[:, None], steps)
        ability = ability + step[:, 0]
    return ability, np.sqrt(variance)


@UNFLAGGED
def _curvature(answers: Floats, scored: Floats, ability: Array, items: Items) -> Array:
    """Return minus the second derivative of the log posterior, at least a little above 0."""
    s = knows(ability.astype(answers.dtype), items)
    p = right(s, items)
    wrong = (scored - answers) * (s - s * s)
    known = answers * s * ((1.0 - p) / p) * (1.0 - s - s / p)
    bend = np.asarray((wrong - known) @ items.slope**2, dtype=np.float64)
    return np.maximum(1.0 + bend, 1e-3)


def _log_likelihood(answers: Floats, scored: Floats, ability: Array, items: Items) -> Array:
    """Return the log probability of each model's answers at one ability each."""
    eta = np.multiply.outer(ability.astype(answers.dtype), items.slope) + items.intercept
    log_right, log_wrong = _log_both(eta, items)
    log_right -= log_wrong
    log_right *= answers
    log_wrong *= scored
    log_right += log_wrong
    return np.asarray(log_right.sum(axis=1, dtype=np.float64))


def _log_both(eta: Floats, items: Items) -> tuple[Floats, Floats]:
    """Return log P and log(1 − P)."""
    log_wrong = -(np.maximum(eta, 0.0) + np.log1p(np.exp(-np.abs(eta))))
    if not items.guessed:
        return log_wrong + eta, log_wrong
    p = np.maximum(right(logistic(eta), items), np.finfo(eta.dtype).tiny)
    return np.log(p), log_wrong + np.log1p(-items.chance)
