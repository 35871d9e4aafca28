"""The transforms at which the varimax and the quartimin criterion of loadings are best."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parallaxis.kernels.draws import generator

Array = NDArray[np.float64]
STREAM = 61
STARTS = 8  # turned starts beside the given one, against local optima
BETTER = 1e-7  # by how much of Σ_i |l_i|⁴ a turned start must win
ANGLE = 1e-10  # radians; a sweep that turns no plane by more has converged
SWEEPS = 200
GRADIENT = 1e-7  # size of the projected gradient of a criterion divided by Σ_i |l_i|⁴
COARSE = 1000.0  # how much less exactly turned starts are followed; the best is then followed up
STEPS = 5000
HALVINGS = 20


class Solution(NamedTuple):
    """A transform T with columns of length 1; turned loadings are ``loadings (T′)⁻¹``.

    Attributes
    ----------
    transform : ndarray, shape (n_axes, n_axes)
    criterion : float
        Less is better.
    converged : bool
        Whether the last step was small enough.
    """

    transform: Array
    criterion: float
    converged: bool


def varimax_transform(loadings: Array) -> Solution:
    """Which turn of the axes makes Kaiser's criterion largest?

    Parameters
    ----------
    loadings : ndarray, shape (n_items, n_axes)
        Free of NaN, rows scaled as they are to count.

    Returns
    -------
    Solution
        `transform` is orthogonal; `criterion` is −Σ_k [Σ_i l_ik⁴ − (Σ_i l_ik²)² / n_items].

    Notes
    -----
    Each plane of two axes goes to its best angle in closed form, sweep after sweep. Of the given
    start and eight turned ones, always the same, the given one is kept unless another is better.

    References
    ----------
    Kaiser (1958), Psychometrika 23, 187–200.

    Examples
    --------
    >>> varimax_transform(np.array([[1.0, 1.0], [1.0, -1.0]])).criterion.__round__(6)
    -4.0
    """
    return _best(
        lambda start, coarse: _varimax_from(loadings, start, ANGLE * coarse**2),
        loadings.shape[1],
        _size(loadings),
    )


def quartimin_transform(loadings: Array) -> Solution:
    """Which axes, at any angle, make the products of squared loadings least?

    Parameters
    ----------
    loadings : ndarray, shape (n_items, n_axes)
        Of full column rank, free of NaN; best after varimax.

    Returns
    -------
    Solution
        `criterion` is ¼ Σ_{k≠l} Σ_i l_ik² l_il².

    Notes
    -----
    Gradient projection; starts as in `varimax_transform`. The criterion is a polynomial in the
    fourth moments of the loadings, so that a step costs n_axes⁴ however many items there are.

    References
    ----------
    Bernaards & Jennrich (2005), Educational and Psychological Measurement 65, 676–696.

    Examples
    --------
    >>> found = quartimin_transform(np.array([[1.0, 0.0], [0.6, 0.8]]))
    >>> (found.transform.T @ found.transform).round(6).tolist(), found.converged
    ([[1.0, 0.6], [0.6, 1.0]], True)
    """
    n_axes, size = loadings.shape[1], _size(loadings)
    moments = _fourth_moments(loadings / size**0.25 if size > 0.0 else loadings)
    found = _best(
        lambda start, coarse: _quartimin_from(moments, start, GRADIENT * coarse), n_axes, 1.0
    )
    return found._replace(criterion=found.criterion * size)


def _size(loadings: Array) -> float:
    """Return the sum over items of their fourth power of length, the scale of both criteria."""
    return float(((loadings**2).sum(axis=1) ** 2).sum())


def _best(solve: Callable[[Array, float], Solution], n_axes: int, size: float) -> Solution:
    """Solve from the given axes and from fixed turned ones; keep the first unless one is better."""
    given = best = solve(np.eye(n_axes), 1.0)
    for start in range(STARTS if n_axes > 2 else 0):
        turn = np.linalg.qr(generator(0, STREAM, start).normal(size=(n_axes, n_axes))).Q
        found = solve(turn, COARSE)
        if found.criterion < best.criterion - BETTER * size:
            best = found
    return best if best is given else solve(best.transform, 1.0)


def _varimax_from(loadings: Array, start: Array, tolerance: float) -> Solution:
    """Turn plane after plane to its best angle until none moves."""
    turned = (loadings @ start).T.copy()  # an axis a row: a plane is two contiguous rows
    n_axes, n_items = turned.shape
    transform, converged = start.copy(), n_axes < 2
    for _ in range(SWEEPS):
        largest = 0.0
        for a in range(n_axes):
            for b in range(a + 1, n_axes):
                angle = _plane_angle(turned[a], turned[b])
                cos, sin = np.cos(angle), np.sin(angle)
                turn = np.array([[cos, -sin], [sin, cos]])
                turned[[a, b]] = turn.T @ turned[[a, b]]
                transform[:, [a, b]] = transform[:, [a, b]] @ turn
                largest = max(largest, abs(angle))
        if largest < tolerance:
            converged = True
            break
    squares = turned**2
    spread = (squares**2).sum() - (squares.sum(axis=1) ** 2).sum() / max(n_items, 1)
    return Solution(transform, -float(spread), converged)


def _plane_angle(x: Array, y: Array) -> float:
    """Return the angle by which Kaiser's criterion is largest in the plane of two axes."""
    u, v = x * x - y * y, 2.0 * x * y
    n_items, sum_u, sum_v = max(u.size, 1), u.sum(), v.sum()
    upward = 2.0 * (u @ v - sum_u * sum_v / n_items)
    across = u @ u - v @ v - (sum_u**2 - sum_v**2) / n_items
    if np.hypot(upward, across) <= 1e-14 * float(u @ u + v @ v):
        return 0.0  # every angle is as good
    return float(np.arctan2(upward, across) / 4.0)


