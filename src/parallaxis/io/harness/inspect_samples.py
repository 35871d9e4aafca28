"""The samples of an Inspect log, from their summaries where these hold all that counts."""

import math
import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from parallaxis.errors import FormatError
from parallaxis.io.harness.inspect_archive import Archive
from parallaxis.io.harness.inspect_header import Header
from parallaxis.io.harness.inspect_questions import is_whole, question, right_answer
from parallaxis.io.harness.inspect_values import Cells, score_cells
from parallaxis.io.harness.reading import as_object
from parallaxis.logs import Kind

SUMMARIES = "summaries.json"
JOURNAL = re.compile(r"_journal/summaries/(\d{1,9})\.json")
SAMPLE = re.compile(r"samples/.+_epoch_\d+(/sample)?\.json", re.DOTALL)
OUT_OF_TIME = frozenset(["time", "working"])  # limits of a sample that are of time
Key = tuple[str | int, int]  # identifier and epoch


class Sample(NamedTuple):
    """One sample of one epoch: who it is, what it scored, and what went wrong."""

    key: Key
    cells: Cells
    failed: Kind | None
    text: str
    target: str

    @property
    def is_scored(self) -> bool:
        """Whether it ended as it should, with a score."""
        given = any(value is None or not math.isnan(value) for value in self.cells.values())
        return given and self.failed is None


def archived_samples(archive: Archive, header: Header) -> Iterator[Sample]:
    """Yield the samples of an archive; a question that its summary cuts from the sample itself.

    Raises
    ------
    FormatError
        Members, or what they hold, are damaged or of another form.
    """
    names, choices = _summaries(archive), header.multiple_choice
    if not names:
        for name in filter(SAMPLE.fullmatch, archive.names):
            place = f"{name!r:.80}"
            yield _sample(as_object(archive.json(name), place), place)
    asked: dict[str | int, tuple[str, str]] = {}
    for name in names:
        for place, summary in _numbered(archive.json(name), name):
            if is_whole(summary, place, choices=choices):
                yield _sample(summary, place)
            else:
                yield _completed(archive, summary, place, asked)


def _summaries(archive: Archive) -> list[str]:
    """Return the members with summaries: the one at the end of a run, else those on its way."""
    if SUMMARIES in archive:
        return [SUMMARIES]
    found = (JOURNAL.fullmatch(name) for name in archive.names)
    return [name for _, name in sorted((int(one[1]), one[0]) for one in found if one)]


def _completed(
    archive: Archive, summary: dict[str, Any], place: str, asked: dict[str | int, tuple[str, str]]
) -> Sample:
    """Take a sample from its summary, with the question as the sample itself holds it."""
    found = _sample(summary | {"input": "", "choices": None, "target": ""}, place)
    item = found.key[0]
    if item not in asked:
        asked[item] = _asked(archive, found.key)
    text, target = asked[item]
    return found._replace(text=text, target=target)


def _asked(archive: Archive, key: Key) -> tuple[str, str]:
    """Return question and right answer from the sample itself; empty where it is not there."""
    stem = f"samples/{key[0]}_epoch_{key[1]}"
    for name in (f"{stem}.json", f"{stem}/sample.json"):
        if name in archive:
            place = f"{name!r:.80}"
            sample = as_object(archive.json(name), place)
            return question(sample, place), right_answer(sample, place)
    return "", ""


def listed_samples(value: Any) -> Iterator[Sample]:
    """Yield the samples of a JSON log, none where it was written without.

    Raises
    ------
    FormatError
        They are of another form.
    """
    for place, sample in _numbered([] if value is None else value, "samples"):
        yield _sample(sample, place)


def last_tries(samples: Iterable[Sample]) -> tuple[list[Sample], int]:
    """Return samples without the tries that failed and were run again, and how many those are.

    What was scored for one identifier and epoch more than once is kept: which of several scores
    counts is not for a reader to say.
    """
    found: dict[Key, list[Sample]] = {}
    for sample in samples:
        found.setdefault(sample.key, []).append(sample)
    kept = [
        one
        for tries in found.values()
        for number, one in enumerate(tries, start=1)
        if number == len(tries) or one.is_scored
    ]
    return kept, sum(map(len, found.values())) - len(kept)


def _numbered(value: Any, place: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the objects of a list with their places."""
    if not isinstance(value, list):
        raise FormatError(f"{place} is {type(value).__name__}, where a list is expected.")
    for number, one in enumerate(value, start=1):
        here = f"{place}, element {number}"
        yield here, as_object(one, here)


def _sample(found: dict[str, Any], place: str) -> Sample:
    """Take what counts from a sample or its summary."""
    item, epoch = found.get("id"), found.get("epoch", 1)
    if isinstance(item, bool) or not isinstance(item, str | int):
        raise FormatError(f"{place}: its id is {item!r:.60}, where text or a number is expected.")
    if isinstance(epoch, bool) or not isinstance(epoch, int) or epoch < 1:
        raise FormatError(f"{place}: its epoch is {epoch!r:.60}, where 1 or more is expected.")
    return Sample(
        (item, epoch),
        score_cells(found.get("scores"), place),
        _failed(found),
        question(found, place),
        right_answer(found, place),
    )


def _failed(found: dict[str, Any]) -> Kind | None:
    """Return why a sample did not end as it should, if so."""
    if found.get("error"):
        return "error"
    limit = found.get("limit")
    kind = limit.get("type") if isinstance(limit, dict) else limit
    return "timeout" if isinstance(kind, str) and kind in OUT_OF_TIME else None
