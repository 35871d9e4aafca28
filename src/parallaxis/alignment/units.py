"""Logs of one task whose scores seem to be of different units: fractions, and percent."""

from collections.abc import Sequence

import numpy as np

from parallaxis.alignment.natural_order import heading, listed, named_task
from parallaxis.cautions import Caution
from parallaxis.errors import InputError
from parallaxis.logs import Log

PERCENT = 100.0
FEWEST = 5  # scored rows without which a log says nothing of its unit


def unit_cautions(task: str, logs: Sequence[Log]) -> list[Caution]:
    """Say where some logs have scores up to 100 and others none above 1.

    Raises
    ------
    InputError
        Some are only 0 and 100, and others only 0 and 1.
    """
    percent, fractions = [], []
    for log in logs:
        seen = log.values[np.isfinite(log.values)]
        if seen.size < FEWEST or seen.min() < 0.0 or not seen.max() > 0.0:
            continue
        if seen.max() <= 1.0:
            fractions.append(log)
        elif 10.0 < seen.max() <= PERCENT:
            percent.append(log)
    if not percent or not fractions:
        return []
    text = (
        f"{percent[0].source} and {fractions[0].source}: scores of {named_task(task)} go up to "
        "{top:g} in the first and to 1 in the second"
    ).format(top=float(np.nanmax(percent[0].values)))
    if all(_two_valued(log, PERCENT) for log in percent) and all(
        _two_valued(log, 1.0) for log in fractions
    ):
        raise InputError(f"{text}, as percent and fractions do; bring them to one unit.")
    several = listed([log.source for log in fractions])
    return [
        Caution(
            "units_differ",
            f"{heading(task)}{text}, as percent and fractions do; they stand on one board as they "
            f"are (up to 1: {several}).",
        )
    ]


def _two_valued(log: Log, top: float) -> bool:
    """Return whether a log's scores are only 0 and the highest."""
    seen = log.values[np.isfinite(log.values)]
    return bool(np.isin(seen, (0.0, top)).all())
