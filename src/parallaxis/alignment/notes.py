"""Notes of many files, each said once and only a few of a kind."""

from collections.abc import Iterable
from dataclasses import replace

from parallaxis.cautions import Caution
from parallaxis.matrix import ScoreMatrix

MOST_OF_A_KIND = 5


def gathered(notes: Iterable[Caution]) -> list[Caution]:
    """Return distinct notes in their order; of one code the first five and how many more.

    Examples
    --------
    >>> [note.text for note in gathered([Caution("a", "x"), Caution("a", "x")])]
    ['x']
    """
    by_code: dict[str, list[Caution]] = {}
    for note in dict.fromkeys(notes):
        by_code.setdefault(note.code, []).append(note)
    found = []
    for code, same in by_code.items():
        found += same[:MOST_OF_A_KIND]
        more = len(same) - MOST_OF_A_KIND
        if more > 0:
            found.append(Caution(code, f"{more:,} more notes of this kind ({code})."))
    return found


def with_notes(board: ScoreMatrix, notes: Iterable[Caution]) -> ScoreMatrix:
    """Return the board with more notes."""
    origin = board.provenance
    return replace(board, provenance=replace(origin, notes=(*origin.notes, *notes)))
