"""The double bootstrap: numbers it gives back, and a bias that it follows one level deeper."""

from dataclasses import dataclass

import numpy as np
import pytest
from numpy.typing import NDArray

from parallaxis.kernels.one_ability_null import one_ability_null

Array = NDArray[np.float64]
SHRINKAGE = 0.6


@dataclass(frozen=True)
class Shrunken:
    """A fit whose spread is a known share of the logarithm of the board's own."""

    log_spread: float

    @classmethod
    def of(cls, values: Array) -> "Shrunken":
        """Fit a board: the larger its spread, the further below it the fit lies."""
        return cls(SHRINKAGE * float(np.log(values.std())))

    def drawn(self, rng: np.random.Generator) -> Array:
        """Return a board of the fitted spread."""
        return float(np.exp(self.log_spread)) * rng.normal(size=(40, 50))

    def likely(self, rng: np.random.Generator) -> Array:
        """Return the same."""
        return self.drawn(rng)

    def again(self, values: Array) -> "Shrunken":
        """Return the fit of another board."""
        return Shrunken.of(values)


def spread(values: Array) -> float:
    """Return the standard deviation of a board."""
    return float(values.std())


@pytest.mark.parametrize("draws", [20, 39, 40])
def test_every_draw_is_counted(draws: int) -> None:
    values = np.random.default_rng(0).normal(size=(40, 50))
    told: list[int] = []
    found = one_ability_null(values, Shrunken.of(values), spread, draws=draws, progress=told.append)
    assert found.null.size == sum(told) == draws


def test_a_bias_that_depends_on_the_truth_is_followed_one_level_deeper() -> None:
    log_true = 2.0
    values = np.exp(log_true) * np.random.default_rng(1).normal(size=(40, 50))
    found = one_ability_null(values, Shrunken.of(values), spread, draws=39)
    bias = 1.0 - SHRINKAGE  # of the fit of a board of log spread 1
    first, second = bias * SHRINKAGE * log_true, bias * SHRINKAGE**2 * log_true
    assert found.excess == pytest.approx(bias * log_true, abs=0.05)
    assert found.null.mean() == pytest.approx(2.0 * first - second, abs=0.05)
