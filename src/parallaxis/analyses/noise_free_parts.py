"""The parts of noise-free breadth: complete block, repeated runs, components."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from parallaxis.answers import Estimate, Interval, NotAnswered
from parallaxis.errors import NotIdentified
from parallaxis.kernels.block_covariance import component_dimensionality
from parallaxis.kernels.delete_group import GroupJackknife
from parallaxis.kernels.two_runs import run_reliability, two_runs
from parallaxis.numerals import counted, number

Array = NDArray[np.float64]
Groups = NDArray[np.intp]
Mask = NDArray[np.bool_]
FEWEST_MODELS = 8  # of which runs, or components, can be compared
SMALLEST_BLOCK = 1 / 3  # share of the board that its complete block must hold


def complete_block(observed: Mask) -> tuple[Mask, Mask] | NotAnswered:
    """Return the models and items of the larger complete block: whole models, or whole items.

    Parameters
    ----------
    observed : ndarray of bool, shape (n_models, n_items)

    Returns
    -------
    (ndarray of bool, ndarray of bool) or NotAnswered
        The latter where the block would hold less than a third of the board.

    Examples
    --------
    >>> observed = np.array([[True, True], [True, True], [True, False]])
    >>> [keep.tolist() for keep in complete_block(observed)]
    [[True, True, False], [True, True]]
    """
    rows: Mask = np.asarray(observed.all(axis=1))
    columns: Mask = np.asarray(observed.all(axis=0))
    n_models, n_items = observed.shape
    by_rows, by_columns = int(rows.sum()) * n_items, int(columns.sum()) * n_models
    if max(by_rows, by_columns) < SMALLEST_BLOCK * observed.size:
        return NotAnswered(
            f"cells are missing, and neither the {counted(int(rows.sum()), 'model')} nor the "
            f"{counted(int(columns.sum()), 'item')} without a gap hold a third of the board"
        )
    if by_rows >= by_columns:
        return rows, np.ones(n_items, dtype=bool)
    return np.ones(n_models, dtype=bool), columns


def from_runs(
    runs: Array, units: Groups, *, level: float, seed: int
) -> tuple[Estimate | NotAnswered, float | NotAnswered]:
    """Return the noise-free ED from repeated runs, and the reliability of one score.

    Parameters
    ----------
    runs : ndarray, shape (n_runs, n_models, n_items)
        NaN = not scored, last where some are (see ``runs_array``). As many runs are used as keep
        the most scores in a complete block.
    units : ndarray of int, shape (n_models,)
    level : float
    seed : int

    Returns
    -------
    (Estimate or NotAnswered, float or NotAnswered)

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> latent = rng.normal(size=(100, 2))[:, np.arange(60) % 2]
    >>> found, share = from_runs(
    ...     latent + rng.normal(size=(2, 100, 60)), np.arange(100), level=0.95, seed=0
    ... )
    >>> round(found.estimate, 1), round(share, 2)
    (2.1, 0.48)
    """
    kept = _complete_runs(runs)
    if isinstance(kept, NotAnswered):
        return kept, kept
    complete, rows = kept
    if int(rows.sum()) < FEWEST_MODELS:
        n_models = counted(int(rows.sum()), "model")
        why = NotAnswered(f"{n_models} with repeated runs; this needs {FEWEST_MODELS}")
        return why, why
    share = run_reliability(complete)
    reliability = share if np.isfinite(share) else NotAnswered("no score varies between models")
    try:
        found = two_runs(complete, units[rows], seed=seed)
    except NotIdentified as reason:
        return NotAnswered(str(reason).rstrip(".")), reliability
    bound = float(min(complete.shape[1] - 1, complete.shape[2]))
    if found.estimate > bound:
        why = NotAnswered(
            f"corrected for few models and items it would be {number(found.estimate)}, beyond the "
            f"{number(bound)} that a board of this shape can show"
        )
        return why, reliability
    estimate = max(1.0, found.estimate)
    low, high = around(estimate, found.log_jackknife, level)
    return Estimate(estimate, (low, min(high, bound))), reliability


def _complete_runs(runs: Array) -> tuple[Array, Mask] | NotAnswered:
    """Return the runs without a gap that keep the most scores, and their models."""
    best: tuple[Array, Mask] | None = None
    for n_runs in range(2, runs.shape[0] + 1):
        block = complete_block(~np.isnan(runs[n_runs - 1]))
        if isinstance(block, NotAnswered):
            if best is None:
                return block
            break
        part = runs[:n_runs][:, block[0]][:, :, block[1]]
        if best is None or part.size > best[0].size:
            best = part, block[0]
    return NotAnswered("one run of each model") if best is None else best


def from_components(
    scores: Array, labels: Sequence[str | None], units: Groups, *, level: float, seed: int
) -> Estimate | NotAnswered:
    """Return ED of component scores freed of the noise of their items.

    Parameters
    ----------
    scores : ndarray, shape (n_models, n_items)
        Complete.
    labels : sequence of str or None
        Component of each item; an item without one is left out.
    units : ndarray of int, shape (n_models,)
    level : float
    seed : int

    Returns
    -------
    Estimate or NotAnswered

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> scores = rng.normal(size=(200, 2)).repeat(30, axis=1) + rng.normal(size=(200, 60))
    >>> found = from_components(scores, ["a"] * 30 + ["b"] * 30, np.arange(200), level=0.95, seed=0)
    >>> round(found.estimate, 2)
    1.99
    """
    named = np.array([label not in (None, "") for label in labels])
    if scores.shape[0] < FEWEST_MODELS:
        return NotAnswered(f"{counted(scores.shape[0], 'model')}; this needs {FEWEST_MODELS}")
    if not named.any():
        return NotAnswered("no item has a component")
    names = [str(label) for label in labels if label not in (None, "")]
    numbers = np.unique(names, return_inverse=True)[1].astype(np.intp)
    try:
        found = component_dimensionality(scores[:, named], numbers, units, seed=seed)
    except NotIdentified as reason:
        return NotAnswered(str(reason).rstrip("."))
    interval = around(found.estimate, found.log_jackknife, level)
    return Estimate(found.estimate, (interval[0], min(interval[1], float(numbers.max() + 1))))


def around(estimate: float, jackknife: GroupJackknife, level: float) -> Interval:
    """Return an interval on the log scale, not below 1.

    Parameters
    ----------
    estimate : float
    jackknife : GroupJackknife
        Of the logarithm.
    level : float

    Returns
    -------
    (float, float)

    Examples
    --------
    >>> low, high = around(4.0, GroupJackknife(1.4, 0.1, 9), 0.95)
    >>> round(low, 2), round(high, 2)
    (3.19, 5.02)
    """
    from scipy.special import stdtrit  # noqa: PLC0415 - needed for intervals only

    half = float(stdtrit(jackknife.degrees_of_freedom, (1.0 + level) / 2.0))
    factor = float(np.exp(half * jackknife.standard_error))
    return max(1.0, estimate / factor), estimate * factor
