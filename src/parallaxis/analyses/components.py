"""What the components of a board are: its items where they are few, else groups of its items."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from parallaxis.analyses.axes_labels import item_groups
from parallaxis.analyses.breadth_parts import family_numbers
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.errors import InputError, MissingDataError, NotIdentified
from parallaxis.ingredients import Ingredients
from parallaxis.kernels.attenuation import Influenced, coefficient_alpha
from parallaxis.kernels.pair_correlations import FEWEST_GROUPS, cluster_error
from parallaxis.kernels.scaling import item_means
from parallaxis.matrix import ScoreMatrix
from parallaxis.numerals import counted

Array = NDArray[np.float64]
Unit = Literal["score", "zscore"]
MOST = 60  # components, above which a table of pairs is nobody's reading
KNOWN = 0.5  # share of its items that a model must have for a score of the group
COMPLETE = 0.5  # share of the models that must have all items of a group, for its reliability
UNLIKE = 10.0  # ratio of standard deviations from which components are in different units
SINGLE = NotAnswered("it is a single column; reliability needs the items behind it")


@dataclass(frozen=True, eq=False, slots=True)
class Components:
    """The parts of a board that are compared with each other.

    Attributes
    ----------
    names : tuple of str
    scores : ndarray, shape (n_models, n_components)
        Mean over the items of a group that a model has; NaN with fewer than half of them.
    items : tuple of ndarray of int
        Columns of the board that each component is made of.
    column : str
        Column of the item metadata that makes the groups; empty where the items are the components.
    unit : {"score", "zscore"}
        In which unit components may be averaged with each other: the scores as they are, or
        z-scores where they are real or differ more than tenfold in spread. Groups of a board of
        real scores are made of items in z-scores too.
    n_ungrouped : int
        Items without a group, which are in no component.
    constant : tuple of str
        Components without variance, or without a score, which are left out of `names`.
    """

    names: tuple[str, ...]
    scores: Array
    items: tuple[NDArray[np.intp], ...]
    column: str
    unit: Unit
    n_ungrouped: int
    constant: tuple[str, ...]

    @property
    def comparable(self) -> Array:
        """Scores that may be averaged over components, in their common unit."""
        if self.unit == "score":
            return self.scores
        centred = self.scores - item_means(self.scores)
        return np.asarray(centred / np.sqrt(item_means(centred * centred)))


def components_of(shared: Ingredients, *, column: str | None = None) -> Components | NotAnswered:
    """Which parts of this board can be compared with each other?

    Parameters
    ----------
    shared : Ingredients
        The board.
    column : str, optional
        Column of the item metadata whose groups are the components. By default the items
        themselves where there are at most 60, else the first known column of groups (such as
        ``subject``, ``category``, ``repo``) that has 2 to 60.

    Returns
    -------
    Components or NotAnswered
        Not answered with more than 60 items and no groups, or with fewer than two components that
        vary; the reason says what to hand in.

    Raises
    ------
    MissingDataError
        The board has no such column.
    InputError
        The column has fewer than 2 or more than 60 groups.

    Examples
    --------
    >>> found = components_of(Ingredients(ScoreMatrix.from_array([[1, 0], [0, 1], [1, 1]])))
    >>> found.names, found.unit
    (('item 1', 'item 2'), 'score')
    """
    board = shared.board
    if column is None and board.n_items <= MOST:
        return _kept(board, board.items, [np.array([i]) for i in range(board.n_items)], "")
    grouped = _named(board, column) if column is not None else _known(board)
    if grouped is None:
        return NotAnswered(
            f"{counted(board.n_items, 'item')} make too many pairs (components are at most {MOST}),"
            f" and no item metadata puts them into 2 to {MOST} groups; name a column that does"
        )
    where, names, labels = grouped
    return _kept(board, names, [np.flatnonzero(labels == g) for g in range(len(names))], where)


def reliability(
    shared: Ingredients, found: Components, component: int
) -> tuple[Influenced, float] | NotAnswered:
    """Return a component's coefficient α (KR-20 on right/wrong scores) with its standard error.

    Parameters
    ----------
    shared : Ingredients
    found : Components
        Of this board.
    component : int
        Place in ``found.names``.

    Returns
    -------
    (Influenced, float) or NotAnswered
        The error is cluster-robust over families where they are known, and NaN with fewer than
        five. Not answered for single columns, where the items do not vary, and where fewer than
        half of the models have all items.
    """
    columns = found.items[component]
    if columns.size < 2:
        return SINGLE
    values = _item_scores(shared.board)[:, columns]
    complete = int((~np.isnan(values).any(axis=1)).sum())
    if complete < COMPLETE * len(values):
        return NotAnswered(
            f"{counted(complete, 'model')} of {len(values):,} have all {columns.size:,} items"
        )
    try:
        alpha = coefficient_alpha(values)
    except NotIdentified as reason:
        return NotAnswered(str(reason))
    groups = family_numbers(shared.board)
    return alpha, float(cluster_error(alpha.influence[:, None], groups)[0])


def reliability_estimate(
    shared: Ingredients, answer: tuple[Influenced, float] | NotAnswered, *, level: float
) -> Estimate | NotAnswered:
    """Return a reliability with its interval, taken on the scale of log(1 − α)."""
    from scipy.special import stdtrit  # noqa: PLC0415 - needed for intervals only

    if isinstance(answer, NotAnswered):
        return answer
    alpha, error = answer
    n_groups = int(family_numbers(shared.board).max()) + 1
    noise = 1.0 - alpha.value
    if np.isnan(error) or not noise > 0.0:
        why = f"{n_groups} independent groups of models; an interval needs {FEWEST_GROUPS}"
        why = why if np.isnan(error) else "the items agree in every model"
        return Estimate(alpha.value, NotAnswered(why))
    factor = float(np.exp(stdtrit(n_groups - 1, (1.0 + level) / 2.0) * error / noise))
    return Estimate(alpha.value, (1.0 - noise * factor, 1.0 - noise / factor))


def _known(board: ScoreMatrix) -> tuple[str, tuple[str, ...], NDArray[np.int64]] | None:
    """Return the first known column with a number of groups that can be read."""
    for found in item_groups(board):
        if 2 <= len(found.names) <= MOST:
            return found.column, found.names, found.labels
    return None


def _named(board: ScoreMatrix, column: str) -> tuple[str, tuple[str, ...], NDArray[np.int64]]:
    """Return the groups of the column that the caller names."""
    values = board.metadata("item", column)
    columns = board.item_metadata.column_names[1:]
    if values is None or column not in columns:
        known = ", ".join(map(repr, columns)) or "none"
        raise MissingDataError(f"no item metadata column {column!r}; there are: {known}.")
    texts = ["" if value is None else str(value).strip() for value in values]
    names = tuple(sorted(set(texts) - {"", "nan"}))
    if not 2 <= len(names) <= MOST:
        raise InputError(
            f"item metadata column {column!r} has {counted(len(names), 'group')}; pass one with 2 "
            f"to {MOST}."
        )
    number = {name: place for place, name in enumerate(names)}
    return column, names, np.array([number.get(text, -1) for text in texts], dtype=np.int64)


def _kept(
    board: ScoreMatrix, names: tuple[str, ...], items: list[NDArray[np.intp]], column: str
) -> Components | NotAnswered:
    """Score the components, and set those aside that do not vary."""
    values = _item_scores(board) if column else board.values
    scores = np.column_stack([_mean(values[:, columns]) for columns in items])
    spread = _spread(scores)
    varies = np.flatnonzero(spread > 0.0)
    if varies.size < 2:
        return NotAnswered(
            f"{counted(int(varies.size), 'component')} with variance among {len(names)}; "
            "a pair needs 2"
        )
    alike = spread[varies].max() <= UNLIKE * spread[varies].min()
    return Components(
        names=tuple(names[i] for i in varies),
        scores=scores[:, varies],
        items=tuple(items[i] for i in varies),
        column=column,
        unit="score" if alike and board.scale != "real" else "zscore",
        n_ungrouped=board.n_items - sum(columns.size for columns in items),
        constant=tuple(names[i] for i in np.flatnonzero(~(spread > 0.0))),
    )


def _item_scores(board: ScoreMatrix) -> Array:
    """Return the scores of items in the unit in which they are averaged into groups."""
    if board.scale != "real":
        return board.values
    centred = board.values - item_means(board.values)
    spread = np.sqrt(item_means(centred * centred))
    return np.asarray(centred / np.where(spread > 0.0, spread, 1.0))


def _mean(values: Array) -> Array:
    """Return each model's mean over the items it has; NaN with fewer than half of them."""
    known = ~np.isnan(values)
    count = known.sum(axis=1)
    total = np.where(known, values, 0.0).sum(axis=1)
    enough = (count >= KNOWN * values.shape[1]) & (count > 0)
    out = np.full(len(values), np.nan)
    return np.asarray(np.divide(total, count, out=out, where=enough))


def _spread(scores: Array) -> Array:
    """Return the standard deviation of each component; 0 where it is constant."""
    centred = scores - item_means(scores)
    return np.asarray(np.sqrt(item_means(centred * centred)))
