"""Climb the ladder: is there one more axis than a fitted model of K abilities explains?"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis.kernels.draws import one_blas_thread, run_draws
from parallaxis.kernels.first_eigenvalue import first_eigenvalue
from parallaxis.kernels.latent_fit import (
    first_direction,
    fit,
    next_fit,
    no_axis,
    refit,
    simulator,
)
from parallaxis.kernels.latent_model import LatentModel, Scores
from parallaxis.kernels.residual_axis import ResidualAxis, residual_axis

Array = NDArray[np.float64]
Progress = Callable[[int], None]
STREAM = 41  # plus the number of the rung, so that rungs do not share draws
LOOKS = (20, 39)  # simulated boards after which a clear case is decided
FAR = 6.0  # standard deviations above the simulated boards' mean that make a case clear


@dataclass(frozen=True, slots=True)
class Climb:
    """How a board is climbed.

    Attributes
    ----------
    alpha : float
        Error rate of each rung.
    draws : int
        Simulated boards a rung, fewer where the case is clear.
    most : int
        Highest number of axes that is tried.
    seed : int
    chance : ndarray of shape (n_items,), or None
        Known chance levels.
    estimate_chance : bool
        Estimate the chance levels from the board.
    """

    alpha: float = 0.05
    draws: int = 99
    most: int = 8
    seed: int = 0
    chance: Array | None = None
    estimate_chance: bool = False


@dataclass(frozen=True, slots=True)
class Rung:
    """One test: does the board hold more than K axes?

    Attributes
    ----------
    model : LatentModel
        The fit with K abilities that the test starts from.
    found : ResidualAxis
        What that fit leaves in the board.
    statistic : float
        The smaller of the two residual shares, both in standard deviations from the mean of the
        simulated boards.
    null : ndarray, shape (n_draws,)
        The same of boards simulated from the fit and refitted.
    p : float
        (1 + simulated boards that reach the statistic) / (1 + simulated boards).
    first : float
        First eigenvalue of the board's item correlations.
    first_null : ndarray, shape (n_draws,)
        The same of the simulated boards.
    """

    model: LatentModel
    found: ResidualAxis
    statistic: float
    null: Array
    p: float
    first: float
    first_null: Array


def climb(
    scores: Scores, how: Climb = Climb(), *, progress: Progress | None = None
) -> Iterator[Rung]:
    """How many axes does the board hold beyond what its noise and its item curves explain?

    Parameters
    ----------
    scores : Scores
        Without items that do not vary.
    how : Climb
    progress : callable, optional
        Told of finished simulations.

    Yields
    ------
    Rung
        For K = 0, 1, …; the last is the first whose p exceeds alpha, or K = ``how.most``
        (untested rungs do not follow).

    Notes
    -----
    Modified parallel analysis (Drasgow & Lissak 1983) with residuals in place of raw eigenvalues:
    a board is simulated from the fit with K abilities, *refitted*, and its strongest residual
    direction measured as on the real board. Both whitenings must agree, so the statistic is the
    smaller of the two, each in median absolute deviations of the real and the simulated boards
    together; these are exchangeable where the fit is the truth, so that p is exact there.

    References
    ----------
    Drasgow & Lissak (1983), J. Applied Psychology 68, 363–373. Green, Levy, Thompson, Lu & Lo
    (2012), Educational and Psychological Measurement 72, 357–374.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> ability, difficulty = rng.normal(size=(40, 1)), rng.normal(size=60)
    >>> right = (ability - difficulty + rng.logistic(size=(40, 60)) > 0).astype(np.float32)
    >>> scores = Scores(right, np.ones_like(right), "logistic")
    >>> [rung.p <= 0.05 for rung in climb(scores, Climb(draws=39))]
    [True, False]
    """
    model = fit(scores, no_axis(scores))
    for _ in range(how.most):
        rung = _tested(model, scores, how, progress)
        yield rung
        if rung.p > how.alpha:
            return
        model = wider(rung, scores, how)


def wider(rung: Rung, scores: Scores, how: Climb) -> LatentModel:
    """Return the fit with one more axis than a rung has."""
    if rung.model.n_axes == 0:
        start = first_direction(scores)
        return fit(scores, start, chance=how.chance, estimate_chance=how.estimate_chance)
    direction = rung.found.direction
    return next_fit(rung.model, scores, direction, estimate_chance=how.estimate_chance)


def _tested(model: LatentModel, scores: Scores, how: Climb, progress: Progress | None) -> Rung:
    """Test one rung, with no more simulated boards than the answer needs."""
    with one_blas_thread():
        found = residual_axis(model, scores)
    simulate = simulator(model, scores)

    def outcome(rng: np.random.Generator) -> tuple[float, float, float]:
        board = simulate(rng)
        left = residual_axis(refit(model, board, estimate_chance=how.estimate_chance), board)
        return left.by_model, left.by_residual, first_eigenvalue(board)

    drawn: list[tuple[float, float, float]] = []
    statistic, null, outcomes = 0.0, np.empty(0), np.empty((0, 3))
    for look in [*(look for look in LOOKS if look < how.draws), how.draws]:
        drawn += run_draws(
            outcome,
            range(len(drawn), look),
            seed=how.seed,
            stream=STREAM + model.n_axes,
            progress=progress,
        )
        outcomes = np.array(drawn)
        statistic, null = _both_views((found.by_model, found.by_residual), outcomes[:, :2])
        if _is_clear(statistic, null, how):
            break
    p = (1 + int((null >= statistic).sum())) / (1 + null.size)
    with one_blas_thread():
        first = first_eigenvalue(scores)
    return Rung(model, found, statistic, null, p, first, outcomes[:, 2])


def _both_views(observed: tuple[float, float], null: Array) -> tuple[float, Array]:
    """Return the smaller of both shares, put in units of all boards, real and simulated.

    Medians and absolute deviations, so that a board that is far off in one view does not make the
    other view's null look narrow.
    """
    together = np.vstack([observed, null])
    away = together - np.median(together, axis=0)
    spread = np.median(np.abs(away), axis=0)
    smaller = (away / np.where(spread > 0, spread, 1.0)).min(axis=1)
    centre, scale = smaller[1:].mean(), smaller[1:].std()
    units = (smaller - centre) / (scale if scale > 0 else 1.0)
    return float(units[0]), units[1:]


def _is_clear(statistic: float, null: Array, how: Climb) -> bool:
    """Say whether more simulated boards could hardly change the answer."""
    reached = int((null >= statistic).sum())
    if reached > how.alpha * (how.draws + 1) - 1:
        return True
    enough = (1 + reached) / (1 + null.size) <= how.alpha
    return enough and reached == 0 and statistic >= FAR
