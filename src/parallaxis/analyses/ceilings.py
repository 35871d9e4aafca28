"""What can voting by a panel reach? Tails, majority, best member, and panels of other sizes."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parallaxis.analyses import ceilings_parts as parts
from parallaxis.analyses import panel_parts
from parallaxis.analyses.best_member import best_member
from parallaxis.analyses.ceilings_answers import (
    Ceilings,
    PanelSize,
    Predicted,
    RightVotes,
    Tail,
    VoteShare,
)
from parallaxis.analyses.panel_draws import Resampled, mirrored, percentiles
from parallaxis.answers import Estimate, Interval, NotAnswered
from parallaxis.errors import NotIdentified
from parallaxis.kernels.effective import kish_where_identified
from parallaxis.kernels.exchangeable_votes import alike_majority
from parallaxis.kernels.one_common_factor import one_common_factor
from parallaxis.kernels.one_factor_votes import common_loading
from parallaxis.kernels.parallel_analysis import clopper_pearson
from parallaxis.numerals import counted

Array = NDArray[np.float64]
FEW_SUCH = 10  # items of a tail below which the ratio's interval is that of the count
BOOTSTRAP, EXACT = "item bootstrap", "Clopper–Pearson"
MULTIPLES = (2, 5, 10)
MAJORITY = 2  # row of the scores of items
LEAST_LOADING = 1e-6


class Basis(NamedTuple):
    """What every part of the answer starts from."""

    votes: parts.Votes
    sets: parts.MemberSets
    drawn: parts.Drawn
    share: Array
    n_varying: int
    correlation: float | NotAnswered
    tail: float

    @property
    def n_items(self) -> int:
        """Items that any member answered."""
        return self.sets.of_item.size

    def estimate(self, value: float, draws: Array) -> Estimate:
        """Return a value with its interval over items."""
        return parts.estimate(value, draws, self.tail, self.n_items)


def ceilings(
    seats: panel_parts.Seats,
    outcome: panel_parts.Correlations,
    spread: Resampled,
    *,
    level: float,
    seed: int,
) -> Ceilings:
    """What can voting by this panel reach, and which items does no vote mend?

    Parameters
    ----------
    seats, outcome, spread
        Members, their correlations, and what these come to on resampled items, by the panel's
        parts. Each item is a vote among the members that answered it, and every prediction is made
        for these.
    level : float
        Coverage of intervals.
    seed : int
        That of `spread`, so that both speak of the same draws.

    Returns
    -------
    Ceilings

    Notes
    -----
    Members whose answers are all right or all wrong have votes too; they are taken to share
    nothing, and count nowhere in panels of other sizes. Shares right of 0 and 1 are predicted with
    as half an answer less.

    The correlation between pairs does not fix how often *all* members fail at once. Beside the
    observed tail stands what one normal factor with the members' own shares right predicts: with
    one common correlation (the mean over pairs), and with a loading for each member. What is
    observed beyond both is a tail that no pairwise number sees; where the two predictions differ,
    the tail hangs on the form of the factor. Draws in which the mean correlation is below 0 count
    as 0.
    """
    basis = _basis(seats, outcome, spread, (1.0 - level) / 2.0, seed)
    alone = parts.predicted_majority(basis.sets, basis.share, 0.0, basis.drawn)
    joint = _joint(basis)
    wrong, right = _tails(basis, outcome.tetrachoric, level)
    return Ceilings(
        n_members=basis.share.size,
        n_left_out=len(seats.left_out),
        n_items=basis.n_items,
        n_member_sets=basis.sets.n_distinct,
        n_member_sets_used=len(basis.sets.members),
        mean_correlation=basis.correlation,
        mean_share_correct=float(basis.share.mean()),
        all_wrong=wrong,
        all_right=right,
        majority=_majority(basis, alone, joint),
        any_right=_any_right(wrong),
        tied=float(basis.votes.tied.mean()),
        best_member=best_member(
            basis.votes.values,
            basis.votes.scores[MAJORITY],
            (*seats.names, *(member.model for member in seats.left_out)),
            level=level,
            seed=seed,
        ),
        sizes=_sizes(basis),
        right_votes=_right_votes(basis, alone, joint),
    )


def _basis(
    seats: panel_parts.Seats,
    outcome: panel_parts.Correlations,
    spread: Resampled,
    tail: float,
    seed: int,
) -> Basis:
    """Return what all parts start from."""
    pairs = outcome.tetrachoric[np.triu_indices(len(seats.rows), 1)]
    known = pairs[np.isfinite(pairs)]
    mean = float(known.mean()) if known.size else 0.0
    if known.size == 0:
        correlation: float | NotAnswered = NotAnswered(
            f"none of {counted(pairs.size, 'pair')} has a correlation"
        )
    else:
        correlation = mean
    votes = parts.votes_on_items(np.vstack([seats.values, seats.constant]))
    share = parts.inner_shares(votes.values)
    sets = parts.member_sets(votes.values, share, float(np.sqrt(np.clip(mean, 0.0, 1.0))))
    drawn = parts.drawn_again(seats.units, sets, votes, spread.tetrachoric, seed)
    return Basis(votes, sets, drawn, share, len(seats.rows), correlation, tail)


def _loading(basis: Basis) -> float | NotAnswered:
    """Return the common loading, or why one factor cannot stand for the panel."""
    if isinstance(basis.correlation, NotAnswered):
        return basis.correlation
    try:
        return common_loading(basis.correlation)
    except NotIdentified as reason:
        return NotAnswered(str(reason))


def _joint(basis: Basis) -> parts.MajorityModel | NotAnswered:
    """Return the majority by one factor that all share alike."""
    loading = _loading(basis)
    if isinstance(loading, NotAnswered):
        return loading
    return parts.predicted_majority(basis.sets, basis.share, loading**2, basis.drawn)


def _tails(basis: Basis, matrix: Array, level: float) -> tuple[Tail, Tail]:
    """Return both tails beside what each prediction says."""
    n = basis.n_items
    counts = basis.votes.scores[:2].sum(axis=1)
    limits = np.array(clopper_pearson(counts, n, 1.0 - level)).T
    alone = parts.predicted_tails(basis.sets, basis.share, 0.0)
    alone_drawn = parts.drawn_tails(basis.sets, basis.drawn, np.zeros(len(basis.drawn.scores)))
    predictions = _common_prediction(basis, limits), _own_prediction(basis, matrix, limits)
    wrong, right = (
        Tail(
            count=int(counts[side]),
            n_items=n,
            observed=float(counts[side] / n),
            interval=_pair(limits[side]),
            independent=basis.estimate(alone[side], alone_drawn[:, side]),
            correlated=common if isinstance(common, NotAnswered) else common[side],
            by_loadings=own if isinstance(own, NotAnswered) else own[side],
            ratio_by=EXACT if counts[side] < FEW_SUCH else BOOTSTRAP,
        )
        for side, (common, own) in enumerate([predictions] * 2)
    )
    return wrong, right


def _common_prediction(basis: Basis, limits: Array) -> tuple[Predicted, Predicted] | NotAnswered:
    """Return what one common correlation predicts for both tails."""
    loading = _loading(basis)
    if isinstance(loading, NotAnswered):
        return loading
    drawn = np.sqrt(basis.drawn.correlation)
    return _predicted(basis, np.full(basis.share.size, loading), drawn, limits)


def _own_prediction(
    basis: Basis, matrix: Array, limits: Array
) -> tuple[Predicted, Predicted] | NotAnswered:
    """Return what a loading for each member predicts; draws scale all loadings alike."""
    loading = _loading(basis)
    if isinstance(loading, NotAnswered):
        return loading
    try:
        own = one_common_factor(matrix).loadings
    except NotIdentified as reason:
        return NotAnswered(str(reason).rstrip("."))
    without = int(np.isnan(own).sum())
    if without:
        return NotAnswered(
            f"{counted(without, 'member')} of {own.size:,} correlate with too few others for a "
            "loading of their own"
        )
    own = np.append(own, np.zeros(basis.share.size - own.size))
    scale = np.sqrt(basis.drawn.correlation) / max(loading, LEAST_LOADING)
    return _predicted(basis, own, np.clip(np.outer(scale, own), -1.0, 1.0), limits)


def _predicted(
    basis: Basis, loading: Array, drawn_loading: Array, limits: Array
) -> tuple[Predicted, Predicted]:
    """Return expected shares of both tails, and observed over expected."""
    expected = parts.predicted_tails(basis.sets, basis.share, loading)
    drawn = parts.drawn_tails(basis.sets, basis.drawn, drawn_loading)
    wrong, right = (
        Predicted(
            basis.estimate(expected[side], drawn[:, side]),
            _ratio(basis, side, expected[side], drawn[:, side], limits[side]),
        )
        for side in (0, 1)
    )
    return wrong, right


def _ratio(
    basis: Basis, side: int, expected: float, drawn: Array, limits: Array
) -> Estimate | NotAnswered:
    """Return observed over expected, by draws, or by the count's limits where it is small."""
    scores = basis.votes.scores[side]
    if scores.sum() == 0.0 and not scores.size * expected >= 1.0:
        items = counted(scores.size, "item")
        return NotAnswered(
            f"none of {items} is such, and {scores.size * expected:.2g} are expected"
        )
    if not expected > 0.0:
        return NotAnswered("the expected share is zero to all digits")
    value = float(scores.mean() / expected)
    if scores.sum() < FEW_SUCH:
        return Estimate(value, _pair(limits / expected))
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = basis.drawn.scores[: drawn.size, side] / drawn
    return basis.estimate(value, ratios)


