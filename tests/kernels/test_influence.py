"""Item influences against differences of the full computation and against the full bootstrap."""

import numpy as np
import pytest
from numpy.typing import NDArray

from parallaxis.errors import ShapeError
from parallaxis.kernels.effective import kish_where_identified
from parallaxis.kernels.gram import pair_counts
from parallaxis.kernels.influence import item_influence, member_influence
from parallaxis.kernels.tetrachoric import tetrachoric
from parallaxis.kernels.zero_cells import ZERO_CELLS, ZeroCells

Array = NDArray[np.float64]


def panel(
    n_models: int, n_items: int, *, loading: float = 0.7, seed: int = 0, missing: float = 0.0
) -> Array:
    """One shared component and fresh noise; `missing` cells are NaN at random."""
    rng = np.random.default_rng(seed)
    shared = rng.normal(size=n_items)
    noise = rng.normal(size=(n_models, n_items))
    offset = rng.normal(0.3, 0.3, size=(n_models, 1))
    X = (loading * shared + np.sqrt(1 - loading**2) * noise < offset).astype(float)
    return np.where(rng.random(X.shape) < missing, np.nan, X)


def weighted_counts(X: Array, weights: Array) -> list[Array]:
    """The four counts of all pairs in double precision: fractional weights are exact enough."""
    seen = (~np.isnan(X)).astype(float)
    right = np.where(seen > 0, X, 0.0)
    wrong = seen - right
    return [(a * weights) @ b.T for a in (right, wrong) for b in (right, wrong)]


def matrix(X: Array, weights: Array | None = None) -> Array:
    n11, n10, n01, n00 = weighted_counts(X, np.ones(X.shape[1]) if weights is None else weights)
    return tetrachoric(n11, n10, n01, n00).rho


def total(X: Array, weights: Array | None = None) -> float:
    return float(np.nansum(np.triu(matrix(X, weights), 1)))


@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_influence_is_the_derivative_by_the_weight_of_an_item(missing: float) -> None:
    X = panel(8, 500, missing=missing)
    influence = item_influence(X, matrix(X))
    assert influence.shape == (500,)
    assert influence.sum() == pytest.approx(0.0, abs=1e-9)
    step = 1e-4
    for item in range(0, 500, 41):
        bump = step * np.eye(500)[item]
        slope = (total(X, 1 + bump) - total(X, 1 - bump)) / (2 * step)
        # rounding 28 · 1e-15/1e-4 and truncation step² · third derivative, both below 1e-7
        assert influence[item] / 500 == pytest.approx(slope, abs=1e-7)


def test_deleting_or_duplicating_an_item_agrees_to_second_order() -> None:
    X = panel(6, 1000, seed=2)
    rho = matrix(X)
    influence, base = item_influence(X, rho) / 1000, np.triu(rho, 1).sum()
    for item in range(0, 1000, 111):
        for change in (-1.0, 1.0):
            moved = total(X, 1 + change * np.eye(1000)[item]) - base
            # the next term is of relative order (1/share of the smallest cell)/n_items
            assert moved == pytest.approx(change * influence[item], rel=0.05, abs=2e-4)


def test_masked_and_complete_routes_agree_on_complete_data() -> None:
    X = panel(7, 200, seed=4)
    rho = matrix(X)
    unseen_model = np.vstack([X, np.full(200, np.nan)])
    padded = np.full((8, 8), np.nan)
    padded[:7, :7] = rho
    np.testing.assert_allclose(
        item_influence(unseen_model, padded), item_influence(X, rho), rtol=0, atol=1e-10
    )


def test_pairs_with_empty_cells_follow_their_convention() -> None:
    X = panel(6, 90, loading=0.95, seed=6)
    counts = pair_counts(X)
    cells = (counts.n11, counts.n10, counts.n01, counts.n00)
    empty = tetrachoric(*cells).boundary & ~np.eye(6, dtype=bool)
    assert empty.any()
    for zero_cells in ZERO_CELLS:
        rho = tetrachoric(*cells, zero_cells=zero_cells).rho
        influence = item_influence(X, rho)
        for item in range(0, 90, 17):
            slope = _slope(X, item, zero_cells)
            assert influence[item] / 90 == pytest.approx(slope, abs=2e-6)


def _slope(X: Array, item: int, zero_cells: ZeroCells, step: float = 1e-4) -> float:
    """Central difference of the sum under one convention."""
    sums = []
    for sign in (1, -1):
        counts = weighted_counts(X, 1 + sign * step * np.eye(X.shape[1])[item])
        sums.append(np.nansum(np.triu(tetrachoric(*counts, zero_cells=zero_cells).rho, 1)))
    return float(sums[0] - sums[1]) / (2 * step)


@pytest.mark.parametrize("missing", [0.0, 0.15])
def test_linearised_bootstrap_has_the_sd_of_the_full_one(missing: float) -> None:
    """600 replicates: the ratio of two sds over the same draws has a Monte Carlo error of
    √((1 − r²)/600) ≈ .2 % at a correlation r of .998; the rest is the second order, below 3 %."""
    n, n_items, replicates = 12, 1200, 600
    X = panel(n, n_items, seed=8, missing=missing)
    rho = matrix(X)
    pairs = n * (n - 1) / 2
    influence = item_influence(X, rho)
    rng = np.random.default_rng(9)
    weights = rng.multinomial(n_items, np.full(n_items, 1 / n_items), size=replicates)
    linear = np.triu(rho, 1).sum() + (weights - 1) @ influence / n_items
    full = np.array([total(X, w) for w in weights])
    assert np.corrcoef(linear, full)[0, 1] > 0.995
    votes = [kish_where_identified(n, sums / pairs) for sums in (linear, full)]
    assert votes[0].std() / votes[1].std() == pytest.approx(1.0, abs=0.03)
    assert votes[0].mean() == pytest.approx(votes[1].mean(), abs=0.2 * votes[1].std())


def test_wrong_shape_is_refused() -> None:
    with pytest.raises(ShapeError, match=r"rho has shape \(2, 3\)"):
        item_influence(np.ones((3, 4)), np.ones((2, 3)))


@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_weights_of_pairs_weight_their_derivatives(missing: float) -> None:
    X = panel(6, 400, missing=missing)
    rho = matrix(X)
    drawn = np.random.default_rng(1).normal(size=rho.shape)
    weights = drawn + drawn.T
    influence, step = item_influence(X, rho, weights), 1e-4
    for item in range(0, 400, 57):
        bump = step * np.eye(400)[item]
        moved = matrix(X, 1 + bump) - matrix(X, 1 - bump)
        slope = np.triu(weights * moved, 1).sum() / (2 * step)
        assert influence[item] / 400 == pytest.approx(slope, abs=1e-6)


@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_influence_on_each_member(missing: float) -> None:
    X = panel(6, 400, missing=missing)
    rho = matrix(X)
    influence, step = member_influence(X, rho), 1e-4
    assert influence.sum(axis=0) / 2 == pytest.approx(item_influence(X, rho), abs=1e-9)
    for item in range(0, 400, 57):
        bump = step * np.eye(400)[item]
        slope = (matrix(X, 1 + bump) - matrix(X, 1 - bump)).sum(axis=1) / (2 * step)
        assert influence[:, item] / 400 == pytest.approx(slope, abs=1e-6)
