"""The parts of the agreement answer: who is counted, all coefficients, resampling, tables."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parallaxis.answers import Estimate, Interval, NotAnswered
from parallaxis.errors import InputError, NotIdentified
from parallaxis.kernels.agreement import (
    METRICS,
    Metric,
    coincidence_matrix,
    fleiss_kappa,
    krippendorff_alpha,
    verdict_counts,
)
from parallaxis.kernels.delete_group import deal, group_jackknife
from parallaxis.kernels.draws import generator
from parallaxis.kernels.error_agreement import Capa, ErrorAgreement, capa, error_agreement
from parallaxis.kernels.pair_agreement import PairAgreement, pair_agreement
from parallaxis.numerals import counted
from parallaxis.verdicts import Verdicts

Array = NDArray[np.float64]
Codes = NDArray[np.int32]
ITEM_STREAM = 95
SUBSET_STREAM = 96
MAX_MEMBERS = 400
FEWEST_ITEMS = 10  # below, an interval over items would be an invention
FEWEST_GROUPS = 20  # of items, from which whole groups are drawn
WORK = 1e9  # multiplications of a bootstrap, above which items are left out in parts instead
PARTS = 20
CHUNK_CELLS = 2e6  # draws × members × items that are counted at once
COEFFICIENTS = (
    "alpha", "alpha_ordinal", "alpha_interval", "fleiss", "mean_kappa", "observed",
    "both_err", "chance", "excess", "capa",
)  # fmt: skip


@dataclass(frozen=True, eq=False, slots=True)
class Said:
    """Verdicts made ready: those of items with at least one, and those with a right answer.

    `groups` numbers what is drawn together, items or groups of items. `judged` are the places of
    items with a right answer; `gold` and `n_options` are theirs.
    """

    models: tuple[str, ...]
    codes: Codes
    categories: tuple[str, ...]
    values: Array | None
    counts: Array
    complete: NDArray[np.intp]
    groups: NDArray[np.intp]
    judged: NDArray[np.intp]
    gold: Codes
    n_options: Array

    @property
    def n_items(self) -> int:
        """Number of items with at least one verdict."""
        return int(self.codes.shape[1])


@dataclass(frozen=True, eq=False, slots=True)
class Pairs:
    """All pairs: over all items, and over those with a right answer where there are any."""

    plain: PairAgreement
    errors: ErrorAgreement | None
    capa: Capa | None


@dataclass(frozen=True, eq=False, slots=True)
class Spread:
    """Replicates of all coefficients, a row each, and how to make an interval of them."""

    method: str
    replicates: Array
    sizes: NDArray[np.intp]


def made_ready(verdicts: Verdicts, options: int | None) -> Said:
    """Drop items without any verdict, and number what intervals draw together."""
    kept = np.flatnonzero((verdicts.codes >= 0).any(axis=0))
    codes = verdicts.codes[:, kept]
    gold = np.full(kept.size, -1) if verdicts.gold is None else verdicts.gold[kept]
    judged = np.flatnonzero(gold >= 0)
    return Said(
        models=verdicts.models,
        codes=codes,
        categories=verdicts.categories,
        values=verdicts.values,
        counts=verdict_counts(codes, len(verdicts.categories)),
        complete=np.flatnonzero((codes >= 0).all(axis=0) & (len(codes) > 1)),
        groups=_groups(verdicts, kept),
        judged=judged,
        gold=gold[judged].astype(np.int32),
        n_options=_options(verdicts, options)[kept][judged],
    )


def check_options(verdicts: Verdicts, options: int | None) -> None:
    """Refuse a number of options that is smaller than the verdicts that one item got.

    Raises
    ------
    InputError
        It names the first such item.
    """
    offered = _options(verdicts, options)
    given = np.zeros((len(verdicts.categories) + 1, verdicts.n_items), dtype=bool)
    whole = verdicts.codes if verdicts.gold is None else np.vstack([verdicts.codes, verdicts.gold])
    given[whole, np.arange(verdicts.n_items)] = True
    distinct = given[:-1].sum(axis=0)  # code −1, no verdict, is the last row
    if options is None or not (distinct > offered).any():
        return
    item = int(np.argmax(distinct > offered))
    raise InputError(
        f"options is {options}, but item {verdicts.items[item]!r} has {distinct[item]} distinct "
        "verdicts; pass as many options as there are answers to choose from."
    )


def _groups(verdicts: Verdicts, kept: NDArray[np.intp]) -> NDArray[np.intp]:
    """Number the groups of items where enough are known, else the items themselves."""
    named = verdicts.metadata("group")
    if named is None:
        return np.arange(kept.size)
    own = [f"group {named[i]}" if named[i] is not None else f"item {i}" for i in kept]
    labels, groups = np.unique(own, return_inverse=True)
    return groups if labels.size >= FEWEST_GROUPS else np.arange(kept.size)


def _options(verdicts: Verdicts, options: int | None) -> Array:
    """Return how many answers each item offers: as told, by metadata, or all that were seen."""
    told = verdicts.metadata("options") if options is None else None
    if told is None:
        return np.full(verdicts.n_items, float(options or max(2, len(verdicts.categories))))
    for item, number in zip(verdicts.items, told, strict=True):
        if not isinstance(number, int | float) or not number >= 2:
            raise InputError(
                f"item {item!r} offers {number!r} options; give a number of at least 2 in the "
                "metadata column 'options', or remove the column."
            )
    return np.array(told, dtype=np.float64)


def pairs(said: Said, weights: Array | None = None) -> Pairs:
    """Count all pairs of members; `weights` may be those of many draws, shape (..., n_items)."""
    plain = pair_agreement(said.codes, weights=weights)
    if said.judged.size == 0:
        return Pairs(plain, None, None)
    codes = said.codes[:, said.judged]
    own = None if weights is None else weights[..., said.judged]
    return Pairs(
        plain,
        error_agreement(codes, said.gold, weights=own),
        capa(codes, said.gold, n_options=said.n_options, weights=own),
    )


def coefficients(said: Said, found: Pairs, weights: Array) -> Array:
    """Return all coefficients in the order of COEFFICIENTS; NaN where not identified."""
    rows = np.atleast_2d(weights)
    alphas = [[_alpha(said, metric, w) for metric in METRICS] for w in rows]
    fleiss = [[_fleiss(said, w)] for w in rows]
    upper = np.triu_indices(len(said.models), 1)

    def of_pairs(values: Array) -> Array:
        return np.atleast_2d(values[..., *upper])

    kappa, observed = of_pairs(found.plain.kappa), of_pairs(found.plain.observed)
    means = [_mean(kappa), _mean(observed)]
    if found.errors is None or found.capa is None:
        means += [np.full(len(rows), np.nan)] * 4
    else:
        errors = found.errors
        usable = of_pairs(errors.usable)
        means += [
            _mean(of_pairs(errors.agreement), of_pairs(errors.both_wrong)),
            _mean(of_pairs(errors.chance), usable),
            _mean(of_pairs(errors.excess), usable),
            _mean(of_pairs(found.capa.kappa)),
        ]
    return np.hstack([alphas, fleiss, np.column_stack(means)])


def _alpha(said: Said, metric: Metric, weights: Array) -> float:
    """Return one alpha; NaN where it is not identified or asks for numbers there are not."""
    if metric != "nominal" and (said.values is None or said.values.size < 3):
        return np.nan
    met = coincidence_matrix(said.counts, weights=weights)
    try:
        return krippendorff_alpha(met, metric=metric, values=said.values)
    except NotIdentified:
        return np.nan


def _fleiss(said: Said, weights: Array) -> float:
    """Return Fleiss' kappa of the items that everybody rated; NaN where not identified."""
    try:
        return fleiss_kappa(said.counts[said.complete], weights=weights[said.complete])
    except NotIdentified:
        return np.nan


