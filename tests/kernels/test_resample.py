"""Jackknife and bootstrap identities against brute force: delete or copy, and compute again."""

import numpy as np
import pytest
from numpy.typing import NDArray

from parallaxis.errors import NotIdentified
from parallaxis.kernels import resample
from parallaxis.kernels.draws import generator
from parallaxis.kernels.resample import bootstrap_items, jackknife_models
from parallaxis.kernels.scaling import prepare
from parallaxis.kernels.spectrum import effective_dimensionality

Array = NDArray[np.float64]
FAMILIES = {
    "models": np.arange(14),
    "pairs": np.repeat(np.arange(7), 2),
    "unequal": np.array([0, 0, 0, 0, 0, 1, 1, 2, 3, 3, 3, 4, 4, 5]),
    "unequal, shuffled": np.array([3, 0, 5, 0, 1, 1, 2, 0, 3, 3, 4, 4, 0, 0]),
}


def board(shape: tuple[int, int], seed: int = 0) -> Array:
    """Return item-centred scores with one strong direction."""
    rng = np.random.default_rng(seed)
    return prepare(rng.normal(size=(shape[0], 1)) + rng.normal(size=shape))


def deleted(centred: Array, groups: NDArray[np.intp]) -> Array:
    """Return log ED without each group, by deletion."""
    rest = [centred[groups != group] for group in range(groups.max() + 1)]
    return np.log([effective_dimensionality(rows - rows.mean(axis=0)) for rows in rest])


def busing_standard_error(whole: float, left: Array, sizes: Array) -> float:
    """Return the delete-m_j jackknife of Busing, Meijer & Van der Leeden (1999), term by term."""
    g, n = sizes.size, sizes.sum()
    estimate = g * whole - sum((1.0 - m / n) * value for m, value in zip(sizes, left, strict=True))
    variance = 0.0
    for m, value in zip(sizes, left, strict=True):
        h = n / m
        variance += (h * whole - (h - 1.0) * value - estimate) ** 2 / (h - 1.0) / g
    return float(np.sqrt(variance))


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("n_items", [5, 14, 60])
def test_jackknife_is_deletion(name: str, n_items: int) -> None:
    groups = FAMILIES[name]
    centred = board((14, n_items))
    outcome = jackknife_models(centred, groups)
    whole = np.log(effective_dimensionality(centred))
    sizes = np.bincount(groups).astype(float)
    expected = busing_standard_error(whole, deleted(centred, groups), sizes)
    assert outcome.log_standard_error == pytest.approx(expected, rel=1e-9)
    assert outcome.degrees_of_freedom == groups.max()


def test_jackknife_of_equal_groups_is_the_textbook_formula() -> None:
    centred, groups = board((20, 8), seed=1), np.arange(20)
    left = deleted(centred, groups)
    textbook = np.sqrt(19.0 / 20.0 * ((left - left.mean()) ** 2).sum())
    outcome = jackknife_models(centred, groups)
    assert outcome.log_standard_error == pytest.approx(textbook, rel=1e-9)


def test_jackknife_with_filled_cells_deletes_from_the_filled_board() -> None:
    rng = np.random.default_rng(2)
    values = rng.normal(size=(14, 9))
    values[rng.random((14, 9)) < 0.2] = np.nan
    centred = prepare(values)
    left = deleted(centred, np.arange(14))
    whole = np.log(effective_dimensionality(centred))
    expected = busing_standard_error(whole, left, np.ones(14))
    found = jackknife_models(centred, np.arange(14)).log_standard_error
    assert found == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("n_items", [4, 40])
def test_a_model_that_holds_all_variance_leaves_the_digits_of_the_others(n_items: int) -> None:
    values = np.random.default_rng(3).normal(size=(10, n_items))
    values[4] *= 1e6
    centred = prepare(values)
    found = resample._without_groups(centred, np.arange(10))
    exact = effective_dimensionality(prepare(np.delete(values, 4, axis=0)))
    # centred beside scores of 1e6, the others keep ten of their sixteen digits
    assert found[4] == pytest.approx(exact, rel=1e-8)


