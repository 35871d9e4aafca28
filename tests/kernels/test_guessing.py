"""Correlations without guessing: known worlds, the plain ones at chance 0, errors, influences."""

import numpy as np
import pytest
from numpy.typing import NDArray

from guessing_worlds import guessing_panel, mixed_chance
from parallaxis.kernels.gram import pair_counts
from parallaxis.kernels.guessing import (
    corrected_item_influence,
    corrected_standard_error,
    corrected_tetrachoric,
)
from parallaxis.kernels.latent_tables import LatentTables, latent_tables
from parallaxis.kernels.tetrachoric import standard_error, tetrachoric
from parallaxis.kernels.zero_cells import ZERO_CELLS, Table, ZeroCells

Array = NDArray[np.float64]


def pairs(values: Array, chance: Array, weights: Array | None = None) -> Array:
    """Return the corrected correlations above the diagonal."""
    rho = corrected_tetrachoric(latent_tables(values, chance, weights)).rho
    return rho[np.triu_indices(len(values), 1)]


def one_table(n11: float, n10: float, n01: float, n00: float, chance: float) -> LatentTables:
    """Return the latent table of a single pair."""
    odds = np.array([chance / (1 - chance)])
    return LatentTables(Table(*(np.array([x]) for x in (n11, n10, n01, n00))), odds, odds**2)


@pytest.mark.parametrize("zero_cells", ZERO_CELLS)
def test_without_guessing_they_are_the_plain_ones(zero_cells: ZeroCells) -> None:
    rng = np.random.default_rng(0)
    for n_items, margins in ((30, (0.5, 0.98)), (400, (0.02, 0.95))):
        values = guessing_panel(rng, 12, np.zeros(n_items), 0.8, margins=margins, missing=0.1)
        counts = pair_counts(values)
        cells = (counts.n11, counts.n10, counts.n01, counts.n00)
        plain = tetrachoric(*cells, zero_cells=zero_cells)
        tables = latent_tables(values, np.zeros(n_items))
        found = corrected_tetrachoric(tables, zero_cells=zero_cells)
        np.testing.assert_allclose(found.rho, plain.rho, rtol=0, atol=1e-10)
        np.testing.assert_array_equal(found.boundary, plain.boundary)
        np.testing.assert_array_equal(found.uninformative, plain.uninformative)
        error = corrected_standard_error(values, np.zeros(n_items), tables, found)
        upper = np.triu_indices(12, 1)
        expected = standard_error(*cells, plain.rho)
        np.testing.assert_allclose(error[upper], expected[upper], rtol=1e-9)


@pytest.mark.parametrize("rho", [0.0, 0.3, 0.5, 0.8])
@pytest.mark.parametrize(("mixed", "missing"), [(False, 0.0), (True, 0.0), (True, 0.2)])
def test_known_correlations_are_found(rho: float, *, mixed: bool, missing: float) -> None:
    """30 panels of 8 × 2,000: four standard errors, and .008 for what a finite sample bends
    (bias of a tetrachoric correlation is of order 1/items of its smallest cell, here some 40)."""
    rng = np.random.default_rng(97)
    means = []
    for _ in range(30):
        chance = mixed_chance(rng, 2000) if mixed else np.full(2000, 0.25)
        means.append(
            np.nanmean(pairs(guessing_panel(rng, 8, chance, rho, missing=missing), chance))
        )
    error = np.std(means, ddof=1) / np.sqrt(len(means))
    assert abs(np.mean(means) - rho) < 4 * error + 0.008


def test_the_plain_correlation_is_too_low_and_shared_distractors_make_the_other_too_high() -> None:
    """ρ = .5. Options that all fall for, or all find: right .05 and .45 of the time for .25."""
    rng = np.random.default_rng(5)
    guess = 0.25 + 0.2 * rng.choice([-1, 1], 8000)
    for actual, lowest, highest in ((np.full(8000, 0.25), 0.46, 0.54), (guess, 0.57, 0.7)):
        values = guessing_panel(rng, 8, actual, 0.5, margins=(0.3, 0.9))
        assert np.nanmean(pairs(values, np.zeros(8000))) < 0.42
        assert lowest < np.nanmean(pairs(values, np.full(8000, 0.25))) < highest


def test_a_cell_below_zero_gives_one_by_which_cell_it_is() -> None:
    """±1 is least biased: at ρ = .8 a cell is pushed below zero as often as above."""
    above = one_table(60, -2, 30, 62, 0.25)
    below = one_table(-2, 60, 62, 30, 0.25)
    for table, value in ((above, 1.0), (below, -1.0)):
        found = corrected_tetrachoric(table)
        assert found.rho.tolist() == [value]
        assert found.boundary.tolist() == [True]
        assert np.isnan(corrected_tetrachoric(table, zero_cells="drop").rho).all()
        assert corrected_tetrachoric(table, zero_cells="ml").rho.tolist() == [value]


def test_pairs_below_zero_are_least_biased_at_one() -> None:
    """120 panels of 8 × 300 at ρ = .8; leaving the pairs out costs .05, ±1 under .02."""
    rng = np.random.default_rng(6)
    chance, kept, dropped, n_boundary = np.full(300, 0.25), [], [], 0
    for _ in range(120):
        tables = latent_tables(guessing_panel(rng, 8, chance, 0.8), chance)
        upper = tables.at(np.triu_indices(8, 1))
        found = corrected_tetrachoric(upper)
        n_boundary += int(found.boundary.sum())
        kept.append(np.nanmean(found.rho))
        dropped.append(np.nanmean(corrected_tetrachoric(upper, zero_cells="drop").rho))
    assert n_boundary > 120
    assert abs(np.mean(kept) - 0.8) < 0.02
    assert np.mean(dropped) < 0.8 - 0.04


