"""Which few items, or components, are as broad as possible together?"""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from parallaxis import _checks
from parallaxis.analyses import selection_parts as parts
from parallaxis.analyses.breadth_parts import dominant_item, interval_over
from parallaxis.analyses.result import Result
from parallaxis.answers import Interval, NotAnswered, interval_json
from parallaxis.cautions import Caution
from parallaxis.errors import InputError
from parallaxis.ingredients import Ingredients
from parallaxis.intake import Recipe
from parallaxis.kernels.draws import one_blas_thread
from parallaxis.kernels.greedy import greedy_path
from parallaxis.kernels.scaling import SCALINGS, Scaling, prepare
from parallaxis.kernels.spectrum import moments
from parallaxis.matrix import ScoreMatrix
from parallaxis.numerals import counted

Array = NDArray[np.float64]
Objective = Literal["ed"]
OBJECTIVES: tuple[Objective, ...] = ("ed",)
FEWEST_MODELS = 3  # two models have ED 1 whatever they score
DOMINANT = 0.5  # share of the total variance above which one item is said to decide the answer


@dataclass(frozen=True, slots=True)
class ChosenBreadth:
    """Effective dimensionality of the chosen set, beside what it must be compared with.

    Attributes
    ----------
    estimate : float
        Measured on the models that chose the set, and so flattered by the choice.
    interval : (float, float) or NotAnswered
        Over models, or over families where they are known: jackknife on the log scale with the
        set held fixed; it does not count that other models would choose another set.
    interval_over : str
        What the interval is over.
    random_subsets : RandomSubsets
        Random sets of the same size.
    whole_board : float
        Of everything that was ranked.
    """

    estimate: float
    interval: Interval | NotAnswered
    interval_over: str
    random_subsets: parts.RandomSubsets
    whole_board: float

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "estimate": self.estimate,
            "interval": interval_json(self.interval),
            "interval_over": self.interval_over,
            "random_subsets": self.random_subsets,
            "whole_board": self.whole_board,
        }


@dataclass(frozen=True, eq=False)
class Select(Result):
    """Which few items, or components, are as broad as possible together?

    Attributes
    ----------
    unit : {"item", "component"}
        What is ranked.
    path : tuple of Pick or NotAnswered
        In the order in which ED-Greedy takes them; all, or as many as were asked for.
    chosen : tuple of str or NotAnswered
        Names of the picks up to the peak, or of as many as were asked for.
    peak : Peak or NotAnswered
        Where the objective is largest along the path.
    effective_dimensionality : ChosenBreadth or NotAnswered
        Of the chosen set.
    random_band : tuple of RandomSubsets
        Random sets at sizes along the path; above 2,000 items at the chosen size only.
    exhaustive : tuple of ExhaustiveCheck
        The true best of each size of the path, from 2 on, beside greedy's; empty above 12 items.
    n_ranked : int
        Items, or components, that tell models apart.
    n_dead : int
        Those that do not; they are set aside.
    """

    unit: parts.Unit
    path: tuple[parts.Pick, ...] | NotAnswered
    chosen: tuple[str, ...] | NotAnswered
    peak: parts.Peak | NotAnswered
    effective_dimensionality: ChosenBreadth | NotAnswered
    random_band: tuple[parts.RandomSubsets, ...]
    exhaustive: tuple[parts.ExhaustiveCheck, ...]
    n_ranked: int
    n_dead: int

    def answers(self) -> dict[str, Any]:
        """Return the answers by the names of the JSON contract."""
        return {
            "unit": self.unit,
            "path": self.path,
            "chosen": self.chosen,
            "peak": self.peak,
            "effective_dimensionality": self.effective_dimensionality,
            "random_band": self.random_band,
            "exhaustive": self.exhaustive,
            "n_ranked": self.n_ranked,
            "n_dead": self.n_dead,
        }

    def summary(self) -> pa.Table:
        """Return the path, a row for each pick."""
        if isinstance(self.path, NotAnswered) or isinstance(self.chosen, NotAnswered):
            return pa.table({"rank": [], "item": [], "objective": [], "chosen": []})
        rows = [
            {
                "rank": rank,
                "item": pick.item,
                "objective": pick.objective,
                "chosen": rank <= len(self.chosen),
            }
            for rank, pick in enumerate(self.path, start=1)
        ]
        return pa.Table.from_pylist(rows)

    def __str__(self) -> str:
        ed = self.effective_dimensionality
        if isinstance(ed, NotAnswered) or isinstance(self.chosen, NotAnswered):
            return f"select: {ed}"
        interval = "" if isinstance(ed.interval, NotAnswered) else _brackets(ed.interval)
        return (
            f"select: {len(self.chosen)} of {counted(self.n_ranked, self.unit)}, effective "
            f"dimensionality {ed.estimate:.4g}{interval}; random sets of this size "
            f"{ed.random_subsets.mean:.4g}, whole board {ed.whole_board:.4g}"
        )


