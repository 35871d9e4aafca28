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
    assert board.provenance.format == "tables of one model"
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


def test_questions_tell_tasks_from_models_where_names_count_alike(tmp_path: Path) -> None:
    for name in MODELS[:2]:
        for task in ("science", "law", "chemistry"):
            rows = [
                {"id": place, "question": f"What is {item} in {task}?", "correct": place % 2}
                for place, item in enumerate(NAMES)
            ]
            write(tmp_path / name, 0, rows).rename(tmp_path / name / f"{task}.csv")
    board = parallaxis.load(tmp_path)
    assert board.models == ("claude", "gpt-4.1")
    assert board.n_items == 18


def test_more_tasks_than_models_do_not_outvote_them() -> None:
    items = frozenset(NAMES)
    files = {f"{model}/{task}.csv": items for model in "ab" for task in "wxyz"}
    with pytest.raises(InputError, match="give the tables a column 'model'"):
        labels_of({}, files)


def test_dates_are_runs_and_what_all_share_says_nothing() -> None:
    items = frozenset(NAMES)
    paths = [f"out/{m}/2026-0{n}-11/{t}/results.csv" for n, m in enumerate("ab", 1) for t in "xy"]
    found = labels_of({}, {path: frozenset(path[-13] + name for name in items) for path in paths})
    assert found[paths[0]] == Label("a", "x", "2026-01-11")
    deep = {f"{t}/{m}/results.csv": frozenset({t + i for i in NAMES}) for t in "xy" for m in "ab"}
    assert labels_of({}, deep)["y/a/results.csv"] == Label("a", "y", "")


def test_folders_that_do_not_tell_are_refused() -> None:
    items = frozenset(NAMES)
    files = {f"{folder}/{name}.csv": items for folder in "ab" for name in "xy"}
    with pytest.raises(InputError, match="give the tables a column 'model'"):
        labels_of({}, files)


def test_a_file_that_no_part_of_its_path_names_is_refused() -> None:
    files = {"results.csv": frozenset(NAMES), "a/results.csv": frozenset(NAMES)}
    with pytest.raises(InputError, match="give the tables a column 'model'"):
        labels_of({}, files)


def test_files_of_one_folder_are_models() -> None:
    found = labels_of({}, {"gpt-4.1.csv.gz": frozenset("a"), "o3.csv": frozenset("b")})
    assert set(found.values()) == {Label("gpt-4.1", "", ""), Label("o3", "", "")}


def test_single_tries_again_are_no_runs(tmp_path: Path) -> None:
    for model in range(3):
        rows = [{**row, "attempt": 1} for row in plain(model)]
        if model == 1:
            rows.append({**rows[0], "score": 1 - RIGHT[1, 0], "attempt": 2})
        write(tmp_path, model, rows)
    board = parallaxis.load(tmp_path)
    assert board.models == ("claude", "gpt-4.1", "llama")
    assert np.isnan(board.values).sum() == 1
    assert "contradicting_rows" in {note.code for note in board.provenance.notes}


def test_an_answer_is_the_right_one_only_beside_the_models_own(tmp_path: Path) -> None:
    for model in range(3):
        rows = [{**row, "answer": f"{model} says {row['item_id']}"} for row in plain(model)]
        write(tmp_path, model, rows)
    board = parallaxis.load(tmp_path)
    assert {note.code for note in board.provenance.notes} == {"model_from_file"}


def test_other_headers_and_forms_are_one_task(tmp_path: Path) -> None:
    write(tmp_path, 0, plain(0))
    rows = [{"Score": bool(row["score"]), "id": row["item_id"]} for row in plain(1)]
    write(tmp_path, 1, rows, "jsonl")
    board = parallaxis.load(tmp_path)
    np.testing.assert_array_equal(board.values, RIGHT[[1, 0]])
    (said,) = [note.text for note in board.provenance.notes if note.code == "model_from_file"]
    assert said.endswith("columns of several names: 'Score' and 'score'.")


def test_what_can_be_asked_of_logs_can_be_asked_of_them(tmp_path: Path) -> None:
    for model in range(3):
        rows = plain(model)
        rows[0]["score"] = ""
        write(tmp_path, model, rows)
    assert parallaxis.load(tmp_path, scale="real").scale == "real"
    assert parallaxis.load(tmp_path, errors="wrong").n_missing == 0
    with pytest.raises(InputError, match="3 answers were not properly scored"):
        parallaxis.load(tmp_path, errors="refuse")
    (tmp_path / "o3.csv").write_text("item_id,score\n")
    with pytest.raises(InputError, match=r"o3\.csv: the table has no row"):
        parallaxis.load(tmp_path)
    board = parallaxis.load(tmp_path, keep_going=True)
    assert board.n_models == 3
    assert board.provenance.report is not None
    assert [one.source for one in board.provenance.report.set_aside] == ["o3.csv"]


