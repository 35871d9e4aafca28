"""Redundancy: worlds whose pairs are known, the rule's parts, and the published numbers."""

import json
import time

import numpy as np
import pytest
from numpy.typing import NDArray

from boards import load_board
from parallaxis.analyses.cohort_correlations import towards
from parallaxis.analyses.cohorts import Kind
from parallaxis.analyses.redundancy import Redundancy, is_redundant, redundancy
from parallaxis.analyses.redundancy_parts import CohortCorrelation, ComponentPair
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.errors import InputError
from parallaxis.jsonable import dumps
from parallaxis.kernels.scaling import prepare
from parallaxis.kernels.spectrum import effective_dimensionality
from parallaxis.matrix import ScoreMatrix

Array = NDArray[np.float64]


def answered(values: Array | ScoreMatrix, threshold: float = 0.8) -> Redundancy:
    """Return the redundancy of scores that have one."""
    if not isinstance(values, ScoreMatrix):
        names = [f"item {i}" for i in range(values.shape[1])]
        values = ScoreMatrix.from_array(values, items=names)
    found = redundancy(values, threshold=threshold)
    assert isinstance(found, Redundancy)
    return found


def pair_of(found: Redundancy, *names: str) -> ComponentPair:
    """Return a pair by its names."""
    return next(pair for pair in found.pairs if {pair.first, pair.second} == set(names))


def twins(n: int, seed: int, noise: float = 0.15) -> Array:
    """Return two components of one ability, and two of unrelated ones."""
    rng = np.random.default_rng(seed)
    ability = rng.normal(size=(n, 3))
    return ability[:, [0, 0, 1, 2]] + noise * rng.normal(size=(n, 4))


def value(answer: Estimate | NotAnswered) -> float:
    """Return an estimate."""
    assert isinstance(answer, Estimate)
    return answer.estimate


def test_twins_are_redundant_and_unrelated_ones_are_not() -> None:
    found = answered(twins(400, 0))
    assert found.groups == (("item 0", "item 1"),)
    assert [pair.redundant for pair in found.pairs] == [True, *[False] * 5]
    assert found.n_pairs == 6
    assert found.merges[0].size == 2
    assert {found.merges[0].left, found.merges[0].right} == {0, 1}


def test_sign_does_not_matter() -> None:
    values = twins(400, 0)
    values[:, 1] *= -1.0
    pair = answered(values).pairs[0]
    assert value(pair.spearman) < -0.9
    assert pair.redundant is True


def test_a_general_ability_alone_is_no_redundancy() -> None:
    # all correlate .85 through one ability; within bands of it little is left
    rng = np.random.default_rng(1)
    values = 2.4 * rng.normal(size=(800, 1)) + rng.normal(size=(800, 8))
    found = answered(values, threshold=0.75)
    assert all(value(pair.spearman) > 0.8 for pair in found.pairs)
    assert not any(pair.redundant is True for pair in found.pairs)


def test_a_family_in_which_they_part_contradicts() -> None:
    rng = np.random.default_rng(2)
    values = twins(600, 3)
    values[:120, 1] = rng.normal(size=120)  # as wide as all, and unrelated in one family
    values[:120, 0] = rng.normal(size=120)
    names = [f"m{i}" for i in range(600)]
    metadata = {"model": names, "family": [f"f{i // 120}" for i in range(600)]}
    items = [f"item {i}" for i in range(4)]
    board = ScoreMatrix.from_array(values, models=names, items=items, model_metadata=metadata)
    pair = pair_of(answered(board, threshold=0.6), "item 0", "item 1")
    (family,) = [c for c in pair.cohorts if c.contradicts and c.kind == "family"]
    assert family.name == "family: f0"
    assert pair.redundant is False


def test_reversal_is_found_and_a_collider_is_not_one() -> None:
    rng = np.random.default_rng(4)
    level = rng.normal(size=(900, 1))
    other = rng.normal(size=(900, 1))
    noise = 0.3 * rng.normal(size=(900, 4))
    values = np.hstack([level + other, level - other, level, level]) + noise
    values[:, :2] += 2.0 * level  # + over all models, − at a given level
    pair = pair_of(answered(values), "item 0", "item 1")
    assert value(pair.spearman) > 0.5
    assert pair.reverses
    assert all(not cohort.reverses for cohort in pair.cohorts if cohort.is_collider)
    independent = answered(rng.normal(size=(2000, 3)))
    assert not any(pair.reverses for pair in independent.pairs)
    tops = [value(pair.of_kind("average_top")[0].spearman) for pair in independent.pairs]
    assert max(tops) < -0.2  # a collider turns every sign, and none is counted


def test_false_reversals_are_rare() -> None:
    # whole correlation well off zero, none at a given level: Holm keeps all tests at 5 % together
    false = 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        values = 1.5 * rng.normal(size=(300, 1)) + rng.normal(size=(300, 5))
        false += any(pair.reverses for pair in answered(values).pairs)
    assert false <= 4


def cohort(
    kind: Kind, low: float, high: float, *, name: str = "x", contradicts: bool = False
) -> CohortCorrelation:
    """Return a cohort with an interval."""
    middle = (low + high) / 2.0
    estimate = Estimate(middle, (low, high))
    return CohortCorrelation(kind, name, 50, estimate, 1.0, middle, False, contradicts)


