"""Columns of a wide table that are no items: text, summaries, counts, flags."""

import shlex
from collections.abc import Sequence

import numpy as np

from parallaxis.errors import FormatError, TextColumnError
from parallaxis.tables.cells import shown
from parallaxis.tables.headers import NOT_ITEM_NAMES, SUMMARY_NAMES, plain_name
from parallaxis.tables.score_columns import ScoreColumns

LISTED = 20  # columns that one message names
MOSTLY = 0.5  # share of unreadable cells from which a column is text rather than mistyped


def refuse_columns(
    headers: Sequence[str], places: Sequence[int], scores: ScoreColumns, rows: Sequence[str]
) -> None:
    """Refuse columns that are no items, and cells that are no scores.

    Parameters
    ----------
    headers : sequence of str
        Columns that would be items.
    places : sequence of int
        Their places in the table, from 1.
    scores : ScoreColumns
        What was read of them.
    rows : sequence of str
        Names of the rows.

    Raises
    ------
    FormatError
        All columns that are no items, or else the first cell that is no score.
    """
    reasons = _reasons(headers, scores)
    if reasons:
        raise TextColumnError(_not_items(headers, places, reasons))
    for column, trouble in sorted(scores.troubles.items()):
        raise FormatError(
            f"column {shown(headers[column])}, row {trouble.row + 1} ({shown(rows[trouble.row])}): "
            f"{trouble.value} {trouble.remedy}."
        )


def refuse_summaries(items: Sequence[str]) -> None:
    """Refuse an item that is a summary of the others, such as a row of averages."""
    for place, item in enumerate(items, start=1):
        if len(items) > 1 and plain_name(item) in SUMMARY_NAMES:
            raise FormatError(
                f"item {shown(item)} (place {place}) sounds like a summary of the other items; "
                "remove it, or rename it if it is an item."
            )


def _reasons(headers: Sequence[str], scores: ScoreColumns) -> dict[int, str]:
    """Say of each column that is no item why it is none."""
    reasons: dict[int, str] = {}
    for column, trouble in scores.troubles.items():
        if trouble.share >= MOSTLY:
            reasons[column] = f"holds text, such as {trouble.value} in row {trouble.row + 1}"
    if len(headers) > 1:
        for column, header in enumerate(headers):
            if plain_name(header) in NOT_ITEM_NAMES:
                reasons.setdefault(column, "is by its name no item")
    if reasons:
        for column in words_beside_numbers(scores):
            reasons.setdefault(column, "says true and false beside columns of numbers")
    return dict(sorted(reasons.items()))


def words_beside_numbers(scores: ScoreColumns) -> list[int]:
    """Return columns that say true and false where others hold numbers other than 0 and 1.

    Such a column may be a flag of the model; where nothing else says so it stays an item.
    """
    if not scores.worded:
        return []
    numbered = [i for i in range(scores.values.shape[1]) if i not in scores.worded]
    values = scores.values[:, numbered]
    if not (~np.isnan(values) & (values != 0.0) & (values != 1.0)).any():
        return []
    return sorted(scores.worded)


def command_options(names: Sequence[str]) -> str:
    """Return the options of the command line that keep columns as metadata, to be pasted.

    Examples
    --------
    >>> command_options(["kind", "hub likes"])
    "--metadata-column kind --metadata-column 'hub likes'"
    """
    return " ".join(f"--metadata-column {shlex.quote(name)}" for name in names)


def _not_items(headers: Sequence[str], places: Sequence[int], reasons: dict[int, str]) -> str:
    """Write the message that names the columns and the remedy."""
    first, why = next(iter(reasons.items()))
    named = [headers[column] for column in reasons][:LISTED]
    more = len(reasons) - len(named)
    pronoun = "it" if len(reasons) == 1 else "them"
    others = f" ({len(reasons)} such columns)" if len(reasons) > 1 else ""
    options = command_options(named)
    return (
        f"column {shown(headers[first])} (place {places[first]}) {why}{others}; pass "
        f"metadata_columns={named!r}{f' and {more} more' if more else ''} "
        f"({options}{' …' if more else ''}) to keep {pronoun} as metadata, remove {pronoun}, or "
        "rename a column that is an item."
    )
