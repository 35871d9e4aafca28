"""LiveCodeBench: synthetic graded files, built after its writer, and boards as published."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boards import board_path
from fixture_logs import read_all
from parallaxis.errors import FormatError
from parallaxis.io.harness import livecodebench_board
from parallaxis.io.harness.livecodebench import READER
from parallaxis.io.harness.reading import HarnessReader, LogFile, Wanted

NAME = "output/M-7B/Scenario.codegeneration_3_0.2_eval_all.json"


def question(item: Any, graded: list[Any], **more: Any) -> dict[str, Any]:
    """Return a question as the harness writes it."""
    return {
        "question_content": f"Solve {item}.",
        "platform": "leetcode",
        "question_id": item,
        "contest_date": "2024-01-01T00:00:00",
        "difficulty": "easy",
        "output_list": ["text"] * len(graded),
        "code_list": ["code"] * len(graded),
        "graded_list": graded,
        "pass@1": graded.count(True) / len(graded) if graded else 0.0,
        "metadata": [json.dumps({"error_code": -2})] * len(graded),
    } | more


def written(root: Path, document: Any, name: str = NAME) -> Path:
    """Write a JSON file below a folder."""
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document, indent=4))
    return path


def test_shape_names_and_scores(tmp_path: Path) -> None:
    graded = [question(2777, [True, False, True]), question("1873_A", [False] * 3)]
    written(tmp_path, graded)
    (log,) = read_all(READER, tmp_path)
    assert (log.model, log.task, log.run) == ("M-7B", "codegeneration", "3_0.2")
    assert log.items == ("2777",) * 3 + ("1873_A",) * 3
    assert log.repeats == (0, 1, 2) * 2
    assert log.headline is not None
    assert log.headline.value == pytest.approx(log.values.mean())
    assert log.item_metadata["difficulty"] == ("easy",) * 6
    assert len(set(log.texts)) == 2


def test_answers_that_were_not_properly_scored_are_told_apart(tmp_path: Path) -> None:
    codes = [json.dumps({"error_code": code}) for code in (-3, -5, -4)]
    written(
        tmp_path,
        [
            question(1, [False] * 3, metadata=codes),
            question(2, [False, None, True], code_list=["", "code", "code"]),
        ],
    )
    (log,) = read_all(READER, tmp_path)
    assert log.kinds == ("timeout", "error", "scored", "unparsed", "error", "scored")
    assert log.values.tolist() == [0, 0, 0, 0, 0, 1]


def test_items_of_code_execution_share_questions(tmp_path: Path) -> None:
    """Synthetic rows, with the fields of the harness's class CodeExecutionProblem."""
    rows = [
        {
            "question_id": 2777 + n // 2,
            "difficulty": "easy",
            "code": "def f(x): ...",
            "input": f"f({n})",
            "output": str(n),
            "id": f"sample_{n}",
            "pred_list": ["1", ""],
            "graded_list": [n % 2 == 0, False],
            "pass@1": 0.5 * (n % 2 == 0),
        }
        for n in range(4)
    ]
    written(tmp_path, rows, NAME.replace("codegeneration_3", "codeexecution_2"))
    (log,) = read_all(READER, tmp_path)
    assert log.task == "codeexecution"
    assert log.items[::2] == log.items[1::2] == ("sample_0", "sample_1", "sample_2", "sample_3")
    assert log.repeats == (0, 1) * 4
    assert log.kinds[2:4] == ("scored", "unparsed")
    assert log.item_metadata["question_id"] == ("2777",) * 4 + ("2778",) * 4
    assert len(set(log.texts)) == len(set(log.targets)) == 4
    assert log.headline is not None
    assert log.headline.value == log.values.mean() == 0.25


