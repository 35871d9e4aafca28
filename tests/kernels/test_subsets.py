"""Every set of a few items against brute force, and random sets against their definition."""

from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from parallaxis.errors import InputError
from parallaxis.kernels import subsets
from parallaxis.kernels.draws import generator
from parallaxis.kernels.scaling import prepare
from parallaxis.kernels.subsets import best_subsets, random_subsets

Array = NDArray[np.float64]


def plain_ed(centred: Array) -> float:
    """Return ED by its definition."""
    sigma = np.linalg.svd(centred, compute_uv=False)
    return float((sigma**2).sum() ** 2 / (sigma**4).sum())


def board(n_models: int, n_items: int) -> Array:
    """Return item-centred scores with something in common."""
    rng = np.random.default_rng([n_models, n_items])
    return prepare(rng.normal(size=(n_models, 1)) + rng.normal(size=(n_models, n_items)))


@pytest.mark.parametrize("n_items", [1, 2, 3, 7])
def test_best_of_each_size_by_brute_force(n_items: int) -> None:
    centred = board(15, n_items)
    found = best_subsets(centred.T @ centred)
    assert [len(best.items) for best in found] == list(range(1, n_items + 1))
    for size, best in enumerate(found, start=1):
        values = {c: plain_ed(centred[:, c]) for c in combinations(range(n_items), size)}
        top = max(values.values())
        assert best.items == next(c for c, v in values.items() if v >= top * (1 - 1e-11))
        assert best.objective == pytest.approx(top, rel=1e-10)


def test_ties_go_to_the_lowest_set() -> None:
    found = best_subsets(np.eye(5))
    assert [best.items for best in found] == [tuple(range(size)) for size in range(1, 6)]


def test_twelve_items_at_most() -> None:
    assert len(best_subsets(np.eye(12))) == 12
    with pytest.raises(InputError, match="at most 12"):
        best_subsets(np.eye(13))


@pytest.mark.parametrize("limit", [2000, 0])
def test_random_sets_are_the_first_of_random_orders(
    limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    centred = board(9, 30)
    monkeypatch.setattr(subsets, "MATRIX_ITEMS", limit)
    drawn = random_subsets(centred, (1, 4, 29, 30), draws=20, seed=3)
    for draw in range(20):
        order = generator(3, subsets.RANDOM_STREAM, draw).permutation(30)
        expected = [plain_ed(centred[:, order[:size]]) for size in (1, 4, 29, 30)]
        np.testing.assert_allclose(drawn[draw], expected, rtol=1e-10)


def test_large_sets_come_from_blocks_of_the_item_matrix(monkeypatch: pytest.MonkeyPatch) -> None:
    centred = board(40, 700)
    expected = random_subsets(centred, (600,), draws=50, seed=0)
    monkeypatch.setattr(subsets, "MATRIX_ITEMS", 0)
    monkeypatch.setattr(subsets, "_one_by_one", None)
    np.testing.assert_allclose(random_subsets(centred, (600,), draws=50, seed=0), expected)


def test_mean_of_the_fourth_powers_over_all_sets() -> None:
    """Over random sets of size k the mean of Σσ⁴ is known; ED = (Σσ²)²/Σσ⁴ at equal strength."""
    rng = np.random.default_rng(0)
    centred = prepare(rng.normal(size=(20, 40)), scaling="zscore")
    squared = (centred.T @ centred / 20) ** 2
    size, draws = 8, 4000
    beside = (squared.sum() - 40) / (40 * 39)
    expected = size + size * (size - 1) * beside
    drawn = size**2 / random_subsets(centred, (size,), draws=draws, seed=1)[:, 0]
    assert abs(drawn.mean() - expected) < 4 * drawn.std() / np.sqrt(draws)
