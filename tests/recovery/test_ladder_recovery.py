"""Does the ladder find the abilities a world was made of, and its fit their slopes?"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from oracle_files import oracle_board
from parallaxis.analyses import axes as axes_module
from parallaxis.analyses.axes import axes
from parallaxis.analyses.axes_ladder import climbed, ladder_board
from parallaxis.ingredients import Ingredients
from parallaxis.kernels.ladder import Climb
from parallaxis.kernels.latent_fit import first_direction, fit
from parallaxis.kernels.latent_model import Scores
from parallaxis.kernels.latent_sweep import unshrunk
from parallaxis.matrix import ScoreMatrix
from parallaxis.worlds import (
    World,
    factors,
    family_copies,
    independent_noise,
    one_ability,
    random_answerers,
    several_abilities,
)

Array = NDArray[np.float64]
SEEDS = (1, 2, 3)


def significant(world: World) -> int:
    """Return the significant axes of a world."""
    board = ladder_board(Ingredients(world.board), chance=None, seed=0)
    return climbed(board, Climb(draws=39, seed=1)).k


def binary(k: int, seed: int) -> World:
    """Return a right/wrong world of k abilities, far from the edge of what can be seen."""
    if k == 0:
        return independent_noise(n_models=60, n_items=120, seed=seed)
    return several_abilities(
        k=k, n_models=60, n_items=120, correlation=0.5, discrimination=3.0, seed=seed
    )


def real(k: int, seed: int) -> World:
    """Return a real-valued world of k factors."""
    return factors(k=k, n_models=60, n_items=120, seed=seed)


@pytest.mark.parametrize("make", [binary, real])
@pytest.mark.parametrize("k", [0, 1, 2, 3])
def test_number_of_abilities(make: Callable[[int, int], World], k: int) -> None:
    found = [significant(make(k, seed)) for seed in SEEDS]
    assert min(found) == k  # never missed: power is 1 here
    # beyond it each board errs at 5 %: one of three in 14 % of all runs, two in 1 %
    assert sum(one > k for one in found) <= 1


def test_two_unrelated_abilities_of_items_apart() -> None:
    worlds = [
        several_abilities(
            k=2, n_models=80, n_items=100, discrimination=2.0, difficulty_spread=1.0, seed=seed
        )
        for seed in SEEDS
    ]
    assert [significant(world) for world in worlds] == [2, 2, 2]


def slopes(n: int, t: int, shift: float, seed: int) -> tuple[Array, Array, Array, Array]:
    """Return true and fitted slopes, and true and fitted abilities."""
    world = one_ability(
        n_models=n,
        n_items=t,
        discrimination=1.5,
        discrimination_spread=0.3,
        difficulty_spread=1.5,
        difficulty_shift=shift,
        seed=seed,
    )
    live = ~world.board.dead
    values = world.board.values[:, live].astype(np.float32)
    scores = Scores(values, np.ones_like(values), "logistic")
    model = unshrunk(fit(scores, first_direction(scores)), scores)  # as boards are simulated from
    ability = world.abilities[:, 0]
    # slopes belong to abilities of variance 1: those at hand have another by chance
    return (
        world.loadings[live, 0] * ability.std(),
        model.items[:, 0],
        ability,
        model.abilities[:, 0],
    )


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("n", "t"), [(60, 300), (200, 100)])
def test_slopes_and_abilities_of_two_parameter_boards(n: int, t: int, seed: int) -> None:
    true, found, ability, placed = slopes(n, t, 0.0, seed)
    assert found.mean() == pytest.approx(true.mean(), rel=0.1)
    assert np.corrcoef(ability, placed)[0, 1] > 0.95
    assert np.corrcoef(true, found)[0, 1] > 0.4


@pytest.mark.parametrize("seed", SEEDS)
def test_slopes_near_the_ceiling_are_not_shrunk_away(seed: int) -> None:
    true, found, ability, placed = slopes(130, 200, -3.0, seed)
    assert 0.75 < found.mean() / true.mean() < 1.25
    assert np.corrcoef(ability, placed)[0, 1] > 0.85


@pytest.fixture
def few_splits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Halve boards three times, which tells .9 from .3."""
    monkeypatch.setattr(axes_module, "SPLITS", 3)


def answer(board: ScoreMatrix, **settings: Any) -> Any:
    """Ask with few draws."""
    return axes(board, **{"max_draws": 40, "simulations": 39, **settings})


@pytest.mark.usefixtures("few_splits")
def test_families_of_near_copies_are_no_abilities() -> None:
    found = answer(family_copies(n_models=60, n_items=200, seed=1).board)
    assert found.k_ladder == 1  # the truth
    assert found.k_shuffled > 1
    copies = [one for one in found.dependences if one.kind == "near_copies"]
    assert len(copies) >= 8  # of twelve families
    assert all(one.axis is None for one in copies)


@pytest.mark.usefixtures("few_splits")
def test_random_answerers_are_no_ability() -> None:
    boards = [random_answerers(n_models=60, n_items=150, seed=seed).board for seed in SEEDS]
    found = [answer(board) for board in boards]
    assert all(one.k_shuffled > 1 for one in found)
    assert [one.k_ladder for one in found] == [1, 1, 1]
    for one in found:  # where a second axis is significant all the same, it is said whose it is
        kinds = {d.kind for d in one.dependences if d.axis == 2}
        assert one.k_significant == 1 or "few_models" in kinds


@pytest.mark.usefixtures("few_splits")
def test_models_of_unequal_noise_are_no_axes() -> None:
    found = answer(ScoreMatrix.from_array(oracle_board("pa_hetero_k0")), max_draws=200)
    assert found.k_shuffled >= 6  # the truth is 0
    assert found.k_ladder == 0
    assert found.guard.trusted == "signflip"
    assert found.guard.k_guarded == 0
