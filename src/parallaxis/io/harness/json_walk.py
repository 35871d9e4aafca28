"""JSON from a stream: the values of one array, decoded one after another."""

import codecs
import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from parallaxis.errors import FormatError

BLOCK = 2**20  # bytes read at once, and as many again as are held
MAX_VALUE = 2**25  # characters of one value, which is held whole
_NO_SPACE = re.compile(r"[^ \t\r\n]")


class JsonWalk:
    """Goes through the text of a JSON file from its start, holding one value at a time."""

    def __init__(self, read: Callable[[int], bytes]) -> None:
        self._read = read
        self._utf8 = codecs.getincrementaldecoder("utf-8-sig")()
        self._decode = json.JSONDecoder().raw_decode
        self._text = ""
        self._at = 0
        self._ended = False

    def enter(self, key: str) -> None:
        """Go to what stands under a key of the object that comes next.

        Raises
        ------
        FormatError
            There is no object, or no such key in it.
        """
        self._take("{", "the file")
        while self._peek() == '"':
            name = self._value("a key")
            self._take(":", f"key {name!r:.60}")
            if name == key:
                return
            self._value(f"key {name!r:.60}")
            if self._peek() == ",":
                self._take(",", "the file")
        raise FormatError(f"has no key {key!r}; it may be cut or damaged: get the log anew.")

    def elements(self) -> Iterator[Any]:
        """Yield the values of the array that comes next.

        Raises
        ------
        FormatError
            A value that is broken, cut or too large, by its number from 1; what is no array.
        """
        self._take("[", "the file")
        if self._peek() == "]":
            self._at += 1
            return
        number = 0
        while True:
            number += 1
            place = f"element {number}"
            yield self._value(place)
            if self._take(",]", f"the end of {place}") == "]":
                return

    def end(self) -> None:
        """Make sure that nothing is left.

        Raises
        ------
        FormatError
            Something is.
        """
        if found := self._peek():
            raise FormatError(
                f"goes on with {found!r} after its array; it holds more than one JSON value: "
                "split it, or get the log anew."
            )

    def _peek(self) -> str:
        """Return the next character that is no white space; none at the end."""
        while not (found := _NO_SPACE.search(self._text, self._at)):
            self._at = len(self._text)
            if not self._more():
                return ""
        self._at = found.start()
        return found[0]

    def _take(self, expected: str, place: str) -> str:
        """Take one of some characters."""
        found = self._peek()
        if not found or found not in expected:
            wanted = " or ".join(repr(one) for one in expected)
            there = repr(found) if found else "nothing"
            raise FormatError(
                f"{place} has {there} where {wanted} is expected; it may be cut or damaged: get "
                "the log anew."
            )
        self._at += 1
        return found

    def _value(self, place: str) -> Any:
        """Decode the next value, reading on until it is whole."""
        self._peek()
        while True:
            fault: json.JSONDecodeError | None = None
            try:
                found, end = self._decode(self._text, self._at)
            except json.JSONDecodeError as error:
                fault = error
            except (ValueError, RecursionError) as error:  # numbers or nesting without bounds
                raise FormatError(_broken(place, error)) from error
            if fault is None and (self._ended or end + 2 < len(self._text)):  # numbers may go on
                self._at = end
                return found
            if not self._more() and fault is not None:
                raise FormatError(_broken(place, fault)) from fault

    def _more(self) -> bool:
        """Read on, and let go of what is taken; False at the end."""
        if self._ended:
            return False
        held = self._text[self._at :]
        if len(held) > MAX_VALUE:
            raise FormatError(
                f"holds one JSON value of more than {MAX_VALUE // 2**20} Mi characters, or one "
                "that does not end; it may be damaged: get the log anew."
            )
        data = self._read(max(BLOCK, len(held)))
        self._ended = not data
        try:
            self._text, self._at = held + self._utf8.decode(data, final=self._ended), 0
        except UnicodeDecodeError as error:
            raise FormatError(f"is not UTF-8 ({error.reason}); save it as UTF-8.") from error
        return True


def _broken(place: str, error: Exception) -> str:
    """Say that a value is no JSON."""
    what = " ".join(str(error).split())[:80]
    return (
        f"{place} is not a JSON value ({what}); it may be cut or damaged: get the log anew, or "
        "remove what is cut."
    )
