"""Names that only count, and names in natural order."""

import pytest

from parallaxis.align import generated_names
from parallaxis.alignment.natural_order import listed, natural


@pytest.mark.parametrize(
    "names",
    [
        ["row_0001", "row_0002"],
        ["0", "1", "2", "3"],
        ["1", "2", "3"],
        ["item_17", "item_40"],
        ["Unnamed: 3", "Unnamed: 4"],
        ["model 1", "model 2"],
        ["test_case_0", "test_case_1"],
        ["0", "1", "2", "4", "5", "6", "7", "8", "9", "10", "11"],
        ["Question 1", "question 2"],
        ["sample-1", "sample-2"],
        ["V1", "V2", "V3"],
        ["0.0", "1.0", "2.0"],
        ["m0001", "m0002"],
        ["problem_10", "problem_12"],
        ["doc_7", "idx9"],
        ["[1]", "[2]"],
        ["no. 1", "no. 2"],
    ],
)
def test_names_that_only_count(names: list[str]) -> None:
    assert generated_names(names)
    assert generated_names(names[::-1])


@pytest.mark.parametrize(
    "names",
    [
        [],
        ["gpt-4", "gpt-5"],
        ["arc_660", "arc_1067"],
        ["HumanEval/0", "HumanEval/1"],
        ["2727", "3046", "3091"],
        ["q70", "q71", "q72"],
        ["A1", "C5", "N4", "O2"],
        ["id0", "id1", "id2"],
        ["django__django-10097", "sympy__sympy-1"],
        ["row", "column"],
        ["0", "1", "2", "cats", "dogs"],
        ["1" * 400],
    ],
)
def test_names_that_name_something(names: list[str]) -> None:
    assert not generated_names(names)


def test_numbers_in_names_sort_by_size() -> None:
    names = ["x" + "9" * 5000, "a10b", "10", "a9b", "9", ""]
    assert sorted(names, key=natural) == ["", "9", "10", "a9b", "a10b", "x" + "9" * 5000]
    different = ["9", "09", "009", "A", "a"]
    assert len({natural(name) for name in different}) == len(different)


def test_a_few_of_many_are_listed() -> None:
    assert listed(["x"] * 7) == "'x', 'x', 'x', 'x', 'x' and 2 more"
    assert listed([]) == ""
