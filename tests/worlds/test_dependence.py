"""Worlds of dependence and of unequal variances: what their metadata says is in their answers."""

import numpy as np
import pytest
from numpy.typing import NDArray

from parallaxis.errors import InputError
from parallaxis.worlds import (
    World,
    family_copies,
    family_effects,
    item_testlets,
    outlier_model,
    random_answerers,
    regraded_items,
    release_drift,
    unequal_items,
    unequal_models,
)

Array = NDArray[np.float64]


def logit(world: World) -> Array:
    """Return the logits behind a world's answers."""
    return np.asarray(np.log(world.expected / (1.0 - world.expected)))


def extra(world: World) -> Array:
    """Return what logits hold beyond the items' slopes on ability, item-centred, models × items."""
    rest = logit(world) - world.abilities @ world.loadings.T
    return np.asarray(rest - rest.mean(axis=0))


def n_axes(latent: Array) -> int:
    """Return the rank of a latent table."""
    sizes = np.linalg.svd(latent, compute_uv=False)
    return int((sizes > 1e-6 * sizes[0]).sum())


def labels(world: World, axis: str, column: str) -> NDArray[np.str_]:
    """Return a column of metadata as an array."""
    found = world.board.metadata("model" if axis == "model" else "item", column)
    assert found is not None
    return np.array(found)


def test_copies_differ_from_their_founder_by_their_flips() -> None:
    world = family_copies(n_models=40, n_items=4000, seed=1)
    family, flips = labels(world, "model", "family"), labels(world, "model", "flips").astype(float)
    assert world.truth["families"] == len(set(family.tolist())) == 8
    assert ((flips >= 0.05) & (flips <= 0.2)).all()
    for i, j in ((0, 1), (2, 4), (35, 39)):
        assert family[i] == family[j]
        p = flips[i] + flips[j] - 2.0 * flips[i] * flips[j]
        apart = (world.board.values[i] != world.board.values[j]).mean()
        assert apart == pytest.approx(p, abs=4.0 * np.sqrt(p * (1.0 - p) / 4000.0))
    z = (world.board.values - world.expected).sum(axis=1)
    z /= np.sqrt((world.expected * (1.0 - world.expected)).sum(axis=1))
    assert np.abs(z).max() < 4.5  # each model alone is a row of coins


def test_no_flips_make_exact_copies_and_the_last_family_may_be_small() -> None:
    world = family_copies(n_models=7, n_items=50, lowest_flips=0.0, highest_flips=0.0)
    assert labels(world, "model", "family").tolist() == ["family 1"] * 5 + ["family 2"] * 2
    assert (world.board.values[:5] == world.board.values[0]).all()
    assert (world.board.values[5] == world.board.values[6]).all()


def test_family_effects_are_shared_by_a_family() -> None:
    world = family_effects(n_models=40, n_items=500, effect_spread=0.7, seed=2)
    family = labels(world, "model", "family")
    effect = extra(world)
    for name in np.unique(family):
        rows = effect[family == name]
        np.testing.assert_allclose(rows, np.repeat(rows[:1], len(rows), axis=0), atol=1e-6)
    # 8 families × 500 items, one mean of each item taken out
    spread = np.sqrt((effect[::5] ** 2).sum() / (7 * 500))
    assert spread == pytest.approx(0.7, rel=4.0 / np.sqrt(2.0 * 3500.0))


def test_testlets_share_an_effect_of_each_model() -> None:
    world = item_testlets(n_models=100, n_items=100, effect_spread=1.0, seed=3)
    group = labels(world, "item", "testlet")
    assert world.truth["testlets"] == len(set(group.tolist())) == 20
    effect = extra(world)
    for name in np.unique(group):
        columns = effect[:, group == name]
        np.testing.assert_allclose(columns, np.repeat(columns[:, :1], 5, axis=1), atol=1e-6)
    spread = np.sqrt((effect[:, ::5] ** 2).sum() / (99 * 20))
    assert spread == pytest.approx(1.0, rel=4.0 / np.sqrt(2.0 * 1980.0))


