"""Coefficient α beside its textbook forms; corrections on worlds whose truth is known."""

import numpy as np
import pytest
from numpy.typing import NDArray

from parallaxis.errors import NotIdentified
from parallaxis.kernels.attenuation import (
    Influenced,
    at_full_range,
    coefficient_alpha,
    disattenuated,
)
from parallaxis.kernels.pair_correlations import cluster_error, pearson_influence

Array = NDArray[np.float64]


def items(ability: Array, m: int, noise: float, seed: int) -> Array:
    """Return parallel items of one ability."""
    rng = np.random.default_rng(seed)
    return ability[:, None] + noise * rng.normal(size=(ability.size, m))


def test_alpha_is_kr20_on_right_and_wrong() -> None:
    rng = np.random.default_rng(0)
    right = (rng.normal(size=(50, 1)) + rng.normal(size=(50, 12)) > 0).astype(float)
    p = right.mean(axis=0)
    kr20 = 12 / 11 * (1 - (p * (1 - p)).sum() / right.sum(axis=1).var())
    assert coefficient_alpha(right).value == pytest.approx(kr20)


def test_alpha_finds_the_reliability_of_parallel_items() -> None:
    # reliability of a mean of 10 items with noise of variance 4: 1/(1 + .4)
    ability = np.random.default_rng(1).normal(size=4000)
    found = coefficient_alpha(items(ability, 10, 2.0, 2))
    assert found.value == pytest.approx(1 / 1.4, abs=0.03)  # se about .007


def test_alpha_error_is_that_of_the_jackknife() -> None:
    values = items(np.random.default_rng(3).normal(size=200), 6, 1.0, 4)
    found = coefficient_alpha(values)
    assert found.influence.sum() == pytest.approx(0.0, abs=1e-9)
    left = [coefficient_alpha(np.delete(values, i, axis=0)).value for i in range(200)]
    error = np.sqrt(199 / 200 * np.sum((np.array(left) - np.mean(left)) ** 2))
    assert cluster_error(found.influence[:, None], np.arange(200))[0] == pytest.approx(
        error, rel=0.05
    )


def test_rows_with_gaps_are_left_out() -> None:
    values = items(np.random.default_rng(3).normal(size=40), 6, 1.0, 4)
    whole = coefficient_alpha(values[5:])
    values[:5, 2] = np.nan
    found = coefficient_alpha(values)
    assert found.value == pytest.approx(whole.value)
    assert (found.influence[:5] == 0.0).all()
    np.testing.assert_allclose(found.influence[5:], whole.influence * 40 / 35)


@pytest.mark.parametrize("values", [np.ones((5, 3)), np.ones((5, 1)), np.array([[1.0, -1.0]] * 5)])
def test_alpha_needs_something_that_varies(values: Array) -> None:
    with pytest.raises(NotIdentified):
        coefficient_alpha(values)


def test_correction_finds_the_correlation_of_abilities() -> None:
    # truth .7, observed .7/1.4; coverage of 300 boards at 95 % lies above .91 nearly always
    held, observed = 0, []
    for seed in range(300):
        rng = np.random.default_rng(seed)
        one = rng.normal(size=200)
        other = 0.7 * one + np.sqrt(1 - 0.49) * rng.normal(size=200)
        x, y = items(one, 10, 2.0, seed + 1000), items(other, 10, 2.0, seed + 2000)
        r, influence = pearson_influence(
            x.mean(axis=1, keepdims=True), y.mean(axis=1, keepdims=True)
        )
        found = disattenuated(
            Influenced(float(r[0]), influence[:, 0]), coefficient_alpha(x), coefficient_alpha(y)
        )
        error = cluster_error(found.influence[:, None], np.arange(200))[0]
        held += abs(found.value - 0.7) <= 1.972 * error
        observed.append(r[0])
    assert np.mean(observed) == pytest.approx(0.5, abs=0.02)
    assert held / 300 >= 0.91


def test_no_correction_by_a_reliability_that_is_not_positive() -> None:
    still = np.zeros(3)
    with pytest.raises(NotIdentified, match="leaves nothing to correct by"):
        disattenuated(Influenced(0.5, still), Influenced(-0.1, still), Influenced(0.8, still))


def test_full_range_is_found_from_a_narrow_one() -> None:
    rng = np.random.default_rng(0)
    x = rng.normal(size=200_000)
    y = 0.8 * x + 0.6 * rng.normal(size=x.size)
    narrow = (x > 0.0) & (x < 1.0)
    r = np.corrcoef(x[narrow], y[narrow])[0, 1]
    assert r < 0.4
    assert at_full_range(float(r), x[narrow].std() / x.std()) == pytest.approx(0.8, abs=0.01)
    assert at_full_range(-0.5, 1.0) == -0.5
