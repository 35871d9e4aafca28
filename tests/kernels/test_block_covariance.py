"""Component covariances against plain loops over all pairs of items, and known worlds."""

import numpy as np
import pytest
from numpy.typing import NDArray

from parallaxis.errors import NotIdentified
from parallaxis.kernels.block_covariance import block_covariance, component_dimensionality

Array = NDArray[np.float64]
Groups = NDArray[np.intp]


def board(
    n_models: int, sizes: list[int], correlation: float, seed: int = 0
) -> tuple[Array, Groups]:
    """Return items of components whose abilities have one correlation, with loud noise."""
    rng = np.random.default_rng([n_models, seed])
    components = np.repeat(np.arange(len(sizes)), sizes)
    general = rng.normal(size=(n_models, 1))
    own = rng.normal(size=(n_models, len(sizes)))
    ability = np.sqrt(correlation) * general + np.sqrt(1.0 - correlation) * own
    return ability[:, components] + 3.0 * rng.normal(size=(n_models, components.size)), components


def test_it_is_the_mean_over_all_pairs_of_different_items() -> None:
    scores, components = board(9, [3, 4, 2], 0.5)
    components = components[::-1].copy()
    whole = np.cov(scores.T)
    found = block_covariance(scores, components)
    for k in range(3):
        for m in range(3):
            pairs = [
                whole[t, u]
                for t in np.flatnonzero(components == k)
                for u in np.flatnonzero(components == m)
                if t != u
            ]
            assert found[k, m] == pytest.approx(np.mean(pairs), rel=1e-10)


@pytest.mark.parametrize("correlation", [0.0, 0.5, 0.95])
def test_known_latent_value_is_recovered(correlation: float) -> None:
    scores, components = board(3000, [30, 20, 40, 25], correlation)
    found = component_dimensionality(scores, components, np.arange(3000))
    truth = 16.0 / (4.0 + 12.0 * correlation**2)
    error = found.log_jackknife.standard_error
    assert np.log(found.estimate) == pytest.approx(np.log(truth), abs=4.0 * error + 0.005)
    means = np.array([scores[:, components == k].mean(axis=1) for k in range(4)])
    noisy = np.cov(means)
    assert found.estimate < np.trace(noisy) ** 2 / (noisy**2).sum() + 0.02


def test_one_direction_is_one_and_not_less() -> None:
    scores, components = board(200, [40, 40, 40], 1.0)
    found = component_dimensionality(scores, components, np.arange(200))
    assert found.estimate == pytest.approx(1.0, abs=0.05)
    assert found.estimate >= 1.0


def test_what_is_lacking_is_said() -> None:
    scores, _ = board(60, [10], 0.5)
    units = np.arange(60)
    with pytest.raises(NotIdentified, match="one component"):
        component_dimensionality(scores, np.zeros(10, dtype=np.intp), units)
    single = np.array([0] * 9 + [1])
    with pytest.raises(NotIdentified, match="1 of 2 components with one item"):
        component_dimensionality(scores, single, units)
    against = np.random.default_rng(0).normal(size=(60, 1)) * np.array([1.0, -1.0, 1.0, 1.0])
    with pytest.raises(NotIdentified, match="the items of 1 of 2 components share no variance"):
        component_dimensionality(against, np.array([0, 0, 1, 1]), units)
    with pytest.raises(NotIdentified, match="fewer than 3 groups"):
        component_dimensionality(scores, np.repeat([0, 1], 5), np.arange(60) % 2)


def test_a_matrix_that_is_far_from_positive_is_refused() -> None:
    rng = np.random.default_rng(1)
    common = rng.normal(size=(400, 1))
    # items of a component share little with each other and much with one item of the other
    first = np.hstack([common, rng.normal(size=(400, 1)) + 0.05 * common])
    second = np.hstack([common, rng.normal(size=(400, 1)) + 0.05 * common])
    scores = np.hstack([first, second])
    if (block_covariance(scores, np.array([0, 0, 1, 1])).diagonal() <= 0.0).any():
        pytest.fail("the world of this test has no positive diagonal")
    with pytest.raises(NotIdentified, match="is not positive"):
        component_dimensionality(scores, np.array([0, 0, 1, 1]), np.arange(400))
