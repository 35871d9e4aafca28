"""Worlds of abilities and factors: how many axes there are behind what is expected."""

from typing import get_args

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import norm

from parallaxis.errors import InputError
from parallaxis.worlds import bifactor, factors, one_ability, several_abilities, with_gaps
from parallaxis.worlds.curves import Link, Structure
from parallaxis.worlds.real import Form, Noise

Array = NDArray[np.float64]


def logit(p: Array) -> Array:
    """Return log(p / (1 − p))."""
    return np.asarray(np.log(p / (1.0 - p)))


def n_axes(latent: Array) -> int:
    """Return the rank of a latent table, item-centred: how many axes models differ on."""
    sizes = np.linalg.svd(latent - latent.mean(axis=0), compute_uv=False)
    return int((sizes > 1e-6 * sizes[0]).sum())


@pytest.mark.parametrize("structure", get_args(Structure))
@pytest.mark.parametrize("k", [1, 2, 6])
def test_several_abilities_have_k_axes(k: int, structure: Structure) -> None:
    world = several_abilities(
        k=k, n_models=40, n_items=60, structure=structure, chance=0.25, difficulty_spread=1.0
    )
    assert n_axes(logit((world.probabilities - 0.25) / 0.75)) == k == world.truth["axes"]
    assert world.probabilities.min() > 0.25
    asked = (world.loadings != 0.0).sum(axis=1)
    assert (asked == (1 if structure == "simple" else k)).all()
    strongest = np.abs(world.loadings).argmax(axis=1)
    assert world.board.metadata("item", "group") == [f"ability {i + 1}" for i in strongest]
    assert world.board.metadata("item", "chance") == [0.25] * 60


@pytest.mark.parametrize("correlation", [0.0, 0.5, 0.9])
def test_abilities_have_their_correlation(correlation: float) -> None:
    world = several_abilities(k=3, n_models=4000, n_items=6, correlation=correlation)
    found = np.asarray(np.corrcoef(world.abilities.T))[np.triu_indices(3, 1)]
    error = (1.0 - correlation**2) / np.sqrt(4000.0)
    assert found == pytest.approx(correlation, abs=4.0 * error)
    # three standard deviations, each with error 1/√(2N)
    assert world.abilities.std(axis=0) == pytest.approx(1.0, abs=4.0 / np.sqrt(8000.0))


@pytest.mark.parametrize("ratio", [0.3, 0.6, 1.0])
def test_bifactor_has_a_second_axis_on_half_the_items(ratio: float) -> None:
    world = bifactor(n_models=40, n_items=60, ratio=ratio, difficulty_spread=1.0)
    assert n_axes(logit(world.probabilities)) == 2 == world.truth["axes"]
    second = np.array(world.board.metadata("item", "group")) == "general and second"
    assert second.sum() == 30
    general, other = world.loadings.T
    np.testing.assert_allclose(other[second], ratio * general[second])
    assert (other[~second] == 0.0).all()
    assert n_axes(logit(world.probabilities[:, ~second])) == 1


def test_bifactor_without_a_second_axis_says_so() -> None:
    for ratio, share in ((0.0, 0.5), (0.6, 0.0)):
        world = bifactor(
            n_models=30, n_items=40, difficulty_spread=1.0, ratio=ratio, second_share=share
        )
        assert n_axes(logit(world.probabilities)) == 1 == world.truth["axes"]


def test_reversed_items_are_failed_by_better_models() -> None:
    world = one_ability(n_models=50, n_items=40, reversed_share=0.15)
    slope = np.array(world.board.metadata("item", "discrimination"))
    assert (slope < 0.0).sum() == 6
    order = np.argsort(world.abilities[:, 0])
    steps = np.diff(world.probabilities[order], axis=0)
    assert (np.sign(steps) == np.sign(slope)).all()
    plain = one_ability(n_models=50, n_items=40)  # the very same board but for those items
    kept = slope > 0.0
    np.testing.assert_array_equal(world.board.values[:, kept], plain.board.values[:, kept])


@pytest.mark.parametrize("link", get_args(Link))
def test_chance_and_slip_bound_the_curve(link: Link) -> None:
    world = one_ability(
        n_models=200, n_items=50, chance=0.04, slip=0.08, link=link, discrimination=8.0
    )
    p = world.probabilities
    assert p.min() == pytest.approx(0.04, abs=1e-3)
    assert p.max() == pytest.approx(0.92, abs=1e-3)
    assert set(world.board.metadata("item", "slip") or []) == {0.08}
    middle = np.abs(world.abilities - np.array(world.board.metadata("item", "difficulty"))) < 1e-2
    at_difficulty = 0.5 if link == "logistic" else 1.0 - np.exp(-1.0)
    # within 0.01 of difficulty the logit is within 0.08, and F within 0.03
    assert p[middle] == pytest.approx(0.04 + 0.88 * at_difficulty, abs=0.03)


