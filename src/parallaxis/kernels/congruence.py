"""How alike two sets of axes are: by their loadings, and by the abilities of the same models."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis._checks import positive_integer, probability
from parallaxis.errors import InputError, ShapeError
from parallaxis.kernels.draws import generator, one_blas_thread

Array = NDArray[np.float64]
STREAM = 62
DEPENDENT = 1e-10  # singular values below this part of the largest span nothing


@dataclass(frozen=True, slots=True)
class Matched:
    """Which axis of a second set is which axis of the first.

    Attributes
    ----------
    order : ndarray of int, shape (n_first,)
        For each first axis the column of the second set; −1 where the second has too few.
    signs : ndarray, shape (n_first,)
        1 or −1: ``second[:, order] * signs`` lies along the first set.
    congruence : ndarray, shape (n_first,)
        Congruence of each pair after turning, 0 to 1; 0 where there is no partner.
    """

    order: NDArray[np.intp]
    signs: Array
    congruence: Array


def congruence(first: Array, second: Array) -> Array:
    """Do two sets of axes load on the same items in the same proportions?

    Parameters
    ----------
    first : ndarray, shape (n_items, n_first)
    second : ndarray, shape (n_items, n_second)
        The same items in the same order. Items with a NaN in either set are left out of both.

    Returns
    -------
    ndarray, shape (n_first, n_second)
        Tucker's φ, −1 to 1, free of NaN; 0 for an axis without loadings. Usual reading: from .95
        the same axis, from .85 fair likeness, below that another one.

    Raises
    ------
    ShapeError
        The sets do not have the same items.

    Notes
    -----
    φ_kl = Σ_i a_ik b_il / √(Σ_i a_ik² Σ_i b_il²): a cosine, without removing means. Two axes on
    which all items load positively are congruent for that alone; compare to other pairs.

    References
    ----------
    Tucker (1951), Personnel Research Section Report 984. Lorenzo-Seva & ten Berge (2006),
    Methodology 2, 57–64 (the reading).

    Examples
    --------
    >>> congruence(np.array([[1.0], [1.0]]), np.array([[-2.0, 1.0], [-2.0, 0.0]])).round(3).tolist()
    [[-1.0, 0.707]]
    """
    first, second = _both_known(first, second)
    return np.asarray(np.clip(_unit_columns(first).T @ _unit_columns(second), -1.0, 1.0))


def matched(first: Array, second: Array) -> Matched:
    """Which axis of the second set is which axis of the first, and how alike are they?

    Parameters
    ----------
    first : ndarray, shape (n_items, n_first)
    second : ndarray, shape (n_items, n_second)
        As in `congruence`. Their numbers of axes may differ.

    Returns
    -------
    Matched

    Raises
    ------
    ShapeError
        The sets do not have the same items.

    Notes
    -----
    The one-to-one assignment with the largest sum of absolute congruences (Kuhn's, by
    ``scipy.optimize.linear_sum_assignment``).

    Examples
    --------
    >>> axes = np.array([[1.0, 0.0], [0.9, 0.1], [0.0, 1.0]])
    >>> found = matched(axes, axes[:, ::-1] * np.array([1.0, -1.0]))
    >>> found.order.tolist(), found.signs.tolist(), found.congruence.round(3).tolist()
    ([1, 0], [-1.0, 1.0], [1.0, 1.0])
    """
    from scipy.optimize import linear_sum_assignment  # noqa: PLC0415 - a slow import, needed here

    likeness = congruence(first, second)
    rows, columns = linear_sum_assignment(np.abs(likeness), maximize=True)
    order = np.full(len(likeness), -1, dtype=np.intp)
    signs, size = np.ones(len(likeness)), np.zeros(len(likeness))
    order[rows] = columns
    signs[rows] = np.where(likeness[rows, columns] < 0.0, -1.0, 1.0)
    size[rows] = np.abs(likeness[rows, columns])
    return Matched(order, signs, size)


def canonical_correlations(first: Array, second: Array) -> Array:
    """How much of the same do two sets of scores of the same models say?

    Parameters
    ----------
    first : ndarray, shape (n_models, p)
    second : ndarray, shape (n_models, q)
        The same models in the same order. Models with a NaN in either set are left out of both.

    Returns
    -------
    ndarray, shape (min(p, q),)
        Canonical correlations, largest first, 0 to 1, free of NaN; 0 beyond the rank of a set
        whose columns depend on each other. They are 1 by force once p + q reaches the number of
        models: judge them by `chance_canonical`.

    Raises
    ------
    ShapeError
        The sets do not have the same models.

    Notes
    -----
    Singular values of U′V, with U and V orthonormal bases of the centred columns.

    References
    ----------
    Hotelling (1936), Biometrika 28, 321–377. Björck & Golub (1973), Mathematics of Computation 27,
    579–594 (the computation).

    Examples
    --------
    >>> scores = np.array([[1.0, 0.0], [0.0, 1.0], [2.0, 5.0], [3.0, 2.0]])
    >>> turned = scores @ np.array([[2.0, 1.0], [1.0, -1.0]])
    >>> canonical_correlations(scores, turned).round(6).tolist()
    [1.0, 1.0]
    """
    first, second = _both_known(first, second)
    found = np.zeros(min(first.shape[1], second.shape[1]))
    shared = _basis(first).T @ _basis(second)
    if shared.size:
        values = np.linalg.svd(shared, compute_uv=False)
        found[: values.size] = np.clip(values, 0.0, 1.0)
    return found


def chance_canonical(
    n: int, p: int, q: int, *, draws: int = 1000, seed: int = 0, quantile: float = 0.95
) -> float:
    """How large does the top canonical correlation of unrelated scores get?

    Parameters
    ----------
    n : int
        Models, at least 2.
    p, q : int
        Columns of the two sets, at least 1.
    draws : int, default 1000
        Random pairs of subspaces.
    seed : int, default 0
        The same seed gives the same answer.
    quantile : float, default 0.95
        Strictly between 0 and 1.

    Returns
    -------
    float
        That quantile of the largest canonical correlation, 0 to 1; exactly 1 where p + q ≥ n,
        since the two subspaces then meet. With 1,000 draws the 95 % quantile has the level 95 %
        up to 1.4 points (two standard errors).

    Raises
    ------
    InputError
        An argument out of range.

    Notes
    -----
    The cosines of the angles between a fixed p-dimensional and a uniformly random q-dimensional
    subspace of n − 1 dimensions (one is lost to the mean): the law under independence when either
    set is normal, whatever its covariance.

    References
    ----------
    Constantine (1963), Annals of Mathematical Statistics 34, 1270–1285 (the law).

    Examples
    --------
    >>> 0.5 < chance_canonical(30, 3, 3, draws=200) < 0.8
    True
    >>> chance_canonical(5, 3, 2)
    1.0
    """
    positive_integer("n", n, at_least=2)
    for name, value in (("p", p), ("q", q), ("draws", draws)):
        positive_integer(name, value)
    probability("quantile", quantile)
    if p + q >= n:
        return 1.0
    small, large = sorted((p, q))
    tops = np.empty(draws)
    with one_blas_thread():
        for draw in range(draws):
            drawn = generator(seed, STREAM, draw).normal(size=(n - 1, small))
            within = np.linalg.qr(drawn).Q[:large]
            tops[draw] = np.linalg.svd(within, compute_uv=False)[0]
    return float(np.quantile(np.clip(tops, 0.0, 1.0), quantile))


def _both_known(first: Array, second: Array) -> tuple[Array, Array]:
    """Return the rows that are known in both sets."""
    sets = [np.asarray(one, dtype=np.float64) for one in (first, second)]
    if any(one.ndim != 2 for one in sets) or len(sets[0]) != len(sets[1]):
        raise ShapeError(
            f"sets of shape {sets[0].shape} and {sets[1].shape} have no rows in common; "
            "pass two matrices with one row for each item or model, in the same order."
        )
    if any(np.isinf(one).any() for one in sets):
        raise InputError("a set of axes holds inf; pass finite numbers, and NaN for missing.")
    known = ~(np.isnan(sets[0]).any(axis=1) | np.isnan(sets[1]).any(axis=1))
    return sets[0][known], sets[1][known]


def _unit_columns(matrix: Array) -> Array:
    """Return columns of length 1; a column of zeros stays zero."""
    largest = np.abs(matrix).max(axis=0, initial=0.0)
    scaled = matrix / np.where(largest > 0.0, largest, 1.0)
    lengths = np.linalg.norm(scaled, axis=0)
    return np.asarray(scaled / np.where(lengths > 0.0, lengths, 1.0))


def _basis(matrix: Array) -> Array:
    """Return an orthonormal basis of the centred columns, each first scaled to length 1."""
    if not matrix.size:
        return np.empty((len(matrix), 0))
    centred = matrix - matrix.mean(axis=0)
    noise = 1e-14 * np.abs(matrix).max(axis=0)
    centred[:, np.abs(centred).max(axis=0) <= noise] = 0.0
    left, values, _ = np.linalg.svd(_unit_columns(centred), full_matrices=False)
    return np.asarray(left[:, values > DEPENDENT * max(float(values[0]), DEPENDENT)])
