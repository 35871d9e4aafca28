"""The register check on sources that were joined on names alone."""

from collections.abc import Sequence

import numpy as np

from parallaxis.alignment.natural_order import natural
from parallaxis.alignment.register import Array, mean_of_scored, register_check
from parallaxis.cautions import Caution
from parallaxis.errors import InputError
from parallaxis.intake_report import RegisterCheck, Shared

FEWEST_ROWS = 3  # models beside a source that its answers can be held against


def checks_of_rows(
    values: Array, sources: Sequence[str], models: Sequence[str]
) -> list[RegisterCheck]:
    """Hold the item means of each source against those of all others.

    Parameters
    ----------
    values : ndarray, shape (n_rows, n_items)
    sources, models : sequence of str, length n_rows
        Rows of one model are its repetitions: a mean is as wide as there are models.
    """
    rows_of: dict[str, list[int]] = {}
    for row, source in enumerate(sources):
        if source:
            rows_of.setdefault(source, []).append(row)
    held_by: dict[str, set[str]] = {}
    for model, source in zip(models, sources, strict=True):
        if source:
            held_by.setdefault(model, set()).add(source)
    names = sorted(rows_of)
    ordered = sorted(names, key=natural)
    n_rows = sum(map(len, rows_of.values()))
    total = _sums(values[[row for name in names for row in rows_of[name]]])
    found = []
    for name in names[:1] if len(names) == 2 else names:
        mine = rows_of[name]
        if n_rows - len(mine) < FEWEST_ROWS:
            continue
        others = [one for one in ordered[:2] if one != name]
        other = others[0] + (f" and {len(names) - 2} more" if len(names) > 2 else "")
        own = _sums(values[mine])
        means = (_mean(*own), _mean(total[0] - own[0], total[1] - own[1]))
        own_models = {models[row] for row in mine}
        only_here = sum(len(held_by[model]) == 1 for model in own_models)
        width = min(len(own_models), len(held_by) - only_here)
        found.append(register_check(name, other, "items", means, width=width))
    return found


def _sums(values: Array) -> tuple[Array, Array]:
    """Return the sum of the scores of each column, and how many there are."""
    seen = ~np.isnan(values)
    return np.where(seen, values, 0.0).sum(axis=0), seen.sum(axis=0).astype(float)


def _mean(sums: Array, counts: Array) -> Array:
    """Return means; NaN where nothing is scored."""
    blank = np.full(counts.shape, np.nan)
    return np.asarray(np.divide(sums, counts, out=blank, where=counts > 0))


def checks_of_boards(
    names: tuple[str, str], values: tuple[Array, Array], shared: dict[Shared, tuple[Array, Array]]
) -> list[RegisterCheck]:
    """Compare two boards over the models and over the items that they share.

    Parameters
    ----------
    names : pair of str
    values : pair of ndarray, shape (n_models, n_items)
    shared : mapping of {"models", "items"} to pair of ndarray of int
        Places of the shared names in both boards.
    """
    found = []
    for what, (mine, theirs) in shared.items():
        axis = 1 if what == "models" else 0
        means = (
            mean_of_scored(values[0], axis)[mine],
            mean_of_scored(values[1], axis)[theirs],
        )
        width = min(values[0].shape[axis], values[1].shape[axis])
        found.append(register_check(*names, what, means, width=width))
    return found


def judged(checks: Sequence[RegisterCheck], remedy: str, *, refuse: bool = True) -> list[Caution]:
    """Return a caution for every doubtful check.

    Raises
    ------
    InputError
        A check is gross and `refuse` is set; both sources are named.
    """
    cautions = []
    for check in checks:
        if check.fit not in {"doubtful", "gross"}:
            continue
        text = (
            f"{check.first} and {check.second}: means of the {check.n:,} {check.shared} that they "
            f"share by name correlate only {check.correlation:.2f} (95 % bound "
            f"{check.upper:.2f}), as if the names did not mean the same in both"
        )
        if check.fit == "gross" and refuse:
            raise InputError(f"{text}; {remedy}.")
        cautions.append(Caution("out_of_register", f"{text}."))
    return cautions
