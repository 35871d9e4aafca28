"""Results to JSON: the one NaN rule, the digits, and the forms that are refused."""

import json
import math
from dataclasses import dataclass
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parallaxis.answers import Estimate, NotAnswered
from parallaxis.cautions import Caution
from parallaxis.jsonable import SIGNIFICANT_DIGITS, dumps, not_identified, to_jsonable

SETTINGS = settings(max_examples=200, deadline=None, derandomize=True, database=None)


@dataclass(frozen=True)
class Inner:
    value: float
    name: str


@dataclass(frozen=True)
class Outer:
    inner: Inner
    parts: tuple[Inner, ...]


def test_plain_values_and_containers() -> None:
    value = {"a": [1, 2.5, None, True, "x"], 3: (np.int64(4), np.float32(0.5), np.bool_(False))}
    assert to_jsonable(value) == {"a": [1, 2.5, None, True, "x"], "3": [4, 0.5, False]}
    assert to_jsonable(np.array([[1.0, np.nan], [2.0, 3.0]])) == [[1.0, None], [2.0, 3.0]]
    assert to_jsonable(np.array(["a", "b"])) == ["a", "b"]
    assert isinstance(to_jsonable(np.int64(4)), int)
    assert isinstance(to_jsonable(np.bool_(True)), bool)


def test_dataclasses_and_objects_with_their_own_form() -> None:
    outer = Outer(Inner(math.nan, "n"), (Inner(1.0, "m"),))
    assert to_jsonable(outer) == {
        "inner": {"value": None, "name": "n"},
        "parts": [{"value": 1.0, "name": "m"}],
    }
    assert to_jsonable(Caution("code", "text")) == {"code": "code", "text": "text"}
    assert to_jsonable(NotAnswered("why")) == not_identified("why")
    assert not_identified("why") == {"estimate": None, "not_identified": "why"}
    assert to_jsonable(Estimate(2.0, (1.0, 3.0))) == {"estimate": 2.0, "interval": [1.0, 3.0]}


@pytest.mark.parametrize("value", [math.inf, -math.inf, np.inf, np.array([1.0, -np.inf])])
def test_an_infinite_number_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match="infinite number cannot be part of an answer"):
        to_jsonable({"deep": [value]})


@pytest.mark.parametrize("value", [{1, 2}, object(), b"bytes", Inner, 1j])
def test_a_type_without_a_form_is_refused_by_name(value: object) -> None:
    with pytest.raises(TypeError, match="has no JSON form"):
        to_jsonable(value)


@given(st.floats(allow_nan=False, allow_infinity=False))
@SETTINGS
def test_floats_keep_twelve_digits(value: float) -> None:
    written = to_jsonable(value)
    assert isinstance(written, float)
    assert written == pytest.approx(value, rel=5.1 * 10.0**-SIGNIFICANT_DIGITS, abs=5e-324)
    assert len(Decimal(repr(written)).normalize().as_tuple().digits) <= SIGNIFICANT_DIGITS or (
        abs(value) < 1e-300  # below that a double itself has fewer digits than its text
    )
    assert to_jsonable(written) == written


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.floats(allow_infinity=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(VALUES)
@SETTINGS
def test_whatever_is_written_reads_back_the_same(value: object) -> None:
    text = dumps(value)
    assert "NaN" not in json.dumps(json.loads(text, parse_constant=pytest.fail))
    assert json.loads(text) == to_jsonable(value)
    assert dumps(json.loads(text)) == text


def test_keys_keep_their_order_and_letters_stay_readable() -> None:
    assert dumps({"z": 1, "a": "Größe 評価"}, indent=None) == '{"z": 1, "a": "Größe 評価"}'
