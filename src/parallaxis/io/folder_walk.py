"""The files below a folder that was given, and the links in it."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from parallaxis.cautions import Caution
from parallaxis.errors import InputError
from parallaxis.io.file_names import readable
from parallaxis.numerals import counted

MOST_FILES = 1_000_000
RELATIVE = (".__", "..__")  # what lm-evaluation-harness makes of ./ and ../ in the name of a model
LISTED = 5  # files that a message names


@dataclass(frozen=True, slots=True)
class Walk:
    """The files below a folder, or the one file, that was given.

    Attributes
    ----------
    root : Path
        The folder, or that of the file.
    files : tuple of Path
        In the order of their names; links to files within the folder are among them.
    outside : tuple of Path
        Links to folders, links that lead out of the folder and links to nothing.
    """

    root: Path
    files: tuple[Path, ...]
    outside: tuple[Path, ...] = ()

    def name(self, path: Path) -> str:
        """Return a path within the root, with forward slashes."""
        return readable(path.relative_to(self.root).as_posix())

    @property
    def unread(self) -> tuple[str, ...]:
        """Names of the links that were not followed."""
        return tuple(map(self.name, self.outside))

    def notes(self) -> tuple[Caution, ...]:
        """Say which links were not followed."""
        if not self.outside:
            return ()
        text = (
            f"{len(self.outside):,} links to folders, or out of the folder that was given, were "
            f"not followed: {listed([self.name(link) for link in self.outside])}."
        )
        return (Caution("links_outside", text),)

    def way_in(self) -> str:
        """Say how to reach files that links out of the folder lead to; nothing without any."""
        if not self.outside:
            return ""
        names = listed([self.name(link) for link in self.outside])
        lead = "leads" if len(self.outside) == 1 else "lead"
        text = f"{counted(len(self.outside), 'link')} {lead} out of it or to nothing ({names}); "
        above = _folder_of_targets(self)
        if above is None:
            return f"{text}put the files themselves into it (cp -L)"
        n_up = len(self.root.resolve().relative_to(above).parts)
        where = "the folder above" if n_up == 1 else f"{n_up} folders above"
        return f"{text}give the folder that holds their targets too, {above.name!r} ({where})"


def walked(source: Path) -> Walk:
    """Return the files below a folder, or the one file; hidden files and folders are left out.

    Raises
    ------
    InputError
        More files than a million; a folder that cannot be looked into.
    """
    if source.is_file():
        return Walk(source.parent, (source,))
    root, found, outside = source.resolve(), [], []
    for place, folders, names in os.walk(source, followlinks=False, onerror=_unreadable):
        folders[:] = sorted(name for name in folders if not _is_hidden(name))
        outside += [path for name in folders if (path := Path(place) / name).is_symlink()]
        for path in (Path(place) / name for name in sorted(names) if not name.startswith(".")):
            if path.is_symlink() and not _inside(path, root):
                outside.append(path)
            elif path.is_file():
                found.append(path)
        if len(found) > MOST_FILES:
            raise InputError(f"holds more than {MOST_FILES:,} files; name a folder within it.")
    files, links = (sorted(paths, key=lambda path: path.parts) for paths in (found, outside))
    return Walk(source, tuple(files), tuple(links))


def _is_hidden(name: str) -> bool:
    """Say whether a folder is hidden; one for a model of a relative path, ``./out``, is not."""
    return name.startswith((".", "__MACOSX")) and not name.startswith(RELATIVE)


def twice(walk: Walk, known: Callable[[Path], bool]) -> tuple[dict[Path, Path], set[Path]]:
    """Find the files that links within the folder name a second time.

    A link gives way to its target where both are known. A target whose name says nothing, without
    an ending as in a cache of downloads, gives way to the first link that is known.

    Parameters
    ----------
    walk : Walk
    known : callable
        Says whether a file, by this name, is one that is read.

    Returns
    -------
    links : dict of Path to Path
        Links that are not read, with what is read in their place.
    targets : set of Path
        Files that are read by the name of a link.
    """
    links = [path for path in walk.files if path.is_symlink()] if len(walk.files) > 1 else []
    root, files = walk.root.resolve(), set(walk.files)
    by_target: dict[Path, list[Path]] = {}
    for link in links:
        if known(link):
            target = walk.root / link.resolve().relative_to(root)
            by_target.setdefault(target, []).append(link)
    instead: dict[Path, Path] = {}
    targets = set()
    for target, (first, *more) in by_target.items():
        if target in files and target.suffix and known(target):
            instead |= dict.fromkeys((first, *more), target)
        else:
            instead |= dict.fromkeys(more, first)
            targets |= {target} & files
    return instead, targets


def said_twice(walk: Walk, links: dict[Path, Path]) -> tuple[Caution, ...]:
    """Say which links were not read, as what they lead to was."""
    if not links:
        return ()
    pairs = [f"{walk.name(link)} is {walk.name(read)}" for link, read in sorted(links.items())]
    many = "links within the folder name files a second time and were"
    one = "link within the folder names a file a second time and was"
    text = f"{len(links):,} {one if len(links) == 1 else many} not read: {listed(pairs)}."
    return (Caution("links_inside", text),)


def listed(names: Sequence[str], between: str = ", ") -> str:
    """Return the first five names, and how many more.

    Examples
    --------
    >>> listed(["a", "b"]), listed(list("abcdefg"))
    ('a, b', 'a, b, c, d, e, and 2 more')
    """
    more = [f"and {len(names) - LISTED:,} more"] if len(names) > LISTED else []
    return between.join([*names[:LISTED], *more])


def _inside(link: Path, root: Path) -> bool:
    """Say whether a link leads to something within the folder; a ring of links does not."""
    try:
        return link.resolve(strict=True).is_relative_to(root)
    except (OSError, RuntimeError):
        return False


def _folder_of_targets(walk: Walk) -> Path | None:
    """Return the folder that holds the root and whatever its links to files lead to, if any."""
    root, targets = walk.root.resolve(), []
    for link in walk.outside:
        try:
            target = link.resolve(strict=True)
        except (OSError, RuntimeError):
            continue
        if target.is_file() and not target.is_relative_to(root):
            targets.append(target)
    above = Path(os.path.commonpath([root, *targets]))
    return above if targets and above.name else None


def _unreadable(error: OSError) -> None:
    """Refuse a folder that cannot be looked into."""
    name = Path(str(error.filename)).name
    raise InputError(f"the folder {name!r} cannot be looked into ({error.strerror}).") from error
