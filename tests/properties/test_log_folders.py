"""Folders of logs on disk: what does not matter, what is refused, what is left missing."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parallaxis as px
from fixture_logs import fixtures
from log_mutants import seeded
from parallaxis.errors import InputError, MissingDataError
from parallaxis.matrix import ScoreMatrix

Run = Callable[..., tuple[int, str, str]]
SEEDS = range(4)
LM_EVAL = "lm_eval/v0.4.13"
TIME = "2026-01-02T03-04-05.000006"
N_QUESTIONS = 12
NAMED = {  # folders in which neither folders nor files name anything but suite and harness
    LM_EVAL: "",
    "lighteval/v0.13.0": "",
    "helm/runs": "",
    "swebench/v5.0.2": "",
    "bfcl": "",
    "inspect/eval/tiny_multi": "*.eval",
    "inspect/json/tiny_letters": "*.json",
    "pydantic_evals": "*.json",
    "openai_evals": "*.jsonl",
    "_fetched/alpaca_eval": "*.json",
}
FREE_NAMES = [name for name, pattern in NAMED.items() if pattern]
LINES = {LM_EVAL: "samples_*.jsonl", "lm_eval/v0.4.7": "samples_*.jsonl", "promptfoo": "out.jsonl"}


def copied(name: str, target: Path, pattern: str = "**/*") -> Path:
    """Copy a folder of real logs."""
    source = fixtures(name)
    for path in sorted(source.glob(pattern)):
        if path.is_file():
            place = target / path.relative_to(source)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, place)
    return target


def codes(board: ScoreMatrix) -> set[str]:
    """Return the codes of all notes on a board."""
    return {note.code for note in board.provenance.notes}


def said(board: ScoreMatrix, code: str) -> str:
    """Return the text of the one note of a code."""
    (text,) = (note.text for note in board.provenance.notes if note.code == code)
    return text


def write_run(
    folder: Path, model: str, n: int = N_QUESTIONS, *, time: str = TIME, turn: int = 0
) -> Path:
    """Write a samples file of lm-evaluation-harness: right where `turn` and model say so."""
    home = folder / model
    home.mkdir(parents=True, exist_ok=True)
    path = home / f"samples_sums_{time}.jsonl"
    rows = []
    for number in range(n):
        score = float(seeded(f"{model} {number} {turn}").random() < 0.6)
        doc = {"question": f"{number} + {number}?"}
        row = {"doc_id": number, "doc": doc, "target": str(2 * number), "resps": [["…"]]}
        rows.append(json.dumps(row | {"filter": "none", "metrics": ["acc"], "acc": score}))
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("name", NAMED)
def test_the_name_of_the_folder_does_not_matter(name: str, tmp_path: Path) -> None:
    first = px.load(copied(name, tmp_path / "runs"))
    second = px.load(copied(name, tmp_path / "another place" / "2024"))
    assert first.data_hash == second.data_hash
    assert codes(first) == codes(second)


@pytest.mark.parametrize("name", FREE_NAMES)
def test_names_and_order_of_files_do_not_matter(name: str, tmp_path: Path) -> None:
    expected = px.load(copied(name, tmp_path / "whole")).data_hash
    for seed in SEEDS:
        folder = copied(name, tmp_path / str(seed))
        paths = sorted(folder.glob(NAMED[name]))
        numbers = seeded(seed).sample(range(100), len(paths))
        for path, number in zip(paths, numbers, strict=True):
            path.rename(folder / f"{number} of many{path.suffix}")
        assert px.load(folder).data_hash == expected


@pytest.mark.parametrize("name", LINES)
def test_the_order_of_lines_does_not_matter(name: str, tmp_path: Path) -> None:
    expected = px.load(copied(name, tmp_path / "whole", _only(name))).data_hash
    for seed in SEEDS:
        folder = copied(name, tmp_path / str(seed), _only(name))
        for path in sorted(folder.rglob(LINES[name])):
            lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
            seeded(seed).shuffle(lines)
            path.write_text("".join(lines), encoding="utf-8")
        assert px.load(folder).data_hash == expected


def _only(name: str) -> str:
    """Return the files of a folder that are copied: promptfoo's holds one evaluation twice."""
    return LINES[name] if name == "promptfoo" else "**/*"


