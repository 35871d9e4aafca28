"""Does effective dimensionality hang on a cut-off, on one family, or on the units of the items?"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis.analyses.axes_labels import lineages
from parallaxis.analyses.cohorts import UNKNOWN
from parallaxis.analyses.impossible_blocks import block_cautions, impossible_blocks
from parallaxis.answers import NotAnswered
from parallaxis.cautions import Caution
from parallaxis.ingredients import Ingredients
from parallaxis.kernels.binarised import binarised
from parallaxis.kernels.draws import one_blas_thread
from parallaxis.kernels.scaling import prepare
from parallaxis.kernels.spectrum import moments
from parallaxis.kernels.subset_breadth import FEWEST, breadth_of_models
from parallaxis.matrix import ScoreMatrix
from parallaxis.numerals import number

Array = NDArray[np.float64]
Labels = NDArray[np.intp]
QUANTILES = tuple(round(0.1 * step, 1) for step in range(1, 10))
DIFFERS = 2.0  # factor between raw and standardised ED from which units are suspected,
UNEQUAL = 3.0  # if the largest standard deviation of an item is so many times the median one
MOST_FAMILIES = 100  # families that are left out in turn, the largest


@dataclass(frozen=True, slots=True)
class Binarised:
    """ED of the board cut into right and wrong.

    Attributes
    ----------
    quantile : float
        Of the scores of each item, at which it is cut.
    effective_dimensionality : float
        NaN where nothing varies.
    n_live : int
        Items that still tell models apart.
    """

    quantile: float
    effective_dimensionality: float
    n_live: int


@dataclass(frozen=True, slots=True)
class WithoutFamily:
    """ED without one family of models; NaN where fewer than three models are left."""

    family: str
    n_models: int
    effective_dimensionality: float


@dataclass(frozen=True, slots=True)
class FamiliesLeftOut:
    """ED without each family of two models or more.

    Attributes
    ----------
    column : str
        Where the families are from.
    n_families : int
        Families of two models or more; the 100 largest are left out in turn.
    largest_change : WithoutFamily
        The one whose absence changes ED most.
    families : tuple of WithoutFamily
        By how much ED changes without them, most first.
    """

    column: str
    n_families: int
    largest_change: WithoutFamily
    families: tuple[WithoutFamily, ...]


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """Does effective dimensionality hang on a cut-off, on one family, or on units?

    Attributes
    ----------
    effective_dimensionality : float or NotAnswered
        Item-centred, unscaled, of all models: what the others are beside.
    binarised : tuple of Binarised or NotAnswered
        At each of nine quantiles; not answered for right/wrong scores.
    families : FamiliesLeftOut or NotAnswered
    cautions : tuple of Caution
        ``unit_artefact`` and ``impossible_block``, where they apply.
    """

    effective_dimensionality: float | NotAnswered
    binarised: tuple[Binarised, ...] | NotAnswered
    families: FamiliesLeftOut | NotAnswered
    cautions: tuple[Caution, ...]


def sensitivity(board: ScoreMatrix | Ingredients) -> Sensitivity:
    """Does effective dimensionality hang on a cut-off, on one family, or on units?

    Parameters
    ----------
    board : ScoreMatrix
        NaN = not scored; it takes the mean of its item.

    Returns
    -------
    Sensitivity
        Centrings and scalings are in ``breadth(...).variants``.

    Notes
    -----
    Cutting scores adds noise, so ED of the cut board mostly lies above that of the scores; where it
    changes much along the grid, the items part strong models in other ways than weak ones.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> scores = rng.normal(size=(40, 1)) + rng.normal(size=(40, 6))
    >>> found = sensitivity(ScoreMatrix.from_array(scores * [1, 1, 1, 1, 1, 100]))
    >>> [caution.code for caution in found.cautions]
    ['unit_artefact']
    """
    shared = Ingredients.of(board)
    with one_blas_thread():
        centred = shared.centred
        ed = moments(centred).effective_dimensionality
        if np.isnan(ed):
            why = NotAnswered("no item tells the models apart")
            return Sensitivity(why, why, why, block_cautions(impossible_blocks(shared.board)))
        unit = unit_artefact(shared.board, centred)
        blocks = block_cautions(impossible_blocks(shared.board))
        return Sensitivity(
            effective_dimensionality=ed,
            binarised=_grid(shared.board),
            families=_families_left_out(shared.board, centred, ed),
            cautions=(*(() if unit is None else (unit,)), *blocks),
        )


def unit_artefact(board: ScoreMatrix, centred: Array) -> Caution | None:
    """Notice a board whose ED is made by the units of its items.

    Parameters
    ----------
    board : ScoreMatrix
    centred : ndarray, shape (n_models, n_items)
        Its item-centred scores.

    Returns
    -------
    Caution or None
        ``unit_artefact`` where no common scale is known (``real``, or percent that were only
        inferred), ED of the scores and of z-scores differ by more than a factor of two, and the
        standard deviation of one item is more than three times that of the median item.
    """
    spread = np.sqrt((centred**2).mean(axis=0))
    live = spread > 0.0
    guessed = any(note.code == "scale_inferred" for note in board.provenance.notes)
    if live.sum() < 2 or board.scale == "binary" or (board.scale == "bounded" and not guessed):
        return None
    ed = moments(centred).effective_dimensionality
    standard = moments(prepare(board.values, scaling="zscore")).effective_dimensionality
    top = int(spread.argmax())
    times = float(spread[top] / np.median(spread[live]))
    if max(ed / standard, standard / ed) <= DIFFERS or times <= UNEQUAL:
        return None
    return Caution(
        "unit_artefact",
        f"Effective dimensionality is {number(ed)} on the scores and {number(standard)} on "
        f"standardised items: item {board.items[top]!r} spreads {number(times)} times as much as "
        "the median item, as items in different units do. Read the standardised one, or bring the "
        "items to one unit first.",
    )


def _grid(board: ScoreMatrix) -> tuple[Binarised, ...] | NotAnswered:
    """Return ED at each cut-off."""
    if board.scale == "binary":
        return NotAnswered("scores are right or wrong already")
    found = []
    for quantile in QUANTILES:
        centred = prepare(binarised(board.values, quantile))
        n_live = int((np.abs(centred).max(axis=0) > 0.0).sum())
        found.append(Binarised(quantile, moments(centred).effective_dimensionality, n_live))
    return tuple(found)


def _families_left_out(
    board: ScoreMatrix, centred: Array, ed: float
) -> FamiliesLeftOut | NotAnswered:
    """Return ED without each family, the one that matters most first."""
    known = _families(board)
    if known is None:
        return NotAnswered("no metadata column says which models are of one family")
    column, names, labels = known
    sizes = np.bincount(labels[labels >= 0], minlength=len(names))
    large = np.flatnonzero(sizes >= 2)
    if not large.size:
        return NotAnswered(f"every family of column {column!r} has one model")
    kept = large[np.argsort(-sizes[large], kind="stable")[:MOST_FAMILIES]]
    left = breadth_of_models(centred, labels[None, :] != kept[:, None])
    change = np.nan_to_num(np.abs(np.log(left / ed)), nan=-1.0)
    families = tuple(
        WithoutFamily(names[kept[i]], int(sizes[kept[i]]), float(left[i]))
        for i in np.argsort(-change, kind="stable")
    )
    return FamiliesLeftOut(column, large.size, families[0], families)


def _families(board: ScoreMatrix) -> tuple[str, tuple[str, ...], Labels] | None:
    """Return the column of families with their names and numbers: ``family``, or one like it."""
    if board.n_models <= FEWEST:
        return None
    found = lineages(board)
    found.sort(key=lambda grouping: grouping.column != "family")
    for grouping in found:
        labels = grouping.labels.astype(np.intp)
        for place, name in enumerate(grouping.names):
            if name.lower() in UNKNOWN:
                labels[labels == place] = -1
        if (np.bincount(labels[labels >= 0], minlength=1) >= 2).any():
            return grouping.column, grouping.names, labels
    return None
