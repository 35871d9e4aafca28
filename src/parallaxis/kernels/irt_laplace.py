"""Laplace-EM for large boards with missing cells or guessing, cell by cell.

Each model's ability is given a normal posterior around its mode; items see it at three nodes
(adaptive Gauss–Hermite), or at its mode where models answer thousands of items. After each round
abilities are measured from their mean in their spread, without which the unit of ability would
creep for hundreds of rounds.
"""

from dataclasses import dataclass
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from parallaxis.kernels.float_flags import UNFLAGGED
from parallaxis.kernels.irt_curve import Array, Items, ItemSums, item_sums, knows, right
from parallaxis.kernels.irt_damping import first_steps
from parallaxis.kernels.irt_items import (
    Model,
    coordinates,
    largest_change,
    scored,
    standardised,
    with_learned_prior,
)
from parallaxis.kernels.irt_marginal import Outcome
from parallaxis.kernels.irt_sufficient import item_covariance

Single = NDArray[np.float32]
BLOCK_CELLS = 2**17  # cells that are worked on at once; they stay in the processor's cache
FEWEST_COLUMNS = 32
MODE_ENOUGH = 2000  # items from which the mode stands for the whole posterior
THREE_NODES = ((-np.sqrt(3.0), 1 / 6), (0.0, 2 / 3), (np.sqrt(3.0), 1 / 6))
ONE_NODE = ((0.0, 1.0),)
HIDDEN_NODES = 61
LONGEST_ABILITY_STEP = 1.0


