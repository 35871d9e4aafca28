"""φ and tetrachoric ρ: every reference table and matrix, a slow twin, and properties."""

import json
from functools import cache
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.special import ndtri

from parallaxis.errors import InputError, ShapeError
from parallaxis.kernels.bivariate_normal import cdf, pdf
from parallaxis.kernels.effective import kish
from parallaxis.kernels.gram import pair_counts
from parallaxis.kernels.interior_tables import interior_rho, thresholds
from parallaxis.kernels.tetrachoric import (
    BLOCK,
    Tetrachoric,
    phi,
    phi_standard_error,
    standard_error,
    tetrachoric,
)
from parallaxis.kernels.zero_cells import (
    Table,
    ZeroCells,
    half_in_empty_cells,
    smallest_expected_count,
)

Array = NDArray[np.float64]
Indices = NDArray[np.intp]
ORACLES = Path(__file__).parents[1] / "oracles"
CELLS = ("n11", "n10", "n01", "n00")
cells = st.integers(1, 3000)


@cache
def rows() -> list[dict[str, Any]]:
    text = (ORACLES / "tetrachoric_2x2.json").read_text()
    tables: list[dict[str, Any]] = json.loads(text)["rows"]
    return tables


@cache
def matrices() -> dict[str, Any]:
    stored: dict[str, Any] = json.loads((ORACLES / "tetrachoric_matrices.json").read_text())
    return stored


def column(name: str) -> Array:
    return np.array([np.nan if row[name] is None else float(row[name]) for row in rows()])


def all_tables() -> Table:
    return Table(*(column(name) for name in CELLS))


def board(name: str) -> Array:
    lines = (ORACLES / "data" / f"{name}.txt").read_text().split()
    return np.array([[np.nan if c == "." else float(c) for c in line] for line in lines])


def pairs_of(name: str) -> tuple[Table, Indices, Indices]:
    """The counts of all pairs i < j of a board, and where they stand."""
    X = board(name)
    i, j = np.triu_indices(len(X), 1)
    counts = pair_counts(X)
    return Table(counts.n11[i, j], counts.n10[i, j], counts.n01[i, j], counts.n00[i, j]), i, j


def one(*counts: float, zero_cells: ZeroCells = "half") -> Tetrachoric:
    return tetrachoric(*(np.array([float(n)]) for n in counts), zero_cells=zero_cells)


def by_bisection(n11: int, n10: int, n01: int, n00: int) -> float:
    """Slow twin: halve an interval of theta = asin(rho) on Owen's formula."""
    n = n11 + n10 + n01 + n00
    h, k = ndtri((n11 + n10) / n), ndtri((n11 + n01) / n)
    low, high = -np.pi / 2, np.pi / 2
    for _ in range(60):
        middle = (low + high) / 2
        if cdf(h, k, np.sin(middle)) < n11 / n:
            low = middle
        else:
            high = middle
    return float(np.sin((low + high) / 2))


# --- the 378 reference tables ---------------------------------------------------------------


def test_maximum_likelihood_on_every_table() -> None:
    result = tetrachoric(*all_tables(), zero_cells="ml")
    np.testing.assert_allclose(result.rho, column("rho_mle"), rtol=0, atol=2e-14)
    empty = np.min(all_tables(), axis=0) == 0
    degenerate = np.array([row["degenerate_margin"] for row in rows()])
    assert (empty & ~degenerate).sum() == 147
    np.testing.assert_array_equal(result.boundary, empty & ~degenerate)
    np.testing.assert_array_equal(np.isnan(result.rho), degenerate)
    np.testing.assert_array_equal(np.abs(result.rho[result.boundary]), 1.0)


def test_plain_half_on_every_table() -> None:
    rho = interior_rho(half_in_empty_cells(all_tables()))
    np.testing.assert_allclose(rho, column("rho_zero_half"), rtol=0, atol=2e-14)


def test_default_convention_on_every_table() -> None:
    table = all_tables()
    result = tetrachoric(*table)
    perfect = (table.n10 + table.n01 == 0) | (table.n11 + table.n00 == 0)
    degenerate = np.array([row["degenerate_margin"] for row in rows()])
    single = result.boundary & ~perfect
    few = column("min_expected_cell") < 0.5
    np.testing.assert_array_equal(result.uninformative, single & few)
    np.testing.assert_array_equal(np.isnan(result.rho), degenerate | (single & few))
    both = perfect & ~degenerate
    np.testing.assert_array_equal(result.rho[both], column("rho_mle")[both])
    kept = ~degenerate & ~both & ~(single & few)
    expected = column("rho_zero_half")
    np.testing.assert_allclose(result.rho[kept], expected[kept], rtol=0, atol=2e-14)
    assert (single & few).sum() > 20
    assert (single & ~few).sum() > 20
    assert both.sum() > 3


def test_drop_leaves_out_every_table_with_an_empty_cell() -> None:
    rho = tetrachoric(*all_tables(), zero_cells="drop").rho
    full = np.min(all_tables(), axis=0) > 0
    np.testing.assert_allclose(rho[full], column("rho_mle")[full], rtol=0, atol=2e-14)
    assert np.isnan(rho[~full]).all()


