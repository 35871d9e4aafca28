"""Logs that have their places to one board."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parallaxis.alignment.item_keys import ItemNames
from parallaxis.alignment.natural_order import natural
from parallaxis.alignment.placed import Placed
from parallaxis.cautions import Caution
from parallaxis.logs import Log
from parallaxis.matrix import ScoreMatrix
from parallaxis.provenance import Provenance
from parallaxis.tables.scale import Bounds, Scale

MARKS = ("#", " run ", " (run) ")  # between a model and the number of its run
BETWEEN = ("/", " / ", " | ")  # between a task and an item
OWN = frozenset({"model", "item", "run", "id", "text", "higher_is_better"})  # columns made here


@dataclass(frozen=True, eq=False, slots=True)
class TaskPart:
    """The logs of one task and its items."""

    task: str
    names: ItemNames
    logs: tuple[Placed, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Rows:
    """The rows of a board: a row for each model and run."""

    names: tuple[str, ...]
    models: tuple[str, ...]
    runs: tuple[str | None, ...]
    first: dict[str, int]


def rows_of(parts: Sequence[TaskPart]) -> Rows:
    """Name the rows: a model by itself, or ``model#1``, ``model#2``, ... where it has runs."""
    layers: dict[str, int] = {}
    for part in parts:
        for one in part.logs:
            model = one.log.model
            layers[model] = max(layers.get(model, 1), one.n_layers)
    mark = next(
        mark for mark in MARKS if not any(_is_row_of(name, layers, mark) for name in layers)
    )
    rows: list[tuple[str, str, str | None]] = []
    first = {}
    for model in sorted(layers, key=natural):
        first[model] = len(rows)
        runs = [str(run + 1) for run in range(layers[model])]
        single = len(runs) == 1
        rows += [(model, model, None)] if single else [(model + mark + r, model, r) for r in runs]
    names, models, marks = zip(*rows, strict=True)
    return Rows(names, models, marks, first)


def _is_row_of(name: str, layers: dict[str, int], mark: str) -> bool:
    """Return whether a model is named like a run of another."""
    model, found, _ = name.rpartition(mark)
    return bool(found) and layers.get(model, 1) > 1


def assembled(parts: Sequence[TaskPart], rows: Rows, notes: Sequence[Caution]) -> ScoreMatrix:
    """Return the board, its scale decided by the bounds of the logs or else by the scores."""
    values = np.hstack([block(part, rows) for part in parts])
    scale, bounds, cautions = _scale(parts, values)
    logs = [one.log for part in parts for one in part.logs]
    return ScoreMatrix.from_array(
        values,
        models=rows.names,
        items=item_names(parts),
        scale=scale,
        bounds=bounds,
        model_metadata=_model_metadata(rows, logs),
        item_metadata=_item_metadata(parts),
        provenance=Provenance(
            sources=tuple(sorted({log.source for log in logs}, key=natural)),
            format=", ".join(sorted({log.format for log in logs})),
            notes=(*notes, *cautions),
        ),
    )


def sources_of_rows(parts: Sequence[TaskPart], rows: Rows) -> list[str]:
    """Return the first file of each row; empty where these tasks have none."""
    found = [""] * len(rows.names)
    for part in parts:
        for one in part.logs:
            for layer in np.unique(one.layers).tolist():
                place = rows.first[one.log.model] + layer
                found[place] = found[place] or one.log.source
    return found


def item_names(parts: Sequence[TaskPart]) -> list[str]:
    """Name the items of the board: by their identifiers, behind the task where there are several.

    Identifiers that begin with their task's name already are left as they are.
    """
    if len(parts) == 1:
        return list(parts[0].names.ids)
    names = []
    for part in parts:
        starts = f"{part.task}/"
        own = part.task == "" or all(item.startswith(starts) for item in part.names.ids)
        names += [item if own else starts + item for item in part.names.ids]
    if len(set(names)) == len(names):
        return names
    pairs = [(part.task or "(no task)", item) for part in parts for item in part.names.ids]
    joined = ([f"{task}{mark}{item}" for task, item in pairs] for mark in BETWEEN)
    return next((names for names in joined if len(set(names)) == len(names)), names)


