"""How many axes does a board have, which are they, and who is good at which?"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from parallaxis import _checks
from parallaxis.analyses.axes_answers import Axis, Dependence, Place, RankNull, Step, Swap
from parallaxis.analyses.axes_guard import Guard, guard
from parallaxis.analyses.axes_ladder import too_small
from parallaxis.analyses.axes_shuffled import QUANTILE, count_cautions, rank_nulls
from parallaxis.analyses.axes_steps import LEAST_SHARE, REPRODUCIBLE, REPRODUCIBLE_MODELS
from parallaxis.analyses.axes_survey import Request, Survey, not_surveyed, survey
from parallaxis.analyses.chance_levels import Chance
from parallaxis.analyses.result import Result
from parallaxis.answers import NotAnswered
from parallaxis.errors import InputError
from parallaxis.ingredients import Ingredients
from parallaxis.intake import Recipe
from parallaxis.kernels.draws import one_blas_thread
from parallaxis.kernels.ladder import Climb
from parallaxis.kernels.parallel_analysis import ERROR_RATE, parallel_analysis
from parallaxis.kernels.rotation import Method
from parallaxis.matrix import ScoreMatrix
from parallaxis.numerals import counted

Array = NDArray[np.float64]
FEWEST_MODELS = 4
FEWEST_ITEMS = 2
GUARD_DRAWS = 200  # sign flips and covariance permutations: enough to see a disagreement
MOST_AXES = 8
SPLITS = 10


@dataclass(frozen=True, eq=False)
class Axes(Result):
    """How many axes survive which null, what they are, and where the models stand on them?

    Attributes
    ----------
    k_ladder : int or NotAnswered
        The count to print: leading axes beyond what a model of the axes before them explains, that
        come back in halves of the items and of the models, are of some size and no mere dependence.
    k_significant : int or NotAnswered
        Leading axes that are significant alone.
    capped : bool
        The last step that was tried was accepted: ``k_significant`` is "at least".
    steps : tuple of Step
        The ladder.
    axes : tuple of Axis
        The ``k_ladder`` axes, rotated.
    places : tuple of Place
        Where each model stands; in the order of the board.
    swaps : tuple of Swap
        The clearest pairs of models that change places between two axes.
    n_swaps : int
        All such pairs.
    dependences : tuple of Dependence
        What makes models or items alike without being an ability.
    general_share : float or NotAnswered
        Share of the common variance on the first axis before rotation.
    omega_hierarchical : float or NotAnswered
        Share of the variance of the average that the first axis before rotation explains.
    rank_information_lost : float or NotAnswered
        0 where the average ranks as every axis does, 1 where it tells no axis's ranks.
    n_copies : int
        Near copies of other models, set aside before climbing.
    k_subsamples : tuple of int
        Significant axes of other random parts of a board too large to climb on as a whole.
    ladder_shape : (int, int)
        Models and items that the ladder climbed on.
    k_shuffled, k_shuffled_top_edge : int or NotAnswered
        Leading eigenvalues above the 95 % quantile of their own rank in permuted boards, and above
        that of the largest.
    k_shuffled_range : (int, int) or NotAnswered
        Fewest and most that the Monte Carlo error leaves open.
    eigenvalues : tuple of float
        Of the item correlation matrix, largest first.
    nulls : tuple of RankNull
        The leading ranks, each beside its null; ten more than may survive.
    guard : Guard or NotAnswered
        Whether unequal variances mislead the permutation count.
    draws : int
        Permutations that were needed.
    n_items_used, n_dead : int
        Items in the correlation matrix, and items set aside because they do not vary.
    loadings : pyarrow.Table
        Every item on the ladder: its loading on each of the ``axes``, and the interval.
    """

    k_ladder: int | NotAnswered
    k_significant: int | NotAnswered
    capped: bool
    steps: tuple[Step, ...]
    axes: tuple[Axis, ...]
    places: tuple[Place, ...]
    swaps: tuple[Swap, ...]
    n_swaps: int
    dependences: tuple[Dependence, ...]
    general_share: float | NotAnswered
    omega_hierarchical: float | NotAnswered
    rank_information_lost: float | NotAnswered
    n_copies: int
    k_subsamples: tuple[int, ...]
    ladder_shape: tuple[int, int]
    k_shuffled: int | NotAnswered
    k_shuffled_range: tuple[int, int] | NotAnswered
    k_shuffled_top_edge: int | NotAnswered
    eigenvalues: tuple[float, ...]
    nulls: tuple[RankNull, ...]
    guard: Guard | NotAnswered
    draws: int
    n_items_used: int
    n_dead: int
    loadings: pa.Table

    def answers(self) -> dict[str, Any]:
        """Return the answers by the names of the JSON contract."""
        names = (
            "k_ladder", "k_significant", "capped", "axes", "general_share", "omega_hierarchical",
            "rank_information_lost", "places", "swaps", "n_swaps", "dependences", "n_copies",
            "k_subsamples", "ladder_shape", "k_shuffled", "k_shuffled_range",
            "k_shuffled_top_edge", "eigenvalues",
        )  # fmt: skip
        return {
            **{name: getattr(self, name) for name in names},
            "nulls": {"shuffled": self.nulls, "ladder": self.steps},
            "guard": self.guard,
            "draws": self.draws,
            "n_items_used": self.n_items_used,
            "n_dead": self.n_dead,
            "loadings": self.loadings.to_pylist(),
        }

    def summary(self) -> pa.Table:
        """Return the steps of the ladder beside their null, a row each."""
        rows = [
            {
                "rank": step.rank,
                "statistic": step.statistic,
                "null_quantile": step.quantile,
                "p": step.p,
                "share": step.share,
                "split_half_items": step.split_half and step.split_half.items.estimate,
                "split_half_models": step.split_half and step.split_half.models.estimate,
                "accepted": step.accepted,
                "counted": step.counted,
            }
            for step in self.steps
        ]
        return pa.Table.from_pylist(rows)

    def __str__(self) -> str:
        shuffled = f"k_shuffled {self.k_shuffled}"
        if not isinstance(self.k_shuffled_range, NotAnswered):
            low, high = self.k_shuffled_range
            shuffled += "" if low == high else f" ({low} to {high} left open)"
        if isinstance(self.k_ladder, NotAnswered):
            return f"axes: k_ladder {self.k_ladder}; {shuffled}"
        least = "at least " if self.capped else ""
        return (
            f"axes: k_ladder {self.k_ladder}, significant {least}{self.k_significant}; {shuffled}, "
            f"top edge {self.k_shuffled_top_edge}, {self.draws} permutations"
        )


def axes(
    board: ScoreMatrix | Ingredients,
    *,
    chance: Chance = None,
    rotation: Method = "varimax",
    alpha: float = 0.05,
    simulations: int = 99,
    max_draws: int = 1000,
    level: float = 0.95,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Axes:
    """How many axes survive, which are they, and which models change places between them?

    Parameters
    ----------
    board : ScoreMatrix
        Models × items; NaN = not scored. Real and bounded scores enter the ladder as normal scores.
    chance : float or "estimate", optional
        Probability of guessing right, for right/wrong scores. None takes the items' metadata
        column ``chance`` where there is one, and no guessing otherwise; the count hardly depends
        on it, because a misfit of the item curve does not count as an axis.
    rotation : {"varimax", "oblimin", "none"}, default "varimax"
        Of the counted axes.
    alpha : float, default 0.05
        Error rate of each step of the ladder.
    simulations : int, default 99
        Simulated boards a step; fewer where the case is clear.
    max_draws : int, default 1000
        Most permutations; drawing stops earlier where the count is proved.
    level : float, default 0.95
        Coverage of intervals. The permutation null's quantile is always 95 %.
    seed : int, default 0
        Same seed, same board, same version: same answer, for any number of threads.
    progress : callable, optional
        Told of finished draws and simulations.

    Returns
    -------
    Axes

    Raises
    ------
    InputError
        A setting out of range.

    Notes
    -----
    Permutation (``k_shuffled``) asks "more than nothing?" and cannot ask "more than one?": on
    right/wrong scores difficulty alone bends one ability into a second eigenvalue. The ladder asks
    at every step K whether the board holds more than a fitted model of K abilities leaves in boards
    simulated from it. With many models every departure is significant, so ``k_ladder`` counts
    only axes that also come back in halves of the items and of the models and hold at least 1 % of
    the common variance.

    References
    ----------
    Horn (1965), Psychometrika 30, 179–185. Drasgow & Lissak (1983), J. Applied Psychology 68,
    363–373.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> ability, difficulty = rng.normal(size=(60, 1)), rng.normal(size=80)
    >>> right = ability - difficulty + rng.logistic(size=(60, 80)) > 0
    >>> found = axes(ScoreMatrix.from_array(right), max_draws=200, simulations=39)
    >>> found.k_ladder, found.k_shuffled
    (1, 1)
    """
    _checks.positive_integer("max_draws", max_draws, at_least=20)
    _checks.positive_integer("simulations", simulations, at_least=19)
    _checks.probability("level", level)
    _checks.probability("alpha", alpha)
    _checks.choice("rotation", rotation, ("varimax", "oblimin", "none"))
    _check_reach(alpha, simulations)
    shared = Ingredients.of(board)
    how = Climb(
        alpha=alpha,
        draws=simulations,
        most=MOST_AXES,
        seed=_checks.seed(seed),
        estimate_chance=chance == "estimate",
    )
    recipe = shared.recipe(
        seed,
        level=level,
        max_draws=max_draws,
        quantile=QUANTILE,
        error=ERROR_RATE,
        alpha=alpha,
        simulations=simulations,
        most_axes=MOST_AXES,
        splits=SPLITS,
        chance=chance,
        rotation=rotation,
        reproducible=REPRODUCIBLE,
        reproducible_models=REPRODUCIBLE_MODELS,
        least_share=LEAST_SHARE,
    )
    small = too_small(shared)
    found = (
        not_surveyed(small)
        if small
        else survey(shared, Request(how, chance, rotation, SPLITS, level), progress)
    )
    counts = _counts(shared, max_draws=max_draws, level=level, seed=seed, progress=progress)
    return _answer(shared, recipe, found, counts)


def _check_reach(alpha: float, simulations: int) -> None:
    """Refuse so few simulated boards that no p can be as small as alpha."""
    if 1.0 / (simulations + 1) > alpha * (1.0 + 1e-9):
        raise InputError(
            f"simulations is {simulations} and alpha {alpha:g}: no p is below "
            f"{1.0 / (simulations + 1):.3g}, so no axis could be accepted; pass at least "
            f"{int(np.ceil(1.0 / alpha * (1.0 - 1e-9))) - 1} simulations."
        )


@dataclass(frozen=True, slots=True)
class _Counts:
    """What permutations and sign flips say."""

    fields: dict[str, Any]
    cautions: tuple[Any, ...]


def _counts(
    shared: Ingredients,
    *,
    max_draws: int,
    level: float,
    seed: int,
    progress: Callable[[int], None] | None,
) -> _Counts:
    """Count by permutation, and guard the count."""
    used = int(shared.live.sum())
    if shared.board.n_models < FEWEST_MODELS or used < FEWEST_ITEMS:
        why = NotAnswered(
            f"{counted(shared.board.n_models, 'model')} and {counted(used, 'item')} that tell "
            f"models apart; counting axes needs {FEWEST_MODELS} and {FEWEST_ITEMS}"
        )
        names = ("k_shuffled", "k_shuffled_range", "k_shuffled_top_edge", "guard")
        empty: dict[str, Any] = dict.fromkeys(names, why)
        return _Counts({**empty, "eigenvalues": (), "nulls": (), "draws": 0}, ())
    with one_blas_thread():
        outcome = parallel_analysis(
            shared.standardised,
            shared.observed[:, shared.live],
            level=QUANTILE,
            max_draws=max_draws,
            seed=seed,
            progress=progress,
        )
    guarded = guard(
        shared,
        outcome,
        level=QUANTILE,
        max_draws=min(max_draws, GUARD_DRAWS),
        seed=seed,
        progress=progress,
    )
    fields = {
        "k_shuffled": outcome.k,
        "k_shuffled_range": outcome.k_range,
        "k_shuffled_top_edge": outcome.k_top_edge,
        "eigenvalues": tuple(outcome.eigenvalues.tolist()),
        "nulls": rank_nulls(outcome, level),
        "guard": guarded,
        "draws": len(outcome.null),
    }
    said = count_cautions(outcome, binary=shared.board.scale == "binary")
    return _Counts(fields, (*said, *guarded.cautions))


def _answer(shared: Ingredients, recipe: Recipe, found: Survey, counts: _Counts) -> Axes:
    """Put ladder and permutation together."""
    used = int(shared.live.sum())
    return Axes(
        recipe=recipe,
        cautions=(*shared.cautions, *counts.cautions, *found.cautions),
        k_ladder=found.k_ladder,
        k_significant=found.k_significant,
        capped=found.capped,
        steps=found.steps,
        axes=found.axes,
        places=found.places,
        swaps=found.swaps,
        n_swaps=found.n_swaps,
        dependences=found.dependences,
        general_share=found.general_share,
        omega_hierarchical=found.omega_hierarchical,
        rank_information_lost=found.rank_information_lost,
        n_copies=found.n_copies,
        k_subsamples=found.k_subsamples,
        ladder_shape=found.ladder_shape,
        loadings=found.loadings,
        n_items_used=used,
        n_dead=shared.board.n_items - used,
        **counts.fields,
    )
