"""Scores of an Inspect sample: letters, numbers, words and objects of them, as Inspect counts."""

import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from parallaxis.errors import FormatError
from parallaxis.io.harness.reading import as_number, as_object
from parallaxis.logs import Kind

LETTERS = {"C": 1.0, "I": 0.0, "P": 0.5, "N": 0.0}  # correct, incorrect, partial, no answer
WORDS = {"yes": 1.0, "true": 1.0, "no": 0.0, "false": 0.0}
MARKS = frozenset(LETTERS.values())
NAMED = ("correct", "accuracy", "acc", "is_correct", "passed", "pass", "success", "score")


class Part(NamedTuple):
    """A score: all that a scorer gave, or what stands under one key of it."""

    scorer: str
    key: str | None = None

    @property
    def name(self) -> str:
        """The name by which a user chooses it."""
        return self.scorer if self.key is None else f"{self.scorer}/{self.key}"


Cells = dict[Part, float | None]  # None: no single number, which Inspect's accuracy counts as 0


def as_score(value: Any, place: str) -> float | None:
    """Return a score as Inspect's own accuracy counts it; None where it is no single number.

    Not a number stands for a sample that the scorer left unscored.

    Examples
    --------
    >>> as_score("P", "a score"), as_score(True, "a score"), as_score("0.25", "a score")
    (0.5, 1.0, 0.25)
    >>> as_score([1, 0], "a score") is None
    True

    Raises
    ------
    FormatError
        A number that is too large.
    """
    if value is None or isinstance(value, bool | int | float):
        return as_number(value, place)
    if not isinstance(value, str):
        return None
    if value in LETTERS:
        return LETTERS[value]
    if value.lower() in WORDS:
        return WORDS[value.lower()]
    try:
        number = float(value)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def score_cells(scores: Any, place: str) -> Cells:
    """Return every score of a sample, and every part of a score that is an object.

    Raises
    ------
    FormatError
        Scores that are no object of objects with a value.
    """
    cells: Cells = {}
    for scorer, score in as_object({} if scores is None else scores, f"{place}, scores").items():
        here = f"{place}, score {scorer!r:.60}"
        if "value" not in as_object(score, here):
            raise FormatError(f"{here} has no 'value'; it is no score of an Inspect log.")
        value = score["value"]
        cells[Part(scorer)] = as_score(value, here)
        for key, part in value.items() if isinstance(value, dict) else ():
            cells[Part(scorer, key)] = as_score(part, f"{here}, {key!r:.60}")
    return cells


def numeric_parts(samples: Iterable[Cells], scorers: Sequence[str]) -> dict[str, Part]:
    """Return by name what is a number in some sample, of the log's first scorer first."""
    found = {part: None for cells in samples for part, value in cells.items() if _given(value)}
    rank = {scorer: number for number, scorer in enumerate(scorers)}
    ordered = sorted(found, key=lambda part: rank.get(part.scorer, len(rank)))
    return {part.name: part for part in ordered}


def default_parts(parts: Sequence[Part], samples: Sequence[Cells]) -> tuple[Part, ...]:
    """Return which of the parts to take where none is asked for, the best first.

    Of the first scorer only: its one value; else the key that is called correct or the like; else
    the first key that is nowhere anything but 0, 1 or half.
    """
    mine = [part for part in parts if part.scorer == parts[0].scorer]
    keyed = [part for part in mine if part.key is not None]
    named = [part for key in NAMED for part in keyed if part.key == key]
    marks = [part for part in keyed if _is_mark(part, samples)]
    return tuple(dict.fromkeys([*named, *marks])) if keyed else tuple(mine)


def outcome(cells: Cells, part: Part, failed: Kind | None) -> tuple[float, Kind]:
    """Return what counts for a sample and what became of it.

    `failed` is why the sample did not end as it should, where it did not.
    """
    if part in cells:
        value = cells[part]
        if value is None:
            return 0.0, failed or "unparsed"
        if math.isnan(value):
            return math.nan, failed or "unscored"
        return value, failed if failed and value == 0.0 else "scored"
    whole = cells.get(Part(part.scorer), math.nan)
    left_out: Kind = "unscored" if whole is not None and math.isnan(whole) else "unparsed"
    return math.nan, failed or left_out


def _given(value: float | None) -> bool:
    """Say whether there is a number."""
    return value is not None and not math.isnan(value)


def _is_mark(part: Part, samples: Iterable[Cells]) -> bool:
    """Say whether a part marks right and wrong wherever it is given."""
    return all(cells[part] in MARKS for cells in samples if _given(cells.get(part)))
