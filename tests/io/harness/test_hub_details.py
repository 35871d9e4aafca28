"""Details from the hub: the download is replaced by a copy of a local folder of that layout."""

import fnmatch
import json
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from fixture_logs import read_all
from parallaxis.errors import InputError, MissingDataError, MissingExtra
from parallaxis.io.harness import leaderboard_details, lm_eval
from parallaxis.io.harness.hub_details import hub_folder

TIME = "2023-08-19T16-35-46.942696"
V1 = "open-llm-leaderboard-old/details_org__model-7b"
V2 = "open-llm-leaderboard/org__model-7b-details"


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of datasets that stands for the hub."""
    shelf = tmp_path / "shelf"

    def snapshot_download(
        repo_id: str, *, repo_type: str, allow_patterns: list[str], local_dir: Path
    ) -> str:
        assert repo_type == "dataset"
        source = shelf / repo_id
        if not source.is_dir():
            raise OSError(f"404 {repo_id}")
        for path in (path for path in source.rglob("*") if path.is_file()):
            name = path.relative_to(source).as_posix()
            if any(fnmatch.fnmatch(name, pattern) for pattern in allow_patterns):
                (local_dir / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, local_dir / name)
        return str(local_dir)

    constants = SimpleNamespace(HF_HOME=str(tmp_path / "home"))
    library = SimpleNamespace(snapshot_download=snapshot_download, constants=constants)
    monkeypatch.setitem(sys.modules, "huggingface_hub", library)
    return shelf


def write(path: Path, content: Any) -> None:
    """Write a file of a dataset as JSON lines or JSON, by its name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = content if path.suffix == ".jsonl" else [content]
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")


def test_version_1_is_read_from_its_download(hub: Path) -> None:
    folder = hub / V1
    run = folder / TIME
    run.mkdir(parents=True)
    rows = [{"example": "Why?", "metrics": {"acc": 0.0, "acc_norm": 1.0}}]
    pq.write_table(
        pa.Table.from_pylist(rows), run / f"details_harness|arc:challenge|25_{TIME}.parquet"
    )
    figures = {"harness|arc:challenge|25": {"acc": 0.0, "acc_norm": 1.0}}
    write(folder / f"results_{TIME}.json", figures)
    (folder / "README.md").write_text("card", encoding="utf-8")
    found = hub_folder(V1)
    assert found.name == "details_org__model-7b"
    assert found.parts[-3:-1] == ("home", "parallaxis")
    assert not (found / "README.md").exists()
    (log,) = read_all(leaderboard_details.READER, found)
    assert (log.model, log.task, log.score) == (
        "org/model-7b",
        "harness|arc:challenge|25",
        "acc_norm",
    )
    assert log.headline is not None
    assert log.headline.value == log.values.mean() == 1.0


def test_version_2_is_read_from_its_download(hub: Path, tmp_path: Path) -> None:
    row = {"doc_id": 0, "doc": {"q": "Why?"}, "target": "A", "resps": [], "acc_norm": 1.0}
    write(hub / V2 / "org__model-7b" / f"samples_leaderboard_gpqa_main_{TIME}.jsonl", [row])
    (log,) = read_all(lm_eval.READER, hub_folder(V2, into=tmp_path / "mine"))
    assert (log.task, log.score, log.model) == (
        "leaderboard_gpqa_main",
        "acc_norm",
        "org__model-7b",
    )


@pytest.mark.usefixtures("hub")
def test_a_download_that_fails_says_why() -> None:
    with pytest.raises(MissingDataError, match=r"could not be downloaded \(404 .*hf auth login"):
        hub_folder(V1)


def test_a_dataset_without_details_is_refused(hub: Path) -> None:
    write(hub / V1 / f"results_{TIME}.json", {})
    with pytest.raises(MissingDataError, match="holds no files that match"):
        hub_folder(V1)


@pytest.mark.parametrize(
    "name", ["org/data", "open-llm-leaderboard/../x-details", "details_a__b", f"{V1}/more", ""]
)
def test_names_of_other_datasets_are_refused(name: str) -> None:
    with pytest.raises(InputError, match="is no dataset of details; their names are"):
        hub_folder(name)


def test_without_the_library_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    with pytest.raises(MissingExtra, match=r"parallaxis\[hub\]"):
        hub_folder(V1)
