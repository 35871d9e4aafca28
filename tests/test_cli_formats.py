"""The list of formats, and logs on the command line."""

import json
from pathlib import Path

from click.testing import CliRunner

from fixture_logs import fixtures
from parallaxis.cli import cli
from parallaxis.errors import InputError
from parallaxis.io.harness.registry import HARNESSES


def test_every_format_is_listed() -> None:
    said = CliRunner().invoke(cli, ["formats"]).output
    assert all(f"{reader.name}\n" in said for reader in HARNESSES)
    listed = json.loads(CliRunner().invoke(cli, ["formats", "--json"]).output)
    assert [one["name"] for one in listed] == [reader.name for reader in HARNESSES]


def test_a_folder_of_logs_becomes_a_table(tmp_path: Path) -> None:
    runs, board = fixtures("lm_eval/v0.4.7"), tmp_path / "board.csv"
    asked = ["convert", str(runs), "-o", str(board), "--task", "tiny_gen"]
    assert (
        CliRunner().invoke(cli, [*asked, "--score", "exact_match,flexible-extract"]).exit_code == 0
    )
    rows = board.read_text().splitlines()[1:]
    assert {row.split(",")[0] for row in rows} == {'"org/alpha-7b"', '"org/beta-13b"'}
    assert len(rows) == 20


def test_what_only_logs_can_give_is_refused_of_a_table(tmp_path: Path) -> None:
    board = tmp_path / "board.csv"
    board.write_text("model,x,y\na,1,0\nb,0,1\n")
    done = CliRunner().invoke(cli, ["panel", str(board), "--score", "acc"])
    assert isinstance(done.exception, InputError)
    assert "score can only be asked of logs" in str(done.exception)


def test_an_unknown_score_lists_the_choices() -> None:
    asked = ["panel", str(fixtures("lm_eval/v0.4.2")), "--score", "brier"]
    done = CliRunner().invoke(cli, asked)
    assert isinstance(done.exception, InputError)
    assert "its scores are 'acc', 'acc_norm'" in str(done.exception)
