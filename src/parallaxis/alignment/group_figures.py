"""The figure that a harness states for a group of tasks, against the answers of its tasks."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from parallaxis.alignment.headlines import agree
from parallaxis.alignment.natural_order import natural
from parallaxis.intake_report import HeadlineCheck
from parallaxis.logs import GroupFigure, Log


@dataclass(frozen=True, slots=True)
class _Run:
    """The logs of one run of a model, by their tasks."""

    model: str
    logs: dict[str, Log]


def group_checks(logs: Sequence[Log]) -> tuple[HeadlineCheck, ...]:
    """Compare every stated figure of a group with the mean over its tasks.

    A group's figure is the mean over answers or over tasks, whichever its author chose: it agrees
    if either does. It is not checked where a task of the group is not among the logs.

    Parameters
    ----------
    logs : sequence of Log
    """
    found: dict[tuple[str, GroupFigure], dict[str, Log]] = {}
    for log in logs:
        for figure in log.groups:
            found.setdefault((log.model, figure), {})[log.task] = log
    checks = [
        _check(figure, _Run(model, of_run))
        for (model, figure), of_run in found.items()
        if set(figure.tasks) <= of_run.keys()
    ]
    return tuple(sorted(checks, key=lambda check: (check.model, natural(check.task), check.source)))


def _check(figure: GroupFigure, run: _Run) -> HeadlineCheck:
    """Compare one figure."""
    seen = [run.logs[task].values for task in figure.tasks]
    seen = [values[~np.isnan(values)] for values in seen]
    means = list(_means([values for values in seen if values.size]))
    near = min(means, key=lambda mean: abs(mean - figure.value), default=math.nan)
    return HeadlineCheck(
        log=run.logs[figure.tasks[0]].source,
        source=figure.source,
        model=run.model,
        task=figure.group,
        stated=figure.value,
        recomputed=near,
        agrees=agree(near, figure.value, 1.0),
    )


def _means(seen: Sequence[np.ndarray]) -> Iterator[float]:
    """Yield the mean over answers, and that over tasks."""
    if seen:
        yield float(np.concatenate(seen).mean())
        yield float(np.mean([values.mean() for values in seen]))
