"""The list of members at the end of a zip file: what they are called and where they lie."""

import struct
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from parallaxis.errors import FormatError

MAX_MEMBERS = 2**19
MAX_DIRECTORY = 2**26  # bytes of the list
MAX_COMMENT = 2**16  # bytes that may stand behind it
UTF8_NAME = 0x800  # flag
WIDE = 0xFFFFFFFF  # stands for a number that is in a 64-bit field instead
END = struct.Struct("<4s4H2LH")  # end of the list
LOCATOR = struct.Struct("<4sLQL")  # where its 64-bit end is
WIDE_END = struct.Struct("<4sQ2H2L4Q")
ENTRY = struct.Struct("<4s6H3L5H2L")
ANEW = "get the log anew, or try 'inspect log recover'"


class Member(NamedTuple):
    """Where one member is, and what it should come to."""

    flags: int
    method: int
    checksum: int
    packed: int
    size: int
    offset: int


def members_of(file: BinaryIO) -> dict[str, Member]:
    """Return the members by name, in the order of the list; a later one replaces an earlier.

    Raises
    ------
    FormatError
        The list is missing, cut, damaged or too long.
    """
    return dict(_entries(_directory(file, file.seek(0, 2))))


def read_at(file: BinaryIO, offset: int, size: int) -> bytes:
    """Read from a place; nothing where a place is before the file."""
    if offset < 0 or offset >= 2**63:
        return b""
    file.seek(offset)
    return file.read(size)


def _directory(file: BinaryIO, length: int) -> bytes:
    """Return the list as it is in the file."""
    start = max(0, length - END.size - MAX_COMMENT)
    tail = read_at(file, start, END.size + MAX_COMMENT)
    at = tail.rfind(b"PK\x05\x06")
    if at < 0 or at + END.size > len(tail):
        raise FormatError(f"has no list of members at its end, as if cut short; {ANEW}.")
    *_, size, offset, _ = END.unpack_from(tail, at)
    if WIDE in {size, offset}:
        size, offset = _wide_end(file, start + at)
    if size > MAX_DIRECTORY:
        raise FormatError(f"lists its members in {size} bytes, more than {MAX_DIRECTORY}.")
    found = read_at(file, offset, size)
    if len(found) != size:
        raise FormatError(f"has a list of members that is cut short; {ANEW}.")
    return found


def _wide_end(file: BinaryIO, end: int) -> tuple[int, int]:
    """Return size and offset of the list from the 64-bit record."""
    locator = read_at(file, end - LOCATOR.size, LOCATOR.size)
    if len(locator) == LOCATOR.size and locator[:4] == b"PK\x06\x07":
        record = read_at(file, LOCATOR.unpack(locator)[2], WIDE_END.size)
        if len(record) == WIDE_END.size and record[:4] == b"PK\x06\x06":
            *_, size, offset = WIDE_END.unpack(record)
            return size, offset
    raise FormatError(f"lacks its 64-bit list of members; {ANEW}.")


def _entries(directory: bytes) -> Iterator[tuple[str, Member]]:
    """Yield names and places of the members."""
    at, number = 0, 0
    while at < len(directory):
        number += 1
        if number > MAX_MEMBERS:
            raise FormatError(f"has more than {MAX_MEMBERS} members; split it.")
        if at + ENTRY.size > len(directory) or directory[at : at + 4] != b"PK\x01\x02":
            raise FormatError(f"has a damaged list of members, at number {number}; {ANEW}.")
        fields = ENTRY.unpack_from(directory, at)
        flags, method = fields[3:5]
        checksum, packed, size, name, extra, comment = fields[7:13]
        at += ENTRY.size
        found = directory[at : at + name]
        at += name
        numbers = _widened((size, packed, fields[-1]), directory[at : at + extra])
        at += extra + comment
        called = found.decode("utf-8" if flags & UTF8_NAME else "cp437", "replace")
        yield called, Member(flags, method, checksum, numbers[1], numbers[0], numbers[2])


def _widened(numbers: tuple[int, int, int], extra: bytes) -> list[int]:
    """Return size, packed size and offset, each from the 64-bit field where it stands there."""
    wide: Iterator[int] = iter(())
    while len(extra) >= 4:
        kind, length = struct.unpack_from("<2H", extra)
        if kind == 1:
            field = extra[4 : 4 + length]
            wide = iter(struct.unpack_from(f"<{len(field) // 8}Q", field))
        extra = extra[4 + length :]
    return [next(wide, number) if number == WIDE else number for number in numbers]
