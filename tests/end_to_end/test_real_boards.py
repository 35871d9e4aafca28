"""Published boards, with numbers that were checked by independent code; skipped where absent.

Reference values are printed to two or three decimals; the tolerance is half a unit of the last.
"""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from boards import load_board
from parallaxis.analyses.axes import axes
from parallaxis.analyses.breadth import Breadth, EffectiveDimensionality, breadth
from parallaxis.answers import NotAnswered
from parallaxis.kernels.draws import one_blas_thread, run_draws
from parallaxis.kernels.nulls import shuffled_moments
from parallaxis.kernels.parallel_analysis import permuted
from parallaxis.kernels.scaling import Centring, Scaling, prepare
from parallaxis.kernels.spectrum import effective_dimensionality, moments
from parallaxis.matrix import ScoreMatrix

Array = NDArray[np.float64]
TWO, THREE = 0.005 + 1e-9, 0.0005 + 1e-9
OTHER_RUN = (
    "20250720_mini-v0.0.0-claude-3-7-sonnet-20250219"  # its published 52.8 is 10.2 in its file
)


def ed(board: ScoreMatrix, centring: Centring = "item", scaling: Scaling = "none") -> float:
    """Return ED without what surrounds it."""
    with one_blas_thread():
        return effective_dimensionality(prepare(board.values, centring=centring, scaling=scaling))


def as_printed(text: str) -> Any:
    """Return what equals the printed number within half a unit of its last digit."""
    decimals = len(text.partition(".")[2])
    return pytest.approx(float(text), abs=0.5 * 10.0**-decimals + 1e-9)


def headline(answer: Breadth) -> EffectiveDimensionality:
    """Return the headline of an answer that has one."""
    assert isinstance(answer.effective_dimensionality, EffectiveDimensionality)
    return answer.effective_dimensionality


def codes(answer: Breadth) -> set[str]:
    """Return the codes of an answer's cautions."""
    return {caution.code for caution in answer.cautions}


def bash_only() -> ScoreMatrix:
    """Return the bash-only board without the row whose file is another run's."""
    board = load_board("swebench_bashonly").select_models(lambda name: name != OTHER_RUN)
    assert board.n_models == 24
    return board


OPEN_LLM: list[tuple[Centring, Scaling, float]] = [
    ("item", "none", 1.668),
    ("item", "zscore", 1.776),
    ("item", "rank", 1.686),
    ("double", "none", 2.521),
    ("model", "none", 1.339),
]


@pytest.mark.parametrize(("centring", "scaling", "expected"), OPEN_LLM)
def test_open_llm_leaderboard(centring: Centring, scaling: Scaling, expected: float) -> None:
    board = load_board("oll_v2_six_4576")
    assert board.shape == (4576, 6)
    assert ed(board, centring, scaling) == pytest.approx(expected, abs=THREE)


def test_open_llm_leaderboard_without_each_benchmark() -> None:
    answer = breadth(load_board("oll_v2_six_4576"), draws=20)
    without = {left.item.upper(): left.effective_dimensionality for left in answer.leave_one_out}
    expected = {
        "IFEVAL": 1.351, "BBH": 1.679, "MATH LVL 5": 1.532, "GPQA": 1.650, "MUSR": 1.621,
        "MMLU-PRO": 1.713,
    }  # fmt: skip
    assert without == pytest.approx(expected, abs=THREE)


def test_open_llm_leaderboard_among_its_best_models() -> None:
    board = load_board("oll_v2_six_4576")
    best = np.argsort(-board.values.mean(axis=1), kind="stable")[:200]
    top = ScoreMatrix.from_array(board.values[best])
    assert ed(top) == pytest.approx(3.20, abs=TWO)  # breadth grows at the top


