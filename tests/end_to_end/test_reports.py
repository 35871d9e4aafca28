"""The whole report on a sample of real boards and on every broken one, against the schema."""

import json
from importlib.resources import files

import numpy as np
import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from boards import board_path
from broken_boards import ANSWERED, NOT_ANSWERED
from parallaxis.cli import cli
from parallaxis.diagnosis import diagnose
from parallaxis.matrix import ScoreMatrix

SAMPLE = (
    "aider_edit",
    "judgebench_judges_correct",
    "lcb_execution",
    "livebench_2024_06_24",
    "lsat7",
    "oll_v2_six_4576",
    "swebench_bashonly",
    "swebench_pro",
    "terminal_bench_trials",
)


def report_schema() -> Draft202012Validator:
    """Return the validator of a whole report."""
    text = files("parallaxis.schema").joinpath("results.schema.json").read_text(encoding="utf-8")
    entry = {"$ref": "#/$defs/report", "$defs": json.loads(text)["$defs"]}
    return Draft202012Validator(entry)


@pytest.mark.parametrize("name", SAMPLE)
def test_real_boards_through_the_command_line(name: str) -> None:
    done = CliRunner().invoke(cli, ["report", str(board_path(name)), "--json", "--quiet"])
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    report_schema().validate(found)
    assert found["verdict"]
    interval = found["breadth"]["effective_dimensionality"]["interval"]
    if isinstance(interval, list):
        low, high = interval
        assert low <= found["breadth"]["effective_dimensionality"]["estimate"] <= high


@pytest.mark.parametrize("name", [*ANSWERED, *NOT_ANSWERED])
def test_broken_boards_in_every_form(name: str) -> None:
    values = {**ANSWERED, **NOT_ANSWERED}[name]
    found = diagnose(ScoreMatrix.from_array(np.array(values)), draws=20)
    report_schema().validate(json.loads(found.to_json()))
    assert "not identified" in str(found) or name in ANSWERED
    assert found.to_html().startswith("<!DOCTYPE html>")
    assert found.to_markdown().startswith("# ")
