"""Agreement when both err and CAPA: by hand, against loops, and in worlds of known value."""

import itertools

import numpy as np
import pytest
from numpy.typing import NDArray

from parallaxis.errors import ShapeError
from parallaxis.kernels.error_agreement import capa, error_agreement

Array = NDArray[np.float64]
Codes = NDArray[np.int32]
OPTIONS = 4


def quiz(
    n_items: int,
    *,
    accuracy: tuple[float, ...] = (0.5, 0.6),
    copied: float = 0.0,
    favourite: float = 0.0,
    seed: int = 0,
    n_raters: int = 2,
) -> tuple[Codes, Codes]:
    """Answers of raters whose hits are independent, and gold.

    A wrong answer is the item's own distractor with probability `copied`; else the first wrong
    option with probability `favourite`; else any wrong option.
    """
    rng = np.random.default_rng(seed)
    gold = rng.integers(0, OPTIONS, n_items)
    distractor = (gold + rng.integers(1, OPTIONS, n_items)) % OPTIONS
    shape = (n_raters, n_items)
    wrong = (gold + rng.integers(1, OPTIONS, shape)) % OPTIONS
    wrong = np.where(rng.random(shape) < favourite, np.where(gold == 0, 1, 0), wrong)
    wrong = np.where(rng.random(shape) < copied, distractor, wrong)
    hit = rng.random(shape) < np.resize(accuracy, n_raters)[:, None]
    return np.where(hit, gold, wrong).astype(np.int32), gold.astype(np.int32)


def with_gaps(codes: Codes, share: float, seed: int = 9) -> Codes:
    """Return answers with some left out at random."""
    return np.where(np.random.default_rng(seed).random(codes.shape) < share, -1, codes).astype(
        np.int32
    )


# ---------------------------------------------------------------- by hand and against loops


def test_a_pair_counted_by_hand() -> None:
    gold = np.array([0, 0, 0, 0, 1, 1, 1, 2], dtype=np.int32)
    codes = np.array([[1, 1, 2, 0, 2, 2, 1, 0], [1, 2, 2, 1, 2, 0, 0, 0]], dtype=np.int32)
    found = error_agreement(codes, gold)
    # both wrong: items 0 1 2 (same 1, 2), items 4 5 (same 1), item 7 (same)
    assert found.both_wrong[0, 1] == 6.0
    assert found.agreement[0, 1] == pytest.approx(4 / 6)
    assert found.standard_error[0, 1] == pytest.approx(np.sqrt(4 / 6 * 2 / 6 / 6))
    # gold 0: a says 1 1 2, b says 1 2 2 1; equal pairs 2·2 + 1·2 − 2 same items = 4 of 12 − 3
    # gold 1: a says 2 2, b says 2 0 0; equal pairs 2·1 − 1 = 1 of 6 − 2; gold 2 has no other item
    assert found.usable[0, 1] == 5.0
    chance = (3 * 4 / 9 + 2 * 1 / 4) / 5
    assert found.chance[0, 1] == pytest.approx(chance)
    assert found.excess[0, 1] == pytest.approx(3 / 5 - chance)


def slow_chance(a: Codes, b: Codes, gold: Codes) -> tuple[float, float]:
    """Chance level and usable items of a pair, from all pairs of different items."""
    total, usable = 0.0, 0
    for answer in set(gold.tolist()):
        items = [t for t in range(gold.size) if gold[t] == answer]
        mine = [t for t in items if a[t] not in (-1, answer)]
        yours = [t for t in items if b[t] not in (-1, answer)]
        both = len(set(mine) & set(yours))
        pairs = [(s, t) for s, t in itertools.product(mine, yours) if s != t]
        if pairs:
            total += both * np.mean([a[s] == b[t] for s, t in pairs])
            usable += both
    return total / usable, usable


def test_the_chance_level_is_that_of_the_loop() -> None:
    codes, gold = quiz(80, favourite=0.4, seed=1, n_raters=4, accuracy=(0.3, 0.6, 0.5))
    codes = with_gaps(codes, 0.2)
    found = error_agreement(codes, gold)
    for i, j in itertools.combinations(range(4), 2):
        chance, usable = slow_chance(codes[i], codes[j], gold)
        assert found.chance[i, j] == pytest.approx(chance, abs=1e-12)
        assert found.usable[i, j] == usable


