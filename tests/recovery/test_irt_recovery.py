"""Do item response fits find the parameters of worlds, and those that come with real boards?"""

import csv
from typing import Literal

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import binom

from boards import board_path, load_board
from parallaxis.kernels.irt import ItemResponseFit, fit
from parallaxis.kernels.irt_scores import scores
from parallaxis.worlds import one_ability

Array = NDArray[np.float64]
ModelName = Literal["1pl", "2pl", "3pl"]


def truth(n_models: int, n_items: int, **settings: float) -> tuple[Array, Array, Array]:
    """Return answers, slopes and intercepts of a world of one ability, dead items left out."""
    board = one_ability(n_models=n_models, n_items=n_items, **settings).board  # type: ignore[arg-type]  # numbers
    slope = np.array(board.metadata("item", "discrimination"))
    intercept = -slope * np.array(board.metadata("item", "difficulty"))
    live = ~board.dead
    return board.values[:, live], slope[live], intercept[live]


@pytest.mark.parametrize("shape", [(60, 500), (200, 100), (800, 40)])
@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_parameters_within_their_errors(shape: tuple[int, int], missing: float) -> None:
    rng = np.random.default_rng(7)
    ability = rng.normal(size=shape[0])
    ability = (ability - ability.mean()) / ability.std()  # the scale that the fit takes
    slope, intercept = np.exp(rng.normal(0.0, 0.4, shape[1])), rng.normal(0.0, 1.2, shape[1])
    p = 1.0 / (1.0 + np.exp(-slope * ability[:, None] - intercept))
    values = (rng.random(p.shape) < p).astype(float)
    values[rng.random(p.shape) < missing] = np.nan
    live = np.nanmin(values, axis=0) < np.nanmax(values, axis=0)
    found = fit(values[:, live])
    assert found.converged
    for estimate, error, true in (
        (found.discrimination, found.discrimination_error, slope[live]),
        (found.intercept, found.intercept_error, intercept[live]),
    ):
        # errors count the stray of origin and unit as well, which this world does not have: spread
        # below 1 by a tenth or so, and 1/√(2·40) = .11 of sampling for the fewest items, thrice;
        # the prior pulls slopes to their centre, which shows in the mean where models are few
        z = (estimate - true) / error
        assert 0.57 < z.std() < 1.33
        assert abs(z.mean()) < 0.5


def test_intervals_of_abilities_cover() -> None:
    rng = np.random.default_rng(3)
    covered = []
    for _ in range(20):
        ability, difficulty = rng.normal(size=100), rng.normal(0.0, 1.2, 80)
        ability = (ability - ability.mean()) / ability.std()  # the scale that the fit takes
        p = 1.0 / (1.0 + np.exp(difficulty - ability[:, None]))
        found = fit((rng.random(p.shape) < p).astype(float))
        covered.append(np.abs(found.ability - ability) < 1.96 * found.ability_error)
    # items are taken as known, which costs a little; 2,000 intervals, 99.9 % band around 94–95 %
    low, high = binom.interval(0.999, 2000, 0.94)[0], binom.interval(0.999, 2000, 0.95)[1]
    assert low <= np.sum(covered) <= high


@pytest.mark.parametrize("chance", ["known", "estimate"])
def test_chance_is_taken_into_account(chance: str) -> None:
    values, slope, intercept = truth(400, 120, discrimination_spread=0.3, chance=0.25, seed=11)
    found = fit(values, model="3pl", chance=0.25 if chance == "known" else "estimate")
    ignored = fit(values)
    assert np.corrcoef(found.intercept, intercept)[0, 1] > 0.95
    assert np.corrcoef(found.discrimination, slope)[0, 1] > 0.3  # the errors are as wide as slopes
    # left out, guessing flattens the items
    assert (
        np.log(found.discrimination / slope).mean() > np.log(ignored.discrimination / slope).mean()
    )
    assert abs(np.log(found.discrimination / slope).mean()) < 0.12
    if chance == "estimate":
        assert found.chance.mean() == pytest.approx(0.25, abs=0.04)


