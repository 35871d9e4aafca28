"""The parts of a selection: what is ranked, the path, sets beside it, and what to beware of."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from parallaxis.analyses.breadth_parts import family_numbers
from parallaxis.answers import Interval, NotAnswered
from parallaxis.cautions import Caution
from parallaxis.errors import InputError, MissingDataError, NotIdentified
from parallaxis.kernels import resample
from parallaxis.kernels.greedy import MARGIN, GreedyPath
from parallaxis.kernels.item_products import ItemProducts, centred_products, right_wrong_products
from parallaxis.kernels.scaling import Scaling
from parallaxis.kernels.spectrum import moments, shape_bound
from parallaxis.kernels.subsets import MATRIX_ITEMS, MOST_ITEMS, best_subsets, random_subsets
from parallaxis.matrix import ScoreMatrix
from parallaxis.numerals import counted, number

Array = NDArray[np.float64]
Unit = Literal["item", "component"]
BLANK = ("", "nan")
BAND_SIZES = 12  # sizes evenly along the path, and as many denser at its start


@dataclass(frozen=True, slots=True)
class Pick:
    """One step of the path.

    Attributes
    ----------
    item : str
        Name of the item, or of the component.
    objective : float
        Effective dimensionality of all picks up to and with this one.
    """

    item: str
    objective: float


@dataclass(frozen=True, slots=True)
class Peak:
    """Where the objective is largest along the path.

    Attributes
    ----------
    size : int
        Number of picks; the smallest where several are equally good.
    objective : float
    """

    size: int
    objective: float


@dataclass(frozen=True, slots=True)
class RandomSubsets:
    """Effective dimensionality of random sets of one size.

    Attributes
    ----------
    size : int
    mean, lowest, highest : float
        Over the draws.
    """

    size: int
    mean: float
    lowest: float
    highest: float


@dataclass(frozen=True, slots=True)
class ExhaustiveCheck:
    """The best of all sets of one size, beside the greedy one.

    Attributes
    ----------
    size : int
    items : tuple of str
        The best set, in board order.
    objective : float
    greedy : float
        Effective dimensionality of the first `size` picks of the path.
    greedy_is_best : bool
        Whether no set of this size is better, up to rounding.
    """

    size: int
    items: tuple[str, ...]
    objective: float
    greedy: float
    greedy_is_best: bool


@dataclass(frozen=True, slots=True)
class Components:
    """Whole components as a board.

    Attributes
    ----------
    board : ScoreMatrix
        A model's score on a component is its mean over the component's items that it answered.
    n_unnamed : int
        Items that belong to no component.
    n_partial : int
        Scores that are means over some of a component's items only.
    """

    board: ScoreMatrix
    n_unnamed: int
    n_partial: int


def component_board(board: ScoreMatrix, column: str) -> Components:
    """Return the mean scores of components, named by a metadata column of the items."""
    labels = board.metadata("item", column)
    if labels is None or column == "item":
        columns = [repr(name) for name in board.item_metadata.column_names if name != "item"]
        known = f"choose one of {', '.join(columns)}" if columns else "there is none to choose from"
        raise MissingDataError(
            f"components is {column!r}, which is no metadata column of items; {known}."
        )
    texts = np.array(["" if label is None else str(label).strip() for label in labels])
    names = tuple(dict.fromkeys(text for text in texts.tolist() if text not in BLANK))
    if not names:
        raise InputError(f"components is {column!r}, but that column of the items is all blank.")
    columns_of = [np.flatnonzero(texts == name) for name in names]
    answered = np.column_stack([board.observed[:, items].sum(axis=1) for items in columns_of])
    partial = (answered > 0) & (answered < [items.size for items in columns_of])
    return Components(
        _of_means(board, names, columns_of, answered),
        n_unnamed=int(np.isin(texts, BLANK).sum()),
        n_partial=int(partial.sum()),
    )


def _of_means(
    board: ScoreMatrix,
    names: tuple[str, ...],
    columns_of: list[NDArray[np.intp]],
    answered: NDArray[np.intp],
) -> ScoreMatrix:
    """Return the board of each model's mean over the items of a component that it answered."""
    filled = np.where(board.observed, board.values, 0.0)
    totals = np.column_stack([filled[:, items].sum(axis=1) for items in columns_of])
    means = np.divide(totals, answered, out=np.full_like(totals, np.nan), where=answered > 0)
    if board.bounds is not None:
        means = np.clip(means, *board.bounds)  # a mean may miss its bound by a last bit
    known = board.model_metadata
    return ScoreMatrix.from_array(
        means,
        models=board.models,
        items=names,
        scale="real" if board.scale == "real" else "bounded",
        bounds=board.bounds,
        model_metadata=known if len(known.column_names) > 1 else None,
    )


