"""Reliability of known worlds comes back; what halves and runs cannot say is said."""

import json

import numpy as np
import pytest

from boards import load_board
from parallaxis.analyses.reliability import Reliability, reliability
from parallaxis.analyses.run_agreement import RunAgreement, run_agreement, run_labels
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.errors import InputError
from parallaxis.jsonable import dumps
from parallaxis.matrix import ScoreMatrix
from parallaxis.worlds import family_copies, independent_noise, one_ability


def known(answer: Estimate | NotAnswered) -> Estimate:
    """Return an estimate that must be there."""
    assert isinstance(answer, Estimate), answer
    return answer


def parallel_items(n_models: int, n_items: int, noise: float, seed: int) -> ScoreMatrix:
    """Return items that measure one ability equally well, each with its own noise."""
    rng = np.random.default_rng(seed)
    ability = rng.normal(size=(n_models, 1))
    return ScoreMatrix.from_array(ability + noise * rng.normal(size=(n_models, n_items)))


def test_alpha_and_halves_estimate_the_same_known_reliability() -> None:
    truth = 60 / (60 + 9.0)
    covered = 0
    for seed in range(20):
        found = reliability(parallel_items(120, 60, 3.0, seed), level=0.9, seed=seed)
        alpha = known(found.alpha)
        assert isinstance(alpha.interval, tuple)
        covered += alpha.interval[0] <= truth <= alpha.interval[1]
        # the splits' mean is α of parallel items, up to the Monte Carlo error of 100 splits
        assert known(found.spearman_brown).estimate == pytest.approx(alpha.estimate, abs=0.01)
        assert isinstance(found.lambda2, float)
        assert found.lambda2 >= alpha.estimate
    assert covered >= 14  # 13 or fewer of 20 come at 90 % less than once in 400 times


def test_noise_has_no_reliability_and_no_first_place() -> None:
    found = reliability(independent_noise(n_models=60, n_items=200, seed=1).board)
    assert abs(known(found.alpha).estimate) < 0.6
    assert not isinstance(found.split_items, NotAnswered)
    assert abs(known(found.split_items.ranking).estimate) < 0.3
    assert not isinstance(found.leader, NotAnswered)
    assert found.leader.first < 0.6
    assert found.leader.n_ever_first > 5


def test_one_ability_ranks_alike_and_half_the_items_are_narrower() -> None:
    world = one_ability(n_models=80, n_items=400, seed=3)
    found = reliability(world.board)
    items, models = found.split_items, found.split_models
    assert not isinstance(items, NotAnswered)
    assert not isinstance(models, NotAnswered)
    assert known(items.ranking).estimate > 0.95
    assert known(models.difficulty).estimate > 0.9
    assert not isinstance(items.breadth, NotAnswered)
    assert items.breadth.lowest <= items.breadth.interval[0] <= items.breadth.mean
    assert items.breadth.mean <= items.breadth.interval[1] <= items.breadth.highest
    assert items.breadth.ratio >= 1.0
    assert items.kept > 3 * items.kept_by_chance
    assert isinstance(found.runs, NotAnswered)


def test_families_are_kept_whole_and_widen_the_interval() -> None:
    world = family_copies(seed=2)
    found = reliability(world.board)
    families = world.board.metadata("model", "family")
    assert families is not None
    bare = ScoreMatrix.from_array(world.board.values)
    alone = reliability(bare)
    assert not isinstance(found.split_models, NotAnswered)
    assert found.split_models.n_groups < world.board.n_models
    assert known(found.alpha).estimate == known(alone.alpha).estimate
    narrow, wide = known(alone.alpha).interval, known(found.alpha).interval
    assert isinstance(narrow, tuple)
    assert isinstance(wide, tuple)
    assert wide[0] < narrow[0]


