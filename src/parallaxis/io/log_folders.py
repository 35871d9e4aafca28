"""A folder, or one file, of logs: which files a harness wrote, and what they hold."""

import fnmatch
import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from parallaxis.cautions import Caution
from parallaxis.errors import (
    InputError,
    MissingDataError,
    ParallaxisError,
    ScoreChoiceError,
)
from parallaxis.io.harness.reading import HarnessReader, LogFile, Wanted
from parallaxis.io.harness.registry import harness_of
from parallaxis.io.log_parts import put_together
from parallaxis.logs import Log

MOST_FILES = 1_000_000
LISTED = 5  # files that a message names


@dataclass(frozen=True, slots=True)
class FoundLogs:
    """The logs of a folder.

    Attributes
    ----------
    files : tuple of (LogFile, HarnessReader)
        In the order of their names.
    n_beside : int
        Files that belong to logs, such as results.
    others : tuple of str
        Names of the files that no harness's reader knows.
    n_outside : int
        Links to folders, and links that lead out of the folder, which are not followed.
    """

    files: tuple[tuple[LogFile, HarnessReader], ...]
    n_beside: int
    others: tuple[str, ...]
    n_outside: int

    def notes(self) -> tuple[Caution, ...]:
        """Say which files were left alone."""
        notes = []
        if self.others:
            kinds = Counter(Path(name).suffix or "no suffix" for name in self.others)
            listed = ", ".join(f"{n:,} {kind}" for kind, n in kinds.most_common(LISTED))
            text = (
                f"{len(self.others):,} files beside the logs are of no known harness and were not "
                f"read ({listed}; first {self.others[0]})."
            )
            notes.append(Caution("other_files", text))
        if self.n_outside:
            text = (
                f"{self.n_outside:,} links to folders, or out of the folder that was given, were "
                "not followed."
            )
            notes.append(Caution("links_outside", text))
        return tuple(notes)


def find_logs(source: Path) -> FoundLogs:
    """Return the files of a folder, or the one file, that a harness's reader knows.

    Raises
    ------
    InputError
        More files than a million.
    """
    if source.is_file():
        root, paths, n_outside = source.parent, [source], 0
    else:
        root = source
        paths, n_outside = _files(source)
    found, others, n_beside = [], [], 0
    for path in paths:
        file = LogFile(root, path)
        known = harness_of(file)
        if known is None:
            others.append(file.name)
        elif known[1] == "log":
            found.append((file, known[0]))
        else:
            n_beside += 1
    return FoundLogs(tuple(found), n_beside, tuple(others), n_outside)


def read_logs(
    found: FoundLogs,
    *,
    score: str | None = None,
    tasks: tuple[str, ...] = (),
    keep_going: bool = False,
    progress: Callable[[int], None] | None = None,
) -> tuple[list[Log], tuple[Caution, ...], tuple[tuple[str, str], ...]]:
    """Read the logs that were found.

    Parameters
    ----------
    found : FoundLogs
    score : str, optional
        Name of the score; the default of each format without.
    tasks : tuple of str
        Names or patterns of the tasks to keep; all without.
    keep_going : bool
        Skip a broken file, and say so, instead of stopping at it.
    progress : callable, optional
        Told of each file that was read.

    Returns
    -------
    logs : list of Log
    notes : tuple of Caution
    broken : tuple of (str, str)
        Files that were skipped, and why.

    Raises
    ------
    InputError
        A broken file, by its name; every file is broken; no task of these names.
    """
    logs: list[Log] = []
    broken: list[tuple[str, str]] = []
    for file, reader in found.files:
        try:
            logs += _logs_of(file, reader, score, tasks)
        except ParallaxisError as error:
            if not keep_going:
                raise type(error)(_named(file, error)) from error
            broken.append((file.name, _named(file, error)))
        if progress is not None:
            progress(1)
    if broken and len(broken) == len(found.files):
        raise InputError(f"all {len(broken)} logs are broken; the first: {broken[0][1]}")
    if not logs:
        raise MissingDataError(f"no log is of a task named {', '.join(tasks)}; check the names.")
    said = _broken([why for _, why in broken], len(found.files))
    return put_together(logs), (*found.notes(), *said), tuple(broken)


def _files(folder: Path) -> tuple[list[Path], int]:
    """Return the files below a folder by name, and how many links were not followed.

    Hidden files and folders are left out; links to files within the folder count as files.
    """
    root, found, n_links = folder.resolve(), [], 0
    for place, folders, names in os.walk(folder, followlinks=False, onerror=_unreadable):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "__MACOSX")))
        n_links += sum((Path(place) / name).is_symlink() for name in folders)
        for path in (Path(place) / name for name in sorted(names) if not name.startswith(".")):
            if path.is_symlink() and not _inside(path, root):
                n_links += 1
            elif path.is_file():
                found.append(path)
        if len(found) > MOST_FILES:
            raise InputError(f"holds more than {MOST_FILES:,} files; name a folder within it.")
    return sorted(found, key=lambda path: path.relative_to(folder).parts), n_links


def _inside(link: Path, root: Path) -> bool:
    """Say whether a link leads to something within the folder; a ring of links does not."""
    try:
        return link.resolve(strict=True).is_relative_to(root)
    except (OSError, RuntimeError):
        return False


def _unreadable(error: OSError) -> None:
    """Refuse a folder that cannot be looked into."""
    name = Path(str(error.filename)).name
    raise InputError(f"the folder {name!r} cannot be looked into ({error.strerror}).") from error


def _logs_of(
    file: LogFile, reader: HarnessReader, score: str | None, tasks: tuple[str, ...]
) -> list[Log]:
    """Return the logs of a file; one of other tasks need not have the score that is asked for."""
    try:
        return _kept(reader.read(file, Wanted(score)), tasks)
    except ScoreChoiceError:
        if tasks and score is not None and not _kept(reader.read(file, Wanted()), tasks):
            return []
        raise


def _kept(logs: Iterator[Log], tasks: tuple[str, ...]) -> list[Log]:
    """Return the logs of some tasks."""
    if not tasks:
        return list(logs)
    return [log for log in logs if any(fnmatch.fnmatchcase(log.task, task) for task in tasks)]


def _named(file: LogFile, error: ParallaxisError) -> str:
    """Return an error's text with the file's name in front, once."""
    text = str(error)
    return text if text.startswith(file.name) else f"{file.name}: {text}"


def _broken(broken: list[str], n_files: int) -> tuple[Caution, ...]:
    """Say which files were skipped."""
    if not broken:
        return ()
    more = f"; and {len(broken) - LISTED:,} more" if len(broken) > LISTED else ""
    listed = "; ".join(broken[:LISTED])
    text = f"{len(broken):,} of {n_files:,} logs are broken and were skipped: {listed}{more}"
    return (Caution("broken_files", text),)
