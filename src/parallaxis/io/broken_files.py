"""Files that are not what their names promise: empty, cut, damaged, or something else."""

import re
import zipfile
from collections.abc import Callable
from pathlib import Path

from parallaxis.errors import FormatError, InputError
from parallaxis.io.file_names import TABLES, bare_name
from parallaxis.io.harness.reading import json_value
from parallaxis.io.opening import HEAD, opened
from parallaxis.io.registry import UTF16
from parallaxis.io.text import BOM

GIT_LFS = b"version https://git-lfs"
PARQUET = (b"PAR1", b"PARE")  # plain, and with an encrypted footer
COLUMNAR, ARCHIVE = ".parquet", ".eval"  # with an index at their end
COMMENT = (b"//", b"/*")  # JSON of settings may begin with one
OPENING = (b"{", b"[")
STRING = re.compile(rb'"(?:[^"\\]|\\.)*+(")?', re.DOTALL)
SHOWN = 20  # bytes of a beginning that a message shows


def why_broken(path: Path) -> str | None:
    r"""Say why a file is not what its name promises; None where it is, or promises nothing.

    Promised are JSON, JSON lines, Parquet and the archives of Inspect (``.eval``), and that tables
    can be opened, also packed by gzip or Zstandard. Whole JSON of whatever kind is in order, and
    so is what cannot be told from the first 64 KiB.

    Parameters
    ----------
    path : Path
        A file that no reader of a harness recognises.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "samples.jsonl"
    ...     _ = file.write_text('{"id": 1, "sco')
    ...     why_broken(file)
    'has a first line that is no JSON value; it may be cut'
    """
    ending = _ending(path.name)
    if ending not in CHECKS and ending not in TABLES:
        return None
    try:
        if path.stat().st_size == 0:
            return "is empty" if ending in CHECKS else None
        with opened(path) as found:
            head, plain = found.head, found.compression is None
    except (InputError, OSError) as error:
        return str(error).partition(";")[0].rstrip(".")
    return _fault(ending, head, path, plain=plain)


def _fault(ending: str, head: bytes, path: Path, *, plain: bool) -> str | None:
    """Say what speaks against a file that can be opened."""
    if head.startswith(GIT_LFS):
        return "is a pointer of Git LFS in the place of the file; fetch it with git lfs pull"
    if ending in LINES and head.startswith(UTF16):
        return "is in UTF-16, which is not read; save it as UTF-8"
    if ending == ARCHIVE and not plain:
        return "is an archive that is compressed as a whole; unpack it"
    if ending not in CHECKS or (ending == COLUMNAR and not plain):
        return None
    return CHECKS[ending](head, path)


def _ending(name: str) -> str:
    """Return the ending of a name without that of compression, in lower case."""
    return Path(bare_name(name.lower())).suffix


def _json_fault(head: bytes, _: Path) -> str | None:
    """Say what speaks against one JSON document, or one a line."""
    text = head.removeprefix(BOM).strip()
    whole = len(head) < HEAD
    if text.startswith(OPENING):
        cut = whole and not _is_json(text) and _is_cut(text)
        return "ends inside a JSON value; it is cut" if cut else None
    return None if text.startswith(COMMENT) or _is_json(text) else _other_content(head)


def _lines_fault(head: bytes, _: Path) -> str | None:
    """Say what speaks against one JSON value a line."""
    text = head.removeprefix(BOM).strip()
    whole = len(head) < HEAD
    first, more, _rest = text.partition(b"\n")
    if _is_json(first) or (whole and _is_json(text)):
        return None
    if not first.startswith(OPENING):
        return _other_content(head)
    long = not more and not whole
    return None if long else "has a first line that is no JSON value; it may be cut"


def _parquet_fault(head: bytes, path: Path) -> str | None:
    """Say whether a Parquet file lacks its beginning or its end."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - 4))
        ends = file.read(4) in PARQUET
    if not head.startswith(PARQUET):
        return _other_content(head)
    return None if ends else "is a Parquet file without its end; it is cut"


def _archive_fault(head: bytes, path: Path) -> str | None:
    """Say whether an archive is none, or cut."""
    if not head.startswith(b"PK"):
        return _other_content(head)
    return None if zipfile.is_zipfile(path) else "is an archive without its end; it is cut"


def _other_content(head: bytes) -> str:
    """Say what is there instead of what the name promises."""
    if not head.removeprefix(BOM).strip():
        return "holds nothing but white space"
    return f"is not what its name says (it begins with {head[:SHOWN]!r})"


def _is_json(text: bytes) -> bool:
    """Return whether a text is a JSON value."""
    try:
        json_value(text, "it")
    except FormatError:
        return False
    return True


def _is_cut(text: bytes) -> bool:
    """Return whether a text ends within a string, an array or an object."""
    bare = STRING.sub(lambda found: b"" if found[1] else b"[", text)
    return sum(map(bare.count, OPENING)) > bare.count(b"}") + bare.count(b"]")


CHECKS: dict[str, Callable[[bytes, Path], str | None]] = {
    ".json": _json_fault,
    ".jsonl": _lines_fault,
    ".ndjson": _lines_fault,
    COLUMNAR: _parquet_fault,
    ARCHIVE: _archive_fault,
}
LINES = (".json", ".jsonl", ".ndjson")
