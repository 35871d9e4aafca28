"""Which files of a folder hold tables, by name and first bytes."""

from pathlib import Path

from parallaxis.errors import ParallaxisError
from parallaxis.io.broken_files import OPENING
from parallaxis.io.file_names import is_table
from parallaxis.io.harness.reading import json_value
from parallaxis.io.model_columns import model_columns
from parallaxis.io.opening import HEAD, opened
from parallaxis.io.other_kinds import other_kind
from parallaxis.io.registry import reader_for
from parallaxis.io.text import BOM
from parallaxis.tables.pivot import Roles


def holds_table(path: Path) -> bool:
    r"""Return whether a file is named as a table, is no side file, and begins as tables do.

    Of JSON, tables are arrays, and several lines, of objects whose values are single ones, or
    among whose single values are the name of an item and its score.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     table, settings = Path(folder) / "board.jsonl", Path(folder) / "package.json"
    ...     _ = table.write_text('{"model": "a", "x": 1}\n{"model": "b", "x": 0}\n')
    ...     _ = settings.write_text('{"name": "x", "scripts": {"test": "y"}}')
    ...     holds_table(table), holds_table(settings)
    (True, False)
    """
    if not is_table(path.name):
        return False
    try:
        with opened(path) as found:
            head = found.head
    except ParallaxisError:
        return False
    if other_kind(head) is not None or reader_for(head) is None:
        return False
    text = head.removeprefix(BOM).strip()
    if not text.startswith(OPENING):
        return ".json" not in path.suffixes and ".jsonl" not in path.suffixes
    return _holds_rows(text, whole=len(head) < HEAD)


def _holds_rows(text: bytes, *, whole: bool) -> bool:
    """Return whether JSON begins with an object of single values, as far as can be told."""
    if text.startswith(b"["):
        rows = _decoded(text) if whole else None
        return rows is None or (isinstance(rows, list) and bool(rows) and _is_row(rows[0]))
    first, more, _rest = text.partition(b"\n")
    if not more:
        return not whole  # one line that is longer than what is looked at
    return _is_row(_decoded(first))


def _is_row(row: object) -> bool:
    """Return whether an object holds single values, or those that a row of one model needs."""
    if not isinstance(row, dict) or not row:
        return False
    single = [name for name, one in row.items() if not isinstance(one, list | dict)]
    return len(single) == len(row) or model_columns(single, Roles(None, None, None)) is not None


def _decoded(text: bytes) -> object:
    """Return a JSON value, or None where it is none."""
    try:
        value: object = json_value(text, "it")
    except ParallaxisError:
        return None
    return value
