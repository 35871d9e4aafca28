"""Inspect: logs of version 2 as .eval archives and as .json files, finished or not."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from parallaxis.cautions import Caution
from parallaxis.errors import FormatError
from parallaxis.io.harness.broken import is_broken
from parallaxis.io.harness.inspect_archive import Archive, opened_archive
from parallaxis.io.harness.inspect_header import Header, evenly_scored, header_of
from parallaxis.io.harness.inspect_samples import (
    Sample,
    archived_samples,
    last_tries,
    listed_samples,
)
from parallaxis.io.harness.inspect_values import (
    NAMED,
    Part,
    default_parts,
    numeric_parts,
    outcome,
)
from parallaxis.io.harness.reading import (
    HarnessReader,
    LogFile,
    Role,
    Wanted,
    as_object,
    chosen_score,
    json_document,
)
from parallaxis.logs import Log, Rows

START, HEADER = "_journal/start.json", "header.json"
ARCHIVE = ".eval"
ZIP, ZIP_END = b"PK\x03\x04", b"PK\x05\x06"
NAME = re.compile(r"\d{4}-\d\d-\d\dT[0-9+-]+_.+_[A-Za-z0-9]{22}\.json")
JSON_LOG = re.compile(
    rb'\s*\{\s*"version"\s*:\s*\d+\s*,\s*"status"\s*:\s*"\w+"\s*,\s*"eval"\s*:\s*\{'
)


def recognise(file: LogFile) -> Role | None:
    """Archives hold the journal of a run; JSON logs begin with version, status and eval."""
    head, name = file.head, file.parts[-1]
    if name.endswith(ARCHIVE):
        inspected = START.encode() in head or HEADER.encode() in head
        whole = head.startswith(ZIP) and ZIP_END in head  # of something else
        return "log" if inspected or not whole else None
    if NAME.fullmatch(name) and is_broken(file):
        return "log"
    return "log" if JSON_LOG.match(head) and b'"task_id"' in head else None


def read(file: LogFile, wanted: Wanted) -> Iterator[Log]:
    """Read one log: one model on one task in one run."""
    try:
        if file.parts[-1].endswith(ARCHIVE):
            with opened_archive(file) as archive:
                header = header_of(_start(archive))
                log = _log(file, wanted, header, archived_samples(archive, header))
        else:
            whole = as_object(json_document(file), "the file")
            log = _log(file, wanted, header_of(whole), listed_samples(whole.get("samples")))
    except RecursionError as error:
        raise FormatError("nests objects too deeply to be a log; get it anew.") from error
    yield log


def _start(archive: Archive) -> dict[str, Any]:
    """Return the header, or of a run that was killed what was written at its start."""
    for name in (HEADER, START):
        if name in archive:
            return as_object(archive.json(name), name)
    raise FormatError(f"has neither {HEADER} nor {START}; it is no Inspect log, or is damaged.")


def _log(file: LogFile, wanted: Wanted, header: Header, found: Iterable[Sample]) -> Log:
    """Put the log together; without rows where no score is a single number."""
    rows, repeated = last_tries(found)
    names = numeric_parts([one.cells for one in rows], header.scorers)
    part = _part(file, wanted, header, rows, names)
    columns = _rows(rows if part else [], part or Part("")).columns()
    even = evenly_scored(columns["items"], columns["repeats"], columns["values"].tolist())
    headline = header.headline(file.name, part.scorer, part.key) if part else None
    notes = [
        *_run_notes(file, header, len({one.key[0] for one in rows}), repeated),
        *_score_notes(file, wanted, part, len(rows)),
    ]
    if headline and not even:
        notes.append(_uneven(file))
    return Log(
        source=file.name,
        format=READER.name,
        model=header.model,
        task=header.task,
        run=header.run,
        score=part.name if part else "",
        scores=tuple(names),
        identity=header.identity(one.key[0] for one in rows),
        planned=header.planned,
        version=header.version,
        headline=headline if even else None,
        model_metadata=header.settings(),
        notes=tuple(notes),
        **columns,
    )


def _part(
    file: LogFile,
    wanted: Wanted,
    header: Header,
    samples: Sequence[Sample],
    names: dict[str, Part],
) -> Part | None:
    """Choose the score; None where samples have scores but none is a single number."""
    if names:
        parts = list(names.values())
        mine = [part for part in parts if part.scorer == wanted.score]  # its keys, if it has any
        if wanted.score not in names and mine:
            parts, wanted = mine, Wanted()
        default = default_parts(parts, [one.cells for one in samples])
        asked = tuple(part.name for part in default)
        return names[chosen_score(wanted, tuple(names), asked, file.name)]
    if any(value is None for one in samples for value in one.cells.values()):
        return None
    given = (part.scorer for one in samples for part in one.cells)
    return Part(wanted.score or next(iter([*header.scorers, *given]), "score"))


def _rows(samples: Iterable[Sample], part: Part) -> Rows:
    """Return one row a sample and epoch."""
    rows = Rows()
    for one in samples:
        value, kind = outcome(one.cells, part, one.failed)
        item, epoch = one.key
        rows.add(str(item), value, kind=kind, text=one.text, target=one.target, repeat=epoch - 1)
    return rows


def _run_notes(file: LogFile, header: Header, items: int, superseded: int) -> Iterator[Caution]:
    """Say how the run ended, and what was left out."""
    if header.status != "success":
        of = f" of {header.planned}" if header.planned else ""
        text = f"{file.name}: its status is {header.status!r:.40}, with {items}{of} items logged."
        yield Caution("run_not_finished", text)
    if header.invalidated:
        yield Caution("run_invalidated", f"{file.name}: is marked as invalidated by its authors.")
    if superseded:
        text = (
            f"{file.name}: {superseded} samples without a score were run again; the last try of "
            "each is read."
        )
        yield Caution("superseded_samples", text)


def _score_notes(
    file: LogFile, wanted: Wanted, part: Part | None, n_rows: int
) -> Iterator[Caution]:
    """Say where there is no score to read, or where it was chosen by its values."""
    if not n_rows:
        yield Caution(
            "no_samples", f"{file.name}: holds no samples, so nothing can be read from it."
        )
    elif part is None:
        text = f"{file.name}: no score is a single number for each sample; it is left out."
        yield Caution("no_single_score", text)
    elif wanted.score != part.name and part.key is not None and part.key not in NAMED:
        text = f"{file.name}: {part.name!r} is read because it is the first that is only 0 or 1."
        yield Caution("score_chosen", text)


def _uneven(file: LogFile) -> Caution:
    """Say why the harness's own figure is not compared."""
    text = (
        f"{file.name}: its items have unequal numbers of scored repeats, over which the harness "
        "averages first; its own figure is not compared with the mean of the rows."
    )
    return Caution("headline_not_compared", text)


READER = HarnessReader(
    name="inspect",
    recognised_by=".eval archives, of a run that was stopped as well, or .json that begins with "
    "version, status and eval",
    model="eval.model",
    item="id of the sample, checked by its input and choices; only a position where a data set "
    "without identifiers was shuffled",
    run="eval.created; epochs are repeats",
    score="value of the first scorer of the task's plan, or another by name, 'scorer' or "
    "'scorer/key' of a value that is an object, there by default the first key of "
    + ", ".join(NAMED)
    + " or else that is only 0 or 1; C, P, I, N count 1, 0.5, 0, 0",
    recognise=recognise,
    read=read,
)
