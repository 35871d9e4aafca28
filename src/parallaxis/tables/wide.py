"""Wide frames: a row per model and a column per item, or the other way round."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from parallaxis.cautions import Caution
from parallaxis.errors import FormatError, MissingDataError
from parallaxis.tables.any_frame import is_text, names_of
from parallaxis.tables.cells import shown
from parallaxis.tables.describing import typed
from parallaxis.tables.frame_parts import Duplicates, FrameParts
from parallaxis.tables.headers import (
    DOUBTFUL_NAMES,
    FIRST_NAMES,
    ITEM_NAMES,
    MODEL_NAMES,
    ROW_NAMES,
    by_meaning,
    check_headers,
    first_named,
    plain_name,
)
from parallaxis.tables.merging import merge_rows
from parallaxis.tables.not_items import (
    LISTED,
    command_options,
    refuse_columns,
    refuse_summaries,
    words_beside_numbers,
)
from parallaxis.tables.score_columns import read_score_columns

INDEX_NAMES = (ROW_NAMES, "Unnamed: 0", "__index_level_0__")


@dataclass(frozen=True, slots=True)
class _Columns:
    """Which column of a wide frame is what."""

    names: str
    described: tuple[str, ...]
    index: tuple[str, ...]
    scores: tuple[str, ...]


def read_wide(
    table: pa.Table,
    *,
    name_column: str | None,
    metadata_columns: Sequence[str],
    duplicates: Duplicates,
    transpose: bool,
) -> FrameParts:
    """Read a wide frame; see :func:`parallaxis.tables.frames.read_frame`."""
    kind = "item" if transpose else "model"
    table = _with_first_header(table)
    check_headers(table.column_names)
    columns = _assigned(table, name_column, metadata_columns, kind)
    scores = read_score_columns(table.select(columns.scores))
    names = names_of(table.column(columns.names), kind)
    refuse_columns(columns.scores, _places(table, columns.scores), scores, names)
    values, first, merged = merge_rows(scores.values, names, kind, duplicates)
    kept = tuple(names[row] for row in first)
    described = table.select(columns.described).take(pa.array(first))
    metadata = _metadata(described, kind, kept) if columns.described else None
    notes = (*_notes(columns, kind, words_beside_numbers(scores)), *merged)
    if not transpose:
        return FrameParts("wide", values, kept, columns.scores, metadata, None, notes)
    refuse_summaries(kept)
    turned = np.ascontiguousarray(values.T)
    return FrameParts("wide", turned, columns.scores, kept, None, metadata, notes)


def _with_first_header(table: pa.Table) -> pa.Table:
    """Give a first column without a header a name."""
    headers = table.column_names
    if not headers:
        raise MissingDataError("the table has no columns; it needs names and scores.")
    return table if headers[0] else table.rename_columns([ROW_NAMES, *headers[1:]])


def _assigned(
    table: pa.Table, name_column: str | None, metadata_columns: Sequence[str], kind: str
) -> _Columns:
    """Decide which column is what."""
    described = tuple(dict.fromkeys(metadata_columns))
    for name in (*described, *([name_column] if name_column else [])):
        refuse_absent(table, name)
    names = name_column or _name_column(table, kind, described)
    index = _row_index(table, {names, *described})
    taken = {names, *described, *index}
    scores = tuple(name for name in table.column_names if name not in taken)
    if not scores or not table.num_rows:
        what = "no row below its header" if scores else f"no column of scores beside {names!r}"
        raise MissingDataError(f"the table has {what}; it needs a score per model and item.")
    return _Columns(names, tuple(name for name in described if name != names), index, scores)


def refuse_absent(table: pa.Table, name: str) -> None:
    """Refuse the name of a column that a table does not have."""
    if name in table.column_names:
        return
    headers = table.column_names
    listed = ", ".join(map(shown, headers[:8])) + (", …" if len(headers) > 8 else "")
    raise MissingDataError(f"there is no column {name!r}; the columns are {listed}.")


def _name_column(table: pa.Table, kind: str, described: Sequence[str]) -> str:
    """Find the column that names the rows: by its header, else the first if it is text."""
    meanings = FIRST_NAMES if kind == "model" else ITEM_NAMES
    headers = [name for name in table.column_names if name not in described]
    if not headers:
        raise MissingDataError("every column is named as metadata; leave the names and scores.")
    first: str = headers[0]
    if plain_name(first) in meanings:
        return first
    if kind == "model" and (named := first_named(by_meaning(headers), MODEL_NAMES[:4])):
        return named
    if _names_rows(table.column(first)):
        return first
    raise FormatError(
        f"the first column, {shown(first)}, holds numbers, and no column is headed {kind!r}; "
        f"pass {kind}_column='…' (--{kind}-column) to say which one names the {kind}s, or the "
        "numbers alone to ScoreMatrix.from_array."
    )


def _names_rows(column: pa.ChunkedArray) -> bool:
    """Return whether a column is text and not merely numbers written as text."""
    if not is_text(column.type):
        return False
    return is_text(typed(pa.table({"names": column})).column(0).type)


def _row_index(table: pa.Table, taken: set[str]) -> tuple[str, ...]:
    """Find a count of rows that some library wrote as a first column without a header."""
    first = table.column_names[0]
    if first in taken or first not in INDEX_NAMES:
        return ()
    return (first,) if pa.types.is_integer(typed(table.select([first])).column(0).type) else ()


def _places(table: pa.Table, names: Sequence[str]) -> list[int]:
    """Return the places of columns in the table, from 1."""
    place = {name: i for i, name in enumerate(table.column_names, start=1)}
    return [place[name] for name in names]


def _metadata(described: pa.Table, kind: str, names: Sequence[str]) -> pa.Table:
    """Return the columns that describe the rows, beside the rows' names."""
    rest = typed(described.select([name for name in described.column_names if name != kind]))
    return rest.add_column(0, kind, pa.array(names, pa.string()))


def _notes(columns: _Columns, kind: str, worded: Sequence[int]) -> tuple[Caution, ...]:
    """Say which columns were not taken for items, and which ones may be none."""
    notes = []
    if columns.described:
        listed = ", ".join(map(shown, columns.described))
        text = f"Kept as {kind} metadata, not as items ({len(columns.described)}): {listed}."
        notes.append(Caution("metadata_columns", text))
    if columns.index:
        text = f"The first column, {columns.index[0]!r}, counts the rows and was left out."
        notes.append(Caution("row_index_left_out", text))
    if kind == "model" and plain_name(columns.names) in ITEM_NAMES[:-1]:
        text = (
            f"The first column is headed {shown(columns.names)}, as items are: pass transpose=True "
            "(--transpose) if rows are items."
        )
        notes.append(Caution("orientation", text))
    doubtful = [name for name in columns.scores if plain_name(name) in DOUBTFUL_NAMES]
    doubtful += [columns.scores[i] for i in worded]
    if doubtful and len(doubtful) < len(columns.scores):
        listed = ", ".join(map(shown, doubtful[:LISTED]))
        text = (
            f"Columns that may describe the {kind}s were taken for scores ({len(doubtful)}): "
            f"{listed}; if they are none, pass metadata_columns={doubtful[:LISTED]!r} "
            f"({command_options(doubtful[:LISTED])})."
        )
        notes.append(Caution("possible_metadata", text))
    return tuple(notes)
