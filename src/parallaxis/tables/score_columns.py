"""Columns of any type to scores, many at once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from parallaxis.errors import FormatError
from parallaxis.tables.any_frame import is_text
from parallaxis.tables.cells import WORDS, Unreadable, plain_scores, read_column, shown

BATCH_BYTES = 2**24  # columns are read together up to this much


@dataclass(frozen=True, slots=True)
class ScoreColumns:
    """Scores of columns, and what could not be read.

    Attributes
    ----------
    values : ndarray of float64, shape (n_rows, n_columns)
        NaN = not scored.
    troubles : dict of int to Unreadable
        By place of the column, from 0.
    worded : set of int
        Columns that say true and false, or yes and no, where they say anything.
    """

    values: NDArray[np.float64]
    troubles: dict[int, Unreadable] = field(default_factory=dict)
    worded: set[int] = field(default_factory=set)


def read_score_columns(table: pa.Table) -> ScoreColumns:
    """Read every column of a table as scores.

    Raises
    ------
    FormatError
        A column of lists, structs, times or bytes.
    """
    columns = table.columns
    result = ScoreColumns(np.empty((table.num_rows, table.num_columns)))
    for kind, places in _by_type(table).items():
        for batch in _batches(columns, places):
            cells = pa.concat_arrays([chunk for i in batch for chunk in columns[i].chunks])
            if is_text(kind):
                _read_text(result, batch, cells)
            else:
                _read_numbers(result, batch, cells)
    return result


def _by_type(table: pa.Table) -> dict[pa.DataType, list[int]]:
    """Group columns by their type; refuse types that cannot hold scores."""
    groups: dict[pa.DataType, list[int]] = {}
    for place, kind in enumerate(table.schema.types):
        groups.setdefault(kind, []).append(place)
    for kind, places in groups.items():
        if not (is_text(kind) or _is_number(kind)):
            raise FormatError(
                f"column {shown(table.column_names[places[0]])} holds values of type {kind}, not "
                "scores; give a number per cell, remove it, or name it in metadata_columns "
                "(--metadata-column)."
            )
    return groups


def _is_number(kind: pa.DataType) -> bool:
    """Return whether values of a type are numbers, or all missing."""
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    tests = (
        pa.types.is_integer,
        pa.types.is_floating,
        pa.types.is_decimal,
        pa.types.is_boolean,
        pa.types.is_null,
    )
    return any(test(kind) for test in tests)


def _batches(columns: Sequence[pa.ChunkedArray], places: list[int]) -> Iterator[list[int]]:
    """Split columns of one type into batches of bounded size."""
    batch: list[int] = []
    size = 0
    for place in places:
        batch.append(place)
        size += columns[place].nbytes
        if size >= BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _read_numbers(result: ScoreColumns, batch: list[int], cells: pa.Array) -> None:
    """Fill in columns of numbers."""
    if pa.types.is_boolean(cells.type):
        result.worded.update(batch)
        cells = cells.cast(pa.uint8())
    scores = cells.cast(pa.float64(), safe=False).to_numpy(zero_copy_only=False)
    result.values[:, batch] = scores.reshape(len(batch), -1).T


def _read_text(result: ScoreColumns, batch: list[int], cells: pa.Array) -> None:
    """Fill in columns of text: all at once where they are plain, else one by one."""
    cells = cells.cast(pa.large_string())
    scores, odd = plain_scores(cells)
    result.values[:, batch] = scores.reshape(len(batch), -1).T
    if odd is None:
        return
    n_rows = len(result.values)
    for k in np.flatnonzero(odd.reshape(len(batch), n_rows).any(axis=1)):
        column = cells.slice(int(k) * n_rows, n_rows)
        result.values[:, batch[k]], trouble = read_column(column)
        if trouble is not None:
            result.troubles[batch[k]] = trouble
        elif _says_words(column):
            result.worded.add(batch[k])


def _says_words(column: pa.Array) -> bool:
    """Return whether some cell is a word such as true or no."""
    seen = column.unique().drop_null().to_pylist()
    return any(value.strip().lower() in WORDS for value in seen)
