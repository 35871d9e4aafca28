"""Ceilings: worlds of one factor, real panels, missing cells, the best member, other sizes."""

import json

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import binomtest

from boards import load_board
from known_panels import known_pairs
from parallaxis.analyses import ceilings_parts as parts
from parallaxis.analyses.best_member import best_member
from parallaxis.analyses.ceilings import ceilings
from parallaxis.analyses.ceilings_answers import Ceilings, Predicted
from parallaxis.analyses.panel import panel
from parallaxis.analyses.panel_draws import cells_above
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.jsonable import dumps
from parallaxis.kernels.gram import pair_counts
from parallaxis.kernels.one_factor_votes import count_distribution, majority_score, tails
from parallaxis.kernels.tetrachoric import phi
from parallaxis.matrix import ScoreMatrix
from parallaxis.worlds import shared_component

Array = NDArray[np.float64]


def answered(board: ScoreMatrix, draws: int = 100, seed: int = 0) -> Ceilings:
    """Return the ceilings of a board that has them."""
    return ceilings(*known_pairs(board, draws, seed), level=0.95, seed=seed)


def predicted(found: Predicted | NotAnswered) -> tuple[float, float, tuple[float, float]]:
    """Return expected share, ratio and its interval."""
    assert isinstance(found, Predicted)
    assert isinstance(found.ratio, Estimate)
    assert not isinstance(found.ratio.interval, NotAnswered)
    return found.share.estimate, found.ratio.estimate, found.ratio.interval


def holed(board: ScoreMatrix, share: float, seed: int = 0) -> Array:
    """Return the values with this share of cells missing at random."""
    values = np.array(board.values)
    values[np.random.default_rng(seed).random(values.shape) < share] = np.nan
    return values


def six_judges() -> ScoreMatrix:
    """Return the six judges that the data page speaks of."""
    board = load_board("llmbar_judges_correct")
    prompts, orders = board.metadata("model", "prompt"), board.metadata("model", "order")
    assert prompts is not None
    assert orders is not None
    seats = [
        name
        for name, prompt, order in zip(board.models, prompts, orders, strict=True)
        if (prompt, order) == ("Vanilla_NoRules", "noswap")
    ]
    return board.select_models(seats)


def test_one_factor_worlds_are_as_expected() -> None:
    """In 40 worlds of one factor the ratios' 95 % intervals hold 1 in at least 33 (p < 1e-3)."""
    p = np.linspace(0.4, 0.8, 6)
    truth = tails(p, np.sqrt(0.5)).all_wrong[0]
    hits = np.zeros(4)
    for seed in range(40):
        world = shared_component(n_models=6, n_items=400, accuracy=(0.4, 0.8), seed=seed)
        found = answered(world.board, seed=seed)
        wrong, right = found.all_wrong, found.all_right
        intervals = [predicted(one)[2] for one in (wrong.correlated, wrong.by_loadings)]
        intervals.append(predicted(right.correlated)[2])
        hits[:3] += [low <= 1.0 <= high for low, high in intervals]
        hits[3] += wrong.interval[0] <= truth <= wrong.interval[1]
    assert np.all(hits >= 33)


def test_items_that_all_miss_are_a_tail_beyond_both_forms() -> None:
    board = shared_component(n_models=9, n_items=1500, accuracy=(0.5, 0.8), seed=3).board
    values = np.array(board.values)
    values[:, :120] = 0.0  # 8 % more than the factor's own
    found = answered(ScoreMatrix.from_array(values)).all_wrong
    assert predicted(found.correlated)[2][0] > 1.0
    assert predicted(found.by_loadings)[2][0] > 1.0


def test_shares_and_their_exact_interval() -> None:
    board = shared_component(n_models=5, n_items=300, seed=1).board
    found = answered(board)
    right = board.values.sum(axis=0)
    assert found.all_wrong.count == (right == 0).sum()
    assert found.any_right.observed.estimate == pytest.approx((right > 0).mean())
    assert found.majority.observed.estimate == pytest.approx((right > 2.5).mean())
    exact = binomtest(found.all_wrong.count, 300).proportion_ci(0.95)
    assert found.all_wrong.interval == pytest.approx((exact.low, exact.high), abs=1e-9)
    assert found.right_votes.observed == pytest.approx(np.bincount(right.astype(int)) / 300)
    assert found.tied == 0.0


def test_a_tie_is_half_right() -> None:
    values = np.array([[1, 0, 1, 0] * 10, [1, 0, 0, 1] * 10], dtype=float)
    found = answered(ScoreMatrix.from_array(values))
    assert found.majority.observed.estimate == 0.5
    assert found.tied == 0.5


