"""The register check on sources that were joined on names alone."""

from collections.abc import Sequence

import numpy as np

from parallaxis.alignment.natural_order import natural
from parallaxis.alignment.register import Array, mean_of_scored, register_check
from parallaxis.cautions import Caution
from parallaxis.errors import InputError
from parallaxis.intake_report import RegisterCheck, Shared

FEWEST_ROWS = 3  # models beside a source that its answers can be held against


def checks_of_rows(values: Array, sources: Sequence[str]) -> list[RegisterCheck]:
    """Hold the item means of each source against those of all others.

    Parameters
    ----------
    values : ndarray, shape (n_rows, n_items)
    sources : sequence of str, length n_rows
    """
    names = sorted({source for source in sources if source})
    if len(names) == 2:
        names = names[:1]
    found = []
    for name in names:
        mine = np.array([source == name for source in sources])
        theirs = ~mine & np.array([bool(source) for source in sources])
        if theirs.sum() < FEWEST_ROWS:
            continue
        others = sorted({source for source in sources if source not in {name, ""}}, key=natural)
        other = others[0] + (f" and {len(others) - 1} more" if len(others) > 1 else "")
        means = (mean_of_scored(values[mine], 0), mean_of_scored(values[theirs], 0))
        width = int(min(mine.sum(), theirs.sum()))
        found.append(register_check(name, other, "items", means, width=width))
    return found


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