def slow_capa(a: Codes, b: Codes, gold: Codes, n_options: Array) -> float:
    """CAPA of answers without probabilities, as its authors' package computes it."""
    items = [t for t in range(gold.size) if a[t] >= 0 and b[t] >= 0]
    same = np.mean([a[t] == b[t] for t in items])
    first, second = (np.mean([x[t] == gold[t] for t in items]) for x in (a, b))
    luck = np.mean([1 / (n_options[t] - 1) for t in items])
    chance = first * second + luck * (1 - first) * (1 - second)
    return float((same - chance) / (1 - chance))


def test_capa_is_that_of_the_loop() -> None:
    codes, gold = quiz(90, copied=0.3, seed=2, n_raters=4)
    codes = with_gaps(codes, 0.2)
    n_options = np.random.default_rng(0).integers(4, 11, 90).astype(float)
    found = capa(codes, gold, n_options=n_options)
    for i, j in itertools.combinations(range(4), 2):
        expected = slow_capa(codes[i], codes[j], gold, n_options)
        assert found.kappa[i, j] == pytest.approx(expected, abs=1e-12)
    np.testing.assert_allclose(found.kappa, found.kappa.T, atol=1e-12)
    np.testing.assert_allclose(np.diag(found.kappa), 1.0)


def test_weights_stand_for_repeated_items_except_in_the_chance_level() -> None:
    codes, gold = quiz(400, seed=3, n_raters=3, copied=0.9)
    times = np.random.default_rng(0).integers(0, 3, 400)
    repeated, gold_repeated = np.repeat(codes, times, axis=1), np.repeat(gold, times)
    weights, four = times.astype(float), np.full(400, 4.0)
    weighted, plain = (
        error_agreement(codes, gold, weights=weights),
        error_agreement(repeated, gold_repeated),
    )
    for name in ("both_wrong", "agreement", "standard_error"):
        np.testing.assert_allclose(getattr(weighted, name), getattr(plain, name), atol=1e-12)
    # copies of one item are one item: they stay out of the chance level, or it would swallow
    # the agreement that it is to be compared with
    off = ~np.eye(3, dtype=bool)
    assert (weighted.chance[off] < plain.chance[off]).all()
    one = capa(codes, gold, n_options=four, weights=weights)
    two = capa(repeated, gold_repeated, n_options=np.full(times.sum(), 4.0))
    for name in ("n", "observed", "chance", "kappa", "standard_error"):
        np.testing.assert_allclose(getattr(one, name), getattr(two, name), atol=1e-12)


def test_many_draws_at_once_are_those_one_by_one() -> None:
    codes, gold = quiz(40, seed=4, n_raters=3, copied=0.5)
    codes, four = with_gaps(codes, 0.1), np.full(40, 4.0)
    draws = np.random.default_rng(0).multinomial(40, np.full(40, 1 / 40), 5).astype(float)
    errors, likeness = (
        error_agreement(codes, gold, weights=draws),
        capa(codes, gold, n_options=four, weights=draws),
    )
    for draw, weights in enumerate(draws):
        one = error_agreement(codes, gold, weights=weights)
        two = capa(codes, gold, n_options=four, weights=weights)
        np.testing.assert_allclose(errors.excess[draw], one.excess, atol=1e-12)
        np.testing.assert_allclose(errors.usable[draw], one.usable)
        np.testing.assert_allclose(likeness.kappa[draw], two.kappa, atol=1e-12)
        np.testing.assert_allclose(likeness.standard_error[draw], two.standard_error, atol=1e-12)


def test_two_options_make_capa_the_error_consistency() -> None:
    rng = np.random.default_rng(4)
    gold = rng.integers(0, 2, 200).astype(np.int32)
    codes = np.where(rng.random((2, 200)) < 0.7, gold, 1 - gold).astype(np.int32)
    found = capa(codes, gold, n_options=np.full(200, 2.0))
    right = codes == gold
    p, q = right.mean(axis=1)
    chance = p * q + (1 - p) * (1 - q)
    observed = (right[0] == right[1]).mean()
    assert found.kappa[0, 1] == pytest.approx((observed - chance) / (1 - chance), abs=1e-12)
    assert error_agreement(codes, gold).agreement[0, 1] == 1.0  # by force: one way to be wrong


# ---------------------------------------------------------------- worlds


