"""What stands in the way of a comparison: unlike boards, shared names, boards left out."""

import re
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Literal

from parallaxis.answers import NotAnswered
from parallaxis.cautions import Caution
from parallaxis.comparison.board_rows import BoardRow
from parallaxis.comparison.matching import Matching
from parallaxis.matrix import ScoreMatrix
from parallaxis.numerals import counted

MADE_NAME = re.compile(
    r"(?:models?|items?|row|student|person|subject|task|question|[ipqmt])?[ ._-]?\d+", re.IGNORECASE
)
OVERLAP = 0.05  # share of the smaller board's names from which two boards are said to share them
NAMED = 3  # pairs or boards that a caution names


def comparison_cautions(
    boards: Mapping[str, ScoreMatrix], rows: Sequence[BoardRow], size: Matching | NotAnswered
) -> tuple[Caution, ...]:
    """Return what a reader of the whole comparison must know."""
    found = (
        _unlike(rows),
        _binary_noise(rows),
        _dominated(rows),
        _same(boards),
        _shared(boards, "model"),
        _shared(boards, "item"),
        _left_out(size, len(rows)),
    )
    return tuple(caution for caution in found if caution is not None)


def _unlike(rows: Sequence[BoardRow]) -> Caution | None:
    """Say that right/wrong items and other scores stand side by side."""
    binary = sum(row.scale == "binary" for row in rows)
    others = len(rows) - binary
    if binary == 0 or others == 0:
        return None
    return Caution(
        "unlike_boards",
        f"{counted(binary, 'board')} of right/wrong items and {others:,} of other scores, such as "
        "means over a component, stand side by side and measure unlike things: a right/wrong score "
        "is mostly response noise, which a mean over many items averages out, so boards of "
        "right/wrong items look broader at any size.",
    )


def _binary_noise(rows: Sequence[BoardRow]) -> Caution | None:
    """Say that item noise stays in ED at any size."""
    binary = sum(row.scale == "binary" for row in rows)
    if binary == 0:
        return None
    return Caution(
        "binary_noise",
        f"Scores of {counted(binary, 'board')} are right or wrong, so response noise of items is "
        "part of their effective dimensionality; a common size makes its part comparable and does "
        "not take it out.",
    )


def _dominated(rows: Sequence[BoardRow]) -> Caution | None:
    """Name the boards on which one item holds most of the variance."""
    names = [row.board for row in rows if any(c.code == "dominant_item" for c in row.cautions)]
    if not names:
        return None
    listed = ", ".join(names[:NAMED])
    more = f" and {len(names) - NAMED:,} more" if len(names) > NAMED else ""
    return Caution(
        "dominant_item",
        f"On {counted(len(names), 'board')} ({listed}{more}) one item holds half of all variance "
        "or more, often by its unit alone: both EDs depend on it, and random parts differ by "
        "whether they have it; the z-scored ED takes units out.",
    )


def _same(boards: Mapping[str, ScoreMatrix]) -> Caution | None:
    """Say which boards are one and the same."""
    hashes: dict[str, list[str]] = {}
    for name, board in boards.items():
        hashes.setdefault(board.data_hash, []).append(name)
    twice = [" and ".join(names) for names in hashes.values() if len(names) > 1]
    if not twice:
        return None
    text = f"One board stands here more than once ({'; '.join(twice[:NAMED])})."
    return Caution("same_board", f"{text} It counts as often in the agreement of orders.")


def _shared(boards: Mapping[str, ScoreMatrix], axis: Literal["model", "item"]) -> Caution | None:
    """Say which boards have models, or items, of one name; made-up names do not count."""
    names = {
        name: frozenset(
            one
            for one in (board.models if axis == "model" else board.items)
            if not MADE_NAME.fullmatch(one)
        )
        for name, board in boards.items()
    }
    pairs = []
    for one, other in combinations(names, 2):
        common = len(names[one] & names[other])
        if common and common >= OVERLAP * min(len(names[one]), len(names[other])):
            pairs.append((common, one, other))
    if not pairs:
        return None
    pairs.sort(key=lambda pair: -pair[0])
    n_pairs = counted(len(pairs), "pair of boards has", "pairs of boards have")
    listed = "; ".join(f"{one} and {other}: {n:,}" for n, one, other in pairs[:NAMED])
    more = f"; and {counted(len(pairs) - NAMED, 'more pair')}" if len(pairs) > NAMED else ""
    return Caution(
        f"shared_{axis}s",
        f"{n_pairs} {axis}s of one name ({listed}{more}): they are not independent, and intervals "
        "over boards are too narrow.",
    )


def _left_out(size: Matching | NotAnswered, n_boards: int) -> Caution | None:
    """Say how many boards have no part of the common size."""
    if isinstance(size, NotAnswered):
        return Caution("left_out_of_matching", f"No board was brought to one size: {size.why}.")
    if not size.left_out:
        return None
    names = ", ".join(left.board for left in size.left_out[:NAMED])
    more = f" and {len(size.left_out) - NAMED:,} more" if len(size.left_out) > NAMED else ""
    return Caution(
        "left_out_of_matching",
        f"{len(size.left_out):,} of {counted(n_boards, 'board')} ({names}{more}) have fewer than "
        f"{size.n_models:,} models, or than {size.n_items:,} items that tell so many models apart; "
        "they have no ED at the common size.",
    )