@pytest.mark.parametrize(
    "name", [LM_EVAL, "helm/runs", "pydantic_evals", "inspect/eval/tiny_multi"]
)
def test_a_copy_of_the_folder_beside_it_changes_nothing(name: str, tmp_path: Path) -> None:
    alone = px.load(copied(name, tmp_path / "one" / "runs"))
    copied(name, tmp_path / "two" / "runs")
    copied(name, tmp_path / "two" / "runs (copy)" / "runs")
    both = px.load(tmp_path / "two")
    assert both.data_hash == alone.data_hash
    assert "copied_runs" in codes(both)
    report = both.provenance.report
    assert report is not None
    assert any(one.what == "copied" for one in report.set_aside)


def test_a_broken_file_fails_the_load_and_is_named(run: Run, tmp_path: Path) -> None:
    folder, target = tmp_path / "runs", tmp_path / "x.csv"
    for model in "abc":
        write_run(folder, model)
    broken = folder / "b" / f"samples_sums_{TIME}.jsonl"
    broken.write_bytes(broken.read_bytes()[:-30])
    status, out, err = run("convert", folder, "-o", target)
    assert (status, out) == (2, "")
    assert "b/samples_sums" in err
    assert f"line {N_QUESTIONS}" in err
    assert "Traceback" not in err
    assert not target.exists()


def test_a_broken_file_is_skipped_where_asked(run: Run, tmp_path: Path) -> None:
    folder, target = tmp_path / "runs", tmp_path / "x.csv"
    for model in "abc":
        write_run(folder, model)
    (folder / "b" / f"samples_sums_{TIME}.jsonl").write_text('{"doc_id": 1', encoding="utf-8")
    status, _, err = run("convert", folder, "-o", target, "--keep-going")
    assert status == 0, err
    board = px.load(folder, keep_going=True)
    assert board.models == ("a", "c")
    assert "b/samples_sums" in said(board, "broken_files")
    assert px.load(target).models == ("a", "c")
    for model in "ac":
        (folder / model / f"samples_sums_{TIME}.jsonl").write_text("{", encoding="utf-8")
    status, _, err = run("convert", folder, "-o", target, "--keep-going")
    assert status == 2
    assert "all 3 logs are broken" in err


def test_links_that_lead_out_are_not_followed(tmp_path: Path) -> None:
    outside = write_run(tmp_path / "elsewhere", "secret")
    folder = tmp_path / "runs"
    write_run(folder, "a")
    write_run(folder, "b")
    (folder / "c").mkdir()
    (folder / "c" / outside.name).symlink_to(outside)
    (folder / "d").symlink_to(outside.parent, target_is_directory=True)
    board = px.load(folder)
    assert set(board.models) == {"a", "b"}
    assert "2 links to folders" in said(board, "links_outside")
    assert f"c/{outside.name}, d." in said(board, "links_outside")


def test_a_link_to_the_folder_above_does_not_go_on_for_ever(tmp_path: Path) -> None:
    folder = tmp_path / "runs"
    write_run(folder, "a")
    write_run(folder, "b")
    (folder / "a" / "again").symlink_to(folder, target_is_directory=True)
    assert px.load(folder).models == ("a", "b")


def test_results_beside_a_log_are_not_taken_from_outside(tmp_path: Path) -> None:
    folder = tmp_path / "runs"
    log = write_run(folder, "a")
    write_run(folder, "b")
    results = tmp_path / "results.json"
    results.write_text(json.dumps({"model_name": "secret", "results": {}}), encoding="utf-8")
    (log.parent / f"results_{TIME}.json").symlink_to(results)
    assert px.load(folder).models == ("a", "b")


def test_hidden_folders_and_files_are_left_out(tmp_path: Path) -> None:
    folder = tmp_path / "runs"
    for model in ("a", "b", ".cache/c", "__MACOSX/d"):
        write_run(folder, model)
    hidden = write_run(folder, "e")
    hidden.rename(hidden.with_name(f"._{hidden.name}"))
    assert px.load(folder).models == ("a", "b")
    for model in (".__out__f", "..__g"):  # of models that were given as ./out/f and ../g
        write_run(folder, model)
    assert set(px.load(folder).models) == {"a", "b", ".__out__f", "..__g"}


def test_an_empty_folder_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "runs" / "deeper").mkdir(parents=True)
    with pytest.raises(MissingDataError, match=r"no log of a known harness .* no table"):
        px.load(tmp_path / "runs")
    assert run("convert", tmp_path / "runs", "-o", tmp_path / "x.csv")[0] == 2