def test_steep_items_make_a_guttman_board() -> None:
    world = one_ability(n_models=40, n_items=100, discrimination=8.0, seed=2)
    by_ability = np.argsort(-world.abilities[:, 0])
    by_difficulty = np.argsort(np.array(world.board.metadata("item", "difficulty")))
    x = world.board.values[np.ix_(by_ability, by_difficulty)]
    total = x.sum(axis=1)[:, None]
    misplaced = np.abs(x - (np.arange(100) < total)).mean()  # cells off a perfect scale
    flat = one_ability(n_models=40, n_items=100, seed=2).board.values
    ideal = np.arange(100) < flat.sum(axis=1)[:, None]
    order = np.argsort(-flat.mean(axis=0))
    assert misplaced < 0.1 < np.abs(flat[:, order] - ideal).mean()


@pytest.mark.parametrize(("shift", "low", "high"), [(3.5, 0.0, 0.2), (-3.5, 0.8, 1.0)])
def test_a_shift_makes_floor_and_ceiling(shift: float, low: float, high: float) -> None:
    world = one_ability(discrimination=1.5, difficulty_spread=2.0, difficulty_shift=shift)
    assert low < world.board.values.mean() < high


def test_bimodal_abilities_have_two_groups_of_variance_one() -> None:
    world = one_ability(n_models=4000, n_items=2, ability_distribution="bimodal")
    theta = world.abilities[:, 0]
    # kurtosis of the mixture: 3 − 2·0.9⁴; errors √(1/N) of the mean and √(κ−1)/√N of the variance
    kurtosis = 3.0 - 2.0 * 0.9**4
    assert theta.mean() == pytest.approx(0.0, abs=4.0 / np.sqrt(4000.0))
    assert theta.var() == pytest.approx(1.0, abs=4.0 * np.sqrt((kurtosis - 1.0) / 4000.0))
    inside = norm.cdf((0.3 + 0.9) / np.sqrt(0.19)) - norm.cdf((-0.3 + 0.9) / np.sqrt(0.19))
    error = np.sqrt(inside * (1.0 - inside) / 4000.0)
    assert (np.abs(theta) < 0.3).mean() == pytest.approx(inside, abs=4.0 * error)


@pytest.mark.parametrize("form", get_args(Form))
@pytest.mark.parametrize("k", [0, 1, 3])
def test_factors_have_k_axes(k: int, form: Form) -> None:
    world = factors(k=k, n_models=40, n_items=50, form=form)
    latent = world.expected if form == "real" else norm.ppf(np.cbrt(world.expected))
    assert world.truth["axes"] == k
    if k == 0:
        assert np.ptp(latent, axis=0).max() == 0.0
    else:
        assert n_axes(np.asarray(latent)) == k
    assert world.board.scale == form
    assert world.board.bounds == (None if form == "real" else (0.0, 1.0))


def test_factor_noise_has_the_size_it_says() -> None:
    for noise in get_args(Noise):
        world = factors(n_models=300, n_items=300, noise=noise, model_noise_spread=0.5)
        phi = np.array(world.board.metadata("model", "noise"))[:, None]
        psi = np.array(world.board.metadata("item", "noise"))
        error = (world.board.values - world.expected) / (phi * psi)
        # 90,000 draws; t₄ has no fourth moment, so compare a quantile: error √(¼)/(f √n) < .01
        half = norm.ppf(0.75) if noise == "normal" else 0.7406971 / np.sqrt(2.0)
        assert np.median(np.abs(error)) == pytest.approx(half, abs=0.01)
        tail = (np.abs(error) > 4.0).mean()
        assert tail < 3e-4 if noise == "normal" else tail > 2e-3
        assert np.log(psi).std() == pytest.approx(0.6, abs=4.0 * 0.6 / np.sqrt(600.0))
        assert np.log(phi).std() == pytest.approx(0.5, abs=4.0 * 0.5 / np.sqrt(600.0))


def test_bounded_scores_are_skewed() -> None:
    x = factors(k=1, form="bounded").board.values
    assert x.mean() > np.median(x) + 0.05


