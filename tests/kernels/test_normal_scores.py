"""Normal scores against a plain loop over models."""

from statistics import NormalDist

import numpy as np
import pytest
from numpy.typing import NDArray

from parallaxis.kernels.normal_scores import normal_scores

Array = NDArray[np.float64]


def by_hand(column: Array) -> list[float]:
    """Return the normal scores of one item by counting who is below and who ties."""
    seen = [value for value in column.tolist() if not np.isnan(value)]
    raw = []
    for value in seen:
        rank = sum(other < value for other in seen) + (sum(o == value for o in seen) + 1) / 2
        raw.append(NormalDist().inv_cdf((rank - 0.5) / len(seen)))
    mean = sum(raw) / len(raw)
    spread = (sum((one - mean) ** 2 for one in raw) / len(raw)) ** 0.5
    units = iter([(one - mean) / (spread or 1.0) for one in raw])
    return [value if np.isnan(value) else next(units) for value in column.tolist()]


def test_plain_loop_with_ties_and_gaps() -> None:
    rng = np.random.default_rng(0)
    values = np.round(rng.normal(size=(30, 8)) ** 3, 1)
    values[rng.random(values.shape) < 0.2] = np.nan
    found = normal_scores(values)
    for item in range(8):
        np.testing.assert_allclose(found[:, item], by_hand(values[:, item]), atol=1e-12)


def test_only_the_order_matters() -> None:
    values = np.random.default_rng(1).normal(size=(25, 4))
    found = normal_scores(values)
    np.testing.assert_allclose(normal_scores(np.exp(3.0 * values) - 7.0), found)
    np.testing.assert_allclose(normal_scores(-values), -found, atol=1e-12)


def test_mean_zero_variance_one_and_nothing_where_nothing_varies() -> None:
    values = np.column_stack([np.random.default_rng(2).exponential(size=40), np.full(40, 0.1)])
    found = normal_scores(values)
    assert found[:, 0].mean() == pytest.approx(0.0, abs=1e-12)
    assert found[:, 0].std() == pytest.approx(1.0)
    assert not found[:, 1].any()


def test_missing_stays_missing() -> None:
    values = np.arange(12.0).reshape(6, 2)
    values[2, 1] = np.nan
    found = normal_scores(values)
    assert np.isnan(found).sum() == 1
    assert np.isnan(found[2, 1])
    np.testing.assert_allclose(
        np.delete(found[:, 1], 2), normal_scores(np.delete(values, 2, 0))[:, 1]
    )
