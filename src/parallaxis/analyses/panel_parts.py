"""The parts of the panel answer: who votes, all pairs, resampling, votes, tables."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parallaxis.answers import Estimate, Interval, NotAnswered
from parallaxis.cautions import Caution
from parallaxis.errors import NotIdentified
from parallaxis.ingredients import Ingredients
from parallaxis.kernels import effective
from parallaxis.kernels.draws import generator, run_draws
from parallaxis.kernels.gram import PairCounts, pair_counts
from parallaxis.kernels.influence import item_influence
from parallaxis.kernels.phi_influence import phi_item_influence
from parallaxis.kernels.tetrachoric import phi, standard_error, tetrachoric
from parallaxis.kernels.zero_cells import ZERO_CELLS
from parallaxis.numerals import counted

Array = NDArray[np.float64]
MAX_MEMBERS = 1000
FULL_BOOTSTRAP_MEMBERS = 60  # above, the bootstrap is linearised by the influence of each item
LISTED_PAIRS = 2000
FEWEST_ITEMS = 10  # below, an interval over items would be an invention
FEW_ITEMS = 20  # below, a correlation of two models says little
SEATS_STREAM = 31
ITEM_STREAM = 32
CHUNK = 50


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
    """Numbers of pairs: all; with an empty cell; too thin to say; without a value."""

    n_pairs: int
    n_zero_cell: int
    n_uninformative: int
    n_undefined: int


@dataclass(frozen=True, slots=True)
class Pair:
    """Two voters: both correlations, the tetrachoric standard error, and their common items."""

    model_a: str
    model_b: str
    tetrachoric: float
    standard_error: float
    phi: float
    n_items: int


@dataclass(frozen=True, eq=False, slots=True)
class Seats:
    """Who votes: names, rows, scores, and who was left out."""

    names: tuple[str, ...]
    rows: NDArray[np.intp]
    values: Array
    left_out: tuple[LeftOutMember, ...]
    cautions: tuple[Caution, ...]
    counts: PairCounts


@dataclass(frozen=True, eq=False, slots=True)
class Correlations:
    """Both correlations and the standard errors of all pairs, with their tally."""

    tetrachoric: Array
    phi: Array
    standard_error: Array
    tally: PairTally


@dataclass(frozen=True, eq=False, slots=True)
class Resampled:
    """Mean correlations of resampled boards, shape (draws,) each."""

    tetrachoric: Array
    phi: Array


def seats(shared: Ingredients, seed: int) -> Seats:
    """Seat every model whose answers vary, or a random thousand of them."""
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
    return Seats(names, rows, values, left_out, cautions, pair_counts(values))


def correlate(seats: Seats, zero_cells: Any) -> Correlations:
    """Return both correlations of all pairs."""
    upper = np.triu_indices(len(seats.rows), 1)
    cells = _cells(seats.counts, upper)
    latent = tetrachoric(*cells, zero_cells=zero_cells)
    plain = phi(*cells)
    error = standard_error(*cells, latent.rho)
    empty = np.minimum.reduce(cells) == 0.0
    tally = PairTally(
        n_pairs=len(upper[0]),
        n_zero_cell=int((empty & np.isfinite(plain)).sum()),
        n_uninformative=int(latent.uninformative.sum()),
        n_undefined=int(np.isnan(latent.rho).sum()),
    )
    n = len(seats.rows)
    return Correlations(
        _square(latent.rho, upper, n), _square(plain, upper, n), _square(error, upper, n), tally
    )


def resampled(
    seats: Seats,
    outcome: Correlations,
    settings: Mapping[str, Any],
    seed: int,
    progress: Callable[[int], None] | None,
) -> Resampled:
    """Return mean correlations of boards whose items are drawn again with replacement."""
    if len(seats.rows) <= FULL_BOOTSTRAP_MEMBERS:
        return _full_bootstrap(seats, settings, seed, progress)
    return _linearised(seats, outcome, settings["draws"], seed)


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
    interval = _percentiles(drawn, tail, seats.values.shape[1])
    try:
        estimate = float(effective.kish(n, mean))
    except NotIdentified as reason:
        return mean, interval, NotAnswered(str(reason))
    if isinstance(interval, NotAnswered):
        return mean, interval, Estimate(estimate, interval)
    return mean, interval, Estimate(estimate, _votes_interval(n, *interval))


def under_each_convention(seats: Seats, outcome: Correlations) -> dict[str, float]:
    """Return the effective votes under each convention for empty cells."""
    upper = np.triu_indices(len(seats.rows), 1)
    cells, rho = _cells(seats.counts, upper), outcome.tetrachoric[upper]
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
            int(n_items[i, j]),
        )
        for i, j in zip(first[order], second[order], strict=True)
    )


def _full_bootstrap(
    seats: Seats,
    settings: Mapping[str, Any],
    seed: int,
    progress: Callable[[int], None] | None,
) -> Resampled:
    """Count and solve every pair again in every draw."""
    n_items = seats.values.shape[1]
    upper = np.triu_indices(len(seats.rows), 1)

    def draw(rng: np.random.Generator) -> tuple[Array, ...]:
        times = np.bincount(rng.integers(0, n_items, n_items), minlength=n_items)
        return _cells(pair_counts(seats.values, times.astype(np.float64)), upper)

    latent: list[Array] = []
    plain: list[Array] = []
    for start in range(0, settings["draws"], CHUNK):
        draws = range(start, min(start + CHUNK, settings["draws"]))
        counted = run_draws(draw, draws, seed=seed, stream=ITEM_STREAM, progress=progress)
        cells = [np.array(part) for part in zip(*counted, strict=True)]
        rho = tetrachoric(*cells, zero_cells=settings["zero_cells"]).rho
        latent.append(_row_means(rho))
        plain.append(_row_means(phi(*cells)))
    return Resampled(np.concatenate(latent), np.concatenate(plain))


def _linearised(seats: Seats, outcome: Correlations, draws: int, seed: int) -> Resampled:
    """Move the mean correlations by the influence of each item, draw by draw."""
    n_items = seats.values.shape[1]

    def moved(matrix: Array, influence: Array) -> Array:
        values = matrix[np.triu_indices(len(matrix), 1)]
        pull = [
            influence[generator(seed, ITEM_STREAM, draw).integers(0, n_items, n_items)].mean()
            for draw in range(draws)
        ]
        shift = np.array(pull) - influence.mean()
        return np.asarray(np.nanmean(values) + shift / np.isfinite(values).sum())

    return Resampled(
        moved(outcome.tetrachoric, item_influence(seats.values, outcome.tetrachoric)),
        moved(outcome.phi, phi_item_influence(seats.values, outcome.phi)),
    )


def _percentiles(drawn: Array, tail: float, n_items: int) -> Interval | NotAnswered:
    """Return the percentile interval of mean correlations, if there are items enough for one."""
    drawn = drawn[np.isfinite(drawn)]
    if n_items < FEWEST_ITEMS or drawn.size < 2:
        items = counted(n_items, "item")
        return NotAnswered(f"{items}; an interval over items needs {FEWEST_ITEMS}")
    low, high = np.quantile(drawn, (tail, 1.0 - tail))
    return float(low), float(high)


def _votes_interval(n: int, low: float, high: float) -> Interval | NotAnswered:
    """Carry an interval of the mean correlation over to effective votes."""
    most = float(effective.kish_where_identified(n, low))
    if np.isnan(most):
        return NotAnswered(
            f"its upper end is not identified: the mean correlation may be as low as {low:.3g}, "
            f"and below −1/(n − 1) = {-1 / (n - 1):.3g} there is no number of votes"
        )
    return float(effective.kish(n, high)), most


def _share_correct(values: Array) -> Array:
    """Return the share right of each model's scored items."""
    return np.asarray(np.nanmean(values, axis=1))


