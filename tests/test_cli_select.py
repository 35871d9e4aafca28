"""The select command: words, JSON that the schema knows, boards that cannot answer."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from parallaxis.cli_select import select
from parallaxis.matrix import ScoreMatrix
from parallaxis.worlds import one_ability

QUICK = ("--draws", "20")


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A right/wrong board as a file, with a column of components beside it."""
    path = tmp_path_factory.mktemp("boards") / "board.csv"
    made = one_ability(n_models=30, n_items=40, seed=3).board
    made.to_csv(path)
    rows = "".join(f"{name},part {i % 4}\n" for i, name in enumerate(made.items))
    (path.parent / "board.items.csv").write_text("item,benchmark\n" + rows)
    return path


def valid(text: str) -> dict[str, Any]:
    """Return an answer that the schema accepts."""
    schema = json.loads(files("parallaxis.schema").joinpath("results.schema.json").read_text())
    found: dict[str, Any] = json.loads(text)
    Draft202012Validator({"$ref": "#/$defs/select", "$defs": schema["$defs"]}).validate(found)
    return found


def test_words(board: Path) -> None:
    done = CliRunner().invoke(select, [str(board), *QUICK])
    assert done.exit_code == 0, done.output
    words = " ".join(done.stdout.split())
    assert "where the path of ED-Greedy peaks" in words
    assert "20 random sets" in words
    assert "(greedy_collects_noise)" in words


def test_json_of_a_size(board: Path) -> None:
    done = CliRunner().invoke(select, [str(board), *QUICK, "--size", "7", "--json"])
    found = valid(done.stdout)
    assert (len(found["chosen"]), len(found["path"])) == (7, 40)
    assert found["settings"]["size"] == 7
    assert "select: 7 of 40 items" in done.stderr


def test_components(board: Path) -> None:
    done = CliRunner().invoke(select, [str(board), *QUICK, "--components", "benchmark", "--json"])
    found = valid(done.stdout)
    assert found["unit"] == "component"
    assert found["n_ranked"] == 4
    assert {pick["item"] for pick in found["path"]} == {f"part {i}" for i in range(4)}


def test_an_unknown_column_is_named(board: Path) -> None:
    done = CliRunner().invoke(select, [str(board), "--components", "subject"])
    assert "choose one of" in str(done.exception)


def test_a_small_board_is_not_identified(tmp_path: Path) -> None:
    path = tmp_path / "small.csv"
    ScoreMatrix.from_array([[1, 0], [0, 1]]).to_csv(path)
    plain = CliRunner().invoke(select, [str(path)])
    assert plain.exit_code == 0, plain.output
    assert "not identified" in plain.stdout
    valid(CliRunner().invoke(select, [str(path), "--json"]).stdout)
