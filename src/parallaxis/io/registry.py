"""The readers, in the order in which they are asked."""

from collections.abc import Callable
from dataclasses import dataclass

from parallaxis.errors import FormatError
from parallaxis.io import columnar, delimited, ndjson
from parallaxis.io.opening import Opened
from parallaxis.io.other_kinds import other_kind
from parallaxis.io.reading import TableRead

UTF16 = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True)
class Reader:
    """One format.

    Attributes
    ----------
    name : str
    recognise : callable
        Takes the first bytes, decompressed; says whether the format is this one.
    read : callable
        Takes the opened source; gives a table.
    """

    name: str
    recognise: Callable[[bytes], bool]
    read: Callable[[Opened], TableRead]


READERS: tuple[Reader, ...] = (
    Reader("parquet", columnar.recognise_parquet, columnar.read_parquet),
    Reader("arrow", columnar.recognise_arrow, columnar.read_arrow),
    Reader("json", ndjson.recognise, ndjson.read),
    Reader("delimited", delimited.recognise, delimited.read),
)


def reader_for(head: bytes) -> Reader | None:
    """Return the first reader that recognises a file by its first bytes, or None."""
    return next((reader for reader in READERS if reader.recognise(head)), None)


def read_table(opened: Opened) -> TableRead:
    """Read a source with the reader that recognises it.

    Raises
    ------
    FormatError
        No reader does, or it is known to be something else, such as a PDF.
    """
    head = opened.head
    if head.startswith(UTF16):
        raise FormatError("is in UTF-16; save the file as UTF-8.")
    if kind := other_kind(head):
        raise FormatError(kind)
    reader = reader_for(head)
    if reader is None:
        raise FormatError(
            "is a binary file of a kind that is not read; save the table as CSV, Parquet, Arrow "
            "or JSON lines."
        )
    return reader.read(opened)