def _fourth_moments(loadings: Array) -> Array:
    """Return Σ_i l_ia l_ib l_ic l_id as a matrix of pairs (a, b) by pairs (c, d)."""
    pairs = (loadings[:, :, None] * loadings[:, None, :]).reshape(len(loadings), -1)
    return np.asarray(pairs.T @ pairs)


def _quartimin_from(moments: Array, start: Array, tolerance: float) -> Solution:
    """Follow the projected gradient downhill, with step lengths that halve and double."""
    transform, step = start, 1.0
    criterion, slope = _quartimin(moments, transform)
    for _ in range(STEPS):
        downhill = slope - transform * (transform * slope).sum(axis=0)
        size = float((downhill**2).sum())
        if size < tolerance**2:
            return Solution(transform, criterion, converged=True)
        step *= 2.0
        for _ in range(HALVINGS):
            moved = transform - step * downhill
            moved /= np.linalg.norm(moved, axis=0)
            value, ahead = _quartimin(moments, moved)
            if criterion - value > 0.5 * size * step:
                break
            step /= 2.0
        transform, criterion, slope = moved, value, ahead
    return Solution(transform, criterion, converged=False)


def _quartimin(moments: Array, transform: Array) -> tuple[float, Array]:
    """Return the quartimin criterion and its gradient by the transform.

    Turned loadings are l_ik = v_k · a_i with v_k a row of T⁻¹; `pulls` is the gradient by the rows.
    """
    inverse = np.linalg.inv(transform)
    n_axes = len(inverse)
    outer = (inverse[:, :, None] * inverse[:, None, :]).reshape(n_axes, -1)
    weighed = ((outer.sum(axis=0) - outer) @ moments).reshape(n_axes, n_axes, n_axes)
    pulls = (weighed @ inverse[:, :, None])[:, :, 0]
    slope = -inverse.T @ pulls @ inverse.T
    return float((pulls * inverse).sum()) / 4.0, slope
