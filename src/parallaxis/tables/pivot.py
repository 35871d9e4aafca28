"""Long frames: a row per model and item."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from parallaxis.cautions import Caution
from parallaxis.errors import FormatError, MissingDataError, ShapeError
from parallaxis.tables.any_frame import names_of
from parallaxis.tables.cells import shown
from parallaxis.tables.describing import codes_of, first_rows, one_value_each, typed
from parallaxis.tables.frame_parts import Duplicates, FrameParts
from parallaxis.tables.headers import (
    ITEM_NAMES,
    MODEL_NAMES,
    SCORE_NAMES,
    by_meaning,
    first_named,
    refuse_repeats,
)
from parallaxis.tables.merging import merge_pairs, refuse_or_note
from parallaxis.tables.not_items import refuse_summaries
from parallaxis.tables.score_columns import read_score_columns

MAX_CELLS = 2**29  # models × items of a board that is held in memory
OF_MODELS = ("family", "date", "cost", "run")  # meanings that are a model's even where constant
NAMED = 8  # columns that a note names


@dataclass(frozen=True, slots=True)
class Roles:
    """Which column of a long frame names models, which items, and which holds scores."""

    model: str | None
    item: str | None
    score: str | None

    @property
    def complete(self) -> bool:
        """Whether all three are known."""
        return None not in (self.model, self.item, self.score)


def find_roles(headers: Sequence[str], given: Roles) -> Roles:
    """Complete the given roles by the usual names of columns.

    Examples
    --------
    >>> find_roles(["LLM", "question_id", "acc", "date"], Roles(None, None, None))
    Roles(model='LLM', item='question_id', score='acc')
    """
    taken = (given.model, given.item, given.score)
    free = by_meaning(name for name in headers if name not in taken)
    return Roles(
        model=given.model or first_named(free, MODEL_NAMES),
        item=given.item or first_named(free, ITEM_NAMES),
        score=given.score or first_named(free, SCORE_NAMES),
    )


def read_long(
    table: pa.Table, roles: Roles, *, metadata_columns: Sequence[str], duplicates: Duplicates
) -> FrameParts:
    """Read a long frame; see :func:`parallaxis.tables.frames.read_frame`."""
    refuse_repeats("column header", [name or "(row names)" for name in table.column_names])
    model, item, score = _required(table, roles)
    if not table.num_rows:
        raise MissingDataError("the table has no row below its header; it needs scores.")
    model_codes, models = _codes(table, model, "model")
    item_codes, items = _codes(table, item, "item")
    size = len(models) * len(items)
    if size > MAX_CELLS:
        raise ShapeError(
            f"{len(models)} models × {len(items)} items are more than {MAX_CELLS} cells; "
            f"see whether {model!r} and {item!r} are the columns of models and items."
        )
    refuse_summaries(items)
    flat = model_codes * len(items) + item_codes
    notes = refuse_or_note(flat, models, items, duplicates)
    values = merge_pairs(flat, _scores(table, score, model, item), size, duplicates)
    extra = table.drop_columns([model, item, score])
    of_models, of_items, left_out = _sorted_out(extra, model_codes, item_codes, metadata_columns)
    return FrameParts(
        layout="long",
        values=values.reshape(len(models), len(items)),
        models=models,
        items=items,
        model_metadata=_described(extra, of_models, "model", models, first_rows(model_codes)),
        item_metadata=_described(extra, of_items, "item", items, first_rows(item_codes)),
        notes=(*notes, *_left_out(left_out)),
    )


def _required(table: pa.Table, roles: Roles) -> tuple[str, str, str]:
    """Return the three columns, or say which one cannot be found."""
    found = []
    for role in ("model", "item", "score"):
        name = getattr(roles, role)
        if name is None or name not in table.column_names:
            what = f"no column {name!r}" if name else f"no column that names the {role}"
            listed = ", ".join(map(shown, table.column_names[:8]))
            raise MissingDataError(
                f"a long table needs a model, an item and a score, and there is {what} among "
                f"{listed}; pass {role}_column='…' (--{role}-column)."
            )
        found.append(name)
    if len(set(found)) < 3:
        raise FormatError(f"model, item and score are to be three columns; given {found}.")
    return found[0], found[1], found[2]


def _codes(table: pa.Table, name: str, kind: str) -> tuple[np.ndarray, tuple[str, ...]]:
    """Give each name of a column a number, in the order in which they first occur."""
    codes, distinct = codes_of(table.column(name))
    names = pa.array(names_of(pa.chunked_array([distinct]), kind), pa.string())
    again, unique = codes_of(names)
    return again[codes], tuple(unique.to_pylist())


def _scores(table: pa.Table, score: str, model: str, item: str) -> np.ndarray:
    """Read the column of scores."""
    read = read_score_columns(table.select([score]))
    for trouble in read.troubles.values():
        row = table.slice(trouble.row, 1)
        pair = ", ".join(shown(row.column(name)[0].as_py()) for name in (model, item))
        raise FormatError(
            f"column {shown(score)}, row {trouble.row + 1} ({pair}): {trouble.value} "
            f"{trouble.remedy}."
        )
    return read.values[:, 0]


def _sorted_out(
    extra: pa.Table,
    model_codes: np.ndarray,
    item_codes: np.ndarray,
    wanted: Sequence[str],
) -> tuple[list[str], list[str], list[str]]:
    """Say of each further column whether it describes models, items, or neither."""
    of_models, of_items, left_out = [], [], []
    for name in wanted:
        if name not in extra.column_names:
            raise MissingDataError(f"there is no further column {name!r} to keep as metadata.")
    for name, column in zip(extra.column_names, extra.columns, strict=True):
        fits_models = one_value_each(column, model_codes)
        fits_items = one_value_each(column, item_codes)
        if fits_models and not (fits_items and name.casefold() not in OF_MODELS):
            of_models.append(name)
        elif fits_items:
            of_items.append(name)
        else:
            left_out.append(name)
    return of_models, of_items, left_out


def _described(
    extra: pa.Table, columns: list[str], kind: str, names: Sequence[str], rows: np.ndarray
) -> pa.Table | None:
    """Return one row of metadata per name."""
    if not columns:
        return None
    rest = typed(extra.select([name for name in columns if name != kind]).take(pa.array(rows)))
    return rest.add_column(0, kind, pa.array(names, pa.string()))


def _left_out(columns: list[str]) -> tuple[Caution, ...]:
    """Note the columns that describe neither a model nor an item."""
    if not columns:
        return ()
    listed = ", ".join(map(shown, columns[:NAMED])) + (", …" if len(columns) > NAMED else "")
    text = f"Left out, as they describe neither models nor items ({len(columns)}): {listed}."
    return (Caution("columns_left_out", text),)
