"""Real logs of harnesses, where they are at hand."""

import os
from pathlib import Path

import pytest

from parallaxis.io.harness.reading import HarnessReader, LogFile, Wanted
from parallaxis.logs import Log

ROOT = Path(__file__).parents[1]


def fixtures(name: str) -> Path:
    """Return a folder of logs that a real harness wrote, beside the real boards; skip without."""
    boards = Path(os.environ.get("PARALLAXIS_DATA", ROOT.parent / "shared" / "data"))
    folder = boards.parent / "fixtures" / name
    if not folder.is_dir():
        pytest.skip(f"real logs are not at hand: no {name} in the folder of fixtures")
    return folder


def read_all(reader: HarnessReader, folder: Path, score: str | None = None) -> list[Log]:
    """Read every file of a folder that a reader takes for a log."""
    files = [LogFile(folder, path) for path in sorted(folder.rglob("*")) if path.is_file()]
    logs = [file for file in files if reader.recognise(file) == "log"]
    return [log for file in logs for log in reader.read(file, Wanted(score))]
