"""The majority of alike members: against the count distribution, limits, parity."""

import numpy as np
import pytest
from scipy.special import ndtr, ndtri
from scipy.stats import binom

from parallaxis.kernels.exchangeable_votes import alike_majority
from parallaxis.kernels.one_factor_votes import count_distribution, majority_score


@pytest.mark.parametrize("rho", [0.0, 0.01, 0.049, 0.051, 0.4, 0.9, 0.99])
@pytest.mark.parametrize("n", [1, 2, 5, 12, 41])
def test_agrees_with_the_distribution_of_counts(rho: float, n: int) -> None:
    score = majority_score(np.ones((1, n), dtype=bool))[0]
    expected = count_distribution(np.full(n, 0.65), np.sqrt(rho))[0] @ score
    assert alike_majority(0.65, rho, n) == pytest.approx(expected, abs=1e-10)


def test_independent_members_are_binomial() -> None:
    assert alike_majority(0.6, 0.0, 201) == pytest.approx(binom.sf(100, 201, 0.6), abs=1e-12)


def test_an_even_panel_is_as_good_as_one_with_a_member_less() -> None:
    assert alike_majority(0.6, 0.3, 10) == alike_majority(0.6, 0.3, 9)


def test_very_many_members_come_to_the_limit() -> None:
    for p, rho in ((0.6, 0.3), (0.4, 0.3), (0.7, 0.02)):
        limit = ndtr(ndtri(p) / np.sqrt(rho))
        assert alike_majority(p, rho, np.inf) == pytest.approx(limit, abs=1e-14)
        assert alike_majority(p, rho, 100_001) == pytest.approx(limit, abs=1e-3)
    assert alike_majority([0.4, 0.5, 0.6], 0.0, np.inf).tolist() == [0.0, 0.5, 1.0]


def test_arguments_broadcast_and_gaps_stay_gaps() -> None:
    found = alike_majority(np.array([0.4, 0.6]), np.array([0.5, np.nan]), 3)
    assert found[0] == pytest.approx(1.0 - alike_majority(0.6, 0.5, 3), abs=1e-12)
    assert np.isnan(found[1])
