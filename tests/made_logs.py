"""Logs made by hand, for tests of what joins them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from parallaxis.align import Aligned
from parallaxis.logs import Kind, Log, fingerprint


def made_log(
    model: str,
    values: Sequence[float],
    *,
    items: Sequence[str] | None = None,
    texts: Sequence[str] | bool = True,
    **settings: Any,
) -> Log:
    """Return a log of one model; questions are named q0, q1, ... and have texts of their own.

    With texts True a question's text follows from its name; with False there is none.
    """
    n = len(values)
    names = tuple(items) if items is not None else tuple(f"item-of-{i}" for i in range(n))
    if texts is True:
        marks = tuple(fingerprint(f"text of {name}") for name in names)
    elif texts is False:
        marks = ("",) * n
    else:
        marks = tuple(fingerprint(text) for text in texts)
    kinds: tuple[Kind, ...] = tuple("unscored" if np.isnan(value) else "scored" for value in values)
    columns: dict[str, Any] = {
        "targets": ("",) * n,
        "prompts": ("",) * n,
        "repeats": (0,) * n,
        "kinds": kinds,
    }
    settings = {
        "source": f"{model}.jsonl", "format": "made", "task": "t", "run": "", "score": "acc",
        "scores": ("acc",), **columns, **settings,
    }  # fmt: skip
    return Log(
        model=model,
        items=names,
        texts=marks,
        values=np.array(values, dtype=np.float64),
        **settings,
    )


def shuffled_rows(log: Log, seed: int) -> Log:
    """Return a log with its rows in another order."""
    order = np.random.default_rng(seed).permutation(len(log.items)).tolist()
    return replace(
        log,
        items=tuple(log.items[row] for row in order),
        texts=tuple(log.texts[row] for row in order),
        targets=tuple(log.targets[row] for row in order),
        prompts=tuple(log.prompts[row] for row in order),
        repeats=tuple(log.repeats[row] for row in order),
        values=log.values[order],
        kinds=tuple(log.kinds[row] for row in order),
        item_metadata={
            name: tuple(cells[row] for row in order) for name, cells in log.item_metadata.items()
        },
    )


def codes(found: Aligned) -> set[str]:
    """Return the codes of all cautions."""
    return {caution.code for caution in found.report.cautions}


def said(found: Aligned, code: str) -> str:
    """Return the sentence of the one caution of a code."""
    (text,) = (caution.text for caution in found.report.cautions if caution.code == code)
    return text
