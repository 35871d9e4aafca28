"""Details files: Parquet with a row for each question, of lighteval and of leaderboards."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from parallaxis.errors import FormatError
from parallaxis.io.harness.reading import LogFile

FAULTS = (pa.ArrowException, OSError, ValueError)  # what a damaged file may bring about
BATCH = 256  # rows decoded at once; a row can hold a prompt with all its examples
MAX_GROUP = 8 * 2**30  # bytes of one row group, as the file states them


@dataclass(frozen=True, slots=True)
class Details:
    """An open details file.

    Attributes
    ----------
    schema : pyarrow.Schema
    """

    schema: pa.Schema
    _file: pq.ParquetFile

    def rows(self, columns: Sequence[str]) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield rows with their places, with some columns or ``struct.field`` only.

        Raises
        ------
        FormatError
            The file is damaged, or a row group is larger than is read.
        """
        number = 0
        for batch in self._batches(list(columns)):
            for row in batch:
                number += 1
                yield f"row {number}", row
        if number != self._file.metadata.num_rows:
            stated = self._file.metadata.num_rows
            raise FormatError(f"has {number} rows and states {stated}; it is damaged: get it anew.")

    def _batches(self, columns: list[str]) -> Iterator[list[dict[str, Any]]]:
        """Yield rows some at a time."""
        try:
            for batch in self._file.iter_batches(BATCH, columns=columns, use_threads=False):
                batch.validate(full=True)  # first of all: offsets may point anywhere
                yield batch.to_pylist()
        except FAULTS as error:
            raise FormatError(_damaged(error)) from error


@contextmanager
def details(file: LogFile) -> Iterator[Details]:
    """Open a details file.

    Raises
    ------
    FormatError
        It is no Parquet file, or a damaged one.
    """
    with file.opened() as found:
        if found.path is None:
            raise FormatError("is a Parquet file that is compressed as a whole; unpack it.")
        try:
            opened = pq.ParquetFile(str(found.path), memory_map=True)
            schema, metadata = opened.schema_arrow, opened.metadata
            groups = map(metadata.row_group, range(metadata.num_row_groups))
            size = max((group.total_byte_size for group in groups), default=0)
        except FAULTS as error:
            raise FormatError(_damaged(error)) from error
        if size > MAX_GROUP:  # of columns one by one it is not asked: damaged, they end the process
            text = f"has a row group of {size / 2**30:.1f} GiB; write it in smaller row groups."
            raise FormatError(text)
        with opened:
            yield Details(schema, opened)


def _damaged(error: Exception) -> str:
    """Say that a file is no sound Parquet file."""
    return f"is a damaged Parquet file ({' '.join(str(error).split())[:120]}); get it anew."
