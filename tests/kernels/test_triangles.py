"""Upper triangles against full matrices, one at a time."""

import numpy as np
import pytest
from numpy.typing import NDArray

from parallaxis.kernels.triangles import bordered, doubling, inverse, moments, square, with_one

Array = NDArray[np.float64]


def covariances(n: int, k: int, seed: int = 0) -> Array:
    """Return random covariance matrices."""
    root = np.random.default_rng(seed).normal(size=(n, k, k + 2))
    return np.asarray(root @ root.transpose(0, 2, 1))


@pytest.mark.parametrize("k", [1, 2, 5])
def test_moments_are_covariance_plus_outer_product(k: int) -> None:
    mean, covariance = np.random.default_rng(1).normal(size=(7, k)), covariances(7, k)
    full = square(moments(mean, covariance), k)
    for row in range(7):
        np.testing.assert_allclose(full[row], covariance[row] + np.outer(mean[row], mean[row]))


@pytest.mark.parametrize("k", [1, 3, 4])
def test_doubled_triangles_multiply_as_traces_do(k: int) -> None:
    first, second = covariances(5, k, 2), covariances(5, k, 3)
    nothing = np.zeros((5, k))
    products = (moments(nothing, first) * doubling(k) * moments(nothing, second)).sum(axis=1)
    plain = [np.trace(a @ b) for a, b in zip(first, second, strict=True)]
    np.testing.assert_allclose(products, plain)


def test_the_one_is_certain_and_unrelated() -> None:
    inside = covariances(4, 2)
    out = bordered(inside)
    np.testing.assert_array_equal(out[:, :2, :2], inside)
    assert not out[:, 2].any()
    assert not out[:, :, 2].any()
    held = with_one(np.arange(6.0).reshape(3, 2))
    assert held[:, 2].tolist() == [1.0, 1.0, 1.0]
    assert held[:, :2].ravel().tolist() == [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]


def test_without_axes_there_is_only_the_one() -> None:
    assert with_one(np.empty((3, 0))).tolist() == [[1.0]] * 3
    assert bordered(np.empty((3, 0, 0))).tolist() == [[[0.0]]] * 3


def test_inverses_one_by_one() -> None:
    matrices = covariances(6, 3)
    for matrix, inverted in zip(matrices, inverse(matrices), strict=True):
        np.testing.assert_allclose(matrix @ inverted, np.eye(3), atol=1e-9)
