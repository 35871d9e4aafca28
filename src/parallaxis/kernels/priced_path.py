"""Members in the order of the votes that they add for their price."""

import numpy as np
from numpy.typing import NDArray

from parallaxis.errors import InputError, ShapeError
from parallaxis.kernels.effective import kish_where_identified
from parallaxis.kernels.panel_path import MARGIN, PanelPath, along, pair_sums

Array = NDArray[np.float64]


def priced_path(correlation: Array, cost: Array) -> PanelPath:
    """In which order do members add most effective votes per cost?

    Parameters
    ----------
    correlation : ndarray, shape (n, n)
        Symmetric; NaN for a pair without a value. The diagonal is not read.
    cost : ndarray, shape (n,)
        Of each member, in any unit, 0 or more. NaN is unknown: such a member is never taken.

    Returns
    -------
    PanelPath
        The cheapest member first, then in each step the one with the largest gain in votes per
        cost, until no member adds votes at any price. Members that cost nothing come before
        others, those that add most first; ties go to the lowest place. A member whose pairs with
        the set are all unknown, or with whom votes are not identified, is not taken.

    Raises
    ------
    ShapeError
        Not one cost per member.
    InputError
        A negative or an infinite cost.

    Examples
    --------
    >>> R = np.array([[1, 0.5, 0.5], [0.5, 1, 0.2], [0.5, 0.2, 1]])
    >>> priced_path(R, np.array([1.0, 2.0, 9.0])).order.tolist()
    [0, 1, 2]
    """
    _check(correlation, cost)
    pairs = pair_sums(correlation)
    n = len(correlation)
    sums, counts, free = np.zeros(n), np.zeros(n), ~np.isnan(cost)
    order: list[int] = []
    total = seen = votes = 0.0
    while free.any():
        gain = _votes(len(order) + 1, total + sums, seen + counts, counts > 0.0) - votes
        eligible = np.flatnonzero(free & (np.nan_to_num(gain, nan=-1.0) > MARGIN))
        if eligible.size == 0:
            break
        pick = int(eligible[_best_value(gain[eligible], cost[eligible])])
        order.append(pick)
        votes += float(gain[pick])
        total, seen = total + sums[pick], seen + counts[pick]
        sums += pairs.values[pick]
        counts += pairs.known[pick]
        free[pick] = False
    return along(correlation, np.array(order, dtype=np.intp))


def _votes(size: int, total: Array, seen: Array, known: NDArray[np.bool_]) -> Array:
    """Return the votes of the set with each member; NaN where there are none."""
    if size == 1:
        return np.ones(total.size)
    mean = np.divide(total, seen, out=np.full(total.size, np.nan), where=known)
    return np.asarray(kish_where_identified(size, mean))


def _best_value(gain: Array, cost: Array) -> int:
    """Return the first of the members with most votes per cost, those without cost before all."""
    at_no_cost = cost == 0.0
    value = np.where(at_no_cost, gain, 0.0)
    if not at_no_cost.any():
        value = gain / cost
    return int((value >= value.max() * (1.0 - MARGIN)).argmax())


def _check(correlation: Array, cost: Array) -> None:
    """Refuse costs that no order can be made of."""
    if cost.shape != (len(correlation),):
        raise ShapeError(f"cost has shape {cost.shape}; pass one number for each member.")
    wrong = np.flatnonzero((cost < 0.0) | np.isinf(cost))
    if wrong.size:
        raise InputError(
            f"the cost of member {wrong[0]} is {cost[wrong[0]]:g}; pass 0 or more, and NaN where "
            "it is not known."
        )
