"""Random parts of a board have the size asked for, and ED of what a loop would draw."""

import numpy as np
import pytest

from boards import load_board
from parallaxis.errors import InputError
from parallaxis.kernels.matched_subsamples import matched_subsamples, random_subsets
from parallaxis.kernels.scaling import prepare
from parallaxis.kernels.spectrum import moments
from parallaxis.worlds import independent_noise


def test_all_items_and_some_models_is_the_loop() -> None:
    values = np.random.default_rng(0).normal(size=(50, 30))
    found = matched_subsamples(values, n_models=12, n_items=30, draws=40, seed=2)
    masks = random_subsets(50, 12, draws=40, seed=2)
    plain = [moments(prepare(values[mask])).effective_dimensionality for mask in masks]
    np.testing.assert_allclose(found.drawn, plain, rtol=1e-10)
    low, high = found.interval(0.9)
    assert low < found.mean < high


def test_the_whole_board_is_drawn_once() -> None:
    values = np.random.default_rng(0).normal(size=(20, 9))
    found = matched_subsamples(values, n_models=20, n_items=9, draws=40)
    assert found.drawn.tolist() == [moments(prepare(values)).effective_dimensionality]


def test_noise_alone_has_the_ed_that_its_size_allows() -> None:
    # E[1/ED] of pure noise with equal variances is near 1/T + 1/(N − 1)
    board = independent_noise(n_models=400, n_items=300, seed=1).board
    for n_models, n_items in ((40, 300), (40, 60), (200, 60)):
        found = matched_subsamples(board.values, n_models=n_models, n_items=n_items)
        expected = 1.0 / (1.0 / n_items + 1.0 / (n_models - 1))
        assert found.mean == pytest.approx(expected, rel=0.04)
        assert (found.n_models, found.n_items) == (n_models, n_items)


def test_gaps_and_parts_without_variance() -> None:
    values = np.random.default_rng(0).normal(size=(30, 12))
    values[::3, ::2] = np.nan
    assert np.isfinite(matched_subsamples(values, n_models=9, n_items=5).drawn).all()
    nothing = matched_subsamples(np.ones((6, 5)), n_models=4, n_items=3)
    assert np.isnan(nothing.mean)
    assert np.isnan(nothing.interval()).all()


@pytest.mark.parametrize(("n_models", "n_items"), [(2, 5), (31, 5), (5, 13), (5, 0)])
def test_impossible_sizes_are_refused(n_models: int, n_items: int) -> None:
    with pytest.raises(InputError, match=f"{n_models} models and {n_items} items"):
        matched_subsamples(np.ones((30, 12)), n_models=n_models, n_items=n_items)


def test_the_top_of_the_open_llm_leaderboard_is_broader_than_all() -> None:
    values = load_board("oll_v2_six_4576").values
    top = values[np.argsort(-values.mean(axis=1))[:200]]
    assert matched_subsamples(top, n_models=200, n_items=6).mean == pytest.approx(3.20, abs=0.005)
    drawn = matched_subsamples(values, n_models=200, n_items=6)
    assert drawn.mean == pytest.approx(1.668, abs=0.03)  # draws spread by .07, 100 of them
    assert drawn.interval()[1] < 2.0
