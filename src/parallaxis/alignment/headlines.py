"""The figure that a harness states, against the answers it was made of."""

import math
from collections.abc import Sequence

import numpy as np

from parallaxis.alignment.natural_order import named_task
from parallaxis.cautions import Caution
from parallaxis.intake_report import HeadlineCheck
from parallaxis.logs import Headline, Log

TOLERANCE = 5e-4  # of the range of the score: figures are printed with three or four digits
PERCENT = 100.0


def headline_checks(logs: Sequence[Log]) -> tuple[HeadlineCheck, ...]:
    """Compare every figure that is stated with the mean of its log's scores.

    A figure in percent of scores from 0 to 1, or the reverse, agrees.
    """
    return tuple(_check(log, log.headline) for log in logs if log.headline is not None)


def headline_cautions(checks: Sequence[HeadlineCheck]) -> list[Caution]:
    """Say which figures do not agree, with both numbers."""
    return [
        Caution(
            "headline_differs",
            f"{check.source}: states {check.stated:.6g} for {check.model!r} on "
            f"{named_task(check.task)}, but the answers in {check.log} come to "
            + (f"{check.recomputed:.6g}." if not math.isnan(check.recomputed) else "no figure."),
        )
        for check in checks
        if not check.agrees
    ]


def _check(log: Log, headline: Headline) -> HeadlineCheck:
    """Compare one figure."""
    seen = log.values[~np.isnan(log.values)]
    mean = float(seen.mean()) if seen.size else math.nan
    return HeadlineCheck(
        log=log.source,
        source=headline.source or log.source,
        model=log.model,
        task=log.task,
        stated=headline.value,
        recomputed=mean,
        agrees=agree(mean, headline.value, _span(log, seen)),
    )


def _span(log: Log, seen: np.ndarray) -> float:
    """Return the range of a score: of its bounds, or else of what was seen, 1 at least."""
    if log.bounds is not None:
        return log.bounds[1] - log.bounds[0]
    return max(1.0, float(np.ptp(seen))) if seen.size else 1.0


def agree(mean: float, stated: float, span: float) -> bool:
    """Return whether two figures are one, up to rounding and percent."""
    if math.isnan(mean) or math.isnan(stated):
        return math.isnan(mean) and math.isnan(stated)
    figures = [stated]
    if span == 1.0 and stated > 1.0:
        figures.append(stated / PERCENT)
    if span == PERCENT and stated <= 1.0:
        figures.append(stated * PERCENT)
    return any(abs(mean - figure) <= TOLERANCE * span for figure in figures)
