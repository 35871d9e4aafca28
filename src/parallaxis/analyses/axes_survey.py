"""Climb the ladder on a board and describe what is found, from steps to swaps."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from parallaxis.analyses.axes_answers import Axis, Dependence, Place, Step, Swap
from parallaxis.analyses.axes_copies import copies_said, relatives, repeats_said
from parallaxis.analyses.axes_dependence import dependences
from parallaxis.analyses.axes_fitted import fitted_dimensionalities, with_breadth
from parallaxis.analyses.axes_labels import WHOLE_ITEMS, unread_dates
from parallaxis.analyses.axes_ladder import (
    FEWEST_ITEMS,
    FEWEST_MODELS,
    Climbed,
    LadderBoard,
    climbed,
    ladder_board,
    whole_scores,
)
from parallaxis.analyses.axes_named import loading_intervals, named_axes, rotated
from parallaxis.analyses.axes_places import averages, places, swaps
from parallaxis.analyses.axes_steps import Significant, fit_cautions, significant, steps
from parallaxis.analyses.chance_levels import Chance, chance_cautions
from parallaxis.analyses.unlinked import unlinked_blocks
from parallaxis.answers import NotAnswered
from parallaxis.cautions import Caution
from parallaxis.ingredients import Ingredients
from parallaxis.kernels.draws import one_blas_thread
from parallaxis.kernels.ladder import Climb
from parallaxis.kernels.latent_sweep import locate
from parallaxis.kernels.principal_axes import OrientedAxes, located, principal_axes
from parallaxis.kernels.rank_agreement import rank_information_lost
from parallaxis.kernels.rotation import Method
from parallaxis.kernels.split_half import Halves, halves
from parallaxis.matrix import ScoreMatrix
from parallaxis.numerals import counted

Array = NDArray[np.float64]
Groups = NDArray[np.intp]
Progress = Callable[[int], None]
MIXED = 0.25  # part of the first axis's variance on items that run against the others
SUBSAMPLES = 2  # further random parts of a large board that are climbed
FEWEST_REAL = 60  # models under which the test of real scores accepts too often
NO_AXIS = NotAnswered("no axis was found")


@dataclass(frozen=True, slots=True)
class Survey:
    """All that the ladder has to say about a board; fields as in ``Axes``."""

    k_ladder: int | NotAnswered
    k_significant: int | NotAnswered
    capped: bool = False
    steps: tuple[Step, ...] = ()
    axes: tuple[Axis, ...] = ()
    places: tuple[Place, ...] = ()
    swaps: tuple[Swap, ...] = ()
    n_swaps: int = 0
    dependences: tuple[Dependence, ...] = ()
    general_share: float | NotAnswered = NO_AXIS
    omega_hierarchical: float | NotAnswered = NO_AXIS
    rank_information_lost: float | NotAnswered = NO_AXIS
    n_copies: int = 0
    k_subsamples: tuple[int, ...] = ()
    ladder_shape: tuple[int, int] = (0, 0)
    loadings: pa.Table = field(
        default_factory=lambda: pa.table({"item": pa.array([], pa.string())})
    )
    cautions: tuple[Caution, ...] = ()


def not_surveyed(why: NotAnswered) -> Survey:
    """Say of every part why it is not answered."""
    return Survey(
        k_ladder=why,
        k_significant=why,
        general_share=why,
        omega_hierarchical=why,
        rank_information_lost=why,
    )


@dataclass(frozen=True, slots=True)
class Request:
    """How a survey is made; fields as the settings of ``axes``."""

    how: Climb
    chance: Chance
    rotation: Method
    splits: int
    level: float


def survey(shared: Ingredients, asked: Request, progress: Progress | None) -> Survey:
    """Climb, test each accepted axis, rotate those that count, and place the models on them."""
    board = ladder_board(shared, chance=asked.chance, seed=asked.how.seed)
    if board.models.size < FEWEST_MODELS or board.items.size < FEWEST_ITEMS:
        return _too_alike(shared, board)
    got = climbed(board, asked.how, progress=progress)
    part = _part(shared, board)
    others = _alike(shared, board, asked.how.seed)
    base = Survey(
        k_ladder=0,
        k_significant=got.k,
        capped=got.capped,
        n_copies=board.searched.size - board.models.size,
        k_subsamples=_subsamples(shared, board, asked, progress),
        ladder_shape=(board.models.size, board.items.size),
        cautions=(*_unread(shared, asked.chance), *_cautions(board, got)),
    )
    if got.k == 0:
        taken = steps(got, None, others, alpha=asked.how.alpha, level=asked.level)
        return replace(base, steps=taken, dependences=others)
    with one_blas_thread():
        found, again = _significant(part, board, got, asked, progress)
        others += _explained(part, board, found, asked.how)
        taken = steps(got, found, others, alpha=asked.how.alpha, level=asked.level)
        taken = with_breadth(taken, fitted_dimensionalities(shared, board, got))
        k = sum(step.counted for step in taken)
        return replace(
            base,
            k_ladder=k,
            steps=taken,
            dependences=others,
            cautions=(
                *base.cautions,
                *fit_cautions(taken, guessing=_has_guessing(board, asked)),
                *_mixed_direction(found.axes),
            ),
            general_share=float(found.axes.shares[0]),
            omega_hierarchical=_omega(found.axes),
            **(_described(shared, board, got, (found, again), k=k, asked=asked) if k else {}),
        )


def _too_alike(shared: Ingredients, board: LadderBoard) -> Survey:
    """Say that too little is left of a board without near copies."""
    why = NotAnswered(
        f"{counted(board.models.size, 'model')} that are no near copies of each other, and "
        f"{counted(board.items.size, 'item')} that tell them apart, are left; climbing the ladder "
        f"needs {FEWEST_MODELS} and {FEWEST_ITEMS}"
    )
    names = [shared.board.models[place] for place in board.searched]
    return replace(
        not_surveyed(why),
        dependences=copies_said(board.copies, names)
        + repeats_said(board.repeated, shared.board.items),
        n_copies=board.searched.size - board.models.size,
    )


def _part(shared: Ingredients, board: LadderBoard) -> ScoreMatrix:
    """Return the board of the models and items on the ladder, with names and metadata."""
    whole = shared.board
    return whole.select_models([whole.models[place] for place in board.models]).select_items(
        [whole.items[place] for place in board.items]
    )


def _significant(
    part: ScoreMatrix,
    board: LadderBoard,
    got: Climbed,
    asked: Request,
    progress: Progress | None,
) -> tuple[Significant, Halves]:
    """Measure the accepted axes before rotation."""
    whole = principal_axes(got.model)
    again = halves(
        got.model,
        board.scores,
        whole,
        item_groups=_kept_whole(part, "item", WHOLE_ITEMS),
        model_groups=_kept_whole(part, "model", ("family",)),
        splits=asked.splits,
        seed=asked.how.seed,
        estimate_chance=asked.how.estimate_chance,
        progress=progress,
    )
    return significant(whole, again, asked.level, asked.how.seed), again


def _kept_whole(part: ScoreMatrix, axis: Any, columns: tuple[str, ...]) -> Groups:
    """Return what must stay in one half together; all different where nothing is known."""
    size = part.n_models if axis == "model" else part.n_items
    for column in columns:
        labels = part.metadata(axis, column)
        if labels is not None:
            own = [
                f"{number}" if label is None else f"of {label}"
                for number, label in enumerate(labels)
            ]
            groups = np.unique(own, return_inverse=True)[1].astype(np.intp)
            if groups.max() >= 3:
                return groups
    return np.arange(size)


def _alike(shared: Ingredients, board: LadderBoard, seed: int) -> tuple[Dependence, ...]:
    """Say which models are near copies, and which families or testlets are alike as a whole."""
    names = [shared.board.models[place] for place in board.searched]
    said = copies_said(board.copies, names) + repeats_said(board.repeated, shared.board.items)
    return said + relatives(_part(shared, board), board.scores, seed=seed)


def _explained(
    part: ScoreMatrix, board: LadderBoard, found: Significant, how: Climb
) -> tuple[Dependence, ...]:
    """Look for families, single models, items and dates behind the accepted axes."""
    return dependences(
        part,
        board.scores,
        found.axes.abilities,
        found.axes.loadings,
        chance=board.chance,
        estimate_chance=how.estimate_chance,
        seed=how.seed,
    )


def _subsamples(
    shared: Ingredients, board: LadderBoard, asked: Request, progress: Progress | None
) -> tuple[int, ...]:
    """Return the significant axes of other random parts of a board that is too large."""
    if not board.subsampled:
        return ()
    parts = [
        ladder_board(shared, chance=asked.chance, seed=asked.how.seed, draw=draw)
        for draw in range(1, SUBSAMPLES + 1)
    ]
    return tuple(climbed(part, asked.how, progress=progress).k for part in parts)


def _has_guessing(board: LadderBoard, asked: Request) -> bool:
    """Say whether chance levels are part of the fit."""
    return board.chance is not None or asked.how.estimate_chance


def _mixed_direction(axes: OrientedAxes) -> tuple[Caution, ...]:
    """Say that many items run against the others on the first axis."""
    loadings = axes.correlations[:, 0]
    against = loadings < 0.0 if (loadings**2 * np.sign(loadings)).sum() >= 0.0 else loadings > 0.0
    if (loadings[against] ** 2).sum() < MIXED * (loadings**2).sum():
        return ()
    text = (
        f"On the first axis {int(against.sum())} of {counted(loadings.size, 'item')} run against "
        "the others, so an average of all items says little about it, and which end is the able "
        "one the scores alone do not say: check whether lower is better on these items."
    )
    return (Caution("mixed_direction", text),)


def _omega(axes: OrientedAxes) -> float:
    """Return the share of the variance of the mean standardised item that the first axis makes."""
    totals = axes.loadings.sum(axis=0) ** 2
    return float(totals[0] / (totals.sum() + axes.uniqueness.sum()))


def _described(
    shared: Ingredients,
    board: LadderBoard,
    got: Climbed,
    found: tuple[Significant, Halves],
    *,
    k: int,
    asked: Request,
) -> dict[str, Any]:
    """Rotate the counted axes, name them, and place every model of the board on them."""
    turned, again, related = rotated(found[0].axes, found[1], k, asked.rotation)
    part = _part(shared, board)
    named = named_axes(
        part,
        turned,
        again,
        related,
        level=asked.level,
        seed=asked.how.seed,
        average=averages(part),
    )
    everyone_fit = locate(got.model, whole_scores(shared, board.items))
    everyone = located(turned, everyone_fit)
    average, _ = averages(shared.board)
    listed, n_swaps = swaps(shared.board.models, everyone, level=asked.level)
    return {
        "axes": named,
        "places": places(shared.board, everyone, average, level=asked.level),
        "swaps": tuple(listed),
        "n_swaps": n_swaps,
        "rank_information_lost": _lost(located(found[0].axes, everyone_fit), k, average),
        "loadings": _loading_table(part, turned, again, asked.level),
    }


def _lost(axes: OrientedAxes, k: int, average: Array) -> float | NotAnswered:
    """Return the share of rank information on the unrelated axes that the average throws away."""
    if k == 1:
        return NotAnswered("there is one axis, and nothing to average away")
    return rank_information_lost(axes.abilities[:, :k], axes.shares[:k], average=average)


def _loading_table(part: ScoreMatrix, axes: OrientedAxes, found: Halves, level: float) -> pa.Table:
    """Return every item's loadings with their intervals."""
    low, high = loading_intervals(axes, found, level)
    columns: dict[str, Any] = {"item": list(part.items)}
    for axis in range(axes.loadings.shape[1]):
        columns[f"axis_{axis + 1}"] = axes.correlations[:, axis]
        columns[f"axis_{axis + 1}_low"] = low[:, axis]
        columns[f"axis_{axis + 1}_high"] = high[:, axis]
    return pa.table(columns)


