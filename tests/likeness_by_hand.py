"""Answers on likeness and on cohorts with chosen numbers, for the tests of what is said of them."""

from dataclasses import replace

from parallaxis.analyses.likeness_answers import (
    FamilyExcess,
    FamilyLikeness,
    FamilyMean,
    Likeness,
    LikePair,
    StandingOut,
    Strips,
)
from parallaxis.analyses.panel_cohort_answers import (
    CohortKind,
    CohortVotes,
    GroupSpread,
    ItemGroups,
    ItemGroupVotes,
    LeftOutGroup,
    PanelCohorts,
)
from parallaxis.answers import Estimate, NotAnswered


def around(value: float, half: float = 0.01) -> Estimate:
    """Return an estimate with an interval."""
    return Estimate(value, (value - half, value + half))


EXCESS = FamilyExcess(0.04, -0.02, around(0.06), 0.0005, around(0.058), 0.0005)
FAMILY = FamilyLikeness(
    column="family",
    n_families=5,
    n_models=20,
    n_within=30,
    n_between=160,
    n_without_factor=0,
    residual=EXCESS,
    common_factor=FamilyExcess(0.05, 0.0, around(0.05), 0.0005, around(0.03), 0.002),
    p_adjusted=0.0005,
    families=(FamilyMean("llama", 4, 0.06, -0.05), FamilyMean("qwen", 4, 0.02, -0.04)),
)
PAIR = LikePair("A", "B", 0.5, (0.4, 0.6), -0.05, 400, 1e-12, 1e-9, ("family",))
PAIRS = StandingOut(190, 0, 1, 2, "holm", 0.05, (PAIR,))
LIKENESS = Likeness(
    n_members=20,
    n_items=400,
    mean_residual_correlation=-0.051,
    expected_mean=-1 / 19,
    families=(FAMILY,),
    columns_left_out=(),
    pairs=PAIRS,
    strips=Strips((-0.1, 0.04, 0.5), (-0.2, -0.02, 0.1), 30, 160),
    converged=True,
    level=0.95,
    permutations=1999,
)
NOT_ALIKE = replace(
    FAMILY,
    residual=replace(
        EXCESS, excess_equal_ability=around(0.004), p_equal_ability=0.3, excess=around(-0.03)
    ),
    common_factor=NotAnswered("a member has correlations with 2 others"),
    p_adjusted=0.3,
)


def cohort(kind: str, n: int, mean: float) -> CohortVotes:
    """Return a cohort."""
    names = {"all": "all members", "top_third": "top third by share right"}
    votes = around(n / (1 + (n - 1) * mean), 0.1)
    which: CohortKind = "all" if kind == "all" else "top_third"
    return CohortVotes(which, names[kind], n, 0.6, around(mean), votes)


def group(name: str, mean: float, right: float, missing: float = 0.0) -> ItemGroupVotes:
    """Return a group of items."""
    return ItemGroupVotes(name, 100, around(mean), 0.005, around(2.0, 0.1), right, missing, None)


SPREAD = GroupSpread(0.02, 0.001, 0.019, around(0.138, 0.05), 0.0001, 0.002, 0.005, 199)
ITEMS = ItemGroups(
    column="subject",
    n_pool=12,
    n_eligible=12,
    n_members=12,
    groups=(group("law", 0.6, 0.3), group("math", 0.4, 0.7, 0.05)),
    left_out=(LeftOutGroup("tiny", "3 items"),),
    spread=SPREAD,
    difficulty_explained=0.1,
)
COHORTS = PanelCohorts((cohort("all", 12, 0.5), cohort("top_third", 4, 0.7)), ITEMS, 0.95)
