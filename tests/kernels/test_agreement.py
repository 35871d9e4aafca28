"""Agreement coefficients against published worked examples, loops, and worlds of known value."""

import itertools

import numpy as np
import pytest
from numpy.typing import NDArray

from parallaxis.errors import InputError, NotIdentified, ShapeError
from parallaxis.kernels.agreement import (
    METRICS,
    Metric,
    coincidence_matrix,
    fleiss_kappa,
    krippendorff_alpha,
    verdict_counts,
)
from parallaxis.kernels.pair_agreement import pair_agreement, verdict_layers

Array = NDArray[np.float64]
Codes = NDArray[np.int32]

# Krippendorff (2011), section E: four observers, twelve units, 0 = no value
KRIPPENDORFF = """
1 2 3 3 2 1 4 1 2 0 0 0
1 2 3 3 2 2 4 1 2 5 0 3
0 3 3 3 2 3 4 2 2 5 1 0
1 2 3 3 2 4 4 1 2 5 1 0
"""
# Fleiss (1971), table 1: six psychiatrists each on 30 patients, five diagnoses
FLEISS = """
00060 03003 01401 00006 03030 20400 00402 20310 20040 00006
10050 11040 03300 10050 02031 00501 30012 51000 02040 10203
00006 01050 02013 20040 10041 05010 40002 02040 10500 00006
"""


def table(text: str) -> Codes:
    """Read rows of numbers; verdicts count from 1 there and from 0 here."""
    return np.array([row.split() for row in text.split("\n") if row], dtype=np.int32) - 1


def alpha(codes: Codes, n: int, metric: Metric = "nominal") -> float:
    """Return alpha of verdicts worth 1, 2, 3, ..."""
    counts = verdict_counts(codes, n)
    values = np.arange(1.0, n + 1.0)
    return krippendorff_alpha(coincidence_matrix(counts), metric=metric, values=values)


def random_codes(
    n_raters: int, n_items: int, n: int, *, seed: int = 0, missing: float = 0.2
) -> Codes:
    """Raters who say an item's own verdict half of the time."""
    rng = np.random.default_rng(seed)
    said = rng.integers(0, n, (n_raters, n_items))
    said = np.where(rng.random(said.shape) < 0.5, rng.integers(0, n, n_items), said)
    return np.where(rng.random(said.shape) < missing, -1, said).astype(np.int32)


# ---------------------------------------------------------------- published examples


@pytest.mark.parametrize(
    ("metric", "published"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)]
)
def test_alpha_of_the_worked_example(metric: Metric, published: float) -> None:
    assert alpha(table(KRIPPENDORFF), 5, metric) == pytest.approx(published, abs=5e-4)


def test_coincidences_of_the_worked_example() -> None:
    met = coincidence_matrix(verdict_counts(table(KRIPPENDORFF), 5))
    expected = [
        [7.0, 4 / 3, 1 / 3, 1 / 3, 0.0],
        [4 / 3, 10.0, 4 / 3, 1 / 3, 0.0],
        [1 / 3, 4 / 3, 8.0, 1 / 3, 0.0],
        [1 / 3, 1 / 3, 1 / 3, 4.0, 0.0],
        [0.0, 0.0, 0.0, 0.0, 3.0],
    ]
    np.testing.assert_allclose(met, expected, atol=1e-12)
    np.testing.assert_allclose(met.sum(axis=1), [9, 13, 10, 5, 3], atol=1e-12)


def test_fleiss_kappa_of_the_diagnoses() -> None:
    counts = np.array([[float(c) for c in row] for row in FLEISS.split()])
    assert counts.shape == (30, 5)
    np.testing.assert_array_equal(counts.sum(axis=0), [26, 26, 30, 55, 43])  # as printed there
    assert fleiss_kappa(counts) == pytest.approx(0.430, abs=5e-4)


