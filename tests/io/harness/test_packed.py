"""Logs that were packed file by file, with all that stands beside them."""

import gzip
import shutil
from pathlib import Path

import numpy as np
import pytest

import parallaxis
from fixture_logs import fixtures
from parallaxis.errors import FormatError, MissingDataError

HARNESSES = (
    "bfcl",
    "deepeval",
    "evalplus",
    "helm",
    "inspect",
    "lm_eval",
    "openai_evals",
    "promptfoo",
    "pydantic_evals",
    "swebench",
)
ARCHIVES = (".eval",)  # packed already, and read by members


def packed(source: Path, target: Path) -> Path:
    """Copy a folder with every file in it packed."""
    shutil.copytree(source, target)
    for path in sorted(target.rglob("*")):
        if path.is_file() and path.suffix not in ARCHIVES:
            Path(f"{path}.gz").write_bytes(gzip.compress(path.read_bytes()))
            path.unlink()
    return target


@pytest.mark.parametrize("harness", HARNESSES)
def test_a_packed_folder_says_the_same(harness: str, tmp_path: Path) -> None:
    plain = parallaxis.load(fixtures(harness))
    board = parallaxis.load(packed(fixtures(harness), tmp_path / harness))
    assert board.models == plain.models
    assert board.items == plain.items
    np.testing.assert_array_equal(board.values, plain.values)
    ours, theirs = board.provenance.report, plain.provenance.report
    assert ours is not None
    assert theirs is not None
    stated = [(check.model, check.task, check.stated) for check in theirs.headlines]
    assert [(check.model, check.task, check.stated) for check in ours.headlines] == stated
    codes = [note.code for note in plain.provenance.notes]
    assert [note.code for note in board.provenance.notes] == codes


def test_a_packed_archive_is_to_be_unpacked(tmp_path: Path) -> None:
    (archive, *_) = sorted(fixtures("inspect").rglob("*.eval"))
    (tmp_path / f"{archive.name}.gz").write_bytes(gzip.compress(archive.read_bytes()))
    with pytest.raises(MissingDataError, match=r"eval\.gz is an archive .* unpack it"):
        parallaxis.load(tmp_path)


def test_packed_parquet_is_to_be_unpacked(tmp_path: Path) -> None:
    folder = packed(fixtures("lighteval"), tmp_path / "lighteval")
    with pytest.raises(FormatError, match=r"parquet\.gz: is a Parquet file .* unpack it"):
        parallaxis.load(folder)
