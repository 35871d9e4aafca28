"""Every caveat of effective votes goes the way that the page of caveats says it goes.

Intervals of single boards are of 99.9 % where they have a formula and of 99 % where they are drawn,
means over boards have three standard errors. The boards are not those of the page.
"""

from itertools import combinations
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from docs_folder import docs_module
from parallaxis.analyses.ceilings_answers import Ceilings, Predicted
from parallaxis.analyses.likeness import likeness
from parallaxis.analyses.likeness_answers import Likeness
from parallaxis.analyses.panel import panel
from parallaxis.analyses.panel_cohort_answers import CohortVotes, PanelCohorts
from parallaxis.analyses.panel_cohorts import panel_cohorts
from parallaxis.analyses.projection_bias import ProjectionBias
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.kernels.exchangeable_votes import alike_majority
from parallaxis.matrix import ScoreMatrix
from parallaxis.worlds import one_ability, shared_component

made = docs_module("panel_caveats_worlds")
within_strata = docs_module("panel_caveats_strata").within_strata
Array = NDArray[np.float64]
Answers = NDArray[np.bool_]
LEVEL = 0.999
SEED = 71


class Between(NamedTuple):
    """An estimate and its interval."""

    estimate: float
    low: float
    high: float


def between(found: object) -> Between:
    """Return an estimate that has an interval."""
    assert isinstance(found, Estimate)
    assert not isinstance(found.interval, NotAnswered)
    return Between(found.estimate, *found.interval)


def cohorts(answers: Answers) -> tuple[CohortVotes, ...]:
    """Return correlation and votes of all members, and of the best third."""
    found = panel_cohorts(ScoreMatrix.from_array(answers), level=LEVEL)
    assert isinstance(found, PanelCohorts)
    assert isinstance(found.cohorts, tuple)
    return found.cohorts


def rho(answers: Answers) -> Between:
    """Return the mean tetrachoric correlation of a panel."""
    return between(cohorts(answers)[0].mean_correlation)


def normal(rho: float, share: float, n_items: int = 6000, n_models: int = 9) -> Answers:
    """Return the answers of a panel of one known correlation and share right."""
    answers: Answers = made.right(made.normal(n_models, n_items, rho, SEED), share)
    return answers


def mean_and_margin(values: list[float]) -> tuple[float, float]:
    """Return the mean over boards and three of its standard errors."""
    return float(np.mean(values)), 3.0 * float(np.std(values, ddof=1) / np.sqrt(len(values)))


@pytest.mark.parametrize("share", [0.05, 0.5, 0.9])
def test_phi_is_below_a_positive_rho_and_the_loss_does_not_vanish_at_one_half(share: float) -> None:
    answers = normal(0.5, share)
    latent = rho(answers)
    assert latent.low < 0.5 < latent.high
    found = panel(ScoreMatrix.from_array(answers), draws=300, level=0.99)
    phi = found.phi.mean_correlation_interval
    assert isinstance(phi, tuple)
    assert phi[1] < 0.37  # ⅓ at one half, less elsewhere
    assert between(found.phi.n_eff).low > 2.2 > between(found.tetrachoric.n_eff).high


def test_phi_is_above_a_negative_rho_and_promises_too_few_votes() -> None:
    found = panel(ScoreMatrix.from_array(normal(-0.3, 0.5, n_models=3)), draws=300, level=0.99)
    phi = found.phi.mean_correlation_interval
    assert isinstance(phi, tuple)
    assert phi[0] > -0.25
    assert between(found.phi.n_eff).high < 6.0 < between(found.tetrachoric.n_eff).low


def test_unequal_members_flatter_phi_and_the_projection_from_it() -> None:
    world = shared_component(n_items=6000, accuracy=(0.02, 0.98), seed=SEED)
    found = panel(world.board, draws=300, level=0.99)
    assert between(found.phi.n_eff).low > 3.2
    votes = found.zero_cells.values()  # empty cells matter more than the items here
    assert min(votes) < 1.8 < max(votes)
    assert isinstance(found.projection, ProjectionBias)
    assert between(found.projection.bias).low > 0.4


def test_the_projection_is_exact_for_members_who_are_all_right_equally_often() -> None:
    """Shares right are the same to a count, so that only the curve of φ(ρ) is left: 1/1,000."""
    found = panel(ScoreMatrix.from_array(normal(0.5, 0.7)), draws=50).projection
    assert isinstance(found, ProjectionBias)
    assert isinstance(found.bias, Estimate)
    assert abs(found.bias.estimate) < 0.002


@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
def test_guesses_move_rho_down_alone_and_up_together(share: float) -> None:
    knows = normal(0.5, share)
    assert rho(made.guessed(knows, 0.25, SEED)).high < 0.47
    assert rho(made.guessed(knows, 0.25, SEED, alike=True)).low > 0.53


