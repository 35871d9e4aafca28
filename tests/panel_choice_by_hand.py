"""A panel's choice written by hand, with round numbers, for tests of what is said about it."""

from dataclasses import replace

from parallaxis.analyses.panel_choice_answers import (
    ChosenMajority,
    Judged,
    Judging,
    LeftOneOut,
    PanelChoice,
    PanelCost,
    PathStep,
    SizeGap,
)
from parallaxis.answers import Estimate, NotAnswered

NAN = float("nan")
WHY = NotAnswered("12 items; choosing on one half and judging on the other needs 20")


def around(value: float, half: float = 0.05) -> Estimate:
    """Return an estimate with an interval."""
    return Estimate(value, (value - half, value + half))


def left(model: str, right: float, loss: float, majority: float, cost: float = NAN) -> LeftOneOut:
    """Return the row of a member."""
    return LeftOneOut(
        model=model,
        share_correct=right,
        mean_correlation=0.4,
        votes_without=2.0 - loss,
        loss=around(loss, 0.04),
        majority_without=0.7 - majority,
        majority_loss=around(majority, 0.01),
        cost=cost,
        cost_per_vote=cost / loss if loss > 0.0 else NAN,
    )


def step(
    size: int, added: tuple[str, ...], votes: float, judged: float, majority: float
) -> PathStep:
    """Return a size whose panel carries so many votes, here and on other items."""
    return PathStep(
        size=size,
        added=added,
        votes=votes,
        typical_votes=1.0 + 0.3 * (size - 1),
        best_votes=votes if size > 1 else None,
        best_models=(),
        share_correct=0.6,
        majority=majority + 0.02,
        judged=Judged(around(judged, 0.1), around(majority), 0.8),
        cost=NAN,
        cost_per_vote=NAN,
    )


CHOICE = PanelChoice(
    n_members=4,
    n_items=200,
    votes=2.0,
    majority=0.7,
    left_one_out=(
        left("coin", 0.5, 0.5, -0.02),
        left("good", 0.8, 0.1, 0.03),
        left("twin", 0.75, -0.1, 0.0),
        left("core", 0.74, -0.12, 0.0),
    ),
    raise_votes=("twin", "core"),
    votes_path=(
        step(1, ("coin",), 1.0, 1.0, 0.5),
        step(2, ("good",), 1.9, 1.8, 0.6),
        step(3, ("twin",), 2.2, 2.1, 0.65),
        step(4, ("core",), 2.0, 2.0, 0.7),
    ),
    majority_path=(step(1, ("good",), 1.0, 1.0, 0.78), step(3, ("twin", "core"), 1.4, 1.35, 0.79)),
    judging=Judging(
        n_cuts=10,
        n_items=100,
        votes_gap=(SizeGap(3, around(0.14, 0.04)),),
        chosen=ChosenMajority(
            models=("good", "twin", "core"),
            apparent=0.81,
            share_correct=around(0.79),
            over_all=around(0.09, 0.03),
            over_best=around(0.01, 0.02),
            mean_size=2.4,
        ),
    ),
    cost=NotAnswered("no member has a cost"),
)
UNJUDGED = replace(
    CHOICE,
    judging=WHY,
    votes_path=tuple(replace(one, judged=None) for one in CHOICE.votes_path),
    majority_path=tuple(replace(one, judged=None) for one in CHOICE.majority_path),
)
PRICED = replace(
    CHOICE,
    left_one_out=(left("coin", 0.5, 0.5, -0.02, 5.0), *CHOICE.left_one_out[1:]),
    cost=PanelCost(
        column="cost",
        total=20.0,
        n_unknown=0,
        per_vote=10.0,
        path=(
            replace(step(1, ("coin",), 1.0, 1.0, 0.5), cost=1.0, cost_per_vote=1.0),
            replace(step(2, ("good",), 1.9, 1.8, 0.6), cost=3.8, cost_per_vote=2.0),
        ),
    ),
)
