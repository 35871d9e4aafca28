"""Shares with their intervals, and whether a share can be a nominal rate."""

from scipy.stats import binom, binomtest

NOMINAL = 0.05
BAND = 0.999


def rate(count: int, n: int) -> str:
    """Return a share with its 95 % interval."""
    if n == 0:
        return "–"
    limits = binomtest(count, n).proportion_ci(method="wilson")
    return f"{count / n:.3f} [{limits.low:.3f}, {limits.high:.3f}]"


def judged(count: int, n: int) -> str:
    """Say whether a count lies in the 99.9 % binomial band around the nominal rate."""
    low, high = binom.interval(BAND, n, NOMINAL)
    if low <= count <= high:
        return "within"
    return "below" if count < low else "**above**"
