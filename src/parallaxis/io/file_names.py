"""File names: which are tables, and what a board and its side files are called."""

from pathlib import Path

COMPRESSIONS = (".gz", ".gzip", ".zst", ".zstd")
TABLES = (
    ".csv",
    ".tsv",
    ".tab",
    ".parquet",
    ".pq",
    ".arrow",
    ".feather",
    ".ipc",
    ".ndjson",
    ".jsonl",
    ".json",
)
SIDES = (".items", ".models")


def readable(name: str) -> str:
    r"""Return a name with escapes for bytes that are no UTF-8, so that it can be written anywhere.

    Examples
    --------
    >>> readable("run-\udcff.txt")
    'run-\\udcff.txt'
    """
    return name.encode("utf-8", "backslashreplace").decode()


def bare_name(name: str) -> str:
    """Return a file name without the ending of a compression.

    Examples
    --------
    >>> bare_name("samples.jsonl.gz"), bare_name("samples.jsonl")
    ('samples.jsonl', 'samples.jsonl')
    """
    path = Path(name)
    return path.stem if path.suffix.lower() in COMPRESSIONS else name


def stem_of(name: str) -> str:
    """Return a file name without the endings of compression and format.

    Examples
    --------
    >>> stem_of("board.csv.gz"), stem_of("gpt-4.1.parquet"), stem_of("board.v2")
    ('board', 'gpt-4.1', 'board.v2')
    """
    bare = Path(bare_name(name))
    return bare.stem if bare.suffix.lower() in TABLES else bare.name


def is_table(name: str) -> bool:
    """Return whether a name is that of a table which is no side file."""
    stem = stem_of(name)
    ending = name[len(stem) :].lower()
    return ending.startswith(TABLES) and not stem.endswith(SIDES) and not name.startswith(".")


def is_side_file(name: str) -> bool:
    """Return whether a name is that of metadata beside a table, such as ``board.items.csv``."""
    stem = stem_of(name)
    return name[len(stem) :].lower().startswith((".csv", ".tsv")) and stem.endswith(SIDES)
