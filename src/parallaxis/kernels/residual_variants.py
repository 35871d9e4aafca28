"""The preparations and nulls by which published counts of axes were made, each by its name.

Only ``standardised`` with each rank against its own null is ours; the others are here so that a
published count can be made again and compared.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from parallaxis.kernels.draws import run_draws
from parallaxis.kernels.parallel_analysis import leading, permuted
from parallaxis.kernels.scaling import prepare, standardise
from parallaxis.kernels.sequential_null import EigenvalueNull, Progress, sequential_null
from parallaxis.kernels.spectrum import eigenvalues

Array = NDArray[np.float64]
Observed = NDArray[np.bool_]
STREAMS = {  # one for each procedure, so that none shares draws with another
    "standardised": 71,
    "covariance": 72,
    "two_way_residual": 73,
    "model_correlation": 74,
    "normal_theory": 75,
    "public_tool": 76,
}
TOOL_DRAWS = 30  # permutations that the public tool draws
TOOL_MOST = 5  # eigenvalues that it looks at


@dataclass(frozen=True, slots=True)
class Procedure:
    """A prepared board, and how to draw boards without structure.

    Attributes
    ----------
    eigenvalues : ndarray
        Of the prepared board, largest first.
    draw : callable
        Takes a generator; returns the eigenvalues of one null board.
    """

    eigenvalues: Array
    draw: Callable[[np.random.Generator], Array]


def standardised(values: Array) -> Procedure:
    """Prepare for the item correlation: items standardised, permuted over their scored models.

    Parameters
    ----------
    values : ndarray, shape (n_models, n_items)
        NaN = not scored; no dead items.

    Returns
    -------
    Procedure
        Missing cells are 0 (the mean of their item) and stay in place.

    Examples
    --------
    >>> standardised(np.array([[1.0, 5.0], [0.0, 3.0]])).eigenvalues.tolist()
    [2.0, 0.0]
    """
    return _shuffled(standardise(values), ~np.isnan(values), lambda scores: scores)


def covariance(values: Array) -> Procedure:
    """Prepare for the item covariance: item means removed, units kept, permuted within items.

    Parameters and returned value as in `standardised`.

    Examples
    --------
    >>> covariance(np.array([[1.0, 5.0], [0.0, 3.0]])).eigenvalues.tolist()
    [1.25, 0.0]
    """
    return _shuffled(prepare(values), ~np.isnan(values), lambda scores: scores)


def two_way_residual(values: Array) -> Procedure:
    """Prepare for the two-way residual covariance: item means and model means removed.

    Raw scores are permuted within items *before* the means of models are removed, so the null
    has the model means of noise and not those of the board.

    Parameters and returned value as in `standardised`.

    Examples
    --------
    >>> two_way_residual(np.array([[1.0, 5.0], [0.0, 3.0]])).eigenvalues.tolist()
    [0.125, 0.0]
    """
    seen = ~np.isnan(values)
    return _shuffled(prepare(values), seen, lambda scores: model_centred(scores, seen))


def model_correlation(values: Array) -> Procedure:
    """Prepare for the correlation of models over standardised items, permuted within items.

    Parameters and returned value as in `standardised`.

    Examples
    --------
    >>> board = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    >>> model_correlation(board).eigenvalues.round(3).tolist()
    [1.5, 1.5, 0.0]
    """
    seen = ~np.isnan(values)
    return _shuffled(standardise(values), seen, lambda scores: model_standardised(scores, seen))


def normal_theory(values: Array) -> Procedure:
    """Prepare for Horn's own null: the item correlation of normal noise with the same gaps.

    Parameters and returned value as in `standardised`.

    References
    ----------
    Horn (1965), Psychometrika 30, 179–185.

    Examples
    --------
    >>> found = normal_theory(np.array([[1.0, 5.0], [0.0, 3.0], [0.0, 4.0]]))
    >>> found.draw(np.random.default_rng(0)).sum().round(9)
    np.float64(2.0)
    """
    seen = ~np.isnan(values)

    def draw(rng: np.random.Generator) -> Array:
        noise = rng.standard_normal(values.shape)
        return eigenvalues(standardise(np.where(seen, noise, np.nan)))

    return Procedure(eigenvalues(standardise(values)), draw)


PROCEDURES: Mapping[str, Callable[[Array], Procedure]] = MappingProxyType(
    {
        "standardised": standardised,
        "covariance": covariance,
        "two_way_residual": two_way_residual,
        "model_correlation": model_correlation,
        "normal_theory": normal_theory,
    }
)


def procedure_null(
    values: Array,
    name: str,
    *,
    max_draws: int = 1000,
    seed: int = 0,
    progress: Progress | None = None,
) -> EigenvalueNull:
    """How many axes does a named procedure count, rank by rank and against the top edge?

    Parameters
    ----------
    values : ndarray, shape (n_models, n_items)
        NaN = not scored; no dead items.
    name : str
        A key of ``PROCEDURES``.
    max_draws : int, default 1000
        Most draws; fewer where both counts are proved before.
    seed : int, default 0
    progress : callable, optional
        Told of finished draws.

    Returns
    -------
    EigenvalueNull

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> scores = rng.normal(size=(60, 1)) + rng.normal(size=(60, 8))
    >>> procedure_null(scores, "standardised").k, procedure_null(scores, "two_way_residual").k
    (1, 0)
    """
    procedure = PROCEDURES[name](values)
    return sequential_null(
        procedure.eigenvalues,
        procedure.draw,
        stream=STREAMS[name],
        edges=("rank", "top"),
        max_draws=max_draws,
        seed=seed,
        progress=progress,
    )


def public_tool_count(values: Array, *, seed: int = 0, progress: Progress | None = None) -> int:
    """How many axes would the public tool behind the essay count?

    Parameters
    ----------
    values : ndarray, shape (n_models, n_items)
        NaN = not scored; the tool counts it as a score of 0, which is wrong, and so does this.
    seed : int, default 0
    progress : callable, optional
        Told of finished draws.

    Returns
    -------
    int
        Of the five largest eigenvalues of the item covariance, those above the 29th smallest of
        30 largest eigenvalues of permuted boards. Never more than 5.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> eight_axes = np.repeat(rng.normal(size=(80, 8)), 20, axis=1)
    >>> public_tool_count(eight_axes + rng.normal(size=(80, 160)))
    5
    """
    centred = prepare(np.nan_to_num(values, nan=0.0))
    shuffle = permuted(centred, np.ones(centred.shape, dtype=bool))
    largest = run_draws(
        lambda rng: float(eigenvalues(shuffle(rng))[0]),
        range(TOOL_DRAWS),
        seed=seed,
        stream=STREAMS["public_tool"],
        progress=progress,
    )
    edge = sorted(largest)[int(0.95 * TOOL_DRAWS)]
    return leading(eigenvalues(centred)[:TOOL_MOST] > edge)


def model_centred(scores: Array, observed: Observed) -> Array:
    """Remove the mean of each model over its scored items; missing cells stay 0.

    Examples
    --------
    >>> model_centred(np.array([[1.0, 3.0, 0.0]]), np.array([[True, True, False]])).tolist()
    [[-1.0, 1.0, 0.0]]
    """
    counts = np.maximum(observed.sum(axis=1), 1)
    means = scores.sum(axis=1) / counts
    return np.where(observed, scores - means[:, None], 0.0)


def model_standardised(scores: Array, observed: Observed) -> Array:
    """Give each model mean 0 and variance 1 over its scored items; a constant model becomes 0.

    Examples
    --------
    >>> model_standardised(np.array([[1.0, 3.0], [2.0, 2.0]]), np.ones((2, 2), bool)).tolist()
    [[-1.0, 1.0], [0.0, 0.0]]
    """
    centred = model_centred(scores, observed)
    counts = np.maximum(observed.sum(axis=1), 1)
    spread = np.sqrt((centred**2).sum(axis=1) / counts)
    return np.asarray(centred / np.where(spread > 0.0, spread, 1.0)[:, None])


def _shuffled(scores: Array, observed: Observed, after: Callable[[Array], Array]) -> Procedure:
    """Return the procedure that permutes scores within items and then prepares them further."""
    shuffle = permuted(scores, observed)
    return Procedure(eigenvalues(after(scores)), lambda rng: eigenvalues(after(shuffle(rng))))
