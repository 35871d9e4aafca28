"""The parts of the breadth answer: intervals, null, variants, complete blocks, leave-one-out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from parallaxis.answers import Interval, NotAnswered
from parallaxis.cautions import Caution
from parallaxis.errors import NotIdentified
from parallaxis.ingredients import Ingredients
from parallaxis.kernels import resample
from parallaxis.kernels.draws import run_draws
from parallaxis.kernels.gram import smaller_gram
from parallaxis.kernels.nulls import MIN_MODELS, shuffled_moments
from parallaxis.kernels.parallel_analysis import permuted
from parallaxis.kernels.scaling import CENTRINGS, SCALINGS, Centring, Scaling, prepare
from parallaxis.kernels.spectrum import moments, shape_bound, without_each_item
from parallaxis.matrix import ScoreMatrix
from parallaxis.numerals import counted

Array = NDArray[np.float64]
NULL_STREAM = 12
LISTED_ITEMS = 100
LARGE_BLOCK = 1 / 3  # share of the board that a complete block must hold to be compared with it
PERMUTATIONS_SHARE = 5  # a permutation costs a Gram product; a bootstrap draw of items does not


@dataclass(frozen=True, slots=True)
class ShuffledNull:
    """ED of boards whose items are each permuted over the models.

    Attributes
    ----------
    mean : float
        1 / E[1/ED].
    interval : (float, float)
        Central range of the null at the result's level.
    method : {"closed form", "closed form, interval by permutation", "permutation"}
    draws : int
        Permutations used; 0 for the closed form.
    """

    mean: float
    interval: Interval
    method: str
    draws: int


@dataclass(frozen=True, slots=True)
class Variant:
    """ED under one centring and scaling; NaN where nothing varies."""

    centring: Centring
    scaling: Scaling
    effective_dimensionality: float
    shape_bound: int


@dataclass(frozen=True, slots=True)
class CompleteBlock:
    """ED of the models, or of the items, without a missing cell; NaN where nothing varies."""

    by: str
    n_models: int
    n_items: int
    effective_dimensionality: float


@dataclass(frozen=True, slots=True)
class LeftOut:
    """ED without one item; NaN where nothing is left to vary."""

    item: str
    effective_dimensionality: float


class HasInterval(Protocol):
    """What `fill_matters` needs to know of an estimate."""

    @property
    def estimate(self) -> float:
        """The estimate."""

    @property
    def interval(self) -> Interval | NotAnswered:
        """Its interval over models."""


def intervals(
    board: ScoreMatrix,
    centred: Array,
    estimate: float,
    *,
    bound: float,
    settings: Mapping[str, Any],
    seed: int,
) -> tuple[Interval | NotAnswered, Interval | NotAnswered]:
    """Return the interval over models or families, and the one over items."""
    if settings["centring"] != "item":
        why = NotAnswered("intervals are derived for item centring only")
        return why, why
    tail = (1.0 + settings["level"]) / 2.0
    return (
        _over_models(board, centred, estimate, bound, tail),
        _over_items(centred, estimate, bound, tail, draws=settings["draws"], seed=seed),
    )


def _over_models(
    board: ScoreMatrix, centred: Array, estimate: float, bound: float, tail: float
) -> Interval | NotAnswered:
    """Jackknife log ED over families where they are known, else over models."""
    from scipy.special import stdtrit  # noqa: PLC0415 - needed for intervals only

    try:
        outcome = resample.jackknife_models(centred, family_numbers(board))
    except NotIdentified as reason:
        return NotAnswered(str(reason))
    half = stdtrit(outcome.degrees_of_freedom, tail) * outcome.log_standard_error
    return _around(estimate, float(half), bound)


def _over_items(
    centred: Array, estimate: float, bound: float, tail: float, *, draws: int, seed: int
) -> Interval | NotAnswered:
    """Bootstrap log ED over items; the estimate stays at the centre."""
    from scipy.special import ndtri  # noqa: PLC0415 - needed for intervals only

    n_live = int((np.abs(centred).max(axis=0) > 0.0).sum())
    if n_live < 3:
        live = counted(n_live, "item")
        return NotAnswered(f"{live} with variance; an interval over items needs 3")
    drawn = resample.bootstrap_items(centred, draws=draws, seed=seed)
    spread = np.log(drawn[np.isfinite(drawn)]).std()
    return _around(estimate, float(ndtri(tail) * spread), bound)


def _around(estimate: float, half: float, bound: float) -> Interval:
    """Return an interval on the log scale, within what ED can be."""
    factor = float(np.exp(half))
    return max(1.0, estimate / factor), min(bound, estimate * factor)


def family_numbers(board: ScoreMatrix) -> NDArray[np.intp]:
    """Return a number for each model's family; a model without a family is its own."""
    families = board.metadata("model", "family")
    if families is None:
        return np.arange(board.n_models)
    labels = [
        f"family {family}" if family not in (None, "") else f"model {name}"
        for family, name in zip(families, board.models, strict=True)
    ]
    return np.unique(labels, return_inverse=True)[1].astype(np.intp)


def interval_over(board: ScoreMatrix) -> str:
    """Say what the interval over models is over."""
    families = board.metadata("model", "family")
    if families is None:
        return "models"
    alone = sum(family in (None, "") for family in families)
    n_families = int(family_numbers(board).max()) + 1 - alone
    text = counted(n_families, "family", "families")
    return f"{text} and {counted(alone, 'model')} without one" if alone else text


