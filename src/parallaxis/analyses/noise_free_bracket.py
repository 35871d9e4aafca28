"""The range in which the noise-free effective dimensionality lies, from one run."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parallaxis.analyses.noise_free_parts import around
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.errors import NotIdentified
from parallaxis.kernels.delete_group import deal, group_jackknife
from parallaxis.kernels.draws import generator
from parallaxis.kernels.scaling import prepare
from parallaxis.kernels.split_traces import (
    FEWEST_GROUPS,
    GROUPS,
    SPLITS,
    STREAM,
    shared_dimensionality,
)
from parallaxis.kernels.unbiased_traces import ed_both_without_groups, unbiased_traces
from parallaxis.numerals import counted

Array = NDArray[np.float64]
Groups = NDArray[np.intp]
FEWEST_MODELS = 20
CLEAN = 0.5  # share of variance that is no noise, from which the upper end says something
DRAW = 1_000_002  # of the stream of splits: the groups of the upper end's jackknife


@dataclass(frozen=True, slots=True)
class Bracket:
    """The range in which the noise-free ED lies, from one run.

    Attributes
    ----------
    lower : float
        One-sided lower confidence limit of ED4: freed of bias, less z standard errors, at least 1.
    upper : float
        ED_both, as it is; the shape bound where it is not estimable.
    upper_informative : bool
        Whether the upper end says more than that there is noise.
    upper_note : str
        Why not; empty where it is informative.
    shared : float
        ED4 itself, biased up where models are few.
    shared_corrected, shared_standard_error : float
        ED4 freed of its bias, and its standard error over models or families.
    n_models : int
        Models used for the lower end.
    n_splits : int
        Random halves of the items.
    """

    lower: float
    upper: float
    upper_informative: bool
    upper_note: str
    shared: float
    shared_corrected: float
    shared_standard_error: float
    n_models: int
    n_splits: int

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form: both ends as ``bracket``, and how each came about."""
        return {
            "bracket": [self.lower, self.upper],
            "lower_end": {
                "shared": self.shared,
                "shared_corrected": self.shared_corrected,
                "shared_standard_error": self.shared_standard_error,
                "n_splits": self.n_splits,
            },
            "upper_end": {"informative": self.upper_informative, "note": self.upper_note or None},
        }


@dataclass(frozen=True, slots=True)
class OneRun:
    """What one run of each model says.

    Attributes
    ----------
    row_unbiased : float or NotAnswered
        ED freed of the bias of few models.
    both : Estimate or NotAnswered
        ED freed of few models and few items: an upper end, item noise included.
    bracket : Bracket or NotAnswered
    """

    row_unbiased: float | NotAnswered
    both: Estimate | NotAnswered
    bracket: Bracket | NotAnswered


def one_run(scores: Array, units: Groups, *, level: float, seed: int) -> OneRun:
    """Return what one run of each model says about the noise-free ED.

    Parameters
    ----------
    scores : ndarray, shape (n_models, n_items)
        Complete, items with variance only.
    units : ndarray of int, shape (n_models,)
        Families, or all different.
    level : float
        Of the interval, and one-sided of the lower end.
    seed : int

    Returns
    -------
    OneRun

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> scores = rng.normal(size=(40, 1)) + 0.5 * rng.normal(size=(40, 80))
    >>> found = one_run(scores, np.arange(40), level=0.95, seed=0)
    >>> found.bracket.lower, round(found.bracket.upper, 2), found.bracket.upper_informative
    (1.0, 1.99, True)
    """
    n_models, n_items = scores.shape
    if n_models < FEWEST_MODELS:
        why = NotAnswered(f"{counted(n_models, 'model')}; one run needs {FEWEST_MODELS}")
        return OneRun(why, why, why)
    centred = prepare(scores)
    traces = unbiased_traces(centred)
    row = traces.ed_row
    both, limit = _both(centred, traces.ed_both, units, level=level, seed=seed)
    bound = float(min(n_models - 1, n_items))
    row_unbiased: float | NotAnswered = row
    if not np.isfinite(row):
        row_unbiased = NotAnswered("its unbiased denominator is not positive: mostly noise")
    bracket = _bracket(centred, units, both, limit, bound, level=level, seed=seed)
    return OneRun(row_unbiased, both, bracket)


def _both(
    centred: Array, estimate: float, units: Groups, *, level: float, seed: int
) -> tuple[Estimate | NotAnswered, float]:
    """Return ED_both with its interval, and its one-sided upper limit (infinite if unknown)."""
    if not np.isfinite(estimate):
        return NotAnswered("items share too little to set noise apart from it"), float("inf")
    groups = deal(units, GROUPS, generator(seed, STREAM, DRAW))
    left = ed_both_without_groups(centred, groups)
    if left.size < FEWEST_GROUPS or not np.isfinite(left).all():
        why = NotAnswered("not estimable without some of the models or families")
        return Estimate(estimate, why), float("inf")
    jackknife = group_jackknife(float(np.log(estimate)), np.log(left), np.bincount(groups))
    limit = estimate * float(np.exp(_normal(level) * jackknife.standard_error))
    return Estimate(estimate, around(estimate, jackknife, level)), limit


def _bracket(
    centred: Array,
    units: Groups,
    both: Estimate | NotAnswered,
    limit: float,
    bound: float,
    *,
    level: float,
    seed: int,
) -> Bracket | NotAnswered:
    """Return both ends, and whether the upper one says anything."""
    try:
        found = shared_dimensionality(centred, units, seed=seed)
    except NotIdentified as reason:
        return NotAnswered(str(reason).rstrip("."))
    corrected, error = found.jackknife.corrected, found.jackknife.standard_error
    upper = bound if isinstance(both, NotAnswered) else both.estimate
    lower = min(max(1.0, corrected - _normal(level) * error), upper)
    note = _upper_note(lower, both, limit, bound)
    return Bracket(
        lower=lower,
        upper=upper,
        upper_informative=not note,
        upper_note=note,
        shared=found.estimate,
        shared_corrected=corrected,
        shared_standard_error=error,
        n_models=found.n_models,
        n_splits=SPLITS,
    )


def _upper_note(lower: float, both: Estimate | NotAnswered, limit: float, bound: float) -> str:
    """Say why the upper end says nothing; empty where it does."""
    if isinstance(both, NotAnswered):
        return "it is the bound of the shape, because " + both.why
    if limit > bound:
        return "its own error reaches beyond what the shape of the board allows"
    if lower < CLEAN**2 * both.estimate:
        return (
            f"it is over {1 / CLEAN**2:.0f} times the lower end, as noise in half of the variance "
            "of a score would make it by itself"
        )
    return ""


def _normal(level: float) -> float:
    """Return the one-sided quantile of the normal distribution, 1.64 at 95 %."""
    from scipy.special import ndtri  # noqa: PLC0415 - needed for intervals only

    return float(ndtri(level))
