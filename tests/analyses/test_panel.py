"""Effective votes: known worlds, real panels, conventions, broken boards."""

import numpy as np
import pytest

from boards import load_board
from parallaxis.analyses import panel_draws, panel_parts
from parallaxis.analyses.panel import panel
from parallaxis.analyses.panel_answers import Panel
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.errors import InputError
from parallaxis.matrix import ScoreMatrix
from parallaxis.worlds import shared_component


def votes(answer: Panel, kind: str = "tetrachoric") -> tuple[float, float]:
    """Return mean correlation and effective votes of an answer that has them."""
    found = answer.tetrachoric if kind == "tetrachoric" else answer.phi
    assert isinstance(found.mean_correlation, float)
    assert isinstance(found.n_eff, Estimate)
    return found.mean_correlation, found.n_eff.estimate


@pytest.mark.parametrize(
    ("name", "phi", "latent"),
    [
        ("mmlu_pro_29", (0.355, 2.65), (0.556, 1.75)),
        ("zeroeval_gsm", (0.342, 2.80), (0.640, 1.54)),
        ("zeroeval_crux", (0.425, 2.29), (0.678, 1.46)),
        ("judgebench_judges_correct", (0.404, 2.21), (0.564, 1.67)),
    ],
)
def test_real_panels(name: str, phi: tuple[float, float], latent: tuple[float, float]) -> None:
    answer = panel(load_board(name), draws=20)
    for kind, (mean, n_eff) in (("phi", phi), ("tetrachoric", latent)):
        assert votes(answer, kind)[0] == pytest.approx(mean, abs=5e-4)  # printed to three digits
        assert votes(answer, kind)[1] == pytest.approx(n_eff, abs=5e-3)  # printed to two digits


def test_judgebench_under_each_convention() -> None:
    answers = {
        name: panel(load_board("judgebench_judges_correct"), zero_cells=name, draws=2)
        for name in ("ml", "half", "drop")
    }
    assert answers["ml"].pairs.n_zero_cell == 5
    assert votes(answers["ml"])[0] == pytest.approx(0.564, abs=5e-4)
    assert votes(answers["half"])[0] == pytest.approx(0.564, abs=1.5e-3)
    assert votes(answers["drop"]) == pytest.approx((0.528, 1.76), abs=6e-3)


def test_six_llmbar_judges() -> None:
    board = load_board("llmbar_judges_correct")
    prompts, orders = board.metadata("model", "prompt"), board.metadata("model", "order")
    assert prompts is not None
    assert orders is not None
    seats = [
        name
        for name, prompt, order in zip(board.models, prompts, orders, strict=True)
        if (prompt, order) == ("Vanilla_NoRules", "noswap")
    ]
    answer = panel(board.select_models(seats), draws=20)
    assert answer.n_members == 6
    assert votes(answer, "phi") == pytest.approx((0.394, 2.02), abs=5e-3)
    assert votes(answer) == pytest.approx((0.600, 1.50), abs=5e-3)


def test_a_perfect_member_is_left_out_by_name() -> None:
    board = load_board("psn_irt_12x41871").select_items(lambda name: name.startswith("mmlu_"))
    answer = panel(board, draws=2)
    assert answer.n_members == 11
    assert [(out.model, out.why) for out in answer.left_out] == [
        ("student_03", "all its answers are right")
    ]
    assert votes(answer) == pytest.approx((0.426, 2.09), abs=5e-3)
    assert votes(answer, "phi") == pytest.approx((0.264, 3.02), abs=5e-3)


def test_nine_agents_of_known_correlation() -> None:
    """Mean of 20 worlds: within 4 standard errors of the truth; φ near its own known value."""
    latent, plain = [], []
    for seed in range(20):
        answer = panel(shared_component(n_models=9, n_items=1172, seed=seed).board, draws=2)
        latent.append(votes(answer)[1])
        plain.append(votes(answer, "phi")[1])
    error = np.std(latent) / np.sqrt(len(latent))
    assert abs(np.mean(latent) - 1.8) < 4 * error + 0.01  # 0.01: curvature of n_eff in ρ
    # at share right 1/2 and ρ = 1/2, φ = (2/π) asin(1/2) = 1/3, so n_eff = 9/(1 + 8/3)
    assert abs(np.mean(plain) - 9 / (1 + 8 / 3)) < 4 * np.std(plain) / np.sqrt(len(plain)) + 0.01


def test_interval_covers_the_truth_at_about_its_level() -> None:
    hits = 0
    for seed in range(60):
        world = shared_component(n_models=6, n_items=400, accuracy=(0.4, 0.8), seed=seed)
        n_eff = panel(world.board, draws=200, seed=seed).tetrachoric.n_eff
        assert isinstance(n_eff, Estimate)
        assert not isinstance(n_eff.interval, NotAnswered)
        hits += n_eff.interval[0] <= world.truth["effective_votes"] <= n_eff.interval[1]
    assert 50 <= hits <= 60  # binomial 0.9995 band of 60 draws at 95 %


