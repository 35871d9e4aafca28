"""Item response models: reference values of mirt and ltm, ways of fitting that agree, and doors."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from oracle_files import oracle, oracle_board
from parallaxis.errors import InputError, ShapeError
from parallaxis.kernels.irt import NO_PRIOR, ItemResponseFit, fit
from parallaxis.kernels.irt_prior import ItemPrior, prior_for
from parallaxis.kernels.residual_correlation import family_excess, residual_correlations
from parallaxis.worlds import one_ability

Array = NDArray[np.float64]
FAMILIES = [model // 4 for model in range(60)]  # of the 60 × 500 boards: fifteen of four models


def reference(name: str) -> dict[str, Array]:
    """Return the reference values of one fit as arrays."""
    found = oracle("irt_2pl")[name]
    names = ("a", "d", "cov", "se_a", "se_d", "logLik", "eap", "person_resid_cor", "kept_items")
    return {key: np.array(found[key]) for key in names if key in found}


def simulated(
    n_models: int, n_items: int, *, chance: float = 0.0, seed: int = 0, missing: float = 0.0
) -> Array:
    """Return answers of one ability, slopes exp(N(0.2, 0.3²)), difficulties N(0, 1)."""
    rng = np.random.default_rng(seed)
    ability, difficulty = rng.normal(size=(n_models, 1)), rng.normal(size=n_items)
    slope = np.exp(rng.normal(0.2, 0.3, n_items))
    p = chance + (1.0 - chance) / (1.0 + np.exp(-slope * (ability - difficulty)))
    values = (rng.random(p.shape) < p).astype(float)
    values[rng.random(p.shape) < missing] = np.nan
    return values


@pytest.mark.parametrize("name", ["LSAT6", "LSAT7"])
def test_2pl_against_mirt(name: str) -> None:
    found, expected = fit(oracle_board(name), prior=NO_PRIOR), reference(f"{name}_2PL")
    assert found.converged
    assert found.log_likelihood == pytest.approx(float(expected["logLik"]), abs=1e-3)
    np.testing.assert_allclose(found.discrimination, expected["a"], atol=2e-3)
    np.testing.assert_allclose(found.intercept, expected["d"], atol=2e-3)
    # both are from the observed information; mirt differentiates it numerically
    np.testing.assert_allclose(found.discrimination_error, expected["se_a"], rtol=1e-3)
    np.testing.assert_allclose(found.intercept_error, expected["se_d"], rtol=1e-3)
    np.testing.assert_allclose(found.ability[:50], expected["eap"], atol=1e-4)


@pytest.mark.parametrize("name", ["LSAT6", "LSAT7"])
def test_1pl_against_mirt_and_ltm(name: str) -> None:
    found = fit(oracle_board(name), model="1pl", prior=NO_PRIOR)
    expected, ltm = reference(f"{name}_Rasch"), oracle("irt_2pl")["ltm"][name]
    assert found.log_likelihood == pytest.approx(float(expected["logLik"]), abs=1e-3)
    np.testing.assert_allclose(found.discrimination, np.sqrt(expected["cov"]), atol=2e-3)
    np.testing.assert_allclose(found.intercept, expected["d"], atol=2e-3)
    np.testing.assert_allclose(found.intercept_error, expected["se_d"], rtol=1e-3)
    assert found.discrimination[0] == pytest.approx(ltm["ltm_rasch_common_a"]["a"], abs=2e-3)
    np.testing.assert_allclose(found.difficulty, ltm["ltm_rasch_common_a"]["b"], atol=5e-3)


@pytest.mark.parametrize("name", ["irt60x500", "irt60x500_null"])
def test_prior_on_a_wide_board_against_mirt(name: str) -> None:
    expected = reference(f"{name}_prior")
    values = oracle_board(name)[:, expected["kept_items"] - 1]
    # mirt's log-normal density of a is a normal of log a whose mode lies sd² = .25 lower
    found = fit(values, prior=ItemPrior(slope_mean=-0.25), method="marginal")
    np.testing.assert_allclose(found.discrimination, expected["a"], atol=2e-3)
    np.testing.assert_allclose(found.intercept, expected["d"], atol=2e-3)
    np.testing.assert_allclose(found.ability, expected["eap"], atol=2e-3)


@pytest.mark.parametrize("method", ["sufficient", "laplace"])
@pytest.mark.parametrize(("name", "excess"), [("irt60x500", 0.063), ("irt60x500_null", 0.003)])
def test_residuals_of_models_against_mirt(name: str, excess: float, method: str) -> None:
    expected = reference(f"{name}_prior")
    values = oracle_board(name)[:, expected["kept_items"] - 1]
    found = fit(values, method=method)  # type: ignore[arg-type]  # one of the names
    correlations = residual_correlations(values, found.probabilities())
    # our prior's centre is learned, mirt's is fixed at 0: items differ, what is left hardly
    assert np.abs(correlations - expected["person_resid_cor"]).max() < 5e-3
    assert family_excess(correlations, FAMILIES) == pytest.approx(excess, abs=5e-4)


@pytest.mark.parametrize("model", ["1pl", "2pl"])
def test_sufficient_is_marginal(model: str) -> None:
    values = simulated(300, 60, seed=3)
    plain = ItemPrior(intercept_sd=np.inf)
    one = fit(values, model=model, prior=plain, method="sufficient", tolerance=1e-7)  # type: ignore[arg-type]  # one of the names
    two = fit(values, model=model, prior=plain, method="marginal", n_nodes=161)  # type: ignore[arg-type]  # one of the names
    # the prior's centre follows a rescaling, so that the rescaled end is the mode, up to the
    # distance of a mean of logs from the log of a mean
    assert np.abs(one.discrimination / two.discrimination - 1.0).max() < 2e-3
    assert np.abs(one.intercept - two.intercept).max() < 0.05 * two.intercept_error.min()
    assert one.log_likelihood == pytest.approx(two.log_likelihood, abs=0.01)
    # errors item by item neglect what items share, of the order of one posterior variance in ten
    for ratio in (
        one.discrimination_error / two.discrimination_error,
        one.intercept_error / two.intercept_error,
    ):
        assert 0.95 < np.median(ratio) < 1.06
        assert 0.9 < ratio.min() <= ratio.max() < 1.2


def test_laplace_is_near_marginal_with_missing_cells_and_chance() -> None:
    values = simulated(400, 80, chance=0.25, missing=0.2, seed=5)
    one = fit(values, chance=0.25, method="laplace")
    two = fit(values, chance=0.25, method="marginal", n_nodes=121)
    # Laplace errs by the skewness of posteriors, about 1/(information) ≈ .1 of a standard error
    assert np.sqrt(np.mean((one.discrimination - two.discrimination) ** 2)) < 0.04
    assert np.corrcoef(one.intercept, two.intercept)[0, 1] > 0.999
    assert np.corrcoef(one.ability, two.ability)[0, 1] > 0.9999


def test_laplace_is_sufficient_without_either() -> None:
    values = simulated(200, 300, seed=6)
    one, two = fit(values, method="laplace"), fit(values, method="sufficient")
    assert np.abs(one.discrimination - two.discrimination).max() < 0.01
    assert np.abs(one.intercept - two.intercept).max() < 0.01
    np.testing.assert_allclose(one.covariance, two.covariance, atol=2e-3)
    assert one.log_likelihood == pytest.approx(two.log_likelihood, abs=0.5)


def test_known_chance_zero_is_no_chance() -> None:
    values = simulated(100, 30, seed=2)
    plain, known = fit(values), fit(values, model="3pl", chance=np.zeros(30))
    np.testing.assert_array_equal(plain.discrimination, known.discrimination)
    assert not known.chance_error.any()


def test_estimated_chance_is_pooled_where_an_item_says_little() -> None:
    values = simulated(400, 40, chance=0.2, seed=8)
    found = fit(values, model="3pl")
    assert found.converged
    assert 0.1 < float(found.prior.chance_mean or 0.0) < 0.3
    easy = found.difficulty < -1.0
    assert found.chance_error[easy].mean() > found.chance_error[~easy].mean()
    some = np.where(np.arange(40) < 20, 0.2, np.nan)
    half = fit(values, model="3pl", chance=some)
    assert (half.chance[:20] == 0.2).all()
    assert (half.chance_error[20:] > 0.0).all()


def test_negatively_keyed_items_get_negative_slopes() -> None:
    values = simulated(300, 60, seed=4)
    values[:, ::10] = 1.0 - values[:, ::10]
    found = fit(values)
    assert found.prior.slope == "normal"
    backwards = found.discrimination < 0.0
    assert backwards[::10].all()
    assert backwards.sum() == 6


def test_missing_cells_say_nothing() -> None:
    values = simulated(120, 20, seed=9)
    wide = np.hstack([values, np.full((120, 2), np.nan)])
    tall = np.vstack([values, np.full((3, 20), np.nan)])
    plain = ItemPrior(slope_mean=0.0)
    one, two, three = (fit(board, prior=plain) for board in (values, wide, tall))
    np.testing.assert_allclose(two.discrimination[:20], one.discrimination, atol=1e-5)
    np.testing.assert_allclose(two.ability, one.ability, atol=1e-5)
    np.testing.assert_allclose(three.ability[:120], one.ability, atol=1e-5)
    np.testing.assert_allclose(three.ability_error[120:], 1.0, atol=1e-9)
    assert three.log_likelihood == pytest.approx(one.log_likelihood, abs=1e-6)


@pytest.mark.parametrize("method", ["marginal", "sufficient", "laplace"])
def test_order_of_models_and_items_does_not_matter(method: str) -> None:
    values = simulated(90, 60, seed=1)
    rng = np.random.default_rng(1)
    rows, columns = rng.permutation(90), rng.permutation(60)
    one = fit(values, method=method)  # type: ignore[arg-type]  # one of the names
    two = fit(values[np.ix_(rows, columns)], method=method)  # type: ignore[arg-type]  # one of the names
    np.testing.assert_allclose(two.discrimination, one.discrimination[columns], atol=2e-4)
    np.testing.assert_allclose(two.ability, one.ability[rows], atol=2e-4)
    again = fit(values, method=method)  # type: ignore[arg-type]  # one of the names
    np.testing.assert_array_equal(again.discrimination, one.discrimination)


def test_dead_items_need_a_prior() -> None:
    values = simulated(60, 55, seed=7)
    values[:, 3] = 1.0
    found = fit(values)
    assert found.intercept[3] == found.intercept.max()
    with pytest.raises(InputError, match=r"all models agree on item 3 \(1 such items\)"):
        fit(values, prior=NO_PRIOR)


def fit_with(**settings: object) -> ItemResponseFit:
    """Fit a small board with one setting that may be wrong."""
    return fit(simulated(30, 6, missing=0.1), **settings)  # type: ignore[arg-type]  # wrong on purpose


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"chance": 1.0}, InputError, "chance is 1 for item 0; pass numbers from 0 to below 1"),
        ({"chance": [0.1, 0.2]}, ShapeError, r"chance has shape \(2,\); pass one number"),
        ({"chance": "estimate"}, InputError, "chance is to be estimated in the 2pl"),
        ({"method": "magic"}, InputError, "method is 'magic'; choose one of auto, marginal"),
        ({"method": "sufficient"}, InputError, "'sufficient' and cells are missing"),
    ],
)
def test_settings_are_checked(
    settings: dict[str, object], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        fit_with(**settings)


def test_too_few_iterations_are_said() -> None:
    found = fit(simulated(50, 60), max_iterations=1)
    assert not found.converged
    assert found.n_iterations == 1


@pytest.mark.parametrize(("share", "missing"), [(0.5, 0.0), (0.4, 0.0), (0.5, 0.1)])
def test_boards_with_half_the_items_turned_round_are_fitted(share: float, missing: float) -> None:
    world = one_ability(n_models=60, n_items=80, reversed_share=share, seed=3)
    values = np.array(world.board.values)
    values[np.random.default_rng(0).random(values.shape) < missing] = np.nan
    found = fit(values)
    assert found.converged
    # which end of the scale is the able one, half and half does not say
    assert abs(np.corrcoef(found.ability, world.abilities[:, 0])[0, 1]) > 0.95
    assert abs(np.corrcoef(found.discrimination, world.loadings[:, 0])[0, 1]) > 0.85


@pytest.mark.parametrize("seed", [0, 6, 8, 9, 10])
def test_covariances_of_guessed_items_are_covariances(seed: int) -> None:
    world = one_ability(
        n_models=400,
        n_items=60,
        discrimination=1.5,
        discrimination_spread=0.6,
        difficulty_shift=-1.5 if seed % 2 else 1.5,
        chance=0.25,
        seed=seed,
    )
    values = world.board.values[:, world.board.values.std(axis=0) > 0]
    found = fit(values, chance=0.25, prior=replace(prior_for(values), slope_sd=None))
    assert (np.linalg.eigvalsh(found.covariance[:, :2, :2]) > 0.0).all()
