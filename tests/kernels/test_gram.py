"""Block sums against plain products, and pair counts against the plain loop."""

from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from parallaxis.kernels.gram import BLOCK, gram, item_blocks, pair_counts, smaller_gram


def right_wrong_missing(n_models: int, n_items: int, seed: int) -> NDArray[np.float64]:
    """Return 0, 1 and NaN in about equal parts."""
    return np.random.default_rng(seed).choice([0.0, 1.0, np.nan], (n_models, n_items))


@pytest.mark.parametrize("n_items", [1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK + 3])
def test_gram_is_the_plain_product(n_items: int) -> None:
    values = np.random.default_rng(n_items).normal(size=(5, n_items))
    # n_items products of size about one each: rounding grows like the square root of their number
    np.testing.assert_allclose(gram(values), values @ values.T, rtol=1e-12, atol=1e-12 * n_items)


def test_gram_does_not_depend_on_where_the_board_lies() -> None:
    values = np.random.default_rng(0).normal(size=(6, BLOCK + 7))
    spread_out = np.repeat(values, 2, axis=1)[:, ::2]
    for other in (np.asfortranarray(values), spread_out):
        np.testing.assert_array_equal(gram(values), gram(other))


def test_blocks_are_contiguous_and_in_order() -> None:
    values = np.asfortranarray(np.arange(22, dtype=np.float32).reshape(2, 11))
    blocks = list(item_blocks(values, size=4))
    assert [block.shape[1] for block in blocks] == [4, 4, 3]
    assert all(block.flags.c_contiguous and block.dtype == np.float64 for block in blocks)
    np.testing.assert_array_equal(np.hstack(blocks), values)


@pytest.mark.parametrize("shape", [(3, 8), (8, 3), (5, 5)])
def test_smaller_gram_has_the_eigenvalues_of_both_sides(shape: tuple[int, int]) -> None:
    values = np.random.default_rng(1).normal(size=shape)
    short = np.linalg.eigvalsh(smaller_gram(values))
    assert short.size == min(shape)
    for side in (values @ values.T, values.T @ values):
        np.testing.assert_allclose(np.linalg.eigvalsh(side)[-short.size :], short, rtol=1e-10)


def test_pair_counts_are_those_of_the_plain_loop() -> None:
    values = right_wrong_missing(6, 40, seed=2)
    times = np.random.default_rng(3).integers(0, 4, 40).astype(float)
    for weights in (None, times):
        counts = pair_counts(values, weights)
        tables = {"n11": (1, 1), "n10": (1, 0), "n01": (0, 1), "n00": (0, 0)}
        for (name, cells), i, j in product(tables.items(), range(6), range(6)):
            expected = sum(
                1.0 if weights is None else weights[t]
                for t in range(40)
                if (values[i, t], values[j, t]) == cells
            )
            assert getattr(counts, name)[i, j] == expected


def test_pair_counts_across_blocks_and_in_total() -> None:
    values = right_wrong_missing(4, BLOCK + 50, seed=4)
    whole = pair_counts(values)
    first, last = pair_counts(values[:, :1000]), pair_counts(values[:, 1000:])
    for name in ("n11", "n10", "n01", "n00"):
        np.testing.assert_array_equal(
            getattr(whole, name), getattr(first, name) + getattr(last, name)
        )
    seen = (~np.isnan(values)).astype(float)
    np.testing.assert_array_equal(whole.n, seen @ seen.T)


def test_a_weight_is_a_number_of_copies() -> None:
    values = right_wrong_missing(4, 9, seed=5)
    times = np.array([0, 1, 2, 3, 0, 1, 1, 2, 5])
    weighted = pair_counts(values, times.astype(float))
    copied = pair_counts(np.repeat(values, times, axis=1))
    for name in ("n11", "n10", "n01", "n00"):
        np.testing.assert_array_equal(getattr(weighted, name), getattr(copied, name))
