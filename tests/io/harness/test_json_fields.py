"""Fields taken out of JSON objects."""

import json
import math
from typing import Any

import pytest

from parallaxis.errors import FormatError
from parallaxis.io.harness.json_fields import (
    json_fingerprint,
    name_field,
    number_of,
    object_field,
    objects_field,
)
from parallaxis.logs import fingerprint


def test_names() -> None:
    assert name_field({"id": 7}, "id", "line 1") == "7"
    assert name_field({"id": ""}, "id", "line 1", "none") == "none"
    for value in ("null", "true", "1.5", "[]", "{}"):
        wrong = json.loads(value)
        with pytest.raises(FormatError, match="where a name is expected"):
            name_field({"id": wrong}, "id", "line 1")


@pytest.mark.parametrize("value", [None, True, "1", math.nan, math.inf, 10**400, []])
def test_what_is_no_finite_number_is_no_headline(value: Any) -> None:
    assert number_of({"mean": value}, "mean") is None


def test_objects() -> None:
    assert list(objects_field({"rows": [{}]}, "rows", "the file")) == [("the file, rows 1", {})]
    assert list(objects_field({}, "rows", "the file", needed=False)) == []
    assert object_field({"data": None}, "data", "line 1") == {}
    with pytest.raises(FormatError, match="the file: 'rows' is NoneType, where a list"):
        list(objects_field({}, "rows", "the file"))
    with pytest.raises(FormatError, match="line 1, data is list"):
        object_field({"data": []}, "data", "line 1")


def test_fingerprints_of_json() -> None:
    assert json_fingerprint("a  b", "input") == fingerprint("a b")
    assert json_fingerprint(None, "input") == ""
    assert json_fingerprint({"a": 1, "b": 2}, "input") == json_fingerprint(
        {"b": 2, "a": 1}, "input"
    )
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(FormatError, match="input is nested too deeply"):
        json_fingerprint(deep, "input")
