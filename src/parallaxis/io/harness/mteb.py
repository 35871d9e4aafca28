"""MTEB: one results file for each task, whose items are its splits and subsets."""

import json
import math
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from parallaxis.cautions import Caution
from parallaxis.io.harness.broken import is_broken
from parallaxis.io.harness.json_fields import (
    name_field,
    object_field,
    objects_field,
    version_of,
)
from parallaxis.io.harness.reading import (
    HarnessReader,
    LogFile,
    Role,
    Wanted,
    as_number,
    as_object,
    chosen_score,
    json_document,
    object_beside,
)
from parallaxis.logs import Kind, Log, Rows

MAIN = "main_score"
META = "model_meta.json"
DISTANCES = frozenset(["cos_sim", "cosine", "dot", "euclidean", "manhattan", "max", "similarity"])
NO_METRICS = frozenset(["evaluation_time"])
REVISION = re.compile(r"[0-9a-f]{40}|external|no_revision_available|[0-9]+")
SETTINGS = ("n_parameters", "embed_dim", "max_tokens", "release_date", "loader")


class Part(NamedTuple):
    """One split of one subset, and its metrics."""

    item: str
    metrics: dict[str, Any]


def recognise(file: LogFile) -> Role | None:
    """Results name the version of mteb and the task; model_meta.json stands beside them."""
    head, name = file.head, file.bare
    if name == META and (b'"name"' in head or is_broken(file)):
        return "beside"
    if name.endswith(".json") and file.beside(META) and is_broken(file):
        return "log"
    if not head.lstrip().startswith(b"{"):
        return None
    newer = b'"task_name"' in head and b'"scores"' in head
    return (
        "log" if b'"mteb_version"' in head and (newer or b'"mteb_dataset_name"' in head) else None
    )


def read(file: LogFile, wanted: Wanted) -> Iterator[Log]:
    """Read one results file: one model on one task."""
    whole = as_object(json_document(file), "the file")
    parts = list(_parts(whole) if "scores" in whole else _older_parts(whole))
    names = tuple(dict.fromkeys(name for part in parts for name in part.metrics))
    names = tuple(sorted(names, key=lambda name: name != MAIN))
    read_as, notes = "", tuple[Caution, ...]()  # none where nothing was scored
    if names and (MAIN in names or wanted.score is not None):
        read_as = chosen_score(wanted, names, (MAIN,), file.name)
    elif names:
        read_as, notes = _only_metric(file, names)
    rows = _rows(parts if read_as or not names else [], read_as)
    yield _log(file, whole, rows, score=wanted.score or MAIN, names=names, notes=notes)


def _parts(whole: dict[str, Any]) -> Iterator[Part]:
    """Yield splits and subsets as versions from 1.11 on write them."""
    scores = object_field(whole, "scores", "the file")
    for split in scores:
        for place, row in objects_field(scores, split, "scores"):
            subset = name_field(row, "hf_subset", place, "default")
            yield Part(f"{split}/{subset}", _metrics(row))


def _older_parts(whole: dict[str, Any]) -> Iterator[Part]:
    """Yield splits and subsets of older versions: the splits stand at the top."""
    for split, cell in whole.items():
        if cell is None or isinstance(cell, str | int | float):
            continue
        row = as_object(cell, f"split {split!r}")
        inner = {key: cell for key, cell in row.items() if isinstance(cell, dict)}
        subsets = {} if MAIN in row or inner.keys() <= DISTANCES else inner
        for subset, metrics in subsets.items() or [("default", row)]:
            yield Part(f"{split}/{subset}", _metrics(metrics))


def _metrics(row: dict[str, Any]) -> dict[str, Any]:
    """Return the metrics that are single numbers; those by distance under one name each."""
    found = {key: cell for key, cell in row.items() if _is_metric(key, cell)}
    for distance in sorted(row.keys() & DISTANCES):
        if isinstance(row[distance], dict):
            cells = row[distance].items()
            found |= {f"{distance}_{key}": cell for key, cell in cells if _is_metric(key, cell)}
    return found


def _is_metric(key: str, cell: Any) -> bool:
    """Return whether a cell is a number; a main score must be one, whatever it is."""
    is_number = isinstance(cell, int | float) and not isinstance(cell, bool)
    return key == MAIN or (is_number and key not in NO_METRICS)


def _only_metric(file: LogFile, names: tuple[str, ...]) -> tuple[str, tuple[Caution, ...]]:
    """Take the only metric for the main score; none where there are several."""
    if len(names) == 1:
        text = f"{file.name}: has no main_score; {names[0]!r}, its only metric, is taken for it."
        return names[0], (Caution("main_score_assumed", text),)
    listed = ", ".join(repr(name) for name in names) or "none"
    text = f"{file.name}: has no main_score; choose one of its scores, which are {listed}."
    return "", (Caution("no_single_score", text),)


def _rows(parts: list[Part], score: str) -> Rows:
    """Return a row for each split and subset, in the order of their names; none is a repetition."""
    rows = Rows()
    for part in sorted(parts, key=lambda part: part.item):
        value = as_number(part.metrics.get(score), f"{part.item}, {score}")
        kind: Kind = "unscored" if math.isnan(value) else "scored"
        rows.add(part.item, value, kind=kind)
    return rows


def _log(
    file: LogFile,
    whole: dict[str, Any],
    rows: Rows,
    *,
    score: str,
    names: tuple[str, ...],
    notes: tuple[Caution, ...],
) -> Log:
    """Put the log together."""
    key = "task_name" if "scores" in whole else "mteb_dataset_name"
    revision = name_field(whole, "dataset_revision", "the file", "")
    model, run, settings = _model(file)
    return Log(
        source=file.name,
        format=READER.name,
        model=model,
        task=name_field(whole, key, "the file"),
        run=run,
        score=score,
        scores=names,
        version=version_of(revision),
        model_metadata=settings,
        item_metadata={"dataset_revision": (revision,) * len(rows)} if revision else {},
        notes=notes,
        **rows.columns(),
    )


def _model(file: LogFile) -> tuple[str, str, dict[str, str]]:
    """Return model, revision and settings: of model_meta.json, else of the folders."""
    model, run = _folders(file)
    beside = file.beside(META)
    if beside is None:
        return model, run, {}
    meta = object_beside(beside)
    stated = {key: meta[key] for key in SETTINGS if isinstance(meta.get(key), str | int | float)}
    settings = {
        key: cell if isinstance(cell, str) else json.dumps(cell) for key, cell in stated.items()
    }
    model = name_field(meta, "name", beside.name, model)
    return model, name_field(meta, "revision", beside.name, run), settings


def _folders(file: LogFile) -> tuple[str, str]:
    """Return model and revision as the folders `<org>__<model>/<revision>` say them."""
    above = file.path.absolute().parent
    if "__" in above.parent.name or REVISION.fullmatch(above.name):
        return above.parent.name.replace("__", "/", 1), above.name
    return above.name.replace("__", "/", 1), ""


READER = HarnessReader(
    name="mteb",
    recognised_by="JSON with mteb_version, task_name and scores (mteb_dataset_name in older files)",
    model="name of model_meta.json beside, else the folder <org>__<model>",
    item="split/subset of the task, since single answers are not kept",
    run="revision of the model",
    score="main_score, or another metric by its name",
    recognise=recognise,
    read=read,
)
