"""Boards whose items are drawn again: what is drawn together, and the panel's sums in each draw."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parallaxis.analyses.axes_labels import item_groups
from parallaxis.answers import Interval, NotAnswered
from parallaxis.cautions import Caution
from parallaxis.kernels.draws import generator, run_draws
from parallaxis.kernels.effective import kish, kish_where_identified
from parallaxis.kernels.gram import PairCounts, pair_counts
from parallaxis.kernels.influence import item_influence, member_influence
from parallaxis.kernels.phi_influence import phi_item_influence
from parallaxis.kernels.tetrachoric import phi, tetrachoric
from parallaxis.matrix import ScoreMatrix
from parallaxis.numerals import counted

Array = NDArray[np.float64]
Places = NDArray[np.intp]
FULL_BOOTSTRAP_MEMBERS = 60  # above, the bootstrap is linearised by the influence of each item
FEWEST_UNITS = 10.0  # even groups that groups must be worth to be drawn instead of items
FEW_UNITS = 30  # groups under which percentile intervals are somewhat too narrow
FEWEST_ITEMS = 10  # below, an interval over items would be an invention
ITEM_STREAM = 32
CHUNK = 50


@dataclass(frozen=True, eq=False, slots=True)
class Units:
    """What is drawn together when items are drawn again.

    Attributes
    ----------
    column : str
        Column of the item metadata whose groups are drawn; empty where single items are.
    of_item : ndarray of int, shape (n_items,)
        Number of each item's unit, 0 … n_units − 1.
    n_units : int
    """

    column: str
    of_item: Places
    n_units: int

    def times(self, draws: range, seed: int) -> Array:
        """Return how often each item is in each of these draws, shape (draws, n_items)."""
        return np.array([self.times_of(generator(seed, ITEM_STREAM, draw)) for draw in draws])

    def times_of(self, rng: np.random.Generator) -> Array:
        """Draw the units with replacement; return how often each item comes up."""
        drawn = np.bincount(rng.integers(0, self.n_units, self.n_units), minlength=self.n_units)
        return drawn[self.of_item].astype(np.float64)

    def cautions(self) -> tuple[Caution, ...]:
        """Say that intervals rest on few groups, where they do."""
        if not self.column or self.n_units >= FEW_UNITS:
            return ()
        text = (
            f"Intervals draw the {self.n_units} groups of {self.column!r}, not single items, "
            "because items of a group may hang together; from so few they come out somewhat too "
            "narrow."
        )
        return (Caution("few_item_groups", text),)


class Members(NamedTuple):
    """Scores of the members, their correlations by pair, and squared standard errors of these."""

    values: Array
    tetrachoric: Array
    phi: Array
    squared_error: float


@dataclass(frozen=True, eq=False, slots=True)
class Resampled:
    """What pairs come to on boards whose items are drawn again, one draw a row.

    Attributes
    ----------
    tetrachoric, phi : ndarray, shape (draws,)
        Mean correlations.
    mean_square : ndarray, shape (draws,)
        Mean squared tetrachoric correlation, less the part that noise adds.
    member_sums, member_pairs : ndarray, shape (draws, n_members)
        Sum of each member's tetrachoric correlations with the others, and of how many.
    """

    tetrachoric: Array
    phi: Array
    mean_square: Array
    member_sums: Array
    member_pairs: Array


def units_of(board: ScoreMatrix, groups: str | None = None) -> Units:
    """Return the groups of items that are drawn together, or single items.

    `groups` names the column; by default all that group items are looked at.

    Groups of sizes m are worth (Σm)² / Σm² even ones. Of the columns whose groups are worth at
    least ten, the one of the fewest is used; an item without a group is a unit of its own.
    """
    found = [(_worth(of_item), column, of_item) for column, of_item in _groupings(board, groups)]
    found = [one for one in found if one[0] >= FEWEST_UNITS]
    if not found:
        return Units("", np.arange(board.n_items), board.n_items)
    _, column, of_item = min(found, key=lambda one: one[0])
    return Units(column, of_item, int(of_item.max()) + 1)


def resampled(
    members: Members,
    units: Units,
    settings: Mapping[str, Any],
    seed: int,
    progress: Callable[[int], None] | None,
) -> Resampled:
    """Draw items again and return what pairs come to: solved anew, or moved by influences.

    Parameters
    ----------
    members : Members
    units : Units
    settings : mapping
        With ``draws`` and ``zero_cells``.
    seed : int
    progress : callable or None
        Told of finished draws.
    """
    if len(members.values) <= FULL_BOOTSTRAP_MEMBERS:
        return _full(members, units, settings, seed, progress)
    return _linearised(members, units, settings["draws"], seed)


def percentiles(draws: Array, tail: float, n_items: int) -> Interval | NotAnswered:
    """Return the percentile interval of draws, unless too many of them have no value."""
    known = draws[np.isfinite(draws)]
    if n_items < FEWEST_ITEMS or known.size < 2:
        items = counted(n_items, "item")
        return NotAnswered(f"{items}; an interval over items needs {FEWEST_ITEMS}")
    lost = draws.size - known.size
    if lost > tail * draws.size:
        return NotAnswered(f"in {lost:,} of {draws.size:,} draws of the items it has no value")
    low, high = np.quantile(known, (tail, 1.0 - tail))
    return float(low), float(high)


def mirrored(correlation: float, interval: Interval | NotAnswered) -> Interval | NotAnswered:
    """Return a percentile interval mirrored at its mean correlation: the basic bootstrap.

    Correlations from few answers lean to one side, and those of resampled answers twice as far;
    mirroring takes that off again. The ends stay within −1 to 1.
    """
    if isinstance(interval, NotAnswered):
        return interval
    low, high = interval
    return max(2.0 * correlation - high, -1.0), min(2.0 * correlation - low, 1.0)


def votes_interval(n: int, interval: Interval | NotAnswered) -> Interval | NotAnswered:
    """Carry an interval of the mean correlation over to effective votes."""
    if isinstance(interval, NotAnswered):
        return interval
    low, high = interval
    most = float(kish_where_identified(n, low))
    if np.isnan(most):
        return NotAnswered(
            f"its upper end is not identified: the mean correlation may be as low as {low:.3g}, "
            f"and below −1/(n − 1) = {-1 / (n - 1):.3g} there is no number of votes"
        )
    return float(kish(n, high)), most


def cells_above(counts: PairCounts) -> tuple[Array, Array, Array, Array]:
    """Return the four cells of the pairs above the diagonal."""
    upper = np.triu_indices(len(counts.n), 1)
    return counts.n11[upper], counts.n10[upper], counts.n01[upper], counts.n00[upper]


def square(pairs: Array, n: int) -> Array:
    """Spread values of pairs, shape (..., n_pairs), over symmetric matrices with diagonal 1."""
    upper = np.triu_indices(n, 1)
    matrix = np.broadcast_to(np.eye(n), (*pairs.shape[:-1], n, n)).copy()
    matrix[..., *upper] = pairs
    matrix[..., *upper[::-1]] = pairs
    return matrix


def _groupings(board: ScoreMatrix, groups: str | None) -> list[tuple[str, Places]]:
    """Return the columns that group items, with every item's group number."""
    if groups is None:
        return [(found.column, _numbered(found.labels)) for found in item_groups(board)]
    cells = board.metadata("item", groups)
    if cells is None:
        return []
    names = {cell: number for number, cell in enumerate(dict.fromkeys(cells))}
    return [(groups, _numbered(np.array([-1 if c is None else names[c] for c in cells])))]


