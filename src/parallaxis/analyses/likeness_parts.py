"""The parts of the answer on likeness: residuals, families, resampling, pairs that stand out."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis.analyses.axes_labels import Grouping, lineages
from parallaxis.analyses.cohorts import UNKNOWN
from parallaxis.analyses.likeness_answers import LikePair, StandingOut, Strips
from parallaxis.answers import Interval
from parallaxis.errors import MissingDataError
from parallaxis.kernels.consistency import consistent_probabilities
from parallaxis.kernels.draws import generator
from parallaxis.kernels.expected_residuals import expected_residual_correlations
from parallaxis.kernels.family_permutation import smooth_removed
from parallaxis.kernels.irt import fit
from parallaxis.kernels.multiplicity import holm
from parallaxis.kernels.residual_correlation import residual_correlations
from parallaxis.kernels.row_correlations import PairErrors, StandardRows, pair_errors
from parallaxis.matrix import ScoreMatrix

Array = NDArray[np.float64]
Places = NDArray[np.intp]
ITEM_STREAM = 93
FEWEST_COMMON = 20  # items of a pair, below which its correlation is not tested
MOST_LISTED = 100
MOST_COLUMNS = 4
MOST_POINTS = 500


@dataclass(frozen=True, eq=False, slots=True)
class Residuals:
    """What is left of the answers after one ability, and what is expected of it.

    Attributes
    ----------
    correlation, expected : ndarray, shape (n_members, n_members)
        NaN where two members have no item in common.
    own_correlation : ndarray, shape (n_members, n_members)
        Of residuals from expectations in which each member is as consistent as it is.
    own_rows : StandardRows
        These residuals.
    rows : StandardRows
        The residuals of the model itself.
    errors : PairErrors
        Of `own_correlation`.
    smooth : ndarray, shape (n_members, n_members)
        Takes functions of ability out, as ``smooth @ matrix @ smooth``.
    converged : bool
    """

    correlation: Array
    own_correlation: Array
    expected: Array
    rows: StandardRows
    own_rows: StandardRows
    errors: PairErrors
    smooth: Array
    converged: bool

    def equal_ability(self, matrix: Array) -> Array:
        """Return a matrix of pairs without what the two abilities predict."""
        filled = np.nan_to_num(matrix)
        np.fill_diagonal(filled, 0.0)
        return np.where(np.isnan(matrix), np.nan, self.smooth @ filled @ self.smooth)


def residuals(values: Array, chance: Array | None, *, estimate_chance: bool) -> Residuals:
    """Return what one ability leaves of right and wrong answers.

    Parameters
    ----------
    values : ndarray, shape (n_members, n_items)
        0, 1 or NaN; every item varies.
    chance : ndarray, shape (n_items,), or None
    estimate_chance : bool
    """
    if estimate_chance:
        found = fit(values, model="3pl", chance="estimate")
    else:
        found = fit(values, model="2pl", chance=chance)
    expected = found.probabilities()
    own, consistency = consistent_probabilities(found, values)
    own_correlation = residual_correlations(values, own)
    own_rows = StandardRows.of(values - own)
    return Residuals(
        correlation=residual_correlations(values, expected),
        own_correlation=own_correlation,
        expected=expected_residual_correlations(found, ~np.isnan(values)),
        rows=StandardRows.of(values - expected),
        own_rows=own_rows,
        errors=pair_errors(own_rows, own_correlation),
        smooth=smooth_removed(found.ability, consistency),
        converged=found.converged,
    )


def family_columns(board: ScoreMatrix, column: str | None) -> list[Grouping]:
    """Return the columns of families, models of an unknown one in none.

    Raises
    ------
    MissingDataError
        No such column.
    """
    found = lineages(board) if column is None else [_named(board, column)]
    out = []
    for grouping in found[:MOST_COLUMNS]:
        unknown = [i for i, name in enumerate(grouping.names) if name.lower() in UNKNOWN]
        labels = np.where(np.isin(grouping.labels, unknown), -1, grouping.labels)
        out.append(Grouping(grouping.column, grouping.names, labels))
    return out


def drawn_shifts(influence: Array, units: Places, *, draws: int, seed: int) -> Array:
    """Return how far sums move when units of items are drawn again with replacement.

    Parameters
    ----------
    influence : ndarray, shape (n_sums, n_items)
        n_items times the derivative by each item's weight.
    units : ndarray of int, shape (n_items,)
        Numbers from 0.
    draws, seed : int

    Returns
    -------
    ndarray, shape (draws, n_sums)
    """
    n_units = int(units.max()) + 1
    sums = np.zeros((n_units, len(influence)))
    np.add.at(sums, units, (influence - influence.mean(axis=1, keepdims=True)).T)
    out = np.empty((draws, len(influence)))
    for draw in range(draws):
        chosen = generator(seed, ITEM_STREAM, draw).integers(0, n_units, n_units)
        out[draw] = sums[chosen].sum(axis=0) / units.size
    return out


def standing_out(
    names: tuple[str, ...], found: Residuals, columns: list[Grouping], rows: Places, *, level: float
) -> StandingOut:
    """Return the pairs that differ from what independent answers would give."""
    from scipy.special import ndtr  # noqa: PLC0415 - SciPy is loaded where it is needed

    first, second = np.triu_indices(len(names), 1)
    r, expected = found.own_correlation[first, second], found.expected[first, second]
    n_items, error = found.errors.n_common[first, second], found.errors.unrelated[first, second]
    tested = np.isfinite(r - expected) & (n_items >= FEWEST_COMMON) & (error > 0.0)
    z = np.divide(r - expected, error, out=np.full(r.size, np.nan), where=tested)
    p = 2.0 * ndtr(-np.abs(z))
    adjusted = holm(p)
    alpha = 1.0 - level
    stands = np.flatnonzero(adjusted <= alpha)
    order = stands[np.argsort(-np.abs(z[stands]), kind="stable")][:MOST_LISTED]
    listed = tuple(
        LikePair(
            model_a=names[i],
            model_b=names[j],
            residual_correlation=float(r[k]),
            interval=_interval(float(r[k]), float(found.errors.as_found[i, j]), level),
            expected=float(expected[k]),
            n_items=int(n_items[k]),
            p=float(p[k]),
            p_adjusted=float(adjusted[k]),
            same_family=tuple(c.column for c in columns if _related(c, int(rows[i]), int(rows[j]))),
        )
        for k, i, j in zip(order, first[order], second[order], strict=True)
    )
    return StandingOut(
        n_pairs=int(tested.sum()),
        n_untested=int((~tested).sum()),
        n_alike=int((z[stands] > 0.0).sum()),
        n_unlike=int((z[stands] < 0.0).sum()),
        adjustment="holm",
        alpha=alpha,
        listed=listed,
    )


def strips(correlation: Array, labels: NDArray[np.int64] | None) -> Strips:
    """Return residual correlations within and between families, thinned for a figure."""
    first, second = np.triu_indices(len(correlation), 1)
    values = correlation[first, second]
    known = np.isfinite(values)
    if labels is None:
        within, between = np.zeros(values.size, dtype=bool), known
    else:
        grouped = (labels[first] >= 0) & (labels[second] >= 0) & known
        within = grouped & (labels[first] == labels[second])
        between = grouped & ~within
    return Strips(
        _thinned(values[within]),
        _thinned(values[between]),
        int(within.sum()),
        int(between.sum()),
    )


def _named(board: ScoreMatrix, column: str) -> Grouping:
    """Return the families of the column that the caller names."""
    values = board.metadata("model", column)
    columns = board.model_metadata.column_names[1:]
    if values is None or column not in columns:
        known = ", ".join(map(repr, columns)) or "none"
        raise MissingDataError(f"no model metadata column {column!r}; there are: {known}.")
    texts = ["" if value is None else str(value).strip() for value in values]
    names = tuple(sorted(set(texts) - {"", "nan"}))
    number = {name: place for place, name in enumerate(names)}
    return Grouping(column, names, np.array([number.get(t, -1) for t in texts], dtype=np.int64))


def _related(grouping: Grouping, one: int, other: int) -> bool:
    """Say whether two models of the board are of one family."""
    return bool(grouping.labels[one] >= 0 and grouping.labels[one] == grouping.labels[other])


def _interval(r: float, error: float, level: float) -> Interval:
    """Return the interval of a correlation, on Fisher's scale."""
    from scipy.special import ndtri  # noqa: PLC0415 - SciPy is loaded where it is needed

    inside = float(np.clip(r, -1.0 + 1e-9, 1.0 - 1e-9))
    half = float(ndtri(0.5 + level / 2.0)) * error / (1.0 - inside * inside)
    centre = float(np.arctanh(inside))
    return float(np.tanh(centre - half)), float(np.tanh(centre + half))


def _thinned(values: Array) -> tuple[float, ...]:
    """Return values in order, at most so many as a figure can show."""
    ordered = np.sort(values)
    if ordered.size > MOST_POINTS:
        ordered = ordered[np.linspace(0, ordered.size - 1, MOST_POINTS).round().astype(int)]
    return tuple(ordered.round(6).tolist())
