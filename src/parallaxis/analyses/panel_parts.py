"""The parts of the panel answer: who votes, all pairs, resampling, votes, tables."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parallaxis.analyses import panel_draws
from parallaxis.analyses.panel_draws import (
    Members,
    Resampled,
    Units,
    cells_above,
    mirrored,
    percentiles,
    square,
    units_of,
    votes_interval,
)
from parallaxis.answers import Estimate, Interval, NotAnswered
from parallaxis.cautions import Caution
from parallaxis.errors import NotIdentified
from parallaxis.ingredients import Ingredients
from parallaxis.kernels import effective
from parallaxis.kernels.draws import generator
from parallaxis.kernels.gram import PairCounts, pair_counts
from parallaxis.kernels.tetrachoric import phi, phi_standard_error, standard_error, tetrachoric
from parallaxis.kernels.zero_cells import ZERO_CELLS

Array = NDArray[np.float64]
MAX_MEMBERS = 1000
LISTED_PAIRS = 2000
FEW_ITEMS = 20  # below, a correlation of two models says little
SEATS_STREAM = 31


@dataclass(frozen=True, slots=True)
class LeftOutMember:
    """A model without a vote, and why."""

    model: str
    why: str


@dataclass(frozen=True, slots=True)
class Member:
    """One voter: share right of its scored items, and mean correlation with the others."""

    model: str
    share_correct: float
    mean_tetrachoric: float
    mean_phi: float


@dataclass(frozen=True, slots=True)
class PairTally:
    """Numbers of pairs: all; listed; with an empty cell; too thin to say; without a value."""

    n_pairs: int
    n_listed: int
    n_zero_cell: int
    n_uninformative: int
    n_undefined: int


@dataclass(frozen=True, slots=True)
class Pair:
    """Two voters: both correlations with standard errors, and their common items."""

    model_a: str
    model_b: str
    tetrachoric: float
    standard_error: float
    phi: float
    phi_standard_error: float
    n_items: int


@dataclass(frozen=True, eq=False, slots=True)
class Seats:
    """Who votes: names, rows, scores, who was left out, and which items are drawn together.

    `constant` holds the scores of those that are left out, whose answers are all right or all
    wrong: they have no correlation with anyone, and yet a vote on every item.
    """

    names: tuple[str, ...]
    rows: NDArray[np.intp]
    values: Array
    left_out: tuple[LeftOutMember, ...]
    constant: Array
    cautions: tuple[Caution, ...]
    counts: PairCounts
    units: Units


@dataclass(frozen=True, eq=False, slots=True)
class Correlations:
    """Both correlations of all pairs and their standard errors, with their tally."""

    tetrachoric: Array
    phi: Array
    standard_error: Array
    phi_standard_error: Array
    tally: PairTally

    @property
    def matrices(self) -> tuple[Array, ...]:
        """All matrices of the pairs."""
        return self.tetrachoric, self.phi, self.standard_error, self.phi_standard_error

    @property
    def squared_error(self) -> float:
        """Mean squared standard error of the tetrachoric correlations that have one."""
        error = self.standard_error[np.triu_indices(len(self.standard_error), 1)]
        error = error[np.isfinite(error)]
        return float((error**2).mean()) if error.size else 0.0


def seats(shared: Ingredients, seed: int, groups: str | None = None) -> Seats:
    """Seat every model whose answers vary, or a random thousand of them.

    `groups` names the column of the item metadata whose groups are drawn together.
    """
    board = shared.board
    share = _share_correct(board.values)
    varies = (share > 0.0) & (share < 1.0)
    left_out = tuple(
        LeftOutMember(board.models[i], f"all its answers are {'right' if share[i] else 'wrong'}")
        for i in np.flatnonzero(~varies)
    )
    rows = np.flatnonzero(varies)
    cautions: tuple[Caution, ...] = ()
    if rows.size > MAX_MEMBERS:
        text = (
            f"The panel is {MAX_MEMBERS} of {rows.size} models whose answers vary, drawn at "
            "random by the seed; select models to choose them yourself."
        )
        cautions = (Caution("panel_sampled", text),)
        rows = np.sort(generator(seed, SEATS_STREAM, 0).permutation(rows)[:MAX_MEMBERS])
    values = board.values[rows]
    names = tuple(board.models[i] for i in rows)
    return Seats(
        names=names,
        rows=rows,
        values=values,
        left_out=left_out,
        constant=board.values[~varies],
        cautions=cautions,
        counts=pair_counts(values),
        units=units_of(board, groups),
    )


def correlate(seats: Seats, zero_cells: Any) -> Correlations:
    """Return both correlations of all pairs."""
    upper = np.triu_indices(len(seats.rows), 1)
    cells = cells_above(seats.counts)
    latent = tetrachoric(*cells, zero_cells=zero_cells)
    plain = phi(*cells)
    error = standard_error(*cells, latent.rho)
    empty = np.minimum.reduce(cells) == 0.0
    tally = PairTally(
        n_pairs=len(upper[0]),
        n_listed=min(len(upper[0]), LISTED_PAIRS),
        n_zero_cell=int((empty & np.isfinite(plain)).sum()),
        n_uninformative=int(latent.uninformative.sum()),
        n_undefined=int(np.isnan(latent.rho).sum()),
    )
    n = len(seats.rows)
    rho, phi_, se, phi_se = (
        square(of, n) for of in (latent.rho, plain, error, phi_standard_error(*cells))
    )
    return Correlations(rho, phi_, se, phi_se, tally)


def resampled(
    seats: Seats,
    outcome: Correlations,
    settings: Mapping[str, Any],
    seed: int,
    progress: Callable[[int], None] | None,
) -> Resampled:
    """Return what the pairs come to on boards whose items are drawn again with replacement."""
    members = Members(seats.values, outcome.tetrachoric, outcome.phi, outcome.squared_error)
    return panel_draws.resampled(members, seats.units, settings, seed, progress)


def tetrachoric_matrix(values: Array, weights: Array | None = None) -> Array:
    """Return the tetrachoric correlations of all pairs of rows; NaN where there is none.

    Parameters
    ----------
    values : ndarray, shape (n_members, n_items)
    weights : ndarray, shape (n_items,), optional
        How often each item counts.
    """
    cells = cells_above(pair_counts(values, weights))
    return square(tetrachoric(*cells).rho, len(values))


def votes(
    seats: Seats, matrix: Array, drawn: Array, tail: float
) -> tuple[float | NotAnswered, Interval | NotAnswered, Estimate | NotAnswered]:
    """Return mean correlation, its interval, and the effective votes with theirs."""
    n = len(seats.rows)
    values = matrix[np.triu_indices(n, 1)]
    if np.isnan(values).all():
        why = NotAnswered(f"none of {values.size} pairs has a correlation")
        return why, why, why
    mean = float(np.nanmean(values))
    interval = mirrored(mean, percentiles(drawn, tail, seats.values.shape[1]))
    try:
        estimate = float(effective.kish(n, mean))
    except NotIdentified as reason:
        return mean, interval, NotAnswered(str(reason))
    return mean, interval, Estimate(estimate, votes_interval(n, interval))


def under_each_convention(seats: Seats, outcome: Correlations) -> dict[str, float]:
    """Return the effective votes under each convention for empty cells."""
    upper = np.triu_indices(len(seats.rows), 1)
    cells, rho = cells_above(seats.counts), outcome.tetrachoric[upper]
    empty = np.flatnonzero(np.minimum.reduce(cells) == 0.0)
    affected = [part[empty] for part in cells]
    out: dict[str, float] = {}
    for name in ZERO_CELLS:
        rho[empty] = tetrachoric(*affected, zero_cells=name).rho
        known = rho[np.isfinite(rho)]
        mean = known.mean() if known.size else np.nan
        out[name] = float(effective.kish_where_identified(len(seats.rows), mean))
    return out


def members(seats: Seats, outcome: Correlations) -> tuple[Member, ...]:
    """Return each voter's share right and mean correlation with the others."""
    share = _share_correct(seats.values)
    latent, plain = _mean_with_others(outcome.tetrachoric), _mean_with_others(outcome.phi)
    return tuple(
        Member(name, float(share[i]), float(latent[i]), float(plain[i]))
        for i, name in enumerate(seats.names)
    )