def _worth(of_item: Places) -> float:
    """Return how many even groups these are worth."""
    sizes = np.bincount(of_item)
    return float(of_item.size**2 / (sizes @ sizes))


def _numbered(labels: Places) -> Places:
    """Return group numbers in which every item without a group is a group of its own."""
    alone = labels < 0
    labels = labels.copy()
    labels[alone] = labels.max(initial=-1) + 1 + np.arange(int(alone.sum()))
    return np.unique(labels, return_inverse=True)[1].astype(np.intp)


def _full(
    members: Members,
    units: Units,
    settings: Mapping[str, Any],
    seed: int,
    progress: Callable[[int], None] | None,
) -> Resampled:
    """Count and solve every pair again in every draw."""
    n = len(members.values)

    def draw(rng: np.random.Generator) -> tuple[Array, ...]:
        return cells_above(pair_counts(members.values, units.times_of(rng)))

    parts: list[tuple[Array, ...]] = []
    for start in range(0, settings["draws"], CHUNK):
        draws = range(start, min(start + CHUNK, settings["draws"]))
        counted = run_draws(draw, draws, seed=seed, stream=ITEM_STREAM, progress=progress)
        cells = [np.array(part) for part in zip(*counted, strict=True)]
        rho = tetrachoric(*cells, zero_cells=settings["zero_cells"]).rho
        # a draw has the noise of the sample, and that of drawing it again
        noise_free = _row_means(rho * rho) - 2.0 * members.squared_error
        parts.append((_row_means(rho), _row_means(phi(*cells)), noise_free, *_by_member(rho, n)))
    return Resampled(*(np.concatenate(part) for part in zip(*parts, strict=True)))


def _linearised(members: Members, units: Units, draws: int, seed: int) -> Resampled:
    """Move every sum by the influence of each item, draw by draw."""
    values, rho = members.values, members.tetrachoric
    own = member_influence(values, rho)
    influence = np.vstack(
        [
            own.sum(axis=0) / 2.0,
            phi_item_influence(values, members.phi),
            item_influence(values, rho, 2.0 * np.nan_to_num(rho)),
            own,
        ]
    )
    influence -= influence.mean(axis=1, keepdims=True)
    starts = range(0, draws, CHUNK)
    times = (units.times(range(start, min(start + CHUNK, draws)), seed) for start in starts)
    moved = np.concatenate([one @ influence.T / one.sum(axis=1, keepdims=True) for one in times])
    upper = np.triu_indices(len(rho), 1)
    n_known, n_phi = (np.isfinite(of[upper]).sum() for of in (rho, members.phi))
    sums, pairs = _by_member(rho[upper], len(rho))
    return Resampled(
        np.nanmean(rho[upper]) + moved[:, 0] / n_known,
        np.nanmean(members.phi[upper]) + moved[:, 1] / n_phi,
        np.nanmean(rho[upper] ** 2) - members.squared_error + moved[:, 2] / n_known,
        sums + moved[:, 3:],
        np.repeat(pairs[None], draws, axis=0),
    )


def _by_member(pairs: Array, n: int) -> tuple[Array, Array]:
    """Return each member's sum of correlations with the others, and of how many."""
    matrix = square(pairs, n)
    known = np.isfinite(matrix)
    sums = np.where(known, matrix, 0.0).sum(axis=-1) - 1.0
    return np.asarray(sums), np.asarray(known.sum(axis=-1) - 1.0)


def _row_means(values: Array) -> Array:
    """Return row means over what is known; NaN where nothing is."""
    known = np.isfinite(values)
    count = known.sum(axis=1)
    total = np.where(known, values, 0.0).sum(axis=1)
    means = np.divide(total, count, out=np.full(len(values), np.nan), where=count > 0)
    return np.asarray(means)
