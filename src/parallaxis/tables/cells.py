"""Text cells to scores: what counts as a number, as missing, and as neither.

The rules, for one column of text:

* blank, ``nan``, ``NA``, ``N/A``, ``null``, ``None``, ``-``, ``–``, ``—`` (any case) are missing;
* plain decimal numbers are themselves (``0.5``, ``+1``, ``-2e-3``, a true minus sign too);
* ``true``/``false``, ``yes``/``no``, ``correct``/``incorrect``, ``pass``/``fail`` (also ``passed``
  and ``failed``; any case) are 1 and 0, and mix with 1 and 0 but with no other number;
* ``78.4%`` is 0.784; a column that mixes percent signs and plain numbers is refused;
* ``0.5 ± 0.1``, ``0.5 +/- 0.1`` and ``78.4%± 1.8`` are the number before the sign;
* the letters C, I, P, N are 1, 0, 0.5, 0, where a column holds nothing else and some C or I;
* infinite numbers, decimal commas and every other text are refused, never guessed.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

MISSING = ("", "nan", "na", "n/a", "null", "none", "-", "–", "—")
WORDS = {
    "true": 1.0,
    "yes": 1.0,
    "correct": 1.0,
    "pass": 1.0,
    "passed": 1.0,
    "false": 0.0,
    "no": 0.0,
    "incorrect": 0.0,
    "fail": 0.0,
    "failed": 0.0,
}
LETTERS = {"C": 1.0, "I": 0.0, "P": 0.5, "N": 0.0}
NO_SCORE = "is not a score; write a number, or leave it empty if it was not scored"
SHOWN = 40  # characters of a value that a message repeats

_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_MARKED = (
    rf"^(?P<number>{_NUMBER})\s*(?P<percent>%?)\s*"
    rf"(?:(?:±|\+/-|\+-)\s*{_NUMBER}\s*(?P<percent_after>%?))?$"
)
_THOUSANDS = r"^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?\s*%?$"
_DECIMAL_COMMA = r"^[+-]?\d+,\d+\s*%?$"


@dataclass(frozen=True, slots=True)
class Unreadable:
    """The first cell of a column that is not a score.

    Attributes
    ----------
    row : int
        Its place, from 0.
    value : str
        What it holds, shortened.
    remedy : str
        What is wrong with it and what to do.
    share : float
        Share of the column's filled cells that are no scores, in [0, 1]; 0 where the cell is a
        number, wrongly written.
    """

    row: int
    value: str
    remedy: str
    share: float


def shown(value: object) -> str:
    """Return a value as one short line for a message."""
    text = str(value)
    return repr(text if len(text) <= SHOWN else text[: SHOWN - 1] + "…")


def plain_scores(cells: pa.Array) -> tuple[NDArray[np.float64], NDArray[np.bool_] | None]:
    """Read many cells at once as plain numbers or missing.

    Parameters
    ----------
    cells : pyarrow.Array of string
        Cells of any number of columns.

    Returns
    -------
    scores : ndarray of float64
        NaN where a cell is missing or odd.
    odd : ndarray of bool, or None
        Which cells are neither; None where all could be read.
    """
    try:
        scores = _as_floats(pc.cast(_without_blanks(cells), pa.float64()))
    except pa.ArrowInvalid:
        return _plain_with_odd(cells)
    return (scores, None) if not np.isinf(scores).any() else _plain_with_odd(cells)


def read_column(cells: pa.Array) -> tuple[NDArray[np.float64], Unreadable | None]:
    """Read one column of text by the rules of this module.

    Parameters
    ----------
    cells : pyarrow.Array of string
        The column; null = missing.

    Returns
    -------
    scores : ndarray of float64
        NaN = missing.
    trouble : Unreadable or None
        The first cell that is not a score; the scores are then of no use.

    Examples
    --------
    >>> read_column(pa.array(["78.4% ± 1.8", "n/a", "50%"]))
    (array([0.784,   nan, 0.5  ]), None)
    """
    text = _tidied(cells)
    scores, odd = plain_scores(text)
    if odd is None:
        return scores, None
    letters = _letters(text)
    if letters is not None:
        return letters, None
    plain = ~odd & ~np.isnan(scores)
    words = _as_floats(_looked_up(pc.utf8_lower(text), WORDS))
    numbers, percent = _marked_numbers(text)
    scores = np.where(np.isnan(words), np.where(plain, scores, numbers), words)
    trouble = _first_trouble(cells, odd & np.isnan(scores) | np.isinf(scores), odd, scores)
    if trouble is None and percent.any():
        trouble = _mixed(cells, ~percent & ~np.isnan(scores), "percent signs")
    if trouble is None and not np.isnan(words).all():
        other = np.isnan(words) & ~np.isnan(scores) & (scores != 0.0) & (scores != 1.0)
        trouble = _mixed(cells, other, "words such as true and false")
    return scores, trouble


def as_text_or_numbers(values: list[Any]) -> pa.Array:
    """Return Python values as one Arrow column, as text where their kinds differ."""
    try:
        return pa.array(values)
    except (pa.ArrowInvalid, pa.ArrowTypeError, OverflowError):
        texts = [None if value is None else _as_text(value) for value in values]
        return pa.array(texts, pa.string())


def _as_text(value: object) -> str:
    """Write a value so that the rules of this module read it back."""
    return repr(value) if isinstance(value, float) else str(value)


def _as_floats(column: pa.Array) -> NDArray[np.float64]:
    """Return a numeric column with NaN for null."""
    return np.asarray(column.to_numpy(zero_copy_only=False), dtype=np.float64)


def _without_blanks(cells: pa.Array) -> pa.Array:
    """Return the cells with null for the empty string."""
    return pc.if_else(pc.equal(cells, ""), pa.scalar(None, cells.type), cells)


def _tidied(cells: pa.Array) -> pa.Array:
    """Trim, null what is spelled missing, and write minus signs as a hyphen."""
    text = pc.utf8_trim_whitespace(cells)
    missing = pc.is_in(pc.utf8_lower(text), pa.array(MISSING, text.type))
    text = pc.if_else(missing, pa.scalar(None, text.type), text)
    return pc.replace_substring_regex(text, "^[−–]", "-")


def _plain_with_odd(cells: pa.Array) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Read plain numbers and point at the cells that are neither numbers nor missing."""
    text = _tidied(cells)
    plain = pc.match_substring_regex(text, f"^{_NUMBER}$")
    scores = _as_floats(pc.cast(_kept(plain, text), pa.float64()))
    infinite = np.isinf(scores)
    scores = np.where(infinite, np.nan, scores)
    odd = pc.fill_null(pc.invert(plain), fill_value=False).to_numpy(zero_copy_only=False)
    return scores, odd | infinite


