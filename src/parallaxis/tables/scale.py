"""The scale of scores: binary, bounded or real, decided once."""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parallaxis._checks import choice
from parallaxis.cautions import Caution
from parallaxis.errors import InputError, ShapeError

Scale = Literal["binary", "bounded", "real"]
Bounds = tuple[float, float] | None
SCALES: tuple[Scale, ...] = ("binary", "bounded", "real")
LARGEST = 1e60
PERCENT_EVIDENCE = 10.0  # a score above this, and none above 100 or below 0, reads as percent


def decide_scale(
    values: NDArray[np.float64], scale: Scale | None, bounds: Bounds
) -> tuple[Scale, Bounds, tuple[Caution, ...]]:
    """Decide scale and bounds once, from the caller or else from the scores."""
    if scale is not None:
        return _declared_scale(choice("scale", scale, SCALES), bounds)
    if bounds is not None:
        return _declared_scale("bounded", bounds)
    return _inferred_scale(values[~np.isnan(values)])


def _inferred_scale(seen: NDArray[np.float64]) -> tuple[Scale, Bounds, tuple[Caution, ...]]:
    """Read the scale off the scores themselves."""
    if seen.size == 0:
        return "real", None, (Caution("no_scores", "No cell of the board is scored."),)
    low, high = float(seen.min()), float(seen.max())
    if np.isin(seen, (0.0, 1.0)).all():
        return "binary", (0.0, 1.0), ()
    if low >= 0.0 and high <= 1.0:
        return "bounded", (0.0, 1.0), ()
    if low >= 0.0 and PERCENT_EVIDENCE < high <= 100.0:
        text = f"Scores from {low:g} to {high:g} are read as percent, bounded by 0 and 100."
        return "bounded", (0.0, 100.0), (Caution("scale_inferred", text),)
    return "real", None, ()


def _declared_scale(scale: Scale, bounds: Bounds) -> tuple[Scale, Bounds, tuple[Caution, ...]]:
    """Complete a scale that the caller declared."""
    if scale == "real":
        if bounds is not None:
            raise InputError(f"bounds are {bounds!r} on a real scale; pass scale='bounded'.")
        return scale, None, ()
    low, high = (0.0, 1.0) if bounds is None else (float(bounds[0]), float(bounds[1]))
    if not low < high:
        raise InputError(f"bounds are {bounds!r}; pass the lowest and then the highest score.")
    return scale, (low, high), ()


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


def as_scores(values: ArrayLike) -> NDArray[np.float64]:
    """Copy to a two-dimensional float64 array, or say what it was instead."""
    try:
        array = np.array(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(f"scores are not numbers: {error}.") from error
    if array.ndim != 2 or 0 in array.shape:
        raise ShapeError(f"scores have shape {array.shape}; pass models × items, at least 1 × 1.")
    return array
