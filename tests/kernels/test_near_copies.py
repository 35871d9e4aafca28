"""Copies are found, abilities are not taken for them. Boards write out their own formula."""

import time

import numpy as np
import pytest
from numpy.typing import NDArray

from parallaxis.errors import ShapeError
from parallaxis.kernels.labelled_likeness import labelled_likeness
from parallaxis.kernels.latent_model import Scores
from parallaxis.kernels.level_residuals import level_residuals, misfit
from parallaxis.kernels.near_copies import near_copies, thin
from parallaxis.kernels.residual_pairs import Rows, alike

Array = NDArray[np.float64]
PER_FAMILY = 5


def curve(eta: Array) -> Array:
    """Return 1/(1 + exp(−η))."""
    return np.asarray(1.0 / (1.0 + np.exp(-eta)))


def scores_of(right: Array, seen: NDArray[np.bool_] | None = None) -> Scores:
    """Return a binary board without items that do not vary."""
    live = (right.max(axis=0) > right.min(axis=0)).nonzero()[0]
    values = right[:, live].astype(np.float32)
    observed = np.ones_like(values) if seen is None else seen[:, live].astype(np.float32)
    return Scores(values * observed, observed, "logistic")


def one_ability(rng: np.random.Generator, n: int, t: int) -> Array:
    """Return probabilities of a one-dimensional board."""
    slope = 1.5 * np.exp(0.4 * rng.normal(size=t))
    return curve(slope * (rng.normal(size=(n, 1)) - 2.0 * rng.normal(size=t)))


def two_abilities(rng: np.random.Generator, n: int, t: int) -> Array:
    """Return probabilities of a board whose halves ask for abilities that correlate .5."""
    ability = rng.normal(size=(n, 2)) @ np.linalg.cholesky(np.array([[1.0, 0.5], [0.5, 1.0]])).T
    slope = 1.5 * np.exp(0.4 * rng.normal(size=t))
    return curve(slope * (ability[:, np.arange(t) % 2] - 2.0 * rng.normal(size=t)))


