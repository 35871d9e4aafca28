"""Observed eigenvalues against any null that can be drawn, stopped when the count is proved."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from parallaxis.kernels.draws import run_draws
from parallaxis.kernels.parallel_analysis import (
    CHECKPOINTS,
    ERROR_RATE,
    clopper_pearson,
    leading,
    reached,
)

Array = NDArray[np.float64]
Progress = Callable[[int], None]
Edge = Literal["rank", "top"]


@dataclass(frozen=True, slots=True)
class EigenvalueNull:
    """Observed eigenvalues beside those of a null, and both counts.

    Attributes
    ----------
    eigenvalues : ndarray, shape (n_ranks,)
        Observed, largest first.
    null : ndarray, shape (n_draws, n_ranks)
        Of each draw, largest first.
    k : int
        Leading contiguous ranks above the quantile of their own rank.
    k_range : tuple of int
        Fewest and most ranks that the Monte Carlo error leaves possible.
    k_top_edge : int
        Leading ranks above the quantile of the null's largest eigenvalue.
    k_top_edge_range : tuple of int
    """

    eigenvalues: Array
    null: Array
    k: int
    k_range: tuple[int, int]
    k_top_edge: int
    k_top_edge_range: tuple[int, int]


def sequential_null(
    observed: Array,
    draw: Callable[[np.random.Generator], Array],
    *,
    stream: int,
    edges: tuple[Edge, ...] = ("rank",),
    level: float = 0.95,
    max_draws: int = 1000,
    seed: int = 0,
    progress: Progress | None = None,
) -> EigenvalueNull:
    """How many leading eigenvalues exceed those of a null?

    Parameters
    ----------
    observed : ndarray, shape (n_ranks,)
        Largest first.
    draw : callable
        Takes a generator; returns the eigenvalues of one null board, shape (n_ranks,).
    stream : int
        Number of the purpose, so that purposes do not share draws.
    edges : tuple of {"rank", "top"}, default ("rank",)
        Which counts must be proved before drawing stops: rank by rank, or all ranks against the
        null's largest eigenvalue. Both are returned.
    level : float, default 0.95
        Quantile of the null that an eigenvalue must exceed.
    max_draws : int, default 1000
        Most draws.
    seed : int, default 0
    progress : callable, optional
        Told of finished draws.

    Returns
    -------
    EigenvalueNull

    Notes
    -----
    The rule of ``parallel_analysis.parallel_analysis``: at each checkpoint the share of draws that
    reach an eigenvalue gets a Clopper–Pearson interval at the error rate split over checkpoints,
    and a rank is decided when the interval lies on one side of ``1 − level``.

    Examples
    --------
    >>> found = sequential_null(
    ...     np.array([9.0, 1.0]), lambda rng: np.sort(rng.normal(2.0, 0.1, 2))[::-1], stream=0
    ... )
    >>> found.k, found.k_range, len(found.null)
    (1, (1, 1), 200)
    """
    points = [*(point for point in CHECKPOINTS if point < max_draws), max_draws]
    draws: list[Array] = []
    bounds: dict[Edge, tuple[int, int]] = {}
    for point in points:
        draws += run_draws(
            draw, range(len(draws), point), seed=seed, stream=stream, progress=progress
        )
        bounds = _bounds(observed, np.array(draws), 1.0 - level, ERROR_RATE / len(points))
        if all(bounds[edge][0] == bounds[edge][1] for edge in edges):
            break
    null = np.array(draws)
    quantile = np.quantile(null, level, axis=0)
    return EigenvalueNull(
        eigenvalues=observed,
        null=null,
        k=leading(reached(quantile[None, :], observed) == 0.0),
        k_range=bounds["rank"],
        k_top_edge=leading(reached(quantile[None, :1], observed) == 0.0),
        k_top_edge_range=bounds["top"],
    )


def _bounds(
    observed: Array, null: Array, alpha: float, error: float
) -> dict[Edge, tuple[int, int]]:
    """Return, for each edge, the fewest and the most leading ranks that are still possible."""
    against: dict[Edge, Array] = {"rank": null, "top": null[:, :1]}
    found: dict[Edge, tuple[int, int]] = {}
    for edge, values in against.items():
        low, high = clopper_pearson(reached(values, observed), len(null), error)
        found[edge] = (leading(high < alpha), leading(low < alpha))
    return found
