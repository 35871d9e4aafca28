"""Berkeley Function Calling Leaderboard: files of answers, which stand under result, not score."""

import re
from pathlib import Path

from parallaxis.errors import MissingDataError
from parallaxis.io.harness.code_samples import name_of
from parallaxis.io.harness.reading import LogFile, json_lines

RESULT = re.compile(r"(?P<stem>((?P<benchmark>BFCL_v\d+)_)?(?P<category>.+)_)result\.json.*")
ANSWER = re.compile(rb'\s*\{"id": ?("[^"]*"|\d+), ?"result":')
NOT_ANSWERED = "Error during inference"  # what stands as the answer after a failed call


def is_answers(file: LogFile) -> bool:
    """Tell whether a file holds answers, by its name, or how it begins."""
    named = RESULT.fullmatch(file.bare)
    return named is not None and bool(named["benchmark"] or ANSWER.match(file.head))


def are_scored(file: LogFile) -> bool:
    """Tell whether a score file belongs to a file of answers; also where that cannot be told."""
    name = file.bare.replace("_result.json", "_score.json")
    at = folder_place(file, "result")
    return at is None or file.beside(name) is not None or _swapped(file, at, name) is not None


def answers_beside(file: LogFile) -> LogFile:
    """Return the file of answers of a score file: under `result` as that is under `score`.

    Raises
    ------
    MissingDataError
        It is not there.
    """
    place = folder_place(file, "score")
    name = file.bare.replace("_score.json", "_result.json")
    missing = "result/<model>/<group>/" + name
    if place is not None:
        if found := _swapped(file, place, name):
            return found
        folder = file.parts[place].replace("score", "result", 1)
        missing = "/".join((*file.parts[:place], folder, *file.parts[place + 1 : -1], name))
    raise MissingDataError(
        f"lists only what failed; the names of what passed are in {missing}, which is not there. "
        "Pass the folder that holds both 'score' and 'result'."
    )


def answers(file: LogFile) -> dict[str, bool]:
    """Return the ids of a file of answers, and whether the model was heard for each."""
    found: dict[str, bool] = {}
    for number, row in json_lines(file):
        answer = row.get("result")
        found[name_of(row, "id", f"line {number}")] = not (
            isinstance(answer, str) and answer.startswith(NOT_ANSWERED)
        )
    return found


def folder_place(file: LogFile, folder: str) -> int | None:
    """Return where in a file's path a folder is, the innermost if there are several.

    Its name may have an addition, as in ``score-baseline``.
    """
    places = reversed(range(len(file.parts) - 1))
    return next((at for at in places if _addition(file.parts[at], folder) is not None), None)


def _addition(name: str, folder: str) -> str | None:
    """Return what a folder's name adds; None where it is another folder."""
    added = name.removeprefix(folder)
    return None if added == name or added[:1].isalnum() else added


def _swapped(file: LogFile, place: int, name: str) -> LogFile | None:
    """Return a file under `result` that is placed as one under `score`, or the other way round."""
    added = _addition(file.parts[place], "result")
    other = f"result{_addition(file.parts[place], 'score')}" if added is None else f"score{added}"
    return file.at(Path(file.root, *file.parts[:place], other, *file.parts[place + 1 : -1], name))
