"""A diagnosis: all questions on one board, nothing of its own, written whole or not at all."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from parallaxis.analyses.axes import axes
from parallaxis.analyses.breadth import breadth
from parallaxis.analyses.panel import panel
from parallaxis.answers import NotAnswered
from parallaxis.cautions import Caution
from parallaxis.diagnosis import SUMMARY, Diagnosis, diagnose, each_once
from parallaxis.errors import InputError, MissingDataError
from parallaxis.ingredients import Ingredients
from parallaxis.matrix import ScoreMatrix

KEYS = [
    "breadth",
    "axes",
    "panel",
    "verdict",
    "cautions",
    "settings",
    "seed",
    "versions",
    "data_hash",
    "intake",
]


def board() -> ScoreMatrix:
    """One ability, right/wrong, with a few cells missing."""
    rng = np.random.default_rng(5)
    ability, difficulty = rng.normal(size=(14, 1)), rng.normal(size=40)
    values = (ability - difficulty + rng.logistic(size=(14, 40)) > 0).astype(float)
    values[0, :3] = np.nan
    return ScoreMatrix.from_array(values)


@cache
def found() -> Diagnosis:
    """The diagnosis that most tests look at."""
    return diagnose(board(), draws=30, seed=2)


def test_json_has_the_keys_of_the_contract() -> None:
    whole = found().to_dict()
    assert list(whole) == KEYS
    assert set(whole["settings"]) == {"breadth", "axes", "panel"}
    assert whole["seed"] == 2
    assert json.loads(found().to_json()) == whole


def test_parts_are_those_of_the_single_questions() -> None:
    alone = {
        "breadth": breadth(board(), draws=30, seed=2),
        "axes": axes(board(), max_draws=30, seed=2),
        "panel": panel(board(), draws=30, seed=2),
    }
    whole = found().to_dict()
    for name, part in alone.items():
        single = part.to_dict()
        assert whole["settings"][name] == single["settings"]
        assert whole["data_hash"] == single["data_hash"]
        for key, value in whole[name].items():
            assert single[key] == value


def test_shared_ingredients_give_the_same_answers() -> None:
    assert diagnose(Ingredients(board()), draws=30, seed=2).to_json() == found().to_json()


def test_same_seed_same_text_other_seed_other_text() -> None:
    assert diagnose(board(), draws=30, seed=2).to_json() == found().to_json()
    assert diagnose(board(), draws=30, seed=3).to_json() != found().to_json()


def test_cautions_come_once_in_order() -> None:
    codes = [caution.code for caution in found().cautions]
    assert codes.count("missing_cells") == 1
    first, second = Caution("a", "x"), Caution("a", "y")
    assert each_once([first, second, first]) == (first, second)


def test_str_is_the_verdict() -> None:
    assert str(found()).splitlines() == list(found().verdict)


def test_summary_is_tidy() -> None:
    table = found().summary()
    assert table.schema == SUMMARY
    rows = {row["quantity"]: row for row in table.to_pylist()}
    votes = rows["effective votes of the panel, tetrachoric"]
    assert votes["null"] == 14.0
    assert votes["low"] <= votes["estimate"] <= votes["high"]


def test_summary_leaves_empty_what_is_not_identified() -> None:
    table = diagnose(ScoreMatrix.from_array(np.ones((3, 3))), draws=20).summary()
    assert table.num_rows == found().summary().num_rows
    assert table.column("estimate").null_count == table.num_rows


def test_progress_is_told_of_draws() -> None:
    told: list[int] = []
    diagnose(board(), draws=30, progress=told.append)
    assert sum(told) >= 60


def test_files_hold_what_is_returned(tmp_path: Path) -> None:
    for suffix, write in (
        ("json", found().to_json),
        ("md", found().to_markdown),
        ("html", found().to_html),
    ):
        path = tmp_path / f"report.{suffix}"
        assert write(path) == path.read_text(encoding="utf-8") == write()


def test_nothing_is_left_where_a_file_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(MissingDataError, match="does not exist"):
        found().to_html(tmp_path / "absent" / "report.html")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("settings", "match"),
    [
        ({"draws": 19}, "draws is 19; pass a whole number of at least 20"),
        ({"level": 1.0}, "level is 1.0"),
        ({"seed": -1}, "seed is -1"),
    ],
)
def test_settings_are_checked_by_their_own_names(settings: dict[str, Any], match: str) -> None:
    with pytest.raises(InputError, match=match):
        diagnose(board(), **settings)


def test_a_board_without_scores_has_answers_without_numbers() -> None:
    empty = diagnose(ScoreMatrix.from_array(np.full((3, 3), np.nan)), draws=20)
    assert all("not identified" in sentence for sentence in empty.verdict[:3])
    assert empty.verdict[3:] == ("No cell of the board holds a score.",)


def test_chance_and_components_reach_the_breadth_of_a_report() -> None:
    rng = np.random.default_rng(3)
    right = (rng.normal(size=(20, 1)) + rng.logistic(size=(20, 80)) > 0.5).astype(float)
    groups = [f"group {item % 4}" for item in range(80)]
    board = ScoreMatrix.from_array(right, item_metadata={"topic": groups})
    found = diagnose(board, chance=0.2, components="topic", draws=20)
    asked = found.breadth.recipe.settings
    assert (asked["chance"], asked["components"]) == (0.2, "topic")
    assert not isinstance(found.breadth.one_dimensional, NotAnswered)
    assert found.breadth.one_dimensional.model.endswith("known chance")
