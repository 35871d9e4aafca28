"""Broken logs that no reader knows, other files and tables beside logs: all are named."""

import gzip
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import parallaxis as px
from fixture_logs import fixtures
from parallaxis.errors import InputError, MissingDataError, ParallaxisError

Run = Callable[..., tuple[int, str, str]]
LOGS = {  # a folder of logs, and the log in it that is cut
    "openai_evals": "mock-beta.jsonl",
    "evalplus": "beta_eval_results.json",
    "deepeval": "test_run_20261130_033741_2.json",
    "pydantic_evals": "beta.json",
    "swebench/v5.0.2/logs": "run_evaluation/tinyrun/org__beta/astropy__astropy-1/report.json",
    "helm/runs": "tiny2/simple_mcqa:model=mock_beta/per_instance_stats.json",
    "bfcl": "score/mock-beta-FC/non_live/BFCL_v4_simple_python_score.json",
    "inspect/eval/tiny_mc": "2026-11-30T02-58-36-00-00_tiny-mc_hVjrAGYR2RzPMVe3spUUKW.eval",
    "lm_eval/v0.4.2": "beta-13b/pretrained__org__beta-13b,p__0.6_tiny_mc.jsonl",
    "lighteval/v0.13.0": "details/org/beta/2026-11-30T03-23-20.284094/"
    "details_tiny_mc|0_2026-11-30T03-23-20.284094.parquet",
}


def copied(name: str, target: Path) -> Path:
    """Copy a folder of real logs."""
    return Path(shutil.copytree(fixtures(name), target))


@pytest.mark.parametrize("n_bytes", [0, 1, 9, 40])
@pytest.mark.parametrize("name", LOGS)
def test_a_log_cut_in_its_first_bytes_fails_the_load(
    name: str, n_bytes: int, run: Run, tmp_path: Path
) -> None:
    folder, target = copied(name, tmp_path / "runs"), tmp_path / "x.parquet"
    path = folder / LOGS[name]
    path.write_bytes(path.read_bytes()[:n_bytes])
    status, out, err = run("convert", folder, "-o", target)
    assert (status, out) == (2, ""), err
    assert LOGS[name] in err
    assert "Traceback" not in err
    assert not target.exists()
    status, _, err = run("convert", folder, "-o", target, "--keep-going")
    assert status == 0, err
    assert LOGS[name] in err
    assert "broken_files" in err
    report = px.load(folder, keep_going=True).provenance.report
    assert report is not None
    assert LOGS[name] in {one.source for one in report.set_aside if one.what == "refused"}


@pytest.mark.parametrize("n_bytes", [3, 12])
def test_a_packed_log_that_is_damaged_is_named(n_bytes: int, tmp_path: Path) -> None:
    folder = copied("openai_evals", tmp_path / "runs")
    path = folder / "mock-beta.jsonl"
    path.with_name("mock-beta.jsonl.gz").write_bytes(gzip.compress(path.read_bytes())[:n_bytes])
    path.unlink()
    with pytest.raises(InputError, match=r"mock-beta\.jsonl\.gz.*keep_going"):
        px.load(folder)


def test_several_broken_files_are_all_named(tmp_path: Path) -> None:
    folder = copied("openai_evals", tmp_path / "runs")
    for n in range(3):
        (folder / f"x{n}.jsonl").touch()
    with pytest.raises(InputError, match=r"x0\.jsonl: is empty \(so are x1\.jsonl, x2\.jsonl\)"):
        px.load(folder)
    notes = px.load(folder, keep_going=True).provenance.notes
    (text,) = (note.text for note in notes if note.code == "broken_files")
    assert text.startswith("3 of 5 logs are broken")
    assert all(f"x{n}.jsonl" in text for n in range(3))


def test_only_broken_files_are_named_where_there_is_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"a": ', encoding="utf-8")
    (tmp_path / "b.json").touch()
    with pytest.raises(MissingDataError, match=r"no table \(2 files\).*a\.jsonl has.*b\.json is"):
        px.load(tmp_path)


def test_other_files_are_named_up_to_five_and_counted(tmp_path: Path) -> None:
    folder = copied("openai_evals", tmp_path / "runs")
    for n in range(7):
        (folder / f"note{n}.txt").touch()
    board = px.load(folder)
    (text,) = (note.text for note in board.provenance.notes if note.code == "other_files")
    assert "note0.txt, note1.txt, note2.txt, note3.txt, note4.txt, and 2 more" in text
    assert "Tables" not in text
    assert board.provenance.report is not None
    assert len(board.provenance.report.unread) == 7


def test_tables_beside_logs_are_said_to_be_left_out(tmp_path: Path) -> None:
    folder = copied("openai_evals", tmp_path / "runs")
    (folder / "board.csv").write_text("model,x\na,1\n", encoding="utf-8")
    (folder / "package.json").write_text('{"name": {}}', encoding="utf-8")
    (folder / "empty.json").write_text("{}", encoding="utf-8")
    notes = px.load(folder).provenance.notes
    (text,) = (note.text for note in notes if note.code == "other_files")
    assert "Tables beside logs are not read; give board.csv separately" in text


def test_the_error_of_a_broken_log_is_one_of_the_input(tmp_path: Path) -> None:
    folder = copied("pydantic_evals", tmp_path / "runs")
    (folder / "delta.json").write_text('{"cases": [', encoding="utf-8")
    with pytest.raises(ParallaxisError, match=r"^runs: delta\.json: ends inside a JSON value"):
        px.load(folder)
