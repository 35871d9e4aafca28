"""The parts of the answer on ceilings: who answers what, draws of items, predictions."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parallaxis.analyses.panel_draws import CHUNK, FEWEST_ITEMS, Units, percentiles
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.kernels.one_factor_votes import (
    count_distribution,
    majority_score,
    score_gradient,
    tail_work,
    tails,
)

Array = NDArray[np.float64]
Booleans = NDArray[np.bool_]
Places = NDArray[np.intp]
MOST_SETS = 200  # different sets of members that predictions are made for
SET_WORK = 3e8
FEWEST_SETS = 3
FEWEST_DRAWS = 100
DRAW_WORK = 3e7
NUDGE = 1e-3  # half the step in the correlation that its derivative is taken over


class Votes(NamedTuple):
    """What the votes on each item come to, for the items that any member answered.

    `values` are their answers, `kept` their places among all items, `scores` all wrong, all right,
    majority right and any right, shape (4, n_items).
    """

    values: Array
    kept: Places
    n_right: Places
    scores: Array
    tied: Booleans


@dataclass(frozen=True, eq=False, slots=True)
class MemberSets:
    """The sets of members that answer an item, or as many as stand for them all.

    Attributes
    ----------
    members : ndarray of bool, shape (n_sets, n_members)
    of_item : ndarray of int, shape (n_items,)
    weights : ndarray, shape (n_sets,)
        Share of the items.
    n_distinct : int
    """

    members: Booleans
    of_item: Places
    weights: Array
    n_distinct: int


@dataclass(frozen=True, eq=False, slots=True)
class Drawn:
    """Boards whose items are drawn again, one a row.

    Attributes
    ----------
    share_correct : ndarray, shape (draws, n_members)
    correlation : ndarray, shape (draws,)
        Mean tetrachoric correlation, within 0 to 1; NaN where a draw has none.
    weights : ndarray, shape (draws, n_sets)
    scores : ndarray, shape (draws, 4)
        Shares of items: all wrong, all right, majority right, any right.
    """

    share_correct: Array
    correlation: Array
    weights: Array
    scores: Array


def votes_on_items(values: Array) -> Votes:
    """Return what the votes on each item come to."""
    kept = np.flatnonzero(~np.isnan(values).all(axis=0))
    values = values[:, kept]
    seen = ~np.isnan(values)
    answered, right = seen.sum(axis=0), np.where(seen, values, 0.0).sum(axis=0)
    majority = (np.sign(2.0 * right - answered) + 1.0) / 2.0
    scores = np.array([right == 0.0, right == answered, majority, right > 0.0], dtype=np.float64)
    return Votes(values, kept, right.astype(np.intp), scores, 2.0 * right == answered)


def inner_shares(values: Array) -> Array:
    """Return each member's share right, 0 and 1 moved in by half an answer."""
    seen = ~np.isnan(values)
    return _inner(np.where(seen, values, 0.0).sum(axis=1), seen.sum(axis=1).astype(np.float64))


def _inner(right: Array, answered: Array) -> Array:
    """Return right over answered, at least half an answer from 0 and from 1."""
    given = np.maximum(answered, 1.0)
    return np.asarray(np.clip(right / given, 0.5 / given, 1.0 - 0.5 / given))


