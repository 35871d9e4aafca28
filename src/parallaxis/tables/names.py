"""Names of models and items: made, checked, and turned into positions."""

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from parallaxis.errors import DuplicateError, InputError, MissingDataError, ShapeError


def given_or_made(names: Sequence[str] | None, kind: str, n: int) -> tuple[str, ...]:
    """Return the names as text, made up where there are none."""
    if names is None:
        return tuple(f"{kind} {i + 1}" for i in range(n))
    if isinstance(names, str | bytes) or not isinstance(names, Iterable):
        raise InputError(f"{kind}s are {names!r}; pass a sequence of {n} names.")
    return tuple("" if _is_missing(name) else str(name) for name in names)


def check_names(kind: str, names: tuple[str, ...], n: int) -> None:
    """Refuse a wrong number of names, blank ones, and names that occur twice."""
    if len(names) != n:
        raise ShapeError(f"{len(names)} {kind} named, but the scores have {n}.")
    for place, name in enumerate(names, start=1):
        if not name or name.isspace():
            raise InputError(f"{kind}: name {place} of {n} is blank or missing; give it a name.")
    if len(set(names)) == n:
        return
    first: dict[str, int] = {}
    for place, name in enumerate(names, start=1):
        if name in first:
            raise DuplicateError(
                f"{kind} repeated: {name!r} (places {first[name]} and {place}). "
                "Rename or remove one."
            )
        first[name] = place


def positions(
    kind: str, names: tuple[str, ...], which: Iterable[str] | Callable[[str], bool]
) -> NDArray[np.intp]:
    """Turn names or a predicate into positions in the board's order."""
    if callable(which):
        kept = [i for i, name in enumerate(names) if which(name)]
    else:
        wanted = {which} if isinstance(which, str) else set(which)
        unknown = sorted(wanted.difference(names))
        if unknown:
            raise MissingDataError(
                f"{kind} {unknown[0]!r} is not on the board ({len(unknown)} unknown of "
                f"{len(wanted)} asked for); its first {kind} is {names[0]!r}."
            )
        kept = [i for i, name in enumerate(names) if name in wanted]
    if not kept:
        raise MissingDataError(f"no {kind} of {len(names)} is left.")
    return np.array(kept, dtype=np.intp)


def _is_missing(name: object) -> bool:
    """Return whether a value stands for no name: None, NaN, or a frame library's own."""
    missing = type(name).__name__ in {"NoneType", "NAType", "NaTType"}
    return missing or (isinstance(name, float | np.floating) and bool(np.isnan(name)))
