"""How often an item is guessed right: what is known of it, and what to beware of."""

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from parallaxis import _checks
from parallaxis.cautions import Caution
from parallaxis.errors import InputError
from parallaxis.ingredients import Ingredients
from parallaxis.numerals import counted

Array = NDArray[np.float64]
Chance = float | Literal["estimate"] | None
BELOW = 3.0  # standard errors by which an item lies below its chance level
MANY = 0.1  # share of the items that do, from which the level is doubted


def known_chance(shared: Ingredients, chance: Chance) -> Array | None:
    """Return the chance level of every item of the board, or None where there is none.

    Raises
    ------
    InputError
        A chance level on scores that are not right or wrong, or out of range.
    """
    n_items = shared.board.n_items
    if chance is None:
        listed = shared.board.metadata("item", "chance")
        return _listed_chance(listed) if shared.board.scale == "binary" else None
    if shared.board.scale != "binary":
        raise InputError(
            f"chance is {chance!r}, but the scores are {shared.board.scale}; a chance level is "
            "for right/wrong scores. Leave it out."
        )
    if chance == "estimate":
        return None
    if not 0.0 <= _checks.number("chance", chance) < 1.0:
        raise InputError(f"chance is {chance!r}; pass a number from 0 to below 1, or 'estimate'.")
    return np.full(n_items, float(chance))


def chance_cautions(shared: Ingredients, chance: Chance) -> tuple[Caution, ...]:
    """Say where chance levels have holes, and where they are higher than what was scored.

    Parameters
    ----------
    shared : Ingredients
    chance : float, "estimate" or None
        As it was asked for; None reads the items' column ``chance``.

    Returns
    -------
    tuple of Caution
        ``chance_incomplete``, ``chance_too_high``.
    """
    return (*_incomplete(shared, chance), *_too_high(shared, chance))


def _incomplete(shared: Ingredients, chance: Chance) -> tuple[Caution, ...]:
    """Say that the metadata has chance levels for some items only, and was left out."""
    listed = shared.board.metadata("item", "chance")
    if listed is None or chance is not None or shared.board.scale != "binary":
        return ()
    usable = np.isfinite(_levels(listed))
    if usable.all() or not usable.any():
        return ()
    text = (
        f"The items' column 'chance' holds no probability for {int((~usable).sum())} of "
        f"{counted(usable.size, 'item')}, so it was left out; fill it, or pass chance."
    )
    return (Caution("chance_incomplete", text),)


def _too_high(shared: Ingredients, chance: Chance) -> tuple[Caution, ...]:
    """Say that many items are answered right less often than guessing would."""
    if shared.board.scale != "binary":
        return ()
    levels = known_chance(shared, chance)
    if levels is None:
        return ()
    counts = shared.board.observed.sum(axis=0)
    right = np.nansum(shared.board.values, axis=0)
    error = np.sqrt(levels * (1.0 - levels) * counts)
    below = (levels > 0.0) & (right < levels * counts - BELOW * error)
    if not below.sum() > MANY * below.size:
        return ()
    text = (
        f"{int(below.sum()):,} of {counted(below.size, 'item')} are answered right less often than "
        f"by chance, by more than {BELOW:g} standard errors: the chance level is too high, or "
        "these models do not guess. The one-dimensional null and the axes rest on it."
    )
    return (Caution("chance_too_high", text),)


def _listed_chance(listed: Sequence[object] | None) -> Array | None:
    """Return chance levels of the metadata, where every item has one that is a probability."""
    if listed is None:
        return None
    levels = _levels(listed)
    return levels if np.isfinite(levels).all() and levels.any() else None


def _levels(listed: Sequence[object]) -> Array:
    """Return the numbers of a column that are chance levels, NaN for the rest."""
    levels = np.array([v if isinstance(v, int | float) else np.nan for v in listed], dtype=float)
    return np.where((levels >= 0.0) & (levels < 1.0), levels, np.nan)
