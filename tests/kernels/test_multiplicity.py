"""Adjusted p-values: by hand, by their definitions, and on many null worlds."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parallaxis.errors import InputError
from parallaxis.kernels.multiplicity import benjamini_hochberg, holm

ADJUSTMENTS = [benjamini_hochberg, holm]
Adjustment = Callable[[np.ndarray], np.ndarray]
BY_HAND = np.array([0.01, 0.02, 0.03, 0.04, 0.05])
p_values = st.lists(st.one_of(st.floats(0.0, 1.0), st.just(float("nan"))), max_size=30)


def test_by_hand() -> None:
    np.testing.assert_allclose(benjamini_hochberg(BY_HAND), 0.05)
    np.testing.assert_allclose(holm(BY_HAND), [0.05, 0.08, 0.09, 0.09, 0.09])


def test_the_worked_example_of_the_paper() -> None:
    # Benjamini & Hochberg (1995), section 3.2: at 5 % their way finds four, Holm's finds three
    p = np.array(
        [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262,
         0.5719, 0.6528, 0.7590, 1.0000]
    )  # fmt: skip
    assert (benjamini_hochberg(p) <= 0.05).sum() == 4
    assert (holm(p) <= 0.05).sum() == 3


@pytest.mark.parametrize("adjust", ADJUSTMENTS)
@given(values=p_values)
def test_properties(adjust: Adjustment, values: list[float]) -> None:
    p = np.array(values)
    found = adjust(p)
    tested = ~np.isnan(p)
    np.testing.assert_array_equal(np.isnan(found), ~tested)
    assert (found[tested] >= p[tested]).all()
    assert (found[tested] <= 1.0).all()
    order = np.argsort(p[tested], kind="stable")
    assert (np.diff(found[tested][order]) >= 0).all()
    np.testing.assert_array_equal(adjust(p[::-1])[::-1], found)
    np.testing.assert_array_equal(adjust(p[tested]), found[tested])


@given(values=p_values)
def test_holm_is_the_stricter(values: list[float]) -> None:
    p = np.array(values)
    tested = ~np.isnan(p)
    assert (holm(p)[tested] >= benjamini_hochberg(p)[tested] * (1 - 1e-12)).all()


@given(values=st.lists(st.floats(0.0, 1.0), min_size=1, max_size=12), q=st.floats(0.01, 0.5))
def test_findings_are_those_of_the_stepwise_rules(values: list[float], q: float) -> None:
    p = np.sort(np.array(values))
    m = p.size
    passing = [r for r in range(1, m + 1) if p[r - 1] * (m / r) <= q]
    assert (benjamini_hochberg(p) <= q).sum() == max(passing, default=0)
    stopped = next((r for r in range(m) if p[r] * (m - r) > q), m)
    assert (holm(p) <= q).sum() == stopped


@pytest.mark.parametrize("adjust", ADJUSTMENTS)
def test_only_the_smallest_handed_in(adjust: Callable[..., np.ndarray]) -> None:
    p = np.sort(np.random.default_rng(0).random(50) ** 3)
    few = p[p <= 0.05]
    found, expected = adjust(few, n_tests=50), adjust(p)[: few.size]
    sure = expected <= 0.05
    assert sure.any()
    np.testing.assert_array_equal(found[sure], expected[sure])
    assert (found[~sure] > 0.05).all()


@pytest.mark.parametrize("adjust", ADJUSTMENTS)
def test_shape_stays(adjust: Adjustment) -> None:
    table = np.array([[0.01, np.nan], [0.5, 0.02]])
    np.testing.assert_array_equal(adjust(table).ravel(), adjust(table.ravel()))
    assert adjust(table).shape == (2, 2)
    assert adjust(np.empty(0)).shape == (0,)
    assert np.isnan(adjust(np.full(3, np.nan))).all()


@pytest.mark.parametrize("adjust", ADJUSTMENTS)
def test_a_null_world_is_rarely_found(adjust: Adjustment) -> None:
    rng = np.random.default_rng(1)
    worlds = 2000
    false = np.mean([(adjust(rng.random(20)) <= 0.05).any() for _ in range(worlds)])
    assert false == pytest.approx(0.05, abs=4 * np.sqrt(0.05 * 0.95 / worlds))


@pytest.mark.parametrize("adjust", ADJUSTMENTS)
def test_what_is_no_probability_is_said(adjust: Callable[..., np.ndarray]) -> None:
    with pytest.raises(InputError, match=r"1\.5 at place 1"):
        adjust(np.array([0.1, 1.5]))
    with pytest.raises(InputError, match="n_tests is 1 but 2"):
        adjust(np.array([0.1, 0.2]), n_tests=1)
