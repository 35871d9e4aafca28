"""Joining logs, and boards, into one board, with an account of what was done to each."""

from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

from parallaxis._checks import choice
from parallaxis.alignment.admission import Admitted, admitted, by_task, without_rows
from parallaxis.alignment.aligned import Aligned
from parallaxis.alignment.assembly import Rows, assembled, rows_of, sources_of_rows
from parallaxis.alignment.board_joining import OnRegister, joined
from parallaxis.alignment.board_names import NamesJoin
from parallaxis.alignment.board_values import Conflicts
from parallaxis.alignment.generated import generated_names
from parallaxis.alignment.group_figures import group_checks
from parallaxis.alignment.headlines import headline_cautions
from parallaxis.alignment.identical_answers import identical_answers
from parallaxis.alignment.identity import Join
from parallaxis.alignment.natural_order import natural
from parallaxis.alignment.near_names import near_names, shared_questions
from parallaxis.alignment.notes import gathered, with_notes
from parallaxis.alignment.outcomes import Errors, none_failed, outcomes
from parallaxis.alignment.register_of_logs import register_of_logs
from parallaxis.alignment.run_choice import Runs
from parallaxis.alignment.task_joining import TaskJoined, joined_task
from parallaxis.alignment.unlinked import unlinked
from parallaxis.errors import InputError
from parallaxis.intake_report import IntakeReport, RegisterCheck
from parallaxis.logs import Log
from parallaxis.matrix import ScoreMatrix

__all__ = ["Aligned", "IntakeReport", "align", "generated_names", "join_boards"]


def align(
    logs: Sequence[Log],
    *,
    errors: Errors = "harness",
    runs: Runs = "newest",
    join: Join = "auto",
) -> Aligned:
    """Which model answered which question how, when several logs are put on one board?

    Parameters
    ----------
    logs : sequence of Log
        In any order; of one task or of several, of one harness or of several.
    errors : {"harness", "missing", "wrong", "refuse"}, default "harness"
        What answers count as that were not properly scored: as the harness's own headline counts
        them; all missing; all 0 but those never run; or none allowed. They are counted by kind.
    runs : {"newest", "all"}, default "newest"
        Which logs of one model and task are used, of those that have as many items as its largest:
        the newest, or all, as repetitions. Repetitions within a log are always kept.
    join : {"auto", "id", "text"}, default "auto"
        What makes rows of two logs one question: identifiers where nothing speaks against them,
        else texts; or what is asked for.

    Returns
    -------
    Aligned
        The board, with a row for each model and run (``model#1``, ``model#2``, ... and the
        metadata column ``run`` where a model has several), items in natural order, and NaN for
        what is not scored; and the intake report.

    Raises
    ------
    InputError
        Two files cannot be joined, hold different scores of one task, or a score is impossible;
        the message names files, what is missing and the remedy.
    MissingDataError
        No log has rows.

    Notes
    -----
    Nothing depends on the order of logs or of rows. Runs are never put together from parts, and
    what a truncated run lacks is left missing.

    Examples
    --------
    >>> import numpy as np
    >>> one = dict(format="x", task="t", run="", score="acc", scores=("acc",), items=("p", "q"),
    ...            texts=("", ""), targets=("", ""), prompts=("", ""), repeats=(0, 0),
    ...            kinds=("scored", "scored"))
    >>> a = Log(source="a.jsonl", model="a", values=np.array([1.0, 0.0]), **one)
    >>> b = Log(source="b.jsonl", model="b", values=np.array([1.0, 1.0]), **one)
    >>> align([b, a]).board.values.tolist()
    [[1.0, 0.0], [1.0, 1.0]]
    """
    choice("errors", errors, get_args(Errors))
    choice("runs", runs, get_args(Runs))
    choice("join", join, get_args(Join))
    given = admitted(logs)
    tasks = [
        joined_task(task, of_task, errors=errors, runs=runs, join=join)
        for task, of_task in by_task(given.full).items()
    ]
    parts = [task.part for task in tasks]
    if errors == "refuse":
        none_failed([one for part in parts for one in part.logs])
    rows = rows_of(parts)
    register = register_of_logs(tasks, rows)
    of_groups = group_checks(given.full)
    notes = gathered(
        [
            *headline_cautions(of_groups),
            *(note for log in given.empty for note in log.notes),
            *(caution for task in tasks for caution in task.cautions),
            *register.cautions,
            *unlinked(parts),
            *near_names(tuple(rows.first)),
            *shared_questions(parts),
        ]
    )
    board = assembled(parts, rows, notes)
    copies = identical_answers(board.values, rows.models, sources_of_rows(parts, rows))
    board = with_notes(board, gathered(copies))
    report = _report(given, tasks, register.checks, board, rows)
    return Aligned(board, replace(report, headlines=(*report.headlines, *of_groups)))


