"""One step of each item's parameters by Fisher scoring, and what remains uncertain about them."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from parallaxis.kernels.irt_curve import Array, Items, ItemSums
from parallaxis.kernels.irt_damping import Steps, damped
from parallaxis.kernels.irt_prior import ItemPrior

LONGEST_STEP = np.array([1.0, 2.0, 1.0])  # of log a (or a), d and logit c
CHANCE_RANGE = (1e-4, 0.95)


@dataclass(frozen=True, slots=True)
class Model:
    """Which item parameters are estimated, and under which prior.

    Attributes
    ----------
    prior : ItemPrior
    common_slope : bool
        One slope for all items (1PL).
    free_chance : ndarray of bool, shape (n_items,)
        Items whose chance is estimated.
    """

    prior: ItemPrior
    common_slope: bool
    free_chance: NDArray[np.bool_]

    @property
    def log_slope(self) -> bool:
        """Whether steps are taken in log a, which keeps slopes positive."""
        return self.common_slope or self.prior.slope == "lognormal"


def start(share: Array, sign: Array, model: Model, known_chance: Array) -> Items:
    """Return first guesses from the share of right answers on each item.

    Parameters
    ----------
    share : ndarray, shape (n_items,)
        Share right, strictly between 0 and 1.
    sign : ndarray, shape (n_items,)
        −1 where better models fail.
    model : Model
    known_chance : ndarray, shape (n_items,)
        NaN where chance is estimated.

    Examples
    --------
    >>> model = Model(ItemPrior(), False, np.array([False]))
    >>> start(np.array([0.5]), np.ones(1), model, np.zeros(1)).intercept.tolist()
    [0.0]
    """
    guess = np.clip(np.minimum(0.15, 0.5 * share), *CHANCE_RANGE)
    chance = np.where(model.free_chance, guess, known_chance)
    known = np.clip((share - chance) / (1.0 - chance), 0.02, 0.98)
    slope = np.ones(share.size) if model.log_slope else sign
    return Items(slope, np.log(known / (1.0 - known)), chance)


def penalised(items: Items, sums: ItemSums, model: Model) -> tuple[Array, Array]:
    """Return derivatives and information by (log a or a, d, logit c), with the prior's.

    Parameters that are not estimated get derivative 0 and information 1.

    Examples
    --------
    >>> items = Items(np.array([2.0]), np.zeros(1), np.zeros(1))
    >>> sums = ItemSums(np.ones((1, 3)), np.eye(3)[None], np.zeros(1), np.zeros(1))
    >>> model = Model(ItemPrior(slope_mean=np.log(2.0)), False, np.array([False]))
    >>> gradient, information = penalised(items, sums, model)
    >>> gradient.tolist(), information[0].diagonal().round(2).tolist()
    ([[2.0, 1.0, 0.0]], [8.0, 1.11, 1.0])
    """
    gradient, information = sums.gradient.copy(), sums.information.copy()
    if model.log_slope:
        gradient[:, 0] *= items.slope
        information[:, 0, :] *= items.slope[:, None]
        information[:, :, 0] *= items.slope[:, None]
    prior_gradient, prior_information = model.prior.pull(items)
    gradient += prior_gradient
    information += prior_information
    for which, column in ((~model.free_chance, 2), (np.full(len(gradient), model.common_slope), 0)):
        gradient[which, column] = 0.0
        information[which, :, column] = information[which, column, :] = 0.0
        information[which, column, column] = 1.0
    return gradient, information


def moved(items: Items, step: Array, model: Model) -> Items:
    """Return the items after a step of (log a or a, d, logit c), shape (n_items, 3).

    Examples
    --------
    >>> model = Model(ItemPrior(), False, np.array([False]))
    >>> items = Items(np.ones(1), np.zeros(1), np.zeros(1))
    >>> moved(items, np.array([[np.log(2.0), 1.0, 0.0]]), model).slope.round(6).tolist()
    [2.0]
    """
    slope = items.slope * np.exp(step[:, 0]) if model.log_slope else items.slope + step[:, 0]
    chance = items.chance
    if model.free_chance.any():
        odds = chance / (1.0 - chance) * np.exp(step[:, 2])
        chance = np.where(model.free_chance, np.clip(odds / (1.0 + odds), *CHANCE_RANGE), chance)
    return Items(slope, items.intercept + step[:, 1], chance)


def coordinates(items: Items, model: Model) -> Array:
    """Return (log a or a, d, logit c), shape (n_items, 3); 0 for a chance that is known.

    Examples
    --------
    >>> model = Model(ItemPrior(), False, np.array([False]))
    >>> coordinates(Items(np.ones(1), np.ones(1), np.ones(1)), model).tolist()
    [[0.0, 1.0, 0.0]]
    """
    slope = np.log(items.slope) if model.log_slope else items.slope
    chance = np.where(model.free_chance, items.chance, 0.5)
    return np.column_stack([slope, items.intercept, np.log(chance / (1.0 - chance))])


def scored(items: Items, sums: ItemSums, model: Model, last: Steps) -> tuple[Items, Steps]:
    """Return the items after one step of Fisher scoring, each item by itself, and the steps.

    A common slope stays: it moves with the spread of the abilities (see :func:`standardised`).

    Examples
    --------
    >>> items = Items(np.ones(1), np.zeros(1), np.zeros(1))
    >>> from parallaxis.kernels.irt_damping import first_steps
    >>> slope, none = np.array([[0.0, 1.0, 0.0]]), np.zeros(1)
    >>> sums = ItemSums(slope, 4.0 * np.eye(3)[None], none, none)
    >>> model = Model(ItemPrior(slope="flat", intercept_sd=np.inf), False, np.array([False]))
    >>> begin = first_steps(coordinates(items, model))
    >>> scored(items, sums, model, begin)[0].intercept.round(6).tolist()
    [0.25]
    """
    gradient, information = penalised(items, sums, model)
    information[:, (0, 1, 2), (0, 1, 2)] += 1e-9
    full = np.linalg.solve(information, gradient[:, :, None])[:, :, 0]
    full = np.clip(full, -LONGEST_STEP, LONGEST_STEP)
    step, steps = damped(coordinates(items, model), full, last)
    return moved(items, step, model), steps


def standardised(items: Items, mean: float, sd: float) -> Items:
    """Return the items for abilities that are measured from `mean` in units of `sd`.

    Examples
    --------
    >>> items = standardised(Items(np.ones(1), np.zeros(1), np.zeros(1)), 1.0, 2.0)
    >>> items.slope.tolist(), items.intercept.tolist()
    ([2.0], [1.0])
    """
    return Items(items.slope * sd, items.intercept + items.slope * mean, items.chance)


def with_learned_prior(model: Model, items: Items, sums: ItemSums) -> Model:
    """Return the model with its prior's centres set from the board as it stands.

    Examples
    --------
    >>> items = Items(np.ones(1), np.zeros(1), np.zeros(1))
    >>> sums = ItemSums(np.zeros((1, 3)), np.eye(3)[None], np.zeros(1), np.zeros(1))
    >>> model = Model(ItemPrior(), False, np.array([False]))
    >>> with_learned_prior(model, items, sums).prior.slope_mean
    0.0
    """
    if model.common_slope:
        return replace(
            model, prior=replace(model.prior, slope="flat").learned(items, sums, 0 * items.slope)
        )
    spread = 1.0 / np.maximum(sums.information[:, 0, 0], 4.0)
    return replace(model, prior=model.prior.learned(items, sums, spread))


def largest_change(before: Items, after: Items) -> float:
    """Return the largest change of a parameter, relative where the parameter exceeds 1.

    Examples
    --------
    >>> one = Items(np.array([4.0]), np.zeros(1), np.zeros(1))
    >>> largest_change(one, one._replace(slope=np.array([3.0])))
    0.2
    """
    parts = zip(before, after, strict=True)
    return float(max(np.max(np.abs(new - old) / (1.0 + np.abs(old))) for old, new in parts))
