"""An atlas reads what it can, names what it cannot, and keeps three in four boards."""

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

from boards import data_folder
from parallaxis.answers import NotAnswered
from parallaxis.comparison import Comparison, atlas, board_files
from parallaxis.errors import InputError
from parallaxis.matrix import ScoreMatrix


def written(folder: Path, name: str, n_models: int, n_items: int) -> None:
    """Write a board of noise."""
    values = np.random.default_rng(len(name)).normal(size=(n_models, n_items))
    names = [f"{name} {i}" for i in range(n_models)]
    ScoreMatrix.from_array(values, models=names).to_csv(folder / f"{name}.csv")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of three boards, side files, a broken file and one that is no table."""
    for name, shape in (("one", (20, 10)), ("two", (30, 12)), ("three", (40, 20))):
        written(tmp_path, name, *shape)
    (tmp_path / "one.items.csv").write_text("item,group\nitem 1,a\n")
    (tmp_path / "broken.csv").write_text('model,q1,q2\na,1,"0\n')
    (tmp_path / "words.csv").write_text("model,q1\na,yes\nb,perhaps\n")
    (tmp_path / "fake.csv.gz").write_bytes(gzip.compress(b"x" * 50)[:20])
    (tmp_path / "README.md").write_text("not a table")
    (tmp_path / "deeper").mkdir()
    written(tmp_path / "deeper", "four", 20, 10)
    return tmp_path


def names(found: Comparison) -> list[str]:
    """Return the names of the boards."""
    return [row.board for row in found.boards]


def test_a_broken_file_is_named_and_does_not_stop_the_rest(folder: Path) -> None:
    found = atlas(folder, draws=20)
    assert sorted(names(found)) == ["one", "three", "two"]
    assert sorted(one.source for one in found.unread) == ["broken.csv", "fake.csv.gz", "words.csv"]
    assert all(one.why and "\n" not in one.why for one in found.unread)
    (caution,) = (c for c in found.cautions if c.code == "unread_boards")
    assert caution.text.startswith("3 sources could not be read")
    assert "words.csv: " in caution.text


def test_files_folders_and_repeats(folder: Path) -> None:
    found = atlas([folder / "deeper", folder / "one.csv", folder / "one.csv"], draws=20)
    assert names(found) == ["four", "one"]
    written(folder / "deeper", "one", 22, 11)
    both = atlas([folder / "one.csv", folder / "deeper"], draws=20)
    assert names(both) == ["one", "four", "one #2"]


def test_what_is_not_there_is_said(folder: Path) -> None:
    (folder / "empty").mkdir()
    found = atlas([folder / "one.csv", folder / "absent.csv", folder / "empty"], draws=20)
    assert names(found) == ["one"]
    assert sorted(one.source for one in found.unread) == ["absent.csv", "empty"]
    with pytest.raises(InputError, match=r"none of 1 source could be read \(empty: the folder"):
        atlas(folder / "empty")
    with pytest.raises(InputError, match="no source was named"):
        atlas([])


def test_three_in_four_boards_keep_a_common_size(tmp_path: Path) -> None:
    for i in range(12):
        written(tmp_path, f"board{i:02d}", 15 + 5 * i, 70 - 5 * i)
    written(tmp_path, "tiny", 8, 3)
    found = atlas(tmp_path, draws=20)
    size = found.matching
    assert not isinstance(size, NotAnswered)
    assert size.n_boards >= 9  # of the twelve of 12 × 6 or more
    assert size.n_models >= 15
    assert size.n_items >= 15
    assert "tiny" in [left.board for left in size.left_out]
    # long boards are narrow here, so separate lower quartiles would keep only half of them
    assert size.n_boards > 6


def test_an_atlas_of_small_boards_has_no_common_size(tmp_path: Path) -> None:
    written(tmp_path, "small", 11, 30)
    found = atlas(tmp_path, draws=20)
    assert isinstance(found.matching, NotAnswered)
    assert "no board has 12 models and 6 items" in found.matching.why
    given = atlas(tmp_path, n_models=8, n_items=5, draws=20)
    assert not isinstance(given.matching, NotAnswered)


def test_progress_is_told_of_files_and_draws(folder: Path) -> None:
    told: list[int] = []
    atlas(folder, draws=20, progress=told.append)
    assert sum(told) == len(board_files(folder)) + 3 * 20


def test_the_atlas_of_real_panels() -> None:
    data = data_folder()
    if data is None:
        pytest.skip("the data folder is absent: set PARALLAXIS_DATA or put it at ../shared/data")
    found = atlas(data / "panels", draws=20)
    by_name = {row.board: row for row in found.boards}
    expected = {
        "alpacaeval_multi_judge": (8.04, 3.44),
        "judgebench_judges_correct": (5.52, 5.47),
        "llmbar_judges_correct": (9.80, 12.13),
    }
    assert by_name.keys() == expected.keys()
    rows = {row["board"]: row for row in json.loads(found.to_json())["boards"]}
    for name, (ed, zscored) in expected.items():
        estimate = rows[name]["effective_dimensionality"]["estimate"]
        assert estimate == pytest.approx(ed, abs=0.006)
        assert rows[name]["zscored"] == pytest.approx(zscored, abs=0.006)
    assert any(c.code == "unlike_boards" for c in found.cautions)


def test_folders_within_are_said(folder: Path) -> None:
    (folder / ".hidden").mkdir()
    (said,) = (c for c in atlas(folder, draws=20).cautions if c.code == "folders_not_entered")
    assert f"not entered: {folder.name}/deeper;" in said.text
    calm = atlas(folder / "deeper", draws=20)
    assert "folders_not_entered" not in {caution.code for caution in calm.cautions}
