"""Write files whole or not at all."""

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from parallaxis.errors import InputError, MissingDataError

NAME_KEPT = 40  # characters of the target's name that the temporary name repeats


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Yield a temporary path beside the target; rename it to the target if nothing went wrong.

    A link is written through, and a file that exists keeps its permissions. A device or a pipe is
    no file to be replaced: it is yielded itself.

    Raises
    ------
    MissingDataError
        The folder of the target does not exist.
    InputError
        The target is a folder, or its folder does not take new files.
    """
    mode = _mode_of(path)
    if mode is not None and stat.S_ISDIR(mode):
        raise InputError(f"{path.name or path}: is a folder; name a file in it.")
    if mode is not None and not stat.S_ISREG(mode):
        yield path
        return
    temporary = _beside(path.resolve())
    try:
        yield temporary
        temporary.chmod(0o666 & ~_umask() if mode is None else stat.S_IMODE(mode))
        temporary.replace(path.resolve())
    finally:
        temporary.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """Write a text file in UTF-8, whole or not at all."""
    with whole_file(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


def _mode_of(path: Path) -> int | None:
    """Return type and permissions of what a path leads to; None where there is nothing."""
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise InputError(f"{path.name or path}: cannot be written ({_reason(error)}).") from error


def _beside(target: Path) -> Path:
    """Make an empty temporary file in the folder of the target."""
    folder = target.parent
    if not folder.is_dir():
        raise MissingDataError(f"{target.name}: the folder {str(folder)!r} does not exist.")
    prefix = f".{target.name[:NAME_KEPT]}."
    try:
        descriptor, name = tempfile.mkstemp(dir=folder, prefix=prefix, suffix=".part")
    except OSError as error:
        raise InputError(f"{target.name}: cannot be written ({_reason(error)}).") from error
    os.close(descriptor)
    return Path(name)


def _reason(error: Exception) -> str:
    """Return what the system says, without a path."""
    return getattr(error, "strerror", None) or str(error)


def _umask() -> int:
    """Return the permissions that this process withholds from new files."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