def _table(path: Path, models: list[str], items: list[str], seed: int) -> np.ndarray[Any, Any]:
    """Write a table of right and wrong answers."""
    rng = np.random.default_rng(seed)
    hard, able = rng.normal(size=len(items)), rng.normal(size=(len(models), 1))
    values = (able - hard + rng.logistic(size=(len(models), len(items))) > 0).astype(int)
    lines = [",".join(["model", *items])]
    lines += [",".join([name, *map(str, row)]) for name, row in zip(models, values, strict=True)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return values


def test_tables_that_share_items_are_joined(tmp_path: Path) -> None:
    items = [f"sum of {n}" for n in range(30)]
    first, second = [f"alpha-{n}b" for n in (1, 7, 70)], [f"beta-{n}b" for n in (2, 9)]
    folder = tmp_path / "tables"
    folder.mkdir()
    above = _table(folder / "alpha.csv", first, items, 0)
    below = _table(folder / "beta.csv", second, items, 0)
    board = px.load(folder)
    assert board.shape == (5, 30)
    assert set(board.models) == {*first, *second}
    for names, values in ((first, above), (second, below)):
        for name, row in zip(names, values, strict=True):
            of = {
                item: board.values[board.models.index(name)][i]
                for i, item in enumerate(board.items)
            }
            assert [of[item] for item in items] == row.tolist()


def test_tables_of_generated_names_are_refused_and_both_named(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    folder.mkdir()
    models = [f"row_{n:04d}" for n in range(1, 41)]  # the same number of rows, of other models
    _table(folder / "arc_v1.csv", models, [f"arc {n}" for n in range(20)], 1)
    _table(folder / "arc_v2.csv", models, [f"truthful {n}" for n in range(25)], 2)
    with pytest.raises(InputError) as caught:
        px.load(folder)
    for name in ("arc_v1.csv", "arc_v2.csv", "row_0001"):
        assert name in str(caught.value)
    status, out, err = run("convert", folder, "-o", tmp_path / "x.csv")
    assert (status, out) == (2, "")
    assert "arc_v1.csv" in err
    assert "arc_v2.csv" in err


@pytest.mark.parametrize(
    ("name", "expected"),
    [  # cells missing by policy: SWE-bench counts failures as 0, Pydantic Evals leaves them out
        ("swebench/v5.0.2", {"harness": 0, "missing": 5, "wrong": 0}),
        ("pydantic_evals", {"harness": 3, "missing": 3, "wrong": 0}),
    ],
)
def test_what_failed_counts_as_asked(
    name: str, expected: dict[str, int], run: Run, tmp_path: Path
) -> None:
    folder, target = copied(name, tmp_path / "runs"), tmp_path / "x.csv"
    sums = {}
    for policy, n_missing in expected.items():
        status, _, err = run("convert", folder, "-o", target, "--errors", policy)
        assert status == 0, err
        board = px.load(target)
        assert board.n_missing == n_missing, policy
        sums[policy] = float(np.nansum(board.values))
    assert len(set(sums.values())) == 1  # no policy makes an answer right
    status, _, err = run("convert", folder, "-o", tmp_path / "y.csv", "--errors", "refuse")
    assert status == 2
    assert "answers were not properly scored" in err
    assert "error" in err


def test_runs_are_kept_where_asked(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "runs"
    write_run(folder, "a")
    write_run(folder, "b")
    later = TIME.replace("2026", "2027")
    write_run(folder, "a", time=later, turn=1)
    newest = px.load(folder)
    assert newest.models == ("a", "b")
    status, _, err = run("convert", folder, "-o", tmp_path / "x.parquet", "--runs", "all")
    assert status == 0, err
    every = px.load(tmp_path / "x.parquet")
    assert every.models == ("a#1", "a#2", "b")
    np.testing.assert_array_equal(every.values[1:], newest.values)
    assert (every.values[0] != every.values[1]).any()
    report = newest.provenance.report
    assert report is not None
    assert [one.what for one in report.set_aside] == ["superseded"]


def test_tasks_can_be_chosen(run: Run, tmp_path: Path) -> None:
    folder, target = copied(LM_EVAL, tmp_path / "runs"), tmp_path / "x.csv"
    status, _, err = run("convert", folder, "-o", target, "--task", "tiny_gen*")
    assert status == 0, err
    both, one = px.load(target), px.load(folder, tasks=["tiny_gen"])
    assert both.n_items == 2 * one.n_items == 20
    status, _, err = run("convert", folder, "-o", target, "--task", "no_such_task")
    assert status == 2
    assert "no log is of a task named 'no_such_task'; its tasks are tiny_gen, tiny_gen_rep" in err
    asked = ("--task", "tiny_gen", "--task", "tiny_gne")
    assert run("convert", folder, "-o", target, *asked)[0] == 2


def test_logs_that_name_no_task_are_chosen_by_their_harness(tmp_path: Path) -> None:
    copied("swebench", tmp_path / "runs" / "swe")
    copied("deepeval", tmp_path / "runs" / "deep")
    report = px.load(tmp_path / "runs", tasks=["swe-bench"]).provenance.report
    assert report is not None
    assert report.formats == ("swe-bench",)


@pytest.mark.parametrize(
    ("name", "task", "choices"),
    [
        (LM_EVAL, "tiny_mc", ("acc", "acc_norm")),
        ("inspect/eval/tiny_multi", "*", ("includes", "numeric", "rubric/correct")),
        ("pydantic_evals", "*", ("Overlap", "EqualsExpected", "assertions")),
        ("evalplus", "*", ("plus", "base")),
    ],
)
def test_scores_that_are_not_there_list_the_choices(
    name: str, task: str, choices: tuple[str, ...], run: Run, tmp_path: Path
) -> None:
    folder, target = copied(name, tmp_path / "runs"), tmp_path / "x.csv"
    given = ("convert", folder, "-o", target, "--task", task)
    status, _, err = run(*given, "--score", "no-such-score")
    assert status == 2
    assert "no-such-score" in err
    assert all(repr(choice) in err for choice in choices)
    for choice in choices:
        assert run(*given, "--score", choice)[0] == 0


def test_what_a_cut_run_lacks_stays_missing(tmp_path: Path) -> None:
    for n in range(1, N_QUESTIONS):
        folder = tmp_path / str(n)
        write_run(folder, "a")
        write_run(folder, "b")
        write_run(folder, "cut", n)
        board = px.load(folder)
        assert (board.shape, board.n_missing) == ((3, N_QUESTIONS), N_QUESTIONS - n)
        assert not board.observed[board.models.index("cut"), n:].any()
        assert "cut" in said(board, "truncated")


def test_a_cut_run_does_not_take_the_place_of_a_whole_one(tmp_path: Path) -> None:
    write_run(tmp_path, "b")
    write_run(tmp_path, "a")
    whole = px.load(tmp_path)
    write_run(tmp_path, "a", 3, time=TIME.replace("2026", "2027"), turn=1)
    board = px.load(tmp_path)
    assert board.data_hash == whole.data_hash
    assert "truncated_runs" in codes(board)


def test_a_ring_of_links_is_not_followed(tmp_path: Path) -> None:
    shutil.copytree(fixtures("lm_eval/v0.4.7"), tmp_path / "runs")
    (tmp_path / "runs" / "self").symlink_to(tmp_path / "runs" / "self")
    (tmp_path / "runs" / "up").symlink_to(tmp_path / "runs", target_is_directory=True)
    board = px.load(tmp_path / "runs")
    assert board.n_models == 2
    assert "2 links" in said(board, "links_outside")


def test_reports_of_instances_are_one_run() -> None:
    logs = fixtures("swebench/v5.0.2/logs")
    board = px.load(logs)
    assert board.values.shape == (2, 4)
    assert board.n_missing == 1


def test_skipped_files_stand_in_the_account(tmp_path: Path) -> None:
    shutil.copytree(fixtures("lm_eval/v0.4.7"), tmp_path / "runs")
    bad = tmp_path / "runs" / "org__alpha-7b" / "samples_tiny_mc_2027-01-01T00-00-00.000000.jsonl"
    bad.write_text('{"doc_id": 0, "doc": {}, "resps": [\n')
    (tmp_path / "runs" / "notes.txt").write_text("by hand")
    report = px.load(tmp_path / "runs", keep_going=True).provenance.report
    assert report is not None
    assert [one.source for one in report.set_aside if one.what == "refused"] == [
        "org__alpha-7b/" + bad.name
    ]
    assert report.unread == ("notes.txt",)


def test_reports_of_instances_in_two_folders_are_two_runs(tmp_path: Path) -> None:
    for name in ("one", "two"):
        shutil.copytree(fixtures("swebench/v5.0.2/logs"), tmp_path / name / "logs")
    board = px.load(tmp_path)
    assert board.values.shape == (2, 4)
    assert board.n_missing == 1
    report = board.provenance.report
    assert report is not None
    assert {one.what for one in report.set_aside} == {"copied"}
