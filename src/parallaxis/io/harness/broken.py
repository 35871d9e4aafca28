"""Files that are known by their names alone, because little or nothing is left in them."""

from parallaxis.errors import FormatError
from parallaxis.io.harness.reading import LogFile, json_value
from parallaxis.io.opening import HEAD
from parallaxis.io.text import BOM

BEGINNINGS = (b"{", b"[")
EMPTY: tuple[object, ...] = ({}, [])


def is_broken(file: LogFile) -> bool:
    """Say whether a JSON file holds nothing, or is cut or damaged before its first value ends.

    A reader takes such a file for its own where name and place can be nobody else's, so that it is
    named when it is read; a sound file of another kind is left alone. Of a file larger than what
    is looked at only the beginning counts.
    """
    head = file.head.removeprefix(BOM).lstrip()
    if not head.startswith(BEGINNINGS):
        return True
    if len(file.head) >= HEAD:
        return False
    first = (_read(head), _read(head.partition(b"\n")[0]))
    return all(value is None or value in EMPTY for value in first)


def _read(text: bytes) -> object:
    """Return a JSON value, None where it is none."""
    try:
        found: object = json_value(text, "the file")
    except FormatError:
        return None
    return found