def test_jackknife_says_what_it_lacks() -> None:
    with pytest.raises(NotIdentified, match=r"fewer than 3 independent groups of models .2."):
        jackknife_models(board((6, 4)), np.array([0, 0, 0, 1, 1, 1]))
    with pytest.raises(NotIdentified, match="fewer than 3 are left"):
        jackknife_models(board((3, 4)), np.arange(3))
    with pytest.raises(NotIdentified, match="fewer than 3 are left"):
        jackknife_models(board((6, 4)), np.array([0, 0, 0, 0, 1, 2]))
    one_apart = np.zeros((6, 4))
    one_apart[2] = 1.0
    with pytest.raises(NotIdentified, match="no item tells them apart"):
        jackknife_models(prepare(one_apart), np.arange(6))


@pytest.mark.parametrize("shape", [(12, 30), (30, 7)])
def test_bootstrap_is_copying_items(shape: tuple[int, int]) -> None:
    centred = board(shape, seed=4)
    found = bootstrap_items(centred, draws=25, seed=8)
    for draw, value in enumerate(found):
        rng = generator(8, resample.ITEM_STREAM, draw)
        drawn = centred[:, rng.integers(0, shape[1], shape[1])]
        assert value == pytest.approx(effective_dimensionality(drawn), rel=1e-10)


def test_linearised_bootstrap_is_close_to_the_exact_one(monkeypatch: pytest.MonkeyPatch) -> None:
    centred = board((40, 600), seed=5)
    exact = np.log(bootstrap_items(centred, draws=200, seed=0))
    monkeypatch.setattr(resample, "EXACT_ITEMS", 10)
    linear = np.log(bootstrap_items(centred, draws=200, seed=0))
    # what is left out, Σ_{j≠l} (v_j − 1)(v_l − 1) M_jl², is of second order in v − 1 and smaller
    # than what is kept by about √T; the draws are the same, so nothing else differs
    assert linear.std() == pytest.approx(exact.std(), rel=2.0 / np.sqrt(600))
    assert np.corrcoef(linear, exact)[0, 1] > 0.99


def test_linearised_bootstrap_stays_within_what_ed_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    centred = 1e-3 * board((6, 50), seed=6)
    centred[:, :2] = board((6, 1), seed=7)  # two copies hold all: leaving both out overshoots
    monkeypatch.setattr(resample, "EXACT_ITEMS", 10)
    drawn = bootstrap_items(centred, draws=300, seed=0)
    assert ((drawn > 0.0) & (drawn <= 5.0 * (1.0 + 1e-12))).all()


def test_items_without_variance_are_drawn_and_add_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    centred = np.hstack([board((8, 3), seed=8), np.zeros((8, 400))])
    monkeypatch.setattr(resample, "EXACT_ITEMS", 10)  # three live items are few enough to be exact
    drawn = bootstrap_items(centred, draws=300, seed=1)
    empty = np.isnan(drawn)
    # no live item among 403 drawn: (1 − 3/403)^403, about e⁻³
    share = (1.0 - 3.0 / 403.0) ** 403
    assert empty.mean() == pytest.approx(share, abs=4.0 * np.sqrt(share * (1.0 - share) / 300))
    assert ((drawn[~empty] >= 1.0 - 1e-12) & (drawn[~empty] <= 3.0)).all()


def test_bootstrap_depends_on_its_seed_only() -> None:
    centred = board((9, 12), seed=9)
    first = bootstrap_items(centred, draws=20, seed=0)
    np.testing.assert_array_equal(first, bootstrap_items(centred, draws=20, seed=0))
    np.testing.assert_array_equal(first[:5], bootstrap_items(centred, draws=5, seed=0))
    assert (first != bootstrap_items(centred, draws=20, seed=1)).any()