def block(part: TaskPart, rows: Rows) -> NDArray[np.float64]:
    """Return the scores of one task, NaN where there is none."""
    values = np.full((len(rows.names), len(part.names.ids)), np.nan)
    for one in part.logs:
        values[rows.first[one.log.model] + one.layers, one.columns] = one.log.values
    return values


def _scale(
    parts: Sequence[TaskPart], values: NDArray[np.float64]
) -> tuple[Scale | None, Bounds, list[Caution]]:
    """Return the scale that all logs state; None leaves it to the scores."""
    found = {one.log.bounds for part in parts for one in part.logs}
    known = sorted(bounds for bounds in found if bounds is not None)
    if len(known) > 1:
        listed = ", ".join(f"{low:g} to {high:g}" for low, high in known)
        text = f"Scores of different ranges stand on one board ({listed}); they are not rescaled."
        return "real", None, [Caution("bounds_differ", text)]
    seen = values[~np.isnan(values)]
    if len(found) > 1 or not known or np.isin(seen, (0.0, 1.0)).all():
        return None, None, []
    return None, known[0], []


def _model_metadata(rows: Rows, logs: Sequence[Log]) -> dict[str, list[str | None]] | None:
    """Return what the logs say of each model, and the numbers of runs where there are any."""
    columns: dict[str, list[str | None]] = {"model": list(rows.names)}
    if any(run is not None for run in rows.runs):
        columns["run"] = list(rows.runs)
    said: dict[str, dict[str, set[str]]] = {}
    for log in logs:
        for name, cell in log.model_metadata.items():
            if name not in OWN and cell:
                said.setdefault(name, {}).setdefault(log.model, set()).add(cell)
    for name in sorted(said):
        of = {model: "; ".join(sorted(cells)) for model, cells in said[name].items()}
        columns[name] = [of.get(model) for model in rows.models]
    return columns if len(columns) > 1 else None


def _item_metadata(parts: Sequence[TaskPart]) -> dict[str, list[Any]]:
    """Return group (the task, where there are several), identifier, text and direction."""
    several = len(parts) > 1
    columns: dict[str, list[Any]] = {"item": item_names(parts)}
    if several:
        columns["group"] = [part.task for part in parts for _ in part.names.ids]
    columns["id"] = [item for part in parts for item in part.names.ids]
    texts = [text or None for part in parts for text in part.names.texts]
    if any(texts):
        columns["text"] = texts
    directions = [part.logs[0].log.higher_is_better for part in parts]
    if not all(directions):
        sizes = [len(part.names.ids) for part in parts]
        columns["higher_is_better"] = np.repeat(directions, sizes).tolist()
    return columns | _with_numbers(_said_of_items(parts, taken=set(columns)))


def _with_numbers(said: dict[str, list[str | None]]) -> dict[str, list[Any]]:
    """Return chances of guessing as numbers, if all that are known are."""
    chances = said.get("chance")
    try:
        numbers = [None if cell is None else float(cell) for cell in chances or ()]
    except ValueError:
        return dict(said)
    return said | ({"chance": numbers} if chances else {})


def _said_of_items(parts: Sequence[TaskPart], taken: set[str]) -> dict[str, list[str | None]]:
    """Return what the logs say of each item, as most of them say it."""
    votes: dict[str, dict[int, Counter[str]]] = {}
    start = 0
    for part in parts:
        for one in part.logs:
            for name, cells in one.log.item_metadata.items():
                column = votes.setdefault(name, {})
                for place, cell in zip(one.columns.tolist(), cells, strict=True):
                    if cell:
                        column.setdefault(start + place, Counter())[cell] += 1
        start += len(part.names.ids)
    return {
        f"log_{name}" if name in taken | OWN else name: [
            _most(found[place]) if place in found else None for place in range(start)
        ]
        for name, found in sorted(votes.items())
        if found
    }


def _most(cells: Counter[str]) -> str:
    """Return what most rows say, the first in order where several are as many."""
    return min(cells, key=lambda cell: (-cells[cell], cell))
