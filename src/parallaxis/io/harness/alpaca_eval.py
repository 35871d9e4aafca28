"""AlpacaEval: annotations.json, the preferences of a judge between a model and a baseline."""

import csv
import io
import math
from collections.abc import Iterator
from typing import Any, NamedTuple

from parallaxis.errors import FormatError
from parallaxis.io.harness.broken import is_broken
from parallaxis.io.harness.json_fields import name_field
from parallaxis.io.harness.reading import (
    HarnessReader,
    LogFile,
    Role,
    Wanted,
    as_number,
    chosen_score,
    json_elements,
)
from parallaxis.io.harness.repetitions import repetition_numbers
from parallaxis.logs import Headline, Kind, Log, Rows, fingerprint

SCORE = "win_probability"
KEYS = (b'"instruction"', b'"output_1"', b'"generator_1"')
NAME = "annotations.json"
OF_ANNOTATORS = "alpaca_eval"  # in the name of the folder of an annotator
BOARD = "leaderboard.csv"
MAX_BOARD = 2**24  # bytes of a leaderboard


class Match(NamedTuple):
    """Who was compared with whom, and by which judge."""

    model: str
    annotator: str
    baseline: str


def recognise(file: LogFile) -> Role | None:
    """Annotations name two generators for each instruction; a leaderboard may stand beside."""
    head = file.head
    if head.lstrip().startswith(b"[") and all(key in head for key in KEYS):
        return "log"
    named = file.bare == NAME and OF_ANNOTATORS in "/".join(file.parts[-2:-1])
    if named and is_broken(file):
        return "log"
    is_board = file.bare == BOARD and b"win_rate," in head and b"n_wins_base" in head
    return "beside" if is_board else None


def read(file: LogFile, wanted: Wanted) -> Iterator[Log]:
    """Read one annotations file: one model against one baseline, judged by one annotator."""
    chosen_score(wanted, (SCORE,), (), file.name)
    found: dict[Match, list[tuple[str, float, Kind]]] = {}
    groups: dict[Match, list[str]] = {}
    for number, row in json_elements(file):
        place = f"element {number}"
        match = Match(
            name_field(row, "generator_2", place),
            name_field(row, "annotator", place, ""),
            name_field(row, "generator_1", place),
        )
        item = _item(row, place)
        found.setdefault(match, []).append((item, *_win_probability(row, place)))
        groups.setdefault(match, []).append(name_field(row, "dataset", place, ""))
    if not found:
        raise FormatError("holds no annotation; it may be cut: annotate anew.")
    for match, listed in found.items():
        rows, numbers = Rows(), repetition_numbers([item for item, _, _ in listed])
        for (item, value, kind), number in zip(listed, numbers, strict=True):
            rows.add(item, value, kind=kind, text=item, repeat=number)
        yield _log(file, match, rows, tuple(groups[match]))


def _item(row: dict[str, Any], place: str) -> str:
    """Return the fingerprint of the instruction, which is all that names an item."""
    instruction = row.get("instruction")
    found = fingerprint(instruction) if isinstance(instruction, str) else ""
    if not found:
        raise FormatError(f"{place}: has no 'instruction', which names the item; get it anew.")
    return found


def _win_probability(row: dict[str, Any], place: str) -> tuple[float, Kind]:
    """Return the probability that the model beats the baseline, as the win rate counts it."""
    if "preference" not in row or isinstance(row["preference"], bool):
        raise FormatError(
            f"{place}: 'preference' is {row.get('preference')!r:.60}, where a number from 1 to 2, "
            "0 for a tie or null is expected; get the annotations anew."
        )
    preference = as_number(row["preference"], f"{place}, preference")
    if math.isnan(preference):
        return math.nan, "error"
    if preference == 0.0:  # a tie of older versions
        return 0.5, "scored"
    if not 1.0 <= preference <= 2.0:
        return math.nan, "unparsed"
    return preference - 1.0, "scored"


def _log(file: LogFile, match: Match, rows: Rows, groups: tuple[str, ...]) -> Log:
    """Put the log together."""
    return Log(
        source=file.name,
        format=READER.name,
        model=match.model,
        task=f"{match.annotator or 'unnamed annotator'} against {match.baseline}",
        run="",
        score=SCORE,
        scores=(SCORE,),
        headline=_headline(file, match.model),
        bounds=(0.0, 1.0),
        item_metadata={"group": groups} if any(groups) else {},
        **rows.columns(),
    )


def _headline(file: LogFile, model: str) -> Headline | None:
    """Return the win rate of the leaderboard beside, which is in percent."""
    board = file.beside(BOARD)
    if board is None or recognise(board) != "beside":
        return None
    with board.opened() as found:
        data = found.source.peek(MAX_BOARD)
    try:
        for row in csv.DictReader(io.StringIO(data.decode("utf-8", "replace"), newline="")):
            if row.get("") == model:
                return Headline(float(row.get("win_rate") or "") / 100.0, board.name)
    except (ValueError, csv.Error) as error:
        raise FormatError(
            f"{board.name} has no win_rate for {model!r} that is a number ({error}); mend it, or "
            "take it out of the folder."
        ) from error
    return None


READER = HarnessReader(
    name="alpaca-eval",
    recognised_by="a JSON array with instruction, generator_1 and generator_2",
    model="generator_2; the task is the annotator and the baseline, generator_1",
    item="fingerprint of the instruction",
    run="none",
    score=f"{SCORE}: preference - 1, in [0, 1], with 0 in older files a tie of 0.5",
    recognise=recognise,
    read=read,
)
