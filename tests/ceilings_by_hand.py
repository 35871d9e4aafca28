"""Ceilings written by hand, with round numbers, for tests of what is said about them."""

from dataclasses import replace

from parallaxis.analyses.ceilings_answers import (
    BestMember,
    Ceilings,
    PanelSize,
    Predicted,
    RightVotes,
    Tail,
    VoteShare,
)
from parallaxis.answers import Estimate, NotAnswered


def around(value: float, half: float = 0.05) -> Estimate:
    """Return an estimate with an interval."""
    return Estimate(value, (value - half, value + half))


def tail(common: Estimate, own: Estimate | NotAnswered, count: int = 20) -> Tail:
    """Return a tail of 200 items with these ratios."""
    return Tail(
        count=count,
        n_items=200,
        observed=count / 200,
        interval=(0.06, 0.15) if count else (0.0, 0.018),
        independent=around(0.01, 0.005),
        correlated=Predicted(around(0.05, 0.01), common),
        by_loadings=own if isinstance(own, NotAnswered) else Predicted(around(0.04, 0.01), own),
        ratio_by="item bootstrap",
    )


BEST = BestMember("gpt", 0.8, -0.1, around(0.78), around(-0.08), 0.75)
CEILINGS = Ceilings(
    n_members=4,
    n_left_out=1,
    n_items=200,
    n_member_sets=3,
    n_member_sets_used=2,
    mean_correlation=0.5,
    mean_share_correct=0.65,
    all_wrong=tail(around(2.0, 0.5), around(2.5, 0.5)),
    all_right=tail(around(1.0, 0.5), around(1.2, 0.5)),
    majority=VoteShare(around(0.7), around(0.9), around(0.72)),
    any_right=VoteShare(around(0.9), around(0.99, 0.005), around(0.95, 0.01)),
    tied=0.05,
    best_member=BEST,
    sizes=(
        PanelSize(4, around(1.6), around(0.71)),
        PanelSize(40, around(1.95), around(0.74)),
        PanelSize(None, around(2.0), around(0.745)),
    ),
    right_votes=RightVotes(
        (0.1, 0.2, 0.3, 0.2, 0.2), (0.01, 0.11, 0.31, 0.39, 0.18), (0.05, 0.15, 0.2, 0.25, 0.35)
    ),
)
NOT_ONE_FACTOR = NotAnswered("the common correlation is −0.1")
WITHOUT_FACTOR = replace(
    CEILINGS,
    mean_correlation=-0.1,
    all_wrong=replace(CEILINGS.all_wrong, correlated=NOT_ONE_FACTOR, by_loadings=NOT_ONE_FACTOR),
    majority=replace(CEILINGS.majority, correlated=NOT_ONE_FACTOR),
    sizes=NOT_ONE_FACTOR,
    right_votes=replace(CEILINGS.right_votes, correlated=NOT_ONE_FACTOR),
)
