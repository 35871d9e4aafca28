"""The ladder on a board: which scores it climbs on, and how far it gets."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from parallaxis.analyses.axes_copies import copies
from parallaxis.analyses.chance_levels import Chance, known_chance
from parallaxis.answers import NotAnswered
from parallaxis.ingredients import Ingredients
from parallaxis.kernels.draws import generator, one_blas_thread
from parallaxis.kernels.ladder import Climb, Rung, climb, wider
from parallaxis.kernels.latent_model import LatentModel, Scores
from parallaxis.kernels.near_copies import NearCopies, thin
from parallaxis.kernels.normal_scores import normal_scores
from parallaxis.kernels.repeated_columns import Groups, repeated_answers, repeated_columns
from parallaxis.numerals import counted

Array = NDArray[np.float64]
Places = NDArray[np.intp]
FEWEST_MODELS = 8
FEWEST_ITEMS = 5
MOST_MODELS = 500  # models that the ladder climbs on; more are drawn at random
MOST_CELLS = 250_000  # cells that the ladder climbs on; items are drawn at random above that
SUBSAMPLE_STREAM = 40


@dataclass(frozen=True, slots=True)
class LadderBoard:
    """The part of a board on which the ladder climbs.

    Attributes
    ----------
    scores : Scores
        Of the models and items below.
    models, items : ndarray of int
        Places in the board.
    searched : ndarray of int
        Places of the models among which near copies were looked for.
    copies : NearCopies
        Groups of them, by their row among the searched; one of each group is on the ladder.
    repeated : tuple of tuple of int
        Groups of items that hold the same scores; the first of each is on the ladder.
    subsampled : bool
    chance : ndarray or None
        Known chance levels of the items.
    """

    scores: Scores
    models: Places
    items: Places
    searched: Places
    copies: NearCopies
    repeated: Groups
    subsampled: bool
    chance: Array | None


@dataclass(frozen=True, slots=True)
class Climbed:
    """How far the ladder got.

    Attributes
    ----------
    rungs : tuple of Rung
    k : int
        Accepted axes.
    capped : bool
        The last rung was accepted too, so that there may be more.
    model : LatentModel
        The fit with k axes.
    """

    rungs: tuple[Rung, ...]
    k: int
    capped: bool
    model: LatentModel


def too_small(shared: Ingredients) -> NotAnswered | None:
    """Say why a board is too small to climb on; None if it is not."""
    n_models, n_items = shared.board.n_models, int(shared.live.sum())
    if n_models >= FEWEST_MODELS and n_items >= FEWEST_ITEMS:
        return None
    return NotAnswered(
        f"{counted(n_models, 'model')} and {counted(n_items, 'item')} that tell models apart; "
        f"climbing the ladder needs {FEWEST_MODELS} and {FEWEST_ITEMS}"
    )


def ladder_board(shared: Ingredients, *, chance: Chance, seed: int, draw: int = 0) -> LadderBoard:
    """Return the scores to climb on: live items, without near copies, of a size that is feasible.

    Parameters
    ----------
    shared : Ingredients
    chance : float, "estimate" or None
        As for ``axes``.
    seed : int
    draw : int, default 0
        Number of the subsample.
    """
    binary = shared.board.scale == "binary"
    items, repeated = _without_repeats(shared)
    values = shared.board.values[:, items]
    scaled = values if binary else normal_scores(values)
    rng = generator(seed, SUBSAMPLE_STREAM, draw)
    models = _some(np.arange(len(values)), MOST_MODELS, rng)
    chosen = _some(np.arange(items.size), MOST_CELLS // min(models.size, MOST_MODELS), rng)
    whole = _scores(scaled, binary=binary)
    part = replace(whole, values=whole.values[models], observed=whole.observed[models])
    alike = copies(part)
    kept = models[thin(alike.groups, part.observed > 0)]
    cells = scaled[np.ix_(kept, chosen)]
    varies = _varies(cells)
    chosen = chosen[varies]
    known = known_chance(shared, chance)
    return LadderBoard(
        scores=_scores(cells[:, varies], binary=binary),
        models=kept,
        items=items[chosen],
        searched=models,
        copies=alike,
        repeated=repeated,
        subsampled=models.size < len(values) or chosen.size + (~varies).sum() < items.size,
        chance=None if known is None else known[items[chosen]],
    )


def whole_scores(shared: Ingredients, items: Places) -> Scores:
    """Return the scores of all models on some items, in the unit in which the ladder climbs."""
    values = shared.board.values[:, items]
    binary = shared.board.scale == "binary"
    return _scores(values if binary else normal_scores(values), binary=binary)


def climbed(
    board: LadderBoard, how: Climb, *, progress: Callable[[int], None] | None = None
) -> Climbed:
    """Climb until an axis is not accepted, and return the fit with those that were."""
    most = min(how.most, most_axes(board.scores))
    how = replace(how, most=most, chance=board.chance)
    with one_blas_thread():
        rungs = tuple(climb(board.scores, how, progress=progress))
        capped = rungs[-1].p <= how.alpha
        model = wider(rungs[-1], board.scores, how) if capped else rungs[-1].model
    return Climbed(rungs, model.n_axes, capped, model)


def most_axes(scores: Scores) -> int:
    """Return the most axes to try: a quarter of the models, or the Ledermann bound of items."""
    n_models, n_items = scores.values.shape
    ledermann = (2 * n_items + 1 - np.sqrt(8 * n_items + 1)) / 2
    return int(max(1, min(n_models // 4, ledermann)))


def _some(places: Places, most: int, rng: np.random.Generator) -> Places:
    """Return at most so many places, drawn at random, in order."""
    if places.size <= most:
        return places
    return np.sort(rng.choice(places, most, replace=False))


def _scores(values: Array, *, binary: bool) -> Scores:
    """Return values and mask as the fit takes them."""
    observed = ~np.isnan(values)
    return Scores(
        values=np.where(observed, values, 0.0).astype(np.float32),
        observed=observed.astype(np.float32),
        likelihood="logistic" if binary else "gaussian",
    )


def _without_repeats(shared: Ingredients) -> tuple[Places, Groups]:
    """Return the live items with one of each set of repeated ones, and the sets."""
    items = np.flatnonzero(shared.live)
    find = repeated_answers if shared.board.scale == "binary" else repeated_columns
    found = find(shared.board.values[:, items])
    sets = tuple(tuple(items[list(group)].tolist()) for group in found)
    return np.setdiff1d(items, [place for group in sets for place in group[1:]]), sets


def _varies(values: Array) -> NDArray[np.bool_]:
    """Return which items tell two models apart."""
    high = np.where(np.isnan(values), -np.inf, values).max(axis=0)
    return np.asarray(high > np.where(np.isnan(values), np.inf, values).min(axis=0))
