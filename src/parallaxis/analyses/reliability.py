"""Would other items, other models or another run have said the same?"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parallaxis import _checks
from parallaxis.analyses.axes_labels import WHOLE_ITEMS, item_groups
from parallaxis.analyses.breadth_parts import family_numbers
from parallaxis.analyses.run_agreement import RunAgreement, run_agreement, run_labels
from parallaxis.analyses.saturation_cohorts import mean_scores
from parallaxis.answers import Estimate, Interval, NotAnswered
from parallaxis.errors import NotIdentified
from parallaxis.ingredients import Ingredients
from parallaxis.kernels.draws import one_blas_thread
from parallaxis.kernels.internal_consistency import (
    InternalConsistency,
    feldt_interval,
    internal_consistency,
)
from parallaxis.kernels.split_stability import ItemSplits, ModelSplits, split_items, split_models
from parallaxis.matrix import ScoreMatrix
from parallaxis.numerals import counted

Array = NDArray[np.float64]
TOP = 10  # best models that are compared between halves of the items,
TOP_SHARE = 5  # and at most one model in so many
FEWEST_IN_HALF = 3  # models, or items, that a half must have


@dataclass(frozen=True, slots=True)
class HalfBreadth:
    """ED of halves of the board.

    Attributes
    ----------
    mean : float
        Over both halves of all splits.
    interval : (float, float)
        Central range of the halves at the result's level: how far halves differ, not an interval
        for the whole board.
    lowest, highest : float
        Over all halves.
    ratio : float
        Geometric mean, over splits, of the larger half's ED over the smaller's; 1 or more.
    """

    mean: float
    interval: Interval
    lowest: float
    highest: float
    ratio: float


@dataclass(frozen=True, slots=True)
class ItemHalves:
    """What halves of the items agree on.

    Attributes
    ----------
    n_splits : int
    breadth : HalfBreadth or NotAnswered
    ranking : Estimate or NotAnswered
        Spearman correlation of the models' mean scores between halves: mean over splits, with the
        central range of the splits. Of halves; it is not stepped up.
    total : Estimate or NotAnswered
        Their Pearson correlation, likewise, before Spearman–Brown.
    top : int
        How many best models are compared.
    kept : float
        Share of them that the other half has among its best, 0 to 1.
    kept_by_chance : float
        What unrelated halves would keep.
    """

    n_splits: int
    breadth: HalfBreadth | NotAnswered
    ranking: Estimate | NotAnswered
    total: Estimate | NotAnswered
    top: int
    kept: float
    kept_by_chance: float


@dataclass(frozen=True, slots=True)
class ModelHalves:
    """What halves of the models agree on.

    Attributes
    ----------
    n_splits : int
    n_groups : int
        What is put into halves: families; without, models with all their runs.
    breadth : HalfBreadth or NotAnswered
    n_models : int
        Models whose halves `breadth` is of: all, or a random 2,000.
    difficulty : Estimate or NotAnswered
        Spearman correlation of the items' mean scores between halves: mean over splits, with the
        central range of the splits.
    """

    n_splits: int
    n_groups: int
    breadth: HalfBreadth | NotAnswered
    n_models: int
    difficulty: Estimate | NotAnswered


@dataclass(frozen=True, slots=True)
class Leader:
    """Does the best model stay first?

    Attributes
    ----------
    models : tuple of str
        The best model by the mean of all items; several where they tie.
    first : float
        Share of halves of the items in which it (or one of them) is first; ties share.
    runner_up : str or None
        The other model that is first most often.
    runner_up_first : float
    n_ever_first : int
        Models that are first, alone or tied, in at least one half.
    """

    models: tuple[str, ...]
    first: float
    runner_up: str | None
    runner_up_first: float
    n_ever_first: int


@dataclass(frozen=True, slots=True)
class Reliability:
    """Would other items, other models or another run have said the same?

    Attributes
    ----------
    alpha : Estimate or NotAnswered
        Cronbach's α (KR-20 of right/wrong scores) of the items with variance; Feldt's interval
        over models, or over as many as there are families, or models with all their runs, where
        these are known.
    alpha_standardised, lambda2 : float or NotAnswered
        α of standardised items, and Guttman's λ2, never below α.
    spearman_brown : Estimate or NotAnswered
        Reliability of the mean over all items from halves: mean over splits of the stepped-up
        correlation, with the central range of the splits.
    split_items : ItemHalves or NotAnswered
    split_models : ModelHalves or NotAnswered
    runs : RunAgreement or NotAnswered
    leader : Leader or NotAnswered
    level : float
        Of the intervals and of the central ranges.
    """

    alpha: Estimate | NotAnswered
    alpha_standardised: float | NotAnswered
    lambda2: float | NotAnswered
    spearman_brown: Estimate | NotAnswered
    split_items: ItemHalves | NotAnswered
    split_models: ModelHalves | NotAnswered
    runs: RunAgreement | NotAnswered
    leader: Leader | NotAnswered
    level: float


def reliability(
    board: ScoreMatrix | Ingredients, *, splits: int = 100, level: float = 0.95, seed: int = 0
) -> Reliability:
    """Would other items, other models or another run have said the same?

    Parameters
    ----------
    board : ScoreMatrix
        NaN = not scored. α then rests on pairwise covariances, means of models on the items they
        were scored on (less the items' means), and ED on item means in place of what is missing.
    splits : int, default 100
        Random splits into halves, of the items and of the models; all different splits where there
        are no more. Families, runs of one model, and items of one passage stay together.
    level : float, default 0.95
    seed : int, default 0

    Returns
    -------
    Reliability

    Raises
    ------
    InputError
        A setting out of range.

    Notes
    -----
    α, λ2 and Spearman–Brown speak of the mean score only: a board of many unrelated abilities has
    a low α and may rank well on each. ED of halves is that of a smaller board: on right/wrong
    scores it is lower than that of the whole.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> scores = rng.normal(size=(40, 1)) + rng.normal(size=(40, 60))
    >>> found = reliability(ScoreMatrix.from_array(scores))
    >>> round(found.alpha.estimate, 2), round(found.split_items.ranking.estimate, 2)
    (0.98, 0.95)
    """
    _checks.positive_integer("splits", splits)
    _checks.probability("level", level)
    seed = _checks.seed(seed)
    shared = Ingredients.of(board)
    with one_blas_thread():
        consistency = _consistency(shared)
        by_items = _item_splits(shared.board, splits, seed)
        by_models = _model_splits(shared.board, splits, seed)
        return Reliability(
            **_of_total(consistency, shared.board, level),
            spearman_brown=_over_splits(by_items, "total", level),
            split_items=_item_halves(by_items, shared.board.n_models, level),
            split_models=_model_halves(by_models, shared.board, level),
            runs=run_agreement(shared.board, level=level),
            leader=_leader(shared.board, by_items),
            level=level,
        )


def _consistency(shared: Ingredients) -> InternalConsistency | NotAnswered:
    """Return α and its relatives of the items with variance."""
    try:
        return internal_consistency(shared.board.values[:, shared.live])
    except NotIdentified as reason:
        return NotAnswered(str(reason).rstrip("."))


def _of_total(
    found: InternalConsistency | NotAnswered, board: ScoreMatrix, level: float
) -> dict[str, Any]:
    """Return the fields that speak of the total score."""
    if isinstance(found, NotAnswered):
        return dict.fromkeys(("alpha", "alpha_standardised", "lambda2"), found)
    n_groups = int(np.unique(_model_units(board)).size)
    independent = min(found.n_models, n_groups)
    interval: Interval | NotAnswered = NotAnswered(f"{counted(independent, 'family', 'families')}")
    if independent >= 3:
        interval = feldt_interval(
            found.alpha, n_models=independent, n_items=found.n_items, level=level
        )
    return {
        "alpha": Estimate(found.alpha, interval),
        "alpha_standardised": found.standardised,
        "lambda2": found.lambda2,
    }


def _model_units(board: ScoreMatrix) -> NDArray[np.intp]:
    """Return what stays in one half: families where they are known, else the runs of a model."""
    runs = run_labels(board)
    if runs is None or board.metadata("model", "family") is not None:
        return family_numbers(board)
    return runs


def _item_splits(board: ScoreMatrix, splits: int, seed: int) -> ItemSplits | NotAnswered:
    """Split the items, unless there is nothing to split or to rank."""
    n_models, n_items = board.shape
    units = _item_units(board)
    if not board.observed.any():
        return NotAnswered("the board holds no score")
    if np.unique(units).size < 2 or n_models < FEWEST_IN_HALF:
        items = counted(n_items, "item")
        return NotAnswered(f"{items} of {counted(n_models, 'model')}: too few to split the items")
    top = min(TOP, max(1, n_models // TOP_SHARE))
    return split_items(board.values, units, top=top, splits=splits, seed=seed)


def _item_units(board: ScoreMatrix) -> NDArray[np.intp]:
    """Return what stays in one half: the items of a passage, or each item by itself."""
    units = np.arange(board.n_items)
    for grouping in item_groups(board):
        if grouping.column in WHOLE_ITEMS:
            return np.where(grouping.labels >= 0, grouping.labels + board.n_items, units)
    return units


def _model_splits(board: ScoreMatrix, splits: int, seed: int) -> ModelSplits | NotAnswered:
    """Split the models, unless a half would have fewer than three."""
    groups = _model_units(board)
    if board.n_models < 2 * FEWEST_IN_HALF or np.unique(groups).size < 2:
        models = counted(board.n_models, "model")
        families = counted(np.unique(groups).size, "family", "families")
        return NotAnswered(f"{models} of {families}: too few to split the models")
    return split_models(board.values, groups, splits=splits, seed=seed)


def _item_halves(
    found: ItemSplits | NotAnswered, n_models: int, level: float
) -> ItemHalves | NotAnswered:
    """Summarise halves of the items."""
    if isinstance(found, NotAnswered):
        return found
    return ItemHalves(
        n_splits=len(found.breadth),
        breadth=_half_breadth(found.breadth, level),
        ranking=_over_splits(found, "spearman", level),
        total=_over_splits(found, "pearson", level),
        top=found.top,
        kept=float(found.kept.mean()),
        kept_by_chance=found.top / n_models,
    )


def _model_halves(
    found: ModelSplits | NotAnswered, board: ScoreMatrix, level: float
) -> ModelHalves | NotAnswered:
    """Summarise halves of the models."""
    if isinstance(found, NotAnswered):
        return found
    few = NotAnswered(f"{counted(board.n_items, 'item')} have no ranks to compare")
    return ModelHalves(
        n_splits=len(found.breadth),
        n_groups=int(np.unique(_model_units(board)).size),
        breadth=_half_breadth(found.breadth, level),
        n_models=found.n_models,
        difficulty=few if board.n_items < 3 else _over_splits(found, "spearman", level),
    )


def _half_breadth(drawn: Array, level: float) -> HalfBreadth | NotAnswered:
    """Summarise ED of both halves over splits."""
    known = drawn[np.isfinite(drawn).all(axis=1)]
    if not known.size:
        return NotAnswered("in every split a half has no variance or fewer than three models")
    return HalfBreadth(
        mean=float(known.mean()),
        interval=_central(known.ravel(), level),
        lowest=float(known.min()),
        highest=float(known.max()),
        ratio=float(np.exp(np.abs(np.log(known[:, 0] / known[:, 1])).mean())),
    )


def _over_splits(
    found: ItemSplits | ModelSplits | NotAnswered, name: str, level: float
) -> Estimate | NotAnswered:
    """Return the mean of one number over splits with their central range."""
    if isinstance(found, NotAnswered):
        return found
    values: Array = getattr(found, name)
    known = values[np.isfinite(values)]
    if not known.size:
        return NotAnswered(
            "in every split all of a half tie, or both halves add up to the same for all"
        )
    return Estimate(float(known.mean()), _central(known, level))


def _central(drawn: Array, level: float) -> Interval:
    """Return the central range of draws."""
    low, high = np.quantile(drawn, ((1.0 - level) / 2.0, (1.0 + level) / 2.0))
    return float(low), float(high)


def _leader(board: ScoreMatrix, found: ItemSplits | NotAnswered) -> Leader | NotAnswered:
    """Say how often the best model is first in halves of the items."""
    if isinstance(found, NotAnswered):
        return found
    means = mean_scores(board.values)
    best = means >= means.max() - 1e-12 * max(1.0, float(np.abs(means).max()))
    if best.all():
        return NotAnswered("all models tie")
    others = np.where(best, -1.0, found.first)
    runner = int(others.argmax())
    return Leader(
        models=tuple(board.models[i] for i in np.flatnonzero(best)),
        first=float(found.first[best].sum()),
        runner_up=board.models[runner] if others[runner] > 0.0 else None,
        runner_up_first=max(0.0, float(others[runner])),
        n_ever_first=int((found.first > 0.0).sum()),
    )
