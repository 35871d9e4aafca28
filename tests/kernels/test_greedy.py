"""ED-Greedy against a loop of singular value decompositions, and its ties."""

from fractions import Fraction

import numpy as np
import pytest
from numpy.typing import NDArray

from boards import load_board
from parallaxis.kernels import greedy
from parallaxis.kernels.greedy import best_pair, first_best, greedy_path
from parallaxis.kernels.item_products import ItemProducts, centred_products, right_wrong_products
from parallaxis.kernels.scaling import prepare

Array = NDArray[np.float64]
TIE = 1e-12


def plain_ed(centred: Array) -> float:
    """Return ED by its definition."""
    sigma = np.linalg.svd(centred, compute_uv=False)
    return float((sigma**2).sum() ** 2 / (sigma**4).sum())


def plain_path(centred: Array, size: int) -> tuple[list[int], list[float]]:
    """Return the path by trying every pair, and then every item in every step."""
    n_items = centred.shape[1]
    pairs = [[i, j] for i in range(n_items) for j in range(i + 1, n_items)]
    order = _first_best([plain_ed(centred[:, pair]) for pair in pairs], pairs)
    while len(order) < size:
        sets = [[*order, item] for item in range(n_items) if item not in order]
        order = _first_best([plain_ed(centred[:, one]) for one in sets], sets)
    return order, [plain_ed(centred[:, order[: k + 1]]) for k in range(size)]


def _first_best(values: list[float], sets: list[list[int]]) -> list[int]:
    """Return the first of the best sets."""
    return next(s for v, s in zip(values, sets, strict=True) if v >= max(values) * (1.0 - 1e-11))


def right_wrong(n_models: int, n_items: int, seed: int = 0) -> Array:
    """Return right and wrong answers with one ability behind them, all items live."""
    rng = np.random.default_rng([n_models, n_items, seed])
    ability, difficulty = rng.normal(size=(n_models, 1)), rng.normal(size=n_items)
    values = (ability - difficulty + rng.logistic(size=(n_models, n_items)) > 0).astype(float)
    return values[:, np.ptp(values, axis=0) > 0]


def real(n_models: int, n_items: int) -> Array:
    """Return real scores with items of unequal spread."""
    rng = np.random.default_rng([n_models, n_items])
    scores = rng.normal(size=(n_models, 1)) + rng.normal(size=(n_models, n_items))
    return np.asarray(scores * rng.uniform(0.5, 2.0, n_items))


@pytest.mark.parametrize("shape", [(10, 2), (10, 3), (24, 30), (6, 20), (40, 12)])
def test_real_scores_go_the_way_of_the_plain_loop(shape: tuple[int, int]) -> None:
    centred = prepare(real(*shape))
    order, objective = plain_path(centred, min(shape[1], 15))
    path = greedy_path(centred_products(centred))
    assert path.order.tolist()[: len(order)] == order
    np.testing.assert_allclose(path.objective[: len(order)], objective, rtol=1e-10)
    assert sorted(path.order.tolist()) == list(range(shape[1]))


@pytest.mark.parametrize("shape", [(8, 6), (24, 40), (65, 20)])
def test_right_wrong_scores_go_the_same_way_in_integers(shape: tuple[int, int]) -> None:
    values = right_wrong(*shape)
    order, objective = plain_path(prepare(values), 10 if shape[1] > 10 else values.shape[1])
    path = greedy_path(right_wrong_products(values))
    assert path.order.tolist()[: len(order)] == order
    np.testing.assert_allclose(path.objective[: len(order)], objective, rtol=1e-10)


@pytest.mark.parametrize("size", [5, 300])
@pytest.mark.parametrize("n_models", [30, 200])
def test_integers_and_floats_agree_beyond_one_tile(n_models: int, size: int) -> None:
    values = right_wrong(n_models, 300)
    exact = greedy_path(right_wrong_products(values), size=size)
    floats = greedy_path(centred_products(prepare(values)), size=size)
    np.testing.assert_array_equal(exact.order, floats.order)
    np.testing.assert_allclose(exact.objective, floats.objective, rtol=1e-12)


def test_the_objective_of_integers_is_exact() -> None:
    values = right_wrong(30, 25)
    path = greedy_path(right_wrong_products(values))
    right = values.astype(int)
    n, k = len(right), right.sum(axis=0)
    products = (n * right.T @ right - np.outer(k, k)).tolist()
    for size in range(1, len(path.order) + 1):
        taken = path.order[:size].tolist()
        square = sum(products[i][i] for i in taken)
        fourth = sum(products[i][j] ** 2 for i in taken for j in taken)
        assert path.objective[size - 1] == float(Fraction(square**2, fourth))


