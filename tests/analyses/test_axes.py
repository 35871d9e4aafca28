"""The axes answer: what surrounds the count, its cautions, its determinism, broken boards."""

import json
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from scipy.stats import binomtest

from broken_boards import ANSWERED, NOT_ANSWERED
from oracle_files import oracle_board
from parallaxis.analyses import axes as axes_module
from parallaxis.analyses import axes_ladder
from parallaxis.analyses.axes import FEWEST_ITEMS, FEWEST_MODELS, Axes
from parallaxis.analyses.axes_shuffled import RANKS_BEYOND
from parallaxis.answers import NotAnswered
from parallaxis.errors import InputError
from parallaxis.ingredients import Ingredients
from parallaxis.kernels import draws as draws_module
from parallaxis.matrix import ScoreMatrix
from parallaxis.worlds import one_ability


@pytest.fixture(autouse=True)
def few_splits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Halve boards twice only: these tests are not about halves."""
    monkeypatch.setattr(axes_module, "SPLITS", 2)


@pytest.fixture
def no_ladder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Call every board too small to climb on, where a test is about permutations alone."""
    monkeypatch.setattr(axes_ladder, "FEWEST_MODELS", 10_000)


def axes(board: ScoreMatrix | Ingredients, **settings: Any) -> Axes:
    """Ask with few simulated boards."""
    return axes_module.axes(board, **{"simulations": 19, **settings})


def factors(k: int) -> ScoreMatrix:
    """Return the reference board of k factors, 250 × 24."""
    return ScoreMatrix.from_array(oracle_board(f"pa_cont_k{k}"))


def codes(answer: Axes) -> set[str]:
    """Return the codes of an answer's cautions."""
    return {caution.code for caution in answer.cautions}


@pytest.mark.usefixtures("no_ladder")
@pytest.mark.parametrize("k", [0, 1, 2, 3, 6])
def test_known_number_of_factors(k: int) -> None:
    answer = axes(factors(k), max_draws=200)
    assert answer.k_shuffled == answer.k_shuffled_top_edge == k
    assert answer.k_shuffled_range == (k, k)
    assert "k_left_open" not in codes(answer)


@pytest.mark.usefixtures("no_ladder")
def test_ranks_stand_beside_their_null() -> None:
    answer = axes(factors(2), max_draws=200, level=0.9)
    assert answer.draws == 200
    shown = 2 + RANKS_BEYOND
    assert [null.rank for null in answer.nulls] == list(range(1, shown + 1))
    for null, eigenvalue in zip(answer.nulls, answer.eigenvalues[:shown], strict=True):
        assert null.eigenvalue == eigenvalue
        assert null.mean < null.quantile
        interval = binomtest(round(null.exceedance * 200), 200).proportion_ci(0.9)
        assert null.exceedance_interval == pytest.approx((interval.low, interval.high), abs=1e-9)
    assert [null.exceedance for null in answer.nulls[:3]] == [0.0, 0.0, 1.0]
    assert sum(answer.eigenvalues) == pytest.approx(24.0, rel=1e-12)


@pytest.mark.usefixtures("no_ladder")
def test_dead_items_and_missing_cells_do_not_enter() -> None:
    values = np.hstack([oracle_board("pa_cont_k2"), np.full((250, 3), 0.7)])
    answer = axes(ScoreMatrix.from_array(values), max_draws=200)
    assert (answer.n_items_used, answer.n_dead, answer.k_shuffled) == (24, 3, 2)
    np.testing.assert_allclose(answer.eigenvalues, axes(factors(2), max_draws=20).eigenvalues)
    values = oracle_board("pa_cont_k2").copy()
    values[np.random.default_rng(0).random(values.shape) < 0.1] = np.nan
    gaps = axes(ScoreMatrix.from_array(values), max_draws=200)
    assert gaps.k_shuffled == 2
    assert "missing_cells" in codes(gaps)


@pytest.mark.usefixtures("no_ladder")
def test_units_and_orientation_of_items_do_not_matter() -> None:
    values = oracle_board("pa_cont_k3")
    turned = values * np.where(np.arange(24) % 3 == 0, -1000.0, 0.01) + np.arange(24)
    flags = {"higher_is_better": [t % 3 != 0 for t in range(24)]}
    answer = axes(ScoreMatrix.from_array(turned, item_metadata=flags), max_draws=40)
    plain = axes(factors(3), max_draws=40)
    np.testing.assert_allclose(answer.eigenvalues, plain.eigenvalues, rtol=1e-9)
    assert answer.k_shuffled == plain.k_shuffled == 3


@pytest.mark.usefixtures("no_ladder")
def test_a_second_axis_of_right_and_wrong_is_not_called_an_ability() -> None:
    answer = axes(ScoreMatrix.from_array(oracle_board("pa_bin80x240_k1")), max_draws=200)
    assert answer.k_shuffled == 2  # the truth is one ability: difficulty bends it into a second
    assert "difficulty_axis" in codes(answer)
    assert "difficulty_axis" not in codes(axes(factors(3), max_draws=200))


