"""Votes that share one factor: closed forms, bivariate and trivariate normal, simulated panels."""

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.integrate import quad
from scipy.special import ndtr, ndtri
from scipy.stats import binom, multivariate_normal, norm

from parallaxis.errors import NotIdentified, ShapeError
from parallaxis.kernels import bivariate_normal
from parallaxis.kernels.one_factor_votes import (
    common_loading,
    count_distribution,
    majority_score,
    score_gradient,
    tails,
)

Array = NDArray[np.float64]
UNEVEN = np.array([0.3, 0.55, 0.7, 0.85, 0.6])
LOADINGS = np.array([0.9, 0.5, -0.3, 0.7, 0.0])


def simulated(p: Array, loading: Array, n_items: int, seed: int = 0) -> NDArray[np.bool_]:
    """Draw right answers of members who share a factor, by their own formula."""
    rng = np.random.default_rng(seed)
    shared, own = rng.normal(size=n_items), rng.normal(size=(p.size, n_items))
    ability = loading[:, None] * shared + np.sqrt(1.0 - loading**2)[:, None] * own
    return np.asarray(ability < norm.ppf(p)[:, None])


@pytest.mark.parametrize("rho", [0.0, 0.05, 0.5, 0.9, 0.99, 0.9999])
def test_two_members_are_the_bivariate_normal(rho: float) -> None:
    p = np.array([0.35, 0.8])
    found = tails(p, np.sqrt(rho))
    h = ndtri(p)
    right, wrong = bivariate_normal.cdf(h[0], h[1], rho), bivariate_normal.cdf(-h[0], -h[1], rho)
    assert found.all_right[0] == pytest.approx(right, abs=1e-13)
    assert found.all_wrong[0] == pytest.approx(wrong, abs=1e-13)


@pytest.mark.parametrize("rho", [0.3, 0.7])
def test_three_members_agree_with_scipy(rho: float) -> None:
    p = np.array([0.3, 0.6, 0.8])
    covariance = np.full((3, 3), rho) + (1.0 - rho) * np.eye(3)
    expected = multivariate_normal(cov=covariance).cdf(ndtri(p))
    # scipy integrates three dimensions by quasi-random points to its default abseps of 1e-5
    assert tails(p, np.sqrt(rho)).all_right[0] == pytest.approx(expected, abs=2e-5)


@pytest.mark.parametrize("loading", [0.2, 0.7, 0.95, 0.995])
def test_many_members_agree_with_adaptive_quadrature(loading: float) -> None:
    p = np.linspace(0.4, 0.9, 30)

    def integrand(z: float) -> float:
        x = (ndtri(p) - loading * z) / np.sqrt(1.0 - loading**2)
        return float(norm.pdf(z) * np.prod(ndtr(-x)))

    expected, error = quad(integrand, -12.0, 12.0, points=[0.0, 1.0, 2.0], epsabs=1e-13, limit=500)
    assert tails(p, loading).all_wrong[0] == pytest.approx(expected, abs=10.0 * error + 1e-12)


def test_unequal_loadings_agree_with_simulated_panels() -> None:
    n_items = 400_000
    right = simulated(UNEVEN, LOADINGS, n_items)
    counts = np.bincount(right.sum(axis=0), minlength=6) / n_items
    found = count_distribution(UNEVEN, LOADINGS)[0]
    error = np.sqrt(found * (1.0 - found) / n_items)
    assert np.all(np.abs(counts - found) < 4.0 * error)
    ends = tails(UNEVEN, LOADINGS)
    assert found[0] == pytest.approx(ends.all_wrong[0], rel=1e-9)
    assert found[-1] == pytest.approx(ends.all_right[0], rel=1e-9)


def test_independent_members_are_binomial() -> None:
    found = count_distribution(np.full(9, 0.7), 0.0)[0]
    assert found == pytest.approx(binom.pmf(np.arange(10), 9, 0.7), abs=1e-14)


def test_perfectly_correlated_members_are_one() -> None:
    found = count_distribution(np.full(9, 0.7), 1.0)[0]
    assert found[[0, -1]] == pytest.approx([0.3, 0.7], abs=1e-3)  # half a step times the density


def test_each_set_is_a_panel_of_its_own() -> None:
    members = np.array([[True, True, True, True, True], [True, False, True, True, False]])
    ends = tails(UNEVEN, LOADINGS, members)
    counts = count_distribution(UNEVEN, LOADINGS, members)
    alone = UNEVEN[members[1]], LOADINGS[members[1]]
    assert ends.all_wrong[1] == pytest.approx(tails(*alone).all_wrong[0], rel=1e-12)
    assert ends.all_right[1] == pytest.approx(tails(*alone).all_right[0], rel=1e-12)
    assert counts[1, :4] == pytest.approx(count_distribution(*alone)[0], abs=1e-12)
    assert counts[1, 4:].tolist() == [0.0, 0.0]
    assert counts.sum(axis=1) == pytest.approx([1.0, 1.0], abs=1e-12)


def test_the_gradient_is_that_of_small_steps() -> None:
    members = np.array([[True, True, True, True, True], [True, True, False, True, True]])
    weights, score = np.array([0.3, 0.7]), majority_score(members)

    def expected(p: Array) -> float:
        return float(weights @ (count_distribution(p, LOADINGS, members) * score).sum(axis=1))

    steps = 1e-5 * np.eye(5)
    slopes = [(expected(UNEVEN + step) - expected(UNEVEN - step)) / 2e-5 for step in steps]
    found = score_gradient(UNEVEN, LOADINGS, score, members, weights)
    assert found == pytest.approx(
        slopes, abs=1e-6
    )  # the differences' own error, step² and 1e-11/step


def test_permuting_members_permutes_nothing_else() -> None:
    order = np.array([3, 0, 4, 1, 2])
    one, other = (
        count_distribution(UNEVEN, LOADINGS),
        count_distribution(UNEVEN[order], LOADINGS[order]),
    )
    assert one == pytest.approx(other, abs=1e-14)


def test_more_correlation_makes_both_tails_heavier() -> None:
    found = [tails(UNEVEN, np.sqrt(rho)) for rho in np.linspace(0.0, 0.95, 12)]
    for side in (0, 1):
        assert np.all(np.diff([ends[side][0] for ends in found]) > 0.0)  # Slepian's inequality


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(NotIdentified, match=r"common correlation is -0\.1"):
        common_loading(-0.1)
    with pytest.raises(ShapeError, match=r"loading has shape \(3,\)"):
        tails(UNEVEN, np.zeros(3))
    with pytest.raises(ShapeError, match=r"members \(1, 2\) for 5 members"):
        tails(UNEVEN, 0.5, np.ones((1, 2), dtype=bool))
