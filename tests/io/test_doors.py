"""Odd things handed in at the door: each is read for what it is, or refused in words."""

import gzip
import io
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from parallaxis.errors import InputError
from parallaxis.io import load
from parallaxis.matrix import ScoreMatrix


def test_whole_numbers_as_column_labels_become_names() -> None:
    frame = pd.DataFrame({"model": ["a", "b"], 0: [1, 0], 1: [0, 0]})
    assert ScoreMatrix.from_frame(frame).items == ("0", "1")


def test_one_metadata_column_may_be_a_string() -> None:
    frame = pd.DataFrame({"model": ["a", "b"], "q": [1, 0], "date": ["x", "y"]})
    board = ScoreMatrix.from_frame(frame, metadata_columns="date")
    assert board.items == ("q",)
    assert board.metadata("model", "date") == ["x", "y"]


def test_unsigned_numbers_beyond_the_signed_ones_are_read(tmp_path: Path) -> None:
    scores = pa.array([2**63 + 2048, 1], pa.uint64())
    pq.write_table(pa.table({"model": ["a", "b"], "q": scores}), tmp_path / "a.parquet")
    assert load(tmp_path / "a.parquet").values[0, 0] == 2.0**63 + 2048


def test_an_empty_path_and_a_closed_input_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="is empty"):
        load("")
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputError, match="standard input"):
        load("-")


def test_what_unpacks_to_far_more_than_it_was_is_refused() -> None:
    row = b"a" + b",1" * 50
    text = b"model," + b",".join(b"q%d" % i for i in range(50)) + b"\n" + (row + b"\n") * 600_000
    with pytest.raises(InputError, match="unpacked"):
        load(io.BytesIO(gzip.compress(text)))


def test_masked_cells_are_missing() -> None:
    masked = np.ma.masked_array([[1.0, 0.0], [0.0, 1.0]], mask=[[True, False], [False, False]])
    assert ScoreMatrix.from_array(masked).n_missing == 1
