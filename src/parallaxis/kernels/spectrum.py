"""Effective dimensionality and its relatives, from Gram products and never from an SVD."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis.errors import NotIdentified
from parallaxis.kernels.gram import gram, smaller_gram
from parallaxis.kernels.scaling import Centring

Array = NDArray[np.float64]
CANCELS = 1e-6  # share of Σσ⁴ below which a difference of sums has lost too many digits


@dataclass(frozen=True, slots=True)
class Moments:
    """The two sums that effective dimensionality needs.

    Attributes
    ----------
    sum_squares : float
        Sum of squared singular values, tr S.
    sum_fourth_powers : float
        Sum of their fourth powers, the squared Frobenius norm of S.
    """

    sum_squares: float
    sum_fourth_powers: float

    @property
    def effective_dimensionality(self) -> float:
        """(tr S)² / ‖S‖²; NaN where nothing varies."""
        if not self.sum_fourth_powers > 0.0:
            return float("nan")
        return self.sum_squares**2 / self.sum_fourth_powers


def moments(centred: Array) -> Moments:
    """Return the sums over the spectrum of an array whose means are removed already.

    Examples
    --------
    >>> moments(np.array([[1.0, 1.0], [-1.0, 1.0], [0.0, -2.0]]))
    Moments(sum_squares=8.0, sum_fourth_powers=40.0)
    """
    product = smaller_gram(centred)
    return Moments(float(np.trace(product)), float((product * product).sum()))


def effective_dimensionality(centred: Array) -> float:
    """How many equally strong directions would have this spread of variance?

    Parameters
    ----------
    centred : ndarray, shape (n_models, n_items)
        Scores without NaN, centred as wanted (see ``scaling.prepare``).

    Returns
    -------
    float
        ED = (Σσ²)² / Σσ⁴ with singular values σ; from 1 to ``shape_bound``. It does not change
        when all scores are multiplied by a number.

    Raises
    ------
    NotIdentified
        Nothing varies.

    References
    ----------
    Sha et al. (2026), BenchScope, arXiv:2603.29357; the participation ratio of S.

    Examples
    --------
    >>> effective_dimensionality(np.array([[1.0, 1.0], [-1.0, 1.0], [0.0, -2.0]]))
    1.6
    """
    value = moments(centred).effective_dimensionality
    if np.isnan(value):
        raise NotIdentified("no item tells the models apart, so there is no variance to spread.")
    return value


def shape_bound(n_models: int, n_items: int, centring: Centring = "item") -> int:
    """Return the largest effective dimensionality that the shape and the centring allow.

    Examples
    --------
    >>> shape_bound(4, 10), shape_bound(40, 10, "double")
    (3, 9)
    """
    rows = n_models - 1 if centring in ("item", "double") else n_models
    columns = n_items - 1 if centring in ("model", "double") else n_items
    return min(rows, columns)


def eigenvalues(standardised: Array) -> Array:
    """Return the eigenvalues of the item correlation matrix, largest first.

    Parameters
    ----------
    standardised : ndarray, shape (n_models, n_items)
        From ``scaling.standardise``; for complete boards they sum to n_items.

    Returns
    -------
    ndarray, shape (min(n_models, n_items),)

    Examples
    --------
    >>> eigenvalues(np.array([[1.0, 1.0], [-1.0, -1.0]])).tolist()
    [2.0, 0.0]
    """
    product = smaller_gram(standardised) / standardised.shape[0]
    return np.asarray(np.maximum(np.linalg.eigvalsh(product)[::-1], 0.0))


def hill_numbers(spectrum: Array) -> dict[str, float]:
    """Return the Hill numbers of the shares of variance at orders 1, 2 and infinity.

    Order 2 is the effective dimensionality, order 1 the exponential of the entropy, order infinity
    the inverse of the largest share.

    Examples
    --------
    >>> found = hill_numbers(np.array([3.0, 1.0]))
    >>> {order: round(number, 3) for order, number in found.items()}
    {'order_1': 1.755, 'order_2': 1.6, 'order_infinity': 1.333}
    """
    shares = spectrum[spectrum > 0.0] / spectrum.sum()
    return {
        "order_1": float(np.exp(-(shares * np.log(shares)).sum())),
        "order_2": float(1.0 / (shares * shares).sum()),
        "order_infinity": float(1.0 / shares.max()),
    }


def without_each_item(centred: Array) -> tuple[Array, Array]:
    """Return both sums with each item left out in turn, from one Gram product.

    An item that holds nearly all variance is left out by computing the sums of the others anew.

    Parameters
    ----------
    centred : ndarray, shape (n_models, n_items)
        Item-centred scores.

    Returns
    -------
    sum_squares, sum_fourth_powers : ndarray, shape (n_items,)

    Examples
    --------
    >>> square, fourth = without_each_item(np.array([[1.0, 1.0], [-1.0, 1.0], [0.0, -2.0]]))
    >>> square.tolist(), fourth.tolist()
    ([6.0, 2.0], [36.0, 4.0])
    """
    strength = (centred * centred).sum(axis=0)
    overlap = item_overlaps(centred)
    total = moments(centred)
    square = total.sum_squares - strength
    fourth = total.sum_fourth_powers - 2.0 * overlap + strength**2
    for item in np.flatnonzero(fourth < CANCELS * total.sum_fourth_powers):
        rest = moments(np.delete(centred, item, axis=1))
        square[item], fourth[item] = rest.sum_squares, rest.sum_fourth_powers
    return square, fourth


def item_overlaps(centred: Array) -> Array:
    """Return Σ_l (c_l·c_j)² for every item j.

    Examples
    --------
    >>> item_overlaps(np.array([[1.0, 1.0], [-1.0, 1.0], [0.0, -2.0]])).tolist()
    [4.0, 36.0]
    """
    n_models, n_items = centred.shape
    if n_items <= n_models:
        product = gram(centred.T)
        return np.asarray((product * product).sum(axis=1))
    return np.asarray(((gram(centred) @ centred) * centred).sum(axis=0))
