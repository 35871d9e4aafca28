"""Cohorts: bands that the pair has no say in, families, sizes, types and dates."""

import numpy as np
from scipy.stats import spearmanr

from parallaxis.analyses.cohorts import (
    Cohort,
    bands_of_others,
    collider_bands,
    described_cohorts,
)
from parallaxis.matrix import ScoreMatrix

RNG = np.random.default_rng(0)


def described(**columns: list[object]) -> tuple[Cohort, ...]:
    """Return the cohorts of a board with such columns."""
    n = len(next(iter(columns.values())))
    names = [f"m{i}" for i in range(n)]
    board = ScoreMatrix.from_array(
        RNG.normal(size=(n, 3)), models=names, model_metadata={"model": names, **columns}
    )
    return described_cohorts(board)


def named(cohorts: tuple[Cohort, ...], kind: str) -> dict[str, int]:
    """Return name and size of the cohorts of a kind."""
    return {cohort.name: cohort.rows.size for cohort in cohorts if cohort.kind == kind}


def test_bands_do_not_hear_the_pair() -> None:
    scores = RNG.normal(size=(200, 5))
    plain = bands_of_others(scores, (1, 3))
    scores[:, [1, 3]] = RNG.permutation(scores[:, [1, 3]])
    again = bands_of_others(scores, (1, 3))
    assert [band.name for band in plain] == [band.name for band in again]
    for one, other in zip(plain, again, strict=True):
        np.testing.assert_array_equal(one.rows, other.rows)
        assert not one.is_collider


def test_bands_are_of_equal_size_lowest_first_and_hold_everyone_once() -> None:
    scores = RNG.normal(size=(205, 4))
    fifths = [band for band in bands_of_others(scores, (0, 1)) if band.kind == "others_fifth"]
    assert [band.rows.size for band in fifths] == [41] * 5
    assert sorted(np.concatenate([band.rows for band in fifths])) == list(range(205))
    level = scores[:, 2:].mean(axis=1)
    assert level[fifths[0].rows].max() < level[fifths[1].rows].min()


def test_equal_levels_stay_together() -> None:
    scores = np.zeros((80, 3))
    scores[:30, 2] = 1.0
    bands = bands_of_others(scores, (0, 1))
    assert [band.rows.size for band in bands] == [50, 30]  # a cut through ties would be 40 and 40


def test_no_bands_without_others_or_models() -> None:
    assert bands_of_others(RNG.normal(size=(200, 2)), (0, 1)) == ()
    assert bands_of_others(RNG.normal(size=(39, 3)), (0, 1)) == ()
    halves = bands_of_others(RNG.normal(size=(99, 3)), (0, 1))
    assert {band.kind for band in halves} == {"others_half"}


def test_models_with_too_few_others_are_in_no_band() -> None:
    scores = RNG.normal(size=(60, 5))
    scores[:5, 2:4] = np.nan  # one of three others left
    scores[5:10, 2] = np.nan  # two of three
    bands = bands_of_others(scores, (0, 1))
    assert sorted(np.concatenate([band.rows for band in bands])) == list(range(5, 60))


def test_colliders_are_named_so_and_bend_independent_scores() -> None:
    scores = RNG.normal(size=(2000, 3))
    bands = collider_bands(scores)
    assert [band.name for band in bands] == ["lower half", "upper half", "top 200"]
    assert all(band.is_collider for band in bands)
    inside = scores[bands[2].rows]
    assert spearmanr(inside[:, 0], inside[:, 1])[0] < -0.25  # independent, seen through the top
    honest = bands_of_others(scores, (0, 1))
    for band in honest:
        rho = spearmanr(scores[band.rows, 0], scores[band.rows, 1])[0]
        assert abs(rho) < 4.0 / np.sqrt(band.rows.size)


def test_top_group_is_a_tenth_within_limits() -> None:
    assert [collider_bands(RNG.normal(size=(n, 3)))[2].rows.size for n in (60, 500, 4000)] == [
        20,
        50,
        200,
    ]
    assert collider_bands(RNG.normal(size=(30, 3))) == ()


def test_families_types_sizes_and_dates() -> None:
    n = 120
    found = described(
        family=[*["a"] * 50, *["b"] * 30, *["c"] * 10, *["unknown"] * 30],
        params_b=[float(i - 20) for i in range(n)],
        type=[*["chat"] * 60, *["base"] * 50, *["other kind"] * 10],
        released=[f"2024-{1 + i // 10:02d}-01" for i in range(n)],
        score=[float(i) for i in range(n)],
        merged=[i % 2 == 0 for i in range(n)],
    )
    assert named(found, "family") == {"family: a": 50, "family: b": 30}
    assert named(found, "size") == {
        "params_b: smallest third": 33,
        "params_b: middle third": 33,
        "params_b: largest third": 33,
    }
    assert named(found, "type") == {"type: chat": 60, "type: base": 50}
    assert named(found, "date") == {"released: earlier half": 60, "released: later half": 60}
    assert not any(cohort.is_collider for cohort in found)


def test_what_is_unknown_makes_no_cohort() -> None:
    assert described(type=[None] * 100, params_b=[None] * 90 + [1.0] * 10) == ()
    assert described(name=[f"m{i}" for i in range(100)]) == ()
    assert len(described(family=[f"f{i // 20:02d}" for i in range(400)])) == 12
