"""Products of items: integers against floats, rows and tiles against the whole, compiled or not."""

import importlib.util

import numpy as np
import pytest
from numpy.typing import NDArray

from parallaxis.errors import NotIdentified
from parallaxis.kernels import item_products
from parallaxis.kernels.item_products import (
    ItemProducts,
    KeptProducts,
    RightWrongProducts,
    centred_products,
    right_wrong_products,
)
from parallaxis.kernels.scaling import prepare

Array = NDArray[np.float64]
needs_numba = pytest.mark.skipif(
    importlib.util.find_spec("numba") is None, reason="numba, the extra 'fast', is not installed"
)


def right_wrong(n_models: int, n_items: int) -> Array:
    """Return right and wrong answers, items unequally hard and all of them live."""
    rng = np.random.default_rng([n_models, n_items])
    values = (rng.random((n_models, n_items)) < rng.uniform(0.1, 0.9, n_items)).astype(float)
    values[0], values[1] = 0.0, 1.0
    return values


@pytest.mark.parametrize("shape", [(3, 2), (63, 5), (64, 9), (65, 40), (300, 7), (30, 300)])
def test_integers_are_n_times_the_centred_products(shape: tuple[int, int]) -> None:
    values = right_wrong(*shape)
    found = right_wrong_products(values)
    expected = np.rint(shape[0] * (prepare(values).T @ prepare(values))).astype(np.int64)
    assert found.strength.dtype == np.int64
    np.testing.assert_array_equal(found.strength, np.diagonal(expected))
    for item in range(shape[1]):
        row = found.row(item)
        assert row.dtype == np.int64
        np.testing.assert_array_equal(row, expected[item])
    first, second = np.arange(shape[1] - 1), np.arange(1, shape[1])
    np.testing.assert_array_equal(found.tile(first, second), expected[:-1, 1:])
    np.testing.assert_array_equal(found.tile(first, first), expected[:-1, :-1])


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("n_items", [40, 300])
def test_the_kept_matrix_says_what_rows_and_tiles_say(n_items: int, *, exact: bool) -> None:
    values = right_wrong(50, n_items)
    lazy: ItemProducts = (
        right_wrong_products(values) if exact else centred_products(prepare(values))
    )
    kept = lazy.kept(n_items)
    assert isinstance(kept, KeptProducts)
    assert kept.matrix.dtype == lazy.strength.dtype
    some, others = np.array([3, 0, 17]), np.array([5, 39])
    for item in (0, n_items - 1):
        np.testing.assert_allclose(kept.row(item), lazy.row(item), rtol=0, atol=1e-11)
    np.testing.assert_allclose(kept.tile(some, others), lazy.tile(some, others), rtol=0, atol=1e-11)
    assert kept.kept(1) is kept


def test_few_rows_of_many_items_are_made_one_by_one() -> None:
    values = right_wrong(20, 400)
    for lazy in (right_wrong_products(values), centred_products(prepare(values))):
        assert lazy.kept(50) is lazy


@needs_numba
def test_compiled_rows_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(item_products, "COMPILED_WORK", 0)
    plain = right_wrong_products(right_wrong(130, 300))
    compiled = plain.kept(2)
    assert isinstance(compiled, RightWrongProducts)
    assert compiled.compiled
    for item in range(300):
        np.testing.assert_array_equal(compiled.row(item), plain.row(item))


def test_without_numba_nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(item_products, "COMPILED_WORK", 0)
    monkeypatch.setattr(item_products, "find_spec", lambda _: None)
    plain = right_wrong_products(right_wrong(20, 300))
    assert plain.kept(2) is plain


@pytest.mark.parametrize("make", [right_wrong_products, centred_products])
def test_dead_items_and_empty_boards_are_refused(make: type) -> None:
    with pytest.raises(NotIdentified, match="item 1 "):
        make(np.array([[1.0, 0.0], [0.0, 0.0]]))
    with pytest.raises(NotIdentified, match="no item"):
        make(np.empty((3, 0)))


def test_missing_cells_have_no_integers() -> None:
    with pytest.raises(NotIdentified, match="missing"):
        right_wrong_products(np.array([[1.0, np.nan], [0.0, 1.0]]))
