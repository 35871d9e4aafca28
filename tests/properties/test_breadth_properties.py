"""What must hold of effective dimensionality on any board."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from parallaxis.kernels.nulls import shuffled_moments
from parallaxis.kernels.scaling import CENTRINGS, SCALINGS, Centring, Scaling, prepare
from parallaxis.kernels.spectrum import moments, shape_bound

Array = NDArray[np.float64]
SETTINGS = settings(max_examples=60, deadline=None, derandomize=True, database=None)
SEEDS = st.integers(0, 10_000)
SHAPES = st.tuples(st.integers(2, 9), st.integers(1, 9))
# quarters up to 64: sums are exact, so that what varies and what does not is beyond doubt
SCORES = st.integers(-256, 256).map(lambda whole: whole / 4.0)
BOARDS = SHAPES.flatmap(lambda shape: arrays(np.float64, shape, elements=SCORES))
WITH_GAPS = SHAPES.flatmap(
    lambda shape: arrays(np.float64, shape, elements=st.one_of(SCORES, st.just(np.nan)))
)


def ed(values: Array, centring: Centring = "item", scaling: Scaling = "none") -> float:
    """Return ED, NaN where nothing varies."""
    return moments(prepare(values, centring=centring, scaling=scaling)).effective_dimensionality


def same(a: float, b: float) -> bool:
    """Say whether two numbers are one up to rounding, or both absent."""
    return bool(np.isclose(a, b, rtol=1e-9, atol=0.0, equal_nan=True))


@given(WITH_GAPS, st.sampled_from(CENTRINGS), st.sampled_from(SCALINGS))
@SETTINGS
def test_between_one_and_the_shape_bound(
    values: Array, centring: Centring, scaling: Scaling
) -> None:
    found = ed(values, centring, scaling)
    bound = shape_bound(values.shape[0], values.shape[1], centring)
    assert np.isnan(found) or 1.0 - 1e-9 <= found <= bound * (1.0 + 1e-9)


@given(WITH_GAPS, st.sampled_from(CENTRINGS), st.sampled_from(SCALINGS), SEEDS)
@SETTINGS
def test_order_of_models_and_items_does_not_matter(
    values: Array, centring: Centring, scaling: Scaling, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    rows, columns = (rng.permutation(n) for n in values.shape)
    assert same(ed(values, centring, scaling), ed(values[rows][:, columns], centring, scaling))


@given(WITH_GAPS, st.sampled_from(CENTRINGS), st.integers(-20, 20).filter(bool))
@SETTINGS
def test_unit_and_sign_of_all_scores_do_not_matter(
    values: Array, centring: Centring, power: int
) -> None:
    for factor in (2.0**power, -1.0, 100.0):
        assert same(ed(values, centring), ed(factor * values, centring))


@given(WITH_GAPS, st.sampled_from(SCALINGS), SEEDS)
@SETTINGS
def test_a_constant_or_a_sign_of_each_item_does_not_matter(
    values: Array, scaling: Scaling, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    n_items = values.shape[1]
    shifted = values + rng.integers(-64, 64, n_items)
    flipped = values * rng.choice([-1.0, 1.0], n_items)
    assert same(ed(values, "item", scaling), ed(shifted, "item", scaling))
    assert same(ed(values, "item", scaling), ed(flipped, "item", scaling))


@given(WITH_GAPS, st.sampled_from(["zscore", "rank"]), SEEDS)
@SETTINGS
def test_unit_of_each_item_does_not_matter_once_scaled(
    values: Array, scaling: Scaling, seed: int
) -> None:
    factors = 2.0 ** np.random.default_rng(seed).integers(-20, 20, values.shape[1])
    assert same(ed(values, "item", scaling), ed(values * factors, "item", scaling))


@given(BOARDS, st.integers(2, 4), st.sampled_from(SCALINGS))
@SETTINGS
def test_copies_of_all_items_or_of_all_models_change_nothing(
    values: Array, times: int, scaling: Scaling
) -> None:
    assert same(ed(values, "item", scaling), ed(np.tile(values, (1, times)), "item", scaling))
    assert same(ed(values, "item", scaling), ed(np.tile(values, (times, 1)), "item", scaling))


@given(BOARDS)
@SETTINGS
def test_dead_items_change_nothing_and_one_direction_is_one(values: Array) -> None:
    dead = np.hstack([values, np.full((len(values), 2), 0.1)])
    assert same(ed(values), ed(dead))
    first = ed(values[:, :1] * [1.0, -2.0, 4.0])
    assert np.isnan(first) == bool((values[:, 0] == values[0, 0]).all())
    assert np.isnan(first) or first == pytest.approx(1.0, rel=1e-12)


@given(WITH_GAPS)
@SETTINGS
def test_shuffled_null_lies_within_its_bounds(values: Array) -> None:
    centred = prepare(values)
    if not (centred != 0.0).any():
        return
    null = shuffled_moments(centred, ~np.isnan(values))
    bound = shape_bound(values.shape[0], values.shape[1])
    assert 1.0 - 1e-9 <= null.effective_dimensionality <= bound * (1.0 + 1e-9)
    assert null.sum_squares == pytest.approx(moments(centred).sum_squares, rel=1e-12)
    assert np.isnan(null.variance) or null.variance >= -1e-9 * null.mean**2
