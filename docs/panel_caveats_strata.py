"""What this library does not do: correlations within strata of items of equal difficulty."""

from itertools import combinations
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from parallaxis.kernels.tetrachoric import tetrachoric

Answers = NDArray[np.bool_]
LeaveOut = Literal["both", "one", "none", "everyone"]
FEWEST_ITEMS = 20  # in a stratum


def within_strata(
    answers: Answers, leave_out: LeaveOut, pairs: list[tuple[int, int]] | None = None
) -> float:
    """Return the mean correlation of pairs among items that equally many models have right.

    The pair itself, one of it, or none is left out of that number; with everyone left out all
    items are one stratum. By default all pairs of the first nine models.
    """
    total = answers.sum(axis=0)
    cells = []
    for i, j in combinations(range(min(len(answers), 9)), 2) if pairs is None else pairs:
        mine, other = answers[i].astype(int), answers[j].astype(int)
        taken = {"both": mine + other, "one": mine, "none": 0, "everyone": total}[leave_out]
        table = np.bincount(4 * (total - taken) + 2 * mine + other, minlength=4 * len(answers) + 4)
        cells.append(table.reshape(-1, 4))
    tables = np.concatenate(cells)
    tables = tables[tables.sum(axis=1) >= FEWEST_ITEMS].astype(np.float64)
    n00, n01, n10, n11 = tables.T
    rho = tetrachoric(n11, n10, n01, n00).rho
    known = np.isfinite(rho)
    return float(np.average(rho[known], weights=tables.sum(axis=1)[known]))
