"""The compiled twin of the pair counts against the products of matrices, bit for bit."""

import importlib.util

import numpy as np
import pytest
from numpy.typing import NDArray

from parallaxis.kernels import gram

if importlib.util.find_spec("numba") is None:
    pytest.skip("numba, the extra 'fast', is not installed", allow_module_level=True)

import numba

from parallaxis.kernels import popcount

CELLS = ("n11", "n10", "n01", "n00")
SHAPES = [
    (1, 1),
    (1, 64),
    (2, 63),
    (3, 65),
    (5, 1000),
    (7, 1024 + 1),  # one item more than the words of one vector
    (64, 130),
    (65, 777),  # one model more than a tile
    (131, 257),
    (9, 320 * 64 + 1),  # one item more than a block
    (6, 2 * 320 * 64 + 70),
]


def board(shape: tuple[int, int], share_missing: float) -> NDArray[np.float64]:
    """Return right and wrong answers, models unequally good, some cells not scored."""
    rng = np.random.default_rng([*shape, round(100 * share_missing)])
    values = (rng.random(shape) < rng.uniform(0, 1, (shape[0], 1))).astype(np.float64)
    values[rng.random(shape) < share_missing] = np.nan
    return values


def both_ways(
    values: NDArray[np.floating], monkeypatch: pytest.MonkeyPatch
) -> tuple[gram.PairCounts, gram.PairCounts]:
    """Return the counts by products of matrices, and those by counting ones."""
    monkeypatch.setattr(gram, "POPCOUNT_WORK", np.inf)
    plain = gram.pair_counts(values)
    monkeypatch.setattr(gram, "POPCOUNT_WORK", 0)
    return plain, gram.pair_counts(values)


def assert_same(plain: gram.PairCounts, compiled: gram.PairCounts) -> None:
    """Compare all cells bit for bit."""
    for name in CELLS:
        expected, found = getattr(plain, name), getattr(compiled, name)
        assert found.dtype == expected.dtype == np.float64
        assert found.tobytes() == expected.tobytes()


@pytest.mark.parametrize("share_missing", [0.0, 0.2, 1.0])
@pytest.mark.parametrize("shape", SHAPES)
def test_counts_are_those_of_the_products(
    shape: tuple[int, int], share_missing: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert_same(*both_ways(board(shape, share_missing), monkeypatch))


def test_where_the_board_lies_and_how_precise_it_is_do_not_matter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    values = board((10, 300), 0.1)
    plain, _ = both_ways(values, monkeypatch)
    for other in (np.asfortranarray(values), values.astype(np.float32), values[::-1][::-1]):
        assert_same(plain, gram.pair_counts(other))


@pytest.mark.parametrize("cores", [1, 3])
def test_the_number_of_threads_does_not_matter(cores: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(popcount, "available_cores", lambda: cores)
    assert_same(*both_ways(board((200, 500), 0.3), monkeypatch))


def test_a_single_gap_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    values = board((6, 200), 0.0)
    values[4, 130] = np.nan
    plain, compiled = both_ways(values, monkeypatch)
    assert_same(plain, compiled)
    assert compiled.n[4, 0] == 199
    assert compiled.n[3, 0] == 200


def test_the_sums_are_counted_one_by_one() -> None:
    values = board((3, 70), 0.3)
    right, seen = values == 1.0, ~np.isnan(values)
    sums = popcount.pair_sums(values)
    for total, (first, second) in zip(
        sums, [(right, right), (right, seen), (seen, seen)], strict=True
    ):
        for i in range(3):
            for j in range(3):
                assert total[i, j] == sum(
                    int(a and b) for a, b in zip(first[i], second[j], strict=True)
                )


def test_only_large_boards_without_weights_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[tuple[int, ...]] = []
    compiled = popcount.pair_sums

    def spy(values: NDArray[np.floating]) -> tuple[popcount.Array, popcount.Array, popcount.Array]:
        counted.append(values.shape)
        return compiled(values)

    monkeypatch.setattr(popcount, "pair_sums", spy)
    monkeypatch.setattr(gram, "POPCOUNT_WORK", 20 * 20 * 100)
    gram.pair_counts(board((20, 99), 0.0))
    gram.pair_counts(board((20, 100), 0.0), np.ones(100))
    assert counted == []
    gram.pair_counts(board((20, 100), 0.0))
    assert counted == [(20, 100)]


def test_without_numba_the_products_do_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gram, "POPCOUNT_WORK", 0)
    monkeypatch.setattr(gram, "find_spec", lambda _: None)
    monkeypatch.setattr(popcount, "pair_sums", None)
    values = board((4, 30), 0.2)
    seen = (~np.isnan(values)).astype(np.float64)
    np.testing.assert_array_equal(gram.pair_counts(values).n, seen @ seen.T)


def test_without_a_place_for_files_it_compiles_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def no_place(*, cache: bool = False, **_: object) -> object:
        if cache:
            raise RuntimeError("cannot cache function: no locator available")
        return lambda function: function

    def function(counts: NDArray[np.float64]) -> None:
        counts += 1.0

    monkeypatch.setattr(numba, "njit", no_place)
    assert popcount._compiled(function) is function
