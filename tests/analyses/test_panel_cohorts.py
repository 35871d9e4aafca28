"""Votes by cohort and content: known correlations come back, chunks are the null, difficulty."""

import numpy as np
import pytest
from numpy.typing import NDArray

from boards import load_board
from parallaxis.analyses.panel_cohort_answers import (
    CohortVotes,
    GroupSpread,
    ItemGroups,
    PanelCohorts,
)
from parallaxis.analyses.panel_cohort_parts import estimates, mean_correlation
from parallaxis.analyses.panel_cohorts import panel_cohorts
from parallaxis.analyses.panel_parts import tetrachoric_matrix
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.errors import InputError, MissingDataError
from parallaxis.matrix import ScoreMatrix
from parallaxis.worlds import shared_component

Array = NDArray[np.float64]


def answered(board: ScoreMatrix, **settings: object) -> PanelCohorts:
    """Return an answer, which these boards have."""
    found = panel_cohorts(board, **settings)  # type: ignore[arg-type]  # settings of any type
    assert isinstance(found, PanelCohorts)
    return found


def items_of(found: PanelCohorts) -> ItemGroups:
    """Return the answer on item groups."""
    assert isinstance(found.items, ItemGroups)
    return found.items


def spread_of(found: PanelCohorts) -> GroupSpread:
    """Return the spread of groups."""
    spread = items_of(found).spread
    assert isinstance(spread, GroupSpread)
    return spread


def grouped(correlations: list[float], n_items: int, n_models: int = 12, seed: int = 0) -> Array:
    """Return a panel whose correlation is another one on each group of items."""
    parts = [
        shared_component(
            n_models=n_models,
            n_items=n_items,
            correlation=correlation,
            accuracy=(0.4, 0.7),
            seed=1000 * seed + number,
        ).board.values
        for number, correlation in enumerate(correlations)
    ]
    return np.hstack(parts)


def board_of(values: Array, n_groups: int, **columns: list[object]) -> ScoreMatrix:
    """Return a board whose items have groups of one size."""
    names = [f"group {i * n_groups // values.shape[1]}" for i in range(values.shape[1])]
    return ScoreMatrix.from_array(
        values, scale="binary", item_metadata={"subject": names, **columns}
    )


def mean_of(cohort: CohortVotes) -> float:
    """Return a cohort's mean correlation."""
    assert isinstance(cohort.mean_correlation, Estimate)
    return cohort.mean_correlation.estimate


def within_strata(values: Array, level: Array, n_strata: int) -> float:
    """Return the mean tetrachoric correlation within strata of the items, averaged over them."""
    cuts = np.quantile(level, np.arange(1, n_strata) / n_strata)
    stratum = np.searchsorted(cuts, level, side="right")
    upper = np.triu_indices(len(values), 1)
    means = []
    for number in range(n_strata):
        part = tetrachoric_matrix(values[:, stratum == number])[upper]
        means.append(float(part[np.isfinite(part)].mean()))
    return float(np.mean(means))


def test_strata_of_difficulty_destroy_what_is_measured() -> None:
    """The known correlation of .50 becomes about .04 within strata: the published warning."""
    world = shared_component(n_models=9, n_items=4000, accuracy=(0.35, 0.75))
    values = world.board.values
    upper = np.triu_indices(9, 1)
    assert tetrachoric_matrix(values)[upper].mean() == pytest.approx(0.5, abs=0.03)
    assert 0.0 < within_strata(values, world.expected.mean(axis=0), 5) < 0.1  # true difficulty
    assert within_strata(values, values.mean(axis=0), 5) < 0.0  # the panel's own share right


def test_columns_of_difficulty_are_refused() -> None:
    values = grouped([0.5, 0.5], 60)
    board = ScoreMatrix.from_array(
        values, scale="binary", item_metadata={"difficulty": ["hard"] * 60 + ["easy"] * 60}
    )
    with pytest.raises(InputError, match="'difficulty' sorts items by difficulty"):
        panel_cohorts(board, groups="difficulty")
    assert isinstance(answered(board).items, NotAnswered)  # nor is it found by itself


