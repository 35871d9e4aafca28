"""Several files to one board: logs of harnesses, or tables that share models or items."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from parallaxis.align import align, join_boards
from parallaxis.alignment.identity import Join
from parallaxis.alignment.outcomes import Errors
from parallaxis.alignment.run_choice import Runs
from parallaxis.cautions import Caution
from parallaxis.errors import FormatError, InputError
from parallaxis.intake_report import IntakeReport, JoinedTask, SetAside
from parallaxis.io.folders import FoundTables
from parallaxis.io.log_folders import ChosenTasks, FoundLogs, read_logs
from parallaxis.io.model_tables import ModelTables
from parallaxis.matrix import ScoreMatrix

_COLUMNS = (
    ", or if each holds one model, say which columns hold items and scores with item_column and "
    "score_column (--item-column, --score-column)"
)
MOST_TABLES = 200  # of a folder, that are tried together


@dataclass(frozen=True, slots=True)
class LogReading:
    """How the caller wants logs read and joined; as in ``load``."""

    score: str | None = None
    tasks: tuple[str, ...] = ()
    errors: Errors = "harness"
    runs: Runs = "newest"
    join: Join = "auto"
    keep_going: bool = False

    @property
    def asked(self) -> tuple[str, ...]:
        """Names of what was asked for and only logs can give."""
        plain = LogReading()
        names = ("score", "tasks", "errors", "runs", "keep_going")
        return tuple(name for name in names if getattr(self, name) != getattr(plain, name))


def board_of_logs(
    found: FoundLogs, reading: LogReading, progress: Callable[[int], None] | None = None
) -> ScoreMatrix:
    """Read logs and join them to one board, which carries the account of it."""
    logs, notes, broken = read_logs(
        found,
        score=reading.score,
        tasks=reading.tasks,
        keep_going=reading.keep_going,
        progress=progress,
    )
    joined = align(logs, errors=reading.errors, runs=reading.runs, join=reading.join)
    aside = (*joined.report.set_aside, *_refused(broken))
    report = replace(joined.report, set_aside=aside, unread=(*found.others, *found.walk.unread))
    return _with_report(joined.board, report, notes)


def board_of_tables(
    found: FoundTables, one: Callable[[Path], ScoreMatrix], join: Join
) -> ScoreMatrix:
    """Read the tables of a folder and join them by the names they share.

    Parameters
    ----------
    found : FoundTables
    one : callable
        Reads one of them.
    join : {"auto", "id", "text"}

    Raises
    ------
    InputError
        They cannot be joined; the message ends with the way out.
    """
    names = [found.walk.name(path) for path in found.files]
    if len(names) == 1:
        board = one(found.files[0])
        return _with_report(board, _alone(board, names[0], found), found.notes())
    if len(names) > MOST_TABLES:
        raise InputError(f"holds {len(names)} tables, more than are joined; name one of them.")
    if join == "text":
        raise InputError("join is 'text', and tables hold no texts; join them by their names.")
    boards = [_one_of_several(one, path, len(names)) for path in found.files]
    try:
        joined = join_boards(boards, names, join=join)
    except InputError as error:
        way_out = f"Or name one of the {len(names)} tables{_or_columns(boards)}."
        raise type(error)(f"{error} {way_out}") from error
    report = replace(joined.report, unread=(*found.others, *found.walk.unread))
    return _with_report(joined.board, report, found.notes())


def _one_of_several(one: Callable[[Path], ScoreMatrix], path: Path, n_tables: int) -> ScoreMatrix:
    """Read one table; where it is none of scores, say how several of a folder come apart."""
    try:
        return one(path)
    except FormatError as error:
        raise FormatError(
            f"{error} If it describes a board beside it, call it <board>.items.csv or "
            f"<board>.models.csv; or name one of the {n_tables} tables{_COLUMNS}."
        ) from error


def board_of_model_tables(
    tables: ModelTables, found: FoundTables, reading: LogReading
) -> ScoreMatrix:
    """Join tables of one model each, and say what else the folder holds."""
    chosen = ChosenTasks(reading.tasks)
    logs = chosen.of(tables.logs)
    chosen.check()
    joined = align(logs, errors=reading.errors, runs=reading.runs, join=reading.join)
    report = replace(
        joined.report,
        set_aside=(*joined.report.set_aside, *_refused(tables.broken)),
        unread=(*tables.others, *found.others, *found.walk.unread),
    )
    return _with_report(joined.board, report, (*tables.notes(), *found.notes()))


def _refused(broken: Iterable[tuple[str, str]]) -> tuple[SetAside, ...]:
    """Account for files that were skipped."""
    return tuple(SetAside(name, "", "", "", "refused", why) for name, why in broken)


def _or_columns(boards: Sequence[ScoreMatrix]) -> str:
    """Say how tables are read that may be of one model each: all have one and the same column."""
    if len({board.items for board in boards}) > 1 or boards[0].n_items > 1:
        return ""
    return _COLUMNS


def _alone(board: ScoreMatrix, name: str, found: FoundTables) -> IntakeReport:
    """Account for the one table of a folder."""
    return IntakeReport(
        sources=(name,),
        formats=(board.provenance.format,),
        n_models=board.n_models,
        n_rows=board.n_models,
        n_items=board.n_items,
        n_missing=board.n_missing,
        tasks=(JoinedTask(name, "", board.n_models, board.n_items, "name"),),
        unread=(*found.others, *found.walk.unread),
        cautions=board.provenance.notes,
    )


def _with_report(
    board: ScoreMatrix, report: IntakeReport, notes: tuple[Caution, ...]
) -> ScoreMatrix:
    """Put the account, and notes on the folder, into the board's origin."""
    notes = (*notes, *board.provenance.notes)
    provenance = replace(board.provenance, notes=notes, report=replace(report, cautions=notes))
    return replace(board, provenance=provenance)