def test_missing_cells_are_votes_among_those_who_answered() -> None:
    """Slow twin: every item's own panel, by count distributions one at a time."""
    values = holed(shared_component(n_models=5, n_items=80, accuracy=(0.4, 0.8), seed=2).board, 0.2)
    values[:, 7] = np.nan  # an item nobody answered
    found = answered(ScoreMatrix.from_array(values))
    seen = ~np.isnan(values)
    kept = np.flatnonzero(seen.any(axis=0))
    share = np.nanmean(values, axis=1)
    assert isinstance(found.mean_correlation, float)
    wrong, majority = [], []
    for item in kept:
        who = seen[:, item]
        counts = count_distribution(share[who], np.sqrt(found.mean_correlation))[0]
        wrong.append(counts[0])
        majority.append(counts @ majority_score(np.ones((1, who.sum()), dtype=bool))[0])
    assert found.n_items == kept.size == 79
    assert predicted(found.all_wrong.correlated)[0] == pytest.approx(np.mean(wrong), rel=1e-9)
    assert isinstance(found.majority.correlated, Estimate)
    assert found.majority.correlated.estimate == pytest.approx(np.mean(majority), rel=1e-9)
    right = np.where(seen, values, 0.0).sum(axis=0)
    assert found.all_wrong.count == (right[kept] == 0).sum()
    assert found.all_right.count == (right == seen.sum(axis=0))[kept].sum()


def test_typical_sets_stand_for_very_many(monkeypatch: pytest.MonkeyPatch) -> None:
    values = holed(shared_component(n_models=12, n_items=3000, seed=4).board, 0.3)
    board = ScoreMatrix.from_array(values)
    monkeypatch.setattr(parts, "SET_WORK", 1e12)
    monkeypatch.setattr(parts, "MOST_SETS", 4000)
    whole = answered(board, draws=2)
    monkeypatch.setattr(parts, "MOST_SETS", 100)
    typical = answered(board, draws=2)
    assert whole.n_member_sets == whole.n_member_sets_used == typical.n_member_sets > 1000
    assert typical.n_member_sets_used == 100
    for side in ("all_wrong", "all_right"):
        a, b = getattr(whole, side).correlated, getattr(typical, side).correlated
        # 30 items to a block, ordered by the first of these numbers
        assert b.share.estimate == pytest.approx(a.share.estimate, rel=0.05)
    assert isinstance(whole.majority.correlated, Estimate)
    assert isinstance(typical.majority.correlated, Estimate)
    expected = whole.majority.correlated.estimate
    assert typical.majority.correlated.estimate == pytest.approx(expected, abs=0.01)


def test_draws_are_those_of_the_panel() -> None:
    """The mean φ counted again on each draw is the one that the panel's bootstrap gave."""
    board = shared_component(n_models=5, n_items=120, accuracy=(0.4, 0.8), seed=5).board
    seats, _, spread = known_pairs(board, 5, seed=3)
    votes = parts.votes_on_items(seats.values)
    sets = parts.member_sets(votes.values, np.full(5, 0.5), 0.5)
    drawn = parts.drawn_again(seats.units, sets, votes, spread.tetrachoric, 3)
    for draw, times in enumerate(seats.units.times(range(5), 3)):
        cells = cells_above(pair_counts(seats.values, times))
        assert phi(*cells).mean() == pytest.approx(spread.phi[draw], abs=1e-12)
        share = seats.values @ times / 120
        assert drawn.share_correct[draw] == pytest.approx(share, abs=1e-12)
        assert drawn.scores[draw] == pytest.approx(votes.scores @ times / 120, abs=1e-12)


def test_draws_of_the_expected_majority_are_right_to_second_order() -> None:
    board = shared_component(n_models=7, n_items=300, accuracy=(0.4, 0.8), seed=6).board
    seats, _, spread = known_pairs(board, 20)
    votes = parts.votes_on_items(seats.values)
    share, rho = board.values.mean(axis=1), 0.5
    sets = parts.member_sets(votes.values, share, np.sqrt(rho))
    drawn = parts.drawn_again(seats.units, sets, votes, spread.tetrachoric, 0)
    linear = parts.predicted_majority(sets, share, rho, drawn).drawn
    score = majority_score(np.ones((1, 7), dtype=bool))[0]
    exact = [
        count_distribution(p, np.sqrt(r))[0] @ score
        for p, r in zip(drawn.share_correct, drawn.correlation, strict=True)
    ]
    assert np.std(exact) > 0.01
    assert linear == pytest.approx(exact, abs=0.002)  # a tenth of their spread


