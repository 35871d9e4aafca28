"""What is measured: boards of known worlds, and the functions of parallaxis."""

from collections.abc import Callable
from importlib.util import find_spec

import numpy as np
from numpy.typing import NDArray

from parallaxis.analyses import panel_parts
from parallaxis.analyses.panel import panel
from parallaxis.analyses.panel_draws import Resampled
from parallaxis.ingredients import Ingredients
from parallaxis.kernels import gram, nulls, parallel_analysis, scaling, spectrum, tetrachoric
from parallaxis.kernels.draws import run_draws
from parallaxis.matrix import ScoreMatrix
from parallaxis.worlds import abilities, one_ability

Array = NDArray[np.float64]
SEED = 20
SLAB = 500


def ability_board(n_models: int, n_items: int) -> Array:
    """Return right and wrong answers of models with one ability."""
    return one_ability(n_models=n_models, n_items=n_items, seed=SEED).board.values


def three_abilities_board(n_models: int, n_items: int) -> Array:
    """Return right and wrong answers that ask for one of three abilities each."""
    return abilities(k=3, n_models=n_models, n_items=n_items, seed=SEED).board.values


def wide_board(n_models: int, n_items: int) -> Array:
    """Return boards of one ability side by side: a single wide one takes minutes to simulate."""
    slabs = (
        one_ability(n_models=n_models, n_items=SLAB, seed=SEED + start).board.values
        for start in range(0, n_items, SLAB)
    )
    return np.hstack(list(slabs))


def effective_dimensionality(values: Array) -> float:
    """Return ED from the scores."""
    return spectrum.effective_dimensionality(scaling.prepare(values))


def shuffled_null(values: Array) -> tuple[float, float, float]:
    """Return mean and 95 % range of ED under the shuffled null, from the scores."""
    null = nulls.shuffled_moments(scaling.prepare(values), ~np.isnan(values))
    return null.effective_dimensionality, null.quantile(0.025), null.quantile(0.975)


def permutations(values: Array, draws: int) -> Callable[[], Array]:
    """Return a function that draws all eigenvalues of permuted boards."""
    live = scaling.standardise(values[:, np.ptp(values, axis=0) > 0])
    shuffle = parallel_analysis.permuted(live, np.ones(live.shape, dtype=bool))
    return lambda: np.array(
        run_draws(lambda rng: spectrum.eigenvalues(shuffle(rng)), range(draws), seed=SEED, stream=1)
    )


def counted_axes(values: Array) -> Callable[[], parallel_analysis.ParallelAnalysis]:
    """Return a function that runs the whole parallel analysis, which stops once it is decided."""
    live = scaling.standardise(values[:, np.ptp(values, axis=0) > 0])
    observed = np.ones(live.shape, dtype=bool)
    return lambda: parallel_analysis.parallel_analysis(live, observed, seed=SEED)


def all_tetrachorics(values: Array) -> Array:
    """Return ρ of every pair of models, from the scores."""
    counts = gram.pair_counts(values)
    upper = np.triu_indices(len(values), 1)
    cells = (counts.n11[upper], counts.n10[upper], counts.n01[upper], counts.n00[upper])
    return tetrachoric.tetrachoric(*cells).rho


def counts_by_products(values: Array) -> Callable[[], gram.PairCounts]:
    """Return a function that counts all pairs by products of matrices, whatever the size."""

    def run() -> gram.PairCounts:
        usual, gram.POPCOUNT_WORK = gram.POPCOUNT_WORK, np.inf
        try:
            return gram.pair_counts(values)
        finally:
            gram.POPCOUNT_WORK = usual

    return run


def counts_by_popcount(values: Array) -> Callable[[], tuple[Array, Array, Array]] | None:
    """Return a function that counts all pairs in machine words; None without numba."""
    if find_spec("numba") is None:
        return None
    from parallaxis.kernels import popcount

    return lambda: popcount.pair_sums(values)


def packed_counts(values: Array) -> Callable[[], Array] | None:
    """Return a function that counts from packed words: the compiled loop and nothing else."""
    if find_spec("numba") is None:
        return None
    from parallaxis.kernels import popcount

    packed = popcount.pack(values == 1.0)
    return lambda: popcount.common_ones(packed, packed)


def panel_pairs(values: Array) -> Callable[[], object]:
    """Return a function that solves all pairs, with errors, and draws the items again."""
    shared = Ingredients.of(ScoreMatrix.from_array(values))
    settings = {"zero_cells": "half", "draws": 1000}

    def solved() -> Resampled:
        seats = panel_parts.seats(shared, SEED)
        outcome = panel_parts.correlate(seats, "half")
        return panel_parts.resampled(seats, outcome, settings, SEED, None)

    return solved


def whole_panel(values: Array) -> Callable[[], object]:
    """Return a function that asks the whole question of a panel."""
    board = ScoreMatrix.from_array(values)
    return lambda: panel(board, seed=SEED)
