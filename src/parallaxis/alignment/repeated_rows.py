"""Rows that a log holds more than once for one item and run: copies, retries, contradictions."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from parallaxis.alignment.natural_order import heading, listed, named_task, natural
from parallaxis.alignment.placed import Placed
from parallaxis.cautions import Caution


@dataclass(slots=True)
class _Count:
    """What was found in one log."""

    source: str
    copies: int = 0
    retries: int = 0
    contradicting: tuple[str, ...] = ()


def one_row_each(task: str, logs: Sequence[Placed]) -> tuple[list[Placed], list[Caution]]:
    """Return the logs with one row for each item and run.

    Rows that say the same are one row; a row that was scored stands before one that failed, as a
    retry; where scored rows contradict each other the answer is left missing.
    """
    out, counts = [], []
    for one in logs:
        cells = one.columns * one.n_layers + one.layers
        if np.unique(cells).size == cells.size:
            out.append(one)
            continue
        cleaned, count = _cleaned(one, cells.tolist())
        out.append(cleaned)
        counts.append(count)
    return out, _cautions(task, counts)


def _cleaned(one: Placed, cells: list[int]) -> tuple[Placed, _Count]:
    """Settle the cells that have several rows."""
    log, count = one.log, _Count(one.log.source)
    rows_of: dict[int, list[int]] = {}
    for row, cell in enumerate(cells):
        rows_of.setdefault(cell, []).append(row)
    kept, contradicting = [], []
    for rows in rows_of.values():
        scored = [row for row in rows if log.kinds[row] == "scored"]
        chosen = scored or rows
        count.retries += len(rows) - len(chosen)
        kept.append(min(chosen, key=lambda row: (log.kinds[row], repr(log.values[row]))))
        if len({(log.kinds[row], repr(float(log.values[row]))) for row in chosen}) > 1:
            contradicting.append(kept[-1])
        else:
            count.copies += len(chosen) - 1
    count.contradicting = tuple(sorted({log.items[row] for row in contradicting}, key=natural))
    return _taken(one, kept, set(contradicting)), count


def _taken(one: Placed, kept: Sequence[int], contradicting: set[int]) -> Placed:
    """Return some rows of a log, of which some are left missing."""
    log, rows = one.log, sorted(kept)
    values = [np.nan if row in contradicting else log.values[row] for row in rows]
    cut = replace(
        log,
        items=tuple(log.items[row] for row in rows),
        texts=tuple(log.texts[row] for row in rows),
        targets=tuple(log.targets[row] for row in rows),
        prompts=tuple(log.prompts[row] for row in rows),
        repeats=tuple(log.repeats[row] for row in rows),
        values=np.array(values, dtype=np.float64),
        kinds=tuple("contradicting" if row in contradicting else log.kinds[row] for row in rows),
        item_metadata={
            name: tuple(cells[row] for row in rows) for name, cells in log.item_metadata.items()
        },
    )
    return Placed(cut, one.columns[rows], one.layers[rows])


def _cautions(task: str, counts: Sequence[_Count]) -> list[Caution]:
    """Say what was merged and what was left missing."""
    merged = [count for count in counts if count.copies or count.retries]
    cautions = []
    if merged:
        copies, retries = sum(c.copies for c in merged), sum(c.retries for c in merged)
        text = (
            f"{heading(task)}{copies:,} rows that repeat another row and {retries:,} failed tries "
            f"of an answer that was scored in the end are left out "
            f"({listed([c.source for c in merged])})."
        )
        cautions.append(Caution("repeated_rows", text))
    for count in counts:
        if count.contradicting:
            text = (
                f"{count.source}: {len(count.contradicting):,} items of {named_task(task)} have "
                f"rows with different scores ({listed(count.contradicting)}); they are left "
                "missing."
            )
            cautions.append(Caution("contradicting_rows", text))
    return cautions
