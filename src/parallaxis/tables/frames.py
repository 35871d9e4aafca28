"""Frames of any library to arrays and names."""

from collections.abc import Sequence
from typing import Any

from parallaxis._checks import choice
from parallaxis.errors import FormatError, InputError
from parallaxis.tables.any_frame import arrow_table
from parallaxis.tables.cells import shown
from parallaxis.tables.frame_parts import Duplicates, FrameParts, Layout
from parallaxis.tables.headers import FIRST_NAMES, plain_name
from parallaxis.tables.merging import POLICIES
from parallaxis.tables.pivot import Roles, find_roles, read_long
from parallaxis.tables.wide import read_wide

LAYOUTS: tuple[Layout, ...] = ("auto", "wide", "long")

__all__ = ["Duplicates", "FrameParts", "Layout", "read_frame"]


def read_frame(
    frame: Any,
    *,
    layout: Layout = "auto",
    model_column: str | None = None,
    item_column: str | None = None,
    score_column: str | None = None,
    metadata_columns: Sequence[str] = (),
    duplicates: Duplicates = "error",
    transpose: bool = False,
) -> FrameParts:
    """Which scores, names and metadata does a frame hold?

    Parameters
    ----------
    frame : frame
        Of pandas, Polars, PyArrow or any library narwhals knows; lazy ones are collected.
    layout : {"auto", "wide", "long"}, default "auto"
        Long where ``item_column`` or ``score_column`` is given, or where headers name a model
        (``model``, ``llm``, ``judge``, ...), an item (``item``, ``question_id``, ``task``, ...)
        and a score (``score``, ``correct``, ``acc``, ...); else wide.
    model_column, item_column, score_column : str, optional
        Headers, where they are not the usual ones. In a wide frame the row names are by default
        the first column, or one headed ``model``.
    metadata_columns : sequence of str, or str, optional
        Columns of a wide frame that describe its rows. In a long frame further columns are sorted
        out by themselves: one value within each model (item) makes model (item) metadata.
    duplicates : {"error", "mean", "first", "last"}, default "error"
        What to do with a (model, item) pair, or a row name of a wide frame, that occurs again.
        Cells without a score are passed over by the other three.
    transpose : bool, default False
        True if the rows of a wide frame are items and its columns models.

    Returns
    -------
    FrameParts
        Names in the order in which the frame names them; pairs that are absent are NaN.

    Raises
    ------
    FormatError
        A cell that is not a score, a column that is no item, a header that is missing.
    DuplicateError
        A header, a row name or a pair that occurs twice.
    MissingDataError
        No rows, no scores, or a column that is not there.

    Examples
    --------
    >>> import pyarrow as pa
    >>> parts = read_frame(pa.table({"model": ["a", "b"], "x": ["90%", "n/a"]}))
    >>> parts.layout, parts.items, parts.values.tolist()
    ('wide', ('x',), [[0.9], [nan]])
    """
    choice("layout", layout, LAYOUTS)
    choice("duplicates", duplicates, POLICIES)
    if isinstance(metadata_columns, str):
        metadata_columns = (metadata_columns,)
    table = arrow_table(frame)
    given = Roles(model_column, item_column, score_column)
    if _is_long(layout, table.column_names, given, transpose=transpose):
        roles = find_roles(table.column_names, given)
        return read_long(table, roles, metadata_columns=metadata_columns, duplicates=duplicates)
    if layout == "auto" and not transpose:
        _refuse_one_model(table.column_names, given)
    return read_wide(
        table,
        name_column=(item_column or model_column) if transpose else model_column,
        metadata_columns=metadata_columns,
        duplicates=duplicates,
        transpose=transpose,
    )


def _refuse_one_model(headers: Sequence[str], given: Roles) -> None:
    """Refuse a table of one model, a row an item: its items would be taken for models."""
    roles = find_roles(headers, given)
    named = roles.item is not None and plain_name(roles.item) not in FIRST_NAMES
    if named and roles.score is not None and roles.model is None:
        raise FormatError(
            f"has a column of items ({shown(roles.item)}) and one of scores "
            f"({shown(roles.score)}), but none that names models; add a column 'model', or put "
            "the tables of several models into one folder, each named after its model and with "
            "the same items. If its rows are models, pass layout='wide' (--layout wide)."
        )


def _is_long(layout: Layout, headers: Sequence[str], given: Roles, *, transpose: bool) -> bool:
    """Decide how to read a frame, from the caller or else from its headers."""
    if layout == "long" and transpose:
        raise InputError(
            "transpose turns wide tables; in a long one say which column is which with "
            "model_column and item_column."
        )
    if layout != "auto":
        return layout == "long"
    if transpose:
        return False
    return bool(given.item or given.score) or find_roles(headers, given).complete
