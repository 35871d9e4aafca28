"""What two disjoint halves of the items share, from disjoint groups of many models."""

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Groups = NDArray[np.intp]
FEWEST = 5  # groups: four to take, and one to leave out


def moments_without_groups(first: Array, second: Array, groups: Groups) -> Array:
    """Return both moments of all models, then those without each group in turn.

    The same quantities as in ``split_moments``, for boards of so many models that a matrix of
    models × models is too large. No model meets itself, because each factor of a product comes
    from another group; one pass gives the whole and all jackknife values.

    Parameters
    ----------
    first, second : ndarray, shape (n_models, n_first), (n_models, n_second)
        Scores on the two halves; no NaN.
    groups : ndarray of int, shape (n_models,)
        Numbers 0 … G−1 with at least five groups of at least two models each.

    Returns
    -------
    ndarray, shape (1 + G, 2)

    Notes
    -----
    P_g is the cross-product of the halves over the models of group g, centred within it, and
    w_g = n_g − 1; P_g / w_g is unbiased for the cross-covariance and independent of the others.
    Σσ² is Σ ⟨P_g, P_h⟩ / Σ w_g w_h over distinct g, h, and Σσ⁴ is Σ tr(P_g P_h' P_k P_l') /
    Σ w_g w_h w_k w_l over distinct g, h, k, l. All traces come from one Gram matrix of the G²
    products P_g P_h'.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> ability = rng.normal(size=(500, 1))
    >>> both = ability + rng.normal(size=(2, 500, 30))
    >>> found = moments_without_groups(both[0], both[1], np.arange(500) % 10)
    >>> (found[0] / [30**2, 30**4]).round(2).tolist()  # one direction: σ² = 30², σ⁴ = 30⁴
    [0.96, 0.91]
    """
    if first.shape[1] > second.shape[1]:
        first, second = second, first  # products then have the smaller side
    crossed, weights = _cross_products(first, second, groups)
    pairs = _pair_sums(crossed, weights)
    rings = _ring_sums(crossed, weights)
    return np.column_stack([pairs, rings])


def _cross_products(first: Array, second: Array, groups: Groups) -> tuple[Array, Array]:
    """Return P_g, shape (G, n_first, n_second), and w_g."""
    sizes = np.bincount(groups)
    out = np.empty((sizes.size, first.shape[1], second.shape[1]))
    for group in range(sizes.size):
        rows = groups == group
        part = first[rows]
        out[group] = (part - part.mean(axis=0)).T @ second[rows]
    return out, np.asarray(sizes - 1.0, dtype=np.float64)


def _pair_sums(crossed: Array, weights: Array) -> Array:
    """Return Σσ² of all groups and without each: sums over two distinct groups."""
    flat = crossed.reshape(weights.size, -1)
    top, bottom = flat @ flat.T, np.outer(weights, weights)
    np.fill_diagonal(top, 0.0)
    np.fill_diagonal(bottom, 0.0)
    without = [top.sum() - 2.0 * top.sum(axis=1), bottom.sum() - 2.0 * bottom.sum(axis=1)]
    return np.array([top.sum() / bottom.sum(), *(without[0] / without[1])])


def _ring_sums(crossed: Array, weights: Array) -> Array:
    """Return Σσ⁴ of all groups and without each: sums over four distinct groups."""
    n_groups, n_first, _ = crossed.shape
    flat = crossed.reshape(n_groups * n_first, -1)
    blocks = (flat @ flat.T).reshape(n_groups, n_first, n_groups, n_first)
    products = blocks.transpose(0, 2, 1, 3).reshape(n_groups**2, -1)
    traces = (products @ products.T).reshape((n_groups,) * 4)  # [g, h, l, k]
    quads = np.array(list(permutations(range(n_groups), 4)))
    first, second, third, fourth = quads.T
    top = traces[first, second, fourth, third]
    bottom = weights[quads].prod(axis=1)
    taken = np.array([(quads == group).any(axis=1) for group in range(n_groups)])
    kept = np.vstack([np.ones((1, len(quads))), ~taken])
    return np.asarray((kept @ top) / (kept @ bottom))
