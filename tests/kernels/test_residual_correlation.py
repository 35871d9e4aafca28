"""Residual correlations beside plain loops, and the excess of families."""

import numpy as np
import pytest
from numpy.typing import NDArray

from parallaxis.errors import ShapeError
from parallaxis.kernels.residual_correlation import family_excess, residual_correlations

Array = NDArray[np.float64]


def correlation(x: Array, y: Array) -> float:
    """Return Pearson's correlation."""
    return float(((x - x.mean()) * (y - y.mean())).mean() / (x.std() * y.std()))


def test_complete_boards_beside_corrcoef() -> None:
    rng = np.random.default_rng(0)
    values, expected = rng.random((6, 30)), rng.random((6, 30))
    residuals = values - expected
    np.testing.assert_allclose(
        residual_correlations(values, expected), np.corrcoef(residuals), atol=1e-12
    )
    np.testing.assert_allclose(
        residual_correlations(values, expected, between="items"),
        np.corrcoef(residuals, rowvar=False),
        atol=1e-12,
    )


def test_missing_cells_leave_the_common_ones() -> None:
    rng = np.random.default_rng(1)
    values, expected = rng.random((5, 40)), rng.random((5, 40))
    values[rng.random(values.shape) < 0.4] = np.nan
    found = residual_correlations(values, expected)
    for i in range(5):
        for j in range(i):
            both = ~np.isnan(values[i] + values[j])
            pair = (values - expected)[[i, j]][:, both]
            assert found[i, j] == found[j, i] == pytest.approx(correlation(*pair), abs=1e-10)
    np.testing.assert_array_equal(np.diag(found), 1.0)


def test_no_variance_or_nothing_in_common_is_nan() -> None:
    values = np.array([[1.0, 0.0, 1.0], [1.0, 1.0, 1.0], [np.nan, np.nan, 0.0]])
    found = residual_correlations(values, np.full((3, 3), 0.5))
    assert np.isnan(found[0, 1])
    assert np.isnan(found[0, 2])
    assert np.isnan(found[2, 2])


def test_shapes_are_checked() -> None:
    with pytest.raises(ShapeError, match=r"scores have shape \(2, 3\) and expectations \(3, 2\)"):
        residual_correlations(np.ones((2, 3)), np.ones((3, 2)))
    with pytest.raises(ShapeError, match="1 families for 2 models; pass one for each"):
        family_excess(np.eye(2), ["a"])


def test_family_excess_leaves_out_strangers_and_gaps() -> None:
    correlations = np.array(
        [
            [1.0, 0.5, 0.1, 0.9],
            [0.5, 1.0, np.nan, 0.9],
            [0.1, np.nan, 1.0, 0.9],
            [0.9, 0.9, 0.9, 1.0],
        ]
    )
    assert family_excess(correlations, ["a", "a", "b", None]) == pytest.approx(0.4)
    assert np.isnan(family_excess(correlations, ["a", "b", "c", None]))
    assert np.isnan(family_excess(correlations, ["a"] * 4))
