"""Projections from a published φ̄: the range, its interval, and its bias on known panels."""

import json

import numpy as np
import pytest

from boards import load_board
from known_panels import known_pairs
from parallaxis.analyses.panel import panel
from parallaxis.analyses.projection import project
from parallaxis.analyses.projection_bias import ProjectionBias, projection_bias
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.errors import InputError
from parallaxis.jsonable import dumps
from parallaxis.matrix import ScoreMatrix
from parallaxis.worlds import shared_component


def measured(board: ScoreMatrix, draws: int = 100) -> ProjectionBias:
    """Return the bias on a board that has one."""
    found = projection_bias(*known_pairs(board, draws), level=0.95, seed=0)
    assert isinstance(found, ProjectionBias)
    return found


def interval(answer: Estimate | NotAnswered) -> tuple[float, float]:
    """Return the interval of an answer that has one."""
    assert isinstance(answer, Estimate)
    assert not isinstance(answer.interval, NotAnswered)
    return answer.interval


def test_the_published_panel_is_a_range() -> None:
    """φ̄ = .35 of 24 members: 2.65 by φ; 1.84 at p = .5 down to 1.69 at .8."""
    found = project(0.35, 24, (0.5, 0.8))
    assert found.votes_by_phi == pytest.approx(2.652, abs=5e-4)
    assert found.effective_votes == pytest.approx((1.689, 1.844), abs=5e-4)
    assert isinstance(found.effective_votes_interval, NotAnswered)
    assert found.under[0].share_correct == 0.5
    assert found.under[-1].effective_votes == pytest.approx(1.689, abs=5e-4)


def test_the_interval_of_phi_widens_the_range_at_both_ends() -> None:
    found = project(0.35, 24, (0.5, 0.8), phi_interval=(0.33, 0.37))
    low, high = (project(phi, 24, (0.5, 0.8)).effective_votes for phi in (0.37, 0.33))
    assert not isinstance(low, NotAnswered)
    assert not isinstance(high, NotAnswered)
    assert found.effective_votes_interval == pytest.approx((low[0], high[1]))


def test_a_half_inside_the_range_is_its_end() -> None:
    found = project(0.3, 9, (0.2, 0.9))
    assert 0.5 in [row.share_correct for row in found.under]
    assert not isinstance(found.correlation, NotAnswered)
    assert found.correlation[0] == pytest.approx(np.sin(0.3 * np.pi / 2))


def test_what_no_table_has_is_not_identified() -> None:
    found = project(-0.2, 9, (0.1, 0.5))
    assert isinstance(found.correlation, NotAnswered)
    assert isinstance(found.effective_votes, NotAnswered)
    assert "−1/(n − 1) = -0.125" in str(found.votes_by_phi)
    assert any(isinstance(row.correlation, NotAnswered) for row in found.under)
    assert json.loads(dumps(found))["effective_votes"]["range"]["estimate"] is None


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"phi": 1.2}, "phi is 1.2"),
        ({"phi": float("nan")}, "phi is nan"),
        ({"n_members": 1}, "n_members is 1"),
        ({"margins": (0.5,)}, r"margins is \(0.5,\)"),
        ({"margins": (0.5, 1.0)}, "margins is 1.0"),
        ({"phi_interval": (0.4, 0.5)}, "limits that enclose it"),
        ({"phi_interval": (-1.5, 0.5)}, "phi_interval is -1.5"),
    ],
)
def test_arguments_are_checked(settings: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        project(**{"phi": 0.35, "n_members": 24, **settings})  # type: ignore[arg-type]  # on purpose


def test_equal_shares_right_leave_no_bias() -> None:
    """In worlds of one share right the mean bias is within 4 standard errors of nothing."""
    bias = []
    for seed in range(20):
        world = shared_component(n_models=8, n_items=800, accuracy=(0.7, 0.7), seed=seed)
        found = measured(world.board, draws=2).correlation_bias
        assert isinstance(found, Estimate)
        bias.append(found.estimate)
    # members' observed shares differ by chance and the root is curved, both of order 1/n_items
    assert abs(np.mean(bias)) < 4.0 * np.std(bias) / np.sqrt(20) + 0.005


def test_shares_right_that_differ_flatter_and_the_interval_knows() -> None:
    world = shared_component(n_models=8, n_items=2000, accuracy=(0.15, 0.9), seed=1)
    found = measured(world.board)
    low, high = interval(found.bias)
    assert low > 0.0
    assert isinstance(found.bias, Estimate)
    assert low < found.bias.estimate < high
    assert interval(found.correlation_bias)[1] < 0.0


def test_recomputed_votes_are_those_of_the_panel() -> None:
    board = shared_component(n_models=6, n_items=300, accuracy=(0.4, 0.8), seed=2).board
    found, votes = measured(board), panel(board, draws=100)
    assert isinstance(found.recomputed, Estimate)
    assert isinstance(votes.tetrachoric.n_eff, Estimate)
    assert found.recomputed.estimate == pytest.approx(votes.tetrachoric.n_eff.estimate)
    # the panel carries the ends of the correlation over, which are interpolated between draws
    assert interval(found.recomputed) == pytest.approx(interval(votes.tetrachoric.n_eff), rel=1e-3)
    assert found.mean_phi == pytest.approx(votes.phi.mean_correlation)


@pytest.mark.parametrize(
    ("name", "projected", "recomputed", "holds"),
    [
        ("mmlu_pro_29", 1.82, 1.75, True),
        ("swebench_verified", 1.52, 1.40, True),
        ("judgebench_judges_correct", 1.58, 1.67, False),
    ],
)
def test_real_panels(name: str, projected: float, recomputed: float, *, holds: bool) -> None:
    """Regression numbers; the second column is the data page's."""
    found = measured(load_board(name), draws=2)
    assert isinstance(found.projected, Estimate)
    assert isinstance(found.recomputed, Estimate)
    assert found.projected.estimate == pytest.approx(projected, abs=6e-3)
    assert found.recomputed.estimate == pytest.approx(recomputed, abs=6e-3)
    assert found.range_holds is holds
