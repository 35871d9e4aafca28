"""Results to JSON: one rule for NaN, one for digits, one schema version.

The NaN rule: a number that is not there (NaN) is written as ``null``; an infinite number is never
written and raises instead, because no answer of this package is infinite. An answer that the data
cannot support is ``{"estimate": null, "not_identified": "why"}``.

Floats are written with at most 12 significant digits, so that the last bits in which machines and
numbers of threads may differ are not part of an answer.
"""

import dataclasses
import json
import math
from collections.abc import Mapping
from typing import Any

import numpy as np

SCHEMA_VERSION = "1"
SIGNIFICANT_DIGITS = 12

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


def to_jsonable(value: Any) -> Json:
    """Return `value` as plain JSON types.

    Parameters
    ----------
    value : object
        Mappings, sequences, NumPy arrays and scalars, dataclasses, and objects with a ``to_dict``.

    Returns
    -------
    None, bool, int, float, str, list or dict
        NaN becomes None; floats are rounded to 12 significant digits.

    Raises
    ------
    ValueError
        For an infinite number.
    TypeError
        For a type that has no JSON form.

    Examples
    --------
    >>> to_jsonable({"estimate": float("nan"), "interval": (1.0, 2.0)})
    {'estimate': None, 'interval': [1.0, 2.0]}
    """
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, np.generic | np.ndarray):
        return to_jsonable(value.tolist())
    if isinstance(value, int):
        return value
    if isinstance(value, float):
        return _number(value)
    return _compound(value)


def dumps(value: Any, *, indent: int | None = 2) -> str:
    """Return `value` as JSON text, with keys in the order in which they were given."""
    return json.dumps(to_jsonable(value), indent=indent, ensure_ascii=False, allow_nan=False)


def not_identified(why: str) -> dict[str, Json]:
    """Return the JSON form of an answer that the data cannot support."""
    return {"estimate": None, "not_identified": why}


def _compound(value: Any) -> Json:
    """Handle containers and objects that know their own dictionary."""
    if hasattr(value, "to_dict"):
        return to_jsonable(value.to_dict())
    if isinstance(value, Mapping):
        return {str(key): to_jsonable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [to_jsonable(item) for item in value]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            field.name: to_jsonable(getattr(value, field.name))
            for field in dataclasses.fields(value)
        }
    raise TypeError(f"{type(value).__name__} has no JSON form.")


def _number(value: float) -> float | None:
    """Apply the NaN rule and the digits rule."""
    if math.isnan(value):
        return None
    if math.isinf(value):
        raise ValueError("an infinite number cannot be part of an answer.")
    return float(f"{value:.{SIGNIFICANT_DIGITS}g}")
