"""From values to places on an axis, with ticks at round values."""

import math
from dataclasses import dataclass
from typing import Literal

Kind = Literal["linear", "log"]
STEPS = (1.0, 2.0, 5.0, 10.0)
ONE_VALUE = 1e-9  # of a value or of 1, below which a range is rounding


@dataclass(frozen=True, slots=True)
class Scale:
    """An axis from the value `low` at `start` to the value `high` at `end`.

    Attributes
    ----------
    low, high : float
        Values; positive for a logarithmic axis.
    start, end : float
        Places in pixels; `start` may be larger than `end`.
    kind : {"linear", "log"}
    """

    low: float
    high: float
    start: float
    end: float
    kind: Kind = "linear"

    def place(self, value: float) -> float:
        """Return where a value lies; values beyond the ends are put on the ends."""
        inside = min(max(value, self.low), self.high)
        if self.kind == "log":
            part = math.log(inside / self.low) / math.log(self.high / self.low)
        else:
            part = (inside - self.low) / (self.high - self.low)
        return self.start + part * (self.end - self.start)

    def ticks(self, about: int = 6) -> list[float]:
        """Return round values between the ends, about as many as asked for."""
        if self.kind == "log":
            return _log_ticks(self.low, self.high, about)
        return _linear_ticks(self.low, self.high, about)


def tick_text(value: float) -> str:
    """Return a tick's value without needless digits.

    Examples
    --------
    >>> tick_text(1000.0), tick_text(0.5), tick_text(-0.2)
    ('1,000', '0.5', '−0.2')
    """
    text = f"{value:,.0f}" if abs(value) >= 1000.0 else f"{value:.6g}"
    return text.replace("-", "−")


def round_limits(low: float, high: float, about: int = 5) -> tuple[float, float]:
    """Return the nearest round values that enclose a range; half a unit about one value.

    Examples
    --------
    >>> round_limits(0.13, 0.87)
    (0.0, 1.0)
    """
    if not high - low > ONE_VALUE * max(abs(low), abs(high), 1.0):
        low, high = low - 0.5, high + 0.5
    step = _step(high - low, about)
    return round(math.floor(low / step) * step, 12), round(math.ceil(high / step) * step, 12)


def _linear_ticks(low: float, high: float, about: int) -> list[float]:
    """Return multiples of a round step."""
    step = _step(high - low, about)
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    return [round(i * step, 12) for i in range(first, last + 1)]


def _log_ticks(low: float, high: float, about: int) -> list[float]:
    """Return 1, 2 and 5 times powers of ten, or powers alone where these are enough."""
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    dense = [m * 10.0**p for p in powers for m in (1.0, 2.0, 5.0)]
    inside = [tick for tick in dense if low * (1 - 1e-9) <= tick <= high * (1 + 1e-9)]
    if len(inside) <= 2 * about:
        return inside
    return [tick for tick in inside if math.isclose(math.log10(tick) % 1.0, 0.0, abs_tol=1e-9)]


def _step(span: float, about: int) -> float:
    """Return the round step that gives about as many ticks as asked for."""
    raw = span / about
    power = 10.0 ** math.floor(math.log10(raw))
    return next(m * power for m in STEPS if raw <= m * power * (1 + 1e-9))
