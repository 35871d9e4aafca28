"""Weak priors of item parameters, whose centres are learned from the board itself."""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from parallaxis.kernels.irt_curve import Array, Items, ItemSums
from parallaxis.kernels.irt_population import population
from parallaxis.kernels.leading import leading
from parallaxis.kernels.scaling import standardise

SlopePrior = Literal["lognormal", "normal", "flat"]
NEGATIVE_SDS = 4.0  # standard errors below zero from which an item counts as negatively keyed
DIRECTION_SDS = 2.0
ABOVE_EDGE = 1.3  # first eigenvalue of items that have something in common, ÷ that of noise
LEAST_NORMAL_SD = 0.5
LEAST_REST = 0.1  # mean item–rest correlation under which the share right orders no models
CHANCE_WEIGHT = 20.0  # answers that the pooled chance level is worth to an item's own
BLOCK_CELLS = 2**17
LIKELY_CHANCE = (1e-3, 0.6)  # range of a pooled chance level


@dataclass(frozen=True, slots=True)
class ItemPrior:
    """What is thought of items before their answers are seen.

    Attributes
    ----------
    slope : {"lognormal", "normal", "flat"}
        log a ~ N(`slope_mean`, `slope_sd`²), or a ~ N(`slope_mean`, `slope_sd`²), or nothing. The
        mode is taken in log a and in a.
    slope_mean : float or None
        None: the mean over the board's items.
    slope_sd : float or None
        None: estimated from the board, at least 0.5; only where `slope` is normal.
    intercept_mean : float, default 0
    intercept_sd : float or None
        d ~ N(`intercept_mean`, `intercept_sd`²); infinite for none. None: slopes and intercepts are
        jointly normal, with means, spreads and correlation estimated from the board.
    slope_trend : float, default 0
        By how much the centre of the slope's coordinate rises with d from `intercept_mean`.
    chance_mean : float or None
        Mean of the beta prior of estimated chance; None: pooled over the board's items.
    chance_weight : float
        Sum of the beta prior's exponents, in answers; 0 for none.
    """

    slope: SlopePrior = "lognormal"
    slope_mean: float | None = None
    slope_sd: float | None = 0.5
    intercept_mean: float = 0.0
    intercept_sd: float | None = 3.0
    slope_trend: float = 0.0
    chance_mean: float | None = None
    chance_weight: float = CHANCE_WEIGHT

    def learned(self, items: Items, sums: ItemSums, spread: Array) -> "ItemPrior":
        """Return the prior with what was left open set from the board.

        Parameters
        ----------
        items : Items
        sums : ItemSums
            Answers that were not known and right ones among them, for the pooled chance.
        spread : ndarray, shape (n_items,)
            Variance of each slope given the answers.

        Examples
        --------
        >>> items = Items(np.array([1.0, np.e**2]), np.zeros(2), np.zeros(2))
        >>> sums = ItemSums(np.zeros((2, 3)), np.zeros((2, 3, 3)), np.zeros(2), np.zeros(2))
        >>> float(ItemPrior().learned(items, sums, np.zeros(2)).slope_mean)
        1.0
        """
        chance = self.chance_mean
        if chance is None and sums.unknown.sum() > 0.0:
            chance = float(np.clip(sums.lucky.sum() / sums.unknown.sum(), *LIKELY_CHANCE))
        if self.intercept_sd is None:
            return replace(self._population(items, sums), chance_mean=chance)
        slope = self._coordinate(items)
        mean = float(slope.mean()) if self.slope_mean is None else self.slope_mean
        sd = self.slope_sd
        if sd is None:
            sd = float(np.sqrt(max(((slope - mean) ** 2 + spread).mean(), LEAST_NORMAL_SD**2)))
        return replace(self, slope_mean=mean, slope_sd=sd, chance_mean=chance)

    def _population(self, items: Items, sums: ItemSums) -> "ItemPrior":
        """Return the prior with the joint distribution of slopes and intercepts."""
        information = sums.information[:, :2, :2].copy()
        if self.slope == "lognormal":
            information[:, 0, :] *= items.slope[:, None]
            information[:, :, 0] *= items.slope[:, None]
        points = np.column_stack([self._coordinate(items), items.intercept])
        mean, covariance = population(points, information)
        trend = covariance[0, 1] / covariance[1, 1]
        return replace(
            self,
            slope_mean=float(mean[0]),
            slope_sd=float(np.sqrt(covariance[0, 0] - trend * covariance[0, 1])),
            intercept_mean=float(mean[1]),
            intercept_sd=float(np.sqrt(covariance[1, 1])),
            slope_trend=float(trend),
        )

    def _coordinate(self, items: Items) -> Array:
        """Return log a where the prior is log-normal, else a."""
        return np.log(items.slope) if self.slope == "lognormal" else items.slope

    def _above_trend(self, items: Items) -> Array:
        """Return how far slopes lie above their centre at the item's intercept."""
        assert self.slope_mean is not None  # noqa: S101 - set by learned()
        centre = self.slope_mean + self.slope_trend * (items.intercept - self.intercept_mean)
        return self._coordinate(items) - centre

    def pull(self, items: Items) -> tuple[Array, Array]:
        """Return first derivatives of the log prior by (slope, d, logit c), and its information.

        The slope is log a where the prior is log-normal. What was left open must be set.

        Examples
        --------
        >>> items = Items(np.array([1.0]), np.array([3.0]), np.zeros(1))
        >>> gradient, information = ItemPrior(slope_mean=0.0).pull(items)
        >>> gradient.round(3).tolist(), information[0].diagonal().round(3).tolist()
        ([[0.0, -0.333, 0.0]], [4.0, 0.111, 0.0])
        """
        n_items = items.slope.size
        gradient, information = np.zeros((n_items, 3)), np.zeros((n_items, 3, 3))
        assert self.intercept_sd is not None  # noqa: S101 - set by learned()
        information[:, 1, 1] = self.intercept_sd**-2
        gradient[:, 1] = -(items.intercept - self.intercept_mean) * self.intercept_sd**-2
        if self.slope != "flat":
            assert self.slope_sd is not None  # noqa: S101 - set by learned()
            above = self._above_trend(items)
            direction = np.array([1.0, -self.slope_trend, 0.0])
            gradient -= np.outer(above, direction) * self.slope_sd**-2
            information += np.outer(direction, direction) * self.slope_sd**-2
        if self.chance_mean is not None:
            gradient[:, 2] = self.chance_weight * (self.chance_mean - items.chance)
            information[:, 2, 2] = self.chance_weight * items.chance * (1.0 - items.chance)
        return gradient, information

    def log_density(self, items: Items, free: NDArray[np.bool_]) -> float:
        """Return the log prior up to a constant; `free` marks items whose chance is estimated."""
        assert self.intercept_sd is not None  # noqa: S101 - set by learned()
        away = items.intercept - self.intercept_mean
        total = -0.5 * float((away**2).sum()) / self.intercept_sd**2
        if self.slope != "flat":
            assert self.slope_sd is not None  # noqa: S101 - set by learned()
            above = self._above_trend(items)
            total -= 0.5 * float((above**2).sum()) / self.slope_sd**2
        if self.chance_mean is not None and free.any():
            c, m = items.chance[free], self.chance_mean
            total += self.chance_weight * float((m * np.log(c) + (1 - m) * np.log1p(-c)).sum())
        return total


