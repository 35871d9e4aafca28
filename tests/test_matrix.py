"""The score matrix: checked once, read-only, its views keep what is known."""

import copy
import dataclasses
import math
import pickle
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parallaxis.cautions import Caution
from parallaxis.errors import DuplicateError, InputError, MissingDataError, ShapeError
from parallaxis.matrix import ScoreMatrix
from parallaxis.provenance import Provenance

NAN = math.nan
VALUES = np.array([[1, 0, 1, NAN], [0, 0, 1, 1], [1, 0, 1, 1]], dtype=float)


def board(**settings: Any) -> ScoreMatrix:
    given = {
        "models": ["a", "b", "c"],
        "items": ["w", "x", "y", "z"],
        "model_metadata": {"family": ["F", "F", "G"]},
        "item_metadata": {"group": ["g", "g", "h", "h"], "chance": [0.25, 0.0, None, 0.5]},
    }
    return ScoreMatrix.from_array(VALUES, **{**given, **settings})


def codes(matrix: ScoreMatrix) -> list[str]:
    return [note.code for note in matrix.provenance.notes]


def test_it_cannot_be_changed() -> None:
    source = VALUES.copy()
    matrix = ScoreMatrix.from_array(source)
    source[0, 0] = 9.0
    assert matrix.values[0, 0] == 1.0
    with pytest.raises(ValueError, match="read-only"):
        matrix.values[0, 0] = 0.5
    for same in (matrix, copy.deepcopy(matrix), pickle.loads(pickle.dumps(matrix))):  # noqa: S301 - written here
        with pytest.raises(ValueError, match="WRITEABLE"):
            same.values.setflags(write=True)
    with pytest.raises(dataclasses.FrozenInstanceError):
        matrix.scale = "real"  # type: ignore[misc]  # wrong on purpose
    for view in (matrix.select_items(["item 1"]), matrix.drop_dead(), matrix.complete("models")):
        with pytest.raises(ValueError, match="read-only"):
            view.values[0, 0] = 0.5


def test_what_it_is() -> None:
    matrix = board()
    assert matrix.shape == (matrix.n_models, matrix.n_items) == (3, 4)
    assert matrix.n_missing == 1
    assert matrix.observed.tolist() == (~np.isnan(VALUES)).tolist()
    assert matrix.dead.tolist() == [False, True, True, True]
    assert matrix.metadata("item", "chance") == [0.25, 0.0, None, 0.5]
    assert matrix.metadata("model", "absent") is None
    assert repr(matrix) == "ScoreMatrix(3 models × 4 items, binary)"
    unnamed = ScoreMatrix.from_array(VALUES)
    assert unnamed.models == ("model 1", "model 2", "model 3")
    assert unnamed.items[3] == "item 4"


@pytest.mark.parametrize(
    ("values", "scale", "bounds", "noted"),
    [
        ([[0, 1], [1, NAN]], "binary", (0.0, 1.0), []),
        ([[0, 0.5], [1, 1]], "bounded", (0.0, 1.0), []),
        ([[0, 55.5], [100, 1]], "bounded", (0.0, 100.0), ["scale_inferred"]),
        ([[0, 100], [100, 100]], "binary", (0.0, 1.0), ["scale_inferred"]),
        ([[1, 2], [5, 6]], "real", None, []),
        ([[-0.1, 0.5], [1, 1]], "real", None, []),
        ([[0, 100.1], [20, 1]], "real", None, []),
        ([[NAN, NAN], [NAN, NAN]], "real", None, ["no_scores"]),
    ],
)
def test_the_scale_is_decided_once(
    values: list[list[float]], scale: str, bounds: Any, noted: list[str]
) -> None:
    matrix = ScoreMatrix.from_array(values)
    assert (matrix.scale, matrix.bounds) == (scale, bounds)
    assert codes(matrix) == noted
    part = matrix.select_items(["item 2"])
    assert (part.scale, part.bounds) == (scale, bounds)


def test_the_scale_can_be_declared() -> None:
    assert ScoreMatrix.from_array([[0, 1]], scale="real").bounds is None
    assert ScoreMatrix.from_array([[1, 5]], bounds=(1, 5)).scale == "bounded"
    assert ScoreMatrix.from_array([[1, 5]], scale="bounded", bounds=(1, 5)).bounds == (1.0, 5.0)
    with pytest.raises(InputError, match="is neither 0 nor 1"):
        ScoreMatrix.from_array([[0, 2]], scale="binary")
    with pytest.raises(InputError, match=r"score 6 of model 'model 1' on item 'item 2'.*\[1, 5\]"):
        ScoreMatrix.from_array([[1, 6]], bounds=(1, 5))
    with pytest.raises(InputError, match="lowest and then the highest"):
        ScoreMatrix.from_array([[1, 5]], bounds=(5, 1))
    with pytest.raises(InputError, match="on a real scale"):
        ScoreMatrix.from_array([[1, 5]], scale="real", bounds=(1, 5))
    with pytest.raises(InputError, match="scale is 'odd'; choose one of"):
        ScoreMatrix.from_array([[1, 5]], scale="odd")  # type: ignore[arg-type]  # wrong on purpose


