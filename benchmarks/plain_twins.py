"""The same answers as one writes them first: singular values, loops, one pair at a time."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.stats import multivariate_normal, norm

Array = NDArray[np.float64]


def gram_product(values: Array, dtype: str) -> Callable[[], NDArray[np.floating]]:
    """Return A @ A.T of the board, its shorter side in the rows; the cast is not measured."""
    short = values if values.shape[0] <= values.shape[1] else values.T
    A = np.ascontiguousarray(short, dtype=dtype)
    return lambda: A @ A.T


def effective_dimensionality(values: Array) -> float:
    """Return ED from the singular values."""
    centred = values - values.mean(axis=0)
    sigma = np.linalg.svd(centred, compute_uv=False)
    return float((sigma**2).sum() ** 2 / (sigma**4).sum())


def shuffled_null(values: Array, draws: int) -> Array:
    """Return ED of boards whose items are each permuted, one board after the other."""
    rng = np.random.default_rng(0)
    return np.array([effective_dimensionality(rng.permuted(values, axis=0)) for _ in range(draws)])


def permutations(values: Array, draws: int) -> Array:
    """Return the eigenvalues of the items' correlation matrices of permuted boards."""
    live = values[:, np.ptp(values, axis=0) > 0]
    rng = np.random.default_rng(0)
    return np.array(
        [
            np.linalg.eigvalsh(np.corrcoef(rng.permuted(live, axis=0), rowvar=False))[::-1]
            for _ in range(draws)
        ]
    )


def tetrachorics(values: Array, pairs: list[tuple[int, int]]) -> Array:
    """Return ρ of some pairs, each by a bracketed root search on the bivariate normal."""
    return np.array([_tetrachoric(values[i], values[j]) for i, j in pairs])


def _tetrachoric(x: Array, y: Array) -> float:
    """Return the ρ at which the bivariate normal has the share of common right answers."""
    h, k = norm.ppf(x.mean()), norm.ppf(y.mean())
    target = float((x * y).mean())

    def excess(rho: float) -> float:
        return float(multivariate_normal.cdf([h, k], cov=[[1.0, rho], [rho, 1.0]]) - target)

    return float(brentq(excess, -0.9999, 0.9999))
