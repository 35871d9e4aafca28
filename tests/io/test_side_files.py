"""Side files: picked up, joined by name, counted where they match nothing."""

import gzip
from pathlib import Path

import pytest
import zstandard

from parallaxis.errors import DuplicateError, FormatError, MissingDataError
from parallaxis.io import load
from parallaxis.io.side_files import write_side_files
from parallaxis.matrix import ScoreMatrix

BOARD = "model,q1,q2\na,1,0\nb,0,1\n"


def test_side_files_are_joined_by_name_and_typed(tmp_path: Path) -> None:
    (tmp_path / "b.csv").write_text(BOARD)
    (tmp_path / "b.items.csv").write_text(
        "item,group,chance,code,higher_is_better\nq2,y,0.25,007,0\nq1,x,,012,1\nq9,z,0,1,1\n"
    )
    (tmp_path / "b.models.tsv").write_text("model\tfamily\tcost\tok\nb\tF\t3\tTrue\n")
    board = load(tmp_path / "b.csv")
    assert board.metadata("item", "group") == ["x", "y"]
    assert board.metadata("item", "chance") == [None, 0.25]
    assert board.metadata("item", "code") == ["012", "007"]
    assert board.metadata("item", "higher_is_better") == [True, False]
    assert board.metadata("model", "family") == [None, "F"]
    assert board.metadata("model", "cost") == [None, 3]
    assert board.metadata("model", "ok") == [None, True]
    assert board.provenance.sources == ("b.csv", "b.items.csv", "b.models.tsv")
    assert [note.text for note in board.provenance.notes] == [
        "1 rows of b.items.csv name no item of the board, such as 'q9'.",
        "1 of 2 models has no family; it counts as its own.",
    ]


@pytest.mark.parametrize("ending", [".csv.gz", ".csv.zst", ".tsv.gz", ".parquet"])
def test_any_board_finds_compressed_side_files(ending: str, tmp_path: Path) -> None:
    table = BOARD.replace(",", "\t") if "tsv" in ending else BOARD
    pack = zstandard.compress if ending.endswith("zst") else gzip.compress
    (tmp_path / f"b.v2{ending}").write_bytes(pack(table.encode()))
    (tmp_path / "b.v2.items.csv.gz").write_bytes(gzip.compress(b"item,group\nq1,x\nq2,y\n"))
    (tmp_path / "b.v2.models.csv.zst").write_bytes(zstandard.compress(b"llm,date\na,2024-01-02\n"))
    board = load(tmp_path / f"b.v2{ending}")
    assert board.metadata("item", "group") == ["x", "y"]
    assert board.metadata("model", "date") == ["2024-01-02", None]


def test_the_boards_own_columns_win_over_the_side_file(tmp_path: Path) -> None:
    (tmp_path / "b.csv").write_text("model,family,q1\na,own,1\nb,own,0\n")
    (tmp_path / "b.models.csv").write_text("model,family,cost\na,side,1\nb,side,2\n")
    board = load(tmp_path / "b.csv", metadata_columns=["family"])
    assert board.metadata("model", "family") == ["own", "own"]
    assert board.metadata("model", "cost") == [1, 2]
    codes = [note.code for note in board.provenance.notes]
    assert codes == ["metadata_columns", "side_columns_left_out"]


def test_faults_of_side_files_are_named(tmp_path: Path) -> None:
    (tmp_path / "b.csv").write_text(BOARD)
    side = tmp_path / "b.items.csv"
    side.write_text("item,group\nq1,x\nq1,y\n")
    with pytest.raises(DuplicateError, match=r"^b\.csv: b\.items\.csv: .*'q1' twice"):
        load(tmp_path / "b.csv")
    side.write_text("item,group\nz1,x\n")
    with pytest.raises(MissingDataError, match=r"^b\.csv: b\.items\.csv: .*none of the 2 items"):
        load(tmp_path / "b.csv")
    side.write_text("item,group\n")
    with pytest.raises(ValueError, match=r"b\.items\.csv: holds no row"):
        load(tmp_path / "b.csv")


def test_a_transposed_board_takes_its_side_files_by_name(tmp_path: Path) -> None:
    (tmp_path / "b.csv").write_text("item,group,a,b\nq1,x,1,0\nq2,y,0,1\n")
    (tmp_path / "b.items.csv").write_text("item,chance\nq2,0.5\n")
    board = load(tmp_path / "b.csv", transpose=True, metadata_columns=["group"])
    assert board.models == ("a", "b")
    assert board.metadata("item", "group") == ["x", "y"]
    assert board.metadata("item", "chance") == [None, 0.5]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("item,Chance\nq1,1.0\n", r"'Chance', row 1 \('q1'\): '1.0' is not a chance"),
        ("item,chance\nq1,0\nq2,often\n", r"row 2 \('q2'\): 'often' is not a chance"),
        ("item,higher_is_better\nq1,down\n", r"row 1 \('q1'\): 'down' is not true or false"),
    ],
)
def test_values_with_a_meaning_are_checked(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "b.csv").write_text(BOARD)
    (tmp_path / "b.items.csv").write_text(text)
    with pytest.raises(FormatError, match=rf"^b\.csv: b\.items\.csv: .*{message}"):
        load(tmp_path / "b.csv")


def test_headers_with_a_meaning_are_known_in_any_case(tmp_path: Path) -> None:
    (tmp_path / "b.csv").write_text(BOARD)
    (tmp_path / "b.models.csv").write_text("model,FAMILY\na,F\nb,G\n")
    assert load(tmp_path / "b.csv").metadata("model", "family") == ["F", "G"]


def test_what_is_written_beside_a_board_comes_back_with_it(tmp_path: Path) -> None:
    board = ScoreMatrix.from_array(
        [[1, 0], [0, 1]],
        models=["a", 'b, "the" second'],
        model_metadata={"family": ["F", None], "cost": [1.5, 2.0]},
        item_metadata={"testlet": ["x", "y"]},
    )
    target = tmp_path / "b.csv.gz"
    written = write_side_files(board, target)
    assert [path.name for path in written] == ["b.items.csv", "b.models.csv"]
    board.to_csv(tmp_path / "b.csv")
    again = load(tmp_path / "b.csv")
    for column in ("family", "cost"):
        assert again.metadata("model", column) == board.metadata("model", column)
    assert again.metadata("item", "testlet") == ["x", "y"]


def test_nothing_is_written_beside_a_board_of_which_nothing_is_known(tmp_path: Path) -> None:
    board = ScoreMatrix.from_array([[1, 0], [0, 1]])
    assert write_side_files(board, tmp_path / "b.csv") == ()
    assert list(tmp_path.iterdir()) == []