def test_linearised_interval_agrees_with_the_full_bootstrap(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = shared_component(n_models=12, n_items=800, accuracy=(0.3, 0.8), seed=2).board
    full = panel(board, draws=400)
    monkeypatch.setattr(panel_draws, "FULL_BOOTSTRAP_MEMBERS", 2)
    linear = panel(board, draws=400)
    for kind in ("tetrachoric", "phi"):
        a, b = getattr(full, kind).n_eff.interval, getattr(linear, kind).n_eff.interval
        # both use the same resampled items; widths differ by the second order only
        assert (a[1] - a[0]) == pytest.approx(b[1] - b[0], rel=0.05)
        assert a[0] == pytest.approx(b[0], rel=0.01)


def test_missing_cells_are_pairwise() -> None:
    rng = np.random.default_rng(0)
    values = np.array(shared_component(n_models=4, n_items=300).board.values)
    values[rng.random(values.shape) < 0.2] = np.nan
    answer = panel(ScoreMatrix.from_array(values), draws=2)
    both = ~np.isnan(values[0]) & ~np.isnan(values[1])
    alone = panel(ScoreMatrix.from_array(values[:2][:, both]), draws=2)
    assert answer.phi_matrix[0, 1] == pytest.approx(alone.phi_matrix[0, 1], abs=1e-12)
    pair = next(p for p in answer.listed_pairs if {p.model_a, p.model_b} == {"model 1", "model 2"})
    assert pair.n_items == both.sum()


def test_large_panels_are_sampled_and_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panel_parts, "MAX_MEMBERS", 10)
    answer = panel(shared_component(n_models=30, n_items=200).board, draws=20)
    assert answer.n_members == 10
    assert any(caution.code == "panel_sampled" for caution in answer.cautions)


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ([[0.2, 0.5, 0.1], [0.3, 0.1, 0.9]], "scores are bounded"),
        ([[1, 0, 1]], "1 of 1 model vary"),
        ([[1, 1, 1], [1, 0, 1]], "1 of 2 models vary"),
        ([[1, 0], [0, 1], [1, 0], [0, 1]], "not identified"),
    ],
)
def test_what_is_not_identified_says_why(values: list[list[float]], why: str) -> None:
    n_eff = panel(ScoreMatrix.from_array(values), draws=2).tetrachoric.n_eff
    assert why in str(n_eff)


def test_members_and_matrices() -> None:
    answer = panel(shared_component(n_models=5, n_items=500, seed=1).board, draws=2)
    matrix = answer.tetrachoric_matrix
    assert np.array_equal(matrix, matrix.T)
    assert np.array_equal(np.diag(matrix), np.ones(5))
    assert answer.members[0].mean_tetrachoric == pytest.approx(matrix[0, 1:].mean())
    assert [pair.tetrachoric for pair in answer.listed_pairs] == sorted(
        matrix[np.triu_indices(5, 1)], reverse=True
    )
    assert answer.summary().num_rows == 10


def test_settings_are_checked() -> None:
    board = shared_component(n_models=3, n_items=20).board
    with pytest.raises(InputError, match="zero_cells is 'none'"):
        panel(board, zero_cells="none")  # type: ignore[arg-type]  # the point of the test
    with pytest.raises(InputError, match="level is 95"):
        panel(board, level=95)
    with pytest.raises(InputError, match="draws is 1"):
        panel(board, draws=1)


def test_few_items_have_no_interval_and_a_caution() -> None:
    answer = panel(ScoreMatrix.from_array([[1, 0], [0, 1], [1, 0]]), draws=2)
    assert "few_items" in {caution.code for caution in answer.cautions}
    assert isinstance(answer.phi.mean_correlation_interval, NotAnswered)


def test_an_interval_that_leaves_the_identified_range_says_which_end() -> None:
    rng = np.random.default_rng(1)
    right = rng.integers(0, 3, 60) == np.arange(3)[:, None]  # one of three: φ = −1/2, the limit
    answer = panel(ScoreMatrix.from_array(right ^ (rng.random((3, 60)) < 0.13)), draws=200)
    n_eff = answer.tetrachoric.n_eff
    assert isinstance(n_eff, Estimate)
    assert "its upper end is not identified" in str(n_eff.interval)


def test_results_cannot_be_changed() -> None:
    answer = panel(shared_component(n_models=4, n_items=60).board, draws=2)
    with pytest.raises(ValueError, match="read-only"):
        answer.phi_matrix[0, 1] = 7.0
    with pytest.raises(TypeError):
        answer.recipe.settings["level"] = 1.0  # type: ignore[index]  # the point of the test


def test_what_is_no_board_is_named() -> None:
    with pytest.raises(InputError, match="the board is a ndarray; pass a ScoreMatrix"):
        panel(np.eye(3))  # type: ignore[arg-type]  # the point of the test
