"""The variants and irt commands: words, JSON that the schema knows, boards that cannot answer."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from parallaxis.analyses.axis_variants import MEANINGS
from parallaxis.cli_irt import irt
from parallaxis.cli_variants import variants
from parallaxis.matrix import ScoreMatrix
from parallaxis.worlds import one_ability

COMMANDS: dict[str, click.Command] = {"variants": variants, "item_response": irt}
QUICK = ("--draws", "20", "--simulations", "19")


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A right/wrong board as a file: 30 models, so that the tables cannot list all."""
    path = tmp_path_factory.mktemp("boards") / "board.csv"
    one_ability(n_models=30, n_items=40, seed=3).board.to_csv(path)
    return path


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A board on which nothing can be counted."""
    path = tmp_path_factory.mktemp("boards") / "small.csv"
    ScoreMatrix.from_array([[1, 0], [0, 1], [1, 1]]).to_csv(path)
    return path


def valid(question: str, text: str) -> dict[str, Any]:
    """Return an answer that the schema accepts."""
    schema = json.loads(files("parallaxis.schema").joinpath("results.schema.json").read_text())
    found: dict[str, Any] = json.loads(text)
    entry = {"$ref": f"#/$defs/{question}", "$defs": schema["$defs"]}
    Draft202012Validator(entry).validate(found)
    return found


def test_variants_stand_beside_the_ladder(board: Path) -> None:
    done = CliRunner().invoke(variants, [str(board), *QUICK])
    assert done.exit_code == 0, done.output
    assert "(k_ladder)" in done.stdout
    assert "(k_signflip)" in done.stdout
    for name in MEANINGS:
        assert name in done.stdout


def test_variants_as_json(board: Path) -> None:
    done = CliRunner().invoke(variants, [str(board), *QUICK, "--json"])
    found = valid("variants", done.stdout)
    assert found["beside"]["k_ladder"] == 1
    assert [one["name"] for one in found["variants"]] == list(MEANINGS)
    assert "axis variants" in done.stderr


def test_models_and_items_are_listed_and_the_rest_is_counted(board: Path) -> None:
    done = CliRunner().invoke(irt, [str(board), "--model", "1pl"])
    assert done.exit_code == 0, done.output
    assert "the first 25 of 30 (the JSON lists all)" in done.stdout
    assert "hardest first" in done.stdout
    assert "no one of 30 models is the ablest beyond noise" in " ".join(done.stdout.split())


def test_irt_as_json(board: Path) -> None:
    done = CliRunner().invoke(irt, [str(board), "--model", "3pl", "--chance", "estimate", "--json"])
    found = valid("item_response", done.stdout)
    assert found["model"] == "3pl"
    assert len(found["abilities"]) == 30


def test_chance_is_estimated_in_the_3pl_only(board: Path) -> None:
    done = CliRunner().invoke(irt, [str(board), "--chance", "estimate"])
    assert "pass model='3pl'" in str(done.exception)


@pytest.mark.parametrize(
    ("command", "question"),
    [(variants, "variants"), (irt, "item_response")],
    ids=["variants", "irt"],
)
def test_a_small_board_is_not_identified(
    small: Path, command: click.Command, question: str
) -> None:
    plain = CliRunner().invoke(command, [str(small)])
    assert plain.exit_code == 0, plain.output
    assert "not identified" in plain.stdout
    done = CliRunner().invoke(command, [str(small), "--json"])
    valid(question, done.stdout)