def test_a_cell_that_is_no_score_is_named(tmp_path: Path) -> None:
    write(tmp_path, 0, plain(0))
    rows = plain(1)
    rows[3]["score"] = "perhaps"
    write(tmp_path, 1, rows)
    with pytest.raises(InputError, match=r"claude\.csv: .*row 4.*'Mercury_7190'.*perhaps"):
        parallaxis.load(tmp_path)


def test_items_are_no_models(tmp_path: Path) -> None:
    for model, start in enumerate("ab"):
        write(tmp_path, model, plain(model, tuple(f"{start}-{name}" for name in NAMES)))
    alone = tmp_path / "claude.csv"
    for source in (tmp_path, alone):  # tables that share no item, and a single one
        with pytest.raises(InputError, match="none that names models"):
            parallaxis.load(source)
    board = parallaxis.load(alone, layout="wide")
    assert (board.items, board.n_models) == (("score",), 6)


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


def test_names_that_count_within_tasks_are_told_apart(tmp_path: Path) -> None:
    for model in range(3):
        rows = [
            {"subject": "law" if place < 3 else "physics", "id": f"P-{place % 3 + 40}", **row}
            for place, row in enumerate(plain(model))
        ]
        for row in rows:
            del row["item_id"]
        write(tmp_path, model, rows)
    board = parallaxis.load(tmp_path)
    assert board.items[:2] == ("law/P-40", "law/P-41")
    np.testing.assert_array_equal(board.values, RIGHT[[1, 0, 2]])


def test_a_column_of_tasks_is_no_item(tmp_path: Path) -> None:
    for model in range(3):
        rows = [
            {"task": "mmlu", "question": f"What is {row['item_id']}?", "correct": row["score"]}
            for row in plain(model)
        ]
        write(tmp_path, model, rows)
    assert parallaxis.load(tmp_path).shape == (3, 6)


def test_numbered_folders_are_runs(tmp_path: Path) -> None:
    for model in range(3):
        for run in (1, 2):
            write(tmp_path / f"seed_{run}", model, [*plain(model)][:: 3 - 2 * run])
    board = parallaxis.load(tmp_path, runs="all")
    assert board.models[:3] == ("claude#1", "claude#2", "gpt-4.1#1")
    assert parallaxis.load(tmp_path).models == ("claude", "gpt-4.1", "llama")


def test_a_mean_among_the_items_is_refused(tmp_path: Path) -> None:
    for model in range(3):
        write(tmp_path, model, [*plain(model), {"item_id": "average", "score": 0.5}])
    with pytest.raises(InputError, match=r"claude\.csv: item 'average'"):
        parallaxis.load(tmp_path)


def test_chances_of_guessing_are_numbers(tmp_path: Path) -> None:
    for model in range(3):
        write(tmp_path, model, [{**row, "chance": 0.25, "level": "2"} for row in plain(model)])
    board = parallaxis.load(tmp_path)
    assert board.metadata("item", "chance") == [0.25] * 6


def test_an_organisation_is_part_of_a_models_name_and_a_suite_of_a_tasks() -> None:
    law, art = (frozenset(f"{task} {name}" for name in NAMES) for task in ("law", "art"))
    of = {"law": law, "art": art}
    orgs = {f"{task}/{model}.csv": of[task] for task in of for model in ("meta/a", "acme/b")}
    assert labels_of({}, orgs)["law/meta/a.csv"] == Label("meta/a", "law", "")
    dated = {f"{day}.csv": law for day in ("2026-01-01", "2026-02-01")}
    assert {label.model for label in labels_of({}, dated).values()} == {"2026-01-01", "2026-02-01"}
    suites = {f"{task}/{m}.csv": of[task[-3:]] for task in ("x/law", "y/art") for m in "ab"}
    assert labels_of({}, suites)["y/art/b.csv"] == Label("b", "y/art", "")


def test_rows_of_other_metrics_are_no_repetitions(tmp_path: Path) -> None:
    for model in range(3):
        rows = [{**row, "metric": metric} for metric in ("acc", "f1") for row in plain(model)]
        write(tmp_path, model, rows)
    with pytest.raises(InputError, match=r"claude\.csv: column 'metric' tells apart rows"):
        parallaxis.load(tmp_path)


def test_runs_are_numbered_by_their_values(tmp_path: Path) -> None:
    for model in range(2):
        rows = [
            {**row, "score": seed, "seed": 10 + seed} for seed in (0, 1) for row in plain(model)
        ]
        write(tmp_path, model, rows[:: 1 - 2 * model])
    board = parallaxis.load(tmp_path)
    assert board.models == ("claude#1", "claude#2", "gpt-4.1#1", "gpt-4.1#2")
    assert board.values.mean(axis=1).tolist() == [0, 1, 0, 1]


def test_tables_are_of_one_model_if_their_questions_agree(tmp_path: Path) -> None:
    for model in range(3):
        rows = [{**row, "id": f"{model}x{row['id']}f"} for row in asked(model, list(range(6)))]
        write(tmp_path, model, rows)
    board = parallaxis.load(tmp_path)
    np.testing.assert_array_equal(np.sort(board.values.sum(axis=0)), np.sort(RIGHT.sum(axis=0)))
    assert board.shape == (3, 6)
