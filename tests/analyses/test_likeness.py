"""Likeness: null without families whatever their ability, found with them, and its oracle."""

from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from boards import load_board
from oracle_files import oracle, oracle_board
from parallaxis.analyses.likeness import likeness
from parallaxis.analyses.likeness_answers import FamilyExcess, FamilyLikeness, Likeness
from parallaxis.analyses.likeness_parts import drawn_shifts, residuals
from parallaxis.answers import NotAnswered
from parallaxis.errors import InputError, MissingDataError
from parallaxis.kernels.family_permutation import contrast_weights
from parallaxis.kernels.residual_correlation import family_excess, residual_correlations
from parallaxis.kernels.row_correlations import column_influence
from parallaxis.matrix import ScoreMatrix
from parallaxis.worlds import family_copies, family_effects, one_ability
from parallaxis.worlds.world import World

Array = NDArray[np.float64]


def answered(board: ScoreMatrix, **settings: object) -> Likeness:
    """Return an answer, which these boards have."""
    found = likeness(board, **settings)  # type: ignore[arg-type]  # settings of any type
    assert isinstance(found, Likeness)
    return found


def first(found: Likeness) -> FamilyLikeness:
    """Return the likeness by the first column."""
    assert not isinstance(found.families, NotAnswered)
    return found.families[0]


def labelled(values: Array, families: Sequence[str | None]) -> ScoreMatrix:
    """Return a board of 0, 1 and NaN with families."""
    return ScoreMatrix.from_array(values, scale="binary", model_metadata={"family": list(families)})


def by_ability(world: World, size: int, seed: int) -> list[str]:
    """Return families of models that are about equally able, and share nothing else."""
    noise = 0.3 * np.random.default_rng(seed).normal(size=len(world.abilities))
    rank = np.argsort(np.argsort(world.abilities[:, 0] + noise))
    return [f"family {r // size}" for r in rank]


@cache
def null_p(*, clustered: bool, chance: float = 0.0) -> Array:
    """Return p, plain and at equal ability, of 100 boards without likeness: of both measures."""
    out = []
    for seed in range(100):
        world = one_ability(
            n_models=30,
            n_items=150,
            discrimination=1.5,
            discrimination_spread=0.4,
            difficulty_spread=1.5,
            chance=chance,
            seed=seed,
        )
        names = [f"family {i // 5}" for i in range(30)]
        board = labelled(world.board.values, by_ability(world, 5, seed) if clustered else names)
        one = first(answered(board, permutations=99, draws=2, seed=seed))
        assert isinstance(one.common_factor, FamilyExcess)
        parts = (one.residual, one.common_factor)
        out.append([p for part in parts for p in (part.p, part.p_equal_ability)])
    return np.array(out)


def assert_uniform(p: Array) -> None:
    """Hold a hundred p-values to their null: 99.9 % bands of the rate at 5 % and of the ECDF."""
    assert 0 <= (p <= 0.05).sum() <= 13
    assert abs(np.sort(p) - np.arange(1, 101) / 100).max() < 1.95 / 10 + 0.01


@pytest.mark.parametrize("column", range(4))
def test_null_without_families(column: int) -> None:
    assert_uniform(null_p(clustered=False)[:, column])


def test_null_where_families_differ_in_ability_only() -> None:
    p = null_p(clustered=True)
    assert_uniform(p[:, 1])
    assert (p[:, 3] <= 0.05).sum() <= 13  # of the common factor a little skew is left


def test_plain_permutation_misleads_where_families_differ_in_ability() -> None:
    plain = null_p(clustered=True)[:, [0, 2]]
    assert (plain[:, 0] <= 0.05).mean() == 0.0  # residuals: never, and so too late with likeness
    assert (plain[:, 1] <= 0.05).mean() > 0.3  # one common factor: a third and more are false


@pytest.mark.parametrize(("spread", "least"), [(0.5, 8), (0.7, 10)])
def test_found_with_families(spread: float, least: int) -> None:
    found = [
        first(
            answered(
                family_effects(n_models=40, n_items=250, effect_spread=spread, seed=seed).board,
                permutations=199,
                draws=20,
            )
        )
        for seed in range(10)
    ]
    assert sum(one.p_adjusted <= 0.05 for one in found) >= least
    for one in found:
        low, high = one.residual.excess.interval  # type: ignore[misc]  # it has one
        assert low < one.residual.excess.estimate < high