def few_items(seats: Seats) -> tuple[Caution, ...]:
    """Say when pairs of models share so few items that their correlations say little."""
    shared = seats.counts.n[np.triu_indices(len(seats.rows), 1)]
    middle = float(np.median(shared))
    if middle >= FEW_ITEMS:
        return ()
    text = (
        f"Two members share {middle:.0f} items in the middle; from so few, a correlation is close "
        "to −1, 0 or 1 by chance, and effective votes say little."
    )
    return (Caution("few_items", text),)


def listed_pairs(seats: Seats, outcome: Correlations) -> tuple[Pair, ...]:
    """Return the pairs with the largest tetrachoric correlation, largest first."""
    first, second = np.triu_indices(len(seats.rows), 1)
    rho = outcome.tetrachoric[first, second]
    order = np.argsort(-np.nan_to_num(rho, nan=-2.0), kind="stable")[:LISTED_PAIRS]
    n_items = seats.counts.n
    return tuple(
        Pair(
            seats.names[i],
            seats.names[j],
            float(outcome.tetrachoric[i, j]),
            float(outcome.standard_error[i, j]),
            float(outcome.phi[i, j]),
            float(outcome.phi_standard_error[i, j]),
            int(n_items[i, j]),
        )
        for i, j in zip(first[order], second[order], strict=True)
    )


def _share_correct(values: Array) -> Array:
    """Return the share right of each model's scored items."""
    return np.asarray(np.nanmean(values, axis=1))


def _mean_with_others(matrix: Array) -> Array:
    """Return each row's mean without its diagonal and its gaps; NaN where nothing is left."""
    known = np.isfinite(matrix) & ~np.eye(len(matrix), dtype=bool)
    count = known.sum(axis=1)
    total = np.where(known, matrix, 0.0).sum(axis=1)
    means = np.divide(total, count, out=np.full(len(matrix), np.nan), where=count > 0)
    return np.asarray(means)
