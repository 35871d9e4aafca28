"""How much groups differ beyond the noise of their own estimates."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parallaxis.errors import NotIdentified

Array = NDArray[np.float64]
FEWEST_GROUPS = 3


class BetweenGroups(NamedTuple):
    """Variance of the true values of groups.

    Attributes
    ----------
    observed, noise : float
        Variance of the estimates over groups, and mean variance of a single estimate.
    between : float
        Their difference; negative where the groups differ less than their noise.
    low, high : float
        Interval of the variance; NaN where groups differ so little that no variance fits.
    """

    observed: float
    noise: float
    between: float
    low: float
    high: float


def between_groups(estimates: Array, variances: Array, *, level: float = 0.95) -> BetweenGroups:
    """How much do groups differ, the noise of their estimates taken off?

    Parameters
    ----------
    estimates : ndarray, shape (n_groups,)
    variances : ndarray, shape (n_groups,)
        Of each estimate, such as that of its bootstrap; above 0.
    level : float, default 0.95
        Coverage of the interval.

    Returns
    -------
    BetweenGroups

    Raises
    ------
    NotIdentified
        Fewer than three groups, or a group without an estimate or a positive variance.

    Notes
    -----
    By moments: variance over groups (divisor n − 1) less mean variance. The interval holds the τ²
    for which Σ (x_g − x̄_w)² / (v_g + τ²), weighted mean x̄_w, lies between the quantiles of χ² with
    n − 1 degrees of freedom (Q-profile); it takes the groups as drawn from more of their kind.

    References
    ----------
    Cochran (1954), Biometrics 10, 101–129. Viechtbauer (2007), Statistics in Medicine 26, 37–52.

    Examples
    --------
    >>> found = between_groups(np.array([0.2, 0.4, 0.6]), np.full(3, 0.01))
    >>> round(found.observed, 4), round(found.between, 4)
    (0.04, 0.03)
    """
    if estimates.size < FEWEST_GROUPS:
        raise NotIdentified(f"{estimates.size} groups; their spread needs {FEWEST_GROUPS}.")
    if not np.isfinite(estimates + variances).all() or not variances.min() > 0.0:
        raise NotIdentified("a group has no estimate, or no error that could be taken off.")
    observed, noise = float(estimates.var(ddof=1)), float(variances.mean())
    low, high = _profile(estimates, variances, level)
    return BetweenGroups(observed, noise, observed - noise, low, high)


def _profile(estimates: Array, variances: Array, level: float) -> tuple[float, float]:
    """Return the variances at which the weighted sum of squares meets both quantiles."""
    from scipy.optimize import brentq  # noqa: PLC0415 - SciPy is loaded where it is needed
    from scipy.special import chdtri  # noqa: PLC0415 - as above

    def excess(variance: float, quantile: float) -> float:
        weight = 1.0 / (variances + variance)
        mean = (weight @ estimates) / weight.sum()
        return float(weight @ (estimates - mean) ** 2 - quantile)

    tail = (1.0 - level) / 2.0
    upper = float(chdtri(estimates.size - 1, tail))
    lower = float(chdtri(estimates.size - 1, 1.0 - tail))
    if excess(0.0, lower) < 0.0:
        return float("nan"), float("nan")
    most = float(((estimates - estimates.mean()) ** 2).sum()) / lower
    high = float(brentq(excess, 0.0, max(most, 1e-300), args=(lower,), xtol=1e-12))
    if excess(0.0, upper) <= 0.0:
        return 0.0, high
    return float(brentq(excess, 0.0, high, args=(upper,), xtol=1e-12)), high
