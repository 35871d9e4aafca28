"""What two components would correlate without item noise, or without a narrowed range of models.

Coefficient α, Spearman's correction for attenuation, and the correction for range. Estimates come
with what each row adds to their error, so that functions of several know how errors go together.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parallaxis.errors import NotIdentified

Array = NDArray[np.float64]


class Influenced(NamedTuple):
    """An estimate and the influence of each row, which add to zero: error ≈ their mean."""

    value: float
    influence: Array


def coefficient_alpha(items: Array) -> Influenced:
    """Which share of the variance of a mean over items is not noise of the items?

    Parameters
    ----------
    items : ndarray, shape (n_rows, n_items)
        Scores. A row with a NaN is left out, and its influence is 0.

    Returns
    -------
    Influenced
        Coefficient α (λ₃ of Guttman), which is KR-20 on right/wrong scores: at most 1, negative
        where items go against each other. A lower bound of the reliability where errors of items
        are independent.

    Raises
    ------
    NotIdentified
        Fewer than two items or rows, or no variance of the sum.

    Notes
    -----
    ``α = m/(m−1) (1 − Σ s_j² / s_t²)``; with scores c less their means and their sum t, the
    influence is ``m/(m−1) (Σ s_j² t²/s_t⁴ − Σ c_j²/s_t²)``.

    References
    ----------
    Kuder & Richardson (1937), Psychometrika 2, 151–160. Guttman (1945), Psychometrika 10, 255–282.
    Cronbach (1951), Psychometrika 16, 297–334.

    Examples
    --------
    >>> round(coefficient_alpha(np.array([[1.0, 1.0], [1.0, 0.0], [0.0, 0.0]])).value, 3)
    0.667
    """
    n, m = items.shape
    rows = ~np.isnan(items).any(axis=1)
    if m < 2:
        raise NotIdentified(f"reliability needs 2 items, and there is {m}")
    if rows.sum() < 2:
        raise NotIdentified(f"{rows.sum()} rows have all {m} items; reliability needs 2")
    centred = items[rows] - items[rows].mean(axis=0)
    total = centred.sum(axis=1)
    squares = (centred * centred).sum(axis=1)
    whole, parts = float((total * total).mean()), float(squares.mean())
    if not whole > 1e-12 * parts or parts == 0.0:
        raise NotIdentified(f"the sum of its {m} items does not vary")
    scale = m / (m - 1.0)
    influence = np.zeros(n)
    influence[rows] = scale * (parts * total**2 / whole**2 - squares / whole) * (n / rows.sum())
    return Influenced(scale * (1.0 - parts / whole), influence)


def disattenuated(r: Influenced, one: Influenced, other: Influenced) -> Influenced:
    """What would two components correlate if neither had item noise?

    Parameters
    ----------
    r : Influenced
        Their correlation.
    one, other : Influenced
        Their reliabilities, over the same rows.

    Returns
    -------
    Influenced
        ``r / √(rel₁ rel₂)``. It may lie beyond ±1, where reliabilities are underestimated or r is
        high by chance, and is not cut there. The influence is the delta method's.

    Raises
    ------
    NotIdentified
        A reliability is not positive.

    References
    ----------
    Spearman (1904), American Journal of Psychology 15, 72–101. Charles (2005), Psychological
    Methods 10, 206–226.

    Examples
    --------
    >>> still = np.zeros(3)
    >>> parts = [Influenced(value, still) for value in (0.6, 0.8, 0.9)]
    >>> round(disattenuated(*parts).value, 3)
    0.707
    """
    lowest = min(one.value, other.value)
    if not lowest > 0.0:
        raise NotIdentified(f"a reliability of {lowest:.3g} leaves nothing to correct by")
    root = float(np.sqrt(one.value * other.value))
    value = r.value / root
    moved = one.influence / one.value + other.influence / other.value
    return Influenced(value, r.influence / root - value / 2.0 * moved)


def at_full_range(r: float, spread: float) -> float:
    """What would a correlation in a cohort be if the cohort were as wide as all models?

    Parameters
    ----------
    r : float
        Correlation in the cohort, from −1 to 1.
    spread : float
        Standard deviation of one of the two variables in the cohort over that among all, above 0.
        From 1 on nothing is corrected.

    Returns
    -------
    float
        ``r u / √(1 + r² (u² − 1))`` with u = 1/spread. It assumes that one variable rises with
        the other alike over the whole range, with the same scatter.

    References
    ----------
    Thorndike (1949), Personnel Selection, 169–176 (case 2).

    Examples
    --------
    >>> round(at_full_range(0.6, 0.5), 3), at_full_range(0.6, 1.2)
    (0.832, 0.6)
    """
    u = max(1.0, 1.0 / spread)
    return r * u / float(np.sqrt(1.0 + r * r * (u * u - 1.0)))