def _majority(
    basis: Basis, alone: parts.MajorityModel, joint: parts.MajorityModel | NotAnswered
) -> VoteShare:
    """Return how often the majority is right."""
    observed = basis.estimate(
        float(basis.votes.scores[MAJORITY].mean()), basis.drawn.scores[:, MAJORITY]
    )
    independent = basis.estimate(alone.estimate, alone.drawn)
    if isinstance(joint, NotAnswered):
        return VoteShare(observed, independent, joint)
    return VoteShare(observed, independent, basis.estimate(joint.estimate, joint.drawn))


def _any_right(wrong: Tail) -> VoteShare:
    """Return how often any member is right: what is not all wrong."""
    common = wrong.correlated
    return VoteShare(
        Estimate(1.0 - wrong.observed, (1.0 - wrong.interval[1], 1.0 - wrong.interval[0])),
        _complement(wrong.independent),
        common if isinstance(common, NotAnswered) else _complement(common.share),
    )


def _complement(share: Estimate) -> Estimate:
    """Return one less a share."""
    if isinstance(share.interval, NotAnswered):
        return Estimate(1.0 - share.estimate, share.interval)
    low, high = share.interval
    return Estimate(1.0 - share.estimate, (1.0 - high, 1.0 - low))


def _right_votes(
    basis: Basis, alone: parts.MajorityModel, joint: parts.MajorityModel | NotAnswered
) -> RightVotes:
    """Return the distributions of the number of right votes."""
    times = np.bincount(basis.votes.n_right, minlength=basis.share.size + 1)
    return RightVotes(
        tuple((times / basis.n_items).tolist()),
        tuple(alone.counts.tolist()),
        joint if isinstance(joint, NotAnswered) else tuple(joint.counts.tolist()),
    )