def _kept(mask: pa.Array, text: pa.Array) -> pa.Array:
    """Return the cells where a mask holds, null elsewhere."""
    return pc.if_else(mask, text, pa.scalar(None, text.type))


def _looked_up(text: pa.Array, table: dict[str, float]) -> pa.Array:
    """Return the number of each cell that is a key of the table, null elsewhere."""
    places = pc.index_in(text, pa.array(list(table), text.type))
    return pa.array(list(table.values())).take(places)


def _letters(text: pa.Array) -> NDArray[np.float64] | None:
    """Read a column of C, I, P, N; None where it holds anything else, or no C or I."""
    seen = set(pc.unique(text).drop_null().to_pylist())
    if not seen <= LETTERS.keys() or not seen & {"C", "I"}:
        return None
    return _as_floats(_looked_up(text, LETTERS))


def _marked_numbers(text: pa.Array) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Read numbers with a percent sign or an error behind ±; say which carry a percent sign."""
    found = pc.extract_regex(text, _MARKED)
    number = pc.cast(pc.struct_field(found, "number"), pa.float64())
    percent = pc.or_(
        pc.equal(pc.struct_field(found, "percent"), "%"),
        pc.equal(pc.struct_field(found, "percent_after"), "%"),
    )
    signs = pc.fill_null(percent, fill_value=False).to_numpy(zero_copy_only=False)
    scores = _as_floats(number)
    return np.where(signs, scores / 100.0, scores), signs


def _first_trouble(
    cells: pa.Array,
    wrong: NDArray[np.bool_],
    odd: NDArray[np.bool_],
    scores: NDArray[np.float64],
) -> Unreadable | None:
    """Describe the first cell that no rule reads."""
    if not wrong.any():
        return None
    row = int(np.flatnonzero(wrong)[0])
    value = str(cells[row].as_py())
    remedy = _number_remedy(value)
    if remedy:
        return Unreadable(row, shown(value), remedy, 0.0)
    filled = int((odd | ~np.isnan(scores)).sum())
    return Unreadable(row, shown(value), NO_SCORE, float(wrong.sum()) / filled)


def _number_remedy(value: str) -> str:
    """Say what to do about a number that is not written as one; nothing about other text."""
    cell = pa.array([value.strip()])
    if pc.match_substring_regex(cell, _THOUSANDS)[0].as_py():
        return (
            "has a comma, which may separate thousands or decimals; write the number plainly, as "
            "1234 or 1.234"
        )
    if pc.match_substring_regex(cell, _DECIMAL_COMMA)[0].as_py():
        return "has a decimal comma; write decimals with a point"
    if _is_infinite(value):
        return "is infinite; leave it empty if it was not scored"
    return ""


def _is_infinite(value: str) -> bool:
    """Return whether Python reads the text as a number beyond all floats."""
    try:
        return math.isinf(float(value))
    except ValueError:
        return False


def _mixed(cells: pa.Array, wrong: NDArray[np.bool_], with_what: str) -> Unreadable | None:
    """Describe the first plain number in a column of another kind."""
    if not wrong.any():
        return None
    row = int(np.flatnonzero(wrong)[0])
    remedy = f"is a plain number in a column with {with_what}; write the column in one way"
    return Unreadable(row, shown(cells[row].as_py()), remedy, 0.0)
