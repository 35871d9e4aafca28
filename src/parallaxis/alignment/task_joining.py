"""One task: which of its logs stand on the board, and where their rows belong."""

from collections.abc import Sequence
from dataclasses import dataclass

from parallaxis.alignment.admission import of_one_score
from parallaxis.alignment.assembly import TaskPart
from parallaxis.alignment.complements import with_complements
from parallaxis.alignment.contradictions import contradictions
from parallaxis.alignment.headlines import headline_cautions, headline_checks
from parallaxis.alignment.identity import Identified, Join, identified
from parallaxis.alignment.outcomes import Errors, with_policy
from parallaxis.alignment.placed import Placed, placed
from parallaxis.alignment.repeated_rows import one_row_each
from parallaxis.alignment.run_choice import Runs, chosen_runs
from parallaxis.alignment.truncation import alone_cautions, truncated
from parallaxis.alignment.units import unit_cautions
from parallaxis.alignment.versions import version_cautions
from parallaxis.cautions import Caution
from parallaxis.intake_report import HeadlineCheck, JoinedTask, SetAside
from parallaxis.logs import Log


@dataclass(frozen=True, eq=False, slots=True)
class TaskJoined:
    """One task that was joined, and what there is to say of it.

    Attributes
    ----------
    part : TaskPart
    unverified : bool
        Whether several files were joined on names alone.
    account : JoinedTask
    set_aside : tuple of SetAside
    headlines : tuple of HeadlineCheck
    cautions : tuple of Caution
    """

    part: TaskPart
    unverified: bool
    account: JoinedTask
    set_aside: tuple[SetAside, ...]
    headlines: tuple[HeadlineCheck, ...]
    cautions: tuple[Caution, ...]


def joined_task(
    task: str, logs: Sequence[Log], *, errors: Errors, runs: Runs, join: Join
) -> TaskJoined:
    """Choose runs, identify items, and settle what failed answers count as."""
    one_score, of_scores = of_one_score(task, logs)
    whole, of_passes = with_complements(task, one_score)
    choice = chosen_runs(task, whole, runs, by_id=join == "id")
    kept = [log for group in choice.kept for log in group]
    found = identified(task, kept, join)
    rows, of_rows = one_row_each(task, placed(choice.kept, found))
    stated = _headlines(whole, kept, rows)
    on_trust = found.unverified and join == "auto"
    part = TaskPart(task, found.names, tuple(with_policy(rows, errors)))
    cautions = (
        *(note for log in kept for note in log.notes),
        *(*of_scores, *of_passes, *choice.cautions, *found.cautions, *of_rows),
        *unit_cautions(task, kept),
        *version_cautions(task, kept),
        *alone_cautions(task, rows),
        *contradictions(task, found.names.ids, rows, unverified=on_trust),
        *truncated(task, rows),
        *headline_cautions(stated),
    )
    account = _account(task, kept, found)
    return TaskJoined(part, found.unverified, account, tuple(choice.set_aside), stated, cautions)


def _headlines(
    logs: Sequence[Log], kept: Sequence[Log], rows: Sequence[Placed]
) -> tuple[HeadlineCheck, ...]:
    """Check the figures of all logs, from the rows that are kept where a log is."""
    on_board = {id(log) for log in kept}
    left = [log for log in logs if id(log) not in on_board]
    checks = headline_checks([*(one.log for one in rows), *left])
    return tuple(sorted(checks, key=lambda check: (check.model, check.log)))


def _account(task: str, kept: Sequence[Log], found: Identified) -> JoinedTask:
    """Say what was joined by what."""
    return JoinedTask(
        task=task,
        score=", ".join(sorted({log.score for log in kept})),
        n_models=len({log.model for log in kept}),
        n_items=len(found.names.ids),
        joined_by=found.joined_by,
    )
