"""Berkeley Function Calling Leaderboard: score files of failures, with the answers' files."""

import math
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from parallaxis.cautions import Caution
from parallaxis.errors import FormatError
from parallaxis.io.harness.bfcl_answers import (
    RESULT,
    answers,
    answers_beside,
    are_scored,
    folder_place,
    is_answers,
)
from parallaxis.io.harness.broken import is_broken
from parallaxis.io.harness.code_samples import headline_of, name_of
from parallaxis.io.harness.json_fields import json_fingerprint
from parallaxis.io.harness.reading import (
    HarnessReader,
    LogFile,
    Role,
    Wanted,
    blaming,
    chosen_score,
    json_lines,
)
from parallaxis.logs import Headline, Kind, Log, Rows

SCORE = "accuracy"
HEADER = ("accuracy", "correct_count", "total_count")
NAME = re.compile(r"((?P<benchmark>BFCL_v\d+)_)?(?P<category>.+)_score\.json")
TABLE = re.compile(r"data_[a-z_]+\.csv")
KINDS: dict[str, Kind] = {  # of parts of an error_type; the rest is a wrong answer
    "inference_error": "error",
    "force_terminated": "timeout",  # it took more steps than it may
    "decoder_failed": "unparsed",
    "decoder_wrong_output_format": "unparsed",
}


class Scores(NamedTuple):
    """A score file: its header's figures, and what it says of each item that failed."""

    headline: Headline | None
    correct: int
    total: int
    failed: dict[str, tuple[Kind, str]]
    model: str
    stated: Any  # as the header's accuracy


def recognise(file: LogFile) -> Role | None:
    """Score files begin with a line of counts; files of answers and tables stand beside them.

    Answers that have no score file are a log as well: of a model that was never scored.
    """
    head, name = file.head, file.bare
    first = head.partition(b"\n")[0]
    if first.lstrip().startswith(b"{") and all(b'"%b"' % key.encode() in first for key in HEADER):
        return "log"
    score = NAME.fullmatch(name)
    if score and (
        score["benchmark"] or (folder_place(file, "score") is not None and is_broken(file))
    ):
        return "log"
    if is_answers(file):
        return "beside" if are_scored(file) else "log"
    return "beside" if TABLE.fullmatch(name) and first.startswith(b"Rank,") else None


def read(file: LogFile, wanted: Wanted) -> Iterator[Log]:
    """Read one score file: one model in one category."""
    score = chosen_score(wanted, (SCORE,), (SCORE,), file.name)
    if is_answers(file):
        yield _never_scored(file, score)
        return
    found = _scores(file)
    beside = answers_beside(file)
    with blaming(beside):
        given = answers(beside)
    _refuse_mismatch(found, given)
    rows = Rows()
    for item, answered in given.items():
        kind, text = found.failed.get(item, ("scored", ""))
        value = 0.0 if item in found.failed else 1.0
        rows.add(item, value, kind=kind if answered else "error", text=text)
    name = NAME.fullmatch(file.bare)
    yield Log(
        source=file.name,
        format=READER.name,
        model=_model(file, found),
        task=name["category"] if name else "",
        run="",
        score=score,
        scores=(SCORE,),
        planned=found.total,
        headline=found.headline,
        bounds=(0.0, 1.0),
        version=(name["benchmark"] or "") if name else "",
        notes=_no_figure(file, found),
        **rows.columns(),
    )


def _never_scored(file: LogFile, score: str) -> Log:
    """Return a log without rows, which says how many answers were given and not scored."""
    n_answers, name = len(answers(file)), RESULT.fullmatch(file.bare)
    place = folder_place(file, "result")
    below = file.parts[place + 1 : -1] if place is not None else ()
    text = (
        f"{file.name}: {n_answers} answers were generated and none was scored: no score file "
        "belongs to it. Score them, or take it out of the folder."
    )
    return Log(
        source=file.name,
        format=READER.name,
        model=below[0] if below else file.path.absolute().parent.name,
        task=name["category"] if name else "",
        run="",
        score=score,
        scores=(SCORE,),
        version=(name["benchmark"] or "") if name else "",
        notes=(Caution("never_scored", text),),
        **Rows().columns(),
    )