def test_rule_in_its_parts() -> None:
    halves = [
        cohort("others_half", 0.85, 0.95, name="lower half"),
        cohort("others_half", 0.82, 0.93, name="upper half"),
    ]
    whole = Estimate(0.9, (0.88, 0.92))
    assert is_redundant(whole, halves, threshold=0.8) is True
    assert is_redundant(Estimate(-0.9, (-0.92, -0.88)), halves, threshold=0.8) is not True
    assert is_redundant(Estimate(0.7, (0.65, 0.75)), halves, threshold=0.8) is False
    against = [*halves, cohort("size", 0.3, 0.4, contradicts=True)]
    assert is_redundant(whole, against, threshold=0.8) is False
    weak = is_redundant(
        whole, [halves[0], cohort("others_half", 0.7, 0.9, name="upper half")], threshold=0.8
    )
    assert isinstance(weak, NotAnswered)
    assert "goes down to 0.700" in weak.why
    alone = is_redundant(whole, [], threshold=0.8)
    assert isinstance(alone, NotAnswered)
    assert "another component" in alone.why
    assert isinstance(is_redundant(NotAnswered("x"), halves, threshold=0.8), NotAnswered)


def test_direction_follows_the_estimate() -> None:
    assert towards((0.2, 0.4), 0.3) == (0.2, 0.4)
    assert towards((-0.4, -0.2), -0.3) == (0.2, 0.4)


def test_leave_one_out_is_that_of_the_board_without_the_component() -> None:
    values = twins(100, 5)
    found = answered(values)
    assert found.unit == "zscore"
    for i, component in enumerate(found.components):
        rest = np.delete(values, i, axis=1)
        expected = effective_dimensionality(prepare(rest, scaling="zscore"))
        assert component.without == pytest.approx(expected)


def test_item_noise_is_taken_out_of_groups() -> None:
    # two groups of one ability, 12 noisy right/wrong items each: without noise they are one
    rng = np.random.default_rng(6)
    right = rng.normal(size=(500, 1)) + rng.normal(size=(500, 72)) > 0
    names = [f"i{i}" for i in range(72)]
    metadata = {"item": names, "subject": [f"g{i // 12}" for i in range(72)]}
    found = answered(ScoreMatrix.from_array(right, items=names, item_metadata=metadata))
    assert found.column == "subject"
    held = 0
    for pair in found.pairs:
        answer = pair.disattenuated
        assert isinstance(answer, Estimate)
        assert not isinstance(answer.interval, NotAnswered)
        assert value(pair.pearson) < 0.95 < answer.interval[1]
        held += answer.interval[0] <= 1.0 <= answer.interval[1]
    assert held >= 12  # of 15 dependent intervals at 95 %


def test_missing_cells_are_pairwise_and_counted() -> None:
    values = twins(200, 7)
    values[:60, 2] = np.nan
    found = answered(values)
    assert pair_of(found, "item 0", "item 2").n_models == 140
    assert pair_of(found, "item 0", "item 1").n_models == 200


def test_small_boards_say_what_they_lack() -> None:
    found = answered(twins(4, 0))
    assert all(isinstance(pair.redundant, NotAnswered) for pair in found.pairs)
    two = answered(twins(100, 0)[:, :2])
    assert isinstance(two.pairs[0].redundant, NotAnswered)
    assert two.groups == ()


def test_only_the_strongest_hundred_pairs_are_followed() -> None:
    found = answered(np.random.default_rng(0).normal(size=(60, 20)))
    assert (len(found.pairs), found.n_pairs) == (100, 190)
    sizes = [abs(value(pair.spearman)) for pair in found.pairs]
    assert max(np.diff(sizes)) < 1e-12  # but for rounding


def test_json_holds_plain_numbers() -> None:
    text = dumps(answered(twins(120, 0)))
    assert set(json.loads(text)) >= {"pairs", "merges", "groups", "components", "spearman"}
    assert "NaN" not in text


def test_settings_are_checked() -> None:
    board = ScoreMatrix.from_array(twins(50, 0))
    with pytest.raises(InputError, match=r"threshold is 1\.2"):
        redundancy(board, threshold=1.2)


def test_open_llm_leaderboard_numbers() -> None:
    board = load_board("oll_v2_six_4576")
    start = time.process_time()
    found = answered(board)
    assert time.process_time() - start < 5.0  # about 0.7 s when nothing else runs
    same = pair_of(found, "BBH", "MMLU-PRO")
    assert value(same.pearson) == pytest.approx(0.958, abs=5e-4)
    assert value(same.spearman) == pytest.approx(0.949, abs=5e-4)
    assert same.redundant is True
    assert found.groups == (("BBH", "MMLU-PRO"),)
    halves = [value(half.spearman) for half in same.of_kind("others_half")]
    colliders = [value(half.spearman) for half in same.of_kind("average_half")]
    assert halves == pytest.approx([0.94, 0.90], abs=5e-3)  # lower half first
    assert colliders == pytest.approx([0.92, 0.87], abs=5e-3)
    turned = pair_of(found, "MATH Lvl 5", "MUSR")
    assert value(turned.spearman) == pytest.approx(0.532, abs=5e-4)
    assert turned.redundant is False
    assert turned.reverses
    fifths = [value(fifth.spearman) for fifth in turned.of_kind("others_fifth")]
    assert fifths == pytest.approx([-0.42, -0.13, -0.09, 0.31, 0.18], abs=5e-3)  # lowest first
    (top,) = turned.of_kind("average_top")
    assert value(top.spearman) == pytest.approx(-0.608, abs=1e-3)
    assert (top.name, top.is_collider, top.reverses) == ("top 200", True, False)
    assert isinstance(turned.disattenuated, NotAnswered)
    assert found.effective_dimensionality == pytest.approx(1.668, abs=1e-3)


def test_swebench_projects_differ_by_noise_only() -> None:
    found = answered(load_board("swebench_verified"))
    assert found.column == "repo"
    pair = pair_of(found, "django/django", "pytest-dev/pytest")
    assert value(pair.disattenuated) > 0.98
    assert isinstance(pair.redundant, NotAnswered)
