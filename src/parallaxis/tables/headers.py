"""Column headers: what they usually mean, and what is wrong with them."""

import re
import unicodedata
from collections.abc import Sequence
from itertools import pairwise

from parallaxis.errors import DuplicateError, FormatError
from parallaxis.tables.cells import shown

MODEL_NAMES = (
    "model",
    "models",
    "model name",
    "model id",
    "modelname",
    "llm",
    "system",
    "submission",
    "agent",
    "judge",
    "judge model",
    "annotator",
    "rater",
    "student",
    "respondent",
    "examinee",
    "participant",
    "person",
)
ITEM_NAMES = (
    "item",
    "items",
    "item id",
    "item name",
    "instance id",
    "question id",
    "sample id",
    "example id",
    "problem id",
    "task id",
    "doc id",
    "prompt id",
    "test id",
    "instance",
    "question",
    "problem",
    "prompt",
    "task",
    "task name",
    "assay",
    "dataset",
    "benchmark",
    "id",
)
SCORE_NAMES = (
    "score",
    "scores",
    "is correct",
    "correct",
    "resolved",
    "is resolved",
    "passed",
    "success",
    "accuracy",
    "acc",
    "exact match",
    "value",
    "result",
    "outcome",
    "metric value",
)
SUMMARY_NAMES = frozenset(
    {
        "average",
        "avg",
        "mean",
        "median",
        "overall",
        "total",
        "average score",
        "avg score",
        "mean score",
        "total score",
        "overall score",
        "final score",
        "overall average",
        "global average",
        "macro average",
        "micro average",
        "mean task",
        "mean tasktype",
    }
)
NOT_ITEM_NAMES = SUMMARY_NAMES | frozenset(
    {
        "rank",
        "ranking",
        "index",
        "n",
        "count",
        "n items",
        "params",
        "param",
        "params b",
        "nparams",
        "n params",
        "num params",
        "parameters",
        "parameter count",
        "model size",
        "size",
        "number of mutants",
        "hub likes",
        "likes",
        "downloads",
        "co2 cost",
        "co2cost",
        "co2",
        "date",
        "year",
        "timestamp",
    }
)
ROW_NAMES = "(row names)"  # what a first column without a header holds
PERSON_NAMES = frozenset({"age", "gender", "sex", "education", "country", "region"})


def plain_name(header: str) -> str:
    """Return a header in small letters without emoji, units and punctuation.

    Examples
    --------
    >>> plain_name("#Params (B)"), plain_name("Average ⬆️"), plain_name("model_id")
    ('params', 'average', 'model id')
    """
    text = unicodedata.normalize("NFKC", header) if not header.isascii() else header
    text = re.sub(r"\([^()]*\)", " ", text)
    return " ".join(re.findall(r"[^\W_]+", text.casefold()))


def first_named(headers: Sequence[str], meanings: Sequence[str]) -> str | None:
    """Return the header whose meaning comes first in a list of meanings, or None."""
    found: dict[str, str] = {}
    for header in headers:
        found.setdefault(plain_name(header), header)
    return next((found[meaning] for meaning in meanings if meaning in found), None)


def check_headers(headers: Sequence[str]) -> None:
    """Refuse headers that repeat, and a first row of scores taken for headers.

    Raises
    ------
    DuplicateError
        A header that occurs twice, with both places.
    FormatError
        Cells that are scores where headers should be.
    """
    if _are_scores(headers):
        raise FormatError(
            f"there is no header: the first row holds scores ({_sample(headers)}); put a line "
            "with the names above it, such as model,item1,item2, or pass the numbers to "
            "ScoreMatrix.from_array."
        )
    refuse_repeats("column header", [headers[0] or ROW_NAMES, *headers[1:]])


def refuse_repeats(kind: str, names: Sequence[str]) -> None:
    """Refuse names that are blank or occur twice, naming the places, counted from 1."""
    if len(set(names)) == len(names) and "" not in names:
        return
    first: dict[str, int] = {}
    for place, name in enumerate(names, start=1):
        if not name:
            raise FormatError(f"{kind} {place} of {len(names)} is blank; give it a name.")
        if name in first:
            raise DuplicateError(
                f"{kind} {shown(name)} is repeated (places {first[name]} and {place}); "
                "rename or remove one."
            )
        first[name] = place


def _are_scores(headers: Sequence[str]) -> bool:
    """Return whether headers look like a row of scores, not like numbered items."""
    head, rest = headers[0], [header for header in headers[1:] if header]
    numbers = [number for number in map(_number, rest) if number is not None]
    if not rest or len(numbers) < len(rest):
        return False
    if not head or plain_name(head) in (*MODEL_NAMES, *ITEM_NAMES, "name"):
        return False
    if _number(head) is not None:
        return True
    whole = all(number.is_integer() for number in numbers)
    return not (whole and all(a < b for a, b in pairwise(numbers)))


def _number(text: str) -> float | None:
    """Return the number that a header spells, if it does."""
    try:
        return float(text)
    except ValueError:
        return None


def _sample(headers: Sequence[str]) -> str:
    """Return the first few headers for a message."""
    return ", ".join(shown(header) for header in headers[:3]) + (", …" if len(headers) > 3 else "")
