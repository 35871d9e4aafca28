"""Effective dimensionality against exact rational arithmetic, an SVD, and plain deletion."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from oracle_files import oracle, oracle_board
from parallaxis.errors import NotIdentified
from parallaxis.kernels.nulls import shuffled_moments
from parallaxis.kernels.scaling import CENTRINGS, Centring, prepare, standardise
from parallaxis.kernels.spectrum import (
    effective_dimensionality,
    eigenvalues,
    hill_numbers,
    item_overlaps,
    moments,
    shape_bound,
    without_each_item,
)

Array = NDArray[np.float64]
ROWS: list[dict[str, Any]] = oracle("ed")["rows"]
CLOSED_FORMS: list[dict[str, Any]] = oracle("ed")["closed_forms"]
NAMES = [row["name"] for row in ROWS]
BINARY = [row for row in ROWS if row["ed_item"] is not None]


def by_svd(centred: Array) -> float:
    """Return ED by its definition."""
    singular = np.linalg.svd(centred, compute_uv=False)
    return float((singular**2).sum() ** 2 / (singular**4).sum())


@pytest.mark.parametrize("centring", CENTRINGS)
@pytest.mark.parametrize("row", BINARY, ids=[row["name"] for row in BINARY])
def test_exact_rational_values(row: dict[str, Any], centring: Centring) -> None:
    found = effective_dimensionality(prepare(oracle_board(row["name"]), centring=centring))
    assert found == pytest.approx(float(row[f"ed_{centring}"]), rel=1e-12)


@pytest.mark.parametrize("row", ROWS, ids=NAMES)
def test_standardised_items_and_the_closed_null(row: dict[str, Any]) -> None:
    values = oracle_board(row["name"])
    assert effective_dimensionality(prepare(values)) == pytest.approx(
        row["ed_item_float"], rel=1e-12
    )
    assert effective_dimensionality(standardise(values)) == pytest.approx(
        row["ed_item_correlation"], rel=1e-12
    )
    null = shuffled_moments(prepare(values), np.ones(values.shape, bool))
    assert null.effective_dimensionality == pytest.approx(row["perm_null_ed_harmonic"], rel=1e-12)


@pytest.mark.parametrize("row", ROWS, ids=NAMES)
def test_peers_agree_with_us_and_with_our_spectrum(row: dict[str, Any]) -> None:
    centred = prepare(oracle_board(row["name"]))
    found = effective_dimensionality(centred)
    assert found == pytest.approx(row["effdim_pr"], rel=1e-12)
    assert found == pytest.approx(row["dimensionality"]["naive"], rel=1e-9)
    spectrum = eigenvalues(centred) * centred.shape[0]
    np.testing.assert_allclose(np.sqrt(spectrum[:10]), row["singular_values_top10"], rtol=1e-10)
    hill = hill_numbers(spectrum)
    assert hill["order_1"] == pytest.approx(row["effdim_shannon"], rel=1e-9)
    assert hill["order_2"] == pytest.approx(found, rel=1e-10)
    assert hill["order_infinity"] == pytest.approx(1.0 / row["top_share"], rel=1e-10)


@pytest.mark.parametrize("row", ROWS, ids=NAMES)
def test_the_recipe_that_circulates_is_another_number(row: dict[str, Any]) -> None:
    recipe = row["seed_literal_recipe_DO_NOT_USE"]
    singular = np.linalg.svd(prepare(oracle_board(row["name"])), compute_uv=False)
    assert singular.sum() ** 2 / (singular**4).sum() == pytest.approx(recipe, rel=1e-9)
    percent = 100.0 * singular
    assert percent.sum() ** 2 / (percent**4).sum() == pytest.approx(recipe / 1e4, rel=1e-9)
    found = effective_dimensionality(prepare(oracle_board(row["name"])))
    assert abs(found - recipe) > 0.5 * found


@pytest.mark.parametrize("case", CLOSED_FORMS, ids=[case["case"] for case in CLOSED_FORMS])
def test_cases_by_hand(case: dict[str, Any]) -> None:
    values = np.tri(40, 39, -1) if case["X"] is None else np.array(case["X"], dtype=float)
    if case["ed_item"] is None:
        with pytest.raises(NotIdentified, match="no item tells the models apart"):
            effective_dimensionality(prepare(values))
    else:
        found = effective_dimensionality(prepare(values))
        assert found == pytest.approx(float(Fraction(case["ed_item"])), rel=1e-12)


@pytest.mark.parametrize("shape", [(7, 30), (30, 7), (9, 9), (2, 5), (5, 1)])
def test_gram_route_is_the_svd_route(shape: tuple[int, int]) -> None:
    values = np.random.default_rng(0).normal(size=shape)
    for centring in ("item", "none"):
        centred = prepare(values, centring=centring)
        assert effective_dimensionality(centred) == pytest.approx(by_svd(centred), rel=1e-12)


@pytest.mark.parametrize("centring", CENTRINGS)
@pytest.mark.parametrize("shape", [(5, 5), (4, 9), (9, 4)])
def test_shape_bound_is_the_rank_that_is_left(shape: tuple[int, int], centring: Centring) -> None:
    values = np.random.default_rng(1).normal(size=shape)
    prepared = prepare(values, centring=centring)
    assert shape_bound(*shape, centring) == np.linalg.matrix_rank(prepared)


def test_shape_bound_is_attained() -> None:
    for n in (2, 6, 20):
        assert effective_dimensionality(prepare(np.eye(n))) == pytest.approx(
            shape_bound(n, n), rel=1e-12
        )


def test_eigenvalues_are_those_of_the_correlation_matrix() -> None:
    values = np.random.default_rng(2).normal(size=(40, 6)) @ np.diag([1, 2, 3, 4, 5, 6])
    expected = np.linalg.eigvalsh(np.corrcoef(values.T))[::-1]
    np.testing.assert_allclose(eigenvalues(standardise(values)), expected, rtol=1e-10)
    wide = eigenvalues(standardise(values.T))
    assert wide.sum() == pytest.approx(40.0, rel=1e-12)
    assert (wide >= 0.0).all()
    assert (np.diff(wide) <= 0.0).all()


@pytest.mark.parametrize("shape", [(8, 20), (20, 8)])
def test_leaving_out_each_item_is_plain_deletion(shape: tuple[int, int]) -> None:
    centred = prepare(np.random.default_rng(3).normal(size=shape))
    square, fourth = without_each_item(centred)
    for item in range(shape[1]):
        rest = moments(np.delete(centred, item, axis=1))
        assert square[item] == pytest.approx(rest.sum_squares, rel=1e-12)
        assert fourth[item] == pytest.approx(rest.sum_fourth_powers, rel=1e-10)
        overlap = ((centred.T @ centred[:, item]) ** 2).sum()
        assert item_overlaps(centred)[item] == pytest.approx(overlap, rel=1e-12)


def test_leaving_out_an_item_in_another_unit_keeps_its_digits() -> None:
    values = np.random.default_rng(4).normal(size=(30, 5))
    values[:, 2] *= 1e7  # as dollars beside shares: the others hold 1e-28 of the fourth powers
    square, fourth = without_each_item(prepare(values))
    rest = moments(prepare(np.delete(values, 2, axis=1)))
    assert square[2] == pytest.approx(rest.sum_squares, rel=1e-10)
    assert fourth[2] == pytest.approx(rest.sum_fourth_powers, rel=1e-10)


def test_nothing_varies() -> None:
    assert np.isnan(moments(np.zeros((3, 4))).effective_dimensionality)
    with pytest.raises(NotIdentified, match="no variance to spread"):
        effective_dimensionality(np.zeros((3, 4)))
