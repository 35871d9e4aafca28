"""Dead items by hand, and their expected share by enumeration of all subsets."""

from itertools import combinations

import numpy as np
import pytest

from parallaxis.errors import InputError
from parallaxis.kernels.dead_items import dead_items, expected_dead_shares


def test_each_kind_of_item() -> None:
    nan = np.nan
    values = np.array(
        [[1.0, 0, 0.5, 1, nan, 1, nan], [1, 0, 0.5, 0, nan, nan, 1], [1, 0, nan, 1, nan, nan, 1]]
    )
    found = dead_items(values, (0.0, 1.0))
    assert found.dead.tolist() == [True, True, True, False, False, False, True]
    assert found.at_ceiling.tolist() == [True, False, False, False, False, False, True]
    assert found.at_floor.tolist() == [False, True, False, False, False, False, False]
    assert found.scored.tolist() == [True, True, True, True, False, False, True]
    assert found.share == pytest.approx(4 / 5)
    without = dead_items(values)
    assert without.dead.tolist() == found.dead.tolist()
    assert not without.at_ceiling.any()
    assert not without.at_floor.any()
    assert np.isnan(dead_items(np.full((1, 3), 1.0)).share)


@pytest.mark.parametrize("kind", ["binary", "real", "constant"])
def test_expected_share_is_that_of_all_subsets(kind: str) -> None:
    rng = np.random.default_rng(1)
    values = {
        "binary": (rng.random((8, 6)) < 0.8).astype(float),
        "real": rng.integers(0, 3, (8, 6)).astype(float),
        "constant": np.ones((8, 2)),
    }[kind]
    sizes = [2, 3, 5, 8]
    for size, found in zip(sizes, expected_dead_shares(values, sizes), strict=True):
        shares = [dead_items(values[list(rows)]).share for rows in combinations(range(8), size)]
        assert found == pytest.approx(np.mean(shares))


def test_gaps_leave_the_proportion() -> None:
    values = np.array([[1.0, 1], [1, 1], [0, np.nan], [0, np.nan]])
    assert expected_dead_shares(values, [2]).tolist() == pytest.approx([(1 / 3 + 1.0) / 2])
    assert np.isnan(expected_dead_shares(np.array([[np.nan], [1.0]]), [2])).all()
    with pytest.raises(InputError, match="subset of 5 models"):
        expected_dead_shares(values, [5])
