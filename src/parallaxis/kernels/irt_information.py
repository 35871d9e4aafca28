"""Observed information of the marginal likelihood of items, by Louis' formula on a grid.

The information is that of answers and abilities together, less the variance of its score given
the answers alone: what is missing because abilities are not seen.
"""

import numpy as np
from numpy.typing import NDArray

from parallaxis.kernels.irt_curve import Answers, Array, Items, knows, right
from parallaxis.kernels.irt_items import Model

BLOCK_CELLS = 2**22
PRODUCT_ROWS = 1000  # products of fewer rows spend their time on memory
NEGLIGIBLE = 1e-13  # probability of a node below which it is passed over


def parameter_places(n_items: int, model: Model) -> NDArray[np.intp]:
    """Return where each item's (slope, d, logit c) stands among all parameters; −1 for nowhere.

    Examples
    --------
    >>> from parallaxis.kernels.irt_prior import ItemPrior
    >>> parameter_places(2, Model(ItemPrior(), True, np.array([False, True]))).tolist()
    [[0, 1, -1], [0, 2, 3]]
    """
    slopes = 1 if model.common_slope else n_items
    places = np.full((n_items, 3), -1)
    places[:, 0] = np.arange(n_items) if slopes > 1 else 0
    places[:, 1] = slopes + np.arange(n_items)
    n_free = int(model.free_chance.sum())
    places[model.free_chance, 2] = slopes + n_items + np.arange(n_free)
    return places


def observed_information(
    answers: Answers, weights: Array, theta: Array, items: Items, model: Model
) -> Array:
    """Return the observed information by (log a or a, d, logit c), without the prior's.

    Parameters
    ----------
    answers : Answers
    weights : ndarray, shape (n_models, n_nodes)
        Probability of each ability given the model's answers.
    theta : ndarray, shape (n_nodes,)
    items : Items
    model : Model

    Returns
    -------
    ndarray, shape (n_parameters, n_parameters)
        In the order of :func:`parameter_places`.

    References
    ----------
    Louis (1982), J. R. Stat. Soc. B 44, 226–233.

    Examples
    --------
    >>> from parallaxis.kernels.irt_prior import FLAT
    >>> items = Items(np.ones(1), np.zeros(1), np.zeros(1))
    >>> model = Model(FLAT, False, np.array([False]))
    >>> one = np.ones((4, 1))
    >>> observed_information(Answers(one, one), one, np.zeros(1), items, model).tolist()
    [[0.0, 0.0], [0.0, 1.0]]
    """
    places = parameter_places(items.slope.size, model)
    expected = Answers(weights.T @ answers.right, weights.T @ answers.seen)
    information = _placed(_complete(expected, theta, items, model), places)
    rows = max(1, BLOCK_CELLS // len(information))
    for first in range(0, len(weights), rows):
        block = slice(first, first + rows)
        some = Answers(answers.right[block], answers.seen[block])
        information -= _missing(some, weights[block], theta, items, model)
    return information


def _complete(answers: Answers, theta: Array, items: Items, model: Model) -> Array:
    """Return minus the expected second derivatives of each item, were abilities seen."""
    n_right, n_seen = answers
    s = knows(theta, items)
    p, c = right(s, items), items.chance
    odds = (1.0 - p) / p
    wrong = n_seen - n_right
    by_eta = n_right * (s / p) - n_seen * s
    eta_eta = wrong * s * (1.0 - s) - n_right * s * odds * (1.0 - s - s / p)
    blocks = np.zeros((items.slope.size, 3, 3))
    blocks[:, 0, 0] = theta**2 @ eta_eta
    blocks[:, 0, 1] = blocks[:, 1, 0] = theta @ eta_eta
    blocks[:, 1, 1] = eta_eta.sum(axis=0)
    if model.free_chance.any():
        eta_gamma = n_right * s * odds * (c / p)
        blocks[:, 0, 2] = blocks[:, 2, 0] = theta @ eta_gamma
        blocks[:, 1, 2] = blocks[:, 2, 1] = eta_gamma.sum(axis=0)
        gamma_gamma = wrong * c * (1.0 - c) - n_right * c * odds * (1.0 - c - c / p)
        blocks[:, 2, 2] = gamma_gamma.sum(axis=0)
    if model.log_slope:
        blocks[:, 0, :] *= items.slope[:, None]
        blocks[:, :, 0] *= items.slope[:, None]
        blocks[:, 0, 0] -= items.slope * (theta @ by_eta)
    return blocks


def _placed(blocks: Array, places: NDArray[np.intp]) -> Array:
    """Add each item's block to the rows and columns of its parameters."""
    whole = np.zeros((places.max() + 1, places.max() + 1))
    for row in range(3):
        for column in range(3):
            both = (places[:, row] >= 0) & (places[:, column] >= 0)
            here = (places[both, row], places[both, column])
            np.add.at(whole, here, blocks[both, row, column])
    return whole


def _missing(answers: Answers, weights: Array, theta: Array, items: Items, model: Model) -> Array:
    """Return the variance of the score given the answers, summed over models."""
    s = knows(theta, items)
    p = right(s, items)
    slope = items.slope if model.log_slope else np.ones_like(items.slope)
    free = model.free_chance
    n_parameters = 1 if model.common_slope else slope.size
    n_parameters += slope.size + int(free.sum())
    mean, square = np.zeros((len(weights), n_parameters)), np.zeros((n_parameters, n_parameters))
    waiting: list[tuple[Array, Array]] = []
    for node, ability in enumerate(theta):
        rows = weights[:, node] > NEGLIGIBLE
        known, seen = answers.right[rows], answers.seen[rows]
        by_eta = known * (s[node] / p[node]) - seen * s[node]
        by_slope = by_eta * (ability * slope)
        if model.common_slope:
            by_slope = by_slope.sum(axis=1, keepdims=True)
        parts = [by_slope, by_eta]
        if free.any():
            c = items.chance[free]
            parts.append(known[:, free] * (c / p[node, free]) - seen[:, free] * c)
        score = np.hstack(parts)
        weighted = score * weights[rows, node, None]
        mean[rows] += weighted
        waiting.append((score, weighted))
        if sum(len(part) for part, _ in waiting) > PRODUCT_ROWS or node == len(theta) - 1:
            scores, weighted_scores = (np.vstack(part) for part in zip(*waiting, strict=True))
            square += scores.T @ weighted_scores
            waiting = []
    return np.asarray(square - mean.T @ mean)
