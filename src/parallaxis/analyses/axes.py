"""How many axes does a board have? Eigenvalues against the permutation null, rank by rank."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from parallaxis import _checks
from parallaxis.analyses.result import Result
from parallaxis.answers import Interval, NotAnswered
from parallaxis.cautions import Caution
from parallaxis.ingredients import Ingredients
from parallaxis.kernels.draws import one_blas_thread
from parallaxis.kernels.parallel_analysis import (
    ERROR_RATE,
    ParallelAnalysis,
    clopper_pearson,
    parallel_analysis,
    reached,
)
from parallaxis.matrix import ScoreMatrix
from parallaxis.numerals import counted

QUANTILE = 0.95
RANKS_BEYOND = 10  # ranks shown after the last that may survive
FEWEST_MODELS = 4
FEWEST_ITEMS = 2


@dataclass(frozen=True, slots=True)
class RankNull:
    """One eigenvalue beside its own rank in permuted boards.

    Attributes
    ----------
    rank : int
        From 1.
    eigenvalue : float
        Observed.
    quantile : float
        95 % quantile of this rank over permuted boards.
    mean : float
        Mean of this rank over permuted boards.
    exceedance : float
        Share of permuted boards that reach the observed eigenvalue at this rank.
    exceedance_interval : (float, float)
        Its Clopper–Pearson interval at the result's level.
    """

    rank: int
    eigenvalue: float
    quantile: float
    mean: float
    exceedance: float
    exceedance_interval: Interval


@dataclass(frozen=True, eq=False)
class Axes(Result):
    """How many axes survive, and how sure is the count?

    Attributes
    ----------
    k_shuffled : int or NotAnswered
        Leading contiguous ranks above the 95 % quantile of their own rank.
    k_shuffled_range : (int, int) or NotAnswered
        Fewest and most that the Monte Carlo error leaves open.
    k_shuffled_top_edge : int or NotAnswered
        Leading ranks above the 95 % quantile of the null's largest eigenvalue.
    eigenvalues : tuple of float
        Of the item correlation matrix, largest first.
    nulls : tuple of RankNull
        The leading ranks, each beside its null; ten more than may survive.
    draws : int
        Permutations that were needed.
    n_items_used, n_dead : int
        Items in the correlation matrix, and items set aside because they do not vary.
    """

    k_shuffled: int | NotAnswered
    k_shuffled_range: tuple[int, int] | NotAnswered
    k_shuffled_top_edge: int | NotAnswered
    eigenvalues: tuple[float, ...]
    nulls: tuple[RankNull, ...]
    draws: int
    n_items_used: int
    n_dead: int

    def answers(self) -> dict[str, Any]:
        """Return the answers by the names of the JSON contract."""
        return {
            "k_shuffled": self.k_shuffled,
            "k_shuffled_range": self.k_shuffled_range,
            "k_shuffled_top_edge": self.k_shuffled_top_edge,
            "eigenvalues": self.eigenvalues,
            "nulls": {"shuffled": self.nulls},
            "draws": self.draws,
            "n_items_used": self.n_items_used,
            "n_dead": self.n_dead,
        }

    def summary(self) -> pa.Table:
        """Return the leading ranks beside their null, a row each."""
        rows = [
            {
                "rank": null.rank,
                "eigenvalue": null.eigenvalue,
                "null_mean": null.mean,
                "null_quantile": null.quantile,
                "exceedance": null.exceedance,
            }
            for null in self.nulls
        ]
        return pa.Table.from_pylist(rows)

    def __str__(self) -> str:
        if isinstance(self.k_shuffled, NotAnswered) or isinstance(
            self.k_shuffled_range, NotAnswered
        ):
            return f"axes: k {self.k_shuffled}"
        low, high = self.k_shuffled_range
        left_open = "" if low == high else f" ({low} to {high} left open)"
        return (
            f"axes: k_shuffled {self.k_shuffled}{left_open}, top edge {self.k_shuffled_top_edge}, "
            f"{self.draws} permutations"
        )


def axes(
    board: ScoreMatrix | Ingredients,
    *,
    max_draws: int = 1000,
    level: float = 0.95,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Axes:
    """How many axes survive the permutation null?

    Parameters
    ----------
    board : ScoreMatrix
        Models × items; NaN = not scored.
    max_draws : int, default 1000
        Most permutations; drawing stops earlier where the count is proved.
    level : float, default 0.95
        Coverage of the intervals of exceedance shares. The null's quantile is always 95 %.
    seed : int, default 0
        Same seed, same board, same version: same answer, for any number of threads.
    progress : callable, optional
        Told of finished permutations.

    Returns
    -------
    Axes
        Items are standardised over the models that have a score; missing cells take the mean of
        their item and stay in place when the others are permuted. Dead items are set aside.

    Raises
    ------
    InputError
        A setting out of range.

    Notes
    -----
    Permutation asks "more than nothing?" and cannot ask "more than one?": on right/wrong scores
    difficulty alone bends one ability into a second eigenvalue above this null.

    References
    ----------
    Horn (1965), Psychometrika 30, 179–185.

    Examples
    --------
    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> ability = rng.normal(size=(60, 1))
    >>> board = ScoreMatrix.from_array(ability + rng.normal(size=(60, 12)))
    >>> axes(board, max_draws=200).k_shuffled
    1
    """
    _checks.positive_integer("max_draws", max_draws, at_least=20)
    _checks.probability("level", level)
    shared = Ingredients.of(board)
    recipe = shared.recipe(
        _checks.seed(seed), level=level, max_draws=max_draws, quantile=QUANTILE, error=ERROR_RATE
    )
    used = int(shared.live.sum())
    dead = shared.board.n_items - used
    if shared.board.n_models < FEWEST_MODELS or used < FEWEST_ITEMS:
        return _not_identified(shared, recipe, used, dead)
    with one_blas_thread():
        outcome = parallel_analysis(
            shared.standardised,
            shared.observed[:, shared.live],
            level=QUANTILE,
            max_draws=max_draws,
            seed=seed,
            progress=progress,
        )
    return Axes(
        recipe=recipe,
        cautions=(*shared.cautions, *_own_cautions(shared, outcome)),
        k_shuffled=outcome.k,
        k_shuffled_range=outcome.k_range,
        k_shuffled_top_edge=outcome.k_top_edge,
        eigenvalues=tuple(outcome.eigenvalues.tolist()),
        nulls=_rank_nulls(outcome, level),
        draws=len(outcome.null),
        n_items_used=used,
        n_dead=dead,
    )


def _not_identified(shared: Ingredients, recipe: Any, used: int, dead: int) -> Axes:
    """Say why a board is too small to count axes."""
    why = NotAnswered(
        f"{counted(shared.board.n_models, 'model')} and {counted(used, 'item')} that tell models "
        f"apart; counting axes needs {FEWEST_MODELS} and {FEWEST_ITEMS}"
    )
    return Axes(recipe, shared.cautions, why, why, why, (), (), 0, used, dead)


def _rank_nulls(outcome: ParallelAnalysis, level: float) -> tuple[RankNull, ...]:
    """Put each leading eigenvalue beside the null of its rank."""
    draws = len(outcome.null)
    n_ranks = min(outcome.eigenvalues.size, outcome.k_range[1] + RANKS_BEYOND)
    observed, null = outcome.eigenvalues[:n_ranks], outcome.null[:, :n_ranks]
    times = reached(null, observed)
    low, high = clopper_pearson(times, draws, 1.0 - level)
    quantile = np.quantile(null, QUANTILE, axis=0)
    mean = null.mean(axis=0)
    return tuple(
        RankNull(
            rank=rank + 1,
            eigenvalue=float(observed[rank]),
            quantile=float(quantile[rank]),
            mean=float(mean[rank]),
            exceedance=float(times[rank] / draws),
            exceedance_interval=(float(low[rank]), float(high[rank])),
        )
        for rank in range(n_ranks)
    )


def _own_cautions(shared: Ingredients, outcome: ParallelAnalysis) -> list[Caution]:
    """Return what a reader of the count in particular must know."""
    found = []
    if shared.board.scale == "binary" and outcome.k > 1:
        found.append(
            Caution(
                "difficulty_axis",
                f"k_shuffled = {outcome.k} on right/wrong scores does not show more than one "
                "ability: unequal difficulty alone bends one ability into a second or third "
                "eigenvalue above a permutation null.",
            )
        )
    if outcome.k_range[0] != outcome.k_range[1]:
        low, high = outcome.k_range
        found.append(
            Caution(
                "k_left_open",
                f"{len(outcome.null)} permutations leave the count between {low} and {high}; "
                "more draws decide it.",
            )
        )
    return found
