"""Folders of tables: read through and through, with an account, and nothing left out in silence."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

import parallaxis as px
from fixture_logs import fixtures
from parallaxis.errors import FormatError, InputError, MissingDataError

Run = Callable[..., tuple[int, str, str]]
ONE = "model,sum,product,root\nalpha,1,0,1\nbeta,0,1,1\n"
TWO = "model,sum,product,root\ngamma,1,1,0\ndelta,0,0,1\n"
SIDE = "item,group\nsum,easy\nproduct,hard\nroot,hard\n"


def folder_of(place: Path, files: dict[str, str]) -> Path:
    """Write a folder of files."""
    for name, text in files.items():
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return place


@pytest.mark.parametrize("names", [("a.csv", "sub/b.csv"), ("x/t.csv", "y/z/t.csv")])
def test_tables_in_subfolders_are_read(names: tuple[str, str], tmp_path: Path) -> None:
    folder = folder_of(tmp_path, dict(zip(names, (ONE, TWO), strict=True)))
    board = px.load(folder)
    assert set(board.models) == {"alpha", "beta", "gamma", "delta"}
    assert board.provenance.sources == names
    report = board.provenance.report
    assert report is not None
    assert report.sources == names
    assert tuple(task.task for task in report.tasks) == names


def test_side_files_belong_to_their_tables(tmp_path: Path) -> None:
    side = {"sub/b.items.csv": SIDE, "sub/b.models.tsv": "model\tfamily\ngamma\tg\ndelta\td\n"}
    board = px.load(folder_of(tmp_path, {"a.csv": ONE, "sub/b.csv": TWO, **side}))
    assert "group" in board.item_metadata.column_names
    assert "sub/b.items.csv" in board.provenance.sources
    assert board.provenance.report is not None
    assert board.provenance.report.unread == ()


def test_a_side_file_without_its_table_is_named(tmp_path: Path) -> None:
    board = px.load(folder_of(tmp_path, {"a.csv": ONE, "b.csv": TWO, "z.items.csv": SIDE}))
    assert board.provenance.report is not None
    assert board.provenance.report.unread == ("z.items.csv",)


def test_what_is_no_table_is_named(tmp_path: Path) -> None:
    rest = {
        "sub/package.json": json.dumps({"name": "x", "scripts": {"a": "b"}}, indent=2),
        "sub/trace.jsonl": json.dumps({"event": {"a": 1}}) + "\n",
        "README.md": "a,b\n",
        ".hidden/c.csv": "model,other\n",
    }
    board = px.load(folder_of(tmp_path, {"a.csv": ONE, **rest}))
    assert board.models == ("alpha", "beta")
    (text,) = (note.text for note in board.provenance.notes if note.code == "other_files")
    assert "3 files are no tables" in text
    assert "README.md, sub/package.json, sub/trace.jsonl" in text
    assert board.provenance.report is not None
    assert board.provenance.report.unread == ("README.md", "sub/package.json", "sub/trace.jsonl")


def test_a_folder_with_one_table_has_an_account(run: Run, tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "boards", {"sub/a.csv": ONE, "notes.txt": "by hand"})
    board = px.load(folder)
    report = board.provenance.report
    assert report is not None
    assert report.sources == ("sub/a.csv",)
    (task,) = report.tasks
    assert (task.task, task.n_models, task.n_items, task.joined_by) == ("sub/a.csv", 2, 3, "name")
    assert report.cautions == board.provenance.notes
    assert board.data_hash == px.load(folder / "sub" / "a.csv").data_hash
    status, _, err = run("convert", folder, "-o", tmp_path / "x.csv")
    assert status == 0, err
    assert "1 file (csv, wide): 2 × 3 items" in err
    assert "notes.txt" in err
    status, out, err = run("breadth", folder, "--draws", "20", "--json")
    assert status == 0, err
    assert json.loads(out)["intake"]["report"]["tasks"][0]["task"] == "sub/a.csv"
    assert "1 file (csv, wide)" in err


def test_errors_name_tables_by_their_place(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "boards", {"a.csv": ONE, "sub/b.csv": "model,sum\ngamma,x\n"})
    with pytest.raises(InputError, match=r"^boards: sub/b\.csv: column 'sum'"):
        px.load(folder)


def test_a_broken_table_is_named(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "boards", {"a.csv": ONE, "sub/b.jsonl": '{"model": "ga'})
    with pytest.raises(FormatError, match=r"^boards: sub/b\.jsonl: has a first line.* name one"):
        px.load(folder)


def test_verdicts_are_found_in_the_same_way(tmp_path: Path) -> None:
    table = "item,a,b\nx,A,B\ny,C,C\nz,A,A\n"
    folder = folder_of(tmp_path / "said", {"sub/said.csv": table, "README.md": "x"})
    assert px.load_verdicts(folder).models == ("a", "b")
    folder_of(folder, {"other.csv": table})
    with pytest.raises(InputError, match=r"holds 2 tables \(other\.csv, sub/said\.csv\)"):
        px.load_verdicts(folder)
    with pytest.raises(MissingDataError, match=r"holds no table \(0 files\)"):
        px.load_verdicts(folder_of(tmp_path / "none", {"sub/.x": ""}))


@pytest.mark.parametrize("name", ["lm_eval/v0.4.7", "inspect/eval/tiny_mc"])
def test_logs_are_no_verdicts(name: str, run: Run) -> None:
    status, out, err = run("agreement", fixtures(name))
    assert (status, out) == (2, "")
    assert f"holds logs of {'lm-eval' if 'lm_eval' in name else 'inspect'} (" in err
    assert "table of verdicts" in err


def test_a_log_is_no_table_of_verdicts(run: Run) -> None:
    (path, *_) = sorted(fixtures("lm_eval/v0.4.7").rglob("samples_*.jsonl"))
    status, out, err = run("agreement", path)
    assert (status, out) == (2, "")
    assert "is a log of lm-eval; give a table of verdicts" in err


def test_options_of_tables_are_not_taken_of_logs() -> None:
    with pytest.raises(InputError, match=r"holds logs of lm-eval, and duplicates, transpose can"):
        px.load(fixtures("lm_eval/v0.4.7"), transpose=True, duplicates="mean")


def test_a_name_that_is_no_utf8_is_written_with_escapes(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"junk-\xff.txt")).write_text("x", encoding="utf-8")
    board = px.load(folder_of(tmp_path, {"a.csv": ONE, "b.csv": TWO}))
    assert board.provenance.report is not None
    assert board.provenance.report.unread == ("junk-\\udcff.txt",)
    "".join(note.text for note in board.provenance.notes).encode()


def test_links_that_are_not_followed_stand_in_the_account(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "in", {"a.csv": ONE, "b.csv": TWO})
    outside = folder_of(tmp_path / "out", {"c.csv": ONE})
    for number in range(9):
        (folder / f"link-{number}.csv").symlink_to(outside / "c.csv")
    report = px.load(folder).provenance.report
    assert report is not None
    assert report.unread == tuple(f"link-{number}.csv" for number in range(9))


def test_a_table_without_scores_says_how_it_belongs(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, {"board.csv": ONE, "items.csv": "item,group\nsum,easy\n"})
    with pytest.raises(FormatError, match=r"items\.csv: .* call it <board>\.items\.csv"):
        px.load(folder)
    (folder / "items.csv").rename(folder / "board.items.csv")
    assert px.load(folder).item_metadata["group"].to_pylist() == ["easy", None, None]