def products_of(board: ScoreMatrix, centred: Array, scaling: Scaling) -> ItemProducts:
    """Return exact integers for complete right/wrong boards, else products of centred scores."""
    if board.scale == "binary" and board.n_missing == 0 and scaling == "none":
        return right_wrong_products(board.values)
    return centred_products(centred)


def exhaustive_checks(
    products: ItemProducts, names: tuple[str, ...], path: GreedyPath
) -> tuple[ExhaustiveCheck, ...]:
    """Return the best set of every size from 2 on; nothing where there are too many items."""
    if len(names) > MOST_ITEMS:
        return ()
    every = np.arange(len(names))
    found = best_subsets(products.tile(every, every))
    sizes = zip(found, path.objective, strict=False)  # a path may end early
    return tuple(
        ExhaustiveCheck(
            size,
            tuple(names[i] for i in best.items),
            best.objective,
            float(greedy),
            bool(greedy >= best.objective * (1.0 - MARGIN)),
        )
        for size, (best, greedy) in enumerate(sizes, start=1)
        if size > 1
    )


def random_band(
    centred: Array, path: GreedyPath, size: int, *, draws: int, seed: int
) -> tuple[RandomSubsets, ...]:
    """Return random sets at sizes along the path; on very many items at the chosen size only."""
    sizes = {size}
    if centred.shape[1] <= MATRIX_ITEMS:
        for steps in (np.linspace, np.geomspace):
            sizes |= {round(step) for step in steps(1, path.order.size, BAND_SIZES)}
    ordered = tuple(sorted(sizes))
    drawn = random_subsets(centred, ordered, draws=draws, seed=seed)
    return tuple(
        RandomSubsets(size, float(column.mean()), float(column.min()), float(column.max()))
        for size, column in zip(ordered, drawn.T, strict=True)
    )


def over_models(board: ScoreMatrix, centred: Array, level: float) -> Interval | NotAnswered:
    """Jackknife log ED of a given set over families where they are known, else over models."""
    from scipy.special import stdtrit  # noqa: PLC0415 - needed for intervals only

    try:
        outcome = resample.jackknife_models(centred, family_numbers(board))
    except NotIdentified as reason:
        return NotAnswered(str(reason))
    tail = (1.0 + level) / 2.0
    half = float(stdtrit(outcome.degrees_of_freedom, tail)) * outcome.log_standard_error
    estimate, bound = moments(centred).effective_dimensionality, shape_bound(*centred.shape)
    return max(1.0, estimate / np.exp(half)), min(float(bound), estimate * np.exp(half))


def peak_caution(peak: Peak, n_ranked: int, unit: Unit) -> Caution | None:
    """Say what a peak of effective dimensionality is, and what it is not."""
    if peak.size == n_ranked:
        return None
    return Caution(
        "ed_peak",
        "Effective dimensionality is not monotone: along this path it is largest with "
        f"{peak.size:,} of {counted(n_ranked, unit)} ({number(peak.objective)}). The peak is a "
        f"property of this number, which falls when one more {unit} repeats what is there, and "
        "does not say how many are enough.",
    )


def noise_caution(board: ScoreMatrix, unit: Unit) -> Caution | None:
    """Say what ED-Greedy collects where items are right or wrong."""
    if unit != "item" or board.scale != "binary":
        return None
    return Caution(
        "greedy_collects_noise",
        "Scores are right or wrong, and ED-Greedy prefers items that agree with no other: among "
        "single items these are mostly the ones with most response noise. A set with a large "
        "effective dimensionality is not yet one that measures well; rank whole components, or "
        "look at the discrimination of what was chosen.",
    )


def component_cautions(components: Components, column: str) -> list[Caution]:
    """Say what the components leave out, and which of their scores are partial."""
    found = []
    if components.n_unnamed:
        found.append(
            Caution(
                "items_without_component",
                f"{counted(components.n_unnamed, 'item')} with a blank in column {column!r} "
                "belong to no component and are left out.",
            )
        )
    if components.n_partial:
        found.append(
            Caution(
                "partial_components",
                f"{counted(components.n_partial, 'component score')} of models are means over "
                "some of the component's items only, whose difficulty is then part of the score.",
            )
        )
    return found
