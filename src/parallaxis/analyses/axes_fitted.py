"""Breadth without the noise of single answers, by the model of the accepted axes."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from parallaxis.analyses.axes_answers import Step
from parallaxis.analyses.axes_ladder import Climbed, LadderBoard
from parallaxis.ingredients import Ingredients
from parallaxis.kernels.scaling import prepare
from parallaxis.kernels.spectrum import moments

Array = NDArray[np.float64]


def fitted_dimensionalities(
    shared: Ingredients, board: LadderBoard, climbed: Climbed
) -> tuple[float, ...]:
    """Return the effective dimensionality of the scores that one, two, … accepted axes expect.

    Parameters
    ----------
    shared : Ingredients
        The whole board; real scores enter in its units.
    board : LadderBoard
        Its part on which the ladder climbed.
    climbed : Climbed

    Returns
    -------
    tuple of float
        One for each accepted axis. They hold no noise of single answers, and lie a little low:
        weak axes are estimated with error and shrink more than strong ones.

    Examples
    --------
    >>> from parallaxis.analyses.axes_ladder import climbed, ladder_board
    >>> from parallaxis.kernels.ladder import Climb
    >>> from parallaxis.worlds import one_ability
    >>> shared = Ingredients(one_ability(n_models=60, n_items=80).board)
    >>> board = ladder_board(shared, chance=None, seed=0)
    >>> got = climbed(board, Climb(draws=39))
    >>> [round(value, 2) for value in fitted_dimensionalities(shared, board, got)]
    [1.06]
    """
    fits = [rung.model for rung in climbed.rungs if rung.model.n_axes > 0]
    if climbed.capped:
        fits.append(climbed.model)
    units = np.ones(board.items.size)
    if board.scores.likelihood == "gaussian":
        units = np.nanstd(shared.board.values[np.ix_(board.models, board.items)], axis=0)
    return tuple(moments(prepare(fit.expected() * units)).effective_dimensionality for fit in fits)


def with_breadth(steps: Sequence[Step], fitted: Sequence[float]) -> tuple[Step, ...]:
    """Write the effective dimensionality of each fit beside the axis that it accepted last."""
    known = tuple(
        replace(step, effective_dimensionality=value)
        for step, value in zip(steps, fitted, strict=False)
    )
    return (*known, *steps[len(known) :])
