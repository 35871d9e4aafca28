"""Horn's parallel analysis by permutation, stopped as soon as the decision is proved."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis.kernels.draws import run_draws
from parallaxis.kernels.spectrum import eigenvalues

Array = NDArray[np.float64]
Progress = Callable[[int], None]
STREAM = 11
CHECKPOINTS = (20, 40, 80, 135, 200, 300, 450, 700, 1000)
ERROR_RATE = 1e-3  # probability that sequential stopping decides otherwise than endless draws would
MIN_FOR_QUANTILE = 200  # draws that a printed 95 % quantile rests on, at least
LARGE = 600  # models and items above which a draw takes so long that a proved count is enough
TIE = 1e-9  # eigenvalues that differ by a smaller part than this are equal; they come from sums


@dataclass(frozen=True, slots=True)
class ParallelAnalysis:
    """Observed eigenvalues beside those of permuted boards.

    Attributes
    ----------
    eigenvalues : ndarray
        Of the observed correlation matrix, largest first, all of them.
    null : ndarray, shape (n_draws, n_ranks)
        Eigenvalues of each permuted board, largest first.
    k : int
        Leading contiguous ranks above the quantile of their own rank.
    k_range : tuple of int
        Fewest and most ranks that the Monte Carlo error leaves possible.
    k_top_edge : int
        Leading ranks above the quantile of the null's *largest* eigenvalue.
    """

    eigenvalues: Array
    null: Array
    k: int
    k_range: tuple[int, int]
    k_top_edge: int


def permuted(standardised: Array, observed: NDArray[np.bool_]) -> Callable[..., Array]:
    """Return a function that permutes each item over its scored models.

    Parameters
    ----------
    standardised : ndarray, shape (n_models, n_items)
        Standardised scores, 0 where missing.
    observed : ndarray of bool, same shape
        Which cells were scored; only these change places.

    Returns
    -------
    callable
        Takes a generator; returns a permuted array of the same shape.

    Examples
    --------
    >>> scores = np.array([[1.0, 5.0], [-1.0, 0.0]])
    >>> observed = np.array([[True, True], [True, False]])
    >>> shuffled = permuted(scores, observed)(np.random.default_rng(0))
    >>> sorted(shuffled[:, 0].tolist()), shuffled[:, 1].tolist()
    ([-1.0, 1.0], [5.0, 0.0])
    """
    by_item = np.ascontiguousarray(standardised.T)
    if observed.all():
        return lambda rng: rng.permuted(by_item, axis=1).T
    missing = ~np.ascontiguousarray(observed.T)
    places = np.argsort(missing, axis=1, kind="stable")

    def draw(rng: np.random.Generator) -> Array:
        keys = rng.random(by_item.shape)
        keys[missing] = 2.0
        shuffled = np.take_along_axis(by_item, np.argsort(keys, axis=1), axis=1)
        out = np.empty_like(by_item)
        np.put_along_axis(out, places, shuffled, axis=1)
        return np.asarray(out.T)

    return draw


def parallel_analysis(
    standardised: Array,
    observed: NDArray[np.bool_],
    *,
    level: float = 0.95,
    max_draws: int = 1000,
    seed: int = 0,
    progress: Progress | None = None,
) -> ParallelAnalysis:
    """How many leading eigenvalues exceed those of boards without structure?

    Parameters
    ----------
    standardised : ndarray, shape (n_models, n_items)
        From ``scaling.standardise``, without dead items.
    observed : ndarray of bool, same shape
        Which cells were scored.
    level : float, default 0.95
        Quantile of the null that an eigenvalue must exceed, rank by rank.
    max_draws : int, default 1000
        Most permutations; fewer where every rank is decided before.
    seed : int, default 0
        Draw number d always uses the same generator, whatever the number of threads.
    progress : callable, optional
        Told of finished draws.

    Returns
    -------
    ParallelAnalysis

    Notes
    -----
    At each checkpoint the share of permuted boards that reach an observed eigenvalue gets a
    Clopper–Pearson interval at the error rate split over checkpoints; a rank is decided when the
    interval lies on one side of ``1 − level``. Drawing stops when the first failing rank and all
    ranks before it are decided.

    References
    ----------
    Horn (1965), Psychometrika 30, 179–185. Buja & Eyuboglu (1992), Multivariate Behavioral
    Research 27, 509–540 (permutation null, rank by rank).

    Examples
    --------
    >>> from parallaxis.kernels.scaling import standardise
    >>> rng = np.random.default_rng(0)
    >>> scores = rng.normal(size=(60, 1)) + rng.normal(size=(60, 8))
    >>> found = parallel_analysis(standardise(scores), np.ones((60, 8), bool), max_draws=200)
    >>> found.k, found.k_range
    (1, (1, 1))
    """
    observed_values = eigenvalues(standardised)
    shuffle = permuted(standardised, observed)
    checkpoints = _checkpoints(max_draws)
    error = ERROR_RATE / len(checkpoints)
    least = MIN_FOR_QUANTILE if min(standardised.shape) <= LARGE else 0
    draws: list[Array] = []
    bounds = (0, observed_values.size)
    for checkpoint in checkpoints:
        draws += run_draws(
            lambda rng: eigenvalues(shuffle(rng)),
            range(len(draws), checkpoint),
            seed=seed,
            stream=STREAM,
            progress=progress,
        )
        bounds = _k_bounds(observed_values, np.array(draws), 1.0 - level, error)
        if bounds[0] == bounds[1] and checkpoint >= least:
            break
    null = np.array(draws)
    edges = np.quantile(null, level, axis=0)
    return ParallelAnalysis(
        eigenvalues=observed_values,
        null=null,
        k=leading(_exceeds(observed_values, edges)),
        k_range=bounds,
        k_top_edge=leading(_exceeds(observed_values, edges[0])),
    )


def leading(above: NDArray[np.bool_]) -> int:
    """Return how many entries are True before the first that is not.

    Examples
    --------
    >>> leading(np.array([True, True, False, True]))
    2
    """
    return int(above.size if above.all() else np.argmin(above))


def reached(null: Array, observed: Array) -> Array:
    """Return in how many permuted boards each rank reaches the observed eigenvalue; ties count.

    Parameters
    ----------
    null : ndarray, shape (n_draws, n_ranks)
    observed : ndarray, shape (n_ranks,)

    Returns
    -------
    ndarray of float64, shape (n_ranks,)
        Whole numbers.

    Examples
    --------
    >>> reached(np.array([[2.0, 0.5], [1.0, 0.5]]), np.array([2.0, 1.0]))
    array([1., 0.])
    """
    return np.asarray((~_exceeds(observed, null)).sum(axis=0), dtype=np.float64)


def _exceeds(observed: Array, edge: Array) -> NDArray[np.bool_]:
    """Return where an eigenvalue is above an edge by more than rounding."""
    return np.asarray(observed * (1.0 - TIE) > edge)


def clopper_pearson(count: Array, n: int, error: float) -> tuple[Array, Array]:
    """Return the exact two-sided interval of a binomial share at a total error rate.

    Examples
    --------
    >>> low, high = clopper_pearson(np.array([0.0, 10.0]), 10, 0.05)
    >>> low.round(3).tolist(), high.round(3).tolist()
    ([0.0, 0.692], [0.308, 1.0])
    """
    from scipy.special import betaincinv  # noqa: PLC0415 - keeps the import of kernels light

    count = np.asarray(count, dtype=np.float64)
    low = np.where(count == 0, 0.0, betaincinv(np.maximum(count, 1), n - count + 1, error / 2))
    high = np.where(
        count == n, 1.0, betaincinv(count + 1, np.maximum(n - count, 1), 1.0 - error / 2)
    )
    return low, high


def _checkpoints(max_draws: int) -> list[int]:
    """Return the usual checkpoints up to the limit, doubling beyond the last of them."""
    points = [point for point in CHECKPOINTS if point < max_draws]
    while points and points[-1] * 2 < max_draws and points[-1] >= CHECKPOINTS[-1]:
        points.append(points[-1] * 2)
    return [*points, max_draws]


def _k_bounds(observed: Array, null: Array, alpha: float, error: float) -> tuple[int, int]:
    """Return the fewest and the most leading ranks that are still possible."""
    low, high = clopper_pearson(reached(null, observed), len(null), error)
    return leading(high < alpha), leading(low < alpha)