def test_groups_that_sort_by_difficulty_are_seen() -> None:
    values = shared_component(n_models=12, n_items=400, accuracy=(0.4, 0.7)).board.values
    order = np.argsort(values.mean(axis=0), kind="stable")
    found = items_of(answered(board_of(values[:, order], 4), partitions=19))
    assert found.difficulty_explained > 0.8
    plain = items_of(answered(board_of(values, 4), partitions=19))
    assert plain.difficulty_explained < 0.05


def test_known_correlations_of_cohorts_come_back() -> None:
    world = shared_component(n_models=12, n_items=3000, accuracy=(0.3, 0.8))
    found = answered(world.board)
    assert not isinstance(found.cohorts, NotAnswered)
    everyone, top = found.cohorts
    assert (everyone.kind, everyone.n_members, top.kind, top.n_members) == (
        "all",
        12,
        "top_third",
        4,
    )
    for cohort in (everyone, top):
        assert mean_of(cohort) == pytest.approx(0.5, abs=0.04)
        assert isinstance(cohort.n_eff, Estimate)
        n = cohort.n_members
        assert cohort.n_eff.estimate == pytest.approx(n / (1 + (n - 1) * mean_of(cohort)))
    assert top.mean_accuracy > everyone.mean_accuracy


def test_families_are_cohorts() -> None:
    values = grouped([0.5], 300)
    columns = {"family": ["a"] * 5 + ["b"] * 3 + ["c"] * 2 + ["unknown"] * 2}
    board = ScoreMatrix.from_array(values, scale="binary", model_metadata=columns)
    found = answered(board)
    assert not isinstance(found.cohorts, NotAnswered)
    assert [c.name for c in found.cohorts if c.kind == "family"] == ["family: a", "family: b"]


@pytest.mark.parametrize(("n_models", "n_items"), [(12, 40), (12, 200), (30, 100)])
def test_intervals_cover_the_known_correlation(n_models: int, n_items: int) -> None:
    hits = 0
    for seed in range(150):
        values = grouped([0.5], n_items, n_models, seed)
        values = values[values.std(axis=1) > 0.0]
        found = mean_correlation(values, tetrachoric_matrix(values), np.arange(n_items))
        mean, _ = estimates(found, len(values), 0.95)
        assert isinstance(mean, Estimate)
        low, high = mean.interval  # type: ignore[misc]  # it has one
        hits += low <= 0.5 <= high
    assert (
        hits >= 130
    )  # 95 % less 4.6 errors at 150: first-order errors of 40 items are a bit small


def test_variance_is_that_of_resampled_items() -> None:
    values = grouped([0.5], 120)
    found = mean_correlation(values, tetrachoric_matrix(values), np.arange(120))
    rng = np.random.default_rng(0)
    upper = np.triu_indices(12, 1)
    drawn = [
        np.nanmean(tetrachoric_matrix(values[:, rng.integers(0, 120, 120)])[upper])
        for _ in range(400)
    ]
    assert np.sqrt(found.variance) == pytest.approx(np.std(drawn), rel=0.15)


def test_groups_that_differ_are_told_from_chunks() -> None:
    values = grouped([0.1, 0.3, 0.5, 0.7], 250)
    found = answered(board_of(values, 4), partitions=99)
    spread = spread_of(found)
    true = float(np.std([0.1, 0.3, 0.5, 0.7], ddof=1))
    assert spread.p == 0.01
    assert spread.between_sd.estimate == pytest.approx(true, abs=0.08)
    low, high = spread.between_sd.interval  # type: ignore[misc]  # it has one
    assert low < true < high
    assert spread.chunk_limit < spread.between_variance
    assert [g.name for g in items_of(found).groups] == [f"group {i}" for i in (3, 2, 1, 0)]


