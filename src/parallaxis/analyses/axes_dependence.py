"""Axes that are no abilities: families, odd models, odd items, graders and dates."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from parallaxis.analyses.axes_answers import Dependence
from parallaxis.analyses.axes_copies import Side, listed
from parallaxis.analyses.axes_explanations import MOST_OF_IT, Columns, Fitted, Tried, tried
from parallaxis.analyses.axes_labels import lineages
from parallaxis.errors import ShapeError
from parallaxis.kernels.explained_by_labels import beyond_first, one_row
from parallaxis.kernels.latent_model import Scores
from parallaxis.kernels.left_out import returned
from parallaxis.kernels.multiplicity import holm
from parallaxis.matrix import ScoreMatrix
from parallaxis.numerals import number, share

Array = NDArray[np.float64]
ONE_MODEL = 0.3  # share of a later axis that one model holds, if it is an outlier as well
OUTLIER = 0.01  # p of Grubbs's test below which it is
FEW_MODELS, FEW_ITEMS = 0.03, 0.02  # share of models, items that are few if they hold half an axis
FEWEST_MODELS, FEWEST_ITEMS = 10, 20  # below, one row holds half of an axis by chance


@dataclass(frozen=True, slots=True)
class LeftOut:
    """How the axes fare without one family.

    Attributes
    ----------
    family : str
    n_models : int
        In the family.
    congruence : tuple of float
        One an axis: how much of its loadings comes back without the family, 0 to 1; NaN where too
        few models stay.
    """

    family: str
    n_models: int
    congruence: tuple[float, ...]


def leave_one_family_out(
    board: ScoreMatrix,
    scores: Scores,
    loadings: Array,
    *,
    column: str | None = None,
    most: int = 10,
    chance: Array | None = None,
    estimate_chance: bool = False,
) -> tuple[LeftOut, ...]:
    """Does each axis come back when one family of models is left out?

    Parameters
    ----------
    board : ScoreMatrix
        Rows as those of `scores`.
    scores : Scores
    loadings : ndarray, shape (n_items, n_axes)
        Slopes before rotation, largest axis first.
    column : str, optional
        Column of the model metadata; by default the first that speaks of lineage.
    most : int, default 10
        Only the largest families are left out, one refit each.
    chance, estimate_chance
        As the board was fitted.

    Returns
    -------
    tuple of LeftOut
        Largest family first; empty where no column groups the models.
    """
    groupings = [one for one in lineages(board) if column in {None, one.column}]
    if not groupings:
        return ()
    families = groupings[0]
    sizes = np.bincount(families.labels[families.labels >= 0])
    largest = [int(one) for one in np.argsort(-sizes, kind="stable")[:most] if sizes[one] > 1]
    rows = [families.rows(one) for one in largest]
    found = returned(scores, loadings, rows, chance=chance, estimate_chance=estimate_chance)
    return tuple(
        LeftOut(families.names[one], int(sizes[one]), tuple(row.tolist()))
        for one, row in zip(largest, found, strict=True)
    )


def dependences(
    board: ScoreMatrix,
    scores: Scores,
    abilities: Array,
    loadings: Array,
    *,
    chance: Array | None = None,
    estimate_chance: bool = False,
    alpha: float = 0.05,
    permutations: int = 999,
    seed: int = 0,
) -> tuple[Dependence, ...]:
    """Which axes are something other than an ability?

    Parameters
    ----------
    board : ScoreMatrix
        With its metadata; rows and columns as those of `scores`.
    scores : Scores
        What was fitted.
    abilities : ndarray, shape (n_models, n_axes)
        Before rotation, largest axis first.
    loadings : ndarray, shape (n_items, n_axes)
        Slopes of the items on them.
    chance, estimate_chance
        As the board was fitted.
    alpha : float, default 0.05
        Level of the tests, adjusted (Holm) for all columns and axes.
    permutations : int, default 999
        At least; more where many columns and axes are tried.
    seed : int, default 0

    Returns
    -------
    tuple of Dependence
        By axis. An axis may have several, or none: then nothing here explains it.

    Raises
    ------
    ShapeError
        Board, scores, abilities and loadings do not belong together.

    Notes
    -----
    Later axes are freed of the first. A column of labels, a date or the models' misfit is named
    where it explains at least half of an axis's variance (ε², squared partial rank correlation,
    squared correlation with log infit) and its permutation p, adjusted, is below `alpha`; one
    model where it holds 30 % of an axis and is an outlier by Grubbs's test (half of the first
    axis), one family where it holds half of an axis that does not come back without it; a group of
    items where it is small and holds half of the squared loadings.

    References
    ----------
    Grubbs (1950), Annals of Mathematical Statistics 21, 27–58. Wright & Masters (1982), Rating
    Scale Analysis (infit).
    """
    _check(board, scores, abilities, loadings)
    columns = Columns.of(board)
    asked = max(abilities.shape[1] - 1, 0) * columns.count
    enough = max(permutations, int(np.ceil(2 * asked / alpha)))
    known = Fitted(
        board=board,
        scores=scores,
        models=beyond_first(abilities),
        loadings=loadings,
        chance=chance,
        estimate_chance=estimate_chance,
        permutations=enough,
        seed=seed,
    )
    found = {
        (one.kind, one.axis, one.who): one
        for one in [*_standing(tried(known, columns), alpha), *_concentrated(known)]
    }
    return tuple(sorted(found.values(), key=lambda one: one.axis or 0))


def _check(board: ScoreMatrix, scores: Scores, abilities: Array, loadings: Array) -> None:
    """Refuse parts that do not belong together."""
    shape = scores.values.shape
    parts = (abilities.shape[:1] + loadings.shape[:1], abilities.shape[1:])
    if board.shape != shape or parts != (shape, loadings.shape[1:]):
        raise ShapeError(
            f"board {board.shape}, scores {shape}, abilities {abilities.shape} and loadings "
            f"{loadings.shape} do not belong together; pass those of one fit, with the board "
            "reduced to the models and items that were fitted."
        )


def _standing(tests: list[Tried], alpha: float) -> list[Dependence]:
    """Return what stands once the number of tests is accounted for."""
    adjusted = holm(np.array([test.p for test in tests])).tolist()
    return [
        replace(test.finding, p=p)
        for test, p in zip(tests, adjusted, strict=True)
        if test.finding is not None and p <= alpha
    ]


def _concentrated(known: Fitted) -> list[Dependence]:
    """Find axes that one model or item, or very few, make up."""
    found = []
    for axis in range(1, known.models.shape[1] + 1):
        found += _few(known, axis, "model")
        found += _few(known, axis, "item")
    return found


def _few(known: Fitted, axis: int, side: Side) -> list[Dependence]:
    """Say that one row, or a few, hold most of an axis."""
    values = (known.models if side == "model" else known.loadings)[:, axis - 1]
    if values.size < (FEWEST_MODELS if side == "model" else FEWEST_ITEMS):
        return []
    names = known.board.models if side == "model" else known.board.items
    if side == "model":
        held = one_row(values)
        needed = MOST_OF_IT if axis == 1 else ONE_MODEL
        if held.share >= needed and held.p <= OUTLIER:
            sentence = (
                f"Axis {axis} is one model: {names[held.who]} holds {share(held.share)} of it "
                f"(outlier among the {values.size:,} models, p = {number(held.p)}), so it says "
                "more about that row than about what the items measure."
            )
            return [Dependence("one_model", axis, (names[held.who],), held.share, held.p, sentence)]
    return _hold_half(values, axis, side, names)


def _hold_half(values: Array, axis: int, side: Side, names: Sequence[str]) -> list[Dependence]:
    """Say that very few rows hold half of an axis, if so."""
    squares = values**2
    order = np.argsort(-squares, kind="stable")
    parts = np.cumsum(squares[order]) / max(float(squares.sum()), 1e-300)
    n = int(np.searchsorted(parts, MOST_OF_IT)) + 1
    limit = int((FEW_MODELS if side == "model" else FEW_ITEMS) * values.size)
    if n > limit:
        return []
    who = tuple(names[row] for row in order[:n])
    part = float(parts[n - 1])
    sentence = (
        f"Axis {axis} is {'a few ' if n > 1 else 'one '}{side}{'s' if n > 1 else ''}: "
        f"{listed(who)} {'hold' if n > 1 else 'holds'} {share(part)} of it, so the other "
        f"{values.size - n:,} {side}s hardly show it."
    )
    if side == "model":
        return [Dependence("few_models" if n > 1 else "one_model", axis, who, part, None, sentence)]
    return [Dependence("few_items" if n > 1 else "one_item", axis, who, part, None, sentence)]
