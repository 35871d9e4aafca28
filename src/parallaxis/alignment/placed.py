"""A log whose rows have a place on the board."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis.alignment.identity import Identified
from parallaxis.logs import Log

Places = NDArray[np.intp]


@dataclass(frozen=True, eq=False, slots=True)
class Placed:
    """A log and where its rows belong.

    Attributes
    ----------
    log : Log
    columns : ndarray of int, shape (n_rows,)
        Place of each row's item among the items of the task.
    layers : ndarray of int, shape (n_rows,)
        Which of its model's runs each row belongs to, from 0, over all logs of the model.
    """

    log: Log
    columns: Places
    layers: Places

    @property
    def n_layers(self) -> int:
        """Number of runs up to the last of this log."""
        return int(self.layers.max()) + 1


def placed(kept: Sequence[Sequence[Log]], found: Identified) -> list[Placed]:
    """Place the logs of a task; the repetitions of the runs of a group are numbered on.

    `found` speaks of the logs in the order of `kept`.
    """
    out: list[Placed] = []
    cache: dict[tuple[object, ...], Places] = {}
    which = iter(found.which)
    for logs in kept:
        taken = 0
        for log in logs:
            number = next(which)
            key = (number, log.items, log.texts)
            if key not in cache:
                cache[key] = _columns(log, found, number)
            layers = taken + _ranks(log.repeats)
            taken = int(layers.max()) + 1
            out.append(Placed(log, cache[key], layers))
    return out


def _columns(log: Log, found: Identified, number: int) -> Places:
    """Return the place of each row's item."""
    place = found.names.columns[number]
    rows = zip(log.items, log.texts, strict=True)
    return np.fromiter((place[row] for row in rows), np.intp, len(log.items))


def _ranks(repeats: Sequence[int]) -> Places:
    """Number repetitions without gaps."""
    return np.unique(np.array(repeats, dtype=np.intp), return_inverse=True)[1].reshape(-1)
