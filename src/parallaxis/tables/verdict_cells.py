"""Cells that hold verdicts: text or small numbers, told apart and numbered."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from parallaxis.errors import FormatError
from parallaxis.tables.cells import MISSING, shown

Codes = NDArray[np.int32]
_WHOLE = r"^([+-]?(?:0|[1-9][0-9]*))\.0+$"


@dataclass(frozen=True, slots=True)
class Numbered:
    """Verdicts as numbers.

    Attributes
    ----------
    codes : ndarray of int32
        Place of each cell's verdict in `categories`; −1 where there is none.
    categories : tuple of str
        Distinct verdicts: by value where all are numbers, else by alphabet.
    """

    codes: Codes
    categories: tuple[str, ...]


def verdict_texts(column: Any, name: str) -> pa.Array:
    """Return a column of text or numbers as trimmed text.

    Blank cells and ``nan``, ``NA``, ``N/A``, ``null``, ``None``, ``-`` (any case) are null; whole
    numbers lose their ``.0``, so that 1 and 1.0 are one verdict. Case is kept.

    Raises
    ------
    FormatError
        A column whose values are neither text nor numbers.

    Examples
    --------
    >>> verdict_texts(pa.array([1.0, 2.0, None]), "judge").to_pylist()
    ['1', '2', None]
    """
    cells = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    try:
        text = pc.utf8_trim_whitespace(cells.cast(pa.string()))
    except (pa.ArrowNotImplementedError, pa.ArrowInvalid) as error:
        raise FormatError(
            f"column {shown(name)} holds values of type {cells.type}, not verdicts; give a word or "
            "a small number per cell, or remove it."
        ) from error
    text = pc.replace_substring_regex(text, _WHOLE, r"\1")
    missing = pc.is_in(pc.utf8_lower(text), pa.array(MISSING, pa.string()))
    return pc.if_else(missing, pa.scalar(None, pa.string()), text)


def numbered(cells: pa.Array) -> Numbered:
    """Give each distinct verdict a number.

    Examples
    --------
    >>> found = numbered(pa.array(["10", "9", None]))
    >>> found.codes.tolist(), found.categories
    ([1, 0, -1], ('9', '10'))
    """
    categories = _in_order(pc.unique(cells).drop_null().to_pylist())
    places = pc.index_in(cells, pa.array(categories, pa.string()))
    codes = pc.fill_null(places, -1).to_numpy(zero_copy_only=False).astype(np.int32)
    if len(cells):
        codes[pc.is_null(cells).to_numpy(zero_copy_only=False)] = -1
    return Numbered(codes, tuple(categories))


def as_numbers(categories: Sequence[str]) -> NDArray[np.float64] | None:
    """Return verdicts as numbers, or None where one is no finite number.

    Examples
    --------
    >>> as_numbers(["1", "2.5"]), as_numbers(["A", "B"])
    (array([1. , 2.5]), None)
    """
    try:
        values = np.array([float(category) for category in categories])
    except ValueError:
        return None
    return values if np.isfinite(values).all() else None


def _in_order(categories: list[str]) -> list[str]:
    """Sort verdicts by value where all are numbers, else by alphabet."""
    values = as_numbers(categories)
    if values is None:
        return sorted(categories)
    return [category for _, category in sorted(zip(values.tolist(), categories, strict=True))]