def test_items_of_test_outputs_are_a_question_and_a_test(tmp_path: Path) -> None:
    """Synthetic rows, with the fields of the harness's class TestOutputPredictionProblem."""
    rows = [question(n // 3, [n % 2 == 0], test_id=n % 3, code_list=None) for n in range(6)]
    written(tmp_path, rows, NAME.replace("codegeneration_3", "testoutputprediction_1"))
    (log,) = read_all(READER, tmp_path)
    assert log.items == ("0/0", "0/1", "0/2", "1/0", "1/1", "1/2")
    assert log.values.tolist() == [1, 0, 1, 0, 1, 0]
    assert log.item_metadata["question_id"] == ("0",) * 3 + ("1",) * 3
    assert len(set(log.texts)) == 6


def test_unequal_numbers_of_samples_are_said(tmp_path: Path) -> None:
    written(tmp_path, [question(1, [True, False]), question(2, [True]), question(3, [True, True])])
    (log,) = read_all(READER, tmp_path)
    (note,) = log.notes
    assert (note.code, log.headline) == ("uneven_samples", None)
    assert "1 of 3 items have other than 2 samples, from 1 to 2;" in note.text


def test_the_summary_beside_the_file_is_the_headline(tmp_path: Path) -> None:
    path = written(tmp_path, [question(1, [True, False, False])])
    name = NAME.replace("_eval_all", "_eval")
    written(tmp_path, [{"pass@1": 0.75, "detail": {"pass@1": {"0": 0.75}}}, {}, []], name)
    answers = written(tmp_path, [question(1, [True])], NAME.replace("_eval_all", ""))
    (log,) = READER.read(LogFile(tmp_path, path), Wanted())
    assert log.headline is not None
    assert (log.headline.value, log.headline.source) == (0.75, name)
    assert READER.recognise(LogFile(tmp_path, tmp_path / name)) == "beside"
    assert READER.recognise(LogFile(tmp_path, answers)) in {"log", "beside"}


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ([question(1, [])], "element 1: graded_list is empty"),
        ([question(1, [1])], "element 1, graded_list holds 1"),
        ([question(1, ["True"])], "element 1, graded_list holds 'True'"),
        ([question(None, [True])], "element 1: question_id is None"),
        ([question(1, [True]), {"question_id": 2}], "element 2 has no graded_list"),
        ([1], "element 1"),
        ([], "holds no question"),
        ({}, "'['"),
    ],
)
def test_broken_files_are_refused_with_their_place(
    tmp_path: Path, document: Any, message: str
) -> None:
    with pytest.raises(FormatError) as caught:
        list(READER.read(LogFile(tmp_path, written(tmp_path, document)), Wanted()))
    assert message in str(caught.value)


def board(root: Path, performances: Any) -> LogFile:
    """Write a board."""
    name = "performances_execution.json"
    return LogFile(root, written(root, {"performances": performances, "models": []}, name))


def test_boards_hold_rates_in_percent_and_a_stand_in_for_not_run() -> None:
    path = board_path("lcb_execution_excerpt.json")
    file = LogFile(path.parent, path)
    reader: HarnessReader = livecodebench_board.READER
    assert (reader.recognise(file), READER.recognise(file)) == ("log", None)
    claude, llama = reader.read(file, Wanted())
    assert (claude.model, llama.model) == ("Claude-2", "CodeLlama-70b-Ins")
    assert claude.items == ("sample_0", "sample_1", "sample_10", "sample_100")
    assert claude.values.tolist() == [0, 0, 0, 100]
    assert claude.scores == ("Pass@1", "Pass@1-COT")
    _, llama = reader.read(file, Wanted("Pass@1-COT"))
    assert np.isnan(llama.values).all()
    assert set(llama.kinds) == {"not_run"}


def test_questions_of_a_board_that_come_again_are_repeats(tmp_path: Path) -> None:
    row = {"model": "m", "question_id": 7, "pass@1": 10}
    (log,) = livecodebench_board.READER.read(board(tmp_path, [row, row]), Wanted())
    assert (log.items, log.repeats) == (("7", "7"), (0, 1))
    assert log.notes[0].code == "unnamed_repeats"


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"question_id": 7, "pass@1": 1}, "element 1: model is None"),
        ({"model": "m", "pass@1": 1}, "element 1: question_id is None"),
        ({"model": "m", "question_id": 7, "pass@1": 101}, "element 1, pass@1 is 101"),
        ({"model": "m", "question_id": 7, "pass@1": "1"}, "element 1, pass@1 is '1'"),
    ],
)
def test_broken_boards_are_refused_with_their_place(
    tmp_path: Path, entry: dict[str, Any], message: str
) -> None:
    with pytest.raises(FormatError) as caught:
        list(livecodebench_board.READER.read(board(tmp_path, [entry]), Wanted()))
    assert message in str(caught.value)
