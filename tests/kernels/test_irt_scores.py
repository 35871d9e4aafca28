"""Abilities and log-likelihoods given items: reference values, a slow twin, odd models."""

import numpy as np
import pytest
from numpy.typing import NDArray

from oracle_files import oracle, oracle_board
from parallaxis.errors import ShapeError
from parallaxis.kernels.irt_scores import scores
from parallaxis.kernels.residual_correlation import residual_correlations

Array = NDArray[np.float64]


def chances(theta: Array, a: Array, d: Array, c: Array) -> Array:
    """Return the probability of a right answer."""
    return np.asarray(c + (1.0 - c) / (1.0 + np.exp(-(np.multiply.outer(theta, a) + d))))


@pytest.mark.parametrize("name", ["LSAT6", "LSAT7"])
def test_eap_and_map_against_references(name: str) -> None:
    expected = oracle("irt_2pl")[f"{name}_2PL"]
    a, d = np.array(expected["a"]), np.array(expected["d"])
    found = scores(oracle_board(name), a, d)
    np.testing.assert_allclose(found.eap[:50], expected["eap_fine"], atol=1e-9)
    np.testing.assert_allclose(found.map[:50], expected["map_newton"], atol=1e-9)
    # the standard errors are mirt's own, from 61 nodes and from a numerical second derivative
    np.testing.assert_allclose(found.eap_error[:50], expected["eap_se"], atol=1e-5)
    np.testing.assert_allclose(found.map_error[:50], expected["map_se"], atol=2e-5)
    total = float(found.log_likelihood.sum())
    assert total == pytest.approx(expected["logLik_fine_quadrature"], abs=1e-6)


@pytest.mark.parametrize("name", ["LSAT6", "LSAT7"])
def test_q3_against_references(name: str) -> None:
    expected = oracle("irt_2pl")[f"{name}_2PL"]
    a, d = np.array(expected["a"]), np.array(expected["d"])
    values = oracle_board(name)
    found = scores(values, a, d)
    zero = np.zeros(5)
    for ability, key in ((found.eap, "EAP"), (found.map, "MAP")):
        q3 = residual_correlations(values, chances(ability, a, d, zero), between="items")
        np.testing.assert_allclose(q3, expected[f"Q3_from_{key}_reference"], atol=1e-7)


@pytest.mark.parametrize("name", ["irt60x500_prior", "irt60x500_null_prior"])
def test_a_wide_board_against_fine_quadrature(name: str) -> None:
    expected = oracle("irt_2pl")[name]
    values = oracle_board(name.removesuffix("_prior"))[:, np.array(expected["kept_items"]) - 1]
    found = scores(values, np.array(expected["a"]), np.array(expected["d"]))
    np.testing.assert_allclose(found.eap, expected["eap_fine_quadrature"], atol=1e-6)
    np.testing.assert_allclose(found.eap_error, expected["eap_se_fine"], atol=1e-6)
    total = float(found.log_likelihood.sum())
    assert total == pytest.approx(expected["logLik_fine_quadrature"], abs=1e-5)


@pytest.mark.parametrize("n_items", [8, 90, 400])
@pytest.mark.parametrize("chance", [0.0, 0.25])
def test_slow_twin_on_a_fine_grid(n_items: int, chance: float) -> None:
    rng = np.random.default_rng(n_items)
    a, d = np.exp(rng.normal(0.0, 0.4, n_items)), rng.normal(0.0, 1.5, n_items)
    a[0] = -0.7
    c = np.full(n_items, chance)
    values = (rng.random((12, n_items)) < chances(rng.normal(size=12), a, d, c)).astype(float)
    values[rng.random(values.shape) < 0.3] = np.nan
    found = scores(values, a, d, c)
    theta = np.linspace(-9.0, 9.0, 20_001)
    p = chances(theta, a, d, c)
    for row, answers in enumerate(values):
        seen = ~np.isnan(answers)
        with np.errstate(divide="ignore"):  # at the ends of the grid, where the weight is 0 as well
            logs = np.where(answers[seen] == 1.0, np.log(p[:, seen]), np.log1p(-p[:, seen]))
        joint = np.exp(logs.sum(axis=1) - 0.5 * theta**2) / np.sqrt(2.0 * np.pi)
        total = np.trapezoid(joint, theta)
        mean = np.trapezoid(joint * theta, theta) / total
        sd = np.sqrt(np.trapezoid(joint * (theta - mean) ** 2, theta) / total)
        # with chance a posterior of few items is skewed, and quadrature by its normal is less exact
        assert found.eap[row] == pytest.approx(mean, abs=1e-5)
        assert found.eap_error[row] == pytest.approx(sd, abs=1e-5)
        assert found.map[row] == pytest.approx(theta[joint.argmax()], abs=1e-3)
        assert found.log_likelihood[row] == pytest.approx(np.log(total), abs=1e-5)


def test_models_without_answers_have_the_prior_and_extremes_stay_finite() -> None:
    values = np.vstack([np.full(30, np.nan), np.ones(30), np.zeros(30)])
    found = scores(values, np.full(30, 3.0), np.zeros(30), 0.2)
    assert found.eap[0] == pytest.approx(0.0, abs=1e-12)
    assert found.eap_error[0] == pytest.approx(1.0, abs=1e-12)
    assert found.log_likelihood[0] == pytest.approx(0.0, abs=1e-12)
    assert 1.0 < found.eap[1] < 4.0
    assert -4.0 < found.eap[2] < -1.0


def test_single_precision_is_enough_on_a_large_board(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(0)
    a, d = np.exp(rng.normal(0.0, 0.3, 1500)), rng.normal(0.0, 1.0, 1500)
    values = (rng.random((60, 1500)) < chances(rng.normal(size=60), a, d, 0 * a)).astype(float)
    exact = scores(values, a, d)
    monkeypatch.setattr("parallaxis.kernels.irt_scores.SINGLE_FROM", 0)
    single = scores(values, a, d)
    # single precision keeps seven digits of sums of 1,500 terms; posterior sd is about .07
    np.testing.assert_allclose(single.eap, exact.eap, atol=1e-4)
    np.testing.assert_allclose(single.log_likelihood, exact.log_likelihood, atol=1e-2)


def test_lengths_are_checked() -> None:
    with pytest.raises(ShapeError, match=r"shapes \(2,\) and \(3,\); pass one number for each"):
        scores(np.ones((2, 3)), np.ones(2), np.ones(3))