def _cells(
    counts: PairCounts, upper: tuple[NDArray[np.intp], ...]
) -> tuple[Array, Array, Array, Array]:
    """Return the four cells of the pairs above the diagonal."""
    return counts.n11[upper], counts.n10[upper], counts.n01[upper], counts.n00[upper]


def _square(values: Array, upper: tuple[NDArray[np.intp], ...], n: int) -> Array:
    """Spread pair values over a symmetric matrix with a diagonal of ones."""
    matrix = np.eye(n)
    matrix[upper] = values
    matrix.T[upper] = values
    return matrix


def _mean_with_others(matrix: Array) -> Array:
    """Return each row's mean without its diagonal and its gaps; NaN where nothing is left."""
    known = np.isfinite(matrix) & ~np.eye(len(matrix), dtype=bool)
    count = known.sum(axis=1)
    total = np.where(known, matrix, 0.0).sum(axis=1)
    means = np.divide(total, count, out=np.full(len(matrix), np.nan), where=count > 0)
    return np.asarray(means)


def _row_means(values: Array) -> Array:
    """Return row means over what is known; NaN where nothing is."""
    known = np.isfinite(values)
    count = known.sum(axis=1)
    total = np.where(known, values, 0.0).sum(axis=1)
    means = np.divide(total, count, out=np.full(len(values), np.nan), where=count > 0)
    return np.asarray(means)
