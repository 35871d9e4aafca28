"""The badge command: three forms, one line, files written whole."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import answers_by_hand
import axes_by_hand
from parallaxis.cli_badge import badge
from parallaxis.worlds import one_ability

Run = Callable[..., Result]
LINE = "k = 2 · ED 8.0\n"


@pytest.fixture
def board(tmp_path: Path) -> Path:
    """A small binary board as a file."""
    path = tmp_path / "board.csv"
    one_ability(n_models=12, n_items=40, seed=3).board.to_csv(path)
    return path


@pytest.fixture
def run(board: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command with answers written by hand."""
    answers = answers_by_hand.breadth(), axes_by_hand.axes(2)
    monkeypatch.setattr("parallaxis.cli_badge._asked", lambda _: answers)
    return lambda *arguments: CliRunner().invoke(badge, [str(board), *map(str, arguments)])


def test_a_real_board_gives_one_line(board: Path) -> None:
    arguments = [str(board), "--draws", "20", "--seed", "4", "--models", "model 1*", "--quiet"]
    done = CliRunner().invoke(badge, arguments)
    assert done.exit_code == 0, done.output
    assert done.stdout.startswith("k not identified · ED ")  # four models are too few to climb on
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


def test_text_is_one_line(run: Run) -> None:
    done = run()
    assert (done.exit_code, done.stdout, done.stderr) == (0, LINE, "")


@pytest.mark.parametrize("arguments", [("--format", "json"), ("--json",)])
def test_json_says_the_same_line(run: Run, arguments: tuple[str, ...]) -> None:
    found = json.loads(run(*arguments).stdout)
    assert found["message"] + "\n" == LINE
    assert found["schemaVersion"] == 1


def test_svg_goes_to_stdout(run: Run) -> None:
    assert run("--format", "svg").stdout.startswith("<svg ")


@pytest.mark.parametrize(
    ("name", "start"), [("b.svg", "<svg "), ("b.json", "{"), ("b.txt", "k "), ("B.SVG", "<svg ")]
)
def test_file_decides_the_form(run: Run, tmp_path: Path, name: str, start: str) -> None:
    done = run("-o", tmp_path / name)
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr == f"{name} written.\n"
    assert (tmp_path / name).read_text(encoding="utf-8").startswith(start)
    assert run("-o", tmp_path / name, "--quiet").stderr == ""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--json", "--format", "svg"), "ask for two forms"),
        (("-o", "badge.png"), "should end with one of .txt, .json, .svg"),
        (("-o", "absent/badge.svg"), "does not exist"),
        (("--format", "png"), "Invalid value"),
        (("-o", "badge.svg", "--format", "json"), "does not go into badge.svg"),
    ],
)
def test_wrong_usage_is_refused_before_work(
    run: Run, arguments: tuple[str, ...], said: str
) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert said in done.stderr
    assert done.stdout == ""
