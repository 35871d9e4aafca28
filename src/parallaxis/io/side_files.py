"""Side files: metadata of items and models beside a board."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pyarrow as pa
import pyarrow.csv as pacsv

from parallaxis.cautions import Caution
from parallaxis.errors import FormatError, ParallaxisError
from parallaxis.io.delimited import read
from parallaxis.io.file_names import COMPRESSIONS, stem_of
from parallaxis.io.opening import opened
from parallaxis.matrix import ScoreMatrix
from parallaxis.tables.cells import MISSING, shown
from parallaxis.tables.describing import FLAGS, typed
from parallaxis.tables.headers import ITEM_NAMES, MODEL_NAMES, by_meaning, first_named
from parallaxis.tables.tidy import metadata_table
from parallaxis.writing import whole_file

Axis = Literal["model", "item"]


@dataclass(frozen=True, slots=True)
class Described:
    """Metadata of one axis of a board, with the side file that it came from.

    Attributes
    ----------
    table : pyarrow.Table or None
    sources : tuple of str
        Base name of the side file, if there was one.
    notes : tuple of Caution
        Rows that match nothing, columns that were known already.
    """

    table: pa.Table | None
    sources: tuple[str, ...] = ()
    notes: tuple[Caution, ...] = ()


def find_side_file(board: Path, axis: Axis) -> Path | None:
    """Return ``<board>.items.csv`` or ``<board>.models.csv``, also tsv and compressed."""
    stem = stem_of(board.name)
    names = (
        f"{stem}.{axis}s{ending}{compression}"
        for ending in (".csv", ".tsv")
        for compression in ("", *COMPRESSIONS)
    )
    return next((path for name in names if (path := board.parent / name).is_file()), None)


def write_side_files(board: ScoreMatrix, path: Path) -> tuple[Path, ...]:
    """Write what is known of models and items beside a board's CSV file, for `described`.

    Returns
    -------
    tuple of Path
        The files that were written: none for an axis without metadata.
    """
    written = []
    for axis, table in (("item", board.item_metadata), ("model", board.model_metadata)):
        if table.num_columns > 1:
            side = path.with_name(f"{stem_of(path.name)}.{axis}s.csv")
            with whole_file(side) as temporary:
                pacsv.write_csv(table, temporary)
            written.append(side)
    return tuple(written)


def described(
    board: Path | None, axis: Axis, names: tuple[str, ...], known: pa.Table | None
) -> Described:
    """Join what a side file says of some names to what is known of them already.

    Raises
    ------
    FormatError, DuplicateError, MissingDataError
        The side file cannot be read, holds a value that its column does not allow, names
        something twice, or speaks of none of the names.
    """
    path = find_side_file(board, axis) if board else None
    if path is None:
        return Described(known)
    try:
        return _joined(path, axis, names, known)
    except ParallaxisError as error:
        raise type(error)(f"{path.name}: {error}") from error


def partial_families(table: pa.Table | None) -> tuple[Caution, ...]:
    """Note how many models have no family, where others have one."""
    if table is None or "family" not in table.column_names:
        return ()
    n_without, n_models = table.column("family").null_count, table.num_rows
    if n_without in (0, n_models):
        return ()
    have = "has no family; it" if n_without == 1 else "have no family; each"
    text = f"{n_without} of {n_models} models {have} counts as its own."
    return (Caution("family_partial", text),)


def _joined(path: Path, axis: Axis, names: tuple[str, ...], known: pa.Table | None) -> Described:
    """Read a side file and bring it into the order of the names."""
    side = _keyed(path, axis)
    keys = side.column(axis).to_pylist()
    joined = metadata_table(axis, names, side)
    notes = []
    unmatched = sorted(set(keys).difference(names))
    if unmatched:
        text = f"{len(unmatched)} rows of {path.name} name no {axis} of the board, such as "
        notes.append(Caution("side_rows_unmatched", f"{text}{unmatched[0]!r}."))
    if known is not None:
        repeated = [name for name in known.column_names[1:] if name in joined.column_names]
        joined = joined.drop_columns(repeated)
        for name in known.column_names[1:]:
            joined = joined.append_column(name, known.column(name))
        if repeated:
            text = f"columns of {path.name} that the board has itself were left out: {repeated}."
            notes.append(Caution("side_columns_left_out", text))
    return Described(joined, (path.name,), tuple(notes))


def _keyed(path: Path, axis: Axis) -> pa.Table:
    """Read a side file; its column of names comes first and stays text."""
    with opened(path) as found:
        table = read(found).table
    meanings = MODEL_NAMES if axis == "model" else ITEM_NAMES
    headers = table.column_names
    key = axis if axis in headers else first_named(by_meaning(headers), meanings) or headers[0]
    keys = table.column(key)
    if not table.num_rows:
        raise FormatError("holds no row below its header; add rows or remove the file.")
    _check_values(table, key)
    rest = typed(table.drop_columns([key]))
    if axis in rest.column_names:
        raise FormatError(f"has two columns of names, {shown(key)} and {shown(axis)}; remove one.")
    return rest.add_column(0, axis, pa.array([str(k).strip() for k in keys.to_pylist()]))


def _check_values(table: pa.Table, key: str) -> None:
    """Refuse chances that are none, and directions that are neither true nor false."""
    for header in table.column_names:
        allowed, what = _ALLOWED.get(header.casefold().replace(" ", "_"), (None, ""))
        if allowed is None:
            continue
        for row, text in enumerate(table.column(header).to_pylist()):
            value = text.strip().lower()
            if value not in MISSING and not allowed(value):
                name = shown(table.column(key)[row].as_py())
                raise FormatError(
                    f"column {shown(header)}, row {row + 1} ({name}): {shown(text)} is not {what}; "
                    "correct it, or leave it empty."
                )


def _is_chance(text: str) -> bool:
    """Return whether a text is a number from 0 to below 1."""
    try:
        return 0.0 <= float(text) < 1.0
    except ValueError:
        return False


_ALLOWED: dict[str, tuple[Callable[[str], bool], str]] = {
    "chance": (_is_chance, "a chance, a number from 0 to below 1"),
    "higher_is_better": (FLAGS.__contains__, "true or false"),
}