def test_the_bias_of_a_latent_that_is_not_normal_has_no_fixed_sign() -> None:
    hard = made.not_normal(6000, "a tail of hard items", SEED)
    easy = made.not_normal(6000, "a tail of easy items", SEED)
    heavy = made.not_normal(6000, "heavy tails, all at once", SEED)
    for latent, quiet in ((hard, 0.1), (easy, 0.9)):
        assert rho(made.right(latent, quiet)).high < 0.3
        assert rho(made.right(latent, 1.0 - quiet)).low > 0.6
    assert rho(made.right(hard, 0.5)).high < 0.47
    assert rho(made.right(heavy, 0.5)).low < 0.5 < rho(made.right(heavy, 0.5)).high
    assert rho(made.right(heavy, 0.1)).low > 0.53


def ceilings(answers: Answers) -> Ceilings:
    """Return what voting by a panel reaches."""
    found = panel(ScoreMatrix.from_array(answers), draws=300, level=0.99).ceilings
    assert isinstance(found, Ceilings)
    return found


def ratio(found: Ceilings) -> Between:
    """Return observed over predicted items that all miss."""
    assert isinstance(found.all_wrong.correlated, Predicted)
    return between(found.all_wrong.correlated.ratio)


def test_broken_items_are_a_tail_that_no_pair_sees_and_cost_the_vote_themselves_only() -> None:
    whole = normal(0.3, 0.8)
    plain, broken = ceilings(whole), ceilings(made.broken_items(whole, 0.05, SEED))
    assert ratio(plain).low < 1.0 < ratio(plain).high
    assert ratio(broken).low > 2.5
    lost = between(plain.majority.observed).estimate - between(broken.majority.observed).estimate
    assert abs(lost - 0.05 * 0.9) < 0.012  # the share broken, 3 standard errors of its count
    assert between(broken.majority.observed).low > between(broken.majority.correlated).high


def test_items_that_mislead_most_cost_the_vote_and_not_the_tail() -> None:
    few, many = made.misleading_items(9, 6000, SEED), made.misleading_items(99, 6000, SEED)
    found = ceilings(few)
    assert ratio(found).high < 0.5
    assert between(found.majority.observed).high < between(found.majority.correlated).low
    worse = (few.mean(axis=0) > 0.5).astype(float) - (many.mean(axis=0) > 0.5)
    assert worse.mean() > 3.0 * worse.std() / np.sqrt(worse.size)


@pytest.mark.parametrize(("n", "rho", "votes"), [(9, 0.5, 1.8), (99, 0.1, 9.17)])
def test_an_equally_accurate_independent_jury_is_larger_than_the_votes(
    n: int, rho: float, votes: float
) -> None:
    """Between odd sizes by a straight line: a jury of the size of the votes is less often right."""
    majority = normal(rho, 0.7, 10_000, n).mean(axis=0) > 0.5
    margin = 3.0 * majority.std() / np.sqrt(majority.size)
    sizes = np.arange(1, 21, 2)
    juries = [float(alike_majority(0.7, 0.0, size)) for size in sizes.tolist()]
    assert majority.mean() - margin > np.interp(votes, sizes, juries)


def test_where_members_are_mostly_wrong_the_majority_is_worse() -> None:
    majority = normal(0.5, 0.4).mean(axis=0) > 0.5
    assert majority.mean() + 3.0 * majority.std() / np.sqrt(majority.size) < 0.4


def test_the_best_third_may_correlate_more_or_less_or_the_same() -> None:
    shares = np.linspace(0.4, 0.8, 24)
    loadings = np.full(24, 0.7), np.linspace(0.5, 0.9, 24), np.linspace(0.9, 0.5, 24)
    both = [cohorts(made.unequal_loadings(one, shares, 6000, SEED)) for one in loadings]
    same, up, down = ([between(one.mean_correlation) for one in pair] for pair in both)
    assert max(one.low for one in same) < min(one.high for one in same)
    assert up[1].low > up[0].high
    assert down[1].high < down[0].low


def test_strata_of_difficulty_take_away_what_is_measured() -> None:
    """What is left of ρ = .5: little without the pair, none without one, opposition with both."""
    boards = {
        n: [made.right(made.normal(n, 2000, 0.5, SEED + seed), 0.5) for seed in range(10)]
        for n in (9, 60)
    }

    def left(n: int, leave_out: str) -> tuple[float, float]:
        return mean_and_margin([within_strata(one, leave_out) for one in boards[n]])

    plain, margin = left(9, "everyone")
    assert abs(plain - 0.5) < margin < 0.03
    assert sum(left(9, "both")) < 0.25
    assert sum(left(60, "both")) < 0.1
    assert abs(left(9, "one")[0]) < 0.02
    assert sum(left(9, "none")) < -0.2


