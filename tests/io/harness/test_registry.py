"""Which files are asked of the readers at all."""

import shutil
from pathlib import Path

import pytest

from fixture_logs import fixtures
from parallaxis.io.harness.reading import LogFile
from parallaxis.io.harness.registry import harness_of


def known(root: Path) -> dict[str, str]:
    """Return the files of a folder that are known as logs, with their readers."""
    files = [LogFile(root, path) for path in sorted(root.rglob("*")) if path.is_file()]
    found = {file.name: harness_of(file) for file in files}
    return {name: one[0].name for name, one in found.items() if one and one[1] == "log"}


@pytest.mark.parametrize("left", [".bak", "~", ".tmp", ".orig", ".part", ".old.1"])
def test_copies_with_other_endings_are_no_logs(tmp_path: Path, left: str) -> None:
    root = tmp_path / "logs"
    shutil.copytree(fixtures("."), root)
    before = known(root)
    for name in before:
        shutil.copy(root / name, root / (name + left))
    assert known(root) == before
    assert len(set(before.values())) > 10


def test_a_name_without_an_ending_and_packed_logs_are_asked(tmp_path: Path) -> None:
    log = next(fixtures("openai_evals").glob("*.jsonl"))
    for name in ("blob", "run.JSONL", "run.jsonl.gz"):
        shutil.copy(log, tmp_path / name)
    assert set(known(tmp_path).values()) == {"openai-evals"}
    assert len(known(tmp_path)) == 3
