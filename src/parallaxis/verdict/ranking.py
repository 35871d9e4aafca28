"""How many rankings does a board need? Significance counts the axes, size says what they matter."""

import math
from types import MappingProxyType
from typing import Literal

from parallaxis.analyses.axes import Axes
from parallaxis.analyses.axes_steps import FEWEST_HALVED
from parallaxis.answers import NotAnswered

Rankings = Literal["none", "one", "tiny", "small", "many"]

# Sizes are those of the axes before rotation: an orthogonal rotation spreads a general axis over
# all of them, after which an average seems to lose as much as of unrelated ones (.52 for two).
# With thousands of models every departure from one ability is significant, so an axis that counts
# may still be too small to matter. Real boards bear the lines out: 98 % on the first axis (six
# scores of 4,576 models), 87 % (a suite of embedding tasks), 54 % (fitness of proteins).
THRESHOLDS = MappingProxyType(
    {
        "unresolved_models": 60,  # up to so many models a second axis is mostly missed
        "liberal_models": 60,  # below so many models real scores give too many axes too often
        "tiny_general": 0.95,  # share on the first axis from which the others may be tiny
        "tiny_reordered": 0.01,  # share of pairs of models that tiny axes may reorder, at most
        "tiny_lost": 0.05,  # share of the information about ranks that they may carry, at most
        "small_general": 0.80,  # the same three lines for axes that are small, not tiny:
        "small_reordered": 0.05,  # fewer than one pair of models in twenty changes places,
        "small_lost": 0.25,  # and the average loses at most half as much as of two unrelated ones
    }
)


def rankings(axes: Axes) -> Rankings:
    """Is one ranking honest, does it hide something small, or are there as many as axes?

    Parameters
    ----------
    axes : Axes

    Returns
    -------
    {"none", "one", "tiny", "small", "many"}
        ``none`` and ``one`` where ``k_ladder`` is 0 or 1 (or not identified). With more axes:
        ``tiny`` where the axes after the first stay within all three lines for tiny ones, ``small``
        within all three lines for small ones, else ``many``. A size that is not identified decides
        against ``tiny`` and is passed over otherwise.
    """
    k = axes.k_ladder
    if isinstance(k, NotAnswered) or k == 0:
        return "none"
    if k == 1:
        return "one"
    if _within(axes, "tiny"):
        return "tiny"
    return "small" if _within(axes, "small") else "many"


def reaches_cap(axes: Axes) -> bool:
    """Return whether all axes that were tried count, so that there may be more."""
    return axes.capped and axes.k_ladder == axes.k_significant


def misses_axes(axes: Axes) -> bool:
    """Return whether the models are too few to resolve a second axis where none is seen."""
    few = axes.ladder_shape[0] <= THRESHOLDS["unresolved_models"]
    return axes.k_ladder == 1 and axes.k_significant == 1 and few


def leaves_open(axes: Axes) -> bool:
    """Return whether large axes beside the one that counts lack only to be found again."""
    general = axes.general_share
    if axes.k_ladder != 1 or isinstance(general, NotAnswered):
        return False
    second = next((step for step in axes.steps if step.accepted and not step.counted), None)
    why = "" if second is None else second.why_not or ""
    return general < THRESHOLDS["small_general"] and why.startswith("not found again")


def halves_too_short(axes: Axes) -> bool:
    """Return whether the items were too few to look for the axes in halves of them."""
    return axes.ladder_shape[1] < FEWEST_HALVED


def is_liberal(axes: Axes) -> bool:
    """Return whether the ladder finds an axis too many more often than it should.

    So it is with real scores of few models, where it matters from the second axis on.
    """
    found = axes.k_significant
    if isinstance(found, NotAnswered) or found < 2 or axes.recipe.intake.scale == "binary":
        return False
    return axes.ladder_shape[0] < THRESHOLDS["liberal_models"]


def is_resolved(axes: Axes) -> bool:
    """Return whether nothing that is known leaves the count open.

    Other parts of a large board leave it open where fewer axes are significant than count here, or
    more than are significant here if all of these count.
    """
    k, found = axes.k_ladder, axes.k_significant
    if isinstance(k, NotAnswered) or isinstance(found, NotAnswered):
        return False
    others_agree = all(k <= other and not (k == found < other) for other in axes.k_subsamples)
    return others_agree and not (reaches_cap(axes) or misses_axes(axes) or is_liberal(axes))


def reordered(axes: Axes) -> float | None:
    """Return the largest share of pairs of models that an axis after the first reorders.

    Returns
    -------
    float or None
        Over the axes that count; None where none of them has a share.
    """
    known = [step.reordered for step in axes.steps if step.counted and step.reordered is not None]
    return max((share for share in known if not math.isnan(share)), default=None)


def unrelated_lose(k: int) -> float:
    """Which share of the information about ranks does the average of unrelated axes lose?

    Parameters
    ----------
    k : int
        Number of axes of equal weight, at least 1.

    Returns
    -------
    float
        ``1 − (6/π · asin(1 / (2√k)))²``, of a large normal population: 0 for one axis.

    References
    ----------
    Pearson (1907), Drapers' Company Research Memoirs, Biometric Series IV (Spearman's correlation
    of two normal variables).

    Examples
    --------
    >>> round(unrelated_lose(2), 2), round(unrelated_lose(3), 2)
    (0.52, 0.69)
    """
    return max(0.0, 1.0 - (6.0 / math.pi * math.asin(0.5 / math.sqrt(k))) ** 2)


def _within(axes: Axes, size: Literal["tiny", "small"]) -> bool:
    """Return whether the axes after the first stay within the three lines of a size."""
    general, lost, moved = axes.general_share, axes.rank_information_lost, reordered(axes)
    if isinstance(general, NotAnswered) or general < THRESHOLDS[f"{size}_general"]:
        return False
    unknown = isinstance(lost, NotAnswered) or moved is None
    if size == "tiny" and unknown:
        return False
    too_much = not isinstance(lost, NotAnswered) and lost > THRESHOLDS[f"{size}_lost"]
    return not too_much and (moved is None or moved <= THRESHOLDS[f"{size}_reordered"])