FLAT = ItemPrior(slope="flat", intercept_sd=np.inf, chance_weight=0.0)


def item_rest_correlations(values: NDArray[np.floating]) -> Array:
    """Return the correlation of each item with the share right on the model's other items.

    Parameters
    ----------
    values : ndarray, shape (n_models, n_items)
        0, 1 or NaN; missing cells count for neither side.

    Returns
    -------
    ndarray, shape (n_items,)
        NaN where an item, or the rest, does not vary.

    Examples
    --------
    >>> values = np.array([[1.0, 1.0, 0.0], [1.0, 0.0, 1.0], [0.0, 0.0, 1.0]])
    >>> item_rest_correlations(values).round(3).tolist()
    [nan, -0.5, -0.866]
    """
    sums = np.zeros((8, values.shape[1]))
    size = max(1, BLOCK_CELLS // values.shape[1])
    for first in range(0, len(values), size):
        sums += _rest_sums(values[first : first + size])
    n, n_right, x_rest, x_w, seen_rest, seen_square, x_cross, x_w_square = sums
    n = np.maximum(n, 1.0)
    mean_x, mean_rest = n_right / n, (seen_rest - x_w) / n
    covariance = (x_rest - x_w) / n - mean_x * mean_rest
    square = (seen_square - 2.0 * x_cross + x_w_square) / n
    variances = (mean_x - mean_x**2) * (square - mean_rest**2)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.where(variances > 1e-18, covariance / np.sqrt(variances), np.nan))


