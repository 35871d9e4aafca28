"""Cronbach's α against R and exact arithmetic, and its interval against simulation."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from boards import load_board
from oracle_files import oracle, oracle_board
from parallaxis.errors import InputError, NotIdentified
from parallaxis.kernels import internal_consistency as module
from parallaxis.kernels.internal_consistency import (
    feldt_interval,
    internal_consistency,
    spearman_brown,
)
from parallaxis.kernels.scaling import standardise

Array = NDArray[np.float64]
BOARDS = ("LSAT6", "LSAT7", "irt60x500", "sim24x1172", "sim24x1172_T", "pa_cont_k1", "pa_cont_k3")


def board(name: str) -> Array:
    """Return a board of the oracle file; _T swaps models and items."""
    if name.endswith("_T"):
        return np.ascontiguousarray(oracle_board(name.removesuffix("_T")).T)
    return oracle_board(name)


@pytest.mark.parametrize("name", BOARDS)
def test_alpha_is_that_of_exact_arithmetic_and_of_r(name: str) -> None:
    known, values = oracle("reliability")[name], board(name)
    found = internal_consistency(values)
    if "alpha_exact_all_items" in known:
        assert found.alpha == pytest.approx(known["alpha_exact_all_items"], abs=1e-12)
    live = values[:, np.ptp(values, axis=0) > 0.0]
    assert live.shape[1] == known["p_nonconst"]
    alive = internal_consistency(live)
    if "alpha_exact_nonconstant_items" in known:
        assert alive.alpha == pytest.approx(known["alpha_exact_nonconstant_items"], abs=1e-12)
    assert alive.alpha == pytest.approx(known["ltm_alpha"], abs=1e-12)  # printed to 13 digits
    if "alpha_std" in known:
        assert alive.standardised == pytest.approx(known["alpha_std"], abs=1e-12)


def test_lambda2_and_pairwise_covariances_are_those_of_psych() -> None:
    known, values = oracle("reliability"), load_board("ability").values
    found = internal_consistency(values)
    assert np.isnan(values).any()
    assert found.alpha == pytest.approx(known["ability_missing"]["alpha_raw"], abs=1e-12)
    assert found.standardised == pytest.approx(known["ability_missing"]["alpha_std"], abs=1e-12)
    whole = values[~np.isnan(values).any(axis=1)]
    complete = known["ability_complete"]
    exact = complete["alpha_exact_all_items"]
    assert internal_consistency(whole).alpha == pytest.approx(exact, abs=1e-12)
    of_correlations = internal_consistency(standardise(whole))  # as psych::splitHalf computes it
    assert of_correlations.lambda2 == pytest.approx(complete["guttman_lambda2"], abs=1e-12)
    assert of_correlations.alpha == pytest.approx(complete["guttman_lambda3_alpha"], abs=1e-12)


def by_loops(values: Array) -> tuple[float, float, float]:
    """Return α, standardised α and λ2 from the matrix of pairwise covariances, cell by cell."""
    n_items = values.shape[1]
    c = np.empty((n_items, n_items))
    for t in range(n_items):
        for u in range(n_items):
            both = ~np.isnan(values[:, t]) & ~np.isnan(values[:, u])
            c[t, u] = np.cov(values[both, t], values[both, u])[0, 1]
    r = c / np.sqrt(np.outer(np.diag(c), np.diag(c)))
    ratio, off = n_items / (n_items - 1), (c**2).sum() - (np.diag(c) ** 2).sum()
    return (
        ratio * (1.0 - np.trace(c) / c.sum()),
        ratio * (1.0 - n_items / r.sum()),
        1.0 - (np.trace(c) - math.sqrt(ratio * off)) / c.sum(),
    )


@pytest.mark.parametrize("gaps", ["none", "cells", "blocks"])
@pytest.mark.parametrize("together", [True, False])
def test_sums_are_those_of_the_covariance_matrix(
    gaps: str, together: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(3)
    values = rng.normal(size=(30, 1)) + rng.normal(size=(30, 12))
    if gaps == "cells":
        values[rng.random(values.shape) < 0.15] = np.nan
    elif gaps == "blocks":
        values[:10, :5], values[20:, 8:] = np.nan, np.nan
    monkeypatch.setattr(module, "_few_patterns", lambda _: together)
    monkeypatch.setattr(module, "ROWS", 5)
    found = internal_consistency(values)
    assert (found.alpha, found.standardised, found.lambda2) == pytest.approx(by_loops(values))


def test_what_cannot_be_estimated_says_why() -> None:
    with pytest.raises(NotIdentified, match="there are 1 and 3"):
        internal_consistency(np.ones((1, 3)))
    with pytest.raises(NotIdentified, match="does not tell the models apart"):
        internal_consistency(np.ones((4, 3)))
    apart = np.array([[1.0, np.nan], [0.0, np.nan], [np.nan, 1.0], [np.nan, 0.0]])
    with pytest.raises(NotIdentified, match="fewer than two models in common"):
        internal_consistency(apart)


def test_an_item_without_variance_has_no_standardised_form() -> None:
    found = internal_consistency(np.array([[1.0, 0, 1], [0, 0, 1], [1, 0, 0]]))
    assert np.isfinite(found.alpha)
    assert np.isnan(found.standardised)


def test_feldts_interval_holds_alpha_as_often_as_it_says() -> None:
    n_models, n_items, reliability, boards = 40, 20, 0.9, 2000
    noise = n_items * (1.0 - reliability) / reliability
    rng = np.random.default_rng(11)
    held = 0
    for _ in range(boards):
        values = rng.normal(size=(n_models, 1)) + math.sqrt(noise) * rng.normal(
            size=(n_models, n_items)
        )
        alpha = internal_consistency(values).alpha
        low, high = feldt_interval(alpha, n_models=n_models, n_items=n_items, level=0.9)
        held += low <= reliability <= high
    # binomial with p = .9: 99.9 % of counts lie within 3.3 standard deviations of 13.4
    assert abs(held - 0.9 * boards) <= 3.3 * math.sqrt(boards * 0.9 * 0.1)


def test_spearman_brown_gives_the_halves_of_the_oracle() -> None:
    for name in ("LSAT6", "LSAT7", "irt60x500"):
        known = oracle("reliability")[name]
        assert float(spearman_brown(known["odd_even_r"])) == pytest.approx(
            known["odd_even_SB"], abs=1e-11
        )
    assert np.isnan(spearman_brown(-1.0))
    assert float(spearman_brown(spearman_brown(0.7, length=3.0), length=1 / 3)) == pytest.approx(
        0.7
    )
    with pytest.raises(InputError, match="above 0"):
        spearman_brown(0.5, length=0.0)
    with pytest.raises(InputError, match="2 or more"):
        feldt_interval(0.5, n_models=1, n_items=3)


def test_a_total_without_variance_but_for_rounding_is_no_total() -> None:
    values = np.random.default_rng(0).normal(size=(20, 5))
    with pytest.raises(NotIdentified, match="does not tell the models apart"):
        internal_consistency(values - values.mean(axis=1, keepdims=True))