def _unread(shared: Ingredients, chance: Chance) -> tuple[Caution, ...]:
    """Say which columns of the metadata could not be used."""
    out = [
        Caution(
            "dates_not_read",
            f"The models' column {column!r} holds {value!r} and no dates that can be read, so "
            "whether release dates explain an axis was not tried; write them as 2024-07-14.",
        )
        for column, value in unread_dates(shared.board)
    ]
    return (*out, *chance_cautions(shared, chance))


def _cautions(board: LadderBoard, got: Climbed) -> tuple[Caution, ...]:
    """Return what a reader of the ladder must know."""
    out = []
    n_models, n_items = board.models.size, board.items.size
    if board.subsampled:
        out.append(
            Caution(
                "ladder_subsampled",
                f"The ladder climbed on {counted(n_models, 'model')} and "
                f"{counted(n_items, 'item')} drawn at random, because the board is larger; other "
                "parts of it are climbed beside.",
            )
        )
    out += unlinked_blocks(board.scores.observed > 0)
    if board.scores.likelihood == "gaussian" and n_models < FEWEST_REAL and got.k:
        out.append(
            Caution(
                "ladder_liberal",
                f"On real scores of fewer than {FEWEST_REAL} models the ladder accepts an axis too "
                "many more often than its error rate says.",
            )
        )
    return tuple(out)
