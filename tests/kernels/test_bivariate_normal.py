"""Φ₂ against 25-digit values of mpmath, and the identities it must keep."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import ndtr

from parallaxis.kernels.bivariate_normal import cdf, conditional_cdf, pdf

ORACLE = Path(__file__).parents[1] / "oracles" / "bvn_cdf.json"
limits = st.floats(-8, 8)
correlations = st.floats(-1, 1)


def test_all_reference_points_to_a_few_units_of_rounding() -> None:
    rows = json.loads(ORACLE.read_text())["rows"]
    h, k, rho, p = (np.array([float(row[name]) for row in rows]) for name in ("h", "k", "rho", "p"))
    below = cdf(h, k, rho)
    assert len(rows) == 1254
    assert np.abs(below - p).max() <= 1e-15
    assert below.min() >= 0.0


def test_infinite_limits_leave_the_other_margin() -> None:
    h = np.array([-1.3, 0.0, 2.0])
    for rho in (-1.0, -0.4, 0.0, 0.7, 1.0):
        np.testing.assert_array_equal(cdf(h, np.inf, rho), ndtr(h))
        np.testing.assert_array_equal(cdf(-np.inf, h, rho), 0.0)


def test_perfect_correlation() -> None:
    assert cdf(0.3, -0.2, 1.0) == ndtr(-0.2)
    assert cdf(0.3, -0.2, -1.0) == pytest.approx(ndtr(0.3) - ndtr(0.2), abs=1e-16)
    assert cdf(-0.3, -0.2, -1.0) == 0.0


@pytest.mark.parametrize(
    "arguments", [(np.nan, 0, 0), (0, np.nan, 0.5), (0, 0, np.nan), (0, 0, 1.1)]
)
def test_nan_and_impossible_correlations_give_nan(arguments: tuple[float, float, float]) -> None:
    assert np.isnan(cdf(*arguments))
    assert np.isnan(pdf(*arguments))
    assert np.isnan(conditional_cdf(*arguments))


@given(limits, limits, correlations)
def test_symmetry_bounds_and_the_four_quadrants(h: float, k: float, rho: float) -> None:
    below = cdf(h, k, rho)
    assert below == pytest.approx(cdf(k, h, rho), abs=4e-16)
    assert max(0.0, ndtr(h) - ndtr(-k)) <= below <= min(ndtr(h), ndtr(k))
    assert below + cdf(h, -k, -rho) == pytest.approx(ndtr(h), abs=1e-15)


@given(st.floats(-4, 4), st.floats(-4, 4), st.floats(-0.95, 0.95))
def test_density_and_conditional_are_the_derivatives(h: float, k: float, rho: float) -> None:
    # central differences of step 1e-4: truncation 1e-8 · f'''/6, rounding 2e-16/1e-4; the third
    # derivative by rho is at most 3e4 of its value's unit at |rho| = .95
    step = 1e-4
    by_rho = (cdf(h, k, rho + step) - cdf(h, k, rho - step)) / (2 * step)
    assert by_rho == pytest.approx(pdf(h, k, rho), abs=1e-4)
    by_h = (cdf(h + step, k, rho) - cdf(h - step, k, rho)) / (2 * step)
    normal = np.exp(-h * h / 2) / np.sqrt(2 * np.pi)
    assert by_h == pytest.approx(normal * conditional_cdf(h, k, rho), abs=1e-7)
