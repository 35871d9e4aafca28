"""Breadth and dead items by performance, in strata cut down to one number of models."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis.analyses.breadth_parts import family_numbers
from parallaxis.analyses.saturation_cohorts import by_score, mean_scores
from parallaxis.answers import Interval, NotAnswered
from parallaxis.errors import NotIdentified
from parallaxis.kernels import resample
from parallaxis.kernels.dead_items import dead_items, expected_dead_shares
from parallaxis.kernels.draws import generator
from parallaxis.kernels.matched_subsamples import STREAM, matched_subsamples, random_subsets
from parallaxis.kernels.scaling import prepare
from parallaxis.kernels.spectrum import moments
from parallaxis.matrix import ScoreMatrix

Array = NDArray[np.float64]
Rows = NDArray[np.intp]
FEWEST = 10  # models that a third must have
MOST_GROUPS = 400  # groups that a jackknife leaves out; more are put together at random
TENTH = 50  # models that the top tenth must have


@dataclass(frozen=True, slots=True)
class AtMatchedSize:
    """A number at the matched number of models.

    Attributes
    ----------
    estimate : float
        Mean over random draws of that many models from the stratum (of the dead share: exact).
    interval_draws : (float, float)
        Central range of the draws, with their mean where few draws differ much from the rest; a
        point where the whole stratum is the draw.
    interval : (float, float) or NotAnswered
        For other models like these: jackknife over the stratum's models or families.
    """

    estimate: float
    interval_draws: Interval
    interval: Interval | NotAnswered


@dataclass(frozen=True, slots=True)
class Stratum:
    """Models of one level of performance.

    Attributes
    ----------
    name : str
        ``all models``, ``bottom third``, ``middle third``, ``top third`` or ``top tenth``.
    n_models : int
    lowest, highest : float
        Mean scores of its models.
    breadth : float
        ED of all its models, not matched; NaN where nothing varies.
    breadth_matched : AtMatchedSize or NotAnswered
    shuffled : float
        ED that scores shuffled within each item of the stratum would have at the matched size: the
        same margins, nothing else. NaN where nothing varies.
    dead_matched : AtMatchedSize
        Share of the items without variance.
    """

    name: str
    n_models: int
    lowest: float
    highest: float
    breadth: float
    breadth_matched: AtMatchedSize | NotAnswered
    shuffled: float
    dead_matched: AtMatchedSize


@dataclass(frozen=True, slots=True)
class Strata:
    """Breadth and dead items by performance, at one number of models.

    Attributes
    ----------
    matched_models : int
        How many models each stratum is cut down to: those of the smallest.
    draws : int
    strata : tuple of Stratum
        All models first.
    """

    matched_models: int
    draws: int
    strata: tuple[Stratum, ...]


def strata(
    board: ScoreMatrix, *, draws: int = 100, level: float = 0.95, seed: int = 0
) -> Strata | NotAnswered:
    """Do the items say less, or more, about the best models?

    Parameters
    ----------
    board : ScoreMatrix
        Higher scores better. NaN = not scored.
    draws : int, default 100
    level : float, default 0.95
    seed : int, default 0

    Returns
    -------
    Strata or NotAnswered
        Thirds by mean score, and the top tenth where it has 50 models; not answered where a third
        has fewer than 10.

    Notes
    -----
    A stratum of the mean score varies less along that score by its making, so that ED of *every*
    stratum tends to lie above that of all models, and on right/wrong scores near that of shuffled
    scores: compare strata with each other and with their shuffled scores. The middle third is the
    narrowest. No direction is assumed. ED of shuffled scores is 1 / (q + (1 − q)/(n − 1)) for n
    models, q the sum of squared shares of the items in the variance.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> found = strata(ScoreMatrix.from_array(rng.normal(size=(90, 1)) + rng.normal(size=(90, 20))))
    >>> [(one.name, one.n_models) for one in found.strata], found.matched_models
    ([('all models', 90), ('bottom third', 30), ('middle third', 30), ('top third', 30)], 30)
    """
    third = board.n_models // 3
    if third < FEWEST:
        return NotAnswered(f"a third of {board.n_models} models is fewer than {FEWEST}")
    means = mean_scores(board.values)
    order = by_score(board.values)
    parts = {
        "all models": order,
        "bottom third": order[-third:],
        "middle third": order[third:-third],
        "top third": order[:third],
    }
    if board.n_models // 10 >= TENTH:
        parts["top tenth"] = order[: board.n_models // 10]
    size = min(rows.size for rows in parts.values())
    settings = {"size": size, "draws": draws, "seed": seed}
    found = tuple(
        _stratum(board, name, np.sort(rows), means, level, **settings)
        for name, rows in parts.items()
    )
    return Strata(size, draws, found)


def _stratum(
    board: ScoreMatrix,
    name: str,
    rows: Rows,
    means: Array,
    level: float,
    *,
    size: int,
    draws: int,
    seed: int,
) -> Stratum:
    """Measure one stratum, whole and at the matched size."""
    values = board.values[rows]
    groups = family_numbers(board)[rows]
    centred = prepare(values)
    return Stratum(
        name=name,
        n_models=rows.size,
        lowest=float(means[rows].min()),
        highest=float(means[rows].max()),
        breadth=moments(centred).effective_dimensionality,
        breadth_matched=_breadth(values, groups, level, size=size, draws=draws, seed=seed),
        shuffled=_shuffled(centred, size),
        dead_matched=_dead(values, groups, level, size=size, draws=draws, seed=seed),
    )


def _shuffled(centred: Array, size: int) -> float:
    """Return 1 / E[1 / ED] of as many models whose scores are shuffled within items."""
    strength = (centred * centred).sum(axis=0)
    total = float(strength.sum())
    if not total > 0.0:
        return float("nan")
    own = float((strength * strength).sum()) / total**2
    return 1.0 / (own + (1.0 - own) / (size - 1))


def _breadth(
    values: Array, groups: Rows, level: float, *, size: int, draws: int, seed: int
) -> AtMatchedSize | NotAnswered:
    """Return ED of random draws of the matched size, with the interval of the whole stratum."""
    drawn = matched_subsamples(
        values, n_models=size, n_items=values.shape[1], draws=draws, seed=seed
    )
    if np.isnan(drawn.mean):
        return NotAnswered("no item tells these models apart")
    interval: Interval | NotAnswered
    try:
        outcome = resample.jackknife_models(prepare(values), _merged(groups, seed))
    except NotIdentified as reason:
        interval = NotAnswered(str(reason).rstrip("."))
    else:
        factor = float(np.exp(_t(outcome.degrees_of_freedom, level) * outcome.log_standard_error))
        bound = float(min(size - 1, values.shape[1]))
        interval = (max(1.0, drawn.mean / factor), min(bound, drawn.mean * factor))
    return AtMatchedSize(drawn.mean, drawn.interval(level), interval)


def _dead(
    values: Array, groups: Rows, level: float, *, size: int, draws: int, seed: int
) -> AtMatchedSize:
    """Return the share of dead items among as many models, with both intervals."""
    estimate = float(expected_dead_shares(values, [size])[0])
    if size == len(values):
        spread = (estimate, estimate)
    else:
        masks = random_subsets(len(values), size, draws=draws, seed=seed)
        shares = [dead_items(values[mask]).share for mask in masks]
        low, high = np.nanquantile(shares, ((1.0 - level) / 2.0, (1.0 + level) / 2.0))
        spread = (min(float(low), estimate), max(float(high), estimate))
    return AtMatchedSize(estimate, spread, _dead_interval(values, groups, estimate, level))


def _dead_interval(
    values: Array, groups: Rows, estimate: float, level: float
) -> Interval | NotAnswered:
    """Jackknife the share of dead items over models or families of the stratum."""
    whole = dead_items(values)
    numbered = _numbered(groups)
    n_groups = int(numbered.max()) + 1
    revived = _dead_without(values, whole.dead, numbered)
    if n_groups < 3 or not revived.any():
        return NotAnswered("leaving out one model or family makes no item dead")
    moved = revived / whole.scored.sum()
    error = np.sqrt((n_groups - 1) / n_groups * ((moved - moved.mean()) ** 2).sum())
    half = _t(n_groups - 1, level) * float(error)
    return max(0.0, estimate - half), min(1.0, estimate + half)


def _dead_without(values: Array, dead: NDArray[np.bool_], groups: Rows) -> Array:
    """Return how many items each group alone keeps from being dead."""
    alive = values[:, ~dead]
    out = np.zeros(int(groups.max()) + 1)
    low = np.fmin.reduce(alive, axis=0, initial=np.inf)
    high = np.fmax.reduce(alive, axis=0, initial=-np.inf)
    for edge in (low, high):  # without the group all others have the other edge's score
        other = np.where(edge is low, high, low)
        rest = (alive != other) & ~np.isnan(alive)
        first = np.where(rest.any(axis=0), groups[rest.argmax(axis=0)], -1)
        alone = ~(rest & (groups[:, None] != first)).any(axis=0) & (first >= 0)
        out += np.bincount(first[alone], minlength=out.size)
    return out


def _merged(groups: Rows, seed: int) -> Rows:
    """Return group numbers, of very many groups some random ones together, for speed."""
    numbered = _numbered(groups)
    n_groups = int(numbered.max()) + 1
    if n_groups <= MOST_GROUPS:
        return numbered
    order = generator(seed, STREAM, n_groups).permutation(n_groups)
    return np.asarray(order % MOST_GROUPS, dtype=np.intp)[numbered]


def _numbered(groups: Rows) -> Rows:
    """Return group numbers without gaps."""
    return np.unique(groups, return_inverse=True)[1].astype(np.intp)


def _t(degrees_of_freedom: int, level: float) -> float:
    """Return the quantile of Student's t for a two-sided interval."""
    from scipy.special import stdtrit  # noqa: PLC0415 - needed for intervals only

    return float(stdtrit(degrees_of_freedom, (1.0 + level) / 2.0))
