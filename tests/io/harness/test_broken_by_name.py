"""Files of which little is left: known by name and place, and refused when they are read."""

import shutil
from pathlib import Path

import pytest

from fixture_logs import fixtures, read_all
from parallaxis.errors import InputError
from parallaxis.io.harness.reading import LogFile, Wanted
from parallaxis.io.harness.registry import HARNESSES

UUID = "f3a1c0de-4b2e-4c1a-9f6d-1b7e5a2c8d40"
TIME = "2026-11-30T03-12-14.553592"
NAMES = {  # reader, by where its harness writes
    f"org__m/samples_tiny_mc_{TIME}.jsonl": "lm-eval",
    "2026-11-30T02-58-33-00-00_tiny-letters_9GnF4C3GfApzTqnbygHf5w.eval": "inspect",
    "renamed.eval": "inspect",
    "2026-11-30T02-58-33-00-00_tiny-letters_9GnF4C3GfApzTqnbygHf5w.json": "inspect",
    "runs/v1/mmlu:model=a_b/per_instance_stats.json": "helm",
    f"details/org/m/{TIME}/details_tiny_mc|0_{TIME}.parquet": "lighteval",
    f"details_org__m/details_harness|arc|25_{TIME}.parquet": "leaderboard-details",
    "logs/run_evaluation/run1/m/astropy__astropy-1/report.json": "swe-bench",
    "evaluation/verified/20240101_x/results/results.json": "swe-bench",
    "evaluation/bash-only/20240101_x/per_instance_details.json": "swe-bench",
    "m_eval_results.json": "evalplus",
    "m.eval_results.json": "evalplus",
    "m--main--bigcodebench-complete--vllm-0-1_eval_results.json": "bigcodebench",
    "output/M/Scenario.codegeneration_10_0.2_eval_all.json": "livecodebench",
    "score/m/BFCL_v4_simple_python_score.json": "bfcl",
    "score/m/simple_score.json": "bfcl",
    "261130032424MMH4F2CP_m_tiny.jsonl": "openai-evals",
    f"data/org/m/{UUID}_samples.jsonl": "every-eval-ever",
    "m/weighted_alpaca_eval_gpt4_turbo/annotations.json": "alpaca-eval",
    "test_run_20261130_033741.json": "deepeval",
}
LEFT = {  # of a file
    "nothing": b"",
    "blanks": b" \n",
    "an empty object": b"{}",
    "its beginning": b'{"a": [{"b": 1',
    "zeros": bytes(100),
    "the beginning of an archive": b"PK\x03\x04\x14\x00\x00\x00",
    "noise": b"\x93\xf1 \x00\xffabc" * 9,
}


def placed(root: Path, name: str, data: bytes) -> LogFile:
    """Write a file below a folder."""
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return LogFile(root, path)


@pytest.mark.parametrize("left", LEFT)
@pytest.mark.parametrize("name", NAMES)
def test_what_is_left_of_a_log_is_claimed_and_refused(tmp_path: Path, name: str, left: str) -> None:
    file = placed(tmp_path, name, LEFT[left])
    known = [reader for reader in HARNESSES if reader.recognise(file)]
    assert [reader.name for reader in known] == [NAMES[name]]
    assert known[0].recognise(file) == "log"
    with pytest.raises(InputError):
        list(known[0].read(file, Wanted()))


@pytest.mark.parametrize("left", LEFT)
def test_results_beside_the_model_of_mteb_are_its_tasks(tmp_path: Path, left: str) -> None:
    placed(tmp_path, "org__m/1/model_meta.json", b'{"name": "org/m", "revision": "1"}')
    file = placed(tmp_path, "org__m/1/Banking77.json", LEFT[left])
    (reader,) = (reader for reader in HARNESSES if reader.recognise(file))
    assert reader.name == "mteb"
    with pytest.raises(InputError):
        list(reader.read(file, Wanted()))


@pytest.mark.parametrize("left", LEFT)
def test_a_run_report_above_its_logs_is_one_whatever_is_left(tmp_path: Path, left: str) -> None:
    real = fixtures("swebench/v5.0.2")
    shutil.copytree(real / "logs", tmp_path / "logs")
    file = placed(tmp_path, "org__alpha.tinyrun.json", LEFT[left])
    (reader,) = (reader for reader in HARNESSES if reader.recognise(file))
    assert (reader.name, reader.recognise(file)) == ("swe-bench", "log")
    with pytest.raises(InputError):
        list(reader.read(file, Wanted()))


@pytest.mark.parametrize(
    "name",
    [
        "eval_results.json",  # of many trainers
        "m_eval_results.json",
        "score/m/board_score.json",
        "m/alpaca_eval_gpt4/annotations.json",
        "test_run_20261130_033741.json",
        f"{UUID}_samples.jsonl",
        "report.json",
        "evaluation/verified/x/results.json",
        "output/M/Scenario.codegeneration_10_0.2_eval_all.json",
    ],
)
def test_sound_files_of_others_are_left_alone(tmp_path: Path, name: str) -> None:
    for data in (b'{"eval_loss": 0.25, "epoch": 3}', b'[{"image": 1}]\n'):
        file = placed(tmp_path, name, data)
        assert [reader.name for reader in HARNESSES if reader.recognise(file)] == []
    assert not [
        reader.name
        for reader in HARNESSES
        if reader.recognise(placed(tmp_path, "eval_results.json", b""))
    ]


BESIDE = [  # reader, folder of real logs, file that stands beside a log
    ("lm-eval", "lm_eval/v0.4.7/org__alpha-7b", "results_*.json"),
    ("lighteval", "lighteval/v0.13.0", "results_*23-20*.json"),
    ("helm", "helm/runs/tiny2/simple_mcqa:model=mock_beta", "run_spec.json"),
    ("helm", "helm/runs/tiny2/simple_mcqa:model=mock_beta", "instances.json"),
    ("every-eval-ever", "_fetched/every_eval_ever", "*40.json"),
    ("bfcl", "bfcl", "*_result.json"),
]


@pytest.mark.parametrize(("name", "folder", "pattern"), BESIDE)
def test_what_is_broken_beside_a_log_is_itself_named(
    tmp_path: Path, name: str, folder: str, pattern: str
) -> None:
    shutil.copytree(fixtures(folder), tmp_path / "r")
    path = min((tmp_path / "r").rglob(pattern))
    path.write_bytes(path.read_bytes()[:60])
    (reader,) = (reader for reader in HARNESSES if reader.name == name)
    with pytest.raises(InputError) as caught:
        read_all(reader, tmp_path)
    assert str(caught.value).startswith(path.relative_to(tmp_path).as_posix())
