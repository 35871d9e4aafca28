"""Rotation: R's values, planted axes found again, and predictions that do not change."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from oracle_files import oracle
from parallaxis.errors import InputError, NotIdentified, ShapeError
from parallaxis.kernels.congruence import matched
from parallaxis.kernels.rotation import Method, Rotation, axis_shares, oblimin, rotate, varimax
from parallaxis.kernels.simple_structure import quartimin_transform, varimax_transform

Array = NDArray[np.float64]
METHODS: list[Method] = ["varimax", "oblimin", "none"]
CASES = ["harman74_4", "ability_2", "groups_5", "slopes_3"]


def planted(n_items: int, n_axes: int, correlation: float, seed: int) -> tuple[Array, Array]:
    """Return a pattern of perfect simple structure, and loadings of it on axes turned at random."""
    rng = np.random.default_rng(seed)
    pattern = np.zeros((n_items, n_axes))
    pattern[np.arange(n_items), np.arange(n_items) % n_axes] = rng.uniform(0.3, 2.0, n_items)
    within = np.full((n_axes, n_axes), correlation) + (1 - correlation) * np.eye(n_axes)
    turn = np.linalg.qr(rng.normal(size=(n_axes, n_axes))).Q
    return pattern, pattern @ np.linalg.cholesky(within) @ turn


def entry_by_entry(found: Array, expected: Array) -> Array:
    """Return the columns of `expected` put into the order and signs of `found`."""
    pairs = matched(found, expected)
    return np.asarray(expected[:, pairs.order] * pairs.signs)


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("normalise", ["kaiser", "plain"])
def test_varimax_is_that_of_r(case: str, normalise: str) -> None:
    values = oracle("rotation")["cases"][case]
    given_loadings = np.array(values["loadings"])
    found = varimax(given_loadings, normalise="kaiser" if normalise == "kaiser" else "none")
    expected = np.array(values[f"varimax_{normalise}"])
    np.testing.assert_allclose(
        found.loadings, entry_by_entry(found.loadings, expected), rtol=0, atol=1e-5
    )
    assert found.converged


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("kind", ["oblimin", "oblimin_kaiser"])
def test_oblimin_is_that_of_gparotation(case: str, kind: str) -> None:
    values = oracle("rotation")["cases"][case]
    given_loadings = np.array(values["loadings"])
    found = oblimin(given_loadings, normalise="kaiser" if kind.endswith("kaiser") else "none")
    expected, between = np.array(values[kind]), np.array(values[f"{kind}_correlations"])
    pairs = matched(found.loadings, expected)
    np.testing.assert_allclose(
        found.loadings, expected[:, pairs.order] * pairs.signs, rtol=0, atol=1e-5
    )
    turned = between[np.ix_(pairs.order, pairs.order)] * np.outer(pairs.signs, pairs.signs)
    np.testing.assert_allclose(found.correlations, turned, rtol=0, atol=1e-5)
    assert found.converged


@pytest.mark.parametrize("n_axes", [2, 3, 6])
@pytest.mark.parametrize("seed", range(5))
def test_planted_axes_at_right_angles_are_found(n_axes: int, seed: int) -> None:
    pattern, mixed = planted(60, n_axes, 0.0, seed)
    for found in (varimax(mixed), oblimin(mixed)):
        np.testing.assert_allclose(
            found.loadings, entry_by_entry(found.loadings, pattern), rtol=0, atol=1e-5
        )


@pytest.mark.parametrize("seed", range(5))
def test_planted_correlated_axes_are_found_by_oblimin_only(seed: int) -> None:
    pattern, mixed = planted(60, 3, 0.5, seed)
    found = oblimin(mixed)
    expected = entry_by_entry(found.loadings, pattern)
    np.testing.assert_allclose(found.loadings, expected, rtol=0, atol=1e-5)
    off = ~np.eye(3, dtype=bool)
    np.testing.assert_allclose(found.correlations[off], 0.5, rtol=0, atol=1e-5)
    upright = varimax(mixed).loadings
    assert np.abs(upright - entry_by_entry(upright, pattern)).max() > 0.1


def test_axes_that_start_on_a_stationary_point_still_turn() -> None:
    # both columns as long on every item: R's iteration stays where it starts
    even = np.tile([[1.0, 1.0], [1.0, -1.0]], (4, 1))
    found = varimax(even).loadings
    np.testing.assert_allclose(np.sort(np.abs(found), axis=1)[:, 0], 0.0, atol=1e-12)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("n_axes", [1, 2, 4])
def test_predictions_do_not_change(method: Method, n_axes: int) -> None:
    rng = np.random.default_rng(n_axes)
    loadings, theta = rng.normal(size=(30, n_axes)), rng.normal(size=(50, n_axes))
    found = rotate(loadings, method)
    np.testing.assert_allclose(
        (theta @ found.transform) @ found.loadings.T, theta @ loadings.T, rtol=0, atol=1e-10
    )
    np.testing.assert_allclose(
        found.loadings @ found.correlations @ found.loadings.T,
        loadings @ loadings.T,
        rtol=0,
        atol=1e-10,
    )


@pytest.mark.parametrize("method", METHODS)
def test_abilities_get_the_stated_correlations(method: Method) -> None:
    rng = np.random.default_rng(5)
    theta = np.linalg.qr(rng.normal(size=(80, 3)) - 0.0).Q * np.sqrt(80)
    found = rotate(planted(40, 3, 0.4, 1)[1], method)
    turned = theta @ found.transform
    np.testing.assert_allclose(turned.T @ turned / 80, found.correlations, rtol=0, atol=1e-12)
    if method != "oblimin":
        np.testing.assert_allclose(found.correlations, np.eye(3), rtol=0, atol=1e-12)


@pytest.mark.parametrize("method", METHODS)
def test_signs_and_order(method: Method) -> None:
    rng = np.random.default_rng(8)
    found = rotate(rng.normal(size=(40, 4)) * np.array([1.0, 3.0, 0.5, 2.0]), method)
    shares = axis_shares(found.loadings, found.correlations)
    assert (found.loadings.sum(axis=0) > 0).all()
    assert (np.diff(shares) <= 0).all()
    assert shares.sum() == pytest.approx(1.0)


@pytest.mark.parametrize("method", ["varimax", "oblimin"])
def test_the_axes_do_not_depend_on_how_they_are_handed_in(method: Method) -> None:
    rng = np.random.default_rng(3)
    loadings = planted(50, 4, 0.3, 2)[1] + 0.1 * rng.normal(size=(50, 4))
    expected = rotate(loadings, method).loadings
    turn = np.linalg.qr(rng.normal(size=(4, 4))).Q
    order = rng.permutation(50)
    for other in (loadings @ turn, loadings[:, ::-1] * -1.0):
        np.testing.assert_allclose(rotate(other, method).loadings, expected, rtol=0, atol=1e-5)
    np.testing.assert_allclose(
        rotate(loadings[order], method).loadings, expected[order], rtol=0, atol=1e-5
    )
    np.testing.assert_allclose(
        rotate(1e6 * loadings, method).loadings, 1e6 * expected, rtol=0, atol=10.0
    )


@pytest.mark.parametrize("method", METHODS)
def test_items_without_loadings_take_no_part(method: Method) -> None:
    loadings = planted(30, 3, 0.2, 7)[1]
    holed = np.insert(loadings, 4, [np.nan, 1.0, 2.0], axis=0)
    found = rotate(holed, method)
    assert np.isnan(found.loadings[4]).all()
    expected = rotate(loadings, method).loadings
    np.testing.assert_allclose(np.delete(found.loadings, 4, axis=0), expected, atol=1e-12)


@pytest.mark.parametrize("method", METHODS)
def test_one_axis_only_turns_its_sign(method: Method) -> None:
    found = rotate(np.array([[-1.0], [-2.0], [0.5]]), method)
    assert found.loadings.tolist() == [[1.0], [2.0], [-0.5]]
    assert found.converged


def criterion(loadings: Array, found: Rotation) -> float:
    """Kaiser's criterion written out as a variance of squares, without normalisation."""
    return float(len(loadings) * np.var(found.loadings**2, axis=0).sum())


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10_000), st.integers(2, 4))
def test_no_other_right_angled_axes_are_better(seed: int, n_axes: int) -> None:
    rng = np.random.default_rng(seed)
    loadings = rng.normal(size=(25, n_axes))
    best = criterion(loadings, varimax(loadings, normalise="none"))
    for _ in range(20):
        turn = np.linalg.qr(rng.normal(size=(n_axes, n_axes))).Q
        assert len(loadings) * np.var((loadings @ turn) ** 2, axis=0).sum() <= best + 1e-9


