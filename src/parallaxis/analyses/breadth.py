"""How much does a board measure? Effective dimensionality beside its nulls."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from parallaxis import _checks
from parallaxis.analyses import breadth_parts as parts
from parallaxis.analyses.axes_labels import item_groups
from parallaxis.analyses.chance_levels import Chance, chance_cautions
from parallaxis.analyses.noise_free import NoiseFree, noise_free
from parallaxis.analyses.one_dimensional import OneDimensionalNull, one_dimensional_null
from parallaxis.analyses.redundancy import Redundancy, redundancy
from parallaxis.analyses.reliability import Reliability, reliability
from parallaxis.analyses.repeated_runs import RunGroup, repeated_runs
from parallaxis.analyses.result import Result
from parallaxis.analyses.saturation import Saturation, saturation
from parallaxis.analyses.sensitivity import Sensitivity, sensitivity
from parallaxis.answers import Interval, NotAnswered, interval_json
from parallaxis.cautions import Caution
from parallaxis.errors import NotIdentified
from parallaxis.ingredients import Ingredients
from parallaxis.kernels.draws import one_blas_thread
from parallaxis.kernels.scaling import CENTRINGS, SCALINGS, Centring, Scaling, prepare
from parallaxis.kernels.spectrum import effective_dimensionality, hill_numbers, shape_bound
from parallaxis.matrix import ScoreMatrix
from parallaxis.numerals import counted

Array = NDArray[np.float64]
SMALL = 5  # models or items up to which ED is small by shape alone
BOARDS, FEWEST_BOARDS, TENTH = 79, 39, 10  # boards of one ability, and draws for each of them
FEWEST_DRAWS = 20  # splits and subsamples
DOMINANT = 0.5  # share of the total variance above which one item is said to decide the answer


@dataclass(frozen=True, slots=True)
class EffectiveDimensionality:
    """ED with its two intervals, and how it was computed.

    Attributes
    ----------
    estimate : float
        From 1 to the shape bound.
    interval : (float, float) or NotAnswered
        Over models, or over families where they are known: jackknife on the log scale.
    interval_over : str
        What the interval is over: models, or families and how many.
    interval_items : (float, float) or NotAnswered
        Over items: bootstrap on the log scale.
    centring, scaling : str
    """

    estimate: float
    interval: Interval | NotAnswered
    interval_over: str
    interval_items: Interval | NotAnswered
    centring: str
    scaling: str

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "estimate": self.estimate,
            "interval": interval_json(self.interval),
            "interval_over": self.interval_over,
            "interval_items": interval_json(self.interval_items),
            "centring": self.centring,
            "scaling": self.scaling,
        }


@dataclass(frozen=True, eq=False)
class Breadth(Result):
    """How much does this board measure, for this population of models?

    Attributes
    ----------
    effective_dimensionality : EffectiveDimensionality or NotAnswered
    shuffled : ShuffledNull or NotAnswered
        What a board without any structure, with the same shape and margins, would show.
    one_dimensional : OneDimensionalNull or NotAnswered
        What a board whose models differ in one ability only, with these margins, would show.
    shape_bound : int
        Largest ED that the shape allows.
    noise_free : NoiseFree
        What is left of ED without the noise of single scores.
    redundancy : Redundancy or NotAnswered
        Which components repeat each other, in all models and in cohorts of them.
    reliability : Reliability
        What other items, other models and other runs would repeat.
    saturation : Saturation
        Dead items, strata of performance, headroom.
    sensitivity : Sensitivity
        What ED would be of scores cut into right and wrong, and without one family.
    hill : mapping of str to float
        Hill numbers of the shares of variance at orders 1, 2 and infinity.
    variants : tuple of Variant
        ED under every centring and scaling.
    complete_blocks : tuple of CompleteBlock
        ED of the complete models and of the complete items, where cells are missing.
    leave_one_out : tuple of LeftOut
        ED without each of the items (100 at most) whose absence moves it most, in board order.
    n_dead : int
        Items without variance; they add nothing to ED.
    """

    effective_dimensionality: EffectiveDimensionality | NotAnswered
    shuffled: parts.ShuffledNull | NotAnswered
    one_dimensional: OneDimensionalNull | NotAnswered
    shape_bound: int
    noise_free: NoiseFree
    redundancy: Redundancy | NotAnswered
    reliability: Reliability
    saturation: Saturation
    sensitivity: Sensitivity
    hill: Mapping[str, float]
    variants: tuple[parts.Variant, ...]
    complete_blocks: tuple[parts.CompleteBlock, ...]
    leave_one_out: tuple[parts.LeftOut, ...]
    n_dead: int

    def answers(self) -> dict[str, Any]:
        """Return the answers by the names of the JSON contract."""
        return {
            "effective_dimensionality": self.effective_dimensionality,
            "nulls": {
                "shuffled": self.shuffled,
                "one_dimensional": self.one_dimensional,
                "shape_bound": self.shape_bound,
            },
            "noise_free": self.noise_free,
            "redundancy": self.redundancy,
            "reliability": self.reliability,
            "saturation": self.saturation,
            "sensitivity": self.sensitivity,
            "hill": self.hill,
            "variants": self.variants,
            "complete_blocks": self.complete_blocks,
            "leave_one_out": self.leave_one_out,
            "n_dead": self.n_dead,
        }

    def summary(self) -> pa.Table:
        """Return ED under every centring and scaling, a row each."""
        rows = [
            {
                "centring": variant.centring,
                "scaling": variant.scaling,
                "effective_dimensionality": variant.effective_dimensionality,
                "shape_bound": variant.shape_bound,
            }
            for variant in self.variants
        ]
        return pa.Table.from_pylist(rows)

    def __str__(self) -> str:
        ed = self.effective_dimensionality
        if isinstance(ed, NotAnswered):
            return f"breadth: effective dimensionality {ed}"
        null = self.shuffled
        beside = "not identified" if isinstance(null, NotAnswered) else f"{null.mean:.4g}"
        one = self.one_dimensional
        noise = "not identified" if isinstance(one, NotAnswered) else f"{one.mean:.4g}"
        interval = "" if isinstance(ed.interval, NotAnswered) else _brackets(ed.interval)
        return (
            f"breadth: effective dimensionality {ed.estimate:.4g}{interval}, "
            f"shuffled null {beside}, one-dimensional null {noise}, shape bound {self.shape_bound}"
        )


def breadth(
    board: ScoreMatrix | Ingredients,
    *,
    centring: Centring = "item",
    scaling: Scaling = "none",
    chance: Chance = None,
    components: str | None = None,
    level: float = 0.95,
    draws: int = 1000,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Breadth:
    """How much does this board measure?

    Parameters
    ----------
    board : ScoreMatrix
        Models × items; NaN = not scored.
    centring : {"item", "model", "double", "none"}, default "item"
        Whose means are removed before the spectrum is taken.
    scaling : {"none", "zscore", "rank"}, default "none"
        What is done to scores within each item first.
    chance : float or "estimate", optional
        Probability of guessing right, for the one-dimensional null; as in ``axes``.
    components : str, optional
        Column of the items' metadata whose groups are the components that may repeat each other.
        None takes the items themselves where they are few, else a column that names groups.
    level : float, default 0.95
        Coverage of intervals.
    draws : int, default 1000
        Bootstrap draws over items; a fifth as many permutations where no closed form holds, a tenth
        as many splits, subsamples and boards of one ability.
    seed : int, default 0
        Same seed, same board, same version: same answer, for any number of threads.
    progress : callable, optional
        Told of finished draws.

    Returns
    -------
    Breadth
        Effective dimensionality with intervals, its three nulls (shuffled, one-dimensional, shape),
        its noise-free range, its values under every other centring and scaling, and what a
        maintainer asks next: redundancy, reliability, saturation, sensitivity. Missing cells take
        the mean of their item; the values of the complete blocks stand beside it.

    Raises
    ------
    InputError
        A setting out of range.

    Notes
    -----
    ED = (Σσ²)²/Σσ⁴ over the singular values σ of the centred scores. On right/wrong scores it
    counts item noise too: a board of one single ability can show an ED of 20 or 30.

    References
    ----------
    Sha et al. (2026), BenchScope, arXiv:2603.29357.

    Examples
    --------
    >>> board = ScoreMatrix.from_array([[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0]])
    >>> round(breadth(board, draws=50).effective_dimensionality.estimate, 3)
    2.123
    """
    _checks.choice("centring", centring, CENTRINGS)
    _checks.choice("scaling", scaling, SCALINGS)
    _checks.probability("level", level)
    _checks.positive_integer("draws", draws)
    shared = Ingredients.of(board)
    recipe = shared.recipe(
        _checks.seed(seed),
        centring=centring,
        scaling=scaling,
        chance=chance,
        components=components,
        level=level,
        draws=draws,
    )
    with one_blas_thread():
        centred = prepare(shared.board.values, centring=centring, scaling=scaling)
        ed = _headline(shared, centred, recipe.settings, seed)
        one = one_dimensional_null(
            shared,
            centring=centring,
            scaling=scaling,
            chance=chance,
            level=level,
            draws=min(BOARDS, max(FEWEST_BOARDS, draws // TENTH)),
            seed=seed,
            progress=progress,
        )
        blocks = parts.complete_blocks(shared.board, centring, scaling)
        next_steps = _workflow(shared, recipe.settings, seed)
        return Breadth(
            recipe=recipe,
            cautions=(
                *shared.cautions,
                *_own_cautions(shared, centred, ed, blocks),
                *chance_cautions(shared, chance),
                *next_steps["sensitivity"].cautions,
            ),
            effective_dimensionality=ed,
            shuffled=parts.shuffled_null(shared, centred, recipe.settings, seed, progress),
            one_dimensional=one,
            shape_bound=shape_bound(*shared.board.shape, centring),
            **next_steps,
            hill=MappingProxyType(_hill(centred)),
            variants=parts.variants(shared.board),
            complete_blocks=blocks,
            leave_one_out=parts.leave_one_out(shared, centring, centred),
            n_dead=int((~shared.live).sum()),
        )


def _workflow(shared: Ingredients, settings: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """Ask what a maintainer asks next."""
    level, components = settings["level"], settings["components"]
    few = max(FEWEST_DRAWS, settings["draws"] // TENTH)
    labels = _component_labels(shared, components)
    return {
        "noise_free": noise_free(shared, level=level, seed=seed, components=labels),
        "redundancy": redundancy(shared, components=components, level=level),
        "reliability": reliability(shared, splits=few, level=level, seed=seed),
        "saturation": saturation(shared, draws=few, level=level, seed=seed),
        "sensitivity": sensitivity(shared),
    }


def _component_labels(shared: Ingredients, column: str | None) -> list[Any] | None:
    """Return the component of each item, of the column that was named or that names groups."""
    named = [group.column for group in item_groups(shared.board)]
    chosen = column or next(iter(named), None)
    return None if chosen is None else shared.board.metadata("item", chosen)


def _headline(
    shared: Ingredients, centred: Array, settings: Any, seed: int
) -> EffectiveDimensionality | NotAnswered:
    """Put the estimate and both intervals together."""
    try:
        estimate = effective_dimensionality(centred)
    except NotIdentified as reason:
        return NotAnswered(str(reason))
    bound = float(shape_bound(*shared.board.shape, settings["centring"]))
    over_models, over_items = parts.intervals(
        shared.board, centred, estimate, bound=bound, settings=settings, seed=seed
    )
    return EffectiveDimensionality(
        estimate,
        over_models,
        parts.interval_over(shared.board),
        over_items,
        settings["centring"],
        settings["scaling"],
    )


def _hill(centred: Array) -> dict[str, float]:
    """Return the Hill profile, empty where nothing varies."""
    spectrum = parts.spectrum(centred)
    return hill_numbers(spectrum) if spectrum.sum() > 0.0 else {}


def _own_cautions(
    shared: Ingredients,
    centred: Array,
    ed: EffectiveDimensionality | NotAnswered,
    blocks: tuple[parts.CompleteBlock, ...],
) -> list[Caution]:
    """Return what a reader of ED in particular must know."""
    if isinstance(ed, NotAnswered):
        return []
    found = [
        parts.dominant_item(shared.board, centred, DOMINANT),
        parts.fill_matters(ed, blocks, shared.board.shape),
    ]
    runs = repeated_runs(shared.board)
    if runs:
        found.append(_runs_count_as_models(runs))
    if shared.board.scale == "binary" and min(shared.board.shape) > SMALL:
        found.append(
            Caution(
                "binary_noise",
                "Scores are right or wrong, so response noise of items is part of this effective "
                "dimensionality: a board of one single ability can show 20 or more. Read it as an "
                "upper impression, not as a count of abilities.",
            )
        )
    return [caution for caution in found if caution is not None]


def _runs_count_as_models(runs: tuple[RunGroup, ...]) -> Caution:
    """Say that repeated runs are rows of their own."""
    rows = sum(len(group.rows) for group in runs)
    return Caution(
        "repeated_runs",
        f"{rows:,} rows are repeated runs of {counted(len(runs), 'model')}: in intervals over "
        "models and in halves of models each counts as a model of its own; a column 'family' keeps "
        "them together.",
    )


def _brackets(interval: Interval) -> str:
    """Write an interval behind its estimate."""
    return f" [{interval[0]:.4g}, {interval[1]:.4g}]"