def test_near_copies_stand_out_and_no_others_do() -> None:
    world = family_copies(n_models=20, n_items=200, models_per_family=2, highest_flips=0.1)
    found = answered(world.board, permutations=199)
    assert found.pairs.n_alike >= 8
    assert found.pairs.listed[0].same_family == ("family",)
    alike = [pair for pair in found.pairs.listed if pair.residual_correlation > 0.3]
    assert all(pair.same_family == ("family",) for pair in alike)
    for pair in found.pairs.listed:
        assert pair.interval[0] < pair.residual_correlation < pair.interval[1]
        assert pair.p <= pair.p_adjusted <= 0.05


def test_pairs_of_independent_models_rarely_stand_out() -> None:
    any_pair = 0
    for seed in range(60):
        world = one_ability(n_models=40, n_items=200, discrimination_spread=0.3, seed=seed)
        found = answered(world.board, permutations=19, draws=2)
        any_pair += found.pairs.n_alike + found.pairs.n_unlike > 0
    assert any_pair <= 10  # 99.9 % of binomial(60, .05)


@pytest.mark.parametrize(
    ("name", "board", "p_low", "p_high"),
    [
        ("irt60x500_prior", "irt60x500", 0.0005, 0.001),
        ("irt60x500_null_prior", "irt60x500_null", 0.2325, 0.3025),  # ± 3.5 Monte Carlo errors
    ],
)
def test_oracle(name: str, board: str, p_low: float, p_high: float) -> None:
    summary = oracle("irt_2pl")[name]["family_summary"]
    families: list[str | None] = [f"family {model // 4}" for model in range(60)]
    found = answered(labelled(oracle_board(board), families))
    one = first(found).residual
    assert found.n_items == len(oracle("irt_2pl")[name]["kept_items"])
    assert one.within == pytest.approx(summary["mean_within"], abs=1e-3)
    assert one.between == pytest.approx(summary["mean_between"], abs=1e-3)
    assert one.excess.estimate == pytest.approx(summary["excess"], abs=5e-4)
    assert found.expected_mean == pytest.approx(summary["expected_between_null"])
    assert p_low <= one.p <= p_high
    assert p_low * 0.5 <= one.p_equal_ability <= p_high * 1.5


def test_families_that_follow_difficulty_more_or_less_closely_are_not_alike() -> None:
    """One normal factor and nothing else shared; families differ in their loading on it."""
    loadings = np.repeat([0.4, 0.5, 0.6, 0.7, 0.8, 0.9], 4)
    plain = equal = pairs = 0
    for seed in range(20):
        rng = np.random.default_rng(seed)
        own = np.sqrt(1.0 - loadings**2)[:, None] * rng.normal(size=(24, 600))
        right = np.outer(loadings, rng.normal(size=600)) + own > rng.normal(0, 0.4, (24, 1))
        family = np.repeat(list("abcdef"), 4).tolist()
        board = ScoreMatrix.from_array(right, model_metadata={"family": family})
        found = answered(board, permutations=199, draws=2)
        plain += first(found).residual.p <= 0.05
        equal += first(found).residual.p_equal_ability <= 0.05
        pairs += found.pairs.n_alike + found.pairs.n_unlike > 0
    assert plain >= 15  # residuals of the model itself take them for alike
    assert equal <= 4  # more in .3 % of such rows of 20
    assert pairs <= 4


