"""The null that matters on noisy boards: one ability and nothing else."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parallaxis.analyses.axes_ladder import FEWEST_ITEMS, FEWEST_MODELS
from parallaxis.analyses.chance_levels import Chance, known_chance
from parallaxis.answers import Interval, NotAnswered
from parallaxis.ingredients import Ingredients
from parallaxis.kernels.draws import generator
from parallaxis.kernels.one_ability_boards import LogisticAbility, OneAbility, PooledAbility
from parallaxis.kernels.one_ability_null import one_ability_null
from parallaxis.kernels.scaling import Centring, Scaling, prepare
from parallaxis.kernels.spectrum import moments
from parallaxis.numerals import counted, share

Array = NDArray[np.float64]
Places = NDArray[np.intp]
MOST, MOST_CELLS = 1_000, 64_000  # models or items, and cells, that are fitted again and again
SUBSAMPLE_STREAM = 88
DOMINATES = 0.5  # share of the variance that one item of real scores must not hold


@dataclass(frozen=True, slots=True)
class OneDimensionalNull:
    """ED of boards whose models differ in one ability only, with these margins.

    Attributes
    ----------
    mean : float
        Of the null, at the shape of the board.
    interval : (float, float)
        Central range of the null at the result's level.
    p : float
        Two-sided: how often a board of one ability lies as far from what its own fit predicts.
    above : bool
        The board is broader than the null's mean.
    model : str
        What was fitted.
    draws : int
        Simulated boards, each fitted again.
    n_models, n_items : int
        What was fitted; fewer models than the board has where it is large.
    """

    mean: float
    interval: Interval
    p: float
    above: bool
    model: str
    draws: int
    n_models: int
    n_items: int


def one_dimensional_null(
    shared: Ingredients,
    *,
    centring: Centring = "item",
    scaling: Scaling = "none",
    chance: Chance = None,
    level: float = 0.95,
    draws: int = 99,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> OneDimensionalNull | NotAnswered:
    """What would effective dimensionality be if the models differed in one ability only?

    Parameters
    ----------
    shared : Ingredients
    centring, scaling : str
        As for ED itself.
    chance : float or "estimate", optional
        Probability of guessing right; as in ``axes``.
    level : float, default 0.95
    draws : int, default 99
        Simulated boards.
    seed : int, default 0
    progress : callable, optional
        Told of finished draws.

    Returns
    -------
    OneDimensionalNull or NotAnswered
        Not identified under 8 models or 5 items that tell models apart, and where one item of real
        scores holds half of the variance or more: ED and its null then speak of that item's tails.

    Notes
    -----
    Right/wrong scores: two-parameter logistic model (three where chance is estimated). Real and
    bounded scores: one factor with a noise for each item and each model behind a monotone curve
    that all items share. Each simulated board is fitted again (`one_ability_null`). Boards of more
    than 1,000 models or items, or 64,000 cells, are fitted in part, drawn at random; the null's
    mean is then brought to the board's own shape by the ratio of both EDs, and its range is that of
    the part, which is wider.
    """
    live = shared.live
    n_models, n_items = shared.board.n_models, int(live.sum())
    if n_models < FEWEST_MODELS or n_items < FEWEST_ITEMS:
        return NotAnswered(
            f"{counted(n_models, 'model')} and {counted(n_items, 'item')} that tell models apart; "
            f"a fit of one ability needs {FEWEST_MODELS} and {FEWEST_ITEMS}"
        )
    whole = shared.board.values[:, live]
    alone = _dominated(shared, centring, scaling)
    if alone is not None:
        return alone

    def measure(values: Array) -> float:
        return _dimensionality(values, centring, scaling)

    rows, columns = _part(whole, seed)
    part = whole[np.ix_(rows, columns)]
    if part.shape[1] < FEWEST_ITEMS:
        return NotAnswered(
            f"{counted(part.shape[1], 'item')} that tell {part.shape[0]:,} models drawn at random "
            f"apart; a fit of one ability needs {FEWEST_ITEMS}"
        )
    levels = known_chance(shared, chance)
    known = np.zeros(n_items) if levels is None else levels[live]
    guessed = None if chance == "estimate" else known[columns]
    found, model = _fitted(shared.board.scale, part, guessed)
    null = one_ability_null(part, found, measure, draws=draws, seed=seed, progress=progress)
    ratio = np.log(measure(whole) / measure(part)) if part.size < whole.size else 0.0
    low, high = null.interval(null.predicted + ratio, level)
    return OneDimensionalNull(
        mean=max(1.0, null.centre(null.predicted + ratio)),
        interval=(max(1.0, low), max(1.0, high)),
        p=null.p,
        above=bool(null.excess > null.null.mean()),
        model=model,
        draws=draws,
        n_models=part.shape[0],
        n_items=part.shape[1],
    )


def _dominated(shared: Ingredients, centring: Centring, scaling: Scaling) -> NotAnswered | None:
    """Say that one item of real scores holds half of all variance; None if none does."""
    if shared.board.scale != "real":
        return None
    variance = (prepare(shared.board.values, centring=centring, scaling=scaling) ** 2).sum(axis=0)
    top = int(variance.argmax())
    part = float(variance[top] / variance.sum())
    if part < DOMINATES:
        return None
    return NotAnswered(
        f"item {shared.board.items[top]!r} holds {share(part)} of all variance, so that no fit of "
        "all items tells how one ability would look; scaling='zscore' gives every item the same"
    )


def _fitted(scale: str, part: Array, chance: Array | None) -> tuple[OneAbility, str]:
    """Fit one ability to a board, and name the model."""
    if scale == "binary":
        name = "three-parameter logistic" if chance is None else "two-parameter logistic"
        guessed = " with known chance" if chance is not None and chance.any() else ""
        return LogisticAbility.of(part, chance), name + guessed
    return PooledAbility.of(part, one_unit=scale == "bounded"), "one factor"


def _part(values: Array, seed: int) -> tuple[Places, Places]:
    """Return so many models and items, drawn at random, that fitting again and again is feasible.

    The longer side is cut first. Items that do not tell these models apart are left out.
    """
    n_models, n_items = values.shape
    square = int(MOST_CELLS**0.5)
    rows = _some(n_models, min(MOST, max(square, MOST_CELLS // min(n_items, MOST))), seed, 0)
    columns = _some(n_items, min(MOST, max(FEWEST_ITEMS, MOST_CELLS // rows.size)), seed, 1)
    part = values[np.ix_(rows, columns)]
    empty = np.isnan(part).all(axis=0)
    filled = np.where(empty, 0.0, part)
    return rows, columns[np.nanmax(filled, axis=0) > np.nanmin(filled, axis=0)]


def _some(n: int, most: int, seed: int, draw: int) -> Places:
    """Return at most so many of n places, drawn at random, in order."""
    if n <= most:
        return np.arange(n)
    return np.sort(generator(seed, SUBSAMPLE_STREAM, draw).choice(n, most, replace=False))


def _dimensionality(values: Array, centring: Centring, scaling: Scaling) -> float:
    """Return ED; the plain case without a pass for missing cells."""
    plain: Any = centring == "item" and scaling == "none" and not np.isnan(values).any()
    centred = (
        values - values.mean(axis=0)
        if plain
        else prepare(values, centring=centring, scaling=scaling)
    )
    return moments(centred).effective_dimensionality
