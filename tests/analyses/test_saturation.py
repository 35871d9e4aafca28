"""Dead items, strata at one size and headroom, on boards made by hand and on real ones."""

import numpy as np
import pytest

from boards import load_board
from parallaxis.analyses.headroom import headroom
from parallaxis.analyses.saturation import Saturation, saturation
from parallaxis.analyses.saturation_cohorts import by_score, cohorts, mean_scores
from parallaxis.analyses.saturation_strata import Strata, Stratum, strata
from parallaxis.answers import NotAnswered
from parallaxis.jsonable import dumps
from parallaxis.kernels.dead_items import dead_items
from parallaxis.kernels.matched_subsamples import matched_subsamples
from parallaxis.kernels.scaling import prepare
from parallaxis.kernels.spectrum import moments
from parallaxis.matrix import ScoreMatrix
from parallaxis.worlds import one_ability


def named(found: Strata | NotAnswered) -> dict[str, Stratum]:
    """Return the strata by name; they must be there."""
    assert isinstance(found, Strata), found
    return {one.name: one for one in found.strata}


def test_an_easy_board_is_dead_for_its_best_models() -> None:
    rng = np.random.default_rng(0)
    ability = np.sort(rng.normal(size=60))[::-1][:, None]
    values = (rng.random((60, 200)) < 1 / (1 + np.exp(-4 * ability - 1))).astype(float)
    found = {one.kind: one for one in cohorts(ScoreMatrix.from_array(values))}
    assert found["top third"].at_ceiling == found["top third"].n_dead
    assert found["top third"].share > 3 * found["top third"].by_chance
    assert found["all"].n_dead == int(dead_items(values).dead.sum())
    assert found["all"].by_chance == pytest.approx(found["all"].share)


def test_cohorts_by_family_and_date() -> None:
    values = np.random.default_rng(1).integers(0, 2, (60, 30)).astype(float)
    values[:25, :10] = 1.0  # dead for one family only
    board = ScoreMatrix.from_array(
        values,
        model_metadata={
            "family": ["a"] * 25 + ["b"] * 10 + ["unknown"] * 25,
            "date": [f"2024-{1 + i % 12:02}-01" for i in range(60)],
        },
    )
    found = {(one.kind, one.name): one for one in cohorts(board)}
    assert set(found) == {
        ("all", "all models"),
        ("top third", "by mean score"),
        ("newest third", "by date"),
        ("family", "family a"),
    }
    assert found["family", "family a"].n_dead >= 10
    assert found["family", "family a"].by_chance < 0.01
    newest = found["newest third", "by date"]
    assert newest.n_models == 20


def test_means_of_models_with_gaps_are_as_if_all_had_the_same_items() -> None:
    level = np.arange(6.0)
    values = np.array([0.0, 1.0, 2.0])[:, None] + level
    values[2, 3:] = np.nan  # the best model lacks the items with high scores
    values[0, :3] = np.nan
    assert by_score(values).tolist() == [2, 1, 0]
    assert by_score(np.zeros((3, 2))).tolist() == [0, 1, 2]
    assert mean_scores(np.array([[1.0, 0.0], [0.0, 0.0]])).tolist() == [0.5, 0.0]


def test_strata_are_cut_to_one_size_and_measured_alike() -> None:
    board = one_ability(n_models=600, n_items=40, seed=2).board
    found = strata(board, draws=30)
    assert isinstance(found, Strata)
    by_name = named(found)
    assert found.matched_models == by_name["top tenth"].n_models == 60
    order = by_score(board.values)
    whole = moments(prepare(board.values[order[:60]])).effective_dimensionality
    top = by_name["top tenth"]
    assert not isinstance(top.breadth_matched, NotAnswered)
    assert top.breadth_matched.estimate == pytest.approx(whole)
    assert top.breadth_matched.interval_draws == pytest.approx((whole, whole))
    assert top.highest == board.values.mean(axis=1).max()
    for one in by_name.values():
        assert not isinstance(one.breadth_matched, NotAnswered)
        low, high = one.breadth_matched.interval_draws
        assert low <= one.breadth_matched.estimate <= high
        # within a band of the sum, one ability leaves nothing but noise, which the band itself
        # sets against each other: ED may even exceed that of shuffled scores
        assert one.breadth_matched.estimate < 1.1 * one.shuffled


