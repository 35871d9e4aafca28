"""Which components of a board repeat each other, and among which models they do not."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis import _checks
from parallaxis.analyses.breadth_parts import family_numbers
from parallaxis.analyses.cohort_correlations import (
    Answer,
    PairBoard,
    estimates,
    in_cohorts,
    towards,
)
from parallaxis.analyses.cohorts import described_cohorts
from parallaxis.analyses.components import (
    Components,
    Unit,
    components_of,
    reliability,
    reliability_estimate,
)
from parallaxis.analyses.redundancy_parts import (
    CohortCorrelation,
    ComponentAnswer,
    ComponentPair,
    Merge,
)
from parallaxis.answers import Estimate, Interval, NotAnswered
from parallaxis.errors import NotIdentified
from parallaxis.ingredients import Ingredients
from parallaxis.kernels.attenuation import Influenced, disattenuated
from parallaxis.kernels.merge_order import alike_groups, merge_order
from parallaxis.kernels.pair_correlations import (
    cluster_error,
    correlation_matrices,
    pair_correlations,
    pearson_influence,
)
from parallaxis.kernels.scaling import prepare
from parallaxis.kernels.spectrum import moments, without_each_item
from parallaxis.matrix import ScoreMatrix
from parallaxis.numerals import correlation

Array = NDArray[np.float64]
Places = NDArray[np.intp]
Reliability = tuple[Influenced, float] | NotAnswered
MOST_PAIRS = 100  # pairs that are followed into cohorts
HALVES = 2


@dataclass(frozen=True, slots=True)
class Redundancy:
    """Do components repeat each other, for all models and within every cohort?

    Attributes
    ----------
    column : str
        Column of the item metadata whose groups are the components; empty where they are items.
    unit : {"score", "zscore"}
        In which components are averaged for performance bands, and weigh in the dimensionality.
    threshold : float
        |Spearman| from which two components are called redundant.
    components : tuple of ComponentAnswer
        In the order of the board.
    pairs : tuple of ComponentPair
        The 100 of largest |Spearman|, largest first; all where there are no more.
    n_pairs : int
        How many there are.
    spearman : tuple of tuple of float
        Of all pairs; NaN where there is none.
    order : tuple of int
        Components from one end of the tree to the other.
    merges : tuple of Merge
        Complete linkage on 1 − |Spearman|, lowest first.
    groups : tuple of tuple of str
        Components that are redundant in every pair of their group.
    effective_dimensionality : float or NotAnswered
        Of the components, in their unit.
    n_ungrouped : int
        Items in no component.
    constant : tuple of str
        Components without variance, left out.
    """

    column: str
    unit: Unit
    threshold: float
    components: tuple[ComponentAnswer, ...]
    pairs: tuple[ComponentPair, ...]
    n_pairs: int
    spearman: tuple[tuple[float, ...], ...]
    order: tuple[int, ...]
    merges: tuple[Merge, ...]
    groups: tuple[tuple[str, ...], ...]
    effective_dimensionality: float | NotAnswered
    n_ungrouped: int
    constant: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the components."""
        return tuple(component.name for component in self.components)


