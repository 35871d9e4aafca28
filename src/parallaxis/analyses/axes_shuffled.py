"""The permutation count as an answer: each leading eigenvalue beside the null of its rank."""

import numpy as np

from parallaxis.analyses.axes_answers import RankNull
from parallaxis.cautions import Caution
from parallaxis.kernels.parallel_analysis import ParallelAnalysis, clopper_pearson, reached

QUANTILE = 0.95
RANKS_BEYOND = 10  # ranks shown after the last that may survive


def rank_nulls(outcome: ParallelAnalysis, level: float) -> tuple[RankNull, ...]:
    """Put each leading eigenvalue beside the null of its rank."""
    draws = len(outcome.null)
    n_ranks = min(outcome.eigenvalues.size, outcome.k_range[1] + RANKS_BEYOND)
    observed, null = outcome.eigenvalues[:n_ranks], outcome.null[:, :n_ranks]
    times = reached(null, observed)
    low, high = clopper_pearson(times, draws, 1.0 - level)
    quantile = np.quantile(null, QUANTILE, axis=0)
    mean = null.mean(axis=0)
    return tuple(
        RankNull(
            rank=rank + 1,
            eigenvalue=float(observed[rank]),
            quantile=float(quantile[rank]),
            mean=float(mean[rank]),
            exceedance=float(times[rank] / draws),
            exceedance_interval=(float(low[rank]), float(high[rank])),
        )
        for rank in range(n_ranks)
    )


def count_cautions(outcome: ParallelAnalysis, *, binary: bool) -> list[Caution]:
    """Return what a reader of the permutation count in particular must know."""
    found = []
    if binary and outcome.k > 1:
        found.append(
            Caution(
                "difficulty_axis",
                f"k_shuffled = {outcome.k} on right/wrong scores does not show more than one "
                "ability: unequal difficulty alone bends one ability into a second or third "
                "eigenvalue above a permutation null.",
            )
        )
    if outcome.k_range[0] != outcome.k_range[1]:
        low, high = outcome.k_range
        found.append(
            Caution(
                "k_left_open",
                f"{len(outcome.null)} permutations leave the count between {low} and {high}; "
                "more draws decide it.",
            )
        )
    return found
