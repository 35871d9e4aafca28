"""Costs of models: which column, which cells, and what is said of the rest."""

import numpy as np
import pytest

from parallaxis.analyses.member_costs import cost_cautions, member_costs
from parallaxis.analyses.panel import panel
from parallaxis.errors import InputError
from parallaxis.matrix import ScoreMatrix
from parallaxis.worlds import shared_component


def board(column: str, cells: list[object]) -> ScoreMatrix:
    """Return a board of models with a column."""
    values = shared_component(n_models=len(cells), n_items=60).board.values
    return ScoreMatrix.from_array(values, model_metadata={column: cells})


@pytest.mark.parametrize("column", ["cost", "total_cost_usd", "pricePerTask"])
def test_a_column_named_so_is_found(column: str) -> None:
    found = member_costs(board(column, [1, 2.5, None]))
    assert found is not None
    assert found.column == column
    assert np.array_equal(found.values, [1.0, 2.5, np.nan], equal_nan=True)


def test_other_columns_are_no_costs() -> None:
    assert member_costs(board("costume", [1, 2, 3])) is None
    assert member_costs(board("cost", ["cheap", "dear", "dear"])) is None


def test_cells_that_are_no_numbers_are_said() -> None:
    mixed = board("cost", ["1", "abc", "3"])
    (caution,) = cost_cautions(mixed)
    assert "1 of 3 cells of the column 'cost' are no numbers, such as 'abc' of" in caution.text
    assert caution in panel(mixed, draws=2).cautions
    assert cost_cautions(board("cost", [1.0, None, 3.0])) == ()


@pytest.mark.parametrize("cost", [-1.0, 1e308, float("inf")])
def test_costs_that_cannot_be_added_are_refused_by_name(cost: float) -> None:
    with pytest.raises(InputError, match="the cost of 'model 2' is"):
        panel(board("cost", [1.0, cost, 3.0]), draws=2)
