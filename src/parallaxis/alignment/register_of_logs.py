"""The register check on logs: between the files of one task, and between tasks."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from parallaxis.alignment.assembly import Rows, block, sources_of_rows
from parallaxis.alignment.natural_order import named_task
from parallaxis.alignment.register import Array, mean_of_scored, register_check, surely_negative
from parallaxis.alignment.register_of_sources import checks_of_rows, judged
from parallaxis.alignment.task_joining import TaskJoined
from parallaxis.cautions import Caution
from parallaxis.intake_report import RegisterCheck

REMEDY = "leave one of them out, or have the harness log the questions"


class Register(NamedTuple):
    """The checks of a join, and what is said of them."""

    checks: list[RegisterCheck]
    cautions: list[Caution]


def register_of_logs(tasks: Sequence[TaskJoined], rows: Rows) -> Register:
    """Do files that were joined, and the tasks of one board, fit together in their numbers?

    Files that were joined on names alone are judged like boards. Where texts say that the questions
    are the same, and between tasks, which may measure unlike things, only a correlation that is
    surely negative is said; of the files that texts join only these checks are kept.

    Raises
    ------
    InputError
        Files that were joined on names alone are grossly out of register.
    """
    blocks = [block(task.part, rows) for task in tasks]
    found = Register([], [])
    for task, values in zip(tasks, blocks, strict=True):
        checks = checks_of_rows(values, sources_of_rows([task.part], rows), rows.models)
        if task.unverified:
            found.checks.extend(checks)
            found.cautions.extend(judged(checks, REMEDY))
        else:
            against = [check for check in checks if surely_negative(check)]
            found.checks.extend(against)
            found.cautions.extend(judged(against, REMEDY, refuse=False))
    between = _between_tasks(tasks, blocks)
    found.checks.extend(between)
    found.cautions.extend(_of_tasks(check) for check in between if surely_negative(check))
    return found


def _between_tasks(tasks: Sequence[TaskJoined], blocks: Sequence[Array]) -> list[RegisterCheck]:
    """Hold the models' means of each task against their means over the other tasks' means."""
    if len(blocks) < 2:
        return []
    means = np.stack([mean_of_scored(values, 1) for values in blocks])
    names = [task.account.task for task in tasks]
    checks = []
    for place, values in enumerate(blocks if len(blocks) > 2 else blocks[:1]):
        others = np.delete(means, place, axis=0)
        other = f"{len(others)} other tasks" if len(others) > 1 else names[1 - place]
        pair = (means[place], mean_of_scored(others, 0))
        width = min(values.shape[1], sum(one.shape[1] for one in blocks) - values.shape[1])
        checks.append(register_check(names[place], other, "models", pair, width=width))
    return checks


def _of_tasks(check: RegisterCheck) -> Caution:
    """Say that models that do well on one task do badly on the others."""
    text = (
        f"Models that do well on {named_task(check.first)} do badly on {check.second} (correlation "
        f"of {check.n:,} means {check.correlation:.2f}, 95 % bound {check.upper:.2f}); see that "
        "names mean the same models in both."
    )
    return Caution("tasks_against", text)
