"""How broad would a board look if its models differed in one ability only?"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from parallaxis.kernels.draws import generator, one_blas_thread, run_draws
from parallaxis.kernels.one_ability_boards import OneAbility

Array = NDArray[np.float64]
Measure = Callable[[Array], float]
Progress = Callable[[int], None]
OUTER_STREAM, INNER_STREAM = 85, 86
INNER = 5  # boards drawn from each fit; they share their seeds, so that fits are compared alike
DEEPER = 3  # one in so many simulated boards has one more drawn from its own fit


@dataclass(frozen=True, slots=True)
class OneAbilityNull:
    """A measure of breadth beside boards of one ability, all on the log scale.

    Attributes
    ----------
    predicted : float
        Mean over boards drawn from the fit.
    excess : float
        The board's, less `predicted`.
    null : ndarray, shape (n_draws,)
        The same of simulated boards, each beside a fit of its own, moved by how far the mean would
        still move if the fit were the truth.
    """

    predicted: float
    excess: float
    null: Array

    @property
    def p(self) -> float:
        """Two-sided p: twice the smaller share of boards, simulated and real, that go as far."""
        below = 1 + int((self.null <= self.excess).sum())
        above = 1 + int((self.null >= self.excess).sum())
        return min(1.0, 2.0 * min(below, above) / (1 + self.null.size))

    def centre(self, predicted: float) -> float:
        """Return the null's mean where a fit predicts this log measure."""
        return float(np.exp(predicted + self.null.mean()))

    def interval(self, predicted: float, level: float) -> tuple[float, float]:
        """Return the range in which one more board of one ability would lie."""
        tail = (1.0 - level) / 2.0
        low, high = np.quantile(self.null, [tail, 1.0 - tail])
        return float(np.exp(predicted + low)), float(np.exp(predicted + high))


def one_ability_null(
    values: Array,
    found: OneAbility,
    measure: Measure,
    *,
    draws: int = 99,
    seed: int = 0,
    progress: Progress | None = None,
) -> OneAbilityNull:
    """How broad would this board look if its models differed in one ability only?

    Parameters
    ----------
    values : ndarray, shape (n_models, n_items)
        The board; NaN = not scored.
    found : OneAbility
        Its fit.
    measure : callable
        Takes such a board and returns a positive number.
    draws : int, default 99
        Simulated boards.
    seed : int, default 0
    progress : callable, optional
        Told of finished draws.

    Returns
    -------
    OneAbilityNull

    Notes
    -----
    What a fit predicts is biased: it takes some of the noise for ability. So a board is never
    compared with its fit alone: its excess over what its fit predicts is compared with that of
    simulated boards over what *their own* fits predict (a double bootstrap, of whose inner loop
    only the mean is needed). The bias is in both, but for how it changes from the true parameters
    to the fitted ones; that is taken from how it changes from the fit to fits of simulated boards.

    References
    ----------
    Davison & Hinkley (1997), Bootstrap Methods and their Application, §3.9 and §4.5.

    Examples
    --------
    >>> from parallaxis.kernels.one_ability_boards import LogisticAbility
    >>> rng = np.random.default_rng(0)
    >>> ability, difficulty = rng.normal(size=(40, 1)), rng.normal(size=60)
    >>> right = (ability - difficulty + rng.logistic(size=(40, 60)) > 0).astype(float)
    >>> found = LogisticAbility.of(right, np.zeros(60))
    >>> spread = lambda values: float(values.mean(axis=1).var())
    >>> one_ability_null(right, found, spread, draws=39).p > 0.05
    True
    """
    with one_blas_thread():
        predicted = predicted_log(found, measure, seed=seed)

        def excess(board: Array) -> tuple[OneAbility, float]:
            fitted = found.again(board)
            expected = predicted_log(fitted, measure, seed=seed)
            return fitted, float(np.log(measure(board))) - expected

        def outcome(rng: np.random.Generator, *, deeper: bool) -> tuple[float, ...]:
            fitted, first = excess(found.likely(rng))
            return (first, excess(fitted.likely(rng))[1]) if deeper else (first,)

        run = partial(run_draws, seed=seed, stream=OUTER_STREAM, progress=progress)
        n_deep = -(-draws // DEEPER)
        deep = run(partial(outcome, deeper=True), range(n_deep))
        plain = run(partial(outcome, deeper=False), range(n_deep, draws))
    null = np.array([first for first, *_ in (*deep, *plain)])
    still = null.mean() - np.mean([second for _, second in deep])
    return OneAbilityNull(predicted, float(np.log(measure(values))) - predicted, null + still)


def predicted_log(found: OneAbility, measure: Measure, *, seed: int, boards: int = INNER) -> float:
    """Return the mean log measure of boards drawn from a fit.

    Examples
    --------
    >>> from parallaxis.kernels.one_ability_boards import PooledAbility
    >>> found = PooledAbility.of(np.random.default_rng(0).normal(size=(20, 6)), one_unit=True)
    >>> bool(predicted_log(found, lambda values: 2.0, seed=0) == np.log(2.0))
    True
    """
    drawn = (found.drawn(generator(seed, INNER_STREAM, number)) for number in range(boards))
    return float(np.mean([np.log(measure(board)) for board in drawn]))
