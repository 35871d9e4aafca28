"""Rotation of axes to simple structure: varimax (right angles kept) and direct quartimin."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from parallaxis.errors import InputError, NotIdentified, ShapeError
from parallaxis.kernels.simple_structure import quartimin_transform, varimax_transform

Array = NDArray[np.float64]
Method = Literal["varimax", "oblimin", "none"]
Normalisation = Literal["kaiser", "none"]


@dataclass(frozen=True, slots=True)
class Rotation:
    """Rotated axes, each turned to a positive sum of loadings, by falling share of variance.

    Attributes
    ----------
    loadings : ndarray, shape (n_items, n_axes)
        ``L = B (T′)⁻¹``; NaN rows where an item has no loadings. With correlated axes this is the
        pattern matrix.
    transform : ndarray, shape (n_axes, n_axes)
        T, columns of length 1. **Abilities turn by it:** ``rotated = theta @ transform``. Then
        ``rotated @ loadings.T`` equals ``theta @ B.T``: no prediction changes.
    correlations : ndarray, shape (n_axes, n_axes)
        ``T′T``, the correlations of the rotated axes where the abilities were uncorrelated with
        variance 1; the unit matrix except for oblimin.
    converged : bool
        False where the last start ran out of steps; the loadings are then a rotation all the same.
    """

    loadings: Array
    transform: Array
    correlations: Array
    converged: bool


def rotate(loadings: Array, method: Method) -> Rotation:
    """Along which axes is each item about as little as possible?

    Parameters
    ----------
    loadings : ndarray, shape (n_items, n_axes)
        Slopes or standardised loadings of uncorrelated abilities of variance 1.
    method : {"varimax", "oblimin", "none"}
        ``"none"`` only turns signs and orders the axes.

    Returns
    -------
    Rotation

    Raises
    ------
    InputError
        Another method.
    ShapeError, NotIdentified
        As `varimax` and `oblimin` do.

    Examples
    --------
    >>> rotate(np.array([[0.1, -0.9], [0.2, -0.8]]), "none").loadings.tolist()
    [[0.9, 0.1], [0.8, 0.2]]
    """
    if method == "varimax":
        return varimax(loadings)
    if method == "oblimin":
        return oblimin(loadings)
    if method != "none":
        raise InputError(f"method is {method!r}; choose one of 'varimax', 'oblimin', 'none'.")
    return _tidy(_checked(loadings), np.eye(loadings.shape[1]), converged=True)


def varimax(loadings: Array, *, normalise: Normalisation = "kaiser") -> Rotation:
    """Which axes at right angles give each axis some large loadings and many near zero?

    Parameters
    ----------
    loadings : ndarray, shape (n_items, n_axes)
        A row with a NaN takes no part and comes out as NaN.
    normalise : {"kaiser", "none"}, default "kaiser"
        Whether rows are scaled to length 1 while the axes are sought, so that items with small
        loadings count as much as others (rows of zeros stay zero). As in R's ``stats::varimax``.

    Returns
    -------
    Rotation
        `transform` is orthogonal, `correlations` the unit matrix.

    Raises
    ------
    ShapeError, InputError
        `loadings` is not a matrix, or holds an infinite number.

    Notes
    -----
    Maximises Σ_k [Σ_i l_ik⁴ − (Σ_i l_ik²)² / n_items]. Each plane of two axes is turned to its own
    best angle in closed form, sweep after sweep, so the criterion never falls. The best of the
    given start and eight fixed turned ones is kept, the given one unless another is better.
    Nothing is random: the same loadings give the same axes.

    References
    ----------
    Kaiser (1958), Psychometrika 23, 187–200.

    Examples
    --------
    >>> half = np.sqrt(0.5)
    >>> mixed = np.array([[half, half], [half, half], [half, -half]])
    >>> np.abs(varimax(mixed).loadings).round(6).tolist()
    [[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]]
    """
    loadings = _checked(loadings)
    found = varimax_transform(_weighed(loadings, normalise))
    return _tidy(loadings, found.transform, converged=found.converged)


def oblimin(loadings: Array, *, normalise: Normalisation = "none") -> Rotation:
    """Which axes, correlated if need be, have the fewest items that load on two of them?

    Parameters
    ----------
    loadings : ndarray, shape (n_items, n_axes)
        A row with a NaN takes no part and comes out as NaN.
    normalise : {"kaiser", "none"}, default "none"
        As in `varimax`; the default is that of R's GPArotation, psych and mirt.

    Returns
    -------
    Rotation
        `correlations` are those of the rotated axes.

    Raises
    ------
    ShapeError, InputError
        `loadings` is not a matrix, or holds an infinite number.
    NotIdentified
        The loadings span fewer dimensions than they have columns: then axes may fall onto each
        other.

    Notes
    -----
    Direct quartimin, that is direct oblimin with γ = 0: minimises ¼ Σ_{k≠l} Σ_i l_ik² l_il² over
    transforms with columns of length 1, by gradient projection. Starts are the varimax axes and
    eight fixed turned ones. Nothing is random.

    References
    ----------
    Jennrich & Sampson (1966), Psychometrika 31, 313–323. Bernaards & Jennrich (2005), Educational
    and Psychological Measurement 65, 676–696.

    Examples
    --------
    >>> pattern = np.array([[0.8, 0.0], [0.7, 0.0], [0.0, 0.6], [0.0, 0.5]])
    >>> mixed = pattern @ np.linalg.cholesky(np.array([[1.0, 0.4], [0.4, 1.0]]))
    >>> found = oblimin(mixed)
    >>> np.abs(found.loadings - pattern).max() < 1e-6, found.correlations[0, 1].round(6).item()
    (np.True_, 0.4)
    """
    loadings = _checked(loadings)
    weighed = _weighed(loadings, normalise)
    n_axes = loadings.shape[1]
    rank = int(np.linalg.matrix_rank(weighed)) if weighed.size else 0
    if n_axes > 1 and rank < n_axes:
        raise NotIdentified(
            f"loadings have {n_axes} columns but rank {rank}; "
            "keep fewer axes, or rotate by 'varimax'."
        )
    upright = varimax_transform(weighed).transform
    found = quartimin_transform(weighed @ upright)
    return _tidy(loadings, upright @ found.transform, converged=found.converged)


def axis_shares(loadings: Array, correlations: Array) -> Array:
    """Which share of the common variance does each axis carry?

    Parameters
    ----------
    loadings : ndarray, shape (n_items, n_axes)
        Rows with a NaN are left out.
    correlations : ndarray, shape (n_axes, n_axes)
        Of the axes.

    Returns
    -------
    ndarray, shape (n_axes,)
        Adds to 1; NaN where all loadings are 0. Axis k has Σ_i l_ik (LΦ)_ik, which splits the
        variance that correlated axes share evenly between them, and may then be below 0.

    Examples
    --------
    >>> axis_shares(np.array([[3.0, 0.0], [0.0, 1.0]]), np.eye(2)).tolist()
    [0.9, 0.1]
    """
    known = loadings[np.isfinite(loadings).all(axis=1)]
    carried = (known * (known @ correlations)).sum(axis=0)
    total = carried.sum()
    return np.asarray(carried / total if total > 0.0 else np.full(carried.shape, np.nan))


def _checked(loadings: Array) -> Array:
    """Return loadings as a matrix of floats, or say that they are none."""
    matrix = np.asarray(loadings, dtype=np.float64)
    if matrix.ndim != 2:
        raise ShapeError(f"loadings have shape {matrix.shape}; pass (n_items, n_axes).")
    if np.isinf(matrix).any():
        row = int(np.argmax(np.isinf(matrix).any(axis=1)))
        raise InputError(f"loadings hold inf in row {row}; pass NaN for an item without loadings.")
    return matrix


def _weighed(loadings: Array, normalise: Normalisation) -> Array:
    """Return the known rows as the criterion sees them, in a moderate unit."""
    if normalise not in {"kaiser", "none"}:
        raise InputError(f"normalise is {normalise!r}; choose one of 'kaiser', 'none'.")
    known = loadings[np.isfinite(loadings).all(axis=1)]
    if normalise == "kaiser":
        lengths = np.linalg.norm(known, axis=1, keepdims=True)
        known = known / np.where(lengths > 0.0, lengths, 1.0)
    size = np.linalg.norm(known)
    return np.asarray(known * (np.sqrt(known.shape[1]) / size) if size > 0.0 else known)


def _tidy(loadings: Array, transform: Array, *, converged: bool) -> Rotation:
    """Turn each axis to a positive sum of loadings and order axes by share of variance."""
    known = loadings[np.isfinite(loadings).all(axis=1)]
    turned = known @ np.linalg.inv(transform).T
    signs = np.array([_sign(column) for column in turned.T], dtype=np.float64)
    carried = (turned * (turned @ (transform.T @ transform))).sum(axis=0)
    order = np.argsort(-carried, kind="stable")
    tidy = transform[:, order] * signs[order]
    correlations = tidy.T @ tidy
    np.fill_diagonal(correlations, 1.0)
    return Rotation(loadings @ np.linalg.inv(tidy).T, tidy, correlations, converged)


def _sign(column: Array) -> float:
    """Return the sign of the sum of loadings; where that is 0, of the largest loading."""
    total = column.sum()
    if abs(total) > 1e-12 * np.abs(column).sum():
        return 1.0 if total > 0.0 else -1.0
    return -1.0 if column.size and column[np.argmax(np.abs(column))] < 0.0 else 1.0
