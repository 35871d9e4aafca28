"""The population of items: what EM steps from shrunken points come back to."""

import numpy as np
import pytest

from parallaxis.kernels.irt_population import LEAST_SLOPE_SD, population

MEAN = np.array([0.3, 1.0])
COVARIANCE = np.array([[1.2, 0.9], [0.9, 4.0]])


@pytest.mark.parametrize("noise", [0.1, 0.8])
def test_the_spread_of_items_is_found_behind_their_noise(noise: float) -> None:
    rng = np.random.default_rng(1)
    true = rng.multivariate_normal(MEAN, COVARIANCE, 4_000)
    seen = true + noise * rng.normal(size=true.shape)
    information = np.broadcast_to(np.eye(2) / noise**2, (len(true), 2, 2))
    mean, covariance = seen.mean(axis=0), np.cov(seen.T)
    for _ in range(60):
        inverse = np.linalg.inv(covariance)
        points = np.linalg.solve(
            information + inverse, (seen / noise**2 + inverse @ mean)[:, :, None]
        )[:, :, 0]
        mean, covariance = population(points, information)
    assert mean == pytest.approx(MEAN, abs=0.1)
    assert covariance == pytest.approx(COVARIANCE, rel=0.08)


def test_items_without_a_spread_keep_the_least() -> None:
    same = np.zeros((50, 2))
    _, covariance = population(same, np.broadcast_to(1e9 * np.eye(2), (50, 2, 2)))
    assert covariance[0, 0] == pytest.approx(LEAST_SLOPE_SD**2)
    assert covariance[0, 1] == 0.0