def _mean(values: Array, weights: Array | None = None) -> Array:
    """Return means of rows over what is known; NaN where nothing is."""
    share = np.isfinite(values) * (1.0 if weights is None else weights)
    total = share.sum(axis=1)
    above = (np.where(share > 0.0, values, 0.0) * share).sum(axis=1)
    out = np.full(len(values), np.nan)
    return np.asarray(np.divide(above, total, out=out, where=total > 0.0))


def spread(said: Said, draws: int, seed: int, progress: Callable[[int], None] | None) -> Spread:
    """Draw items again with replacement; on large boards leave out a part of them at a time."""
    members, categories = len(said.models), len(said.categories)
    distinct = float((said.counts > 0.0).sum())
    work = draws * (members**2 * distinct + categories**2 * said.n_items)
    units = int(said.groups.max()) + 1
    if work > WORK:
        dealt = deal(said.groups, PARTS, generator(seed, SUBSET_STREAM, 1))
        left = (dealt != np.arange(dealt.max() + 1)[:, None]).astype(np.float64)
        return Spread("jackknife", _replicates(said, left, progress), np.bincount(dealt))
    rows = []
    size = max(1, int(CHUNK_CELLS / said.codes.size))
    for start in range(0, draws, size):
        numbers = range(start, min(start + size, draws))
        times = [_times(units, seed, draw)[said.groups] for draw in numbers]
        rows.append(coefficients(said, pairs(said, np.array(times)), np.array(times)))
        if progress is not None:
            progress(len(times))
    return Spread("bootstrap", np.concatenate(rows), np.array([], dtype=np.intp))


