"""Names and (model, item) pairs that occur more than once: refuse them, or merge by a policy."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from parallaxis._checks import choice
from parallaxis.cautions import Caution
from parallaxis.errors import DuplicateError
from parallaxis.tables.frame_parts import Duplicates

POLICIES: tuple[Duplicates, ...] = ("error", "mean", "first", "last")
NAMED = 3  # repeated pairs that an error names


def merge_pairs(
    flat: NDArray[np.int64],
    scores: NDArray[np.float64],
    size: int,
    duplicates: Duplicates,
) -> NDArray[np.float64]:
    """Place scores in a flat board, merging those that share a place.

    Parameters
    ----------
    flat : ndarray of int64, shape (n_rows,)
        Place of each score.
    scores : ndarray of float64, shape (n_rows,)
        NaN is passed over, whatever the policy.
    size : int
        Number of places.
    duplicates : {"mean", "first", "last"}
        How scores of one place become one; ``"error"`` means there are none.

    Returns
    -------
    ndarray of float64, shape (size,)
        NaN where no score was placed.
    """
    scored = ~np.isnan(scores)
    flat, scores = flat[scored], scores[scored]
    board = np.full(size, np.nan)
    if duplicates == "mean":
        places, inverse, counts = np.unique(flat, return_inverse=True, return_counts=True)
        board[places] = np.bincount(inverse, weights=scores) / counts
    elif duplicates == "first":
        board[flat[::-1]] = scores[::-1]
    else:
        board[flat] = scores
    return board


def refuse_or_note(
    flat: NDArray[np.int64],
    models: Sequence[str],
    items: Sequence[str],
    duplicates: Duplicates,
    policies: Sequence[Duplicates] = POLICIES,
) -> tuple[Caution, ...]:
    """Raise for places that occur twice, or note how many were merged.

    The message names the `policies` that merge.

    Raises
    ------
    DuplicateError
        Up to three of the pairs, with their rows, and how many there are.
    """
    choice("duplicates", duplicates, POLICIES)
    order = np.argsort(flat, kind="stable")
    ordered = flat[order]
    again = np.flatnonzero(ordered[1:] == ordered[:-1]) + 1
    if again.size == 0:
        return ()
    starts = again[np.r_[True, ordered[again][1:] != ordered[again][:-1]]]
    if duplicates != "error":
        text = (
            f"Scores of one (model, item) pair were merged into their {duplicates}: "
            f"{again.size + starts.size} scores became {starts.size}."
        )
        return (Caution("duplicates_merged", text),)
    earliest = starts[np.argsort(order[starts], kind="stable")][:NAMED]
    named = [
        f"({models[ordered[k] // len(items)]!r}, {items[ordered[k] % len(items)]!r}) "
        f"in rows {order[k - 1] + 1} and {order[k] + 1}"
        for k in earliest
    ]
    merging = [repr(policy) for policy in policies if policy != "error"]
    raise DuplicateError(
        f"{starts.size} (model, item) pair{'s' if starts.size > 1 else ''} repeated: "
        f"{', '.join(named)}{', …' if starts.size > NAMED else ''}; pass duplicates="
        f"{', '.join(merging[:-1])} or {merging[-1]} (--duplicates), or another item_column that "
        "tells them apart."
    )


def merge_rows(
    values: NDArray[np.float64],
    names: Sequence[str],
    kind: str,
    duplicates: Duplicates,
) -> tuple[NDArray[np.float64], NDArray[np.int64], tuple[Caution, ...]]:
    """Merge rows of a wide board that share a name.

    Returns
    -------
    values : ndarray, shape (n_distinct, n_columns)
    first : ndarray of int64, shape (n_distinct,)
        The row in which each name first occurs.
    notes : tuple of Caution

    Raises
    ------
    DuplicateError
        The first name that occurs twice, with both rows, where the policy is ``"error"``.
    """
    choice("duplicates", duplicates, POLICIES)
    codes: dict[str, int] = {}
    first: list[int] = []
    row_codes = np.empty(len(names), dtype=np.int64)
    for row, name in enumerate(names):
        if name not in codes:
            codes[name] = len(first)
            first.append(row)
        elif duplicates == "error":
            raise DuplicateError(
                f"{kind} {name!r} is repeated (rows {first[codes[name]] + 1} and {row + 1}); pass "
                "duplicates='mean', 'first' or 'last' (--duplicates), or rename or remove one."
            )
        row_codes[row] = codes[name]
    if len(first) == len(names):
        return values, np.arange(len(names)), ()
    shape = (len(first), values.shape[1])
    flat = (row_codes[:, None] * shape[1] + np.arange(shape[1])).ravel()
    merged = merge_pairs(flat, values.ravel(), shape[0] * shape[1], duplicates)
    text = (
        f"Rows that name one {kind} were merged into the {duplicates} of their scores: "
        f"{len(names)} rows became {len(first)}."
    )
    return merged.reshape(shape), np.array(first), (Caution("duplicates_merged", text),)
