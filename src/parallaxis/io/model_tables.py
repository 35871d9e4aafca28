"""A folder of tables of which each holds the answers of one model and is named after it."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from parallaxis.cautions import Caution
from parallaxis.errors import ParallaxisError
from parallaxis.io.file_labels import Label, labels_of
from parallaxis.io.folders import FoundTables
from parallaxis.io.model_columns import ModelColumns, model_columns, rows_of_model
from parallaxis.io.opening import opened
from parallaxis.io.registry import read_table
from parallaxis.logs import Log, Rows
from parallaxis.tables.any_frame import arrow_table
from parallaxis.tables.pivot import Roles


@dataclass(frozen=True, slots=True)
class _Read:
    """What one table holds."""

    name: str
    format: str
    columns: ModelColumns
    rows: Rows
    metadata: dict[str, tuple[str, ...]]


def logs_of_models(found: FoundTables, given: Roles) -> list[Log] | None:
    """Return the answers of each model, where no table of a folder names one.

    Parameters
    ----------
    found : FoundTables
    given : Roles
        Headers, where they are not the usual ones.

    Returns
    -------
    list of Log or None
        None where these are no such tables: there is only one, one names a model, or the items
        and scores of one are not known by their headers, or no two share an item.

    Raises
    ------
    InputError
        A file that cannot be read, or a cell that is no score, by file and row; files and folders
        that do not say which of them are named after models.
    """
    read: list[_Read] = []
    for path in found.files if len(found.files) > 1 else ():
        one = _read(path, found.walk.name(path), given)
        if one is None:
            return None
        read.append(one)
    items = {one.name: frozenset(one.rows.columns()["items"]) for one in read}
    if not _share(list(items.values())):
        return None
    labels = labels_of(items)
    note = _said(labels)
    return [_log(one, labels[one.name], note) for one in read]


def _read(path: Path, name: str, given: Roles) -> _Read | None:
    """Read the table of one model; None where it is none."""
    try:
        with opened(path) as source:
            read = read_table(source)
        table = arrow_table(read.table)
        columns = model_columns(table.column_names, given)
        if columns is None:
            return None
        rows, metadata = rows_of_model(table, columns)
    except ParallaxisError as error:
        raise type(error)(f"{name}: {error}") from error
    return _Read(name, read.format, columns, rows, metadata)


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
