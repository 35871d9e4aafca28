"""Arguments are normalised, or refused by name, value and remedy."""

import numpy as np
import pytest

from parallaxis import _checks
from parallaxis.errors import InputError, ParallaxisError


@pytest.mark.parametrize("value", [0.5, np.float64(0.5), "0.5", np.float32(0.5)])
def test_probability_returns_a_float(value: float) -> None:
    found = _checks.probability("level", value)
    assert found == 0.5
    assert type(found) is float


@pytest.mark.parametrize("value", [0.0, 1.0, -0.1, 95, float("nan"), float("inf")])
def test_probability_outside_is_refused(value: float) -> None:
    with pytest.raises(InputError, match=r"level is .*; pass a number strictly between 0 and 1\."):
        _checks.probability("level", value)


@pytest.mark.parametrize("value", [None, "high", [0.5, 0.5], {}])
def test_probability_that_is_no_number_is_refused(value: object) -> None:
    with pytest.raises(InputError, match=r"level is .*; pass a number\."):
        _checks.probability("level", value)  # type: ignore[arg-type]  # wrong on purpose


@pytest.mark.parametrize("value", [3, np.int64(3), np.uint8(3)])
def test_positive_integer_returns_an_int(value: int) -> None:
    found = _checks.positive_integer("draws", value)
    assert found == 3
    assert type(found) is int


@pytest.mark.parametrize("value", [3.0, "3", None, np.float64(3.0)])
def test_what_is_no_whole_number_is_refused(value: object) -> None:
    with pytest.raises(InputError, match=r"draws is .*; pass a whole number\."):
        _checks.positive_integer("draws", value)  # type: ignore[arg-type]  # wrong on purpose


def test_least_value_is_named() -> None:
    assert _checks.positive_integer("draws", 20, at_least=20) == 20
    with pytest.raises(InputError, match=r"draws is 19; pass a whole number of at least 20\."):
        _checks.positive_integer("draws", 19, at_least=20)
    with pytest.raises(InputError, match=r"n is 0; pass a whole number of at least 1\."):
        _checks.positive_integer("n", 0)


def test_choice_lists_what_there_is() -> None:
    assert _checks.choice("by", "items", ("models", "items")) == "items"
    with pytest.raises(InputError, match=r"by is 'rows'; choose one of 'models', 'items'\."):
        _checks.choice("by", "rows", (name for name in ("models", "items")))


def test_seed_may_be_zero_but_not_negative() -> None:
    assert _checks.seed(0) == 0
    with pytest.raises(InputError, match="seed is -1"):
        _checks.seed(-1)


def test_errors_are_values_and_of_one_family() -> None:
    with pytest.raises(ValueError, match="seed is -1"):
        _checks.seed(-1)
    assert issubclass(InputError, ParallaxisError)