def member_sets(values: Array, share: Array, loading: float) -> MemberSets:
    """Return who answers what: every distinct set, or typical ones where there are too many.

    Sets are put in order of how often all their members are expected to be wrong, items cut into
    blocks of equal size, and the middle item's set stands for its block.
    """
    distinct, of_item = _distinct(~np.isnan(values).T)
    n = share.size
    work = 20.0 * (1.0 + np.sqrt(n)) * n * n
    most = int(np.clip(SET_WORK / work, FEWEST_SETS, MOST_SETS))
    n_distinct = len(distinct)
    if n_distinct > most:
        order = np.argsort(tails(share, loading, distinct).all_wrong[of_item], kind="stable")
        blocks = np.array_split(order, most)
        distinct = distinct[[of_item[block[block.size // 2]] for block in blocks]]
        for place, block in enumerate(blocks):
            of_item[block] = place
    weights = np.bincount(of_item, minlength=len(distinct)) / of_item.size
    return MemberSets(distinct, of_item, weights, n_distinct)


def _distinct(seen: Booleans) -> tuple[Booleans, Places]:
    """Return the distinct rows, and which of them each row is."""
    packed = np.packbits(seen, axis=1)
    whole = packed.view(np.dtype((np.void, packed.shape[1]))).ravel()
    _, first, of_row = np.unique(whole, return_index=True, return_inverse=True)
    return seen[first], of_row.astype(np.intp)


def drawn_again(
    units: Units, sets: MemberSets, votes: Votes, correlation: Array, seed: int
) -> Drawn:
    """Return shares and scores of the boards that gave the resampled mean correlations.

    Draw d holds the items that draw d of the panel's own bootstrap holds.
    """
    seen = ~np.isnan(votes.values)
    right = np.where(seen, votes.values, 0.0)
    counts, weights = [], []
    for start in range(0, correlation.size, CHUNK):
        draws = range(start, min(start + CHUNK, correlation.size))
        times = units.times(draws, seed)[:, votes.kept]
        held = np.maximum(times.sum(axis=1, keepdims=True), 1.0)
        given = np.repeat(held, len(seen), axis=1) if seen.all() else times @ seen.T
        counts.append(np.hstack([times @ right.T, given, times @ votes.scores.T / held]))
        weights += [np.bincount(sets.of_item, one, len(sets.members)) for one in times / held]
    n, found = len(seen), np.concatenate(counts)
    share = _inner(found[:, :n], found[:, n : 2 * n])
    return Drawn(share, np.clip(correlation, 0.0, 1.0), np.array(weights), found[:, 2 * n :])


def predicted_tails(sets: MemberSets, share: Array, loading: Array | float) -> tuple[float, float]:
    """Return the expected shares of items that all miss, and that all solve."""
    found = tails(share, loading, sets.members)
    return float(sets.weights @ found.all_wrong), float(sets.weights @ found.all_right)


def drawn_tails(sets: MemberSets, drawn: Drawn, loadings: Array) -> Array:
    """Return the expected shares (all wrong, all right) in each draw, shape (n, 2).

    `loadings` is (draws,) for one common loading, or (draws, n_members). Of large panels, and
    sharp ones, as many of the first draws as take a few seconds, at least a hundred of them; none
    where there are too few items for an interval.
    """
    each = tail_work(drawn.share_correct.shape[1], float(np.nanmax(np.abs(loadings), initial=0.0)))
    n_draws = min(len(loadings), max(FEWEST_DRAWS, int(DRAW_WORK / each)))
    if sets.of_item.size < FEWEST_ITEMS:
        n_draws = 0
    out = np.full((n_draws, 2), np.nan)
    shares = drawn.share_correct[:n_draws]
    for draw, (share, loading) in enumerate(zip(shares, loadings[:n_draws], strict=True)):
        if np.isfinite(loading).all():
            found = tails(share, loading, sets.members)
            out[draw] = [drawn.weights[draw] @ side for side in found]
    return out


class MajorityModel(NamedTuple):
    """Expected share of items on which the majority is right, counts of right votes, and draws."""

    estimate: float
    counts: Array
    drawn: Array


def predicted_majority(
    sets: MemberSets, share: Array, correlation: float, drawn: Drawn
) -> MajorityModel:
    """Return how often one factor lets the majority be right, with its draws.

    Draws move the expectation by its derivatives: exactly in the sets' shares of items, to first
    order in members' shares right and in the correlation.
    """
    score, loading = majority_score(sets.members), float(np.sqrt(correlation))
    counts = count_distribution(share, loading, sets.members)
    each = (counts * score).sum(axis=1)
    by_share = score_gradient(share, loading, score, sets.members, sets.weights)
    moved = drawn.weights @ each + (drawn.share_correct - share) @ by_share
    if correlation > 0.0:
        low, high = max(correlation - NUDGE, 0.0), min(correlation + NUDGE, 1.0)
        ends = [
            (count_distribution(share, np.sqrt(end), sets.members) * score).sum(axis=1)
            for end in (low, high)
        ]
        slope = float(sets.weights @ (ends[1] - ends[0])) / (high - low)
        moved = moved + slope * (drawn.correlation - correlation)
    drawn_shares = np.clip(moved, 0.0, 1.0)
    return MajorityModel(float(sets.weights @ each), sets.weights @ counts, drawn_shares)


def estimate(value: float, draws: Array, tail: float, n_items: int) -> Estimate:
    """Return a value with the percentile interval of its draws, if there are items enough.

    Draws of a value near the end of its range may all lie on one side of it; the interval then
    reaches to the value.
    """
    interval = percentiles(draws, tail, n_items)
    if isinstance(interval, NotAnswered):
        return Estimate(value, interval)
    return Estimate(value, (min(interval[0], value), max(interval[1], value)))
