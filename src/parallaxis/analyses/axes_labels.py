"""What the metadata says about who belongs together: families, graders, item groups and dates."""

import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from parallaxis.matrix import ScoreMatrix

Array = NDArray[np.float64]
Labels = NDArray[np.int64]
LINEAGE = frozenset(
    [
        "family",
        "families",
        "org",
        "organisation",
        "organization",
        "developer",
        "provider",
        "vendor",
        "lab",
        "company",
        "base",
        "arch",
        "architecture",
        "lineage",
    ]
)
GRADING = frozenset(
    ["grader", "judge", "evaluator", "harness", "annotator", "scorer", "graded", "regraded"]
)
ITEM_GROUPS = frozenset(
    [
        "group",
        "category",
        "testlet",
        "subject",
        "repo",
        "task",
        "dataset",
        "benchmark",
        "subset",
        "domain",
        "topic",
        "platform",
        "source",
        "src",
        "section",
        "skill",
        "passage",
        "stem",
    ]
)
WHOLE_ITEMS = ("testlet", "passage", "stem")  # columns whose items hang together by their text
DATES = frozenset(
    [
        "date",
        "dates",
        "released",
        "release",
        "submitted",
        "submission",
        "created",
        "year",
        "published",
    ]
)
MODEL_DATE = re.compile(r"(20\d{2})(\d{2})(\d{2})(?!\d)")
WRITTEN = re.compile(r"(\d{4})(?:-?(\d{2})(?:-?(\d{2}))?)?(?:[T ].*)?")
IN_WORDS = re.compile(r"[A-Za-z]{3,9}\.?,? .*\d{4}$")
KNOWN = 0.5  # share of rows that must have a date
GROUPED = 0.25  # share of rows that must be in a group with another
FEWEST_DATES = 3


@dataclass(frozen=True, slots=True)
class Grouping:
    """A metadata column as group numbers.

    Attributes
    ----------
    column : str
    names : tuple of str
        Of the groups, sorted.
    labels : ndarray of int
        Group of each row, −1 where the column is empty.
    """

    column: str
    names: tuple[str, ...]
    labels: Labels

    def rows(self, group: int) -> NDArray[np.intp]:
        """Return the rows of one group."""
        return np.flatnonzero(self.labels == group)


@dataclass(frozen=True, slots=True)
class Calendar:
    """A column of dates.

    Attributes
    ----------
    column : str
        ``model`` where the dates are the first eight digits of the models' names.
    days : ndarray of float
        Days since the year 1; NaN where there is no date.
    """

    column: str
    days: Array


def lineages(board: ScoreMatrix) -> list[Grouping]:
    """Return the columns that say which models descend from, or come from, the same place."""
    return _groupings(board, "model", LINEAGE)


def graders(board: ScoreMatrix) -> list[Grouping]:
    """Return the columns that say how, or by whom, a model's answers were judged."""
    return _groupings(board, "model", GRADING)


def item_groups(board: ScoreMatrix) -> list[Grouping]:
    """Return the columns that put items into groups."""
    return _groupings(board, "item", ITEM_GROUPS)


def calendars(board: ScoreMatrix) -> list[Calendar]:
    """Return the models' dates: columns named so, else eight digits that begin every name."""
    found = []
    for column in board.model_metadata.column_names[1:]:
        if not words_of(column) & DATES:
            continue
        days = _days(board.metadata("model", column) or [])
        if _is_calendar(days):
            found.append(Calendar(column, days))
    if found:
        return found
    days = _days([_leading_date(name) for name in board.models])
    return [Calendar("model", days)] if np.isfinite(days).all() and _is_calendar(days) else []


def unread_dates(board: ScoreMatrix) -> list[tuple[str, str]]:
    """Return the models' columns named as dates whose cells are none, each with such a cell.

    A column of numbers such as 4.4 is a share or a count, whatever its name.
    """
    out = []
    for column in board.model_metadata.column_names[1:]:
        values = board.metadata("model", column) or []
        written = [text for text in map(_text, values) if text is not None]
        wrong = [text for text in written if np.isnan(_day(text)) and not _is_number(text)]
        if words_of(column) & DATES and len(wrong) > (1.0 - KNOWN) * len(values):
            out.append((column, wrong[0]))
    return out


def _groupings(
    board: ScoreMatrix, axis: Literal["model", "item"], words: frozenset[str]
) -> list[Grouping]:
    """Return the columns with such a word in their name that group at least some rows."""
    table = board.model_metadata if axis == "model" else board.item_metadata
    columns = [name for name in table.column_names[1:] if words_of(name) & words]
    found = (_grouping(name, board.metadata(axis, name) or []) for name in columns)
    return [one for one in found if one is not None]


def _grouping(column: str, values: Iterable[Any]) -> Grouping | None:
    """Return a column as groups; None where it hardly groups anything."""
    written = [_text(value) for value in values]
    names = sorted({one for one in written if one is not None})
    number = {name: place for place, name in enumerate(names)}
    labels = np.array([-1 if one is None else number[one] for one in written], dtype=np.int64)
    sizes = np.bincount(labels[labels >= 0], minlength=1)
    shared = int(sizes[sizes > 1].sum())
    if len(names) < 2 or shared < GROUPED * max(labels.size, 1):
        return None
    return Grouping(column, tuple(names), labels)


def _text(value: Any) -> str | None:
    """Return a cell as text; None for what is empty."""
    if value is None or (isinstance(value, float) and np.isnan(value)):
        return None
    return str(value).strip() or None


def _is_number(text: str) -> bool:
    """Say whether a cell is a number."""
    try:
        float(text)
    except ValueError:
        return False
    return True


def words_of(column: str) -> set[str]:
    """Return the words of a column's name, in lower case."""
    return set(re.findall(r"[a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", column).lower()))


def _days(values: Iterable[Any]) -> Array:
    """Return dates as days; NaN for what is no date."""
    return np.array([_day(value) for value in values], dtype=np.float64)


def _day(value: Any) -> float:
    """Return one date as days: a date, or text or a number such as 2024-07-14, 202407 or 2024."""
    if isinstance(value, datetime | date):
        return float(value.toordinal())
    text = _text(value)
    match = WRITTEN.fullmatch(text.removesuffix(".0")) if text else None
    if match is None:
        return _day_in_words(text or "")
    year, month, day = match.groups()
    try:
        return float(date(int(year), int(month or 7), int(day or (15 if month else 1))).toordinal())
    except ValueError:
        return float("nan")


def _day_in_words(text: str) -> float:
    """Return a date such as 14 Jul 2024 or July 14, 2024 as days."""
    if not IN_WORDS.search(text):
        return float("nan")
    for form in ("%d %b %Y", "%d %B %Y", "%b %d, %Y", "%B %d, %Y", "%b %Y", "%B %Y"):
        with suppress(ValueError):
            return float(datetime.strptime(text, form).toordinal())  # noqa: DTZ007 - days only
    return float("nan")


def _leading_date(name: str) -> str | None:
    """Return the eight digits that begin a name such as 20240620_agent."""
    match = MODEL_DATE.match(name)
    return "-".join(match.groups()) if match else None


def _is_calendar(days: Array) -> bool:
    """Say whether enough rows have dates, and the dates differ."""
    known = days[np.isfinite(days)]
    return known.size >= KNOWN * max(days.size, 1) and np.unique(known).size >= FEWEST_DATES
