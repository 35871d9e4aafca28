"""The correlation at which a bivariate normal meets a given probability, for many pairs at once."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parallaxis.kernels.plackett import (
    FAR,
    STEEP,
    Shape,
    area,
    density,
    shape_and_weight,
    tail_series,
    tail_stop,
)

Array = NDArray[np.float64]
LARGEST_Z = 40.0  # tanh is 1 in double precision from 19.1 on
TOLERANCE = 3e-6  # of a third-order step: what is left after it is its cube
MAX_STEPS = 100


class Target(NamedTuple):
    """What ∫g must come to on either side of the root."""

    shape: Shape
    below: Array  # ∫₀ᶻ g
    above: Array  # ∫_z^∞ g

    def at(self, lanes: NDArray[np.intp]) -> "Target":
        """Return the targets of some of the pairs."""
        return Target(self.shape.at(lanes), self.below[lanes], self.above[lanes])


class State(NamedTuple):
    """Where the search stands, and between which values the root is known to lie."""

    z: Array
    lower: Array
    upper: Array


def fisher_z(h: Array, k: Array, excess: Array, slack: Array, start: Array) -> Array:
    """Which z = artanh ρ >= 0 gives Φ₂(h, k; ρ) = Φ(h)Φ(k) + excess?

    Parameters
    ----------
    h, k : ndarray, shape (n,)
        Finite thresholds.
    excess : ndarray, shape (n,)
        Probability above independence, >= 0.
    slack : ndarray, shape (n,)
        What is missing at ρ = 1: min(Φ(h), Φ(k)) − Φ(h)Φ(k) − excess, > 0. It is asked for, not
        computed, because the caller has it without cancellation: it is the smaller off-diagonal
        probability.
    start : ndarray, shape (n,)
        A first guess of z.

    Returns
    -------
    ndarray, shape (n,)
        z, found by Halley steps inside a bracket; the relative error of `excess` or of `slack`,
        whichever is smaller, is what limits it.

    Notes
    -----
    A pair leaves the iteration as soon as it has converged, so its value does not depend on the
    pairs beside it.
    """
    shape, weight = shape_and_weight(h, k)
    target = Target(shape, excess / weight, slack / weight)
    z = np.clip(start, 0.0, LARGEST_Z / 2)
    state = State(z, np.zeros_like(z), np.full_like(z, LARGEST_Z))
    found = np.zeros_like(z)
    lanes = np.flatnonzero(target.below > 0)
    state, target = _keep(state, lanes), target.at(lanes)
    for _ in range(MAX_STEPS):
        if not lanes.size:
            break
        state, moved = _step(state, target)
        found[lanes] = state.z
        active = np.flatnonzero(moved > TOLERANCE)
        if active.size < lanes.size:
            lanes, state, target = lanes[active], _keep(state, active), target.at(active)
    return found


def _keep(state: State, lanes: NDArray[np.intp]) -> State:
    """Return the state of some of the pairs."""
    return State(state.z[lanes], state.lower[lanes], state.upper[lanes])


def _step(state: State, target: Target) -> tuple[State, Array]:
    """Take one Halley step, or halve the bracket where that would leave it."""
    z = state.z
    missing, rate, slope = _residual(z, target)
    lower = np.where(missing < 0, z, state.lower)
    upper = np.where(missing >= 0, z, state.upper)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        newton = missing / rate
        proposal = z - newton / np.maximum(1 - newton * slope / 2, 0.4)
    inside = (proposal >= lower) & (proposal <= upper)
    new = np.where(inside, proposal, (lower + upper) / 2)
    return State(new, lower, upper), np.abs(new - z)


def _residual(z: Array, target: Target) -> tuple[Array, Array, Array]:
    """Return a function that is zero at the root, its derivative, and its second over its first.

    It is ∫₀ᶻ g less its target or, where the area above z is better conditioned, the logarithm of
    that area's target over the area, which is nearly straight in z.
    """
    shape = target.shape
    rate, slope = density(z, shape)
    steepness = shape.apart * np.exp(2 * z)
    steep = steepness >= STEEP
    integrated = steep & ((target.above < target.below) | (z > 1))
    series = ~steep & (z > FAR)
    start, stop = np.where(integrated, z, 0.0), z.copy()
    stop[integrated] = tail_stop(z[integrated], shape.at(integrated))
    areas = area(start, stop, shape)
    areas[series] = tail_series(z[series], shape.at(series))
    missing = areas - target.below
    tail = integrated | series
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        missing[tail] = np.log(target.above[tail] / areas[tail])
        rate[tail] /= areas[tail]
    slope[tail] += rate[tail]
    return missing, rate, slope
