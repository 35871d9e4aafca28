"""Write files whole or not at all."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from parallaxis.errors import MissingDataError


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Yield a temporary path beside the target; rename it to the target if nothing went wrong.

    Raises
    ------
    MissingDataError
        The folder of the target does not exist.
    """
    if not path.parent.is_dir():
        raise MissingDataError(f"{path.name}: the folder {str(path.parent)!r} does not exist.")
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    os.close(descriptor)
    temporary = Path(name)
    try:
        yield temporary
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """Write a text file in UTF-8, whole or not at all."""
    with whole_file(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


def _umask() -> int:
    """Return the permissions that this process withholds from new files."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
