"""How often each pair of raters gives the same verdict, and how often by chance: Cohen's kappa."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis.errors import ShapeError

Array = NDArray[np.float64]
Codes = NDArray[np.int32]
SMALL = 1e-12  # shares closer to certainty than this are certain


@dataclass(frozen=True, eq=False, slots=True)
class PairAgreement:
    """Counts of all pairs of raters over the items on which both gave a verdict.

    Attributes
    ----------
    n : ndarray, shape (..., n_raters, n_raters)
        Weight of the items that both rated.
    same : ndarray, shape (..., n_raters, n_raters)
        Weight of those on which the two verdicts are one and the same.
    chance : ndarray, shape (..., n_raters, n_raters)
        Share on which they would be the same if each kept its own shares of verdicts on these
        items and gave them at random; NaN without common items.
    """

    n: Array
    same: Array
    chance: Array

    @property
    def observed(self) -> Array:
        """Share of common items with the same verdict; NaN without common items."""
        return divided(self.same, self.n)

    @property
    def kappa(self) -> Array:
        """Cohen's kappa; NaN without common items, or where both give one and the same verdict."""
        possible = 1.0 - self.chance
        return divided(self.observed - self.chance, np.where(possible > SMALL, possible, 0.0))


def pair_agreement(codes: Codes, *, weights: Array | None = None) -> PairAgreement:
    """How often do two raters agree, and how often would they by chance?

    Parameters
    ----------
    codes : ndarray of int32, shape (n_raters, n_items)
        Verdicts as numbers from 0; −1 where a rater gave none.
    weights : ndarray, shape (..., n_items), optional
        Weight of each item, such as how often a bootstrap drew it; 1 by default. With further
        dimensions first, such as many draws at once, the answers have them too.

    Returns
    -------
    PairAgreement
        ``kappa`` is (observed − chance) / (1 − chance), every pair with its own shares of verdicts
        over its common items.

    Raises
    ------
    ShapeError
        Weights that are not one per item.

    Notes
    -----
    A product of two raters × items matrices per verdict, over the items on which anybody gave it:
    N² Σ(distinct verdicts of an item), never a loop over pairs.

    References
    ----------
    Cohen (1960), Educational and Psychological Measurement 20, 37–46.

    Examples
    --------
    >>> codes = np.array([[0] * 25 + [1] * 25, [0] * 20 + [1] * 5 + [0] * 10 + [1] * 15])
    >>> pair_agreement(codes).kappa[0, 1].round(3)
    np.float64(0.4)
    """
    weights = item_weights(codes, weights)
    seen = (codes >= 0).astype(np.float64)
    n, complete = (seen * weights[..., None, :]) @ seen.T, bool(seen.all())
    same, by_chance = np.zeros_like(n), np.zeros_like(n)
    for columns, says in verdict_layers(codes):
        weighted = says * weights[..., None, columns]
        same += weighted @ says.T
        said = weighted.sum(axis=-1)[..., None]  # how often i says it where j gave any verdict
        if not complete:
            said = weighted @ seen[:, columns].T
        by_chance += said * said.swapaxes(-1, -2)
    return PairAgreement(n, same, divided(by_chance, n * n))


def item_weights(codes: Codes, weights: Array | None) -> Array:
    """Return the weights of items, all 1 where none are given.

    Raises
    ------
    ShapeError
        Weights whose last dimension is not one per item.

    Examples
    --------
    >>> item_weights(np.zeros((2, 3), dtype=np.int32), None).tolist()
    [1.0, 1.0, 1.0]
    """
    if weights is None:
        return np.ones(codes.shape[1])
    if weights.shape[-1:] != codes.shape[1:]:
        raise ShapeError(f"weights have shape {weights.shape}; pass one per item.")
    return weights


def verdict_layers(codes: Codes) -> Iterator[tuple[NDArray[np.intp], Array]]:
    """Yield, verdict by verdict, the items on which anybody gave it, and who did.

    Parameters
    ----------
    codes : ndarray of int32, shape (n_raters, n_items)
        −1 where there is none.

    Yields
    ------
    columns : ndarray of int
        Items on which the verdict occurs.
    says : ndarray of float64, shape (n_raters, len(columns))
        1 where the rater gave it.

    Examples
    --------
    >>> for columns, says in verdict_layers(np.array([[0, 1, -1], [0, 0, 1]])):
    ...     print(columns, says.tolist())
    [0 1] [[1.0, 0.0], [1.0, 1.0]]
    [1 2] [[1.0, 0.0], [0.0, 1.0]]
    """
    flat = codes.ravel()
    order = np.argsort(flat, kind="stable")
    order = order[np.searchsorted(flat[order], 0) :]
    starts = np.flatnonzero(np.diff(flat[order], prepend=-1))
    for cells in np.split(order, starts[1:]) if order.size else []:
        rater, item = np.divmod(cells, codes.shape[1])
        columns, place = np.unique(item, return_inverse=True)
        says = np.zeros((codes.shape[0], columns.size))
        says[rater, place] = 1.0
        yield columns, says


def divided(above: Array, below: Array) -> Array:
    """Return a quotient, NaN where the divisor is not above zero.

    Examples
    --------
    >>> divided(np.array([1.0, 1.0]), np.array([2.0, 0.0]))
    array([0.5, nan])
    """
    out = np.full(np.shape(above), np.nan)
    return np.asarray(np.divide(above, below, out=out, where=below > 0.0))
