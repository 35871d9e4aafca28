"""What logs say of the version of their task or of its data."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from fixture_logs import fixtures, read_all
from inspect_archives import read_samples, sample
from parallaxis.io.harness.json_fields import version_of
from parallaxis.io.harness.reading import HarnessReader
from parallaxis.io.harness.registry import HARNESSES
from synthetic_logs import leaderboard_details

READERS = {reader.name: reader for reader in HARNESSES}
SAID = [  # folder of real logs, reader, versions
    ("lm_eval/v0.4.13", "lm-eval", {"1"}),
    ("lm_eval/v0.4.2", "lm-eval", {"1"}),
    ("inspect/eval/tiny_letters", "inspect", {"0, tiny_qa"}),
    ("inspect/eval/killed_no_header", "inspect", {"0, tiny_qa"}),
    ("inspect/json", "inspect", {"0, tiny_qa", "0, weird"}),
    ("lighteval/v0.13.0", "lighteval", {"0"}),
    ("evalplus", "evalplus", {"4d13600fc9bbff1da2636ff30961be7b"}),
    ("bfcl", "bfcl", {"BFCL_v4"}),
    ("_fetched/mteb", "mteb", {"42541b07c25a49604be129fba6d70b752be229c1"}),
    *(
        (folder, name, {""})
        for folder, name in (
            ("helm", "helm"),
            ("_fetched/every_eval_ever", "every-eval-ever"),
            ("swebench/v5.0.2", "swe-bench"),
            ("promptfoo", "promptfoo"),
            ("openai_evals", "openai-evals"),
            ("deepeval", "deepeval"),
            ("pydantic_evals", "pydantic-evals"),
        )
    ),
]


@pytest.mark.parametrize(("folder", "name", "versions"), SAID)
def test_real_logs_say_their_version_or_nothing(folder: str, name: str, versions: set[str]) -> None:
    assert {log.version for log in read_all(READERS[name], fixtures(folder))} == versions


def changed(root: Path, pattern: str, *keys: str, to: Any) -> None:
    """Write another value under some keys of a JSON file."""
    (path,) = root.rglob(pattern)
    whole = json.loads(path.read_text())
    place = whole
    for key in keys[:-1]:
        place = place[int(key)] if isinstance(place, list) else place.setdefault(key, {})
    place[keys[-1]] = to
    path.write_text(json.dumps(whole))


def versions(reader: HarnessReader, root: Path) -> set[str]:
    """Return the versions that the logs of a folder say."""
    return {log.version for log in read_all(reader, root)}


def test_lighteval_says_revision_and_version_of_a_task(tmp_path: Path) -> None:
    source = fixtures("lighteval/v0.13.0")
    folder = "details/gamma"
    shutil.copytree(source / folder, tmp_path / folder)
    shutil.copytree(source / "results/gamma", tmp_path / "results/gamma")
    changed(tmp_path, "*.json", "config_tasks", "tiny_mc|0", "hf_revision", to="abc")
    assert versions(READERS["lighteval"], tmp_path) == {"0, abc", "0"}
    changed(tmp_path, "*.json", "config_tasks", to={"tiny_mc": "a task"})
    changed(tmp_path, "*.json", "versions", to={"tiny_mc|0": 3})
    assert versions(READERS["lighteval"], tmp_path) == {"3", ""}


def test_leaderboard_results_list_the_versions_of_tasks(tmp_path: Path) -> None:
    leaderboard_details(tmp_path)
    listed = {"all": 0, "harness|hellaswag|10": 1}
    changed(tmp_path, "results_*.json", "versions", to=listed)
    logs = read_all(READERS["leaderboard-details"], tmp_path)
    assert {log.task: log.version for log in logs} == {
        "harness|hellaswag|10": "1",
        "harness|arc:challenge|25": "",
    }


def test_helm_says_the_version_among_the_arguments_of_the_scenario(tmp_path: Path) -> None:
    shutil.copytree(fixtures("helm/runs/tiny2/simple_mcqa:model=mock_beta"), tmp_path / "r")
    changed(tmp_path, "run_spec.json", "scenario_spec", "args", to={"revision": "v2", "n": 3})
    assert versions(READERS["helm"], tmp_path) == {"v2"}
    changed(tmp_path, "run_spec.json", "scenario_spec", to=["x"])
    assert versions(READERS["helm"], tmp_path) == {""}


def test_every_eval_ever_says_the_version_of_the_data(tmp_path: Path) -> None:
    shutil.copytree(fixtures("_fetched/every_eval_ever"), tmp_path / "r")
    source = ("evaluation_results", "0", "source_data")
    changed(tmp_path, "*40.json", *source, "additional_details", to={"dataset_version": "2.1"})
    reader = READERS["every-eval-ever"]
    assert versions(reader, tmp_path) == {"2.1"}
    assert {log.version for log in read_all(reader, tmp_path, "is_correct")} == {"2.1"}
    changed(tmp_path, "*40.json", *source, to=["https://example.invalid"])
    assert versions(reader, tmp_path) == {""}


def test_inspect_says_the_version_of_the_task_and_the_name_of_its_data(tmp_path: Path) -> None:
    spec = {"task_version": "2-A", "dataset": {"name": "org/sums", "samples": 1}}
    assert read_samples(tmp_path, [sample("a", "C")], eval=spec).version == "2-A, org/sums"
    bare = read_samples(tmp_path, [sample("a", "C")], eval={"dataset": {"samples": 1}})
    assert bare.version == ""


def test_numbers_are_written_alike_and_what_says_nothing_is_left_out() -> None:
    assert version_of(1) == version_of(1.0) == version_of("1") == "1"
    assert version_of(1.5, {"x": 1}, [2], False, " ", "N/A", "none", "Yaml") == "1.5"
    assert version_of(float("nan"), float("inf")) == ""
