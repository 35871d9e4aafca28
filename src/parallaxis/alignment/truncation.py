"""Runs that have fewer items than was planned, or than the runs of most other models."""

from collections.abc import Sequence

import numpy as np

from parallaxis.alignment.natural_order import heading, listed
from parallaxis.alignment.placed import Placed
from parallaxis.cautions import Caution


def truncated(task: str, logs: Sequence[Placed]) -> list[Caution]:
    """Say which models stopped early; what they lack is left missing.

    Items that a log lists as never run are counted by kind elsewhere.
    """
    sizes = [int(np.unique(one.columns).size) for one in logs]
    found = []
    for place, (one, size) in enumerate(zip(logs, sizes, strict=True)):
        others = [n for other, n in enumerate(sizes) if other != place]
        more = [n for n in others if n > size]
        of = max(one.log.planned or 0, int(np.median(more)) if 2 * len(more) > len(others) else 0)
        if size < of:
            found.append(f"{one.log.model}: {size:,} of {of:,} in {one.log.source}")
    if not found:
        return []
    text = (
        f"{heading(task)}{len(found)} of {len(logs)} runs have fewer items than was planned or "
        f"than most other models ran ({listed(found)}); what they lack is left missing, never 0."
    )
    return [Caution("truncated", text)]
