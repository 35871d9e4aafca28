"""Spread of groups with its noise taken off: bias and coverage on known variances."""

import numpy as np
import pytest

from parallaxis.errors import NotIdentified
from parallaxis.kernels.between_groups import between_groups


@pytest.mark.parametrize("true", [0.0, 0.01])
def test_unbiased_and_covering(true: float) -> None:
    rng = np.random.default_rng(0)
    variances = rng.uniform(0.002, 0.01, size=12)
    found = []
    for _ in range(400):
        estimates = 0.4 + rng.normal(size=12) * np.sqrt(true + variances)
        found.append(between_groups(estimates, variances))
    between = np.array([one.between for one in found])
    assert abs(between.mean() - true) < 4 * between.std() / 20
    covered = sum(one.low <= true <= one.high for one in found)
    assert covered >= 365  # 95 % less 3.3 binomial errors of 400
    if true:
        assert covered <= 394


def test_groups_closer_than_their_noise_have_no_interval() -> None:
    found = between_groups(np.array([0.4, 0.4001, 0.4002]), np.full(3, 0.01))
    assert found.between < 0.0
    assert np.isnan([found.low, found.high]).all()


def test_too_little_is_refused() -> None:
    with pytest.raises(NotIdentified, match="2 groups; their spread needs 3"):
        between_groups(np.zeros(2), np.ones(2))
    with pytest.raises(NotIdentified, match="no estimate"):
        between_groups(np.array([0.1, np.nan, 0.2]), np.ones(3))
