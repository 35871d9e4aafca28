"""Do repeated runs of a model agree, beside how far the models differ?"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis.analyses.repeated_runs import repeated_runs
from parallaxis.answers import Estimate, Interval, NotAnswered
from parallaxis.kernels.scaling import prepare
from parallaxis.matrix import ScoreMatrix
from parallaxis.numerals import counted

Array = NDArray[np.float64]
Labels = NDArray[np.intp]
FEWEST_MODELS = 3  # models with two runs, below which nothing is said


@dataclass(frozen=True, slots=True)
class RunAgreement:
    """How far runs of one model agree on its mean score.

    Attributes
    ----------
    n_models : int
        Models with two runs or more.
    n_runs : int
        Their runs, all together.
    correlation : Estimate
        Mean correlation of the models' mean scores between two runs; the interval is Fisher's for
        one pair of runs over the models, which is wide for several.
    between_share : Estimate
        Share of the variance of mean scores that lies between models, not between runs of a model
        (ICC(1), 0 to 1); interval by Searle's F.
    """

    n_models: int
    n_runs: int
    correlation: Estimate | NotAnswered
    between_share: Estimate | NotAnswered


def run_labels(board: ScoreMatrix) -> Labels | None:
    """Return a number for each row's model, where rows are runs; None where they are not.

    Parameters
    ----------
    board : ScoreMatrix
        Rows are runs as ``repeated_runs`` reads them: names that end in ``#1``, ``#2``, or a
        column ``run`` in the metadata.

    Returns
    -------
    ndarray of int, shape (n_models,), or None
        None where no model has two runs.

    Examples
    --------
    >>> run_labels(ScoreMatrix.from_array([[1], [0], [1]], models=["a#1", "a#2", "b"])).tolist()
    [0, 0, 1]
    """
    groups = repeated_runs(board)
    if not groups:
        return None
    labels = np.arange(board.n_models)
    for group in groups:
        labels[list(group.rows)] = min(group.rows)
    return np.unique(labels, return_inverse=True)[1].astype(np.intp)


def run_agreement(board: ScoreMatrix, *, level: float = 0.95) -> RunAgreement | NotAnswered:
    """Do repeated runs agree, beside how far the models differ?

    Parameters
    ----------
    board : ScoreMatrix
        A mean is over the scored items of a run, each less the mean of its item.
    level : float, default 0.95

    Returns
    -------
    RunAgreement or NotAnswered
        Not answered where fewer than three models have two runs.

    Notes
    -----
    One-way analysis of variance of the means: with a models, mean squares B between and W within,
    and k₀ = (n − Σ nᵢ²/n)/(a − 1) runs a model, ICC(1) = (B − W)/(B + (k₀ − 1) W), at least 0.

    References
    ----------
    Searle (1971), Linear models, chapter 9. Shrout & Fleiss (1979), Psychological Bulletin 86,
    420–428.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> scores = np.repeat(rng.normal(size=(5, 1)), 2, axis=0) + rng.normal(size=(10, 50))
    >>> names = [f"agent {i // 2}#{i % 2 + 1}" for i in range(10)]
    >>> found = run_agreement(ScoreMatrix.from_array(scores, models=names))
    >>> found.n_models, round(found.between_share.estimate, 2)
    (5, 0.87)
    """
    labels = run_labels(board)
    if labels is None:
        return NotAnswered("the board has no repeated runs")
    sizes = np.bincount(labels)
    repeated = np.flatnonzero(sizes >= 2)
    if repeated.size < FEWEST_MODELS:
        n = counted(repeated.size, "model has", "models have")
        return NotAnswered(f"{n} two runs or more; {FEWEST_MODELS} are needed")
    seen = board.observed
    centred = prepare(board.values)
    means = centred.sum(axis=1) / np.maximum(seen.sum(axis=1), 1)
    groups = [means[labels == one] for one in repeated]
    return RunAgreement(
        n_models=repeated.size,
        n_runs=int(sizes[repeated].sum()),
        correlation=_correlation(groups, level),
        between_share=_between(groups, level),
    )


def _correlation(groups: list[Array], level: float) -> Estimate | NotAnswered:
    """Return the mean correlation over pairs of runs that enough models have."""
    table = np.full((len(groups), max(map(len, groups))), np.nan)
    for row, group in enumerate(groups):
        table[row, : len(group)] = group
    found, models = [], []
    for one in range(table.shape[1]):
        for other in range(one):
            pair = table[:, [one, other]]
            pair = pair[np.isfinite(pair).all(axis=1)]
            if len(pair) >= FEWEST_MODELS and (np.ptp(pair, axis=0) > 0.0).all():
                found.append(float(np.corrcoef(pair.T)[0, 1]))
                models.append(len(pair))
    if not found:
        return NotAnswered("no two runs differ between three models or more")
    estimate = float(np.mean(found))
    return Estimate(estimate, _fisher(estimate, min(models), level))


def _fisher(r: float, n: int, level: float) -> Interval | NotAnswered:
    """Return Fisher's interval of a correlation over n models."""
    from scipy.special import ndtri  # noqa: PLC0415 - needed for intervals only

    if n < 4 or abs(r) >= 1.0:
        return NotAnswered(f"{counted(n, 'model')} and a correlation of {r:.3g}")
    half = float(ndtri((1.0 + level) / 2.0)) / np.sqrt(n - 3)
    return float(np.tanh(np.arctanh(r) - half)), float(np.tanh(np.arctanh(r) + half))


def _between(groups: list[Array], level: float) -> Estimate | NotAnswered:
    """Return ICC(1) of the mean scores with Searle's interval."""
    from scipy.special import fdtri  # noqa: PLC0415 - needed for intervals only

    sizes = np.array([len(group) for group in groups], dtype=np.float64)
    a, n = len(groups), float(sizes.sum())
    centres = np.array([group.mean() for group in groups])
    overall = float((sizes * centres).sum() / n)
    between = float((sizes * (centres - overall) ** 2).sum()) / (a - 1)
    inside = sum(float(((group - group.mean()) ** 2).sum()) for group in groups) / (n - a)
    if not between + inside > 0.0:
        return NotAnswered("neither models nor runs differ in their mean scores")
    k = (n - float((sizes**2).sum()) / n) / (a - 1)
    estimate = max(0.0, (between - inside) / (between + (k - 1.0) * inside))
    if inside == 0.0:
        return Estimate(estimate, NotAnswered("the runs of each model have one and the same mean"))
    tail = (1.0 - level) / 2.0
    ratio = between / inside
    edges = (ratio / float(fdtri(a - 1, n - a, p)) for p in (1.0 - tail, tail))
    low, high = (max(0.0, (edge - 1.0) / (edge + k - 1.0)) for edge in edges)
    return Estimate(estimate, (low, high))
