"""Published figures beside the scores they should come out of."""

import numpy as np
import pyarrow as pa
import pytest

from boards import load_board
from parallaxis.io.published_figures import differing_figures

VALUES = np.array([[1.0, 1.0, 0.0, 0.0], [1.0, 0.0, 0.0, np.nan], [0.0, 0.0, 0.0, 0.0]])


def table(column: str, cells: list[object]) -> pa.Table:
    """Return metadata of three models."""
    return pa.table({"model": ["a", "b", "c"], column: cells})


@pytest.mark.parametrize(
    ("column", "cells"),
    [("published_acc", [0.5, 0.333, 0.528]), ("Published pct", [50, 33.3, 52.8])],
)
def test_a_figure_that_does_not_come_out_is_named(column: str, cells: list[object]) -> None:
    (caution,) = differing_figures(VALUES, table(column, cells))
    assert caution.code == "headline_differs"
    assert "1 of 3 figures" in caution.text
    assert "'c': 52.8 % against 0 %" in caution.text


def test_figures_that_come_out_and_other_columns_are_no_matter() -> None:
    assert differing_figures(VALUES, table("published_acc", [0.5, None, 0.0])) == ()
    assert differing_figures(VALUES, table("published_rank", [1, 2, 3])) == ()
    assert differing_figures(VALUES, table("acc", [0.9, 0.9, 0.9])) == ()
    assert differing_figures(VALUES * 7.0, table("published_acc", [0.9, 0.9, 0.9])) == ()


def test_the_row_of_a_public_board_that_is_not_whole() -> None:
    notes = {note.code: note.text for note in load_board("swebench_bashonly").provenance.notes}
    assert "claude-3-7-sonnet-20250219': 52.8 % against 10.2 %" in notes["headline_differs"]
