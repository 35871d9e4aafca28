"""A file to a board."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import BinaryIO

import pyarrow as pa

from parallaxis.alignment.identity import Join
from parallaxis.alignment.outcomes import Errors
from parallaxis.alignment.run_choice import Runs
from parallaxis.cautions import Caution
from parallaxis.errors import FormatError, InputError, MissingDataError, ParallaxisError
from parallaxis.io.folder_walk import Walk
from parallaxis.io.folders import find_tables
from parallaxis.io.harness.hub_details import hub_folder, is_hub_details
from parallaxis.io.joining import (
    LogReading,
    board_of_logs,
    board_of_model_tables,
    board_of_tables,
)
from parallaxis.io.log_folders import find_logs
from parallaxis.io.lone_logs import is_path, refuse_log
from parallaxis.io.model_tables import tables_of_models
from parallaxis.io.opening import opened, source_name
from parallaxis.io.published_figures import differing_figures
from parallaxis.io.registry import read_table
from parallaxis.io.side_files import described, partial_families
from parallaxis.matrix import ScoreMatrix
from parallaxis.provenance import Provenance
from parallaxis.tables import tidy
from parallaxis.tables.frames import Duplicates, FrameParts, Layout, read_frame
from parallaxis.tables.pivot import Roles
from parallaxis.tables.scale import Bounds, Scale


@dataclass(frozen=True, slots=True)
class _Reading:
    """How the caller wants a table read."""

    layout: Layout = "auto"
    model_column: str | None = None
    item_column: str | None = None
    score_column: str | None = None
    metadata_columns: Sequence[str] = ()
    duplicates: Duplicates = "error"
    transpose: bool = False

    @property
    def columns_given(self) -> bool:
        """Whether the caller said which column is what."""
        named = (self.model_column, self.item_column, self.score_column)
        return any(named) or bool(self.metadata_columns) or self.transpose

    @property
    def asked(self) -> tuple[str, ...]:
        """Names of what was asked for and only tables can give."""
        plain = _Reading()
        names = (field.name for field in fields(self))
        return tuple(name for name in names if getattr(self, name) != getattr(plain, name))

    @property
    def roles(self) -> Roles:
        """The columns that the caller named."""
        return Roles(self.model_column, self.item_column, self.score_column)

    @property
    def may_be_of_one_model(self) -> bool:
        """Whether nothing that was asked for needs tables of several models."""
        of_several = (self.transpose, self.metadata_columns, self.duplicates != "error")
        return self.layout != "wide" and not any(of_several)

    def of(self, table: pa.Table) -> FrameParts:
        """Read a table that way."""
        return read_frame(
            table,
            layout=self.layout,
            model_column=self.model_column,
            item_column=self.item_column,
            score_column=self.score_column,
            metadata_columns=self.metadata_columns,
            duplicates=self.duplicates,
            transpose=self.transpose,
        )


def load(
    source: str | Path | BinaryIO,
    *,
    layout: Layout = "auto",
    model_column: str | None = None,
    item_column: str | None = None,
    score_column: str | None = None,
    metadata_columns: Sequence[str] = (),
    duplicates: Duplicates = "error",
    transpose: bool = False,
    lower_is_better: bool = False,
    scale: Scale | None = None,
    bounds: Bounds = None,
    score: str | None = None,
    tasks: Sequence[str] | str = (),
    errors: Errors = "harness",
    runs: Runs = "newest",
    join: Join = "auto",
    keep_going: bool = False,
    progress: Callable[[int], None] | None = None,
) -> ScoreMatrix:
    r"""Which models scored what on which items, according to a file or a folder?

    A table is recognised by content, not by name: CSV, TSV or semicolons, Parquet, Arrow IPC
    and Feather, JSON lines or a JSON array; plain, gzip or Zstandard. Beside ``board.csv.gz``,
    metadata is picked up from ``board.items.csv`` and ``board.models.csv``. A log of a harness, or
    a folder of them as the harness left it, is joined to one board; so are the tables of a folder
    without logs that share models or items. What became of every file stands in
    ``board.provenance.report``.

    Parameters
    ----------
    source : str, Path or binary file object
        A file; a folder; ``"-"`` for a table on standard input; or the name of a dataset of details
        of the Open LLM Leaderboard, which is downloaded (needs the extra ``hub``).
    layout : {"auto", "wide", "long"}, default "auto"
        Wide: a row per model, a column per item. Long: a row per model and item. By default long
        where headers name a model, an item and a score.
    model_column, item_column, score_column : str, optional
        Headers, where they are not the usual ones.
    metadata_columns : sequence of str, or str, optional
        Columns of a wide table that describe its rows and are no items.
    duplicates : {"error", "mean", "first", "last"}, default "error"
        What to do with a (model, item) pair that occurs more than once.
    transpose : bool, default False
        True if the rows of a wide table are items.
    lower_is_better : bool, default False
        True if lower scores are better on all items: recorded as item metadata
        ``higher_is_better``; the scores stay as they are (see ``ScoreMatrix.oriented``).
    scale : {"binary", "bounded", "real"}, optional
        Decided from the scores by default; 0/100 is read as wrong and right too, and noted.
    bounds : (float, float), optional
        Lowest and highest possible score.
    score : str, optional
        Of logs: the score to read, where a file holds several; the format's default without.
    tasks : sequence of str, or str, optional
        Of logs: names or patterns of the tasks to keep; all without.
    errors : {"harness", "missing", "wrong", "refuse"}, default "harness"
        Of logs: what answers count as that were not properly scored: as in the harness's own
        headline; all missing; all 0 but those never run; or none allowed.
    runs : {"newest", "all"}, default "newest"
        Of logs: of several complete runs of one model, the newest, or all as repetitions.
    join : {"auto", "id", "text"}, default "auto"
        What makes rows of two files one item: names where nothing speaks against them, else texts.
    keep_going : bool, default False
        Of logs: skip a broken file, and say so, instead of stopping at it.
    progress : callable, optional
        Told of each log that was read.

    Returns
    -------
    ScoreMatrix
        A cell that is blank or spelled missing is NaN. A file of ``ScoreMatrix.to_parquet`` comes
        back unchanged.

    Raises
    ------
    InputError
        Of one line that begins with the file's name and gives place and remedy: a file that is
        not there, not readable or too large (FormatError, MissingDataError), a cell that is not a
        score (FormatError), names or pairs that repeat (DuplicateError).

    Examples
    --------
    >>> import io
    >>> board = load(io.BytesIO(b"model,q1,q2\na,1,0\nb,1,\n"))
    >>> board.models, board.n_missing, board.provenance.format
    (('a', 'b'), 1, 'csv, wide')
    """
    reading = _Reading(
        layout,
        model_column,
        item_column,
        score_column,
        metadata_columns if isinstance(metadata_columns, str) else tuple(metadata_columns),
        duplicates,
        transpose,
    )
    patterns = (tasks,) if isinstance(tasks, str) else tuple(tasks)
    logs = LogReading(score, patterns, errors, runs, join, keep_going)
    name = source_name(source)
    try:
        file = _checked(source)
        board = _board(file, reading, logs, (scale, bounds), progress)
    except ParallaxisError as error:
        raise type(error)(_one_line(name, error)) from error
    except (pa.ArrowException, MemoryError, RecursionError, UnicodeError) as error:
        raise FormatError(_one_line(name, f"cannot be read ({error}).")) from error
    return _lower_is_better(board) if lower_is_better else board


def _checked(source: str | Path | BinaryIO) -> str | Path | BinaryIO:
    """Return the source; refuse what is neither path nor file."""
    if isinstance(source, str | Path):
        if not str(source).strip():
            raise InputError("is empty; name a file, a folder, or - for standard input.")
        if "://" in str(source):
            raise InputError("is an address; download the file and pass its path.")
        if not Path(source).exists() and is_hub_details(str(source)):
            return hub_folder(str(source))
        return source
    if getattr(source, "closed", False):
        raise InputError("the file is closed; open it again.")
    if not hasattr(source, "read"):
        raise InputError(
            f"a {type(source).__name__} is no path and no file; pass frames to "
            "ScoreMatrix.from_frame and arrays to ScoreMatrix.from_array."
        )
    return source


def _board(
    source: str | Path | BinaryIO,
    reading: _Reading,
    logs: LogReading,
    scaled: tuple[Scale | None, Bounds],
    progress: Callable[[int], None] | None,
) -> ScoreMatrix:
    """Read logs where there are some, else a table, or the tables of a folder."""
    path = Path(str(source)) if is_path(source) else None
    found = find_logs(path) if path is not None and path.exists() else None
    if found is not None and found.files:
        if reading.asked:
            options = ", ".join(reading.asked)
            raise InputError(
                f"holds logs of {found.harnesses}, and {options} can only be asked of tables; "
                "leave it out."
            )
        return _rescaled(board_of_logs(found, logs, progress), *scaled)
    if path is None or found is None or not path.is_dir():
        _refuse_asked(logs)
        return _loaded(source, reading, *scaled)
    return _tables(path, found.walk, reading, logs, scaled)


def _tables(
    path: Path,
    walk: Walk,
    reading: _Reading,
    logs: LogReading,
    scaled: tuple[Scale | None, Bounds],
) -> ScoreMatrix:
    """Read the tables of a folder: of one model each, or boards."""
    try:
        tables = find_tables(walk)
    except MissingDataError as error:
        text = "holds no log of a known harness (`parallaxis formats` lists them), and"
        raise MissingDataError(f"{text} {error}") from error
    if reading.may_be_of_one_model and logs.score is None:
        models = tables_of_models(tables, reading.roles, keep_going=logs.keep_going)
        if models is not None:
            return _rescaled(board_of_model_tables(models, tables, logs), *scaled)
    _refuse_asked(logs)
    return board_of_tables(tables, lambda one: _named(one, path, reading, *scaled), logs.join)


def _refuse_asked(logs: LogReading) -> None:
    """Refuse what can only be asked of logs."""
    if logs.asked:
        raise InputError(
            f"no log of a known harness is in it, and {', '.join(logs.asked)} can only be asked "
            "of logs; see `parallaxis formats`."
        )


def _named(
    path: Path, root: Path, reading: _Reading, scale: Scale | None, bounds: Bounds
) -> ScoreMatrix:
    """Read one table of a folder; errors and sources name it by its path within."""
    name = path.relative_to(root).as_posix()
    try:
        return _loaded(path, reading, scale, bounds, name.removesuffix(path.name))
    except ParallaxisError as error:
        raise type(error)(_one_line(name, str(error).removeprefix(f"{path.name}: "))) from error


def _loaded(
    file: str | Path | BinaryIO,
    reading: _Reading,
    scale: Scale | None,
    bounds: Bounds,
    within: str = "",
) -> ScoreMatrix:
    """Read one file into a board, with its side files; `within` is put before their names."""
    with opened(file) as found:
        refuse_log(file, found)
        read = read_table(found)
    if tidy.is_tidy(read.table.schema):
        return _restored(read.table, reading, scale, bounds)
    parts = reading.of(read.table)
    packing = f" ({found.compression})" if found.compression else ""
    origin = Provenance((found.name,), f"{read.format}{packing}, {parts.layout}", parts.notes)
    del read  # its cells are text, and as large as the scores
    path = Path(str(file)) if is_path(file) else None
    board = _with_side_files(parts, path, origin, scale, bounds)
    sources = tuple(f"{within}{name}" for name in board.provenance.sources)
    return replace(board, provenance=replace(board.provenance, sources=sources))


def _with_side_files(
    parts: FrameParts, path: Path | None, origin: Provenance, scale: Scale | None, bounds: Bounds
) -> ScoreMatrix:
    """Make a board of what a table says and of what its side files add."""
    of_models = described(path, "model", parts.models, parts.model_metadata)
    of_items = described(path, "item", parts.items, parts.item_metadata)
    return ScoreMatrix.from_array(
        parts.values,
        models=parts.models,
        items=parts.items,
        scale=scale,
        bounds=bounds,
        model_metadata=of_models.table,
        item_metadata=of_items.table,
        provenance=replace(
            origin,
            sources=(*origin.sources, *of_items.sources, *of_models.sources),
            notes=(
                *origin.notes,
                *of_items.notes,
                *of_models.notes,
                *partial_families(of_models.table),
                *differing_figures(parts.values, of_models.table),
            ),
        ),
    )


def _restored(
    table: pa.Table, reading: _Reading, scale: Scale | None, bounds: Bounds
) -> ScoreMatrix:
    """Return the board that ``ScoreMatrix.to_parquet`` wrote; only its scale can be overruled."""
    if reading.columns_given:
        raise InputError(
            "was written by ScoreMatrix.to_parquet and is read as it is; leave out transpose and "
            "the names of columns."
        )
    try:
        board = ScoreMatrix.from_table(table)
    except (LookupError, TypeError, ValueError, OSError, pa.ArrowException) as error:
        if isinstance(error, ParallaxisError):
            raise
        what = f"{type(error).__name__} {error}"
        raise FormatError(f"carries a damaged description of a board ({what}).") from error
    return _rescaled(board, scale, bounds)


def _rescaled(board: ScoreMatrix, scale: Scale | None, bounds: Bounds) -> ScoreMatrix:
    """Return the board, on the scale that the caller names."""
    if scale is None and bounds is None:
        return board
    return ScoreMatrix.from_array(
        board.values,
        models=board.models,
        items=board.items,
        scale=scale,
        bounds=bounds,
        model_metadata=board.model_metadata,
        item_metadata=board.item_metadata,
        provenance=board.provenance,
    )


def _lower_is_better(board: ScoreMatrix) -> ScoreMatrix:
    """Record that a lower score is better on every item; the scores stay as they are."""
    flags = [False] * board.n_items
    table = tidy.with_column(board.item_metadata, "higher_is_better", flags)
    note = Caution("lower_is_better", f"All {board.n_items} items were declared lower-is-better.")
    notes = (*board.provenance.notes, note)
    return replace(board, item_metadata=table, provenance=replace(board.provenance, notes=notes))


def _one_line(name: str, error: object) -> str:
    """Return an error's text as one line that begins with the file's name."""
    text = str(error)
    return " ".join((text if text.startswith(f"{name}: ") else f"{name}: {text}").split())