def test_quartimin_falls_below_that_of_the_varimax_axes() -> None:
    mixed = planted(40, 3, 0.5, 3)[1] / 10.0
    upright = mixed @ varimax_transform(mixed).transform
    squares = upright**2
    start = ((squares.sum(axis=1) ** 2).sum() - (squares**2).sum()) / 4.0
    assert quartimin_transform(upright).criterion < 0.1 * start


def test_nothing_to_rotate() -> None:
    for found in (varimax(np.zeros((5, 2))), varimax(np.empty((0, 3))), varimax(np.empty((4, 0)))):
        assert np.abs(found.loadings).sum() == 0.0
        assert found.converged
    assert np.isnan(axis_shares(np.zeros((5, 2)), np.eye(2))).all()


def test_axes_that_span_too_little_are_refused() -> None:
    column = np.arange(1.0, 6.0)[:, None]
    with pytest.raises(NotIdentified, match="2 columns but rank 1"):
        oblimin(np.hstack([column, 2 * column]))
    assert varimax(np.hstack([column, 2 * column])).converged


def test_what_cannot_be_rotated_is_said() -> None:
    with pytest.raises(ShapeError, match=r"shape \(3,\)"):
        varimax(np.ones(3))
    with pytest.raises(InputError, match=r"inf.*row 1"):
        varimax(np.array([[1.0, 2.0], [np.inf, 1.0]]))
    with pytest.raises(InputError, match="promax"):
        rotate(np.eye(2), "promax")  # type: ignore[arg-type]  # untyped callers
    with pytest.raises(InputError, match="rows"):
        varimax(np.eye(2), normalise="rows")  # type: ignore[arg-type]  # untyped callers