@dataclass(frozen=True, slots=True)
class Cells:
    """Answers in single precision.

    Attributes
    ----------
    right : ndarray of float32, shape (n_models, n_items)
        1 where right, 0 elsewhere.
    seen : ndarray of float32, same shape, or None
        1 where scored, 0 elsewhere; None where every cell is.
    """

    right: Single
    seen: Single | None

    @classmethod
    def of(cls, values: NDArray[np.floating]) -> "Cells":
        """Return the answers of a board of 0, 1 and NaN.

        Examples
        --------
        >>> Cells.of(np.array([[1.0, np.nan]])).seen.tolist()
        [[1.0, 0.0]]
        """
        missing = np.isnan(values)
        if not missing.any():
            return cls(values.astype(np.float32), None)
        answers = np.where(missing, 0.0, values).astype(np.float32)
        return cls(answers, (~missing).astype(np.float32))

    def model_blocks(self) -> list[slice]:
        """Return rows to work on at once."""
        n_models, n_items = self.right.shape
        size = max(1, BLOCK_CELLS // n_items)
        return [slice(first, first + size) for first in range(0, n_models, size)]

    def item_blocks(self) -> list[slice]:
        """Return columns to work on at once."""
        n_models, n_items = self.right.shape
        size = max(FEWEST_COLUMNS, BLOCK_CELLS // n_models)
        return [slice(first, first + size) for first in range(0, n_items, size)]

    def seen_in(self, place: slice | tuple[slice, slice]) -> Single:
        """Return which cells are scored; something that broadcasts where all are."""
        return np.ones((1, 1), np.float32) if self.seen is None else self.seen[place]


def laplace(
    cells: Cells,
    begin: Items,
    model: Model,
    *,
    max_iterations: int = 200,
    tolerance: float = 1e-4,
) -> tuple[Outcome, Array, Array]:
    """Fit items and abilities by Laplace-EM; abilities have mean 0 and variance 1.

    Parameters
    ----------
    cells : Cells
    begin : Items
    model : Model
    max_iterations : int, default 200
    tolerance : float, default 1e-4
        Largest last change of a parameter, relative where it exceeds 1.

    Returns
    -------
    Outcome
        Covariances as in :func:`parallaxis.kernels.irt_sufficient.item_covariance`.
    mode, variance : ndarray, shape (n_models,)
        Of each ability given the model's answers, in the normal approximation.

    References
    ----------
    Tierney & Kadane (1986), J. Am. Stat. Assoc. 81, 82–86; Liu, Rubin & Wu (1998), Biometrika 85,
    755–770, for the rescaling.

    Examples
    --------
    >>> from parallaxis.kernels.irt_prior import ItemPrior
    >>> rng = np.random.default_rng(0)
    >>> theta, d = rng.normal(size=(200, 1)), rng.normal(size=80)
    >>> board = (rng.random((200, 80)) < 1 / (1 + np.exp(-theta - d))).astype(float)
    >>> board[rng.random(board.shape) < 0.1] = np.nan
    >>> ones = np.ones(80)
    >>> model = Model(ItemPrior(), False, np.zeros(80, dtype=bool))
    >>> outcome, mode, _ = laplace(Cells.of(board), Items(ones, 0 * ones, 0 * ones), model)
    >>> outcome.converged, round(float(np.corrcoef(mode, theta[:, 0])[0, 1]), 2)
    (True, 0.96)
    """
    nodes = THREE_NODES if cells.right.shape[1] < MODE_ENOUGH else ONE_NODE
    items, spec, change, rounds = begin, model, np.inf, 0
    mode, variance = first_abilities(cells), np.zeros(len(cells.right))
    steps = first_steps(coordinates(items, model))
    while rounds < max_iterations and change >= tolerance:
        rounds += 1
        mode, variance = ability_step(cells, mode, items)
        mean, sd = _first_two(mode, variance)
        mode, variance = (mode - mean) / sd, variance / sd**2
        moved_items = standardised(items, mean, sd)
        sums = _sums(cells, mode, variance, moved_items, nodes)
        model = with_learned_prior(spec, moved_items, sums)
        stepped, steps = scored(moved_items, sums, model, steps)
        change = largest_change(items, stepped)
        items = stepped
    sums = _sums(cells, mode, variance, items, nodes)
    model = with_learned_prior(spec, items, sums)
    theta, hidden = _hidden(mode, variance)
    covariance = item_covariance(items, sums, model, theta=theta, hidden=hidden, n_models=len(mode))
    return Outcome(items, covariance, model, rounds, bool(change < tolerance)), mode, variance


def first_abilities(cells: Cells) -> Array:
    """Return standardised logits of the shares right, to start from.

    Examples
    --------
    >>> first_abilities(Cells.of(np.array([[1.0, 1.0], [0.0, 0.0]]))).tolist()
    [1.0, -1.0]
    """
    n_right = cells.right.sum(axis=1, dtype=np.float64)
    n_items = cells.right.shape[1]
    n_seen = np.full(len(n_right), float(n_items))
    if cells.seen is not None:
        n_seen = cells.seen.sum(axis=1, dtype=np.float64)
    share = (n_right + 0.5) / (n_seen + 1.0)
    logit = np.log(share / (1.0 - share))
    spread = logit.std()
    return np.asarray((logit - logit.mean()) / spread if spread > 0.0 else logit - logit.mean())


@UNFLAGGED
def ability_step(cells: Cells, ability: Array, items: Items) -> tuple[Array, Array]:
    """Take a step of Fisher scoring of each ability under a standard normal prior.

    Parameters
    ----------
    cells : Cells
    ability : ndarray, shape (n_models,)
    items : Items

    Returns
    -------
    ability : ndarray, shape (n_models,)
        After the step, which is at most 1 long.
    variance : ndarray, shape (n_models,)
        1 / (1 + information) before the step.

    Examples
    --------
    >>> items = Items(np.ones(4), np.zeros(4), np.zeros(4))
    >>> cells = Cells.of(np.ones((1, 4)))
    >>> ability, variance = ability_step(cells, np.zeros(1), items)
    >>> ability.tolist(), variance.tolist()
    ([1.0], [0.5])
    """
    gradient, information = np.empty(len(ability)), np.empty(len(ability))
    single = items.cast(np.float32)
    square = single.slope**2
    for rows in cells.model_blocks():
        s = knows(ability[rows].astype(np.float32), single)
        seen, answers = cells.seen_in(rows), cells.right[rows]
        if not items.guessed:
            gradient[rows] = (answers - seen * s) @ single.slope
            information[rows] = (seen * (s * (1.0 - s))) @ square
            continue
        p = right(s, single)
        by_known = s / p
        gradient[rows] = (answers * by_known - seen * s) @ single.slope
        information[rows] = (seen * ((1.0 - p) * by_known * s)) @ square
    variance = 1.0 / (1.0 + information)
    full = (gradient - ability) * variance
    full = np.clip(full, -LONGEST_ABILITY_STEP, LONGEST_ABILITY_STEP)
    return ability + full, variance


def _sums(
    cells: Cells, mode: Array, variance: Array, items: Items, nodes: tuple[tuple[float, float], ...]
) -> ItemSums:
    """Return derivatives and information of the items over the posteriors of all models."""
    single, sd = items.cast(np.float32), np.sqrt(variance)
    abilities = [((mode + place * sd).astype(np.float32), np.float32(w)) for place, w in nodes]
    parts = []
    for columns in cells.item_blocks():
        block = Items(*(part[columns] for part in single))
        answers = np.ascontiguousarray(cells.right[:, columns])
        seen = cells.seen_in((slice(None), columns))
        each = [
            item_sums(theta, answers if w == 1.0 else w * answers, w * seen, block)
            for theta, w in abilities
        ]
        parts.append(reduce(ItemSums.plus, each))
    return ItemSums(*(np.concatenate(part) for part in zip(*parts, strict=True)))


def _first_two(mode: Array, variance: Array) -> tuple[float, float]:
    """Return mean and standard deviation of abilities over the posterior of all models."""
    mean = float(mode.mean())
    return mean, float(np.sqrt(variance.mean() + ((mode - mean) ** 2).mean()))


def _hidden(mode: Array, variance: Array) -> tuple[Array, Array]:
    """Sum posterior variances of abilities into narrow bins."""
    edges = np.linspace(mode.min(), mode.max() + 1e-9, HIDDEN_NODES + 1)
    hidden, _ = np.histogram(mode, bins=edges, weights=variance)
    return 0.5 * (edges[1:] + edges[:-1]), hidden
