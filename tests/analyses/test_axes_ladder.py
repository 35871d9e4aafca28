"""What the ladder climbs on: live items, no copies, a feasible size, and chance where known."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from parallaxis.analyses import axes_ladder
from parallaxis.analyses.axes_ladder import (
    FEWEST_ITEMS,
    FEWEST_MODELS,
    climbed,
    ladder_board,
    most_axes,
    too_small,
    whole_scores,
)
from parallaxis.analyses.chance_levels import known_chance
from parallaxis.errors import InputError
from parallaxis.ingredients import Ingredients
from parallaxis.kernels.ladder import Climb
from parallaxis.kernels.latent_model import Scores
from parallaxis.kernels.normal_scores import normal_scores
from parallaxis.matrix import ScoreMatrix

Array = NDArray[np.float64]


def coins(n: int = 20, t: int = 60, seed: int = 0) -> Array:
    """Return coins that all items show both sides of."""
    values = (np.random.default_rng(seed).random((n, t)) < 0.5).astype(float)
    values[0], values[1] = 1.0 - values[1], values[1]
    return values


def shared(values: Array, **settings: Any) -> Ingredients:
    """Return ingredients of a board."""
    return Ingredients(ScoreMatrix.from_array(values, **settings))


def board_of(n: int, t: int) -> Scores:
    """Return a mask of a shape."""
    return Scores(np.zeros((n, t), np.float32), np.ones((n, t), np.float32), "logistic")


@pytest.mark.parametrize(
    ("n", "t", "small"), [(8, 5, False), (7, 5, True), (8, 4, True), (2, 1, True)]
)
def test_small_boards_are_told_why(n: int, t: int, small: bool) -> None:
    values = np.vstack([np.zeros((1, t)), np.ones((1, t)), coins(n, t)[: n - 2]])
    why = too_small(shared(np.hstack([values, np.ones((n, 3))])))  # dead items do not count
    assert (why is not None) is small
    if why is not None:
        assert f"{n} models and {t} item" in why.why
        assert f"needs {FEWEST_MODELS} and {FEWEST_ITEMS}" in why.why


def test_dead_items_are_left_out_and_the_rest_keeps_its_place() -> None:
    values = coins()
    values[:, [0, 7, 59]] = 1.0
    found = ladder_board(shared(values), chance=None, seed=0)
    assert found.items.tolist() == [t for t in range(60) if t not in (0, 7, 59)]
    assert found.models.tolist() == list(range(20))
    np.testing.assert_array_equal(found.scores.values, values[:, found.items])
    assert found.scores.likelihood == "logistic"
    assert not found.subsampled


def test_gaps_are_zero_and_masked() -> None:
    values = coins()
    values[2:5, 10:40] = np.nan
    scores = ladder_board(shared(values), chance=None, seed=0).scores
    assert not scores.observed[2:5, 10:40].any()
    assert scores.observed.sum() == np.isfinite(values).sum()
    assert not scores.values[2:5, 10:40].any()


def test_real_scores_enter_as_normal_scores() -> None:
    values = np.exp(np.random.default_rng(0).normal(size=(15, 8)) * 4)
    ready = shared(values)
    scores = ladder_board(ready, chance=None, seed=0).scores
    assert scores.likelihood == "gaussian"
    np.testing.assert_allclose(scores.values, normal_scores(values), atol=1e-6)
    np.testing.assert_array_equal(
        whole_scores(ready, np.array([5, 2])).values, scores.values[:, [5, 2]]
    )


def test_exact_copies_are_thinned_to_the_one_with_most_scores() -> None:
    values = coins(20, 200)
    values[4] = values[9] = values[15]
    values[4, :20] = values[9, :10] = np.nan
    found = ladder_board(shared(values), chance=None, seed=0)
    assert found.copies.groups == ((4, 9, 15),)
    assert found.models.tolist() == [i for i in range(20) if i not in (4, 9)]
    assert found.searched.tolist() == list(range(20))


def test_items_that_only_copies_told_apart_are_left_out() -> None:
    values = coins(20, 200)
    values[15] = values[9]
    values[:, 3] = 1.0
    values[15, 3] = 0.0  # dead once model 16 is set aside: model 10 answered it right
    found = ladder_board(shared(values), chance=None, seed=0)
    assert found.models.size == 19
    assert (3 in found.items) == (15 in found.models)
    varies = found.scores.values.max(axis=0) > found.scores.values.min(axis=0)
    assert varies.all()
    assert not found.subsampled


def test_large_boards_are_subsampled_and_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(axes_ladder, "MOST_MODELS", 12)
    monkeypatch.setattr(axes_ladder, "MOST_CELLS", 12 * 30)
    ready = shared(coins(40, 100))
    first, again, other = (ladder_board(ready, chance=0.2, seed=0, draw=draw) for draw in (0, 0, 1))
    assert first.subsampled
    assert first.searched.size == 12
    assert first.items.size <= 30
    assert first.chance is not None
    assert first.chance.shape == first.items.shape
    np.testing.assert_array_equal(first.models, again.models)
    np.testing.assert_array_equal(first.items, again.items)
    assert first.searched.tolist() != other.searched.tolist()
    assert (np.diff(first.models) > 0).all()


def test_most_axes_is_bounded_by_models_and_by_items() -> None:
    assert most_axes(board_of(40, 1000)) == 10
    assert most_axes(board_of(8, 1000)) == 2
    # Ledermann: k factors need (T − k)² ≥ T + k
    for t in range(5, 30):
        most = most_axes(board_of(4000, t))
        assert (t - most) ** 2 >= t + most
        assert (t - most - 1) ** 2 < t + most + 1
    assert most_axes(board_of(3, 1)) == 1


def test_chance_as_given_and_as_the_items_say() -> None:
    plain, listed = coins(10, 4), {"chance": [0.25, 0.5, 0.0, 0.2]}
    assert known_chance(shared(plain), None) is None
    given = known_chance(shared(plain, item_metadata=listed), 0.3)
    assert given is not None
    assert given.tolist() == [0.3] * 4
    found = known_chance(shared(plain, item_metadata=listed), None)
    assert found is not None
    assert found.tolist() == listed["chance"]
    assert known_chance(shared(plain, item_metadata=listed), "estimate") is None
    for unusable in ([0.25, None, 0.0, 0.2], [0.25, 1.0, 0.0, 0.2], [0.0] * 4, list("abcd")):
        columns = {"chance": unusable}
        assert known_chance(shared(plain, item_metadata=columns), None) is None


@pytest.mark.parametrize("chance", [1.0, -0.1, float("nan")])
def test_chance_out_of_range(chance: float) -> None:
    with pytest.raises(InputError, match="pass a number from 0 to below 1"):
        known_chance(shared(coins()), chance)


@pytest.mark.parametrize("chance", [0.25, "estimate"])
def test_chance_of_real_scores_is_refused(chance: Any) -> None:
    real = np.random.default_rng(0).normal(size=(10, 6))
    with pytest.raises(InputError, match="the scores are real; a chance level is for right/wrong"):
        known_chance(shared(real), chance)
    assert known_chance(shared(real, item_metadata={"chance": [0.2] * 6}), None) is None


def test_the_cap_is_said() -> None:
    rng = np.random.default_rng(0)
    eta = 2 * rng.normal(size=(40, 2))[:, np.arange(80) % 2] - rng.normal(size=80)
    values = (eta + rng.logistic(size=eta.shape) > 0).astype(float)
    board = ladder_board(shared(values), chance=None, seed=0)
    capped = climbed(board, Climb(draws=39, most=1))
    assert (capped.k, capped.capped, len(capped.rungs)) == (1, True, 1)
    assert capped.model.n_axes == 1
    whole = climbed(board, Climb(draws=39))
    assert (whole.k, whole.capped, len(whole.rungs)) == (2, False, 3)
    assert whole.model is whole.rungs[-1].model
