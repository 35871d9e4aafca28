"""Bytes in: plain, gzip or Zstandard by their first bytes, never more than a bound."""

import gzip
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Protocol

import zstandard

from parallaxis.errors import FormatError, InputError, MissingDataError
from parallaxis.io.file_names import readable

MAX_BYTES = 4 * 2**30  # of one decompressed file
HEAD = 2**16  # bytes by which a format is recognised
BLOCK = 2**20  # bytes read at once
ZSTD_INPUT = 2**10  # compressed bytes fed at once; one Zstandard byte can stand for 32,768
GZIP_MAGIC = b"\x1f\x8b"
ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
MAX_RATIO = 100  # decompressed bytes for each compressed one, in files larger than
LARGE = 48 * 2**20


class _Readable(Protocol):
    """Anything that gives bytes."""

    def read(self, size: int, /) -> bytes: ...


class ByteSource:
    """Bytes that can be looked at before they are read, and that end at a bound."""

    def __init__(
        self, read: Callable[[int], bytes], limit: int, packed: "ByteSource | None" = None
    ) -> None:
        self._read = read
        self._limit = limit
        self._packed = packed
        self._held = b""
        self.taken = 0

    def peek(self, size: int) -> bytes:
        """Return the next bytes, `size` of them if there are so many, without taking them."""
        while len(self._held) < size:
            more = self._fetch(size - len(self._held))
            if not more:
                break
            self._held += more
        return self._held[:size]

    def read(self, size: int = BLOCK) -> bytes:
        """Take up to `size` bytes; none at the end."""
        if self._held:
            taken, self._held = self._held[:size], self._held[size:]
            return taken
        return self._fetch(size)

    def read_all(self) -> bytes:
        """Take all bytes that are left."""
        return b"".join(iter(self.read, b""))

    def _fetch(self, size: int) -> bytes:
        """Read on, and stop at the bound."""
        try:
            data = self._read(size)
        except (OSError, EOFError, zlib.error, zstandard.ZstdError) as error:
            raise FormatError(
                f"cannot be read to its end ({_flat(error)}); get it anew."
            ) from error
        if not isinstance(data, bytes):
            raise InputError("the file object gives text; open it in binary mode ('rb').")
        self.taken += len(data)
        if self.taken > self._limit:
            raise FormatError(
                f"holds more than {self._limit / 2**30:g} GiB when decompressed; split it, or "
                "keep only the columns that are needed."
            )
        self._refuse_bomb()
        return data

    def _refuse_bomb(self) -> None:
        """Stop where a little compressed data has become very much."""
        if self._packed is None or self.taken <= LARGE:
            return
        if self.taken > MAX_RATIO * self._packed.taken:
            raise FormatError(
                f"becomes more than {MAX_RATIO} times as large when decompressed (over "
                f"{LARGE // 2**20} MiB), as if it repeated itself; see what is in it, and if it is "
                "in order pass it unpacked."
            )


@dataclass(frozen=True, slots=True)
class Opened:
    """A source that is open.

    Attributes
    ----------
    name : str
        Base name, for messages.
    path : Path or None
        Where it is, if it is a plain uncompressed file.
    compression : {"gzip", "zstd"} or None
    source : ByteSource
        Decompressed bytes.
    """

    name: str
    path: Path | None
    compression: str | None
    source: ByteSource

    @property
    def head(self) -> bytes:
        """The first bytes, decompressed."""
        return self.source.peek(HEAD)


def source_name(source: Any) -> str:
    """Return the base name of a path, or a word for what has none."""
    if isinstance(source, str | Path):
        if str(source) == "-":
            return "standard input"
        return readable(Path(source).name or str(source)) or "the path"
    name = getattr(source, "name", None)
    return Path(name).name if isinstance(name, str) else "the file object"


@contextmanager
def opened(source: str | Path | BinaryIO, *, limit: int | None = None) -> Iterator[Opened]:
    """Open a path, ``"-"`` for standard input, or a binary file object.

    `limit` is the most bytes, decompressed; `MAX_BYTES` by default.

    Raises
    ------
    MissingDataError
        No such file, or standard input that is closed.
    FormatError
        Nothing in it.
    """
    name = source_name(source)
    limit = MAX_BYTES if limit is None else limit
    if not isinstance(source, str | Path):
        yield _decompressed(name, None, source, limit)
    elif str(source) == "-":
        yield _decompressed(name, None, _standard_input(), limit)
    else:
        path = Path(source)
        with _file(path) as file:
            yield _decompressed(name, path, file, limit)


def _standard_input() -> BinaryIO:
    """Return standard input, or say that there is none."""
    if sys.stdin is None or getattr(sys.stdin, "closed", False):
        raise MissingDataError("is closed; pass a file, or send a table into it.")
    return sys.stdin.buffer


def _file(path: Path) -> BinaryIO:
    """Open a file, or say why it cannot be."""
    try:
        return path.open("rb")
    except FileNotFoundError as error:
        raise MissingDataError(f"there is no such file: {str(path)!r}; check the path.") from error
    except OSError as error:
        raise InputError(f"cannot be opened ({error.strerror}).") from error


def _decompressed(name: str, path: Path | None, file: _Readable, limit: int) -> Opened:
    """Look at the first bytes and decompress accordingly."""
    raw = ByteSource(file.read, limit)
    magic = raw.peek(6)
    if not magic:
        raise FormatError("is empty; it needs a header and a row per model.")
    if magic.startswith(GZIP_MAGIC):
        inner = gzip.GzipFile(fileobj=raw, mode="rb")  # type: ignore[call-overload]  # a raw reader has all that gzip calls
        return _not_empty(Opened(name, None, "gzip", ByteSource(inner.read, limit, raw)))
    if magic.startswith(ZSTD_MAGIC):
        inner = _ZstdReader(raw)
        return _not_empty(Opened(name, None, "zstd", ByteSource(inner.read, limit, raw)))
    return Opened(name, path, None, raw)


def _not_empty(found: Opened) -> Opened:
    """Refuse a compressed file with nothing in it."""
    if not found.head:
        raise FormatError("is empty when decompressed; it needs a header and a row per model.")
    return found


class _ZstdReader:
    """Zstandard frames one after another, decompressed a little at a time."""

    def __init__(self, raw: ByteSource) -> None:
        self._raw = raw
        self._frame = zstandard.ZstdDecompressor().decompressobj()
        self._started = False
        self._ready = bytearray()

    def read(self, size: int) -> bytes:
        """Return up to `size` decompressed bytes; a stream that is cut short is an error."""
        while not self._ready:
            data = self._raw.read(ZSTD_INPUT)
            if not data:
                if self._started:
                    raise EOFError("the Zstandard stream is cut short")
                return b""
            self._feed(data)
        taken = bytes(self._ready[:size])
        del self._ready[:size]
        return taken

    def _feed(self, data: bytes) -> None:
        """Decompress some input, which may span frames."""
        while data:
            self._ready += self._frame.decompress(data)
            self._started = not self._frame.eof
            data = self._frame.unused_data if self._frame.eof else b""
            if self._frame.eof:
                self._frame = zstandard.ZstdDecompressor().decompressobj()


def _flat(error: Exception) -> str:
    """Return an error's text as one line."""
    return " ".join(str(error).split()) or type(error).__name__
