"""The first eigenvalue and the range of one more draw, against plain NumPy and counting."""

import numpy as np
import pytest

from parallaxis.kernels.first_eigenvalue import first_eigenvalue, prediction_interval, standardised
from parallaxis.kernels.latent_model import Scores


@pytest.mark.parametrize(("n_models", "n_items"), [(30, 50), (60, 20), (200, 400)])
def test_it_is_that_of_the_item_correlations(n_models: int, n_items: int) -> None:
    rng = np.random.default_rng(n_items)
    values = (rng.normal(size=(n_models, 1)) + rng.normal(size=(n_models, n_items))).astype("f4")
    found = first_eigenvalue(Scores(values, np.ones_like(values), "gaussian"))
    assert found == pytest.approx(np.linalg.eigvalsh(np.corrcoef(values.T))[-1], rel=2e-6)


def test_missing_cells_are_left_out_of_means_and_variances() -> None:
    values = np.array([[1.0, 0.0], [3.0, 2.0], [0.0, 4.0]], dtype=np.float32)
    observed = np.array([[1, 0], [1, 1], [0, 1]], dtype=np.float32)
    white = standardised(Scores(values, observed, "gaussian"))
    np.testing.assert_allclose(white, [[-1.0, 0.0], [1.0, -1.0], [0.0, 1.0]])


def test_one_more_draw_lies_inside_as_often_as_it_says() -> None:
    rng = np.random.default_rng(4)
    draws = rng.normal(size=(2000, 21))
    inside = 0
    for drawn in draws:
        low, high = prediction_interval(drawn[:20], 0.9)
        inside += low <= drawn[20] <= high
    assert inside == pytest.approx(1800, abs=4 * np.sqrt(2000 * 0.09))
