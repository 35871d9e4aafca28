"""Columns that describe models or items: their types, and whether they belong to one name each."""

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from parallaxis.tables.any_frame import is_text
from parallaxis.tables.cells import MISSING

_BOOLEAN = {"true": True, "yes": True, "false": False, "no": False}
FLAGS = {**_BOOLEAN, "1": True, "0": False}
_LEADING_ZERO = r"^[+-]?0[0-9]"


def typed(table: pa.Table) -> pa.Table:
    """Give columns of text the type that all their cells have: numbers, true/false or text.

    Blank cells become null; ``nan``, ``NA`` and the like too where the rest are numbers. A column
    ``higher_is_better`` is true/false even if it is written 1/0.
    """
    for place, name in enumerate(table.column_names):
        column = table.column(place)
        flag = name.casefold().replace(" ", "_") == "higher_is_better"
        words = FLAGS if flag else _BOOLEAN
        if is_text(column.type) or words is FLAGS:
            text = column.cast(pa.string()).combine_chunks()
            table = table.set_column(place, name, _typed(pc.utf8_trim_whitespace(text), words))
    return table


def codes_of(names: pa.ChunkedArray | pa.Array) -> tuple[NDArray[np.int64], pa.Array]:
    """Give each distinct value of a column a number, in the order in which they first occur.

    Returns
    -------
    codes : ndarray of int64, shape (n_rows,)
    distinct : pyarrow.Array
        A null is a value too.
    """
    column = names.combine_chunks() if isinstance(names, pa.ChunkedArray) else names
    if pa.types.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    encoded = column.dictionary_encode(null_encoding="encode")
    codes = encoded.indices.to_numpy(zero_copy_only=False).astype(np.int64)
    return codes, encoded.dictionary


def one_value_each(column: pa.ChunkedArray, codes: NDArray[np.int64]) -> bool:
    """Return whether a column has one and the same value wherever the code is the same."""
    if pa.types.is_nested(column.type):
        return False
    own, _ = codes_of(column)
    first = first_rows(codes)
    return bool((own[first][codes] == own).all())


def first_rows(codes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the first row of each code, by code."""
    first = np.empty(int(codes.max()) + 1, dtype=np.int64)
    first[codes[::-1]] = np.arange(codes.size - 1, -1, -1)
    return first


def _typed(text: pa.Array, words: dict[str, bool]) -> pa.Array:
    """Return a column of text as true/false, whole numbers, numbers or text."""
    filled = pc.if_else(pc.equal(text, ""), pa.scalar(None, pa.string()), text)
    small = pc.utf8_lower(filled)
    present = pc.if_else(pc.is_in(small, pa.array(MISSING)), pa.scalar(None, pa.string()), small)
    if present.null_count == len(present):
        return filled
    if set(pc.unique(present).drop_null().to_pylist()) <= words.keys():
        places = pc.index_in(present, pa.array(list(words)))
        return pa.array(list(words.values())).take(places)
    if pc.any(pc.match_substring_regex(present, _LEADING_ZERO)).as_py():
        return filled
    for kind in (pa.int64(), pa.float64()):
        try:
            return present.cast(kind)
        except pa.ArrowInvalid:
            continue
    return filled