def shuffled_null(
    shared: Ingredients,
    centred: Array,
    settings: Mapping[str, Any],
    seed: int,
    progress: Callable[[int], None] | None,
) -> ShuffledNull | NotAnswered:
    """Return the shuffled null, in closed form where one holds."""
    tails = ((1.0 - settings["level"]) / 2.0, (1.0 + settings["level"]) / 2.0)
    draws = max(1, settings["draws"] // PERMUTATIONS_SHARE)
    if settings["centring"] != "item":
        drawn = _permutations(shared, settings, draws, seed, progress)
        if not np.isfinite(drawn).all():
            return NotAnswered("no item tells the models apart, so there is nothing to shuffle.")
        return ShuffledNull(
            float(1.0 / np.mean(1.0 / drawn)), _range(drawn, tails), "permutation", draws
        )
    try:
        null = shuffled_moments(centred, shared.observed)
    except NotIdentified as reason:
        return NotAnswered(str(reason))
    mean = null.effective_dimensionality
    if shared.observed.all() and shared.board.n_models >= MIN_MODELS and null.variance > 0.0:
        low, high = null.quantile(tails[0]), null.quantile(tails[1])
        return ShuffledNull(mean, (low, high), "closed form", 0)
    drawn = _permutations(shared, settings, draws, seed, progress)
    how = "closed form, interval by permutation"
    return ShuffledNull(mean, _range(drawn, tails), how, draws)


def _permutations(
    shared: Ingredients,
    settings: Mapping[str, Any],
    draws: int,
    seed: int,
    progress: Callable[[int], None] | None,
) -> Array:
    """Return ED of permuted boards under the settings' centring and scaling."""
    scaled = prepare(shared.board.values, centring="none", scaling=settings["scaling"])
    shuffle = permuted(scaled, shared.observed)

    def outcome(rng: np.random.Generator) -> float:
        again = prepare(np.ascontiguousarray(shuffle(rng)), centring=settings["centring"])
        return moments(again).effective_dimensionality

    return np.array(
        run_draws(outcome, range(draws), seed=seed, stream=NULL_STREAM, progress=progress)
    )


def _range(drawn: Array, tails: tuple[float, float]) -> Interval:
    """Return the central range of draws."""
    low, high = np.quantile(drawn, tails)
    return float(low), float(high)


def variants(board: ScoreMatrix) -> tuple[Variant, ...]:
    """Return ED under every centring and scaling."""
    return tuple(
        Variant(
            centring,
            scaling,
            moments(
                prepare(board.values, centring=centring, scaling=scaling)
            ).effective_dimensionality,
            shape_bound(*board.shape, centring),
        )
        for scaling in SCALINGS
        for centring in CENTRINGS
    )


def complete_blocks(
    board: ScoreMatrix, centring: Centring, scaling: Scaling
) -> tuple[CompleteBlock, ...]:
    """Return ED of what has no missing cell: whole models, and whole items."""
    if board.n_missing == 0:
        return ()
    blocks = []
    for by, keep in (("models", board.observed.all(axis=1)), ("items", board.observed.all(axis=0))):
        values = board.values[keep] if by == "models" else board.values[:, keep]
        if min(values.shape) == 0:
            ed = float("nan")
        else:
            centred = prepare(values, centring=centring, scaling=scaling)
            ed = moments(centred).effective_dimensionality
        blocks.append(CompleteBlock(by, values.shape[0], values.shape[1], ed))
    return tuple(blocks)


def leave_one_out(shared: Ingredients, centring: Centring, centred: Array) -> tuple[LeftOut, ...]:
    """Return ED without the items that matter most; exact for item centring, else absent."""
    if centring != "item" or shared.board.n_items < 2:
        return ()
    square, fourth = without_each_item(centred)
    values = np.divide(square**2, fourth, out=np.full_like(square, np.nan), where=fourth > 0.0)
    change = np.abs(values - moments(centred).effective_dimensionality)
    kept = np.sort(np.argsort(-np.nan_to_num(change, nan=np.inf), kind="stable")[:LISTED_ITEMS])
    return tuple(LeftOut(shared.board.items[i], float(values[i])) for i in kept)


def spectrum(centred: Array) -> Array:
    """Return the squared singular values, largest first."""
    return np.asarray(np.maximum(np.linalg.eigvalsh(smaller_gram(centred))[::-1], 0.0))


def dominant_item(board: ScoreMatrix, centred: Array, share: float) -> Caution | None:
    """Notice a board on which one item holds most of the variance, often by its unit alone."""
    variance = (centred**2).sum(axis=0)
    top = int(variance.argmax())
    part = float(variance[top] / variance.sum())
    if board.n_items < 3 or part < share:
        return None
    return Caution(
        "dominant_item",
        f"Item {board.items[top]!r} holds {part:.0%} of all variance; if items are in different "
        "units this number speaks of units, and scaling='zscore' takes them out.",
    )


def fill_matters(
    ed: HasInterval, blocks: tuple[CompleteBlock, ...], shape: tuple[int, int]
) -> Caution | None:
    """Notice when filling missing cells moves ED by more than its interval."""
    if isinstance(ed.interval, NotAnswered):
        return None
    low, high = ed.interval
    for block in blocks:
        value = block.effective_dimensionality
        large = block.n_models * block.n_items >= LARGE_BLOCK * shape[0] * shape[1]
        if large and np.isfinite(value) and not low <= value <= high:
            return Caution(
                "fill_matters",
                f"Missing cells matter: ED is {ed.estimate:.4g} with item means in their place and "
                f"{value:.4g} on the {block.n_models} × {block.n_items} complete {block.by}, "
                "outside its interval.",
            )
    return None