def bifactor(rng: np.random.Generator, n: int, t: int) -> Array:
    """Return probabilities of a board half of which asks for a second thing at ratio .6."""
    ability = rng.normal(size=(n, 2))
    slope = 1.5 * np.exp(0.4 * rng.normal(size=t))
    second = 0.6 * ability[:, 1:] * (np.arange(t) < t // 2)
    return curve(slope * (ability[:, :1] + second - 2.0 * rng.normal(size=t)))


def tossed(rng: np.random.Generator, share: Array) -> Array:
    """Return right and wrong answers."""
    return (rng.random(share.shape) < share).astype(np.float64)


def families(seed: int, n: int, t: int) -> Array:
    """Return a board of families whose models are their founder with 5–20 % of answers turned."""
    rng = np.random.default_rng(seed)
    founder = tossed(rng, one_ability(rng, -(-n // PER_FAMILY), t))
    turned = rng.random((n, t)) < rng.uniform(0.05, 0.2, (n, 1))
    return np.asarray(np.abs(founder[np.arange(n) // PER_FAMILY] - turned))


def found_in(scores: Scores) -> tuple[tuple[int, ...], ...]:
    """Return groups of near copies."""
    return near_copies(level_residuals(scores), scores.observed > 0).groups


@pytest.mark.parametrize("shape", [(24, 300), (60, 300), (134, 500)])
@pytest.mark.parametrize("make", [one_ability, two_abilities, bifactor])
def test_abilities_are_not_thinned_away(make: object, shape: tuple[int, int]) -> None:
    assert callable(make)
    thinned = []
    boards = 40 if shape[0] < 100 else 15
    for seed in range(boards):
        rng = np.random.default_rng([seed, *shape])
        scores = scores_of(tossed(rng, make(rng, *shape)))
        thinned.append(sum(len(group) - 1 for group in found_in(scores)))
    # alpha is 1 % a board: more than 2 of 40 has probability .7 %
    assert sum(count > 0 for count in thinned) <= 2
    assert sum(thinned) <= 0.005 * boards * shape[0]


@pytest.mark.parametrize(("shape", "exact"), [((60, 300), 0.7), ((134, 500), 0.9)])
def test_families_of_copies_are_found(shape: tuple[int, int], exact: float) -> None:
    hits, wrong, boards = 0, 0, 10
    true = {
        tuple(range(start, min(start + PER_FAMILY, shape[0])))
        for start in range(0, shape[0], PER_FAMILY)
    }
    for seed in range(boards):
        groups = found_in(scores_of(families(seed, *shape)))
        assert groups
        hits += len(true & set(groups))
        wrong += sum(len({row // PER_FAMILY for row in group}) > 1 for group in groups)
    assert hits >= exact * boards * len(true)
    assert wrong == 0


def test_small_boards_of_copies_are_noticed() -> None:
    assert sum(bool(found_in(scores_of(families(seed, 24, 300)))) for seed in range(20)) >= 18


def test_copies_on_a_board_of_two_abilities() -> None:
    rng = np.random.default_rng(5)
    right = tossed(rng, two_abilities(rng, 80, 400))
    right[10] = np.abs(right[3] - (rng.random(400) < 0.08))
    right[40] = np.abs(right[3] - (rng.random(400) < 0.08))
    assert found_in(scores_of(right)) == ((3, 10, 40),)


def test_copies_with_missing_cells() -> None:
    rng = np.random.default_rng(6)
    right = tossed(rng, one_ability(rng, 60, 400))
    right[20] = np.abs(right[7] - (rng.random(400) < 0.05))
    assert found_in(scores_of(right, rng.random(right.shape) < 0.7)) == ((7, 20),)


def test_duplicated_items_are_found_on_the_transposed_board() -> None:
    rng = np.random.default_rng(7)
    right = tossed(rng, one_ability(rng, 120, 100))
    middle = int(np.argsort(np.abs(right.mean(axis=0) - 0.5))[0])
    right = np.column_stack([right, np.abs(right[:, middle] - (rng.random(120) < 0.03))])
    live = np.flatnonzero(right.max(axis=0) > right.min(axis=0))
    left = level_residuals(scores_of(right)).T
    groups = near_copies(left, np.ones(left.shape, bool)).groups
    assert [live[list(group)].tolist() for group in groups] == [[middle, 100]]


def test_the_order_of_models_does_not_matter() -> None:
    right = families(1, 60, 300)
    order = np.random.default_rng(0).permutation(60)
    groups = {frozenset(group) for group in found_in(scores_of(right))}
    moved = {frozenset(order[list(group)].tolist()) for group in found_in(scores_of(right[order]))}
    # folds follow the order, so a member at the bar may fall to either side of it
    assert len(groups & moved) >= 0.75 * len(groups)


def test_pairs_agree_with_a_plain_loop() -> None:
    rng = np.random.default_rng(8)
    left, seen = rng.normal(size=(9, 40)), rng.random((9, 40)) < 0.7
    graph, _ = alike(Rows.of(left, seen), floor=0.15, alpha=1.0)
    dense, cut = graph.toarray(), 1.915  # normal quantile of 1/36, one expected among all pairs
    for i in range(9):
        for j in range(9):
            both = seen[i] & seen[j]
            r = (left[i] @ (left[j] * both)) / np.sqrt(
                (left[i] ** 2 @ both) * (left[j] ** 2 @ both)
            )
            z = (left[i] @ (left[j] * both)) / np.sqrt((left[i] ** 2 * left[j] ** 2) @ both)
            if i != j and r > 0.151 and z > cut + 0.01:
                assert dense[i, j] == pytest.approx(r, abs=1e-5)
            if i == j or r < 0.149 or z < cut - 0.01:
                assert dense[i, j] == 0.0


def test_thin_keeps_the_fullest_row_and_the_first_of_equals() -> None:
    seen = np.ones((5, 4), bool)
    seen[1, 0] = False
    assert thin(((0, 2), (1, 4)), seen).tolist() == [0, 3, 4]


def test_levels_alone_leave_residuals_that_cancel() -> None:
    rng = np.random.default_rng(9)
    scores = scores_of(tossed(rng, one_ability(rng, 50, 200)))
    left = level_residuals(scores)
    # the weak prior keeps a ninth of each level: less than half an answer over a row
    assert np.abs(left.sum(axis=1)).max() < 0.6
    real = Scores(rng.normal(size=(30, 40)).astype(np.float32), np.ones((30, 40), "f4"), "gaussian")
    assert np.abs(level_residuals(real).sum(axis=0)).max() < 1e-4


def test_random_answers_misfit() -> None:
    rng = np.random.default_rng(10)
    share = one_ability(rng, 60, 300)
    share[:5, rng.permutation(300)[:150]] = 0.5
    fits = misfit(scores_of(tossed(rng, share)))
    assert fits[:5].min() > 1.25 > fits[5:].max()


def test_testlets_are_seen_as_groups_where_no_pair_shows() -> None:
    rng = np.random.default_rng(11)
    testlet = np.arange(300) // 5
    slope = 1.5 * np.exp(0.4 * rng.normal(size=300))
    eta = slope * (rng.normal(size=(60, 1)) - 2.0 * rng.normal(size=300))
    scores = scores_of(tossed(rng, curve(eta + rng.normal(size=(60, 60))[:, testlet])))
    left = level_residuals(scores).T
    seen = np.ones(left.shape, bool)
    assert near_copies(left, seen).groups == ()
    if left.shape[0] == 300:
        assert labelled_likeness(left, seen, testlet).p == 0.005
    shuffled = rng.permutation(left.shape[0]) // 5
    assert labelled_likeness(left, seen, shuffled).p > 0.01


def test_group_likeness_is_level_on_clean_boards() -> None:
    ps = []
    for seed in range(60):
        rng = np.random.default_rng([seed, 12])
        scores = scores_of(tossed(rng, two_abilities(rng, 40, 120)))
        labels = rng.permutation(np.arange(40) // 4)
        left = level_residuals(scores)
        ps.append(labelled_likeness(left, scores.observed > 0, labels, permutations=99).p)
    # binomial(60, .05) exceeds 8 with probability .3 %
    assert sum(p <= 0.05 for p in ps) <= 8


def test_shapes_are_checked() -> None:
    with pytest.raises(ShapeError, match=r"mask \(2, 4\)"):
        near_copies(np.ones((2, 3)), np.ones((2, 4), bool))
    with pytest.raises(ShapeError, match=r"labels \(3,\)"):
        labelled_likeness(np.ones((2, 3)), np.ones((2, 3), bool), np.zeros(3, np.int64))


def test_boards_without_anything_to_find() -> None:
    empty = np.zeros((4, 6))
    assert near_copies(empty, np.zeros((4, 6), bool)).groups == ()
    assert near_copies(empty[:1], np.ones((1, 6), bool)).groups == ()


def test_large_boards_are_quick() -> None:
    rng = np.random.default_rng(13)
    left = rng.normal(size=(2000, 250))
    left[1::10] = left[::10] + 0.5 * rng.normal(size=(200, 250))
    begun = time.process_time()
    groups = near_copies(left, np.ones(left.shape, bool)).groups
    assert len(groups) == 200
    assert time.process_time() - begun < 20.0