def test_one_slope_for_all() -> None:
    values, _, intercept = truth(300, 200, seed=13)
    found = fit(values, model="1pl")
    assert np.ptp(found.discrimination) == 0.0
    # the models at hand have a standard deviation of 1 ± 1/√600
    assert found.discrimination[0] == pytest.approx(1.0, abs=3.5 / np.sqrt(600))
    assert np.corrcoef(found.intercept, intercept)[0, 1] > 0.99


def published(name: str) -> tuple[Array, Array, Array, Array]:
    """Return a real board and the slopes, intercepts and chances that were published with it."""
    board = load_board(name)
    path = board_path(name).with_name(f"{name}.items.csv")
    with path.open(encoding="utf-8") as file:
        rows = {row["item"]: row for row in csv.DictReader(file)}
    suffix = ".x" if "a1.x" in next(iter(rows.values())) else ""
    columns = [
        np.array([float(rows[item][f"{key}{suffix}"]) for item in board.items])
        for key in ("a1", "d", "g")
    ]
    return board.values, columns[0], columns[1], columns[2]


def curve_distance(found: ItemResponseFit, parts: tuple[Array, Array, Array]) -> tuple[float, ...]:
    """Return the least root mean square between curves over N(0, 1), and origin and unit for it."""
    slope, intercept, chance = parts
    theta = np.linspace(-2.5, 2.5, 51)
    weight = np.exp(-0.5 * theta**2) / np.exp(-0.5 * theta**2).sum()
    ours = found.probabilities(theta)

    def distance(unit: float, origin: float) -> float:
        eta = np.multiply.outer(unit * theta + origin, slope) + intercept
        theirs = chance + (1.0 - chance) / (1.0 + np.exp(-eta))
        return float(np.sqrt((weight @ (ours - theirs) ** 2).mean()))

    tried = [
        (distance(unit, origin), unit, origin)
        for unit in np.linspace(0.8, 1.4, 31)
        for origin in np.linspace(-0.4, 0.4, 33)
    ]
    return min(tried)


@pytest.mark.parametrize(
    ("name", "model", "curves", "slopes", "intercepts"),
    [
        # 249 items, 5,041 models: the same model, other software
        ("metabench_gsm8k_v1", "2pl", 0.005, 0.999, 0.999),
        # slopes to 12.5, on 61 nodes .2 apart there: steep curves differ by the grid
        ("metabench_arc_v1", "2pl", 0.015, 0.995, 0.995),
        # 3PL of 100 items without priors there: slopes and chances trade places, curves agree
        ("atlas_tinyarc", "3pl", 0.03, 0.85, 0.93),
        ("atlas_tinygsm8k", "3pl", 0.02, 0.7, 0.85),
    ],
)
def test_published_parameters(
    name: str, model: ModelName, curves: float, slopes: float, intercepts: float
) -> None:
    values, slope, intercept, chance = published(name)
    found = fit(values, model=model)
    distance, unit, origin = curve_distance(found, (slope, intercept, chance))
    assert distance < curves
    assert np.corrcoef(found.discrimination, unit * slope)[0, 1] > slopes
    assert np.corrcoef(found.intercept, intercept + origin * slope)[0, 1] > intercepts
    if name == "metabench_gsm8k_v1":
        assert np.sqrt(np.mean((found.discrimination - unit * slope) ** 2)) < 0.03
        assert np.sqrt(np.mean((found.intercept - intercept - origin * slope) ** 2)) < 0.03


@pytest.mark.parametrize(
    ("name", "model"),
    [("metabench_gsm8k_v1", "2pl"), ("metabench_arc_v1", "2pl"), ("metabench_mmlu", "3pl")],
)
def test_published_parameters_are_no_more_likely(name: str, model: ModelName) -> None:
    # On mmlu published slopes run from −15 to 50 and the likelihood has many summits: parameters do
    # not agree there (the fit says that it did not settle), abilities and likelihood do.
    values, slope, intercept, chance = published(name)
    found, theirs = fit(values, model=model), scores(values, slope, intercept, chance)
    assert found.log_likelihood > theirs.log_likelihood.sum()
    assert np.corrcoef(found.ability, theirs.eap)[0, 1] > (0.99 if model == "2pl" else 0.95)
