"""A folder without logs: the tables in it."""

from dataclasses import dataclass
from pathlib import Path

from parallaxis.cautions import Caution
from parallaxis.errors import FormatError, InputError, MissingDataError
from parallaxis.io.broken_files import why_broken
from parallaxis.io.file_names import is_side_file, stem_of
from parallaxis.io.folder_walk import Walk, listed, said_twice, twice
from parallaxis.io.log_folders import find_logs
from parallaxis.io.table_files import holds_table


@dataclass(frozen=True, slots=True)
class FoundTables:
    """The tables of a folder.

    Attributes
    ----------
    walk : Walk
        All files.
    files : tuple of Path
        Tables that are no side files, in the order of their names.
    others : tuple of str
        Names of the files that are neither tables nor side files of one of these.
    links : dict of Path to Path
        Links to tables that are read by another name, with that name.
    """

    walk: Walk
    files: tuple[Path, ...]
    others: tuple[str, ...]
    links: dict[Path, Path]

    def notes(self) -> tuple[Caution, ...]:
        """Say which files were left alone."""
        notes = []
        if self.others:
            text = f"{len(self.others):,} files are no tables and were not read: "
            notes.append(Caution("other_files", f"{text}{listed(self.others)}."))
        return (*notes, *said_twice(self.walk, self.links), *self.walk.notes())


def find_tables(walk: Walk) -> FoundTables:
    """Return the tables below a folder.

    Raises
    ------
    MissingDataError
        There is none that a reader recognises.
    FormatError
        A file beside tables is not what its name promises, such as Parquet that is cut.
    """
    tables = {path for path in walk.files if holds_table(path)}
    links, targets = twice(walk, tables.__contains__)
    kept = tuple(path for path in walk.files if path in tables and path not in links)
    rest = [path for path in walk.files if path not in tables | targets]
    faults = {walk.name(path): why for path in rest if (why := why_broken(path))}
    if not kept:
        raise MissingDataError(_nothing(walk, faults))
    if faults:
        name, why = next(iter(faults.items()))
        more = f" (so are {listed(list(faults)[1:])})" if len(faults) > 1 else ""
        raise FormatError(
            f"{name}: {why}{more}. Get it anew or remove it, or name one of the tables beside it."
        )
    boards = {path.with_name(stem_of(path.name)) for path in kept}
    others = tuple(walk.name(path) for path in rest if not _describes(path, boards))
    return FoundTables(walk, kept, others, links)


def only_table(folder: Path) -> Path:
    """Return the one table below a folder.

    Raises
    ------
    MissingDataError
        There is none that a reader recognises.
    InputError
        There are several; the folder holds logs of a harness.
    """
    logs = find_logs(folder)
    if logs.files:
        raise InputError(
            f"holds logs of {logs.harnesses} ({len(logs.files):,} files), which hold scores and no "
            "verdicts to compare; give a table of verdicts, a row for each item and member."
        )
    found = find_tables(logs.walk)
    if len(found.files) == 1:
        return found.files[0]
    names = listed([found.walk.name(path) for path in found.files])
    raise InputError(f"holds {len(found.files)} tables ({names}); name one of them.")


def _describes(path: Path, boards: set[Path]) -> bool:
    """Return whether a file is a side file of one of the tables, given without their endings."""
    board = path.with_name(stem_of(path.name).rpartition(".")[0] or "-")
    return is_side_file(path.name) and board in boards


def _nothing(walk: Walk, faults: dict[str, str]) -> str:
    """Say that there is no table, and what there is."""
    text = (
        f"holds no table ({len(walk.files)} files); name a CSV, Parquet, Arrow or JSON lines file."
    )
    if faults:
        said = listed([f"{name} {why}" for name, why in faults.items()], "; ")
        text += f" Broken files: {said}."
    way_in = walk.way_in()
    return f"{text} {way_in[:1].upper()}{way_in[1:]}." if way_in else text