def test_random_answerers_guess_on_their_share() -> None:
    world = random_answerers(n_models=40, n_items=100, seed=4)
    at_random = labels(world, "model", "answers_at_random").astype(bool)
    assert at_random.sum() == 6 == world.truth["random_answerers"]
    guessed = world.expected == 0.5
    assert guessed[at_random].sum(axis=1).tolist() == [50] * 6
    assert not guessed[~at_random].any()
    assert (guessed[at_random][0] != guessed[at_random][1]).any()  # each on its own items
    assert n_axes(extra(world)[~at_random] - extra(world)[~at_random].mean(axis=0) + 1.0) == 1


def test_the_outlier_is_right_where_others_are_wrong() -> None:
    world = outlier_model(n_models=30, n_items=300, seed=5)
    outlier = labels(world, "model", "outlier").astype(bool)
    assert outlier.sum() == 1
    others = world.board.values[~outlier].mean(axis=0)
    r = [np.corrcoef(row, others)[0, 1] for row in world.board.values]
    assert r[int(np.flatnonzero(outlier)[0])] < -0.3 < 0.0 < np.delete(r, outlier).min()


def test_another_grader_is_one_axis_of_models_by_items() -> None:
    world = regraded_items(n_models=40, n_items=60, seed=6)
    new = labels(world, "model", "grader") == "new"
    regraded = labels(world, "item", "group") == "re-graded"
    assert (new.sum(), regraded.sum()) == (20, 6)
    effect = extra(world)
    assert n_axes(effect) == 1 == world.truth["dependence_axes"]
    np.testing.assert_allclose(effect[np.ix_(new, regraded)], 1.0, atol=1e-6)
    np.testing.assert_allclose(effect[np.ix_(~new, regraded)], -1.0, atol=1e-6)
    np.testing.assert_allclose(effect[:, ~regraded], 0.0, atol=1e-6)
    assert abs(np.corrcoef(new, world.abilities[:, 0])[0, 1]) < 4.5 / np.sqrt(40.0)
    one = regraded_items(n_models=40, n_items=60, regraded_share=0.0)
    assert labels(one, "item", "group").tolist().count("re-graded") == 1


def test_release_dates_carry_a_profile_of_their_own() -> None:
    world = release_drift(n_models=200, n_items=60, trend=0.5, drift=0.6, seed=7)
    days = labels(world, "model", "date")
    assert sorted(days.tolist()) == days.tolist()
    assert (days[0], days[-1]) == ("2022-01-01", "2025-04-15")
    late = days.astype("datetime64[D]").astype(float)
    r = np.corrcoef(late, world.abilities[:, 0])[0, 1]
    assert r == pytest.approx(0.5, abs=4.0 * 0.75 / np.sqrt(200.0))
    effect = extra(world)
    assert n_axes(effect) == 1 == world.truth["dependence_axes"]
    rising = labels(world, "item", "group") == "rising"
    assert rising.sum() == 30
    slope = effect / world.loadings[:, 0]
    # days are whole, the drift is not: they agree to half a day in 346 (one standard deviation)
    expected = 0.6 * (late - late.mean()) / late.std()
    np.testing.assert_allclose(slope[:, rising], np.tile(expected[:, None], 30), atol=2e-3)
    np.testing.assert_allclose(slope[:, ~rising], -np.tile(expected[:, None], 30), atol=2e-3)


def leading(values: Array, *, null: str, standardised: bool, draws: int = 60) -> int:
    """Return how many leading eigenvalues exceed the null's 95th percentile; plain loops."""
    rng = np.random.default_rng(0)
    n = len(values)

    def signs(shape: tuple[int, ...]) -> Array:
        return np.asarray(rng.choice([-1.0, 1.0], shape) * np.sqrt(n / (n - 1.0)))

    def scaled(x: Array) -> Array:
        x = x - x.mean(axis=0)
        return np.asarray(x / x.std(axis=0) if standardised else x)

    def drawn() -> Array:
        if null == "permuted":
            return scaled(rng.permuted(values, axis=0))
        # centring once keeps 1 − 1/N of a loud row, and its square once it is flipped
        return scaled(values) * signs(values.shape)

    def sizes(x: Array) -> Array:
        return np.asarray(np.linalg.svd(x, compute_uv=False), dtype=np.float64)

    made = [sizes(drawn()) for _ in range(draws)]
    above = sizes(scaled(values)) > np.quantile(made, 0.95, axis=0)
    return int(above.argmin())


