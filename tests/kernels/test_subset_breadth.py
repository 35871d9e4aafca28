"""ED of many subsets through shared products is ED of each subset computed by itself."""

import numpy as np
import pytest
from numpy.typing import NDArray

from parallaxis.kernels import subset_breadth as module
from parallaxis.kernels.scaling import prepare
from parallaxis.kernels.spectrum import moments
from parallaxis.kernels.subset_breadth import (
    breadth_of_halves,
    breadth_of_items,
    breadth_of_models,
)

SHAPES = [(12, 40), (40, 12), (25, 25), (200, 4)]


def masks_of(n: int, draws: int, seed: int = 0) -> NDArray[np.bool_]:
    """Return random masks with three rows or more each."""
    masks = np.random.default_rng(seed).random((draws, n)) < 0.5
    masks[:, :3] = True
    return masks


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("draws", [3, 300])
def test_subsets_of_both_sides(shape: tuple[int, int], draws: int) -> None:
    values = np.random.default_rng(1).normal(2.0, 1.0, size=shape)
    centred = prepare(values)
    items, models = masks_of(shape[1], draws), masks_of(shape[0], draws)
    by_items = [moments(prepare(values[:, mask])).effective_dimensionality for mask in items]
    by_models = [moments(prepare(values[mask])).effective_dimensionality for mask in models]
    np.testing.assert_allclose(breadth_of_items(centred, items), by_items, rtol=1e-10)
    np.testing.assert_allclose(breadth_of_models(centred, models), by_models, rtol=1e-10)


@pytest.mark.parametrize("shape", SHAPES)
def test_both_halves_of_the_models(shape: tuple[int, int]) -> None:
    values = np.random.default_rng(2).normal(size=shape)
    masks = masks_of(shape[0], 40)
    masks[0] = False
    masks[0, :2] = True  # too few
    found = breadth_of_halves(prepare(values), masks)
    for mask, (first, second) in zip(masks[1:], found[1:], strict=True):
        halves = (values[mask], values[~mask])
        assert (first, second) == pytest.approx(
            [moments(prepare(half)).effective_dimensionality for half in halves], nan_ok=True
        ) or min(map(len, halves)) < 3
    assert np.isnan(found[0, 0])
    assert np.isfinite(found[0, 1])


def test_a_subset_that_hardly_varies_keeps_its_digits(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(3)
    values = np.vstack([1e5 + rng.normal(size=(20, 6)), -1e5 + rng.normal(size=(20, 6))])
    masks = np.arange(40)[None, :] < 20
    own = moments(prepare(values[:20])).effective_dimensionality
    monkeypatch.setattr(module, "PASSES", 10**9)  # never each subset by itself
    assert breadth_of_models(prepare(values), masks)[0] == pytest.approx(own, rel=1e-6)
    monkeypatch.setattr(module, "PASSES", 0)
    assert breadth_of_halves(prepare(values), masks)[0, 0] == pytest.approx(own, rel=1e-6)


def test_what_does_not_vary_has_no_breadth() -> None:
    values = np.vstack([np.ones((4, 3)), np.eye(3)])
    masks = np.array([[True] * 4 + [False] * 3])
    assert np.isnan(breadth_of_models(prepare(values), masks)).all()
    assert np.isnan(breadth_of_halves(prepare(values), masks)[0, 0])
    constant = prepare(np.column_stack([np.ones(5), np.arange(5.0)]))
    assert np.isnan(breadth_of_items(constant, np.array([[True, False]]))).all()
