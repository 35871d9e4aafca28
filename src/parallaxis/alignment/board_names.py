"""Names that boards share, and whether they can be relied on."""

from collections.abc import Sequence
from typing import Literal

import numpy as np

from parallaxis.alignment.generated import generated_names
from parallaxis.alignment.natural_order import listed, natural
from parallaxis.alignment.register import Array
from parallaxis.alignment.register_of_sources import checks_of_boards
from parallaxis.errors import InputError
from parallaxis.intake_report import RegisterCheck, Shared
from parallaxis.matrix import ScoreMatrix

NamesJoin = Literal["auto", "id"]


def union(axes: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return all names in their natural order."""
    return tuple(sorted({name for names in axes for name in names}, key=natural))


def check_linked(boards: Sequence[ScoreMatrix], names: Sequence[str]) -> None:
    """Refuse boards that share neither models nor items with any other.

    Raises
    ------
    InputError
        Naming two boards that nothing links.
    """
    linked = {0}
    while True:
        more = {
            other
            for other, board in enumerate(boards)
            if other not in linked and any(_share(board, boards[one]) for one in linked)
        }
        if not more:
            break
        linked |= more
    alone = sorted(set(range(len(boards))) - linked)
    if alone:
        raise InputError(
            f"{names[0]} and {names[alone[0]]}: share neither a model nor an item by name, such as "
            f"{boards[0].models[0]!r} and {boards[alone[0]].models[0]!r}, so that nothing links "
            "them; give their models or items the same names, or read them one at a time."
        )


def check_names_identify(first: ScoreMatrix, second: ScoreMatrix, names: tuple[str, str]) -> None:
    """Refuse to join two boards on names that only count rows or columns.

    Raises
    ------
    InputError
        Naming both boards and the names.
    """
    for kind, mine, theirs in (
        ("models", first.models, second.models),
        ("items", first.items, second.items),
    ):
        shared = sorted(set(mine) & set(theirs), key=natural)
        counted = generated_names(mine) and generated_names(theirs)
        if shared and (counted or generated_names(shared)):
            raise InputError(
                f"{names[0]} and {names[1]}: share {len(shared):,} {kind} by names that only count "
                f"them ({listed(shared, 3)}), which does not say that they are the same {kind}; "
                f"give the {kind} their real names in both, or pass join='id' (--join id) if these "
                "are."
            )


def pair_checks(
    first: ScoreMatrix, second: ScoreMatrix, names: tuple[str, str]
) -> list[RegisterCheck]:
    """Compare means of what two boards share, over what they do not share.

    What both have in every respect is compared cell by cell elsewhere.
    """
    values = (first.oriented().values, second.oriented().values)
    models = _places(first.models, second.models)
    items = _places(first.items, second.items)
    checks = []
    if models[0].size:
        cut = (_without(values[0], items[0], 1), _without(values[1], items[1], 1))
        checks += _checks(names, cut, "models", models)
    if items[0].size:
        cut = (_without(values[0], models[0], 0), _without(values[1], models[1], 0))
        checks += _checks(names, cut, "items", items)
    return checks


def _checks(
    names: tuple[str, str],
    values: tuple[Array, Array],
    what: Shared,
    places: tuple[np.ndarray, np.ndarray],
) -> list[RegisterCheck]:
    """Compare two boards along one axis, where both have something of their own on the other."""
    if min(part.size for part in values) == 0:
        return []
    return checks_of_boards(names, values, {what: places})


def _share(one: ScoreMatrix, other: ScoreMatrix) -> bool:
    """Return whether two boards share a model or an item."""
    return bool(set(one.models) & set(other.models) or set(one.items) & set(other.items))


def _places(mine: Sequence[str], theirs: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """Return the places of shared names in both."""
    place = {name: number for number, name in enumerate(theirs)}
    pairs = [(number, place[name]) for number, name in enumerate(mine) if name in place]
    found = np.array(pairs, dtype=np.intp).reshape(-1, 2)
    return found[:, 0], found[:, 1]


def _without(values: Array, places: np.ndarray, axis: int) -> Array:
    """Return the scores without some rows or columns."""
    return np.delete(values, places, axis=axis)
