"""Bytes to text: UTF-8 in blocks of whole lines, with every fault given its place."""

from collections.abc import Iterator

from parallaxis.errors import FormatError
from parallaxis.io.opening import ByteSource

MAX_LINE = 32 * 2**20  # bytes of one line; a header of 200,000 items needs about 10 MiB
MOSTLY_TEXT = 0.01  # share of control bytes from which a file is binary
BOM = b"\xef\xbb\xbf"
_CONTROL = bytes(set(range(32)) - set(b"\t\n\r\f\v\x1b"))  # bytes that text does not hold


def looks_like_text(head: bytes) -> bool:
    """Return whether first bytes can be text, in whatever 8-bit encoding."""
    n_control = len(head) - len(head.translate(None, _CONTROL))
    return b"\0" not in head and n_control <= MOSTLY_TEXT * len(head)


def text_blocks(source: ByteSource) -> Iterator[str]:
    """Yield the text of a source in blocks that end at the end of a line.

    Raises
    ------
    FormatError
        NUL bytes, control characters, bytes that are not UTF-8 (with offset and line), or a
        line that is too long.
    """
    held: list[bytes] = []
    held_size = offset = line = 0
    if source.peek(3) == BOM:
        offset += len(source.read(3))
    while data := source.read():
        end = data.rfind(b"\n") + 1
        if end:
            block = b"".join([*held, data[:end]])
            yield _decoded(block, offset, line)
            offset += len(block)
            line += block.count(b"\n")
            held, held_size = [], 0
        held.append(data[end:])
        held_size += len(data) - end
        if held_size > MAX_LINE:
            raise FormatError(
                f"line {line + 1} is longer than {MAX_LINE // 2**20} MiB; it is no table, or its "
                "line ends are lost."
            )
    if held_size:
        yield _decoded(b"".join(held), offset, line)


def _decoded(block: bytes, offset: int, line: int) -> str:
    """Decode whole lines that begin at an offset, after so many lines."""
    if (nul := block.find(b"\0")) >= 0:
        raise FormatError(f"is a binary file (NUL byte at offset {offset + nul}), not a table.")
    _refuse_control(block, line)
    try:
        return block.decode("utf-8")
    except UnicodeDecodeError as error:
        place = line + 1 + block.count(b"\n", 0, error.start)
        raise FormatError(
            f"byte 0x{block[error.start]:02x} at offset {offset + error.start} (line {place}) is "
            "not UTF-8; save the file as UTF-8."
        ) from error


def _refuse_control(block: bytes, line: int) -> None:
    """Refuse characters that text does not hold, after so many lines."""
    if len(block.translate(None, _CONTROL)) == len(block):
        return
    at = min(place for byte in _CONTROL if (place := block.find(byte)) >= 0)
    place = line + 1 + block.count(b"\n", 0, at)
    raise FormatError(f"line {place} holds the control character 0x{block[at]:02x}; remove it.")