def select(
    board: ScoreMatrix | Ingredients,
    *,
    objective: Objective = "ed",
    size: int | None = None,
    components: str | None = None,
    scaling: Scaling = "none",
    level: float = 0.95,
    draws: int = 200,
    seed: int = 0,
) -> Select:
    """Which few items, or components, are as broad as possible together?

    Parameters
    ----------
    board : ScoreMatrix
        Models × items; NaN = not scored.
    objective : {"ed"}, default "ed"
        What the set is to have much of: effective dimensionality, by ED-Greedy.
    size : int, optional
        How many to choose, at least 2; by default as many as lie up to the peak of the path. The
        path itself is always whole.
    components : str, optional
        Metadata column of the items that names their component. Whole components are ranked
        then, by each model's mean over the component's items that it answered.
    scaling : {"none", "zscore", "rank"}, default "none"
        What is done to scores within each item first.
    level : float, default 0.95
        Coverage of the interval.
    draws : int, default 200
        Random sets of every size that stand beside the chosen one.
    seed : int, default 0
        Same seed, same board, same version: same answer, for any number of threads.

    Returns
    -------
    Select
        The path with its objective, the chosen set, where the peak lies, and the chosen set's
        effective dimensionality with its interval beside random sets of the same size and the
        whole board. Up to 12 items, the true best set of every size stands beside greedy's. Items
        on which all models agree are set aside and counted; missing cells take the mean of their
        item.

    Raises
    ------
    InputError
        A setting out of range, more items than there are, or a column that the items do not have.

    Notes
    -----
    The best pair comes first, then in each step the item with which the set has the largest
    ED = (Σσ²)²/Σσ⁴ over the singular values σ of its item-centred scores. On complete right/wrong
    boards all sums are whole numbers; ties go to the item that comes first on the board. ED is not
    monotone: the path rises to its peak and may fall after it.

    References
    ----------
    Sha et al. (2026), BenchScope, arXiv:2603.29357.

    Examples
    --------
    >>> scores = [[3, 3, 0, 1], [2, 2, 2, 0], [1, 1, 0, 2], [0, 0, 2, 1]]
    >>> found = select(ScoreMatrix.from_array(scores, items=["a", "copy of a", "b", "c"]))
    >>> found.chosen, round(found.effective_dimensionality.estimate, 2)
    (('a', 'b', 'c'), 1.92)
    """
    _checks.choice("objective", objective, OBJECTIVES)
    _checks.choice("scaling", scaling, SCALINGS)
    _checks.probability("level", level)
    _checks.positive_integer("draws", draws)
    if size is not None:
        size = _checks.positive_integer("size", size, at_least=2)
    shared = Ingredients.of(board)
    recipe = shared.recipe(
        _checks.seed(seed),
        objective=objective,
        size=size,
        components=components,
        scaling=scaling,
        level=level,
        draws=draws,
    )
    ranked, cautions = shared.board, list(shared.cautions)
    unit: parts.Unit = "item"
    if components is not None:
        made = parts.component_board(ranked, components)
        ranked, unit = made.board, "component"
        cautions += parts.component_cautions(made, components)
    centred = prepare(ranked.values, scaling=scaling)
    live = (centred * centred).sum(axis=0) > 0.0
    n_live, n_dead = int(live.sum()), int((~live).sum())
    why = _why_not(ranked, n_live, unit)
    if why is not None:
        return Select(recipe, tuple(cautions), unit, why, why, why, why, (), (), n_live, n_dead)
    names = [name for name, lives in zip(ranked.items, live, strict=True) if lives]
    _check_size(size, n_live, unit)
    with one_blas_thread():
        kept, ready = ranked.select_items(names), np.ascontiguousarray(centred[:, live])
        return _answered(recipe, cautions, kept, ready, unit, n_dead=n_dead)


def _answered(
    recipe: Recipe,
    cautions: list[Caution],
    board: ScoreMatrix,
    centred: Array,
    unit: parts.Unit,
    *,
    n_dead: int,
) -> Select:
    """Walk the path over items that all have variance, and put the answer together."""
    settings = recipe.settings
    products = parts.products_of(board, centred, settings["scaling"])
    path = greedy_path(products)
    peak = parts.Peak(path.peak, float(path.objective[path.peak - 1]))
    n_chosen = settings["size"] or peak.size
    band = parts.random_band(centred, path, n_chosen, draws=settings["draws"], seed=recipe.seed)
    chosen = centred[:, np.sort(path.order[:n_chosen])]
    own = (
        dominant_item(board, centred, DOMINANT),
        parts.peak_caution(peak, board.n_items, unit),
        parts.noise_caution(board, unit),
    )
    picks = zip(path.order.tolist(), path.objective.tolist(), strict=True)
    return Select(
        recipe=recipe,
        cautions=(*cautions, *(caution for caution in own if caution is not None)),
        unit=unit,
        path=tuple(parts.Pick(board.items[item], value) for item, value in picks),
        chosen=tuple(board.items[item] for item in path.order[:n_chosen]),
        peak=peak,
        effective_dimensionality=ChosenBreadth(
            estimate=float(path.objective[n_chosen - 1]),
            interval=parts.over_models(board, chosen, settings["level"]),
            interval_over=interval_over(board),
            random_subsets=next(sets for sets in band if sets.size == n_chosen),
            whole_board=moments(centred).effective_dimensionality,
        ),
        random_band=band,
        exhaustive=parts.exhaustive_checks(products, board.items, path),
        n_ranked=board.n_items,
        n_dead=n_dead,
    )


def _why_not(board: ScoreMatrix, n_live: int, unit: parts.Unit) -> NotAnswered | None:
    """Say why there is nothing to choose, or None."""
    if board.n_models < FEWEST_MODELS:
        models = counted(board.n_models, "model")
        return NotAnswered(
            f"{models} were scored, and with fewer than {FEWEST_MODELS} every set has an effective "
            "dimensionality of 1"
        )
    if n_live == 0:
        return NotAnswered(f"no {unit} tells the models apart")
    return None


def _check_size(size: int | None, n_live: int, unit: parts.Unit) -> None:
    """Refuse to choose more than there is."""
    if size is not None and size > n_live:
        known = counted(n_live, unit)
        tell = "tells" if n_live == 1 else "tell"
        raise InputError(f"size is {size}, but {known} {tell} models apart; pass at most {n_live}.")


def _brackets(interval: Interval) -> str:
    """Write an interval behind its estimate."""
    return f" [{interval[0]:.4g}, {interval[1]:.4g}]"
