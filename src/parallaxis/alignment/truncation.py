"""Runs with fewer items than planned, or than most others have, or with none that others have."""

from collections.abc import Sequence

import numpy as np

from parallaxis.alignment.natural_order import heading, listed
from parallaxis.alignment.placed import Placed, Places
from parallaxis.cautions import Caution


def truncated(task: str, logs: Sequence[Placed]) -> list[Caution]:
    """Say which models stopped early; what they lack is left missing.

    Items that a log lists as never run are counted by kind elsewhere.
    """
    runs = _runs(logs)
    sizes = [np.unique(np.concatenate([one.columns for one in run])).size for run in runs]
    found = []
    for place, (run, size) in enumerate(zip(runs, sizes, strict=True)):
        others = [n for other, n in enumerate(sizes) if other != place]
        more = [n for n in others if n > size]
        usual = int(np.median(more)) if 2 * len(more) > len(others) else 0
        of = max(usual, *(one.log.planned or 0 for one in run))
        if size < of:
            found.append(f"{run[0].log.model}: {size:,} of {of:,} in {run[0].log.source}")
    if not found:
        return []
    text = (
        f"{heading(task)}{len(found)} of {len(runs)} runs have fewer items than was planned or "
        f"than most other models ran ({listed(found)}); what they lack is left missing, never 0."
    )
    return [Caution("truncated", text)]


def alone_cautions(task: str, logs: Sequence[Placed]) -> list[Caution]:
    """Say which models have no item in common with any other model."""
    by_model: dict[str, list[Places]] = {}
    for one in logs:
        by_model.setdefault(one.log.model, []).append(one.columns)
    columns = {model: np.unique(np.concatenate(parts)) for model, parts in by_model.items()}
    holders = np.bincount(np.concatenate(list(columns.values())))
    alone = [model for model, places in columns.items() if (holders[places] == 1).all()]
    if len(columns) < 2 or not alone:
        return []
    text = (
        f"{heading(task)}{len(alone)} of {len(columns)} models share no item with any other "
        f"({listed(alone)}): nothing compares them; see whether their questions are written "
        "differently."
    )
    return [Caution("no_shared_items", text)]


def _runs(logs: Sequence[Placed]) -> list[list[Placed]]:
    """Return the logs by run; several where a run is in parts that share no item."""
    runs: dict[tuple[str, int], list[Placed]] = {}
    for one in logs:
        runs.setdefault((one.log.model, int(one.layers.min())), []).append(one)
    return list(runs.values())