ITEM_CENTRED: list[tuple[str, str, str | None]] = [
    ("swebench_verified", "7.90", None),
    ("mteb_eng_v2_complete", "1.74", "1.90"),
    ("mteb_multilingual_block", "2.33", None),
    ("oll_v2_six_3827", "1.674", "1.809"),
    ("oll_v2_six_3827_raw", "1.672", "1.831"),
    ("oll_v1_six_6986", "1.61", "1.67"),
    ("mmlu_pro_29", "15.75", "17.61"),
    ("zeroeval_gsm", "13.02", "12.10"),
    ("zeroeval_crux", "10.83", "13.47"),
    ("bfcl_v1_71x1700", "13.09", "11.46"),
    ("judgebench_judges_correct", "5.52", "5.47"),
    ("psn_irt_12x41871", "4.82", "5.00"),
    ("metabench_arc_v1", "5.31", "5.15"),
    ("metabench_gsm8k_v1", "4.66", "6.22"),
    ("metabench_mmlu", "6.90", "6.27"),
    ("atlas_tinyarc", "16.65", "35.60"),
    ("lcb_execution", "14.72", "17.50"),
    ("lcb_codegen_2024_02_26", "6.46", "7.70"),
    ("livebench_2024_11_25", "1.87", "2.01"),
    ("terminal_bench_passrate", "3.91", "4.63"),
    ("terminal_bench_trials", "12.18", "13.57"),
    ("alpacaeval2_winprob", "3.49", "2.78"),
    ("evalperf_pass1", "7.86", "7.43"),
    ("pythia_checkpoints", "2.06", "8.48"),
    ("aider_edit", "1.03", "3.56"),
    ("llmbar_judges_correct", "9.80", "12.13"),
    ("alpacaeval_multi_judge", "8.04", "3.44"),
]


@pytest.mark.parametrize(("name", "raw", "zscored"), ITEM_CENTRED)
def test_published_boards(name: str, raw: str, zscored: str | None) -> None:
    board = load_board(name)
    assert ed(board) == as_printed(raw)
    if zscored is not None:
        assert ed(board, scaling="zscore") == as_printed(zscored)


def test_boards_without_a_spoilt_row() -> None:
    assert ed(bash_only()) == pytest.approx(8.66, abs=TWO)
    proteins = load_board("proteingym_dms_subs_spearman")
    complete = proteins.complete("models")
    assert set(proteins.models) - set(complete.models) == {"Protriever"}
    assert ed(complete) == pytest.approx(4.17, abs=TWO)


@pytest.mark.parametrize("name", ["swebench_verified", "mteb_eng_v2_complete", "oll_v2_six_4576"])
def test_unit_of_scores_does_not_matter(name: str) -> None:
    values = load_board(name).values
    percent = ScoreMatrix.from_array(100.0 * values, scale="real")
    assert ed(percent) == pytest.approx(ed(ScoreMatrix.from_array(values)), rel=1e-12)


def test_incomplete_rows_of_the_first_open_llm_leaderboard_matter() -> None:
    board = load_board("oll_v1_six_6986")
    answer = breadth(board, draws=20)
    blocks = {block.by: block for block in answer.complete_blocks}
    assert blocks["models"].n_models == 5133
    assert headline(answer).estimate == pytest.approx(1.61, abs=TWO)
    assert blocks["models"].effective_dimensionality == pytest.approx(1.42, abs=TWO)
    assert ed(board.complete("models"), scaling="zscore") == pytest.approx(1.42, abs=TWO)
    assert "fill_matters" in codes(answer)


def test_mmlu_pro_by_its_complete_models_and_by_its_complete_items() -> None:
    answer = breadth(load_board("mmlu_pro_29"), draws=20)
    blocks = {block.by: block for block in answer.complete_blocks}
    assert headline(answer).estimate == pytest.approx(15.75, abs=TWO)
    assert (blocks["models"].n_models, blocks["models"].n_items) == (26, 12_032)
    assert blocks["models"].effective_dimensionality == pytest.approx(17.47, abs=TWO)
    assert (blocks["items"].n_models, blocks["items"].n_items) == (29, 10_326)
    assert blocks["items"].effective_dimensionality == pytest.approx(15.34, abs=TWO)