def test_equal_groups_are_like_chunks() -> None:
    spreads = [
        spread_of(answered(board_of(grouped([0.5] * 4, 60, 7, seed), 4), partitions=39, seed=seed))
        for seed in range(40)
    ]
    p = np.array([spread.p for spread in spreads])
    assert (p <= 0.05).sum() <= 8  # 99.9 % of binomial(40, .05)
    assert 0.3 < p.mean() < 0.7  # 4 errors of a mean of 40 uniforms
    between = np.array([spread.between_variance for spread in spreads])
    assert abs(between.mean()) < 4 * between.std() / np.sqrt(40)
    chunks = np.array([spread.chunk_variance for spread in spreads])
    assert abs(chunks.mean()) < 4 * between.std() / np.sqrt(40)


def test_pool_is_common_and_what_is_left_out_is_counted() -> None:
    values = grouped([0.5] * 3, 60)
    values[0, :60] = 1.0  # no vote on the first group
    values[1, 60:115] = np.nan  # five answers in the second
    board = board_of(np.hstack([values, values[:, :60]]), 4)
    found = items_of(answered(board, partitions=19))
    assert (found.n_pool, found.n_eligible, found.n_members) == (10, 10, 12)
    small = ScoreMatrix.from_array(
        values, scale="binary", item_metadata={"subject": ["a"] * 90 + ["b"] * 80 + ["c"] * 10}
    )
    left = items_of(answered(small, partitions=19))
    assert [(one.name, one.why) for one in left.left_out] == [("c", "10 items")]
    assert isinstance(left.spread, NotAnswered)


def test_large_pools_are_drawn() -> None:
    values = grouped([0.4] * 3, 60, 60)
    found = items_of(answered(board_of(values, 3), partitions=19))
    assert found.n_pool == 40 < found.n_eligible


def test_covariates_stand_beside() -> None:
    values = grouped([0.5] * 3, 60)
    values[:, 5:10] = np.nan
    values[0, 5:10] = 1.0
    chance: list[object] = [0.25] * 60 + [0.5] * 60 + [None] * 60
    found = items_of(answered(board_of(values, 3, chance=chance), partitions=19))
    by_name = {group.name: group for group in found.groups}
    assert by_name["group 0"].chance == 0.25
    assert by_name["group 1"].chance == 0.5
    assert by_name["group 2"].chance is None
    assert by_name["group 0"].share_missing == pytest.approx(5 * 11 / (60 * 12))
    assert by_name["group 1"].mean_accuracy == pytest.approx(values[:, 60:120].mean())


def test_same_seed_same_answer() -> None:
    board = board_of(grouped([0.5] * 3, 60), 3)
    assert answered(board, partitions=19, seed=3) == answered(board, partitions=19, seed=3)


def test_what_is_too_little_says_why() -> None:
    real = ScoreMatrix.from_array(np.random.default_rng(0).normal(size=(20, 30)))
    assert panel_cohorts(real) == NotAnswered(
        "votes need right or wrong answers and the scores are real"
    )
    found = panel_cohorts(shared_component(n_models=2).board)
    assert isinstance(found, NotAnswered)
    assert found.why.startswith("2 models whose answers vary and 2,000 items")
    bare = answered(shared_component(n_models=9, n_items=300).board)
    assert isinstance(bare.items, NotAnswered)
    with pytest.raises(MissingDataError, match="no item metadata column 'topic'"):
        panel_cohorts(shared_component(n_models=9, n_items=300).board, groups="topic")
    with pytest.raises(InputError, match="partitions is 3"):
        panel_cohorts(shared_component().board, partitions=3)


def test_benchmarks_of_psn_irt_run_from_gpqa_to_theoremqa() -> None:
    found = items_of(answered(load_board("psn_irt_12x41871"), partitions=19))
    means = {group.name: group.mean_correlation.estimate for group in found.groups}
    assert found.n_pool == 11  # one model is perfect on MMLU
    assert next(iter(means)) == "TheoremQA"
    assert list(means)[-1] == "GPQA Diamond"
    assert means["TheoremQA"] == pytest.approx(0.63, abs=0.02)
    assert means["GPQA Diamond"] == pytest.approx(0.21, abs=0.01)
    assert means["MMLU"] == pytest.approx(0.426, abs=5e-4)


def test_swebench_repositories_are_like_chunks() -> None:
    found = answered(load_board("swebench_verified"), partitions=39)
    assert spread_of(found).p > 0.05
    assert items_of(found).column == "repo"
