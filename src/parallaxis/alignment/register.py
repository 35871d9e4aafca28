"""Do two sources that were joined by names fit together in their numbers?"""

import math

import numpy as np
from numpy.typing import NDArray

from parallaxis.intake_report import Fit, RegisterCheck, Shared

Array = NDArray[np.float64]
FEWEST = 20  # shared names below which a correlation says too little to refuse
DOUBTFUL = 0.3  # a correlation not above it is a caution
FEW = 8  # shared names below which only a negative correlation is
NARROWEST = 5  # shared names below which nothing is said
GROSS = 0.6  # and a refusal where its upper 95 % bound is below this
BROAD = 10  # rows behind each mean below which nothing is refused
NARROW_FEWEST, NARROW_UPPER = 50, 0.25  # of a caution where fewer rows are behind the means
SURE = 4.0  # standard errors below 0: a thousand checks may stand beside one another
NORMAL_95 = 1.959963984540054


def register_check(
    first: str, second: str, shared: Shared, means: tuple[Array, Array], *, width: int
) -> RegisterCheck:
    """Do the means of shared names agree in two sources?

    Parameters
    ----------
    first, second : str
        Names of the sources.
    shared : {"models", "items"}
    means : pair of ndarray, shape (n,)
        In the order of the shared names; NaN where there is none.
    width : int
        Number of items (of models) that a mean is taken over, in the source that has fewer.

    Returns
    -------
    RegisterCheck
        With a width of 10 or more and 20 or more names: doubtful where the correlation is not
        above 0.3, and gross where its upper bound ``tanh(atanh(r) + 1.96 / sqrt(n - 3))`` [1]_ is
        below 0.6 besides. With a smaller width and 50 or more names: doubtful where that bound is
        below 0.25. With a width of 10 or more and 8 to 19 names: doubtful where the correlation is
        not above 0.3, with 5 to 7 names where it is negative. Untested with fewer names, or where
        the means do not vary.

    Notes
    -----
    Of 25 real boards 3,998 random halves of items or of models, whole or cut to 25 shared names,
    were never gross or doubtful at this width: the lowest correlation was 0.50 (0.62 of whole
    boards), and 0.70 between the halves of weaker and of stronger models. With the names of one
    side shuffled 98 % were gross. Halves of six items or of seven models do go below 0.3. Of
    11,000 random halves of the same boards cut to 8, 10, 12, 15 and 19 shared names 0.3, 0.2,
    0.05, 0.2 and 0 % correlate not above 0.3; of 5,100 cut to 5 and 6, 0.5 and 0.4 % negatively.

    References
    ----------
    .. [1] Fisher, R. A. (1921). On the "probable error" of a coefficient of correlation deduced
       from a small sample. Metron, 1, 3-32.

    Examples
    --------
    >>> x = np.arange(30.0)
    >>> register_check("a", "b", "models", (x, x + 1.0), width=100).fit
    'fits'
    >>> register_check("a", "b", "models", (x, np.tile([1.0, 2.0, 1.0], 10)), width=100).fit
    'gross'
    """
    x, y = means
    both = ~(np.isnan(x) | np.isnan(y))
    n = int(both.sum())
    r = _correlation(x[both], y[both])
    if n < NARROWEST or math.isnan(r):
        return RegisterCheck(first, second, shared, n, r, math.nan, "untested")
    inside = min(max(r, -1.0 + 1e-12), 1.0 - 1e-12)
    upper = math.tanh(math.atanh(inside) + NORMAL_95 / math.sqrt(n - 3))
    return RegisterCheck(first, second, shared, n, r, upper, _fit(n, r, upper, width))


def surely_negative(check: RegisterCheck) -> bool:
    """Return whether a correlation that does not fit is four standard errors of z below 0."""
    if check.fit not in {"doubtful", "gross"}:
        return False
    inside = max(check.correlation, -1.0 + 1e-12)
    return math.atanh(inside) * math.sqrt(check.n - 3) < -SURE


def _fit(n: int, r: float, upper: float, width: int) -> Fit:
    """Judge a correlation."""
    if width < BROAD:
        if n < NARROW_FEWEST:
            return "untested"
        return "doubtful" if upper < NARROW_UPPER else "fits"
    if r > (DOUBTFUL if n >= FEW else 0.0):
        return "fits" if n >= FEWEST else "untested"
    return "gross" if n >= FEWEST and upper < GROSS else "doubtful"


def mean_of_scored(values: Array, axis: int) -> Array:
    """Return means over what is scored; NaN where nothing is."""
    seen = ~np.isnan(values)
    counts = seen.sum(axis=axis)
    sums = np.where(seen, values, 0.0).sum(axis=axis)
    return np.asarray(np.divide(sums, counts, out=np.full(counts.shape, np.nan), where=counts > 0))


def _correlation(x: Array, y: Array) -> float:
    """Return Pearson's correlation; NaN where one side does not vary."""
    if x.size < 3:
        return math.nan
    u, v = x - x.mean(), y - y.mean()
    scale = math.sqrt(float(u @ u)) * math.sqrt(float(v @ v))
    tiny = 1e-12 * max(float(np.abs(x).max()), float(np.abs(y).max()), 1e-300) ** 2 * x.size
    return float(u @ v) / scale if scale > tiny else math.nan
