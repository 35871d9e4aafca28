"""The forms that answers take: a number with its interval, or a reason why there is none."""

from dataclasses import dataclass
from typing import Any

from parallaxis.jsonable import not_identified

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class NotAnswered:
    """An answer that the data cannot support.

    Attributes
    ----------
    why : str
        One clause, with the numbers that stand in the way.
    """

    why: str

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, with a null estimate."""
        return not_identified(self.why)

    def __str__(self) -> str:
        return f"not identified ({self.why})"


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its interval.

    Attributes
    ----------
    estimate : float
    interval : (float, float) or NotAnswered
        At the level that the result's settings state.
    """

    estimate: float
    interval: Interval | NotAnswered

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {"estimate": self.estimate, "interval": interval_json(self.interval)}

    def __str__(self) -> str:
        if isinstance(self.interval, NotAnswered):
            return f"{self.estimate:.4g}"
        low, high = self.interval
        return f"{self.estimate:.4g} [{low:.4g}, {high:.4g}]"


def interval_json(interval: Interval | NotAnswered) -> Any:
    """Return ``[low, high]``, or the object that says why there is no interval."""
    return interval.to_dict() if isinstance(interval, NotAnswered) else list(interval)