@pytest.mark.parametrize("flip", [1.0, -1.0])
def test_no_direction_is_assumed(flip: float) -> None:
    rng = np.random.default_rng(5)
    level = np.linspace(-3.0, 3.0, 300)[:, None]
    several = np.where(flip * level > 1.0, 1.0, 0.15) * rng.normal(size=(300, 12))
    found = named(strata(ScoreMatrix.from_array(level + several)))
    bottom, top = found["bottom third"].breadth_matched, found["top third"].breadth_matched
    assert not isinstance(bottom, NotAnswered)
    assert not isinstance(top, NotAnswered)
    broad, narrow = (top, bottom) if flip > 0 else (bottom, top)
    assert isinstance(broad.interval, tuple)
    assert isinstance(narrow.interval, tuple)
    assert narrow.interval[1] < broad.interval[0]


def two_abilities(n_models: int, seed: int) -> ScoreMatrix:
    """Return other models on the same twelve items: a general ability, a second one, noise."""
    rng = np.random.default_rng(seed)
    loadings = np.vstack([np.ones(12), np.tile([0.7, -0.7], 6)])
    noise = 0.6 * rng.normal(size=(n_models, 12))
    return ScoreMatrix.from_array(rng.normal(size=(n_models, 2)) @ loadings + noise)


def test_the_interval_over_models_holds_what_many_models_show() -> None:
    many = two_abilities(9000, 99).values
    order, rest = by_score(many), {"size": 80, "draws": 200}
    parts = {"bottom third": order[-3000:], "top third": order[:3000]}
    truth = {
        name: matched_subsamples(
            many[rows], n_models=rest["size"], n_items=12, draws=rest["draws"]
        ).mean
        for name, rows in parts.items()
    }
    held = 0
    for seed in range(40):
        found = named(strata(two_abilities(240, seed), draws=5))
        for name, expected in truth.items():
            matched = found[name].breadth_matched
            assert not isinstance(matched, NotAnswered)
            assert isinstance(matched.interval, tuple)
            held += matched.interval[0] <= expected <= matched.interval[1]
    assert held >= 68  # of 80: at 95 %, 67 or fewer come less than once in 1,000 times


def test_headroom_by_hand() -> None:
    values = np.array([[1, 1, 1, 0, 0], [0, 0, 0, 1, 0], [1, 0, np.nan, 0, 0]])
    found = headroom(ScoreMatrix.from_array(values, models=["a", "b", "c"]))
    assert (found.best, found.score, found.maximum) == ("a", 0.6, 1.0)
    assert found.distance == pytest.approx(0.4)
    assert (found.together, found.unreached, found.beaten) == (0.8, 0.2, 0.2)
    real = headroom(ScoreMatrix.from_array([[3.0, -1.0], [2.0, 5.0]], scale="real"))
    assert isinstance(real.distance, NotAnswered)
    assert isinstance(real.unreached, NotAnswered)
    assert (real.best, real.beaten) == ("model 2", 0.5)
    percent = ScoreMatrix.from_array([[90.0, 100.0], [80.0, 95.0]], bounds=(0.0, 100.0))
    assert headroom(percent).distance == pytest.approx(5.0)
    assert headroom(percent).unreached == 0.5


@pytest.mark.parametrize(
    "values",
    [
        np.full((2, 2), np.nan),
        np.ones((1, 1)),
        np.ones((40, 6)),
        np.eye(3),
        np.vstack([np.full((30, 6), np.nan), np.eye(6)]),
    ],
)
def test_boards_that_cannot_answer_say_so(values: np.ndarray) -> None:
    found = saturation(ScoreMatrix.from_array(values), draws=5)
    assert isinstance(found, Saturation)
    assert "NaN" not in dumps(found)


def test_the_open_llm_leaderboard_is_broader_at_its_top() -> None:
    # the top 200 have 3.20 (see the test of matched subsamples), the top tenth is 457 models
    found = named(saturation(load_board("oll_v2_six_4576")).strata)
    assert found["all models"].breadth == pytest.approx(1.668, abs=5e-4)
    whole, top = found["all models"].breadth_matched, found["top tenth"].breadth_matched
    assert not isinstance(whole, NotAnswered)
    assert not isinstance(top, NotAnswered)
    assert whole.estimate == pytest.approx(1.668, abs=0.02)
    assert top.estimate > found["bottom third"].breadth > whole.estimate


def test_swebench_verified_is_half_dead_for_its_best_third() -> None:
    found = saturation(load_board("swebench_verified"))
    by_kind = {one.kind: one for one in found.cohorts}
    assert by_kind["all"].n_dead == 500 - 468
    assert by_kind["all"].at_floor == 32
    assert by_kind["top third"].share == pytest.approx(0.416)
    assert by_kind["top third"].by_chance < 0.1
    assert not isinstance(found.headroom, NotAnswered)
    assert found.headroom.score == pytest.approx(0.792)
    assert found.headroom.unreached == pytest.approx(0.064)
