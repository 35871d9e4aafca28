"""What two disjoint halves of the items share: second and fourth moments without a diagonal."""

import numpy as np
from numpy.typing import NDArray

from parallaxis.kernels.gram import gram

Array = NDArray[np.float64]
Groups = NDArray[np.intp]
FEWEST = 4  # models of which fourth moments can be taken


def u_centred(product: Array) -> Array:
    """Return a Gram matrix freed of the mean of its models without any use of its diagonal.

    Parameters
    ----------
    product : ndarray, shape (n, n)
        Inner products of models; symmetric, n ≥ 3.

    Returns
    -------
    ndarray, shape (n, n)
        Zero diagonal, and rows that sum to 0. It does not change when a constant is added to an
        item.

    References
    ----------
    Székely & Rizzo (2014), Annals of Statistics 42, 2382–2412.

    Examples
    --------
    >>> u_centred(np.outer([1.0, 2.0, 4.0, 8.0], [1.0, 2.0, 4.0, 8.0])).round(2).tolist()[0]
    [0.0, 5.33, -1.67, -3.67]
    """
    n = product.shape[0]
    sums = (product.sum(axis=1) - product.diagonal()) / (n - 2)
    out = product - sums[:, None]
    out -= sums[None, :] - sums.sum() / (n - 1)
    np.fill_diagonal(out, 0.0)
    return np.asarray(out)


def split_moments(first: Array, second: Array) -> tuple[float, float]:
    """How strong, and how concentrated, is what two halves of the items share?

    Parameters
    ----------
    first, second : ndarray, shape (n, n)
        U-centred Gram matrices of the two halves; n ≥ 4.

    Returns
    -------
    second_moment, fourth_moment : float
        Estimates of Σσ² and Σσ⁴ over the singular values of the cross-covariance of the halves.
        Item noise, independent between the halves, is in neither.

    Notes
    -----
    With H = A∘B: ΣH / (N(N−3)), and the sum of A_ij B_jk A_kl B_li over distinct i, j, k, l,
    [Σ(AB)∘(AB)ᵀ − 2Σ_i(Σ_j H_ij)² + ΣH²], over N(N−1)(N−2)(N−3).

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> ability = rng.normal(size=(200, 1))
    >>> halves = [u_centred(gram(ability + rng.normal(size=(200, 30)))) for _ in range(2)]
    >>> m2, m4 = split_moments(*halves)
    >>> round(m2 / 30**2, 2), round(m4 / 30**4, 2)  # one direction: σ² = 30², σ⁴ = 30⁴
    (0.86, 0.71)
    """
    n = first.shape[0]
    shared = first * second
    both = first @ second
    rows = shared.sum(axis=1)
    rings = float(np.einsum("ij,ji->", both, both)) - 2.0 * float(rows @ rows)
    rings += float(np.einsum("ij,ij->", shared, shared))
    return float(rows.sum()) / (n * (n - 3)), rings / (n * (n - 1) * (n - 2) * (n - 3))


def moments_without_groups(first: Array, second: Array, groups: Groups) -> Array:
    """Return both moments of all models, then those without each group in turn.

    Parameters
    ----------
    first, second : ndarray, shape (n_models, n_items / 2)
        Scores on the two halves; no NaN.
    groups : ndarray of int, shape (n_models,)

    Returns
    -------
    ndarray, shape (1 + n_groups, 2)
        NaN where fewer than four models are left.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> both = rng.normal(size=(2, 12, 5)) + rng.normal(size=(12, 1))
    >>> moments_without_groups(both[0], both[1], np.arange(12) % 3).shape
    (4, 2)
    """
    products = gram(first), gram(second)
    n_groups = int(groups.max()) + 1
    out = np.full((1 + n_groups, 2), np.nan)
    for group in range(-1, n_groups):
        stays = np.flatnonzero(groups != group)
        if stays.size >= FEWEST:
            cut = np.ix_(stays, stays)
            out[1 + group] = split_moments(u_centred(products[0][cut]), u_centred(products[1][cut]))
    return out
