"""An atlas: every board of some files and folders, and what could not be read."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from parallaxis.cautions import Caution
from parallaxis.comparison.board_rows import Origin
from parallaxis.comparison.comparing import compared, free_name
from parallaxis.comparison.result import Comparison, Unread
from parallaxis.errors import InputError, ParallaxisError
from parallaxis.io.file_names import is_table, stem_of
from parallaxis.io.loading import load
from parallaxis.matrix import ScoreMatrix
from parallaxis.numerals import counted

NAMED = 5  # sources that a message names


def atlas(
    sources: str | Path | Sequence[str | Path],
    *,
    n_models: int | None = None,
    n_items: int | None = None,
    draws: int = 100,
    origins: Mapping[str, Origin] | None = None,
    level: float = 0.95,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Comparison:
    """How broad is every board in these folders, as it is and at one size?

    Parameters
    ----------
    sources : path, or sequence of paths
        Files, and folders of which every table is read that is no side file; folders in them are
        not entered. Boards are named by their files.
    n_models, n_items : int, optional
        The common size. By default, among boards with 12 models and 6 items that tell models apart
        or more, the largest quantile of both numbers, the lower quartile at most, at which three in
        four of them are large enough in both.
    draws, origins, level, seed, progress
        As in ``compare``; progress is also told of each file that was read.

    Returns
    -------
    Comparison
        What could not be read is in ``unread`` with its reason, and in a caution; folders that were
        not entered are in another.

    Raises
    ------
    InputError
        Nothing could be read, or a setting out of range.

    Notes
    -----
    ``compare`` takes the smallest size, because whoever names a few boards wants all of them
    compared. A folder holds whatever was put into it: its smallest board would bring all others
    down to a size at which no ED can differ, so an atlas leaves the smallest and up to a quarter of
    the others without an ED at the common size, and says which.

    Examples
    --------
    >>> import tempfile
    >>> from parallaxis.worlds import one_ability
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for seed, n_items in ((1, 20), (2, 90)):
    ...         board = one_ability(n_models=30, n_items=n_items, seed=seed).board
    ...         board.to_parquet(f"{folder}/board_{n_items}.parquet")
    ...     found = atlas(folder, draws=20)
    >>> [row.board for row in found.boards], found.matching.n_models
    (['board_20', 'board_90'], 30)
    """
    listed = [sources] if isinstance(sources, str | Path) else list(sources)
    boards, unread = _read(listed, progress)
    if not boards:
        raise InputError(_nothing_read(unread))
    return compared(
        boards,
        {"n_models": n_models, "n_items": n_items, "draws": draws, "level": level},
        origins=origins or {},
        seed=seed,
        rule="three in four",
        unread=unread,
        cautions=(*_unread_caution(unread), *_not_entered_caution(listed)),
        progress=progress,
    )


def board_files(source: str | Path) -> tuple[Path, ...]:
    """Return the tables of a folder that are no side files, by name; a file as it is.

    Examples
    --------
    >>> board_files("board.csv")
    (PosixPath('board.csv'),)
    """
    path = Path(source)
    if not path.is_dir():
        return (path,)
    return tuple(sorted(file for file in path.iterdir() if file.is_file() and is_table(file.name)))


def _read(
    sources: Sequence[str | Path], progress: Callable[[int], None] | None
) -> tuple[dict[str, ScoreMatrix], tuple[Unread, ...]]:
    """Read every board, and keep the reasons of those that cannot be read."""
    boards: dict[str, ScoreMatrix] = {}
    unread: list[Unread] = []
    for path, name in _files(sources, unread):
        try:
            boards[free_name(name, boards)] = load(path)
        except (ParallaxisError, OSError, MemoryError) as error:
            unread.append(Unread(path.name, _reason(path.name, error)))
        if progress is not None:
            progress(1)
    return boards, tuple(unread)


def _files(sources: Sequence[str | Path], unread: list[Unread]) -> Iterator[tuple[Path, str]]:
    """Yield each file once with the name of its board; folders without any are not read."""
    seen: set[Path] = set()
    for source in sources:
        files = board_files(source)
        if not files:
            unread.append(Unread(Path(source).name, "the folder holds no table"))
        for path in files:
            if path.resolve() not in seen:
                seen.add(path.resolve())
                yield path, stem_of(path.name)


def _reason(name: str, error: BaseException) -> str:
    """Return why a file was not read, without its name and on one line."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    text = " ".join(str(error).split()) or type(error).__name__
    return text.removeprefix(f"{name}: ").rstrip(".")


def _nothing_read(unread: tuple[Unread, ...]) -> str:
    """Return the message of an atlas without a board."""
    if not unread:
        return "no source was named; name files, or folders with boards in them."
    listed = "; ".join(f"{one.source}: {one.why}" for one in unread[:NAMED])
    more = f"; and {len(unread) - NAMED:,} more" if len(unread) > NAMED else ""
    return f"none of {counted(len(unread), 'source')} could be read ({listed}{more})."


def _unread_caution(unread: tuple[Unread, ...]) -> tuple[Caution, ...]:
    """Say how many sources could not be read, and why the first of them."""
    if not unread:
        return ()
    listed = "; ".join(f"{one.source}: {one.why}" for one in unread[:NAMED])
    more = f"; and {len(unread) - NAMED:,} more" if len(unread) > NAMED else ""
    text = f"{counted(len(unread), 'source')} could not be read and are left out ({listed}{more})."
    return (Caution("unread_boards", text),)


def _not_entered_caution(sources: Sequence[str | Path]) -> tuple[Caution, ...]:
    """Say which folders within the folders were not entered."""
    inner = [
        f"{Path(source).name}/{folder.name}"
        for source in sources
        if Path(source).is_dir()
        for folder in sorted(Path(source).iterdir())
        if folder.is_dir() and not folder.name.startswith(".")
    ]
    if not inner:
        return ()
    more = f" and {len(inner) - NAMED:,} more" if len(inner) > NAMED else ""
    text = (
        f"Folders within a folder are not entered: {', '.join(inner[:NAMED])}{more}; name them "
        "beside it to read their boards."
    )
    return (Caution("folders_not_entered", text),)
