"""What several boards say about models and items, in one table."""

from collections.abc import Sequence
from typing import Any, Literal

import pyarrow as pa

from parallaxis.alignment.natural_order import listed
from parallaxis.cautions import Caution
from parallaxis.matrix import ScoreMatrix


def merged_metadata(
    kind: Literal["model", "item"],
    axis: Sequence[str],
    boards: Sequence[ScoreMatrix],
    names: Sequence[str],
) -> tuple[pa.Table | None, list[Caution]]:
    """Return one table of metadata, and where boards say different things.

    The first board that says something counts. Items of boards that share none, and say no group,
    are grouped by board.
    """
    said: dict[str, dict[str, Any]] = {}
    differing: dict[str, int] = {}
    for board in boards:
        table = board.model_metadata if kind == "model" else board.item_metadata
        own = table.column(kind).to_pylist()
        for column in table.column_names:
            if column != kind:
                cells = zip(own, table.column(column).to_pylist(), strict=True)
                n = _add(said.setdefault(column, {}), cells)
                differing[column] = differing.get(column, 0) + n
    if kind == "item" and "group" not in said and _disjoint(boards):
        said["group"] = {
            item: name for board, name in zip(boards, names, strict=True) for item in board.items
        }
    if not said:
        return None, []
    columns = {column: _column([of.get(name) for name in axis]) for column, of in said.items()}
    table = pa.table({kind: pa.array(axis, pa.string()), **dict(sorted(columns.items()))})
    told = [f"{column}: {n}" for column, n in sorted(differing.items()) if n]
    text = f"Boards differ in what they say of {kind}s ({listed(told)}); the first one counts."
    return table, [Caution("metadata_differs", text)] if told else []


def _add(of: dict[str, Any], cells: Any) -> int:
    """Take over what is not known yet; return how much is known otherwise."""
    n = 0
    for name, cell in cells:
        if cell is None or cell == "":
            continue
        n += of.setdefault(name, cell) != cell
    return n


def _disjoint(boards: Sequence[ScoreMatrix]) -> bool:
    """Return whether several boards share no item."""
    total = sum(board.n_items for board in boards)
    return len(boards) > 1 and len({item for board in boards for item in board.items}) == total


def _column(cells: list[Any]) -> pa.Array:
    """Return cells of one type, as text where boards wrote different ones."""
    try:
        return pa.array(cells)
    except (pa.ArrowException, TypeError):
        return pa.array([None if cell is None else str(cell) for cell in cells])