def test_swebench_verified_eigenvalues_and_count() -> None:
    board = load_board("swebench_verified")
    answer = axes(board)
    assert (answer.n_items_used, answer.n_dead) == (468, 32)
    assert answer.eigenvalues[:4] == pytest.approx([139.5, 35.1, 12.1, 7.6], abs=0.05)
    assert answer.k_shuffled == 4
    assert answer.k_shuffled_top_edge == 3
    assert answer.k_shuffled_range == (3, 4)
    assert answer.draws == 1000
    # the fourth is reached in about 3 % of permuted boards
    assert answer.nulls[3].exceedance == pytest.approx(0.03, abs=4.0 * np.sqrt(0.03 * 0.97 / 1000))
    decided = axes(board, max_draws=10_000)
    assert decided.k_shuffled_range == (4, 4)
    assert decided.draws == 2000
    assert decided.k_shuffled_top_edge == 3


@pytest.mark.parametrize(
    ("name", "k", "top_edge", "draws"),
    [
        ("mteb_eng_v2_complete", 3, 2, 10_000),  # its third rank is near the edge too
        ("mteb_multilingual_block", 4, 4, 1000),
        ("proteingym_dms_subs_spearman", 7, 6, 1000),
        ("oll_v2_six_4576", 1, 1, 1000),
        ("swebench_bashonly", 1, 1, 1000),
    ],
)
def test_number_of_axes(name: str, k: int, top_edge: int, draws: int) -> None:
    board = bash_only() if name == "swebench_bashonly" else load_board(name)
    if name.startswith("proteingym"):
        board = board.complete("models")
    answer = axes(board, max_draws=draws)
    assert (answer.k_shuffled, answer.k_shuffled_top_edge) == (k, top_edge)
    assert answer.k_shuffled_range == (k, k)


def test_a_spoilt_row_is_an_axis() -> None:
    assert axes(load_board("swebench_bashonly"), max_draws=1000).k_shuffled == 2


@pytest.mark.parametrize(
    "name",
    [
        "swebench_verified",
        "mteb_eng_v2_complete",
        "proteingym_dms_subs_spearman",
        "zeroeval_gsm",
        "swebench_pro",
        "terminal_bench_trials",
        "oll_v1_six_6986",
    ],
)
def test_closed_form_of_the_shuffled_null(name: str) -> None:
    board = load_board(name)
    centred, observed = prepare(board.values), board.observed
    null = shuffled_moments(centred, observed)
    shuffle = permuted(centred, observed)
    draws = 200
    fourth = np.array(
        run_draws(
            lambda rng: moments(shuffle(rng)).sum_fourth_powers, range(draws), seed=1, stream=99
        )
    )
    # moved over the models that have a score, an item keeps its mean: nothing to centre again
    error = fourth.std(ddof=1) / np.sqrt(draws)
    assert null.mean == pytest.approx(fourth.mean(), abs=4.0 * error)
    if board.n_missing == 0:
        # a variance from 200 draws errs by √((kurtosis − 1)/200), kurtosis under 5 here
        assert null.variance == pytest.approx(fourth.var(ddof=1), rel=4.0 * np.sqrt(4.0 / draws))


def test_swebench_verified_as_a_whole() -> None:
    answer = breadth(load_board("swebench_verified"), draws=200)
    found = headline(answer)
    assert not isinstance(found.interval, NotAnswered)
    assert not isinstance(found.interval_items, NotAnswered)
    for low, high in (found.interval, found.interval_items):
        assert low < 7.896 < high
    assert {"binary_noise", "identical_models"} & codes(answer) >= {"binary_noise"}
    assert answer.shape_bound == 133
    assert answer.n_dead == 32
