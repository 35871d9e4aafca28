"""The account of a folder travels with the board that is written to Parquet."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import parallaxis as px
from made_logs import made_log
from parallaxis.align import align
from parallaxis.errors import FormatError
from parallaxis.jsonable import dumps
from parallaxis.logs import Headline
from parallaxis.matrix import ScoreMatrix
from parallaxis.provenance import provenance_of


def made_board() -> ScoreMatrix:
    """Return a board whose account has runs, failed answers, figures and numbers that are NaN."""
    figure = Headline(0.25, "results.json")
    logs = [
        made_log("a", [1, 0, np.nan], source="old.jsonl", run="2024-01-01"),
        made_log("a", [1, 0, np.nan], source="new.jsonl", run="2024-01-02", headline=figure),
        made_log("b", [1, 1, 0]),
        made_log("c", [np.nan] * 3, headline=figure),
    ]
    found = align(logs)
    origin = replace(found.board.provenance, report=found.report)
    return replace(found.board, provenance=origin)


def test_the_account_comes_back_from_parquet(tmp_path: Path) -> None:
    board = made_board()
    report = board.provenance.report
    assert report is not None
    assert any(np.isnan(one.recomputed) for one in report.headlines)
    board.to_parquet(tmp_path / "b.parquet")
    back = px.load(tmp_path / "b.parquet")
    assert back.provenance.report is not None
    assert dumps(back.provenance.report) == dumps(report)
    assert np.isnan(report.headlines[-1].recomputed)
    assert np.isnan(back.provenance.report.headlines[-1].recomputed)
    assert back.provenance.report.kinds == report.kinds


def test_a_damaged_account_is_refused() -> None:
    with pytest.raises(FormatError, match=r"damaged account of its origin \(.*sources"):
        provenance_of({"sources": 3})
