"""What is compared: items where they are few, groups where they are many, else nothing."""

import numpy as np
import pytest

from boards import load_board
from parallaxis.analyses.components import (
    SINGLE,
    Components,
    components_of,
    reliability,
    reliability_estimate,
)
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.errors import InputError, MissingDataError
from parallaxis.ingredients import Ingredients
from parallaxis.matrix import ScoreMatrix


def grouped(
    n_groups: int, size: int, *, n_models: int = 40, column: str = "subject"
) -> ScoreMatrix:
    """Return right/wrong items of one ability in groups of one size."""
    rng = np.random.default_rng(0)
    n_items = n_groups * size
    right = rng.normal(size=(n_models, 1)) + rng.normal(size=(n_models, n_items)) > 0
    names = [f"i{i}" for i in range(n_items)]
    metadata = {"item": names, column: [f"g{i // size:02d}" for i in range(n_items)]}
    return ScoreMatrix.from_array(right, items=names, item_metadata=metadata)


def found(board: ScoreMatrix, column: str | None = None) -> Components:
    """Return the components of a board that has some."""
    components = components_of(Ingredients(board), column=column)
    assert not isinstance(components, NotAnswered)
    return components


def test_few_items_are_the_components() -> None:
    board = grouped(3, 4)
    components = found(board)
    assert components.names == board.items
    assert (components.column, components.unit) == ("", "score")
    np.testing.assert_array_equal(components.scores, board.values)
    answer = reliability(Ingredients(board), components, 0)
    assert answer is SINGLE


def test_many_items_make_groups() -> None:
    board = grouped(4, 20)
    components = found(board)
    assert components.names == ("g00", "g01", "g02", "g03")
    assert components.column == "subject"
    np.testing.assert_allclose(components.scores[:, 1], board.values[:, 20:40].mean(axis=1))


def test_the_caller_may_name_the_column() -> None:
    assert found(grouped(3, 4, column="anything"), "anything").names == ("g00", "g01", "g02")


def test_many_items_without_groups_are_not_answered() -> None:
    components = components_of(Ingredients(grouped(4, 20, column="anything")))
    assert isinstance(components, NotAnswered)
    assert "80 items" in components.why
    assert "name a column" in components.why


def test_wrong_columns_are_refused() -> None:
    shared = Ingredients(grouped(1, 30))
    with pytest.raises(MissingDataError, match="there are: 'subject'"):
        components_of(shared, column="topic")
    with pytest.raises(InputError, match="has 1 group; pass one with 2 to 60"):
        components_of(shared, column="subject")


def test_missing_cells_are_never_zero() -> None:
    board = grouped(4, 20)
    values = board.values.copy()
    values[0, :9], values[1, :11] = np.nan, np.nan
    gaps = ScoreMatrix.from_array(values, items=board.items, item_metadata=board.item_metadata)
    components = found(gaps)
    assert components.scores[0, 0] == board.values[0, 9:20].mean()
    assert np.isnan(components.scores[1, 0])
    answer = reliability(Ingredients(gaps), components, 0)
    assert not isinstance(answer, NotAnswered)


def test_constant_components_and_items_without_group_are_said() -> None:
    values = np.random.default_rng(0).normal(size=(30, 4))
    values[:, 2] = 1.0
    components = found(ScoreMatrix.from_array(values, items=["a", "b", "c", "d"]))
    assert components.names == ("a", "b", "d")
    assert components.constant == ("c",)
    board = grouped(4, 20)
    labels = ["", *board.item_metadata.column("subject").to_pylist()[1:]]
    metadata = {"item": list(board.items), "subject": labels}
    again = ScoreMatrix.from_array(board.values, items=board.items, item_metadata=metadata)
    assert found(again).n_ungrouped == 1


def test_nothing_to_pair_is_not_answered() -> None:
    one = components_of(Ingredients(ScoreMatrix.from_array(np.eye(4)[:, :1])))
    assert isinstance(one, NotAnswered)
    assert "a pair needs 2" in one.why


def test_unlike_units_are_averaged_as_z_scores() -> None:
    rng = np.random.default_rng(0)
    values = rng.random((50, 3)) * [1.0, 1.0, 100.0]
    components = found(ScoreMatrix.from_array(values, scale="real"))
    assert components.unit == "zscore"
    np.testing.assert_allclose(components.comparable.std(axis=0), 1.0)
    bounded = ScoreMatrix.from_array(values, scale="bounded", bounds=(0.0, 100.0))
    assert found(bounded).unit == "zscore"


def test_reliability_has_an_interval_below_one() -> None:
    board = grouped(4, 20)
    shared = Ingredients(board)
    components = found(board)
    estimate = reliability_estimate(shared, reliability(shared, components, 0), level=0.95)
    assert isinstance(estimate, Estimate)
    assert not isinstance(estimate.interval, NotAnswered)
    assert estimate.interval[0] < estimate.estimate < estimate.interval[1] < 1.0
    single = reliability_estimate(shared, SINGLE, level=0.95)
    assert single is SINGLE


def test_a_real_board_of_249_items_says_what_it_lacks() -> None:
    board = load_board("metabench_gsm8k_v1")
    assert isinstance(components_of(Ingredients(board)), NotAnswered)
