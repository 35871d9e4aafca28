"""Centring and scaling against plain loops over items, and what rounding must not leave behind."""

from fractions import Fraction

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import rankdata

from parallaxis.kernels.scaling import (
    CENTRINGS,
    SCALINGS,
    Centring,
    Scaling,
    item_means,
    prepare,
    standardise,
)

Array = NDArray[np.float64]


def with_gaps(seed: int = 0, shape: tuple[int, int] = (9, 6)) -> Array:
    """Return real scores with about a fifth of the cells missing, and ties."""
    rng = np.random.default_rng(seed)
    values = np.round(rng.normal(2.0, 3.0, shape), 0)
    values[rng.random(shape) < 0.2] = np.nan
    return values


def slow_twin(values: Array, centring: Centring, scaling: Scaling) -> Array:
    """Do what `prepare` promises, one item at a time."""
    columns = []
    for column in values.T:
        seen = column[~np.isnan(column)]
        if scaling == "zscore":
            seen = (seen - seen.mean()) / (seen.std() or 1.0)
        elif scaling == "rank":
            seen = rankdata(seen)
        filled = np.full(column.size, seen.mean())
        filled[~np.isnan(column)] = seen
        columns.append(filled)
    board = np.array(columns).T
    if centring in ("item", "double"):
        board = board - board.mean(axis=0)
    if centring in ("model", "double"):
        board = board - board.mean(axis=1, keepdims=True)
    return board


@pytest.mark.parametrize("centring", CENTRINGS)
@pytest.mark.parametrize("scaling", SCALINGS)
def test_prepare_is_the_slow_twin(centring: Centring, scaling: Scaling) -> None:
    values = with_gaps()
    prepared = prepare(values, centring=centring, scaling=scaling)
    np.testing.assert_allclose(prepared, slow_twin(values, centring, scaling), atol=1e-13)


def test_means_are_gone_and_missing_cells_are_neutral() -> None:
    values = with_gaps(1)
    item = prepare(values)
    np.testing.assert_allclose(item.sum(axis=0), 0.0, atol=1e-12)
    assert (item[np.isnan(values)] == 0.0).all()
    double = prepare(values, centring="double")
    np.testing.assert_allclose(double.sum(axis=0), 0.0, atol=1e-12)
    np.testing.assert_allclose(double.sum(axis=1), 0.0, atol=1e-12)


def test_standardised_items_have_variance_one_over_their_scored_models() -> None:
    values = with_gaps(2)
    standard = np.where(np.isnan(values), np.nan, standardise(values))
    np.testing.assert_allclose(np.nanmean(standard, axis=0), 0.0, atol=1e-13)
    np.testing.assert_allclose(np.nanstd(standard, axis=0), 1.0, rtol=1e-12)


def test_ranks_of_right_and_wrong_are_the_scores_up_to_a_factor() -> None:
    values = (np.random.default_rng(3).random((12, 5)) < 0.4).astype(float)
    ranked = prepare(values, scaling="rank")  # right and wrong are N/2 ranks apart, whatever p is
    np.testing.assert_allclose(ranked, 6.0 * prepare(values), atol=1e-12)


@pytest.mark.parametrize("score", [0.1, 1.0 / 3.0, 1e9 + 0.1, -7.3e-5, 1e-300])
@pytest.mark.parametrize("scaling", SCALINGS)
def test_equal_scores_are_exactly_zero_once_centred(score: float, scaling: Scaling) -> None:
    column = np.full((7, 1), score)
    assert (prepare(column, scaling=scaling) == 0.0).all()
    assert item_means(column)[0] == score


def test_nothing_is_left_of_a_board_that_only_adds_models_to_items() -> None:
    rng = np.random.default_rng(4)
    board = rng.random((8, 1)) + 100.0 * rng.random((1, 6))
    assert (prepare(board, centring="double") == 0.0).all()
    same_in_each_row = np.repeat(rng.random((8, 1)), 6, axis=1)
    assert (prepare(same_in_each_row, centring="model") == 0.0).all()


def test_an_item_without_a_score_is_zero() -> None:
    values = with_gaps(5)
    values[:, 2] = np.nan
    for centring in CENTRINGS:
        for scaling in SCALINGS:
            prepared = prepare(values, centring=centring, scaling=scaling)
            assert np.isfinite(prepared).all()
    assert (prepare(values)[:, 2] == 0.0).all()


def test_a_large_offset_costs_no_more_digits_than_the_scores_have_lost() -> None:
    values = 1e9 + np.random.default_rng(6).normal(size=(11, 1))
    exact = [Fraction(score) for score in values[:, 0].tolist()]
    mean = sum(exact) / len(exact)
    centred = np.array([float(score - mean) for score in exact])
    spacing = np.spacing(1e9)  # the mean itself can only be held to half of this
    np.testing.assert_allclose(prepare(values)[:, 0], centred, atol=spacing)
