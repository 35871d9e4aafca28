"""The commands compare and atlas: words, JSON that the schema knows, files, and statuses."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from parallaxis.cli_compare import atlas, compare
from parallaxis.errors import InputError
from parallaxis.matrix import ScoreMatrix
from parallaxis.worlds import one_ability

QUICK = ("--draws", "20")


@pytest.fixture
def boards(tmp_path: Path) -> list[str]:
    """Three boards as files, one with gaps."""
    paths = []
    for seed, (n_models, n_items) in enumerate(((30, 40), (60, 25), (45, 80))):
        board = one_ability(n_models=n_models, n_items=n_items, seed=seed).board
        values = board.values.copy()
        values[seed, : 2 * seed] = np.nan
        path = tmp_path / f"board_{seed}.csv"
        ScoreMatrix.from_array(values, models=board.models, items=board.items).to_csv(path)
        paths.append(str(path))
    return paths


def valid(text: str) -> dict[str, Any]:
    """Return an answer that the schema accepts."""
    schema = json.loads(files("parallaxis.schema").joinpath("results.schema.json").read_text())
    found: dict[str, Any] = json.loads(text)
    Draft202012Validator({"$ref": "#/$defs/comparison", "$defs": schema["$defs"]}).validate(found)
    return found


def test_words(boards: list[str]) -> None:
    done = CliRunner().invoke(compare, [*boards, *QUICK])
    assert done.exit_code == 0, done.output
    words = " ".join(done.stdout.split())
    assert "As they are, the boards have an effective dimensionality of" in words
    assert "In random parts of 30 models" in words
    assert "an agreement needs 4" in words


def test_json(boards: list[str]) -> None:
    done = CliRunner().invoke(compare, [*boards, *QUICK, "--json", "--n-items", "12"])
    found = valid(done.stdout)
    assert [row["board"] for row in found["boards"]] == ["board_0", "board_1", "board_2"]
    assert found["matching"]["n_items"] == found["settings"]["n_items"] == 12
    assert "compare: 3 boards" in done.stderr


def test_files_are_written(boards: list[str], tmp_path: Path) -> None:
    targets = [str(tmp_path / f"page{ending}") for ending in (".html", ".md", ".json")]
    wanted = [part for target in targets for part in ("-o", target)]
    done = CliRunner().invoke(compare, [*boards, *QUICK, *wanted])
    assert done.exit_code == 0, done.output
    assert "<svg" in Path(targets[0]).read_text(encoding="utf-8")
    assert "| board_1 |" in Path(targets[1]).read_text(encoding="utf-8")
    valid(Path(targets[2]).read_text(encoding="utf-8"))
    wrong = CliRunner().invoke(compare, [*boards, "-o", "page.pdf"])
    assert wrong.exit_code == 2


def test_one_board_is_refused(boards: list[str]) -> None:
    done = CliRunner().invoke(compare, boards[:1])
    assert done.exit_code == 2
    assert "name two boards or more" in done.output


def test_compare_stops_at_a_board_that_cannot_be_read(boards: list[str], tmp_path: Path) -> None:
    broken = tmp_path / "broken.csv"
    broken.write_text("model,q1\na,perhaps\n")
    done = CliRunner().invoke(compare, [*boards, str(broken)])
    assert isinstance(done.exception, InputError)
    assert "broken.csv" in str(done.exception)


def test_an_atlas_goes_on_past_a_broken_file(boards: list[str], tmp_path: Path) -> None:
    (tmp_path / "broken.csv").write_text("model,q1\na,perhaps\n")
    done = CliRunner().invoke(atlas, [str(Path(boards[0]).parent), *QUICK, "--json"])
    assert done.exit_code == 0, done.output
    found = valid(done.stdout)
    assert len(found["boards"]) == 3
    assert [one["source"] for one in found["unread"]] == ["broken.csv"]
    plain = CliRunner().invoke(atlas, [str(tmp_path), *QUICK])
    assert "1 source could not be read" in " ".join(plain.stdout.split())


def test_an_atlas_of_nothing_is_bad_input(tmp_path: Path) -> None:
    (tmp_path / "broken.csv").write_text("model,q1\na,perhaps\n")
    done = CliRunner().invoke(atlas, [str(tmp_path)])
    assert isinstance(done.exception, InputError)  # which main turns into status 2
    assert "none of 1 source could be read" in str(done.exception)


def test_boards_that_answer_nothing_still_fit_the_schema(tmp_path: Path) -> None:
    for name in ("a", "b"):
        ScoreMatrix.from_array(np.ones((4, 3))).to_csv(tmp_path / f"{name}.csv")
    done = CliRunner().invoke(atlas, [str(tmp_path), *QUICK, "--json"])
    found = valid(done.stdout)
    assert found["matching"]["estimate"] is None
    assert found["agreement"]["kendall"]["estimate"] is None
