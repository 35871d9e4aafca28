"""Effective votes and the two projections, against every stored value."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.special import ndtri

from parallaxis.errors import NotIdentified
from parallaxis.kernels.bivariate_normal import cdf
from parallaxis.kernels.effective import (
    kish,
    kish_where_identified,
    participation_ratio,
    phi_to_rho,
    rho_to_phi,
)

ORACLE = Path(__file__).parents[1] / "oracles" / "neff.json"
shares = st.floats(0.001, 0.999)


@cache
def oracle() -> dict[str, Any]:
    stored: dict[str, Any] = json.loads(ORACLE.read_text())
    return stored


def columns(name: str, *fields: str) -> list[NDArray[np.float64]]:
    rows = oracle()[name]
    return [np.array([float(row[field]) for row in rows]) for field in fields]


def test_kish_on_every_row() -> None:
    defined = [row for row in oracle()["kish"] if row["n_eff"] is not None]
    n, r, votes = (np.array([row[f] for row in defined], float) for f in ("n", "rho", "n_eff"))
    np.testing.assert_allclose(kish(n, r), votes, rtol=1e-12)
    for row in oracle()["kish"]:
        if row["n_eff"] is None:
            with pytest.raises(NotIdentified, match=r"-0\.125 for 9 voters"):
                kish(row["n"], row["rho"])


def test_kish_below_the_bound_is_not_clamped() -> None:
    with pytest.raises(NotIdentified, match="at or below"):
        kish(3, [0.2, -0.6])
    votes = kish_where_identified(3, [0.2, -0.6, np.nan])
    np.testing.assert_array_equal(np.isnan(votes), [False, True, True])
    assert np.isnan(kish(3, np.nan))
    assert kish(1, -5.0) == 1.0


def test_phi_to_rho_on_every_row() -> None:
    phi, p, rho = columns("rho_from_phi", "phi", "p", "rho")
    assert phi.size == 123
    np.testing.assert_allclose(phi_to_rho(phi, p), rho, rtol=0, atol=1e-12)


def test_rho_to_phi_on_every_row() -> None:
    rho, p, q, phi = columns("phi_from_rho", "rho", "p", "q", "phi")
    assert phi.size == 36
    np.testing.assert_allclose(rho_to_phi(rho, p, q), phi, rtol=0, atol=1e-12)


def test_published_figures_project_as_stored() -> None:
    claims = list(oracle()["effective_independence_claims"].values())
    for claim, n in zip(claims[:2], (24, 9), strict=True):
        p = np.array([float(key) for key in claim["projection_at"]])
        votes = kish(n, phi_to_rho(claim["phi_bar"], p))
        np.testing.assert_allclose(votes, list(claim["projection_at"].values()), rtol=1e-12)
    shown = claims[2]["phi_neff_at_common_p"]
    p = np.array([float(key) for key in shown])
    np.testing.assert_allclose(kish(9, rho_to_phi(0.5, p, p)), list(shown.values()), rtol=1e-12)


def test_balanced_margins_have_a_closed_form() -> None:
    phi = np.linspace(-1, 1, 201)
    np.testing.assert_allclose(phi_to_rho(phi, 0.5), np.sin(np.pi / 2 * phi), atol=1e-15)


def test_impossible_values_give_nan() -> None:
    assert np.isnan(phi_to_rho([-0.2, 1.1, 0.3, 0.3, np.nan], [0.9, 0.5, 0.0, 1.0, 0.5])).all()
    assert np.isnan(
        rho_to_phi([1.1, 0.5, 0.5, np.nan], [0.5, 0.0, 0.5, 0.5], [0.5, 0.5, 1, 0.5])
    ).all()


def test_perfect_correlation_gives_the_largest_phi() -> None:
    p, q = 0.3, 0.6
    largest = np.sqrt(p * (1 - q) / (q * (1 - p)))
    assert rho_to_phi(1.0, p, q) == pytest.approx(largest, abs=1e-14)
    assert rho_to_phi(1.0, p, p) == pytest.approx(1.0, abs=1e-14)
    assert rho_to_phi(-1.0, p, 1 - p) == pytest.approx(-1.0, abs=1e-14)


@given(st.floats(-0.999, 0.999), shares, shares)
def test_rho_to_phi_is_the_distribution_function(rho: float, p: float, q: float) -> None:
    direct = (cdf(ndtri(p), ndtri(q), rho) - p * q) / np.sqrt(p * (1 - p) * q * (1 - q))
    assert rho_to_phi(rho, p, q) == pytest.approx(direct, abs=2e-12)


@given(st.floats(-0.99, 0.99), shares)
def test_projection_and_its_inverse(rho: float, p: float) -> None:
    # at rho = -.99 and p = .001 the joint share is 1e-20 or less: phi does not see rho any more
    phi = rho_to_phi(rho, p, p)
    back = phi_to_rho(phi, p)
    assert np.isnan(back) or rho_to_phi(back, p, p) == pytest.approx(phi, abs=1e-13)
    if rho >= 0:
        assert back == pytest.approx(rho, abs=1e-11)


def test_participation_ratio_is_that_of_the_eigenvalues() -> None:
    rng = np.random.default_rng(1)
    R: NDArray[np.float64] = np.asarray(np.corrcoef(rng.normal(size=(7, 40))))
    eigenvalues = np.linalg.eigvalsh(R)
    expected = eigenvalues.sum() ** 2 / (eigenvalues**2).sum()
    assert participation_ratio(R) == pytest.approx(expected, rel=1e-13)
    np.testing.assert_allclose(participation_ratio(np.stack([R, np.eye(7)])), [expected, 7.0])
    assert participation_ratio(np.ones((5, 5))) == 1.0
    R[0, 1] = np.nan
    assert np.isnan(participation_ratio(R))
