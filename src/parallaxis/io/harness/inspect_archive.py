"""Members of an Inspect archive, whose zip is deflated or, of late, compressed by Zstandard."""

import struct
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

import zstandard

from parallaxis.errors import FormatError, InputError
from parallaxis.io.harness.inspect_members import ANEW, Member, members_of, read_at
from parallaxis.io.harness.reading import MAX_DOCUMENT, LogFile, json_value
from parallaxis.io.opening import LARGE, MAX_RATIO, ZSTD_INPUT

STORED, DEFLATED, ZSTANDARD = 0, 8, 93  # compression methods
ENCRYPTED = 0x1  # flag
LOCAL = struct.Struct("<4s5H3L2H")  # what stands before a member's data


@contextmanager
def opened_archive(file: LogFile) -> Iterator["Archive"]:
    """Open a zip file where it lies; nothing is unpacked to disk.

    Raises
    ------
    InputError
        It cannot be opened, or its list of members is missing, damaged or too long.
    """
    try:
        found = file.path.open("rb")
    except OSError as error:
        raise InputError(f"cannot be opened ({error.strerror}).") from error
    with found:
        yield Archive(found)


class Archive:
    """A zip file of which single members are read into memory, within bounds."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._length = file.seek(0, 2)
        self._members = members_of(file)
        self._taken = 0

    def __contains__(self, name: str) -> bool:
        return name in self._members

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the members, in the order of the file's own list."""
        return tuple(self._members)

    def json(self, name: str) -> Any:
        """Return the JSON value that a member holds."""
        return json_value(self.read(name), f"{name!r:.80}")

    def read(self, name: str) -> bytes:
        """Return a member's bytes, decompressed.

        Raises
        ------
        FormatError
            There is no such member, or it is encrypted, too large or damaged.
        """
        member = self._members.get(name)
        if member is None:
            raise FormatError(f"has no member {name!r}; {ANEW}.")
        self._refuse_large(name, member)
        try:
            data = self._unpacked(name, member)
        except (zlib.error, zstandard.ZstdError, OSError) as error:
            raise FormatError(f"{name!r:.80} cannot be decompressed ({error}); {ANEW}.") from error
        if len(data) != member.size or zlib.crc32(data) != member.checksum:
            raise FormatError(f"{name!r:.80} is damaged: its checksum does not fit; {ANEW}.")
        return data

    def _refuse_large(self, name: str, member: Member) -> None:
        """Refuse, before it is read, what is too large or repeats itself."""
        if member.size > MAX_DOCUMENT:
            raise FormatError(
                f"{name!r:.80} holds {member.size} bytes, more than {MAX_DOCUMENT // 2**20} MiB."
            )
        self._taken += member.size
        if self._taken > max(LARGE, MAX_RATIO * self._length):
            raise FormatError(
                f"becomes more than {MAX_RATIO} times as large when decompressed, as if it "
                "repeated itself; see what is in it, and pass it as a .json log if it is in order."
            )

    def _unpacked(self, name: str, member: Member) -> bytes:
        """Decompress a member, never beyond the size that it declares."""
        feed, parts, size = _decompressor(name, member), [], 0
        for data in self._packed(name, member):
            parts.append(feed(data))
            size += len(parts[-1])
            if size > member.size:
                raise FormatError(
                    f"{name!r:.80} holds more than the {member.size} bytes it declares."
                )
        return b"".join(parts)

    def _packed(self, name: str, member: Member) -> Iterator[bytes]:
        """Yield a member's bytes as they are in the file, a little at a time."""
        head = read_at(self._file, member.offset, LOCAL.size)
        if len(head) < LOCAL.size or head[:4] != b"PK\x03\x04":
            raise FormatError(f"{name!r:.80} is not where the list of members says; {ANEW}.")
        *_, name_length, extra_length = LOCAL.unpack(head)
        self._file.seek(name_length + extra_length, 1)
        left = member.packed
        while left:
            data = self._file.read(min(left, ZSTD_INPUT))
            if not data:
                raise FormatError(f"{name!r:.80} is cut short; {ANEW}.")
            left -= len(data)
            yield data


def _decompressor(name: str, member: Member) -> Callable[[bytes], bytes]:
    """Return what decompresses a member's bytes, a little at a time."""
    if member.flags & ENCRYPTED:
        raise FormatError(f"{name!r:.80} is encrypted; decrypt the archive first.")
    if member.method == STORED:
        return bytes
    if member.method == DEFLATED:
        return zlib.decompressobj(-zlib.MAX_WBITS).decompress
    if member.method == ZSTANDARD:
        return _Frames().decompress
    raise FormatError(
        f"{name!r:.80} is compressed by method {member.method}, which no Inspect log is."
    )


class _Frames:
    """Zstandard frames one after another."""

    def __init__(self) -> None:
        self._frame = zstandard.ZstdDecompressor().decompressobj()

    def decompress(self, data: bytes) -> bytes:
        """Decompress some input, which may span frames."""
        parts = []
        while data:
            parts.append(self._frame.decompress(data))
            data = b""
            if self._frame.eof:
                data = self._frame.unused_data
                self._frame = zstandard.ZstdDecompressor().decompressobj()
        return b"".join(parts)
