"""Counts of the panel ledger: coverage with its band, bias with its standard error, rates."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from panel_ledger_cells import Cell
from scipy.stats import binomtest

from parallaxis.kernels.effective import kish

Line = dict[str, Any]
Boards = list[Line]
LEVEL = 0.95
BAND = 0.95


@dataclass(frozen=True)
class Covered:
    """How often something held, of how many, and how often it should."""

    held: int
    of: int
    nominal: float = LEVEL

    def __add__(self, other: "Covered") -> "Covered":
        return Covered(self.held + other.held, self.of + other.of, self.nominal)

    @property
    def share(self) -> float:
        """Share, NaN of nothing."""
        return self.held / self.of if self.of else float("nan")

    @property
    def band(self) -> tuple[float, float]:
        """Clopper–Pearson interval."""
        if self.of == 0:
            return 0.0, 1.0
        found = binomtest(self.held, self.of).proportion_ci(BAND, method="exact")
        return float(found.low), float(found.high)

    def misses(self) -> bool:
        """Say whether the band leaves out the nominal level."""
        return not self.band[0] <= self.nominal <= self.band[1]

    def __str__(self) -> str:
        if self.of == 0:
            return "–"
        return f"{self.share:.3f} [{self.band[0]:.3f}, {self.band[1]:.3f}]"


def covered(boards: Boards, key: str, true: float) -> Covered:
    """Count the boards whose interval holds the truth, of those that have one.

    `key` is the name of an estimate with both ends, or of a bare interval; a dot leads inside.
    """
    held = of = 0
    for line in boards:
        found: Any = line
        for step in key.split("."):
            found = found[step]
        if found is None or found[-1] is None:
            continue
        of += 1
        held += found[-2] <= true <= found[-1]
    return Covered(held, of)


def percentile_covered(boards: Boards, true: float) -> Covered:
    """Count the boards whose percentile interval (2ρ̄ less the mirrored ends) holds the truth."""
    known = [line for line in boards if line["rho_interval"] is not None]
    held = 0
    for line in known:
        low, high = line["rho_interval"]
        held += 2.0 * line["rho"] - high <= true <= 2.0 * line["rho"] - low
    return Covered(held, len(known))


def false_alarms(boards: Boards, key: str, which: str) -> Covered:
    """Count the boards whose relatives are called alike at 5 %."""
    known = [line[key] for line in boards if line.get(key)]
    return Covered(sum(found[which] <= 0.05 for found in known), len(known), 0.05)


def bias_of(boards: Boards, cell: Cell) -> list[float]:
    """Return the error of the mean correlation on each board."""
    return [line["rho"] - cell.truth["rho"] for line in boards if line["rho"] is not None]


def empty_share(boards: Boards) -> float:
    """Return the share of pairs with an empty cell."""
    shares = [line["zero_cells"] / (line["n"] * (line["n"] - 1) / 2) for line in boards]
    return float(np.mean(shares))


def members_kish(line: Line, cell: Cell) -> float:
    """Return the true votes of the members that are seated."""
    return float(kish(line["n"], cell.truth["rho"]))


def mean_votes(boards: Boards, key: str) -> str:
    """Return the mean of votes and its standard error, over the boards that have them."""
    return spread([line[key][0] for line in boards if line[key] is not None], digits=2)


def spread(values: Sequence[float], digits: int = 4) -> str:
    """Return a mean and its standard error."""
    if len(values) < 2:
        return "–"
    error = np.std(values, ddof=1) / np.sqrt(len(values))
    return f"{np.mean(values):.{digits}f} ± {error:.{digits}f}"


def mean(values: Sequence[float], digits: int = 3) -> str:
    """Return a mean."""
    return f"{np.mean(values):.{digits}f}" if len(values) else "–"


def percent(count: int, n: int) -> str:
    """Return a share in per cent."""
    return f"{count / n:.0%}" if n else "–"
