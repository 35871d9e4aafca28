"""Folders of tables that hold one model each and are named after it."""

import json
from pathlib import Path

import numpy as np
import pytest

import parallaxis
from parallaxis.errors import InputError
from parallaxis.io.file_labels import Label, labels_of

MODELS = ("gpt-4.1", "claude", "llama")
NAMES = tuple(f"Mercury_{number}" for number in (7001, 7014, 7033, 7190, 8021, 8342))
RIGHT = np.random.default_rng(3).integers(0, 2, size=(3, 6))


def write(folder: Path, model: int, rows: list[dict[str, object]], ending: str = "csv") -> Path:
    """Write the table of a model."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{MODELS[model]}.{ending}"
    if ending == "jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
        return path
    lines = [",".join(rows[0]), *(",".join(map(str, row.values())) for row in rows)]
    path.write_text("\n".join(lines) + "\n")
    return path


def plain(model: int, names: tuple[str, ...] = NAMES) -> list[dict[str, object]]:
    """Return a row for each item."""
    scores = RIGHT[model].tolist()
    return [{"item_id": name, "score": score} for name, score in zip(names, scores, strict=True)]


def asked(model: int, order: list[int]) -> list[dict[str, object]]:
    """Return rows that count the items from 0 in the order of a run, with their questions."""
    return [
        {
            "id": place,
            "question": f"What is the boiling point of substance {NAMES[item]}?",
            "prediction": "42",
            "answer": f"{item} K",
            "category": "odd" if item % 2 else "even",
            "correct": bool(RIGHT[model, item]),
        }
        for place, item in enumerate(order)
    ]


def test_each_file_is_a_model(tmp_path: Path) -> None:
    for model in range(3):
        write(tmp_path, model, plain(model))
    board = parallaxis.load(tmp_path)
    assert board.models == ("claude", "gpt-4.1", "llama")
    assert board.items == NAMES
    np.testing.assert_array_equal(board.values, RIGHT[[1, 0, 2]])
    assert board.provenance.format == "csv of one model"
    (said,) = [note for note in board.provenance.notes if note.code == "model_from_file"]
    assert "The 3 tables name no model" in said.text
    assert "'claude' for claude.csv" in said.text


def test_questions_join_rows_that_count(tmp_path: Path) -> None:
    for model, order in enumerate(([0, 1, 2, 3, 4, 5], [5, 3, 1, 0, 2, 4], [2, 1, 0, 5, 4, 3])):
        write(tmp_path, model, asked(model, order), "jsonl")
    board = parallaxis.load(tmp_path)
    assert board.provenance.report is not None
    assert board.provenance.report.tasks[0].joined_by == "text"
    assert sorted(board.values.sum(axis=0)) == sorted(RIGHT.sum(axis=0))
    np.testing.assert_array_equal(board.values.sum(axis=1), RIGHT.sum(axis=1)[[1, 0, 2]])
    together = {tuple(column) for column in board.values.T}
    assert together == {tuple(column) for column in RIGHT[[1, 0, 2]].T}
    assert board.item_metadata is not None
    assert set(board.item_metadata["category"].to_pylist()) == {"odd", "even"}


def test_names_that_count_are_refused_without_questions(tmp_path: Path) -> None:
    for model in range(3):
        write(tmp_path, model, plain(model, tuple(f"q{place}" for place in range(6))))
    with pytest.raises(InputError, match=r"claude\.csv and gpt-4\.1\.csv: .* only counts them"):
        parallaxis.load(tmp_path)
    assert parallaxis.load(tmp_path, join="id").items[:2] == ("q0", "q1")


def test_what_a_run_lacks_is_missing(tmp_path: Path) -> None:
    for model in range(3):
        write(tmp_path, model, plain(model)[: 6 - 4 * (model == 2)])
    board = parallaxis.load(tmp_path)
    assert np.isnan(board.values[2]).tolist() == [False, False, True, True, True, True]
    assert "truncated" in {note.code for note in board.provenance.notes}


def test_repetitions_are_kept(tmp_path: Path) -> None:
    for model in range(3):
        rows = [{**row, "epoch": epoch} for epoch in (1, 2) for row in plain(model)]
        write(tmp_path, model, rows)
    assert parallaxis.load(tmp_path).n_models == 6


@pytest.mark.parametrize("models_are", ["files", "folders"])
def test_tasks_and_models_are_told_apart_by_their_items(tmp_path: Path, models_are: str) -> None:
    law = tuple(f"bar-{name}" for name in NAMES)
    for model, name in enumerate(MODELS):
        for task, items in (("science", NAMES), ("law", law)):
            folder = tmp_path / (task if models_are == "files" else name)
            path = write(folder, model, plain(model, items))
            if models_are == "folders":
                path.rename(folder / f"{task}.csv")
    board = parallaxis.load(tmp_path)
    assert board.models == ("claude", "gpt-4.1", "llama")
    assert board.n_items == 12
    assert board.n_missing == 0
    assert board.provenance.report is not None
    assert {task.task for task in board.provenance.report.tasks} == {"law", "science"}


def test_a_folder_each_with_files_of_one_name(tmp_path: Path) -> None:
    for model, name in enumerate(MODELS):
        write(tmp_path / name, model, plain(model)).rename(tmp_path / name / "results.csv")
    assert parallaxis.load(tmp_path).models == ("claude", "gpt-4.1", "llama")


def test_folders_that_do_not_tell_are_refused() -> None:
    items = frozenset(NAMES)
    files = {f"{folder}/{name}.csv": items for folder in "ab" for name in "xy"}
    with pytest.raises(InputError, match="give the tables a column 'model'"):
        labels_of(files)


def test_files_of_one_folder_are_models() -> None:
    found = labels_of({"gpt-4.1.csv.gz": frozenset("a"), "o3.csv": frozenset("b")})
    assert set(found.values()) == {Label("gpt-4.1", ""), Label("o3", "")}


def test_a_cell_that_is_no_score_is_named(tmp_path: Path) -> None:
    write(tmp_path, 0, plain(0))
    rows = plain(1)
    rows[3]["score"] = "perhaps"
    write(tmp_path, 1, rows)
    with pytest.raises(InputError, match=r"claude\.csv: .*row 4.*'Mercury_7190'.*perhaps"):
        parallaxis.load(tmp_path)


def test_tables_that_share_no_item_are_boards(tmp_path: Path) -> None:
    for model, start in enumerate("ab"):
        write(tmp_path, model, plain(model, tuple(f"{start}-{name}" for name in NAMES)))
    board = parallaxis.load(tmp_path)
    assert board.items == ("score",)
    assert board.n_models == 12


def test_a_column_of_models_counts_more_than_file_names(tmp_path: Path) -> None:
    for model in range(2):
        write(tmp_path, model, [{"model": f"m-{model}x", **row} for row in plain(model)])
    assert parallaxis.load(tmp_path).models == ("m-0x", "m-1x")


def test_wide_is_wide(tmp_path: Path) -> None:
    for model, start in enumerate("ab"):
        write(tmp_path, model, plain(model, tuple(f"{start}-{name}" for name in NAMES)))
    write(tmp_path, 2, plain(2, tuple(f"a-{name}" for name in NAMES)))
    assert parallaxis.load(tmp_path).models == ("claude", "gpt-4.1", "llama")
    with pytest.raises(InputError, match="1 of 6 scores that both have differ"):
        parallaxis.load(tmp_path, layout="wide")


def test_a_leaderboard_beside_is_named_and_left_alone(tmp_path: Path) -> None:
    for model in range(3):
        write(tmp_path, model, plain(model))
    (tmp_path / "leaderboard.csv").write_text("model,accuracy\nclaude,0.5\nllama,0.4\n")
    board = parallaxis.load(tmp_path)
    assert board.models == ("claude", "gpt-4.1", "llama")
    assert board.provenance.report is not None
    assert board.provenance.report.unread == ("leaderboard.csv",)
    assert "other_tables" in {note.code for note in board.provenance.notes}


def test_a_table_beside_that_names_models_is_refused(tmp_path: Path) -> None:
    for model in range(3):
        write(tmp_path, model, plain(model))
    (tmp_path / "more.csv").write_text("model,item_id,score\no3,Mercury_7001,1\n")
    with pytest.raises(InputError, match=r"more\.csv: names its models in the column 'model'"):
        parallaxis.load(tmp_path)


def test_lists_in_json_lines_are_texts(tmp_path: Path) -> None:
    for model in range(3):
        rows = asked(model, [3, 1, 0, 2, 5, 4][model:])
        for row in rows:
            row["choices"] = ["a", "b"]
            row["question"] = [{"role": "user", "content": row["question"]}]
        write(tmp_path, model, rows, "jsonl")
    board = parallaxis.load(tmp_path)
    assert board.provenance.report is not None
    assert board.provenance.report.tasks[0].joined_by == "text"
    assert board.values.shape == (3, 6)
    assert np.isnan(board.values).sum(axis=1).tolist() == [1, 0, 2]


def test_unusual_headers_are_asked_for(tmp_path: Path) -> None:
    for model in range(3):
        rows = [{"Frage": row["item_id"], "Punkte": row["score"]} for row in plain(model)]
        write(tmp_path, model, rows)
    with pytest.raises(InputError, match=r"--item-column, --score-column"):
        parallaxis.load(tmp_path)
    board = parallaxis.load(tmp_path, item_column="Frage", score_column="Punkte")
    np.testing.assert_array_equal(board.values, RIGHT[[1, 0, 2]])
