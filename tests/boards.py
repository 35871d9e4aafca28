"""Find the real boards beside the repository, or skip with a reason."""

import os
from pathlib import Path

import pytest

from parallaxis.io import load
from parallaxis.matrix import ScoreMatrix

FOLDERS = ("boards", "panels", "psychometric", "oddities")
BESIDE = Path(__file__).resolve().parents[2] / "shared" / "data"


def data_folder() -> Path | None:
    """Return the data folder: PARALLAXIS_DATA, or ``../shared/data``; None where absent."""
    folder = Path(os.environ.get("PARALLAXIS_DATA", BESIDE))
    return folder if folder.is_dir() else None


def board_path(name: str) -> Path:
    """Return the path of a table by its name without endings, or of an oddity by file name."""
    folder = data_folder()
    if folder is None:
        pytest.skip("the data folder is absent: set PARALLAXIS_DATA or put it at ../shared/data")
    for room in FOLDERS:
        for path in (folder / room / f"{name}.csv.gz", folder / room / name):
            if path.is_file():
                return path
    pytest.skip(f"the data folder has no {name!r}")


def load_board(name: str) -> ScoreMatrix:
    """Return a board of the data folder by its name without endings."""
    return load(board_path(name))


def all_tables() -> list[str]:
    """Return the names of all tables in the data folder; none where it is absent."""
    folder = data_folder()
    if folder is None:
        return []
    paths = [path for room in FOLDERS for path in sorted((folder / room).glob("*.csv.gz"))]
    return [path.name.removesuffix(".csv.gz") for path in paths]
