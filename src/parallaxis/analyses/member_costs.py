"""What each model costs, by the models' metadata."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parallaxis.analyses.axes_labels import words_of
from parallaxis.matrix import ScoreMatrix

Array = NDArray[np.float64]
COSTS = frozenset(["cost", "costs", "price", "prices"])


class MemberCosts(NamedTuple):
    """The column that holds costs, and each model's, NaN where there is no number."""

    column: str
    values: Array


def member_costs(board: ScoreMatrix) -> MemberCosts | None:
    """Return the costs of the board's models; None where no column of numbers is named so."""
    for column in board.model_metadata.column_names[1:]:
        if words_of(column) & COSTS:
            values = np.array([_number(cell) for cell in board.metadata("model", column) or []])
            if np.isfinite(values).any():
                return MemberCosts(column, values)
    return None


def _number(cell: object) -> float:
    """Return a cell as a number; NaN where it is none."""
    return float(cell) if isinstance(cell, int | float) and not isinstance(cell, bool) else np.nan
