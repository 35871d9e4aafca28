"""Named variants: their counts on known boards, and the published counts on real ones."""

import json

import numpy as np
import pytest

from boards import load_board
from oracle_files import oracle_board
from parallaxis.analyses.axis_variants import MEANINGS, AxisVariants, axis_variants
from parallaxis.answers import NotAnswered
from parallaxis.errors import InputError
from parallaxis.kernels.parallel_analysis import parallel_analysis
from parallaxis.kernels.scaling import standardise
from parallaxis.matrix import ScoreMatrix

QUICK = 200  # draws, enough to prove what is clear


def rows(answer: AxisVariants) -> dict[str, tuple[int, int]]:
    """Return the range of every variant by name."""
    assert not isinstance(answer.variants, NotAnswered)
    return {variant.name: variant.k_range for variant in answer.variants}


def test_every_meaning_has_a_row_and_is_one_sentence() -> None:
    answer = axis_variants(ScoreMatrix.from_array(oracle_board("pa_cont_k2")), max_draws=QUICK)
    assert set(rows(answer)) == set(MEANINGS)
    for meaning in MEANINGS.values():
        assert meaning.endswith(".")
        assert meaning.count(". ") == 0
    assert answer.summary().column("name").to_pylist() == list(rows(answer))
    assert "standardised_rank 2" in str(answer)
    assert json.loads(answer.to_json())["variants"][0]["k"] == 2


@pytest.mark.parametrize("k", [0, 1, 2, 3, 6])
def test_known_number_of_factors(k: int) -> None:
    values = oracle_board(f"pa_cont_k{k}")
    answer = axis_variants(ScoreMatrix.from_array(values))
    for name in ("standardised_rank", "standardised_top", "normal_theory_rank"):
        assert rows(answer)[name] == (k, k)
    assert answer.count("public_tool") <= 5
    ours = parallel_analysis(standardise(values), np.ones(values.shape, bool))
    assert answer.count("standardised_rank") == ours.k


def test_edges_stand_beside_eigenvalues() -> None:
    answer = axis_variants(ScoreMatrix.from_array(oracle_board("pa_cont_k3")), max_draws=QUICK)
    assert not isinstance(answer.variants, NotAnswered)
    for variant in answer.variants:
        if variant.name == "public_tool":
            assert variant.draws == 30
            continue
        beyond = [a > b for a, b in zip(variant.eigenvalues, variant.edges, strict=True)]
        assert beyond == [True] * variant.k + [False]


def test_a_loud_item_hides_the_axis_from_every_covariance() -> None:
    rng = np.random.default_rng(0)
    values = 0.6 * rng.normal(size=(100, 1)) + 0.8 * rng.normal(size=(100, 60))
    values[:, 0] = 30.0 * rng.normal(size=100)
    answer = axis_variants(ScoreMatrix.from_array(values), max_draws=QUICK)
    assert answer.count("standardised_rank") == 1
    assert answer.count("covariance_top") == answer.count("public_tool") == 0


def test_the_public_tool_reads_a_gap_as_an_axis() -> None:
    values = np.random.default_rng(1).normal(0.6, 0.1, size=(60, 40))
    values[:30, :20] = np.nan
    answer = axis_variants(ScoreMatrix.from_array(values), max_draws=QUICK)
    assert answer.count("public_tool") == 1
    assert answer.count("standardised_rank") == 0


def test_too_small_a_board_is_not_answered() -> None:
    answer = axis_variants(ScoreMatrix.from_array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]))
    assert isinstance(answer.variants, NotAnswered)
    assert "3 models" in str(answer)
    assert answer.summary().num_rows == 0
    with pytest.raises(InputError, match="not identified"):
        answer.count("public_tool")


def test_wrong_settings_are_named() -> None:
    board = ScoreMatrix.from_array(oracle_board("pa_cont_k2"))
    with pytest.raises(InputError, match="max_draws is 5"):
        axis_variants(board, max_draws=5)
    with pytest.raises(InputError, match="'magic'"):
        axis_variants(board, max_draws=QUICK).count("magic")


@pytest.mark.parametrize(
    ("name", "variant", "k"),
    [
        ("proteingym_dms_subs_spearman", "two_way_residual_rank", 3),
        ("swebench_verified", "two_way_residual_rank", 2),
        ("mteb_eng_v2_complete", "two_way_residual_rank", 1),
        ("mteb_eng_v2_complete", "model_correlation_rank", 5),
        ("oll_v2_six_4576", "standardised_rank", 1),
    ],
)
def test_published_counts(name: str, variant: str, k: int) -> None:
    answer = axis_variants(load_board(name), max_draws=QUICK)
    low, high = rows(answer)[variant]
    assert low <= k <= high
    assert answer.count(variant) == k
