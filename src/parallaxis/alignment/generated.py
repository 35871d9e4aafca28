"""Names that only count rows or columns, and so name nothing."""

import re
from collections.abc import Sequence

COUNTED = re.compile(r"(.*?)([0-9]{1,18})(?:\.0)?", re.DOTALL)
SEPARATORS = re.compile(r"[\s_.:#()\[\]\-]+")
WORDS = frozenset(
    [
        "case", "col", "column", "doc", "document", "entry", "example", "feature", "field",
        "idx", "index", "instance", "item", "line", "model", "no", "nr", "num", "number", "person",
        "problem", "prompt", "question", "record", "respondent", "row", "sample", "student",
        "subject", "task", "test", "testcase", "unnamed", "var", "variable",
    ]
)  # fmt: skip
MOST = 0.9  # share of the names, and of the numbers from first to last, that must be counted


def generated_names(names: Sequence[str]) -> bool:
    """Do these names only count, so that they cannot say what is the same in two files?

    Parameters
    ----------
    names : sequence of str
        Of models or of items.

    Returns
    -------
    bool
        True where nine in ten names are a number behind no word, a single letter, or a word such
        as ``row``, ``item`` or ``Unnamed:``. Numbers without a word or behind a letter count only
        where they start at 0 or 1 and leave out no more than one in ten: ``2727`` and ``3046`` may
        well be identifiers.

    Examples
    --------
    >>> generated_names(["row_0001", "row_0002"]), generated_names(["0", "1", "2"])
    (True, True)
    >>> generated_names(["HumanEval/0", "HumanEval/1"]), generated_names(["2727", "3046"])
    (False, False)
    """
    matched = [found for name in names if (found := COUNTED.fullmatch(name.strip(" ()[]")))]
    words = [SEPARATORS.sub("", found[1]).casefold() for found in matched]
    short: dict[str, list[int]] = {}
    for found, word in zip(matched, words, strict=True):
        if len(word) <= 1:
            short.setdefault(word, []).append(int(found[2]))
    rows = sum(len(numbers) for numbers in short.values() if _in_a_row(numbers))
    return sum(word in WORDS for word in words) + rows >= MOST * len(names) > 0.0


def _in_a_row(numbers: Sequence[int]) -> bool:
    """Return whether numbers count from 0 or 1 with few gaps."""
    if not numbers or min(numbers) > 1:
        return False
    return len(set(numbers)) >= MOST * (max(numbers) - min(numbers) + 1)
