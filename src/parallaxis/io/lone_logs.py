"""Logs of harnesses where a table is wanted, known by their first bytes."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import BinaryIO

from parallaxis.errors import FormatError
from parallaxis.io.harness.reading import LogFile
from parallaxis.io.harness.registry import harness_of
from parallaxis.io.opening import Opened

ZIP = b"PK"  # begins an archive


@dataclass(frozen=True)
class _Unnamed(LogFile):
    """A stream without a name, of which only the first bytes are known."""

    first: bytes

    @cached_property
    def head(self) -> bytes:
        """The first bytes."""
        return self.first

    def beside(self, _: str) -> LogFile | None:
        """Return nothing: a stream is in no folder."""
        return None


def is_path(source: str | Path | BinaryIO) -> bool:
    """Return whether a source has a name: standard input and open files have none."""
    return isinstance(source, str | Path) and str(source) != "-"


def harness_of_one(source: str | Path | BinaryIO, found: Opened) -> str | None:
    """Return the harness whose log a source is, or None."""
    if isinstance(source, str | Path) and is_path(source):
        path = Path(source)
        file = LogFile(path.parent, path)
    else:
        ending = ".eval" if found.head.startswith(ZIP) else ".json"  # which some readers ask for
        file = _Unnamed(Path(), Path(f"stream{ending}"), found.head)
    known = harness_of(file)
    return known[0].name if known is not None and known[1] == "log" else None


def refuse_log(source: str | Path | BinaryIO, found: Opened) -> None:
    """Refuse a log that comes without the names of its file and folder.

    Raises
    ------
    FormatError
        It is one.
    """
    harness = None if is_path(source) else harness_of_one(source, found)
    if harness is not None:
        raise FormatError(
            f"is a log of {harness}, and only tables are read from a stream, which has no names; "
            "give the file, or the folder that it is in."
        )
