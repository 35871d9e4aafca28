"""Runs of one model are found by name or by metadata, and averaged without inventing scores."""

import numpy as np
import pytest

from boards import load_board
from parallaxis.analyses.repeated_runs import one_row_a_model, repeated_runs, runs_array
from parallaxis.matrix import ScoreMatrix


def board(names: list[str], **metadata: list[object]) -> ScoreMatrix:
    """Return a board of these rows."""
    values = np.arange(2.0 * len(names)).reshape(-1, 2)
    return ScoreMatrix.from_array(values, models=names, model_metadata=metadata or None)


def test_names_that_differ_by_a_number_behind_a_hash() -> None:
    found = repeated_runs(board(["a#10", "b", "a#2", "c#1", "d #1", "d #2", "#3", "#4", "a#x"]))
    assert [(group.model, group.rows, group.runs) for group in found] == [
        ("a", (2, 0), ("2", "10")),
        ("d", (4, 5), ("1", "2")),
    ]


@pytest.mark.parametrize(
    ("names", "runs"),
    [
        (["m-1", "m-2", "n-1"], [1, 2, 1]),
        (["m run 1", "m run 2", "n run 1"], [1, 2, 1]),
        (["m (a)", "m (b)", "n (a)"], ["a", "b", "a"]),
        (["m_1", "m_2", "n_1"], [1.0, 2.0, 1.0]),
    ],
)
def test_the_column_run_names_the_runs(names: list[str], runs: list[object]) -> None:
    found = repeated_runs(board(names, run=runs))
    assert [(group.model, group.rows) for group in found] == [("m", (0, 1))]
    assert found[0].runs == ("a", "b") if runs[0] == "a" else ("1", "2")


def test_rows_without_a_mark_are_no_runs() -> None:
    assert repeated_runs(board(["gpt-3", "gpt-4", "gpt 5"])) == ()
    assert repeated_runs(board(["gpt-3", "gpt-4", "a#1"], run=[None, "", None])) == ()


def test_runs_of_a_cell_are_its_scored_ones() -> None:
    nan = np.nan
    values = np.array([[1.0, nan], [nan, 2.0], [3.0, 4.0], [5.0, nan], [6.0, 7.0]])
    groups = repeated_runs(board(["a#1", "a#2", "a#3", "b#1", "b#2"]))
    runs = runs_array(values, groups)
    assert runs.shape == (3, 2, 2)
    np.testing.assert_array_equal(runs[0], [[1.0, 2.0], [5.0, 7.0]])
    np.testing.assert_array_equal(runs[1], [[3.0, 4.0], [6.0, nan]])
    assert np.isnan(runs[2]).all()


def test_averages_leave_out_what_was_not_scored() -> None:
    nan = np.nan
    values = np.array([[9.0, 9.0], [1.0, nan], [3.0, nan], [8.0, nan]])
    groups = repeated_runs(board(["z", "a#1", "a#2", "y"]))
    averaged, rows = one_row_a_model(values, groups)
    np.testing.assert_array_equal(averaged, [[9.0, 9.0], [2.0, nan], [8.0, nan]])
    assert rows.tolist() == [0, 1, 3]
    untouched, every = one_row_a_model(values, ())
    np.testing.assert_array_equal(untouched, values)
    assert every.tolist() == [0, 1, 2, 3]


def test_real_board_of_nine_agents_by_five_runs() -> None:
    real = load_board("terminal_bench_trials")
    found = repeated_runs(real)
    assert len(found) == 9
    assert {group.runs for group in found} == {("1", "2", "3", "4", "5")}
    assert sorted(row for group in found for row in group.rows) == list(range(45))


def test_real_board_without_runs() -> None:
    assert repeated_runs(load_board("swebench_verified")) == ()
