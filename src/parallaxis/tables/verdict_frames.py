"""Frames that hold verdicts, wide or long, with or without the right ones."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
import pyarrow as pa

from parallaxis._checks import choice
from parallaxis.cautions import Caution
from parallaxis.errors import FormatError, InputError, MissingDataError
from parallaxis.tables.any_frame import arrow_table, names_of
from parallaxis.tables.cells import shown
from parallaxis.tables.describing import codes_of, first_rows, one_value_each, typed
from parallaxis.tables.frame_parts import Layout
from parallaxis.tables.headers import (
    ITEM_NAMES,
    ROW_NAMES,
    SCORE_NAMES,
    by_meaning,
    first_named,
    plain_name,
    refuse_repeats,
)
from parallaxis.tables.merging import merge_pairs, merge_rows, refuse_or_note
from parallaxis.tables.pivot import Roles, find_roles
from parallaxis.tables.verdict_cells import Codes, numbered, verdict_texts
from parallaxis.tables.wide import refuse_absent

VerdictDuplicates = Literal["error", "first", "last"]
POLICIES: tuple[VerdictDuplicates, ...] = ("error", "first", "last")
LAYOUTS: tuple[Layout, ...] = ("auto", "wide", "long")
VERDICT_NAMES = (
    "verdict", "answer", "prediction", "pred", "response", "choice", "vote", "decision", "rating",
    "winner", "annotation", "label", *SCORE_NAMES,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class VerdictParts:
    """What a frame of verdicts says, as arrays and names.

    Attributes
    ----------
    layout : {"wide", "long"}
    codes : ndarray of int32, shape (n_models, n_items)
        −1 where there is no verdict.
    gold : ndarray of int32, shape (n_items,), or None
        −1 where an item has no right answer; None where none were named.
    categories : tuple of str
        What the codes stand for.
    models, items : tuple of str
    item_metadata : pyarrow.Table or None
    notes : tuple of Caution
    """

    layout: Layout
    codes: Codes
    gold: Codes | None
    categories: tuple[str, ...]
    models: tuple[str, ...]
    items: tuple[str, ...]
    item_metadata: pa.Table | None
    notes: tuple[Caution, ...]


def read_verdict_frame(
    frame: Any,
    *,
    gold: str | None = None,
    layout: Layout = "auto",
    model_column: str | None = None,
    item_column: str | None = None,
    verdict_column: str | None = None,
    metadata_columns: Sequence[str] = (),
    duplicates: VerdictDuplicates = "error",
    transpose: bool = False,
) -> VerdictParts:
    """Which verdicts, names and right answers does a frame hold?

    Parameters
    ----------
    frame : frame
        Of pandas, Polars, PyArrow or any library narwhals knows.
    gold : str, optional
        What holds the right answers: a column, or a member that is set apart.
    layout : {"auto", "wide", "long"}, default "auto"
        Long where columns name a model, an item and a verdict; else wide, where the first column
        names the rows.
    model_column, item_column, verdict_column : str, optional
        Headers, where they are not the usual ones.
    metadata_columns : sequence of str, or str, optional
        Columns that describe the items and are no members.
    duplicates : {"error", "first", "last"}, default "error"
        What to do with a (model, item) pair that occurs more than once.
    transpose : bool, default False
        True if the rows of a wide frame are items; a gold column, or a first column that is headed
        as items are, says so by itself.

    Returns
    -------
    VerdictParts

    Raises
    ------
    FormatError
        A column of neither text nor numbers; gold that differs within an item.
    DuplicateError
        A header, a row or a pair that occurs twice.
    MissingDataError
        Gold, or a column, that is not there; no verdict.

    Examples
    --------
    >>> table = pa.table({"item": ["x", "y"], "a": ["yes", "no"], "truth": ["no", "no"]})
    >>> parts = read_verdict_frame(table, gold="truth")
    >>> parts.models, parts.codes.tolist(), parts.gold.tolist()
    (('a',), [[1, 0]], [0, 0])
    """
    choice("layout", layout, LAYOUTS)
    choice("duplicates", duplicates, POLICIES)
    described = (metadata_columns,) if isinstance(metadata_columns, str) else metadata_columns
    table = arrow_table(frame)
    if not table.num_columns or not table.num_rows:
        raise MissingDataError("the table has no row below its header; it needs verdicts.")
    headers = [table.column_names[0] or ROW_NAMES, *table.column_names[1:]]
    refuse_repeats("column header", headers)
    table = table.rename_columns(headers)
    for name in described:
        refuse_absent(table, name)
    roles = _roles(table, gold, Roles(model_column, item_column, verdict_column))
    given = bool(item_column and not transpose) or bool(verdict_column)
    if layout == "long" or (layout == "auto" and not transpose and (given or roles.complete)):
        return _long(table, roles, gold, described, duplicates)
    names = model_column or item_column or table.column_names[0]
    refuse_absent(table, names)
    return _wide(table, names, gold, described, duplicates, transpose=transpose)


def _roles(table: pa.Table, gold: str | None, given: Roles) -> Roles:
    """Find the columns of a long frame by the usual headers; gold is none of them."""
    found = find_roles([name for name in table.column_names if name != gold], given)
    taken = (found.model, found.item, gold)
    free = by_meaning(name for name in table.column_names if name not in taken)
    return replace(found, score=given.score or first_named(free, VERDICT_NAMES))


def _wide(
    table: pa.Table,
    names: str,
    gold: str | None,
    described: Sequence[str],
    duplicates: VerdictDuplicates,
    *,
    transpose: bool,
) -> VerdictParts:
    """Read a frame with a row per item, or a row per member."""
    turned = transpose or gold in table.column_names or plain_name(names) in ITEM_NAMES[:-1]
    kind = "item" if turned else "model"
    if gold == names:
        raise InputError(f"gold is {gold!r}, the column that names the {kind}s; name another.")
    headers = tuple(h for h in table.column_names if h != names and h not in described)
    if not headers:
        raise MissingDataError(f"the table has no column of verdicts beside {names!r}.")
    cells = pa.concat_arrays([verdict_texts(table.column(h), h) for h in headers])
    found = numbered(cells)
    columns = np.where(found.codes < 0, np.nan, found.codes).reshape(len(headers), -1)
    rows = names_of(table.column(names), kind)
    merged, first, notes = merge_rows(columns.T, rows, kind, duplicates)
    kept = tuple(rows[row] for row in first)
    board = np.where(np.isnan(merged), -1, merged).astype(np.int32)
    parts = VerdictParts("wide", board, None, found.categories, kept, headers, None, notes)
    if turned:
        parts = replace(parts, codes=np.ascontiguousarray(board.T), models=headers, items=kept)
        parts = replace(parts, item_metadata=_described(table, described, kept, first))
        parts = replace(parts, notes=(*notes, *_turned(names, gold, transpose=transpose)))
    return _without_gold(parts, gold)


def _turned(names: str, gold: str | None, *, transpose: bool) -> tuple[Caution, ...]:
    """Say why the rows were taken for items, where nobody said so."""
    if transpose:
        return ()
    why = f"{shown(gold)} is a column" if gold else f"the first column is headed {shown(names)}"
    return (Caution("orientation", f"Rows were taken for items, because {why}."),)


def _long(
    table: pa.Table,
    roles: Roles,
    gold: str | None,
    described: Sequence[str],
    duplicates: VerdictDuplicates,
) -> VerdictParts:
    """Read a frame with a row per member and item."""
    if roles.model is None or roles.item is None or roles.score is None:
        listed = ", ".join(map(shown, table.column_names[:8]))
        raise MissingDataError(
            "a long table needs columns of models, items and verdicts, and not all can be told "
            f"among {listed}; pass model_column, item_column and verdict_column."
        )
    for name in (roles.model, roles.item, roles.score):
        refuse_absent(table, name)
    model, models = _named(table, roles.model, "model")
    item, items = _named(table, roles.item, "item")
    found = numbered(verdict_texts(table.column(roles.score), roles.score))
    flat = model * len(items) + item
    notes = refuse_or_note(flat, models, items, duplicates, POLICIES)
    scores = np.where(found.codes < 0, np.nan, found.codes)
    board = merge_pairs(flat, scores, len(models) * len(items), duplicates)
    codes = np.where(np.isnan(board), -1, board).astype(np.int32).reshape(len(models), len(items))
    further = [name for name in table.column_names if name not in (*_known(roles), gold)]
    fits = [name for name in further if one_value_each(table.column(name), item)]
    missing = [name for name in described if name not in fits]
    if missing:
        raise FormatError(f"column {missing[0]!r} differs within items; it cannot describe them.")
    metadata = _described(table, fits, items, first_rows(item))
    parts = VerdictParts("long", codes, None, found.categories, models, items, metadata, notes)
    if gold is None or gold not in table.column_names:
        return _without_gold(parts, gold)
    return _with_gold_column(parts, table, gold, item)


def _known(roles: Roles) -> tuple[str | None, ...]:
    """Return the columns that have a role."""
    return (roles.model, roles.item, roles.score)


def _named(table: pa.Table, name: str, kind: str) -> tuple[Any, tuple[str, ...]]:
    """Give each name of a column a number, in the order in which they first occur."""
    names = pa.array(names_of(table.column(name), kind), pa.string())
    codes, distinct = codes_of(names)
    return codes, tuple(distinct.to_pylist())


def _with_gold_column(parts: VerdictParts, table: pa.Table, gold: str, item: Any) -> VerdictParts:
    """Add the right answers of a long frame, one per item."""
    texts = verdict_texts(table.column(gold), gold)
    if not one_value_each(pa.chunked_array([texts]), item):
        own, _ = codes_of(texts)
        row = int(np.flatnonzero(own != own[first_rows(item)][item])[0])
        raise FormatError(
            f"column {shown(gold)}, row {row + 1}: item {shown(parts.items[item[row]])} has "
            f"{shown(texts[row].as_py())} here and another right answer above; make them one."
        )
    return with_gold(parts, texts.take(pa.array(first_rows(item))))


def with_gold(parts: VerdictParts, gold: pa.Array) -> VerdictParts:
    """Return parts with right answers, which may be verdicts that nobody gave.

    Parameters
    ----------
    parts : VerdictParts
    gold : pyarrow.Array of string, one per item
        Null where an item has none.

    Examples
    --------
    >>> parts = read_verdict_frame(pa.table({"item": ["x"], "a": ["b"]}))
    >>> with_gold(parts, pa.array(["a"])).codes.tolist()
    [[1]]
    """
    given = pa.array(parts.categories, pa.string())
    found = numbered(pa.concat_arrays([given, gold]))
    place = np.append(found.codes[: len(given)], -1).astype(np.int32)
    return replace(
        parts,
        codes=place[parts.codes],
        gold=found.codes[len(given) :],
        categories=found.categories,
    )


def _without_gold(parts: VerdictParts, gold: str | None) -> VerdictParts:
    """Set the member apart that holds the right answers, where one is named."""
    if gold is None:
        return parts
    if gold not in parts.models:
        listed = ", ".join(map(shown, parts.models[:8]))
        raise MissingDataError(
            f"gold is {gold!r}, which is neither a column nor a member; the members are {listed}."
        )
    place = parts.models.index(gold)
    models = tuple(name for name in parts.models if name != gold)
    if not models:
        raise MissingDataError(f"there is no member beside gold, {gold!r}.")
    return replace(
        parts, codes=np.delete(parts.codes, place, axis=0), gold=parts.codes[place], models=models
    )


def _described(
    table: pa.Table, columns: Sequence[str], names: Sequence[str], rows: Any
) -> pa.Table | None:
    """Return the columns that describe the items, a row per item."""
    if not columns:
        return None
    kept = [name for name in columns if name != "item"]
    described = typed(table.select(kept).take(pa.array(rows)))
    return described.add_column(0, "item", pa.array(names, pa.string()))
