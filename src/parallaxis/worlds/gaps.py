"""The same world with cells that were never scored."""

from dataclasses import replace
from types import MappingProxyType
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from parallaxis import _checks
from parallaxis.errors import InputError
from parallaxis.worlds import limits
from parallaxis.worlds.world import World

Pattern = Literal["random", "block"]
STREAM = 0x6A9  # keeps the gaps unrelated to the abilities that a world draws from the same seed


def with_gaps(
    world: World, *, share: float = 0.2, pattern: Pattern = "random", seed: int = 0
) -> World:
    """What would this world's board look like with cells missing?

    Random: cells are blanked wherever chance puts them. Block: a random half of the models was
    never scored on one random set of items, the other half never on another set that shares no item
    with the first; the remaining items link the two.

    Parameters
    ----------
    world : World
    share : float, default 0.2
        Share of cells to blank, from 0 to below 1; below 0.5 by block.
    pattern : {"random", "block"}, default "random"
    seed : int

    Returns
    -------
    World
        The same truth, with ``missing_share`` as it came out; `expected` is known for all cells.

    Raises
    ------
    InputError
        A setting out of range.

    Examples
    --------
    >>> from parallaxis.worlds import one_ability
    >>> world = with_gaps(one_ability(n_models=10, n_items=50), share=0.2)
    >>> world.board.n_missing, world.truth["missing_share"]
    (100, 0.2)
    """
    _checks.choice("pattern", pattern, get_args(Pattern))
    limits.share("share", share)
    if pattern == "block" and share >= 0.5:
        raise InputError(f"share is {share!r}; pass one below 0.5, or no item links the blocks.")
    rng = np.random.default_rng((_checks.seed(seed), STREAM))
    gaps = _scattered if pattern == "random" else _blocks
    missing = gaps(rng, world.board.shape, share)
    board = replace(world.board, values=np.where(missing, np.nan, world.board.values))
    truth = {**world.truth, "missing_share": float(np.isnan(board.values).mean())}
    return replace(world, board=board, truth=MappingProxyType(truth))


def _scattered(rng: np.random.Generator, shape: tuple[int, int], share: float) -> NDArray[np.bool_]:
    """Choose the share of the cells, all alike."""
    n_cells = shape[0] * shape[1]
    return (rng.permutation(n_cells) < round(share * n_cells)).reshape(shape)


def _blocks(rng: np.random.Generator, shape: tuple[int, int], share: float) -> NDArray[np.bool_]:
    """Choose one set of items for half of the models, and another for the rest."""
    n_models, n_items = shape
    first = rng.permutation(n_models) < n_models // 2
    place = rng.permutation(n_items)
    width = min(round(share * n_items), (n_items - 1) // 2)
    return np.where(first[:, None], place < width, place >= n_items - width)
