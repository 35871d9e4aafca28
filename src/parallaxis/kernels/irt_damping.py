"""Shorter steps where the last ones were to and fro: Fisher scoring can swing between two points.

It takes the expected information where the observed one may be much larger, as for steep items and
items whose answers do not follow the curve; and abilities and items can answer each other's swings.
"""

from typing import NamedTuple

import numpy as np

from parallaxis.kernels.irt_curve import Array

SHORTER, LEAST = 0.5, 1.0 / 16.0
FREE_STEPS = 6  # steps that are taken in full, on the way from rough first guesses
SMALL = 2e-3  # length of a move up to which swings do no harm
BACK = 0.8  # share of the move before that a move takes back


class Steps(NamedTuple):
    """The last moves of several searches.

    Attributes
    ----------
    position, move : ndarray, shape (n, n_parameters)
        Where each search was, and how it had come there.
    factor : ndarray, shape (n,)
        Share of the full step that was taken, at most 1.
    taken : int
        How many steps came before.
    """

    position: Array
    move: Array
    factor: Array
    taken: int


def first_steps(position: Array) -> Steps:
    """Return what stands for the last moves at the beginning: the next steps are taken in full.

    Examples
    --------
    >>> first_steps(np.zeros((1, 2))).factor.tolist()
    [1.0]
    """
    return Steps(position, np.zeros_like(position), np.ones(len(position)), 0)


def damped(position: Array, full: Array, last: Steps) -> tuple[Array, Steps]:
    """Return the steps to take: halved where the last move took back half of the one before.

    Parameters
    ----------
    position, full : ndarray, shape (n, n_parameters)
        Where each search is, and the step that is proposed.
    last : Steps

    Returns
    -------
    step : ndarray, shape (n, n_parameters)
    steps : Steps
        To hand in next time.

    Examples
    --------
    >>> here, there = np.array([[0.0]]), np.array([[1.0]])
    >>> before = Steps(position=here, move=here - there, factor=np.ones(1), taken=9)
    >>> step, _ = damped(there, here - there, before)
    >>> step.tolist()
    [[-0.5]]
    """
    move = position - last.position
    before = (last.move**2).sum(axis=1)
    back = ((move * last.move).sum(axis=1) < -BACK * before) & (before > SMALL**2)
    back &= last.taken >= FREE_STEPS
    factor = np.where(back, np.maximum(SHORTER * last.factor, LEAST), last.factor)
    return full * factor[:, None], Steps(position, move, factor, last.taken + 1)