def test_sums_beyond_the_largest_integer_fall_back_to_floats(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    values = right_wrong(40, 30)
    exact = greedy_path(right_wrong_products(values))
    monkeypatch.setattr(greedy, "LARGEST_INTEGER", 1)
    floats = greedy_path(right_wrong_products(values))
    np.testing.assert_array_equal(exact.order, floats.order)
    np.testing.assert_allclose(exact.objective, floats.objective, rtol=1e-13)


def all_pairs(products: ItemProducts) -> tuple[int, int]:
    """Return the best pair from the whole item × item matrix."""
    n_items = products.strength.size
    every = np.arange(n_items)
    m, s = products.tile(every, every.copy()), products.strength.astype(float)
    values = (s[:, None] + s) ** 2 / (s[:, None] ** 2 + s**2 + 2.0 * m**2)
    np.fill_diagonal(values, 0.0)
    first, second = divmod(int(np.flatnonzero(values >= values.max() * (1.0 - TIE))[0]), n_items)
    return first, second


@pytest.mark.parametrize("seed", range(6))
def test_skipped_tiles_hide_no_better_pair(seed: int) -> None:
    values = right_wrong(25, 700, seed)
    for products in (right_wrong_products(values), centred_products(prepare(values))):
        assert best_pair(products) == all_pairs(products)


def test_the_best_pair_may_lie_far_from_equal_strength() -> None:
    rng = np.random.default_rng(5)
    common = rng.normal(size=(30, 1))
    values = (common + 0.01 * rng.normal(size=(30, 400))) * np.linspace(0.5, 1.0, 400)
    products = centred_products(prepare(values))
    pair = best_pair(products)
    assert pair == all_pairs(products)


def test_only_tiles_that_can_win_are_made() -> None:
    values = right_wrong(200, 2000)
    products = right_wrong_products(values)
    made: list[int] = []

    class Counted:
        strength = products.strength
        row, kept = products.row, products.kept

        def tile(self, first: NDArray[np.intp], second: NDArray[np.intp]) -> Array:
            made.append(first.size * second.size)
            return products.tile(first, second)

    assert best_pair(Counted()) == best_pair(products)
    assert sum(made) < 0.25 * 2000**2


def test_ties_go_to_the_lowest_place() -> None:
    independent = np.kron(np.eye(4), np.array([[1.0], [-1.0]]))
    path = greedy_path(centred_products(independent))
    assert path.order.tolist() == [0, 1, 2, 3]
    np.testing.assert_allclose(path.objective, [1.0, 2.0, 3.0, 4.0], rtol=1e-15)
    assert path.peak == 4
    copies = np.hstack([independent[:, [2]], independent, independent])
    assert greedy_path(centred_products(copies)).order.tolist()[:4] == [0, 1, 2, 4]


def test_ties_in_many_tiles_go_to_the_lowest_pair() -> None:
    block = right_wrong(40, 60, seed=3)
    values = np.hstack([block] * 6)
    for products in (right_wrong_products(values), centred_products(prepare(values))):
        assert best_pair(products) == all_pairs(products)
        assert max(best_pair(products)) < 60


def test_copies_alone_stay_at_one() -> None:
    one = prepare(np.array([[1.0], [2.0], [4.0]]))
    path = greedy_path(centred_products(np.hstack([one, one, one])))
    assert path.order.tolist() == [0, 1, 2]
    np.testing.assert_allclose(path.objective, 1.0, rtol=1e-14)
    assert path.peak == 1


@pytest.mark.parametrize("size", [1, 2, 3, None, 99])
@pytest.mark.parametrize("n_items", [1, 2, 3])
def test_very_small_boards(n_items: int, size: int | None) -> None:
    centred = prepare(real(8, n_items))
    path = greedy_path(centred_products(centred), size=size)
    whole = greedy_path(centred_products(centred))
    n_picks = n_items if size is None else min(size, n_items)
    assert path.order.tolist() == whole.order.tolist()[:n_picks]
    assert path.objective[0] == 1.0


def test_the_unit_of_the_scores_does_not_matter() -> None:
    values = real(20, 15)
    plain = greedy_path(centred_products(prepare(values)))
    scaled = greedy_path(centred_products(prepare(values * 1e-3)))
    np.testing.assert_array_equal(plain.order, scaled.order)
    np.testing.assert_allclose(plain.objective, scaled.objective, rtol=1e-12)


def test_models_in_another_order_change_nothing() -> None:
    values = right_wrong(30, 20)
    plain = greedy_path(right_wrong_products(values))
    turned = greedy_path(right_wrong_products(values[::-1]))
    np.testing.assert_array_equal(plain.order, turned.order)
    np.testing.assert_array_equal(plain.objective, turned.objective)


def test_missing_cells_count_as_the_mean_of_their_item() -> None:
    values = real(12, 6)
    values[2, 1] = values[5, 4] = np.nan
    filled = np.where(np.isnan(values), np.nanmean(values, axis=0), values)
    found = greedy_path(centred_products(prepare(values)))
    order, objective = plain_path(filled - filled.mean(axis=0), 6)
    assert found.order.tolist() == order
    np.testing.assert_allclose(found.objective, objective, rtol=1e-10)


def test_the_first_of_the_best_is_the_first_up_to_rounding() -> None:
    assert first_best(np.array([1.0, 2.0 - 1e-13, 2.0])) == 1
    assert first_best(np.array([1.0, 2.0 - 1e-11, 2.0])) == 2


def test_the_published_path() -> None:
    board = load_board("oll_v2_six_4576")
    path = greedy_path(centred_products(prepare(board.values)))
    names = [board.items[item] for item in path.order]
    assert names == ["IFEval", "MATH Lvl 5", "BBH", "MUSR", "GPQA", "MMLU-PRO"]
    assert path.objective.round(3).tolist() == [1.0, 1.421, 1.614, 1.684, 1.713, 1.668]
    assert path.peak == 5
