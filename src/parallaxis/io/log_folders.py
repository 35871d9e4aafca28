"""A folder, or one file, of logs: which files a harness wrote, and what they hold."""

import fnmatch
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from parallaxis.alignment.natural_order import natural
from parallaxis.cautions import Caution
from parallaxis.errors import (
    FormatError,
    InputError,
    MissingDataError,
    ParallaxisError,
    ScoreChoiceError,
)
from parallaxis.io.broken_files import why_broken
from parallaxis.io.folder_walk import LISTED, Walk, listed, said_twice, twice, walked
from parallaxis.io.harness.reading import HarnessReader, LogFile, Wanted
from parallaxis.io.harness.registry import harness_of
from parallaxis.io.log_parts import put_together
from parallaxis.io.table_files import holds_table
from parallaxis.logs import Log


@dataclass(frozen=True, slots=True)
class FoundLogs:
    """The logs of a folder, and what else is in it.

    Attributes
    ----------
    walk : Walk
        All files.
    files : tuple of (LogFile, HarnessReader)
        In the order of their names.
    n_beside : int
        Files that belong to logs, such as results.
    others : tuple of str
        Names of the files that no harness's reader knows.
    broken : tuple of (str, str)
        Those that are not what their names promise, so that no reader can know them, and why.
    links : dict of Path to Path
        Links to logs that are read by another name, with that name.
    """

    walk: Walk
    files: tuple[tuple[LogFile, HarnessReader], ...]
    n_beside: int
    others: tuple[str, ...]
    broken: tuple[tuple[str, str], ...]
    links: dict[Path, Path]

    @property
    def harnesses(self) -> str:
        """Names of those whose logs were found."""
        return ", ".join(sorted({reader.name for _, reader in self.files}))

    def notes(self) -> tuple[Caution, ...]:
        """Say which files were left alone."""
        notes = []
        if self.others:
            kinds = Counter(Path(name).suffix or "no suffix" for name in self.others)
            counts = ", ".join(f"{n:,} {kind}" for kind, n in kinds.most_common(LISTED))
            text = (
                f"{len(self.others):,} files beside the logs are of no known harness and were not "
                f"read ({counts}): {listed(self.others)}."
            )
            tables = [name for name in self.others if holds_table(self.walk.root / name)]
            if tables:
                text += f" Tables beside logs are not read; give {listed(tables)} separately."
            notes.append(Caution("other_files", text))
        return (*notes, *said_twice(self.walk, self.links), *self.walk.notes())


def find_logs(source: Path) -> FoundLogs:
    """Return the files of a folder, or the one file, that a harness's reader knows.

    Raises
    ------
    InputError
        More files than a million; a folder that cannot be looked into.
    """
    walk = walked(source)
    known = {path: harness_of(LogFile(walk.root, path)) for path in walk.files}
    links, targets = twice(walk, lambda path: known[path] is not None)
    found: list[tuple[LogFile, HarnessReader]] = []
    others: list[str] = []
    broken: list[tuple[str, str]] = []
    n_beside = 0
    for path in walk.files:
        role = known[path]
        if path in links or path in targets:
            continue
        if role is None:
            why = why_broken(path)
            broken += [(walk.name(path), why)] if why else []
            others += [] if why else [walk.name(path)]
        elif role[1] == "log":
            found.append((LogFile(walk.root, path), role[0]))
        else:
            n_beside += 1
    logs = {link: read for link, read in links.items() if (known[link] or ("", ""))[1] == "log"}
    return FoundLogs(walk, tuple(found), n_beside, tuple(others), tuple(broken), logs)


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
        A broken file, by its name; every file is broken; a pattern that no task has.
    """
    if found.broken and not keep_going:
        raise FormatError(_refused(found.broken))
    logs: list[Log] = []
    broken = [(name, f"{name}: {why}") for name, why in found.broken]
    n_files = len(found.files) + len(broken)
    chosen = ChosenTasks(tasks)
    for file, reader in found.files:
        try:
            logs += _logs_of(file, reader, score, chosen)
        except ParallaxisError as error:
            if not keep_going:
                raise type(error)(_named(file, error)) from error
            broken.append((file.name, _named(file, error)))
        if progress is not None:
            progress(1)
    if broken and len(broken) == n_files:
        raise InputError(f"all {len(broken)} logs are broken; the first: {broken[0][1]}")
    chosen.check()
    said = skipped(broken, n_files)
    return put_together(logs), (*found.notes(), *said), tuple(broken)


def _logs_of(
    file: LogFile, reader: HarnessReader, score: str | None, chosen: "ChosenTasks"
) -> list[Log]:
    """Return the logs of a file; one of other tasks need not have the score that is asked for."""
    try:
        return chosen.of(reader.read(file, Wanted(score)))
    except ScoreChoiceError:
        if chosen.patterns and score is not None and not chosen.of(reader.read(file, Wanted())):
            return []
        raise


class ChosenTasks:
    """Which tasks are kept: all, or those that a pattern names."""

    def __init__(self, patterns: tuple[str, ...]) -> None:
        self.patterns = patterns
        self.met: set[str] = set()

    def of(self, logs: Iterable[Log]) -> list[Log]:
        """Return the logs of these tasks; one that names no task is known by its harness."""
        kept = []
        for log in logs:
            name = log.task or log.format
            self.met.add(name)
            if not self.patterns or any(fnmatch.fnmatchcase(name, one) for one in self.patterns):
                kept.append(log)
        return kept

    def check(self) -> None:
        """Refuse a pattern that no task has, and list the tasks."""
        for pattern in self.patterns:
            if not any(fnmatch.fnmatchcase(name, pattern) for name in self.met):
                names = listed(sorted(self.met, key=natural))
                raise MissingDataError(
                    f"no log is of a task named {pattern!r}; its tasks are {names}."
                )


def _named(file: LogFile, error: ParallaxisError) -> str:
    """Return an error's text with the file's name in front, once."""
    text = str(error)
    return text if text.startswith(file.name) else f"{file.name}: {text}"


def skipped(broken: Sequence[tuple[str, str]], n_files: int) -> tuple[Caution, ...]:
    """Say which files were skipped, and why."""
    if not broken:
        return ()
    said = listed([why for _, why in broken], "; ")
    text = f"{len(broken):,} of {n_files:,} logs are broken and were skipped: {said}"
    return (Caution("broken_files", text),)


def _refused(broken: tuple[tuple[str, str], ...]) -> str:
    """Say which files beside logs are broken, and what to do."""
    (name, why), *more = broken
    others = f" (so are {listed([name for name, _ in more])})" if more else ""
    return (
        f"{name}: {why}{others}. It may be a log: get it anew or remove it, or skip broken files "
        "with keep_going (--keep-going)."
    )
