"""How unequal are the variances of items, and the noise of models?"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis.kernels.draws import run_draws
from parallaxis.kernels.gram import smaller_gram
from parallaxis.kernels.parallel_analysis import permuted

Array = NDArray[np.float64]
STREAM = 15
DRAWS = 99
MOST_REMOVED = 0.5  # share of the shorter side that leading directions may take
LEAST_LEFT = 0.05  # share of a model's freedom that must remain, or it is left out
FARTHEST = 1e12  # no ratio is said to be larger; rounding decides beyond


@dataclass(frozen=True, slots=True)
class VarianceSpread:
    """How far apart variances lie.

    Attributes
    ----------
    ratio : float
        90 % quantile over 10 % quantile; 1 where all are equal, at most 1e12.
    largest : float
        Largest over median; at most 1e12.
    evenness : float
        (Σv)²/(n Σv²): 1 where all are equal, 1/n where one holds everything.
    n : int
        Variances that were compared.
    """

    ratio: float
    largest: float
    evenness: float
    n: int

    @classmethod
    def of(cls, variances: Array) -> "VarianceSpread":
        """Describe variances.

        Examples
        --------
        >>> VarianceSpread.of(np.array([1.0, 1.0, 1.0, 5.0])).evenness.__round__(3)
        0.571
        """
        if variances.size == 0 or not variances.max() > 0.0:
            return cls(float("nan"), float("nan"), float("nan"), int(variances.size))
        low, middle, high = np.quantile(variances, [0.1, 0.5, 0.9])
        relative = variances / variances.max()
        return cls(
            ratio=_over(float(high), float(low)),
            largest=_over(float(variances.max()), float(middle)),
            evenness=float(relative.sum() ** 2 / (variances.size * (relative**2).sum())),
            n=int(variances.size),
        )


@dataclass(frozen=True, slots=True)
class NoiseSpread:
    """How far apart the noise of models lies, and whether chance explains it.

    Attributes
    ----------
    spread : VarianceSpread
        Of the noise variance of models.
    null_ratio : float
        95 % quantile of the ratio where the noise of all models is equal.
    p : float
        Share of equal-noise boards (the observed one counted in) with as large a ratio.
    n_directions : int
        Leading directions that were removed as signal.
    """

    spread: VarianceSpread
    null_ratio: float
    p: float
    n_directions: int


def item_variance_spread(centred: Array, observed: NDArray[np.bool_]) -> VarianceSpread:
    """How unequal are the variances of items before they are standardised?

    Parameters
    ----------
    centred : ndarray, shape (n_models, n_items)
        Item-centred scores in their own units, 0 where missing; no dead items.
    observed : ndarray of bool, same shape

    Returns
    -------
    VarianceSpread
        Of Σ_i c_it² / n_t over the n_t scored models.

    Examples
    --------
    >>> scores = np.array([[1.0, 10.0], [-1.0, -10.0]])
    >>> item_variance_spread(scores, np.ones((2, 2), bool)).largest.__round__(2)
    1.98
    """
    peak = np.abs(centred).max(initial=0.0)
    scaled = centred / peak if peak > 0.0 else centred
    return VarianceSpread.of((scaled**2).sum(axis=0) / np.maximum(observed.sum(axis=0), 1))


def model_noise(
    standardised: Array, observed: NDArray[np.bool_], n_directions: int
) -> tuple[Array, Array]:
    """Return squared residuals without the leading directions, and the noise variance of models.

    Parameters
    ----------
    standardised : ndarray, shape (n_models, n_items)
        Standardised scores, 0 where missing.
    observed : ndarray of bool, same shape
    n_directions : int
        Leading singular directions to remove as signal.

    Returns
    -------
    squares : ndarray, shape (n_models, n_items)
        Squared residuals over 1 − h_i, 0 where missing; h_i is the share of model i's freedom that
        the directions took (its leverage), so that equal noise stays equal.
    noise : ndarray, shape (n_models,)
        Their mean over the scored items; NaN where h_i leaves next to nothing.

    Examples
    --------
    >>> board = np.array([[1.0, 1.0], [-1.0, -1.0]])
    >>> model_noise(board, np.ones((2, 2), bool), 0)[1].tolist()
    [1.0, 1.0]
    """
    left = _left_directions(standardised, n_directions)
    residual = np.where(observed, standardised - left @ (left.T @ standardised), 0.0)
    freedom = 1.0 - (left * left).sum(axis=1)
    usable = (freedom > LEAST_LEFT) & observed.any(axis=1)
    squares = residual**2 / np.where(usable, freedom, 1.0)[:, None]
    noise = squares.sum(axis=1) / np.maximum(observed.sum(axis=1), 1)
    return squares, np.where(usable, noise, np.nan)


def model_noise_spread(
    standardised: Array, observed: NDArray[np.bool_], *, n_directions: int, seed: int = 0
) -> NoiseSpread:
    """Is the noise of models more unequal than that of boards with equal noise?

    Parameters
    ----------
    standardised : ndarray, shape (n_models, n_items)
        Standardised scores, 0 where missing; no dead items.
    observed : ndarray of bool, same shape
    n_directions : int
        Leading directions to remove as signal first; at most half of the shorter side is removed.
    seed : int, default 0

    Returns
    -------
    NoiseSpread
        The null permutes the squared residuals of each item over its scored models, which makes
        the noise of all models equal and keeps how heavy the tails of each item are.

    Notes
    -----
    Removing more directions than there are axes costs little; removing fewer leaves signal that
    reads as noise of extreme models. So remove the larger of two counts.

    Examples
    --------
    >>> from parallaxis.kernels.scaling import standardise
    >>> rng = np.random.default_rng(0)
    >>> even, observed = rng.normal(size=(60, 20)), np.ones((60, 20), bool)
    >>> loud = even * np.exp(rng.normal(size=(60, 1)))
    >>> model_noise_spread(standardise(even), observed, n_directions=1).p
    0.47
    >>> model_noise_spread(standardise(loud), observed, n_directions=1).p
    0.01
    """
    n_directions = min(n_directions, int(MOST_REMOVED * min(standardised.shape)))
    squares, noise = model_noise(standardised, observed, n_directions)
    usable = ~np.isnan(noise)
    squares, seen = squares[usable], observed[usable]
    if squares.shape[0] < 2:
        return NoiseSpread(VarianceSpread.of(noise[usable]), float("nan"), 1.0, n_directions)
    shuffle = permuted(squares, seen)
    counts = np.maximum(seen.sum(axis=1), 1)
    spread = VarianceSpread.of(noise[usable])
    ratios = run_draws(
        lambda rng: VarianceSpread.of(shuffle(rng).sum(axis=1) / counts).ratio,
        range(DRAWS),
        seed=seed,
        stream=STREAM,
    )
    as_large = int((np.array(ratios) >= spread.ratio).sum())
    edge = float(np.quantile(ratios, 0.95, method="higher"))
    return NoiseSpread(spread, edge, (1 + as_large) / (DRAWS + 1), n_directions)


def _left_directions(standardised: Array, n_directions: int) -> Array:
    """Return orthonormal leading left singular vectors, shape (n_models, n_directions)."""
    if n_directions == 0:
        return np.zeros((standardised.shape[0], 0))
    vectors = np.linalg.eigh(smaller_gram(standardised))[1][:, ::-1][:, :n_directions]
    if standardised.shape[0] <= standardised.shape[1]:
        return np.asarray(vectors)
    return np.asarray(np.linalg.qr(standardised @ vectors)[0])


def _over(high: float, low: float) -> float:
    """Return a ratio that stays finite over nothing."""
    return high / max(low, high / FARTHEST)
