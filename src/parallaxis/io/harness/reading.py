"""What every reader of a harness gets and gives: files of a folder, choices, and JSON in them."""

import json
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any, Literal

import msgspec

from parallaxis.errors import FormatError, InputError, ScoreChoiceError
from parallaxis.io.file_names import COMPRESSIONS, bare_name, readable
from parallaxis.io.harness.json_walk import JsonWalk
from parallaxis.io.opening import Opened, opened
from parallaxis.io.text import BOM, text_blocks
from parallaxis.logs import Log

Role = Literal["log", "beside"]
MAX_LOG = 2**36  # bytes of one file, decompressed; it is read in a stream
MAX_DOCUMENT = 2**29  # bytes of one JSON document, which is read whole
_decode: Callable[[str | bytes], Any] = msgspec.json.Decoder().decode


@dataclass(frozen=True)
class LogFile:
    """One file of a folder of logs.

    Attributes
    ----------
    root : Path
        The folder that was given, or the folder of the one file that was.
    path : Path
    """

    root: Path
    path: Path

    @property
    def name(self) -> str:
        """Path within the root, with forward slashes."""
        return readable(self.path.relative_to(self.root).as_posix())

    @property
    def parts(self) -> tuple[str, ...]:
        """Folders within the root, and the file's own name last."""
        return PurePosixPath(self.name).parts

    @property
    def bare(self) -> str:
        """Its own name, without the ending of a compression."""
        return bare_name(self.parts[-1])

    @cached_property
    def head(self) -> bytes:
        """First 64 KiB, decompressed, without a byte order mark; empty if it cannot be opened."""
        try:
            with opened(self.path) as found:
                return found.head.removeprefix(BOM)
        except InputError:
            return b""

    @contextmanager
    def opened(self) -> Iterator[Opened]:
        """Open the file, decompressed."""
        with opened(self.path, limit=MAX_LOG) as found:
            yield found

    def beside(self, name: str) -> "LogFile | None":
        """Return another file of the same folder, plain or packed, if it is within the root."""
        return self.at(self.path.parent / name)

    def at(self, path: Path) -> "LogFile | None":
        """Return the file at a path, plain or packed, if there is one within the root."""
        for ending in ("", *COMPRESSIONS):
            found = path.with_name(path.name + ending)
            if found.is_file() and found.resolve().is_relative_to(self.root.resolve()):
                return LogFile(self.root, found)
        return None


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the caller wants read.

    Attributes
    ----------
    score : str or None
        Name of the score; None takes the default of each format.
    """

    score: str | None = None


@dataclass(frozen=True, slots=True)
class HarnessReader:
    """One format.

    Attributes
    ----------
    name : str
        Short, lower case, with hyphens.
    recognised_by : str
        By what a file is known to be of this format, in words.
    model, item, run, score : str
        Which field is which, and which score is the default, in words.
    recognise : callable
        Takes a file; says whether it is a log of this format, belongs beside one, or neither
        (None), by its name and its first bytes only.
    read : callable
        Takes a file that is a log, and what is wanted; yields one Log for each model, task and run
        in it. Raises an InputError that names line or key where the file is broken.
    """

    name: str
    recognised_by: str
    model: str
    item: str
    run: str
    score: str
    recognise: Callable[[LogFile], Role | None]
    read: Callable[[LogFile, Wanted], Iterator[Log]]


def chosen_score(
    wanted: Wanted, names: tuple[str, ...], default: tuple[str, ...], place: str
) -> str:
    """Return the score that is wanted, or the first default that is there, or the only one.

    Raises
    ------
    ScoreChoiceError
        The score that is wanted is not there, or none is wanted and there are several without a
        default; the message lists the choices.
    """
    listed = ", ".join(repr(name) for name in names) or "none"
    if wanted.score is not None:
        if wanted.score in names:
            return wanted.score
        raise ScoreChoiceError(f"{place}: has no score {wanted.score!r}; its scores are {listed}.")
    found = next((name for name in default if name in names), None)
    if found is not None:
        return found
    if len(names) == 1:
        return names[0]
    raise ScoreChoiceError(f"{place}: its scores are {listed}; choose one with score.")


def json_lines(file: LogFile) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the object of every line that is not blank, with its number from 1.

    Raises
    ------
    FormatError
        A line that is no JSON object, or that is cut, by its number.
    """
    with file.opened() as found:
        number = 0
        for block in text_blocks(found.source):
            for line in block.split("\n"):
                number += 1
                if line and not line.isspace():
                    yield number, as_object(json_value(line, f"line {number}"), f"line {number}")
            number -= 1


def json_elements(file: LogFile, *, under: str = "") -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the objects of one array with their numbers from 1, holding one at a time.

    The array is all there is, or with `under` what stands under a key of the object that is.

    Raises
    ------
    FormatError
        An element that is no JSON object, or that is cut, by its number; no such array.
    """
    with file.opened() as found:
        if found.source.peek(len(BOM)) == BOM:
            found.source.read(len(BOM))
        walk = JsonWalk(found.source.read)
        if under:
            walk.enter(under)
        for number, value in enumerate(walk.elements(), start=1):
            yield number, as_object(value, f"element {number}")
        if not under:
            walk.end()


def json_document(file: LogFile) -> Any:
    """Return the one JSON value that a file holds.

    Raises
    ------
    FormatError
        It is no JSON, or larger than 512 MiB.
    """
    with file.opened() as found:
        parts, size = [], 0
        for block in iter(found.source.read, b""):
            parts.append(block)
            size += len(block)
            if size > MAX_DOCUMENT:
                raise FormatError(f"is one JSON value of more than {MAX_DOCUMENT // 2**20} MiB.")
    return json_value(b"".join(parts).removeprefix(BOM), "the file")


@contextmanager
def blaming(file: LogFile) -> Iterator[None]:
    """Name a file in what is wrong with it: one beside a log, of which the log is not to blame."""
    try:
        yield
    except InputError as error:
        text = str(error)
        if text.startswith(file.name):
            raise
        raise type(error)(f"{file.name}: {text}") from error


def object_beside(file: LogFile) -> dict[str, Any]:
    """Return the JSON object that a file beside a log holds.

    Raises
    ------
    InputError
        It holds none, by the file's name.
    """
    with blaming(file):
        return as_object(json_document(file), file.name)


def json_value(text: str | bytes, place: str) -> Any:
    """Decode JSON, with the bare NaN and Infinity that Python writes.

    Raises
    ------
    FormatError
        It is no JSON.
    """
    try:
        return _decode(text)
    except (msgspec.DecodeError, RecursionError):
        pass
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        what = " ".join(str(error).split())
        raise FormatError(
            f"{place} is not a JSON value ({what}); it may be cut or damaged: get the log anew, "
            "or remove what is cut."
        ) from error


def as_object(value: Any, place: str) -> dict[str, Any]:
    """Return a JSON object, or say what is there instead.

    Raises
    ------
    FormatError
        It is something else.
    """
    if not isinstance(value, dict):
        raise FormatError(
            f"{place} is {type(value).__name__}, where an object is expected; remove it, or get "
            "the log anew."
        )
    return value


def as_number(value: Any, place: str) -> float:
    """Return a score as a number: true is 1, false 0, null NaN.

    Raises
    ------
    FormatError
        It is no number.
    """
    if value is None:
        return math.nan
    if isinstance(value, float):
        return value
    if isinstance(value, bool | int):
        with suppress(OverflowError):
            return float(value)
    raise FormatError(f"{place} is {value!r:.60}, where a score is expected.")
