"""Participation ratios and best weights: known worlds, noise, matrices that are none."""

import numpy as np
import pytest
from numpy.typing import NDArray

from boards import load_board
from known_panels import known_pairs
from parallaxis.analyses.panel_weights import Optimal, PanelWeights, panel_weights
from parallaxis.answers import Estimate, NotAnswered
from parallaxis.matrix import ScoreMatrix
from parallaxis.worlds import shared_component

Array = NDArray[np.float64]


def answered(board: ScoreMatrix, draws: int = 50) -> PanelWeights:
    """Return the weights of a board."""
    return panel_weights(*known_pairs(board, draws), level=0.95, seed=0)


def participation(found: PanelWeights) -> tuple[float, float, float]:
    """Return a participation ratio with its interval."""
    ratio = found.participation_ratio
    assert isinstance(ratio, Estimate)
    assert not isinstance(ratio.interval, NotAnswered)
    return ratio.estimate, *ratio.interval


def optimal(found: PanelWeights) -> tuple[Optimal, Estimate, float]:
    """Return best weights with what they are judged by."""
    best = found.optimal
    assert isinstance(best, Optimal)
    assert isinstance(best.judged, Estimate)
    assert isinstance(best.equal_judged, float)
    return best, best.judged, best.equal_judged


def loaded(loadings: Array, n_items: int, seed: int) -> ScoreMatrix:
    """Return members that share one normal factor with these loadings; half are right."""
    rng = np.random.default_rng(seed)
    own = np.sqrt(1.0 - loadings**2)[:, None] * rng.normal(size=(loadings.size, n_items))
    return ScoreMatrix.from_array(np.outer(loadings, rng.normal(size=n_items)) + own > 0.0)


def cloned(loadings: Array, n_items: int, seed: int) -> ScoreMatrix:
    """Return members as by :func:`loaded`, with two near copies of the first."""
    values = loaded(loadings, n_items, seed).values
    rng = np.random.default_rng([seed, 1])
    copies = [np.where(rng.random(n_items) < 0.03, 1.0 - values[0], values[0]) for _ in range(2)]
    return ScoreMatrix.from_array(np.vstack([values, *copies]))


def test_participation_ratio_of_a_known_correlation() -> None:
    """n / (1 + (n − 1)ρ²) = 9/3 for nine members with ρ = .5."""
    found = answered(shared_component(n_models=9, n_items=20000).board)
    value, low, high = participation(found)
    assert value == pytest.approx(3.0, abs=0.05)  # its s.e. is about .03
    assert low < value < high


def test_noise_is_taken_off() -> None:
    """Twenty independent members on 200 items: without it the ratio would be near 16."""
    values, plain = [], []
    for seed in range(20):
        found = answered(loaded(np.zeros(20), 200, seed), draws=20)
        values.append(participation(found)[0])
        assert isinstance(found.participation_ratio_plain, float)
        plain.append(found.participation_ratio_plain)
    # noise of ρ² is π²/4/200 = .012 a pair: 20 / (1 + 19 · .012) = 16.2
    assert np.mean(plain) == pytest.approx(16.2, abs=0.4)
    assert 19.0 <= np.mean(values) <= 20.0  # there are no more than 20


def test_interval_of_the_participation_ratio_covers_it() -> None:
    hits = 0
    for seed in range(40):
        _, low, high = participation(
            answered(shared_component(n_models=9, n_items=400, seed=seed).board, draws=200)
        )
        hits += low <= 3.0 <= high
    assert hits >= 33  # 95 %: fewer in .2 % of such rows of 40


def test_weights_find_the_member_that_shares_little() -> None:
    loadings = np.array([0.9, 0.9, 0.9, 0.9, 0.2])
    best, judged, equal = optimal(answered(loaded(loadings, 5000, 0)))
    R = np.outer(loadings, loadings)
    np.fill_diagonal(R, 1.0)
    truth = np.linalg.solve(R, np.ones(5)).sum()
    assert best.votes == pytest.approx(truth, rel=0.1)
    assert np.argmax(best.weights) == 4
    assert judged.estimate == pytest.approx(truth, rel=0.1)
    assert judged.estimate > equal
    assert best.distance == 0.0


def test_weights_fitted_to_noise_do_not_pass_for_votes() -> None:
    """Equal correlations: no weights beat equal ones, though on the fitted items they seem to."""
    best, judged, equal = optimal(answered(shared_component(n_models=20, n_items=150).board))
    assert best.unbounded_votes > 1.5 * equal
    assert judged.estimate < 1.1 * equal


def test_a_panel_whose_matrix_is_none_says_how_far_it_is_from_one() -> None:
    best, judged, equal = optimal(answered(load_board("zeroeval_gsm"), draws=2))
    assert best.smallest_eigenvalue < 0.0
    assert best.distance == pytest.approx(0.196, abs=0.001)
    assert best.unbounded_votes > 10.0 * judged.estimate  # the nearest matrix is nearly singular
    assert judged.estimate > 0.9 * equal
    assert min(best.weights) >= 0.0


def test_clones_do_not_break_the_judged_votes() -> None:
    """Three near clones among ten: votes on fresh items lie in the interval, mostly."""
    loadings = np.sqrt(np.full(8, 0.3))
    hits = 0
    for seed in range(20):
        board = cloned(loadings, 500, seed)
        best, judged, _ = optimal(answered(board, draws=2))
        fresh = known_pairs(cloned(loadings, 20000, 1000 + seed), 2)[1].tetrachoric
        weights = np.array(best.weights)
        carried = 1.0 / (weights @ fresh @ weights)
        assert not isinstance(judged.interval, NotAnswered)
        hits += judged.interval[0] <= carried <= judged.interval[1]
    assert hits >= 15  # weights of all items do a little better than those of half of them


def test_interval_of_judged_votes_on_many_items() -> None:
    """The weights are known then, and so are the votes: 1ᵀR⁻¹1."""
    loadings = np.array([0.8, 0.8, 0.6, 0.3])
    R = np.outer(loadings, loadings)
    np.fill_diagonal(R, 1.0)
    truth = np.linalg.solve(R, np.ones(4)).sum()
    hits = 0
    for seed in range(40):
        _, judged, _ = optimal(answered(loaded(loadings, 2000, seed), draws=2))
        assert not isinstance(judged.interval, NotAnswered)
        hits += judged.interval[0] <= truth <= judged.interval[1]
    assert hits >= 33


@pytest.mark.parametrize(
    ("values", "why"),
    [
        (np.tile([[1.0, 0.0], [0.0, 1.0]], (1, 10)), "needs 40"),
        (np.vstack([np.eye(3), 1 - np.eye(3)]).T @ np.ones((6, 1)) * np.eye(3)[:, :], "pair"),
    ],
)
def test_what_is_not_answered_says_why(values: Array, why: str) -> None:
    found = answered(ScoreMatrix.from_array(np.clip(values, 0.0, 1.0)), draws=2)
    reason = found.optimal.judged if isinstance(found.optimal, Optimal) else found.optimal
    assert isinstance(reason, NotAnswered)
    assert why in reason.why


def test_large_panels_have_no_weights() -> None:
    found = answered(shared_component(n_models=201, n_items=60).board, draws=2)
    assert isinstance(found.optimal, NotAnswered)
    assert "201 members" in found.optimal.why
    assert isinstance(found.participation_ratio, Estimate)
