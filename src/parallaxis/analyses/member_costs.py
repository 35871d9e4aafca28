"""What each model costs, by the models' metadata."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parallaxis.analyses.axes_labels import words_of
from parallaxis.cautions import Caution
from parallaxis.matrix import ScoreMatrix

Array = NDArray[np.float64]
COSTS = frozenset(["cost", "costs", "price", "prices"])


class MemberCosts(NamedTuple):
    """The column that holds costs, and each model's, NaN where there is no number."""

    column: str
    values: Array


def member_costs(board: ScoreMatrix) -> MemberCosts | None:
    """Return the costs of the board's models; None where no column named so holds a number."""
    for column in board.model_metadata.column_names[1:]:
        if words_of(column) & COSTS:
            values = np.array([_number(cell) for cell in board.metadata("model", column) or []])
            if not np.isnan(values).all():
                return MemberCosts(column, values)
    return None


def cost_cautions(board: ScoreMatrix) -> tuple[Caution, ...]:
    """Say which cells of a column of costs are no numbers."""
    found = member_costs(board)
    if found is None:
        return ()
    cells = board.metadata("model", found.column) or []
    unread = [
        (model, cell)
        for model, cell, value in zip(board.models, cells, found.values, strict=True)
        if np.isnan(value) and str("" if cell is None else cell).strip() not in {"", "nan"}
    ]
    if not unread:
        return ()
    model, cell = unread[0]
    text = (
        f"{len(unread)} of {board.n_models} cells of the column {found.column!r} are no numbers, "
        f"such as {str(cell)!r:.40} of {model!r}; these costs are taken as not known."
    )
    return (Caution("costs_unread", text),)


def _number(cell: object) -> float:
    """Return a cell as a number; NaN where it is none."""
    if isinstance(cell, bool) or not isinstance(cell, int | float | str):
        return np.nan
    try:
        return float(cell)
    except (ValueError, OverflowError):
        return np.nan
