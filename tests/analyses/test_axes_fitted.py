"""Breadth without noise by the model of the accepted axes, held against worlds of known breadth."""

from dataclasses import replace

import numpy as np
import pytest

from parallaxis.analyses.axes_fitted import fitted_dimensionalities
from parallaxis.analyses.axes_ladder import climbed, ladder_board
from parallaxis.ingredients import Ingredients
from parallaxis.kernels.ladder import Climb
from parallaxis.matrix import ScoreMatrix
from parallaxis.worlds import World, factors, several_abilities


def fitted(world: World, most: int) -> tuple[float, ...]:
    """Climb at most so many axes, and return the ED of every fit."""
    shared = Ingredients(world.board)
    board = ladder_board(shared, chance=None, seed=0)
    return fitted_dimensionalities(shared, board, climbed(board, Climb(draws=39, most=most)))


@pytest.mark.parametrize("k", [2, 4])
def test_the_fit_of_all_abilities_is_as_broad_as_they_are(k: int) -> None:
    world = several_abilities(
        n_models=200, n_items=240, k=k, correlation=0.3, discrimination=1.5, seed=k
    )
    found = fitted(world, k)
    latent = world.truth["latent_effective_dimensionality"]
    assert len(found) == k
    assert list(found) == sorted(found)
    assert 0.85 * latent < found[-1] < 1.02 * latent


def test_real_scores_keep_their_units() -> None:
    world = factors(n_models=120, n_items=60, k=2, seed=1)
    values = np.array(world.board.values)
    own = np.abs(world.loadings)
    values[:, own[:, 0] > own[:, 1]] *= 100.0
    stretched = replace(world, board=ScoreMatrix.from_array(values))
    plain, mixed = fitted(world, 2), fitted(stretched, 2)
    latent = world.truth["latent_effective_dimensionality"]
    assert plain[-1] == pytest.approx(latent, rel=0.05)
    assert mixed[-1] < plain[-1] - 0.2
