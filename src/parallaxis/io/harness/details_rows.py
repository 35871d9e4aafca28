"""The two layouts of details files: which column is item, text, answer, score."""

import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.types as kinds

from parallaxis.errors import FormatError
from parallaxis.io.harness.details_file import Details
from parallaxis.io.harness.json_fields import plain_text, plain_value
from parallaxis.io.harness.reading import as_number, as_object
from parallaxis.logs import Kind, Rows, fingerprint

FLAT = ("acc", "acc_norm", "mc1", "mc2", "em", "exact_match", "f1")  # columns of the oldest files
WORDS = {"true": 1.0, "false": 0.0}  # truth values that were written as text


@dataclass(frozen=True, slots=True)
class Layout:
    """Where a details file has what.

    Attributes
    ----------
    scores : mapping of str to str
        Column that holds each score, by the score's name.
    columns : tuple of str
        Columns with what is known of the items.
    item : callable
        Takes a row and its place; returns identifier, question, right answer and prompt.
    is_bare : bool
        Whether there is no score at all, not even one that is no single number.
    """

    scores: dict[str, str]
    columns: tuple[str, ...]
    item: Callable[[dict[str, Any], str], tuple[str, str, str, str]]
    is_bare: bool = False

    def rows(self, details: Details, score: str) -> tuple[Rows, bool]:
        """Return the rows of a score, and whether their items have names of their own.

        Of no score, with an empty name, nothing was scored.
        """
        column, found, named = self.scores.get(score, ""), [], True
        narrow = column if column.count(".") < 2 else column.partition(".")[0]
        for place, row in details.rows([*self.columns, *([narrow] if column else [])]):
            name, text, target, prompt = self.item(row, place)
            cell = _cell(row, column, score) if column else None
            value = as_score(cell, f"{place}, {score}")
            found.append((name, value, fingerprint(text), fingerprint(target), fingerprint(prompt)))
            named = named and bool(name)
        rows = Rows()
        for position, (name, value, text, target, prompt) in enumerate(found):
            kind: Kind = "unscored" if math.isnan(value) else "scored"
            item = name if named else str(position)
            rows.add(item, value, kind=kind, text=text, target=target, prompt=prompt)
        return rows, named and bool(found)


def layout_of(schema: pa.Schema) -> Layout:
    """Return the layout of a file by its columns.

    Raises
    ------
    FormatError
        It has the columns of neither layout.
    """
    names = schema.names
    if "doc" in names and "metric" in names:
        doc, scores = _fields(schema, "doc"), _numbers(schema, "metric")
        wanted = [f"doc.{name}" for name in ("id", "query", "choices", "gold_index") if name in doc]
        if "input" in _fields(schema, "model_response"):
            wanted.append("model_response.input")
        return Layout(scores, tuple(wanted), _new_item, _is_empty(schema, "metric"))
    flat = {name: name for name in FLAT if name in names and _is_number(schema.field(name).type)}
    scores = _numbers(schema, "metrics") if "metrics" in names else flat
    if not scores and not {"metrics", "example", "full_prompt"} & set(names):
        raise FormatError(
            f"has the columns {', '.join(map(repr, names[:12]))}; a details file has 'doc' and "
            "'metric', or 'example' and 'metrics'."
        )
    wanted = ["example", "full_prompt", "choices", "gold_index", "gold"]
    columns = tuple(name for name in wanted if name in names)
    return Layout(scores, columns, _old_item, not scores and _is_empty(schema, "metrics"))


def as_score(value: Any, place: str) -> float:
    """Return a score as a number, also where truth values were written as text.

    Raises
    ------
    FormatError
        It is neither.
    """
    if isinstance(value, str) and value.lower() in WORDS:
        return WORDS[value.lower()]
    return as_number(value, place)


def _fields(schema: pa.Schema, column: str) -> dict[str, pa.DataType]:
    """Return the fields of a struct column by name, without those that are always empty."""
    kind = schema.field(column).type if column in schema.names else pa.null()
    if not kinds.is_struct(kind):
        return {}
    fields = (kind.field(i) for i in range(kind.num_fields))
    return {field.name: field.type for field in fields if not kinds.is_null(field.type)}


def _is_empty(schema: pa.Schema, column: str) -> bool:
    """Return whether a column is not there, or never holds anything."""
    kind = schema.field(column).type if column in schema.names else pa.null()
    return kinds.is_null(kind) or (kinds.is_struct(kind) and not _fields(schema, column))


def _numbers(schema: pa.Schema, column: str) -> dict[str, str]:
    """Return the scores of a struct column that are single numbers."""
    fields = _fields(schema, column)
    return {name: f"{column}.{name}" for name, kind in fields.items() if _is_number(kind)}


def _is_number(kind: pa.DataType) -> bool:
    """Return whether a column holds one number a row, or a truth value as text."""
    numbers = (kinds.is_boolean, kinds.is_integer, kinds.is_floating)
    return any(test(kind) for test in (*numbers, kinds.is_string, kinds.is_large_string))


def _cell(row: dict[str, Any], column: str, score: str) -> Any:
    """Return a score's cell, of its struct or of a column of its own."""
    holder, inside, _ = column.partition(".")
    return (row.get(holder) or {}).get(score) if inside else row.get(holder)


def _new_item(row: dict[str, Any], place: str) -> tuple[str, str, str, str]:
    """Return what the struct `doc` says."""
    doc = as_object(row.get("doc"), f"{place}, doc")
    name = doc.get("id")
    response = row.get("model_response") or {}
    right = _right(doc.get("choices"), doc.get("gold_index"))
    return (
        "" if name is None else str(name),
        _asked(doc.get("query"), doc.get("choices")),
        right,
        _text(response.get("input")),
    )


def _old_item(row: dict[str, Any], _: str) -> tuple[str, str, str, str]:
    """Return what the flat columns say; they name no item."""
    gold = row.get("gold_index")
    right = _right(row.get("choices"), row.get("gold") if gold is None else gold)
    return "", _asked(row.get("example"), row.get("choices")), right, _text(row.get("full_prompt"))


def _asked(question: Any, choices: Any) -> str:
    """Return the text of a question with its choices in a fixed order; one alone is the answer."""
    text, listed = _text(question), choices if isinstance(choices, list) else []
    several = sorted(plain_text(_text(one)) for one in listed) if len(listed) > 1 else []
    return "\n".join([text, *several]) if text else ""


def _right(choices: Any, gold: Any) -> str:
    """Return the right answers' texts: of the choices at these places, or as they are given."""
    listed = choices if isinstance(choices, list) else []
    found = []
    for one in gold if isinstance(gold, list) else [gold]:
        if isinstance(one, int) and 0 <= one < len(listed):
            found.append(_text(listed[one]))
        elif isinstance(one, str):
            found.append(one)
    return "\n".join(found)


def _text(value: Any) -> str:
    """Return a text as it is, and anything else in one written form."""
    if value is None or isinstance(value, str):
        return value or ""
    return json.dumps(plain_value(value), sort_keys=True, ensure_ascii=False, default=str)
