"""Columns of a table of one model: which names the item, which holds the score, what it asks."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from parallaxis.alignment.natural_order import natural
from parallaxis.errors import FormatError, MissingDataError
from parallaxis.io.harness.repetitions import repetition_numbers
from parallaxis.logs import Kind, Rows, fingerprint
from parallaxis.tables.any_frame import names_of
from parallaxis.tables.cells import shown
from parallaxis.tables.headers import by_meaning, first_named, plain_name
from parallaxis.tables.not_items import refuse_summaries
from parallaxis.tables.pivot import Roles, find_roles
from parallaxis.tables.score_columns import read_score_columns

TEXT_NAMES = ("question", "prompt", "instruction", "problem", "query", "input")
TARGET_NAMES = (
    "target", "gold", "gold answer", "correct answer", "right answer", "expected",
    "expected answer", "reference", "reference answer", "ground truth",
)  # fmt: skip
ANSWER_NAMES = ("answer", "label", "solution")  # the model's own, unless it has another column
OWN_NAMES = frozenset(
    {
        "prediction", "predicted", "pred", "response", "output", "completion", "generation",
        "generated", "generated answer", "model answer", "model output", "model response",
        "predicted answer", "extracted answer", "predicted label",
    }
)  # fmt: skip
REPEAT_NAMES = (
    "run", "epoch", "repeat", "repetition", "trial", "attempt", "sample", "iteration", "seed",
    "run id", "sample idx",
)  # fmt: skip
TASK_NAMES = (
    "task", "task name", "benchmark", "dataset", "subtask", "subset", "split", "subject", "domain",
    "category", "language",
)  # fmt: skip
GROUP_NAMES = frozenset(
    {
        *TASK_NAMES, "chance", "difficulty", "field", "group", "level", "skill", "subcategory",
        "topic", "type",
    }
)  # fmt: skip


MOST_VALUES = 100  # of a column that numbers repetitions
MOSTLY = 0.9  # of the rows that such a column tells apart


@dataclass(frozen=True, slots=True)
class ModelColumns:
    """Which column of a table of one model is which.

    Attributes
    ----------
    item, score : str
    text, target, repeat : str or None
    groups : tuple of str
        Columns that describe items.
    """

    item: str
    score: str
    text: str | None
    target: str | None
    repeat: str | None
    groups: tuple[str, ...]


def model_columns(headers: Sequence[str], given: Roles) -> ModelColumns | None:
    """Which columns name items and hold scores, in a table that names no model?

    Returns
    -------
    ModelColumns or None
        None where a column names models, or none names items, or none holds scores.

    Examples
    --------
    >>> headers = ["question_id", "question", "prediction", "answer", "correct"]
    >>> found = model_columns(headers, Roles(None, None, None))
    >>> found.item, found.score, found.text, found.target
    ('question_id', 'correct', 'question', 'answer')
    >>> model_columns(["model", "item", "score"], Roles(None, None, None)) is None
    True
    """
    naming = [name for name in headers if plain_name(name) not in (*TEXT_NAMES, *TASK_NAMES)]
    roles = find_roles(naming, given)
    if roles.item is None:
        roles = find_roles(headers, given)  # the question, or the task, is all that names an item
    if roles.model is not None or roles.item is None or roles.score is None:
        return None
    meanings = by_meaning(name for name in headers if name != roles.score)
    rest = {meaning: name for meaning, name in meanings.items() if name != roles.item}
    return ModelColumns(
        item=roles.item,
        score=roles.score,
        text=first_named(meanings, TEXT_NAMES),
        target=first_named(rest, TARGET_NAMES + (ANSWER_NAMES if rest.keys() & OWN_NAMES else ())),
        repeat=first_named(rest, REPEAT_NAMES),
        groups=tuple(name for meaning, name in rest.items() if meaning in GROUP_NAMES),
    )


def rows_of_model(
    table: pa.Table, columns: ModelColumns
) -> tuple[Rows, dict[str, tuple[str, ...]]]:
    """Return the rows of a table of one model, and what it says of their items.

    Raises
    ------
    FormatError
        A cell that is no score, by its row; an item without a name.
    MissingDataError
        No row.
    """
    if not table.num_rows:
        raise MissingDataError("the table has no row below its header; it needs scores.")
    items = _names(table, columns)
    refuse_summaries(items)
    if columns.repeat is None:
        _refuse_kinds(table, columns, items)
    texts, targets = _fingerprints(table, columns.text), _fingerprints(table, columns.target)
    rows = Rows()
    for item, value, text, target, repeat in zip(
        items,
        _scores(table, columns.score, items),
        texts,
        targets,
        _repeats(table, columns.repeat, items),
        strict=True,
    ):
        kind: Kind = "unscored" if np.isnan(value) else "scored"
        rows.add(item, value, kind=kind, text=text, target=target, repeat=repeat)
    return rows, {name: tuple(map(_text, _cells(table, name))) for name in columns.groups}


def _names(table: pa.Table, columns: ModelColumns) -> list[str]:
    """Name the items: within their task or category, where one name stands in several."""
    items = names_of(table.column(columns.item), "item")
    for name in columns.groups:
        if plain_name(name) not in TASK_NAMES:
            continue
        groups = [_text(cell) for cell in _cells(table, name)]
        if len(set(zip(items, groups, strict=True))) > len(set(items)):
            items = [f"{group}/{item}" for group, item in zip(groups, items, strict=True)]
    return items


def _scores(table: pa.Table, name: str, items: Sequence[str]) -> list[float]:
    """Read the column of scores."""
    read = read_score_columns(table.select([name]))
    for trouble in read.troubles.values():
        raise FormatError(
            f"column {shown(name)}, row {trouble.row + 1} ({shown(items[trouble.row])}): "
            f"{trouble.value} {trouble.remedy}."
        )
    return [float(value) for value in read.values[:, 0]]


def _repeats(table: pa.Table, name: str | None, items: Sequence[str]) -> list[int]:
    """Number the repetitions of the items: by a column that tells them apart, or as they come.

    Repetitions of less than half of the items are no runs, but tries of single items again.
    """
    if name is not None and _tells_apart(items, cells := list(map(_text, _cells(table, name)))):
        number = {cell: place for place, cell in enumerate(sorted(set(cells), key=natural))}
        return [number[cell] for cell in cells]
    return repetition_numbers(items)


def _tells_apart(items: Sequence[str], cells: Sequence[str]) -> bool:
    """Say whether cells tell rows of one item apart, each for at least half of the items."""
    n_items, pairs = len(set(items)), set(zip(items, cells, strict=True))
    values = Counter(cell for _, cell in pairs)
    if len(values) > MOST_VALUES or len(pairs) < MOSTLY * len(items) or len(pairs) == n_items:
        return False
    return min(values.values()) >= n_items / 2


def _refuse_kinds(table: pa.Table, columns: ModelColumns, items: Sequence[str]) -> None:
    """Refuse several rows an item that are of several metrics, settings or the like."""
    if len(set(items)) == len(items):
        return
    known = {columns.item, columns.score, columns.text, columns.target, columns.repeat}
    for name in table.column_names:
        if name in known or plain_name(name) in OWN_NAMES | {"answer"}:
            continue
        cells = list(map(_text, _cells(table, name)))
        if _tells_apart(items, cells):
            values = " and ".join(map(shown, sorted(set(cells))[:2]))
            raise FormatError(
                f"column {shown(name)} tells apart rows of one item, such as {values} of "
                f"{shown(items[0])}; keep the rows of one of them, or call it 'run' if they are "
                "repetitions."
            )


def _fingerprints(table: pa.Table, name: str | None) -> list[str]:
    """Return the fingerprint of each cell; empty without a column."""
    if name is None:
        return [""] * table.num_rows
    return [fingerprint(_text(cell)) for cell in _cells(table, name)]


def _cells(table: pa.Table, name: str) -> list[Any]:
    """Return the cells of a column."""
    return table.column(name).to_pylist()  # type: ignore[no-any-return]


def _text(cell: Any) -> str:
    """Return a cell as text; what is missing is empty."""
    return "" if cell is None else str(cell).strip()
