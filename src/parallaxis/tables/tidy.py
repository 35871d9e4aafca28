"""Arrays, names and metadata to one tidy table and back, with nothing lost."""

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import narwhals as nw
import numpy as np
import pyarrow as pa
import pyarrow.csv as pacsv
import pyarrow.parquet as pq
from numpy.typing import NDArray

from parallaxis.errors import DuplicateError, FormatError, InputError, MissingDataError, ShapeError
from parallaxis.writing import whole_file

KEY = b"parallaxis"
MEANINGS = {
    "model": ("family", "date", "cost", "run"),
    "item": ("group", "chance", "higher_is_better"),
}


@dataclass(frozen=True, slots=True)
class Parts:
    """A board taken apart: what a table must carry for the board to come back unchanged."""

    values: NDArray[np.float64]
    models: tuple[str, ...]
    items: tuple[str, ...]
    model_metadata: pa.Table
    item_metadata: pa.Table
    facts: dict[str, Any]


def encode(parts: Parts) -> pa.Table:
    """Return a table with columns model, item, score; a null score = not scored.

    Names, metadata and facts travel in the schema, under the key ``parallaxis``.
    """
    n_models, n_items = parts.values.shape
    flat = parts.values.ravel()
    columns = {
        "model": _repeated(parts.models, np.repeat(np.arange(n_models), n_items)),
        "item": _repeated(parts.items, np.tile(np.arange(n_items), n_models)),
        "score": pa.array(flat, mask=np.isnan(flat)),
    }
    header = {
        "facts": parts.facts,
        "models": list(parts.models),
        "items": list(parts.items),
        "model_metadata": _pack(parts.model_metadata),
        "item_metadata": _pack(parts.item_metadata),
    }
    return pa.table(columns).replace_schema_metadata({KEY: json.dumps(header)})


def is_tidy(schema: pa.Schema) -> bool:
    """Return whether a schema is one that :func:`encode` wrote."""
    return bool(schema.metadata) and KEY in schema.metadata


def decode(table: pa.Table) -> Parts:
    """Return the parts that :func:`encode` was given."""
    if not is_tidy(table.schema):
        raise FormatError("the table does not carry a board; read it with load() or from_frame().")
    header = json.loads(table.schema.metadata[KEY])
    shape = (len(header["models"]), len(header["items"]))
    if table.num_rows != shape[0] * shape[1]:
        raise FormatError(
            f"the table has {table.num_rows} rows where {shape[0]} models × {shape[1]} items need "
            f"{shape[0] * shape[1]}; it was cut or changed after it was written."
        )
    scores = table.column("score").to_numpy(zero_copy_only=False).astype(np.float64)
    return Parts(
        values=scores.reshape(shape),
        models=tuple(header["models"]),
        items=tuple(header["items"]),
        model_metadata=_unpack(header["model_metadata"]),
        item_metadata=_unpack(header["item_metadata"]),
        facts=header["facts"],
    )


def write_parquet(table: pa.Table, path: Path) -> None:
    """Write one Parquet file, whole or not at all."""
    with whole_file(path) as temporary:
        pq.write_table(table, temporary, compression="zstd")


def write_csv(table: pa.Table, path: Path) -> None:
    """Write one CSV file, whole or not at all."""
    plain = table.select(["model", "item", "score"]).cast(
        pa.schema([("model", pa.string()), ("item", pa.string()), ("score", pa.float64())])
    )
    with whole_file(path) as temporary:
        pacsv.write_csv(plain, temporary)


def read_parquet(path: Path) -> pa.Table:
    """Return the table of one Parquet file."""
    return pq.ParquetFile(path).read()


