"""Raw verdicts on the command line: agreement, votes by gold, and projections."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from parallaxis.cli import cli

SCHEMA = json.loads((files("parallaxis") / "schema/results.schema.json").read_text("utf-8"))


@pytest.fixture
def verdicts(tmp_path: Path) -> Path:
    """Four members choose among three answers; two thirds of the time they are right."""
    rng = np.random.default_rng(4)
    rows = ["item,label,m1,m2,m3,m4"]
    for item in range(60):
        gold = rng.integers(3)
        said = np.where(rng.random(4) < 0.66, gold, rng.integers(3, size=4))
        rows.append(",".join([f"q{item}", *("ABC"[one] for one in (gold, *said))]))
    path = tmp_path / "verdicts.csv"
    path.write_text("\n".join(rows) + "\n")
    return path


def asked(*arguments: str) -> dict[str, Any]:
    """Run a command for its JSON, and hold it against the schema."""
    done = CliRunner().invoke(cli, [*arguments, "--json", "-q"])
    assert done.exit_code == 0, done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def valid(found: dict[str, Any], name: str) -> None:
    """Hold an answer against its definition."""
    Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]}).validate(found)


def test_agreement_without_and_with_right_answers(verdicts: Path) -> None:
    without = asked("agreement", str(verdicts), "--draws", "50")
    within = asked("agreement", str(verdicts), "--gold", "label", "--draws", "50")
    valid(without, "agreement")
    valid(within, "agreement")
    blind, known = without["agreement"], within["agreement"]
    assert (blind["n_members"], known["n_members"]) == (5, 4)
    assert blind["errors"]["not_identified"]
    assert known["errors"]["both_err"]["estimate"] > 0.0


def test_votes_of_verdicts_beside_gold(verdicts: Path) -> None:
    found = asked("panel", str(verdicts), "--gold", "label", "--draws", "50")
    valid(found, "panel")
    assert found["n_members"] == 4
    assert 0.5 < found["members"][0]["share_correct"] < 0.9


def test_a_gold_that_is_not_there_is_said(verdicts: Path) -> None:
    done = CliRunner().invoke(cli, ["panel", str(verdicts), "--gold", "truth"])
    assert done.exit_code != 0
    assert "truth" in str(done.exception)
    scaled = ["panel", str(verdicts), "--gold", "label", "--scale", "binary"]
    assert CliRunner().invoke(cli, scaled).exit_code == 2


def test_a_projection_is_a_range() -> None:
    found = asked("project", "--phi", "0.35", "--members", "24", "--share-right", "0.5",
                  "--share-right", "0.8")  # fmt: skip
    assert found["effective_votes"]["range"] == pytest.approx([1.69, 1.84], abs=0.005)
    said = CliRunner().invoke(cli, ["project", "--phi", "0.35", "--members", "24"])
    assert "1.54 to 1.84 effective votes" in " ".join(said.output.split())


def test_one_share_right_is_no_range() -> None:
    done = CliRunner().invoke(
        cli, ["project", "--phi", "0.35", "--members", "24", "--share-right", "0.7"]
    )
    assert done.exit_code == 2
    assert "this one twice" in done.output


def test_a_published_interval_widens_the_range() -> None:
    found = asked("project", "--phi", "0.35", "--members", "24", "--phi-interval", "0.3", "0.4")
    low, high = found["effective_votes"]["range"]
    wide = found["effective_votes"]["interval"]
    assert wide[0] < low < high < wide[1]


def test_fewer_options_than_verdicts_are_refused(tmp_path: Path) -> None:
    said = tmp_path / "said.csv"
    said.write_text("item,a,b,label\nx,A,B,C\ny,A,A,A\n", encoding="utf-8")
    done = CliRunner().invoke(cli, ["agreement", str(said), "--gold", "label", "--options", "2"])
    assert "item 'x' has 3 distinct verdicts" in str(done.exception)


def test_gold_without_an_answer_is_refused(tmp_path: Path) -> None:
    said = tmp_path / "said.csv"
    said.write_text("item,a,b,label\nx,A,B,\ny,A,A,\n", encoding="utf-8")
    done = CliRunner().invoke(cli, ["agreement", str(said), "--gold", "label"])
    assert "'label' holds no right answer" in str(done.exception)


def test_pairs_that_occur_twice_can_be_decided(tmp_path: Path) -> None:
    said = tmp_path / "said.csv"
    rows = "model,item,verdict\na,x,A\nb,x,A\na,x,B\na,y,A\nb,y,A\n"
    said.write_text(rows, encoding="utf-8")
    assert CliRunner().invoke(cli, ["agreement", str(said)]).exit_code != 0
    done = CliRunner().invoke(cli, ["agreement", str(said), "--duplicates", "first", "-q"])
    assert done.exit_code == 0