def _rest_sums(values: NDArray[np.floating]) -> Array:
    """Return the sums over models from which item–rest correlations follow, shape (8, n_items).

    The rest of model i without item t is u_i − x_it w_i, with w_i = 1/(n_i − 1) and u_i = w_i times
    the model's right answers; and x² = x. So products with vectors are enough.
    """
    seen = ~np.isnan(values)
    x, observed = np.where(seen, values, 0), seen.astype(values.dtype)
    w = 1.0 / np.maximum(observed.sum(axis=1, dtype=np.float64) - 1.0, 1.0)
    u = w * x.sum(axis=1, dtype=np.float64)
    one = np.ones(len(values))
    pairs = (
        (one, observed), (one, x), (u, x), (w, x),
        (u, observed), (u**2, observed), (u * w, x), (w**2, x),
    )  # fmt: skip
    return np.stack([weight.astype(values.dtype) @ cells for weight, cells in pairs])


def negatively_keyed(values: NDArray[np.floating]) -> NDArray[np.bool_]:
    """Return which items better models fail: item–rest correlation 4 standard errors below zero.

    Where so many items are turned round that the share right says little (mean item–rest
    correlation under 0.1), but the items have a direction in common (first eigenvalue well above
    the largest of unrelated items), the items against it, two standard errors below zero.

    Examples
    --------
    >>> ability = np.linspace(-2, 2, 100)[:, None]
    >>> values = (ability > np.array([-1.0, 0.0, 1.0, 0.5])).astype(float)
    >>> values[:, 0] = 1 - values[:, 0]
    >>> negatively_keyed(values).tolist()
    [True, False, False, False]
    """
    r, needed = np.nan_to_num(item_rest_correlations(values)), NEGATIVE_SDS
    if r.mean() < LEAST_REST:
        direction = _common_direction(values)
        if direction is not None:
            r, needed = direction, DIRECTION_SDS
    n = (~np.isnan(values)).sum(axis=0)
    return np.asarray(r * np.sqrt(np.maximum(n - 1, 0)) < -needed)


def _common_direction(values: NDArray[np.floating]) -> Array | None:
    """Return each item's correlation with the leading direction, mostly positive ones; or None."""
    white = standardise(values.astype(np.float64, copy=False))
    n_models, n_items = white.shape
    wide = n_models <= n_items
    value, vector = leading(white @ white.T if wide else white.T @ white)
    edge = (1.0 + np.sqrt(n_items / n_models)) ** 2
    if value / n_models < ABOVE_EDGE * edge:
        return None
    direction = vector if wide else white @ vector
    r = direction @ white / (float(np.linalg.norm(direction)) * np.sqrt(n_models))
    return np.asarray(r if r.sum() >= 0.0 else -r)


def prior_for(values: NDArray[np.floating]) -> ItemPrior:
    """Return the default prior of a board.

    log a ~ N(μ, ½²) with μ from the board, which keeps slopes positive; a ~ N(m, s²) with m and s
    from the board where an item is negatively keyed. d ~ N(0, 3²) in both.

    Examples
    --------
    >>> prior_for(np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])).slope
    'lognormal'
    """
    if negatively_keyed(values).any():
        return ItemPrior(slope="normal", slope_sd=None)
    return ItemPrior()
