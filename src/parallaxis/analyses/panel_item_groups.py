"""Votes by item group on a common pool of models, their spread, and random chunks as control."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from parallaxis.analyses.components import components_of
from parallaxis.analyses.panel_cohort_answers import (
    GroupSpread,
    ItemGroups,
    ItemGroupVotes,
    LeftOutGroup,
)
from parallaxis.analyses.panel_cohort_parts import (
    MeanCorrelation,
    estimates,
    mean_correlation,
)
from parallaxis.analyses.panel_parts import Seats, tetrachoric_matrix
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.errors import InputError, NotIdentified
from parallaxis.ingredients import Ingredients
from parallaxis.kernels.between_groups import BetweenGroups, between_groups
from parallaxis.kernels.draws import generator, run_draws
from parallaxis.numerals import counted

Array = NDArray[np.float64]
Places = NDArray[np.intp]
STREAM, POOL_DRAW = 94, 10_000_000
FEWEST_ITEMS = 20  # in a group, and answers of a model in it
FEWEST_POOL = 3
MOST_POOL = 40
WIDELY_SEEN = 0.5  # share of the members that must have a vote on a group
DIFFICULTY = frozenset(["difficulty", "difficulties", "hardness", "p", "p_correct", "n_solved"])


def votes_by_item_group(
    shared: Ingredients,
    seats: Seats,
    *,
    column: str | None,
    level: float,
    partitions: int,
    seed: int,
) -> ItemGroups | NotAnswered:
    """Return votes by item group, or why there are none.

    Raises
    ------
    InputError
        The column is one of difficulty.
    """
    if column is not None and column.lower() in DIFFICULTY:
        raise InputError(
            f"column {column!r} sorts items by difficulty, and within a stratum of equal "
            "difficulty little is left of what a correlation over items measures; name a column "
            "of content."
        )
    found = components_of(shared, column=column)
    if isinstance(found, NotAnswered) and column is not None:
        return found
    if isinstance(found, NotAnswered) or not found.column:
        return NotAnswered(
            "no known column of the items' metadata puts the items into 2 to 60 groups; name one "
            "that does (groups)"
        )
    kept, left_out, eligible = _pool(seats.values, found.names, found.items)
    if len(kept) < 2 or eligible.size < FEWEST_POOL:
        return NotAnswered(
            f"{counted(len(kept), 'group')} of {found.column!r} with {FEWEST_ITEMS} items and "
            f"{counted(int(eligible.size), 'model')} with a vote on all of them; a comparison "
            f"needs 2 and {FEWEST_POOL}"
        )
    pool = _drawn(eligible, seed)
    values, places = seats.values[pool], [found.items[i] for i in kept]
    means = [_mean(values[:, columns]) for columns in places]
    groups = [
        _group(
            found.names[i],
            values[:, found.items[i]],
            mean,
            chance=_chance(shared, found.items[i]),
            level=level,
        )
        for i, mean in zip(kept, means, strict=True)
    ]
    return ItemGroups(
        column=found.column,
        n_pool=int(pool.size),
        n_eligible=int(eligible.size),
        n_members=len(seats.rows),
        groups=tuple(sorted(groups, key=lambda one: -one.mean_correlation.estimate)),
        left_out=left_out,
        spread=_spread(values, places, means, level=level, partitions=partitions, seed=seed),
        difficulty_explained=_difficulty_explained(values, places),
    )


def _pool(
    values: Array, names: Sequence[str], items: Sequence[Places]
) -> tuple[list[int], tuple[LeftOutGroup, ...], Places]:
    """Return the groups that are compared, those left out, and the models with a vote on all."""
    kept, left_out = [], []
    eligible = np.ones(len(values), dtype=bool)
    for number, (name, columns) in enumerate(zip(names, items, strict=True)):
        votes = _has_vote(values[:, columns])
        if columns.size < FEWEST_ITEMS:
            left_out.append(LeftOutGroup(name, counted(int(columns.size), "item")))
        elif votes.mean() < WIDELY_SEEN:
            who = counted(int(votes.sum()), "model")
            left_out.append(LeftOutGroup(name, f"{who} of {len(values):,} with a vote on it"))
        else:
            kept.append(number)
            eligible &= votes
    return kept, tuple(left_out), np.flatnonzero(eligible)


def _drawn(eligible: Places, seed: int) -> Places:
    """Return the pool: all models that can be in it, or a random part of them."""
    if eligible.size <= MOST_POOL:
        return eligible
    return np.sort(generator(seed, STREAM, POOL_DRAW).permutation(eligible)[:MOST_POOL])


def _has_vote(values: Array) -> NDArray[np.bool_]:
    """Return which models have enough answers, some right and some wrong."""
    seen = ~np.isnan(values)
    right, n_seen = np.where(seen, values, 0.0).sum(axis=1), seen.sum(axis=1)
    return np.asarray((n_seen >= FEWEST_ITEMS) & (right > 0.0) & (right < n_seen))


def _mean(values: Array) -> MeanCorrelation:
    """Return the mean correlation of the pool on some items."""
    return mean_correlation(values, tetrachoric_matrix(values), np.arange(values.shape[1]))


def _group(
    name: str,
    mine: Array,
    found: MeanCorrelation,
    *,
    chance: float | None,
    level: float,
) -> ItemGroupVotes:
    """Return one group with what else is special about it."""
    mean, votes = estimates(found, len(mine), level)
    assert isinstance(mean, Estimate)  # noqa: S101 - all models of the pool vary on the group
    return ItemGroupVotes(
        name=name,
        n_items=mine.shape[1],
        mean_correlation=mean,
        standard_error=float(np.sqrt(found.variance)),
        n_eff=votes,
        mean_accuracy=float(np.nanmean(mine)),
        share_missing=float(np.isnan(mine).mean()),
        chance=chance,
    )


def _chance(shared: Ingredients, columns: Places) -> float | None:
    """Return the mean chance level of some items, where the metadata knows it of each."""
    levels = shared.board.metadata("item", "chance")
    if levels is None:
        return None
    known = [levels[i] for i in columns if isinstance(levels[i], int | float)]
    mean = float(np.mean(known)) if len(known) == columns.size else float("nan")
    return mean if np.isfinite(mean) else None


def _spread(
    values: Array,
    places: list[Places],
    means: list[MeanCorrelation],
    *,
    level: float,
    partitions: int,
    seed: int,
) -> GroupSpread | NotAnswered:
    """Return how much groups differ, beside random chunks of the same sizes."""
    try:
        whole = _between(means, level)
    except NotIdentified as reason:
        return NotAnswered(str(reason).rstrip("."))
    items = np.concatenate(places)
    cuts = np.cumsum([columns.size for columns in places])[:-1]

    def chunked(rng: np.random.Generator) -> float:
        chunks = np.split(rng.permutation(items), cuts)
        try:
            return _between([_mean(values[:, chunk]) for chunk in chunks], level).between
        except NotIdentified:
            return float("nan")

    drawn = np.array(run_draws(chunked, range(partitions), seed=seed, stream=STREAM))
    as_large = int((~(drawn < whole.between - 1e-12)).sum())  # a chunk without a value counts
    known = drawn[np.isfinite(drawn)]
    if not known.size:
        return NotAnswered("random chunks of these sizes have no mean correlation")
    return GroupSpread(
        observed_variance=whole.observed,
        noise_variance=whole.noise,
        between_variance=whole.between,
        between_sd=_standard_deviation(whole),
        chunk_variance=float(known.mean()),
        chunk_limit=float(np.quantile(known, 0.95)),
        p=(1 + as_large) / (1 + partitions),
        partitions=partitions,
    )


def _between(means: list[MeanCorrelation], level: float) -> BetweenGroups:
    """Return the variance between groups."""
    values, variances = np.array(means).T
    return between_groups(values, variances, level=level)


def _standard_deviation(found: BetweenGroups) -> Estimate:
    """Return the root of the variance between groups with its interval."""
    value = float(np.sqrt(max(found.between, 0.0)))
    if np.isnan(found.high):
        return Estimate(value, NotAnswered("groups differ even less than their noise explains"))
    return Estimate(value, (float(np.sqrt(found.low)), float(np.sqrt(found.high))))


def _difficulty_explained(values: Array, places: list[Places]) -> float:
    """Return the share of the variance of items' share right that lies between groups."""
    right = [np.nanmean(values[:, columns], axis=0) for columns in places if columns.size]
    right = [shares[np.isfinite(shares)] for shares in right]
    everything = np.concatenate(right)
    total = float(((everything - everything.mean()) ** 2).sum())
    inside = sum(float(((shares - shares.mean()) ** 2).sum()) for shares in right if shares.size)
    return 1.0 - inside / total if total > 0.0 else 0.0
