"""A folder: the one board in it."""

from pathlib import Path

from parallaxis.errors import InputError, MissingDataError, ParallaxisError
from parallaxis.io.file_names import is_table
from parallaxis.io.opening import opened
from parallaxis.io.other_kinds import other_kind
from parallaxis.io.registry import reader_for

LISTED = 5  # boards that a message names


def only_board(folder: Path) -> Path:
    """Return the one table in a folder that is no side file.

    Raises
    ------
    MissingDataError
        There is none that a reader recognises.
    InputError
        There are several.
    """
    boards = tables_in(folder)
    if len(boards) == 1:
        return boards[0]
    listed = ", ".join(path.name for path in boards[:LISTED])
    more = ", …" if len(boards) > LISTED else ""
    raise InputError(f"holds {len(boards)} boards ({listed}{more}); name one of them.")


def tables_in(folder: Path) -> list[Path]:
    """Return the tables in a folder that are no side files, by name.

    Raises
    ------
    MissingDataError
        There is none that a reader recognises.
    """
    files = sorted(path for path in folder.iterdir() if path.is_file())
    boards = [path for path in files if is_table(path.name) and _recognised(path)]
    if boards:
        return boards
    raise MissingDataError(
        f"holds no table ({len(files)} files); name a CSV, Parquet, Arrow or JSON lines file."
    )


def _recognised(path: Path) -> bool:
    """Return whether some reader recognises a file."""
    try:
        with opened(path) as found:
            return reader_for(found.head) is not None and other_kind(found.head) is None
    except ParallaxisError:
        return False
