"""Within-family minus between-family likeness: of residuals, and after one common factor."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from parallaxis.analyses.axes_labels import Grouping
from parallaxis.analyses.likeness_answers import FamilyExcess, FamilyLikeness, FamilyMean
from parallaxis.analyses.likeness_parts import Residuals, drawn_shifts
from parallaxis.analyses.panel_parts import tetrachoric_matrix
from parallaxis.answers import Estimate, Interval, NotAnswered
from parallaxis.errors import NotIdentified
from parallaxis.kernels.delete_group import deal, group_jackknife
from parallaxis.kernels.draws import generator
from parallaxis.kernels.family_permutation import (
    FamilyContrast,
    contrast_weights,
    family_contrast,
    same_family,
)
from parallaxis.kernels.multiplicity import holm
from parallaxis.kernels.one_common_factor import one_common_factor
from parallaxis.kernels.row_correlations import column_influence
from parallaxis.numerals import counted

Array = NDArray[np.float64]
Labels = NDArray[np.int64]
Places = NDArray[np.intp]
PERMUTATION_STREAM, GROUP_STREAM, GROUP_DRAW = 92, 93, 10_000_000
GROUPS = 10
MOST_JACKKNIFED = 300  # members up to which all pairs are solved ten times more
MOST_FAMILIES = 20
NO_COLUMN = NotAnswered(
    "no model metadata says which models belong together (a column such as family, base_model or "
    "org)"
)


@dataclass(frozen=True, eq=False, slots=True)
class FamilyQuestion:
    """What is asked of each column of families.

    Attributes
    ----------
    values : ndarray, shape (n_members, n_items)
        Answers on the items used.
    found : Residuals
    units : ndarray of int, shape (n_items,)
        Items that are drawn together.
    level : float
    permutations, draws, seed : int
    """

    values: Array
    found: Residuals
    units: Places
    level: float
    permutations: int
    draws: int
    seed: int


def family_likeness(
    asked: FamilyQuestion, columns: list[Grouping], rows: Places
) -> tuple[tuple[FamilyLikeness, ...] | NotAnswered, tuple[str, ...]]:
    """Return the likeness of families by each column, and why some columns were not compared.

    Parameters
    ----------
    asked : FamilyQuestion
    columns : list of Grouping
        Of the board.
    rows : ndarray of int
        Places of the members in the board.
    """
    if not columns:
        return NO_COLUMN, ()
    factor = _factor(asked.values)
    answers, whys = [], []
    for grouping in columns:
        try:
            answers.append(_one_column(asked, grouping, grouping.labels[rows], factor))
        except NotIdentified as reason:
            whys.append(f"{grouping.column}: {str(reason).rstrip('.')}")
    if not answers:
        return NotAnswered("; ".join(whys)), ()
    adjusted = holm(np.array([answer.residual.p_equal_ability for answer in answers]))
    pairs = zip(answers, adjusted.tolist(), strict=True)
    return tuple(replace(answer, p_adjusted=p) for answer, p in pairs), tuple(whys)


def _one_column(
    asked: FamilyQuestion, grouping: Grouping, labels: Labels, factor: Array | NotAnswered
) -> FamilyLikeness:
    """Return the likeness of the families of one column."""
    contrast, residual = _residual(asked, labels)
    sizes = np.bincount(labels[labels >= 0])
    alone = 0
    if isinstance(factor, NotAnswered):
        common: FamilyExcess | NotAnswered = factor
    else:
        common = _after_factor(asked, labels, factor)
        without = np.isfinite(factor).sum(axis=1) <= 1  # nothing but the diagonal
        alone = int((without & (labels >= 0)).sum())
    return FamilyLikeness(
        column=grouping.column,
        n_families=int((sizes > 1).sum()),
        n_models=int(sizes.sum()),
        n_within=contrast.n_within,
        n_between=contrast.n_between,
        n_without_factor=alone,
        residual=residual,
        common_factor=common,
        p_adjusted=residual.p_equal_ability,
        families=_families(asked.found, grouping, labels, sizes),
    )


def _residual(asked: FamilyQuestion, labels: Labels) -> tuple[FamilyContrast, FamilyExcess]:
    """Return the excess of residual correlations, with intervals by drawing items again."""
    found = asked.found
    plain = _contrast(asked, found.correlation, labels)
    equal = _contrast(asked, found.equal_ability(found.own_correlation - found.expected), labels)
    weights = contrast_weights(found.correlation, labels)
    influence = [
        column_influence(found.rows, found.correlation, weights),
        column_influence(
            found.own_rows, found.own_correlation, found.smooth @ weights @ found.smooth
        ),
    ]
    shifts = drawn_shifts(np.array(influence), asked.units, draws=asked.draws, seed=asked.seed)
    tail = (1.0 - asked.level) / 2.0
    low, high = np.quantile(shifts, (tail, 1.0 - tail), axis=0)
    estimates = [
        Estimate(one.excess, (float(one.excess + low[i]), float(one.excess + high[i])))
        for i, one in enumerate((plain, equal))
    ]
    return plain, FamilyExcess(
        plain.within, plain.between, estimates[0], plain.p, estimates[1], equal.p
    )


def _after_factor(
    asked: FamilyQuestion, labels: Labels, factor: Array
) -> FamilyExcess | NotAnswered:
    """Return the excess of tetrachoric correlations less one common factor."""
    try:
        plain = _contrast(asked, factor, labels)
        equal = _contrast(asked, asked.found.equal_ability(factor), labels)
    except NotIdentified as reason:
        return NotAnswered(str(reason))
    intervals = _factor_intervals(asked, labels, (plain.excess, equal.excess))
    return FamilyExcess(
        plain.within,
        plain.between,
        Estimate(plain.excess, intervals[0]),
        plain.p,
        Estimate(equal.excess, intervals[1]),
        equal.p,
    )


def _contrast(asked: FamilyQuestion, pairs: Array, labels: Labels) -> FamilyContrast:
    """Return within and between, and p by permuted labels."""
    return family_contrast(
        pairs,
        labels,
        permutations=asked.permutations,
        seed=asked.seed,
        stream=PERMUTATION_STREAM,
    )


def _factor(values: Array, weights: Array | None = None) -> Array | NotAnswered:
    """Return tetrachoric correlations less one common factor."""
    try:
        return one_common_factor(tetrachoric_matrix(values, weights)).residuals
    except NotIdentified as reason:
        return NotAnswered(str(reason).rstrip("."))


def _factor_intervals(
    asked: FamilyQuestion, labels: Labels, whole: tuple[float, float]
) -> tuple[Interval | NotAnswered, Interval | NotAnswered]:
    """Return intervals of both excesses by leaving out a tenth of the items at a time."""
    from scipy.special import stdtrit  # noqa: PLC0415 - SciPy is loaded where it is needed

    n = len(asked.values)
    if n > MOST_JACKKNIFED:
        why = f"{counted(n, 'member')}; above {MOST_JACKKNIFED} the factor is not fitted again"
        return NotAnswered(why), NotAnswered(why)
    group = deal(asked.units, GROUPS, generator(asked.seed, GROUP_STREAM, GROUP_DRAW))
    left = []
    for number in range(int(group.max()) + 1):
        without = _factor(asked.values, (group != number).astype(np.float64))
        if isinstance(without, NotAnswered):
            return without, without
        both = without, asked.found.equal_ability(without)
        left.append(
            [float((contrast_weights(m, labels) * np.nan_to_num(m)).sum()) / 2 for m in both]
        )
    sizes = np.bincount(group)
    out: list[Interval | NotAnswered] = []
    for value, column in zip(whole, np.array(left).T, strict=True):
        try:
            spread = group_jackknife(value, column, sizes)
        except NotIdentified as reason:
            out.append(NotAnswered(str(reason).rstrip(".")))
            continue
        half = float(stdtrit(spread.degrees_of_freedom, (1.0 + asked.level) / 2.0))
        half *= spread.standard_error
        out.append((value - half, value + half))
    return out[0], out[1]


def _families(
    found: Residuals, grouping: Grouping, labels: Labels, sizes: NDArray[np.intp]
) -> tuple[FamilyMean, ...]:
    """Return the largest families with what their members share."""
    first, second = same_family(labels)
    r, expected = found.own_correlation[first, second], found.expected[first, second]
    out = []
    for number in np.argsort(-sizes, kind="stable")[:MOST_FAMILIES]:
        mine = (labels[first] == number) & np.isfinite(r)
        if mine.any():
            name, size = grouping.names[number], int(sizes[number])
            means = float(r[mine].mean()), float(expected[mine].mean())
            out.append(FamilyMean(name, size, *means))
    return tuple(out)
