"""How broad would a board look if its models differed in one ability only?"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis.kernels.draws import generator, one_blas_thread, run_draws
from parallaxis.kernels.latent_fit import coins, first_direction, fit, refit, simulator
from parallaxis.kernels.latent_sweep import unshrunk
from parallaxis.kernels.latent_model import LatentModel, Scores, Single

Array = NDArray[np.float64]
Measure = Callable[[Single], float]
Progress = Callable[[int], None]
OUTER_STREAM, INNER_STREAM = 85, 86
LOG=[]
MODE=[1.0,1.0]
PILOT = 16
INNER = 8  # boards drawn from each fit; they share their seeds, so that fits are compared alike


@dataclass(frozen=True, slots=True)
class OneAbilityNull:
    """A measure of breadth beside boards of one ability.

    Attributes
    ----------
    model : LatentModel
        The fit of one ability.
    predicted : float
        Mean log measure of boards drawn from the fit.
    excess : float
        Log measure of the board, less `predicted`.
    null : ndarray, shape (n_draws,)
        The same of simulated boards, each fitted again.
    """

    model: LatentModel
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
        """Return the null's mean, for the log measure that a fit predicts."""
        return float(np.exp(predicted + self.null.mean()))

    def interval(self, predicted: float, level: float) -> tuple[float, float]:
        """Return the range in which one more board of one ability lies."""
        tail = (1.0 - level) / 2.0
        low, high = np.quantile(self.null, [tail, 1.0 - tail])
        return float(np.exp(predicted + low)), float(np.exp(predicted + high))


def one_ability_null(
    scores: Scores,
    measure: Measure,
    *,
    chance: Array | None = None,
    estimate_chance: bool = False,
    draws: int = 99,
    seed: int = 0,
    progress: Progress | None = None,
) -> OneAbilityNull:
    """How broad would this board look if its models differed in one ability only?

    Parameters
    ----------
    scores : Scores
        Without items that do not vary.
    measure : callable
        Takes scores of the same shape (missing cells hold 0) and returns a positive number.
    chance : ndarray of shape (n_items,), optional
        Known chance levels.
    estimate_chance : bool, default False
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
    What a fit predicts is biased: slopes are shrunk, noise is taken for ability. So the board is
    never compared with its fit alone, but its excess over what its fit predicts with that of boards
    simulated from the fit over what *their own* fits predict (a double bootstrap whose inner one
    only needs a mean). The bias, whatever it is, is in both.

    References
    ----------
    Davison & Hinkley (1997), Bootstrap Methods and their Application, §3.9 and §4.5.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> ability, difficulty = rng.normal(size=(40, 1)), rng.normal(size=60)
    >>> right = (ability - difficulty + rng.logistic(size=(40, 60)) > 0).astype(np.float32)
    >>> scores = Scores(right, np.ones_like(right), "logistic")
    >>> found = one_ability_null(scores, lambda values: float(values.var(axis=0).sum()), draws=39)
    >>> found.p > 0.05
    True
    """
    with one_blas_thread():
        model = fit(
            scores, first_direction(scores), chance=chance, estimate_chance=estimate_chance
        )
        predicted = predicted_log(model, scores, measure, seed=seed)
        def outcome(rng: np.random.Generator) -> tuple[float,float]:
            board = simulate(rng)
            again = refit(model, board, estimate_chance=estimate_chance)
            pred = predicted_log(again, board, measure, seed=seed)
            return float(np.log(measure(board.values))) - pred, pred

        if scores.likelihood == "logistic":
            freed = unshrunk(model, scores)
            from dataclasses import replace
            base = freed.items
            mu = base[:, 0].mean()
            def sim(x, h):
                items = base.copy()
                items[:, 0] = np.exp(x) * (mu + h * (base[:, 0] - mu))
                return coins(replace(freed, items=items), scores)
            x, h = 0.0, 1.0
            want = np.array([model.items[:, 0].mean(), model.items[:, 0].std()])
            for it in range(int(MODE[0])):
                simulate = sim(x, h)
                def feats(rng):
                    board = simulate(rng)
                    again = refit(model, board, estimate_chance=estimate_chance)
                    return again.items[:, 0].mean(), again.items[:, 0].std()
                got = np.mean(run_draws(feats, range(PILOT), seed=seed, stream=OUTER_STREAM), axis=0)
                x += np.log(want[0] / got[0]); h *= want[1] / got[1] / (want[0] / got[0])
            LOG.append((x, h))
            simulate = sim(x, h)
        else:
            simulate = simulator(model, scores)
        out = run_draws(outcome, range(draws), seed=seed, stream=OUTER_STREAM, progress=progress)
        drawn = [o[0] for o in out]
    excess = float(np.log(measure(scores.values))) - predicted
    return OneAbilityNull(model, predicted, excess, np.array(drawn))


def predicted_log(
    model: LatentModel, scores: Scores, measure: Measure, *, seed: int, boards: int = INNER
) -> float:
    """Return the mean log measure of boards drawn from a fit.

    Examples
    --------
    >>> right = (np.random.default_rng(0).random((20, 30)) < 0.5).astype(np.float32)
    >>> scores = Scores(right, np.ones_like(right), "logistic")
    >>> model = fit(scores, first_direction(scores))
    >>> predicted_log(model, scores, lambda values: 2.0, seed=0) == np.log(2.0)
    True
    """
    draw = _drawn(model, scores)
    logs = [np.log(measure(draw(generator(seed, INNER_STREAM, number)))) for number in range(boards)]
    return float(np.mean(logs))


def _drawn(model: LatentModel, scores: Scores) -> Callable[[np.random.Generator], Single]:
    """Return a function that draws boards of a fit as it is, not freed of its shrinkage."""
    if scores.likelihood == "gaussian":
        simulate = simulator(model, scores)
        return lambda rng: simulate(rng).values
    expected = model.expected()
    return lambda rng: np.asarray(
        (rng.random(expected.shape, dtype=np.float32) < expected) * scores.observed, np.float32
    )
