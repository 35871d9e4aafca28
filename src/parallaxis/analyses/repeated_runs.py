"""Which rows of a board are repetitions of one and the same model?"""

import re
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parallaxis.matrix import ScoreMatrix

Array = NDArray[np.float64]
NUMBERED = re.compile(r"(?P<model>.*\S)\s*#(?P<run>\d+)")


@dataclass(frozen=True, slots=True)
class RunGroup:
    """The rows of one model that was run more than once.

    Attributes
    ----------
    model : str
        Name without what tells the runs apart.
    rows : tuple of int
        Rows of the board, in the order of their runs.
    runs : tuple of str
        What tells them apart: the number behind ``#``, or the value of the column ``run``.
    """

    model: str
    rows: tuple[int, ...]
    runs: tuple[str, ...]


def repeated_runs(board: ScoreMatrix) -> tuple[RunGroup, ...]:
    """Which rows are runs of one model?

    Parameters
    ----------
    board : ScoreMatrix
        A row is a run where its name ends in ``#`` and a number, or where the model metadata has a
        column ``run`` with a value for it; that value is then taken off the end of its name.

    Returns
    -------
    tuple of RunGroup
        Models with two rows or more, in the order of their first rows. Empty where there is none.

    Examples
    --------
    >>> names = ["a#2", "a#1", "b#1", "c"]
    >>> repeated_runs(ScoreMatrix.from_array([[1, 0]] * 4, models=names))
    (RunGroup(model='a', rows=(1, 0), runs=('1', '2')),)
    """
    marks = board.metadata("model", "run") or [None] * board.n_models
    found: dict[str, list[tuple[str, int]]] = {}
    for row, (name, mark) in enumerate(zip(board.models, marks, strict=True)):
        split = _split(name, mark)
        if split is not None:
            found.setdefault(split[0], []).append((split[1], row))
    return tuple(_group(model, rows) for model, rows in found.items() if len(rows) > 1)


def runs_array(values: Array, groups: tuple[RunGroup, ...]) -> Array:
    """Return the scored runs of each model on each item, in the order of the runs.

    Parameters
    ----------
    values : ndarray, shape (n_rows, n_items)
    groups : tuple of RunGroup
        At least one.

    Returns
    -------
    ndarray, shape (n_runs, n_models, n_items)
        As many as the model with most runs has. A run without a score on an item is passed over
        there, so NaN comes last: the first R layers are complete where R runs were scored.

    Examples
    --------
    >>> pair = RunGroup("a", (1, 0), ("1", "2"))
    >>> runs_array(np.array([[0.0, 1.0], [np.nan, 0.5]]), (pair,)).tolist()
    [[[0.0, 0.5]], [[nan, 1.0]]]
    """
    n_runs = max(len(group.rows) for group in groups)
    out = np.full((n_runs, len(groups), values.shape[1]), np.nan)
    for place, group in enumerate(groups):
        rows = values[list(group.rows)]
        order = np.argsort(np.isnan(rows), axis=0, kind="stable")
        out[: len(rows), place] = np.take_along_axis(rows, order, axis=0)
    return out


def one_row_a_model(values: Array, groups: tuple[RunGroup, ...]) -> tuple[Array, NDArray[np.intp]]:
    """Return the board with the runs of each model averaged, and the first row of each model.

    Parameters
    ----------
    values : ndarray, shape (n_rows, n_items)
    groups : tuple of RunGroup

    Returns
    -------
    averaged : ndarray, shape (n_models, n_items)
        Mean over the scored runs; NaN where none was scored.
    rows : ndarray of int, shape (n_models,)
        In the order of the board.

    Examples
    --------
    >>> scores = np.array([[0.0, np.nan], [1.0, 1.0], [0.0, 0.0]])
    >>> averaged, rows = one_row_a_model(scores, (RunGroup("a", (0, 1), ("1", "2")),))
    >>> averaged.tolist(), rows.tolist()
    ([[0.5, 1.0], [0.0, 0.0]], [0, 2])
    """
    members: dict[int, tuple[int, ...]] = {row: (row,) for row in range(values.shape[0])}
    for group in groups:
        for row in group.rows:
            del members[row]
        members[min(group.rows)] = group.rows
    rows = sorted(members)
    averaged = np.array(values[rows])
    for place, row in enumerate(rows):
        if len(members[row]) > 1:
            averaged[place] = _mean_of_scored(values[list(members[row])])
    return averaged, np.array(rows, dtype=np.intp)


def _split(name: str, mark: Any) -> tuple[str, str] | None:
    """Return model and run of a row; None where nothing marks it as a run."""
    if mark not in (None, ""):
        run = f"{mark:g}" if isinstance(mark, float) else str(mark)
        tail = re.compile(rf"(?P<model>.*?\w)[\W_]*(?:run[\W_]*)?{re.escape(run)}\W*")
        found = tail.fullmatch(name)
        return (found["model"] if found else name, run)
    numbered = NUMBERED.fullmatch(name)
    return None if numbered is None else (numbered["model"], numbered["run"])


def _group(model: str, rows: list[tuple[str, int]]) -> RunGroup:
    """Return the rows of one model, runs with numbers in the order of the numbers."""
    ordered = sorted(rows, key=lambda one: (not one[0].isdigit(), one[0].zfill(12), one[1]))
    return RunGroup(model, tuple(row for _, row in ordered), tuple(run for run, _ in ordered))


def _mean_of_scored(values: Array) -> Array:
    """Return the mean over rows where there is a score; NaN where there is none."""
    seen = ~np.isnan(values)
    counts = seen.sum(axis=0)
    sums = np.where(seen, values, 0.0).sum(axis=0)
    return np.asarray(np.divide(sums, counts, out=np.full(counts.size, np.nan), where=counts > 0))
