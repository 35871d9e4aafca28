"""Names as messages write them: in natural order, a few of many, and tasks."""

import re
import sys
from collections.abc import Collection, Iterable

DIGITS = re.compile("([0-9]+)")
LISTED = 5  # names that a message lists


def natural(name: str) -> str:
    """Return a key that sorts numbers within names by their size, and is as short as may be.

    Examples
    --------
    >>> sorted(["q10", "q9", "Q1"], key=natural)
    ['Q1', 'q9', 'q10']
    """
    parts = DIGITS.split(name.casefold())
    numbered = zip(parts[::2], parts[1::2], strict=False)
    sizes = [f"{word}\0{_size(digits)}" for word, digits in numbered]
    return f"{''.join(sizes)}{parts[-1]}\0\0{name}"


def listed(names: Iterable[str], limit: int = LISTED) -> str:
    """Return the first names for a message, quoted, and how many more there are.

    Examples
    --------
    >>> listed(["a", "b", "c"], limit=2)
    "'a', 'b' and 1 more"
    """
    found = names if isinstance(names, Collection) else tuple(names)
    shown = ", ".join(repr(name) for _, name in zip(range(limit), found, strict=False))
    return f"{shown} and {len(found) - limit:,} more" if len(found) > limit else shown


def named_task(task: str) -> str:
    """Return what a message calls a task.

    Examples
    --------
    >>> named_task("gsm8k"), named_task("")
    ("task 'gsm8k'", 'the one task')
    """
    return f"task {task!r}" if task else "the one task"


def heading(task: str) -> str:
    """Return how a caution about a task begins; nothing where logs name no task."""
    return f"Task {task!r}: " if task else ""


def _size(digits: str) -> str:
    """Return what orders runs of digits as numbers, however long they are: behind the length."""
    plain = digits.lstrip("0")
    return chr(min(len(plain) + 1, sys.maxunicode)) + plain