def runs_board(n_models: int, n_runs: int, between: float, inside: float, seed: int) -> ScoreMatrix:
    """Return runs whose mean scores have these standard deviations between and within models."""
    rng = np.random.default_rng(seed)
    ability = np.repeat(between * rng.normal(size=n_models), n_runs)
    level = ability + inside * rng.normal(size=n_models * n_runs)
    names = [f"agent {i // n_runs}#{i % n_runs + 1}" for i in range(n_models * n_runs)]
    return ScoreMatrix.from_array(level[:, None] + np.zeros((1, 4)), models=names)


def test_share_of_variance_between_models_and_its_interval() -> None:
    truth = 4.0 / 5.0
    held, estimates = 0, []
    for seed in range(200):
        found = run_agreement(runs_board(10, 3, 2.0, 1.0, seed), level=0.9)
        assert isinstance(found, RunAgreement)
        share = known(found.between_share)
        assert isinstance(share.interval, tuple)
        held += share.interval[0] <= truth <= share.interval[1]
        estimates.append(share.estimate)
    assert 166 <= held <= 194  # 180 ± 3.3 standard deviations of 4.2
    assert np.median(estimates) == pytest.approx(truth, abs=0.05)
    assert isinstance(found, RunAgreement)
    assert (found.n_models, found.n_runs) == (10, 30)


def test_runs_are_read_from_names_and_metadata() -> None:
    board = runs_board(3, 2, 1.0, 0.1, 0)
    labels = run_labels(board)
    assert labels is not None
    assert labels.tolist() == [0, 0, 1, 1, 2, 2]
    few = run_agreement(runs_board(2, 5, 1.0, 0.1, 0))
    assert isinstance(few, NotAnswered)
    assert "2 models have two runs" in few.why
    assert run_labels(ScoreMatrix.from_array(np.eye(3))) is None
    found = reliability(board)
    assert not isinstance(found.split_models, NotAnswered)
    assert found.split_models.n_groups == 3  # runs of a model stay together


@pytest.mark.parametrize(
    "values",
    [
        np.ones((1, 1)),
        np.ones((2, 5)),
        np.ones((8, 6)),
        np.eye(3),
        np.where(np.eye(7) > 0, np.nan, 1.0),
        np.vstack([np.full((4, 6), np.nan), np.eye(6)]),
        np.random.default_rng(0).normal(size=(30, 1)),
    ],
)
def test_boards_that_cannot_answer_say_so(values: np.ndarray) -> None:
    found = reliability(ScoreMatrix.from_array(values), splits=10)
    assert isinstance(found, Reliability)
    text = dumps(found)
    assert "NaN" not in text
    assert "not_identified" in text


def test_settings_and_seed() -> None:
    board = parallel_items(30, 25, 1.0, 0)
    assert reliability(board, seed=1) == reliability(board, seed=1)
    assert reliability(board, seed=1) != reliability(board, seed=2)
    assert json.loads(dumps(reliability(board, level=0.8)))["level"] == 0.8
    with pytest.raises(InputError, match="splits"):
        reliability(board, splits=0)
    with pytest.raises(InputError, match="level"):
        reliability(board, level=1.5)


def test_terminal_bench_runs() -> None:
    found = reliability(load_board("terminal_bench_trials"))
    assert isinstance(found.runs, RunAgreement)
    assert (found.runs.n_models, found.runs.n_runs) == (9, 45)
    assert known(found.runs.correlation).estimate > 0.9
    assert known(found.runs.between_share).estimate > 0.8


def test_swebench_verified_values() -> None:
    # regression: computed by this package, and α by the textbook formula here
    board = load_board("swebench_verified")
    values = board.values[:, ~board.dead]
    n = values.shape[1]
    ratio = values.var(axis=0, ddof=1).sum() / values.sum(axis=1).var(ddof=1)
    alpha = n / (n - 1) * (1.0 - ratio)
    found = reliability(board)
    assert known(found.alpha).estimate == pytest.approx(alpha, abs=1e-12)
    assert not isinstance(found.split_items, NotAnswered)
    assert known(found.split_items.ranking).estimate == pytest.approx(0.987, abs=0.002)
    assert not isinstance(found.leader, NotAnswered)
    assert len(found.leader.models) == 2  # two agents tie at 396 of 500
