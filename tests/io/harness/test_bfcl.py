"""Score files of the Berkeley Function Calling Leaderboard, with the answers they are of."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from boards import board_path
from fixture_logs import fixtures, read_all
from parallaxis.errors import FormatError, MissingDataError
from parallaxis.io.harness.bfcl import READER
from parallaxis.io.harness.reading import LogFile, Wanted

SCORE = "score/m/live/BFCL_v4_live_simple_score.json"
RESULT = "result/m/live/BFCL_v4_live_simple_result.json"


def test_passes_are_the_answers_that_did_not_fail() -> None:
    alpha, beta = read_all(READER, fixtures("bfcl"))
    assert (alpha.model, alpha.task) == ("mock-alpha-FC", "simple_python")
    assert alpha.items == tuple(f"simple_python_{number}" for number in range(8))
    assert alpha.values.tolist() == [1, 0, 0, 0, 1, 1, 0, 1]
    for log in (alpha, beta):
        assert log.headline is not None
        assert log.headline.value == log.values.mean()
        assert log.planned == 8
    assert (alpha.version, beta.version) == ("BFCL_v4", "BFCL_v4")


def test_questions_of_failures_are_the_same_in_both_files() -> None:
    alpha, beta = read_all(READER, fixtures("bfcl"))
    pairs = [pair for pair in zip(alpha.texts, beta.texts, strict=True) if all(pair)]
    assert len(pairs) == 4
    assert all(one == other for one, other in pairs)


def test_every_file_of_the_leaderboard_is_known() -> None:
    folder = fixtures("bfcl")
    files = [path for path in folder.rglob("*") if path.is_file()]
    roles = [READER.recognise(LogFile(folder, path)) for path in files]
    assert (roles.count("log"), roles.count("beside")) == (2, len(files) - 2)


def test_without_the_answers_it_is_refused(tmp_path: Path) -> None:
    shutil.copytree(fixtures("bfcl") / "score", tmp_path / "score")
    missing = "result/mock-alpha-FC/non_live/BFCL_v4_simple_python_result.json"
    with pytest.raises(MissingDataError, match=missing):
        read_all(READER, tmp_path)
    with pytest.raises(MissingDataError, match="both 'score' and 'result'"):
        read_all(READER, tmp_path / "score")


def test_folders_of_scores_and_answers_may_have_additions(tmp_path: Path) -> None:
    for one in ("score", "result"):
        shutil.copytree(fixtures("bfcl") / one, tmp_path / f"{one}-baseline")
        shutil.copytree(fixtures("bfcl") / one, tmp_path / f"{one}_2")
    logs = read_all(READER, tmp_path)
    assert [log.model for log in logs] == ["mock-alpha-FC", "mock-beta-FC"] * 2
    gone = "mock-beta-FC/non_live/BFCL_v4_simple_python"
    (tmp_path / f"score_2/{gone}_score.json").unlink()
    empty = [log.source for log in read_all(READER, tmp_path) if not log.items]
    assert empty == [f"result_2/{gone}_result.json"]
    (tmp_path / f"result-baseline/{gone}_result.json").unlink()
    with pytest.raises(MissingDataError, match=f"in result-baseline/{gone}_result"):
        read_all(READER, tmp_path)


def test_answers_outside_the_folder_are_not_read(tmp_path: Path) -> None:
    shutil.copytree(fixtures("bfcl"), tmp_path / "all")
    inside = tmp_path / "inside"
    shutil.copytree(tmp_path / "all" / "score", inside / "score")
    (inside / "result").symlink_to(tmp_path / "all" / "result")
    with pytest.raises(MissingDataError):
        read_all(READER, inside)


def test_score_files_as_once_published_are_known_and_refused() -> None:
    path = board_path("bfcl_score_failures_only_excerpt.jsonl")
    file = LogFile(path.parent, path)
    assert READER.recognise(file) == "log"
    with pytest.raises(MissingDataError, match="lists only what failed"):
        list(READER.read(file, Wanted()))


def written(root: Path, lines: list[Any], answers: list[Any]) -> LogFile:
    """Write a score file and its answers."""
    for name, rows in ((SCORE, lines), (RESULT, answers)):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("".join(json.dumps(row) + "\n" for row in rows))
    return LogFile(root, root / SCORE)


HEADER = {"accuracy": 0.5, "correct_count": 1, "total_count": 2}
ANSWERS = [{"id": "a", "result": "f()"}, {"id": "b", "result": "g()"}]


def failed(item: Any, **more: Any) -> dict[str, Any]:
    """Return a row of a score file."""
    return {"id": item, "model_name": "m", "valid": False} | more


@pytest.mark.parametrize(
    ("row", "answer", "kind"),
    [
        (failed("b", error_type="ast_decoder:decoder_failed"), "g(", "unparsed"),
        (failed("b", error_type="multi_turn:inference_error"), [], "error"),
        (failed("b", error_type="inference_error"), [], "error"),
        (failed("b", error_type="agentic:inference_error:timeout"), [], "error"),
        (failed("b", error={"error_type": "multi_turn:inference_error"}), [], "error"),
        (failed("b", error={"error_type": "multi_turn:force_terminated"}), [], "timeout"),
        (failed("b", error_type="multi_turn:force_terminated"), [], "timeout"),
        (failed("b", error_type="ast_decoder:decoder_wrong_output_format"), "g", "unparsed"),
        (failed("b", error=["wrong"], error_type="not_an_inference_error"), "g()", "scored"),
        (failed("b"), "Error during inference: 500", "error"),
        (failed("b", error_type="value_error:string"), "g()", "scored"),
    ],
)
def test_failures_that_are_no_wrong_answers(
    tmp_path: Path, row: dict[str, Any], answer: Any, kind: str
) -> None:
    file = written(tmp_path, [HEADER, row], [ANSWERS[0], {"id": "b", "result": answer}])
    (log,) = READER.read(file, Wanted())
    assert log.kinds == ("scored", kind)
    assert log.values.tolist() == [1, 0]


@pytest.mark.parametrize("stated", ["50.00%", float("nan"), None])
def test_an_accuracy_that_is_no_number_is_said(tmp_path: Path, stated: Any) -> None:
    file = written(tmp_path, [HEADER | {"accuracy": stated}, failed("b")], ANSWERS)
    (log,) = READER.read(file, Wanted())
    assert log.values.tolist() == [1, 0]
    assert log.headline is None
    (note,) = log.notes
    assert note.code == "headline_not_compared"
    assert f"first line is {stated!r}, no finite number" in note.text


def test_answers_that_were_never_scored_are_named(tmp_path: Path) -> None:
    shutil.copytree(fixtures("bfcl"), tmp_path / "all")
    gone = "score/mock-beta-FC/non_live/BFCL_v4_simple_python_score.json"
    (tmp_path / "all" / gone).unlink()
    beta, alpha = sorted(read_all(READER, tmp_path / "all"), key=lambda log: len(log.items))
    assert (alpha.model, len(alpha.items), alpha.notes) == ("mock-alpha-FC", 8, ())
    assert (beta.model, beta.task, beta.version) == ("mock-beta-FC", "simple_python", "BFCL_v4")
    assert beta.source == gone.replace("score", "result")
    (note,) = beta.notes
    assert note.code == "never_scored"
    assert f"{beta.source}: 8 answers were generated and none was scored" in note.text


def test_answers_whose_place_says_nothing_of_scores_stand_beside(tmp_path: Path) -> None:
    file = written(tmp_path, [HEADER, failed("b")], ANSWERS)
    shutil.copy(tmp_path / RESULT, tmp_path)
    name = Path(RESULT).name
    for path in (tmp_path / RESULT, tmp_path / name):
        assert READER.recognise(LogFile(tmp_path, path)) == "beside"
    file.path.rename(tmp_path / RESULT.replace("_result", "_score"))
    assert READER.recognise(LogFile(tmp_path, tmp_path / RESULT)) == "beside"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([HEADER], "counts 1 of 2 correct in its first line, but 2 of the 2"),
        ([HEADER | {"total_count": 3}, failed("b")], "counts 1 of 3 correct"),
        ([HEADER, failed("c")], "'c' failed, but is not among the 2 answers"),
        ([HEADER, failed("b"), failed("b")], "line 3: 'b' is listed a second time"),
        ([HEADER, failed("b", valid=True)], "line 2: 'b' is not a failure"),
        ([HEADER, failed(None)], "line 2: id is None"),
        ([HEADER, 1], "line 2 is int"),
        ([HEADER | {"correct_count": "1"}], "line 1, correct_count is '1'"),
        ([], "is empty"),
    ],
)
def test_broken_files_are_refused_with_their_place(
    tmp_path: Path, lines: list[Any], message: str
) -> None:
    file = written(tmp_path, lines, ANSWERS)
    with pytest.raises(FormatError) as caught:
        list(READER.read(file, Wanted()))
    assert message in str(caught.value)