def metadata_table(kind: str, names: Sequence[str], given: Any) -> pa.Table:
    """Return a metadata table with its rows in the order of the names.

    `given` is None, a mapping of columns, or a frame of any library. With a column `kind`
    (``model`` or ``item``) its rows are joined by name and may be fewer or more than the names;
    without one they are taken in order and must be as many.
    """
    if given is None:
        return pa.table({kind: pa.array(names, pa.string())})
    table = _with_meanings(kind, _as_table(kind, given))
    if kind in table.column_names:
        return _joined(kind, names, table)
    if table.num_rows != len(names):
        raise ShapeError(
            f"{kind} metadata has {table.num_rows} rows for {len(names)} {kind}s; "
            f"give it a column {kind!r} to join by name."
        )
    return table.add_column(0, kind, pa.array(names, pa.string()))


def with_column(table: pa.Table, name: str, values: Sequence[Any]) -> pa.Table:
    """Return the table with one column set."""
    column = pa.array(values)
    if name in table.column_names:
        return table.set_column(table.column_names.index(name), name, column)
    return table.append_column(name, column)


def canonical_bytes(table: pa.Table) -> bytes:
    """Return the content of a metadata table as bytes that do not depend on chunks or order."""
    columns = {name: table.column(name).to_pylist() for name in sorted(table.column_names)}
    return json.dumps(columns, default=str, ensure_ascii=False).encode()


def _joined(kind: str, names: Sequence[str], table: pa.Table) -> pa.Table:
    """Bring metadata rows into the order of the names; unknown names are left out."""
    keys = [str(key) for key in table.column(kind).to_pylist()]
    place: dict[str, int] = {}
    for row, key in enumerate(keys):
        if key in place:
            raise DuplicateError(
                f"{kind} metadata names {key!r} twice (rows {place[key] + 1} and {row + 1})."
            )
        place[key] = row
    if not set(names) & place.keys():
        raise MissingDataError(
            f"{kind} metadata speaks of none of the {len(names)} {kind}s (first: {names[0]!r}; "
            f"metadata has {keys[0] if keys else 'no row'!r})."
        )
    rows = pa.array([place.get(name) for name in names], pa.int64())
    taken = table.take(rows)
    rest = {name: taken.column(name) for name in taken.column_names if name != kind}
    return pa.table({kind: pa.array(names, pa.string())} | rest)


def _as_table(kind: str, given: Any) -> pa.Table:
    """Turn a frame of any library into an Arrow table without its schema notes."""
    try:
        if isinstance(given, Mapping):
            table = pa.table({str(name): column for name, column in given.items()})
        else:
            table = nw.from_native(given, eager_only=True).to_arrow()
    except (TypeError, ValueError, AttributeError, OverflowError, pa.ArrowException) as error:
        what = f"a {type(given).__name__} that cannot be read as columns ({error})"
        raise InputError(
            f"{kind}_metadata is {' '.join(what.split())}; pass a frame, or a mapping of names to "
            "columns of one length."
        ) from error
    return table.replace_schema_metadata(None).combine_chunks()


def _with_meanings(kind: str, table: pa.Table) -> pa.Table:
    """Write headers that have a meaning in small letters, whatever their case."""
    headers = list(table.column_names)
    for place, header in enumerate(headers):
        meaning = header.strip().casefold().replace(" ", "_")
        if meaning in MEANINGS[kind] and meaning not in headers:
            headers[place] = meaning
    return table.rename_columns(headers)


def _repeated(names: Sequence[str], places: NDArray[np.intp]) -> pa.DictionaryArray:
    """Return names by position, each stored once."""
    indices = pa.array(places.astype(np.int32))
    return pa.DictionaryArray.from_arrays(indices, pa.array(names, pa.string()))


def _pack(table: pa.Table) -> str:
    """Serialise a small table to text."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return base64.b64encode(sink.getvalue().to_pybytes()).decode()


def _unpack(text: str) -> pa.Table:
    """Undo `_pack`."""
    with pa.ipc.open_stream(base64.b64decode(text)) as reader:
        table = reader.read_all()
    table.validate(full=True)  # a changed file may hold offsets that point anywhere
    return table.combine_chunks()