def redundancy(
    board: ScoreMatrix | Ingredients,
    *,
    components: str | None = None,
    threshold: float = 0.8,
    level: float = 0.95,
) -> Redundancy | NotAnswered:
    """Which components of this board repeat each other, and for which models do they not?

    Parameters
    ----------
    board : ScoreMatrix or Ingredients
        Models × items; NaN = not scored, each pair is computed over the models that have both.
    components : str, optional
        Column of the item metadata whose groups are the components; see ``components_of``.
    threshold : float, default 0.8
        |Spearman| from which two components are called redundant.
    level : float, default 0.95
        Coverage of intervals.

    Returns
    -------
    Redundancy or NotAnswered
        Not answered where the board has no components; the reason says what to hand in.

    Raises
    ------
    InputError
        A setting out of range, or a column that makes no components.

    Notes
    -----
    *Intervals* are on Fisher's scale with cluster-robust errors, over families where they are
    known.

    *Redundant* is a pair that is shown to rank models alike wherever it can be looked at:

    1. in all models, and in the lower and in the upper half by the mean of the *other* components,
       the lower end of the interval of |Spearman| reaches the threshold. The burden of proof is
       on redundancy, so it is the lower end; a general ability alone makes any two components
       correlate over all models, so it must hold among models of a similar level too;
    2. no other cohort contradicts it: fifths by the other components, families, sizes, types,
       dates. A cohort contradicts where the *upper* end lies below the threshold, since among
       many small cohorts some estimates fall below it by chance; and after correction for range
       (``at_full_range``), since the same relation correlates less among models that are alike. A
       cohort with less than half of the spread of either component cannot contradict: what is
       left there (two hundred merges of one model) is mostly noise.

    A pair is *not* redundant where all models, or a cohort, contradict it. In between, and where
    halves cannot be formed, the answer is not identified, and the reason says what is lacking.
    Halves and top groups by the *full* average are shown and never counted: the pair itself had a
    say in them, which pushes its correlation down (a collider).

    *Reversed* is a pair with opposite signs in all models and in a cohort, both off zero, after
    Holm's adjustment over all cohorts of all pairs.

    References
    ----------
    Spearman (1904), American Journal of Psychology 15, 72–101. Berkson (1946), Biometrics
    Bulletin 2, 47–53. Simpson (1951), Journal of the Royal Statistical Society B 13, 238–241.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> ability, other = rng.normal(size=(2, 200, 1))
    >>> noise = 0.1 * rng.normal(size=(200, 3))
    >>> scores = np.hstack([ability, ability, other]) + noise
    >>> found = redundancy(ScoreMatrix.from_array(scores, items=["A", "B", "C"]))
    >>> found.pairs[0].name, found.pairs[0].redundant, found.groups
    ('A × B', True, (('A', 'B'),))
    """
    _checks.probability("threshold", threshold)
    _checks.probability("level", level)
    shared = Ingredients.of(board)
    found = components_of(shared, column=components)
    if isinstance(found, NotAnswered):
        return found
    matrix = correlation_matrices(found.scores)[1]
    first, second = _strongest(matrix)
    reliabilities = [reliability(shared, found, i) for i in range(len(found.names))]
    paired = PairBoard(
        scores=found.scores,
        comparable=found.comparable,
        first=first,
        second=second,
        families=family_numbers(shared.board),
        level=level,
    )
    pairs = _pairs(shared, found, paired, reliabilities, threshold)
    whole, without = _dimensionality(found)
    order, merges = _tree(matrix)
    return Redundancy(
        column=found.column,
        unit=found.unit,
        threshold=threshold,
        components=tuple(
            ComponentAnswer(
                name=name,
                n_items=found.items[i].size,
                reliability=reliability_estimate(shared, reliabilities[i], level=level),
                without=without[i],
            )
            for i, name in enumerate(found.names)
        ),
        pairs=pairs,
        n_pairs=len(found.names) * (len(found.names) - 1) // 2,
        spearman=tuple(map(tuple, matrix.tolist())),
        order=order,
        merges=merges,
        groups=_groups(found, matrix, first, second, pairs),
        effective_dimensionality=whole,
        n_ungrouped=found.n_ungrouped,
        constant=found.constant,
    )


def _tree(matrix: Array) -> tuple[tuple[int, ...], tuple[Merge, ...]]:
    """Return the leaves in order, and the merges."""
    tree = merge_order(matrix)
    columns = (tree.left, tree.right, tree.height, tree.size)
    merges = zip(*(column.tolist() for column in columns), strict=True)
    return tuple(tree.order.tolist()), tuple(Merge(*one) for one in merges)


def _strongest(matrix: Array) -> tuple[Places, Places]:
    """Return the pairs of largest |ρ|, largest first; those without a value come last."""
    first, second = np.triu_indices(len(matrix), 1)
    size = np.nan_to_num(np.abs(matrix[first, second]), nan=-1.0)
    kept = np.argsort(-size, kind="stable")[:MOST_PAIRS]
    return first[kept], second[kept]


def _pairs(
    shared: Ingredients,
    found: Components,
    paired: PairBoard,
    reliabilities: Sequence[Reliability],
    threshold: float,
) -> tuple[ComponentPair, ...]:
    """Return each pair with its correlations, its cohorts and what they show."""
    got = pair_correlations(paired.scores, paired.first, paired.second, paired.families)
    spearman = estimates(got.spearman, got.spearman_error, got, level=paired.level)
    pearson = estimates(got.pearson, got.pearson_error, got, level=paired.level)
    rows = in_cohorts(paired, described_cohorts(shared.board), spearman, threshold=threshold)
    out = []
    for i, (one, other) in enumerate(zip(paired.first, paired.second, strict=True)):
        out.append(
            ComponentPair(
                first=found.names[one],
                second=found.names[other],
                n_models=int(got.n_rows[i]),
                spearman=spearman[i],
                pearson=pearson[i],
                disattenuated=_disattenuated(
                    paired, int(one), int(other), pearson[i], reliabilities
                ),
                redundant=is_redundant(spearman[i], rows[i], threshold=threshold),
                cohorts=rows[i],
            )
        )
    return tuple(out)


