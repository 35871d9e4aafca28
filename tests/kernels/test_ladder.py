"""The ladder's test: exact where boards are exchangeable, decided early only where it is safe."""

from statistics import median

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import binom

from parallaxis.kernels import draws as draws_module
from parallaxis.kernels import ladder
from parallaxis.kernels.ladder import Climb, Rung, climb, wider
from parallaxis.kernels.latent_model import Scores

Array = NDArray[np.float64]


def board(k: int, *, n: int = 40, t: int = 80, seed: int = 0) -> Scores:
    """Return right/wrong scores of k unrelated abilities."""
    rng = np.random.default_rng([seed, k])
    ability = rng.normal(size=(n, max(k, 1)))[:, np.arange(t) % max(k, 1)] * (k > 0)
    right = 2 * ability - rng.normal(size=t) + rng.logistic(size=(n, t)) > 0
    return Scores(right.astype(np.float32), np.ones((n, t), np.float32), "logistic")


def standardised_by_hand(observed: tuple[float, float], null: Array) -> tuple[float, list[float]]:
    """Return the statistic and its null with loops over views and boards."""
    boards = [observed, *map(tuple, null.tolist())]
    units = []
    for view in (0, 1):
        values = [one[view] for one in boards]
        middle = median(values)
        spread = median(abs(v - middle) for v in values)
        units.append([(v - middle) / (spread or 1.0) for v in values])
    smaller = [min(pair) for pair in zip(*units, strict=True)]
    mean = sum(smaller[1:]) / (len(smaller) - 1)
    spread = (sum((v - mean) ** 2 for v in smaller[1:]) / (len(smaller) - 1)) ** 0.5
    out = [(v - mean) / spread for v in smaller]
    return out[0], out[1:]


def test_both_views_by_hand() -> None:
    null = np.random.default_rng(0).gamma(2.0, size=(30, 2))
    statistic, rest = ladder._both_views((5.0, 4.0), null)
    plain, plain_rest = standardised_by_hand((5.0, 4.0), null)
    assert statistic == pytest.approx(plain)
    np.testing.assert_allclose(rest, plain_rest)


def test_one_view_alone_does_not_reject() -> None:
    null = np.random.default_rng(1).normal(size=(39, 2))
    for observed in ((50.0, 0.0), (0.0, 50.0)):
        statistic, rest = ladder._both_views(observed, null)
        assert (rest >= statistic).sum() > 2
    statistic, rest = ladder._both_views((50.0, 50.0), null)
    assert (rest >= statistic).sum() == 0


def test_views_without_spread_do_not_divide_by_zero() -> None:
    statistic, rest = ladder._both_views((0.0, 0.0), np.zeros((20, 2)))
    assert statistic == 0.0
    assert not rest.any()


def test_p_is_exact_where_boards_are_exchangeable() -> None:
    rng = np.random.default_rng(2)
    times, rejected = 2000, 0
    for _ in range(times):
        # two skewed views that go together, as both shares do
        both = rng.gamma(2.0, size=(20, 1)) + rng.gamma(2.0, size=(20, 2))
        statistic, null = ladder._both_views((both[0, 0], both[0, 1]), both[1:])
        rejected += (1 + (null >= statistic).sum()) / 20 <= 0.05
    low, high = binom.interval(0.999, times, 0.05)
    assert low <= rejected <= high


@pytest.mark.parametrize(
    ("reached", "statistic", "clear"),
    [
        (5, 1.0, True),  # of 99 boards: 6/100 already exceed 5 %
        (4, 1.0, False),
        (0, 5.9, False),
        (0, 6.0, True),
    ],
)
def test_only_clear_cases_are_decided_early(reached: int, statistic: float, clear: bool) -> None:
    null = np.full(20, statistic - 1.0)
    null[:reached] = statistic
    assert ladder._is_clear(statistic, null, Climb(draws=99)) is clear


@pytest.mark.parametrize("k", [0, 1, 2])
def test_rungs_come_in_order_and_end_at_the_first_that_is_not_significant(k: int) -> None:
    scores = board(k, seed=1)
    rungs = list(climb(scores, Climb(draws=39)))
    assert [rung.model.n_axes for rung in rungs] == list(range(len(rungs)))
    assert [rung.p <= 0.05 for rung in rungs] == [True] * k + [False]
    for rung in rungs:
        reached = int((rung.null >= rung.statistic).sum())
        assert rung.p == (1 + reached) / (1 + rung.null.size)
        assert rung.null.size in (20, 39)
        assert rung.null.mean() == pytest.approx(0.0, abs=1e-9)
        assert rung.null.std() == pytest.approx(1.0)
    assert rungs[-1].p > 0.05


def test_no_more_rungs_than_asked_for() -> None:
    rungs = list(climb(board(2), Climb(draws=39, most=1)))
    assert len(rungs) == 1
    assert rungs[0].p <= 0.05
    assert wider(rungs[0], board(2), Climb()).n_axes == 1


def test_progress_is_told_of_every_simulated_board() -> None:
    told: list[int] = []
    rungs = list(climb(board(1), Climb(draws=39), progress=told.append))
    assert sum(told) == sum(rung.null.size for rung in rungs)


def numbers(rungs: list[Rung]) -> list[tuple[float, ...]]:
    """Return all that a climb found, to be compared bit by bit."""
    return [(r.p, r.statistic, r.found.by_model, *r.null, *r.model.items.ravel()) for r in rungs]


def test_the_number_of_threads_changes_no_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for cores in (1, 2):
        monkeypatch.setattr(draws_module, "available_cores", lambda cores=cores: cores)
        found.append(numbers(list(climb(board(1, t=60), Climb(draws=20)))))
    assert found[0] == found[1]


def test_another_seed_draws_other_boards() -> None:
    first, second = (next(climb(board(1), Climb(draws=20, seed=seed))) for seed in (0, 1))
    assert first.found.by_model == second.found.by_model
    assert (first.null != second.null).any()
