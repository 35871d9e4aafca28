"""Split halves: cosines by hand, whole groups, and what comes back and what does not."""

from collections import Counter

import numpy as np
import pytest
from numpy.typing import NDArray

from parallaxis.kernels import draws as draws_module
from parallaxis.kernels import split_half
from parallaxis.kernels.latent_fit import first_direction, fit, next_fit
from parallaxis.kernels.latent_model import LatentModel, Scores
from parallaxis.kernels.principal_axes import principal_axes
from parallaxis.kernels.residual_axis import residual_axis
from parallaxis.kernels.split_half import Halves, halves

Array = NDArray[np.float64]


def fitted(abilities: int, k: int, *, n: int = 50, t: int = 80) -> tuple[LatentModel, Scores]:
    """Return a board of some abilities, fitted with k axes."""
    rng = np.random.default_rng(abilities)
    ability = rng.normal(size=(n, abilities))
    eta = 2 * ability[:, np.arange(t) % abilities] - rng.normal(size=t)
    right = (eta + rng.logistic(size=eta.shape) > 0).astype(np.float32)
    scores = Scores(right, np.ones_like(right), "logistic")
    model = fit(scores, first_direction(scores))
    if k == 2:
        model = next_fit(model, scores, residual_axis(model, scores).direction)
    return model, scores


def found(model: LatentModel, scores: Scores, *, splits: int = 3, seed: int = 0) -> Halves:
    """Return halves without groups."""
    n, t = scores.values.shape
    return halves(
        model,
        scores,
        principal_axes(model),
        item_groups=np.arange(t),
        model_groups=np.arange(n),
        splits=splits,
        seed=seed,
    )


def cosine(first: Array, second: Array) -> float:
    """Return the cosine of two vectors."""
    return float(first @ second / np.sqrt((first @ first) * (second @ second)))


def test_correlations_and_congruences_by_hand() -> None:
    rng = np.random.default_rng(0)
    both = Halves(rng.normal(2.0, 1.0, size=(4, 2, 9, 3)), rng.normal(1.0, 1.0, (4, 2, 7, 3)))
    for split in range(4):
        for axis in range(3):
            first, second = both.abilities[split, :, :, axis]
            expected = np.corrcoef(first, second)[0, 1]
            assert both.by_items[split, axis] == pytest.approx(expected)
            expected = cosine(*both.loadings[split, :, :, axis])
            assert both.by_models[split, axis] == pytest.approx(expected)
    for item in range(7):
        for axis in range(3):
            seen = both.loadings[:, :, item, axis].ravel()
            assert both.loading_errors[item, axis] == pytest.approx(np.std(seen))


def test_an_axis_without_length_does_not_come_back() -> None:
    nothing = Halves(np.ones((2, 2, 5, 1)), np.zeros((2, 2, 4, 1)))
    assert not nothing.by_items.any()
    assert not nothing.by_models.any()


def test_a_rotation_turns_abilities_and_loadings() -> None:
    rng = np.random.default_rng(1)
    both = Halves(rng.normal(size=(2, 2, 5, 2)), rng.normal(size=(2, 2, 4, 2)))
    swap = np.array([[0.0, 1.0], [1.0, 0.0]])
    moved = both.turned(swap, swap)
    np.testing.assert_array_equal(moved.abilities, both.abilities[..., ::-1])
    np.testing.assert_array_equal(moved.by_models, both.by_models[:, ::-1])


def test_halves_keep_groups_whole_and_are_about_equal() -> None:
    groups = np.repeat(np.arange(12), [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 3, 7])
    firsts = set()
    for seed in range(30):
        first, second = split_half._two_halves(groups, np.random.default_rng(seed))
        assert np.array_equal(np.sort(np.concatenate([first, second])), np.arange(groups.size))
        assert not set(groups[first]) & set(groups[second])
        assert first.size
        assert second.size
        assert abs(first.size - second.size) <= 2 * 7
        firsts.add(tuple(first))
    assert len(firsts) > 20


def test_single_rows_split_evenly_and_each_as_often() -> None:
    seen: Counter[int] = Counter()
    for seed in range(200):
        first, second = split_half._two_halves(np.arange(11), np.random.default_rng(seed))
        assert {first.size, second.size} == {5, 6}
        seen.update(first.tolist())
    # 200 draws at 5/11: 91 ± 7
    assert all(60 < seen[row] < 122 for row in range(11))


def test_a_group_larger_than_half_stands_alone() -> None:
    groups = np.array([0] * 8 + [1, 2])
    for seed in range(10):
        first, second = split_half._two_halves(groups, np.random.default_rng(seed))
        assert first.size
        assert second.size


def test_rotation_to_the_whole_is_the_nearest_orthogonal_one() -> None:
    rng = np.random.default_rng(3)
    target = rng.normal(size=(30, 2))
    turn = np.array([[0.6, 0.8], [-0.8, 0.6]])
    found_turn = split_half._rotation(target @ turn.T, target)
    np.testing.assert_allclose(found_turn, turn, atol=1e-9)


def test_abilities_come_back_and_noise_does_not() -> None:
    true = found(*fitted(2, 2))
    assert true.by_items.mean(axis=0).min() > 0.8
    assert true.by_models.mean(axis=0).min() > 0.7
    assert true.abilities.shape == (3, 2, 50, 2)
    assert true.loadings.shape == (3, 2, 80, 2)
    spurious = found(*fitted(1, 2))
    assert spurious.by_items.mean(axis=0)[0] > 0.85
    # unrelated halves: a correlation of 0 ± 1/√50, a little more for the common start
    assert abs(spurious.by_items.mean(axis=0)[1]) < 0.45


def test_the_number_of_threads_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    model, scores = fitted(1, 1, n=20, t=30)
    outcomes = []
    for cores in (1, 2):
        monkeypatch.setattr(draws_module, "available_cores", lambda cores=cores: cores)
        outcomes.append(found(model, scores))
    np.testing.assert_array_equal(outcomes[0].abilities, outcomes[1].abilities)
    np.testing.assert_array_equal(outcomes[0].loadings, outcomes[1].loadings)
    other = found(model, scores, seed=1)
    assert (other.abilities != outcomes[0].abilities).any()
