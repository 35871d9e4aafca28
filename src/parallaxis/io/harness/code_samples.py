"""Samples of code and what became of them, as EvalPlus and BigCodeBench write them."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from parallaxis.cautions import Caution
from parallaxis.errors import FormatError
from parallaxis.logs import Headline, Kind

PASSED = frozenset(["pass", "success"])
FAILED = frozenset(["fail", "failed"])
TIMED_OUT = frozenset(["timeout", "timed out"])
KNOWN = PASSED | FAILED | TIMED_OUT | {None}
MAX_FIGURE = 1e9
Status = str | None


def list_of(value: Any, place: str) -> list[Any]:
    """Return a list, or say what is there instead."""
    if not isinstance(value, list):
        raise FormatError(f"{place} is {type(value).__name__}, where a list is expected.")
    return value


def refuse_other_task(task: str, sample: dict[str, Any], place: int) -> None:
    """Refuse a sample that names another task than the one it stands under."""
    if sample.get("task_id", task) != task:
        raise FormatError(
            f"{task!r}, sample {place} says that it is of task {sample['task_id']!r:.60}; the file "
            "is damaged: evaluate anew."
        )


def status(sample: dict[str, Any], key: str, task: str, place: int) -> Status:
    """Return a status that is known; None where the harness wrote null.

    Raises
    ------
    FormatError
        There is none, or another.
    """
    where = f"{task!r}, sample {place}"
    if key not in sample:
        raise FormatError(f"{where} has no {key!r}; the file may be cut: evaluate anew.")
    value = sample[key]
    if (isinstance(value, str) or value is None) and value in KNOWN:
        return value
    raise FormatError(
        f"{where}, {key} is {value!r:.60}, where 'pass', 'fail' or 'timeout' is expected."
    )


def outcome(needed: tuple[Status, ...]) -> tuple[float, Kind]:
    """Return score and kind of an answer that has to pass all of some tests.

    Only a test that failed makes a 0 surely wrong; the harness counts all that did not pass as 0.
    """
    if all(one in PASSED for one in needed):
        return 1.0, "scored"
    if any(one in FAILED for one in needed):
        return 0.0, "scored"
    return 0.0, "timeout" if any(one in TIMED_OUT for one in needed) else "error"


def text_of(document: dict[str, Any], key: str) -> str:
    """Return a text of the document; empty where there is none."""
    value = document.get(key)
    return value if isinstance(value, str) else ""


def name_of(row: dict[str, Any], key: str, place: str) -> str:
    """Return a name, which may be a whole number.

    Raises
    ------
    FormatError
        There is none.
    """
    value = row.get(key)
    if isinstance(value, bool) or not isinstance(value, int | str) or value == "":
        raise FormatError(f"{place}: {key} is {value!r:.60}, where a name is expected.")
    return str(value)


def uneven(source: str, sizes: Iterable[int]) -> tuple[Caution, ...]:
    """Say that items have unequal numbers of samples, over which a harness averages first."""
    counted = Counter(size for size in sizes if size)
    if len(counted) < 2:
        return ()
    most, _ = counted.most_common(1)[0]
    others = counted.total() - counted[most]
    text = (
        f"{source}: {others} of {counted.total()} items have other than {most} samples, from "
        f"{min(counted)} to {max(counted)}; samples may be missing, which ones cannot be told, and "
        "the harness's own figure is not compared with the mean of the rows."
    )
    return (Caution("uneven_samples", text),)


def headline_of(value: Any, source: str) -> Headline | None:
    """Return a summary figure, if it is a number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return Headline(float(value), source) if abs(value) <= MAX_FIGURE else None
