"""A folder of tables of which each holds the answers of one model and is named after it."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from parallaxis.cautions import Caution
from parallaxis.errors import InputError, ParallaxisError
from parallaxis.io import delimited, ndjson
from parallaxis.io.file_labels import Label, labels_of
from parallaxis.io.folder_walk import listed
from parallaxis.io.folders import FoundTables
from parallaxis.io.log_folders import skipped
from parallaxis.io.model_columns import ModelColumns, model_columns, rows_of_model
from parallaxis.io.opening import Opened, opened
from parallaxis.io.reading import TableRead
from parallaxis.io.registry import read_table
from parallaxis.logs import Log, Rows
from parallaxis.tables.any_frame import arrow_table
from parallaxis.tables.pivot import Roles, find_roles

FORMAT = "tables of one model"
SCORE = "score"  # what scores are called that have several names
LEAST_SHARE = 0.5  # of the tables of a folder that are of one model, if it is read as such


@dataclass(frozen=True, slots=True)
class _Read:
    """What one table holds."""

    name: str
    columns: ModelColumns
    rows: Rows
    metadata: dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class ModelTables:
    """The tables of one model each of a folder.

    Attributes
    ----------
    logs : list of Log
    others : tuple of str
        Names of the tables beside them that were not read.
    broken : tuple of (str, str)
        Names of those that cannot be read, and why.
    """

    logs: list[Log]
    others: tuple[str, ...]
    broken: tuple[tuple[str, str], ...]

    def notes(self) -> tuple[Caution, ...]:
        """Say which tables were left alone."""
        said = skipped(self.broken, len(self.logs) + len(self.broken))
        if not self.others:
            return said
        text = (
            f"{len(self.others):,} tables beside those of one model each have no columns of items "
            f"and scores and were not read: {listed(self.others)}; give such a table separately."
        )
        return (Caution("other_tables", text), *said)


def tables_of_models(
    found: FoundTables, given: Roles, *, keep_going: bool = False
) -> ModelTables | None:
    """Return the answers of each model, where the tables of a folder do not name models.

    Parameters
    ----------
    found : FoundTables
    given : Roles
        Headers, where they are not the usual ones.
    keep_going : bool
        Skip a broken table instead of stopping at it.

    Returns
    -------
    ModelTables or None
        None where these are no such tables: half of them or more have other columns, or no two
        share an item.

    Raises
    ------
    InputError
        A file that cannot be read, or a cell that is no score, by file and row; a table beside
        them that does name models; files and folders that do not say which of them are named
        after models.
    """
    names = {path: found.walk.name(path) for path in found.files}
    if sum(_begins_as_one(path, given) for path in names) <= LEAST_SHARE * len(names):
        return None
    read: list[_Read] = []
    others, broken = [], []
    for path, name in names.items():
        try:
            table = _read(path, name, given)
        except ParallaxisError as error:
            if not keep_going:
                raise
            broken.append((name, str(error)))
        else:
            read += [table] if table else []
            others += [] if table else [name]
    columns = {one.name: one.rows.columns() for one in read}
    items = {name: frozenset(column["items"]) for name, column in columns.items()}
    texts = {name: frozenset(column["texts"]) for name, column in columns.items()}
    if not any(_share(list(asked.values())) for asked in (items, texts)):
        return None
    known = {} if any("" in text for text in texts.values()) else texts
    labels = labels_of(known, items)
    return ModelTables(_logs(read, labels), tuple(others), tuple(broken))


def _logs(read: Sequence[_Read], labels: dict[str, Label]) -> list[Log]:
    """Put the logs of the models together."""
    scores = {one.columns.score for one in read}
    score = scores.pop() if len(scores) == 1 else SCORE
    note = _said(labels, [one.columns.score for one in read])
    return [_log(one, labels[one.name], score, note) for one in read]


def _begins_as_one(path: Path, given: Roles) -> bool:
    """Say by its headers whether a table is of one model; what cannot be read is none."""
    try:
        with opened(path) as source:
            table = _headed(source)
        return model_columns(arrow_table(table).column_names, given) is not None
    except ParallaxisError:
        return False


def _headed(source: Opened) -> pa.Table:
    """Return a table with the headers of a source: its first line where that says them."""
    head = source.head
    lines = delimited.recognise(head) and not head.lstrip().startswith(b"[")
    if not lines:
        return _any_table(source).table
    with opened(io.BytesIO(head.lstrip().partition(b"\n")[0] + b"\n")) as first:
        return _any_table(first).table


def _any_table(source: Opened) -> TableRead:
    """Read a table; values of JSON that are lists or objects become text."""
    return ndjson.read_nested(source) if ndjson.recognise(source.head) else read_table(source)


def _read(path: Path, name: str, given: Roles) -> _Read | None:
    """Read the table of one model; None where it is none."""
    try:
        with opened(path) as source:
            read = _any_table(source)
        table = arrow_table(read.table)
        columns = model_columns(table.column_names, given)
        if columns is None:
            _refuse_models(table.column_names, given)
            return None
        rows, metadata = rows_of_model(table, columns)
    except ParallaxisError as error:
        raise type(error)(f"{name}: {error}") from error
    return _Read(name, columns, rows, metadata)


def _refuse_models(headers: Sequence[str], given: Roles) -> None:
    """Refuse a long table that names models, among tables that do not."""
    roles = find_roles(headers, given)
    if roles.complete:
        raise InputError(
            f"names its models in the column {roles.model!r}, and most tables beside it name none; "
            "give all of them such a column, or none."
        )


def _share(items: Sequence[frozenset[str]]) -> bool:
    """Say whether two tables have an item in common."""
    met: set[str] = set()
    for one in items:
        if one & met:
            return True
        met |= one - {""}
    return False


def _log(read: _Read, label: Label, score: str, note: Caution) -> Log:
    """Put the log of a model together."""
    return Log(
        source=read.name,
        format=FORMAT,
        model=label.model,
        task=label.task,
        run=label.run,
        score=score,
        scores=(score,),
        item_metadata=read.metadata,
        notes=(note,),
        **read.rows.columns(),
    )


def _said(labels: dict[str, Label], scores: Sequence[str]) -> Caution:
    """Say where the names of models were taken from, and the scores where columns differ."""
    name, label = next(iter(labels.items()))
    text = (
        f"The {len(labels):,} tables name no model: each was read as the answers of the model that "
        f"its file or folder is named after, such as {label.model!r} for {name}."
    )
    if len(set(scores)) > 1:
        named = " and ".join(map(repr, sorted(set(scores))))
        text += f" Their scores stand in columns of several names: {named}."
    return Caution("model_from_file", text)
