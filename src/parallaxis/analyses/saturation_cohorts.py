"""Which groups of models are looked at for saturation: families, the best third, the newest."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis.analyses.axes_labels import calendars, lineages
from parallaxis.analyses.cohorts import UNKNOWN
from parallaxis.kernels.dead_items import dead_items, expected_dead_shares
from parallaxis.kernels.scaling import item_means
from parallaxis.matrix import ScoreMatrix

Array = NDArray[np.float64]
Rows = NDArray[np.intp]
FAMILY = 20  # models from which a family is a cohort of its own
FEWEST = 4  # models that a third must have
MOST_FAMILIES = 20  # families that are listed, the largest


@dataclass(frozen=True, slots=True)
class CohortItems:
    """Items that tell none of a cohort's models apart.

    Attributes
    ----------
    kind : {"all", "family", "top third", "newest third"}
    name : str
        Of the family with its column; else what the third is by.
    n_models : int
    n_dead, at_ceiling, at_floor : int
        Items on which all scored models agree; at the highest, and at the lowest possible score
        (0 where the scale has none).
    n_scored : int
        Items with two scored models or more: only these can be called dead.
    share : float
        n_dead over n_scored; NaN without any.
    by_chance : float
        Share that would be dead among as many models drawn at random from the board.
    """

    kind: str
    name: str
    n_models: int
    n_dead: int
    at_ceiling: int
    at_floor: int
    n_scored: int
    share: float
    by_chance: float


def cohorts(board: ScoreMatrix) -> tuple[CohortItems, ...]:
    """Which items are dead for whom?

    Parameters
    ----------
    board : ScoreMatrix
        Higher scores better. NaN = not scored.

    Returns
    -------
    tuple of CohortItems
        All models; the best third by mean score and the newest third by date (where at least four
        models are in one, and dates are known); families of 20 models or more, the 20 largest.

    Examples
    --------
    >>> board = ScoreMatrix.from_array(np.tril(np.ones((12, 12))))
    >>> [(one.kind, one.n_models, one.n_dead) for one in cohorts(board)]
    [('all', 12, 1), ('top third', 4, 9)]
    """
    every = np.arange(board.n_models)
    found = [("all", "all models", every)]
    if board.n_models >= 3 * FEWEST:
        best = np.sort(by_score(board.values)[: board.n_models // 3])
        found.append(("top third", "by mean score", best))
    newest = _newest(board)
    if newest is not None:
        found.append(("newest third", *newest))
    found += _families(board)
    sizes = [max(rows.size, min(2, board.n_models)) for _, _, rows in found]
    if board.n_models < 2:
        chances = np.full(len(found), np.nan)
    else:
        chances = expected_dead_shares(board.values, sizes)
    return tuple(
        _dead(board, *one, float(chance)) for one, chance in zip(found, chances, strict=True)
    )


def mean_scores(values: Array) -> Array:
    """Return the mean score of each model, as if all were scored on items of average difficulty.

    Parameters
    ----------
    values : ndarray, shape (n_models, n_items)
        NaN = not scored. Each score counts less the mean of its item, and the mean of the items'
        means is added; without a gap this is the plain mean.

    Returns
    -------
    ndarray, shape (n_models,)

    Examples
    --------
    >>> mean_scores(np.array([[1.0, 0.0], [1.0, np.nan], [0.0, 0.0]])).round(3).tolist()
    [0.5, 0.667, 0.0]
    """
    seen, level = ~np.isnan(values), item_means(values)
    above = np.where(seen, values - level, 0.0).sum(axis=1) / np.maximum(seen.sum(axis=1), 1)
    return np.asarray(above + level.mean())


def by_score(values: Array) -> Rows:
    """Return the models by their mean score, best first; ties in the board's order.

    Examples
    --------
    >>> by_score(np.array([[0.0, 0.0], [1.0, 1.0], [1.0, 0.0]])).tolist()
    [1, 2, 0]
    """
    means = mean_scores(values)
    size = float(np.abs(means).max(initial=0.0))
    return np.argsort(-np.round(means / (size if size > 0.0 else 1.0), 12), kind="stable")


def _newest(board: ScoreMatrix) -> tuple[str, Rows] | None:
    """Return the newest third of the models with dates, and what the dates are from."""
    for calendar in calendars(board):
        dated = np.flatnonzero(np.isfinite(calendar.days))
        if dated.size >= 3 * FEWEST:
            order = dated[np.argsort(-calendar.days[dated], kind="stable")]
            name = "names" if calendar.column == "model" else calendar.column
            return f"by {name}", np.sort(order[: dated.size // 3])
    return None


def _families(board: ScoreMatrix) -> list[tuple[str, str, Rows]]:
    """Return the large families of each column that names some."""
    found = []
    for grouping in lineages(board):
        sizes = np.bincount(grouping.labels[grouping.labels >= 0], minlength=len(grouping.names))
        for group in np.flatnonzero(sizes >= FAMILY):
            if grouping.names[group].lower() in UNKNOWN:
                continue
            name = f"{grouping.column} {grouping.names[group]}"
            found.append(("family", name, grouping.rows(int(group))))
    found.sort(key=lambda one: (-one[2].size, one[1]))
    return found[:MOST_FAMILIES]


def _dead(board: ScoreMatrix, kind: str, name: str, rows: Rows, chance: float) -> CohortItems:
    """Count the dead items of one cohort."""
    found = dead_items(board.values[rows], board.bounds)
    return CohortItems(
        kind=kind,
        name=name,
        n_models=rows.size,
        n_dead=int(found.dead.sum()),
        at_ceiling=int(found.at_ceiling.sum()),
        at_floor=int(found.at_floor.sum()),
        n_scored=int(found.scored.sum()),
        share=found.share,
        by_chance=round(chance, 12),
    )
