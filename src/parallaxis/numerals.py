"""How numbers are written for people: digits, intervals, shares and counted nouns."""

import math

MISSING = "–"
Pair = tuple[float, float]


def number(value: float) -> str:
    """Return a number with three significant digits, or in full from a thousand on.

    Examples
    --------
    >>> number(7.8984), number(15.75), number(12032.0), number(-0.05), number(float("nan"))
    ('7.90', '15.8', '12,032', '−0.0500', '–')
    """
    if math.isnan(value):
        return MISSING
    if abs(value) >= 999.5:
        return _minus(f"{value:,.0f}")
    if 0.0 < abs(value) < 1e-4:
        return _minus(f"{value:.2e}")
    return _minus(f"{value:#.3g}".rstrip("."))


def correlation(value: float) -> str:
    """Return a correlation, or another number between −1 and 1, with three decimals.

    Examples
    --------
    >>> correlation(0.5564), correlation(-0.05)
    ('0.556', '−0.050')
    """
    return MISSING if math.isnan(value) else _minus(f"{value:.3f}")


def share(value: float) -> str:
    """Return a share as a percentage that is 0 or 100 only where it is exactly that.

    Examples
    --------
    >>> share(0.064), share(0.5), share(0.9999), share(0.00001), share(1.0)
    ('6.4 %', '50.0 %', 'over 99.9 %', 'under 0.1 %', '100 %')
    """
    if math.isnan(value):
        return MISSING
    if 0.0 < value < 0.001:
        return "under 0.1 %"
    if 0.999 < value < 1.0:
        return "over 99.9 %"
    return f"{100.0 * value:.0f} %" if value in {0.0, 1.0} else f"{100.0 * value:.1f} %"


def percent(level: float) -> str:
    """Return the level of an interval.

    Examples
    --------
    >>> percent(0.95), percent(0.999)
    ('95 %', '99.9 %')
    """
    return f"{100.0 * level:.6g} %"


def brackets(interval: Pair) -> str:
    """Return an interval in brackets.

    Examples
    --------
    >>> brackets((6.1, 10.24))
    '[6.10, 10.2]'
    """
    return f"[{number(interval[0])}, {number(interval[1])}]"


def counted(n: int, noun: str, plural: str | None = None) -> str:
    """Return a number with its noun.

    Examples
    --------
    >>> counted(1, "model"), counted(12032, "item"), counted(2, "axis", "axes")
    ('1 model', '12,032 items', '2 axes')
    """
    return f"{n:,} {noun if n == 1 else plural or noun + 's'}"


def _minus(text: str) -> str:
    """Write a true minus sign in front, and none before zero."""
    if not text.startswith("-"):
        return text
    return text[1:] if not text.strip("-0.,") else "−" + text[1:]
