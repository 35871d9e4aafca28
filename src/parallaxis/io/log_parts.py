"""Runs that a harness spreads over many files, one instance each."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from parallaxis.logs import Log


def put_together(logs: Sequence[Log]) -> list[Log]:
    """Return the logs, with the parts of each run put together in the order of their files.

    Parts belong together by the folder of the run, format, model, task, run and score. The whole
    has the first file's name and notes, and the notes of the others that say something else.
    """
    whole = [log for log in logs if not log.part]
    runs: dict[tuple[str, ...], list[Log]] = {}
    for log in logs:
        if log.part:
            folder = log.source.rsplit("/", 2)[0]  # above that of the instance
            key = (folder, log.format, log.model, log.task, log.run, log.score)
            runs.setdefault(key, []).append(log)
    return [*whole, *map(_one_run, runs.values())]


def _one_run(parts: list[Log]) -> Log:
    """Return one log of all rows."""

    def joined(name: str) -> tuple[Any, ...]:
        return tuple(cell for part in parts for cell in getattr(part, name))

    names = set.intersection(*(set(part.item_metadata) for part in parts))
    metadata = {
        name: tuple(cell for part in parts for cell in part.item_metadata[name]) for name in names
    }
    return replace(
        parts[0],
        part=False,
        items=joined("items"),
        texts=joined("texts"),
        targets=joined("targets"),
        prompts=joined("prompts"),
        repeats=joined("repeats"),
        kinds=joined("kinds"),
        values=np.concatenate([part.values for part in parts]),
        item_metadata=metadata,
        notes=tuple(dict.fromkeys(note for part in parts for note in part.notes)),
    )
