"""Links in folders: each file is read once, by a name that says what it is."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import parallaxis as px
from parallaxis.errors import MissingDataError
from parallaxis.io.folder_walk import walked
from parallaxis.matrix import ScoreMatrix

Run = Callable[..., tuple[int, str, str]]
NAME = "samples_sums_2026-01-02T03-04-05.000006.jsonl"


def answers(model: str) -> str:
    """Return a log of lm-evaluation-harness."""
    rows = []
    for number in range(12):
        score = float((number * len(model)) % 3 == 0)
        doc = {"question": f"{number} + {number}?"}
        row = {"doc_id": number, "doc": doc, "target": str(2 * number), "resps": [["…"]]}
        rows.append(json.dumps(row | {"filter": "none", "metrics": ["acc"], "acc": score}))
    return "\n".join(rows) + "\n"


def write(path: Path, text: str) -> Path:
    """Write a file, and the folders that it is in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def link(path: Path, target: Path) -> Path:
    """Make a link, and the folders that it is in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(target)
    return path


def said(board: ScoreMatrix, code: str) -> str:
    """Return the text of the one note of a code, or nothing."""
    found = [note.text for note in board.provenance.notes if note.code == code]
    assert len(found) <= 1
    return "".join(found)


def cache(folder: Path) -> Path:
    """Write a cache of the hub: snapshots of links to files whose names say nothing."""
    for number, model in enumerate(("org__a", "org__bb")):
        blob = write(folder / "blobs" / f"{number}f3c", answers(model))
        link(folder / "snapshots" / "9d1" / model / NAME, blob)
    return folder


def test_a_link_beside_its_target_is_no_second_model(tmp_path: Path) -> None:
    target = write(tmp_path / "a" / NAME, answers("a"))
    write(tmp_path / "bb" / NAME, answers("bb"))
    link(tmp_path / NAME, target)  # sorts before its target, or after it
    link(tmp_path / "zz" / NAME, target)
    board = px.load(tmp_path)
    assert board.models == ("a", "bb")
    text = said(board, "links_inside")
    assert text.startswith("2 links")
    assert f"{NAME} is a/{NAME}, zz/{NAME} is a/{NAME}." in text


def test_links_to_files_without_a_telling_name_are_read(tmp_path: Path) -> None:
    board = px.load(cache(tmp_path / "datasets--org--x"))
    assert board.models == ("org__a", "org__bb")
    assert said(board, "links_inside") == said(board, "other_files") == ""
    assert all(source.startswith("snapshots/") for source in board.provenance.sources)


def test_of_two_links_to_one_such_file_the_first_is_read(tmp_path: Path) -> None:
    folder = cache(tmp_path / "datasets--org--x")
    for model in ("org__a", "org__bb"):
        target = (folder / "snapshots" / "9d1" / model / NAME).resolve()
        link(folder / "snapshots" / "aaa" / model / NAME, target)
    board = px.load(folder)
    assert board.models == ("org__a", "org__bb")
    assert f"snapshots/aaa/org__a/{NAME} is snapshots/9d1/org__a/{NAME}" in said(
        board, "links_inside"
    )


def test_links_into_hidden_folders_are_read(tmp_path: Path) -> None:
    for model in ("a", "bb"):
        link(tmp_path / model / NAME, write(tmp_path / ".git" / f"{model}.jsonl", answers(model)))
    assert px.load(tmp_path).models == ("a", "bb")


def test_a_snapshot_says_which_folder_to_give(run: Run, tmp_path: Path) -> None:
    folder = cache(tmp_path / "datasets--org--x")
    snapshot = folder / "snapshots" / "9d1"
    match = r"2 links lead out of it .*'datasets--org--x' \(2 folders above\)"
    with pytest.raises(MissingDataError, match=match) as caught:
        px.load(snapshot)
    assert f"org__a/{NAME}" in str(caught.value)
    assert str(tmp_path) not in str(caught.value)
    status, out, err = run("convert", snapshot, "-o", tmp_path / "x.csv")
    assert (status, out) == (2, "")
    assert "'datasets--org--x'" in err


def test_links_to_nothing_are_said_to_be_so(tmp_path: Path) -> None:
    link(tmp_path / "runs" / NAME, tmp_path / "gone")
    with pytest.raises(
        MissingDataError, match=r"1 link leads out of it or to nothing .*; put the files themselves"
    ):
        px.load(tmp_path / "runs")


def test_at_most_five_links_are_named(tmp_path: Path) -> None:
    write(tmp_path / "runs" / "a" / NAME, answers("a"))
    write(tmp_path / "runs" / "bb" / NAME, answers("bb"))
    for number in range(8):
        link(tmp_path / "runs" / f"link{number}", write(tmp_path / f"{number}.txt", "x"))
    text = said(px.load(tmp_path / "runs"), "links_outside")
    assert text.startswith("8 links")
    assert text.endswith("link0, link1, link2, link3, link4, and 3 more.")


def test_tables_are_read_once_too(tmp_path: Path) -> None:
    table = write(tmp_path / "one.csv", "model,x,y,z\na,1,0,1\nb,0,1,1\n")
    link(tmp_path / "sub" / "two.csv", table)
    board = px.load(tmp_path)
    assert board.models == ("a", "b")
    assert "sub/two.csv is one.csv" in said(board, "links_inside")


def test_one_file_is_read_by_whatever_link_leads_to_it(tmp_path: Path) -> None:
    path = link(tmp_path / "runs" / NAME, write(tmp_path / "x", answers("a")))
    assert walked(path).files == (path,)
    assert px.load(path).shape == (1, 12)
