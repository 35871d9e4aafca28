"""Scores are cut at a score that a model has, gaps stay gaps."""

import numpy as np
import pytest

from parallaxis.errors import InputError
from parallaxis.kernels.binarised import binarised


@pytest.mark.parametrize("quantile", [0.1, 0.5, 0.9])
def test_the_share_above_is_what_the_quantile_leaves(quantile: float) -> None:
    values = np.random.default_rng(0).normal(size=(200, 5)) * [1, 10, 100, 1, 1]
    found = binarised(values, quantile)
    assert found.mean(axis=0) == pytest.approx(np.full(5, 1.0 - quantile))
    edge = np.quantile(values, quantile, axis=0, method="inverted_cdf")
    assert (found == (values > edge)).all()


def test_gaps_ties_and_items_without_a_score() -> None:
    values = np.array([[1.0, 2, np.nan], [3, 2, np.nan], [np.nan, 2, np.nan]])
    found = binarised(values, 0.5)
    np.testing.assert_array_equal(found, [[0.0, 0, np.nan], [1, 0, np.nan], [np.nan, 0, np.nan]])
    with pytest.raises(InputError, match="between 0 and 1"):
        binarised(values, 1.0)
