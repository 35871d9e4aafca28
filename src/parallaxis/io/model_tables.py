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
from parallaxis.io.model_columns import ModelColumns, model_columns, rows_of_model
from parallaxis.io.opening import Opened, opened
from parallaxis.io.reading import TableRead
from parallaxis.io.registry import read_table
from parallaxis.logs import Log, Rows
from parallaxis.tables.any_frame import arrow_table
from parallaxis.tables.pivot import Roles, find_roles

LEAST_SHARE = 0.5  # of the tables of a folder that are of one model, if it is read as such


@dataclass(frozen=True, slots=True)
class _Read:
    """What one table holds."""

    name: str
    format: str
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
    """

    logs: list[Log]
    others: tuple[str, ...]

    def notes(self) -> tuple[Caution, ...]:
        """Say which tables were left alone."""
        if not self.others:
            return ()
        text = (
            f"{len(self.others):,} tables beside those of one model each have no columns of items "
            f"and scores and were not read: {listed(self.others)}; give such a table separately."
        )
        return (Caution("other_tables", text),)


def tables_of_models(found: FoundTables, given: Roles) -> ModelTables | None:
    """Return the answers of each model, where the tables of a folder do not name models.

    Parameters
    ----------
    found : FoundTables
    given : Roles
        Headers, where they are not the usual ones.

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
    tables = {name: _read(path, name, given) for path, name in names.items()}
    read = [table for table in tables.values() if table is not None]
    items = {one.name: frozenset(one.rows.columns()["items"]) for one in read}
    if not _share(list(items.values())):
        return None
    labels = labels_of(items)
    note = _said(labels)
    others = tuple(name for name, table in tables.items() if table is None)
    return ModelTables([_log(one, labels[one.name], note) for one in read], others)


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
    return _Read(name, read.format, columns, rows, metadata)


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
        met |= one
    return False


def _log(read: _Read, label: Label, note: Caution) -> Log:
    """Put the log of a model together."""
    return Log(
        source=read.name,
        format=f"{read.format} of one model",
        model=label.model,
        task=label.task,
        run="",
        score=read.columns.score,
        scores=(read.columns.score,),
        item_metadata=read.metadata,
        notes=(note,),
        **read.rows.columns(),
    )


def _said(labels: dict[str, Label]) -> Caution:
    """Say where the names of models were taken from."""
    name, label = next(iter(labels.items()))
    text = (
        f"The {len(labels):,} tables name no model: each was read as the answers of the model that "
        f"its file or folder is named after, such as {label.model!r} for {name}."
    )
    return Caution("model_from_file", text)