def _times(units: int, seed: int, draw: int) -> Array:
    """Return how often each item, or group of items, is drawn."""
    drawn = generator(seed, ITEM_STREAM, draw).integers(0, units, units)
    return np.bincount(drawn, minlength=units).astype(np.float64)


def _replicates(said: Said, weights: Array, progress: Callable[[int], None] | None) -> Array:
    """Return the coefficients of each row of weights, one after another."""
    rows = []
    for row in weights:
        rows.append(coefficients(said, pairs(said, row), row))
        if progress is not None:
            progress(1)
    return np.concatenate(rows)


def estimate(
    name: str, whole: Array, found: Spread | NotAnswered, level: float, why: str
) -> Estimate | NotAnswered:
    """Return one coefficient with its interval over items, or why there is none."""
    place = COEFFICIENTS.index(name)
    value = float(whole[place])
    if np.isnan(value):
        return NotAnswered(why)
    if isinstance(found, NotAnswered):
        return Estimate(value, found)
    drawn = found.replicates[:, place]
    if found.method == "jackknife":
        return Estimate(value, _jackknifed(value, drawn, found.sizes, level))
    drawn = drawn[np.isfinite(drawn)]
    if drawn.size < 0.9 * len(found.replicates):
        return Estimate(value, NotAnswered("too many draws of the items leave it undefined"))
    low, high = np.quantile(drawn, ((1.0 - level) / 2.0, (1.0 + level) / 2.0))
    return Estimate(value, (float(low), float(high)))


def _jackknifed(
    value: float, left: Array, sizes: NDArray[np.intp], level: float
) -> Interval | NotAnswered:
    """Return the interval by leaving out parts of the items, no further than 1."""
    from scipy.special import stdtrit  # noqa: PLC0415 - scipy is loaded where it is needed

    try:
        found = group_jackknife(value, left, sizes)
    except NotIdentified as reason:
        return NotAnswered(str(reason))
    reach = float(stdtrit(found.degrees_of_freedom, (1.0 + level) / 2.0)) * found.standard_error
    return value - reach, min(1.0, value + reach)


def spread_or_why(
    said: Said, draws: int, seed: int, progress: Callable[[int], None] | None
) -> Spread | NotAnswered:
    """Return replicates, or why so few items allow no interval."""
    paired = int((said.counts.sum(axis=1) >= 2.0).sum())
    if paired < FEWEST_ITEMS:
        items = counted(paired, "item")
        return NotAnswered(f"{items} with two verdicts; an interval needs {FEWEST_ITEMS}")
    return spread(said, draws, seed, progress)
