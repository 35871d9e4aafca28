"""A file to verdicts."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO

import pyarrow as pa

from parallaxis.errors import FormatError, InputError, MissingDataError, ParallaxisError
from parallaxis.io.folders import only_table
from parallaxis.io.lone_logs import harness_of_one, is_path
from parallaxis.io.opening import opened, source_name
from parallaxis.io.registry import read_table
from parallaxis.io.side_files import described
from parallaxis.provenance import Provenance
from parallaxis.tables.frame_parts import Layout
from parallaxis.tables.verdict_frames import VerdictDuplicates, read_verdict_frame
from parallaxis.verdicts import Verdicts


def load_verdicts(
    source: str | Path | BinaryIO,
    *,
    gold: str | None = None,
    layout: Layout = "auto",
    model_column: str | None = None,
    item_column: str | None = None,
    verdict_column: str | None = None,
    metadata_columns: Sequence[str] = (),
    duplicates: VerdictDuplicates = "error",
    transpose: bool = False,
) -> Verdicts:
    r"""Who said what on which item, according to a file?

    The formats of ``load``: CSV, TSV, Parquet, Arrow, JSON lines; plain, gzip or Zstandard; with
    metadata of items from ``verdicts.items.csv`` beside ``verdicts.csv``.

    Parameters
    ----------
    source : str, Path or binary file object
        A file; a folder with one table in it; ``"-"`` for a table on standard input.
    gold : str, optional
        The column, or the member, that holds the right answers.
    layout : {"auto", "wide", "long"}, default "auto"
        Wide: a row per item or per member. Long: a row per member and item.
    model_column, item_column, verdict_column : str, optional
        Headers, where they are not the usual ones.
    metadata_columns : sequence of str, or str, optional
        Columns that describe the items and are no members.
    duplicates : {"error", "first", "last"}, default "error"
        What to do with a (member, item) pair that occurs more than once.
    transpose : bool, default False
        True if the rows of a wide table are items; a gold column, or a first column that is headed
        as items are, says so by itself.

    Returns
    -------
    Verdicts

    Raises
    ------
    InputError
        Of one line that begins with the file's name and gives place and remedy.

    Examples
    --------
    >>> import io
    >>> said = load_verdicts(io.BytesIO(b"item,a,b,key\nx,A,B,A\ny,C,C,C\n"), gold="key")
    >>> said.models, said.correct().values.tolist()
    (('a', 'b'), [[1.0, 1.0], [0.0, 1.0]])
    """
    reading = {
        "gold": gold,
        "layout": layout,
        "model_column": model_column,
        "item_column": item_column,
        "verdict_column": verdict_column,
        "metadata_columns": metadata_columns,
        "duplicates": duplicates,
        "transpose": transpose,
    }
    name = source_name(source)
    try:
        is_folder = isinstance(source, str | Path) and Path(source).is_dir()
        file = only_table(Path(str(source))) if is_folder else source
        name = source_name(file)
        return _loaded(file, reading)
    except ParallaxisError as error:
        raise type(error)(" ".join(f"{name}: {error}".split())) from error
    except (pa.ArrowException, MemoryError, RecursionError, UnicodeError) as error:
        raise FormatError(" ".join(f"{name}: cannot be read ({error}).".split())) from error


def _loaded(file: str | Path | BinaryIO, reading: dict[str, Any]) -> Verdicts:
    """Read one file, with its side file of items."""
    if not isinstance(file, str | Path) and not hasattr(file, "read"):
        kind = type(file).__name__
        raise InputError(f"a {kind} is no path and no file; pass frames to Verdicts.from_frame.")
    with opened(file) as found:
        harness = harness_of_one(file, found)  # now: what is read is gone from a stream
        try:
            read = read_table(found)
        except FormatError as error:
            if harness:
                text = f"is a log of {harness}; give a table of verdicts"
                raise FormatError(f"{text}, a row for each item and member.") from error
            raise
    parts = read_verdict_frame(read.table, **reading)
    if parts.gold is not None and not (parts.gold >= 0).any():
        raise MissingDataError(
            f"{reading['gold']!r} holds no right answer; fill it, or do not name it as gold."
        )
    packing = f" ({found.compression})" if found.compression else ""
    path = Path(str(file)) if is_path(file) else None
    of_items = described(path, "item", parts.items, parts.item_metadata)
    origin = Provenance(
        (found.name, *of_items.sources),
        f"{read.format}{packing} of verdicts, {parts.layout}",
        of_items.notes,
    )
    return Verdicts.from_parts(replace(parts, item_metadata=of_items.table), origin)