def test_an_empty_cell_without_observations_has_a_half() -> None:
    found = corrected_tetrachoric(one_table(150, 20, 20, 0, 0.25))
    plain = tetrachoric(*(np.array([x]) for x in (150.0, 20.0, 20.0, 0.5)))
    np.testing.assert_allclose(found.rho, plain.rho)
    assert found.boundary.tolist() == [True]
    assert corrected_tetrachoric(one_table(150, 20, 20, 0, 0.25), zero_cells="ml").rho == [-1.0]


def test_pairs_whose_sign_guessing_would_make_are_left_out() -> None:
    """Of 300 items at chance .25, knowing 20 each puts 1.3 in a cell that guessing moves by 6.6."""
    thin = one_table(5, 15, 15, 265, 0.25)
    found = corrected_tetrachoric(thin)
    assert found.uninformative.tolist() == [True]
    assert np.isnan(found.rho).all()
    assert np.isfinite(corrected_tetrachoric(thin, zero_cells="ml").rho).all()
    assert not corrected_tetrachoric(one_table(5, 15, 15, 265, 0.0)).uninformative.any()
    assert not corrected_tetrachoric(one_table(50, 50, 50, 150, 0.25)).uninformative.any()


def test_members_at_chance_or_at_all_have_no_correlation() -> None:
    for table in ((10, -12, 50, 152), (10, 40, -12, 162), (100, 0, 0, 0), (0, 0, 0, 0)):
        found = corrected_tetrachoric(one_table(*table, 0.25))
        assert found.undefined.tolist() == [True]
        assert np.isnan(found.rho).all()
        assert not found.boundary.any()
        assert not found.uninformative.any()


def test_standard_errors_are_the_spread_of_many_samples() -> None:
    """1,000 samples: a standard deviation is known to 1/√2000 = 2.2 %; four of these."""
    rng = np.random.default_rng(7)
    chance = mixed_chance(rng, 800)
    rho, errors = [], []
    for _ in range(1000):
        seen = rng.random((2, 800)) < 0.9
        knows = np.sqrt(0.5) * (rng.normal(size=800) + rng.normal(size=(2, 800)))
        right = (knows < [[0.2], [-0.3]]) | (rng.random((2, 800)) < chance)
        values = np.where(seen, right.astype(float), np.nan)
        tables = latent_tables(values, chance)
        found = corrected_tetrachoric(tables)
        rho.append(found.rho[0, 1])
        errors.append(corrected_standard_error(values, chance, tables, found)[0, 1])
    assert np.sqrt(np.mean(np.square(errors))) == pytest.approx(np.std(rho), rel=0.09)


def test_errors_at_the_boundary_are_not_known() -> None:
    rng = np.random.default_rng(8)
    chance = np.full(100, 0.25)
    values = guessing_panel(rng, 8, chance, 0.9)
    tables = latent_tables(values, chance)
    found = corrected_tetrachoric(tables)
    error = corrected_standard_error(values, chance, tables, found)
    interior = np.isfinite(found.rho) & ~found.boundary & ~np.eye(8, dtype=bool)
    assert found.boundary.any()
    assert (np.isfinite(error) == interior).all()


@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_influence_is_the_derivative_by_the_weight_of_an_item(missing: float) -> None:
    rng = np.random.default_rng(9)
    chance = mixed_chance(rng, 400)
    values = guessing_panel(rng, 8, chance, 0.9, missing=missing)
    tables = latent_tables(values, chance)
    found = corrected_tetrachoric(tables)
    influence = corrected_item_influence(values, chance, tables, found.rho)
    assert found.boundary[np.triu_indices(8, 1)].any()
    assert influence.sum() == pytest.approx(0.0, abs=1e-9)
    step = 1e-4
    for item in range(0, 400, 41):
        bump = step * np.eye(400)[item]
        sums = [np.nansum(pairs(values, chance, 1 + sign * bump)) for sign in (1, -1)]
        # rounding 28 · 1e-15/1e-4 and truncation step² · third derivative, both below 1e-7
        slope = (sums[0] - sums[1]) / (2 * step)
        assert influence[item] / 400 == pytest.approx(slope, abs=1e-7)


def test_weights_are_repeated_items() -> None:
    rng = np.random.default_rng(10)
    chance = mixed_chance(rng, 200)
    values = guessing_panel(rng, 6, chance, 0.5, missing=0.1)
    times = rng.integers(0, 4, 200)
    np.testing.assert_allclose(
        pairs(values, chance, times.astype(float)),
        pairs(values.repeat(times, axis=1), chance.repeat(times)),
        atol=1e-10,
    )


def test_order_of_models_and_items_does_not_matter() -> None:
    rng = np.random.default_rng(11)
    chance = mixed_chance(rng, 200)
    values = guessing_panel(rng, 6, chance, 0.5, missing=0.1)
    rows, columns = rng.permutation(6), rng.permutation(200)
    whole = corrected_tetrachoric(latent_tables(values, chance)).rho
    turned = corrected_tetrachoric(latent_tables(values[rows][:, columns], chance[columns])).rho
    np.testing.assert_allclose(turned, whole[np.ix_(rows, rows)], atol=1e-10)