def test_standard_error_on_every_table() -> None:
    table = all_tables()
    rho = tetrachoric(*table, zero_cells="ml").rho
    error, expected = standard_error(*table, rho), column("se_ml")
    np.testing.assert_array_equal(np.isnan(error), np.isnan(expected))
    # the error is proportional to 1 - rho near the boundary, where a double resolves only 1e-16
    resolution = 1e-11 + 1e-15 / (1 - np.abs(rho[~np.isnan(expected)]))
    off = np.abs(error / expected - 1)[~np.isnan(expected)]
    assert (off <= resolution).all()


def test_phi_and_expected_counts_on_every_table() -> None:
    np.testing.assert_allclose(phi(*all_tables()), column("phi"), rtol=0, atol=1e-15)
    smallest = smallest_expected_count(all_tables())
    np.testing.assert_allclose(smallest, column("min_expected_cell"), rtol=1e-14)


def test_half_would_make_the_sign_of_an_uninformative_pair() -> None:
    result = one(14035, 5, 2, 0)
    assert result.boundary[0]
    assert result.uninformative[0]
    assert np.isnan(result.rho[0])
    assert one(14035, 5, 2, 0, zero_cells="ml").rho[0] == -1.0
    plain = interior_rho(half_in_empty_cells(Table(*(np.array([x]) for x in (14035.0, 5, 2, 0)))))
    assert plain[0] == pytest.approx(0.72, abs=0.005)


@pytest.mark.parametrize("zero_cells", ["half", "ml", "drop"])
def test_nothing_counted_and_constant_models_give_nan(zero_cells: ZeroCells) -> None:
    for counts in ((0, 0, 0, 0), (5, 5, 0, 0), (7, 0, 0, 0), (np.nan, 1, 1, 1)):
        result = one(*counts, zero_cells=zero_cells)
        assert np.isnan(result.rho[0])
        assert not result.boundary[0]
        assert np.isnan(phi(*(np.array(float(x)) for x in counts)))


def test_unknown_convention_and_unequal_shapes_are_refused() -> None:
    with pytest.raises(InputError, match="zero_cells is 'quarter'"):
        one(1, 2, 3, 4, zero_cells=cast("ZeroCells", "quarter"))
    with pytest.raises(ShapeError, match="pass four of one shape"):
        phi(np.ones(2), np.ones(3), np.ones(2), np.ones(2))


def test_any_shape_and_number_of_pairs_and_no_pair_depends_on_the_others() -> None:
    rng = np.random.default_rng(3)
    counts = rng.integers(0, 40, size=(4, 3, BLOCK)).astype(float)
    result = tetrachoric(*counts)
    assert result.rho.shape == result.boundary.shape == result.uninformative.shape == (3, BLOCK)
    again = tetrachoric(*counts[:, :, 5:17])
    np.testing.assert_allclose(again.rho, result.rho[:, 5:17], rtol=0, atol=1e-15)
    assert tetrachoric(*np.zeros((4, 0))).rho.shape == (0,)


# --- three boards, entry by entry -------------------------------------------------------------


@pytest.mark.parametrize("name", ["sim24x1172", "extreme24x300", "missing24x400"])
def test_matrices_entry_by_entry(name: str) -> None:
    table, i, j = pairs_of(name)
    oracle = matrices()[name]
    expected = np.array(oracle["tetrachoric"], dtype=float)[i, j]
    rho = tetrachoric(*table, zero_cells="ml").rho
    np.testing.assert_allclose(rho, expected, rtol=0, atol=1e-13)
    correlation = phi(*table)
    expected = np.array(oracle["phi"], dtype=float)[i, j]
    np.testing.assert_allclose(correlation, expected, rtol=0, atol=1e-15)
    for values, which in ((rho, "tetrachoric"), (correlation, "phi")):
        mean = np.nanmean(values)
        assert mean == pytest.approx(oracle[f"mean_{which}"], abs=1e-13)
        votes = kish(oracle["k_nonconstant"], mean)
        assert votes == pytest.approx(oracle[f"n_eff_{which}"], rel=1e-12)


def test_conventions_on_the_ceiling_heavy_board() -> None:
    table, _, _ = pairs_of("extreme24x300")
    stated = matrices()["extreme24x300"]["conventions"]
    names: dict[ZeroCells, str] = {"ml": "mle", "drop": "drop"}
    for convention, name in names.items():
        rho = tetrachoric(*table, zero_cells=convention).rho
        assert np.isfinite(rho).sum() == stated[name]["pairs_used"]
        assert np.nanmean(rho) == pytest.approx(stated[name]["mean_rho"], abs=1e-13)
    degenerate = np.isnan(tetrachoric(*table, zero_cells="ml").rho)
    plain = interior_rho(half_in_empty_cells(table))
    plain[degenerate] = np.nan
    assert np.nanmean(plain) == pytest.approx(stated["half"]["mean_rho"], abs=1e-13)
    half = tetrachoric(*table).rho
    used = np.isfinite(half)
    informative = stated["half_if_informative"]
    assert used.sum() == informative["pairs_used"]
    # one pair of exactly opposite models, (0, 162, 138, 0), is -1 here and -.99994 with two halves
    opposite = (table.n11 + table.n00 == 0) & used
    assert opposite.sum() == 1
    assert half[opposite] == -1.0
    half[opposite] = plain[opposite]
    assert half[used].mean() == pytest.approx(informative["mean_rho"], abs=1e-13)