@pytest.mark.parametrize(
    ("joint", "published"),
    [
        ([[106, 10, 4], [22, 28, 10], [2, 12, 6]], 0.429),  # Fleiss, Cohen & Everitt 1969
        ([[20, 5], [10, 15]], 0.400),
        ([[45, 15], [25, 15]], 0.1304),  # Smeeton 1985: the same agreement, other margins
        ([[25, 35], [5, 35]], 0.2593),
    ],
)
def test_cohens_kappa_of_published_tables(joint: list[list[int]], published: float) -> None:
    first, second = np.nonzero(np.ones_like(joint))
    times = np.array(joint).ravel()
    codes = np.array([np.repeat(first, times), np.repeat(second, times)], dtype=np.int32)
    assert pair_agreement(codes).kappa[0, 1] == pytest.approx(published, abs=5e-4)


# ---------------------------------------------------------------- slow twins


def slow_alpha(codes: Codes, metric: Metric) -> float:
    """Alpha from its definition: all pairs of verdicts of an item, and all pairs of all."""
    units = [[int(v) for v in unit if v >= 0] for unit in codes.T]
    units = [unit for unit in units if len(unit) >= 2]
    pooled = sorted(v for unit in units for v in unit)

    def apart(a: int, b: int) -> float:
        if metric == "nominal":
            return float(a != b)
        if metric == "interval":
            return float((a - b) ** 2)
        low, high = min(a, b), max(a, b)
        between = sum(pooled.count(g) for g in range(low, high + 1))
        return (between - (pooled.count(low) + pooled.count(high)) / 2) ** 2

    observed = sum(
        apart(a, b) / (len(unit) - 1) for unit in units for a, b in itertools.permutations(unit, 2)
    ) / len(pooled)
    pairs = len(pooled) * (len(pooled) - 1)
    expected = sum(apart(a, b) for a, b in itertools.permutations(pooled, 2)) / pairs
    return 1 - observed / expected


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("seed", range(3))
def test_alpha_is_what_its_definition_says(metric: Metric, seed: int) -> None:
    codes = random_codes(5, 20, 4, seed=seed)
    assert alpha(codes, 4, metric) == pytest.approx(slow_alpha(codes, metric), abs=1e-12)


def slow_kappa(a: Codes, b: Codes) -> float:
    """Cohen's kappa of two raters, item by item."""
    common = [(x, y) for x, y in zip(a.tolist(), b.tolist(), strict=True) if x >= 0 and y >= 0]
    n = len(common)
    observed = sum(x == y for x, y in common) / n
    chance = sum(
        sum(x == k for x, _ in common) * sum(y == k for _, y in common) for k in range(6)
    ) / (n * n)
    return float((observed - chance) / (1 - chance))


def test_kappas_of_all_pairs_are_those_of_the_loop() -> None:
    codes = random_codes(6, 40, 5, seed=1)
    kappa = pair_agreement(codes).kappa
    for i, j in itertools.product(range(6), repeat=2):
        assert kappa[i, j] == pytest.approx(slow_kappa(codes[i], codes[j]), abs=1e-12)


def test_weights_stand_for_repeated_items() -> None:
    codes = random_codes(4, 30, 3, seed=2)
    times = np.random.default_rng(0).integers(0, 3, 30)
    repeated = np.repeat(codes, times, axis=1)
    weights = times.astype(float)
    counts, of_repeated = verdict_counts(codes, 3), verdict_counts(repeated, 3)
    np.testing.assert_allclose(
        coincidence_matrix(counts, weights=weights), coincidence_matrix(of_repeated), atol=1e-12
    )
    weighted, plain = pair_agreement(codes, weights=weights), pair_agreement(repeated)
    for name in ("n", "same", "chance", "kappa"):
        np.testing.assert_allclose(getattr(weighted, name), getattr(plain, name), atol=1e-12)
    complete = random_codes(4, 30, 3, seed=2, missing=0.0)
    assert fleiss_kappa(verdict_counts(complete, 3), weights=weights) == pytest.approx(
        fleiss_kappa(verdict_counts(np.repeat(complete, times, axis=1), 3)), abs=1e-12
    )


# ---------------------------------------------------------------- properties and worlds


