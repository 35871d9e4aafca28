"""The scale of scores: binary, bounded or real, decided once."""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from parallaxis._checks import choice
from parallaxis.cautions import Caution
from parallaxis.errors import InputError

Scale = Literal["binary", "bounded", "real"]
Bounds = tuple[float, float] | None
SCALES: tuple[Scale, ...] = ("binary", "bounded", "real")
LARGEST = 1e60
BINARY = (0.0, 1.0)
PERCENT = 100.0
PERCENT_EVIDENCE = 10.0  # a score above this, and none above 100 or below 0, reads as percent


@dataclass(frozen=True, slots=True)
class Scaled:
    """Scores with the scale that was decided for them.

    Attributes
    ----------
    values : ndarray of float64
        As given, but 0/1 where right and wrong were written as 100 and 0.
    scale : {"binary", "bounded", "real"}
    bounds : tuple of float or None
    notes : tuple of Caution
        What was read into the scores.
    """

    values: NDArray[np.float64]
    scale: Scale
    bounds: Bounds
    notes: tuple[Caution, ...] = ()


def decide_scale(values: NDArray[np.float64], scale: Scale | None, bounds: Bounds) -> Scaled:
    """Decide scale and bounds once, from the caller or else from the scores."""
    if scale is None and bounds is None:
        return _inferred_scale(values)
    decided, limits = _declared_scale(choice("scale", scale or "bounded", SCALES), bounds)
    if decided == "binary" and np.isin(values[~np.isnan(values)], (0.0, PERCENT)).all():
        return _right_or_wrong(values)
    return Scaled(values, decided, limits)


def _inferred_scale(values: NDArray[np.float64]) -> Scaled:
    """Read the scale off the scores themselves."""
    seen = values[~np.isnan(values)]
    if seen.size == 0:
        note = Caution("no_scores", "No cell of the board is scored.")
        return Scaled(values, "real", None, (note,))
    low, high = float(seen.min()), float(seen.max())
    if np.isin(seen, (0.0, 1.0)).all():
        return Scaled(values, "binary", BINARY)
    if low >= 0.0 and high <= 1.0:
        return Scaled(values, "bounded", (0.0, 1.0))
    if low == 0.0 and high == PERCENT and np.isin(seen, (0.0, PERCENT)).all():
        return _right_or_wrong(values)
    if low >= 0.0 and PERCENT_EVIDENCE < high <= PERCENT:
        text = f"Scores from {low:g} to {high:g} are read as percent, bounded by 0 and 100."
        return Scaled(values, "bounded", (0.0, PERCENT), (Caution("scale_inferred", text),))
    return Scaled(values, "real", None)


def _right_or_wrong(values: NDArray[np.float64]) -> Scaled:
    """Write 0 and 100 as 0 and 1."""
    if not (values == PERCENT).any():
        return Scaled(values, "binary", BINARY)
    note = Caution("scale_inferred", "Scores of 0 and 100 are read as wrong and right.")
    return Scaled(values / PERCENT, "binary", BINARY, (note,))


def _declared_scale(scale: Scale, bounds: Bounds) -> tuple[Scale, Bounds]:
    """Complete a scale that the caller declared."""
    if scale == "real":
        if bounds is not None:
            raise InputError(f"bounds are {bounds!r} on a real scale; pass scale='bounded'.")
        return scale, None
    low, high = BINARY if bounds is None else _as_bounds(bounds)
    if scale == "binary" and (low, high) not in (BINARY, (0.0, PERCENT)):
        raise InputError(f"bounds are {bounds!r} on a binary scale; leave them out.")
    return scale, BINARY if scale == "binary" else (low, high)


def _as_bounds(bounds: tuple[float, float]) -> tuple[float, float]:
    """Return two finite bounds in order."""
    try:
        low, high = (float(bound) for bound in bounds)
    except (TypeError, ValueError) as error:
        raise InputError(f"bounds are {bounds!r}; pass the two numbers (low, high).") from error
    if not -math.inf < low < high < math.inf:
        raise InputError(f"bounds are {bounds!r}; pass the lowest and then the highest score.")
    return low, high


def misplaced(
    values: NDArray[np.float64], scale: Scale, bounds: Bounds
) -> tuple[NDArray[np.bool_], str] | None:
    """Return the cells that a scale does not allow and what is wrong with them, or None."""
    infinite = np.isinf(values)
    if infinite.any():
        return infinite, "is infinite; leave it empty if it was not scored"
    huge = np.abs(values) > LARGEST
    if huge.any():
        return huge, f"is beyond ±{LARGEST:g}, where sums of fourth powers overflow; rescale"
    if scale == "binary":
        wrong = ~np.isnan(values) & (values != 0.0) & (values != 1.0)
        return (
            (wrong, "is neither 0 nor 1; pass scale='bounded' or 'real'") if wrong.any() else None
        )
    if bounds is None:
        return None
    low, high = bounds
    wrong = (values < low) | (values > high)
    return (wrong, f"is outside the bounds [{low:g}, {high:g}]") if wrong.any() else None
