"""lm-evaluation-harness: the rows of a samples file, with every score that they have."""

import math
import re
from array import array
from typing import Any

from parallaxis.errors import FormatError
from parallaxis.io.harness.json_fields import name_field, plain_value
from parallaxis.io.harness.question_fields import question_fingerprint
from parallaxis.io.harness.reading import as_number
from parallaxis.logs import FINGERPRINT, Kind, Rows, fingerprint

ANSWERS = frozenset(  # keys of a document that hold its right answer
    ("answer", "answers", "answer_text", "answer_key", "answerkey", "answer_index", "target",
     "targets", "label", "gold", "gold_index", "gold_label", "correct", "correct_answer",
     "correct_answers", "best_answer", "solution", "ideal", "reference", "references", "output",
     "mc1_targets", "mc2_targets")
)  # fmt: skip
TRUTH = {"True": 1.0, "False": 0.0}  # as some tasks write scores
NUMERAL = re.compile(r"-?\d{1,15}(\.\d{1,30})?")
NO_SCORES = frozenset(["bypass"])  # a stand-in of 999
NOT_METRICS = frozenset(
    ["doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics",
     "doc_hash", "prompt_hash", "target_hash"]
)  # fmt: skip


class Score:
    """One score of the rows.

    `rank` is the latest place that it has among the scores of a row, `fault` what is wrong with
    the first cell that is no number.
    """

    def __init__(self) -> None:
        self.cells = array("d")
        self.rank = 0
        self.n_numbers = 0
        self.fault = ""

    def take(self, row: int, rank: int, cell: Any, place: str) -> None:
        """Take the cell of a row; of rows passed over there is none."""
        self.rank = max(self.rank, rank)
        try:
            value = as_number(_as_written(cell), place)
        except FormatError as error:
            value, self.fault = math.nan, self.fault or str(error)
        else:
            self.n_numbers += cell is not None
        self.fill(row)
        self.cells.append(value)

    def fill(self, n_rows: int) -> None:
        """Fill up with what is not there."""
        self.cells.extend([math.nan] * (n_rows - len(self.cells)))


class Samples:
    """Rows as they stand in a file.

    Attributes
    ----------
    items : list of str
        Identifier of each row's document.
    filters : list of str or None
        Name of each row's filter, where it has one.
    """

    def __init__(self) -> None:
        self.items: list[str] = []
        self.filters: list[str | None] = []
        self._marks: list[tuple[str, str, str]] = []
        self._scores: dict[str, Score] = {}

    def take(self, row: dict[str, Any], place: str) -> None:
        """Take one row of the file."""
        item, named = name_field(row, "doc_id", place), row.get("filter")
        for rank, name in enumerate(_names(row)):
            score = self._scores.setdefault(name, Score())
            score.take(len(self.items), rank, row.get(name), f"{place}, {name}")
        self.items.append(item)
        self.filters.append(None if named is None else str(named))
        text = question_fingerprint(row.get("doc"), f"{place}, doc", answers=ANSWERS)
        prompt = str(row.get("prompt_hash", ""))[:FINGERPRINT]
        self._marks.append((text, _target(row.get("target", ""), place), prompt))

    @property
    def numbers(self) -> tuple[str, ...]:
        """Names of the scores that are a single number in some row, in the order of the rows'."""
        return self._ordered(lambda score: score.n_numbers > 0)

    @property
    def blanks(self) -> tuple[str, ...]:
        """Names of the scores that no row has, though rows name them."""
        return self._ordered(lambda score: score.n_numbers == 0 and not score.fault)

    @property
    def names_none(self) -> bool:
        """Whether no row names any score."""
        return not self._scores

    def rows(self, name: str, places: list[int]) -> Rows:
        """Return some of the rows with one score; with none where the name is empty.

        Raises
        ------
        FormatError
            A cell is no number.
        """
        score = self._scores.get(name, Score())
        if score.fault:
            raise FormatError(score.fault)
        score.fill(len(self.items))
        found = Rows()
        for at in places:
            text, target, prompt = self._marks[at]
            value = score.cells[at]
            kind: Kind = "unscored" if math.isnan(value) else "scored"
            found.add(self.items[at], value, kind=kind, text=text, target=target, prompt=prompt)
        return found

    def _ordered(self, wanted: Any) -> tuple[str, ...]:
        """Return names of scores in the order in which rows have them, whatever that of rows."""
        found = [(one.rank, name) for name, one in self._scores.items() if wanted(one)]
        return tuple(name for _, name in sorted(found) if name not in NO_SCORES)


def _names(row: dict[str, Any]) -> list[str]:
    """Return the names of a row's scores: as it lists them, else what no other field is."""
    listed = row.get("metrics")
    names = listed if isinstance(listed, list) else [key for key in row if key not in NOT_METRICS]
    return [name for name in names if isinstance(name, str)]


def _as_written(value: Any) -> Any:
    """Return truth values and numbers that are written as text as numbers, all else as it is."""
    if not isinstance(value, str):
        return value
    return TRUTH.get(value, float(value) if NUMERAL.fullmatch(value) else value)


def _target(target: Any, place: str) -> str:
    """Return the fingerprint of the right answer, written as newer versions write it."""
    if isinstance(target, str):
        return fingerprint(target)
    try:
        return fingerprint(str(plain_value(target)))
    except RecursionError as error:
        raise FormatError(f"{place}, target is nested too deeply; get the log anew.") from error
