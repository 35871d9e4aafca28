"""What structureless boards of the same shape and margins would show: closed forms."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis.errors import NotIdentified
from parallaxis.kernels.gram import smaller_gram

Array = NDArray[np.float64]
MIN_MODELS = 4


@dataclass(frozen=True, slots=True)
class ShuffledMoments:
    """Moments of Σσ⁴ when every item is permuted over its models, independently.

    Attributes
    ----------
    sum_squares : float
        Σσ², which no permutation changes.
    mean : float
        E[Σσ⁴], exact, also with missing cells.
    variance : float
        Var[Σσ⁴], exact for complete boards; NaN with missing cells or fewer than 4 models.
    floor : float
        The least value that Σσ⁴ can take, (Σσ²)² / (n_models − 1).
    """

    sum_squares: float
    mean: float
    variance: float
    floor: float

    @property
    def effective_dimensionality(self) -> float:
        """The null's centre, 1 / E[1/ED]."""
        return self.sum_squares**2 / self.mean

    def quantile(self, probability: float) -> float:
        """Return a quantile of ED under the null, from a gamma law fitted above the floor."""
        from scipy.special import gammaincinv  # noqa: PLC0415 - needed for intervals only

        if not (np.isfinite(self.variance) and self.variance > 0.0 and self.mean > self.floor):
            return float("nan")
        excess = self.mean - self.floor
        shape = excess**2 / self.variance
        fourth = self.floor + excess / shape * gammaincinv(shape, 1.0 - probability)
        return float(self.sum_squares**2 / fourth)


def shuffled_moments(centred: Array, observed: NDArray[np.bool_]) -> ShuffledMoments:
    """Return the moments of Σσ⁴ under independent permutations of each item, without drawing any.

    Parameters
    ----------
    centred : ndarray, shape (n_models, n_items)
        Item-centred scores, 0 where missing.
    observed : ndarray of bool, same shape
        Which cells were scored; only these change places.

    Returns
    -------
    ShuffledMoments

    Raises
    ------
    NotIdentified
        Nothing varies, or there are fewer than two models.

    Notes
    -----
    With s_j = ‖c_j‖², n_j scored models, u_j = s_j/n_j, v_j = s_j/(n_j(n_j−1)) and m_jl models
    that have both items, E[(c_j·c_l)²] = u_j u_l m_jl + v_j v_l m_jl(m_jl − 1). Complete boards
    give E[Σσ⁴] = Σ s_j² + ((Σ s_j)² − Σ s_j²)/(N − 1).

    Examples
    --------
    >>> centred = np.array([[0.5, -0.5], [0.5, 0.5], [-1.0, 0.0]])
    >>> shuffled_moments(centred, np.ones((3, 2), bool)).mean
    3.25
    """
    n_models = centred.shape[0]
    strength = (centred * centred).sum(axis=0)
    total = float(strength.sum())
    if n_models < 2 or not total > 0.0:
        raise NotIdentified("no item tells the models apart, so there is nothing to shuffle.")
    squares = float((strength**2).sum())
    complete = bool(observed.all())
    between = (
        (total**2 - squares) / (n_models - 1) if complete else _mean_between(strength, observed)
    )
    variance = _variance(centred, strength) if complete else float("nan")
    return ShuffledMoments(total, squares + between, variance, total**2 / (n_models - 1))


def _mean_between(strength: Array, observed: NDArray[np.bool_]) -> float:
    """Sum E[(c_j·c_l)²] over j ≠ l with missing cells, through the Gram product of the mask."""
    seen = observed.astype(np.float64)
    counts = seen.sum(axis=0)
    live = (counts >= 2) & (strength > 0.0)
    seen, counts, strength = seen[:, live], counts[live], strength[live]
    once = strength / counts
    twice = once / (counts - 1.0)
    same_model = ((seen @ once) ** 2).sum() - (once**2 * counts).sum()
    pairs = (smaller_gram(seen * np.sqrt(twice)) ** 2).sum() - ((seen @ twice) ** 2).sum()
    pairs -= (twice**2 * counts * (counts - 1.0)).sum()
    return float(same_model + pairs)


def _variance(centred: Array, strength: Array) -> float:
    """Return Var[Σσ⁴]: the squared inner products of permuted items are uncorrelated."""
    n = centred.shape[0]
    if n < MIN_MODELS:
        return float("nan")
    n2, n3 = n * (n - 1.0), n * (n - 1.0) * (n - 2.0)
    n4 = n3 * (n - 3.0)
    squares = centred * centred
    fourth, square = (squares * squares).sum(axis=0), strength**2
    alpha = 1.0 / n + 7.0 / n2 + 24.0 / n3 + 36.0 / n4
    beta = -3.0 / n2 - 12.0 / n3 - 18.0 / n4
    gamma = 3.0 / n2 + 6.0 / n3 + 9.0 / n4
    cross = fourth.sum() * square.sum() - (fourth * square).sum()
    expected = alpha * _pairs(fourth) + beta * cross + gamma * _pairs(square)
    return float(4.0 * (expected - _pairs(square) / (n - 1.0) ** 2))


def _pairs(values: Array) -> float:
    """Return Σ_{j<l} a_j a_l."""
    return float((values.sum() ** 2 - (values**2).sum()) / 2.0)
