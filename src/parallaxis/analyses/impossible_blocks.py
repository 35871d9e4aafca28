"""Blocks that no ability explains: one model perfect, or at zero, where all others are far off."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from parallaxis.analyses.axes_labels import item_groups
from parallaxis.cautions import Caution
from parallaxis.kernels.multiplicity import holm
from parallaxis.matrix import ScoreMatrix
from parallaxis.numerals import counted, share

Array = NDArray[np.float64]
Masks = NDArray[np.bool_]
WHOLE = "the whole board"
SIDES: tuple[tuple[Literal["perfect", "zero"], int], ...] = (("perfect", 1), ("zero", -1))
ERROR = 1e-3  # chance of even one false alarm on a board, were the argument exact
LEAKED = (
    "A lead in ability hardly explains it: look for leaked answers or a key scored against itself"
)
FAILED = "A lack of ability hardly explains it: look for a failed run or answers that were not read"
SAID = {"perfect": ("right", "best", LEAKED), "zero": ("wrong", "worst", FAILED)}
FEWEST_ITEMS = 30  # items that a block must have
ODDS = 3.0  # odds of the rate that a run needs, at least, over those of the rate expected
WHOLE_ODDS = 30.0  # the same for the whole board, where a model's lead elsewhere is not known
MOST_ALIKE = 0.05  # share of models, at most, that may have a perfect run too (one always may)
RUN = 0.05  # chance of a perfect run at the rate that it is said to need


@dataclass(frozen=True, slots=True)
class ImpossibleBlock:
    """A model that is perfect, or at zero, on a block of items where the next is far off.

    Attributes
    ----------
    model : str
    group : str
        The items: a group with its column, or ``the whole board``.
    n_items : int
        Items of the block on which the model is scored.
    score : {"perfect", "zero"}
    next_rate : float
        Share right of the next model, 0 to 1: of the best that is not perfect, or of the worst
        that is not at zero.
    next_model : str
    expected_rate : float
        Share right that the model would have if it led the next model here as it does on all
        other items; on the whole board, the next model's.
    needed : float
        Share right at which such a run has a chance of one in twenty.
    p_adjusted : float
        Chance of the run at the expected rate, times the models and blocks looked at (Holm).
    """

    model: str
    group: str
    n_items: int
    score: Literal["perfect", "zero"]
    next_rate: float
    next_model: str
    expected_rate: float
    needed: float
    p_adjusted: float


def impossible_blocks(board: ScoreMatrix) -> tuple[ImpossibleBlock, ...]:
    """Which perfect or empty blocks can no difference in ability explain?

    Parameters
    ----------
    board : ScoreMatrix
        Right/wrong scores, higher better. NaN = not scored: it takes the item out of the model's
        block.

    Returns
    -------
    tuple of ImpossibleBlock
        The largest first; none for other scales, where a run has no probability.

    Notes
    -----
    Blocks are the item groups of the metadata with 30 items or more, and the whole board. An able
    model may lead everywhere; so the rate r expected in a group is that of the next model there,
    its odds multiplied by the odds ratio of the two on all other items where that is a lead. A
    perfect run over n items then has probability rⁿ; unequal difficulties make it smaller still
    (the product of rates is at most the power of their mean), items that hang together make it
    larger. Zero runs are the mirror image. Holm's adjustment is over all models and blocks, for
    both. A p-value alone would flag a model that is a little better on very many items: the odds of
    the rate that the run needs must also be three times those expected (30 times for the whole
    board, where there are no other items). Runs that more than one model in twenty has are not
    flagged: there the items explain them.

    References
    ----------
    Holm (1979), Scandinavian Journal of Statistics 6, 65–70.

    Examples
    --------
    >>> scores = (np.random.default_rng(0).random((10, 400)) < 0.7).astype(float)
    >>> scores[3] = 1.0
    >>> found = impossible_blocks(ScoreMatrix.from_array(scores))
    >>> [(block.model, block.score, block.group) for block in found]
    [('model 4', 'perfect', 'the whole board')]
    """
    if board.scale != "binary" or board.n_models < 3:
        return ()
    blocks = [one for one in _blocks(board) if one[1].sum() >= FEWEST_ITEMS]
    candidates = [found for name, mask in blocks for found in _runs(board, name, mask)]
    if not candidates:
        return ()
    p = np.array([block.p_adjusted for block in candidates])
    adjusted = holm(p, n_tests=2 * board.n_models * len(blocks))
    found = [
        _with_p(block, float(value))
        for block, value in zip(candidates, adjusted, strict=True)
        if value <= ERROR and _far_off(block)
    ]
    return tuple(sorted(found, key=lambda block: -block.n_items))


def block_cautions(blocks: tuple[ImpossibleBlock, ...]) -> tuple[Caution, ...]:
    """Return the caution ``impossible_block`` on the largest block; none without any.

    Parameters
    ----------
    blocks : tuple of ImpossibleBlock

    Returns
    -------
    tuple of Caution
    """
    if not blocks:
        return ()
    block = blocks[0]
    others = len(blocks) - 1
    more = f" {counted(others, 'more block is', 'more blocks are')} like it." if others else ""
    what, kind, why = SAID[block.score]
    return (
        Caution(
            "impossible_block",
            f"Model {block.model!r} is {what} on all {block.n_items:,} items of {block.group}, "
            f"where the next {kind}, {block.next_model!r}, has {share(block.next_rate)} right; "
            f"such a run needs {_needed(block)} right{_expected(block)}. {why}, and compare the "
            f"board without the block.{more}",
        ),
    )


def _needed(block: ImpossibleBlock) -> str:
    """Write the rate that a run needs, with as many digits as tell it from 0 or 1."""
    least = block.score == "perfect"
    short = 1.0 - block.needed if least else block.needed
    digits = max(1, 1 - int(np.floor(np.log10(100.0 * short))))
    return f"{'at least' if least else 'at most'} {100.0 * block.needed:.{digits}f} %"


def _expected(block: ImpossibleBlock) -> str:
    """Write the rate expected from the other items, where there are any."""
    if block.group == WHOLE:
        return ""
    if math.isclose(block.expected_rate, block.next_rate, abs_tol=1e-9):
        side = "better" if block.score == "perfect" else "worse"
        return f", and on its other items it is no {side} than {block.next_model!r}"
    return f", and the odds ratio of the two on all other items gives {share(block.expected_rate)}"


def _blocks(board: ScoreMatrix) -> Iterator[tuple[str, Masks]]:
    """Yield the groups of items with their names, and the whole board."""
    yield WHOLE, np.ones(board.n_items, dtype=np.bool_)
    for grouping in item_groups(board):
        for place, name in enumerate(grouping.names):
            yield f"{grouping.column} {name!r}", grouping.labels == place


def _runs(board: ScoreMatrix, group: str, mask: Masks) -> Iterator[ImpossibleBlock]:
    """Yield the perfect and empty runs of one block that few models have."""
    counts, right = _rates(board.values[:, mask])
    elsewhere = _log_odds(*_rates(board.values[:, ~mask]))
    enough = counts >= FEWEST_ITEMS
    for score, turn in SIDES:
        rate = np.where(enough, right if turn > 0 else 1.0 - right, np.nan)
        runs = np.flatnonzero(rate == 1.0)
        rest = np.where(rate < 1.0, rate, -1.0)
        beside = int(rest.argmax())
        if rest[beside] <= 0.0 or runs.size > max(1.0, MOST_ALIKE * int(enough.sum())):
            continue
        for place in runs:
            lead = max(0.0, turn * float(elsewhere[place] - elsewhere[beside]))
            expected = _moved(float(rest[beside]), lead)
            needed = RUN ** (1.0 / counts[place])
            yield ImpossibleBlock(
                model=board.models[place],
                group=group,
                n_items=int(counts[place]),
                score=score,
                next_rate=float(right[beside]),
                next_model=board.models[beside],
                expected_rate=expected if turn > 0 else 1.0 - expected,
                needed=needed if turn > 0 else 1.0 - needed,
                p_adjusted=expected ** int(counts[place]),
            )


def _rates(values: Array) -> tuple[Array, Array]:
    """Return how many items each model is scored on, and its share right; 0 without any."""
    counts = (~np.isnan(values)).sum(axis=1).astype(np.float64)
    return counts, np.nansum(values, axis=1) / np.maximum(counts, 1.0)


def _log_odds(counts: Array, right: Array) -> Array:
    """Return the log odds of shares right, half an item added to either side."""
    return np.asarray(np.log((counts * right + 0.5) / (counts * (1.0 - right) + 0.5)))


def _moved(rate: float, log_odds: float) -> float:
    """Return a rate with its log odds raised."""
    return 1.0 / (1.0 + (1.0 - rate) / rate * math.exp(-log_odds))


def _far_off(block: ImpossibleBlock) -> bool:
    """Say whether the rate that a run needs is far beyond the one expected."""
    odds = [rate / (1.0 - rate) for rate in (block.needed, block.expected_rate)]
    ratio = odds[0] / odds[1] if block.score == "perfect" else odds[1] / odds[0]
    return ratio >= (WHOLE_ODDS if block.group == WHOLE else ODDS)


def _with_p(block: ImpossibleBlock, p: float) -> ImpossibleBlock:
    """Return a block with its adjusted p-value."""
    return replace(block, p_adjusted=p)
