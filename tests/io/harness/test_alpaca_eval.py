"""Annotations of AlpacaEval: twelve real ones, and small ones made by hand for what they lack."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fixture_logs import fixtures, read_all
from parallaxis.errors import InputError
from parallaxis.io.harness.alpaca_eval import READER
from parallaxis.io.harness.reading import LogFile, Wanted
from parallaxis.logs import Log, fingerprint

NAMES = {"generator_1": "base", "generator_2": "mine", "annotator": "judge", "output_1": ""}


def annotated(folder: Path, *rows: dict[str, Any], board: str = "") -> LogFile:
    """Write annotations made by hand, and a leaderboard beside them."""
    path = folder / "annotations.json"
    made = [{"instruction": f"do {n}"} | NAMES | row for n, row in enumerate(rows)]
    path.write_text(json.dumps(made))
    if board:
        (folder / "leaderboard.csv").write_text(board)
    return LogFile(folder, path)


def read(file: LogFile) -> Log:
    assert READER.recognise(file) == "log"
    (log,) = READER.read(file, Wanted())
    return log


def test_real_annotations() -> None:
    folder = fixtures("_fetched/alpaca_eval")
    (log,) = read_all(READER, folder)
    rows = json.loads((folder / "annotations_first12_texts_cut.json").read_text())
    assert log.model == "FuseChat-Gemma-2-9B-Instruct"
    assert log.task == "weighted_alpaca_eval_gpt4_turbo against gpt4_1106_preview"
    assert log.items == log.texts == tuple(fingerprint(row["instruction"]) for row in rows)
    np.testing.assert_allclose(log.values, [row["preference"] - 1 for row in rows], atol=1e-15)
    assert log.item_metadata["group"] == tuple(row["dataset"] for row in rows)
    assert (log.bounds, log.score) == ((0.0, 1.0), "win_probability")


def test_ties_failures_and_what_is_no_preference(tmp_path: Path) -> None:
    cells = (0, 1, 1.5, 2, None, float("nan"), 3)
    log = read(annotated(tmp_path, *({"preference": cell} for cell in cells)))
    np.testing.assert_array_equal(log.values, [0.5, 0, 0.5, 1, np.nan, np.nan, np.nan])
    assert log.kinds == ("scored",) * 4 + ("error", "error", "unparsed")


def test_the_leaderboard_beside_is_the_headline(tmp_path: Path) -> None:
    board = ",win_rate,standard_error,n_wins,n_wins_base\nother,1,1,1,1\nmine,75.0,1,1,0\n"
    file = annotated(tmp_path, {"preference": 2}, {"preference": 1.5}, board=board)
    beside = file.beside("leaderboard.csv")
    assert beside is not None
    assert READER.recognise(beside) == "beside"
    log = read(file)
    assert log.headline is not None
    assert log.headline.value == pytest.approx(log.values.mean())
    (tmp_path / "leaderboard.csv").write_text(board.replace("75.0", "high"))
    with pytest.raises(InputError, match=r"leaderboard\.csv has no win_rate for 'mine'"):
        read(file)


def test_comparisons_with_two_baselines_are_two_tasks(tmp_path: Path) -> None:
    file = annotated(tmp_path, {"preference": 2}, {"preference": 2, "generator_1": "b2"})
    assert [log.task for log in READER.read(file, Wanted())] == [
        "judge against base",
        "judge against b2",
    ]


def test_an_instruction_that_comes_again_is_a_repetition(tmp_path: Path) -> None:
    row = {"instruction": "once", "preference": 2}
    assert read(annotated(tmp_path, row, row)).repeats == (0, 1)
    other = {"instruction": "other", "preference": 2}
    assert read(annotated(tmp_path, row, other, row)).repeats == (0, 0, 0)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"preference": "2"}, "element 1, preference is '2'"),
        ({"preference": True}, "element 1: 'preference' is True"),
        ({}, "element 1: 'preference' is None"),
        ({"preference": 2, "instruction": " "}, "element 1: has no 'instruction'"),
        ({"preference": 2, "generator_2": None}, "element 1: 'generator_2' is None"),
    ],
)
def test_broken_annotations(tmp_path: Path, row: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        read(annotated(tmp_path, row))


def test_another_score_is_refused(tmp_path: Path) -> None:
    file = annotated(tmp_path, {"preference": 2})
    with pytest.raises(InputError, match="no score 'elo'; its scores are 'win_probability'"):
        list(READER.read(file, Wanted("elo")))
