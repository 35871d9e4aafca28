"""Votes projected from a published φ: the numbers of the methods page, its oracle, its shape."""

import numpy as np
import pytest

from oracle_files import oracle
from parallaxis.kernels import bivariate_normal
from parallaxis.kernels.effective import rho_to_phi
from parallaxis.kernels.projected_votes import projected_votes


def test_the_published_panel_of_24() -> None:
    """φ̄ = .35 of 24 members: 2.65 by φ, 1.84 at p = .5, 1.78 at .70, 1.69 at .8."""
    votes = projected_votes(0.35, 24, [0.5, 0.7, 0.8]).effective_votes
    assert votes.round(2).tolist() == [1.84, 1.78, 1.69]
    assert round(24 / (1 + 23 * 0.35), 2) == 2.65
    nine = projected_votes(0.4375, 9, [0.5, 0.8, 0.9]).effective_votes
    assert nine.round(2).tolist() == [1.48, 1.40, 1.32]


def test_the_root_solves_its_equation() -> None:
    p = np.linspace(0.1, 0.9, 9)
    rho = projected_votes(0.3, 5, p).correlation
    assert rho_to_phi(rho, p, p) == pytest.approx(np.full(9, 0.3), abs=1e-12)
    both = bivariate_normal.cdf(0.0, 0.0, projected_votes(0.3, 5, 0.5).correlation)
    assert both == pytest.approx(0.25 + 0.3 * 0.25, abs=1e-12)


def test_oracle() -> None:
    rows = oracle("neff")["rho_from_phi"]
    p, phi, rho = (np.array([float(row[name]) for row in rows]) for name in ("p", "phi", "rho"))
    assert projected_votes(phi, 9, p).correlation == pytest.approx(rho, abs=1e-10)


def test_what_has_no_votes_is_nan() -> None:
    found = projected_votes([-0.2, -0.6], 9, [0.5, 0.2])
    assert np.isnan(found.effective_votes).all()
    assert np.isnan(found.correlation).tolist() == [False, True]
