"""Text to scores: the vocabulary, row by row, and what is refused."""

import math

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parallaxis.tables.cells import MISSING, as_text_or_numbers, plain_scores, read_column, shown

NAN = math.nan


def scores(*cells: str | None) -> list[float]:
    values, trouble = read_column(pa.array(cells, pa.string()))
    assert trouble is None
    return list(values)


@pytest.mark.parametrize("spelling", [*MISSING, " ", "NaN", "NA", "N/A", "NULL", "None", " - "])
def test_spellings_of_missing(spelling: str) -> None:
    np.testing.assert_equal(scores("1", spelling), [1.0, NAN])
    np.testing.assert_equal(scores("yes", spelling), [1.0, NAN])
    np.testing.assert_equal(scores("5%", spelling), [0.05, NAN])


@pytest.mark.parametrize(
    ("cell", "score"),
    [
        ("0", 0.0),
        ("1.0", 1.0),
        (".5", 0.5),
        ("5.", 5.0),
        ("+1", 1.0),
        ("-0.25", -0.25),
        ("−0.25", -0.25),
        ("1e-3", 1e-3),
        ("1E5", 1e5),
        ("  7 ", 7.0),
        ("True", 1.0),
        ("FALSE", 0.0),
        ("yes", 1.0),
        ("No", 0.0),
        ("correct", 1.0),
        ("Incorrect", 0.0),
        ("pass", 1.0),
        ("FAIL", 0.0),
        ("passed", 1.0),
        ("failed", 0.0),
        ("C", 1.0),
        ("I", 0.0),
        ("78.4%", 0.784),
        ("78.4 %", 0.784),
        ("-5%", -0.05),
        ("78.4% ± 1.8", 0.784),
        ("78.4%± 1.8", 0.784),
        ("78.4 ± 1.8%", 0.784),
        ("0.5±0.1", 0.5),
        ("0.5 +/- 0.1", 0.5),
        ("0.5 +- 1e-2", 0.5),
    ],
)
def test_cells_that_are_scores(cell: str, score: float) -> None:
    assert scores(cell) == [pytest.approx(score, rel=1e-15)]


def test_columns_of_letters() -> None:
    np.testing.assert_equal(scores("C", "I", "P", "N", None), [1.0, 0.0, 0.5, 0.0, NAN])


def test_words_mix_with_zero_and_one() -> None:
    assert scores("true", "0", "1", "no") == [1.0, 0.0, 1.0, 0.0]


def test_errors_behind_numbers_mix_with_plain_numbers() -> None:
    assert scores("0.5 ± 0.1", "0.25") == [0.5, 0.25]


def test_a_column_of_nothing_is_missing() -> None:
    np.testing.assert_equal(scores(None, "", "n/a"), [NAN] * 3)


@pytest.mark.parametrize(
    ("cells", "row", "remedy"),
    [
        (["1", "abc"], 1, "is not a score"),
        (["1", "1/2"], 1, "is not a score"),
        (["1", "1_000"], 1, "is not a score"),
        (["1", "0x10"], 1, "is not a score"),
        (["1", "[1, 2]"], 1, "is not a score"),
        (["0,5", "1"], 0, "decimal comma"),
        (["12,5%", "1%"], 0, "decimal comma"),
        (["1", "inf"], 1, "is infinite"),
        (["1", "-Infinity"], 1, "is infinite"),
        (["1", "1e999"], 1, "is infinite"),
        (["50%", "0.5"], 1, "plain number in a column with percent signs"),
        (["0.5", "50%"], 0, "plain number in a column with percent signs"),
        (["50%", "true"], 1, "percent signs"),
        (["true", "0.5"], 1, "words such as true and false"),
        (["C", "I", "1"], 0, "is not a score"),
        (["C", "I", "A"], 0, "is not a score"),
        (["P", "N"], 0, "is not a score"),
        (["A", "B"], 0, "is not a score"),
    ],
)
def test_cells_that_are_refused(cells: list[str], row: int, remedy: str) -> None:
    _, trouble = read_column(pa.array(cells))
    assert trouble is not None
    assert (trouble.row, trouble.value) == (row, repr(cells[row]))
    assert remedy in trouble.remedy


def test_the_share_of_unreadable_cells_tells_text_from_a_slip() -> None:
    _, slip = read_column(pa.array(["1", "0", "o", None]))
    _, text = read_column(pa.array(["a", "b", None, "1"]))
    assert slip is not None
    assert text is not None
    assert slip.share == pytest.approx(1 / 3)
    assert text.share == pytest.approx(2 / 3)


def test_long_values_are_shortened_and_stay_on_one_line() -> None:
    line = shown("a\nb" * 100)
    assert len(line) < 60
    assert "\n" not in line


def test_many_columns_at_once_point_at_the_odd_cells() -> None:
    values, odd = plain_scores(pa.array(["1", "", "x", " 2 ", "5%"]))
    np.testing.assert_equal(values, [1.0, NAN, NAN, 2.0, NAN])
    assert odd is not None
    assert odd.tolist() == [False, False, True, False, True]


@given(st.lists(st.floats(allow_infinity=False), max_size=20))
def test_numbers_written_by_python_come_back_exactly(numbers: list[float]) -> None:
    np.testing.assert_equal(scores(*map(repr, numbers)), numbers)


@given(st.lists(st.text(max_size=12), max_size=6))
def test_any_text_is_read_or_refused(cells: list[str]) -> None:
    values, trouble = read_column(pa.array(cells, pa.string()))
    assert values.shape == (len(cells),)
    assert trouble is not None or not np.isinf(values).any()


def test_values_of_several_kinds_become_text_that_reads_back() -> None:
    column = as_text_or_numbers([True, 0.5, None, "n/a", 1])
    assert column.to_pylist() == ["True", "0.5", None, "n/a", "1"]
    assert as_text_or_numbers([1, 0.5, None]).to_pylist() == [1.0, 0.5, None]
    assert as_text_or_numbers([2**70, 1]).to_pylist() == [str(2**70), "1"]