def test_what_is_refused_is_named() -> None:
    with pytest.raises(ShapeError, match=r"shape \(3,\); pass models × items"):
        ScoreMatrix.from_array([1, 2, 3])
    with pytest.raises(ShapeError, match=r"shape \(0, 2\)"):
        ScoreMatrix.from_array(np.empty((0, 2)))
    with pytest.raises(InputError, match="scores are not numbers"):
        ScoreMatrix.from_array([["a", "b"]])
    with pytest.raises(InputError, match="score inf of model 'a' on item 'x' is infinite"):
        ScoreMatrix.from_array([[math.inf]], models=["a"], items=["x"])
    with pytest.raises(DuplicateError, match=r"'a' \(places 1 and 3\)"):
        board(models=["a", "b", "a"])
    with pytest.raises(DuplicateError, match=r"'w' \(places 1 and 2\)"):
        board(items=["w", "w", "y", "z"])
    with pytest.raises(ShapeError, match="2 models named, but the scores have 3"):
        ScoreMatrix.from_array(VALUES, models=["a", "b"])


def test_masked_cells_are_not_scored() -> None:
    masked = np.ma.masked_array([[1.0, 0.0], [0.0, 1.0]], mask=[[True, False], [False, False]])
    np.testing.assert_equal(ScoreMatrix.from_array(masked).values, [[NAN, 0.0], [0.0, 1.0]])


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (np.array([["2020-01-01"]], "datetime64[D]"), "holds dates"),
        ([[1j, 2]], "holds complex numbers"),
        (np.array([["1", 2]], object), "holds str"),
        (pa.table({"a": [1]}), "a Table with labels of its own; use from_frame"),
    ],
)
def test_what_is_no_array_of_numbers_is_refused(values: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        ScoreMatrix.from_array(values)


@pytest.mark.parametrize("name", ["", "  ", None, NAN])
def test_names_are_not_blank(name: Any) -> None:
    with pytest.raises(InputError, match="items: name 2 of 2 is blank or missing"):
        ScoreMatrix.from_array([[1, 0]], items=["x", name])
    with pytest.raises(InputError, match="model_metadata is a int"):
        ScoreMatrix.from_array([[1, 0]], model_metadata=3)


def test_metadata_is_joined_by_name_or_taken_in_order() -> None:
    by_name = board(item_metadata={"item": ["z", "w", "other"], "group": ["g", "h", "i"]})
    assert by_name.metadata("item", "group") == ["h", None, None, "g"]
    frame = board(model_metadata=pa.table({"cost": [1, 2, 3]}))
    assert frame.model_metadata.column_names == ["model", "cost"]
    with pytest.raises(ShapeError, match="item metadata has 1 rows for 4 items"):
        board(item_metadata={"group": ["g"]})
    with pytest.raises(MissingDataError, match="speaks of none of the 4 items"):
        board(item_metadata={"item": ["other"], "group": ["g"]})
    with pytest.raises(DuplicateError, match=r"names 'w' twice \(rows 1 and 2\)"):
        board(item_metadata={"item": ["w", "w"], "group": ["g", "h"]})


def test_views_cut_names_scores_and_metadata_together() -> None:
    view = board().select_models(["c", "a"]).select_items(lambda item: item != "x")
    assert view.models == ("a", "c")
    assert view.items == ("w", "y", "z")
    np.testing.assert_equal(view.values, VALUES[np.ix_([0, 2], [0, 2, 3])])
    assert view.model_metadata.to_pydict() == {"model": ["a", "c"], "family": ["F", "G"]}
    assert view.metadata("item", "group") == ["g", "h", "h"]
    assert board().drop_dead().items == ("w",)
    assert board().complete("models").models == ("b", "c")
    assert board().complete("items").items == ("w", "x", "y")
    assert board().select_models("b").models == ("b",)
    with pytest.raises(MissingDataError, match="model 'nobody' is not on the board"):
        board().select_models(["a", "nobody"])
    with pytest.raises(MissingDataError, match="no item of 4 is left"):
        board().select_items([])


@pytest.mark.parametrize(
    ("values", "settings", "turned"),
    [
        ([[1.0, 0.0], [0.0, NAN]], {}, [[1.0, 1.0], [0.0, NAN]]),
        ([[20.0, 30.0], [100.0, NAN]], {}, [[20.0, 70.0], [100.0, NAN]]),
        ([[1.0, 2.0], [5.0, NAN]], {"bounds": (1, 5)}, [[1.0, 4.0], [5.0, NAN]]),
        ([[1.0, 250.0], [-5.0, NAN]], {}, [[1.0, -250.0], [-5.0, NAN]]),
    ],
)
def test_oriented_turns_items_on_which_less_is_better(
    values: list[list[float]], settings: dict[str, Any], turned: list[list[float]]
) -> None:
    flags = {"higher_is_better": [None, False]}
    matrix = ScoreMatrix.from_array(values, item_metadata=flags, **settings)
    oriented = matrix.oriented()
    np.testing.assert_equal(oriented.values, turned)
    assert "items_reversed" in codes(oriented)
    assert oriented.oriented() is oriented
    assert (oriented.scale, oriented.bounds) == (matrix.scale, matrix.bounds)
    assert board().oriented().data_hash == board().data_hash


def test_the_hash_sees_what_matters_and_nothing_else() -> None:
    same = board(provenance=Provenance(sources=("other.csv",), format="csv", notes=()))
    assert same.data_hash == board().data_hash
    changed = [
        board(models=["a", "b", "d"]),
        board(items=["w", "x", "y", "v"]),
        board(scale="bounded"),
        board(scale="real"),
        board(item_metadata=None),
        board(model_metadata={"family": ["F", "F", "F"]}),
        board().select_models(["a", "b"]),
        ScoreMatrix.from_array(1 - VALUES, models=board().models, items=board().items),
    ]
    hashes = {matrix.data_hash for matrix in [board(), *changed]}
    assert len(hashes) == len(changed) + 1
    chunks = pa.concat_tables([board().model_metadata.slice(i, 1) for i in range(3)])
    assert board(model_metadata=chunks).data_hash == board().data_hash
    negative_zero = np.where(VALUES == 0, -0.0, VALUES)
    signed = ScoreMatrix.from_array(negative_zero, models=["a", "b", "c"], items=[*"wxyz"])
    plain = ScoreMatrix.from_array(VALUES, models=["a", "b", "c"], items=[*"wxyz"])
    assert signed.data_hash == plain.data_hash


def test_to_table_and_back_loses_nothing(tmp_path: Any) -> None:
    note = Caution("some_note", "Said on the way in.")
    matrix = board(provenance=Provenance(("b.csv",), "csv, wide", (note,)))
    matrix.to_parquet(tmp_path / "b.parquet")
    for back in (
        ScoreMatrix.from_table(matrix.to_table()),
        ScoreMatrix.from_parquet(tmp_path / "b.parquet"),
    ):
        np.testing.assert_array_equal(back.values, matrix.values)
        assert (back.models, back.items) == (matrix.models, matrix.items)
        assert (back.scale, back.bounds) == (matrix.scale, matrix.bounds)
        assert back.model_metadata.equals(matrix.model_metadata)
        assert back.item_metadata.equals(matrix.item_metadata)
        assert back.provenance == matrix.provenance
        assert back.data_hash == matrix.data_hash


def test_a_table_that_was_cut_is_refused() -> None:
    table = board().to_table()
    with pytest.raises(InputError, match="has 11 rows where 3 models × 4 items need 12"):
        ScoreMatrix.from_table(table.slice(0, 11))
    with pytest.raises(InputError, match="does not carry a board"):
        ScoreMatrix.from_table(table.replace_schema_metadata(None))


@given(
    st.integers(1, 6).flatmap(
        lambda n: st.lists(
            st.lists(st.floats(-1e9, 1e9) | st.just(NAN), min_size=n, max_size=n),
            min_size=1,
            max_size=6,
        )
    ),
    st.data(),
)
def test_selecting_twice_is_selecting_once(values: list[list[float]], data: st.DataObject) -> None:
    matrix = ScoreMatrix.from_array(values, scale="real")
    kept = data.draw(st.lists(st.sampled_from(matrix.models), min_size=1, unique=True))
    fewer = data.draw(st.lists(st.sampled_from(kept), min_size=1, unique=True))
    once = matrix.select_models(fewer)
    assert matrix.select_models(kept).select_models(fewer).data_hash == once.data_hash
    assert matrix.select_models(matrix.models).data_hash == matrix.data_hash
