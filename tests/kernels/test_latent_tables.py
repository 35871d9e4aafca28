"""Tables of what models know: exact without guessing, unbiased with it, weights as repeats."""

import numpy as np
import pytest

from guessing_worlds import MIXED, guessing_panel, mixed_chance
from parallaxis.errors import InputError, ShapeError
from parallaxis.kernels.gram import pair_counts
from parallaxis.kernels.latent_tables import latent_answers, latent_tables


def test_without_guessing_the_tables_are_the_counts() -> None:
    rng = np.random.default_rng(0)
    values = guessing_panel(rng, 6, np.zeros(200), 0.5, missing=0.2)
    tables, counts = latent_tables(values, np.zeros(200)), pair_counts(values)
    for cell, count in zip(
        tables.cells, (counts.n11, counts.n10, counts.n01, counts.n00), strict=True
    ):
        np.testing.assert_array_equal(cell, count)
    np.testing.assert_array_equal(tables.n_items, counts.n)
    assert not tables.odds.any()


@pytest.mark.parametrize("missing", [0.0, 0.25])
def test_tables_are_sums_of_products_item_by_item(missing: float) -> None:
    rng = np.random.default_rng(1)
    chance = mixed_chance(rng, 150)
    values = guessing_panel(rng, 4, chance, 0.4, missing=missing)
    tables, z = latent_tables(values, chance), (values - chance) / (1 - chance)
    odds = chance / (1 - chance)
    for i in range(4):
        for j in range(4):
            both = ~np.isnan(z[i] + z[j])
            a, b = z[i, both], z[j, both]
            cells = [a @ b, a @ (1 - b), (1 - a) @ b, (1 - a) @ (1 - b)]
            assert [cell[i, j] for cell in tables.cells] == pytest.approx(cells, abs=1e-9)
            assert tables.n_items[i, j] == pytest.approx(both.sum())
            assert tables.odds[i, j] == pytest.approx(odds[both].mean())
            assert tables.squared_odds[i, j] == pytest.approx((odds[both] ** 2).mean())


def test_cells_are_unbiased_whatever_each_item_is_guessed_with() -> None:
    """Fixed knowledge that goes with chance, 4,000 times guessed: 4.5 standard errors."""
    rng = np.random.default_rng(2)
    chance = np.array(MIXED * 10)
    knows = np.array([chance >= 0.25, np.arange(40) % 3 == 0]).astype(float)
    drawn = []
    for _ in range(4000):
        guessed = rng.random((2, 40)) < chance
        tables = latent_tables(np.maximum(knows, guessed), chance)
        drawn.append([cell[0, 1] for cell in tables.cells])
    first, second = knows
    truth = [(a * b).sum() for a in (first, 1 - first) for b in (second, 1 - second)]
    error = np.std(drawn, axis=0) / np.sqrt(4000)
    assert (np.abs(np.mean(drawn, axis=0) - truth) < 4.5 * error).all()


@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_weights_are_repeated_items(missing: float) -> None:
    rng = np.random.default_rng(3)
    chance = mixed_chance(rng, 80)
    values = guessing_panel(rng, 5, chance, 0.4, missing=missing)
    times = rng.integers(0, 4, 80)
    weighted = latent_tables(values, chance, times.astype(float))
    repeated = latent_tables(values.repeat(times, axis=1), chance.repeat(times))
    for one, other in zip(weighted.cells, repeated.cells, strict=True):
        np.testing.assert_allclose(one, other, atol=1e-9)
    np.testing.assert_allclose(weighted.odds, repeated.odds)
    np.testing.assert_allclose(weighted.squared_odds, repeated.squared_odds)


def test_more_items_than_a_block_are_summed() -> None:
    rng = np.random.default_rng(4)
    chance = mixed_chance(rng, 9000)
    values = guessing_panel(rng, 3, chance, 0.4, missing=0.1)
    z = np.nan_to_num(latent_answers(values, chance))
    np.testing.assert_allclose(latent_tables(values, chance).cells.n11, z @ z.T, atol=1e-8)


def test_chance_levels_are_checked() -> None:
    with pytest.raises(ShapeError, match=r"chance has shape \(2,\) for 3 items"):
        latent_answers(np.ones((2, 3)), np.zeros(2))
    for wrong in (1.0, -0.1, np.nan):
        with pytest.raises(InputError, match="chance of item 1 is"):
            latent_tables(np.ones((2, 3)), np.array([0.2, wrong, 0.2]))
