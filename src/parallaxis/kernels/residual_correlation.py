"""What answers share beyond what a model explains: correlations of residuals (Yen's Q3)."""

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from parallaxis.errors import ShapeError
from parallaxis.kernels.gram import gram

Array = NDArray[np.float64]


def residual_correlations(
    values: NDArray[np.floating], expected: Array, *, between: Literal["models", "items"] = "models"
) -> Array:
    """How much do two models (or two items) have in common beyond what a model explains?

    Parameters
    ----------
    values : ndarray, shape (n_models, n_items)
        Scores; NaN = not scored.
    expected : ndarray, same shape
        What the model expects, such as the probabilities at fitted abilities. Use mean abilities
        (EAP): with modes the correlations of few items move by up to .01.
    between : {"models", "items"}, default "models"
        Whose residuals are correlated: models over items, or items over models (Yen's Q3).

    Returns
    -------
    ndarray, shape (n, n)
        Pearson correlations over the cells that both have, means taken over these; diagonal 1. NaN
        with fewer than 2 common cells or without variance. Were all residuals independent, their
        mean off the diagonal would be about −1/(n − 1).

    Raises
    ------
    ShapeError
        Two shapes that differ.

    References
    ----------
    Yen (1984), Appl. Psychol. Meas. 8, 125–145.

    Examples
    --------
    >>> values = np.array([[1.0, 0.0, 1.0, 1.0], [1.0, 0.0, 1.0, 0.0], [0.0, 1.0, 0.0, np.nan]])
    >>> residual_correlations(values, np.full((3, 4), 0.5)).round(3).tolist()
    [[1.0, 0.577, -1.0], [0.577, 1.0, -1.0], [-1.0, -1.0, 1.0]]
    """
    if values.shape != expected.shape:
        raise ShapeError(f"scores have shape {values.shape} and expectations {expected.shape}.")
    rows = values - expected if between == "models" else (values - expected).T
    seen = ~np.isnan(rows)
    if seen.all():
        centred = rows - rows.mean(axis=1, keepdims=True)
        products = gram(centred)
        squares = np.diag(products)
        spread = np.sqrt(np.multiply.outer(squares, squares))
    else:
        products, spread = _pairwise(np.where(seen, rows, 0.0), seen.astype(np.float64))
    with np.errstate(invalid="ignore", divide="ignore"):
        out = np.where(spread > 1e-12, products / spread, np.nan)
    np.fill_diagonal(out, np.where(np.isnan(np.diag(out)), np.nan, 1.0))
    return np.clip(out, -1.0, 1.0)


def _pairwise(rows: Array, seen: Array) -> tuple[Array, Array]:
    """Return covariances and products of standard deviations over each pair's common cells."""
    n = seen @ seen.T
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = (rows @ seen.T) / n
        products = rows @ rows.T / n - mean * mean.T
        variance = np.maximum((rows**2) @ seen.T / n - mean**2, 0.0)
    return products, np.where(n >= 2, np.sqrt(variance * variance.T), np.nan)


def family_excess(correlations: Array, family: Sequence[object]) -> float:
    """How much more alike are models of one family than models of two?

    Parameters
    ----------
    correlations : ndarray, shape (n_models, n_models)
        NaN where there is none.
    family : sequence of hashable, length n_models
        None: of no family; the model's pairs are left out.

    Returns
    -------
    float
        Mean over pairs within families less mean over pairs between families; NaN where there are
        no such pairs.

    Raises
    ------
    ShapeError
        Another number of families than of models.

    Examples
    --------
    >>> correlations = np.array([[1.0, 0.4, 0.1], [0.4, 1.0, 0.0], [0.1, 0.0, 1.0]])
    >>> round(family_excess(correlations, ["a", "a", "b"]), 3)
    0.35
    """
    n = len(correlations)
    if len(family) != n:
        raise ShapeError(f"{len(family)} families for {n} models; pass one for each.")
    codes = {name: code for code, name in enumerate(dict.fromkeys(family))}
    number = np.array([codes[name] for name in family])
    known = np.array([name is not None for name in family])
    first, second = np.triu_indices(n, 1)
    usable = known[first] & known[second] & ~np.isnan(correlations[first, second])
    pairs, same = correlations[first, second], number[first] == number[second]
    within, between = pairs[usable & same], pairs[usable & ~same]
    if within.size == 0 or between.size == 0:
        return float("nan")
    return float(within.mean() - between.mean())
