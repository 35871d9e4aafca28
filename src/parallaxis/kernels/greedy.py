"""ED-Greedy: items in the order in which they raise effective dimensionality most."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis.kernels.item_products import FEW_ITEMS, Integers, ItemProducts

Array = NDArray[np.float64]
MARGIN = 1e-12  # relative difference below which two sets are equally good: rounding, not data
TILE = 64  # items that are compared with as many others at once
LARGEST_INTEGER = 2**63 - 1


@dataclass(frozen=True, slots=True)
class GreedyPath:
    """Items in the order in which they were taken.

    Attributes
    ----------
    order : ndarray of int, shape (n_picks,)
        Places of the items in the board.
    objective : ndarray, shape (n_picks,)
        Effective dimensionality of the items up to and with this one.
    """

    order: NDArray[np.intp]
    objective: Array

    @property
    def peak(self) -> int:
        """Return the smallest number of items at which the objective is largest."""
        return first_best(self.objective) + 1


def greedy_path(products: ItemProducts, *, size: int | None = None) -> GreedyPath:
    """In which order do items raise effective dimensionality most?

    Parameters
    ----------
    products : ItemProducts
        From ``centred_products`` or ``right_wrong_products``: of items that all have variance.
    size : int, optional
        How many items to take; all by default.

    Returns
    -------
    GreedyPath
        The best pair first, its lower place before the other, then in each step the item with
        which the set has the largest effective dimensionality. Sets that differ by less than
        1e-12 of it are ties, and the lowest place wins.

    Notes
    -----
    Effective dimensionality is not monotone: the path rises to its peak and may fall after it.
    With T1 = Σσ² and T2 = Σσ⁴ of the set, s_t = c_t·c_t and h_t = Σ_j (c_j·c_t)² over the items j
    of the set,

        T1(S + t) = T1 + s_t,    T2(S + t) = T2 + s_t² + 2 h_t,

    so that a candidate costs a few operations, and a step one row of products: h += (Cᵀc_t)².
    Products of right/wrong scores are integers, and so are T1, T2 and h; then order and objective
    are exact. A missing cell counts as the mean of its item, 0 after centring.

    References
    ----------
    Sha et al. (2026), BenchScope, arXiv:2603.29357 (ED-Greedy).

    Examples
    --------
    >>> from parallaxis.kernels.item_products import centred_products
    >>> centred = np.array([[1.0, 1.0, 2.0], [-1.0, -1.0, 2.0], [0.0, 0.0, -4.0]])
    >>> path = greedy_path(centred_products(centred))
    >>> path.order.tolist(), path.objective.round(3).tolist(), path.peak
    ([0, 2, 1], [1.0, 1.166, 1.324], 3)
    """
    n_items = products.strength.size
    n_picks = n_items if size is None else min(size, n_items)
    if n_picks < 2:
        first = best_pair(products)[0] if n_items > 1 else 0
        return GreedyPath(np.full(n_picks, first, dtype=np.intp), np.ones(n_picks))
    products = products.kept(n_picks)
    return _extended(products, best_pair(products), n_picks)


def best_pair(products: ItemProducts) -> tuple[int, int]:
    """Which two items have the largest effective dimensionality together?

    Parameters
    ----------
    products : ItemProducts
        Of at least two items, all with variance.

    Returns
    -------
    (int, int)
        Their places, the lower one first; of equally good pairs the lexicographically lowest.

    Notes
    -----
    Exact without the item × item matrix: a pair has (s_j + s_l)²/(s_j² + s_l² + 2(c_j·c_l)²), at
    most its value for c_j·c_l = 0, which falls as s_j and s_l move apart. With the items in the
    order of s, tiles of pairs are gone through by their distance from the diagonal, until no pair
    that is left can reach the best one found.

    Examples
    --------
    >>> from parallaxis.kernels.item_products import centred_products
    >>> centred = np.array([[1.0, 1.0, 2.0], [-1.0, -1.0, 2.0], [0.0, 0.0, -4.0]])
    >>> best_pair(centred_products(centred))
    (0, 2)
    """
    strength = products.strength.astype(np.float64)
    if strength.size <= FEW_ITEMS:
        every = np.arange(strength.size)
        values = _pair_values(products, strength, every, every)
        lower, upper = divmod(first_best(values.ravel()), strength.size)
        return lower, upper
    order = np.argsort(strength, kind="stable")
    blocks = [order[start : start + TILE] for start in range(0, order.size, TILE)]
    best, found = 0.0, dict[tuple[int, int], float]()
    for distance in range(len(blocks)):
        reached = False
        for left in range(len(blocks) - distance):
            first, second = blocks[left], blocks[left + distance]
            bound = _pair_value(strength[first[-1]], strength[second[0]], 0.0)
            if distance > 0 and bound < best * (1.0 - MARGIN):
                continue
            reached = True
            value = float(_pair_values(products, strength, first, second).max())
            found[left, left + distance] = value
            best = max(best, value)
        if not reached:
            break
    return _lowest_pair(products, strength, blocks, best, found)


def first_best(values: Array) -> int:
    """Return the first place whose value is the largest, up to rounding.

    Examples
    --------
    >>> first_best(np.array([1.0, 2.0, 2.0 + 1e-15]))
    1
    """
    return int((values >= values[values.argmax()] * (1.0 - MARGIN)).argmax())


def _extended(products: ItemProducts, pair: tuple[int, int], n_picks: int) -> GreedyPath:
    """Take the pair, and then items one by one."""
    own = products.strength.astype(np.float64)
    gain = _squares(products.strength, n_picks)  # of T2: s_t² + 2 h_t
    order, objective = np.empty(n_picks, dtype=np.intp), np.empty(n_picks)
    square = fourth = _plain(products.strength[0]) * 0
    value, free = np.empty_like(own), np.ones_like(own)
    for place in range(n_picks):
        if place < 2:
            pick = pair[place]
        else:
            np.add(own, float(square), out=value)
            value *= value
            value /= np.add(gain, float(fourth))
            value *= free
            pick = first_best(value)
        square += _plain(products.strength[pick])
        fourth += _plain(gain[pick])
        squared = np.square(products.row(pick), dtype=gain.dtype)
        np.add(gain, squared, out=gain)
        np.add(gain, squared, out=gain)
        free[pick] = 0.0
        order[place], objective[place] = pick, square * square / fourth
    return GreedyPath(order, objective)


def _squares(strength: Array | Integers, n_picks: int) -> Array | Integers:
    """Return s_t² of every item: integers where no sum of squared products can overflow."""
    largest = _plain(strength.max())
    if isinstance(largest, int) and (2 * n_picks + 1) * largest**2 > LARGEST_INTEGER:
        strength = strength.astype(np.float64)
    return strength * strength


def _plain(number: np.generic) -> int | float:
    """Return a number of Python, whose integers have no largest one."""
    plain: int | float = number.item()
    return plain


def _pair_value(first: float, second: float, product: float) -> float:
    """Return the effective dimensionality of two items."""
    return (first + second) ** 2 / (first**2 + second**2 + 2.0 * product**2)


def _pair_values(
    products: ItemProducts, strength: Array, first: NDArray[np.intp], second: NDArray[np.intp]
) -> Array:
    """Return the effective dimensionality of all pairs of a tile; 0 for an item with itself."""
    s, t = strength[first], strength[second]
    product = products.tile(first, second)
    product *= product
    product *= 2.0
    product += np.add.outer(s * s, t * t)
    values = np.add.outer(s, t)
    values *= values
    values /= product
    if first is second:
        np.fill_diagonal(values, 0.0)
    return values


def _lowest_pair(
    products: ItemProducts,
    strength: Array,
    blocks: list[NDArray[np.intp]],
    best: float,
    found: dict[tuple[int, int], float],
) -> tuple[int, int]:
    """Return the lowest of all pairs that are as good as the best one."""
    lowest = (strength.size, strength.size)
    for (left, right), value in found.items():
        if value < best * (1.0 - MARGIN):
            continue
        first, second = blocks[left], blocks[right]
        good = _pair_values(products, strength, first, second) >= best * (1.0 - MARGIN)
        rows, columns = first[np.nonzero(good)[0]], second[np.nonzero(good)[1]]
        lower, upper = np.minimum(rows, columns), np.maximum(rows, columns)
        place = int(np.lexsort((upper, lower))[0])
        lowest = min(lowest, (int(lower[place]), int(upper[place])))
    return lowest