def test_leaving_the_pair_out_of_the_difficulty_is_still_a_collider() -> None:
    boards = [made.two_skills(24, 2000, SEED + seed) for seed in range(10)]
    apart = [(i, j) for i, j in combinations(range(6), 2) if (i + j) % 2]
    plain, margin = mean_and_margin([within_strata(one, "everyone", apart) for one in boards])
    assert abs(plain) < margin
    assert sum(mean_and_margin([within_strata(one, "both", apart) for one in boards])) < -0.15


def test_the_same_votes_with_and_without_shared_blind_spots() -> None:
    """ρ is .5 by construction in both worlds; only the second has likeness to be found."""
    for family in (0.0, 0.1):
        answers = made.families(2000, 0.5 - family * 4.0 / 29.0, family, SEED)
        mean = rho(answers)
        assert mean.low < 0.5 < mean.high
        names = [f"family {row // 5}" for row in range(30)]
        board = ScoreMatrix.from_array(answers, model_metadata={"family": names})
        found = likeness(board, permutations=999, draws=50, level=0.99)
        assert isinstance(found, Likeness)
        assert isinstance(found.families, tuple)
        excess = found.families[0].residual
        alike = between(excess.excess_equal_ability)
        assert alike.low < 0.0 < alike.high if family == 0.0 else alike.low > 0.05
        assert (excess.p_equal_ability <= 0.001) == (family > 0.0)


def test_a_wide_spread_of_difficulty_leaves_one_vote_of_independent_solvers() -> None:
    found = []
    for spread in (0.0, 1.2, 4.8):
        board = one_ability(n_models=24, n_items=3000, difficulty_spread=spread, seed=SEED).board
        found.append(rho(board.values > 0.5))
    none, some, nearly_all = found
    assert none.low < 0.0 < none.high
    assert none.high < some.low
    assert some.high < 0.5
    assert nearly_all.low > 0.8


def test_few_items_are_unbiased_at_balanced_margins_and_not_near_the_ceiling() -> None:
    """120 chunks of 50 and of 20 items; the board's own ρ is .50 within .01."""
    balanced = np.split(normal(0.5, 0.5), 120, axis=1)
    solved = np.split(normal(0.5, 0.9, 2400), 120, axis=1)
    mean, margin = mean_and_margin([estimate_of(chunk) for chunk in balanced])
    assert abs(mean - 0.5) < margin + 0.01
    known = [value for value in map(estimate_of, solved) if np.isfinite(value)]
    mean, margin = mean_and_margin(known)
    assert mean - margin > 0.55


def estimate_of(answers: Answers) -> float:
    """Return a panel's mean correlation, NaN where it has none."""
    found = cohorts(answers)[0].mean_correlation
    return found.estimate if isinstance(found, Estimate) else float("nan")


def test_pooling_raises_rho_where_difficulty_differs_and_only_there() -> None:
    even, apart = made.two_groups(6000, 0.0, SEED), made.two_groups(6000, 1.0, SEED)
    assert rho(even).low < 0.5 < rho(even).high
    for half in (apart[:, ::2], apart[:, 1::2]):
        assert rho(half).low < 0.5 < rho(half).high
    assert rho(apart).low > 0.55


def test_ceilings_hang_on_conventions() -> None:
    solved = panel(ScoreMatrix.from_array(normal(0.5, 0.95, 100)), draws=50)
    assert solved.pairs.n_zero_cell > 0
    assert solved.zero_cells["ml"] > 1.3 * solved.zero_cells["half"]
    half = normal(0.5, 0.5, 100)
    always = panel(ScoreMatrix.from_array(np.vstack([half, half[:1] | True])), draws=50)
    assert len(always.left_out) == 1
    assert always.n_members == 9
    opposed = panel(ScoreMatrix.from_array(np.vstack([half[:1], ~half[:1]])), draws=50)
    assert isinstance(opposed.tetrachoric.n_eff, NotAnswered)


def test_coin_flippers_add_votes_and_no_accuracy() -> None:
    answers = normal(0.5, 0.8)
    before = answers.mean(axis=0) > 0.5
    for n_coins in (2, 10):
        joined = made.with_coins(answers, n_coins, SEED)
        without, joint = (between(cohorts(one)[0].n_eff) for one in (answers, joined))
        assert joint.low > without.high
        gain = (joined.mean(axis=0) > 0.5).astype(float) - before
        margin = 3.0 * gain.std() / np.sqrt(gain.size)
        assert gain.mean() < margin if n_coins == 2 else gain.mean() < -margin