def test_order_and_names_do_not_matter() -> None:
    codes = random_codes(5, 60, 4, seed=3)
    rng = np.random.default_rng(1)
    mixed = codes[rng.permutation(5)][:, rng.permutation(60)]
    renamed = np.where(mixed < 0, -1, np.array([2, 0, 3, 1])[mixed]).astype(np.int32)
    assert alpha(renamed, 4) == pytest.approx(alpha(codes, 4), abs=1e-12)


def test_two_raters_without_gaps_have_one_alpha_and_kappa_in_the_limit() -> None:
    """With n verdicts, 1 − α = (1 − Scott's π)(n − 1)/n, and Scott's π is Fleiss' κ of two."""
    codes = random_codes(2, 500, 3, seed=4, missing=0.0)
    pi = fleiss_kappa(verdict_counts(codes, 3))
    assert 1 - alpha(codes, 3) == pytest.approx((1 - pi) * 999 / 1000, abs=1e-12)


@pytest.mark.parametrize("truth", [0.0, 0.5, 0.9])
def test_raters_who_share_the_truth_have_its_squared_weight(truth: float) -> None:
    """Each says an item's truth with probability q, else a draw of the same shares: α = κ = q²."""
    rng = np.random.default_rng(5)
    shares = [0.6, 0.3, 0.1]
    items, raters = 20_000, 4
    own = rng.choice(3, (raters, items), p=shares)
    codes = np.where(rng.random((raters, items)) < truth, rng.choice(3, items, p=shares), own)
    codes = codes.astype(np.int32)
    counts = verdict_counts(codes, 3)
    kappas = pair_agreement(codes).kappa[np.triu_indices(raters, 1)]
    found = (alpha(codes, 3), fleiss_kappa(counts), kappas.mean())
    # a κ of n items has a standard error of at most about 1/(√n (1 − Σp²)) = .013; four of them
    np.testing.assert_allclose(found, truth**2, atol=0.03)


def test_more_verdicts_than_items_cost_no_more_than_they_say() -> None:
    codes = np.arange(300, dtype=np.int32).reshape(3, 100)
    assert sum(1 for _ in verdict_layers(codes)) == 300
    assert pair_agreement(codes).same[0, 1] == 0.0
    assert list(verdict_layers(np.full((2, 2), -1, dtype=np.int32))) == []


# ---------------------------------------------------------------- what cannot be told


def test_what_is_not_identified_says_why() -> None:
    alone = np.array([[0, -1], [-1, 1]], dtype=np.int32)
    with pytest.raises(NotIdentified, match="two raters"):
        alpha(alone, 2)
    with pytest.raises(NotIdentified, match="one and the same"):
        alpha(np.zeros((3, 4), dtype=np.int32), 2)
    with pytest.raises(NotIdentified, match="one and the same"):
        fleiss_kappa(verdict_counts(np.zeros((3, 4), dtype=np.int32), 2))
    with pytest.raises(NotIdentified, match="every rater"):
        fleiss_kappa(np.empty((0, 2)))
    pairs = pair_agreement(alone)
    assert np.isnan(pairs.kappa[0, 1])
    assert np.isnan(pairs.observed[0, 1])
    assert np.isnan(pair_agreement(np.zeros((2, 3), dtype=np.int32)).kappa).all()


def test_wrong_shapes_are_refused() -> None:
    with pytest.raises(ShapeError, match="1 to 2 raters"):
        fleiss_kappa(np.array([[2.0, 0.0], [1.0, 0.0]]))
    with pytest.raises(ShapeError, match="weights"):
        pair_agreement(np.zeros((2, 3), dtype=np.int32), weights=np.ones(2))
    with pytest.raises(ShapeError, match="2 verdicts"):
        krippendorff_alpha(np.array([[3.0, 1.0], [1.0, 3.0]]), metric="interval")
    with pytest.raises(InputError, match="metric"):
        krippendorff_alpha(np.eye(2) * 3, metric="ratio")  # type: ignore[arg-type]  # on purpose