@pytest.mark.usefixtures("no_ladder")
def test_a_count_near_the_edge_says_what_is_left_open() -> None:
    coins = oracle_board("pa_bin80x240_k0")
    live = coins[:, coins.std(axis=0) > 0.0]
    near = ScoreMatrix.from_array((live - live.mean(axis=0)).T)  # its second rank is near the edge
    answer = axes(near, max_draws=200)
    assert answer.k_shuffled_range == (1, 12)
    text = next(c.text for c in answer.cautions if c.code == "k_left_open")
    assert "200 permutations leave the count between 1 and 12" in text
    assert "(1 to 12 left open)" in str(answer)
    decided = axes(near, max_draws=10_000)
    assert decided.k_shuffled_range == (12, 12)
    assert 1000 < decided.draws < 10_000
    assert "k_left_open" not in codes(decided)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"max_draws": 19}, "max_draws is 19; pass a whole number of at least 20"),
        ({"level": 1.0}, "level is 1.0; pass a number strictly between 0 and 1"),
        ({"seed": -3}, "seed is -3; pass a whole number of at least 0"),
    ],
)
def test_settings_are_checked_at_the_door(settings: dict[str, float], message: str) -> None:
    with pytest.raises(InputError, match=message):
        axes(factors(1), **settings)


def test_same_answer_for_any_number_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = set()
    board = one_ability(n_models=15, n_items=40).board
    for cores in (1, 2):
        monkeypatch.setattr(draws_module, "available_cores", lambda cores=cores: cores)
        texts.add(axes(board, max_draws=40).to_json())
    texts.add(axes(Ingredients.of(board), max_draws=40).to_json())
    assert len(texts) == 1


def test_same_answer_in_another_process() -> None:
    code = (
        "from parallaxis.worlds import one_ability\n"
        "from parallaxis.analyses import axes\n"
        "axes.SPLITS = 2\n"
        "board = one_ability(n_models=15, n_items=40).board\n"
        "print(axes.axes(board, max_draws=40, simulations=19).to_json(), end='')\n"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)  # noqa: S603 - our own interpreter on our own words
    here = axes(one_ability(n_models=15, n_items=40).board, max_draws=40).to_json()
    assert out.stdout.decode() == here


def test_progress_is_told_of_each_draw_and_simulation() -> None:
    told: list[int] = []
    answer = axes(factors(0), max_draws=40, progress=told.append)
    assert not isinstance(answer.guard, NotAnswered)
    assert all(done == 1 for done in told)
    simulated = sum(step.draws for step in answer.steps)
    flipped_and_covariances = answer.guard.draws + 40
    assert (
        answer.draws + simulated < len(told) <= answer.draws + simulated + flipped_and_covariances
    )


def test_json_table_and_one_line() -> None:
    answer = axes(factors(2), max_draws=200)
    whole = json.loads(answer.to_json())
    assert whole["k_shuffled"] == whole["k_ladder"] == 2
    assert whole["k_shuffled_range"] == [2, 2]
    assert whole["settings"]["max_draws"] == 200
    assert len(whole["nulls"]["shuffled"]) == len(answer.nulls)
    assert len(whole["nulls"]["ladder"]) == answer.summary().num_rows == len(answer.steps) == 3
    assert answer.summary()["counted"].to_pylist() == [True, True, False]
    assert str(answer) == (
        "axes: k_ladder 2, significant 2; k_shuffled 2, top edge 2, 200 permutations"
    )


@pytest.mark.parametrize("name", [*ANSWERED, *NOT_ANSWERED])
def test_broken_boards_get_an_answer(name: str) -> None:
    board = ScoreMatrix.from_array({**ANSWERED, **NOT_ANSWERED}[name])
    answer = axes(board, max_draws=40)
    used = answer.n_items_used
    enough = board.n_models >= FEWEST_MODELS and used >= FEWEST_ITEMS
    if enough:
        assert isinstance(answer.k_shuffled, int)
        assert 0 <= answer.k_shuffled <= min(board.n_models - 1, used)
    else:
        assert isinstance(answer.k_shuffled, NotAnswered)
        assert f"{used} item" in answer.k_shuffled.why
        assert answer.k_shuffled_range == answer.k_shuffled_top_edge == answer.k_shuffled
        assert json.loads(answer.to_json())["k_shuffled"]["estimate"] is None
    assert name in ANSWERED or not enough
    climbs = board.n_models >= axes_ladder.FEWEST_MODELS and used >= axes_ladder.FEWEST_ITEMS
    if not climbs:
        assert isinstance(answer.k_ladder, NotAnswered)
        assert f"{used} item" in answer.k_ladder.why
    else:
        assert isinstance(answer.k_ladder, int | NotAnswered)
    assert answer.summary().num_rows == len(answer.steps)
    assert str(answer).startswith("axes: k")