def _no_figure(file: LogFile, found: Scores) -> tuple[Caution, ...]:
    """Say that the accuracy of the first line is no number, so that nothing is compared with it."""
    if found.headline is not None and math.isfinite(found.headline.value):
        return ()
    text = (
        f"{file.name}: the accuracy of its first line is {found.stated!r:.60}, no finite number, "
        "and is not compared with the answers; its counts are."
    )
    return (Caution("headline_not_compared", text),)


def _scores(file: LogFile) -> Scores:
    """Read a score file; the lines after the first are the items that failed."""
    lines = json_lines(file)
    number, header = next(lines, (1, {}))
    correct, total = (_count(header, key, number) for key in HEADER[1:])
    headline = headline_of(header.get(SCORE), file.name)
    failed: dict[str, tuple[Kind, str]] = {}
    model = ""
    for number, row in lines:
        item = name_of(row, "id", f"line {number}")
        if row.get("valid", False) is not False:
            raise FormatError(
                f"line {number}: {item!r} is not a failure; the file is no score file."
            )
        if item in failed:
            raise FormatError(f"line {number}: {item!r} is listed a second time; score anew.")
        failed[item] = (_kind(row), _question(row, f"line {number}"))
        named = row.get("model_name")
        model = model or (named if isinstance(named, str) else "")
    return Scores(headline, correct, total, failed, model, header.get(SCORE))


def _count(header: dict[str, Any], key: str, line: int) -> int:
    """Return a count of the header."""
    value = header.get(key)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise FormatError(
            f"line {line}, {key} is {value!r:.60}, where a number of items is expected."
        )
    return value


def _kind(row: dict[str, Any]) -> Kind:
    """Return why an item failed, as far as that is not a wrong answer."""
    inner = row.get("error")  # of several turns
    name = row.get("error_type", inner.get("error_type") if isinstance(inner, dict) else None)
    parts = name.split(":") if isinstance(name, str) else []
    return next((KINDS[part] for part in parts if part in KINDS), "scored")


def _question(row: dict[str, Any], place: str) -> str:
    """Return the fingerprint of the question, which only the rows of failures hold."""
    prompt = row.get("prompt")
    question = prompt.get("question") if isinstance(prompt, dict) else None
    return json_fingerprint(question, f"{place}, question") if question else ""


def _refuse_mismatch(found: Scores, given: dict[str, bool]) -> None:
    """Refuse answers that are not those that were scored."""
    stranger = next((item for item in found.failed if item not in given), None)
    if stranger is not None:
        raise FormatError(
            f"{stranger!r} failed, but is not among the {len(given)} answers in the result file; "
            "the two are not of one run: score the answers anew."
        )
    correct = len(given) - len(found.failed)
    if (correct, len(given)) != (found.correct, found.total):
        raise FormatError(
            f"counts {found.correct} of {found.total} correct in its first line, but {correct} of "
            f"the {len(given)} answers in the result file are not listed as failed; the files "
            "are not of one run, or one is cut: score the answers anew."
        )


def _model(file: LogFile, found: Scores) -> str:
    """Return the folder below `score`, else the name in the rows."""
    place = folder_place(file, "score")
    below = file.parts[place + 1 : -1] if place is not None else ()
    return below[0] if below else found.model or file.path.absolute().parent.name


READER = HarnessReader(
    name="bfcl",
    recognised_by="*_score.json that begins with a line of accuracy, correct_count and "
    "total_count; result/**/*_result.json stands beside it, and without a score file is named",
    model="the folder below score",
    item="id: all of the result file, of which those in the score file failed",
    run="none",
    score="accuracy: 0 for what the score file lists, 1 for the rest",
    recognise=recognise,
    read=read,
)
