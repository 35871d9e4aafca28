"""The result of a comparison: a row for each board, and what their order owes to their sizes."""

from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from parallaxis.analyses.result import Result
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.comparison.agreement import Agreement, RankChange
from parallaxis.comparison.board_rows import BoardRow
from parallaxis.comparison.matching import Matching
from parallaxis.numerals import counted

SUMMARY = pa.schema(
    [
        ("board", pa.string()),
        ("n_models", pa.int64()),
        ("n_items", pa.int64()),
        ("scale", pa.string()),
        ("missing_share", pa.float64()),
        ("effective_dimensionality", pa.float64()),
        ("low", pa.float64()),
        ("high", pa.float64()),
        ("zscored", pa.float64()),
        ("shuffled", pa.float64()),
        ("matched", pa.float64()),
        ("matched_low", pa.float64()),
        ("matched_high", pa.float64()),
        ("source", pa.string()),
        ("date", pa.string()),
    ]
)


@dataclass(frozen=True, slots=True)
class Unread:
    """A source that could not be read, and why."""

    source: str
    why: str


@dataclass(frozen=True, eq=False)
class Comparison(Result):
    """How broad are these boards beside each other, as they are and at one size?

    Attributes
    ----------
    boards : tuple of BoardRow
        One each, in the order given.
    matching : Matching or NotAnswered
        The common size, and the boards that are smaller.
    agreement : Agreement
        Between the order as they are and the order at the common size.
    rank_changes : tuple of RankChange
        Boards that stand elsewhere at the common size, the largest change first.
    unread : tuple of Unread
        Sources that could not be read.
    recipe : Recipe
        Its hash is that of all boards; its intake adds all boards up, so that a model that is on
        two boards counts twice.
    cautions : tuple of Caution
        Those of the comparison; those of single boards are in their rows.
    """

    boards: tuple[BoardRow, ...]
    matching: Matching | NotAnswered
    agreement: Agreement
    rank_changes: tuple[RankChange, ...]
    unread: tuple[Unread, ...] = ()

    def answers(self) -> dict[str, Any]:
        """Return the answers by the names of the JSON contract."""
        return {
            "boards": self.boards,
            "matching": self.matching,
            "agreement": self.agreement,
            "rank_changes": self.rank_changes,
            "unread": self.unread,
        }

    def summary(self) -> pa.Table:
        """Return a row for each board."""
        return pa.Table.from_pylist([_flat(row) for row in self.boards], schema=SUMMARY)

    def __str__(self) -> str:
        size, between = self.matching, self.agreement.kendall
        beside = counted(len(self.boards), "board")
        if isinstance(size, NotAnswered):
            return f"compare: {beside}; a common size is {size}"
        return (
            f"compare: {beside}, {size.n_boards} at {size.n_models} models × {size.n_items} items; "
            f"Kendall's τ-b between ED as it is and at that size {between}"
        )


def _flat(row: BoardRow) -> dict[str, Any]:
    """Return a row of the summary; what is not identified stays empty."""
    raw, (low, high) = _ends(row.effective_dimensionality)
    matched, (matched_low, matched_high) = _ends(row.matched)
    return {
        "board": row.board,
        "n_models": row.n_models,
        "n_items": row.n_items,
        "scale": row.scale,
        "missing_share": row.missing_share,
        "effective_dimensionality": raw,
        "low": low,
        "high": high,
        "zscored": None if isinstance(row.zscored, NotAnswered) else row.zscored,
        "shuffled": None if isinstance(row.shuffled, NotAnswered) else row.shuffled,
        "matched": matched,
        "matched_low": matched_low,
        "matched_high": matched_high,
        "source": row.source,
        "date": row.date,
    }


def _ends(
    answer: Estimate | NotAnswered,
) -> tuple[float | None, tuple[float, float] | tuple[None, None]]:
    """Return an estimate and the ends of its interval, empty where there is none."""
    if isinstance(answer, NotAnswered):
        return None, (None, None)
    if isinstance(answer.interval, NotAnswered):
        return answer.estimate, (None, None)
    return answer.estimate, answer.interval
