"""Which members to keep, in panels whose answer is known, and on real boards."""

from typing import Any

import numpy as np
import pytest
from scipy.special import ndtri

from boards import load_board
from parallaxis.analyses.member_costs import MemberCosts
from parallaxis.analyses.panel_choice import panel_choice
from parallaxis.analyses.panel_choice_answers import Judging, PanelChoice, PanelCost, PathStep
from parallaxis.analyses.panel_choice_judged import correlations
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.errors import InputError, ShapeError
from parallaxis.jsonable import dumps
from parallaxis.kernels.effective import kish

DRAWS = 60


def answers(loading: list[float], share: list[float], n_items: int, seed: int) -> np.ndarray:
    """Return answers of members with these loadings on one factor and these shares right."""
    rng = np.random.default_rng(seed)
    own = np.sqrt(1.0 - np.square(loading))[:, None]
    latent = np.outer(loading, rng.normal(size=n_items))
    latent += own * rng.normal(size=(len(loading), n_items))
    return (latent < ndtri(np.array(share))[:, None]).astype(float)


def row_sums(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return row sums and counts of known correlations in draws of the items."""
    rng = np.random.default_rng(0)
    n_items = values.shape[1]
    sums, counts = [], []
    for _ in range(DRAWS):
        drawn = correlations(values[:, rng.integers(0, n_items, n_items)], "half")
        np.fill_diagonal(drawn, np.nan)
        sums.append(np.nansum(drawn, axis=1))
        counts.append(np.isfinite(drawn).sum(axis=1).astype(float))
    return np.array(sums), np.array(counts)


def chosen(
    values: np.ndarray, *, drawn: bool = False, cost: np.ndarray | None = None, **settings: Any
) -> PanelChoice:
    """Return the answer of a panel."""
    if cost is not None:
        settings["cost"] = MemberCosts("cost", cost)
    names = tuple(f"m{i}" for i in range(len(values)))
    if drawn:
        sums, counts = row_sums(values)
        settings |= {"drawn_row_sums": sums, "drawn_row_counts": counts}
    return panel_choice(values, names, correlations(values, "half"), **settings)


def votes(step: PathStep) -> float:
    """Return the votes of a step on its own items."""
    assert isinstance(step.votes, float)
    return step.votes


def judged_votes(step: PathStep) -> float:
    """Return the votes of a step on other items."""
    assert step.judged is not None
    assert isinstance(step.judged.votes, Estimate)
    return step.judged.votes.estimate


def loss(found: PanelChoice, i: int) -> Estimate:
    """Return the loss of a member."""
    answer = found.left_one_out[i].loss
    assert isinstance(answer, Estimate)
    return answer


def ends(found: Estimate) -> tuple[float, float]:
    """Return both ends of an interval."""
    assert isinstance(found.interval, tuple)
    return found.interval


def judging(found: PanelChoice) -> Judging:
    """Return how choices were judged."""
    assert isinstance(found.judging, Judging)
    return found.judging


def test_alike_members_are_worth_the_same() -> None:
    values = answers([np.sqrt(0.5)] * 9, [0.6] * 9, 2000, 1)
    found = chosen(values, drawn=True)
    truth = float(kish(9, 0.5) - kish(8, 0.5))
    for i in range(9):
        low, high = ends(loss(found, i))
        assert abs(loss(found, i).estimate - truth) < high - low  # about four standard errors
        assert high - low < 0.1
    assert found.raise_votes == ()
    step = found.votes_path[2]
    assert judged_votes(step) == pytest.approx(float(kish(3, 0.5)), abs=0.1)
    assert votes(step) > judged_votes(step)


def test_what_noise_chose_is_gone_on_other_items() -> None:
    gains = []
    for seed in range(5):
        found = chosen(answers([np.sqrt(0.5)] * 12, [0.6] * 12, 200, seed))
        for step in found.votes_path[1:6]:
            gains.append(votes(step) - judged_votes(step))
            assert isinstance(step.typical_votes, float)
            assert abs(judged_votes(step) - step.typical_votes) < 0.35
        apparent = judging(found).chosen
        assert apparent.apparent > apparent.share_correct.estimate
    assert min(gains) > 0.0


def test_a_clone_comes_last_and_is_not_missed() -> None:
    values = answers([np.sqrt(0.2)] * 5, [0.6] * 5, 1500, 3)
    values = np.vstack([values, values[1]])
    found = chosen(values, drawn=True)
    assert found.votes_path[-1].added[0] in {"m1", "m5"}
    assert loss(found, 1) == loss(found, 5)
    assert set(found.raise_votes) == {"m1", "m5"}
    assert loss(found, 0).estimate > 0.2
    last = judged_votes(found.votes_path[-1])
    assert judged_votes(found.votes_path[-2]) > last


def test_votes_reward_coins_and_the_majority_does_not() -> None:
    values = answers([0.9] * 5 + [0.0] * 2, [0.8] * 5 + [0.5] * 2, 1000, 4)
    found = chosen(values, drawn=True)
    first = [name for step in found.votes_path[:3] for name in step.added]
    assert {"m5", "m6"} < set(first)
    for coin in (5, 6):
        assert loss(found, coin).estimate > max(loss(found, i).estimate for i in range(5))
        assert ends(loss(found, coin))[0] > 0.2
    assert votes(found.votes_path[2]) > 2.5
    gap = next(gap for gap in judging(found).votes_gap if gap.size == 3).gap
    # two coins and one that is right on .8: .25·1 + .5·.8 + .25·0 = .65, against .8 or so
    assert gap.estimate == pytest.approx(0.15, abs=0.05)
    assert ends(gap)[0] > 0.0
    assert not {"m5", "m6"} & set(judging(found).chosen.models)


def test_few_good_and_independent_beat_all() -> None:
    values = answers([0.3] * 3 + [0.9] * 6, [0.8] * 3 + [0.6] * 6, 1200, 5)
    chosen_panel = judging(chosen(values)).chosen
    assert set(chosen_panel.models) == {"m0", "m1", "m2"}
    for gap in (chosen_panel.over_all, chosen_panel.over_best):
        assert ends(gap)[0] > 0.0
    # three at .8 with correlation .09: the majority is right on .88 or so
    assert chosen_panel.share_correct.estimate == pytest.approx(0.88, abs=0.03)


def test_losses_and_majorities_stand_beside_each_other() -> None:
    values = answers([0.7] * 4, [0.55, 0.6, 0.65, 0.7], 400, 6)
    found = chosen(values)
    for i, row in enumerate(found.left_one_out):
        rest = np.delete(values, i, axis=0)
        assert row.share_correct == values[i].mean()
        expected = (np.sign(2 * rest.sum(axis=0) - 3) + 1).mean() / 2
        assert row.majority_without == pytest.approx(expected)
        assert row.majority_loss.estimate == pytest.approx(found.majority - expected)
        assert np.isnan(row.cost)
    assert isinstance(loss(found, 0).interval, NotAnswered)  # no draws were given


@pytest.mark.parametrize("n", [2, 3])
def test_the_smallest_panels(n: int) -> None:
    found = chosen(answers([0.7] * n, [0.6] * n, 300, n), drawn=True)
    assert [step.size for step in found.votes_path] == list(range(1, n + 1))
    assert [step.size for step in found.majority_path] == [1, 3][: n - 1]
    assert len(judging(found).votes_gap) == n - 2
    if n == 2:
        assert found.left_one_out[0].votes_without == 1.0
        assert votes(found.votes_path[1]) == pytest.approx(1.0 + loss(found, 0).estimate)


def test_opposites_have_no_votes_and_say_why() -> None:
    base = answers([0.0], [0.5], 100, 7)[0]
    found = chosen(np.array([base, 1.0 - base]), drawn=True)
    assert isinstance(found.votes, NotAnswered)
    assert "−1/(n − 1)" in found.votes.why
    assert isinstance(found.left_one_out[0].loss, NotAnswered)
    assert isinstance(found.votes_path[1].votes, NotAnswered)
    dumps(found)


def test_negative_correlations_carry_more_votes_than_members() -> None:
    rng = np.random.default_rng(8)
    latent = rng.normal(size=(4, 3000))
    latent -= 0.9 * latent.mean(axis=0)
    found = chosen((latent > 0).astype(float))
    assert isinstance(found.votes, float)
    assert found.votes > 4.0


def test_missing_answers_and_pairs_without_a_value() -> None:
    values = answers([0.7] * 5, [0.6] * 5, 300, 9)
    values[0, 150:] = np.nan
    values[1, :150] = np.nan
    found = chosen(values, drawn=True)
    assert isinstance(found.votes, float)
    assert found.n_items == 300
    assert all(isinstance(row.loss, Estimate) for row in found.left_one_out)
    alone = np.full((3, 60), np.nan)
    for i in range(3):
        alone[i, 20 * i : 20 * i + 20] = np.arange(20) % 2
    nothing = chosen(alone)
    assert isinstance(nothing.votes, NotAnswered)
    assert isinstance(nothing.left_one_out[0].loss, NotAnswered)
    dumps(nothing)


def test_items_without_an_answer_do_not_count() -> None:
    values = answers([0.7] * 4, [0.6] * 4, 120, 10)
    values = np.hstack([values, np.full((4, 30), np.nan)])
    assert chosen(values).n_items == 120
    assert dumps(chosen(values)) == dumps(chosen(values[:, :120]))


def test_few_items_are_not_cut() -> None:
    found = chosen(answers([0.7] * 4, [0.6] * 4, 19, 11))
    assert isinstance(found.judging, NotAnswered)
    assert "19 items" in found.judging.why
    assert all(step.judged is None for step in found.votes_path)


def test_costs() -> None:
    values = answers([0.7] * 5, [0.6] * 5, 400, 12)
    found = chosen(values, cost=np.array([1.0, 2.0, 3.0, 4.0, 0.5]))
    cost = found.cost
    assert isinstance(cost, PanelCost)
    assert isinstance(found.votes, float)
    assert cost.total == 10.5
    assert cost.per_vote == pytest.approx(10.5 / found.votes)
    assert cost.path[0].added == ("m4",)
    assert cost.path[1].judged is not None
    for step in (*found.votes_path, *cost.path):
        assert step.cost_per_vote == pytest.approx(step.cost / votes(step))
    row = found.left_one_out[1]
    assert row.cost_per_vote == pytest.approx(2.0 / loss(found, 1).estimate)


def test_unknown_costs_are_counted_and_not_guessed() -> None:
    values = answers([0.7] * 4, [0.6] * 4, 200, 13)
    found = chosen(values, cost=np.array([1.0, np.nan, 3.0, 4.0]))
    cost = found.cost
    assert isinstance(cost, PanelCost)
    assert cost.n_unknown == 1
    assert isinstance(cost.per_vote, NotAnswered)
    assert "m1" not in {name for step in cost.path for name in step.added}
    assert np.isnan(found.votes_path[-1].cost)
    for costs in (None, np.full(4, np.nan)):
        none = chosen(values, cost=costs).cost
        assert isinstance(none, NotAnswered)
        assert "in a column 'cost'" in none.why


def test_a_member_that_adds_no_votes_has_no_price_for_one() -> None:
    values = answers([np.sqrt(0.2)] * 4, [0.6] * 4, 800, 14)
    found = chosen(np.vstack([values, values[:1]]), cost=np.ones(5))
    assert np.isnan(found.left_one_out[0].cost_per_vote)
    assert isinstance(found.cost, PanelCost)
    assert len(found.cost.path) == 4


def test_the_same_seed_gives_the_same_answer() -> None:
    values = answers([0.7] * 6, [0.6] * 6, 200, 15)
    first, again, other = (dumps(chosen(values, seed=seed)) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_order_of_members_is_no_matter() -> None:
    values = answers([0.3, 0.5, 0.7, 0.8, 0.9], [0.5, 0.6, 0.7, 0.65, 0.6], 600, 16)
    names, turned = np.array(list("abcde")), [4, 2, 0, 1, 3]
    first, second = (
        panel_choice(values[o], tuple(names[o].tolist()), correlations(values[o], "half"))
        for o in ([0, 1, 2, 3, 4], turned)
    )
    for one, two in zip(first.votes_path[1:], second.votes_path[1:], strict=True):
        assert votes(one) == pytest.approx(votes(two), rel=1e-9)
    losses = {row.model: row.loss for row in first.left_one_out}
    for row in second.left_one_out:
        before = losses[row.model]
        assert isinstance(row.loss, Estimate)
        assert isinstance(before, Estimate)
        assert row.loss.estimate == pytest.approx(before.estimate, abs=1e-9)


def test_intervals_of_judged_numbers_hold_what_they_estimate() -> None:
    """Coverage of the mean over boards; 40 of them miss 5 or fewer of 95 % with chance .96."""
    found = [
        chosen(answers([0.4, 0.4, 0.8, 0.8, 0.8], [0.7, 0.7, 0.6, 0.6, 0.6], 150, 100 + seed))
        for seed in range(40)
    ]
    for given in (
        [judging(one).chosen.share_correct for one in found],
        [judging(one).chosen.over_all for one in found],
        [judging(one).votes_gap[0].gap for one in found],
    ):
        centre = np.mean([one.estimate for one in given])
        held = [ends(one)[0] <= centre <= ends(one)[1] for one in given]
        assert sum(held) >= 35


def test_draws_without_votes_leave_no_interval() -> None:
    values = answers([0.7] * 3, [0.6] * 3, 100, 17)
    sums = np.full((20, 3), 0.8)
    sums[:4] = -1.5
    found = chosen(values, drawn_row_sums=sums, drawn_row_counts=np.full((20, 3), 2.0))
    interval = loss(found, 0).interval
    assert isinstance(interval, NotAnswered)
    assert "20.0% of the draws" in interval.why


def test_what_does_not_fit_is_refused() -> None:
    values = answers([0.7] * 3, [0.6] * 3, 50, 18)
    with pytest.raises(InputError, match="the cost of 'm1' is -2; pass 0 to 1e\\+100"):
        chosen(values, cost=np.array([1.0, -2.0, 1.0]))
    with pytest.raises(ShapeError, match="one name, row, column and cost"):
        panel_choice(values, ("a", "b"), np.eye(3))
    with pytest.raises(ShapeError, match="a column for each of the 3 members"):
        chosen(values, drawn_row_sums=np.zeros((5, 2)), drawn_row_counts=np.zeros((5, 2)))
    with pytest.raises(InputError, match="level"):
        chosen(values, level=1.0)


@pytest.mark.parametrize("name", ["swebench_verified", "judgebench_judges_correct"])
def test_real_boards(name: str) -> None:
    board = load_board(name)
    values = np.asarray(board.values, dtype=np.float64)
    share = np.nanmean(values, axis=1)
    seats = np.flatnonzero((share > 0.0) & (share < 1.0))
    values, names = values[seats], tuple(board.models[i] for i in seats)
    found = panel_choice(values, names, correlations(values, "half"))
    assert isinstance(found.votes, float)
    assert len(found.votes_path) == len(names)
    assert votes(found.votes_path[-1]) == pytest.approx(found.votes, rel=1e-9)
    top = found.votes_path[2]
    assert votes(top) > judged_votes(top) > found.votes
    best = judging(found).chosen
    assert best.over_all.estimate > 0.05  # a few chosen ones are right more often than all
    for step in found.votes_path:
        if step.best_votes is not None:
            assert step.best_votes >= votes(step) * (1.0 - 1e-9)
    dumps(found)
