"""Column headers: what they usually mean, and what is wrong with them."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from parallaxis.errors import DuplicateError, FormatError
from parallaxis.tables.cells import MISSING, WORDS, shown

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
    "sample id",
    "question id",
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
        "flagged",
        "flag status",
        "merged",
        "moe",
        "mixture of experts",
        "official providers",
        "chat template",
        "available on the hub",
        "hub availability",
        "co2 cost",
        "co2cost",
        "co2",
        "date",
        "year",
        "timestamp",
    }
)
FIRST_NAMES = (*MODEL_NAMES, "name", "id", "user", "user id", "subject", "subject id")
NAMING = frozenset({"", "index", "row names", *FIRST_NAMES, *ITEM_NAMES})  # headers of names
ROW_NAMES = "(row names)"  # what a first column without a header holds
DOUBTFUL_NAMES = frozenset(  # may be items; taken for them, and noted
    {
        "age",
        "gender",
        "sex",
        "education",
        "country",
        "region",
        "generation",
        "seed",
        "epoch",
        "step",
        "cost",
        "total cost",
        "latency",
        "runtime",
        "seconds per case",
    }
)
_UNIT = re.compile(r"\([^()]*\)")
_WORD = re.compile(r"[^\W_]+")


def plain_name(header: str) -> str:
    """Return a header in small letters without emoji, units and punctuation.

    Examples
    --------
    >>> plain_name("#Params (B)"), plain_name("Average ⬆️"), plain_name("model_id")
    ('params', 'average', 'model id')
    """
    text = unicodedata.normalize("NFKC", header) if not header.isascii() else header
    if "(" in text:
        text = _UNIT.sub(" ", text)
    return " ".join(_WORD.findall(text.casefold()))


def by_meaning(headers: Iterable[str]) -> dict[str, str]:
    """Return the first header of each plain name."""
    found: dict[str, str] = {}
    for header in headers:
        found.setdefault(plain_name(header), header)
    return found


def first_named(found: Mapping[str, str], meanings: Sequence[str]) -> str | None:
    """Return the header whose meaning comes first in a list of meanings, or None."""
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
            "with the names above it, such as model,item1,item2; if it is the header, call its "
            "first cell model."
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
    """Return whether headers look like a row of scores; items numbered from 0 or 1 do not."""
    rest = [header for header in headers[1:] if header.casefold() not in MISSING]
    if not rest or plain_name(headers[0]) in NAMING:
        return False
    if list(headers) == [str(i) for i in range(len(headers))]:
        return False
    return all(map(_is_score, rest))


def _is_score(text: str) -> bool:
    """Return whether a header is what a score looks like."""
    if text.casefold() in WORDS:
        return True
    try:
        float(text.removesuffix("%"))
    except ValueError:
        return False
    return True


def _sample(headers: Sequence[str]) -> str:
    """Return the first few headers for a message."""
    return ", ".join(shown(header) for header in headers[:3]) + (", …" if len(headers) > 3 else "")