def test_random_gaps_blank_their_share_everywhere() -> None:
    world = one_ability(n_models=50, n_items=80)
    gaps = with_gaps(world, share=0.2, seed=3)
    assert gaps.board.n_missing == 800
    assert gaps.truth["missing_share"] == 0.2
    seen = gaps.board.observed
    np.testing.assert_array_equal(gaps.board.values[seen], world.board.values[seen])
    assert gaps.board.item_metadata.equals(world.board.item_metadata)
    np.testing.assert_array_equal(gaps.expected, world.expected)
    # hypergeometric: 80 cells a model, 0.2 of them blank; 50 models, four and a half errors
    z = ((~seen).sum(axis=1) - 16.0) / np.sqrt(80 * 0.16 * (1 - 80 / 4000))
    assert np.abs(z).max() < 4.5
    again, other = with_gaps(world, seed=3), with_gaps(world, seed=4)
    assert gaps.board.data_hash == again.board.data_hash != other.board.data_hash


def test_blocks_leave_items_that_link_them() -> None:
    gaps = with_gaps(one_ability(n_models=50, n_items=80), share=0.2, pattern="block")
    kinds, counts = np.unique(gaps.board.observed, axis=0, return_counts=True)
    assert counts.tolist() == [25, 25]
    assert (~kinds).sum(axis=1).tolist() == [16, 16]
    assert not (~kinds).all(axis=0).any()
    assert kinds.all(axis=0).sum() == 48
    assert gaps.truth["missing_share"] == pytest.approx(0.2)


@pytest.mark.parametrize(
    ("make", "settings", "message"),
    [
        (one_ability, {"slip": 0.6, "chance": 0.5}, "chance \\+ slip is 1.1; pass two that sum"),
        (one_ability, {"discrimination": 0.0}, "discrimination is 0.0; pass a number above 0"),
        (one_ability, {"discrimination_spread": -1.0}, "discrimination_spread is -1.0"),
        (one_ability, {"difficulty_spread": np.inf}, "difficulty_spread is inf"),
        (one_ability, {"difficulty_shift": np.nan}, "difficulty_shift is nan; pass a finite"),
        (one_ability, {"reversed_share": 1.5}, "reversed_share is 1.5; pass a number from 0 to 1"),
        (one_ability, {"link": "probit"}, "link is 'probit'; choose one of 'logistic'"),
        (one_ability, {"ability_distribution": "flat"}, "ability_distribution is 'flat'"),
        (one_ability, {"chance": "often"}, "chance is 'often'; pass a number"),
        (several_abilities, {"k": 0}, "k is 0; pass a whole number of at least 1"),
        (several_abilities, {"correlation": 1.0}, "correlation is 1.0"),
        (several_abilities, {"structure": "loose"}, "structure is 'loose'; choose one of"),
        (several_abilities, {"chance": 1.0}, "chance is 1.0; pass a number from 0 to below 1"),
        (bifactor, {"ratio": -0.1}, "ratio is -0.1; pass a number of at least 0"),
        (bifactor, {"second_share": 2}, "second_share is 2; pass a number from 0 to 1"),
        (bifactor, {"chance": -0.1}, "chance is -0.1"),
        (factors, {"k": -1}, "k is -1; pass a whole number of at least 0"),
        (factors, {"loading": 0.0}, "loading is 0.0; pass a number above 0"),
        (factors, {"noise": "cauchy"}, "noise is 'cauchy'; choose one of 'normal', 't4'"),
        (factors, {"form": "binary"}, "form is 'binary'; choose one of 'real', 'bounded'"),
        (factors, {"item_noise_spread": -1}, "item_noise_spread is -1"),
        (factors, {"model_noise_spread": -1}, "model_noise_spread is -1"),
    ],
)
def test_settings_are_checked(make: object, settings: dict[str, object], message: str) -> None:
    assert callable(make)
    with pytest.raises(InputError, match=message):
        make(**settings)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"share": 1.0}, "share is 1.0; pass a number from 0 to below 1"),
        ({"share": 0.5, "pattern": "block"}, "share is 0.5; pass one below 0.5, or no item links"),
        ({"pattern": "diagonal"}, "pattern is 'diagonal'; choose one of 'random', 'block'"),
        ({"seed": -2}, "seed is -2"),
    ],
)
def test_gaps_are_checked(settings: dict[str, object], message: str) -> None:
    world = one_ability(n_models=4, n_items=5)
    with pytest.raises(InputError, match=message):
        with_gaps(world, **settings)  # type: ignore[arg-type] # wrong on purpose