# --- the slow twin, and properties -------------------------------------------------------------


@given(cells, cells, cells, cells)
def test_slow_twin(n11: int, n10: int, n01: int, n00: int) -> None:
    # Owen's formula is good to 4e-16 of a probability; rho moves by that over the density, which
    # is above 1e-7 for shares of at least 1/9001
    assert one(n11, n10, n01, n00).rho[0] == pytest.approx(
        by_bisection(n11, n10, n01, n00), abs=1e-9
    )


@given(cells, cells, cells, cells)
def test_phi_is_nearer_to_zero_with_the_same_sign(n11: int, n10: int, n01: int, n00: int) -> None:
    rho = one(n11, n10, n01, n00).rho[0]
    correlation = phi(*(np.array(float(x)) for x in (n11, n10, n01, n00)))
    if n11 * n00 == n10 * n01:
        assert rho == correlation == 0.0
    else:
        assert np.sign(rho) == np.sign(correlation)
    assert abs(correlation) <= abs(rho) + 1e-14


@given(cells, cells, cells, cells)
def test_swapping_and_complementing_models(n11: int, n10: int, n01: int, n00: int) -> None:
    rho = one(n11, n10, n01, n00).rho[0]
    assert one(n11, n01, n10, n00).rho[0] == rho
    assert one(n10, n11, n00, n01).rho[0] == pytest.approx(-rho, abs=1e-14)
    assert one(n01, n00, n11, n10).rho[0] == pytest.approx(-rho, abs=1e-14)
    assert one(n00, n01, n10, n11).rho[0] == pytest.approx(rho, abs=1e-14)


@given(st.integers(2, 400), st.integers(2, 400), st.integers(0, 400))
def test_monotone_in_the_joint_count_for_fixed_margins(
    right_first: int, right_second: int, spare: int
) -> None:
    n = max(right_first, right_second) + 1 + spare
    joint = np.arange(max(0, right_first + right_second - n), min(right_first, right_second) + 1.0)
    table = (joint, right_first - joint, right_second - joint)
    rho = tetrachoric(*table, n - right_first - right_second + joint, zero_cells="ml").rho
    assume(joint.size > 1)
    assert (np.diff(rho) > 0).all()


@given(st.floats(1e-9, 0.5), st.floats(1e-9, 0.5), st.floats(0.0, 1.0), st.booleans())
def test_extreme_shares_come_back(
    first: float, second: float, position: float, near_one: bool
) -> None:
    """A table built from shares far in the tails solves to a rho that rebuilds its joint share."""
    upper = min(first, second)
    share = 10.0 ** (-6 * position)
    joint = upper * (1 - share / 2 if near_one else share / 2)
    counts = (joint, first - joint, second - joint, 1 - first - second + joint)
    assume(min(counts) > 0)
    rho = one(*counts).rho[0]
    assert -1.0 < rho < 1.0 or 1 - abs(rho) < 1e-15
    h, k = ndtri(first), ndtri(second)
    assert cdf(h, k, rho) == pytest.approx(joint, abs=2e-15, rel=1e-6)


def test_a_hundred_thousand_wild_tables_all_solve_without_a_warning() -> None:
    """Cells from 1 to 1e9 in any proportion; Owen's formula checks every root."""
    rng = np.random.default_rng(0)
    scale = 10.0 ** rng.uniform(0, 9, 100_000)
    counts = np.maximum(1, np.floor(scale * 10.0 ** rng.uniform(-9, 0, (4, 100_000))))
    rho = tetrachoric(*counts).rho
    n11, n = counts[0], counts.sum(axis=0)
    h, k = thresholds(Table(*counts))
    assert np.isfinite(rho).all()
    # the quadrature: 1e-13 of at most .25; and near ±1 a double of rho moves Φ₂ by 1e-16 × density
    resolution = 2.5e-14 + 4e-16 * pdf(h, k, np.clip(rho, -1 + 1e-16, 1 - 1e-16))
    assert (np.abs(cdf(h, k, rho) - n11 / n) <= resolution).all()


def test_phi_error_is_the_spread_of_phi_over_samples() -> None:
    rng = np.random.default_rng(0)
    chances = np.array([0.35, 0.1, 0.2, 0.35])
    drawn = rng.multinomial(400, chances, size=4000).T.astype(float)
    said = phi_standard_error(*(np.array(400 * c) for c in chances))
    assert np.std(phi(*drawn)) == pytest.approx(said, rel=0.04)  # its own error is 1.1 %
    assert np.isnan(phi_standard_error(*(np.array(n) for n in (3.0, 2.0, 0.0, 0.0))))