def test_unequal_models_fool_permutation_and_not_sign_flips() -> None:
    found = [unequal_models(n_models=60, n_items=20, seed=seed).board.values for seed in range(40)]
    permuted, flipped = (
        sum(leading(x, null=null, standardised=True) > 0 for x in found)
        for null in ("permuted", "flipped")
    )
    assert permuted >= 36
    assert flipped <= 7  # forty boards at five percent: eight or more once in 1,000 runs


def test_unequal_models_differ_by_their_spread() -> None:
    world = unequal_models(n_models=2000, n_items=50, model_noise_spread=0.8)
    size = labels(world, "model", "noise").astype(float)
    assert np.log(size).std() == pytest.approx(0.8, abs=4.0 * 0.8 / np.sqrt(4000.0))
    # the root mean square of 50 draws has error 1/√100; 2,000 models, five errors
    ratio = np.sqrt((world.board.values**2).mean(axis=1)) / size
    assert np.abs(ratio - 1.0).max() < 5.0 / np.sqrt(100.0)


@pytest.mark.parametrize("k", [0, 1, 2])
def test_loud_items_hide_factors_from_covariance_only(k: int) -> None:
    # the second of two factors on half of the items each needs a stronger loading
    world = unequal_items(k=k, loading=0.5 if k < 2 else 0.7, seed=1)
    assert leading(world.board.values, null="permuted", standardised=False) == 0
    assert leading(world.board.values, null="permuted", standardised=True) == k
    loud = labels(world, "item", "group") == "loud"
    assert loud.sum() == 6
    assert set(labels(world, "item", "scale")[loud].tolist()) == {10.0}
    assert (world.loadings[loud] == 0.0).all()
    error = (world.board.values - world.expected).std(axis=0)
    assert error[loud] == pytest.approx(10.0, rel=4.0 / np.sqrt(200.0))
    if k:
        assert n_axes(world.expected - world.expected.mean(axis=0)) == k


@pytest.mark.parametrize(
    ("make", "settings", "message"),
    [
        (family_copies, {"models_per_family": 0}, "models_per_family is 0; pass a whole number"),
        (family_copies, {"lowest_flips": 0.3}, "lowest_flips is 0.3, highest_flips 0.2; pass them"),
        (family_copies, {"highest_flips": 1.1}, "highest_flips is 1.1; pass a number from 0 to 1"),
        (family_effects, {"effect_spread": -1.0}, "effect_spread is -1.0"),
        (item_testlets, {"effect_spread": -1.0}, "effect_spread is -1.0"),
        (item_testlets, {"items_per_testlet": 1.5}, "items_per_testlet is 1.5; pass a whole"),
        (random_answerers, {"models_share": -0.1}, "models_share is -0.1"),
        (random_answerers, {"items_share": 1.1}, "items_share is 1.1"),
        (random_answerers, {"guess": 2.0}, "guess is 2.0; pass a number from 0 to 1"),
        (regraded_items, {"regraded_share": 1.5}, "regraded_share is 1.5"),
        (regraded_items, {"grader_shift": np.inf}, "grader_shift is inf; pass a finite number"),
        (release_drift, {"trend": 1.0}, "trend is 1.0; pass a number from 0 to below 1"),
        (release_drift, {"drift": -1.0}, "drift is -1.0; pass a number of at least 0"),
        (release_drift, {"n_models": 1}, "n_models is 1; pass at least 2, so that dates differ"),
        (unequal_models, {"model_noise_spread": -1.0}, "model_noise_spread is -1.0"),
        (unequal_models, {"noise": "loud"}, "noise is 'loud'; choose one of"),
        (unequal_items, {"k": -1}, "k is -1; pass a whole number of at least 0"),
        (unequal_items, {"loading": 1.0}, "loading is 1.0; pass a number strictly between"),
        (unequal_items, {"loud_share": 1.0}, "loud_share is 1.0"),
        (unequal_items, {"loud_scale": 0.0}, "loud_scale is 0.0; pass a number above 0"),
    ],
)
def test_settings_are_checked(make: object, settings: dict[str, object], message: str) -> None:
    assert callable(make)
    with pytest.raises(InputError, match=message):
        make(**settings)
