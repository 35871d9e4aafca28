"""Fields of JSON objects as readers take them out: each checked for what it is."""

import json
import math
import unicodedata
from collections.abc import Iterator
from typing import Any

from parallaxis.errors import FormatError
from parallaxis.io.harness.reading import as_object
from parallaxis.logs import fingerprint

NO_VERSION = frozenset(["N/A", "NONE", "YAML", "UNKNOWN"])  # what stands where there is none
LONGEST_VERSION = 200  # characters


def name_field(row: dict[str, Any], key: str, place: str, default: str | None = None) -> str:
    """Return a name, or the default where there is none; a whole number is a name as well.

    Raises
    ------
    FormatError
        It is something else, or there is neither name nor default.
    """
    value = row.get(key)
    if value is None or value == "":
        value = default
    if isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    raise FormatError(
        f"{place}: {key!r} is {value!r:.60}, where a name is expected; get the log anew."
    )


def objects_field(
    row: dict[str, Any], key: str, place: str, *, needed: bool = True
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the objects of a list with their places; none where it is not there nor needed.

    Raises
    ------
    FormatError
        There is no list, or something in it is no object.
    """
    value = row.get(key)
    if value is None and not needed:
        return
    if not isinstance(value, list):
        raise FormatError(
            f"{place}: {key!r} is {type(value).__name__}, where a list is expected; get the log "
            "anew."
        )
    for number, one in enumerate(value, start=1):
        at = f"{place}, {key} {number}"
        yield at, as_object(one, at)


def object_field(row: dict[str, Any], key: str, place: str) -> dict[str, Any]:
    """Return the object under a key; an empty one where there is none.

    Raises
    ------
    FormatError
        It is something else.
    """
    value = row.get(key)
    return {} if value is None else as_object(value, f"{place}, {key}")


def number_of(row: dict[str, Any], key: str) -> float | None:
    """Return a finite number under a key of a summary, None where it is none."""
    value = row.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return float(value) if math.isfinite(value) else None
    except OverflowError:
        return None


def version_of(*stated: Any) -> str:
    """Return as one text what is stated of the version of a task or its data; "" of none.

    Whole numbers are written alike, whether with or without a point.

    Examples
    --------
    >>> version_of(2.0, None, "main"), version_of(None, True, "N/A")
    ('2, main', '')
    """
    written = []
    for one in stated:
        if isinstance(one, float) and math.isfinite(one):
            written.append(f"{one:.12g}")
        elif isinstance(one, int) and not isinstance(one, bool):
            written.append(str(one))
        elif isinstance(one, str) and one.strip() and one.strip().upper() not in NO_VERSION:
            written.append(one.strip()[:LONGEST_VERSION])
    return ", ".join(written)


def plain_text(text: str) -> str:
    r"""Return a text in one Unicode form, with single blanks for white space and none at its ends.

    Examples
    --------
    >>> plain_text(" What is\r\n 2+2? ")
    'What is 2+2?'
    """
    return " ".join(unicodedata.normalize("NFC", text).split())


def plain_value(value: Any) -> Any:
    """Return a JSON value with every text and key in it in one form, by :func:`plain_text`.

    Raises
    ------
    RecursionError
        It is nested too deeply.
    """
    if isinstance(value, str):
        return plain_text(value)
    if isinstance(value, list):
        return [plain_value(one) for one in value]
    if isinstance(value, dict):
        return {plain_text(str(key)): plain_value(one) for key, one in value.items()}
    return value


def json_fingerprint(value: Any, place: str) -> str:
    """Return the fingerprint of a text, or of any other JSON value; none of null.

    White space and Unicode form tell neither texts apart nor values that hold them.

    Examples
    --------
    >>> json_fingerprint({"q": "2+2? "}, "doc") == json_fingerprint({"q": "2+2?"}, "doc")
    True

    Raises
    ------
    FormatError
        It is nested too deeply.
    """
    if value is None or isinstance(value, str):
        return fingerprint(value or "")
    try:
        return fingerprint(json.dumps(plain_value(value), sort_keys=True, ensure_ascii=False))
    except RecursionError as error:
        raise FormatError(f"{place} is nested too deeply; get the log anew.") from error