@pytest.mark.parametrize(
    ("name", "count", "common", "own"),
    [
        ("mmlu_pro_29", 640, 0.904, 0.902),
        ("swebench_verified", 32, 3.25, 1.99),
        ("six judges", 46, 0.907, 1.107),
    ],
)
def test_real_panels(name: str, count: int, common: float, own: float) -> None:
    """Regression numbers: items that all miss, and their share over what is expected."""
    board = six_judges() if name == "six judges" else load_board(name)
    found = answered(board, draws=4).all_wrong
    assert found.count == count
    assert predicted(found.correlated)[1] == pytest.approx(common, abs=5e-3)
    assert predicted(found.by_loadings)[1] == pytest.approx(own, abs=5e-3)


def test_mean_phi_in_place_of_the_latent_correlation_makes_a_heavy_tail() -> None:
    """With φ̄ taken for ρ the same MMLU-Pro answers would be 2 to 4 times what is expected."""
    values = load_board("mmlu_pro_29").values
    complete = values[:, ~np.isnan(values).any(axis=0)]
    best = np.argsort(-complete.mean(axis=1))
    for n in (29, 24, 15):
        some = complete[best[:n]]
        mean_phi = np.asarray(np.corrcoef(some))[np.triu_indices(n, 1)].mean()
        observed = (some.sum(axis=0) == 0).mean()
        expected = tails(some.mean(axis=1), np.sqrt(mean_phi)).all_wrong[0]
        assert 2.0 < observed / expected < 4.0


def test_other_sizes_agree_with_the_panel() -> None:
    board = shared_component(n_models=9, n_items=500, accuracy=(0.5, 0.8), seed=7).board
    found, votes = answered(board), panel(board, draws=100).tetrachoric
    assert not isinstance(found.sizes, NotAnswered)
    assert [size.n_members for size in found.sizes] == [9, 10, 11, 18, 45, 90, None]
    assert isinstance(votes.n_eff, Estimate)
    first, last = found.sizes[0].effective_votes, found.sizes[-1].effective_votes
    assert isinstance(first, Estimate)
    assert isinstance(last, Estimate)
    assert first.estimate == pytest.approx(votes.n_eff.estimate)
    assert first.interval == pytest.approx(votes.n_eff.interval)
    assert isinstance(found.mean_correlation, float)
    assert last.estimate == pytest.approx(1.0 / found.mean_correlation)
    shares = [size.majority.estimate for size in found.sizes]
    assert shares == sorted(shares)
    # an even panel is as good as one with a member less
    assert shares[1] == pytest.approx(shares[0], abs=1e-12)


def test_the_best_of_equal_members_is_flattered_by_its_choice() -> None:
    """Nine equal members: the choice flatters, half by half it does not; intervals cover."""
    p = np.full(9, 0.6)
    score = majority_score(np.ones((1, 9), dtype=bool))[0]
    truth = float(count_distribution(p, np.sqrt(0.3))[0] @ score) - 0.6
    apparent, gaps, hits = [], [], 0
    for seed in range(60):
        world = shared_component(
            n_models=9, n_items=300, correlation=0.3, accuracy=(0.6, 0.6), seed=seed
        )
        votes = parts.votes_on_items(world.board.values)
        found = best_member(
            votes.values, votes.scores[2], world.board.models, level=0.95, seed=seed
        )
        assert isinstance(found.gap, Estimate)
        assert not isinstance(found.gap.interval, NotAnswered)
        apparent.append(found.apparent_gap)
        gaps.append(found.gap.estimate)
        hits += found.gap.interval[0] <= truth <= found.gap.interval[1]
    error = np.std(gaps) / np.sqrt(60)
    assert abs(np.mean(gaps) - truth) < 4.0 * error
    assert np.mean(apparent) < truth - 0.02
    assert hits >= 54  # the interval is conservative where choices disagree


def test_a_member_that_leads_by_far_is_judged_as_it_is() -> None:
    board = shared_component(n_models=5, n_items=400, seed=8).board
    values = np.array(board.values)
    values[2] = np.random.default_rng(0).random(400) < 0.97
    found = answered(ScoreMatrix.from_array(values, models=list("abcde"))).best_member
    assert (found.model, found.chosen) == ("c", 1.0)
    assert isinstance(found.gap, Estimate)
    assert found.gap.estimate == pytest.approx(found.apparent_gap, abs=1e-12)
    assert not isinstance(found.gap.interval, NotAnswered)
    assert found.gap.interval[1] < 0.0


