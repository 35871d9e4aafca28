"""Does the count find the number of axes that a world was made of, and none where there is none?"""

import numpy as np
import pytest
from scipy.stats import binom

from parallaxis.analyses.axes import axes
from parallaxis.matrix import ScoreMatrix
from parallaxis.worlds import abilities, independent_noise

NULL_DRAWS = 40
BAND = 0.999  # each world must lie within this central share of its binomial law


def factor_board(k: int, n_models: int, n_items: int, seed: int) -> ScoreMatrix:
    """Return real scores of k unrelated abilities, each item asking for one, loading 0.7."""
    rng = np.random.default_rng(seed)
    ability = rng.normal(size=(n_models, max(k, 1)))
    asked = np.arange(n_items) % max(k, 1)
    loading = 0.7 if k else 0.0
    own = np.sqrt(1.0 - loading**2) * rng.normal(size=(n_models, n_items))
    return ScoreMatrix.from_array(loading * ability[:, asked] + own)


@pytest.mark.parametrize("k", [1, 2, 3, 5])
@pytest.mark.parametrize("shape", [(80, 40), (60, 200)])
def test_abilities_behind_real_scores(k: int, shape: tuple[int, int]) -> None:
    answer = axes(factor_board(k, *shape, seed=k), max_draws=200)
    # the last factor's eigenvalue is about 1 + .49·T/k·(1 ± 2√(k/N)), far above the null's edge
    # (1 + √(T/N))² ≤ 8; a rank beyond it passes at the 5 % of the test
    assert isinstance(answer.k_shuffled, int)
    assert answer.k_shuffled == k
    assert answer.k_shuffled_top_edge == k


@pytest.mark.parametrize("k", [2, 3])
def test_abilities_behind_right_and_wrong(k: int) -> None:
    answer = axes(abilities(k=k, n_models=80, n_items=240, seed=k).board, max_draws=200)
    # every ability is found; difficulty may bend each into at most one more (Ferguson 1941)
    assert isinstance(answer.k_shuffled, int)
    assert k <= answer.k_shuffled <= 2 * k
    if answer.k_shuffled > k:
        assert answer.eigenvalues[k - 1] > 1.5 * answer.eigenvalues[k]


def false_alarms(boards: list[ScoreMatrix]) -> int:
    """Count the boards on which something is found."""
    counts = [
        axes(board, max_draws=200, seed=number).k_shuffled for number, board in enumerate(boards)
    ]
    assert all(isinstance(count, int) for count in counts)
    return sum(count != 0 for count in counts)


def test_binary_noise_has_no_axis_at_the_nominal_rate() -> None:
    boards = [
        independent_noise(n_models=30, n_items=50, seed=seed).board for seed in range(NULL_DRAWS)
    ]
    low, high = binom.interval(BAND, NULL_DRAWS, 0.05)
    assert low <= false_alarms(boards) <= high


def test_real_noise_has_no_axis_at_the_nominal_rate() -> None:
    boards = [factor_board(0, 40, 20, seed=1000 + seed) for seed in range(NULL_DRAWS)]
    low, high = binom.interval(BAND, NULL_DRAWS, 0.05)
    assert low <= false_alarms(boards) <= high


def test_units_make_no_axis_out_of_noise() -> None:
    rng = np.random.default_rng(9)
    values = rng.normal(size=(60, 30)) * 10.0 ** rng.uniform(-3, 3, 30)
    assert axes(ScoreMatrix.from_array(values), max_draws=200).k_shuffled == 0
