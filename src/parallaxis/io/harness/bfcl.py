"""Berkeley Function Calling Leaderboard: score files of failures, with the answers' files."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from parallaxis.errors import FormatError, MissingDataError
from parallaxis.io.harness.broken import is_broken
from parallaxis.io.harness.code_samples import headline_of, name_of
from parallaxis.io.harness.reading import (
    HarnessReader,
    LogFile,
    Role,
    Wanted,
    blaming,
    chosen_score,
    json_lines,
)
from parallaxis.logs import Headline, Kind, Log, Rows, fingerprint

SCORE = "accuracy"
HEADER = ("accuracy", "correct_count", "total_count")
NAME = re.compile(r"((?P<benchmark>BFCL_v\d+)_)?(?P<category>.+)_score\.json(\.gz|\.zst)?")
RESULT = re.compile(r"BFCL_v\d+_.+_result\.json(\.gz|\.zst)?")
ANSWER = re.compile(rb'\s*\{"id": ?("[^"]*"|\d+), ?"result":')
TABLE = re.compile(r"data_[a-z_]+\.csv")
NOT_ANSWERED = "Error during inference"  # what stands as the answer after a failed call
ERRORS = (":inference_error",)  # how an error_type ends where the model was not heard
UNPARSED = (":decoder_failed", ":decoder_wrong_output_format")


class Scores(NamedTuple):
    """A score file: its header's figures, and what it says of each item that failed."""

    headline: Headline | None
    correct: int
    total: int
    failed: dict[str, tuple[Kind, str]]
    model: str


def recognise(file: LogFile) -> Role | None:
    """Score files begin with a line of counts; files of answers and tables stand beside them."""
    head, name = file.head, file.parts[-1]
    first = head.partition(b"\n")[0]
    if first.lstrip().startswith(b"{") and all(b'"%b"' % key.encode() in first for key in HEADER):
        return "log"
    score = NAME.fullmatch(name)
    if score and (score["benchmark"] or (_place(file) is not None and is_broken(file))):
        return "log"
    if RESULT.fullmatch(name) or (ANSWER.match(head) and "_result.json" in name):
        return "beside"
    return "beside" if TABLE.fullmatch(name) and first.startswith(b"Rank,") else None


def read(file: LogFile, wanted: Wanted) -> Iterator[Log]:
    """Read one score file: one model in one category."""
    score = chosen_score(wanted, (SCORE,), (SCORE,), file.name)
    found = _scores(file)
    beside = _beside(file)
    with blaming(beside):
        answers = _answers(beside)
    _refuse_mismatch(found, answers)
    rows = Rows()
    for item, answered in answers.items():
        kind, text = found.failed.get(item, ("scored", ""))
        value = 0.0 if item in found.failed else 1.0
        rows.add(item, value, kind=kind if answered else "error", text=text)
    name = NAME.fullmatch(file.parts[-1])
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
        **rows.columns(),
    )


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
        failed[item] = (_kind(row), _question(row))
        named = row.get("model_name")
        model = model or (named if isinstance(named, str) else "")
    return Scores(headline, correct, total, failed, model)


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
    name = row.get("error_type")
    if not isinstance(name, str):
        return "scored"
    return "error" if name.endswith(ERRORS) else "unparsed" if name.endswith(UNPARSED) else "scored"


def _question(row: dict[str, Any]) -> str:
    """Return the fingerprint of the question, which only the rows of failures hold."""
    prompt = row.get("prompt")
    question = prompt.get("question") if isinstance(prompt, dict) else None
    try:
        return fingerprint(json.dumps(question, sort_keys=True)) if question else ""
    except RecursionError:
        return ""


def _answers(file: LogFile) -> dict[str, bool]:
    """Return the ids of a file of answers, and whether the model was heard for each."""
    found: dict[str, bool] = {}
    for number, row in json_lines(file):
        answer = row.get("result")
        found[name_of(row, "id", f"line {number}")] = not (
            isinstance(answer, str) and answer.startswith(NOT_ANSWERED)
        )
    return found


def _beside(file: LogFile) -> LogFile:
    """Return the file of answers: under `result` as the score file is under `score`."""
    place = _place(file)
    name = file.parts[-1].replace("_score.json", "_result.json")
    missing = "result/<model>/<group>/" + name
    if place is not None:
        parts = (*file.parts[:place], "result", *file.parts[place + 1 : -1], name)
        missing = "/".join(parts)
        path = Path(file.root, *parts)
        if path.is_file() and path.resolve().is_relative_to(file.root.resolve()):
            return LogFile(file.root, path)
    raise MissingDataError(
        f"lists only what failed; the names of what passed are in {missing}, which is not there. "
        "Pass the folder that holds both 'score' and 'result'."
    )


def _refuse_mismatch(found: Scores, answers: dict[str, bool]) -> None:
    """Refuse answers that are not those that were scored."""
    stranger = next((item for item in found.failed if item not in answers), None)
    if stranger is not None:
        raise FormatError(
            f"{stranger!r} failed, but is not among the {len(answers)} answers in the result file; "
            "the two are not of one run: score the answers anew."
        )
    correct = len(answers) - len(found.failed)
    if (correct, len(answers)) != (found.correct, found.total):
        raise FormatError(
            f"counts {found.correct} of {found.total} correct in its first line, but {correct} of "
            f"the {len(answers)} answers in the result file are not listed as failed; the files "
            "are not of one run, or one is cut: score the answers anew."
        )


def _place(file: LogFile) -> int | None:
    """Return where in the file's path the folder `score` is, the innermost if there are several."""
    folders = file.parts[:-1]
    return next((at for at in reversed(range(len(folders))) if folders[at] == "score"), None)


def _model(file: LogFile, found: Scores) -> str:
    """Return the folder below `score`, else the name in the rows."""
    place = _place(file)
    below = file.parts[place + 1 : -1] if place is not None else ()
    return below[0] if below else found.model or file.path.absolute().parent.name


READER = HarnessReader(
    name="bfcl",
    recognised_by="*_score.json that begins with a line of accuracy, correct_count and "
    "total_count; result/**/*_result.json stands beside it",
    model="the folder below score",
    item="id: all of the result file, of which those in the score file failed",
    run="none",
    score="accuracy: 0 for what the score file lists, 1 for the rest",
    recognise=recognise,
    read=read,
)