def excesses(n_draws: int, n_items: int, **world: float) -> NDArray[np.float64]:
    """Return agreement less the uniform level, excess, CAPA and its error, a row per draw."""
    rows = []
    for seed in range(n_draws):
        codes, gold = quiz(n_items, seed=seed, **world)  # type: ignore[arg-type]  # floats only
        errors = error_agreement(codes, gold)
        agree = capa(codes, gold, n_options=np.full(n_items, float(OPTIONS)))
        uniform = errors.agreement[0, 1] - 1 / (OPTIONS - 1)
        rows.append((uniform, errors.excess[0, 1], agree.kappa[0, 1], agree.standard_error[0, 1]))
    return np.array(rows)


def test_favourites_deceive_the_uniform_level_and_not_the_raters_own() -> None:
    found = excesses(300, 120, favourite=0.5)
    means, errors = found.mean(axis=0), found.std(axis=0) / np.sqrt(300)
    assert means[0] > 0.1  # favourites agree with one another: (1/2)² × 2/3 above a third
    assert abs(means[1]) < 4 * errors[1]
    assert means[2] > 10 * errors[2]  # CAPA takes the same favourites for likeness


def test_shared_distractors_are_found_at_their_size() -> None:
    copied = 0.6
    found = excesses(300, 120, copied=copied)
    means, errors = found.mean(axis=0), found.std(axis=0) / np.sqrt(300)
    size = copied**2 * (1 - 1 / (OPTIONS - 1))
    assert abs(means[1] - size) < 4 * errors[1]
    p, q = 0.5, 0.6
    chance = p * q + (1 - p) * (1 - q) / (OPTIONS - 1)
    kappa = (1 - p) * (1 - q) * size / (1 - chance)
    assert abs(means[2] - kappa) < 4 * errors[2] + 1 / 120  # a ratio of means is off by O(1/n)


def test_the_standard_error_of_capa_is_its_spread() -> None:
    found = excesses(400, 150, copied=0.5)
    spread = found[:, 2].std(ddof=1)  # known to 1/√800 = 3.5 %
    assert np.mean(found[:, 3]) == pytest.approx(spread, rel=0.12)
    kappa = found[:, 2].mean()
    covered = np.abs(found[:, 2] - kappa) < 1.96 * found[:, 3]
    assert 0.915 < covered.mean() < 0.985  # 95 % and four binomial errors, of 400


def test_the_standard_error_counts_unequal_options() -> None:
    codes, gold = quiz(200, seed=5)
    rng = np.random.default_rng(6)
    n_options = np.where(rng.random(200) < 0.5, 4.0, 10.0)
    error = capa(codes, gold, n_options=n_options).standard_error[0, 1]
    times = [rng.multinomial(200, np.full(200, 1 / 200)).astype(float) for _ in range(800)]
    drawn = [capa(codes, gold, n_options=n_options, weights=w).kappa[0, 1] for w in times]
    assert error == pytest.approx(np.std(drawn), rel=0.12)  # 1/√1600 = 2.5 %, and O(1/n)


# ---------------------------------------------------------------- what cannot be told


def test_pairs_without_common_errors_have_no_agreement() -> None:
    gold = np.array([0, 0, 1, 1], dtype=np.int32)
    codes = np.array([[0, 0, 1, 1], [1, 0, 1, 0], [-1, 2, 0, -1]], dtype=np.int32)
    found = error_agreement(codes, gold)
    assert np.isnan(found.agreement[0]).all()
    assert np.isnan(found.agreement[1, 2])
    assert np.isnan(found.excess[0, 1])
    likeness = capa(codes, gold, n_options=np.full(4, 3.0))
    assert np.isnan(likeness.kappa[0, 0])  # always right: nothing beyond accuracy to see
    assert np.isfinite(likeness.kappa[1, 2])


def test_a_gold_answer_that_occurs_once_has_no_chance_level() -> None:
    gold = np.arange(5, dtype=np.int32)
    codes = np.array([[1, 2, 3, 4, 0], [1, 2, 3, 4, 0]], dtype=np.int32)
    found = error_agreement(codes, gold)
    assert found.agreement[0, 1] == 1.0
    assert found.usable[0, 1] == 0.0
    assert np.isnan(found.chance[0, 1])


def test_wrong_shapes_are_refused() -> None:
    codes, gold = quiz(5)
    with pytest.raises(ShapeError, match="gold has shape"):
        error_agreement(codes, gold[:3])
    with pytest.raises(ShapeError, match="weights have shape"):
        error_agreement(codes, gold, weights=np.ones(3))
    with pytest.raises(ShapeError, match="n_options has shape"):
        capa(codes, gold, n_options=np.ones(3))