def _sizes(basis: Basis) -> tuple[PanelSize, ...] | NotAnswered:
    """Return panels of more members of the same kind."""
    loading = _loading(basis)
    if isinstance(loading, NotAnswered):
        return loading
    n = basis.n_varying
    sizes = sorted({n, n + 1, n + 2, *(times * n for times in MULTIPLES)})
    rho, share = loading**2, float(basis.share[:n].mean())
    drawn = basis.drawn.correlation, basis.drawn.share_correct[:, :n].mean(axis=1)
    return tuple(
        PanelSize(
            None if np.isinf(size) else int(size),
            _votes_of(basis, size, rho),
            basis.estimate(
                float(alike_majority(share, rho, size)), alike_majority(drawn[1], drawn[0], size)
            ),
        )
        for size in (*sizes, np.inf)
    )


def _votes_of(basis: Basis, n: float, rho: float) -> Estimate | NotAnswered:
    """Return the effective votes of so many members; 1/ρ in the limit."""
    if np.isinf(n) and rho == 0.0:
        return NotAnswered("members without correlation carry a vote each, however many there are")
    drawn = percentiles(basis.drawn.correlation, basis.tail, basis.n_items)
    interval = mirrored(rho, drawn)
    value = _kish(n, rho)
    if isinstance(interval, NotAnswered):
        return Estimate(value, interval)
    low, high = max(interval[0], 0.0), interval[1]
    if np.isinf(n) and low <= 0.0:
        why = "its upper end has no limit: the mean correlation may be 0 or below"
        return Estimate(value, NotAnswered(why))
    return Estimate(value, (_kish(n, high), _kish(n, low)))


def _kish(n: float, rho: float) -> float:
    """Return n / (1 + (n − 1)ρ), or its limit."""
    return 1.0 / rho if np.isinf(n) else float(kish_where_identified(n, rho))


def _pair(limits: Array) -> Interval:
    """Return both ends of an interval."""
    return float(limits[0]), float(limits[1])
