"""The lower end from one run: known answers, noise, size, and what it lacks."""

import numpy as np
import pytest
from numpy.typing import NDArray

from parallaxis.errors import NotIdentified
from parallaxis.kernels import split_traces
from parallaxis.kernels.split_traces import shared_dimensionality

Array = NDArray[np.float64]


def scores(n_models: int, n_items: int, k: int, *, noise: float = 1.5, seed: int = 0) -> Array:
    """Return k equal abilities, each asked for by every k-th item, beside noise."""
    rng = np.random.default_rng([n_models, k, seed])
    ability = rng.normal(size=(n_models, k))[:, np.arange(n_items) % k]
    return np.asarray(ability + noise * rng.normal(size=(n_models, n_items)))


@pytest.mark.parametrize("k", [1, 2, 4])
@pytest.mark.parametrize("n_models", [150, 400])
def test_equal_abilities_are_counted(k: int, n_models: int) -> None:
    found = shared_dimensionality(scores(n_models, 120, k), np.arange(n_models))
    error = found.jackknife.standard_error
    # λ all equal: (Σλ²)² / Σλ⁴ = k, and the ratio of estimates strays by its error
    assert found.jackknife.corrected == pytest.approx(k, abs=4.0 * error + 0.02 * k)
    assert found.n_models == n_models


def test_unequal_strengths_count_less_than_the_latent_value() -> None:
    rng = np.random.default_rng(5)
    ability = rng.normal(size=(2000, 2))[:, np.arange(120) % 2] * np.array([2.0, 1.0] * 60)
    found = shared_dimensionality(ability + rng.normal(size=(2000, 120)), np.arange(2000))
    truth = (16.0 + 1.0) ** 2 / (256.0 + 1.0)  # λ = 4 and 1
    assert found.estimate == pytest.approx(truth, rel=0.03)
    assert found.estimate < (4.0 + 1.0) ** 2 / (16.0 + 1.0)


def test_noise_is_refused_and_never_has_a_lower_end_above_one() -> None:
    refused = 0
    for seed in range(30):
        noise = np.random.default_rng(seed).normal(size=(40, 80))
        try:
            found = shared_dimensionality(noise, np.arange(40), splits=10, seed=seed).jackknife
        except NotIdentified:
            refused += 1
        else:
            assert found.corrected - 1.64 * found.standard_error < 1.0
    # 351 of 360 when measured at 20 splits; 24 or fewer of 30 at a rate of 95 % is 1 in 300
    assert refused >= 25


def test_many_models_are_folded_and_agree_with_whole_gram_matrices(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = scores(240, 100, 2)
    whole = shared_dimensionality(board, np.arange(240)).jackknife
    monkeypatch.setattr(split_traces, "WHOLE_GRAM", 100)
    folded = shared_dimensionality(board, np.arange(240)).jackknife
    assert folded.corrected == pytest.approx(whole.corrected, abs=2.0 * whole.standard_error)
    assert folded.standard_error < 2.0 * whole.standard_error


def test_few_families_of_many_models_are_drawn_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(split_traces, "WHOLE_GRAM", 60)
    board = scores(150, 60, 2)
    found = shared_dimensionality(board, np.arange(150) % 7)
    assert found.n_models == 60
    assert (found.groups == -1).sum() == 90
    for family in range(7):
        dealt = found.groups[np.arange(150) % 7 == family]
        assert len(np.unique(dealt[dealt >= 0])) == 1


def test_the_answer_depends_on_the_seed_and_not_on_means_or_unit() -> None:
    board, units = scores(60, 50, 2), np.arange(60)
    first = shared_dimensionality(board, units, splits=5)
    again = shared_dimensionality(3.0 * board + 7.0, units, splits=5)
    assert first.estimate == pytest.approx(again.estimate, rel=1e-8)
    assert first.jackknife.corrected == pytest.approx(again.jackknife.corrected, rel=1e-6)
    assert shared_dimensionality(board, units, splits=5, seed=1).estimate != first.estimate


def test_what_is_lacking_is_said() -> None:
    with pytest.raises(NotIdentified, match="3 items; halves of the items need 4"):
        shared_dimensionality(scores(30, 3, 1), np.arange(30))
    with pytest.raises(NotIdentified, match="4 independent groups of models"):
        shared_dimensionality(scores(30, 40, 1), np.arange(30) % 4)
    one_family = np.array([0] * 28 + [1, 2, 3, 4])
    with pytest.raises(NotIdentified, match="without its largest family 4 models are left"):
        shared_dimensionality(scores(32, 40, 1), one_family)