def is_redundant(
    whole: Answer, cohorts: Sequence[CohortCorrelation], *, threshold: float
) -> bool | NotAnswered:
    """Can a pair be shown to rank models alike wherever it can be looked at?

    Parameters
    ----------
    whole : Estimate or NotAnswered
        Spearman's correlation in all models.
    cohorts : sequence of CohortCorrelation
        With their flags.
    threshold : float

    Returns
    -------
    bool or NotAnswered
        By the rule of :func:`redundancy`.
    """
    if isinstance(whole, NotAnswered):
        return whole
    if isinstance(whole.interval, NotAnswered):
        return whole.interval
    lower, upper = towards(whole.interval, whole.estimate)
    if upper < threshold or any(cohort.contradicts for cohort in cohorts):
        return False
    halves = [cohort for cohort in cohorts if cohort.kind == "others_half"]
    ends = {"all models": lower} | {
        f"the {half.name} by the other components": towards(interval, whole.estimate)[0]
        for half in halves
        if (interval := _interval(half.spearman)) is not None
    }
    if len(ends) < 1 + HALVES:
        return NotAnswered(
            "performance bands of the other components, in which it must hold too, need another "
            "component and 40 models"
        )
    where, least = min(ends.items(), key=lambda end: end[1])
    if least >= threshold:
        return True
    return NotAnswered(
        f"in {where} the interval goes down to {correlation(least)}, and nowhere is it wholly "
        f"below {threshold:g} once its narrower range is allowed for"
    )


def _interval(answer: Answer) -> Interval | None:
    """Return the interval of an answer, if it has one."""
    if isinstance(answer, NotAnswered) or isinstance(answer.interval, NotAnswered):
        return None
    return answer.interval


def _disattenuated(
    paired: PairBoard, one: int, other: int, r: Answer, reliabilities: Sequence[Reliability]
) -> Estimate | NotAnswered:
    """Correct Pearson's correlation for item noise, with the delta method's interval."""
    from scipy.special import stdtrit  # noqa: PLC0415 - needed for intervals only

    if isinstance(r, NotAnswered):
        return r
    mine, theirs = reliabilities[one], reliabilities[other]
    for answer in (mine, theirs):
        if isinstance(answer, NotAnswered):
            return answer
    assert not isinstance(mine, NotAnswered)  # noqa: S101 - told apart above
    assert not isinstance(theirs, NotAnswered)  # noqa: S101 - told apart above
    columns = paired.scores[:, [one, other]]
    rows = np.flatnonzero(~np.isnan(columns).any(axis=1))
    influence = np.zeros(len(columns))
    of_rows = pearson_influence(columns[rows, :1], columns[rows, 1:])[1]
    influence[rows] = of_rows[:, 0] * (len(columns) / rows.size)
    try:
        found = disattenuated(Influenced(r.estimate, influence), mine[0], theirs[0])
    except NotIdentified as reason:
        return NotAnswered(str(reason))
    error = float(cluster_error(found.influence[:, None], paired.families)[0])
    if np.isnan(error):
        assert isinstance(r.interval, NotAnswered)  # noqa: S101 - too few groups for both
        return Estimate(found.value, r.interval)
    half = float(stdtrit(paired.families.max(), (1.0 + paired.level) / 2.0)) * error
    return Estimate(found.value, (found.value - half, found.value + half))


def _groups(
    found: Components,
    matrix: Array,
    first: Places,
    second: Places,
    pairs: Sequence[ComponentPair],
) -> tuple[tuple[str, ...], ...]:
    """Return the groups in which every pair is redundant."""
    alike = np.zeros(matrix.shape, dtype=bool)
    flags = np.array([pair.redundant is True for pair in pairs], dtype=bool)
    alike[first, second] = alike[second, first] = flags
    return tuple(tuple(found.names[i] for i in group) for group in alike_groups(matrix, alike))


def _dimensionality(
    found: Components,
) -> tuple[float | NotAnswered, list[float | NotAnswered]]:
    """Return ED of the components, and without each of them."""
    centred = prepare(found.scores, scaling="zscore" if found.unit == "zscore" else "none")
    square, fourth = without_each_item(centred)
    nothing = NotAnswered("nothing is left that varies")
    left: list[float | NotAnswered] = [
        float(s * s / f) if f > 0.0 else nothing for s, f in zip(square, fourth, strict=True)
    ]
    return moments(centred).effective_dimensionality, left
