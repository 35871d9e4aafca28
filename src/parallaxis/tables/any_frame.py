"""Frames of any library to one Arrow table, and its columns to names."""

from contextlib import suppress
from typing import Any

import narwhals as nw
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from parallaxis.errors import DuplicateError, FormatError, InputError
from parallaxis.tables.cells import as_text_or_numbers
from parallaxis.tables.headers import refuse_repeats

MANY = 1_000  # columns from which a pandas frame is converted in groups


def arrow_table(frame: Any) -> pa.Table:
    """Return a frame of any library as an Arrow table with stripped, textual headers.

    The index of a pandas frame becomes the first column where it holds names.
    """
    table = frame if isinstance(frame, pa.Table) else _converted(frame)
    return table.rename_columns([str(name).strip() for name in table.column_names])


def names_of(column: pa.ChunkedArray, kind: str) -> list[str]:
    """Return a column as names, stripped of blanks around them; none may be blank."""
    names = _texts(column)
    for row, name in enumerate(names, start=1):
        if not name:
            raise FormatError(f"{kind} name in row {row} is blank; fill it in or remove the row.")
    return [str(name) for name in names]


def is_text(kind: pa.DataType) -> bool:
    """Return whether a column of this type holds text."""
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    return bool(
        pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind)
    )


def _texts(column: pa.ChunkedArray) -> list[str | None]:
    """Return a column as stripped text, whole numbers without a decimal point."""
    if pa.types.is_floating(column.type):
        whole = pc.all(pc.equal(pc.floor(column), column)).as_py()
        column = column.cast(pa.int64()) if whole else column
    try:
        texts = column.cast(pa.string())
    except (pa.ArrowNotImplementedError, pa.ArrowInvalid) as error:
        raise FormatError(f"a column of {column.type} cannot name rows; use text.") from error
    stripped: list[str | None] = pc.utf8_trim_whitespace(texts).to_pylist()
    return stripped


def _converted(frame: Any) -> pa.Table:
    """Convert a frame that is not an Arrow table."""
    try:
        known = nw.from_native(_with_index(_with_text_labels(frame)))
    except nw.exceptions.DuplicateError as error:
        refuse_repeats("column header", [str(name) for name in frame.columns])
        raise DuplicateError(f"column headers repeat ({error}); rename them.") from error
    except TypeError as error:
        return _exported(frame, error)
    eager = known.collect("pyarrow") if isinstance(known, nw.LazyFrame) else known
    try:
        return _columns_in_groups(eager).replace_schema_metadata(None)
    except (pa.ArrowInvalid, pa.ArrowTypeError):
        columns = [as_text_or_numbers(column.to_list()) for column in eager.iter_columns()]
        return pa.table(columns, names=[str(name) for name in eager.columns])


def _columns_in_groups(frame: nw.DataFrame[Any]) -> pa.Table:
    """Convert a frame; many pandas columns of one kind of number go through one array.

    Column by column, pandas needs about 70 µs each: 3 s for 42,000 items.
    """
    if not frame.implementation.is_pandas_like() or len(frame.columns) < MANY:
        return frame.to_arrow()
    groups: dict[nw.dtypes.DType, list[str]] = {}
    for name, kind in frame.schema.items():
        groups.setdefault(kind, []).append(name)
    columns: dict[str, Any] = {}
    for names in groups.values():
        part = frame.select(names)
        block = part.to_numpy() if len(names) > 1 else None
        if block is not None and block.dtype.kind in "iuf":
            columns |= zip(names, map(pa.array, np.ascontiguousarray(block.T)), strict=True)
        else:
            columns |= zip(names, part.to_arrow().columns, strict=True)
    return pa.table([columns[name] for name in frame.columns], names=frame.columns)


def _exported(frame: Any, error: TypeError) -> pa.Table:
    """Take a frame that narwhals does not know through the Arrow protocol."""
    with suppress(pa.ArrowInvalid):
        if hasattr(frame, "__arrow_c_stream__"):
            return pa.table(frame)
    kind = type(frame).__name__
    remedy = "pass a frame of pandas, Polars or PyArrow, or an array to ScoreMatrix.from_array"
    raise InputError(f"a {kind} is not a frame; {remedy}.") from error


def _with_text_labels(frame: Any) -> Any:
    """Write the column labels of a pandas frame as text where they are numbers or the like."""
    if not hasattr(frame, "set_axis") or all(isinstance(label, str) for label in frame.columns):
        return frame
    return frame.set_axis([str(label) for label in frame.columns], axis=1)


def _with_index(frame: Any) -> Any:
    """Turn an index that holds names into columns; a plain row count is left out."""
    index: Any = getattr(frame, "index", None)
    names = getattr(index, "names", None)
    if names is None or not hasattr(frame, "reset_index"):
        return frame
    counted = getattr(getattr(index, "dtype", None), "kind", "O") in "iu"
    return frame if counted and not any(names) else frame.reset_index()
