"""Several boards side by side: as they are, and at one common size."""

from parallaxis.comparison.agreement import Agreement, RankChange
from parallaxis.comparison.board_rows import BoardRow, Origin
from parallaxis.comparison.comparing import compare
from parallaxis.comparison.gathering import atlas, board_files
from parallaxis.comparison.matching import LeftOut, Matching
from parallaxis.comparison.result import Comparison, Unread

__all__ = [
    "Agreement",
    "BoardRow",
    "Comparison",
    "LeftOut",
    "Matching",
    "Origin",
    "RankChange",
    "Unread",
    "atlas",
    "board_files",
    "compare",
]