def join_boards(
    boards: Sequence[ScoreMatrix],
    names: Sequence[str],
    *,
    join: NamesJoin = "auto",
    conflicts: Conflicts = "refuse",
    register: OnRegister = "refuse",
) -> Aligned:
    """What do several boards say together, where they share models or items?

    Parameters
    ----------
    boards : sequence of ScoreMatrix
        In any order; each shares models or items with another by name.
    names : sequence of str
        Of the boards, such as their files; unique.
    join : {"auto", "id"}, default "auto"
        Whether names that only count rows or columns (:func:`generated_names`) are refused, or
        taken at their word.
    conflicts : {"refuse", "first"}, default "refuse"
        What to do with two scores of one model on one item that differ: refuse, or keep the first
        board's in the order given. Columns that were graded anew are named.
    register : {"refuse", "caution"}, default "refuse"
        What to do where the means of shared models (or items) hardly correlate between two
        boards, as they do where names do not mean the same in both.

    Returns
    -------
    Aligned
        The board of all models and all items in natural order, NaN where no board has a score, and
        the intake report.

    Raises
    ------
    InputError
        Boards that nothing links, that share generated names, that are out of register, that
        contradict each other, or that have other units for the same items; both are named.

    Examples
    --------
    >>> one = ScoreMatrix.from_array([[1, 0], [0, 1]], models=["a", "b"], items=["x", "y"])
    >>> two = ScoreMatrix.from_array([[1, 1]], models=["c"], items=["y", "x"])
    >>> found = join_boards([one, two], ["one.csv", "two.csv"])
    >>> found.board.models, found.board.items, found.board.n_missing
    (('a', 'b', 'c'), ('x', 'y'), 0)
    """
    choice("join", join, get_args(NamesJoin))
    choice("conflicts", conflicts, get_args(Conflicts))
    choice("register", register, get_args(OnRegister))
    if len(boards) != len(names) or len(set(names)) != len(names) or not boards:
        raise InputError(
            f"{len(names)} names ({len(set(names))} different) for {len(boards)} boards; give each "
            "board a name of its own."
        )
    given = list(zip(names, boards, strict=True))
    return joined(given, join=join, conflicts=conflicts, register=register)


def _report(
    given: Admitted,
    tasks: Sequence[TaskJoined],
    checks: Sequence[RegisterCheck],
    board: ScoreMatrix,
    rows: Rows,
) -> IntakeReport:
    """Account for every log."""
    logs = (*given.full, *given.empty)
    return IntakeReport(
        sources=tuple(sorted({log.source for log in logs}, key=natural)),
        formats=tuple(sorted({log.format for log in logs})),
        n_models=len(rows.first),
        n_rows=board.n_models,
        n_items=board.n_items,
        n_missing=board.n_missing,
        tasks=tuple(task.account for task in tasks),
        outcomes=outcomes([one for task in tasks for one in task.part.logs]),
        set_aside=(
            *map(without_rows, given.empty),
            *(one for task in tasks for one in task.set_aside),
        ),
        headlines=tuple(check for task in tasks for check in task.headlines),
        register=tuple(checks),
        cautions=board.provenance.notes,
    )
