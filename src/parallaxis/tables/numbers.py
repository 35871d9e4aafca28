"""Arrays that hold scores: what they may be made of, and a form that stays as it is."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parallaxis.errors import InputError, ShapeError

NOT_NUMBERS = {
    "M": "dates",
    "m": "time spans",
    "c": "complex numbers",
    "U": "text",
    "S": "bytes",
    "T": "text",
    "V": "records",
}
_ODD_TYPES = (str, bytes, np.datetime64, np.timedelta64, complex, np.complexfloating)


def as_scores(values: ArrayLike) -> NDArray[np.float64]:
    """Copy to a two-dimensional float64 array, or say what it was instead.

    Masked cells become NaN.
    """
    if hasattr(values, "columns"):
        kind = type(values).__name__
        raise InputError(f"scores are a {kind} with labels of its own; use from_frame.")
    masked: NDArray[np.bool_] | None = (
        np.ma.getmaskarray(values) if np.ma.isMaskedArray(values) else None
    )
    try:
        raw = np.asarray(values)
        _refuse_other(raw)
        array = np.array(raw, dtype=np.float64)
    except (TypeError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"scores are not numbers: {error}.") from error
    if masked is not None:
        array[masked] = np.nan
    if array.ndim != 2 or 0 in array.shape:
        raise ShapeError(f"scores have shape {array.shape}; pass models × items, at least 1 × 1.")
    return array


def unchangeable(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the scores in memory that nobody can make writeable again."""
    owner: object = values.base
    if isinstance(owner, bytes) and values.flags.c_contiguous:
        return values
    fixed = np.asarray(values, dtype=np.float64)
    return np.ndarray(fixed.shape, dtype=np.float64, buffer=fixed.tobytes())


def _refuse_other(raw: NDArray[Any]) -> None:
    """Refuse arrays of anything that is not a number."""
    if raw.dtype.kind in NOT_NUMBERS:
        _refuse(NOT_NUMBERS[raw.dtype.kind], str(raw.dtype))
    if raw.dtype.kind == "O":
        odd = _first_odd(raw.ravel())
        if odd is not None:
            _refuse(type(odd).__name__, f"such as {odd!r}")


def _first_odd(cells: Iterable[object]) -> object | None:
    """Return the first cell that is text, a time or complex."""
    return next((cell for cell in cells if isinstance(cell, _ODD_TYPES)), None)


def _refuse(what: str, detail: str) -> None:
    """Say what an array of scores holds instead of numbers."""
    raise InputError(
        f"scores are not numbers: the array holds {what} ({detail}); pass numbers, NaN where not "
        "scored."
    )