def test_interval_is_that_of_resampled_items() -> None:
    world = family_effects(n_models=24, n_items=150, effect_spread=0.6, seed=3)
    values = world.board.values[:, ~world.board.dead]
    family = (np.arange(24) // 5).tolist()
    found = residuals(values, None, estimate_chance=False)
    weights = contrast_weights(found.correlation, np.array(family))
    influence = column_influence(found.rows, found.correlation, weights)[None]
    units = np.arange(values.shape[1])
    shifts = drawn_shifts(influence, units, draws=400, seed=0)
    left = np.nan_to_num(found.rows.values)
    rng = np.random.default_rng(0)
    twin = []
    for _ in range(400):
        drawn = left[:, rng.integers(0, units.size, units.size)]
        twin.append(family_excess(residual_correlations(drawn, np.zeros_like(drawn)), family))
    assert shifts.std() == pytest.approx(np.std(twin), rel=0.15)  # 4 errors of a deviation


def test_items_of_one_text_are_drawn_together() -> None:
    influence = np.repeat(np.random.default_rng(0).normal(size=30), 5)[None]
    alone = drawn_shifts(influence, np.arange(150), draws=500, seed=0).std()
    together = drawn_shifts(influence, np.arange(150) // 5, draws=500, seed=0).std()
    assert together / alone == pytest.approx(np.sqrt(5), rel=0.15)


def test_missing_cells_and_unknown_families_do_not_count() -> None:
    world = family_effects(n_models=30, n_items=300, effect_spread=0.8, seed=1)
    whole = first(answered(world.board, permutations=199, draws=20))
    values = world.board.values.copy()
    values[np.random.default_rng(0).random(values.shape) < 0.3] = np.nan
    families: list[str | None] = list(world.board.metadata("model", "family") or [])
    families[0], families[1] = None, "unknown"
    found = first(answered(labelled(values, families), permutations=199, draws=20))
    assert found.n_models == 28
    assert found.residual.p_equal_ability == 0.005
    assert found.residual.within == pytest.approx(whole.residual.within, abs=0.05)


def test_same_seed_same_answer_and_columns_are_adjusted() -> None:
    world = family_effects(n_models=30, n_items=120)
    halves = ["a" if i % 2 else "b" for i in range(30)]
    columns = {"family": world.board.metadata("model", "family"), "org": halves, "lab": ["x"] * 30}
    board = ScoreMatrix.from_array(world.board.values, scale="binary", model_metadata=columns)
    one, two = (answered(board, permutations=99, draws=20, seed=5) for _ in range(2))
    assert (one.families, one.pairs, one.strips) == (two.families, two.pairs, two.strips)
    assert not isinstance(one.families, NotAnswered)
    assert [family.column for family in one.families] == ["family", "org"]
    assert one.families[0].p_adjusted == 2 * one.families[0].residual.p_equal_ability
    named = answered(board, families="org", permutations=99, draws=20)
    assert first(named).column == "org"


def test_what_is_too_little_says_why() -> None:
    rng = np.random.default_rng(0)
    real = ScoreMatrix.from_array(rng.normal(size=(20, 30)))
    assert likeness(real) == NotAnswered(
        "likeness needs right or wrong answers and the scores are real"
    )
    small = one_ability(n_models=8, n_items=100).board
    found = likeness(small)
    assert isinstance(found, NotAnswered)
    assert found.why.startswith("8 models whose answers vary and ")
    bare = answered(one_ability(n_models=12, n_items=60).board)
    assert isinstance(bare.families, NotAnswered)
    assert "no model metadata" in bare.families.why
    assert bare.strips.n_between == 66
    alone = answered(labelled(small_values(), [f"f{i}" for i in range(12)]), families="family")
    assert isinstance(alone.families, NotAnswered)
    assert alone.families.why == "family: no pair of models within a family has a correlation"


def small_values() -> Array:
    """Return twelve models."""
    return one_ability(n_models=12, n_items=60).board.values


def test_settings_are_checked() -> None:
    board = one_ability(n_models=12, n_items=60).board
    with pytest.raises(InputError, match="permutations is 3; pass a whole number of at least 19"):
        likeness(board, permutations=3)
    with pytest.raises(MissingDataError, match="no model metadata column 'clan'"):
        likeness(board, families="clan")
    with pytest.raises(InputError, match="chance is 1"):
        likeness(board, chance=1.0)


def test_chance_may_be_known_or_estimated() -> None:
    world = one_ability(n_models=60, n_items=100, chance=0.25)
    for chance in (None, 0.25, "estimate"):
        found = answered(world.board, chance=chance, permutations=19, draws=2)
        assert found.mean_residual_correlation == pytest.approx(-1 / 59, abs=0.01)


def test_swebench_families_are_alike() -> None:
    found = answered(load_board("swebench_verified"), permutations=499, draws=200)
    assert not isinstance(found.families, NotAnswered)
    assert [one.column for one in found.families] == ["base_model", "org"]
    for one in found.families:  # published: within +.03 … +.09, between −.02 … −.04
        assert 0.02 < one.residual.within < 0.09
        assert -0.04 < one.residual.between < 0.0
        assert one.p_adjusted <= 0.01


def test_mmlu_pro_families_by_name_are_alike() -> None:
    board = load_board("mmlu_pro_29")
    names: list[str | None] = [
        name.lower().replace("_", "-").split("-")[0] for name in board.models
    ]
    one = first(answered(labelled(board.values, names), permutations=499, draws=200)).residual
    assert 0.02 < one.within < 0.09
    assert -0.06 < one.between < -0.02
    assert one.p_equal_ability <= 0.005


def test_models_without_a_loading_are_counted() -> None:
    world = family_effects(n_models=24, n_items=60, effect_spread=0.5, seed=2)
    values = world.board.values.copy()
    values[0] = 0.0
    values[0, 0] = 1.0  # one answer right: every pair of it has an empty cell
    found = first(answered(labelled(values, [f"f{i // 4}" for i in range(24)]), permutations=19))
    assert found.n_without_factor == 1
    assert isinstance(found.common_factor, FamilyExcess)
    assert not isinstance(found.common_factor.excess.interval, NotAnswered)
