"""Columnar files: Parquet, Arrow IPC files and streams, Feather."""

import pyarrow as pa
import pyarrow.parquet as pq

from parallaxis.errors import FormatError
from parallaxis.io.opening import MAX_BYTES, Opened
from parallaxis.io.reading import TableRead
from parallaxis.tables.pivot import MAX_CELLS

PARQUET = b"PAR1"
ARROW_FILE = b"ARROW1"
ARROW_STREAM = b"\xff\xff\xff\xff"
FAULTS = (pa.ArrowException, OSError, UnicodeError)  # what a damaged file may bring about
OLD_FEATHER = b"FEA1"


def recognise_parquet(head: bytes) -> bool:
    """Return whether first bytes are those of a Parquet file."""
    return head.startswith(PARQUET)


def recognise_arrow(head: bytes) -> bool:
    """Return whether first bytes are those of an Arrow IPC file or stream."""
    return head.startswith((ARROW_FILE, ARROW_STREAM, OLD_FEATHER))


def read_parquet(opened: Opened) -> TableRead:
    """Read a Parquet file whose declared size is within bounds.

    Raises
    ------
    FormatError
        Damaged, or larger than is read.
    """
    try:
        file = pq.ParquetFile(_buffer(opened))
        shape = (file.metadata.num_rows, file.metadata.num_columns)
        groups = (file.metadata.row_group(i) for i in range(file.metadata.num_row_groups))
        _refuse_huge(*shape, sum(group.total_byte_size for group in groups))
        table = file.read(use_threads=False)
        table.validate(full=True)
        return TableRead(table, "parquet")
    except FAULTS as error:
        raise FormatError(_damaged("Parquet", error)) from error


def read_arrow(opened: Opened) -> TableRead:
    """Read an Arrow IPC file or stream, batch by batch within bounds.

    Raises
    ------
    FormatError
        Damaged, of the old Feather version, or larger than is read.
    """
    head = opened.head
    if head.startswith(OLD_FEATHER):
        raise FormatError("is a Feather file of version 1; write it as version 2 or as Parquet.")
    try:
        if head.startswith(ARROW_FILE):
            reader = pa.ipc.open_file(_buffer(opened))
            batches = (reader.get_batch(i) for i in range(reader.num_record_batches))
        else:
            reader = pa.ipc.open_stream(_buffer(opened))
            batches = iter(reader)
        kept, rows, size = [], 0, 0
        for batch in batches:
            batch.validate(full=True)  # first of all: offsets of a damaged file may point anywhere
            rows, size = rows + batch.num_rows, size + batch.nbytes
            _refuse_huge(rows, batch.num_columns, size)
            kept.append(batch)
        return TableRead(pa.Table.from_batches(kept, reader.schema), "arrow")
    except FAULTS as error:
        raise FormatError(_damaged("Arrow", error)) from error


def _buffer(opened: Opened) -> pa.NativeFile:
    """Return the bytes for random access: mapped where they are a plain file."""
    if opened.path is not None and opened.path.is_file():
        return pa.memory_map(str(opened.path))
    return pa.BufferReader(opened.source.read_all())


def _refuse_huge(rows: int, columns: int, size: int) -> None:
    """Refuse a table beyond the bounds before it fills the memory."""
    if rows * columns > MAX_CELLS or size > MAX_BYTES:
        raise FormatError(
            f"holds {rows} rows × {columns} columns ({size / 2**30:.1f} GiB), more than is read "
            "at once; keep only the columns and rows that are needed."
        )


def _damaged(kind: str, error: Exception) -> str:
    """Say that a file is not what its first bytes promise."""
    return f"is a damaged {kind} file ({' '.join(str(error).split())[:120]}); write it anew."
