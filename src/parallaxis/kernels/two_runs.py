"""Effective dimensionality freed of response noise, where every model was run more than once."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis.errors import NotIdentified
from parallaxis.kernels.delete_group import GroupJackknife, deal, group_jackknife
from parallaxis.kernels.draws import generator, one_blas_thread
from parallaxis.kernels.scaling import item_means
from parallaxis.kernels.unbiased_traces import FEWEST, unbiased_traces

Array = NDArray[np.float64]
Groups = NDArray[np.intp]
STREAM = 81
DRAW = 1_000_000  # of that stream, beyond the numbers of splits
GROUPS = 20  # of the jackknife, at most


@dataclass(frozen=True, slots=True)
class LatentDimensionality:
    """ED of what a model's runs have in common.

    Attributes
    ----------
    estimate : float
        r̄² · ED_both.
    reliability : float
        r̄, the share of the variance of one score in one run that is no noise.
    ed_both : float
        ED of single runs, corrected for few models and few items, noise included.
    log_jackknife : GroupJackknife
        Of the logarithm of the estimate, over models.
    """

    estimate: float
    reliability: float
    ed_both: float
    log_jackknife: GroupJackknife


def two_runs(runs: Array, units: Groups, *, seed: int = 0) -> LatentDimensionality:
    """What is the effective dimensionality without the noise of single answers?

    Parameters
    ----------
    runs : ndarray, shape (n_runs, n_models, n_items)
        Two runs or more of the same models on the same items; complete.
    units : ndarray of int, shape (n_models,)
        Models of one number are left out together: families, or all different.
    seed : int, default 0
        Deals units into at most 20 groups for the jackknife.

    Returns
    -------
    LatentDimensionality

    Raises
    ------
    NotIdentified
        One run, fewer than four models, three units, runs that share no variance, or items that
        share too little beyond it for a correction for few items.

    Notes
    -----
    r̄ = Σ_t Cov(X1_t, X2_t) / Σ_t Var(X_t), with the mean of the covariance over pairs of runs and
    of the variance over runs; ED_latent = r̄² · ED_both, whose two sums are means over runs as well.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> latent = rng.normal(size=(100, 3))[:, np.arange(60) % 3]
    >>> found = two_runs(latent + rng.normal(size=(2, 100, 60)), np.arange(100))
    >>> round(found.estimate, 2), round(found.reliability, 2), round(found.ed_both, 1)
    (3.23, 0.52, 11.8)
    """
    if runs.shape[0] < 2:
        raise NotIdentified("one run of each model; what runs share needs two.")
    groups = deal(units, GROUPS, generator(seed, STREAM, DRAW))
    with one_blas_thread():
        reliability, ed_both = _parts(runs)
        left = np.full(int(groups.max()) + 1, np.nan)
        for group in range(left.size):
            stays = groups != group
            if stays.sum() >= FEWEST:
                left[group] = _log_latent(*_parts(runs[:, stays]))
    whole = _log_latent(reliability, ed_both)
    if not reliability > 0.0:
        raise NotIdentified("runs of one model share no variance on single items.")
    if not np.isfinite(whole):
        raise NotIdentified(
            "different items share too little to correct for how few models and items there are."
        )
    jackknife = group_jackknife(whole, left, np.bincount(groups))
    return LatentDimensionality(float(np.exp(whole)), reliability, ed_both, jackknife)


def _parts(runs: Array) -> tuple[float, float]:
    """Return r̄ and ED_both of complete runs."""
    traces = [unbiased_traces(run - item_means(run)) for run in runs]
    top = sum(one.squared_trace - one.own for one in traces)
    bottom = sum(one.trace_of_square - one.own for one in traces)
    both = top / bottom if top > 0.0 and bottom > 0.0 else float("nan")
    return run_reliability(runs), both


def run_reliability(runs: Array) -> float:
    """Which share of the variance of one score in one run comes again in another run?

    Parameters
    ----------
    runs : ndarray, shape (n_runs, n_models, n_items)
        Two runs or more; complete.

    Returns
    -------
    float
        r̄, at most 1; NaN where no score varies.

    Examples
    --------
    >>> latent = np.random.default_rng(0).normal(size=(50, 20))
    >>> run_reliability(np.stack([latent, latent]))
    1.0
    """
    centred = [run - item_means(run) for run in runs]
    within = sum(float((run * run).sum()) for run in centred)
    total = np.sum(centred, axis=0)
    between = (float((total * total).sum()) - within) / (len(centred) - 1)
    return between / within if within > 0.0 else float("nan")


def _log_latent(reliability: float, ed_both: float) -> float:
    """Return log(r̄² ED_both); NaN where one of the two is not positive."""
    return float(np.log(reliability**2 * ed_both)) if reliability > 0.0 else float("nan")