def test_negative_correlations_have_no_factor() -> None:
    rng = np.random.default_rng(1)
    right = rng.integers(0, 3, 90) == np.arange(3)[:, None]
    found = answered(ScoreMatrix.from_array(right ^ (rng.random((3, 90)) < 0.2)))
    for answer in (found.all_wrong.correlated, found.majority.correlated, found.sizes):
        assert isinstance(answer, NotAnswered)
        assert "gives correlations from 0 to 1" in answer.why
    assert isinstance(found.right_votes.correlated, NotAnswered)
    assert found.all_wrong.observed > 0.0


def test_three_members_have_no_loadings_of_their_own() -> None:
    found = answered(shared_component(n_models=3, n_items=200).board).all_wrong
    assert isinstance(found.by_loadings, NotAnswered)
    assert isinstance(found.correlated, Predicted)


def test_no_such_item_has_an_upper_limit_only() -> None:
    board = shared_component(n_models=4, n_items=200, accuracy=(0.6, 0.7), seed=1).board
    values = np.array(board.values)
    values[0, values.sum(axis=0) == 0] = 1.0
    found = answered(ScoreMatrix.from_array(values)).all_wrong
    assert (found.count, found.ratio_by) == (0, "Clopper–Pearson")
    assert predicted(found.correlated)[2][0] == 0.0
    assert predicted(found.correlated)[2][1] > 0.0
    easy = answered(shared_component(n_models=9, n_items=60, accuracy=(0.9, 0.95)).board)
    assert isinstance(easy.all_wrong.correlated, Predicted)
    assert "none of 60 items is such" in str(easy.all_wrong.correlated.ratio)


def test_few_items_have_no_interval() -> None:
    found = answered(ScoreMatrix.from_array([[1, 0, 1, 1], [0, 1, 1, 0], [1, 1, 0, 0]]))
    assert isinstance(found.majority.observed.interval, NotAnswered)
    assert isinstance(found.best_member.gap, NotAnswered)


def test_json_keeps_the_names_of_the_contract() -> None:
    board = shared_component(n_models=4, n_items=100).board
    first, again = dumps(answered(board, draws=20)), dumps(answered(board, draws=20))
    assert first == again
    found = json.loads(first)
    assert {"observed", "interval", "predicted"} <= set(found["all_wrong"])
    assert isinstance(found["all_wrong"]["predicted"], float)
    assert found["sizes"][-1]["n_members"] == "infinite"
    assert sum(found["right_votes"]["observed"]) == pytest.approx(1.0)
    assert sum(found["right_votes"]["correlated"]) == pytest.approx(1.0)


def test_members_without_a_loading_leave_no_prediction_by_loadings() -> None:
    right = np.zeros((10, 9))
    right[:8, :8] = 1.0
    right[8, 0] = right[9, 3] = 1.0
    right[:8, 8] = np.arange(8) % 2
    found = answered(ScoreMatrix.from_array(right), draws=20)
    for tail in (found.all_wrong, found.all_right):
        values = (tail.correlated, tail.by_loadings)
        assert all(isinstance(v, NotAnswered) or np.isfinite(v.share.estimate) for v in values)


def test_a_member_that_is_always_right_has_a_vote() -> None:
    values = np.array(shared_component(n_models=4, n_items=200, seed=1).board.values)
    found = answered(ScoreMatrix.from_array(np.vstack([values, np.ones(200)])), draws=20)
    assert found.all_wrong.count == 0
    assert found.best_member.model == "model 5"
    assert found.any_right.observed.estimate == 1.0
    assert found.n_left_out == 1
    best = found.best_member.share_correct
    assert isinstance(best, Estimate)
    assert best.interval == (1.0, 1.0)
    assert not isinstance(found.sizes, NotAnswered)
    assert found.sizes[0].n_members == 4


def test_intervals_hold_their_estimates() -> None:
    three = np.tile(np.arange(100) % 3 == 0, (3, 1))
    values = np.vstack([three, np.arange(100) % 2 == 0])
    found = answered(ScoreMatrix.from_array(values), draws=50)
    for tail in (found.all_wrong, found.all_right):
        for predicted_by in (tail.correlated, tail.by_loadings):
            assert isinstance(predicted_by, Predicted)
            ratio = predicted_by.ratio
            if isinstance(ratio, Estimate) and not isinstance(ratio.interval, NotAnswered):
                assert ratio.interval[0] <= ratio.estimate <= ratio.interval[1]
